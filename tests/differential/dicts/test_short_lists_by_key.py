"""Dicts whose values are short lists, and defaultdicts of a number."""

import math
from collections import defaultdict

import pytest
import unpython as up


def extremes(numbers):
    found = {}
    for i, x in enumerate(numbers):
        if i % 3 not in found:
            found[i % 3] = [x, x, 0]
        entry = found[i % 3]
        entry[0] = min(entry[0], x)
        entry[1] = max(entry[1], x)
        entry[2] += 1
    return found


def means(labels, numbers):
    acc = defaultdict(lambda: [0.0, 0])
    for label, x in zip(labels, numbers):
        acc[label][0] += x
        acc[label][1] += 1
    return {k: s / n for k, (s, n) in acc.items()}


def halves(words):
    found = {}
    for w in words:
        entry = found.setdefault(w[0], [0, 0.0])
        entry[0] += 1
        entry[1] += len(w) / 2
    for entry in found.values():
        entry[1] /= entry[0]
    return found


def replaced(words):
    found = defaultdict(lambda: [math.inf, -math.inf, 0])
    for w in words:
        low, high, n = found[w[0]]
        found[w[0]] = [min(low, len(w)), max(high, len(w)), n + 1]
    return dict(found)


def with_texts(words):
    found = defaultdict(lambda: [0, ""])
    for w in words:
        found[w[0]][0] += 1
        found[w[0]][1] = w
    return sorted(found), [v[1] for v in found.values()], [f"{k}:{n}" for k, (n, _) in sorted(found.items())]


def in_order(rows):
    found = {}
    for name, count, price in rows:
        found.setdefault(name, [0, 0.0])
        found[name][0] += count
        found[name][1] += count * price
    return [(k, v[0]) for k, v in sorted(found.items(), key=lambda kv: -kv[1][1])]


def with_lists(numbers):
    found = {}
    for x in numbers:
        found.setdefault(x % 3, [0, []])[0] += 1
        found[x % 3][1].append(x)
    return {k: sum(v[1]) / v[0] for k, v in found.items()}


def by_pairs(numbers):
    found = {}
    for i in range(len(numbers)):
        found[i, numbers[i]] = [i, 0.5]
    for (i, x), (p, q) in found.items():
        found[i, x][1] = p * q + x
    return [v[1] for v in found.values()]


def missing(numbers):
    found = {}
    found[0] = [1, 2]
    found[numbers[0]][1] = 3
    return found


def second_name_of_another(numbers):
    found = {k: [0, 0] for k in numbers}
    entry = found[numbers[0]]
    entry[0] = 5
    found[numbers[0]] = [7, 7]
    entry[1] = 9
    return found


def one_list_by_two_names(numbers):
    found = {k: [0, 0] for k in numbers}
    one = found[numbers[0]]
    other = found[numbers[-1]]
    one[0] += 1
    other[0] += 10
    one[1] = other[0]
    return found, sum(one)


def keys_that_come_in_between(numbers):
    found = defaultdict(lambda: [0, 0])
    found[1][0] = found[2][0] + 1
    found[3][1] += found[4][1]
    return list(found), found[9][0]


def perhaps_asked(numbers):
    found = defaultdict(lambda: [0, 0])
    for x in numbers:
        if x > 2 and found[x][0] < 1:
            found[x][0] += 1
    return dict(found)


def same_name_inside(numbers):
    found = defaultdict(lambda: [0, 1])
    found[numbers[0]][0] = 5
    out = []
    for k in found:
        out.append([found[k][1] for k in numbers[:1]])
    return out, [[found[k][0] for k in (7, 8)] for k in found]


def is_the_callers(numbers):
    found = defaultdict(lambda: [0, 0])
    found[numbers[0]][1] += 1
    return found


def lowest(numbers):
    found = defaultdict(lambda: math.inf)
    found[0] = 0
    for i, x in enumerate(numbers):
        if x < found[i % 3]:
            found[i % 3] = x
    return dict(found)


def firsts(numbers):
    found = defaultdict(lambda: -1)
    for i, x in enumerate(numbers):
        if found[x] < 0:
            found[x] = i
    return dict(found)


def of_a_function(numbers):
    found = defaultdict(lambda: -1)
    found[numbers[0]] += 1
    return found


NUMBERS = [3, 1, 4, 1, 5, 9, 2, 6]
WORDS = ["ab", "acd", "b", "bcdef"]
ROWS = [("ap", 2, 0.5), ("pe", 1, 4.0), ("ap", 3, 0.75)]
COMPILED = [
    (extremes, NUMBERS), (extremes, [1.5, 2.0, 0.5, 3.0]), (means, ["a", "b", "a"], [1.0, 2.5, 4.0]), (means, [2, 1, 2], [1.0, 2.5, 4.0]), (halves, WORDS),
    (replaced, WORDS), (with_texts, WORDS), (in_order, ROWS), (in_order, [(7, 2, 0.5), (3, 1, 4.0), (7, 3, 0.75)]), (with_lists, NUMBERS),
    (by_pairs, NUMBERS), (one_list_by_two_names, [4, 5]), (one_list_by_two_names, [4]), (lowest, [2.5, 1.0, 7.0, -1.0]), (lowest, NUMBERS), (firsts, NUMBERS),
]  # fmt: skip
OTHERS = [
    (missing, NUMBERS), (missing, [0]), (second_name_of_another, [4, 5]), (keys_that_come_in_between, NUMBERS), (perhaps_asked, NUMBERS),
    (same_name_inside, NUMBERS),
    (is_the_callers, NUMBERS), (of_a_function, NUMBERS),
]  # fmt: skip


def result_of(function, given):
    try:
        result = function(*given)
    except Exception as error:
        return type(error), str(error)
    return repr(sorted(result.items()) if isinstance(result, defaultdict) else result)


@pytest.mark.parametrize("function, given", [(f, given) for f, *given in COMPILED], ids=[f.__name__ for f, *_ in COMPILED])
def test_compiled(function, given):
    assert result_of(up.jit(strict=True)(function), given) == result_of(function, given)


@pytest.mark.parametrize("function, given", [(f, given) for f, *given in OTHERS], ids=[f.__name__ for f, *_ in OTHERS])
def test_as_in_python(function, given):
    assert result_of(up.jit(strict=False)(function), given) == result_of(function, given)


def test_new_keys_of_a_returned_defaultdict():
    for function, new in ((is_the_callers, [0, 0]), (of_a_function, -1)):
        assert up.jit(strict=False)(function)(NUMBERS)[100] == new
