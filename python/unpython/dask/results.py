"""What a function returns, from the values that its last step gives: `unpython._core.Staged.describe()` lists them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from unpython.dask.graph import NotDealt

_FIRST_RECORD = -1_000_000_000  # of cpp/ir/function.h: numbers below it stand for objects


def make_result(
    told: dict[str, Any],
    values: list[Any],
    array_of: Callable[[int], Any],
    delayed: Callable[[Any], Any],
) -> Any:
    """`values`: numbers, and keys of tasks that give some. Arrays are `array_of(array)` or parts of these, numbers are
    delayed(task)."""
    left = iter(values)
    items = iter([(given, [next(left) for _ in range(given["values"])]) for given in told["results"]])

    def item() -> Any:
        given, own = next(items)
        if given["is_array"]:
            return _array(given, own, array_of, told)
        return delayed((as_number, own[0], given["type"], given["weak"]))

    tokens = iter(told["tuples"])
    if told["tuples"]:
        return _nested(tokens, item, items, delayed)
    everything = tuple(item() for _ in told["results"])
    return everything if told["returns_tuple"] else everything[0]


def _nested(tokens: Iterator[int], item: Callable[[], Any], items: Iterator[Any], delayed: Callable[[Any], Any]) -> Any:
    token = next(tokens)
    if token <= _FIRST_RECORD:
        raise NotDealt("the function returns objects: return their fields, for workers give numbers and arrays back")
    if token >= 0:
        return tuple(_nested(tokens, item, items, delayed) for _ in range(token))
    if token == -1:
        return item()
    _, which = next(items)
    choices = [next(items) for _ in range(-token)]
    if any(given["is_array"] for given, _ in choices):
        raise NotDealt("the function returns an array in one case and something else in another")
    kinds = [(given["type"], given["weak"]) for given, _ in choices]
    return delayed((choose_number, which[0], Kinds(kinds), [own[0] for _, own in choices]))


class Kinds:
    """Types of numbers, one of which a result has; Dask does not look into them."""

    __slots__ = ("kinds",)

    def __init__(self, kinds: list[tuple[str, bool]]) -> None:
        self.kinds = kinds


def as_number(value: Any, dtype: str, weak: bool) -> Any:
    return value if weak else np.dtype(dtype).type(value)


def choose_number(which: int, kinds: Kinds, values: list[Any]) -> Any:
    return as_number(values[which], *kinds.kinds[which])


def _array(given: dict[str, Any], values: list[Any], array_of: Callable[[int], Any], told: dict[str, Any]) -> Any:
    if not given["plain"]:
        raise NotDealt("the function returns a list, or an array that may be one of several: let it store to an argument")
    if given["is_argument"]:
        return array_of(given["argument"])
    if not all(isinstance(value, int) for value in values):
        raise NotDealt("the shape of a returned array depends on results that are not known before the graph runs")
    base = given["array"] if given["array"] >= 0 else given["argument"]
    rank = told["arrays"][base][2]
    first = values[:rank]
    own = values[2 * rank :] if given["array"] >= 0 else values[rank:]
    return _view(array_of(base), first, list(zip(own[::2], own[1::2], strict=True)), given["axes"])


def _view(base: Any, first: list[int], own: list[tuple[int, int]], axes: list[int]) -> Any:
    """Elements of `base` from `first` on; `own`: extent and step of each dimension of the view, along `axes`."""
    along = [axis for axis in axes if axis >= 0]
    if len(set(along)) != len(along):
        raise NotDealt("the function returns a diagonal: let it return a copy")
    index: list[Any] = list(first)
    for (extent, step), axis in zip(own, axes, strict=True):
        if axis < 0:
            continue
        if step == 0 and extent != 1:
            raise NotDealt("the function returns a view that repeats elements: let it return a copy")
        end = first[axis] + step * extent
        index[axis] = slice(first[axis], end if end >= 0 else None, step or 1)
    if all(_is_all(part, extent) for part, extent in zip(index, base.shape, strict=True)):
        view = base
    else:
        view = base[tuple(index)]
    order = sorted(along)
    view = view.transpose([order.index(axis) for axis in along]) if along != order else view
    for place, axis in enumerate(axes):
        if axis < 0:
            view = view[(slice(None),) * place + (None,)]
    return view


def _is_all(part: Any, extent: int) -> bool:
    return isinstance(part, slice) and part.start == 0 and part.step == 1 and part.stop == extent
