"""Stars in calls of a function that is written where it is called:

    model(t, *p)                                items = list(p)
                                                if len(items) != 2: raise TypeError(...)
                                                model(t, items[0], items[1])
    def step(f, t, *args): return f(t, *args)   step(g, t, a, b) is g(t, a, b)

The function has a fixed number of parameters without defaults, so what is starred has so many items.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from unpython._writing.functions.own_calls import NotWritten
from unpython._writing.nodes import is_name, load, store, walk


def without_stars(definition: Any, call: ast.Call, shown: str, new_name: Callable[[], str]) -> tuple[list[ast.stmt], ast.Call]:
    """What comes first, and the call. `shown`: the name of the function in messages. Raises NotWritten."""
    given = _flat(call.args)
    stars = [i for i, argument in enumerate(given) if isinstance(argument, ast.Starred)]
    if not stars or definition.args.vararg is not None:
        return [], call if not stars and len(given) == len(call.args) else _like(call, given)
    arguments = definition.args
    positional = [a.arg for a in (*arguments.posonlyargs, *arguments.args)]
    if len(stars) > 1 or arguments.defaults or arguments.kwonlyargs or arguments.kwarg or call.keywords or len(given) - 1 > len(positional):
        raise NotWritten
    place, count = stars[0], len(positional) - len(given) + 1
    behind = given[place + 1 :]
    if not all(isinstance(a, ast.Constant) for a in behind):
        raise NotWritten  # computed behind the items
    name = new_name()
    before = [store(name, ast.Call(load("list"), [given[place].value], []))]  # type: ignore[attr-defined]
    before += _held(given, place, new_name)
    before.append(_checked(name, positional, place, len(behind), count, shown))
    items = [ast.Subscript(load(name), ast.Constant(i), ast.Load()) for i in range(count)]
    made = [ast.fix_missing_locations(ast.copy_location(s, call)) for s in before]
    return [*made[1:-1], made[0], made[-1]], _like(call, [*given[:place], *items, *behind])


def _held(given: list[ast.expr], place: int, new_name: Callable[[], str]) -> list[ast.stmt]:
    """Names for what is computed in front of the star."""
    made: list[ast.stmt] = []
    for i, value in enumerate(given[:place]):
        if not isinstance(value, (ast.Constant, ast.Name, ast.Lambda)):
            name = new_name()
            made.append(store(name, value))
            given[i] = load(name)
    return made


def _like(call: ast.Call, given: list[ast.expr]) -> ast.Call:
    return ast.fix_missing_locations(ast.copy_location(ast.Call(call.func, given, call.keywords), call))


def _flat(given: list[ast.expr]) -> list[ast.expr]:
    made: list[ast.expr] = []
    for argument in given:
        value = argument.value if isinstance(argument, ast.Starred) else None
        made += _flat(value.elts) if isinstance(value, (ast.List, ast.Tuple)) else [argument]
    return made


def _checked(name: str, positional: list[str], first: int, behind: int, count: int, shown: str) -> ast.stmt:
    """What Python says where a list has too few or too many items."""

    def length() -> ast.expr:
        return ast.Call(load("len"), [load(name)], [])

    total = len(positional)
    plural = "" if total == 1 else "s"
    many: list[ast.expr] = [
        ast.Constant(f"{shown}() takes {total} positional argument{plural} but "),
        ast.FormattedValue(ast.BinOp(length(), ast.Add(), ast.Constant(first + behind)), -1),
        ast.Constant(" were given"),
    ]
    ways: list[tuple[ast.expr, ast.expr]] = []
    for found in range(count):
        missing = [repr(p) for p in positional[first + found + behind :]]
        listed = " and ".join(missing) if len(missing) < 3 else ", ".join(missing[:-1]) + ", and " + missing[-1]
        text = f"{shown}() missing {len(missing)} required positional argument{'' if len(missing) == 1 else 's'}: {listed}"
        ways.append((ast.Compare(length(), [ast.Eq()], [ast.Constant(found)]), ast.Constant(text)))
    ways.append((ast.Compare(length(), [ast.Gt()], [ast.Constant(count)]), ast.JoinedStr(many)))
    made: list[ast.stmt] = []
    for test, message in reversed(ways):
        made = [ast.If(test, [ast.Raise(ast.Call(load("TypeError"), [message], []), None)], made)]
    return made[0]


def spread(body: list[ast.stmt], name: str, value: ast.Tuple, held: Callable[[int], str]) -> tuple[list[ast.stmt], list[ast.stmt], bool]:
    """The statements in which `f(*name)` is given the items that are written out; what comes first; whether the name is still read."""
    before: list[ast.stmt] = []
    for i, item in enumerate(value.elts):
        if not isinstance(item, (ast.Name, ast.Constant)):
            before.append(store(held(i), item))
            value.elts[i] = load(held(i))
    writer = _Spread(name, value.elts)
    made = [writer.visit(s) for s in body]
    return made, before, any(is_name(n, name) for s in made for n in walk(s))


class _Spread(ast.NodeTransformer):
    def __init__(self, name: str, items: list[ast.expr]):
        self._name = name
        self._items = items

    def visit_Call(self, node: ast.Call) -> Any:
        self.generic_visit(node)
        node.args = [part for a in node.args for part in (self._given(a))]
        return node

    def _given(self, node: ast.expr) -> list[ast.expr]:
        if not isinstance(node, ast.Starred) or not is_name(node.value, self._name):
            return [node]
        return [_OfCaller(item) for item in self._items]


class _OfCaller(ast.expr):
    """An expression of the caller among those of the function: its names stay what they are."""

    _fields = ("value",)

    def __init__(self, value: ast.expr):
        super().__init__()
        self.value = value
