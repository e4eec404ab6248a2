"""fit._replace(...), fit._asdict() and fit._fields of named tuples."""

import collections
import copy
from typing import NamedTuple

import pytest
import unpython as up
from support.outcomes import outcome


class Fit(NamedTuple):
    slope: float
    c: float = 0.5

    def at(self, x):
        return self.slope * x + self.c


Point = collections.namedtuple("Point", "x y z")


def replaced(x):
    fit = Fit(x, 2.0)
    return fit._replace(c=1.0)


def replaced_at_once(x):
    return Fit(x)._replace(slope=x + 1)


def used_after(x):
    fit = Fit(x, 2.0)
    other = fit._replace(c=fit.slope + x)
    return fit.at(2.0), other.at(2.0), other.c


def in_turns(n):
    fit = Fit(1.0, 2.0)
    for i in range(n):
        fit = fit._replace(c=fit.c + i, slope=fit.slope * 2)
    return fit


def of_given(fit, n):
    for i in range(n):
        fit = fit._replace(c=fit.c + i)
    return fit


def same_one(fit):
    other = fit._replace()
    return other


def of_several(ps):
    return [p._replace(x=0.0) for p in ps]


def grown(ps):
    out = []
    for p in ps:
        out.append(p._replace(x=p.x + 1, z=p.y))
    return out


def as_dict(x):
    return Fit(x, 1.0)._asdict()


def read_as_dict(x):
    fit = Fit(x, 2.0)
    d = fit._asdict()
    return d["slope"] + d["c"]


def given_as_dict(fit):
    return fit._asdict()


def fields(fit):
    return fit._fields


def count(fit):
    return len(fit._fields)


def of_no_field(x):
    fit = Fit(x, 2.0)
    return fit._replace(q=1.0)


def of_two_kinds(x):
    fit = Fit(x, 2.0)
    if x > 1:
        fit = Point(x, 1.0, 2.0)
    return fit._replace(c=1.0)


POINTS = [Point(1.0, 2.0, 3.0), Point(4.0, 5.0, 6.0)]
EACH = [
    (replaced, (1.5,)), (replaced_at_once, (1.5,)), (used_after, (1.5,)), (in_turns, (0,)), (in_turns, (3,)), (same_one, (Fit(1.0, 2.0),)),
    (of_several, (POINTS,)), (grown, (POINTS,)), (as_dict, (1.5,)), (read_as_dict, (1.5,)),
    (given_as_dict, (Fit(1.0, 2.0),)), (given_as_dict, (Point(1, 2.0, True),)), (fields, (Fit(1.0, 2.0),)), (fields, (Point(1, 2, 3),)), (count, (Fit(1.0),)),
]  # fmt: skip
LEFT = [
    (of_given, (Fit(1.0, 2.0), 0)), (of_given, (Fit(1.0, 2.0), 2)), (of_given, (Point(1.0, 2.0, 3.0), 2)), (of_no_field, (1.5,)), (of_two_kinds, (0.5,)),
    (of_two_kinds, (1.5,)), (of_several, ([],)), (grown, ([],)), (fields, (3,)), (given_as_dict, ({"a": 1},)), (of_several, ([*POINTS, Fit(1.0)],)),
]  # fmt: skip


@pytest.mark.parametrize(("function", "given"), EACH, ids=lambda v: getattr(v, "__name__", None))
def test_each_gives_what_python_gives(function, given):
    assert outcome(up.jit(function, strict=True), given) == outcome(function, given)


@pytest.mark.parametrize(("function", "given"), LEFT, ids=lambda v: getattr(v, "__name__", None))
def test_others_are_right_or_refused(function, given):
    compiled = up.jit(function, strict=True)
    try:
        compiled(*copy.deepcopy(given))
    except (up.CompileError, NotImplementedError):
        return
    except Exception as error:
        if "argument '" in str(error):
            return
    assert outcome(compiled, given) == outcome(function, given)
