"""Context managers that are functions inside of a function, and generators inside with constants as defaults."""

import copy
from contextlib import contextmanager

import numpy as np
import pytest
import unpython as up
from support.outcomes import name_of, told


def sections(commands):
    trace = []

    @contextmanager
    def section(name):
        trace.append("+" + name)
        try:
            yield len(trace)
        finally:
            trace.append("-" + name)

    value = 0
    try:
        for c in commands:
            with section(c[:3]) as depth:
                value += depth * int(c.split(":")[1])
    except (IndexError, ValueError) as e:
        trace.append(f"{type(e).__name__}:{e}")
    return value, trace


def depths(a, s):
    depth, seen = 0, []

    @contextmanager
    def deeper(by=1):
        nonlocal depth
        depth += by
        yield
        depth -= by

    with deeper():
        seen.append(depth)
        with deeper(s):
            seen.append((depth, a.sum()))
        seen.append(depth)
    return seen, depth


def scales(a):
    @contextmanager
    def scaled(b, s):
        b *= s
        try:
            yield b
        except ZeroDivisionError as e:
            print("caught", e)
        finally:
            b /= s

    out = []
    for k in range(3):
        with scaled(a, 2.0) as b:
            out.append(b.sum())
            out.append(1 / (1 - k))
    return out, a


def flags(xs):
    @contextmanager
    def locked(held, i):
        held[i] = True
        yield held
        held[i] = False

    held, res = [False] * len(xs), []
    for i, x in enumerate(xs):
        with locked(held, i) as f:
            if x < 0:
                raise ValueError(f"neg {x} {f}")
            res.append((x, sum(f)))
    return res, held


def evens_below(n):
    def evens(limit=4, *, start=0):
        for k in range(start, limit, 2):
            yield k

    return list(evens()), [x for x in evens(n, start=2)], sum(evens(limit=n)), {"a": None}


CALLS = [
    (sections, ["add:1", "mul:2"]), (sections, ["add:1", "mul"]), (sections, ["add:x", "mul"]), (sections, []), (depths, np.ones(2), 3),
    (scales, np.array([1.0, 2.0])), (flags, [1, 2]), (flags, [1, -2]), (evens_below, 7), (evens_below, 0),
]  # fmt: skip


@pytest.mark.parametrize("call", CALLS, ids=name_of)
def test_values(call, capsys):
    function, *arguments = call
    given, mine = copy.deepcopy(arguments), copy.deepcopy(arguments)
    expected, printed = told(function, given), capsys.readouterr().out
    assert told(up.jit(strict=True)(function), mine) == expected
    assert repr(mine) == repr(given)
    assert capsys.readouterr().out == printed
