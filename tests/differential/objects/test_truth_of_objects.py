"""What a test asks of objects whose class says how long they are, or whether they are true."""

from dataclasses import dataclass

import pytest
from support.outcomes import check_machine_code, check_values, name_of


@dataclass
class Node:
    value: int
    children: int = 0

    def __len__(self):
        return self.children


@dataclass
class Flag:
    value: float

    def __bool__(self):
        return self.value > 0


class Bag:
    def __init__(self):
        self.items = []

    def add(self, x):
        self.items.append(x)

    def __len__(self):
        return len(self.items)

    def __add__(self, other):
        made = Bag()
        made.items = self.items + other.items
        return made


def in_comprehension(xs):
    nodes = [Node(x, x % 2) for x in xs]
    return [n.value for n in nodes if n], sum(1 for n in nodes if not n)


def filled(xs):
    bag = Bag()
    while len(bag) < 3 and xs[len(bag)] > 0:
        bag.add(xs[len(bag)])
    return len(bag), bool(bag), 1 if bag else 2


def both(xs):
    a, b = Bag(), Bag()
    for x in xs:
        a.add(x)
    c = a + b
    if not b and c:
        return len(c)
    return -1


def raised(x):
    n = Node(x, x)
    if not n:
        raise ValueError("empty")
    return len(n), bool(n)


def negative(x):
    return 1 if Node(x, -1) else 2


def named_negative(x):
    n = Node(x, -1)
    return 1 if n else 2


def no_integer(x):
    n = Node(x, 1.5)
    return bool(n)


def flagged(x):
    flag = Flag(x)
    if flag:
        return bool(flag)
    return not flag


@pytest.mark.parametrize("case", [
    *((f, x) for f in (in_comprehension, filled, both) for x in ([1, 2, 3], [0, 4, 5])), (both, []), (raised, 0), (raised, 2), (named_negative, 1),
    (no_integer, 1), *((flagged, x) for x in (0.5, -1, 0)),
], ids=name_of)  # fmt: skip
def test_truth(case):
    check_machine_code(case)


@pytest.mark.filterwarnings("ignore")
def test_others():
    check_values((negative, 1))
