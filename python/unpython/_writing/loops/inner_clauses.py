"""Comprehensions through what another one gives: `[f(w) for w in (s[i:i + k] for i in r)]` as `[f(s[i:i + k]) for i in r]`."""

from __future__ import annotations

import ast
from typing import Any

from unpython._writing.calls import with_names, with_own_targets
from unpython._writing.nodes import walk

_PURE = (
    ast.Name, ast.Constant, ast.Subscript, ast.Slice, ast.BinOp, ast.UnaryOp, ast.Compare, ast.operator, ast.unaryop, ast.cmpop, ast.expr_context,
    ast.Tuple,
)  # fmt: skip


def put_together(node: Any) -> bool:
    """Whether the first clause went through another comprehension, whose clauses are in its place now: what that gives is computed
    where it is read, so nothing in it may have an effect, and the first thing that each turn computes reads it."""
    clause = node.generators[0]
    inner = clause.iter
    if not isinstance(inner, (ast.GeneratorExp, ast.ListComp)) or not isinstance(clause.target, ast.Name) or clause.ifs:
        return False
    if isinstance(inner, ast.ListComp) or not all(isinstance(n, _PURE) for n in walk(inner.elt)):
        return False  # a list is whole before the first turn
    name = clause.target.id
    if _first_read(node.elt) != name or len(node.generators) > 1:
        return False
    held = with_own_targets(inner.elt, inner.generators, lambda target, i: f"_{target}_{node.lineno}_{node.col_offset}_{i}_of_inner_")
    node.elt = with_names(node.elt, name, held)
    node.generators = inner.generators
    return True


def _first_read(node: ast.expr) -> str:
    """The name that an expression reads first, calls of functions aside."""
    while True:
        if isinstance(node, ast.Call):
            node = node.func if isinstance(node.func, ast.Attribute) else node.args[0] if node.args else node
            if isinstance(node, ast.Call) and not node.args:
                return ""
        elif isinstance(node, (ast.Attribute, ast.Subscript)):
            node = node.value
        elif isinstance(node, ast.BinOp):
            node = node.right if isinstance(node.left, ast.Constant) else node.left
        else:
            return node.id if isinstance(node, ast.Name) else ""
