"""`return {k: (p.x, p.y) for k, p in d.items()}` of a dict of objects, and objects in such tuples: what CPython gives."""

from typing import NamedTuple

import pytest
import unpython as up


class Sample(NamedTuple):
    station: str
    depth: float
    value: float




def of_fields(samples):
    deepest = {}
    for s in samples:
        if s.station not in deepest or s.depth > deepest[s.station].depth:
            deepest[s.station] = s
    return {name: (s.depth, s.value) for name, s in deepest.items()}


def of_objects(samples):
    deepest = {}
    for s in samples:
        deepest[s.station] = s
    return {name: (s, s.value) for name, s in deepest.items()}


def of_all(samples):
    return {s.station: (s.depth, s.value) for s in samples}


SAMPLES = [Sample("north", 1.0, 3.5), Sample("south", 2.0, 1.5), Sample("north", 3.0, 2.5)]


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize("function", [of_fields, of_objects, of_all])
def test_values(function):
    compiled = up.jit(strict=False)(function)
    for samples in (SAMPLES, SAMPLES[:1], SAMPLES[::-1]):
        expected = function(samples)
        found = compiled(samples)
        assert found == expected and list(found) == list(expected)
        if function is of_objects:
            assert all(found[name][0] is expected[name][0] for name in expected)
    assert compiled.ran_on == "cpu" or function is of_objects
