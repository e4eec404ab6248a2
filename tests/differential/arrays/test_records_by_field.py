"""Arrays of records that are read and stored to by field: values, types, exceptions and what is left in the records are NumPy's."""

import copy

import numpy as np
import pytest
import unpython as up

KIND = np.dtype([("x", "f8"), ("v", "f4"), ("k", "u1"), ("on", "?"), ("at", "f8", (3,))])


def records(n):
    made = np.zeros(n, KIND)
    made["x"] = np.arange(n) * 0.5
    made["v"] = 1.5
    made["k"] = np.arange(n) * 3
    made["on"] = np.arange(n) % 2
    made["at"] = np.arange(3.0 * n).reshape(n, 3)
    return made


def fields(p):
    total = 0.0
    for i in range(len(p)):
        if p["on"][i]:
            total += p["x"][i] * p["k"][i]
    return total, p["v"].sum(), p["at"][:, 1].copy()


def places(p):
    total = 0.0
    for i in range(p.shape[0]):
        if p[i]["on"] or p[-1]["k"] > 200:
            total += p[i]["x"] + p[i]["at"][2]
    return total, p.size, p.ndim, p.shape


def rows(p):
    best = -1.0
    found = 0
    for row in p:
        if row["on"] and row["x"] > best:
            best = row["x"]
            found = row["k"]
    return best, found


def numbered_rows(p):
    total = 0.0
    for i, row in enumerate(p):
        total += i * row["x"] + row["at"][i % 3]
    return total


def named_row(p, i):
    row = p[i]
    other = p[i - 1]
    return row["x"], other["x"], row["k"] + other["k"]


def comprehended(p):
    return [row["x"] for row in p if row["on"]], sum(row["v"] for row in p)


def unpacked(p):
    total = 0.0
    for x, v, k, on, at in p:
        if on:
            total += x * v + k + at[0]
    return total


def stored(p, dt):
    for i in range(len(p)):
        p[i]["v"] -= p[i]["x"] * dt
        p[i]["x"] += p[i]["v"] * dt
        p["at"][i] = p["at"][i - 1]
    return p["x"].sum()


def stored_in_rows(p):
    for row in p:
        row["k"] += 1
        row["at"] = 2.5
    first = p[0]
    first["on"] = True
    p[1:]["x"] = 7.0
    p[:2]["v"] *= 2


def whole_fields(p):
    p["x"] += 1.0
    p["k"] = 9
    p["v"][p["x"] > 2.0] = 0.0
    p["at"][:, 0] -= p["x"]
    return p["x"].max()


def two_arrays(p, q):
    for i in range(len(p)):
        q[i]["x"] = p[len(p) - 1 - i]["x"] + 1.0
    return q["x"][0]


def in_parallel(p):
    for i in up.prange(len(p)):
        p[i]["x"] = p[i]["k"] * 2.0


CASES = [
    *((function, (records(n),)) for function in (fields, places, rows, numbered_rows, comprehended, unpacked, whole_fields) for n in (0, 1, 6)),
    (fields, (records(9)[::-2],)), (rows, (records(9)[1:7:3],)), (named_row, (records(4), 2)), (named_row, (records(4), -4)),
    (named_row, (records(4), 4)), (named_row, (records(4), -5)), (named_row, (records(4), np.int8(1))), (stored, (records(5), 0.25)),
    (stored, (records(9)[::2], 0.25)), (stored_in_rows, (records(3),)), (stored_in_rows, (records(0),)), (in_parallel, (records(7),)),
    (two_arrays, (records(4), records(4))), (two_arrays, (records(4), records(2))),
]  # fmt: skip


def outcome(function, arguments):
    given = copy.deepcopy(arguments)
    try:
        return repr((function(*given), given))
    except Exception as error:
        return type(error), error.args, repr(given)


@pytest.mark.parametrize(("function", "arguments"), CASES, ids=lambda v: getattr(v, "__name__", ""))
def test_calls(function, arguments):
    expected = outcome(function, arguments)
    compiled = up.jit(strict=True)(function)
    assert outcome(compiled, arguments) == expected
    assert outcome(compiled, arguments) == expected


def test_the_same_records_twice():
    given, plain = records(5), records(5)
    assert repr(up.jit(strict=True)(two_arrays)(given, given)) == repr(two_arrays(plain, plain))
    assert repr(given) == repr(plain)


def test_records_of_another_type_have_code_of_their_own():
    compiled = up.jit(strict=True)(rows)
    for kind in ([("k", "i8"), ("x", "f4"), ("on", "i1")], [("on", "?"), ("x", "i2"), ("k", "f8")], [("on", "?"), ("x", "f8"), ("k", "u1")]):
        given = np.ones(3, kind)
        assert repr(compiled(given)) == repr(rows(given))


def test_a_field_is_a_view():
    def field(p):
        return p["x"]

    given = records(3)
    found = up.jit(strict=True)(field)(given)
    found[1] = -4.0
    assert given["x"][1] == -4.0


def of_a_mask(p):
    p[p["x"] > 0]["v"] = 5.0  # of a copy
    return p[p["x"] > 0]["v"]


def of_a_float(p):
    p[1.0]["x"] = 2.0


def of_true(p):
    p[True]["x"] = 2.0


def whole(p):
    return p


def copied(p):
    p[0] = p[1]
    return p["x"].sum()


def several(p):
    return p[["x", "v"]]


def missing(p):
    return p["none"]


def inner(p):
    return (lambda: p["x"].sum())()


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize("function", [of_a_mask, of_a_float, of_true, whole, copied, several, missing, inner], ids=lambda f: f.__name__)
def test_what_python_runs(function):
    arguments = (records(3),)
    assert outcome(up.jit(strict=False)(function), arguments) == outcome(function, arguments)


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize("kind", [[("x", "f2")], [("x", ">f8")], [("x", "U3")], [("x", [("y", "f8")])], [("x", "O")]], ids=str)
def test_records_of_other_types_go_to_python(kind):
    def counted(p):
        return len(p["x"])

    given = np.zeros(3, kind)
    assert up.jit(strict=False)(counted)(given) == 3
