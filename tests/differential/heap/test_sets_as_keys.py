"""Frozensets as keys of dicts and items of sets, alone and in tuples."""

import pytest
import unpython as up
from support.left import left_by

HEAP = {"a": [None, 1]}


def met(pairs):
    seen = {frozenset(p) for p in pairs}
    return len(seen), frozenset(("b", "a")) in seen, sorted(sorted(s) for s in seen), HEAP


def distances(rows):
    table = {frozenset((a, b)): d for a, b, d in rows}
    table[frozenset("xy")] = table.get(frozenset(("a", "b")), -1) + 1
    return [table.get(frozenset((b, a)), 0.5) for a, b, _ in rows], len(table), HEAP


def states(n):
    start = (frozenset(range(n)), "left")
    seen = {start}
    waiting = [start]
    while waiting:
        items, side = waiting.pop()
        for k in range(n):
            if k in items:
                new = (items - {k}, "right" if side == "left" else "left")
                if new not in seen:
                    seen.add(new)
                    waiting.append(new)
    return len(seen), (frozenset(), "left") in seen, HEAP


def teams(n):
    names = list(range(1, n + 1))
    if n % 2:
        names.append(None)
    pairs = []
    for a, b in zip(names[: len(names) // 2], reversed(names[len(names) // 2 :])):
        if a is None or b is None:
            continue
        pairs.append((a, b))
    return len({frozenset(p) for p in pairs}), pairs, HEAP


def of_numbers(v):
    return {frozenset([x, x / 2]): x for x in v}[frozenset([v[0] / 2, v[0]])], frozenset([1, 2.0]) == frozenset([1.0, 2]), HEAP


CALLS = [
    (met, ([("a", "b"), ("b", "a"), ("c", "c"), ("a", "c")],)),
    (met, ([],)),
    (distances, ([("a", "b", 2.5), ("c", "a", 1.0)],)),
    (states, (4,)),
    (teams, (6,)),
    (teams, (5,)),
    (of_numbers, ([3, 5, 8],)),
]


@pytest.mark.parametrize(("function", "arguments"), CALLS)
def test_keys(function, arguments):
    compiled = up.jit(strict=True)(function)
    assert left_by(compiled, arguments) == left_by(function, arguments)
    assert compiled.ran_on == "cpu"
