"""Dates of texts that a call gives, as numbers of days or seconds:

    np.array(days, dtype="datetime64[D]")   np.array([... for d in days], dtype="int64").astype("datetime64[D]"), of 2024-05-17
    np.datetime64(first, "D")               np.datetime64(..., "D")
    np.datetime64(first)                    the same: a text like that says so itself

A text of another form, as 2024-05 or NaT, runs in Python. Asked only where a function was refused as it is.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._library.python_functions import dates_of_texts
from unpython._local_names import local_names
from unpython._writing.calls import OwnCall, full_name
from unpython._writing.nodes import copy_tree, is_text, load, walk

#: With the length of a text.
_UNITS: dict[str, tuple[int, Callable[..., Any]]] = {"D": (10, dates_of_texts.days), "s": (19, dates_of_texts.seconds)}


def rewritten(function: FunctionType, node: Any, texts: set[str]) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` with numbers, the names that came with them, and no free names. `texts`: the parameters that are texts, or hold some."""
    if not isinstance(node, ast.FunctionDef):
        return node, frozenset(), []
    writer = _Writer(function, texts - {n.id for n in walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)})
    made = writer.visit(copy_tree(node))
    return (ast.fix_missing_locations(made) if writer.names else node), frozenset(writer.names), []


class _Writer(ast.NodeTransformer):
    def __init__(self, function: FunctionType, texts: set[str]):
        self._function, self._texts = function, texts
        self._own = local_names(function)
        self.names: list[str] = []

    def visit_Call(self, node: ast.Call) -> Any:
        self.generic_visit(node)
        called = full_name(node.func, self._function, self._own)
        given = node.args[0] if node.args else None
        if not isinstance(given, ast.Name) or given.id not in self._texts:
            return node
        if called == "numpy.datetime64":
            return self._date(node, given)
        return self._dates(node, given) if called in ("numpy.array", "numpy.asarray") else node

    def _date(self, node: ast.Call, given: ast.Name) -> Any:
        unit = node.args[1].value if len(node.args) == 2 and is_text(node.args[1]) else "D" if len(node.args) == 1 else ""
        if unit not in _UNITS or node.keywords:
            return node
        self.names.append(f"_date_{node.lineno}_{node.col_offset}_")
        made = ast.Call(node.func, [_number(given, unit), ast.Constant(unit)], [])
        return ast.copy_location(made, node)

    def _dates(self, node: ast.Call, given: ast.Name) -> Any:
        dtype = [*node.args[1:], *(k.value for k in node.keywords if k.arg == "dtype")]
        unit = _unit(dtype[0].value) if len(dtype) == 1 and is_text(dtype[0]) and len(node.args) + len(node.keywords) == 2 else ""
        if unit not in _UNITS:
            return node
        item = f"_date_{node.lineno}_{node.col_offset}_"
        self.names.append(item)
        numbers = ast.ListComp(_number(ast.Name(item, ast.Load()), unit), [ast.comprehension(ast.Name(item, ast.Store()), given, [], 0)])
        array = ast.Call(node.func, [numbers], [ast.keyword("dtype", ast.Constant("int64"))])
        return ast.copy_location(ast.Call(ast.Attribute(array, "astype", ast.Load()), [dtype[0]], []), node)


def _unit(name: Any) -> str:
    for kind in ("datetime64[", "M8["):
        if name.startswith(kind) and name.endswith("]"):
            return str(name[len(kind) : -1])
    return ""


def _number(text: ast.Name, unit: str) -> ast.expr:
    """The number of a text of that form; of any other, what a function of the library refuses."""
    length, function = _UNITS[unit]
    places = [(0, 4), (5, 7), (8, 10), (11, 13), (14, 16), (17, 19)]
    parts = [ast.Subscript(load(text.id), ast.Slice(ast.Constant(a), ast.Constant(b), None), ast.Load()) for a, b in places if b <= length]
    digits: ast.expr = copy_tree(parts[0])
    for part in parts[1:]:
        digits = ast.BinOp(digits, ast.Add(), copy_tree(part))
    marks = {4: "-", 7: "-", 10: "T", 13: ":", 16: ":"}
    tests: list[ast.expr] = [ast.Compare(ast.Call(load("len"), [load(text.id)], []), [ast.Eq()], [ast.Constant(length)])]
    for place, mark in marks.items():
        if place < length:
            tests.append(ast.Compare(ast.Subscript(load(text.id), ast.Constant(place), ast.Load()), [ast.Eq()], [ast.Constant(mark)]))
    digit = f"{text.id}_digit_"
    clause = ast.comprehension(ast.Name(digit, ast.Store()), digits, [], 0)
    is_digit = ast.Compare(load(digit), [ast.In()], [ast.Constant("0123456789")])
    tests.append(ast.Call(load("all"), [ast.GeneratorExp(is_digit, [clause])], []))
    numbers: list[ast.expr] = [ast.Call(load("int"), [part], []) for part in parts]
    nothing: list[ast.expr] = [ast.Constant(0) for _ in parts]
    return ast.IfExp(ast.BoolOp(ast.And(), tests), OwnCall(function, numbers), OwnCall(function, nothing))
