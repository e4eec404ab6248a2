"""Lists of tuples that are taken apart by their places:

    names, scores = zip(*pairs)                 if not pairs: raise ValueError(...)
                                                names = tuple(x for x, y in pairs)
                                                scores = tuple(y for x, y in pairs)
    x, y = map(list, zip(*sorted(zip(x, y))))   the same with lists; sorted(...) has a name first

How long the tuples are must be said: by the arguments of the `zip` that they come from, where they are written out, or by the layout of a
list that is given. Asked only where a function was refused as it is.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._layouts import Layout, is_rows
from unpython._writing.calls import full_name
from unpython._writing.nodes import Renamed, copy_tree, is_name, load, store, walk
from unpython._writing.rewriter import BlockRewriter


def rewritten(function: FunctionType, node: Any, layouts: dict[str, Layout]) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def`, the names that came with it, and what free names it relies on."""
    if not isinstance(node, ast.FunctionDef) or not any(map(_has_star, walk(node))):
        return node, frozenset(), []
    writer = _Writer(function, node, {name: len(layout.type) for name, layout in layouts.items() if is_rows(layout)})
    made = copy_tree(node)
    made.body = _with_other_names(made, writer)
    if not writer.relied:
        return node, frozenset(), []
    return ast.fix_missing_locations(made), frozenset(writer.names), [_bindings.resolve(function, name, []) for name in sorted(writer.relied)]


def _with_other_names(node: ast.FunctionDef, writer: _Writer) -> list[ast.stmt]:
    """The statements, in which a list that is given and what takes its name later have two names: x, y = zip(*sorted(zip(x, y)))."""
    parameters = {a.arg for a in walk(node.args) if isinstance(a, ast.arg)}
    stored = [n.id for n in walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)]
    renamed: dict[str, str] = {}
    made: list[ast.stmt] = []
    for statement in node.body:
        targets = list(walk(statement.targets[0])) if isinstance(statement, ast.Assign) else []
        found = writer.statements([statement])
        if len(found) > 1:
            places = {n.id for n in targets if isinstance(n, ast.Name)}
            first = found[0] if isinstance(found[0], ast.Assign) else None  # what it takes apart, by the names before
            more = {name: f"_{name}_unzipped_" for name in places & parameters if stored.count(name) == 1}
            made += [] if first is None else [Renamed(renamed).visit(first)]
            renamed |= more
            writer.names |= {*more.values()}
            found = found if first is None else found[1:]
        made += [Renamed(renamed).visit(s) for s in found] if renamed else found
    return made


def _has_star(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and any(isinstance(a, ast.Starred) for a in node.args)


class _Writer(BlockRewriter):
    """`given`: how long the tuples in lists are that are arguments; `relied`: free names that stand for what Python has."""

    def __init__(self, function: FunctionType, node: ast.FunctionDef, given: dict[str, int]):
        self._function = function
        self._own = frozenset(function.__code__.co_varnames + function.__code__.co_cellvars)
        self._nodes = [n for s in node.body for n in walk(s)]
        self._given = given
        self.names: set[str] = set()
        self.relied: set[str] = set()

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return node

    def _is(self, node: Any, name: str) -> bool:
        """Whether a call is one of Python's function, without keywords."""
        is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name
        return is_call and full_name(node.func, self._function, self._own) == f"builtins.{name}"

    def visit_Assign(self, node: ast.Assign) -> Any:
        target, value = node.targets[0], node.value
        maker = "tuple"
        if self._is(value, "map") and len(value.args) == 2 and is_name(value.args[0], "list"):  # type: ignore[attr-defined]
            if full_name(value.args[0], self._function, self._own) != "builtins.list":  # type: ignore[attr-defined]
                return node
            maker, value = "list", value.args[1]  # type: ignore[attr-defined]
        if len(node.targets) > 1 or not isinstance(target, ast.Tuple) or not self._is(value, "zip"):
            return node
        places = [e.id for e in target.elts if isinstance(e, ast.Name)]
        star = value.args[0] if len(value.args) == 1 and not value.keywords else None  # type: ignore[attr-defined]
        if len({*places}) < len(target.elts) or not isinstance(star, ast.Starred) or self._width(star.value) != len(places):
            return node
        rows, before = star.value, []
        if not isinstance(rows, ast.Name) or rows.id in places:
            name = f"_rows_{node.lineno}_{node.col_offset}_"
            self.names.add(name)
            before, rows = [store(name, rows)], load(name)
        self.relied |= {"tuple"} if maker == "tuple" else set()
        self.relied |= {"zip", "len", "ValueError"}
        message = f"not enough values to unpack (expected {len(places)}, got 0)"
        test = ast.Compare(ast.Call(load("len"), [rows], []), [ast.Eq()], [ast.Constant(0)])
        before.append(ast.If(test, [ast.Raise(ast.Call(load("ValueError"), [ast.Constant(message)], []), None)], []))
        items = [f"_item_{node.lineno}_{node.col_offset}_{i}_" for i in range(len(places))]
        self.names |= {*items}
        for place, item in zip(places, items, strict=True):
            parts = ast.Tuple([ast.Name(i, ast.Store()) for i in items], ast.Store())
            clause = ast.comprehension(parts, copy_tree(rows), [], 0)
            whole: ast.expr = ast.ListComp(load(item), [clause])
            if maker == "tuple":
                whole = ast.Call(load("tuple"), [ast.GeneratorExp(load(item), [clause])], [])
            before.append(store(place, whole))
        return [ast.fix_missing_locations(ast.copy_location(s, node)) for s in before]

    def _width(self, node: Any, seen: frozenset[str] = frozenset()) -> int:
        """How long the tuples of a list are; 0 where nothing says it, or where there may be something else in it."""
        if isinstance(node, ast.Name):
            return 0 if node.id in seen else self._width_of_name(node.id, seen | {node.id})
        if isinstance(node, ast.ListComp):
            return len(node.elt.elts) if isinstance(node.elt, ast.Tuple) else 0
        if isinstance(node, ast.List) and node.elts:
            widths = {len(e.elts) if isinstance(e, ast.Tuple) else 0 for e in node.elts}
            return widths.pop() if len(widths) == 1 else 0
        if not isinstance(node, ast.Call) or len(node.args) != 1 or any(isinstance(a, ast.Starred) for a in node.args):
            return 0
        if not self._is(node, "sorted") and not self._is(node, "list"):
            return 0
        inner: Any = node.args[0]
        if self._is(inner, "zip") and not inner.keywords and not any(isinstance(a, ast.Starred) for a in inner.args):
            return len(inner.args)
        return 2 if self._is(inner, "enumerate") else self._width(inner, seen)

    def _width_of_name(self, name: str, seen: frozenset[str]) -> int:
        stores = [n for n in self._nodes if isinstance(n, ast.Name) and n.id == name and not isinstance(n.ctx, ast.Load)]
        values = [n.value for n in self._nodes if isinstance(n, ast.Assign) and len(n.targets) == 1 and is_name(n.targets[0], name)]
        if len(values) != len(stores):
            return 0
        widths = {self._width(v, seen) for v in values if not (isinstance(v, ast.List) and not v.elts)}
        widths |= {self._given[name]} if name in self._given else set()
        for n in self._nodes:
            if isinstance(n, ast.Attribute) and is_name(n.value, name) and n.attr not in ("append", "sort", "reverse", "pop", "clear", "index", "count"):
                return 0
            if isinstance(n, ast.Subscript) and is_name(n.value, name) and not isinstance(n.ctx, ast.Load):
                return 0
            if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and n.func.attr == "append" and is_name(n.func.value, name):
                widths.add(len(n.args[0].elts) if len(n.args) == 1 and isinstance(n.args[0], ast.Tuple) else 0)
        if name not in self._given and name not in {n.id for n in stores}:
            return 0
        return widths.pop() if len(widths) == 1 else 0
