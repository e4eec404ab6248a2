"""Lists and dicts that are empty when the call gives them, of functions for texts, tuples and lists."""

import numpy as np
import pytest
import unpython as up


def upper(words):
    return [w.upper() for w in words], " ".join(words)


def total(rows):
    t = 0
    for row in rows:
        for x in row:
            t += x
    return t, [len(row) for row in rows]


def by_second(rows):
    return sorted(rows, key=lambda r: r[1])


def halves(rows):
    return sum(r[0] * 1.5 for r in rows), sum(len(r) for r in rows) / max(len(rows), 1)


def first(words):
    return words[0].upper()


def largest(rows):
    return max(rows, key=lambda r: r[1])


def merged(spans):
    if not spans:
        return []
    spans = sorted(spans, key=lambda s: s[0])
    out = [list(spans[0])]
    for low, high in spans[1:]:
        out.append([low, high])
    return [tuple(s) for s in out]


def values(d):
    return sum(d.values()), sorted(d)


def shown(d):
    return [f"{k}={v}" for k, v in d.items()]


def lengths(d):
    return {k: len(v) for k, v in d.items()}


def named(names, scores):
    return {n: s for n, s in zip(names, scores)}, [f"{n}: {s}" for n, s in zip(names, scores)]


def in_order(a):
    if len(a) < 2:
        return a[:]
    m = len(a) // 2
    low, high = in_order(a[:m]), in_order(a[m:])
    out = []
    i = j = 0
    while i < len(low) and j < len(high):
        if low[i] <= high[j]:
            out.append(low[i])
            i += 1
        else:
            out.append(high[j])
            j += 1
    return out + low[i:] + high[j:]


def smoothed(values):
    v = list(values)
    for i in range(1, len(v)):
        v[i] = 0.5 * (v[i] + v[i - 1])
    return v, sum(v), max(v, default=0)


def products(rows):
    t = 0
    for row in rows:
        for a, b in row:
            t += a * b
    return t, [sum(a for a, _ in row) for row in rows]


def triples(rows):
    out = []
    for a, b, c in rows:
        out.append((a + b, c))
    out.sort(key=lambda t: -t[0])
    return out[:2], len(rows)


def as_array(rows):
    return np.array(rows), sum(len(r) for r in rows)


def by_a_helper(rows):
    return as_array(rows)[0].shape, [len(r) for r in rows]


def itself(words):
    return words


def grows(rows):
    rows.append([1, 2])
    return len(rows)


LISTS = [(f, []) for f in (upper, total, by_second, halves, first, largest, merged, in_order, smoothed, products, triples)]
COMPILED = [*LISTS, *((f, {}) for f in (values, shown, lengths)), (named, [], []), (named, ["a"], []), (named, [], [1.0])]


def result_of(function, given):
    given = [part.copy() for part in given]
    try:
        return repr(function(*given)), given
    except Exception as error:
        return type(error), str(error), given


@pytest.mark.parametrize("function, given", [(f, given) for f, *given in COMPILED], ids=[f.__name__ for f, *_ in COMPILED])
def test_compiled(function, given):
    assert result_of(up.jit(strict=True)(function), given) == result_of(function, given)


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize("function", [as_array, by_a_helper, grows], ids=lambda f: f.__name__)
def test_as_in_python(function):
    assert result_of(up.jit(strict=False)(function), [[]]) == result_of(function, [[]])


LATER = [
    (upper, ["a", "b"]), (total, [[1, 2], [3]]), (by_second, [(1, 2.5), (3, 1.5)]), (values, {"a": 2, "b": 1}), (itself, ["x"]), (smoothed, [1.5, 2.5]),
]  # fmt: skip


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
def test_later_calls_have_items():
    for function, given in LATER:
        compiled = up.jit(strict=False)(function)
        for one in (type(given)(), given, type(given)(), given):
            assert result_of(compiled, [one]) == result_of(function, [one])
        assert function is not itself or compiled(given) is given
