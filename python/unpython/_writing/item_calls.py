"""Calls over a few items that are written out, for plainer.py."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from typing import Any

from unpython._writing.nodes import copy_tree


def mapped(target: Any, value: Any, value_of: Callable[[ast.expr], Any]) -> ast.expr:
    """x, y = map(f, (a, b)): x, y = f(a), f(b)"""
    is_call = isinstance(target, ast.Tuple) and isinstance(value, ast.Call) and len(value.args) == 2 and not value.keywords
    if not is_call or not isinstance(value.args[1], (ast.Tuple, ast.List)) or not isinstance(value.args[0], (ast.Name, ast.Attribute)):
        return value
    items = value.args[1].elts
    if len(items) != len(target.elts) or any(isinstance(i, ast.Starred) for i in [*items, *target.elts]) or value_of(value.func) is not map:
        return value
    calls: list[ast.expr] = [ast.Call(copy_tree(value.args[0]), [item], []) for item in items]
    return ast.fix_missing_locations(ast.copy_location(ast.Tuple(calls, ast.Load()), value))


def array_of_terms(node: ast.Call, value_of: Callable[[ast.expr], Any]) -> ast.expr | None:
    """np.array([1.0] + [f(k) for k in v]): the parts as arrays, as an array has one type, and 1.0 in it is NumPy's."""
    terms = _terms(node.args[0]) if len(node.args) == 1 and not node.keywords else []
    written = [term for term in terms if isinstance(term, ast.List)]
    are_floats = all(isinstance(item, ast.Constant) and type(item.value) is float for term in written for item in term.elts)
    if not written or len(terms) < 2 or not are_floats or not all(term.elts for term in written):
        return None
    if not all(isinstance(term, (ast.List, ast.ListComp)) for term in terms) or not _is_numpys_array(node.func, value_of):
        return None
    parts: list[ast.expr] = [ast.Call(copy_tree(node.func), [term], []) for term in terms]
    joined = ast.Attribute(copy_tree(node.func.value), "concatenate", ast.Load())  # type: ignore[attr-defined]
    return ast.Call(joined, [ast.Tuple(parts, ast.Load())], [])


def formatted(node: ast.Call, value_of: Callable[[ast.expr], Any]) -> ast.expr | None:
    """`format(x, "08b")` as `f"{x:08b}"`"""
    if not isinstance(node.func, ast.Name) or len(node.args) != 2 or node.keywords or value_of(node.func) is not format:
        return None
    given, how = node.args
    if isinstance(how, ast.Constant) and type(how.value) is str:
        how = ast.JoinedStr([how])
    return ast.JoinedStr([ast.FormattedValue(given, -1, how)]) if isinstance(how, ast.JoinedStr) else None


def _is_numpys_array(node: ast.expr, value_of: Callable[[ast.expr], Any]) -> bool:
    numpy: Any = sys.modules.get("numpy")
    return numpy is not None and isinstance(node, ast.Attribute) and value_of(node) is numpy.array


def _terms(node: ast.expr) -> list[ast.expr]:
    """Of a sum."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return [*_terms(node.left), *_terms(node.right)]
    return [node]
