"""Random time loops over stencils: several nests in each turn, names that change places, sums over turns, conditions and
numbers of the host between the nests."""

from __future__ import annotations

import random
from typing import Any

from fuzz.judge_devices import check_with
from fuzz.planes import DTYPES, planes, shape_of
from fuzz.tree import Stmt, Tree

PLANES = "abcw"
PARAMETERS = (*PLANES, "x", "k", "g")
_COUNTERS = "ijl"


def arguments_of(tree: Tree, seed: int) -> list[Any]:
    rank, number = tree.extents
    draw = random.Random(seed)
    shape = shape_of(draw, rank)
    dtype = DTYPES[number] if draw.random() < 0.8 else draw.choice(DTYPES)
    x = planes(draw, 1, (draw.choice([1, 4, 7]),), "float64")[0]
    return [*planes(draw, len(PLANES), shape, dtype), x, draw.choice([0, 1, 2, 3, 5]), draw.randint(-2, 3)]


def generate(seed: int) -> Tree:
    return Generator(random.Random(seed)).program()


class Generator:
    def __init__(self, draw: random.Random) -> None:
        self._draw = draw
        self._rank = draw.choice([1, 2, 2, 2, 3])
        self._counters = _COUNTERS[: self._rank]
        self._targets = draw.sample("abc", draw.randint(1, 3))  # what nests store to
        self._step = ""  # the counter of turns, where there is one

    def program(self) -> Tree:
        start = [Stmt(text, fixed=True) for text in ("s = 0.0", "best = -999.0", "at = -1", "n = x.shape[0]")]
        before = [self._nest()] if self._chance(0.2) else []
        loop = self._time_loop()
        behind = [self._statement(0) for _ in range(self._draw.choice([0, 0, 1, 2]))]
        result = self._draw.choice(["(s, best, at)", "(s, best, at)", "s", "(a, s)", "(s, at, g)"])
        number = self._draw.randrange(len(DTYPES))
        return Tree(PARAMETERS, (*start, *before, loop, *behind), result, (self._rank, number))

    def _chance(self, share: float) -> bool:
        return self._draw.random() < share

    def _time_loop(self) -> Stmt:
        self._step = "t"
        body = [self._statement(1) for _ in range(self._draw.choice([1, 2, 2, 3, 4]))]
        head = self._draw.choice(["for t in range(k):"] * 4 + ["for t in range(k, 0, -1):", "for t in range(1, 2 * k, 2):", "while t < k:"])
        if head.startswith("while"):
            body.append(Stmt("t += 1", fixed=True))
            loop = Stmt(head, (), (tuple(body),), fixed=True)
            return Stmt("for _ in range(1):", (), ((Stmt("t = 0", fixed=True), loop),))
        return Stmt(head, (), (tuple(body),))

    def _statement(self, depth: int) -> Stmt:
        choice = self._draw.random()
        if choice < 0.5:
            return self._nest()
        if choice < 0.58:
            first, second = self._draw.sample("abc", 2)
            return Stmt(f"{first}, {second} = {second}, {first}")
        if choice < 0.72:
            return self._sum()
        if choice < 0.78:
            return self._edge()
        if choice < 0.83:
            return self._whole()
        if choice < 0.9 and depth:
            condition = self._draw.choice([f"{self._step} % 2 == 0", "s > 20", "g > 0", f"{self._step} == 1", "x[0] < 3"])
            leaves = Stmt(self._draw.choice(["break", "continue"]))
            inside = leaves if self._chance(0.2) and "while" not in condition else self._statement(0)
            if inside is leaves and inside.template == "continue":
                inside = self._nest()
            return Stmt(f"if {condition}:", (), ((inside,),))
        return Stmt(self._draw.choice(["s = min(max(s, -99.0), 99.0)", "x[0] = s % 7", "g = (g + 1) % 5", "x[n - 1] += 1", "s = s % 64",
                                       "at = int(x[n - 1]) % 3", "s += x[0] % 8"]))  # fmt: skip

    def _around(self, body: list[Stmt], margins: list[tuple[int, int]]) -> Stmt:
        """Loops over a plane without its margins."""
        stmts = tuple(body)
        order = list(range(self._rank))
        if self._chance(0.1):
            self._draw.shuffle(order)
        for number, d in enumerate(reversed(order)):
            low, high = margins[d]
            bounds = f"a.shape[{d}]" + (f" - {high}" if high else "")
            kind = "prange" if number == self._rank - 1 or self._chance(0.7) else "range"
            stmts = (Stmt(f"for {self._counters[d]} in {kind}({f'{low}, ' if low else ''}{bounds}):", (), (stmts,)),)
        return stmts[0]

    def _margins(self) -> list[tuple[int, int]]:
        return [self._draw.choice([(0, 0), (1, 1), (1, 1), (1, 0), (0, 1), (2, 2), (2, 1)]) for _ in range(self._rank)]

    def _nest(self) -> Stmt:
        target, margins = self._draw.choice(self._targets), self._margins()
        body = [self._store(target, margins)]
        if self._chance(0.25):
            body.append(self._store(self._draw.choice(self._targets), margins))
        if self._chance(0.15):
            body = [Stmt("h = {}".format(self._read("w", margins, True))), Stmt(f"if h > {self._draw.choice(['0', 'g', '3'])}:", (), (tuple(body),))]
        if self._chance(0.1):
            body.append(Stmt(f"s += {self._read(target, margins, True)}"))
        return self._around(body, margins)

    def _store(self, target: str, margins: list[tuple[int, int]]) -> Stmt:
        place = f"{target}[{', '.join(self._counters)}]"
        terms = []
        for _ in range(self._draw.randint(1, 4)):
            name = self._draw.choice([*self._targets, *self._targets, "w"])
            own = name == target and self._chance(0.85)  # else iterations meet, and the loop runs in order
            terms.append(f"{self._draw.choice(['', '', '2 * ', '3 * '])}{self._read(name, margins, own)}")
        value = self._draw.choice([" + ", " - "]).join(terms)
        if self._step and self._chance(0.15):
            value += f" + {self._draw.choice([self._step, 'g', 'k'])}"
        if self._chance(0.12):
            return Stmt(f"{place} {self._draw.choice(['+=', '-='])} min(max({value}, -9), 9)")
        return Stmt(f"{place} = min(max({value}, -99), 99)")

    def _read(self, name: str, margins: list[tuple[int, int]], own: bool) -> str:
        places = []
        for counter, (low, high) in zip(self._counters, margins):
            by = 0 if own else self._draw.randint(-low, high)
            places.append(f"{counter} + {by}" if by > 0 else f"{counter} - {-by}" if by < 0 else counter)
        return f"{name}[{', '.join(places)}]"

    def _sum(self) -> Stmt:
        """A number of a plane: a sum, an extremum with its place."""
        margins, name = self._margins(), self._draw.choice("abcw")
        element = self._read(name, margins, self._chance(0.6))
        if self._chance(0.3):
            keep = (Stmt(f"best = {element}"), Stmt(f"at = {self._counters[-1]}"))
            return self._around([Stmt(f"if {element} > best:", (), (keep,))], margins)
        if self._chance(0.2):
            return Stmt(f"s += {self._draw.choice(['np.sum({})', '{}.max()', 'np.min({}[-1:])']).format(name)}")
        return self._around([Stmt(f"s {self._draw.choice(['+=', '+=', '-='])} {element}")], margins)

    def _edge(self) -> Stmt:
        """One line of a plane from its neighbours."""
        name = self._draw.choice(self._targets)
        d = self._draw.randrange(self._rank)
        here = list(self._counters)
        there = list(self._counters)
        here[d], there[d] = self._draw.choice([("0", "1"), ("-1", "-2"), (f"a.shape[{d}] - 1", "0"), ("0", "-2")])
        stmts: tuple[Stmt, ...] = (Stmt(f"{name}[{', '.join(here)}] = {name}[{', '.join(there)}]"),)
        for other in reversed([e for e in range(self._rank) if e != d]):
            stmts = (Stmt(f"for {self._counters[other]} in prange(a.shape[{other}]):", (), (stmts,)),)
        return stmts[0]

    def _whole(self) -> Stmt:
        first, second = self._draw.choice(self._targets), self._draw.choice("abcw")
        return Stmt(self._draw.choice([
            "{}[1:] = {}[:-1]", "{}[...] = {}", "{}[1:-1] = np.minimum({}[:-2], 9)", "{}[::-1] = {}", "{} += {} % 3", "{}[:] = np.abs({})",
        ]).format(first, second))  # fmt: skip


check = check_with(arguments_of)
