"""Runs of so many items that lie side by side: zip(*[x[i:] for i in range(n)])."""

from collections import Counter

import pytest
import unpython as up
from support.outcomes import outcome

TEXT = "to be or not to be that is to be"


def most_common(text, n=2):
    words = text.lower().split()
    grams = Counter(zip(*[words[i:] for i in range(n)]))
    return grams.most_common(3)


def of_three(text):
    words = text.split()
    return Counter(zip(*(words[k:] for k in range(3)))).most_common(2)


def joined(text, n):
    words = text.split()
    return [" ".join(g) for g in zip(*[words[i:] for i in range(n)])]


def counted(text, n):
    words, i, found = text.split(), 7, {}
    for g in zip(*[words[i:] for i in range(n)]):
        found[g] = found.get(g, 0) + i
    return found, i


def first_again(text, n):
    words, seen = text.split(), set()
    for g in zip(*[words[i:] for i in range(n)]):
        if g in seen:
            return " ".join(g)
        seen.add(g)
    return ""


def of_characters(text, n):
    return ["".join(g) for g in zip(*[text[i:] for i in range(n)])], Counter(zip(*[text[i:] for i in range(n)])).most_common(2)


def sums(xs, n):
    return [sum(g) for g in zip(*[xs[i:] for i in range(n)])]


def pairs(xs):
    return [a + b for a, b in zip(*[xs[i:] for i in range(2)])]


def grows(xs, n):
    total = 0
    for g in zip(*[xs[i:] for i in range(n)]):
        xs.append(1)
        total += sum(g)
    return total


def other_count(xs, n):
    total = 0
    for g in zip(*[xs[i:] for i in range(n)]):
        n = 1
        total += sum(g) * n
    return total


CALLS = [
    (most_common, TEXT), *((most_common, TEXT, n) for n in (3, 1, 0, -1)), (most_common, ""), (of_three, TEXT),
    *((f, TEXT, n) for f in (joined, counted, first_again) for n in (2, 3, 0)), *((of_characters, "ababa", n) for n in (2, 3)),
    *((sums, [1, 2, 3, 4], n) for n in (2, 5)), (pairs, [1, 2.5, 3]),
]  # fmt: skip


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call[0].__name__)
def test_runs(call):
    function, *arguments = call
    assert outcome(up.jit(strict=True)(function), arguments) == outcome(function, arguments)


@pytest.mark.parametrize("function", [grows, other_count])
def test_a_list_that_changes_meanwhile(function):
    assert outcome(up.jit(strict=False)(function), ([1, 2, 3, 4], 2)) == outcome(function, ([1, 2, 3, 4], 2))
