"""collections.ChainMap."""

from collections import ChainMap

import pytest
import unpython as up
from support.left import left_by

HEAP = {"a": [None, 1]}


def asked(x, y, key):
    c = ChainMap(x, y)
    return c.get(key), c.get(key, 0), key in c, len(c), list(c), sorted(c.keys()), list(c.values()), [*c.items()], c.maps, bool(c), HEAP


def changed(x, y, key):
    c = ChainMap(x, y)
    c["new"] = 9
    said = []
    try:
        del c[key]
    except KeyError as error:
        said.append(str(error))
    try:
        said.append(c[key])
    except KeyError as error:
        said.append(str(error))
    return said, c.pop("new"), c.pop("none", None), len(c.maps), HEAP


def inner(x, y, key):
    c = ChainMap(x, y).new_child({key: 7})
    return c[key], c.parents.get(key), c == {**y, **x, key: 7}, [name for name in c], ChainMap()["a"] if key == "none" else str(c), HEAP


MAPS = [({"a": 1}, {"a": 2, "b": 3}), ({}, {"b": 3}), ({"c": 0, "a": 5}, {})]


@pytest.mark.parametrize("function", [asked, changed, inner])
@pytest.mark.parametrize("maps", MAPS)
@pytest.mark.parametrize("key", ["a", "b", "none"])
def test_chain_maps(function, maps, key):
    compiled = up.jit(strict=True)(function)
    assert left_by(compiled, (*maps, key)) == left_by(function, (*maps, key))
    assert compiled.ran_on == "cpu"
