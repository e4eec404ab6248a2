"""Which loops change places for the sake of memory, why others do not, and that nothing else changes."""

import os
from pathlib import Path

import numpy as np
import pytest
import unpython as up
from unpython import prange

GOLDEN = Path(__file__).parent.parent / "golden" / "order"


def whole_arrays(a, b, c):
    c[:] = a * 2 + b


def columns_outside(a, b, c):
    for j in prange(a.shape[1]):
        for i in range(a.shape[0]):
            c[i, j] = a[i, j] * 2 + b[i, j]


def along_rows(a, b, c):
    for j in range(1, a.shape[1]):
        for i in range(a.shape[0]):
            c[i, j] = c[i, j - 1] * a[i, j] + b[i, j]


def against_the_diagonal(a, b, c):
    for j in range(1, a.shape[1]):
        for i in range(a.shape[0] - 1):
            c[i, j] = c[i + 1, j - 1] * a[i, j] + b[i, j]


def triangle(a, b, c):
    for j in range(a.shape[1]):
        for i in range(j):
            c[i, j] = a[i, j] + b[i, j]


def three_axes(a, b, c):
    c[:] = a * b + 1


def short_rows(a, b, c):
    for j in range(a.shape[1]):
        for i in range(a.shape[0]):
            c[i, j] = a[i, j] + b[i, j]


def _arrays(shape, order):
    rng = np.random.default_rng(5)
    return tuple(np.asarray(rng.random(shape), order=order) for _ in range(3))


CASES = {
    "whole_arrays_c": (whole_arrays, (90, 80), "C", ""),
    "whole_arrays_f": (whole_arrays, (90, 80), "F", "line 15 runs over axes 1, 0"),
    "columns_outside_c": (columns_outside, (90, 80), "C", "loops in lines 20, 19"),
    "columns_outside_f": (columns_outside, (90, 80), "F", ""),
    "along_rows_c": (along_rows, (90, 80), "C", "loops in lines 26, 25"),
    "along_rows_f": (along_rows, (90, 80), "F", ""),
    "against_the_diagonal_c": (
        against_the_diagonal,
        (90, 80),
        "C",
        "loops in the order written, not in that of memory: iterations of the loop in line 31 need each other",
    ),
    "triangle_c": (triangle, (80, 80), "C", ""),
    "three_axes_f": (three_axes, (30, 20, 25), "F", "line 43 runs over axes 2, 1, 0"),
    "short_rows_c": (short_rows, (900, 3), "C", "loops in lines 48, 47"),
}


@pytest.mark.parametrize("case", CASES)
def test_order(case):
    program, shape, order, expected = CASES[case]
    report = up.jit(program).explain(*_arrays(shape, order)).as_dict()
    found = "; ".join(nest["order"] for nest in report["nests"] if nest["order"])
    assert found.removesuffix(", from the outside: that suits memory") == expected


@pytest.mark.parametrize("case", CASES)
def test_loops(case):
    program, shape, order, _ = CASES[case]
    text = up.jit(auto=False)(program).inspect("scheduled", *_arrays(shape, order))
    # Loops in their order, and what is stored: nothing that depends on the processor.
    lines = [line.split(" in ")[0] if "for " in line else line for line in text.splitlines()]
    kept = "".join(f"{line}\n" for line in lines if "for " in line or " = " in line and "[" in line.split(" = ")[0])
    file = GOLDEN / f"{case}.txt"
    if os.environ.get("UNPYTHON_UPDATE_GOLDEN"):
        file.parent.mkdir(exist_ok=True)
        file.write_text(kept, encoding="utf-8")
    assert kept == file.read_text(encoding="utf-8")


@pytest.mark.parametrize("case", CASES)
def test_values(case):
    program, shape, order, _ = CASES[case]
    expected, found = _arrays(shape, order), _arrays(shape, order)
    program(*expected)
    up.jit(fp="strict")(program)(*found)
    np.testing.assert_array_equal(found[2], expected[2])


def test_explain_tells():
    text = repr(up.jit(along_rows).explain(*_arrays((90, 80), "C")))
    assert "loops in lines 26, 25, from the outside: that suits memory" in text


def test_a_sum_has_the_same_bits_in_either_order():
    def total(a):
        s = 0.0
        for j in prange(a.shape[1]):
            for i in prange(a.shape[0]):
                s += a[i, j]
        return s

    a = np.random.default_rng(1).random((700, 300))
    compiled = up.jit(total)
    assert compiled(a) == compiled(np.asfortranarray(a))
