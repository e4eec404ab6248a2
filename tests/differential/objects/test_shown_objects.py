"""str(), repr() and f-strings of objects whose class says what they give, and len() of an object in any expression."""

import pytest
import unpython as up


class Vector:
    def __init__(self, x, y):
        self.x = x
        self.y = y

    def __add__(self, other):
        return Vector(self.x + other.x, self.y + other.y)

    def __str__(self):
        return f"<{self.x}, {self.y:.2f}>"

    def __repr__(self):
        return f"Vector({self.x!r}, {self.y!r})"


class Level:
    def __init__(self, n):
        self.n = n

    def __repr__(self):
        if self.n > 2:
            return "Level(" + str(self.n) + ")"
        return "low"


class Wrong:
    def __init__(self, x):
        self.x = x

    def __str__(self):
        return self.x


class Stack:
    def __init__(self):
        self.items = []

    def push(self, x):
        self.items.append(x)

    def __len__(self):
        return len(self.items)


def both(x):
    v = Vector(x, 2.0)
    return str(v), repr(v), f"{v} or {v!r}"


def summed(x):
    v = Vector(0.0, 0.0)
    for k in range(3):
        v = v + Vector(x, k * 0.5)
    return str(v)


def listed(x):
    out = []
    for level in [Level(k) for k in range(5)]:
        out.append(str(level))
    return out, x


def lengths(x):
    s = Stack()
    out = []
    for k in range(4):
        s.push(k * x)
        out.append(len(s))
    return out, len(s) * 2


def no_text(x):
    return str(Wrong(int(x)))


@pytest.mark.parametrize("function", [both, summed, listed, lengths])
def test_values(function):
    compiled = up.jit(strict=False)(function)
    for x in (1.5, -0.25, 3.0):
        assert compiled(x) == function(x)
        assert compiled.ran_on == "cpu"


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
def test_what_gives_no_text():
    with pytest.raises(TypeError, match="__str__"):
        up.jit(strict=False)(no_text)(3.0)
