"""Written out lists of objects of several classes: what is computed of each, in order, is CPython's."""

import math
import warnings

import numpy as np
import pytest
import unpython as up


class Shape:
    def area(self):
        return 0.0

    def describe(self):
        return f"{type(self).__name__} of area {self.area():.2f}"


class Circle(Shape):
    def __init__(self, radius):
        self.radius = radius

    def area(self):
        return math.pi * self.radius**2


class Square(Shape):
    def __init__(self, side):
        self.side = side

    def area(self):
        return self.side**2

    def grow(self, k):
        self.side *= k


class Ramp:
    def __init__(self, slope, start):
        self.slope, self.start = slope, start

    def apply(self, a):
        return a * self.slope + self.start


class Clip:
    def __init__(self, top):
        self.top = top

    def apply(self, a):
        return np.minimum(a, self.top)


def described(r, s):
    lines = []
    for shape in [Circle(r), Square(s)]:
        lines.append(shape.describe())
    return lines


def totals(r, s):
    shapes = [Circle(r), Square(s), Square(s + 1)]
    total = 0.0
    for shape in shapes:
        total += shape.area()
    areas = [shape.area() for shape in shapes]
    return total, len(shapes), areas, sum(shape.area() for shape in shapes), max(shape.area() for shape in shapes), shapes[-1].side


def by_class(r, s):
    shapes = (Circle(r), Square(s))
    n = 0
    for shape in shapes:
        if isinstance(shape, Circle):
            n += shape.radius
        elif isinstance(shape, (Square, int)):
            shape.grow(2)
            n += shape.side
    return n, shapes[1].area(), isinstance(shapes[0], Shape)


def first_large(r, s):
    circle = Circle(r)
    square = Square(s)
    for shape in (circle, square):
        if shape.area() > 3:
            return shape.__class__.__name__
    return "none"


def grown_again(r, s):
    square = Square(s)
    for k in range(3):
        for shape in [Circle(r), square]:
            if isinstance(shape, Square):
                shape.grow(k + 1)
            else:
                square.grow(shape.radius)
    return square.side


def joined(r, s):
    shapes = [Circle(r), Square(s)]
    return ", ".join(shape.describe() for shape in shapes)


def pipeline(r, s):
    a = np.arange(5.0) * r
    for layer in [Ramp(2.0, s), Clip(4.0), Ramp(0.5, 0.0)]:
        a = layer.apply(a)
    return a.tolist()


def in_one_class(r, s):
    return [shape.area() for shape in [Square(r), Square(s)]]


def left(r, s):
    for shape in [Circle(r), Square(s)]:
        if shape.area() > 3:
            break
    return shape.area()


def grows(r, s):
    shapes = [Circle(r), Square(s)]
    shapes.append(Square(1.0))
    return sum(shape.area() for shape in shapes)


def kept(r, s):
    shapes = [Circle(r), Square(s)]
    return max(shapes, key=lambda shape: shape.area()).area()


def given_anew(r, s):
    shapes = [Circle(r), Square(s)]
    for shape in shapes:
        shape = Square(2.0)
    return shape.area()


WRITTEN = [described, totals, by_class, first_large, grown_again, joined, pipeline, in_one_class]


@pytest.mark.parametrize("arguments", [(1.5, 2.0), (0.5, 3.0), (2, 1)], ids=str)
@pytest.mark.parametrize("function", WRITTEN)
def test_written_out(function, arguments):
    assert repr(up.jit(strict=True)(function)(*arguments)) == repr(function(*arguments))


@pytest.mark.parametrize("function", [left, grows, kept, given_anew])
def test_others_stay_with_python(function):
    with pytest.raises(up.CompileError, match="object"):
        up.jit(strict=True)(function)(1.5, 2.0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", up.UnpythonWarning)
        assert up.jit(strict=False)(function)(1.5, 2.0) == function(1.5, 2.0)
