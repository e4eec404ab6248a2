"""Functions of complex numbers: everywhere in the plane, and at its ends part by part."""

import itertools

import numpy as np
import pytest
import unpython as up
from support import paths
from support.programs import COMPLEX, Programs, array, out
from support.texts import function_of
from unpython import prange

PROGRAMS = Programs()
NEAR = {"float64": 1e-14, "float32": 4e-6, "strict_exact": False, "dtypes": COMPLEX}


def _plane(generator, shape):
    """Sizes from 1e-3 to 30, in all directions, and some on the axes and around 1."""
    size = 10.0 ** generator.uniform(-3, 1.5, shape)
    angle = generator.uniform(-np.pi, np.pi, shape)
    return np.where(generator.random(shape) < 0.2, np.round(size), size * np.exp(1j * angle))


def _small(generator, shape):
    return _plane(generator, shape) / 8 + 0.01


@PROGRAMS.add(array("n", values=_plane), out("n"), out("n"), out("n"), **NEAR)
def exponentials(x, a, b, c):
    for i in prange(x.shape[0]):
        a[i] = np.exp(x[i])
        b[i] = np.log(x[i])
        c[i] = np.sqrt(x[i])


@PROGRAMS.add(array("n", values=_plane), out("n"), out("n"), out("n"), **NEAR)
def trigonometry(x, a, b, c):
    for i in prange(x.shape[0]):
        a[i] = np.sin(x[i])
        b[i] = np.cos(x[i])
        c[i] = np.tan(x[i])


@PROGRAMS.add(array("n", values=_plane), out("n"), out("n"), out("n"), **NEAR)
def hyperbolic(x, a, b, c):
    for i in prange(x.shape[0]):
        a[i] = np.sinh(x[i])
        b[i] = np.cosh(x[i])
        c[i] = np.tanh(x[i])


@PROGRAMS.add(
    array("n", values=_small),
    array("n", values=_small),
    out("n"),
    out("n"),
    dtypes=COMPLEX,
    float64=1e-13,
    float32=3e-5,
    strict_exact=False,
)
def powers(x, y, a, b):
    for i in prange(x.shape[0]):
        a[i] = x[i] ** y[i]
        b[i] = x[i] ** 3 + abs(x[i]) * np.angle(y[i])


test_paths = PROGRAMS.as_test()

FUNCTIONS = ("exp", "log", "sqrt", "sin", "cos", "tan", "sinh", "cosh", "tanh")
TEXT = "def f(x, z):\n    for i in up.prange(x.shape[0]):\n        z[i] = np.{}(x[i])\n"


def function_on(name, device):
    return up.jit(device=device, strict=True)(function_of(TEXT.format(name), up=up))


def ends(dtype):
    """All pairs of numbers that are special in some function: borders of overflow, of rounding, infinities, NaN."""
    info = np.finfo(dtype)
    large, small = float(info.max), float(info.tiny)
    near_overflow = np.log(large)
    sizes = [
        0.0,
        1.0,
        0.5,
        np.pi / 2,
        near_overflow - 1,
        near_overflow + 1,
        20.0,
        30.0,
        np.sqrt(large),
        large,
        small,
        np.inf,
    ]
    parts = [*sizes, *(-s for s in sizes), np.nan]
    values = np.empty(len(parts) ** 2, np.result_type(dtype, 1j) if dtype == "float64" else np.complex64)
    for k, (re, im) in enumerate(itertools.product(parts, parts)):
        values[k] = complex(re, im)
    return values


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("device", ["cpu", *paths.DEVICES])
def test_both_parts_at_the_ends(device, name, dtype):
    x = ends(dtype)
    z = np.empty_like(x)
    function_on(name, device)(x, z)
    with np.errstate(all="ignore"):
        expected = getattr(np, name)(x)
    tolerance = {"float64": 2e-13, "float32": 2e-5}[dtype]
    tiny = np.finfo(dtype).tiny
    for part in ("real", "imag"):
        found, wanted = getattr(z, part), getattr(expected, part)
        same = (found == wanted) | (np.isnan(found) & np.isnan(wanted))
        with np.errstate(all="ignore"):
            same |= np.abs(found - wanted) <= tolerance * np.abs(wanted) + tiny
        wrong = np.flatnonzero(~same)
        assert wrong.size == 0, [(x[k], part, found[k], wanted[k]) for k in wrong[:8]]


@pytest.mark.parametrize("device", ["cpu", *paths.DEVICES])
def test_branch_cuts_follow_signed_zeros(device):
    x = np.array(
        [complex(-4.0, 0.0), complex(-4.0, -0.0), complex(-0.0, 0.0), complex(-0.0, -0.0), complex(4.0, -0.0)]
    )
    for name in ("sqrt", "log", "exp", "tan"):
        z = np.empty_like(x)
        function_on(name, device)(x, z)
        with np.errstate(all="ignore"):
            expected = getattr(np, name)(x)
        assert np.array_equal(np.signbit(z.imag), np.signbit(expected.imag)), (name, z, expected)


@pytest.mark.parametrize("dtype", ["complex128", "complex64"])
@pytest.mark.parametrize("name", ["log2", "log10", "exp2"])
def test_infinite_parts_leave_the_other_part_alone(name, dtype):
    def run(z):
        return of_number(z)

    of_number = getattr(np, name)
    z = np.array([0, 1, 2, -1, complex("inf"), complex(-0.0, -0.0)], dtype)
    with np.errstate(all="ignore"):
        expected = run(z)
    for device in (None, *paths.DEVICES):
        found = up.jit(run, **({} if device is None else {"device": device}))(z)
        np.testing.assert_allclose(found, expected, rtol=1e-6)
        np.testing.assert_array_equal(np.signbit(found.imag), np.signbit(expected.imag))
