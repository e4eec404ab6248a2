"""Random loop nests with affine subscripts, guards and steps of both signs, on views that overlap: what the analysis of
accesses is tried on. Integers only, so that all executions agree to the bit."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

import numpy as np

from fuzz.tree import Expr, Stmt, Tree

ARRAYS = (("a", "int64", 1), ("b", "int64", 1), ("m", "int64", 2), ("w", "int32", 1), ("q", "int16", 2))
PARAMETERS = (*(name for name, *_ in ARRAYS), "idx", "n", "d")
_MASK = 127


def generate(seed: int) -> Tree:
    return _Generator(random.Random(seed)).program()


def extents(n: int) -> dict[int, tuple[int, ...]]:
    """Of arrays, by rank: most subscripts of loops to n are in bounds."""
    return {1: (3 * n + 6,), 2: (2 * n + 3, 2 * n + 4)}


class _Generator:
    def __init__(self, random_: random.Random) -> None:
        self._random = random_
        self._counters: list[str] = []
        self._made = 0

    def program(self) -> Tree:
        start = [Stmt("acc = 3", fixed=True), Stmt("t = d * 2 + 1", fixed=True), Stmt("u = 0", fixed=True)]
        body = [self._nest() for _ in range(self._pick([1, 1, 2]))]
        n = self._pick([1, 2, 3, 5, 7]) if self._chance(0.9) else 40
        return Tree(
            PARAMETERS, (*start, *body), "(acc, int(u))", extents=(n, self._pick([-3, -1, 0, 1, 2, 4]))
        )

    def _pick(self, values: Any) -> Any:
        return self._random.choice(values)

    def _chance(self, share: float) -> bool:
        return self._random.random() < share

    def _nest(self) -> Stmt:
        return self._loop(self._pick([1, 2, 2, 3]))

    def _loop(self, depth: int) -> Stmt:
        counter = f"i{self._made}"
        self._made += 1
        header = f"for {counter} in {self._pick(['range', 'prange', 'prange'])}({self._bounds()}):"
        self._counters.append(counter)
        body = [self._statement() for _ in range(self._pick([0, 1, 1, 2] if depth > 1 else [1, 1, 2, 3]))]
        if depth > 1:
            body.insert(self._random.randint(0, len(body)), self._loop(depth - 1))
            if self._chance(0.15):
                body.append(self._loop(depth - 1))
        self._counters.pop()
        return Stmt(header, (), (tuple(body),))

    def _bounds(self) -> str:
        plain = [
            "n",
            "n",
            "n",
            "1, n",
            "n - 1",
            "n - 1, -1, -1",
            "0, n, 2",
            "n - 2, -1, -2",
            "2, n - 1",
            "2 * n",
        ]
        if not self._counters or self._chance(0.5):
            return self._pick(plain)
        c = self._pick(self._counters)
        return self._pick(
            [f"{c}", f"{c} + 1", f"{c}, n", f"{c} + 1, n", f"n - {c}", f"{c} - 1, -1, -1", f"min({c} + 2, n)"]
            + [f"max({c} - 1, 0), n", f"{c} % 3", "d", f"n - {c}, n, 2"]
        )

    def _subscript(self) -> str:
        c, e = self._pick(self._counters), self._pick(self._counters)
        k = self._pick([1, 1, 2, 3])
        common = [f"{c}", f"{c}", f"{c} + {k}", f"{c} - {k}", f"n - 1 - {c}", f"2 * {c}", f"2 * {c} + 1"]
        rare = [
            f"{c} + {e}",
            f"{c} - {e}",
            f"{c} + d",
            f"{c} // 2",
            f"{c} % 3",
            "d",
            f"{k}",
            f"-1 - {c}",
            f"t + {c}",
        ]
        odd = [
            f"3 * {c} - 2",
            f"{c} * {e}",
            f"idx[{c}]",
            f"{c} * d",
            "-1",
            f"{c} + 2 * {e}",
            f"n + {c} - {e}",
            f"idx[{c}] // 2",
            f"{k} + idx[{c}]",
            f"abs({c} - d)",
        ]
        return self._pick(self._pick([common, common, common, rare, rare, odd]))

    def _element(self) -> tuple[str, str]:
        name, dtype, rank = self._pick(ARRAYS)
        return f"{name}[{', '.join(self._subscript() for _ in range(rank))}]", dtype

    def _value(self) -> Expr:
        read, _ = self._element()
        other = self._pick([read, self._pick(self._counters), "u", "7", "d", self._element()[0]])
        sign = "+" if other == read else self._pick("+-^")  # x - x is folded: it reads nothing
        return Expr("value", f"(({{}}) & {_MASK})", (Expr("value", f"{read} {sign} {other}"),))

    def _condition(self) -> str:
        c, e = self._pick(self._counters), self._pick(self._counters)
        affine = [
            f"{c} > 0",
            f"{c} != 2",
            f"{c} == d",
            f"{c} < n - 1",
            f"{c} + {e} < n",
            f"{c} <= {e}",
            f"{c} != {e}",
            f"{c} >= d",
            f"d < {c}",
            f"not {c} < {e}",
            f"{c} - 1 <= {e} and {e} <= {c} + d",
            f"{c} > d or {c} >= {e}",
        ]
        other = [
            f"{c} % 2 == 0",
            f"{self._element()[0]} > 3",
            f"{c} > 1 and {e} < n - 2",
            "d > 0",
            f"not {c} == {e}",
        ]
        return self._pick(affine + other)

    def _statement(self, depth: int = 2) -> Stmt:
        choice = self._random.random()
        if depth > 0 and choice < 0.25:
            blocks = [tuple(self._statement(depth - 1) for _ in range(self._pick([1, 1, 2])))]
            if self._chance(0.4):
                blocks.append((self._statement(depth - 1),))
            return Stmt(f"if {self._condition()}:", (), tuple(blocks), ("", "else:"))
        if choice < 0.3:
            return Stmt(
                f"if {self._condition()}:", (), ((Stmt(self._pick(["continue", "continue", "break"])),),)
            )
        if choice < 0.4:
            return Stmt("u = {}", (self._value(),))
        if choice < 0.5:
            return Stmt(
                "acc = (acc + int({})) % 1009" if self._chance(0.3) else "acc += int({})", (self._value(),)
            )
        target, _ = self._element()
        if choice < 0.62:
            return Stmt(
                f"{target} {self._pick(['+=', '-='])} {self._pick(['1', 'u & 7', self._pick(self._counters)])}"
            )
        if choice < 0.7:
            return Stmt(f"{target} = {self._pick(['min', 'max'])}({target}, {{}})", (self._value(),))
        return Stmt(f"{target} = {{}}", (self._value(),))


@dataclass(frozen=True)
class _Place:
    offset: int
    strides: tuple[int, ...]


def arguments_of(tree: Tree, seed: int) -> list[Any]:
    """Views of one buffer, or arrays apart; the same ones for the same seed."""
    random_ = random.Random(seed + 1)
    n, d = tree.extents
    shapes = extents(n)
    buffer = np.random.default_rng(seed).integers(-9, 10, 8 * (2 * n + 4) ** 2 + 64, np.int8)
    common = random_.random() < 0.6
    arrays: list[Any] = []
    for name, dtype, rank in ARRAYS:
        memory = buffer if common else buffer.copy()
        place = _place(random_, shapes[rank], np.dtype(dtype).itemsize, buffer.size)
        array = np.ndarray(shapes[rank], dtype, memory, place.offset, place.strides)
        if not common:
            array[...] = array & _MASK
        arrays.append(array)
    indices = random_.sample(range(3 * n + 6), 2 * n + 2)
    if random_.random() < 0.5:
        indices[0] = indices[-1]
    return [*arrays, np.array(indices), n, d]


def _place(random_: random.Random, shape: tuple[int, ...], item: int, size: int) -> _Place:
    """Strides of either sign, some so small that rows share elements, and an offset that fits."""
    while True:
        steps = [item * random_.choice([1, 1, 1, 2]) * random_.choice([1, 1, 1, -1])]
        for extent in reversed(shape[1:]):
            row = abs(steps[0]) * extent
            steps.insert(0, random_.choice([row, row, row, row + item, item, 0, abs(steps[0]) * 2, -row]))
        if len(shape) == 2 and random_.random() < 0.2:
            steps.reverse()
        if random_.random() < 0.06:  # elements that share bytes, or are one
            steps[-1] = random_.choice([0, item // 2, item + item // 2, -(item // 2)])
        low = sum(min(0, s * (e - 1)) for s, e in zip(steps, shape))
        high = sum(max(0, s * (e - 1)) for s, e in zip(steps, shape)) + item
        if high - low <= size:
            first, last = -low, size - high
            offset = first + (random_.randint(0, min(last - first, 40)) // item) * item
            return _Place(offset, tuple(steps))
