"""Lists and dicts of functions that change before they are gone through."""

import math

import pytest
import unpython as up
from support.outcomes import outcome


def twice(x):
    return x * 2.0


def appended(x):
    fs = [math.sin, twice]
    fs.append(math.cos)
    return [f(x) for f in fs]


def entered(x):
    fs = {"a": math.sin, "b": twice}
    fs["c"] = math.cos
    return {k: f(x) for k, f in fs.items()}


def exchanged(x):
    fs = [math.sin, twice, math.cos]
    fs[0] = math.cos
    return sum(f(x) for f in fs)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("function", [appended, entered, exchanged])
def test_values(function):
    assert outcome(up.jit(strict=False)(function), [1.0]) == outcome(function, [1.0])
