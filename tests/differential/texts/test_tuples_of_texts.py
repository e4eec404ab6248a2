"""Tuples of texts of which a number chooses one: what is returned, and the exception of a place that is not there, are CPython's."""

import numpy as np
import pytest
import unpython as up
from support.outcomes import told


def named(i):
    names = ("Mon", "Tue", "Wed")
    return names[i]


def letter(i):
    letters = ("a", "b")
    return letters[i] + letters[i - 1]


def of_each(a):
    words = ("no", "yes", "perhaps")
    return [words[i] for i in a]


def counted(a):
    words = ("low", "high")
    counts = {}
    for x in a:
        word = words[int(x > 0)]
        counts[word] = counts.get(word, 0) + 1
    return counts


def in_pairs(i):
    pairs = (("one", 1), ("two", 2))
    return pairs[i][0], pairs[i][1]


def of_other_lengths(i):
    words = ("a", "bc")
    return words[i]


PLACES = np.array([0, 2, 1, 1, -1])
CALLS = [
    *((named, (i,)) for i in (0, 2, -1, -3, 3, -4, np.int64(1), np.uint8(2))),
    *((letter, (i,)) for i in (0, 1, -1, 2)),
    (of_each, (PLACES,)), (of_each, (PLACES + 1,)), (of_each, (PLACES[:0],)),
    (counted, (np.array([0.5, -1.0, 2.0]),)),
    *((in_pairs, (i,)) for i in (0, 1, -2, 2)),
]  # fmt: skip


@pytest.mark.parametrize(("function", "arguments"), CALLS, ids=lambda v: getattr(v, "__name__", ""))
def test_calls(function, arguments):
    assert told(up.jit(strict=True)(function), arguments) == told(function, arguments)


def test_letters_beside_words_stay_with_python():
    with pytest.raises(up.CompileError, match="this use of texts is not supported"):
        up.jit(strict=True)(of_other_lengths)(0)
