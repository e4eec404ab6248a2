"""What a program of the papers is to run.py and to the tests."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import unpython as up


@dataclass(frozen=True)
class Program:
    """`make(n)`: arguments of size n. `loops(*arguments)`: a function to compile; it returns the result, perhaps several arrays.
    `graph(place, *arguments)`: a graph without a sink, whose blocks, put together by `gather`, are the result; None: the paper
    has no tasks. `oracle(*arguments)`: the result by NumPy. `sizes`: those of the paper; `size` is one of them. `growth`: eight
    times the data (of n-body programs, the work) have a size that is `8 ** (1 / growth)` times as large."""

    name: str
    paper: int
    make: Callable[[int], tuple[Any, ...]]
    loops: Callable[..., Any]
    graph: Callable[..., Any] | None
    oracle: Callable[..., Any]
    size: int
    small: int  # for a quick check
    rtol: float = 1e-12
    atol: float = 0.0
    gather: Callable[[list[Any]], Any] = np.concatenate
    sizes: tuple[int, ...] = ()
    growth: int = 1
    astray: float = 0.0  # the part of the elements that may be anything: rounding decides what they are

    def check(self, result: Any, expected: Any) -> None:
        several = isinstance(expected, tuple)
        for one, other in zip(result, expected, strict=True) if several else ((result, expected),):
            one, other = np.asarray(one), np.asarray(other)
            if self.astray > 0 and one.shape == other.shape and (one != other).mean() <= self.astray:
                continue
            np.testing.assert_allclose(one, other, rtol=self.rtol, atol=self.atol)

    def eightfold(self, n: int) -> int:
        return round(n * 8 ** (1 / self.growth))


class Place:
    """Where and how compiled tasks of a graph run: on 'cpu', or the device of that name. `blocks`: about so many of an array; None: as
    `up.blocks` cuts it. `options`: of up.jit."""

    def __init__(self, device: str, blocks: int | None = 8, **options: Any) -> None:
        self.device = device
        self.blocks = blocks
        self.options = options

    def cut(self, rows: Any) -> Any:
        """A source of blocks of an array, or of tuples of blocks."""
        count = len(rows[0] if isinstance(rows, tuple) else rows)
        return up.blocks(rows, None if self.blocks is None else max(1, -(-count // self.blocks)))

    def compiled(self, function: Callable[..., Any]) -> Any:
        device = {} if self.device == "cpu" else {"device": self.device}
        return up.jit(**device, **self.options)(function)


def over_rows(function: Callable[..., Any], cuts: int = 1) -> Callable[..., Any]:
    """The graph of a function whose first arguments have rows that are cut into blocks, and whose other ones are given whole."""

    def graph(place: Place, *arguments: Any) -> Any:
        source = place.cut(arguments[0] if cuts == 1 else arguments[:cuts])
        return source >> up.task(place.compiled(function), args=arguments[cuts:])

    return graph
