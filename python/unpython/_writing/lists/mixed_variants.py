"""Functions of the library that take lists of several types (mixed_lists.py), each written anew for the parameters that are such lists, or
tuples of lists of which some are:

    def pop(items, index):                  def pop(kinds, wholes, reals, index):
    def key_at(keys, number):               def key_at(kinds, wholes, reals, second, number):
        return keys[0][number], keys[1][number]     return item_at(kinds, wholes, reals, number), second[number]
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython._writing.lists.mixed_expressions import NotMixed, known_answer
from unpython._writing.lists.mixed_functions import copy_written_as
from unpython._writing.lists.mixed_names import PARTS, Items, spread
from unpython._writing.lists.mixed_statements import Rewriter
from unpython._writing.nodes import copy_tree, is_name, part_of, walk
from unpython._writing.plainer import find_source

#: By parameter: the types of the items of such a list; for a tuple of lists, those of each, or None; None for anything else.
Shapes = tuple[Any, ...]
_variants: dict[tuple[FunctionType, Shapes], FunctionType | None] = {}


def variant(function: FunctionType, shapes: Shapes) -> FunctionType | None:
    """A copy of the function that is written for such arguments (`written_node`); None where there is no way."""
    key = function, shapes
    if key not in _variants:
        _variants[key] = None  # while it is written: no function of the library that takes lists calls itself
        _variants[key] = _written(function, shapes)
    return _variants[key]


def _written(function: FunctionType, shapes: Shapes) -> FunctionType | None:
    code = function.__code__
    last = max(i for i, shape in enumerate(shapes) if shape is not None)
    if code.co_kwonlyargcount or len(shapes) > code.co_argcount or last >= code.co_argcount - len(function.__defaults__ or ()):
        return None
    names = code.co_varnames
    node = copy_tree(find_source(function).node)
    places = {names[i]: shape for i, shape in enumerate(shapes) if isinstance(shape, tuple)}
    node.body = _Places(node, places).block(node.body)
    mixed = {names[i]: shape for i, shape in enumerate(shapes) if isinstance(shape, frozenset)}
    mixed |= {_place(name, i): items for name, shape in places.items() for i, items in enumerate(shape) if items is not None}
    try:
        mixed = spread(node, mixed)
        node.body = Rewriter(function, mixed, node, variant).statements(node.body)
    except NotMixed:
        return None
    arguments = [*node.args.posonlyargs, *node.args.args]
    lists = [part for a in arguments for part in ([_place(a.arg, i) for i in range(len(places[a.arg]))] if a.arg in places else [a.arg])]
    parameters = [name for part in lists for name in ([part_of(part, end) for end in PARTS] if part in mixed else [part])]
    node.args.args, node.args.posonlyargs = [ast.copy_location(ast.arg(name), node) for name in parameters], []
    return copy_written_as(function, node)


def _place(name: str, place: int) -> str:
    return f"_{name}_place{place}_"


class _Places(ast.NodeTransformer):
    """Names for the lists of tuples of lists."""

    def __init__(self, node: Any, places: dict[str, tuple[Items | None, ...]]):
        self._places = places
        self._other: dict[str, str] = {}
        for n in walk(node):
            if isinstance(n, ast.Assign) and isinstance(n.value, ast.Name) and n.value.id in places and isinstance(n.targets[0], ast.Tuple):
                width = len(places[n.value.id])
                self._other.update((t.id, _place(n.value.id, i) if i < width else "") for i, t in enumerate(n.targets[0].elts))  # type: ignore[attr-defined]

    def block(self, body: list[ast.stmt]) -> list[ast.stmt]:
        return [made for statement in body if (made := self.visit(statement)) is not None]

    def visit_Assign(self, node: ast.Assign) -> Any:
        """first, second = keys"""
        is_of_lists = isinstance(node.value, ast.Name) and node.value.id in self._places and isinstance(node.targets[0], ast.Tuple)
        return None if is_of_lists else self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> Any:
        if node.id in self._places:
            names: list[ast.expr] = [ast.Name(_place(node.id, i), ast.Load()) for i in range(len(self._places[node.id]))]
            return ast.copy_location(ast.Tuple(names, ast.Load()), node)
        other = self._other.get(node.id, node.id)
        return ast.copy_location(ast.Name(other, node.ctx) if other else ast.Constant(0), node)  # in a way for longer tuples

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        if isinstance(node.value, ast.Name) and node.value.id in self._places and isinstance(node.slice, ast.Constant):
            place: Any = node.slice.value
            is_inside = place < len(self._places[node.value.id])
            return ast.copy_location(ast.Name(_place(node.value.id, place), ast.Load()) if is_inside else ast.Constant(0), node)
        return self.generic_visit(node)

    def _asks(self, node: Any, function: str) -> str | None:
        is_call = isinstance(node, ast.Call) and is_name(node.func, function)
        name = node.args[0].id if is_call and isinstance(node.args[0], ast.Name) else None
        return name if name in self._places else None

    def visit_Call(self, node: ast.Call) -> Any:
        return known_answer(True, node) if self._asks(node, "isinstance") else self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> Any:
        name = self._asks(node.left, "len")
        if name is None or not isinstance(node.comparators[0], ast.Constant) or not isinstance(node.ops[0], ast.Eq):
            return self.generic_visit(node)
        return known_answer(len(self._places[name]) == node.comparators[0].value, node)
