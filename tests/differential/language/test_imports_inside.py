"""`import` and classes inside a function: what they name is what it would be if the statement stood in front of the function."""

import math

import pytest
import unpython as up

log = 5


def of_a_module(v):
    import bisect
    import heapq as hq

    h = list(v)
    hq.heapify(h)
    return bisect.bisect_left([1, 5, 7], v[0]), hq.heappop(h)


def of_names(v):
    from collections import Counter, deque
    from statistics import mean

    q = deque(v)
    counts = Counter(v)
    return q.popleft() + mean(v), sorted(counts.items())


def in_a_branch(v):
    if v[0] > 1:
        from math import sqrt

        y = sqrt(v[0])
    else:
        y = math.floor(v[0])
    return y


def seen_by_an_inner_function(v):
    from math import sqrt

    def root(x):
        return sqrt(x)

    return sum(root(x) for x in v)


def in_an_inner_function(v):
    def root(x):
        from math import log

        return log(x)

    return root(v[0]) + log


def read_before(v):
    y = sqrt(v[0])  # noqa: F821, F823
    from math import sqrt  # noqa: F401

    return y


def given_another_value(v):
    from math import sqrt

    root = sqrt(v[0])
    sqrt = 3
    return root + sqrt


def of_an_exception(v):
    from math import sqrt

    try:
        x = v[5]
    except IndexError as sqrt:  # noqa: F811
        x = len(str(sqrt))
    return x


def that_is_not_there(v):
    from math import nothing_of_the_kind  # type: ignore[attr-defined]  # noqa: F401

    return len(v)


def words(text):
    import re
    from collections import Counter

    counts = Counter(re.findall(r"\w+", text))
    return sorted(counts.items())


def outcome(function, given):
    try:
        return function(given)
    except Exception as error:
        return type(error)


@pytest.mark.parametrize("function", [of_a_module, of_names, in_a_branch, seen_by_an_inner_function])
def test_known_before(function):
    compiled = up.jit(strict=True)(function)
    for given in ([3, 1, 2], [1, 1], [9, 4, 16]):
        found = compiled(given)
        assert found == function(given) and repr(found) == repr(function(given))
    assert compiled.ran_on != "python"


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize("function", [in_an_inner_function, read_before, given_another_value, that_is_not_there, of_an_exception])
def test_what_another_name_stands_for(function):
    assert outcome(up.jit(strict=False)(function), [4.0, 2.0]) == outcome(function, [4.0, 2.0])


def test_texts():
    compiled = up.jit(strict=False)(words)
    for given in ("b a B", "c", "x y x"):
        assert compiled(given) == words(given)
    assert compiled.ran_on == "cpu"


def points(v):
    class Point:
        """A place."""

        def __init__(self, x, y):
            self.x, self.y = x, y

        def __add__(self, other):
            return Point(self.x + other.x, self.y + other.y)

        @property
        def size(self):
            return math.hypot(self.x, self.y)

        def __repr__(self):
            return f"Point({self.x}, {self.y})"

    total = Point(0, 0)
    for x in v:
        total = total + Point(x, 2 * x)
    return total.size, str(total)


def fields(v):
    from dataclasses import dataclass

    @dataclass
    class Sample:
        x: float
        weight: float = 0.5

        def value(self):
            return self.x * self.weight

    return [s.value() for s in [Sample(x) for x in v]]


def linked(v):
    class Node:
        def __init__(self, value, rest):
            self.value = value
            self.rest = rest

    head = None
    for x in v:
        head = Node(x, head)
    out = []
    while head is not None:
        out.append(head.value)
        head = head.rest
    return out


def of_a_local(v):
    k = len(v)

    class Scaled:
        def __init__(self, x):
            self.x = x * k

    return sum(Scaled(x).x for x in v)


def counting(v):
    class Counted:
        count = 0

        def __init__(self):
            Counted.count += 1

    for _ in v:
        Counted()
    return Counted.count


def shown(v):
    class Shown:
        def __init__(self, x):
            self.x = x

    return type(Shown(v[0])).__name__, str(Shown)


@pytest.mark.parametrize("function", [points, fields, linked])
def test_classes_inside(function):
    compiled = up.jit(strict=True)(function)
    for given in ([3, 1, 2], [4, 4], [1]):
        assert repr(compiled(given)) == repr(function(given))
    assert compiled.ran_on != "python"


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize("function", [of_a_local, counting, shown])
def test_classes_of_which_more_is_asked(function):
    compiled = up.jit(strict=False)(function)
    for _ in range(2):
        assert compiled([4, 2]) == function([4, 2])
