"""Dicts of tuples with texts as keys that a call gives, or that stand around the function, read by keys that the text does not say:

    STEPS = {"N": (0, 1), "E": (1, 0)}
    dx, dy = STEPS[c]                   table = {"N": (n0, n1), "E": (e0, e1)}, where n0, n1 = STEPS["N"] and e0, e1 = STEPS["E"]
                                        dx, dy = table[c]

The tuples are all of one length; the keys are part of the program. tuple_entries.py knows the dict that is written out. A dict that is
used in any other way stays as it is.

Asked only where a function was refused as it is.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._layouts import Layout, is_record
from unpython._writing.dicts import tuple_entries
from unpython._writing.nodes import copy_tree, is_name, load, store, walk

_WIDEST = 6
_MOST_KEYS = 32


def rewritten(function: FunctionType, node: Any, layouts: dict[str, Layout]) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def`, the names that came with it, and no free names."""
    given = {name: layout for name, layout in layouts.items() if is_table_of_tuples(layout)}
    if not isinstance(node, ast.FunctionDef) or not given:
        return node, frozenset(), []
    made, names = node, set()
    for name, layout in given.items():
        if not _is_known(node, name):
            continue
        made = copy_tree(made)
        table, begin = f"_{name}_table_", []
        held = {(key, i): f"_{name}_{number}_{i}_given_" for number, key in enumerate(layout.names) for i in range(len(layout.items[0]))}
        for key, items in zip(layout.names, layout.items, strict=True):
            targets: list[ast.expr] = [ast.Name(held[key, i], ast.Store()) for i in range(len(items))]
            begin.append(ast.Assign([ast.Tuple(targets, ast.Store())], ast.Subscript(load(name), ast.Constant(key), ast.Load())))
        tuples: list[ast.expr] = [
            ast.Tuple([load(held[key, i]) for i in range(len(items))], ast.Load())
            for key, items in zip(layout.names, layout.items, strict=True)
        ]
        _Renamed(name, table).visit(made)
        written = ast.Dict([ast.Constant(key) for key in layout.names], tuples)
        made.body = [*(ast.copy_location(s, made.body[0]) for s in [*begin, store(table, written)]), *made.body]  # type: ignore[list-item]
        names |= {table, *held.values()}
    if made is node:
        return node, frozenset(), []
    split = tuple_entries.rewritten(function, ast.fix_missing_locations(made))
    names |= {n.id for n in walk(split) if isinstance(n, ast.Name)} - {n.id for n in walk(node) if isinstance(n, ast.Name)}
    return split, frozenset(names), []


def is_table_of_tuples(layout: Layout) -> bool:
    """Of a dict whose values are tuples of numbers, all of one length."""
    if not is_record(layout) or layout.type is not dict or not 0 < len(layout.names) <= _MOST_KEYS:
        return False
    items = layout.items
    return all(isinstance(i, tuple) and len(i) == len(items[0]) and not any(part is not None for part in i) for i in items) and 2 <= len(items[0]) <= _WIDEST


def _is_known(node: Any, name: str) -> bool:
    """Whether the dict is read by a key that the text does not say, and nothing else is done with it."""
    fine, is_asked = set(), False
    for n in walk(node):
        if isinstance(n, ast.Subscript) and is_name(n.value, name) and isinstance(n.ctx, ast.Load):
            fine.add(id(n.value))
            is_asked |= not isinstance(n.slice, ast.Constant)
        elif isinstance(n, ast.Compare) and len(n.ops) == 1 and isinstance(n.ops[0], (ast.In, ast.NotIn)):
            fine.add(id(n.comparators[0]))
        elif isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and n.func.attr == "get" and is_name(n.func.value, name):
            fine.add(id(n.func.value))
            is_asked = True
    return is_asked and all(id(n) in fine for n in walk(node) if is_name(n, name))


class _Renamed(ast.NodeTransformer):
    def __init__(self, name: str, other: str):
        self._name = name
        self._other = other

    def visit_Name(self, node: ast.Name) -> Any:
        return ast.copy_location(ast.Name(self._other, node.ctx), node) if node.id == self._name else node
