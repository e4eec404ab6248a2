"""Dicts and lists that a function changes and returns: the caller gets its own object, with the new items."""

import pytest
import unpython as up


def alone(d, v):
    for k, n in v:
        d[k] = d.get(k, 0) - n
        if d[k] == 0:
            del d[k]
    return d


def beside_others(d, v):
    missing = []
    for k, n in v:
        if k not in d:
            missing.append(k)
            continue
        d[k] -= n
    return d, missing, len(v)


def in_the_middle(d, v):
    total = 0
    for k, n in v:
        d[k] = d.get(k, 0) + n
        total += d[k]
    return total, d, total + 1


def twice(d, v):
    d[v[0][0]] = len(v)
    return d, d


def on_two_ways(d, v):
    for k, n in v:
        d[k] = n
        if n > 5:
            return d, True
    return d, False


def on_different_ways(d, v):
    d[v[0][0]] = 1
    if len(v) > 1:
        return d
    return d, 1


def in_a_tuple_of_tuples(d, v):
    d[v[0][0]] = 1
    return (d, (d, 1)), 2


def of_an_inner_function(d, v):
    def stock():
        return d

    d[v[0][0]] = 1
    return d, len(stock())


def that_ends_early(d, v):
    for k, n in v:
        d[k] -= n
    return d


FUNCTIONS = (alone, beside_others, in_the_middle, twice, on_two_ways, on_different_ways, in_a_tuple_of_tuples, of_an_inner_function, that_ends_early)
COMPILED = (alone, beside_others, in_the_middle, twice, on_two_ways)
GIVEN = [
    ({"a": 10, "b": 4}, [("a", 3), ("b", 4), ("c", 7)]),
    ({"a": 10}, [("a", 1)]),
    ({1: 2.5, 2: 0.5}, [(1, 1.0), (2, 0.5)]),
]


def outcome(function, given, v):
    d = dict(given)
    try:
        result = function(d, list(v))
    except KeyError as error:
        return repr(error), d
    parts = result if isinstance(result, tuple) else (result,)
    return repr(result), [part is d for part in parts], d


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize("function", FUNCTIONS)
def test_the_object_is_the_callers(function):
    compiled = up.jit(strict=False)(function)
    for d, v in GIVEN:
        assert outcome(compiled, d, v) == outcome(function, d, v)
    if function in COMPILED:
        compiled(dict(GIVEN[0][0]), list(GIVEN[0][1]))
        assert compiled.ran_on == "cpu"


def test_lists():
    def grown(v, w):
        v.append(w)
        return v, len(v)

    compiled = up.jit(strict=False)(grown)
    given = ["x", "y"]
    found = compiled(given, "z")
    assert found[0] is given and found == (["x", "y", "z"], 3) and compiled.ran_on == "cpu"
