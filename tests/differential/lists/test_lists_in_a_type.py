"""Numbers of a list or a tuple that become elements of a narrower type: NumPy converts each of them, and refuses what does not fit."""

import math

import numpy as np
import pytest
import unpython as up
from support import paths


def as_bytes(v):
    return np.array(v, np.uint8)


def as_signed_bytes(v):
    return np.asarray(v, dtype=np.int8)


def as_integers(v):
    return np.array(v, int)


def grown(v):
    made = []
    for x in v:
        made.append(x * 2)
    return np.array(made, dtype=np.int8)


def of_an_array(v):
    a = np.array(v)
    return np.array(list(a), np.int8)


def written_out(v):
    return np.array([v[0], 2], np.int64), np.array([[v[-1], 1], [3, v[0]]], np.uint8)


def stored(v):
    a = np.zeros((2, 3), np.uint8)
    a[0, 1:] = [v[0], 1]
    a[1] = 4, v[-1], 5
    a[:, 0] = [v[0], 2]
    return a


def stored_to_floats(v):
    a = np.zeros((2, 2), np.float32)
    a[0] = [v[0], 2.5]
    a[:, 1] = v[-1], 3
    return a


def stored_to_one_element(v):
    a = np.zeros((2, 2), np.int16)
    a[0] = [v[0]]
    a[1, :] = (v[-1],)
    return a


def stored_by_name(v):
    a = np.zeros((3, 2), np.int8)
    named = [x for x in v]
    a[0] = named
    a[1:, 0] = [x + 0 for x in v]
    return a


def stored_in_turn(v):
    a, b = np.zeros(2, np.uint8), np.zeros(2, np.int8)
    a[0], b[:] = v[0], [v[1], 1]
    return a, b


def picked(v):
    a = np.zeros(2, np.int8)
    a[np.array([1, 0])] = [x for x in v]
    a[a != 3] = [v[0] if k == 0 else v[1] for k in range(np.count_nonzero(a != 3))]
    return a


FUNCTIONS = (
    stored_by_name,
    picked,
    as_bytes,
    as_signed_bytes,
    as_integers,
    grown,
    of_an_array,
    written_out,
    stored,
    stored_to_floats,
    stored_to_one_element,
)
LISTS = ([3, 2], [1, 300], [300, 1], [-1, 5], [5, -200], [1.5, 2.5], [-0.5, 300.0], [2.0, math.nan], [math.inf, 1.0], [1.0, -1e30], [True, False])


CASES = [(function, v) for function in FUNCTIONS for v in LISTS] + [(stored_in_turn, v) for v in LISTS if type(v[1]) is int]


@pytest.mark.parametrize(("function", "v"), CASES)
def test_each_number_is_converted_as_numpy_does_it(function, v):
    expected = _outcome(function, v)
    compiled = up.jit(function, strict=True)
    runs = [compiled, paths.interpreted(compiled, "source"), paths.interpreted(compiled, "scheduled")]
    runs += [up.jit(device=device, strict=False)(function) for device in paths.DEVICES]
    for run in runs:
        assert _outcome(run, v) == expected


def _outcome(function, v):
    try:
        with np.errstate(invalid="ignore"):
            found = function(list(v))
    except (OverflowError, ValueError) as error:
        return type(error), str(error)
    return [(a.dtype, a.shape, repr(a.tolist())) for a in (found if isinstance(found, tuple) else (found,))]
