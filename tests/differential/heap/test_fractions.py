"""fractions.Fraction, and objects that are numbers by their methods."""

import fractions
import math
from fractions import Fraction

import pytest
import unpython as up
from support.left import left_by

HALF = Fraction(1, 2)
HEAP = {"a": [None, 1]}


class Length:
    def __init__(self, metres):
        self.metres = metres

    def __int__(self):
        return int(self.metres)

    def __float__(self):
        return self.metres * 1.0

    def __round__(self, digits=0):
        return Length(round(self.metres, digits))

    def __divmod__(self, other):
        return divmod(self.metres, other)

    def __index__(self):
        return int(self.metres)

    def __floor__(self):
        return math.floor(self.metres)


def harmonic(n):
    total = Fraction(0)
    for k in range(1, n + 1):
        total += Fraction(1, k)
    return total, float(total), str(total), f"{total}", HEAP


def operators(a, b):
    made = [a + b, a - b, a * b, a < b, a <= b, a > b, a >= b, a == b, a != b, max(a, b), HEAP]
    for way in (lambda: a / b, lambda: a // b, lambda: a % b, lambda: divmod(a, b), lambda: divmod(a, 0.0)):
        try:
            made.append(way())
        except ZeroDivisionError as error:
            made.append(str(error))
    return made


def powers(a, n):
    try:
        return a**n, HEAP
    except ZeroDivisionError as error:
        return str(error), HEAP


def asked(n, d):
    f = fractions.Fraction(n, d)
    shown = f"{f}", repr(f), str(Fraction(f)), f.as_integer_ratio(), bool(f)
    whole = math.floor(f), math.ceil(f), math.trunc(f), int(f), round(f), round(f, 2), round(f, -1)
    return shown, whole, -f, +f, abs(f), f.numerator, f.denominator, isinstance(f, Fraction), type(f) is Fraction, f + HALF, math.sqrt(abs(f)), HEAP


def of_texts(texts):
    return [Fraction(t) for t in texts], sum(map(Fraction, texts)), HEAP


def of_floats(v):
    return [Fraction(x).limit_denominator(100) for x in v], [Fraction.from_float(x) for x in v if x == 0.75], HEAP


def as_keys(v):
    seen = {}
    for f in v:
        seen[f] = seen.get(f, 0) + 1
    return seen, sorted(seen), set(v), HALF in seen, min(v), len(v).numerator, True.denominator, HEAP


def solved(a, b):
    n = len(a)
    m = [[Fraction(x) for x in row] + [Fraction(y)] for row, y in zip(a, b)]
    for i in range(n):
        p = next(r for r in range(i, n) if m[r][i] != 0)
        m[i], m[p] = m[p], m[i]
        m[i] = [x / m[i][i] for x in m[i]]
        for j in range(n):
            if j != i:
                m[j] = [x - m[j][i] * y for x, y in zip(m[j], m[i])]
    return [row[-1] for row in m], HEAP


def wrong(z):
    said = []
    for way in (lambda: Fraction(3, z), lambda: Fraction(-2) / z, lambda: Fraction(1) + "a", lambda: Fraction(z) ** -1, lambda: Fraction(1).nothing):
        try:
            way()
        except (ZeroDivisionError, TypeError, AttributeError) as error:
            said.append((type(error).__name__, str(error)))
    return said, HEAP


def lengths(metres, digits):
    one = Length(metres)
    chosen = [10, 20, 30, 40, 50, 60, 70, 80][one], [*range(one)], "abcdefghij"[:one]
    return int(one), float(one), round(one, digits).metres, divmod(one, 2), math.floor(one), math.sqrt(one), chosen, HEAP


PAIRS = [
    (Fraction(3, 4), Fraction(-5, 6)), (Fraction(3, 4), 2), (-3, Fraction(1, 3)), (Fraction(7, 2), 0.25), (0.5, Fraction(1, 2)),
    (Fraction(1, 2), Fraction(0)), (Fraction(1, 3), 1 / 3), (Fraction(-1), 0), (Fraction(2), math.inf), (Fraction(2), math.nan),
]  # fmt: skip
CALLS = [
    *((harmonic, (n,)) for n in (0, 1, 20)), *((operators, pair) for pair in PAIRS),
    *((powers, pair) for pair in ((Fraction(2, 3), 3), (Fraction(2, 3), -2), (Fraction(0), -1), (Fraction(4), HALF), (2, Fraction(3)), (Fraction(2, 3), 0.5))),
    *((asked, pair) for pair in ((7, -4), (5, 2), (0, 3), (-9, 6), (12, 4))),
    (of_texts, (["1/2", "-3/4", "1.25", " 7 ", ".5", "+2"],)), (of_floats, ([0.1, math.pi, 0.75, 2.0],)),
    (as_keys, ([Fraction(1, 3), Fraction(2, 6), HALF, Fraction(4)],)), (solved, ([[2, 1], [1, 3]], [3, 5])), (wrong, (0,)),
    (lengths, (7.25, 1)), (lengths, (3, 0)),
]  # fmt: skip


@pytest.mark.parametrize(("function", "arguments"), CALLS)
def test_fractions(function, arguments):
    compiled = up.jit(strict=True)(function)
    assert left_by(compiled, arguments) == left_by(function, arguments)
    assert compiled.ran_on == "cpu"


def test_what_has_more_than_64_bits_is_python_s():
    compiled = up.jit(strict=True)(harmonic)
    with pytest.warns(up.UnpythonWarning, match="made again in Python"):
        assert compiled(80) == harmonic(80)
