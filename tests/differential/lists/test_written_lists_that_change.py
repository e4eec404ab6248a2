"""Lists that are written out and change: the front end takes them for lists with memory at once, and for tuples where that is wrong."""

import numpy as np
import pytest
import unpython as up
from support.outcomes import outcome


def becomes_an_array(x):
    w = [1, 2.5]
    w = np.array(w)
    w[0] = x
    return w.sum()


def updated_as_an_array(x):
    w = [1, 2.5, x]
    w = np.asarray(w)
    w[1] += 1
    return w


def grows_beside_a_tuple(n):
    s = [0, 1]
    for _ in range(n):
        s.append(s[-1] + s[-2])
    t = (1, 2.5)
    return s, t[1]


def grows_under_another_name(n):
    s = [n]
    t = s
    for i in range(n):
        t.append(i * n)
    return s, len(t)


def grows_in_a_helper(n):
    s, t = [1], [2.5]
    _put(s, n)
    _put(t, n / 2)
    return s, t


def _put(items, item):
    items.append(item)
    items[0] += 1


def grows_where_nobody_comes(n):
    s = [1, 2.5, n]
    if False:
        s.append(1)
    return s[0] + s[1] + s[2]


PROGRAMS = (
    becomes_an_array,
    updated_as_an_array,
    grows_beside_a_tuple,
    grows_under_another_name,
    grows_in_a_helper,
    grows_where_nobody_comes,
)


@pytest.mark.parametrize("program", PROGRAMS)
def test_lists(program):
    for n in (0, 1, 4):
        assert outcome(up.jit(program), (n,)) == outcome(program, (n,))
