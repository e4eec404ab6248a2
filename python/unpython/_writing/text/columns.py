"""`for column in zip(*lines)` of a list of texts: each column is a list of characters. It is a tuple in Python, so it may only be counted,
gone through and asked for items.

    for column in zip(*lines):              for k in columns(words, lines):
        ones = column.count("1")                column = column_at(words, lines, k)
                                                ones = column.count(49)
"""

from __future__ import annotations

import ast
from typing import Any

from unpython._library.texts import words
from unpython._writing.calls import OwnCall

_TAKE = frozenset("Counter set sorted len max min any all enumerate reversed list".split())


def star_of(node: Any, nodes: list[Any]) -> ast.Starred | None:
    """The star of such a loop; None of other nodes."""
    if not isinstance(node, ast.For) or not isinstance(node.target, ast.Name) or not is_columns(node.iter):
        return None
    name = node.target.id
    fine: set[int] = {id(node.target)}
    for n in nodes:
        if isinstance(n, ast.Attribute) and n.attr == "count":
            fine.add(id(n.value))
        elif isinstance(n, (ast.For, ast.comprehension)):
            fine.add(id(n.iter))
        elif isinstance(n, ast.Subscript) and isinstance(n.slice, (ast.Constant, ast.Name)):
            fine.add(id(n.value))
        elif isinstance(n, ast.Call) and (getattr(n.func, "id", "") in _TAKE or getattr(n.func, "attr", "") in ("join", "Counter")):
            fine |= set(map(id, n.args[:1]))
    used = [n for n in nodes if isinstance(n, ast.Name) and n.id == name]
    return node.iter.args[0] if all(id(n) in fine for n in used) else None  # type: ignore[attr-defined, no-any-return]


def is_columns(node: Any) -> bool:
    """zip(*lines)"""
    is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "zip" and len(node.args) == 1 and not node.keywords
    return is_call and isinstance(node.args[0], ast.Starred) and isinstance(node.args[0].value, ast.Name)


def written(writer: Any, node: ast.For, body: list[ast.stmt]) -> ast.For:
    rows = node.iter.args[0].value  # type: ignore[attr-defined]
    number = writer._name()
    column = OwnCall(words.column_at, [writer._words(), rows, ast.Name(number, ast.Load())])
    node.body = [ast.copy_location(ast.Assign([node.target], column), node), *body]
    node.target = ast.Name(number, ast.Store())
    node.iter = ast.copy_location(OwnCall(words.columns, [writer._words(), rows]), node.iter)
    return ast.fix_missing_locations(node)
