"""Sorting and choosing by what a function gives that is written where it is called: its values come first, in lists.

    max(lines, key=lambda s: score(s))       keys = []
                                             for s in lines:
                                                 keys.append(score(s))
                                             lines[max(range(len(lines)), key=lambda i: keys[i])]
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from unpython._writing.nodes import copy_tree, load, store

KEYED = frozenset("sorted min max".split())


def key_of(node: ast.Call) -> ast.Lambda | None:
    """key=lambda x: ..."""
    found = [k.value for k in node.keywords if k.arg == "key"]
    key = found[0] if len(found) == 1 else None
    is_plain = isinstance(key, ast.Lambda) and len(key.args.args) == 1 and not (key.args.defaults or key.args.vararg or key.args.kwonlyargs)
    return key if is_plain else None  # type: ignore[return-value]


def written(node: ast.Call, key: ast.Lambda, name: str, items: ast.expr, new_name: Callable[[], str]) -> tuple[list[ast.stmt], ast.expr]:
    """The statements that come first, and what stands in the place of `name(items, key=key)`. `items`: a name, or what is gone through
    once."""
    made: list[ast.stmt] = []
    if not isinstance(items, ast.Name):
        held = new_name()
        made.append(store(held, items if isinstance(items, ast.ListComp) else ast.Call(load("list"), [items], [])))
        items = load(held)
    parts = key.body.elts if isinstance(key.body, ast.Tuple) else [key.body]
    lists = [new_name() for _ in parts]
    made += [store(of, ast.List([], ast.Load())) for of in lists]
    appends: list[ast.stmt] = [
        ast.Expr(ast.Call(ast.Attribute(load(of), "append", ast.Load()), [part], [])) for of, part in zip(lists, parts, strict=True)
    ]
    made.append(ast.For(ast.Name(key.args.args[0].arg, ast.Store()), copy_tree(items), appends, []))
    place = new_name()
    at: list[ast.expr] = [ast.Subscript(load(of), load(place), ast.Load()) for of in lists]
    by = ast.Lambda(copy_tree(key.args), at[0] if len(at) == 1 else ast.Tuple(at, ast.Load()))
    by.args.args[0].arg = place
    places = ast.Call(load("range"), [ast.Call(load("len"), [copy_tree(items)], [])], [])
    others = [k for k in node.keywords if k.arg != "key"]
    chosen = ast.Call(load(name), [places], [ast.keyword("key", by), *others])
    value: Any = ast.Subscript(items, chosen, ast.Load())
    if name == "sorted":
        number = new_name()
        clause = ast.comprehension(ast.Name(number, ast.Store()), chosen, [], 0)
        value = ast.ListComp(ast.Subscript(items, load(number), ast.Load()), [clause])
    return [ast.fix_missing_locations(ast.copy_location(s, node)) for s in made], ast.fix_missing_locations(ast.copy_location(value, node))


def sorted_in_place(node: ast.Call, owner: ast.Name, value: ast.expr, new_name: Callable[[], str]) -> list[ast.stmt]:
    """owner.sort(key=...), of which `value` is the sorted list."""
    held, place = new_name(), new_name()
    target = ast.Subscript(copy_tree(owner), load(place), ast.Store())
    over = ast.Call(load("range"), [ast.Call(load("len"), [copy_tree(owner)], [])], [])
    loop = ast.For(ast.Name(place, ast.Store()), over, [ast.Assign([target], ast.Subscript(load(held), load(place), ast.Load()))], [])
    return [ast.fix_missing_locations(ast.copy_location(s, node)) for s in (store(held, value), loop)]
