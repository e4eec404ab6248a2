"""What stands behind a test of the kind of a value, in both ways of the test, where one of them gives the name another kind of value:

    if a.ndim == 2:                     if a.ndim == 2:
        a = a.mean(axis=1)                  a = a.mean(axis=1)
    return a * 2                            return a * 2
                                        else:
                                            return a * 2

    if flat:                            any test, where an array gets other dimensions
        a = a.ravel()

A name has one kind of value in each of them, and a name of a constant is that one where it is asked (`one = False` in front of the test,
`one = True` in it, `if one: a = a[0]` behind it), or is an axis. Asked only where a function was refused as it is.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._writing.defaults.known_values import with_values
from unpython._writing.nodes import copy_tree, is_name, is_none, walk

_OF_ARRAYS = frozenset("ndim size shape dtype".split())
_OF_VALUES = frozenset("isinstance isscalar ndim hasattr callable".split())
_OTHER_DIMENSIONS = frozenset("ravel flatten reshape squeeze sum mean max min prod std var any all argmax argmin".split())
_MOST_TESTS, _MOST_NODES = 3, 400
LEFT_ALONE = (ast.FunctionDef, ast.ClassDef, ast.Lambda, ast.Try, ast.With, ast.Yield, ast.YieldFrom, ast.Global, ast.Nonlocal)


def rewritten(function: FunctionType, node: Any) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def`, no names, and no free names."""
    if not isinstance(node, ast.FunctionDef) or not any(map(_begins, node.body[:-1])):
        return node, frozenset(), []
    made = copy_tree(node)
    made.body = _apart(made.body, _MOST_TESTS)
    if not any(isinstance(n, (ast.Nonlocal, ast.Global)) for n in walk(made)):
        made.body = with_values(made.body, {})
    return ast.fix_missing_locations(made), frozenset(), []


def _apart(body: list[ast.stmt], most: int) -> list[ast.stmt]:
    body = [part for statement in body for part in _as_statements(statement)]
    for i, statement in enumerate(body[:-1]):
        rest = body[i + 1 :]
        nodes = [n for s in rest for n in walk(s)]
        if most and _begins(statement) and len(nodes) <= _MOST_NODES and not any(isinstance(n, LEFT_ALONE) for n in nodes):
            for field in ("body", "orelse"):
                way = getattr(statement, field)
                ends = bool(way) and isinstance(way[-1], (ast.Return, ast.Raise))
                setattr(statement, field, way if ends else _apart([*way, *copy_tree(rest)], most - 1))
            return [*body[:i], statement]
    return body


def _as_statements(node: ast.stmt) -> list[ast.stmt]:
    """`a = x if c else y` with a test of the kind of a value as a statement."""
    if not isinstance(node, ast.Assign) or not isinstance(node.value, ast.IfExp) or not asks_kind(node.value.test, _stored([node])):
        return [node]
    ways: list[list[ast.stmt]] = []
    for value in (node.value.body, node.value.orelse):
        made = copy_tree(node)
        made.value = copy_tree(value)
        ways.append([made])
    return [ast.copy_location(ast.If(node.value.test, *ways), node)]


def _begins(node: ast.stmt) -> bool:
    if isinstance(node, ast.If):
        return asks_kind(node.test, _stored([*node.body, *node.orelse])) or any(map(gives_other_dimensions, (*node.body, *node.orelse)))
    return isinstance(node, ast.Assign) and isinstance(node.value, ast.IfExp) and asks_kind(node.value.test, _stored([node]))


def gives_other_dimensions(node: ast.stmt) -> bool:
    """a = a.ravel(), a = a[None, :]"""
    if not isinstance(node, ast.Assign) or len(node.targets) != 1 or not isinstance(node.targets[0], ast.Name):
        return False
    name, value = node.targets[0].id, node.value
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute):
        return value.func.attr in _OTHER_DIMENSIONS and is_name(value.func.value, name)
    parts = value.slice.elts if isinstance(value, ast.Subscript) and isinstance(value.slice, ast.Tuple) and is_name(value.value, name) else []
    return any(is_none(part) or isinstance(part, ast.Constant) for part in parts)


def _stored(body: list[ast.stmt]) -> set[str]:
    """Names that these statements assign."""
    targets = [t for s in body if isinstance(s, ast.Assign) for t in s.targets]
    return {t.id for t in targets if isinstance(t, ast.Name)}


def asks_kind(test: ast.expr, names: set[str]) -> bool:
    """Whether a test asks for the kind of one of these."""
    for n in walk(test):
        if isinstance(n, ast.Attribute) and n.attr in _OF_ARRAYS and isinstance(n.value, ast.Name) and n.value.id in names:
            return True
        if isinstance(n, ast.Call) and n.args and isinstance(n.args[0], ast.Name) and n.args[0].id in names:
            called = n.func.attr if isinstance(n.func, ast.Attribute) else getattr(n.func, "id", "")
            if called in _OF_VALUES:
                return True
    return False
