"""Sorting and choosing by lists and tuples of integers whose length the text does not say."""

import pytest
import unpython as up
from support.outcomes import outcome


def in_order(versions):
    return sorted(versions, key=lambda v: [int(p) for p in v.split(".")])


def largest(versions):
    return max(versions, key=lambda v: tuple(int(p) for p in v.split(".")))


def smallest(versions):
    best = min(versions, key=lambda v: list(map(int, v.split("."))))
    return f"first {best}"


def backwards(versions):
    return sorted(versions, key=lambda v: tuple(map(int, v.split("."))), reverse=True)


def in_place(versions):
    versions.sort(key=lambda v: [int(p) for p in v.split(".")])
    return versions


def of_a_new_list(versions):
    found = [v.strip() for v in versions]
    found.sort(key=lambda v: [-int(p) for p in v.split(".")])
    return found[0], found


def with_a_length(versions):
    return sorted(versions, key=lambda v: (len(v), [int(p) for p in v.split(".")]))[0]


def joined(versions):
    return ", ".join(sorted(versions, key=lambda v: [int(p) for p in v.split(".")]))


def gone_through(versions):
    found = []
    for v in sorted(versions, key=lambda v: [int(p) for p in v.split(".")]):
        found.append(v + "!")
    return found


def by_characters(words):
    return sorted(words, key=lambda w: [ord(c) for c in w.lower()]), len(words)


def of_rows(rows):
    return sorted(rows, key=lambda r: [int(p) for p in r[0].split(".")])


VERSIONS = ["1.2.10", "1.10.0", "1.2", "2.0", "1.2.10", "0.9"]
OF_VERSIONS = (in_order, largest, smallest, backwards, in_place, of_a_new_list, with_a_length, joined, gone_through)
CALLS = [
    *((f, VERSIONS) for f in OF_VERSIONS), *((f, ["1.x", "2"]) for f in (in_order, largest, in_place)), (largest, ["-1"]), (in_order, ["-1.2", "3", "-1"]),
    (by_characters, ["b", "A", "aa", ""]), (of_rows, [("1.10", 1), ("1.2", 2)]),
]  # fmt: skip


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call[0].__name__)
def test_long_keys(call):
    function, *arguments = call
    assert outcome(up.jit(strict=True)(function), arguments) == outcome(function, arguments)


@pytest.mark.parametrize("function", OF_VERSIONS[:5])
def test_nothing_to_sort(function):
    assert outcome(up.jit(strict=False)(function), ([],)) == outcome(function, ([],))
