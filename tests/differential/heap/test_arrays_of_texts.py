"""Arrays of texts: given, made, chosen from, compared and put in order."""

from collections import Counter

import numpy as np
import pytest
import unpython as up
from support.left import left_by

HEAP = {"a": [None, 1]}
NAMES = np.array(["blood", "milk", "sea", "juice", "milk", "", "größe"])


def chosen(names, v):
    order = np.argsort(v)
    rows = [f"{n:>6s}: {x:4.1f} {k}" for n, x, k in zip(names[order], v[order], np.where(v > 1, "high", names)[order])]
    return rows, names[v > 1], names[order][0], np.where(v > 1, "acid", "base"), HEAP


def asked(names, v):
    return len(names), names.shape, names.size, "milk" in names, "ink" in names, names.tolist(), [*names], max(names), "-".join(names), HEAP


def items(names, v):
    first, last = names[0], names[-1]
    return first, last.upper(), first + "x", "x" + last, first == "blood", f"{first}|{last:>8}", str(first), sorted(names), {first: 1, "z": 2}, HEAP


def in_order(names, v):
    kinds, counts = np.unique(names, return_counts=True)
    again, first, places = np.unique(names, return_index=True, return_inverse=True)
    return kinds, counts, again[places], first, np.sort(names), np.argsort(names, kind="stable"), names.argsort(), dict(zip(kinds, counts)), HEAP


def compared(names, v):
    other = names[::-1].copy()
    return names == "milk", names != "milk", names < "k", names >= "milk", names == other, names < other, "milk" == names, (names == "milk").sum(), HEAP


def counted(names, v):
    counts = Counter(names)
    return counts.most_common(2), {str(n): int((names == n).sum()) for n in names if n > "k"}, names is names, HEAP


def of_letters(names, v):
    letters = np.array(list("GATTACA"))
    return ((letters == "G") | (letters == "C")).mean(), letters[::2].tolist(), letters[letters != "A"], "".join(letters[1:]), HEAP


def made(names, v):
    labels = [n.strip().title() for n in names]
    array = np.array(labels)
    array[1] = "a longer text"
    return array, np.array(labels, dtype="U3"), np.array(["x", "yz"]), np.asarray(array), np.array(["1.5", "2"]).astype(float), np.array(["3"]).astype(int), HEAP


def outside(names, k):
    said = []
    for at in (k, -k - 1):
        try:
            said.append(names[at])
        except IndexError as error:
            said.append(str(error))
    return said, HEAP


V = np.array([0.5, 1.5, 2.5, 0.25, 3.0, -1.0, 1.25])
CALLS = [
    *((function, (NAMES, V)) for function in (chosen, asked, items, in_order, compared, counted, of_letters, made)),
    *((function, (NAMES[1:4], V[1:4])) for function in (chosen, in_order, made)), *((outside, (NAMES, k)) for k in (0, 6, 7, 100)),
]  # fmt: skip


@pytest.mark.parametrize(("function", "arguments"), CALLS)
def test_arrays_of_texts(function, arguments):
    compiled = up.jit(strict=True)(function)
    assert left_by(compiled, arguments) == left_by(function, arguments)
    assert compiled.ran_on == "cpu"


def sliced(names):
    return names[1:], HEAP


def stored(names):
    names[0] = "other"
    return HEAP


def by_mask(names):
    return names[np.array([True, False])], HEAP


def by_truth(names):
    return names[True], HEAP


def by_places(names):
    return names[np.array([0.0])], HEAP


def no_number(names):
    return float(names[0]), HEAP


def by_float(names):
    return names[1.0], HEAP


@pytest.mark.parametrize("function", [by_mask, by_truth, by_float, by_places, no_number])
def test_other_indexes_are_python_s(function):
    assert left_by(up.jit(strict=True)(function), (NAMES,)) == left_by(function, (NAMES,))


@pytest.mark.parametrize("function", [sliced, stored])
def test_what_shares_memory_stays_with_python(function):
    with pytest.raises(TypeError, match="dtype <U"):
        up.jit(strict=True)(function)(NAMES.copy())


def test_the_array_of_a_call_is_given_back_itself():
    @up.jit(strict=True)
    def same(names):
        return names, HEAP

    names = NAMES.copy()
    assert same(names)[0] is names
