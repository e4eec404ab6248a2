"""Generators of up.random: what they keep, and what their methods mean in plain Python.

Problem: a number must depend on the seed and on the iteration alone, whoever runs the iteration, and two loops, or two
         iterations, must never get the same numbers.
Choice:  Philox 4x64-10 makes four integers of a key and a counter. The seed gives the key. Outside of parallel loops the
         counter is (b, 0, 0, 0), where b = 1, 2, ... as the numbers of the blocks are needed; this is np.random.Philox(key=rng.key).
         A parallel loop outside of others in which the generator is used takes the next number n = 0, 1, ...
         In its iteration i the second part of the key is n + 1 larger, and the counter is (b, i, 0, 0), with b = 1, 2, ... anew.
         In a parallel loop inside of it, the m-th one in which that iteration uses the generator, iteration j has the counter
         (b, j, i, m + 1). A third loop has another key: the first two integers of (m', j, i, m + 1 + 2 ** 63); its counters
         are again (b, k, 0, 0), and so on.
         Normal numbers of iterations have blocks of their own, of four each (Box and Muller), whose first part of the counter has
         bit 63. The first one of an iteration is in a block that iterations i, i + 32, i + 64 and i + 96 share, where i is a
         multiple of 128 and 0 to 31: number (i >> 5) & 3 of the block (2 ** 63, (i >> 7) * 32 + (i & 31), ...). What runs these
         four together computes it once, and neither vectors nor a warp of a GPU exchange numbers for it. The later ones are in
         blocks (2 ** 63 + b, i, ...) with b = 1, 2, ... Outside of parallel loops a normal number takes two integers.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import numpy as np

from unpython import _core, _loops
from unpython._library.unpython_functions import random_numbers

_ALL = 2**64 - 1
_MARK = 0x9E3779B97F4A7C15

Words = tuple[int, int, int, int]


def philox(key0: int, key1: int, c0: int, c1: int, c2: int, c3: int) -> Words:
    for _ in range(10):
        product0, product1 = c0 * 0xD2E7470EE14C6C93, c2 * 0xCA5A826395121157
        c0, c1 = (product1 >> 64) ^ c1 ^ key0, product1 & _ALL
        c2, c3 = (product0 >> 64) ^ c3 ^ key1, product0 & _ALL
        key0, key1 = (key0 + 0x9E3779B97F4A7C15) & _ALL, (key1 + 0xBB67AE8584CAA73B) & _ALL
    return c0, c1, c2, c3


class _Here(threading.local):
    def __init__(self) -> None:
        self.iterations: list[_Iteration] = []  # of the parallel loops that this thread is in


_here = _Here()


class Loop:
    """`prange` of plain Python, which knows its iterations."""

    def __init__(self, numbers: range) -> None:
        self._numbers = numbers

    def __iter__(self) -> Iterator[int]:
        loops: dict[int, int] = {}
        for number in self._numbers:
            here = _Iteration(number, loops)
            _here.iterations.append(here)
            try:
                yield number
            finally:
                _here.iterations.remove(here)

    def __reversed__(self) -> Iterator[int]:
        return iter(Loop(self._numbers[::-1]))

    def __len__(self) -> int:
        return len(self._numbers)

    def __getitem__(self, place: int) -> int:
        return self._numbers[place]


class _Iteration:
    """What generators do in one iteration. `loops`: the number that the loop has for each of them."""

    def __init__(self, number: int, loops: dict[int, int]) -> None:
        self.number = number & _ALL
        self.loops = loops
        self.places: dict[int, _Place] = {}


class _Place:
    """Key and counter of a generator in an iteration, and how many numbers and loops it had there."""

    def __init__(self, key: tuple[int, int], c1: int, c2: int, c3: int) -> None:
        self.key, self.c1, self.c2, self.c3 = key, c1, c2, c3
        self.draws = self.normals = self.loops = 0
        self.block: Words = (0, 0, 0, 0)
        self.normal_block: Words = (0, 0, 0, 0)

    def inside(self, loop: int, number: int) -> _Place:
        if self.c3 == 0:
            return _Place(self.key, number, self.c1, loop + 1)
        key = philox(*self.key, loop, self.c1, self.c2, self.c3 | 2**63)
        return _Place(key[:2], number, 0, 0)

    def draw(self) -> int:
        if self.draws % 4 == 0:
            self.block = philox(*self.key, self.draws // 4 + 1, self.c1, self.c2, self.c3)
        self.draws += 1
        return self.block[(self.draws - 1) % 4]

    def draw_normal(self) -> float:
        is_first = self.normals == 0
        if is_first or self.normals % 4 == 1:
            place = random_numbers.place_of_four(self.c1) if is_first else self.c1
            block = (self.normals + 3) // 4 + 2**63
            self.normal_block = philox(*self.key, block, place, self.c2, self.c3)
        self.normals += 1
        number = random_numbers.number_of_four(self.c1) if is_first else (self.normals - 2) % 4
        return float(random_numbers.normal_of_block(number, *self.normal_block))


def random(seed: int) -> Random:
    """A generator whose numbers depend on the seed and on the iterations of the parallel loops that draw them, not on threads,
    tiles and devices. Its methods are those of np.random.Generator, for one number each: random(), normal(loc, scale),
    integers(low, high), exponential(scale), poisson(lam), choice(a), and permutation(x)."""
    return Random(seed)


class Random(np.ndarray):
    """A generator: nine integers (key, numbers and loops so far, the last block, a mark), so that compiled functions and plain
    Python go on where the other stopped. Made by up.random."""

    def __new__(cls, seed: int) -> Random:
        made = np.zeros(9, np.uint64).view(cls)
        words = philox(int(seed) & _ALL, 0, 0, 0, 0, 0)
        made[0], made[1], made[8] = words[0], words[1], _MARK
        made._depth = len(_here.iterations)
        return made

    def __array_finalize__(self, other: Any) -> None:
        """Also of a generator that comes from another process."""
        _loops.see_iterations(Loop)
        self._depth = getattr(other, "_depth", 0)

    def __repr__(self) -> str:
        return f"<generator of up.random, key ({self[0]}, {self[1]})>"

    @property
    def key(self) -> np.ndarray:
        """np.random.Philox(key=rng.key) makes the same integers."""
        return np.array(self[:2])

    def random(self) -> float:
        """From 0 up to, not including, 1."""
        return random_numbers.random(self._next)

    def normal(self, loc: float = 0.0, scale: float = 1.0) -> float:
        return float(random_numbers.normal(self._next, loc, scale))

    def exponential(self, scale: float = 1.0) -> float:
        return float(random_numbers.exponential(self._next, scale))

    def poisson(self, lam: float = 1.0) -> int:
        return int(random_numbers.poisson(self._next, lam))

    def integers(self, low: int, high: int | None = None) -> int:
        """From low up to, not including, high; or from 0 up to low."""
        low, high = (0, low) if high is None else (low, high)
        count = int(high) - int(low)
        if count <= 0:
            raise ValueError("high <= 0" if low == 0 else "low >= high")
        first, second = self._next(), self._next()
        return int(low) + (((first << 64) + second) * count >> 128)

    def choice(self, a: Any) -> Any:
        """One of the items of an array, or of 0 up to a number."""
        if np.ndim(a) == 0:
            if a <= 0:
                raise ValueError("a must be a positive integer unless no samples are taken")
            return self.integers(a)
        if len(a) == 0:
            raise ValueError("a cannot be empty unless no samples are taken")
        return a[self.integers(len(a))]

    def permutation(self, x: Any) -> np.ndarray:
        """The items of an array in a random order, or 0 up to a number."""
        order = np.arange(x if np.ndim(x) == 0 else len(x))
        for last in range(len(order) - 1, 0, -1):
            other = self.integers(last + 1)
            order[[last, other]] = order[[other, last]]
        return order if np.ndim(x) == 0 else np.asarray(x)[order]

    def _next(self, what: str = "raw") -> Any:
        iterations = _here.iterations[self._depth :]
        if what == "normal":
            if iterations:
                return self._place(iterations).draw_normal()
            first = self._draw()
            return random_numbers.normal_of_pair(first, self._draw())
        return self._place(iterations).draw() if iterations else self._draw()

    def _draw(self) -> int:
        state = np.asarray(self)
        draws = int(state[2])
        if draws % 4 == 0:
            state[4:8] = philox(int(state[0]), int(state[1]), draws // 4 + 1, 0, 0, 0)
        state[2] = draws + 1
        return int(state[4 + draws % 4])

    def _place(self, iterations: list[_Iteration]) -> _Place:
        here = iterations[-1]
        if id(self) in here.places:
            return here.places[id(self)]
        if len(iterations) == 1:
            if id(self) not in here.loops:
                here.loops[id(self)] = int(self[3])
                self[3] += np.uint64(1)
            key1 = int(self[1]) + 1 + here.loops[id(self)]
            made = _Place((int(self[0]), key1 & _ALL), here.number, 0, 0)
        else:
            around = self._place(iterations[:-1])
            if id(self) not in here.loops:
                here.loops[id(self)] = around.loops
                around.loops += 1
            made = around.inside(here.loops[id(self)], here.number)
        here.places[id(self)] = made
        return made


_core.set_generator_type(Random)
