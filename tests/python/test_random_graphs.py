"""Random graphs against the same functions one after the other: order, values, and that every run ends."""

import random

import numpy as np
import pytest
import unpython as up


def plus_in_place(k):
    def plus(a):
        a += k
        return a

    return plus


def read_only(k):
    return lambda a: a * k


def drawn_part(rng, depth):
    """A part of a graph, and what it means for one block."""
    kind = rng.choice(["in place", "compiled", "new", "branches", "copies"] if depth < 2 else ["in place", "compiled", "new"])
    k = float(rng.randrange(1, 5))
    if kind == "in place":
        return up.task(plus_in_place(k)), lambda a: a + k
    if kind == "compiled":
        return up.task(up.jit(read_only(k))), lambda a: a * k
    if kind == "new":
        return up.task(read_only(k)), lambda a: a * k
    branches = [drawn_chain(rng, depth + 1) for _ in range(rng.randrange(1, 4))]
    parts = [chain for chain, _ in branches]
    if kind == "copies":
        added = up.split(*parts, by="copies") >> up.join(lambda *results: sum(results))
        return added, lambda a: sum(mean(a) for _, mean in branches)
    chosen = lambda a: int(a[0]) % 7  # noqa: E731
    return up.split(*parts, by=chosen), lambda a: branches[chosen(a) % len(branches)][1](a)


def drawn_chain(rng, depth):
    parts = [drawn_part(rng, depth) for _ in range(rng.randrange(1, 4))]
    chain = parts[0][0]
    for part, _ in parts[1:]:
        chain = chain >> part

    def mean(a):
        for _, step in parts:
            a = step(a)
        return a

    return chain, mean


@pytest.mark.parametrize("seed", range(40))
def test_random_graph(seed):
    rng = random.Random(seed)
    chain, mean = drawn_chain(rng, 0)
    x = np.arange(float(rng.randrange(1, 200)))
    rows = rng.randrange(1, 20)
    before = x.copy()
    runs = [(up.blocks(x, rows) >> chain).start(ahead=rng.choice([None, 1, 2, 5])) for _ in range(2)]
    expected = [mean(x[i : i + rows]) for i in range(0, len(x), rows)]
    for run in runs:
        blocks = run.result(timeout=60)
        assert len(blocks) == len(expected)
        for block, right in zip(blocks, expected):
            np.testing.assert_array_equal(block, right)
    np.testing.assert_array_equal(x, before)
