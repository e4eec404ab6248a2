"""Lists in objects and rows that a call gives: only reading is compiled, since nobody gives the caller's list its new items, and two
objects may hold one list."""

import heapq
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pytest
import unpython as up
from support.outcomes import outcome


@dataclass
class Box:
    items: list
    n: int = 0


@dataclass
class Moved:
    pos: np.ndarray
    hist: list


@dataclass
class Point:
    x: int


@dataclass
class Holder:
    held: Point


@dataclass
class Settings:
    of: dict


class Plain:
    def __init__(self, items):
        self.items = items


class Named(NamedTuple):
    n: int
    items: list


def add(bs):
    bs[0].items.append(1)
    return [len(b.items) for b in bs]


def pop(bs):
    for b in bs:
        b.items.pop()
    return 1


def store(bs):
    b = bs[0]
    b.items[0] = 7
    return 1


def delete(bs):
    for i in range(len(bs)):
        del bs[i].items[0]


def push(bs):
    for b in bs:
        heapq.heappush(b.items, 0)


def named(bs):
    v = bs[0].items
    v.append(1)
    return len(bs[1].items)


def add_to(b, x):
    b.items.append(x)


def by_helper(bs):
    for b in bs:
        add_to(b, 3)


def in_rows(rows):
    rows[0]["xs"].append(1)
    return sum(len(r["xs"]) for r in rows)


def beside_arrays(bs):
    for b in bs:
        b.pos += 1
        b.hist.append(b.pos[0])


def given_too(bs, v):
    v.append(1)
    return [len(b.items) for b in bs]


def entry_too(s, d):
    d["a"] += 1
    return s.of["a"]


def field_too(p, h):
    p.x = 5
    return h.held.x


def entries_too(d, e):
    d["a"] += 1
    return e["c"]["a"]


def boxes(kind=Box):
    z = [1]
    return [([kind(z), kind(z)],), ([kind(z)] * 2,), ([kind([1, 2]), kind([3])],)]


def plain_boxes():
    return boxes(Plain)


def tuples():
    return boxes(lambda items: Named(1, items))


def rows():
    z = [1]
    return [([{"xs": z}, {"xs": z}],), ([{"xs": [1]}, {"xs": [2, 3]}],)]


def moved():
    return [([Moved(np.ones(2), [1.0])],)]


def with_list():
    z = [1]
    return [([Box(z), Box([5, 6])], z), ([Box([1]), Box([5, 6])], [2])]


def with_dict():
    d = {"a": 1}
    return [(Settings(d), d), (Settings({"a": 1}), {"a": 1})]


def with_point():
    p = Point(1)
    return [(p, Holder(p)), (Point(1), Holder(Point(2)))]


def with_entries():
    d = {"a": 1}
    return [(d, {"c": d}), ({"a": 1}, {"c": {"a": 2}})]


class Refused(BaseException):
    """By the compiler: Python makes the call then."""


def not_caught(compiled):
    def function(*given):
        try:
            return compiled(*given)
        except (up.CompileError, TypeError) as problem:
            raise Refused from problem

    return function


CHANGES = [(f, boxes) for f in (add, pop, store, delete, push, named, by_helper)]
CHANGES += [(add, plain_boxes), (named, tuples), (in_rows, rows), (beside_arrays, moved)]
CHANGES += [(given_too, with_list), (entry_too, with_dict), (field_too, with_point), (entries_too, with_entries)]


def read(bs):
    out = []
    for b in bs:
        out.extend(b.items)
    return out, sum(len(b.items) for b in bs), max(bs[0].items), [b.items[0] * b.n for b in bs]


def read_beside(bs, v):
    v.append(len(bs))
    return [b.x for b in bs], v


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("function", "given"), CHANGES, ids=lambda v: v.__name__)
def test_a_list_that_objects_hold_changes_as_in_python(function, given):
    for arguments in given():
        expected = outcome(function, arguments)
        assert outcome(up.jit(strict=False)(function), arguments) == expected
        try:
            found = outcome(not_caught(up.jit(strict=True)(function)), arguments)
        except Refused:
            continue
        assert found == expected


def test_what_only_reads_is_compiled():
    for arguments in boxes():
        assert outcome(up.jit(strict=True)(read), arguments) == outcome(read, arguments)
    arguments = [Point(1), Point(2)], [3]
    assert outcome(up.jit(strict=True)(read_beside), arguments) == outcome(read_beside, arguments)


LIST = [1, 2]
BOX, BOXES, POINT = Box(LIST), [Box(LIST)], Point(1)


def list_and_box(v):
    v.append(1)
    return len(BOX.items)


def list_and_boxes(v):
    v[0] += 1
    return BOXES[0].items[0]


def boxes_only(v):
    BOXES[0].items.append(1)
    return len(BOXES[0].items)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("function", [list_and_box, list_and_boxes, boxes_only], ids=lambda v: v.__name__)
def test_what_a_module_holds_is_what_a_call_gives(function):
    compiled = up.jit(strict=False)(function)
    for one in (function, compiled) * 2:
        LIST[:] = [1, 2]
        assert [one(LIST), one(LIST), LIST] == ([3, 4, [1, 2, 1, 1]] if function is not list_and_boxes else [2, 3, [3, 2]])


DICT = {"a": 1}
RATE = {"a": 3}


def point_around(p):
    p.x += 1
    return POINT.x


def entry_around(d):
    d["a"] += 1
    return DICT["a"]


def entries_around(ds):
    for d in ds:
        d["a"] += 1
    return DICT["a"]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("function", "given"), [(point_around, POINT), (entry_around, DICT), (entries_around, [DICT, {"a": 5}])], ids=lambda v: getattr(v, "__name__", "")
)
def test_a_field_that_a_module_holds_is_of_what_a_call_gives(function, given):
    compiled = up.jit(strict=False)(function)
    for one in (function, compiled) * 2:
        POINT.x, DICT["a"] = 1, 1
        assert [one(given), one(given)] == [2, 3]


def with_rate(rows):
    for r in rows:
        r["n"] += RATE["a"]
    return rows


def test_other_dicts_around_are_read():
    arguments = ([{"n": 1}, {"n": 2}],)
    assert outcome(up.jit(strict=True)(with_rate), arguments) == outcome(with_rate, arguments)
