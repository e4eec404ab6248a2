"""`parts = []`, `parts.append(a * i)`, `np.concatenate(parts)`: the elements of the arrays in one list, see
_library/containers/array_parts.py. So it is with `np.array(parts)`, `np.stack(parts)` and `np.vstack(parts)` in a function that was
refused as it is: before, nothing says whether what is appended are numbers.

A name that stands for nothing but `[]` or `[y.copy()]`, and is only used so, in `len(parts)` and where its truth counts, is written in
these words. What is appended must be a new array, or one that nothing changes (kept_arrays.py): the elements are taken when it is appended.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._library.containers import array_parts
from unpython._writing.arrays.kept_arrays import kept_arrays
from unpython._writing.calls import OwnCall, full_name
from unpython._writing.nodes import copy_tree, is_name, part_of
from unpython._writing.rewriter import StatementRewriter

_NEW = frozenset("zeros ones full arange linspace copy sqrt exp log sin cos abs where diff cumsum sort minimum maximum clip".split())


_STACKS = frozenset(("numpy.array", "numpy.stack", "numpy.vstack"))


def may_have(function: FunctionType, node: Any) -> bool:
    """Whether there may be lists whose arrays become rows."""
    return any(_names(function, node, True)[1])


def rewritten(function: FunctionType, node: Any, has_rows: bool) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` with lists of elements, the names that came with them, and what free names it relies on. `has_rows`: what is appended
    may become rows."""
    rewriter = _Rewriter(function, *_names(function, node, has_rows))
    if not rewriter.parts:
        return node, frozenset(), []
    made = copy_tree(node)
    made.body = rewriter.statements(made.body)
    return ast.fix_missing_locations(made), frozenset(part_of(n, p) for n in rewriter.parts for p in ("items", "count")), rewriter.used


def _names(function: FunctionType, node: Any, has_rows: bool) -> tuple[frozenset[str], frozenset[str]]:
    """The lists of arrays, and those of them that become rows."""
    nodes = list(ast.walk(node))
    made, joined, stacked, seen = set(), set(), set(), set()
    local = frozenset(function.__code__.co_varnames + function.__code__.co_cellvars)
    kept: frozenset[str] | None = None
    items = [n.value.args[0] for n in nodes if has_rows and isinstance(n, ast.Expr) and _appended(n) is not None]  # type: ignore[attr-defined]
    appended = {item.id for item in items if isinstance(item, ast.Name)}

    def is_kept(item: ast.expr) -> bool:
        """Whether an array has the elements that it has now wherever the list is read."""
        nonlocal kept
        if not has_rows or not isinstance(item, ast.Name):
            return _is_new(item, function, local) and not _is_number(item, appended)
        kept = kept_arrays(function, node) if kept is None else kept
        return item.id in kept

    for n in nodes:
        if isinstance(n, ast.Assign) and len(n.targets) == 1 and isinstance(n.targets[0], ast.Name):
            if isinstance(n.value, ast.List) and all(is_kept(item) for item in n.value.elts):
                made.add(n.targets[0].id)
                seen.add(id(n.targets[0]))
        if isinstance(n, ast.Expr) and (name := _appended(n)) is not None and is_kept(n.value.args[0]):  # type: ignore[attr-defined]
            seen.add(id(name))
        if isinstance(n, ast.Call) and len(n.args) == 1 and not n.keywords and isinstance(n.args[0], ast.Name):
            called = full_name(n.func, function, local)
            if called == "numpy.concatenate":
                joined.add(n.args[0].id)
            if has_rows and called in _STACKS:
                stacked.add(n.args[0].id)
                seen.add(id(n.args[0]))
            if called in ("numpy.concatenate", "builtins.len"):
                seen.add(id(n.args[0]))
    others = {n.id for n in nodes if isinstance(n, ast.Name) and id(n) not in seen} | {n.arg for n in nodes if isinstance(n, ast.arg)}
    inside = {n.id for f in nodes if isinstance(f, (ast.FunctionDef, ast.Lambda)) and f is not node for n in ast.walk(f) if isinstance(n, ast.Name)}
    found = frozenset((made & (joined ^ stacked)) - others - inside)
    return found, found & stacked


def _appended(node: ast.Expr) -> ast.Name | None:
    call = node.value
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute) or call.func.attr != "append" or len(call.args) != 1:
        return None
    return call.func.value if isinstance(call.func.value, ast.Name) and not call.keywords else None


def _is_new(node: ast.expr, function: FunctionType, local: frozenset[str]) -> bool:
    """Whether an expression gives an array that nothing else stands for."""
    if isinstance(node, ast.Call):
        is_copy = isinstance(node.func, ast.Attribute) and node.func.attr == "copy"
        return is_copy or full_name(node.func, function, local).removeprefix("numpy.") in _NEW
    return isinstance(node, (ast.BinOp, ast.UnaryOp))


def _is_number(node: ast.expr, rows: set[str]) -> bool:
    """y[0] ** 2 + y[1] ** 2, where y is a row, of one dimension"""
    if isinstance(node, ast.BinOp):
        return _is_number(node.left, rows) and _is_number(node.right, rows)
    if isinstance(node, ast.UnaryOp):
        return _is_number(node.operand, rows)
    if isinstance(node, ast.Subscript):
        return isinstance(node.value, ast.Name) and node.value.id in rows and not isinstance(node.slice, (ast.Slice, ast.Tuple))
    return isinstance(node, ast.Constant)


class _Rewriter(StatementRewriter):
    def __init__(self, function: FunctionType, parts: frozenset[str], rows: frozenset[str]):
        self._function = function
        self.parts = parts
        self._rows = rows
        self.used: list[_bindings.Binding] = []

    @staticmethod
    def _lists(name: str) -> list[ast.expr]:
        return [ast.Name(part_of(name, part), ast.Load()) for part in ("items", "count")]

    visit_For = visit_While = visit_If = StatementRewriter.go_inside

    def visit_Assign(self, node: ast.Assign) -> Any:
        target = node.targets[0]
        if not isinstance(target, ast.Name) or target.id not in self.parts:
            return self.generic_visit(node)
        numbers: list[ast.expr] = [ast.Constant(0) for _ in range(3 if target.id in self._rows else 1)]
        values = (ast.List([], ast.Load()), ast.List(numbers, ast.Load()))
        made: list[ast.stmt] = [ast.Assign([ast.Name(part_of(target.id, p), ast.Store())], v) for p, v in zip(("items", "count"), values, strict=True)]
        assert isinstance(node.value, ast.List)
        return [ast.copy_location(s, node) for s in (*made, *(self._append(target.id, item) for item in node.value.elts))]

    def visit_Expr(self, node: ast.Expr) -> Any:
        name = _appended(node)
        if name is None or name.id not in self.parts:
            return self.generic_visit(node)
        return ast.copy_location(self._append(name.id, node.value.args[0]), node)  # type: ignore[attr-defined]

    def _append(self, name: str, item: ast.expr) -> ast.stmt:
        append = array_parts.append_row if name in self._rows else array_parts.append_part
        return ast.Expr(ast.copy_location(OwnCall(append, [*self._lists(name), self.visit(item)]), item))

    def visit_Call(self, node: ast.Call) -> Any:
        name = node.args[0].id if len(node.args) == 1 and isinstance(node.args[0], ast.Name) else ""
        if name not in self.parts:
            return self.generic_visit(node)
        root, _ = _bindings.dotted(node.func)
        assert isinstance(root, ast.Name)
        self.used.append(_bindings.resolve(self._function, root.id, []))
        if is_name(node.func, "len"):
            return ast.copy_location(ast.Subscript(self._lists(name)[1], ast.Constant(0), ast.Load()), node)
        join = array_parts.joined_rows if name in self._rows else array_parts.joined_parts
        return ast.copy_location(OwnCall(join, self._lists(name)), node)
