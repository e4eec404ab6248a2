"""Random nests of loops with several stores, and with numbers that go from one iteration to the next: prefixes, sums of rows and of
columns, extrema with their places, counts, flags, running values along either loop."""

from __future__ import annotations

import random
from typing import Any

from fuzz.judge_devices import check_with
from fuzz.planes import DTYPES, places, planes, shape_of
from fuzz.tree import Stmt, Tree

PARAMETERS = ("a", "b", "x", "y", "u", "v", "h", "idx", "g")


def arguments_of(tree: Tree, seed: int) -> list[Any]:
    """a, b: one shape; x, y: its rows; u, v: its columns; h: few counters; idx: rows -> counters."""
    draw = random.Random(seed)
    rows, columns = shape_of(draw, 2) if draw.random() < 0.7 else draw.choice([(3, 1030), (520, 3), (1, 2100), (1100, 1)])
    dtype = DTYPES[tree.extents[0]] if draw.random() < 0.8 else draw.choice(DTYPES)
    other = dtype if draw.random() < 0.7 else draw.choice(DTYPES)
    h = planes(draw, 1, (6,), draw.choice(["int64", "int64", "float64"]))[0]
    return [
        *planes(draw, 2, (rows, columns), dtype), *planes(draw, 2, (rows,), other), *planes(draw, 2, (columns,), dtype),
        h, places(draw, max(rows, columns), draw.choice([6, 6, 6, 7])), draw.randint(-2, 4),
    ]  # fmt: skip


def generate(seed: int) -> Tree:
    return _Generator(random.Random(seed)).program()


class _Generator:
    def __init__(self, draw: random.Random) -> None:
        self._draw = draw

    def program(self) -> Tree:
        start = [Stmt(text, fixed=True) for text in ("n = a.shape[0]", "m = a.shape[1]", "s = 0.0", "t = 0", "best = 999.0", "at = -1")]
        body = [self._nest() for _ in range(self._draw.choice([1, 1, 2, 3]))]
        result = self._draw.choice(["(s, t, best, at)", "(s, t, best, at)", "s", "(b, s)", "(t, at)"])
        return Tree(PARAMETERS, (*start, *body), result, (self._draw.randrange(len(DTYPES)), 1))

    def _pick(self, *values: str) -> str:
        return self._draw.choice(values)

    def _chance(self, share: float) -> bool:
        return self._draw.random() < share

    def _nest(self) -> Stmt:
        """i: rows; j: columns; either may be outside."""
        if self._chance(0.15):
            return self._single()
        by_rows = self._chance(0.65)
        outer, inner = ("i", "j") if by_rows else ("j", "i")
        of_outer, of_inner = ("n", "m") if by_rows else ("m", "n")
        line = (self._pick("x", "y"), "i") if by_rows else (self._pick("u", "v"), "j")
        across = (self._pick("u", "v"), "j") if by_rows else (self._pick("x", "y"), "i")
        before, inside, behind = self._carried(inner, of_inner, line, across)
        width = f"min({outer} + 1, {of_inner})" if self._chance(0.15) else of_inner
        loop = self._loop(inner, width, inside, self._pick("range", "range", "prange"))
        body = [*before, loop, *behind]
        if self._chance(0.3):
            _, more, last = self._carried(inner, of_inner, line, across)
            body += [self._loop(inner, of_inner, more, self._pick("range", "prange")), *last]
        if self._chance(0.15):
            left_out = self._pick(f"{line[0]}[{line[1]}] > 3", f"{line[0]}[{line[1]}] < g", f"{line[0]}[{line[1]}] == 0", f"{outer} < 2", f"{outer} % 3 == 0")
            body.insert(0, Stmt(f"if {left_out}:", (), ((Stmt("continue"),),)))
        return self._loop(outer, of_outer, body, self._pick("prange", "prange", "prange", "range"))

    def _loop(self, counter: str, extent: str, body: list[Stmt], kind: str) -> Stmt:
        bounds = self._pick(extent, extent, extent, extent, f"1, {extent}", f"{extent} - 1", f"{extent} - 1, -1, -1", f"0, {extent}, 2")
        return Stmt(f"for {counter} in {kind}({bounds}):", (), (tuple(body),))

    def _element(self) -> str:
        return self._pick("a[i, j]", "a[i, j]", "b[i, j]", "a[i, j] * u[j]", "a[i, j] * x[i]", "a[i, j] + v[j]", "a[i, j] - y[i]", "abs(a[i, j])")

    def _carried(
        self, inner: str, extent: str, line: tuple[str, str], across: tuple[str, str]
    ) -> tuple[list[Stmt], list[Stmt], list[Stmt]]:
        """What stands before the inner loop, in it, and behind it; q and r are numbers of one line."""
        place, other = f"{line[0]}[{line[1]}]", f"{across[0]}[{across[1]}]"
        first = self._pick("0.0", "0", place, "g", f"a[i, {0}]" if inner == "j" else "a[0, j]")
        before = [Stmt(f"q = {first}", fixed=True), Stmt("r = -1", fixed=True)]
        inside = [self._step(inner)]
        while self._chance(0.45) and len(inside) < 4:
            inside.append(self._draw.choice([self._step, self._store])(inner))
        if self._chance(0.25):
            condition = f"{self._element()} {self._pick('> 0', '< 3', '!= g', '>= -2')}"
            if self._chance(0.4):
                condition = self._pick("i > 1", "j > i", "i + j < n", "i % 3 == 1", "j >= 2", "i > 2 and j < m - 1", "i > n // 2")
            blocks = (tuple(inside), (self._step(inner),)) if self._chance(0.4) else (tuple(inside),)
            inside = [Stmt(f"if {condition}:", (), blocks, ("", "else:"))]
        if self._chance(0.12):
            inside.append(Stmt(f"{other} {self._pick('+=', '+=', '-=')} {self._pick('1', 'a[i, j]')}"))
        behind = [Stmt(f"{place} {self._pick('=', '=', '+=')} {self._pick('q', 'q', 'r', 'q + r')}")]
        if self._chance(0.5):
            behind.append(self._total(line[1]))
        return before, inside, behind

    def _step(self, inner: str) -> Stmt:
        """A number of the line goes on."""
        element = self._element()
        choice = self._draw.randrange(8)
        if choice < 3:
            return Stmt(f"q {self._pick('+=', '+=', '-=')} {element}")
        if choice == 3:
            return Stmt(f"q = {self._pick('min', 'max')}(q, {element})")
        if choice == 4:
            return Stmt(f"if {element} {self._pick('<', '>', '>=')} q:", (), ((Stmt(f"q = {element}"), Stmt(f"r = {inner}")),))
        if choice == 5:
            return Stmt(f"q = {self._pick('q * 2', '-q', 'q + r')} % 97 + {element}")
        if choice == 6:
            return Stmt(f"q = {element}")
        return Stmt(f"if {element} == {self._pick('0', 'g', 'q')}:", (), ((Stmt(self._pick("r = i", "r = j", "r += 1")),),))

    def _store(self, inner: str) -> Stmt:
        name = self._pick("b", "b", "a")
        before = "[i, j - 1]" if inner == "j" else "[i - 1, j]"
        value = self._pick("q", "q", "q + a[i, j]", f"b{before} + a[i, j]", f"a{before}", "q - b[i, j]", "r")
        operator = self._pick("=", "=", "+=")
        return Stmt(f"{name}[i, j] {operator} min(max({value}, -999), 999)")

    def _total(self, outer: str) -> Stmt:
        """A number of the whole program."""
        choice = self._draw.randrange(6)
        if choice < 2:
            return Stmt(f"s {self._pick('+=', '-=')} q")
        if choice == 2:
            return Stmt("if q < best:", (), ((Stmt("best = q"), Stmt(f"at = {outer}")),))
        if choice == 3:
            return Stmt(f"t += {self._pick('1', 'r', 'int(q > 0)')}")
        if choice == 4:
            return Stmt(f"h[idx[{outer}]] += {self._pick('1', '2', 'int(q) % 5')}")
        return Stmt(f"if q {self._pick('>', '<')} 5:", (), ((Stmt(self._pick("t = 1", "t += 1", f"at = {outer}")),),))

    def _single(self) -> Stmt:
        name = self._pick("x", "y")
        body = [Stmt(self._pick(f"s += {name}[i]", f"h[idx[i]] += {self._pick('1', f'{name}[i]')}", f"best = min(best, {name}[i])",
                                f"if {name}[i] > 0:")) for _ in range(self._draw.choice([1, 1, 2]))]  # fmt: skip
        body = [Stmt(s.template, (), ((Stmt("t += 1"), Stmt("at = i")),)) if s.template.startswith("if") else s for s in body]
        return self._loop("i", "n", body, self._pick("prange", "prange", "range"))


check = check_with(arguments_of)
