"""Dicts whose values are numbers and None, lists of dicts that are asked for their truth, and round() of a number that is an int on one
way: values are CPython's, and what reads a value that may be None stays with Python."""

import warnings

import pytest
import unpython as up

SCORES = {"ann": [5, 3], "bob": [], "eve": [4]}
BY_NUMBER = {1: [5, 3], 2: [], 3: [4]}


def means(scores):
    out = {}
    for name, given in scores.items():
        out[name] = sum(given) / len(given) if given else None
    return out


def means_by_branches(scores):
    out = {}
    for name, given in scores.items():
        if not given:
            out[name] = None
        else:
            out[name] = sum(given) / len(given)
    return out, len(out)


def filled(scores):
    n = 0
    for key in scores:
        if scores[key]:
            n += 1
    for given in scores.values():
        n += 10 * len(given) if given and len(given) > 1 else 100
    return n, [len(given) for given in scores.values() if given]


def of_integers(n):
    out = {}
    for i in range(n):
        out[i] = None if i < 2 else i
    return out


def of_pairs(n):
    out = {}
    for i in range(n):
        out[i, i + 1] = i * 0.5 if i > 1 else None
    return out


def of_nothing(n):
    out = {}
    for i in range(n):
        out[i % 2] = None
    return out


def grouped(n):
    groups = {}
    for i in range(n):
        groups.setdefault(i % 3, []).append(i)
    total = 0
    for key, items in groups.items():
        total += len(items) if items else 1
    return total


def order_of_parts(n):
    seen = []

    def note(x):
        seen.append(x)
        return x

    out = {}
    out[note(1)] = note(2) if note(3) > n else None
    out[note(4)] = note(5) * 0.5 if note(6) > n else None
    return out, seen


def rounded(n):
    out = []
    for i in range(n):
        x = min(max(i - 1.26, 0), 2.5)
        out.append(round(x, 1))
    return out, round(x, 2), round(max(-1.5, 0), 1)


CALLS = [
    (means, SCORES), (means, BY_NUMBER), (means_by_branches, SCORES), (means_by_branches, BY_NUMBER), (filled, SCORES), (filled, BY_NUMBER),
    (of_integers, 5), (of_integers, 2), (of_pairs, 4), (of_nothing, 3), (grouped, 5), (rounded, 6),
]  # fmt: skip


@pytest.mark.parametrize(("function", "given"), CALLS, ids=lambda v: getattr(v, "__name__", ""))
def test_written(function, given):
    assert repr(up.jit(strict=True)(function)(given)) == repr(function(given))


def read(n):
    out = {}
    for i in range(n):
        out[i] = i / 2 if i > 1 else None
    return out[3]


def summed(n):
    out = {}
    for i in range(n):
        out[i] = i / 2 if i > 1 else None
    return sum(out.values())


def given_as_value(scores):
    best = [0]
    for given in scores.values():
        best = given or best
    return best


def outcome(function, given):
    try:
        return repr(function(given))
    except Exception as error:
        return type(error), str(error)


@pytest.mark.parametrize(("function", "given"), [(read, 5), (summed, 5), (given_as_value, SCORES), (order_of_parts, 4)])
def test_others_are_python_s(function, given):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", up.UnpythonWarning)
        assert outcome(up.jit(strict=False)(function), given) == outcome(function, given)
