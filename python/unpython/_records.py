"""Classes whose objects a compiled function takes apart: dataclasses, named tuples, plain classes, and dicts with texts as keys.

What the compiler is told of a class: its fields, and its methods as functions. `__init__` of a dataclass or a named tuple has no text,
so one is written that does the same. A class that does more than keep fields (descriptors, `__getattr__`, a metaclass, ...) is not
known here, and its objects stay with Python.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import itertools
import math
import sys
from collections.abc import Callable
from types import FunctionType
from typing import Any

from unpython._find_source import Remembered

_CHANGES_ACCESS = ("__getattr__", "__getattribute__", "__setattr__", "__delattr__", "__del__", "__init_subclass__", "__set_name__")
_CONSTANTS = (bool, int, float, complex, str, type(None))


class Joined(ast.Tuple):
    """What is returned as one object: lists as a list of tuples ("rows"), a dict ("table": of its values, and of its keys or of each
    place of them; "lists by key": of lengths, items and keys), a list of lists ("lists": of lengths and items), of arrays ("arrays":
    of how many there are, the extents of all, and their elements, numbers or arrays) or a set ("set"), values as a text ("text") that `make` makes of them."""

    make: Callable[[tuple[Any, ...]], str] | None = None

    def __init__(self, kind: str = "rows", elts: list[ast.expr] | None = None):
        super().__init__(elts or [], ast.Load())
        self.kind = kind


class Unset(ast.expr):
    """What is returned beside a flag that says there is no value: any of the type that other returns give in this place."""

    _fields = ()


class RecordClass:
    """`kind`: object, tuple or dict; `fields`: their names in order, None where `initialize` says them; `initialize`: a function, or
    a `def` to be compiled in the names of `around`; `make`: an object from the values of all fields; `told`: arguments of again(), by
    which another process makes the same; None: it cannot."""

    def __init__(self, type: type, kind: str, fields: tuple[str, ...] | None, make: Callable[[tuple[Any, ...]], Any]):
        self.type = type
        self.name = type.__name__
        self.kind = kind
        self.fields = fields
        self.make = make
        self.initialize: FunctionType | ast.FunctionDef | None = None
        self.is_frozen = False
        self.told: tuple[Any, ...] | None = None
        self.methods: dict[str, FunctionType] = {}
        self.properties: dict[str, FunctionType] = {}


def of_keys(keys: tuple[str, ...], is_holder: bool = False) -> RecordClass:
    """`is_holder`: of dicts that are only returned, as tuples of their values: of these the compiler knows that they hold the very lists
    that stand in them."""
    made = RecordClass(dict, "tuple" if is_holder else "dict", keys, lambda values: dict(zip(keys, values, strict=True)))
    made.told = "keys", keys, is_holder
    return made


def of_lists(kind: str, count: int) -> RecordClass:
    """What becomes of so many lists of equal lengths when they are returned."""
    made = _of_lists(kind, count)
    made.told = "lists", kind, count
    return made


def _of_lists(kind: str, count: int) -> RecordClass:
    fields = tuple(map(str, range(count)))
    if kind == "table":
        fields = ("values of a dict", *(f"keys of a dict {field}" for field in fields[1:]))
        return RecordClass(dict, "dict", fields, lambda lists: dict(zip(_keys(lists[1:]), lists[0], strict=True)))
    if kind == "lists by key":
        fields = ("lengths of the lists of a dict", "items of the lists of a dict", *(f"keys of a dict {field}" for field in fields[2:]))
        return RecordClass(dict, "dict", fields, lambda lists: dict(zip(_keys(lists[2:]), _cut(lists[1], lists[0]), strict=True)))
    if kind == "lists":
        fields = ("lengths of the lists of a list", "items of the lists of a list")
        return RecordClass(list, "dict", fields, lambda lists: _cut(lists[1], lists[0]))
    if kind == "arrays":
        fields = tuple(f"{part} of a list of arrays" for part in ("length", "extents", "numbers", "elements"))
        return RecordClass(list, "dict", fields, lambda parts: _cut_arrays(*parts))
    if kind == "set":
        fields = tuple(f"items of a set {field}" for field in fields)
        return RecordClass(set, "dict", fields, lambda lists: set(_keys(lists)))
    return RecordClass(list, "dict", fields, lambda values: list(zip(*values, strict=True)))


def _cut(items: list[Any], lengths: list[int]) -> list[list[Any]]:
    ends = list(itertools.accumulate(lengths))
    return [items[end - length : end] for end, length in zip(ends, lengths, strict=True)]


def _cut_arrays(count: int, extents: list[int], numbers: list[Any], elements: Any) -> list[Any]:
    if not extents:
        return numbers
    dimensions = len(extents) // count
    shapes = [tuple(extents[i : i + dimensions]) for i in range(0, len(extents), dimensions)]
    ends = list(itertools.accumulate(map(math.prod, shapes)))
    return [elements[end - math.prod(shape) : end].reshape(shape).copy() for end, shape in zip(ends, shapes, strict=True)]


def _keys(lists: tuple[Any, ...]) -> Any:
    """Items of one list, or tuples of the items of several."""
    return lists[0] if len(lists) == 1 else zip(*lists, strict=True)


def of_values(make: Callable[[tuple[Any, ...]], str], count: int) -> RecordClass:
    """A text that is made of so many values."""
    return RecordClass(str, "dict", tuple(f"value {i} of the text" for i in range(count)), make)


def of_class(type: Any) -> RecordClass | None:
    """What the compiler can know of a class; None where that is not enough."""
    if not is_known(type):
        return None
    if issubclass(type, tuple):
        made = _named_tuple(type)
    elif _is_dataclass(type):
        made = _dataclass(type)
    else:
        made = RecordClass(type, "object", None, _refuse)
        made.initialize = inspect.getattr_static(type, "__init__", None)
        if not isinstance(made.initialize, FunctionType):
            made.initialize = None
    if made is not None:
        _add_methods(made)
        if (place := place_of_class(type)) is not None:
            made.told = "class", *place
    return made


def place_of_class(type: Any) -> tuple[str, str] | None:
    """Module and name of a class of NumPy's."""
    place = type.__module__, type.__qualname__
    is_there = place[0].partition(".")[0] == "numpy" and getattr(sys.modules.get(place[0]), place[1], None) is type
    return place if is_there else None


def class_at(module: str, name: str) -> Any:
    """What place_of_class() was told of; None where there is nothing."""
    return getattr(importlib.import_module(module), name, None)


def again(way: str, *told: Any) -> RecordClass | None:
    """What RecordClass.told was told of in another process."""
    if way == "class":
        return of_class(class_at(*told))
    return of_keys(*told) if way == "keys" else of_lists(*told)


def field_names(value: Any) -> tuple[str, ...]:
    """Of an object whose class is known."""
    if isinstance(value, tuple):
        return tuple(type(value)._fields)  # type: ignore[attr-defined]
    if _is_dataclass(type(value)):
        import dataclasses

        return tuple(field.name for field in dataclasses.fields(value))
    return tuple(vars(value)) if hasattr(value, "__dict__") else ()


def is_known(type: Any) -> bool:
    """Whether the fields of an object of this class are all that it is."""
    known = _known.get(type)
    if known is None:
        known = _is_plain(type)
        _known.put(type, known)
    return known


_known: Remembered[bool] = Remembered()


def _is_plain(type: Any) -> bool:
    if not isinstance(type, __builtins_type) or type.__class__ is not __builtins_type:
        return False
    module = type.__module__.split(".")[0]
    if module in ("builtins", "collections") or (module == "numpy" and not hasattr(type, "_fields")):
        return False
    own = [base for base in type.__mro__ if base is not object and base.__module__ not in ("typing", "builtins")]
    is_tuple = issubclass(type, tuple)
    if is_tuple != hasattr(type, "_fields") or (not is_tuple and len(own) + 1 != len(type.__mro__)):
        return False
    is_frozen = _is_dataclass(type) and type.__dataclass_params__.frozen  # type: ignore[attr-defined]
    allowed = ("__setattr__", "__delattr__") if is_frozen else ()
    if any(name in vars(base) and name not in allowed for base in own for name in _CHANGES_ACCESS):
        return False
    return is_tuple or not any("__new__" in vars(base) for base in own)


__builtins_type = type


def _add_methods(made: RecordClass) -> None:
    for name in dir(made.type):
        found = inspect.getattr_static(made.type, name)
        if isinstance(found, FunctionType) and name not in ("__init__", "__new__") and _has_text(found):
            made.methods[name] = found
        elif isinstance(found, property) and isinstance(found.fget, FunctionType):
            made.properties[name] = found.fget


def _has_text(function: FunctionType) -> bool:
    return not function.__code__.co_filename.startswith("<") or function.__code__.co_filename.startswith("<ipython")


def _named_tuple(type: Any) -> RecordClass | None:
    fields = tuple(type._fields)
    if any(not isinstance(default, _CONSTANTS) for default in type._field_defaults.values()):
        return None
    made = RecordClass(type, "tuple", fields, lambda values: tuple.__new__(type, values))
    made.initialize = _definition([(name, name in type._field_defaults, type._field_defaults.get(name)) for name in fields], ())
    return made


def _is_dataclass(type: Any) -> bool:
    """Without the module, which programs import for classes of this kind alone."""
    return hasattr(type, "__dataclass_fields__")


def _dataclass(type: Any) -> RecordClass | None:
    import dataclasses

    fields = dataclasses.fields(type)
    names = tuple(field.name for field in fields)

    def make(values: tuple[Any, ...]) -> Any:
        result = object.__new__(type)
        for name, value in zip(names, values, strict=True):
            object.__setattr__(result, name, value)
        return result

    made = RecordClass(type, "object", names, make)
    made.is_frozen = type.__dataclass_params__.frozen
    own_init = inspect.getattr_static(type, "__init__")
    if isinstance(own_init, FunctionType) and _has_text(own_init):
        made.initialize = own_init
        return made
    given = [field for field in fields if field.init]
    missing = dataclasses.MISSING
    simple = all(
        field.default_factory is missing and not field.kw_only and (field.default is missing or _is_constant(field.default))
        for field in given
    )
    if simple and len(given) == len(fields):
        after = ("__post_init__",) if hasattr(type, "__post_init__") else ()
        made.initialize = _definition([(f.name, f.default is not missing, f.default) for f in given], after)
    return made


def _is_constant(value: Any) -> bool:
    return isinstance(value, _CONSTANTS) or (type(value) is tuple and all(map(_is_constant, value)))


def _definition(fields: list[tuple[str, bool, Any]], calls: tuple[str, ...]) -> ast.FunctionDef:
    """def __init__(self, x, y=1): self.x = x; self.y = y"""
    parameters = ast.arguments([], [ast.arg(name) for name in ("self", *(name for name, _, _ in fields))], None, [], [], None, [])
    parameters.defaults = [ast.Constant(default) for _, has, default in fields if has]

    def attribute(name: str, context: ast.expr_context) -> ast.expr:
        return ast.Attribute(ast.Name("self", ast.Load()), name, context)

    body: list[ast.stmt] = [
        ast.Assign([attribute(name, ast.Store())], ast.Name(name, ast.Load())) for name, _, _ in fields
    ]
    body += [ast.Expr(ast.Call(attribute(name, ast.Load()), [], [])) for name in calls]
    made = ast.FunctionDef("__init__", parameters, body or [ast.Pass()], [])
    for node in ast.walk(made):
        if "lineno" in node._attributes:
            node.lineno, node.end_lineno, node.col_offset, node.end_col_offset = 1, 1, 0, 0  # type: ignore[attr-defined]
    return made


def _refuse(values: tuple[Any, ...]) -> Any:
    raise AssertionError("objects of plain classes are not returned")
