"""What leaves a device that has memory for a third of the arrays of a call, and when: against the fewest bytes, found by search."""

import heapq
import itertools

import numpy as np
import pytest
import unpython as up
from support.devices import require
from unpython import prange

COUNT = 11
ROOM = COUNT // 3  # arrays that the device has memory for
N = 5000


def chain(a, b, c, d, e, f, g, h, i, j, k):
    n = a.shape[0]
    for p in prange(n):
        b[p] = 0.5 * a[n - 1 - p]
    for p in prange(n):
        c[p] = 0.5 * b[n - 1 - p]
    for p in prange(n):
        d[p] = a[n - 1 - p] + 0.5 * c[n - 1 - p]
    for p in prange(n):
        e[p] = 0.5 * d[n - 1 - p]
    for p in prange(n):
        f[p] = d[n - 1 - p] + 0.5 * e[n - 1 - p]
    for p in prange(n):
        g[p] = b[n - 1 - p] + 0.5 * f[n - 1 - p]
    for p in prange(n):
        h[p] = a[n - 1 - p] + 0.5 * g[n - 1 - p]
    for p in prange(n):
        i[p] = b[n - 1 - p] + 0.5 * h[n - 1 - p]
    for p in prange(n):
        j[p] = a[n - 1 - p] + 0.5 * i[n - 1 - p]
    for p in prange(n):
        k[p] = g[n - 1 - p] + 0.5 * j[n - 1 - p]


NESTS = [((0,), 1), ((1,), 2), ((0, 2), 3), ((3,), 4), ((3, 4), 5), ((1, 5), 6), ((0, 6), 7), ((1, 7), 8), ((0, 8), 9), ((6, 9), 10)]


def fewest_moves(nests):
    """Arrays that cross, at least. On the device are pairs of an array and whether the host has older values."""
    start = (0, frozenset())
    best, waiting, number = {start: 0}, [(0, 0, start)], itertools.count(1)
    while True:
        moved, _, state = heapq.heappop(waiting)
        done, there = state
        if done == len(nests):
            return moved
        read, stored = nests[done]
        used = {*read, stored}
        brought = used - {array for array, _ in there}
        idle = [held for held in there if held[0] not in used]
        for count in range(max(0, len(there) + len(brought) - ROOM), len(idle) + 1):
            for leaving in itertools.combinations(idle, count):
                after = {held for held in there if held not in leaving and held[0] != stored}
                after |= {(array, False) for array in brought if array != stored} | {(stored, True)}
                more = sum(changed for _, changed in leaving) + len(brought & set(read))
                if done + 1 == len(nests):
                    more += sum(changed for _, changed in after)
                following = (done + 1, frozenset(after))
                if moved + more < best.get(following, moved + more + 1):
                    best[following] = moved + more
                    heapq.heappush(waiting, (moved + more, next(number), following))


@pytest.fixture
def arrays():
    return [np.random.default_rng(n).random(N) for n in range(COUNT)]


def test_a_chain_of_nests_moves_the_fewest_bytes(arrays):
    require("opencl")
    expected = [a.copy() for a in arrays]
    chain(*expected)
    limited = up.jit(device="opencl", memory_limit=ROOM * 8 * N + 4096, strict=True)(chain)
    limited(*arrays)
    assert all(map(np.array_equal, arrays, expected))
    moved = limited.last["bytes_in"] + limited.last["bytes_out"]
    assert moved <= 1.1 * fewest_moves(NESTS) * 8 * N


def turns(a, b, c, d, steps):
    n = a.shape[0]
    for _ in range(steps):
        for p in prange(n):
            b[p] = 0.5 * a[n - 1 - p]
        for p in prange(n):
            c[p] += b[n - 1 - p]
        for p in prange(n):
            d[p] = 0.25 * b[n - 1 - p] + d[p]
        for p in prange(n):
            a[p] = 0.5 * d[n - 1 - p]


@pytest.mark.parametrize("room", [2, 3])
def test_what_a_loop_needs_first_stays(room, arrays):
    require("opencl")
    given = arrays[:4]
    expected = [a.copy() for a in given]
    turns(*expected, 5)
    limited = up.jit(device="opencl", memory_limit=room * 8 * N + 4096, strict=True)(turns)
    limited(*given, 5)
    assert all(map(np.array_equal, given, expected))
    if room == 3:  # two arrays are used in turn, and b leaves for none of them
        assert limited.last["bytes_in"] + limited.last["bytes_out"] < 5 * 6 * 8 * N


def test_the_search_counts_what_goes_in_and_comes_out():
    assert fewest_moves([((0,), 1)]) == 2
    assert fewest_moves([((0, 1), 2), ((1, 2), 3), ((0, 3), 4)]) == 6  # a comes twice, as four arrays have no room
