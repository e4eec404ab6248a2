"""Where the elements of arrays are while a graph is made: which task, or which array of the caller, has which box."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np

from unpython import _core
from unpython.dask.worker import Box, Place, slices_of, take_parts, take_stored

Graph = dict[Any, Any]


class Piece(NamedTuple):
    """Elements that one task has."""

    box: Box
    take: Callable[[list[Box]], Any]
    """Of the elements in boxes, counted from the first of the piece: what a task gets as an argument. No boxes: all."""

    def parts(self, boxes: list[Box], taken: dict[Any, Any]) -> Any:
        """What a task gets of boxes in the piece: an array, or a list of them. What was taken before is not taken again."""
        key = (id(self), *boxes)
        if key not in taken:
            taken[key] = self.take([] if boxes == [self.box] else [_within(box, self.box) for box in boxes])
        return taken[key]


class Layer:
    """Pieces without common elements, which came to be at one time."""

    def __init__(self, pieces: list[Piece], cuts: dict[int, list[int]]) -> None:
        self.pieces = pieces
        self.cuts = cuts  # by dimension: where pieces begin, if that tells them apart
        self._low = np.array([[side[0] for side in piece.box] for piece in pieces], np.int64)
        self._high = np.array([[side[1] for side in piece.box] for piece in pieces], np.int64)

    def meeting(self, box: Box) -> Iterable[Piece]:
        if not box:
            return self.pieces
        low = np.array([side[0] for side in box])
        high = np.array([side[1] for side in box])
        near = ((self._low <= high) & (self._high >= low)).all(axis=1)
        return (self.pieces[i] for i in np.flatnonzero(near))


class Parts(NamedTuple):
    boxes: list[Box]
    argument: Any  # of a task: the elements, for several boxes a list


class ArrayState:
    """One array between two stages."""

    def __init__(self, shape: tuple[int, ...], dtype: np.dtype[Any]) -> None:
        self.shape = shape
        self.dtype = dtype
        self.layers: list[Layer] = []  # the oldest first
        self._given = 0  # layers that the caller gave
        self._taken: dict[Any, Any] = {}
        self.stored = False

    def start(self, layer: Layer) -> None:
        """What the caller gave."""
        self.add(layer)
        self._given = len(self.layers)

    def add(self, layer: Layer) -> None:
        if layer.pieces:
            self.layers.append(layer)

    def changed(self) -> list[Parts]:
        """The elements that were stored since."""
        since = ArrayState(self.shape, self.dtype)
        since.layers = self.layers[self._given :]
        return since.parts([box_around(self.shape)]) if since.layers else []

    def parts(self, boxes: Iterable[Box]) -> list[Parts]:
        """The newest values of elements, by who has them; those that nobody has given a value are left out."""
        found: dict[int, tuple[Piece, list[Box]]] = {}
        for box in boxes:
            wanted = [box]
            for layer in reversed(self.layers):
                for piece in layer.meeting(box):
                    left: list[Box] = []
                    for part in wanted:
                        both = _core.common_box(part, piece.box)
                        if both is None:
                            left.append(part)
                            continue
                        found.setdefault(id(piece), (piece, []))[1].append(both)
                        left += _core.without_box(part, both)
                    wanted = left
                if not wanted:
                    break
        return [Parts(own, piece.parts(own, self._taken)) for piece, own in found.values()]

    def cuts(self) -> dict[int, list[int]]:
        """Where the pieces begin that stored it last, by dimension, if that tells them apart."""
        return self.layers[-1].cuts if self.layers else {}

    def chunks(self) -> tuple[tuple[int, ...], ...]:
        """Of the array as it is: those of the pieces that stored it last."""
        newest = self.cuts()
        chunks = []
        for d, extent in enumerate(self.shape):
            edges = [0, *newest.get(d, [0])[1:], extent]
            chunks.append(tuple(b - a for a, b in itertools.pairwise(edges)))
        return tuple(chunks)


def _within(box: Box, piece: Box) -> Box:
    """`box`, counted in elements of a piece that holds it."""
    return tuple(
        ((low - first) // by, (high - first) // by, max(step // by, 1))
        for (low, high, step), (first, _, by) in zip(box, piece, strict=True)
    )


def box_around(shape: tuple[int, ...]) -> Box:
    return tuple((0, extent - 1, 1) for extent in shape)


def hull(boxes: Iterable[Box]) -> Box:
    """The least box without steps around others."""
    return tuple((min(side[0] for side in sides), max(side[1] for side in sides), 1) for sides in zip(*boxes, strict=True))


def cuts_of(hulls: list[Box]) -> dict[int, list[int]]:
    """Dimensions along which boxes lie one behind the other, with their first subscripts."""
    cuts = {}
    for d in range(len(hulls[0]) if len(hulls) > 1 else 0):
        if all(a[d][1] < b[d][0] for a, b in itertools.pairwise(hulls)):
            cuts[d] = [box[d][0] for box in hulls]
    return cuts


def stored_piece(key: Any, which: int, box: Box, make: Callable[[Any], Any]) -> Piece:
    """What the task `key` stored. `make` adds a task to the graph and gives its key."""
    return Piece(box, lambda boxes: make((take_stored, key, which, Place(boxes))))


def _taken(make: Callable[[Any], Any], key: Any) -> Callable[[Any], Any]:
    return lambda boxes: make((take_parts, key, Place(boxes))) if boxes else key


def dask_layer(array: Any, make: Callable[[Any], Any]) -> Layer:
    """The chunks of a Dask array."""
    pieces = []
    starts = [list(itertools.accumulate(sizes, initial=0)) for sizes in array.chunks]
    for place in itertools.product(*(range(len(sizes)) for sizes in array.chunks)):
        box = tuple((starts[d][i], starts[d][i + 1] - 1, 1) for d, i in enumerate(place))
        if any(high < low for low, high, _ in box):
            continue
        key = (array.name, *place)
        pieces.append(Piece(box, _taken(make, key)))
    cuts = {d: at[:-1] for d, at in enumerate(starts) if len(at) > 2 and all(sizes for sizes in array.chunks[d])}
    return Layer(pieces, cuts)


def numpy_layer(array: Any, keep: Callable[[Any], Any]) -> Layer:
    """Memory of the caller: each part of it is sent on its own. `keep` adds a value to the graph and gives its key."""
    if array.size == 0:
        return Layer([], {})

    def take(boxes: list[Box]) -> Any:
        kept = [keep(np.asarray(array[slices_of(box)])) for box in boxes or [whole]]
        return kept if len(kept) > 1 else kept[0]

    whole = box_around(array.shape)
    return Layer([Piece(whole, take)], {})


def other_layer(array: Any, key: Any, make: Callable[[Any], Any]) -> Layer:
    """Anything that workers can slice, Zarr arrays for example."""
    whole = box_around(array.shape)
    return Layer([Piece(whole, lambda boxes: make((take_parts, key, Place(boxes or [whole]))))], {})

