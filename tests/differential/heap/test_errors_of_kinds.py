"""What Python raises where a value is of a kind that an operation does not take: the exception and its text, caught by the program or not."""

from collections import deque

import pytest
import unpython as up
from support.left import left_by


class Thing:
    def __init__(self, x):
        self.x = x


class Called:
    def __call__(self):
        return 1


class Row:
    def __init__(self, items):
        self.items = items

    def __getitem__(self, i):
        return self.items[i]


def signs(values, other):
    said = []
    for v in values:
        for op in "-+~&@/*":
            try:
                if op == "-":
                    said.append(-v)
                elif op == "+":
                    said.append(+v)
                elif op == "~":
                    said.append(~v)
                elif op == "&":
                    said.append(v & other)
                elif op == "@":
                    said.append(v @ other)
                elif op == "/":
                    said.append(other / v)
                else:
                    v *= 1.5
                    said.append(v)
            except TypeError as e:
                said.append(str(e))
    return said


def asked(values):
    said = []
    for v in values:
        try:
            said.append(abs(v))
        except TypeError as e:
            said.append(str(e))
        try:
            said.append(round(v))
        except TypeError as e:
            said.append(str(e))
        try:
            said.append(len(v))
        except TypeError as e:
            said.append(str(e))
        try:
            said.append(v[0])
        except (TypeError, KeyError) as e:
            said.append(str(e))
        try:
            said.append([i for i in v] and 1)
        except TypeError as e:
            said.append(str(e))
        try:
            said.append(1 in v)
        except TypeError as e:
            said.append(str(e))
        try:
            v[0] = 2
            said.append("stored")
        except TypeError as e:
            said.append(str(e))
        try:
            a, b = v
            said.append("two")
        except (TypeError, ValueError) as e:
            said.append(str(e))
    return said


def attributes(values):
    said = []
    for v in values:
        try:
            said.append(v.size)
        except AttributeError as e:
            said.append(str(e))
        try:
            v.push(3)
        except AttributeError as e:
            said.append(str(e))
        try:
            said.append(v(1))
        except TypeError as e:
            said.append(str(e))
    return said


def indices(items, places):
    said = []
    for holder in (items, tuple(items), "abc", deque(items)):
        for i in places:
            try:
                said.append(holder[i])
            except (TypeError, IndexError) as e:
                said.append(str(e))
    for i in places:
        try:
            said.append(list(range(i)))
        except TypeError as e:
            said.append(str(e))
    return said


def parts(rows):
    said = []
    for row in rows:
        try:
            first, *rest, last = row
            said.append((first, len(rest), last))
        except ValueError as e:
            said.append(str(e))
    return said


def objects(n):
    a, b = Thing(n), Thing(2)
    said = []
    for k in range(7):
        try:
            if k == 0:
                said.append(a + b)
            elif k == 1:
                said.append(a < b)
            elif k == 2:
                said.append(a + 1)
            elif k == 3:
                said.append("x" + a)
            elif k == 4:
                said.append([v for v in a])
            elif k == 5:
                said.append(len(a))
            else:
                said.append(a.y)
        except (TypeError, AttributeError) as e:
            said.append(str(e))
    said.append([v for v in (Row([n, 2]),)][0][1])
    return said


def unset(v):
    for x in v:
        last = x
    return {"last": last}


def unset_inside(v):
    def read():
        return last

    if v:
        last = v[-1]
    return [read(), {"n": 1}]


def not_caught(v):
    total = {"n": 0}
    for x in v:
        total["n"] += x["a"]
    return total


def items_of_nothing(values):
    said = []
    for v in values:
        try:
            said.append([*v, 1])
        except TypeError as e:
            said.append(str(e))
        try:
            said.append("-".join(v))
        except TypeError as e:
            said.append("join" if "expected str" in str(e) else str(e))
        try:
            first, *rest = v
            said.append(len(rest))
        except TypeError as e:
            said.append(str(e))
    return said


def in_a_sort(a, b):
    v = [a, b]
    said = [None]
    try:
        v.sort()
        said.append("ok")
    except TypeError as e:
        said.append(str(e))
    try:
        said.extend(sorted([(1, a), (1, b)], reverse=True))
    except TypeError as e:
        said.append(str(e))
    try:
        said.append({"s": sorted([a, b], key=lambda x: x)})
    except TypeError as e:
        said.append(str(e))
    return v, said


def among(n):
    said = []
    for k in range(2):
        try:
            said.append(n in Thing(2) if k else [1] in Thing(n))
        except TypeError as e:
            said.append(str(e))
    said += [callable(Thing(1)), callable(len), callable(Called()), callable(n)]
    return said, {"n": None}


MIXED = [3, 2.5, "x", None, [1, 2], {"a": 1}, (1,), True]
CALLS = [
    (signs, (MIXED, 2)),
    (signs, (MIXED, "y")),
    (asked, (MIXED,)),
    (attributes, (MIXED,)),
    (indices, ([1, 2, 3], [0, 1.0, "a", None, True, 7])),
    *((in_a_sort, pair) for pair in ((1, None), ("ab", 0), ([1], (1,)), (None, None), (2, 1.5))),
    (among, (1,)),
    (items_of_nothing, ([2.5, None, "ab", True, ["x"], {"a": 1}],)),
    (parts, ([[1, 2, 3], [1, 2], [1], []],)),
    (objects, (1,)),
    (unset, ([1, 2],)),
    (unset, ([],)),
    (unset_inside, ([1, 2],)),
    (unset_inside, ([],)),
    (not_caught, ([{"a": 1}, 3],)),
    (not_caught, ([{"a": 1}, "a"],)),
]


@pytest.mark.parametrize(("function", "arguments"), CALLS)
def test_errors(function, arguments):
    compiled = up.jit(strict=True)(function)
    assert left_by(compiled, arguments) == left_by(function, arguments)
    assert compiled.ran_on == "cpu"
