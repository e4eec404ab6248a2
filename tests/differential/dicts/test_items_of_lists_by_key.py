"""Items of lists in dicts that get other values, `d[k][i] = x` and `d[k][i] += x`: CPython's, in machine code and on devices."""

from collections import defaultdict

import pytest
from support.outcomes import check_machine_code, check_values, name_of


def profile(texts):
    counts = {base: [0] * len(texts[0]) for base in "ACGT"}
    for text in texts:
        for i, base in enumerate(text):
            counts[base][i] += 1
    return counts, "".join(max("ACGT", key=lambda b: counts[b][i]) for i in range(len(texts[0])))


def sums(rows):
    found = {}
    for name, x in rows:
        if name not in found:
            found[name] = [0, 0]
        found[name][0] += x
        found[name][1] += 1
    return {k: v[0] / v[1] for k, v in found.items()}


def stored(n):
    d = {}
    for k in range(n):
        d[k] = [0, 0, 0]
    for i in range(3 * n):
        d[i % n][i % 3] = i
        d[i % n][-1] -= 2
        d[i % n][0] += d[0][1] + d[i % n][2]
    return d, d[0][1]


def outside(n):
    d = defaultdict(list)
    d[1].append(4)
    d[1][0] = n
    d[2][0] = 5
    return d


def outside_of_a_sum(n):
    d = {}
    d[1] = [1, 2]
    d[1][n] += 1
    return d


def no_key(n):
    d = {}
    d[1] = [1, 2]
    d[n][0] += 1
    return d


def in_a_loop_over_it(n):
    d = {1: [1, 2, 3]}
    t = 0
    for x in d[1]:
        d[1][2] = 10
        t += x
    return t


def in_a_loop_over_all(n):
    d = {1: [1, 2, 3], 2: [4, 5, 6]}
    t = 0
    for k, v in d.items():
        d[2][2] = 10
        t += sum(v)
    return t


def two_names(n):
    d = {}
    d[0] = [0] * n
    e = dict(d)
    e[0][0] = 4
    return d, e


CASES = [(profile, ["ACGT", "AAGG"]), (sums, [("a", 3), ("b", 4), ("a", 5)]), (stored, 3), (stored, 1)]
OTHERS = [(f, 3) for f in (outside, outside_of_a_sum, no_key, in_a_loop_over_it, in_a_loop_over_all, two_names)]


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_machine_code(case):
    check_machine_code(case)


@pytest.mark.parametrize("case", [*CASES[:3], (profile, ["AX"]), *OTHERS], ids=name_of)
def test_values(case):
    check_values(case)
