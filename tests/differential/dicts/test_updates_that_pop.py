"""`d[k] op= v` where v takes entries out of d, or sees which keys d has: such functions run in Python."""

from collections import Counter, defaultdict

import pytest
import unpython as up


def popped(v):
    d = {x: x for x in v}
    d[2] += d.pop(2)
    return d


def popped_of_new(v):
    d = defaultdict(int)
    for k in v:
        d[k] += d.pop(k, 5) + 1
    return d


def counted(v):
    c = Counter(v)
    c[50] += len(c)
    return c


def read_only(v):
    d = {x: x for x in v}
    d[2] += d[1] + d.get(3, 0) + len(d)
    return d


@pytest.mark.parametrize("function", [popped, popped_of_new, counted])
def test_refused(function):
    with pytest.raises((up.CompileError, NotImplementedError)):
        up.jit(function, strict=True)([3, 1, 2])


def test_read_only():
    assert list(up.jit(read_only)([3, 1, 2]).items()) == list(read_only([3, 1, 2]).items())
