"""Executes one random program of loops over arrays in every way that a call can go: threads, a device with arrays of NumPy and
with its own, tiles, repeated calls, calls of several threads at once. Results and memory must be plain Python's."""

from __future__ import annotations

import random
import threading
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import unpython as up

from fuzz.execute import function_of
from fuzz.likeness import Outcome, difference, outcome
from fuzz.tree import Tree

counts: Counter[str] = Counter()

Arguments = Callable[[Tree, int], list[Any]]

_CALLS = (0, 0, 1, 0, 2, 3, 0)  # added to the seed: the same numbers again, other ones, other shapes and types
_DEVICE_SHARE = 3  # of so many programs one runs on a device: compiling kernels takes its time
_THREADS = 3
_EXACT = 2.0**44  # integers beyond it have products that round, at another place where they are added at once


class Where:
    """The device besides the processor: the first of OpenCL, or what `--device` says."""

    name: str | None = next((d.name for d in up.devices() if d.name.startswith("opencl:") and d.available), None)
    share = _DEVICE_SHARE


def check_with(arguments_of: Arguments) -> Callable[[Tree, int], None]:
    """The judge of programs whose arguments that function makes, by a program and a seed."""
    return partial(_check, arguments_of)


def _check(arguments_of: Arguments, tree: Tree, seed: int) -> None:
    function = function_of(tree)
    draw = random.Random(seed)
    expected = {n: outcome(function, arguments_of(tree, seed + n)) for n in set(_CALLS)}
    memory = sum(a.nbytes for a in arguments_of(tree, seed) if isinstance(a, np.ndarray))
    compiled = up.jit(strict=False, threads=2, auto=draw.random() < 0.3)(function)
    _repeat(compiled, tree, seed, arguments_of, expected, "cpu")
    if draw.random() < 0.2:
        _at_once(compiled, tree, seed, arguments_of, expected)
    if Where.name is None or seed % Where.share:
        return
    way = draw.choice(["host arrays", "device arrays", "tiles", "at once", "sides"])
    limit = int(draw.choice([0.3, 0.6]) * memory) + 256 if way == "tiles" else None
    on_device = up.jit(device=Where.name, strict=False, memory_limit=limit)(function)
    if way == "at once":
        return _at_once(on_device, tree, seed, arguments_of, expected)
    if way == "device arrays":
        return _repeat(_with_device_arrays(on_device), tree, seed, arguments_of, expected, way)
    if way == "sides":
        on_device = up.gpu(device=Where.name, strict=False)(function)
    _repeat(on_device, tree, seed, arguments_of, expected, way)


def _repeat(
    run: Callable[..., Any], tree: Tree, seed: int, arguments_of: Arguments, expected: dict[int, Outcome], way: str
) -> None:
    for turn, offset in enumerate(_CALLS):
        if way == "device arrays" and _overlap(arguments_of(tree, seed + offset)):
            continue  # copies on the device are apart
        problem = _problem(run, arguments_of(tree, seed + offset), expected[offset], way)
        assert problem is None, f"{way}, call {turn} with seed + {offset}: {problem}"


def _problem(run: Callable[..., Any], arguments: list[Any], expected: Outcome, way: str) -> str | None:
    found = outcome(run, arguments)
    counts[way] += 1
    if isinstance(found.error, (up.CompileError, NotImplementedError)):
        counts["refused"] += 1
        return None
    if any(isinstance(a, np.ndarray) and a.dtype.kind == "f" and np.any(np.abs(a) > _EXACT) for a in expected.arguments):
        counts["grown"] += 1
        return None
    # After an exception parallel loops leave memory unspecified.
    return difference(found, expected, arguments=expected.error is None)


def _overlap(arguments: list[Any]) -> bool:
    arrays = list({id(a): a for a in arguments if isinstance(a, np.ndarray)}.values())
    return any(np.may_share_memory(a, b) for n, a in enumerate(arrays) for b in arrays[:n])


def _at_once(
    run: Callable[..., Any], tree: Tree, seed: int, arguments_of: Arguments, expected: dict[int, Outcome]
) -> None:
    """Threads of Python that call one function, each in an order of its own."""
    wrong: list[str] = []
    gate = threading.Barrier(_THREADS)

    def work(number: int) -> None:
        order = random.Random(seed + number).sample(_CALLS, len(_CALLS))
        gate.wait()
        for offset in order:
            problem = _problem(run, arguments_of(tree, seed + offset), expected[offset], "at once")
            if problem is not None:
                wrong.append(f"thread {number}, seed + {offset}: {problem}")

    workers = [threading.Thread(target=work, args=(n,)) for n in range(_THREADS)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert not wrong, wrong[0]


def _with_device_arrays(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function on arrays of the device, which are copied back into the arguments afterwards."""

    def call(*arguments: Any) -> Any:
        held = {id(a): up.to_device(a, Where.name) for a in arguments if isinstance(a, np.ndarray)}
        own = {id(on_device): a for a in arguments if (on_device := held.get(id(a))) is not None}
        try:
            result = function(*(held.get(id(a), a) for a in arguments))
        finally:
            for a in arguments:
                if id(a) in held:
                    a[...] = held[id(a)].to_host()
        return _on_host(result, own)

    return call


def _on_host(value: Any, own: dict[int, np.ndarray]) -> Any:
    if isinstance(value, tuple):
        return tuple(_on_host(part, own) for part in value)
    if isinstance(value, up.DeviceArray):
        return own[id(value)] if id(value) in own else value.to_host()
    return value
