"""Calls of compiled functions by the workers of a Dask cluster: `unpython.dask.call` and `unpython.dask.compute`.

Each worker is sent the elements that its iterations touch, and nothing else: docs/dask.md."""

from __future__ import annotations

import inspect
import itertools
import os
import uuid
from collections import OrderedDict
from typing import Any, NamedTuple

import numpy as np

from unpython import _core, _options
from unpython.dask.arrays import ArrayState, dask_layer, numpy_layer, other_layer
from unpython.dask.graph import CallGraph, NotDealt, Scalar
from unpython.dask.results import make_result
from unpython.dask.worker import ArrayOf, Recipe, flat, slices_of

try:
    import dask
    import dask.array as da
    from dask.delayed import Delayed
    from dask.highlevelgraph import HighLevelGraph
except ImportError as problem:
    raise ImportError("unpython.dask needs Dask: pip install 'unpython[dask]'") from problem

__all__ = ["Called", "NotDealt", "call", "compute"]


class Called(NamedTuple):
    """A call that has not run yet."""

    result: Any
    """What the function returns: arrays are Dask arrays, numbers are Delayed."""
    stored: dict[str, Any]
    """For each parameter whose array the function stores to, the array as the call leaves it, as a Dask array."""
    sent: list[Any]
    """For each task: line, first iteration, iterations, and the bytes of arrays that it is sent."""


def call(function: Any, /, *args: Any, pieces: int | None = None, **kwargs: Any) -> Called:
    """Makes the graph of a call of a compiled function, and runs nothing. Arrays may be Dask arrays, NumPy arrays, memory
    maps, and what else has `shape`, `dtype` and slices, such as Zarr arrays. The iterations of each outermost parallel
    loop are dealt as `pieces` tasks; None: one for each chunk of a Dask array, where iterations follow them, else as many
    as there are threads. RaceError where iterations need each other."""
    made = _Made(function, args, kwargs, pieces)
    stored = {name: made.dask_array(array) for array, name in made.stored().items()}
    return Called(made.result(), stored, made.graph.sent)


def compute(function: Any, /, *args: Any, pieces: int | None = None, **kwargs: Any) -> Any:
    """Calls a compiled function now, by the workers of the current Dask client or scheduler: stores to the NumPy arrays,
    memory maps and Zarr arrays that the function stores to, when all workers have ended, and gives what it returns, in
    memory."""
    made = _Made(function, args, kwargs, pieces)
    given = dict(zip(_names_of(function), made.arguments))
    changed = {}
    for array, name in made.stored().items():
        if isinstance(given[name], da.Array):
            raise NotDealt(
                f"{function.__name__}() stores to {name!r}, and a Dask array does not change: "
                f"take the array that unpython.dask.call(...).stored[{name!r}] is afterwards"
            )
        changed[name] = made.changed(array)
    keys = [[made.delayed(part.argument) for part in parts] for parts in changed.values()]
    # Of Delayed alone: where a tuple holds Dask arrays as well, dask.compute() gives its items in another order.
    result, values, _ = dask.compute(_as_chunks(made.result()), keys, [made.delayed(None)])
    for (name, parts), elements in zip(changed.items(), values):
        boxes = [box for part in parts for box in part.boxes]
        for box, part in zip(boxes, flat(elements)):
            given[name][slices_of(box)] = part
    return _from_chunks(result)


def _as_chunks(result: Any) -> Any:
    if isinstance(result, tuple):
        return tuple(map(_as_chunks, result))
    if isinstance(result, da.Array):
        return {"chunks": list(result.to_delayed(optimize_graph=False).ravel()), "blocks": result.numblocks}
    return result


def _from_chunks(result: Any) -> Any:
    if isinstance(result, tuple):
        return tuple(map(_from_chunks, result))
    if not isinstance(result, dict):
        return result
    chunks, blocks = result["chunks"], result["blocks"]
    for count in reversed(blocks):  # the last dimension first
        axis = len(blocks) - 1
        blocks = blocks[:-1]
        chunks = [np.concatenate(chunks[i : i + count], axis) if count > 1 else chunks[i] for i in range(0, len(chunks), count)]
    return np.ascontiguousarray(chunks[0]).reshape(chunks[0].shape)


class _Made:
    """The graph of a call."""

    def __init__(self, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any], pieces: int | None) -> None:
        if not isinstance(function, _core.Function):
            raise TypeError(f"{function!r} is not a compiled function: decorate it with up.jit or up.gpu")
        bound = inspect.signature(function.py_func).bind(*args, **kwargs)
        self.arguments = bound.args if kwargs else args
        for name, argument in zip(_names_of(function), self.arguments):
            _check(function, name, argument)
        _refuse_shared(self.arguments)
        options = {**_options.all_current(), "threads": 1}
        recipe = Recipe(function, tuple(map(_described, self.arguments)), options)
        staged, stand_ins = recipe.stage()
        self._told = staged.describe()
        recipe = _known_recipe(recipe, self._told)
        self.graph = CallGraph(recipe, staged, self._told, pieces or _pieces_for(self.arguments), pieces is None)
        self._names: dict[int, str] = {}
        self._add_arrays(stand_ins, function)
        self.graph.run()
        self._outputs: dict[int, Any] = {}
        inputs = [a for a in self.arguments if isinstance(a, da.Array)]
        layers = {name: layer for a in inputs for name, layer in a.dask.layers.items()}
        above = {name: set(needs) for a in inputs for name, needs in a.dask.dependencies.items()}
        base = self.graph.name
        layers[base] = self.graph.graph
        above[base] = {a.name for a in inputs}
        self._shared = HighLevelGraph(layers, above)

    def _add_arrays(self, stand_ins: tuple[Any, ...], function: Any) -> None:
        places = {id(stand_in): i for i, stand_in in enumerate(stand_ins)}
        for array, stand_in in self._told["arguments"].items():
            place = places.get(id(stand_in))
            given = stand_in if place is None else self.arguments[place]
            state = ArrayState(tuple(given.shape), np.dtype(given.dtype))
            if place is not None:
                self._names[array] = _names_of(function)[place]
            if isinstance(given, da.Array):
                state.start(dask_layer(given, self.graph.add))
            elif isinstance(given, np.ndarray):
                state.start(numpy_layer(given, self.graph.add))
            elif 0 not in given.shape:
                state.start(other_layer(given, self.graph.add(given, "source"), self.graph.add))
            self.graph.arrays[array] = state

    def stored(self) -> dict[int, str]:
        """The arguments that the function stores to, with their names."""
        arrays = [array for array in self._told["arguments"] if self.graph.arrays[array].stored]
        for array in arrays:
            if array not in self._names:
                name = self._told["arrays"][array][0]
                raise NotDealt(f"the function stores to the global array {name!r}: give it as an argument")
        return {array: self._names[array] for array in arrays}

    def changed(self, array: int) -> list[Any]:
        """The parts of an argument that the function stores."""
        return self.graph.arrays[array].changed()

    def delayed(self, task: Any) -> Any:
        return Delayed(self.graph.add(self.graph.checked(task), "result"), self._shared, layer=self.graph.name)

    def result(self) -> Any:
        if not self._told["results"] or self.graph.returned is None:
            return None
        values = [value.key if isinstance(value, Scalar) else value for value in self.graph.returned]
        return make_result(self._told, values, self.dask_array, self.delayed)

    def dask_array(self, array: int) -> Any:
        """An array as the call leaves it."""
        if array not in self._outputs:
            self._outputs[array] = self._make_array(array)
        return self._outputs[array]

    def _make_array(self, array: int) -> Any:
        state = self.graph.arrays[array]
        name = f"unpython-array-{uuid.uuid4().hex[:12]}"
        chunks = state.chunks()
        tasks: dict[Any, Any] = {}
        starts = [list(itertools.accumulate(sizes, initial=0)) for sizes in chunks]
        for place in itertools.product(*(range(len(sizes)) for sizes in chunks)):
            box = tuple((starts[d][i], starts[d][i + 1] - 1, 1) for d, i in enumerate(place))
            tasks[(name, *place)] = self.graph.checked(self.graph.chunk(array, box))
        needs = {self.graph.name, *self._shared.dependencies[self.graph.name]}
        layers = {**self._shared.layers, name: tasks}
        return da.Array(HighLevelGraph(layers, {**self._shared.dependencies, name: needs}), name, chunks, dtype=state.dtype)


_recipes: OrderedDict[Any, Recipe] = OrderedDict()
_MOST_RECIPES = 64


def _known_recipe(recipe: Recipe, told: dict[str, Any]) -> Recipe:
    """The recipe of an earlier call that is alike: workers know it already."""
    recipe.scalars = repr(told["scalars"])
    key = (recipe.function, repr(recipe.arguments), repr(recipe.options), recipe.scalars)
    known = _recipes.pop(key, recipe)
    _recipes[key] = known
    while len(_recipes) > _MOST_RECIPES:
        _recipes.popitem(last=False)
    return known


def _names_of(function: Any) -> list[str]:
    return list(inspect.signature(function.py_func).parameters)


def _check(function: Any, name: str, argument: Any) -> None:
    subclass = isinstance(argument, np.ndarray) and type(argument) not in (np.ndarray, np.memmap)
    frame = type(argument).__module__.partition(".")[0] == "pandas"
    if isinstance(argument, (bool, int, float, complex, np.generic)):
        return
    if _is_array(argument) and not subclass and not frame:
        return
    raise TypeError(
        f"{function.__name__}() argument {name!r} is {_kind(argument)}: calls that are dealt to workers take numbers, "
        "NumPy and Dask arrays, and arrays with shape, dtype and slices"
    )


def _kind(argument: Any) -> str:
    if isinstance(argument, Delayed):
        return "a Delayed, whose type is not known before it is computed"
    return f"of type {type(argument).__name__}"


def _is_array(argument: Any) -> bool:
    if isinstance(argument, Delayed):
        return False
    if isinstance(argument, da.Array) and any(np.isnan(extent) for extent in argument.shape):
        raise TypeError("a Dask array of unknown shape is not dealt: call its compute_chunk_sizes() first")
    return all(hasattr(argument, name) for name in ("shape", "dtype", "__getitem__")) and not isinstance(argument, np.generic)


def _refuse_shared(arguments: tuple[Any, ...]) -> None:
    for a, b in itertools.combinations([x for x in arguments if isinstance(x, np.ndarray)], 2):
        if np.may_share_memory(a, b) and np.shares_memory(a, b):
            raise TypeError("two array arguments share memory: a call that is dealt to workers takes them apart; copy one")


def _described(argument: Any) -> Any:
    if not _is_array(argument):
        return argument
    return ArrayOf(tuple(int(extent) for extent in argument.shape), np.dtype(argument.dtype))


def _pieces_for(arguments: tuple[Any, ...]) -> int:
    """As many as the largest Dask array has chunks, else as there are threads."""
    chunked = [a.npartitions for a in arguments if isinstance(a, da.Array)]
    if chunked:
        return max(chunked)
    try:
        from distributed import get_client

        return max(1, sum(get_client().nthreads().values()))
    except (ImportError, ValueError):
        return len(os.sched_getaffinity(0))
