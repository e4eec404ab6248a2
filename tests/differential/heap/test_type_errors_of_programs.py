"""A TypeError or NotImplementedError that a program raises on the heap reaches the caller, and what the call has changed is changed once."""

import copy

import pytest
import unpython as up


class Bad(TypeError):
    def __init__(self, what, n):
        super().__init__(what)
        self.n = n


def behind_another(v, k):
    try:
        x = v[k]
    except IndexError:
        x = 0
    v.append(x)
    if k > 5:
        raise TypeError("k")
    return v


def added(v, k):
    v.append(k)
    return v + k, "x", None


def of_own_class(v, k):
    v.append(k)
    try:
        return len(k), "x"
    except TypeError as e:
        raise Bad(str(e), len(v)) from None
    finally:
        v.append(None)


def total(xs, seen):
    n = 0
    for x in xs:
        seen[str(x)] = x
        if not isinstance(x, (int, float)):
            raise TypeError(f"not a number: {x!r}")
        n += x
    return n, "ok"


def in_sets(s, v):
    for x in v:
        s.add(x)
        s.add([x] if x == 2 else x)
    return s, None


class Shape:
    def area(self):
        raise NotImplementedError

    def name(self):
        raise NotImplementedError("name of " + type(self).__name__)


class Square(Shape):
    def __init__(self, side):
        self.side = side

    def area(self):
        return self.side**2


def areas(kinds, log):
    found = []
    for kind in kinds:
        shape = Square(2.0) if kind == "square" else Shape()
        log.append(kind)
        found.append(shape.area())
    return found


def named(kind, log):
    log.append(kind)
    shape = Square(2.0) if kind == "square" else Shape()
    try:
        return shape.name()
    finally:
        log.append("end")


def known_name(kind, log):
    try:
        return named(kind, log)
    except NotImplementedError as e:
        return "caught " + str(e)


CASES = [
    (areas, (["square", "x"], [])),
    (areas, (["square"], [])),
    (named, ("square", [])),
    (named, ("y", [])),
    (known_name, ("square", [])),
    (behind_another, ([1], 9)),
    (behind_another, ([1], 0)),
    (added, ([1], 2)),
    (of_own_class, ([1], 2)),
    (of_own_class, ([1], "abc")),
    (total, ([1, 2.5, "x"], {})),
    (total, ([1, True], {"a": None})),
    (in_sets, (set(), [1, 2, 3])),
]


def left(function, given):
    try:
        made = repr(function(*given))
    except (TypeError, NotImplementedError) as error:
        made = type(error), error.args, getattr(error, "n", None)
    return made, repr(given)


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize(("function", "given"), CASES)
def test_errors(function, given):
    for strict in (True, False):
        compiled = up.jit(strict=strict)(function)
        for _ in range(2):
            assert left(compiled, copy.deepcopy(given)) == left(function, copy.deepcopy(given))
