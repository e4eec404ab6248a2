"""What a worker does: it takes the function apart as the caller did, puts the parts of arrays that it was sent where
they belong, runs its piece, and gives back what the piece stored."""

from __future__ import annotations

import contextlib
import math
import mmap
import threading
import uuid
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from unpython import _core
from unpython._options import options
from unpython.dask.join import identity_of

Box = tuple[tuple[int, int, int], ...]
"""By dimension: the first subscript, the last one, and the step between them."""

_NO_RESERVE = getattr(mmap, "MAP_NORESERVE", 0x4000)
_SMALL_BYTES = 1 << 16  # from here on, an array that is written in a few places is not worth its zeros


class ArrayOf(NamedTuple):
    """An array of which nothing is known but this."""

    shape: tuple[int, ...]
    dtype: np.dtype[Any]


class Recipe:
    """A function and what it is called with, but for the elements of arrays."""

    def __init__(self, function: Any, arguments: tuple[Any, ...], options: dict[str, Any]) -> None:
        self.token = uuid.uuid4().hex[:12]
        self.function = function
        self.arguments = arguments
        self.options = options
        self.scalars = ""  # what the function takes for granted: numbers of the caller and globals

    def stage(self) -> tuple[_core.Staged, tuple[Any, ...]]:
        """The function taken apart, and the arguments that stood for those of the call."""
        arguments = tuple(reserve(*a) if isinstance(a, ArrayOf) else a for a in self.arguments)
        with options(**self.options):
            return _core.stage(self.function, arguments), arguments


class Order:
    """One task: a stage, or a piece of one, and where the parts that come with it belong."""

    __slots__ = ("count", "first", "fills", "givers", "parts", "shapes", "stage", "stored")

    def __init__(self, stage: int, first: int, count: int) -> None:
        self.stage = stage
        self.first = first
        self.count = count  # -1: the stage is no nest
        self.shapes: list[ArrayOf] = []  # of the stage's arrays
        self.parts: list[tuple[int, Box]] = []  # for each part: the number of its array among these, and its place
        self.fills: list[tuple[int, Box, dict[str, Any]]] = []  # elements that start as the identity of a reduction
        self.stored: list[tuple[int, Box]] = []  # what is given back


class Done(NamedTuple):
    """What a task gives: scalars, and the elements that it stored, as the order lists them."""

    scalars: list[Any]
    arrays: list[Any]


def reserve(shape: Sequence[int], dtype: np.dtype[Any], dense: bool = False) -> np.ndarray[Any, Any]:
    """An array in whose pages memory is spent when they are written. `dense`: who writes one writes its neighbours."""
    size = math.prod(shape)
    if size * dtype.itemsize < _SMALL_BYTES:
        return np.zeros(shape, dtype)
    flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | _NO_RESERVE
    memory = mmap.mmap(-1, size * dtype.itemsize, flags=flags)
    if dense and hasattr(mmap, "MADV_HUGEPAGE"):
        # A first write to a page of 4 KiB takes longer than to fill it.
        with contextlib.suppress(OSError):
            memory.madvise(mmap.MADV_HUGEPAGE)
    return np.frombuffer(memory, dtype, size).reshape(shape)


def slices_of(box: Box) -> tuple[slice, ...]:
    return tuple(slice(low, high + 1, step) for low, high, step in box)


def shape_of(box: Box) -> tuple[int, ...]:
    return tuple((high - low) // step + 1 for low, high, step in box)


_known: OrderedDict[str, _core.Staged] = OrderedDict()
_lock = threading.Lock()
_MOST_KNOWN = 64


def _staged(recipe: Recipe) -> _core.Staged:
    with _lock:
        staged = _known.pop(recipe.token, None)
        if staged is None:
            staged, _ = recipe.stage()
            if repr(staged.describe()["scalars"]) != recipe.scalars:
                raise RuntimeError(
                    f"{recipe.function.__name__}() reads globals that have another value on the worker: "
                    "give them as arguments"
                )
        _known[recipe.token] = staged
        while len(_known) > _MOST_KNOWN:
            _known.popitem(last=False)
    return staged


def run_stage(recipe: Recipe, order: Order, scalars: list[Any], parts: list[Any]) -> Done:
    """Runs what `order` says."""
    staged = _staged(recipe)
    arrays = _place(order, flat(parts))
    numbers = list(scalars)
    if order.count >= 0:
        numbers += [order.first, order.count]
    results = staged.run(order.stage, arrays, numbers)
    return Done(results, [_slim(arrays[at][slices_of(box)]) for at, box in order.stored])


def _slim(view: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The same elements, with little memory around them: pages that nobody wrote to hold nothing."""
    pairs = zip(view.shape, view.strides, strict=True)
    span = sum((extent - 1) * abs(stride) for extent, stride in pairs) + view.itemsize
    return view if 2 * view.nbytes >= span else view.copy()


def _is_dense(boxes: list[Box], shape: tuple[int, ...]) -> bool:
    """At least half of what lies between the first and the last element is in the boxes."""
    if not boxes or not shape:
        return False
    touched = sum(math.prod(shape_of(box)) for box in boxes)
    first = last = 0
    for d, extent in enumerate(shape):
        first = first * extent + min(box[d][0] for box in boxes)
        last = last * extent + max(box[d][1] for box in boxes)
    return 2 * touched >= last - first + 1


def _place(order: Order, parts: list[Any]) -> list[np.ndarray[Any, Any]]:
    arrays: list[np.ndarray[Any, Any] | None] = [None] * len(order.shapes)
    stored = {at for at, _ in order.stored}
    boxes: list[list[Box]] = [[] for _ in order.shapes]
    for at, box in (*order.parts, *order.stored):
        boxes[at].append(box)

    def room(at: int) -> np.ndarray[Any, Any]:
        shape, dtype = order.shapes[at]
        return reserve(shape, dtype, _is_dense(boxes[at], shape))

    for (at, box), part in zip(order.parts, parts, strict=True):
        wanted = order.shapes[at]
        whole = at not in stored and shape_of(box) == wanted.shape and part.flags.c_contiguous
        if whole and part.flags.aligned:
            arrays[at] = part
            continue
        array = arrays[at]
        if array is None:
            array = arrays[at] = room(at)
        array[slices_of(box)] = part
    made = [room(at) if array is None else array for at, array in enumerate(arrays)]
    for at, box, reduction in order.fills:
        made[at][slices_of(box)] = identity_of(reduction)
    return made


class Place:
    """Boxes that Dask does not look into."""

    __slots__ = ("boxes",)

    def __init__(self, boxes: list[Box]) -> None:
        self.boxes = boxes


def take_parts(source: Any, place: Place) -> Any:
    """Elements of a chunk, or of anything else that is sliced: an array for each box, in a list if there are several."""
    parts = [np.ascontiguousarray(source[slices_of(box)]).reshape(shape_of(box)) for box in place.boxes]
    return parts if len(parts) > 1 else parts[0]


def take_stored(done: Done, which: int, place: Place) -> Any:
    stored = done.arrays[which]
    return take_parts(stored, place) if place.boxes else stored


def flat(parts: list[Any]) -> list[Any]:
    """The arrays in lists of arrays and in arrays."""
    return [array for part in parts for array in (part if isinstance(part, list) else [part])]


def ended(done: Any) -> None:
    """Nothing, once a task has ended, or a list of them."""


def checked(value: Any, check: None) -> Any:
    """A value, once the tasks that may raise have ended."""
    return value


def take_scalar(done: Done, which: int) -> Any:
    return done.scalars[which]


class Places:
    """Where parts lie in a chunk."""

    __slots__ = ("boxes", "dtype", "shape")

    def __init__(self, shape: tuple[int, ...], dtype: np.dtype[Any], boxes: list[Box]) -> None:
        self.shape = shape
        self.dtype = dtype
        self.boxes = boxes


def assemble(places: Places, parts: list[Any]) -> np.ndarray[Any, Any]:
    """A chunk of a result."""
    chunk = np.zeros(places.shape, places.dtype)
    for box, part in zip(places.boxes, flat(parts), strict=True):
        chunk[slices_of(box)] = part
    return chunk
