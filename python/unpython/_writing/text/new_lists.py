"""Lists of numbers that are written out in place of texts."""

from __future__ import annotations

import ast

ONE = "character."


def list_of(codes: list[ast.expr], is_empty: bool = False) -> ast.expr:
    """A list that is like others, which may grow: one that is written out has its length from the beginning."""
    clause = ast.comprehension(ast.Name(ONE, ast.Store()), ast.Tuple(codes, ast.Load()), [], 0)
    items = ast.ListComp(ast.Name(ONE, ast.Load()), [clause])
    return ast.Subscript(items, ast.Slice(ast.Constant(1), None, None), ast.Load()) if is_empty else items
