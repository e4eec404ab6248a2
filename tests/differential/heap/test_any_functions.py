"""Functions that are made, kept, composed and call themselves: each keeps what it was made with."""

from functools import reduce

import pytest
import unpython as up
from support.left import left_by


def compose(x, *ops):
    table = {"neg": lambda v: -v, "sq": lambda v: v * v, "half": lambda v: v / 2, "inc": lambda v, by=1: v + by}
    fs = [table[o] for o in ops]
    total = reduce(lambda f, g: lambda v: g(f(v)), fs, lambda v: v)
    return (total(x), [f(x) for f in fs])


def closures(n):
    fs = []
    for i in range(n):

        def f(x, i=i):
            return x * i

        fs.append(f)
    acc = []

    def add(x):
        nonlocal n
        n += x
        acc.append(n)
        return n

    return ([f(2) for f in fs], [add(i) for i in range(3)], acc, n)


def counter_maker():

    def make():
        c = [0]

        def inc(by=1):
            c[0] += by
            return c[0]

        return inc

    a, b = (make(), make())
    return [a(), a(5), b(), a(), b(2)]


def msort(v):
    if len(v) < 2:
        return v
    m = len(v) // 2
    a, b = (msort(v[:m]), msort(v[m:]))
    out = []
    while a and b:
        out.append(a.pop(0) if a[0] <= b[0] else b.pop(0))
    return out + a + b


def hanoi(n, a="A", b="B", c="C"):
    moves = []

    def go(k, x, y, z):
        if k == 0:
            return 0
        s = go(k - 1, x, z, y)
        moves.append((x, z))
        return s + 1 + go(k - 1, y, x, z)

    t = go(n, a, b, c)
    return (moves, t)


def flat(v):
    out = []
    for x in v:
        if isinstance(x, list):
            out.extend(flat(x))
        else:
            out.append(x)
    return out


def lev(a, b):
    memo = {}

    def d(i, j):
        if i == 0 or j == 0:
            return i + j
        if (i, j) not in memo:
            memo[i, j] = min(d(i - 1, j) + 1, d(i, j - 1) + 1, d(i - 1, j - 1) + (0 if a[i - 1] == b[j - 1] else 1))
        return memo[i, j]

    return (d(len(a), len(b)), len(memo))


def perms(v):
    if not v:
        return [[]]
    return [[x] + p for i, x in enumerate(v) for p in perms(v[:i] + v[i + 1 :])]


def ack(m, n):
    if m == 0:
        return n + 1
    if n == 0:
        return ack(m - 1, 1)
    return ack(m - 1, ack(m, n - 1))


def rec_sum(t):
    if isinstance(t, (list, tuple)):
        return sum((rec_sum(x) for x in t))
    return t if t is not None else 0


def det(m):
    if len(m) == 1:
        return m[0][0]
    return sum(((-1) ** j * m[0][j] * det([r[:j] + r[j + 1 :] for r in m[1:]]) for j in range(len(m))))


def nqueens(n):
    sols = []

    def place(row, cols):
        if row == n:
            sols.append(cols[:])
            return
        for c in range(n):
            if all((c != cc and abs(c - cc) != row - r for r, cc in enumerate(cols))):
                cols.append(c)
                place(row + 1, cols)
                cols.pop()

    place(0, [])
    return (len(sols), sols[:2])


CASES = [
    (compose, (3, "inc", "sq", "half", "neg")),
    (compose, (1, "cube")),
    (closures, (3,)),
    (counter_maker, ()),
    (msort, ([3, 1, 2, 5, 4],)),
    (hanoi, (3,)),
    (flat, ([1, [2, [3, 4], []], 5],)),
    (lev, ("kitten", "sitting")),
    (perms, ([1, 2, 3],)),
    (ack, (2, 3)),
    (rec_sum, ([1, [2, (3, 4.5)], None],)),
    (det, ([[2, 0, 1], [1, 3, 2], [0, 1, 1]],)),
    (nqueens, (5,)),
]


@pytest.mark.parametrize(("function", "arguments"), CASES)
def test_calls(function, arguments):
    compiled = up.jit(strict=True)(function)
    assert left_by(compiled, arguments) == left_by(function, arguments)
    assert compiled.ran_on == "cpu"
