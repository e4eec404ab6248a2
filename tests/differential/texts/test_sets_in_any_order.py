"""Loops over sets of texts: compiled where nothing shows the order, which differs between processes; else Python's."""

import math
import warnings
from collections import Counter, defaultdict

import pytest
import unpython as up
from support.outcomes import check_machine_code, name_of

DOCUMENTS = [["a", "b", "a"], ["é", "b"], [], ["", "b", "long word"]]
LINES = ["the dog", "the cat sat sat", "", "a dog sat"]


def frequencies(documents):
    df = {}
    for words in documents:
        for w in set(words):
            df[w] = df.get(w, 0) + 1
    return {w: math.log(len(documents) / n) for w, n in sorted(df.items())}


def counted(lines):
    df = Counter()
    for line in lines:
        for w in set(line.split()):
            df[w] += 1
    return [(w, df[w]) for w in sorted(df)], len(df), "cat" in df, df["dog"]


def scored(lines):
    df = defaultdict(int)
    for line in lines:
        for w in set(line.split()):
            df[w] += 2
    scores = []
    for line in lines:
        t = 0.0
        for w in line.split():
            t += 1 / df[w]
        scores.append(t)
    return scores


def of_a_name(lines):
    seen = set()
    for line in lines:
        for w in line.split():
            seen.add(w)
    n = {}
    for w in seen:
        n[w] = len(lines)
    return sorted(n.items(), reverse=True)


@pytest.mark.parametrize("case", [(frequencies, DOCUMENTS), (counted, LINES), (scored, LINES), (counted, ["x"])], ids=name_of)
def test_compiled(case):
    check_machine_code(case)


def shown(lines):
    df = {}
    for w in set(lines):
        df[w] = 1
    return list(df)


def shown_in_a_loop(lines):
    df = {}
    for w in set(lines):
        df[w] = 1
    found = []
    for w in df:
        found.append(w)
    return found


def given_back(lines):
    df = Counter()
    for w in set(lines):
        df[w] += 1
    return df


def the_last(lines):
    df = Counter()
    for w in set(lines):
        df[w] += 1
    return w, len(df)


def most_common(lines):
    df = Counter()
    for w in set(lines):
        df[w] += 1
    return df.most_common(2)


def by_value(lines):
    df = Counter()
    for w in set(lines):
        df[w] += 1
    return sorted(df, key=lambda k: df[k])


def from_each_other(lines):
    df = {}
    for w in set(lines):
        df[w] = len(df)
    return sorted(df.items())


def by_another_name(lines):
    df = {}
    other = df
    for w in set(lines):
        df[w] = 1
    return list(other)


@pytest.mark.parametrize(
    "function", [shown, shown_in_a_loop, given_back, the_last, most_common, by_value, from_each_other, by_another_name, of_a_name]
)
def test_values(function):
    lines = ["b", "a", "long", "é", "", "zz", "q", "word"]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", up.UnpythonWarning)
        compiled = up.jit(strict=False)(function)
        for given in (lines, lines[::-1], lines[:1]):
            result = compiled(list(given))
            assert repr(result) == repr(function(list(given)))
