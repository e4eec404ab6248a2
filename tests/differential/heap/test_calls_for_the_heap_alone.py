"""Calls that what takes lists of numbers and rows of one type cannot take, members that come back, functions that call each other in lists."""

from enum import IntEnum

import pytest
import unpython as up
from support.left import left_by


class Op(IntEnum):
    ADD = 0
    VAR = 1
    CONST = 2


class Node:
    def __init__(self, op, kids=(), val=None):
        self.op = op
        self.kids = kids
        self.val = val

    def __add__(self, other):
        return Node(Op.ADD, (self, other))

    def eval(self, x):
        if self.op is Op.CONST:
            return self.val
        if self.op is Op.VAR:
            return x
        return sum(kid.eval(x) for kid in self.kids)


def expression(values, x):
    expr = Node(Op.VAR)
    for v in values:
        expr = expr + Node(Op.CONST, val=v)
    return expr.eval(x), expr.op


class Matrix:
    def __init__(self, rows):
        self.rows = [list(r) for r in rows]

    def __matmul__(self, other):
        return Matrix([[sum(a * b for a, b in zip(r, c)) for c in zip(*other.rows)] for r in self.rows])

    @classmethod
    def identity(cls, n):
        return cls([[1 if i == j else 0 for j in range(n)] for i in range(n)])


def power(n):
    """What is called first has a name like this function's, which had one variable with it."""
    result = Matrix.identity(2)
    base = Matrix([[1, 1], [1, 0]])
    while n:
        if n & 1:
            result = result @ base
        base = base @ base
        n >>= 1
    return result.rows, n


def grouped(rows):
    by = {}
    for r in rows:
        by.setdefault(r["g"], []).append(r)
    return {g: {"count": len(v), "mean": sum(x["v"] for x in v) / len(v)} for g, v in by.items()}


def totals(m):
    t = {"row": {}, "all": 0}
    for i, row in enumerate(m):
        for v in row:
            t["row"][i] = t["row"].get(i, 0) + v
            t["all"] += v
    return t


def words(texts, stop=frozenset({"the", "a"})):
    found = {}
    for n, text in enumerate(texts):
        for w in text.split():
            if w not in stop:
                found.setdefault(w, set()).add(n)
    return {w: sorted(found[w]) for w in sorted(found)}


def evaluated(expr):
    if isinstance(expr, (int, float)):
        return expr
    op, *args = expr
    values = [evaluated(a) for a in args]
    return sum(values) if op == "+" else values[0] * values[-1]


def even(xs):
    found = [odd(x) for x in xs if isinstance(x, list)]
    return len(xs) + sum(found)


def odd(xs):
    found = [even(x) for x in xs if isinstance(x, list)]
    return sum(found) - len(xs)


def compared(depth):
    def nested(d):
        return d if d == 0 else [nested(d - 1), d]

    return nested(depth) == nested(depth), nested(depth) == nested(depth - 1)


ROWS = [{"g": "a", "v": 1}, {"g": "b", "v": 2.5}, {"g": "a", "v": 4}]
CALLS = [
    (expression, ([2.0, -1.0], 1.5)),
    (expression, ([], 4)),
    (power, (7,)),
    (power, (0,)),
    (grouped, (ROWS,)),
    (totals, ([[1, 2], [3, 4.5]],)),
    (words, (["the cat", "a cat sat"],)),
    (words, ([],)),
    (evaluated, (("+", 1, ("*", 2, 2.5)),)),
    (even, ([[1, [2, [3]]], 4],)),
    (compared, (1,)),
    (compared, (3,)),
]


@pytest.mark.parametrize(("function", "arguments"), CALLS)
def test_calls(function, arguments):
    assert left_by(up.jit(strict=True)(function), arguments) == left_by(function, arguments)
