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
from unpython._dask_arrays import ArrayState, box_around, dask_layer, numpy_layer, other_layer
from unpython._dask_graph import CallGraph, NotDealt, Scalar
from unpython._dask_results import make_result
from unpython._dask_worker import ArrayOf, Recipe

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
    if not isinstance(function, _core.Function):
        raise TypeError(f"{function!r} is not a compiled function: decorate it with up.jit or up.gpu")
    arguments = inspect.signature(function.py_func).bind(*args, **kwargs).args if kwargs else args
    for name, argument in zip(_names_of(function), arguments):
        _check(function, name, argument)
    _refuse_shared(arguments)
    options = {**_options.all_current(), "threads": 1}
    recipe = Recipe(function, tuple(map(_described, arguments)), options)
    staged, stand_ins = recipe.stage()
    told = staged.describe()
    recipe = _known_recipe(recipe, told)
    made = CallGraph(recipe, staged, told, pieces or _pieces_for(arguments), pieces is None)
    inputs = [a for a in arguments if isinstance(a, da.Array)]
    names = _add_arrays(made, told, stand_ins, arguments, function)
    made.run()
    return _finish(made, told, names, inputs)


def compute(function: Any, /, *args: Any, pieces: int | None = None, **kwargs: Any) -> Any:
    """Calls a compiled function now, by the workers of the current Dask client or scheduler: stores to the NumPy arrays,
    memory maps and Zarr arrays that the function stores to, when all workers have ended, and gives what it returns, in
    memory."""
    called = call(function, *args, pieces=pieces, **kwargs)
    given = dict(zip(_names_of(function), args)) | kwargs
    for name in called.stored:
        if isinstance(given.get(name), da.Array):
            raise NotDealt(
                f"{function.__name__}() stores to {name!r}, and a Dask array does not change: "
                f"take the array that unpython.dask.call(...).stored[{name!r}] is afterwards"
            )
    result, stored = dask.compute(called.result, called.stored)
    for name, array in stored.items():
        given[name][...] = array
    return result


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
    if isinstance(argument, (bool, int, float, complex, np.generic)) or _is_array(argument):
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


def _add_arrays(
    made: CallGraph, told: dict[str, Any], stand_ins: tuple[Any, ...], arguments: tuple[Any, ...], function: Any
) -> dict[int, str]:
    """The caller's arrays; gives the names of those that are parameters."""
    names = {}
    places = {id(stand_in): i for i, stand_in in enumerate(stand_ins)}
    for array, stand_in in told["arguments"].items():
        place = places.get(id(stand_in))
        given = stand_in if place is None else arguments[place]
        state = ArrayState(tuple(given.shape), np.dtype(given.dtype))
        if place is not None:
            names[array] = _names_of(function)[place]
        if isinstance(given, da.Array):
            state.add(dask_layer(given, made.add))
        elif isinstance(given, np.ndarray):
            state.add(numpy_layer(given, made.add))
        elif 0 not in given.shape:
            state.add(other_layer(given, made.add(given, "source"), made.add))
        made.arrays[array] = state
    return names


def _finish(made: CallGraph, told: dict[str, Any], names: dict[int, str], inputs: list[Any]) -> Called:
    outputs: dict[int, Any] = {}
    graphs = [array.dask for array in inputs]
    layers = {name: layer for graph in graphs for name, layer in graph.layers.items()}
    above = {name: set(needs) for graph in graphs for name, needs in graph.dependencies.items()}
    base = made.name
    shared = HighLevelGraph({**layers, base: made.graph}, {**above, base: {array.name for array in inputs}})

    def dask_array(array: int) -> Any:
        if array not in outputs:
            outputs[array] = _dask_array(made, array, base, shared)
        return outputs[array]

    def delayed(task: Any) -> Any:
        return Delayed(made.add(task, "result"), shared, layer=base)

    stored = {name: dask_array(array) for array, name in names.items() if made.arrays[array].stored}
    result = None
    if told["results"] and made.returned is not None:
        result = make_result(told, [_argument(x) for x in made.returned], dask_array, delayed)
    return Called(result, stored, made.sent)


def _argument(value: Any) -> Any:
    return value.key if isinstance(value, Scalar) else value


def _dask_array(made: CallGraph, array: int, base: str, shared: Any) -> Any:
    state = made.arrays[array]
    name = f"unpython-array-{uuid.uuid4().hex[:12]}"
    chunks = state.chunks()
    tasks: dict[Any, Any] = {}
    starts = [list(itertools.accumulate(sizes, initial=0)) for sizes in chunks]
    for place in itertools.product(*(range(len(sizes)) for sizes in chunks)):
        box = tuple((starts[d][i], starts[d][i + 1] - 1, 1) for d, i in enumerate(place))
        tasks[(name, *place)] = made.chunk(array, box)
    graph = HighLevelGraph({**shared.layers, name: tasks}, {**shared.dependencies, name: {base, *shared.dependencies[base]}})
    return da.Array(graph, name, chunks, dtype=state.dtype)
