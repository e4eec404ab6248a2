"""Tuples in the tuples of a list, for rows.py: `rows.append(((a, b), n))` is a list for each of a, b and n.

A shape is 1 for what is no tuple, and a tuple of shapes for what is one: ((1, 1), 1).
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable, Iterator
from typing import Any

from unpython._library.containers import keys
from unpython._records import Joined
from unpython._writing.calls import OwnCall
from unpython._writing.nodes import is_simple, part_of


def shape_of(node: ast.expr) -> Any:
    return tuple(map(shape_of, node.elts)) if isinstance(node, ast.Tuple) else 1


def width_of(shape: Any) -> int:
    return sum(map(width_of, shape)) if isinstance(shape, tuple) else 1


def is_nested(shape: Any) -> bool:
    return isinstance(shape, tuple) and any(isinstance(part, tuple) for part in shape)


def flat(node: ast.expr, shape: Any) -> list[ast.expr] | None:
    """The parts of a tuple of that shape that is written out; None where it is another one."""
    if not isinstance(shape, tuple):
        return [node]
    if not isinstance(node, ast.Tuple) or len(node.elts) != len(shape):
        return None
    parts = [flat(item, part) for item, part in zip(node.elts, shape, strict=True)]
    return None if None in parts else [item for part in parts for item in part]  # type: ignore[union-attr]


def in_one(node: ast.expr) -> ast.expr:
    """A tuple without tuples in it: its order is the same."""
    if not isinstance(node, ast.Tuple):
        return node
    parts = [in_one(item) for item in node.elts]
    return ast.copy_location(ast.Tuple([e for p in parts for e in (p.elts if isinstance(p, ast.Tuple) else [p])], ast.Load()), node)


def together(parts: list[ast.expr], shape: Any) -> ast.Tuple:
    """A tuple of that shape of its parts."""
    return _tuple(iter(parts), shape)


def _tuple(parts: Iterator[ast.expr], shape: Any) -> Any:
    return ast.Tuple([_tuple(parts, part) for part in shape], ast.Load()) if isinstance(shape, tuple) else next(parts)


def zipped(lists: list[ast.expr], shape: Any, name: ast.expr) -> ast.expr:
    """zip(zip(a, b), n), of the name `zip`."""
    return _zip(iter(lists), shape, name)


def _zip(lists: Iterator[ast.expr], shape: Any, name: ast.expr) -> ast.expr:
    return ast.Call(name, [_zip(lists, part, name) for part in shape], []) if isinstance(shape, tuple) else next(lists)


def joined(lists: list[ast.expr], shape: Any) -> Joined:
    """What is returned as the list again."""
    if not is_nested(shape):
        return Joined("rows", lists)
    made = Joined("text", lists)
    made.make = _maker(shape)
    return made


def is_row(node: ast.expr) -> bool:
    """x[i], (a, b): simple parts, in whatever order they are computed."""
    if isinstance(node, ast.Subscript):
        return isinstance(node.value, ast.Name) and not isinstance(node.slice, ast.Slice) and is_simple(node.slice)
    return isinstance(node, ast.Tuple) and all(map(is_simple, node.elts))


def method(part: ast.expr, name: str, arguments: list[ast.expr]) -> ast.expr:
    return ast.Call(ast.Attribute(part, name, ast.Load()), list(arguments), [])


@functools.cache
def _maker(shape: Any) -> Callable[[tuple[Any, ...]], Any]:
    """One function for each shape: results of one kind are of one class in all `return` statements."""

    def items(lists: Iterator[Any], part: Any) -> Any:
        return zip(*[items(lists, inner) for inner in part], strict=True) if isinstance(part, tuple) else next(lists)

    return lambda lists: list(items(iter(lists), shape))


def copied(node: Any, given: dict[str, tuple[type, ...]]) -> list[ast.stmt]:
    """The lists of parameters, of which the call gives arrays."""
    lists = {bool: keys.list_of_bools, int: keys.list_of_integers, float: keys.list_of_floats, str: keys.list_of_integers}
    made: list[ast.stmt] = [
        ast.Assign([ast.Name(part_of(name, place), ast.Store())], OwnCall(lists[kind], [ast.Name(f"{name}.{place}", ast.Load())]))
        for name, types in given.items() for place, kind in enumerate(types)
    ]  # fmt: skip
    return [ast.copy_location(statement, node.body[0]) for statement in made]
