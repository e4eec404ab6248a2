"""`x & y`, `x | y`, `x - y`, `x ^ y` of two sets, as lists of their items, and `x <= y` and its kin: for tables.py.

`name_of`: the name of a set, None for other expressions; `part`: one of its lists.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from unpython._library.containers import sets
from unpython._writing.calls import OwnCall

_OPERATORS = {ast.BitAnd: sets.in_both, ast.BitOr: sets.in_either, ast.Sub: sets.in_first, ast.BitXor: sets.in_one}
_COMPARISONS = {ast.LtE: sets.is_within, ast.Lt: sets.is_part, ast.Eq: sets.are_equal_sets}
_TURNED: dict[type, type[ast.cmpop]] = {ast.GtE: ast.LtE, ast.Gt: ast.Lt}

NameOf = Callable[[Any], "str | None"]
Part = Callable[[str, str], ast.expr]


def items(node: ast.expr, name_of: NameOf, part: Part) -> ast.expr | None:
    """The items of what an operator makes of two sets, in no order that a program may see."""
    if not isinstance(node, ast.BinOp) or type(node.op) not in _OPERATORS:
        return None
    left, right = name_of(node.left), name_of(node.right)
    if left is None or right is None:
        return None
    given = [part(name, what) for name in (left, right) for what in ("items", "keys", "table")]
    return ast.copy_location(OwnCall(_OPERATORS[type(node.op)], given), node)


def comparison(node: ast.Compare, name_of: NameOf, part: Part) -> ast.expr | None:
    """Whether one set is a part of another."""
    left, right = name_of(node.left), name_of(node.comparators[0])
    if len(node.ops) != 1 or left is None or right is None:
        return None
    kind = type(node.ops[0])
    if kind in _TURNED:
        left, right, kind = right, left, _TURNED[kind]
    if kind not in _COMPARISONS:
        return None
    given = [part(name, what) for name in (left, right) for what in ("items", "keys", "table")]
    return ast.copy_location(OwnCall(_COMPARISONS[kind], given), node)
