"""Random loops that follow each other over nearly the same space, with what decides whether they may be one kernel of a device:
elements of other iterations, conditions, numbers found by the call, reductions, exceptions, loops that end early, arrays of the
function and of an iteration."""

from __future__ import annotations

import random

from fuzz.judge_devices import check_with
from fuzz.planes import DTYPES
from fuzz.steps import PARAMETERS, Generator, arguments_of
from fuzz.tree import Stmt, Tree


def generate(seed: int) -> Tree:
    return _Neighbours(random.Random(seed)).program()


class _Neighbours(Generator):
    def __init__(self, draw: random.Random) -> None:
        super().__init__(draw)
        self._rank = draw.choice([1, 1, 2, 2, 2, 3])
        self._counters = "ijl"[: self._rank]
        self._near = super()._margins()
        if draw.random() < 0.4:
            self._targets.append("p")

    def program(self) -> Tree:
        start = [Stmt(text, fixed=True) for text in ("s = 0.0", "best = -999.0", "at = -1", "n = x.shape[0]", "p = np.zeros_like(a)")]
        body = [self._neighbour() for _ in range(self._draw.choice([2, 2, 3, 3, 4, 5]))]
        if self._chance(0.15):
            self._step = "t"
            body = [Stmt("for t in range(k):", (), (tuple(body),), fixed=True)]
        result = self._draw.choice(["(s, best, at)", "s", "(p, s)", "(s, at, g)"])
        return Tree(PARAMETERS, (*start, *body), result, (self._rank, self._draw.randrange(len(DTYPES))))

    def _neighbour(self) -> Stmt:
        choice = self._draw.random()
        if choice < 0.66:
            return self._nest()
        make = self._draw.choice([self._sum, self._edge, self._whole, self._numbered, self._raising, self._ending, self._with_own_array, self._of_host])
        return make()

    def _margins(self) -> list[tuple[int, int]]:
        """Mostly those of the program, or one more on a side."""
        return [
            margin if self._chance(0.7) else self._draw.choice([(margin[0], margin[1] + 1), (margin[0] + 1, margin[1]), (1, 1), (0, 0)])
            for margin in self._near
        ]

    def _read(self, name: str, margins: list[tuple[int, int]], own: bool) -> str:
        """Mostly the element of the iteration, where other loops store."""
        return super()._read(name, margins, own or (name in self._targets and self._chance(0.7)))

    def _own(self, name: str = "a") -> str:
        return f"{name}[{', '.join(self._counters)}]"

    def _numbered(self) -> Stmt:
        """A space that the numbers of the call decide."""
        end = self._draw.choice(["min(k, a.shape[0])", "min(n, a.shape[0])", "a.shape[0] - min(k, 3)", "max(a.shape[0] - 9, 0)", "min(3, a.shape[0])"])
        rest = [(0, 0)] * self._rank
        stmts = (self._store(self._draw.choice(self._targets), rest),)
        for d in range(self._rank - 1, 0, -1):
            stmts = (Stmt(f"for {self._counters[d]} in prange(a.shape[{d}]):", (), (stmts,)),)
        return Stmt(f"for i in prange({end}):", (), (stmts,))

    def _raising(self) -> Stmt:
        """A subscript that is outside for some numbers, or a division by them."""
        target = self._draw.choice(self._targets)
        rest = "".join(f", {counter}" for counter in self._counters[1:])
        value = self._draw.choice([f"w[i + k - 1{rest}] + 1", f"x[i + k] + w[i{rest}]", f"w[i{rest}] + 8 // (k + g + 2)"])
        return self._around([Stmt(f"{self._own(target)} = {value}")], self._margins())

    def _ending(self) -> Stmt:
        """A loop in each iteration that may end early."""
        target = self._draw.choice(self._targets)
        leaves = Stmt(f"if x[e] > {self._draw.choice(['g', '0', '6'])}:", (), ((Stmt(self._draw.choice(["break", "continue"])),),))
        loop = Stmt("for e in range(n):", (), ((leaves, Stmt("h += x[e]")),))
        return self._around([Stmt("h = 0.0"), loop, Stmt(f"{self._own(target)} = min(max(h, -99), 99) + {self._own('w')}")], self._margins())

    def _with_own_array(self) -> Stmt:
        target = self._draw.choice(self._targets)
        body = [Stmt("own = np.zeros(3)"), Stmt(f"own[1] = {self._own('w')}"), Stmt("own[2] = own[1] * 2"), Stmt(f"{self._own(target)} = own[2] - own[0]")]
        return self._around(body, self._margins())

    def _of_host(self) -> Stmt:
        return Stmt(self._draw.choice(["g = (g + 1) % 5", "x[0] = s % 7", "s = s % 64", f"s += {self._draw.choice('abcw')}.size"]))


check = check_with(arguments_of)
