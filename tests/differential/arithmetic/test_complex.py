"""Complex numbers of both sizes."""

from fractions import Fraction

import numpy as np
import pytest
import unpython as up
from support.paths import DEVICES
from support.programs import COMPLEX, Programs, array, out
from unpython import prange

PROGRAMS = Programs()
LOOSE = {"float64": 1e-12, "float32": 1e-5}


@PROGRAMS.add(array("n"), array("n"), out("n"), dtypes=COMPLEX, **LOOSE)
def complex_arithmetic(x, y, z):
    for i in prange(x.shape[0]):
        z[i] = x[i] * y[i] + x[i] - 2 * y[i]


@PROGRAMS.add(array("n"), array("n", nonzero=True), out("n"), dtypes=COMPLEX, strict_exact=False, **LOOSE)
def complex_division(x, y, z):
    for i in prange(x.shape[0]):
        z[i] = x[i] / y[i]


@PROGRAMS.add(array("n"), out("n", "float64"), out("n", "float64"), dtypes=COMPLEX)
def parts(x, re, im):
    for i in prange(x.shape[0]):
        re[i] = x[i].real
        im[i] = x[i].imag


@PROGRAMS.add(array("n"), out("n"), dtypes=COMPLEX, **LOOSE)
def conjugate(x, z):
    for i in prange(x.shape[0]):
        z[i] = np.conj(x[i]) * x[i] + x[i].conjugate()


@PROGRAMS.add(array("n"), out("n", "float64"), dtypes=COMPLEX, strict_exact=False, **LOOSE)
def magnitude(x, z):
    for i in prange(x.shape[0]):
        z[i] = abs(x[i])


@PROGRAMS.add(array("n", "float64"), array("n", "float64"), out("n", "complex128"))
def built_from_parts(re, im, z):
    for i in prange(re.shape[0]):
        z[i] = complex(re[i], im[i]) * 2j + 1


@PROGRAMS.add(
    array("n", "float32"), array("n", "complex64"), array("n", "int32"), out("n", "complex128"), **LOOSE
)
def mixed_with_reals(x, c, k, z):
    for i in prange(x.shape[0]):
        z[i] = x[i] * c[i] + k[i] - c[i] * 0.5


@PROGRAMS.add(array("n"), array("n"), out("n", "bool"), dtypes=COMPLEX)
def equality(x, y, z):
    for i in prange(x.shape[0]):
        z[i] = x[i] == y[i] or x[i] != x[i] * 1


@PROGRAMS.add(2 + 1j, 3 - 2j, 0.5)
def weak_complex(a, b, c):
    return a * b, a + c, a - b, -a, a.real, b.imag, a.conjugate(), a == b


@PROGRAMS.add(out("nm", "int64"))
def mandelbrot(z):
    for i in prange(z.shape[0]):
        for j in prange(z.shape[1]):
            c = complex(-2.0 + 3.0 * j / z.shape[1], -1.5 + 3.0 * i / z.shape[0])
            v = 0j
            n = 0
            while n < 20 and v.real * v.real + v.imag * v.imag < 4.0:
                v = v * v + c
                n += 1
            z[i, j] = n


@PROGRAMS.add(array("n"), dtypes=COMPLEX, **LOOSE)
def complex_truth(x):
    n = 0
    for i in range(x.shape[0]):
        if x[i]:
            n += 1
    return n


test_paths = PROGRAMS.as_test()


def fused(x, y, c):
    """x * y + c of float64, rounded once."""
    return float(Fraction(x) * Fraction(y) + Fraction(c))


def add_products(x, y, z):
    for i in prange(x.shape[0]):
        z[i] = x[i] * y[i] + z[i]


@pytest.mark.parametrize("device", ["cpu", *DEVICES])
def test_a_product_and_a_sum_are_a_chain_of_fused_multiply_adds(device):
    rng = np.random.default_rng(3)
    x, y, z = (rng.standard_normal(67) + 1j * rng.standard_normal(67) for _ in range(3))
    chain = [
        complex(fused(-a.imag, b.imag, fused(a.real, b.real, c.real)), fused(a.imag, b.real, fused(a.real, b.imag, c.imag)))
        for a, b, c in zip(x.tolist(), y.tolist(), z.tolist())
    ]
    function = up.jit(add_products) if device == "cpu" else up.gpu(add_products, device=device, force=True)
    function(x, y, z)
    assert z.tolist() == chain
