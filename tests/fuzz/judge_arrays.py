"""Executes one random program of whole arrays by NumPy and by us: results and memory must be equal."""

from __future__ import annotations

from typing import Any

import numpy as np
import unpython as up

from fuzz.arrays import arguments_of
from fuzz.execute import function_of
from fuzz.tree import Tree


def check(tree: Tree, seed: int) -> None:
    """Raises when an execution disagrees with NumPy."""
    function = function_of(tree)
    # A product of float32 may be rounded, and then a fused multiply-add gives another sum.
    fp = "strict" if seed % 2 or "float32" in tree.text() or "f[" in tree.text() else "standard"
    compiled = up.jit(strict=False, threads=2, fp=fp)(function)
    # Other arguments, and the first ones again: a plan must not be believed of another call.
    for place in (seed, seed + 1, seed):
        expected_in, found_in = arguments_of(tree, place), arguments_of(tree, place)
        try:
            expected = function(*expected_in)
        except (IndexError, ValueError) as error:
            _raises(compiled, found_in, type(error))
        else:
            try:
                found = compiled(*found_in)
            except up.CompileError:  # a parallel loop that is refused does not run in Python
                continue
            if not any(map(_has_grown, (*expected_in, *expected))):
                _compare(found, expected)
                _compare(found_in, expected_in)


def _has_grown(value: Any) -> bool:
    """Products of such integers round, at another place where they are added in another order."""
    return isinstance(value, np.ndarray) and value.dtype.kind == "f" and bool(np.any(np.abs(value) > 2.0**44))


def _raises(compiled: Any, arguments: list[Any], error: type[Exception]) -> None:
    try:
        compiled(*arguments)
    except (error, up.CompileError):
        return
    raise AssertionError(f"no {error.__name__}")


def _compare(found: Any, expected: Any) -> None:
    assert len(found) == len(expected)
    for index, (a, b) in enumerate(zip(found, expected)):
        if isinstance(b, np.ndarray):
            assert a.dtype == b.dtype and a.shape == b.shape, (
                f"{index}: {a.dtype}{a.shape}, not {b.dtype}{b.shape}"
            )
        np.testing.assert_array_equal(a, b, err_msg=f"value {index}")
