"""The rows of an array as tuples, in lists that are returned."""

import numpy as np
import pytest
import unpython as up
from support.outcomes import outcome


def listed(m):
    return [tuple(r) for r in (m * 2).tolist()], len(m)


def mapped(m):
    return list(map(tuple, m.tolist()))


def in_order(m):
    m = m + 1
    return len(m), sorted(map(tuple, m.tolist()))


def in_a_branch(m):
    if len(m) > 2:
        return [tuple(p) for p in m[:2].tolist()]
    return [tuple(p) for p in m.tolist()]


def doubled(m):
    m *= 2
    return len(m)


def changed_behind(m):
    m = m.copy()
    return [tuple(r) for r in m.tolist()], doubled(m), m


def of_a_list(rows):
    return [tuple(r) for r in rows]


MATRICES = [
    np.array([[1.5, 2.0], [-3.0, 4.0], [0.5, np.nan]]), np.array([[3, 1], [1, 2]]), np.array([[True], [False]]), np.zeros((0, 2)),
    np.array([1.0, 2.0]), np.zeros((2, 1, 2)), np.array(2.0), np.ones((2, 2), dtype=np.float32) / 3,
]  # fmt: skip


@pytest.mark.parametrize("function", [listed, mapped, in_order, in_a_branch, changed_behind])
def test_rows(function):
    compiled = up.jit(function, strict=False)
    for m in MATRICES:
        assert outcome(compiled, (m,)) == outcome(function, (m,)), m
    assert outcome(up.jit(function, strict=True), (MATRICES[0],)) == outcome(function, (MATRICES[0],))


def test_a_list():
    assert outcome(up.jit(of_a_list, strict=False), ([[1, 2], [3]],)) == outcome(of_a_list, ([[1, 2], [3]],))
