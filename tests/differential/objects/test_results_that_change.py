"""Tuples that are returned, of which an item changes what another one is: CPython's values, in machine code and on devices."""

import collections
import dataclasses
import heapq
from random import random as drawn

import pytest
import unpython as up
from support import paths
from support.texts import function_of
from unpython import _find_source
from unpython._writing import returned_items

DICTS = {
    "popped": ("d = {v: 1 for v in x}", "d, d.pop(2)"),
    "texts": ("d = {str(v): v for v in x}", 'd, d.pop("2")'),
    "by name": ('d = {"a": 1, "b": 2}', 'd, d.pop("a")'),
    "all popped": ("d = {v: v for v in x}", "d, [d.pop(v) for v in list(d)]"),
    "named on the way": ("d = {v: v for v in x}", "(d, y := d.pop(1)), y"),
    "a name gets another value": ("d = {v: v for v in x}; y = 5", "y, d, (y := d.pop(1)), y"),
    "asked around it": ("d = {v: v for v in x}", "d, 3 in d, d.pop(2), list(d)"),
    "one more": ("d = {v: 1 for v in x}", "(d, len(d)), d.setdefault(9, 3)"),
    "counted": ("d = collections.Counter(x)", "d, d.pop(2), len(d)"),
    "a list in it": ("d = {v: [v] for v in x}", "d, d[1].pop()"),
    "a list of it": ("d = {v: [v] for v in x}", "d.get(1), d[1].pop()"),
    "its lists": ("d = {v: [v] for v in x}", "list(d.values()), d[1].pop()"),
    "a set": ("d = {v for v in x}", "d, d.pop(), len(d)"),
    "nothing changes": ("d = {v: 1 for v in x}", "d, len(d), sum(d.values()), max(d)"),
}

LISTS = {
    "numbers": ("m = [v for v in x]", "m, m.pop(), len(m)"),
    "a heap": ("m = [v for v in x]", "m, heapq.heappop(m), len(m)"),
    "a queue": ("m = collections.deque(x)", "m, m.popleft()"),
    "from a list": ("m = [[v] for v in x]", "m, m[0].pop()"),
    "a list": ("m = [[v] for v in x]", "m, m.pop()"),
    "from all": ("m = [[v] for v in x]", "m, [r.pop() for r in m]"),
    "the sum of all": ("m = [[v] for v in x]", "m, sum(r.pop() for r in m)"),
    "around it": ("m = [[v] for v in x]", "m[0].pop(), m, m[-1].pop()"),
    "itself": ("m = [[v] for v in x]", "m[0], m[0].pop()"),
    "by another name": ("m = [[v] for v in x]; r = m[0]", "m, r.pop()"),
    "in a copy": ("m = [[v] for v in x]", "list(m), m[0].pop()"),
    "by a function": ("m = [[v] for v in x]", "m, change(m)"),
    "each by a function": ("m = [[v] for v in x]", "m, [change_one(r) for r in m]"),
    "numbered": ("m = [[v] for v in x]", "m, [i + r.pop() for i, r in enumerate(m)]"),
    "asked on the way": ("m = [[v] for v in x]", "m, [1 for r in m if r.pop() > 2]"),
    "a name that a call assigns": ("t = 1\n    def g():\n        nonlocal t\n        t += 1\n        return t", "t, g(), t"),
    "given": ("t = len(x)", "x, x.pop(), t"),
}

OBJECTS = {
    "stepped": ("p = P(1.0, 2)\n    for v in x:\n        p.x += v", "p, p.step(), p.x"),
    "behind": ("p = P(1.0, 2)", "p.x, p.step(), p"),
    "a method with the name of one that reads": ("p = P(1.0, 2)", "p, p.count(), p.x"),
    "inside": ("p = P(1.0, 2); q = p", "(p, 1), q.step()"),
}


@dataclasses.dataclass
class P:
    x: float
    n: int

    def step(self):
        self.x += 1.0
        return self.n

    def count(self):
        return self.step()


def change(m):
    m[0].append(9)
    return 3


def change_one(r):
    r.append(9)
    return len(r)


def _compare(made, returned):
    function = function_of(f"def f(x):\n    {made}\n    return {returned}")
    function.__globals__.update(P=P, change=change, change_one=change_one, collections=collections, heapq=heapq)
    given = [1, 2, 3, 4]
    expected = repr((function(given), given))
    for device in ("cpu", *paths.DEVICES):
        given = [1, 2, 3, 4]
        assert repr((up.jit(strict=False, device=device)(function)(given), given)) == expected


@pytest.mark.parametrize("name", DICTS)
def test_dicts(name):
    _compare(*DICTS[name])


@pytest.mark.parametrize("name", LISTS)
def test_lists(name):
    _compare(*LISTS[name])


@pytest.mark.parametrize("name", OBJECTS)
def test_objects(name):
    _compare(*OBJECTS[name])


def test_stays_compiled():
    """A result that changes another one is no reason to run in Python."""
    function = function_of("def f(x):\n    d = {}\n    for v in x:\n        d[v] = v + 1\n    return d, 3 in d, d.pop(2), len(d)")
    assert up.jit(strict=True)(function)([1, 2, 3, 4]) == function([1, 2, 3, 4])


log = []
put = log.append


def with_drawn(a):
    return a, drawn() > 2


def with_put(a):
    return a, put(3)


def shadowed():
    """Of two closure variables that have names of builtins."""

    def len(d):
        d.append(5)
        return 3

    def max(d):
        return d.pop()

    def made(a):
        d = [a, 2]
        return d, d[-1], len(d), max(d)

    return made


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize("function", [with_drawn, with_put, shadowed()])
def test_functions_by_other_names(function):
    expected, log[:] = (function(7), log[:]), []
    assert (up.jit(strict=False)(function)(7), log) == expected
    log.clear()


@pytest.mark.parametrize("returned", ["x1, x2", "x1, len(x)", "len(x), max(x)"])
def test_nothing_is_copied_where_nothing_changes(returned, monkeypatch):
    function = function_of(f"def f(x):\n    x1 = x2 = 1\n    return {returned}")
    node = _find_source.find_source(function).node
    monkeypatch.setattr(returned_items, "copy_tree", None)
    assert returned_items.rewritten(function, node) is node
