"""`rows[i:j] = [...]` of a list of tuples, which lists/stored_parts.py has written as a call, as such a call for each list of numbers."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from unpython._library.python_functions import lists as library
from unpython._writing.calls import OwnCall
from unpython._writing.nodes import copy_tree, load, part_of, store

_STORES = (library.store_end, library.store_part, library.store_each, library.store_each_to_end)


def stores_part(node: Any) -> bool:
    return isinstance(node, OwnCall) and node.function in _STORES and isinstance(node.elts[1], ast.Name)


def statements(node: ast.stmt, call: Callable[..., Any], name: str, lists: list[ast.expr], ends: list[ast.expr]) -> list[ast.stmt]:
    """`lists`: what the part gets, by place of the tuples, which is all known before the first of it is stored."""
    width = len(lists)
    held = [part_of(name, width + i) for i in range(width)]
    made: list[ast.stmt] = [store(h, given) for h, given in zip(held, lists, strict=True)]
    made += [ast.Expr(OwnCall(call, [load(h), load(part_of(name, i)), *copy_tree(ends)])) for i, h in enumerate(held)]
    return [ast.fix_missing_locations(ast.copy_location(statement, node)) for statement in made]
