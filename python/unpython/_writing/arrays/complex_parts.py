"""Stores to the parts of complex arrays that a function makes:

    z.real = r                  store_real(z, r)
    z.imag[ok] = -1 / w         part = z.imag.copy(); part[ok] = -1 / w; store_imag(z, part)
    z.imag += 2                 part = z.imag.copy(); part += 2; store_imag(z, part)
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._local_names import local_names
from unpython._writing.calls import OwnCall, full_name
from unpython._writing.nodes import copy_tree, load, store, walk
from unpython._writing.rewriter import StatementRewriter

_MAKERS = frozenset(f"numpy.{name}" for name in "zeros empty ones full array zeros_like empty_like ones_like full_like".split())


def rewritten(function: FunctionType, node: Any) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def`, the names that came with it, and no free names."""
    writer = _Writer(function, node)
    made = copy_tree(node)
    made.body = writer.statements(made.body)
    return (ast.fix_missing_locations(made) if writer.is_changed else node), frozenset(writer.names), []


class _Writer(StatementRewriter):
    def __init__(self, function: FunctionType, node: Any):
        own = local_names(function)
        self.names: set[str] = set()
        self.is_changed = False
        nodes = list(walk(node))
        stored = [n.id for n in nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)]
        made = [n for n in nodes if isinstance(n, ast.Assign) and len(n.targets) == 1 and isinstance(n.targets[0], ast.Name)]
        arrays = [n.targets[0].id for n in made if _is_made(n.value, function, own)]  # type: ignore[attr-defined]
        self._arrays = {name for name in arrays if stored.count(name) == arrays.count(name)}

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return node

    def visit_For(self, node: Any) -> Any:
        node.body, node.orelse = self.statements(node.body), self.statements(node.orelse)
        return node

    visit_While = visit_If = visit_For

    def _part(self, node: Any) -> str:
        """z of z.real, z.imag"""
        is_part = isinstance(node, ast.Attribute) and node.attr in ("real", "imag") and isinstance(node.value, ast.Name)
        return node.value.id if is_part and node.value.id in self._arrays else ""

    def visit_Assign(self, node: ast.Assign) -> Any:
        target: Any = node.targets[0]
        if len(node.targets) != 1:
            return node
        if self._part(target):
            return self._stores(target, node.value, node)
        if not isinstance(target, ast.Subscript) or not self._part(target.value):
            return node
        return self._changed(target.value, lambda part: ast.Assign([ast.Subscript(load(part), target.slice, ast.Store())], node.value), node)

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        target: Any = node.target
        if self._part(target):
            return self._changed(target, lambda part: ast.AugAssign(ast.Name(part, ast.Store()), node.op, node.value), node)
        if not isinstance(target, ast.Subscript) or not self._part(target.value):
            return node
        return self._changed(target.value, lambda part: ast.AugAssign(ast.Subscript(load(part), target.slice, ast.Store()), node.op, node.value), node)

    def _changed(self, target: Any, change: Any, at: ast.stmt) -> list[ast.stmt]:
        part = f"_part_{at.lineno}_{at.col_offset}_"
        self.names.add(part)
        of = ast.Attribute(copy_tree(target.value), target.attr, ast.Load())
        begin = store(part, ast.Call(ast.Attribute(of, "copy", ast.Load()), [], []))
        return [*(ast.copy_location(s, at) for s in (begin, change(part))), self._stores(target, load(part), at)]

    def _stores(self, target: Any, value: ast.expr, at: ast.stmt) -> ast.stmt:
        from unpython._library.numpy_functions import complex_parts  # needs NumPy, which other texts are written without

        self.is_changed = True
        stores = complex_parts.store_real if target.attr == "real" else complex_parts.store_imag
        return ast.copy_location(ast.Expr(OwnCall(stores, [copy_tree(target.value), value])), at)


def _is_made(node: Any, function: FunctionType, own: frozenset[str]) -> bool:
    """np.zeros(n, complex), a.astype(complex), w.copy()"""
    if not isinstance(node, ast.Call):
        return False
    return full_name(node.func, function, own) in _MAKERS or (isinstance(node.func, ast.Attribute) and node.func.attr in ("astype", "copy"))
