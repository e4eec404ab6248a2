"""Items on their way, and which of their arrays may be changed in place.

Problem: a task must not see what another one does to an array, and copies cost time.
Choice:  an array to which only the item refers is passed on as it is: nobody else can change it, and nobody sees it change. What
         a task gives while it, or anyone else, still refers to it is copied at once, lists, dicts and sets as well, with what they
         hold of these and of arrays. Blocks of arrays and items of lists that the user gave are copied only for a task that may
         store to them.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from unpython import _core

_CONTAINERS = frozenset([list, dict, set, bytearray])


class Item:
    """One result on its way. `values`: several where a task returned a tuple."""

    __slots__ = ("branch", "is_tuple", "values")

    def __init__(self, values: list[Any], is_tuple: bool = False) -> None:
        self.values = values
        self.is_tuple = is_tuple
        self.branch = 0

    def has_arrays(self) -> bool:
        return any(isinstance(v, (np.ndarray, _core.DeviceArray)) for v in self.values)

    def whole(self) -> Any:
        return tuple(self.values) if self.is_tuple else self.values[0]

    def own(self) -> None:
        """Copies the arrays, lists, dicts and sets to which others refer."""
        for place in range(len(self.values)):  # enumerate() would hold the value
            if may_be_shared(self.values[place]) and not is_alone(self.values, place):
                self.values[place] = copied(self.values[place])

    def for_one_more(self) -> Item:
        """An item of the same values for another branch, with lists, dicts and sets of its own."""
        return Item([_copied(value, {}) if type(value) in _CONTAINERS else value for value in self.values], self.is_tuple)


def _copied(value: Any, known: dict[int, Any]) -> Any:
    """Lists, dicts, sets, tuples and arrays anew, other objects as they are. `known`: what was copied, by what it was copied from."""
    kind = type(value)
    if kind is np.ndarray or kind is bytearray or kind is set:
        return value.copy()
    if kind is tuple:
        return tuple([_copied(part, known) for part in value])
    if kind is not list and kind is not dict:
        return value
    if id(value) not in known:
        made: Any = kind()
        known[id(value)] = made
        if kind is list:
            made.extend([_copied(part, known) for part in value])
        else:
            made.update({key: _copied(part, known) for key, part in value.items()})
    return known[id(value)]


def made_item(box: list[Any]) -> Item:
    """The item of the one object in `box`, which gives up the object."""
    if type(box[0]) is tuple and box[0]:
        values = list(box[0])
        box.clear()
        return Item(values, True)
    return Item([box.pop()])


def may_be_shared(value: Any) -> bool:
    """Whether it is of what others may change, and is copied."""
    return isinstance(value, np.ndarray) or type(value) in _CONTAINERS


def copied(value: Any) -> Any:
    return _copied(value, {}) if type(value) in _CONTAINERS else value.copy()


def is_alone(values: list[Any], place: int) -> bool:
    """Whether nobody but the list refers to the array at a place, or to its memory, or to the list, dict or set there."""
    if _references(values, place) > _ALONE:
        return False
    if type(values[place]) in _CONTAINERS:
        return True
    base = [values[place].base]
    if base[0] is None:
        return bool(values[place].flags.owndata)
    owns = _core.owns_memory(base[0]) or (type(base[0]) is np.ndarray and base[0].flags.owndata)
    return owns and _references(base, 0) <= _ALONE + 1


def _references(values: list[Any], place: int) -> int:
    return sys.getrefcount(values[place])


_ALONE = _references([np.empty(1)], 0)  # how many there are differs between versions of Python
