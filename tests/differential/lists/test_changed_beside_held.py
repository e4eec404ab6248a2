"""Lists of numbers that a function changes or returns beside a dict or a list whose values are of several types, or are sets or tuples:
the caller's list holds what CPython leaves in it, and the result is CPython's."""

import copy

import pytest
import unpython as up
from support.outcomes import name_of


def _doubled(values):
    return [2 * x for x in values]


def put_in(v, table):
    v.insert(1, len(table))
    l0 = _doubled([len(table)])
    return l0, len(v)


def returned(v, table):
    v.append(len(table))
    return v


def gives_nothing(v, table):
    for key in table:
        v.append(1)


def as_text(v, table):
    v[0] = len(table)
    return str(len(v))


def only_given(v, table):
    [a for a, b in table.items()]
    return v


FUNCTIONS = [put_in, returned, gives_nothing, as_text, only_given]
HOLDERS = [{"a": 2, "b": 2.5}, [2, 2.5], [2, 2.5, True], {1: {1, 2}}, {1: (1, 2), 2: ()}, {}, {1: 2, 2: 2.5}]


@pytest.mark.parametrize("function", FUNCTIONS, ids=name_of)
def test_the_caller_s_list_holds_what_cpython_leaves_in_it(function):
    compiled = up.jit(function, strict=False)
    for held in HOLDERS:
        if function is only_given and isinstance(held, list):
            continue
        meant, given = [3, 1, 2], [3, 1, 2]
        expected = function(meant, copy.deepcopy(held))
        found = compiled(given, copy.deepcopy(held))
        assert repr(found) == repr(expected)
        assert given == meant
        assert (found is given) == (expected is meant)
