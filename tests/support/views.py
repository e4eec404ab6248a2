"""Programs on views of common memory: executed twice on the same arguments, compiled and plain, whole buffers compared."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import unpython as up

SIZES = (0, 1, 2, 7, 60013)  # the last is worth several threads


def numbers(n, seed=3, dtype="float64"):
    return np.random.default_rng(seed).integers(-9, 10, n).astype(dtype)


def memory_of(arguments: Sequence[Any]) -> list[np.ndarray]:
    """The arrays that own the memory of the arguments, each once, in order of appearance."""
    owners: dict[int, np.ndarray] = {}
    for argument in arguments:
        if isinstance(argument, np.ndarray):
            owner = argument
            while isinstance(owner.base, np.ndarray):
                owner = owner.base
            owners.setdefault(id(owner), owner)
    return list(owners.values())


def outcome(function: Callable[..., Any], arguments: Sequence[Any]) -> Any:
    """The result, or the exception's type and text."""
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return function(*arguments)
        except (IndexError, ZeroDivisionError, UnboundLocalError, OverflowError, ValueError) as error:
            return type(error)


def assert_same_as_python(
    function: Callable[..., Any], make: Callable[[], Sequence[Any]], rtol: float = 0.0, **options: Any
) -> Any:
    """`make` gives the arguments anew, always the same ones. After an exception memory is not compared. Returns the
    compiled function."""
    compiled = up.jit(**{"strict": False, "threads": 3, **options})(function)
    found_in, expected_in = make(), make()
    found, expected = outcome(compiled, found_in), outcome(function, expected_in)
    assert isinstance(found, type) == isinstance(expected, type), f"{found!r}, not {expected!r}"
    if isinstance(expected, type):
        assert found is expected, f"raised {found}, not {expected}"
        return compiled
    if expected is not None:
        np.testing.assert_allclose(np.asarray(found), np.asarray(expected), rtol=rtol)
    for a, b in zip(memory_of(found_in), memory_of(expected_in), strict=True):
        np.testing.assert_allclose(a, b, rtol=rtol, err_msg="memory differs")
    return compiled


def verdict_of(compiled, *arguments):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return compiled.explain(*arguments).as_dict()["nests"][0]["parallel"]["verdict"]
