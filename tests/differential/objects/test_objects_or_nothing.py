"""`and` and `or` of objects, whose value may be one of these or None, and functions that return one of two objects, or None."""

from dataclasses import dataclass
from typing import Optional

import pytest
import unpython as up
from support.outcomes import told


@dataclass
class Node:
    x: int
    next: Optional["Node"] = None


def field_or_none(n):
    p = Node(n)
    return p.next and p.next.x


def one_of_two(n):
    p = Node(n)
    return [p.next or p]


def named(n):
    p = Node(n, Node(2))
    x = p.next and p.next.x
    return [x]


def asked_for_none(n):
    p = Node(n)
    return (p.next and 1) is None


def last_is_object(n):
    p = Node(n)
    return n > 1 and p


def value_of_dict(n):
    d = {1: Node(1)}
    return d.get(n) and d[n].x


def asked(n):
    p = Node(n, Node(n + 1))
    count = 0
    while p and (p.next or p.x > 2):
        count += 1 if p.next and p.next.x > 2 else 10
        p = p.next
    return count, not (p and p.next)


def in_comprehensions(n):
    ps = [Node(i, Node(1)) for i in range(n)]
    return any(p.next and p.next.x for p in ps), all([p.next or 0 for p in ps]), [p.x for p in ps if p.next and p.x]


def either(n):
    return Node(n) if n > 1 else Node(-n)


def either_of_three(n):
    return Node(1) if n > 2 else Node(2, Node(3)) if n > 1 else None


def or_end(n):
    for i in range(n):
        if i > 1:
            return Node(i)


def written_out(n):
    if n > 1:
        return Node(n)
    elif n > 0:
        return
    else:
        return Node(0)


@pytest.mark.parametrize("function", [field_or_none, one_of_two, named, asked_for_none, last_is_object, value_of_dict], ids=lambda f: f.__name__)
def test_a_value_that_may_be_an_object(function):
    for n in (1, 2):
        try:
            found = up.jit(strict=True)(function)(n)
        except up.CompileError:
            continue  # Python makes the call then
        assert repr(found) == told(function, [n])


@pytest.mark.parametrize("function", [asked, in_comprehensions, either, either_of_three, or_end, written_out], ids=lambda f: f.__name__)
def test_truth_and_returns(function):
    compiled = up.jit(strict=True)(function)
    for n in (0, 1, 2, 3):
        assert told(compiled, [n]) == told(function, [n])
