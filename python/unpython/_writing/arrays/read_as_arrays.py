"""Lists of integers and floats, NumPy's among them, of which a function does nothing but give them to NumPy: each is an array of floats
there, so the call may give it as one.

Problem: a list that holds numbers of several types is as many parameters as it has items, and each order of types has a function of its
         own; a list with numbers of NumPy is not taken apart.
Choice:  where a function only asks for such a list's length and gives it to functions of NumPy, its numbers go to the compiled function
         as what NumPy makes of them. Rejected: this for lists of which items are read: these have their own types.
"""

from __future__ import annotations

import ast
import functools
from types import FunctionType
from typing import Any

from unpython._layouts import MIXED, NUMBERS, Container, Layout
from unpython._local_names import local_names
from unpython._writing.arrays import lists_for_numpy
from unpython._writing.calls import full_name
from unpython._writing.changes.begun_again import begun_as_array
from unpython._writing.changes.methods import STORES
from unpython._writing.nodes import is_name, walk
from unpython._writing.plainer import find_source

OF_LISTS = "unpython_of_lists"  # an attribute of such an error: lines that use the lists run in Python, loops beside them are compiled
_EXACT = 2**53  # integers up to here are floats of the same value
_PLAIN = frozenset((bool, int, float))
_OF_NUMPY = {"float64": float, "int64": int, "complex128": complex}
_OF_PLACES = frozenset(f"numpy.{name}" for name in "bincount ix_ unravel_index ravel_multi_index zeros ones empty full arange eye".split())
_PLACES_LATER = frozenset(  # behind an array
    f"numpy.{name}" for name in "split array_split take take_along_axis delete insert repeat choose reshape tile roll moveaxis transpose".split()
)
_KINDS = ("f", "i", "u", "c", "b", "<f", "<i", "<u", "<c")  # how the names of types of numbers begin


def layout_of_mixed(value: Any) -> Layout:
    """Of a list of numbers of several types or of complex numbers, of lists of one length with such numbers, and of a list with nothing in it,
    which NumPy makes an array of floats of; None for anything else."""
    if type(value) is not list:
        return None
    if not value:
        return Container(NUMBERS, float, 1)
    is_deep = type(value[0]) is list
    if is_deep and not (value[0] and all(type(row) is list and len(row) == len(value[0]) for row in value)):
        return None
    items = [item for row in value for item in row] if is_deep else value
    kind = _kind_of(items)
    return None if kind is None or (is_deep and kind is complex) else Container(NUMBERS, kind, 2 if is_deep else 1, names=(MIXED,))


def _kind_of(items: list[Any]) -> type | None:
    """complex, float or int; None where items are no such numbers, or all of one type of Python, of which there are plain lists."""
    types = {*map(type, items)}
    if len(types) == 1 and types <= _PLAIN:
        return None
    kinds = {kind if kind in (*_PLAIN, complex) else _OF_NUMPY.get(kind.__name__) if kind.__module__ == "numpy" else None for kind in types}
    if None in kinds or any(type(item) is int and not -_EXACT <= item <= _EXACT for item in items):
        return None
    return complex if complex in kinds else float if float in kinds else int


def taken_mixed(value: Any, kind: type, depth: int) -> list[tuple[list[Any], type]] | None:
    """The numbers of a list with this layout, and the lengths of the lists in it; None where it has another one."""
    layout = layout_of_mixed(value)
    if layout is None or (layout.type, layout.depth) != (kind, depth):
        return None
    if kind is complex:
        numbers = list(map(complex, value))
        return [([number.real for number in numbers], float), ([number.imag for number in numbers], float)]
    if depth == 1:
        return [(list(map(kind, value)), kind)]
    return [([kind(item) for row in value for item in row], kind), (list(map(len, value)), int)]


def read_as_arrays(function: FunctionType, given: frozenset[str], empty: frozenset[str] = frozenset()) -> frozenset[str]:
    """The `given` parameters that a function only gives to NumPy, or asks for their lengths, or whether they are None or empty. `empty`: those of
    lists with nothing in them, which are no floats where NumPy asks for places."""
    node = lists_for_numpy.rewritten(function, find_source(function).node, given)[0]
    called = functools.partial(full_name, function=function, names=local_names(function))
    seen: set[int] = set()
    for name in given:
        seen |= begun_as_array(node, name, called, {*given} - {name})
    for n in walk(node):
        if isinstance(n, ast.Call):
            target = called(n.func)
            if target == "builtins.len" or (target.startswith("numpy.") and not STORES & {*target.split(".")} and not _may_keep_items(n)):
                items = [*n.args, *(k.value for k in n.keywords)]
                in_places = items if target in _OF_PLACES else items[1:] if target in _PLACES_LATER else []
                items = [part for part in items if not (part in in_places and getattr(part, "id", "") in empty)]
                seen.update(id(part) for item in items for part in (item.elts if isinstance(item, (ast.List, ast.Tuple)) else [item]))
            elif target == "builtins.isinstance":
                seen.update(map(id, n.args[:1]))
        elif isinstance(n, ast.UnaryOp) and isinstance(n.op, ast.Not):
            seen.add(id(n.operand))
        elif isinstance(n, (ast.If, ast.IfExp)):
            seen.add(id(n.test))
        elif isinstance(n, ast.Compare) and isinstance(n.ops[0], (ast.Is, ast.IsNot)):
            seen.add(id(n.left))
    places = [n.slice for n in walk(node) if isinstance(n, ast.Subscript)]
    places += [part for n in walk(node) if isinstance(n, ast.Call) and getattr(n.func, "attr", "") == "at" for part in n.args[1:2]]
    asked = {n.id for part in places for n in walk(part) if isinstance(n, ast.Name)} & empty
    return frozenset(name for name in given - asked if all(id(n) in seen for n in walk(node) if is_name(n, name)))


def _may_keep_items(call: ast.Call) -> bool:
    """Whether a call may ask for an array of objects or of texts, which show what the items were."""
    types = [*call.args[1:], *(k.value for k in call.keywords if k.arg == "dtype")]
    texts = [n.value for n in types if isinstance(n, ast.Constant) and isinstance(n.value, str)]
    names = {n.id if isinstance(n, ast.Name) else n.attr for n in types if isinstance(n, (ast.Name, ast.Attribute))}
    return bool(names & {"object", "str", "bytes", "str_", "bytes_", "object_"}) or not all(text.startswith(_KINDS) for text in texts)


def other_use_of_lists(function: FunctionType, given: dict[str, Any]) -> Any:
    """Why a call with lists of numbers is refused, as an error: where the function does more than read one of them. None where it is
    something else."""
    from unpython._writing.changes.only_reads import other_use
    from unpython._writing.text.refused import Refused, as_error

    lists = {name: depth for name, value in given.items() if (depth := _depth_of_numbers(value))}
    others = [value for name, value in given.items() if name not in lists and isinstance(value, (list, dict, set, tuple, str))]
    name = None if others or not lists else other_use(function, lists)
    if name is None or not hasattr(name, "lineno"):
        return None
    what = f"'{name.id.partition('.')[0]}', which is or may hold a list that the call gives, is used in a way that is not supported"
    problem = as_error(function, Refused(name, f"{what}; pass an array, for example np.array({next(iter(lists))})"))
    setattr(problem, OF_LISTS, True)
    return problem


def _depth_of_numbers(value: Any) -> int:
    depth, first = 0, value
    while type(first) is list and first:
        first, depth = first[0], depth + 1
    return depth if type(first) in _PLAIN else 0
