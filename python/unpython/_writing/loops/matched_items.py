"""`match` of the tuples that a loop gives, of a list of such that a call gives, as `if` and `elif` of their parts:

    for p in points:                    for p in points:
        match p:
            case (0, 0): n += 1             if p[0] == 0 and p[1] == 0: n += 1
            case (x, 0): n += x             elif p[1] == 0: x = p[0]; n += x

Patterns of other lengths match none of them. Asked only where a function was refused as it is.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._layouts import Layout, is_rows
from unpython._writing import sugar
from unpython._writing.names import assigned_names
from unpython._writing.nodes import copy_tree, is_name, load, walk
from unpython._writing.rewriter import WholeRewriter
from unpython._writing.text.parts_of_tuples import Whole, of_length


def rewritten(function: FunctionType, node: Any, layouts: dict[str, Layout]) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def`, no names, and no free names."""
    rows = {name: len(layout.type) for name, layout in layouts.items() if is_rows(layout) and not layout.names}
    if not isinstance(node, ast.FunctionDef) or not rows or not any(isinstance(n, ast.Match) for n in walk(node)):
        return node, frozenset(), []
    widths = _widths(node, {name: width for name, width in rows.items() if name not in assigned_names(node.body)})
    made = copy_tree(node)
    writer = _Items(widths)
    made.body = writer.statements(made.body)
    return (ast.fix_missing_locations(made) if writer.is_changed else node), frozenset(), []


def _widths(node: ast.FunctionDef, rows: dict[str, int]) -> dict[str, int]:
    """The names that stand for nothing but the items of such a list, with the lengths of these."""
    loops = [n for n in walk(node) if isinstance(n, ast.For) and isinstance(n.target, ast.Name)]
    stored = [n.id for n in walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)] + [n.arg for n in walk(node) if isinstance(n, ast.arg)]
    found: dict[str, set[int]] = {}
    for loop in loops:
        width = rows.get(loop.iter.id, 0) if isinstance(loop.iter, ast.Name) else 0
        found.setdefault(loop.target.id, set()).add(width)  # type: ignore[attr-defined]
    counts = {name: sum(is_name(loop.target, name) for loop in loops) for name in found}
    return {name: widths.pop() for name, widths in found.items() if len(widths) == 1 and 0 not in widths and stored.count(name) == counts[name]}


class _Items(WholeRewriter):
    def __init__(self, widths: dict[str, int]):
        self._widths = widths
        self.is_changed = False

    def visit_Match(self, node: Any) -> Any:
        for case in node.cases:
            case.body = self.statements(case.body)
        width = self._widths.get(getattr(node.subject, "id", ""))
        cases = [of_length(case, width) for case in node.cases] if width is not None else [None]
        if None in cases:
            return node
        node.cases = [case for found in cases for case in found or ()]
        if not node.cases:
            self.is_changed = True
            return ast.copy_location(ast.Pass(), node)
        name = node.subject.id
        parts: list[ast.expr] = [ast.Subscript(load(name), ast.Constant(i), ast.Load()) for i in range(width or 0)]
        subject: Any = ast.fix_missing_locations(ast.copy_location(ast.Tuple(parts, ast.Load()), node.subject))
        subject.is_whole = name
        branches = sugar.as_branches(node, subject, may_be_array=False)
        if branches is None:
            return node
        self.is_changed = True
        return Whole().visit(copy_tree(branches))
