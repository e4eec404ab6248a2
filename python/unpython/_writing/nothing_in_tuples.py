"""`return a, x if c else None`: a flag and a value are results in the place of that part, and the caller gets one of the two.

    return x, None                   x, (False, what nobody sees)
    return x, steps                  x, (True, steps)

The same for `return {"n": n, "std": None}` and another return with these keys. The value is a number where a test chooses it, else anything
that a function may return.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._records import Joined, Unset
from unpython._writing.nodes import copy_tree, is_name, load, value_or_none, walk
from unpython._writing.nothing import is_none, returned
from unpython._writing.results import several_kinds
from unpython._writing.results.same_arrays import SameArrays

_ASKED_TWICE = (ast.Name, ast.Constant, ast.Compare, ast.BoolOp, ast.UnaryOp, ast.BinOp, ast.expr_context, ast.cmpop, ast.boolop, ast.unaryop, ast.operator)


def _has_either(body: list[ast.stmt]) -> bool:
    return any(_is_either(part) for parts in _parts(body) for part in parts) or bool(_at_times(body))


def _parts(body: list[ast.stmt]) -> list[list[Any]]:
    """The parts of each tuple, and the values of each dict, that is written out where it is returned; also where other words have made a
    text of a part."""
    found = []
    for value in returned(body):
        if type(value) is ast.Tuple or (isinstance(value, Joined) and value.make is not None):
            found.append(value.elts)
        elif isinstance(value, ast.Dict):
            found.append(value.values)
    return found


def _at_times(body: list[ast.stmt]) -> set[int]:
    """The places that are None in some returns, and something else in others."""
    made = returned(body)
    shapes = {tuple(map(_text, value.keys)) if isinstance(value, ast.Dict) else len(getattr(value, "elts", ())) for value in made}
    parts = _parts(body)
    if len(made) < 2 or len(parts) < len(made) or len(shapes) != 1 or any(isinstance(part, ast.Starred) for part in parts[0]):
        return set()
    places = [[given[place] for given in parts] for place in range(len(parts[0]))]
    return {place for place, given in enumerate(places) if 0 < sum(map(is_none, given)) < len(given)}


def _have_places(node: Any, places: set[int], flat: frozenset[str]) -> bool:
    """Whether no two parts of which one is None at times may be one array."""
    given = _parts(node.body)
    columns = [list(column) for column in zip(*given, strict=True)]
    used = [frozenset(number for number, part in enumerate(column) if place not in places or not is_none(part)) for place, column in enumerate(columns)]
    return SameArrays(node, flat).have_places(columns, used)


def _text(key: ast.expr | None) -> Any:
    return key.value if isinstance(key, ast.Constant) and isinstance(key.value, str) else object()


def rewritten(function: FunctionType, node: Any, flat: frozenset[str]) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` that returns flags and values, no names, and what free names it relies on. `flat`: as several_kinds.py takes it."""
    if not _has_either(node.body):
        return node, frozenset(), []
    if (places := _at_times(node.body)) and not _have_places(node, places, flat):
        return several_kinds.rewritten(function, node, True, flat)
    made = copy_tree(node)
    calls_len = any(is_name(n, "len") for n in walk(made))
    used = [_bindings.resolve(function, "len", [])] if calls_len else []
    if any(binding.target != "builtins.len" for binding in used):
        return node, frozenset(), []
    at_times = _at_times(made.body)
    names = set()
    for parts in _parts(made.body):
        for place, part in enumerate(parts):
            if _is_either(part):
                name = f"_part_{place}_is_given_"
                names.add(name)
                parts[place] = _joined(part, name)
            elif place in at_times:
                parts[place] = _held(part)
    return ast.fix_missing_locations(made), frozenset(names), used


def _is_either(node: Any) -> bool:
    return isinstance(node, ast.IfExp) and is_none(node.body) != is_none(node.orelse)


def _may_be_asked_twice(node: ast.AST) -> bool:
    return isinstance(node, _ASKED_TWICE) or (isinstance(node, ast.Call) and is_name(node.func, "len"))


def _joined(node: Any, name: str) -> ast.expr:
    """With a test that is asked twice, or once: the flag has a name then."""
    is_first = is_none(node.orelse)
    value = node.body if is_first else node.orelse
    given: ast.expr = ast.IfExp(node.test, ast.Constant(is_first), ast.Constant(not is_first))
    if all(map(_may_be_asked_twice, walk(node.test))):
        ways = [value, ast.Constant(0)] if is_first else [ast.Constant(0), value]
        return _flagged(node, given, ast.copy_location(ast.IfExp(copy_tree(node.test), *ways), node))
    return _flagged(node, ast.NamedExpr(ast.Name(name, ast.Store()), given), ast.copy_location(ast.IfExp(load(name), value, ast.Constant(0)), node))


def _held(node: Any) -> ast.expr:
    return _flagged(node, ast.Constant(not is_none(node)), Unset() if is_none(node) else node)


def _flagged(node: Any, flag: ast.expr, value: ast.expr) -> ast.expr:
    made = Joined("text", [flag, value])
    made.make = value_or_none
    return ast.copy_location(made, node)
