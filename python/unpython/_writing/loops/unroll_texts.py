"""Loops over a few written out items of which some are texts or functions, one body after the other:

    for name, x in (("mean", a.mean()), ("top", a.max())):      x1, x2 = a.mean(), a.max()
        print(f"{name}: {x:.2f}")                               x = x1; print(f"{'mean'}: {x:.2f}")
                                                                x = x2; print(f"{'top'}: {x:.2f}")

A text or a function is no value of compiled code, so the name for it is what it stands for in each body. `break`, `continue`, a name that
is read behind the loop, and more than 16 items leave the loop as it is; so does a loop over numbers alone.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._local_names import local_names
from unpython._writing.calls import with_names
from unpython._writing.flow import leaves_loop, read_outside_of_loops
from unpython._writing.nodes import copy_tree, walk
from unpython._writing.rewriter import StatementRewriter

_MOST_ITEMS = 16
_MOST_NODES = 3000


def rewritten(function: FunctionType, node: Any) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` with such loops written out, the names that came with that, and no free names."""
    writer = _Writer(function, node)
    made = copy_tree(node)
    made.body = writer.statements(made.body)
    return (ast.fix_missing_locations(made), frozenset(writer.names), []) if writer.is_changed else (node, frozenset(), [])


class _Writer(StatementRewriter):
    def __init__(self, function: FunctionType, node: Any):
        self._own = local_names(function)
        self._read_outside = read_outside_of_loops(node)
        self.names: list[str] = []
        self.is_changed = False

    def visit_For(self, node: ast.For) -> Any:
        node.body, node.orelse = self.statements(node.body), self.statements(node.orelse)
        rows = self._rows(node)
        return node if rows is None else self._written(node, rows)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return node

    def _is_fixed(self, node: ast.expr) -> bool:
        """A text, or a name of something that is no variable of the function: a function of a module."""
        if isinstance(node, ast.Constant):
            return type(node.value) is str
        root, _ = _bindings.dotted(node)
        return isinstance(root, ast.Name) and root.id not in self._own

    def _rows(self, node: ast.For) -> list[list[ast.expr]] | None:
        """What each iteration gives to the names of the loop, where it is to be written out."""
        if node.orelse or not isinstance(node.iter, (ast.Tuple, ast.List)) or not 0 < len(node.iter.elts) <= _MOST_ITEMS:
            return None
        targets = node.target.elts if isinstance(node.target, ast.Tuple) else [node.target]
        if not all(isinstance(t, ast.Name) for t in targets):
            return None
        rows: list[list[ast.expr]] = []
        for item in node.iter.elts:
            row = item.elts if isinstance(node.target, ast.Tuple) and isinstance(item, (ast.Tuple, ast.List)) else [item]
            if len(row) != len(targets) or any(isinstance(e, (ast.Starred, ast.Tuple, ast.List)) for e in row):
                return None
            rows.append(row)
        fixed = [all(self._is_fixed(row[i]) for row in rows) for i in range(len(targets))]
        has_text = any(self._is_fixed(row[i]) for row in rows for i in range(len(targets)) if not fixed[i])
        names = {t.id for t, is_fixed in zip(targets, fixed, strict=True) if is_fixed}  # type: ignore[attr-defined]
        if has_text or not names or self._is_used_elsewhere(node, names) or leaves_loop(node.body):
            return None
        size = sum(1 for s in node.body for _ in walk(s))
        return rows if size * len(rows) <= _MOST_NODES else None

    def _is_used_elsewhere(self, loop: ast.For, names: set[str]) -> bool:
        """Whether names of the loop are given other values in its body, stand for something outside of it, or are in an inner function."""
        inside = [n for s in loop.body for n in walk(s)]
        if any(isinstance(n, (ast.FunctionDef, ast.Lambda, ast.Nonlocal, ast.Global)) for n in inside):
            return True
        if any(isinstance(n, ast.Name) and n.id in names and not isinstance(n.ctx, ast.Load) for n in inside):
            return True
        return bool(names & self._read_outside)

    def _written(self, node: ast.For, rows: list[list[ast.expr]]) -> list[ast.stmt]:
        targets: list[Any] = node.target.elts if isinstance(node.target, ast.Tuple) else [node.target]
        fixed = [all(self._is_fixed(row[i]) for row in rows) for i in range(len(targets))]
        made: list[ast.stmt] = []
        bodies: list[ast.stmt] = []
        for number, row in enumerate(rows):
            body = copy_tree(node.body)
            for i, (target, value) in enumerate(zip(targets, row, strict=True)):
                if fixed[i]:
                    body = [with_names(s, target.id, value) for s in body]
                    continue
                name = f"_{target.id}_{node.lineno}_{number}_"
                self.names.append(name)
                made.append(ast.Assign([ast.Name(name, ast.Store())], value))
                bodies.append(ast.copy_location(ast.Assign([ast.Name(target.id, ast.Store())], ast.Name(name, ast.Load())), node))
            bodies += body
        self.is_changed = True
        return [ast.copy_location(s, node) for s in made] + bodies
