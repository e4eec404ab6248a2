"""Names for sorted lists that are returned, so that rows.py finds each in an assignment of its own:

    return sorted(rows, key=f), max(rows)       s = sorted(rows, key=f)
                                                return s, max(rows)

    return sorted(list(g) for g in d), n        s = [list(g) for g in d]
                                                s.sort()
                                                return s, n

A list of lists of any length that has a name has no other one: ragged.py puts its lists in order where it is returned.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._writing.lists.ragged_names import Finder
from unpython._writing.nodes import copy_tree, load, store, walk
from unpython._writing.rewriter import BlockRewriter

_PLAIN = (ast.Lambda, ast.Name, ast.Attribute, ast.Constant)


def rewritten(function: FunctionType, node: Any) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def`, the names that came with it, and what free names it relies on."""
    if not isinstance(node, ast.FunctionDef) or not any(map(_has_sorted, walk(node))):
        return node, frozenset(), []
    sorted_ = _bindings.resolve(function, "sorted", [])
    if "sorted" in function.__code__.co_varnames or sorted_.target != "builtins.sorted":
        return node, frozenset(), []
    writer = _Returns(Finder(function, node).names | _filled_within(node))
    made = copy_tree(node)
    made.body = writer.statements(made.body)
    return (ast.fix_missing_locations(made), frozenset(writer.names), [sorted_]) if writer.names else (node, frozenset(), [])


def _has_sorted(node: ast.AST) -> bool:
    if isinstance(node, ast.Assign):
        return _sorts_lists(node.value)
    return isinstance(node, ast.Return) and any(_is_sorted(part) or _sorts_lists(part) for part in _parts(node.value))


def _filled_within(node: ast.FunctionDef) -> set[str]:
    """The names to which functions inside append lists: found.append(chosen[:])"""
    found: set[str] = set()
    for inner in (n for n in walk(node) if isinstance(n, ast.FunctionDef) and n is not node):
        for n in walk(inner):
            is_append = isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and n.func.attr == "append" and len(n.args) == 1
            if is_append and isinstance(n.func.value, ast.Name) and _is_list(n.args[0]):  # type: ignore[attr-defined]
                found.add(n.func.value.id)  # type: ignore[attr-defined]
    return found


def _is_list(node: Any) -> bool:
    is_made = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "list"
    return is_made or isinstance(node, (ast.List, ast.ListComp)) or (isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice))


def _parts(value: Any) -> list[Any]:
    return value.elts if type(value) is ast.Tuple else [value]


def _is_sorted(node: Any) -> bool:
    """sorted(x, key=f) of a name; without a key others know what it is."""
    is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "sorted" and len(node.args) == 1
    return is_call and isinstance(node.args[0], ast.Name) and any(k.arg == "key" for k in node.keywords)


def _sorts_lists(node: Any) -> bool:
    """sorted(sorted(g) for g in x)"""
    is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "sorted" and len(node.args) == 1
    given = node.args[0] if is_call and all(isinstance(k.value, _PLAIN) for k in node.keywords) else None
    return isinstance(given, (ast.GeneratorExp, ast.ListComp)) and (_is_list(given.elt) or _is_builtin_sorted(given.elt))


def _is_builtin_sorted(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "sorted"


class _Returns(BlockRewriter):
    def __init__(self, others: set[str]) -> None:
        self.names: list[str] = []
        self._others = others

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return node

    def visit_Return(self, node: ast.Return) -> Any:
        before: list[ast.stmt] = []
        parts = _parts(node.value)
        for i, part in enumerate(parts):
            if type(node.value) is ast.Tuple and _sorts_lists(part):
                name = f"_sorted_{node.lineno}_{i}_"
                self.names.append(name)
                before += _sorted_in_place(name, part, node)
                parts[i] = ast.copy_location(load(name), part)
                continue
            if not _is_sorted(part) or part.args[0].id in self._others:
                if isinstance(part, (ast.Name, ast.Constant)):
                    continue
                break  # what is computed before a list that is sorted
            name = f"_sorted_{node.lineno}_{i}_"
            self.names.append(name)
            before.append(ast.copy_location(store(name, part), node))
            parts[i] = ast.copy_location(load(name), part)
        if before and type(node.value) is not ast.Tuple:
            node.value = parts[0]
        return [*before, node]

    def visit_Assign(self, node: ast.Assign) -> Any:
        target = node.targets[0]
        if len(node.targets) > 1 or not isinstance(target, ast.Name) or not _sorts_lists(node.value):
            return node
        if any(isinstance(n, ast.Name) and n.id == target.id for n in walk(node.value)):
            return node
        self.names.append(target.id)
        return _sorted_in_place(target.id, node.value, node)


def _sorted_in_place(name: str, call: Any, at: ast.stmt) -> list[ast.stmt]:
    """name = [...]; name.sort(): nobody else sees the list before."""
    given = call.args[0]
    method = ast.Expr(ast.Call(ast.Attribute(load(name), "sort", ast.Load()), [], call.keywords))
    made = [store(name, ast.copy_location(ast.ListComp(given.elt, given.generators), given)), method]
    return [ast.fix_missing_locations(ast.copy_location(s, at)) for s in made]
