"""Items of dicts that are the largest by value and key, tuples of any length in lists and dicts that are returned, dicts of pairs, and
zip(x, y, strict=True)."""

import math
from collections import Counter, OrderedDict, defaultdict

import numpy as np
import pytest
import unpython as up
from support.outcomes import name_of, outcome


def most_common_of_all(seq):
    kmers = Counter(seq[i : i + 2] for i in range(len(seq) - 1))
    return max(kmers.items(), key=lambda kv: (kv[1], kv[0]))


def rarest(words):
    c = Counter(words)
    w, n = min(c.items(), key=lambda kv: (kv[1], len(kv[0])))
    best = max(c.items(), key=lambda kv: (kv[1], kv[0]))
    return w, n, best[0], best[1], max(c.items(), key=lambda kv: (-kv[1], kv[0]))[0]


def groups_as_tuples(words):
    groups = defaultdict(list)
    for w in words:
        groups["".join(sorted(w))].append(w)
    return [tuple(v) for v in groups.values() if len(v) > 1]


def groups_by_letter(words):
    groups = defaultdict(list)
    for w in words:
        groups[w[:1]].append(w)
    return {k: tuple(v) for k, v in groups.items()}


def dict_of_list(lines):
    out = []
    for line in lines:
        key, _, value = line.partition("=")
        out.append((key.strip(), value.strip()))
    return dict(out), len(out)


def dict_of_pairs(words):
    return dict((w, len(w)) for w in words)


def numbers_by_name(text):
    return {k: int(v) for k, v in (part.split("=") for part in text.split(";"))}


def in_order(words):
    counts = Counter(words)
    ordered = OrderedDict(sorted(counts.items()))
    return [f"{k}: {v}" for k, v in ordered.items()]


def rounded(x, y):
    both = tuple(round(float(v), 2) for v in (x, y, x))
    a, b = (v * 2 for v in (x, y))
    return both, a, b


def dot(x, y):
    return sum(a * b for a, b in zip(x, y, strict=True))


def distance(x, y):
    return math.sqrt(sum((a - b) ** 2 for a, b in zip(x, y, strict=True)))


def added(x, y):
    return [a + b for a, b in zip(x, y, strict=True)]


def counted(x, y, out):
    for a, b in zip(x, y, strict=True):
        out.append(a + b)
    return len(out)


def first_equal(x, y):
    for a, b in zip(x, y, strict=True):
        if a == b:
            break
    else:
        return -1.0
    return a


def of_three(x, y, z):
    t = 0
    for a, b, c in zip(x, y, z, strict=True):
        t += a * b * c
    return t


def by_name(names, values):
    d = {}
    for k, v in zip(names, values, strict=True):
        d[k] = d.get(k, 0) + v
    return d


def paired(names, values):
    return dict(zip(names, values, strict=True))


def confusion(truth, pred):
    classes = sorted(set(truth) | set(pred))
    index = {c: i for i, c in enumerate(classes)}
    cm = np.zeros((len(classes), len(classes)), dtype=int)
    for t, p in zip(truth, pred, strict=True):
        cm[index[t], index[p]] += 1
    return cm


WORDS = ["eat", "tea", "tan", "bat", "ate"]
X, Y = [1.0, 2.0, 3.0], [4.0, 5.0, 3.0]
LISTS = [[1], [1, 2], [1, 2, 3]]
CASES = [
    *((most_common_of_all, text) for text in ("AACGAAC", "ABAB", "", "A")),
    *((rarest, words) for words in (WORDS, ["a", "b", "a"])),
    *((function, words) for function in (groups_as_tuples, groups_by_letter, dict_of_pairs, in_order) for words in (WORDS, ["a", "", "a"])),
    *((dict_of_list, lines) for lines in (["a=1", "b = 2", "a=3"], ["x"])),
    *((numbers_by_name, text) for text in ("a=1;b=2", "a=1;b", "a=x", "", "a=1=2")),
    *((rounded, *values) for values in ((1.234, 2.0), (2.0, -1.006))),
    *((function, *lists) for function in (dot, distance, added, first_equal) for lists in ((X, Y), (X, Y[:2]), (X[:1], Y))),
    (dot, np.array(X), np.array(Y)),
    (dot, np.array(X), np.array(Y[:1])),
    *((counted, *lists, [0.5]) for lists in ((X, Y), (X, Y[:2]), (X[:1], Y))),
    *((of_three, a, b, c) for a in LISTS for b in LISTS for c in LISTS),
    *((function, ["a", "b", "a"][:n], [1, 2, 3]) for function in (by_name, paired) for n in (3, 2)),
    *((confusion, ["a", "b", "a"], ["a", "b", "c", "d"][:n]) for n in (3, 2, 4)),
]


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_items_and_strict_zips(case):
    function, *given = case
    compiled = up.jit(strict=True)(function)
    assert outcome(compiled, given) == outcome(function, given)
    assert outcome(compiled, given) == outcome(function, given)
