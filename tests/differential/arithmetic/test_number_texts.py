"""Numbers in texts that compiled code puts together: the digits are Python's."""

import struct

import numpy as np
import pytest
import unpython as up


def floats():
    rng = np.random.default_rng(5)
    bits = rng.integers(-(2**63), 2**63 - 1, 300)
    of_bits = [struct.unpack("<d", struct.pack("<q", int(b)))[0] for b in bits]
    near = [round(x, 3) for x in rng.normal(0, 1000, 200).tolist()]
    halves = [k + 0.5 for k in range(-6, 6)] + [0.125, 0.375, 2.675, 1.005, 1e15, 1e16, 123456789.5, 1e-4, 1e-5, 5e-324, 1e308]
    return [*of_bits, *near, *halves, 0.0, -0.0, float("inf"), float("-inf"), float("nan")]


def fixed(values):
    out = []
    for x in values:
        out.append(f"{x:.3f}|{x:.0f}|{x:8.2f}|{x:<9.1f}|{x:^11.2f}|{x:+.2f}|{x: .1f}|{x:010.3f}|{x:,.2f}|{x:*>14.1f}|{x:F}")
    return out


def others(values):
    out = []
    for x in values:
        out.append(f"{x:.2e}|{x:e}|{x:g}|{x:.3g}|{x:.1%}|{x:12}|{x}|{x:.4}|{x:E}|{x:<08.1f}|{x:n}")
        out.append(str(x))
    return out


@pytest.mark.parametrize("function", [fixed, others])
def test_floats(function):
    values = floats()
    assert up.jit(strict=True)(function)(values) == function(values)


def test_integers():
    def run(values):
        out = []
        for n in values:
            out.append(f"{n}|{n:d}|{n:6d}|{n:<6}|{n:+d}|{n:06d}|{n:,}|{n:_}|{n:x}|{n:#b}|{n:.2f}|{n:e}|{n:.1%}" if n > 0 else str(n))
        return out

    values = [0, 1, 7, -5, 999, 1000, 1234567, 65, 1114111, -(2**62)]
    assert up.jit(strict=True)(run)(values) == run(values)


def test_numpy_numbers():
    def run(a):
        out = []
        for x in a:
            out.append(f"{x:.3f} {x:8.1e} {x:g}")
        return out

    for dtype in ("float64", "float32"):
        a = np.array([0.1, 2.675, -1e10, 1e-7], dtype)
        assert up.jit(strict=True)(run)(a) == run(a)


def test_a_text_longer_than_the_room_for_most():
    def run(values):
        return [f"{x:.2f}" for x in values]

    assert up.jit(strict=True)(run)([1e300, -1e300, 2.0]) == run([1e300, -1e300, 2.0])
