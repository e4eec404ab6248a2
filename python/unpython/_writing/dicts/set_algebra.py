"""`x & y`, `x | y`, `x - y`, `x ^ y` of two sets that have names (set_names.py), as lists of their items and as new sets, and `x <= y` and
its kin: for tables.py.

`name_of`: the name of a set, None for other expressions; `part`: one of its lists; `parts_of`: all.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from unpython._library.containers import set_algebra, sets
from unpython._writing.calls import OwnCall
from unpython._writing.nodes import walk

#: Into a new set, and into that on the left of `&=`.
INTO_NEW: dict[type, Callable[..., None]] = {
    ast.BitAnd: set_algebra.both, ast.BitOr: set_algebra.either, ast.Sub: set_algebra.first_only, ast.BitXor: set_algebra.one_only,
}  # fmt: skip
IN_PLACE: dict[type, Callable[..., None]] = {
    ast.BitAnd: set_algebra.keep, ast.BitOr: set_algebra.merge, ast.Sub: set_algebra.take_out, ast.BitXor: set_algebra.exchange,
}  # fmt: skip
_OPERATORS = {ast.BitAnd: sets.in_both, ast.BitOr: sets.in_either, ast.Sub: sets.in_first, ast.BitXor: sets.in_one}
_COUNTS: dict[type, Callable[..., int]] = {
    ast.BitAnd: set_algebra.count_common, ast.BitOr: set_algebra.count_either, ast.Sub: set_algebra.count_first_only,
    ast.BitXor: set_algebra.count_one_only,
}  # fmt: skip
_COMPARISONS = {ast.LtE: set_algebra.is_within, ast.Lt: set_algebra.is_part, ast.Eq: set_algebra.are_equal}
_TURNED: dict[type, type[ast.cmpop]] = {ast.GtE: ast.LtE, ast.Gt: ast.Lt}

NameOf = Callable[[Any], "str | None"]
Part = Callable[[str, str], ast.expr]
PartsOf = Callable[[str], list[ast.expr]]


def items(node: ast.expr, name_of: NameOf, part: Part) -> ast.expr | None:
    """The items of what an operator makes of two sets, in no order that a program may see."""
    if not isinstance(node, ast.BinOp) or type(node.op) not in _OPERATORS:
        return None
    left, right = name_of(node.left), name_of(node.right)
    if left is None or right is None:
        return None
    given = [part(name, what) for name in (left, right) for what in ("items", "keys", "table")]
    return ast.copy_location(OwnCall(_OPERATORS[type(node.op)], given), node)


def count(node: ast.expr, name_of: NameOf, parts_of: PartsOf) -> ast.expr | None:
    """How many items an operator makes of two sets."""
    if not isinstance(node, ast.BinOp) or type(node.op) not in _COUNTS:
        return None
    left, right = name_of(node.left), name_of(node.right)
    if left is None or right is None:
        return None
    return ast.copy_location(OwnCall(_COUNTS[type(node.op)], [*parts_of(left), *parts_of(right)]), node)


def comparison(node: ast.Compare, name_of: NameOf, parts_of: PartsOf) -> ast.expr | None:
    """Whether one set is a part of another."""
    left, right = name_of(node.left), name_of(node.comparators[0])
    if len(node.ops) != 1 or left is None or right is None:
        return None
    kind = type(node.ops[0])
    if kind in _TURNED:
        left, right, kind = right, left, _TURNED[kind]
    if kind is ast.NotEq:
        equal = OwnCall(set_algebra.are_equal, [*parts_of(left), *parts_of(right)])
        return ast.copy_location(ast.UnaryOp(ast.Not(), ast.copy_location(equal, node)), node)
    if kind not in _COMPARISONS:
        return None
    return ast.copy_location(OwnCall(_COMPARISONS[kind], [*parts_of(left), *parts_of(right)]), node)


@dataclass
class _Link:
    """A set, and one that comes into it. `orders`: whether the order of the one says that of the other; `fills`: whether its items come one
    by one; `takes_out`: whether items may be taken out; `is_moved`: the set is that one."""

    name: str
    source: str
    orders: bool = True
    fills: bool = False
    takes_out: bool = False
    is_moved: bool = False


def note_orders(tables: dict[str, Any], node: ast.AST) -> None:
    """What sets have of those that come into them."""
    sets_alone = {name for name, table in tables.items() if table.kind == "set"}
    links = [link for n in walk(node) for link in _links(n) if {link.name, link.source} <= sets_alone]
    before: Any = None
    while before != (before := [(t.width, t.order_is_known, t.is_filled, t.loses_keys) for t in tables.values()]):
        for link in links:
            table, other = tables[link.name], tables[link.source]
            table.width = other.width = max(table.width, other.width)
            table.order_is_known &= not link.orders or (other.order_is_known and not other.is_given)
            table.is_filled &= other.is_filled if link.is_moved else link.fills
            table.loses_keys |= other.loses_keys if link.is_moved else link.takes_out


def _links(node: ast.AST) -> list[_Link]:
    if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name) and isinstance(node.value, ast.Name):
        op = type(node.op)
        takes_out = op in (ast.Sub, ast.BitXor)
        return [_Link(node.target.id, node.value.id, op is not ast.Sub, op is ast.BitAnd, takes_out)] if op in IN_PLACE else []
    if not isinstance(node, ast.Assign) or not isinstance(node.targets[0], ast.Name):
        return []
    name, value = node.targets[0].id, node.value
    if isinstance(value, ast.Call) and len(value.args) == 1 and isinstance(value.args[0], ast.Name):
        return [_Link(name, value.args[0].id, is_moved=getattr(value, "is_moved", False))]
    if not isinstance(value, ast.BinOp) or type(value.op) not in INTO_NEW:
        return []
    op = type(value.op)
    takes_out = op in (ast.Sub, ast.BitXor)
    parts = [part.id for part in (value.left, value.right) if isinstance(part, ast.Name)]
    return [_Link(name, part, i == 0 or op is not ast.Sub, op is ast.BitAnd, takes_out) for i, part in enumerate(parts)]
