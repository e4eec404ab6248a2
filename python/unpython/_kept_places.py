"""Places of what a program reads beside the names of its functions, as another process finds them: names in modules of this package,
members of classes of NumPy's, and what such members keep from around them. Where they stand nobody looks but for these programs, so
what stood there is told along with the place."""

from __future__ import annotations

import functools
import sys
from types import CellType, FunctionType
from typing import Any

from unpython import _bindings, _find_source, _records

Place = tuple[Any, ...]


def place_of(access: _bindings.AccessPath, classes: list[Any]) -> Place | None:
    """`classes`: of the program. None: another process would not find it."""
    holder, path = access[0], access[1:]
    if isinstance(holder, CellType):
        return next((place for type in classes if (place := _cell_place(holder, type, path)) is not None), None)
    if [*holder] == ["class"]:
        found = _records.place_of_class(holder["class"])
        return None if found is None else ("class", found, path)
    name = holder.get("__name__", "")
    is_ours = name.partition(".")[0] == "unpython" and getattr(sys.modules.get(name), "__dict__", None) is holder
    return ("module", name, path) if is_ours else None


def _cell_place(cell: CellType, type: Any, path: tuple[str, ...]) -> Place | None:
    for name, member in vars(type).items():
        for number, held in enumerate(getattr(member, "__closure__", None) or ()):
            if held is cell and (found := _records.place_of_class(type)) is not None:
                return "cell", found, name, number, path
    return None


def access_of(place: Place) -> _bindings.AccessPath | None:
    """What place_of() was told of; None where nothing of the kind is there."""
    way, where, *rest = place
    if way == "module":
        __import__(where)
        return vars(sys.modules[where]), *rest[0]
    type = _records.class_at(*where)
    if way == "class":
        return {"class": type}, *rest[0]
    name, number, path = rest
    cells = getattr(vars(type).get(name), "__closure__", None) or ()
    return (cells[number], *path) if number < len(cells) else None


def value_at(access: _bindings.AccessPath) -> Any:
    holder = access[0]
    first = holder.cell_contents if isinstance(holder, CellType) else holder.get(access[1])
    return functools.reduce(lambda held, name: getattr(held, name, None), access[2:], first)


def described(value: Any) -> Any:
    """What tells the value from another one; None where nothing does."""
    if isinstance(value, FunctionType):
        return "function", _find_source.code_key(value.__code__)
    if isinstance(value, type):
        place = _records.place_of_class(value)
        name = _bindings.library_name(value)
        return ("class", place) if place else ("library", name) if name else None
    return (type(value).__name__, repr(value)) if type(value) in (bool, int, float, str, bytes) else None
