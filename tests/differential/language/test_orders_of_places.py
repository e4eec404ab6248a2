"""`a[place] += f()` finds its place before the call, and `{key: value}` computes the key before the value, whatever these change."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import pytest
import unpython


class Tally:
    def __init__(self, x: int):
        self.x = x

    def step(self, k: int = 1) -> int:
        self.x += k
        return self.x


def bump(a, k):
    a[1] += k
    return a[1]


def joined(p, q):
    return 10 * p + q


def key_before_value(n):
    c = 0

    def inc(k=1):
        nonlocal c
        c += k
        return c

    return c, {inc(): c}, {inc(): c, inc(): c}


def fields_in_displays(n):
    t = Tally(n)
    return {t.step(): t.x}, {t.x: t.step(), t.step(): t.x}


def fields_in_comprehensions(n):
    t = Tally(n)
    return {i + t.x: t.step() for i in range(3)}, {t.x: i for i in range(3) if t.step() > 0}, {t.step() // 2: t.x for i in range(4)}


def lists_in_displays(n):
    v = [n, 2, 3, 4]
    return {v.pop(0): sum(v), v[0]: abs(v.pop(0))}


def arrays_in_displays(a):
    return {a[1]: bump(a, 1)}, {bump(a, 1): a[1] for i in range(3)}


def place_from_dict(n):
    d = {1: n}

    def put(k):
        d[k] += 1
        return d[k]

    w = [0] * 6
    w[d[1]] += put(1)
    return w


def places_from_fields(n):
    t, u = Tally(n), Tally(2)
    w = [0] * 6
    w[u.step() % 6] += joined(q=t.step(2), p=u.x)
    w[t.x % 6] += t.step() + t.x
    rows = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
    rows[u.x - 2][t.step() - 6] += t.step()
    d = {0: 1, 6: 5}
    d[t.x - 6] -= joined(t.step(), t.step()) + t.x
    return w, t.x, u.x, rows, d


def places_among_objects(n):
    t = Tally(n)
    v = [Tally(1), Tally(2), Tally(3), Tally(4)]
    v[t.x].x += t.step()
    v[t.step()].x += t.step()
    v[v[0].x].x -= v[0].step()
    return [one.x for one in v], t.x


def places_from_arrays(a):
    w = np.zeros((4, 4))
    w[a[0], a[1]] += bump(a, 1)
    w[a[0] : a[1], 1] += bump(a, -1)
    w[a[0]] += bump(a, 1)
    return w.tolist(), a.tolist()


def places_from_texts(words, n):
    t = Tally(n)
    d = {"a": 1, "b": 2}
    d[words[t.x]] += t.step()
    return d, {words[t.x - 2]: t.step(), words[t.x - 2]: t.x}


def ends_of_slices(a):
    w = [10, 11, 12, 13, 14, 15, 16, 17, 18]
    b = np.arange(9)
    first = w[a[1] : bump(a, 3)]
    second = b[a[1] : bump(a, 2) : bump(a, -6)].tolist()
    b[a[1] : bump(a, 2)] += a[1]
    return first, second, b.tolist(), a.tolist()


def rows_before_columns(n):
    v = [0] * n

    def push():
        v.append(1)
        return len(v)

    rows = [[0, 1, 2, 3, 4], [5, 6, 7, 8, 9], [1, 2, 3, 4, 5], [0, 0, 0, 0, 0]]
    b = np.arange(25).reshape(5, 5)
    rows[len(v)][push()] = push()
    rows[len(v) - 2][push()] += push()
    b[len(v) - 3][push() - 3] = len(v)
    return rows, v, b.tolist()


def receivers_before_arguments(n):
    t = Tally(n)
    rows = [[0, 1], [5, 6], [1, 2], [0, 0]]
    rows[t.x].append(t.step())
    rows[t.x].append(t.step())
    return rows, t.x


def objects_before_arguments(n):
    t = Tally(n)
    tallies = [Tally(1), Tally(2), Tally(3), Tally(4)]
    return tallies[t.x].step(t.step()) + tallies[t.step() - 1].step(t.x), [one.x for one in tallies]


def defaults_before_arguments(n):
    d = {1: n}

    def put():
        d[1] += 1
        return d[1]

    return (lambda x, y=d[1]: x + y + d[1])(put()), d


OF_NUMBERS = [key_before_value, fields_in_displays, fields_in_comprehensions, lists_in_displays, place_from_dict, places_from_fields, places_among_objects]
OF_NUMBERS += [rows_before_columns]
CASES: list[tuple[Any, tuple[Any, ...]]] = [(function, (1,)) for function in OF_NUMBERS]
CASES += [(function, (np.array([1, 2, 3]),)) for function in (arrays_in_displays, places_from_arrays, ends_of_slices)]
CASES += [(places_from_texts, (["b", "a", "a", "b"], 1))]


@pytest.mark.parametrize(("function", "given"), CASES, ids=lambda part: getattr(part, "__name__", ""))
@pytest.mark.parametrize("device", [None, "opencl:0"])
def test_places_and_keys_come_first(function: Any, given: Any, device: str | None) -> None:
    options: dict[str, Any] = {"strict": True} if device is None else {"device": device, "strict": False}
    assert unpython.jit(**options)(function)(*copy.deepcopy(given)) == function(*given)


@pytest.mark.parametrize("function", [receivers_before_arguments, objects_before_arguments, defaults_before_arguments])
def test_what_stays_with_python_is_right(function: Any) -> None:
    assert unpython.jit(strict=False)(function)(1) == function(1)
