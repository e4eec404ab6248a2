"""What types are called, returned and shown."""

import numpy as np
import pytest
import unpython as up
from support.outcomes import check_machine_code, outcome


def named(a):
    return a * 2, a.dtype.name, (a.dtype.str, (a + 1.5).dtype.kind), str(a.dtype), repr(a.dtype)


def given_before(a):
    name = a.dtype.name
    d = a.dtype
    a = a * 1.5
    return name, a, d, str(d), a.dtype


def on_two_ways(a, flag):
    if flag:
        return a, a.dtype.name
    return a * 2, a.dtype.name


def one_of_them(a):
    for v in a:
        if v > 1:
            return v, v.dtype.name
    return None


def in_a_dict(a):
    return {"dtype": str(a.dtype), "sum": a.sum(), "parts": (a.dtype.kind, [1, 2])}


def used_too(a):
    d = a.dtype
    return np.zeros(2, d), d.name, a.dtype == np.float64


def with_a_text(words, a):
    n = sum(len(w) for w in words)
    return words[0], a.dtype.name, n, a * n


def in_a_text(a):
    return f"{a.dtype.name:>10}|{a.dtype!r}|{a.dtype}|{str(a.dtype)}|{a.size}"


def printed(a):
    print(a.dtype, f"{a.dtype.name:>9}", str(a.dtype))
    return a.size


def drawn_once(a):
    rng = np.random.default_rng(3)
    d = rng.normal(size=a.size + 1).dtype
    x = round(rng.normal(), 9)
    if d == np.float64:
        x += 1
    return d.name, x, d


def refused(a):
    if a.dtype.kind != "f":
        raise TypeError(f"no floats: {a.dtype} of {a.size}")
    if a.size > 0:
        raise ValueError("filled " + a.dtype.name)
    return a


def of_a_class(x):
    y = x * 2
    return x, type(x).__name__, f"{type(y).__name__}: {y}"


ARRAYS = [np.arange(3), np.ones(2, np.float32), np.zeros(0, np.int16), np.array([True]), np.array([1.5 + 2j])]


@pytest.mark.parametrize("function", [named, given_before, in_a_dict, used_too, in_a_text, drawn_once])
def test_types(function):
    for a in ARRAYS:
        check_machine_code((function, a))


def test_refused():
    for a in ARRAYS:
        assert outcome(up.jit(strict=True)(refused), [a]) == outcome(refused, [a])


def test_printed(capsys):
    for a in ARRAYS:
        printed(a)
        expected = capsys.readouterr().out
        up.jit(strict=True)(printed)(a)
        assert capsys.readouterr().out == expected


@pytest.mark.parametrize("a", ARRAYS[:3])
def test_ways(a):
    for case in ((on_two_ways, a, True), (on_two_ways, a, False), (one_of_them, a), (with_a_text, ["ab", "c"], a)):
        check_machine_code(case)


@pytest.mark.parametrize("x", [1, 1.5, True, np.float32(2), np.int8(3)])
def test_classes(x):
    check_machine_code((of_a_class, x))
