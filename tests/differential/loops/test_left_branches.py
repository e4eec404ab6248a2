"""Branches behind a flag that leave an iteration, or the loop, before they set the flag again: the flag has its first value then."""

import numpy as np
import pytest
import unpython as up
from support import paths


def broken_off(a, b, c):
    found = False
    for i in range(a.shape[0]):
        found = a[i] > 0
        if found:
            if b[i] > 0:
                break
            found = c[i] > 0
    return found


def carried(a, b, c):
    n = 0
    found = False
    for i in range(a.shape[0]):
        if found:
            n += 1
        found = a[i] > 0
        if found:
            if b[i] > 0:
                continue
            found = c[i] > 0
    return n


def negated(a, b, c):
    n = 0
    skip = True
    for i in range(a.shape[0]):
        if not skip:
            n += 1
        skip = a[i] > 0
        if not skip:
            if b[i] > 0:
                continue
            skip = c[i] > 0
    return n


def inner_loop(a, b, c):
    n = 0
    for i in range(a.shape[0]):
        found = a[i] > 0
        if found:
            for k in range(b.shape[0]):
                if b[k] > c[i]:
                    break
                n += k
            found = c[i] > 0
        n += 2 if found else 1
    return n


@pytest.mark.parametrize("function", [broken_off, carried, negated, inner_loop])
def test_flags(function):
    compiled = up.jit(function)
    draw = np.random.default_rng(3)
    for n in (0, 1, 1, 2, 3, 4, 5, 5, 6, 9):
        given = [draw.integers(-1, 2, n) for _ in range(3)]
        expected = function(*given)
        assert compiled(*given) == expected
        assert paths.interpreted(compiled, "scheduled")(*given) == expected
