"""The order in which `sorted(rows, key=lambda row: row[1])` has the tuples of a list, for rows.py: by their places."""

from __future__ import annotations

import ast
from typing import Any

from unpython._library.containers import table_items
from unpython._writing.calls import OwnCall, sorted_by
from unpython._writing.lists import row_shapes
from unpython._writing.nodes import copy_tree


def order(call: ast.Call, parts: list[ast.expr], given: int, place: str, shape: Any) -> ast.expr | None:
    """The places of the tuples, whose items are in these lists, as `sorted` and `sort` have them; None where the key does something
    else than look at items. `given`: how many arguments come before the keywords; `place`: a name of its own; `shape`: of the
    tuples."""
    keywords = {k.arg: k.value for k in call.keywords}
    key = keywords.pop("key", None)
    reverse = keywords.pop("reverse", ast.Constant(False))
    if keywords or len(call.args) != given or not isinstance(reverse, ast.Constant) or type(reverse.value) is not bool:
        return None
    items: list[ast.expr] = [ast.Subscript(part, ast.Name(place, ast.Load()), ast.Load()) for part in parts]
    if key is None:
        body: ast.expr = ast.Tuple(items, ast.Load())
    else:
        is_plain = isinstance(key, ast.Lambda) and len(key.args.args) == 1 and not key.args.defaults and key.args.vararg is None
        if not is_plain:
            return None
        inside = TupleItems(key.args.args[0].arg, row_shapes.together(items, shape).elts)  # type: ignore[attr-defined]
        body = row_shapes.in_one(inside.visit(copy_tree(key.body)))  # type: ignore[attr-defined]
        if inside.is_whole:
            return None
    argument = ast.arguments([], [ast.arg(place)], None, [], [], None, [])
    places = OwnCall(table_items.places, [parts[0]])
    return sorted_by(places, ast.Lambda(argument, body), reverse.value)


def in_order(parts: list[ast.expr], places: ast.expr) -> list[ast.expr]:
    """The lists in that order."""
    return [OwnCall(table_items.items_at, [part, places]) for part in parts]


class TupleItems(ast.NodeTransformer):
    """row[1] as the item of a list, row[0][1] as the item in its tuple; `is_whole`: the tuple is used in another way."""

    def __init__(self, name: str, items: list[ast.expr]):
        self._name = name
        self._items = items
        self.is_whole = False

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        is_named = isinstance(node.value, ast.Name) and node.value.id == self._name
        value: Any = None if is_named else self.visit(node.value)
        if not is_named and not isinstance(value, ast.Tuple):
            node.value, node.slice = value, self.visit(node.slice)
            return node
        items = self._items if is_named else value.elts
        index: Any = node.slice
        is_behind = isinstance(index, ast.UnaryOp) and isinstance(index.op, ast.USub)
        number = index.operand if is_behind else index
        count = len(items)
        if (
            not isinstance(number, ast.Constant)
            or type(number.value) is not int
            or not 0 <= number.value < count + is_behind
            or (is_behind and not number.value)
        ):
            self.is_whole = True
            return node
        return ast.copy_location(copy_tree(items[count - number.value if is_behind else number.value]), node)

    def visit_Name(self, node: ast.Name) -> Any:
        self.is_whole |= node.id == self._name
        return node
