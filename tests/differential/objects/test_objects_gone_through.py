"""Objects whose classes say how they are gone through and what is in them, `__iter__` and `__contains__`: CPython's values, in machine code and
on devices, also where they change meanwhile."""

import pytest
from support.outcomes import check_machine_code, check_values, name_of


class Node:
    def __init__(self, value, after=None):
        self.value = value
        self.after = after


class Chain:
    def __init__(self):
        self.head = None

    def push(self, value):
        self.head = Node(value, self.head)

    def __iter__(self):
        here = self.head
        while here:
            yield here.value
            here = here.after


class Bag:
    def __init__(self):
        self.items = []

    def add(self, x):
        self.items.append(x)

    def __iter__(self):
        return iter(self.items)

    def __contains__(self, x):
        return x in self.items


class Span:
    def __init__(self, first, last):
        self.first = first
        self.last = last

    def __contains__(self, x):
        if x < self.first:
            return 0
        return self.last - x


def taken(v):
    c = Chain()
    for x in v:
        c.push(x)
    return list(c), sum(c), [2 * x for x in c], sorted(c), max(c)


def grows(v):
    c = Chain()
    for x in v:
        c.push(x)
    out = []
    for x in c:
        out.append(x)
        if x > 0 and len(out) < 20:
            c.push(x - 1)
    return out, list(c)


def named_anew(v):
    c = Chain()
    for x in v:
        c.push(x)
    for x in c:
        c = Chain()
        c.push(x)
    return list(c)


def of_a_list(v):
    s = Bag()
    for x in v:
        s.add(x)
    out = []
    for x in s:
        out.append(x)
        if len(out) < 5:
            s.add(x + 1)
    return out, [x for x in s], sum(x * x for x in s), 3 in s, 99 not in s


def asked(v):
    s = Span(1, 4)
    return [x in s for x in v], 2 in s, (4 in s) + 1, 9 not in s


def left_early(v):
    c = Chain()
    for x in v:
        c.push(x)
    t = 0
    for x in c:
        if x == 3:
            continue
        if x == 9:
            break
        t = 10 * t + x
    return t


def unpacked(v):
    c = Chain()
    for x in v:
        c.push(x)
    a, b = c
    return a, b


CASES = [(taken, [3, 1, 9, 4]), (grows, [3, 1]), (named_anew, [3, 1, 2]), (of_a_list, [3, 1]), (of_a_list, []), (asked, [0, 1, 4, 5])]


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_machine_code(case):
    check_machine_code(case)


@pytest.mark.parametrize("case", [*CASES[::2], (taken, []), (left_early, [1, 9, 2, 3, 4]), (unpacked, [1, 2]), (unpacked, [1])], ids=name_of)
def test_values(case):
    check_values(case)
