"""Names of types that are returned, shown and printed: x.dtype, x.dtype.name, type(x).__name__."""

import numpy as np
import pytest
from support.outcomes import check_machine_code, check_values, name_of


def of_results(x, y):
    z = x + y
    return z, z.dtype.name, (x * y).dtype.kind, (x.dtype, y.dtype.str)


def in_dict(x):
    return {"type": x.dtype.name, "sum": x.sum(), "of": {"text": str(x.dtype)}}


def accumulated(n, step):
    s = np.float32(0)
    for _ in range(n):
        s = s + np.float32(step)
    return s, s.dtype.name, bool(s > 1)


def or_none(x):
    if x.size == 0:
        return None
    return x.dtype.name, x.sum()


def of_value(v):
    return type(v).__name__, v


def or_array(x, way):
    if way:
        return x.dtype.name
    return x


def printed(x):
    t = x.sum()
    print("sum", t, type(t).__name__, t.dtype, x.dtype.name)
    return t.dtype == x.dtype


def another_value(x):
    dt = x.dtype
    x = x > 1
    return x, dt, x.dtype


def in_turn(values, limit):
    kind = "none"
    for v in values:
        if v > limit:
            kind = type(v).__name__
    return kind, v


def converted(x, dtype):
    return x.astype(dtype), np.ones(2, dtype=dtype) * 2


def applied(x, name):
    return getattr(np, name)(x)


ARRAYS = [np.arange(3.0), np.arange(3, dtype=np.float32), np.arange(3, dtype=np.int8), np.array([True, False]), np.arange(2) * 1j]


@pytest.mark.parametrize("case", [
    *((f, x) for f in (in_dict, or_none, printed) for x in ARRAYS), *((of_results, x, np.arange(len(x), dtype=np.int16)) for x in ARRAYS[:3]),
    (or_none, ARRAYS[0][:0]), (accumulated, 4, 0.5), *((of_value, v) for v in (3, 3.5, True, ARRAYS[1][0], ARRAYS[1])),
    *((or_array, ARRAYS[0], way) for way in (0, 1)), *((converted, ARRAYS[0], t) for t in ("float32", "complex64", "i8")),
    *((applied, ARRAYS[0], name) for name in ("exp", "sum", "diff")),
], ids=name_of)  # fmt: skip
def test_types(case):
    check_machine_code(case)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("case", [
    (another_value, ARRAYS[0]), (in_turn, [1, 2.5, 0], 0), (in_turn, [1, 2.5, 0], 2), (converted, ARRAYS[0], "no type"), (applied, ARRAYS[0], "no name"),
], ids=name_of)  # fmt: skip
def test_others(case):
    check_values(case)
