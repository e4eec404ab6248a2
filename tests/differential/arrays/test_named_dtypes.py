"""np.dtype of types of numbers, also with a name, and arrays that get another type behind a test of theirs."""

import numpy as np
import pytest
import unpython as up
from support.outcomes import check_machine_code, name_of, outcome

GIVEN = np.float32


def of_a_class(a):
    dt = np.dtype(GIVEN)
    return a.astype(dt), np.zeros(2, dtype=dt), dt.itemsize, dt == np.float32, dt != "f8", a.dtype == dt


def of_a_text(a):
    dt = np.dtype("int16")
    return a.astype(dt), np.full(2, 3, dt).sum(), dt.itemsize, a.astype(np.dtype("f4")), np.empty(0, np.dtype(int)), np.dtype("i2").itemsize


def in_one_type(a):
    dt = np.dtype("float64")
    if a.dtype != dt:
        a = a.astype(dt)
    return a.sum(), a.nbytes // dt.itemsize


def in_floats(a):
    if a.dtype == bool:
        a = a.astype(int)
    elif a.dtype == np.uint8:
        a = a / 255
    return a.sum(), a


A = np.array([1.0, 2.0, 0.0])
CASES = [
    (of_a_class, A), (of_a_class, A.astype("f4")), (of_a_text, A),
    *((function, a) for function in (in_one_type, in_floats) for a in (A, A.astype("f4"), A.astype(int), A > 1, A.astype("u1"))),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_cases(case):
    check_machine_code(case)


def returned(a):
    dt = np.dtype("i4")
    return a.astype(dt), dt


def of_fields(n):
    return np.zeros(n, np.dtype([("a", "i4")]))["a"]


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize(("function", "given"), [(returned, A), (of_fields, 3)])
def test_what_python_runs(function, given):
    assert outcome(up.jit(strict=False)(function), (given,)) == outcome(function, (given,))
