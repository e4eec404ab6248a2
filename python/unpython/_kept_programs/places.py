"""What a program needs beside the names of its functions, in words that another process finds it by: classes of results, functions of the
host, names in modules of this package, members of classes of NumPy's and what such members keep from around them. No origin says what
stands in these places, so what a program relies on is told along with the place."""

from __future__ import annotations

import functools
import sys
from types import CellType, FunctionType
from typing import Any

from unpython import _bindings, _find_source, _host, _records

Place = tuple[Any, ...]


def told(hidden: list[Any], guards: list[tuple[Any, Any]], classes: list[Any], hosts: list[Any]) -> tuple[list[Any], ...] | None:
    """What found() needs in another process; None where something cannot be told."""
    types = [known.type for known in classes]
    unchanged = all(_value_at(access) is value for access, value in guards)
    read = [_place_of(access, types) for access in hidden]
    guarded = [(_place_of(access, types), _described(value)) for access, value in guards]
    makers = [known.told for known in classes]
    calls = [_host.place_of(host) for host in hosts]
    is_known = None not in read and None not in makers and None not in calls and not any(None in guard for guard in guarded)
    return (read, guarded, makers, calls) if unchanged and is_known else None


def found(hidden: list[Any], guards: list[Any], classes: list[Any], hosts: list[Any]) -> tuple[Any, ...] | None:
    """Accesses of hidden values, guards with their values, what makes results, and functions of the host; None where something is
    not there, or is another thing."""
    accesses = tuple(map(_access_of, hidden))
    values = []
    for place, what in guards:
        access = _access_of(place)
        value = None if access is None else _value_at(access)
        if access is None or _described(value) != what:
            return None
        values.append((access, value))
    makers = [_records.again(*words) for words in classes]
    calls = [_host.at(*place) for place in hosts]
    if None in accesses or None in makers or None in calls:
        return None
    return accesses, tuple(values), tuple(known.make for known in makers if known), tuple(host.call for host in calls if host)


def _place_of(access: _bindings.AccessPath, classes: list[Any]) -> Place | None:
    """None: another process would not find it."""
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


def _access_of(place: Place) -> _bindings.AccessPath | None:
    """What _place_of() was told of; None where nothing of the kind is there."""
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


def _value_at(access: _bindings.AccessPath) -> Any:
    holder = access[0]
    first = holder.cell_contents if isinstance(holder, CellType) else _bindings.item_at(holder, access[1])
    return functools.reduce(lambda held, name: getattr(held, name, None), access[2:], first)


def _described(value: Any) -> Any:
    """What tells the value from another one; None where nothing does."""
    if isinstance(value, FunctionType):
        return "function", _find_source.code_key(value.__code__)
    if isinstance(value, type):
        place = _records.place_of_class(value)
        name = _bindings.library_name(value)
        return ("class", place) if place else ("library", name) if name else None
    return (type(value).__name__, repr(value)) if type(value) in (bool, int, float, str, bytes) else None
