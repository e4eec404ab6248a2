"""What a program of the papers is to run.py and to the tests."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import unpython as up


@dataclass(frozen=True)
class Program:
    """`make(n)`: arguments of size n. `loops(*arguments)`: a function to compile; it returns the result. `graph(place, *arguments)`: a
    graph without a sink, whose blocks, put together by `gather`, are the result. `oracle(*arguments)`: the result by NumPy."""

    name: str
    paper: int
    make: Callable[[int], tuple[Any, ...]]
    loops: Callable[..., Any]
    graph: Callable[..., Any]
    oracle: Callable[..., Any]
    size: int
    small: int  # for a quick check
    rtol: float = 1e-12
    atol: float = 0.0
    gather: Callable[[list[Any]], Any] = np.concatenate

    def check(self, result: Any, expected: Any) -> None:
        np.testing.assert_allclose(np.asarray(result), np.asarray(expected), rtol=self.rtol, atol=self.atol)


class Place:
    """Where compiled tasks of a graph run: 'cpu', or the name of a device."""

    def __init__(self, device: str) -> None:
        self.device = device

    def compiled(self, function: Callable[..., Any]) -> Any:
        return up.jit(function) if self.device == "cpu" else up.jit(device=self.device)(function)


def over_rows(function: Callable[..., Any], cuts: int = 1, blocks: int = 8) -> Callable[..., Any]:
    """The graph of a function whose first arguments have rows that are cut into blocks, and whose other ones are given whole."""

    def graph(place: Place, *arguments: Any) -> Any:
        source = cut(arguments[0] if cuts == 1 else arguments[:cuts], blocks)
        return source >> up.task(place.compiled(function), args=arguments[cuts:])

    return graph


def cut(rows: Any, blocks: int = 8) -> Any:
    """A source of about so many blocks of an array, or of tuples of blocks."""
    count = len(rows[0] if isinstance(rows, tuple) else rows)
    return up.blocks(rows, max(1, -(-count // blocks)))
