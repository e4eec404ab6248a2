"""walk() and copy_tree() of the package in Python: what they are, for the tests of those, and for versions of Python that have no `_core`."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from typing import Any, TypeVar

_Tree = TypeVar("_Tree")
_ATOMS = frozenset({str, int, float, bool, complex, bytes, type(None), type(...)})

#: Fields that hold no node, or one without anything in it.
_LEAVES = frozenset("ctx id attr arg name kind module level simple conversion is_async type_comment".split())
_fields: dict[type, tuple[str, ...]] = {}  # that may hold nodes, by class


def _fields_of(kind: type[ast.AST]) -> tuple[str, ...]:
    found = _fields[kind] = tuple(field for field in kind._fields if field not in _LEAVES)
    return found


def walk(node: ast.AST) -> Iterator[ast.AST]:
    """As ast.walk(), but for ast.Load() and its kin, which say where a node stands."""
    nodes = [node]
    for each in nodes:
        kind = each.__class__
        for field in _fields[kind] if kind in _fields else _fields_of(kind):
            value = getattr(each, field, None)
            if value.__class__ is list:
                nodes += [item for item in value if isinstance(item, ast.AST)]
            elif isinstance(value, ast.AST):
                nodes.append(value)
        yield each


def copy_tree(tree: _Tree, instead: dict[int, Any] | None = None) -> _Tree:
    """What copy.deepcopy gives of a tree, or of a list of trees: what is shared inside is shared in the copy. Without recursion, since a
    long sum is a deep tree, and without asking each node how it is pickled. Nodes that hold nothing (ast.Load()) are not copied.
    `instead`: what stands in the copy for some nodes, by id()."""
    made: dict[int, Any] = dict(instead or {})
    waiting: list[tuple[Any, Any]] = []

    def copied(value: Any) -> Any:
        kind: Any = type(value)
        if kind in _ATOMS:
            return value
        found = made.get(id(value))
        if found is not None:
            return found
        if isinstance(value, ast.AST):
            if not (kind._fields or kind._attributes):
                return value
            found = kind.__new__(kind)
        elif kind is list:
            found = []
        else:
            return copy.deepcopy(value, made)
        made[id(value)] = found
        waiting.append((value, found))
        return found

    whole: _Tree = copied(tree)
    while waiting:
        given, found = waiting.pop()
        if type(given) is list:
            found.extend([copied(item) for item in given])
        else:
            fields = found.__dict__
            for name, value in given.__dict__.items():
                fields[name] = copied(value)
    return whole
