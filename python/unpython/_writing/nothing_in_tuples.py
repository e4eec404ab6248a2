"""`return a, x if c else None`: a flag and a value are results in the place of that part, and the caller gets one of the two.

The value is a number, and the test is one that may be asked twice. The value of the flag where it is false is 0, which nobody sees.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._records import Joined
from unpython._writing.nodes import copy_tree, is_name, value_or_none
from unpython._writing.nothing import is_none, returned

_ASKED_TWICE = (ast.Name, ast.Constant, ast.Compare, ast.BoolOp, ast.UnaryOp, ast.BinOp, ast.expr_context, ast.cmpop, ast.boolop, ast.unaryop, ast.operator)


def _has_either(body: list[ast.stmt]) -> bool:
    return any(_is_either(part) for value in returned(body) if isinstance(value, ast.Tuple) for part in value.elts)


def rewritten(function: FunctionType, node: Any) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` that returns flags and values, no names, and what free names it relies on."""
    if not _has_either(node.body):
        return node, frozenset(), []
    made = copy_tree(node)
    calls_len = any(is_name(n, "len") for n in ast.walk(made))
    used = [_bindings.resolve(function, "len", [])] if calls_len else []
    if any(binding.target != "builtins.len" for binding in used):
        return node, frozenset(), []
    for value in returned(made.body):
        if isinstance(value, ast.Tuple):
            value.elts = [_joined(part) if _is_either(part) else part for part in value.elts]
    return ast.fix_missing_locations(made), frozenset(), used


def _is_either(node: Any) -> bool:
    return isinstance(node, ast.IfExp) and is_none(node.body) != is_none(node.orelse) and all(map(_may_be_asked_twice, ast.walk(node.test)))


def _may_be_asked_twice(node: ast.AST) -> bool:
    return isinstance(node, _ASKED_TWICE) or (isinstance(node, ast.Call) and is_name(node.func, "len"))


def _joined(node: Any) -> ast.expr:
    is_first = is_none(node.orelse)
    value = node.body if is_first else node.orelse
    ways = [value, ast.Constant(0)] if is_first else [ast.Constant(0), value]
    held = ast.copy_location(ast.IfExp(copy_tree(node.test), *ways), node)
    flag = ast.IfExp(node.test, ast.Constant(is_first), ast.Constant(not is_first))
    made = Joined("text", [flag, held])
    made.make = value_or_none
    return ast.copy_location(made, node)
