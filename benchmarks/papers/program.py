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


def over_rows(function: Callable[..., Any], blocks: int = 8) -> Callable[..., Any]:
    """The graph of a function of some rows and of whole arrays: the rows are cut into blocks."""

    def graph(place: Place, rows: np.ndarray, *whole: np.ndarray) -> Any:
        return cut(rows, blocks) >> up.task(place.compiled(function), args=whole)

    return graph


def cut(rows: np.ndarray, blocks: int = 8) -> Any:
    """A source of about so many blocks."""
    return up.blocks(rows, max(1, -(-len(rows) // blocks)))
