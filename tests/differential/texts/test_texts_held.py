"""Texts of a call that lists, dicts, sets and deques are written with, that are one of two values, or are asked whether they are empty."""

from collections import deque

import pytest
import unpython as up
from support.outcomes import outcome

TEXTS = ["s", "", "ab", "\u00e9", "a b"]


def listed(s):
    return [s]


def one_or_other(a, b):
    return a if a else b


def first_of_two(a, b):
    return a or b


def both(a, b):
    return a and b


def length_of_first(a, b):
    x = a or b
    return len(x), (a or "none") + "!"


def is_empty(a):
    return not a or a == "s"


def stacked(s):
    stack = [s]
    while stack:
        t = stack.pop()
        if len(t) < 4:
            stack.append(t + "x")
    return t


def queued(s):
    q = deque([s])
    while q:
        t = q.popleft()
        if len(t) < 4:
            q.append(t + "x")
    return t


def counted(s):
    stack = [s]
    return len(stack)


def seen(s):
    found = {s}
    found.add("ab")
    return len(found), sorted(found)


def numbered(s, words):
    d = {s: 1}
    for w in words:
        d[w] = d.get(w, 0) + 1
    return d


def path(s):
    found = [s]
    found.append(s + "b")
    return found


def nested(s):
    return [[s]], (s, [s])


def named(s, n):
    return {"name": s, "n": n}


def repeated(s, n):
    return [s] * n, [s, str(n)]


def longest(s):
    best, t = s, s + "q" if s else "none"
    for c in s:
        best = t if len(t) > len(best) else best
    return best


@pytest.mark.parametrize("f", [listed, is_empty, stacked, queued, counted, seen, path, nested, longest])
@pytest.mark.parametrize("s", TEXTS)
def test_one_text(f, s):
    assert outcome(up.jit(strict=True)(f), [s]) == outcome(f, [s])


@pytest.mark.parametrize("f", [one_or_other, first_of_two, both, length_of_first])
@pytest.mark.parametrize("a", TEXTS)
@pytest.mark.parametrize("b", ["", "s", "zz"])
def test_two_texts(f, a, b):
    assert outcome(up.jit(strict=True)(f), [a, b]) == outcome(f, [a, b])


@pytest.mark.parametrize("f", [named, repeated])
@pytest.mark.parametrize("s", TEXTS)
@pytest.mark.parametrize("n", [0, 3])
def test_with_number(f, s, n):
    assert outcome(up.jit(strict=True)(f), [s, n]) == outcome(f, [s, n])


@pytest.mark.parametrize("words", [["a", "b", "a"], ["b"]])
def test_counted_words(words):
    assert outcome(up.jit(strict=True)(numbered), ["a", words]) == outcome(numbered, ["a", words])


def test_other_texts_one_function():
    f = up.jit(strict=True)(first_of_two)
    for a in TEXTS:
        assert outcome(f, [a, "q"]) == outcome(first_of_two, [a, "q"])
