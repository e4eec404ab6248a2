"""Generators that call themselves: functions that give a list of the items, where nobody can tell."""

from __future__ import annotations

import ast
import copy
from typing import Any

_OUT = "items_"


class _Collecting(ast.NodeTransformer):
    """`yield x` becomes `items_.append(x)`."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        return node

    def visit_Return(self, node: ast.Return) -> ast.AST:
        return ast.copy_location(ast.Return(ast.Name(_OUT, ast.Load())), node)

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        inner = node.value
        if isinstance(inner, (ast.Yield, ast.YieldFrom)):
            method = ast.Attribute(ast.Name(_OUT, ast.Load()), "append" if isinstance(inner, ast.Yield) else "extend", ast.Load())
            node.value = ast.Call(method, [inner.value or ast.Constant(None)], [])
        return node


def collecting(node: ast.FunctionDef) -> ast.FunctionDef | None:
    """The function that gives a list of what a generator yields; None where `yield` is part of something else."""
    yields = [n for n in ast.walk(node) if isinstance(n, (ast.Yield, ast.YieldFrom))]
    statements = [n.value for n in ast.walk(node) if isinstance(n, ast.Expr)]
    if any(y not in statements for y in yields) or any(isinstance(n, (ast.Try, ast.With)) for n in ast.walk(node)):
        return None
    made = copy.deepcopy(node)
    body: list[Any] = [_Collecting().visit(s) for s in made.body]
    first = ast.Assign([ast.Name(_OUT, ast.Store())], ast.List([], ast.Load()))
    made.body = [first, *body, ast.Return(ast.Name(_OUT, ast.Load()))]
    for n in ast.walk(made):
        ast.copy_location(n, node) if not hasattr(n, "lineno") else None
    return ast.fix_missing_locations(made)


def changes_little(loop: ast.For) -> bool:
    """Whether the body of a loop over such items changes lists and dicts alone that have a name of their own, and none that the call has."""
    given = {n.id for n in ast.walk(loop.iter) if isinstance(n, ast.Name)}
    for n in [n for s in loop.body for n in ast.walk(s)]:
        if isinstance(n, ast.Attribute) and not isinstance(n.ctx, ast.Load):
            return False
        holder = n.value if isinstance(n, ast.Subscript) and not isinstance(n.ctx, ast.Load) else None
        if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute):
            holder = n.func.value
        elif isinstance(n, ast.Call) and not (isinstance(n.func, ast.Name) and n.func.id in _PLAIN):
            return False
        if holder is not None and not isinstance(holder, ast.Constant) and not (isinstance(holder, ast.Name) and holder.id not in given):
            return False
    return True


_PLAIN = frozenset("len abs min max sum round str int float repr range enumerate zip sorted list tuple set dict isinstance print".split())
