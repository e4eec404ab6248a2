"""Which names of a function can only be lists."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from typing import Any

from unpython._writing.changes.begun_again import pairs_in
from unpython._writing.nodes import walk


class OnlyLists:
    """`names`: each of their values is a list, or they are parameters that are given one."""

    def __init__(self, node: Any, given: Iterable[str], full_name: Callable[[ast.expr], str]):
        self._full_name = full_name
        values, known = _values_of_names(node)
        assigned: dict[str, list[Any]] = {**{name: [] for name in given}, **values}
        known |= {id(n.target) for n in walk(node) if isinstance(n, ast.AugAssign)}
        parameters = {a.arg for a in walk(node) if isinstance(a, ast.arg)} - {*given}
        others = {n.id for n in walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load) and id(n) not in known}
        self.names = assigned.keys() - parameters - others
        while wrong := {name for name in self.names if not all(map(self.holds, assigned[name]))}:
            self.names -= wrong

    def holds(self, node: Any) -> bool:
        """Whether an expression can only be a list."""
        if isinstance(node, ast.Name):
            return node.id in self.names
        if isinstance(node, ast.Subscript):
            return isinstance(node.slice, ast.Slice) and self.holds(node.value)
        if isinstance(node, ast.BinOp):
            sides = [node.left, node.right]
            return (isinstance(node.op, ast.Add) and all(map(self.holds, sides))) or (isinstance(node.op, ast.Mult) and any(map(self.holds, sides)))
        is_made = isinstance(node, ast.Call) and self._full_name(node.func) in ("builtins.list", "builtins.sorted")
        return isinstance(node, (ast.List, ast.ListComp)) or is_made


def _values_of_names(node: Any) -> tuple[dict[str, list[Any]], set[int]]:
    """What each name gets by `=`, `x, y = [], []` too, and the ids of the names that stand there."""
    values: dict[str, list[Any]] = {}
    known: set[int] = set()
    for target, value in (pair for n in walk(node) if isinstance(n, ast.Assign) for pair in pairs_in(n)):
        if isinstance(target, ast.Name):
            values.setdefault(target.id, []).append(value)
            known.add(id(target))
    return values, known
