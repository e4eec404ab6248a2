"""Operators, comparisons and functions on whole arrays: values, types, broadcasting."""

import numpy as np
from support.programs import COMPLEX, FLOATS, INTS, NUMBERS, SIGNED, Programs, array, out, strong

PROGRAMS = Programs(whole_arrays=True)


@PROGRAMS.add(array("nm"), array("nm", nonzero=True), out("nm"), dtypes=NUMBERS)
def arithmetic(a, b, c):
    c[:] = a + b
    c -= a * b
    c[:, 1:] += (a - b)[:, :-1]
    c[...] = c - (+a) // b
    c += a % b


@PROGRAMS.add(array("nm"), array("nm", nonzero=True), out("nm", "float64"), dtypes=NUMBERS)
def true_division(a, b, c):
    c[:] = a / b
    c /= 3


@PROGRAMS.add(array("n"), array("n"), out("n", "bool"), dtypes=(*NUMBERS, *COMPLEX))
def comparisons(a, b, c):
    c[:] = a < b
    c |= (a == b) & (a != 0)
    c ^= ~(a >= 2)


@PROGRAMS.add(array("n"), array("n"), out("n"), dtypes=INTS)
def bits(a, b, c):
    c[:] = (a & b) | (a ^ b) << 1
    c >>= 1
    c[:] = ~c


@PROGRAMS.add(array("nmk"), array("mk"), array("k"), out("nmk"), dtypes=NUMBERS)
def ranks(a, b, c, d):
    d[:] = a + b * c
    d += c
    d[0] = b
    d[:, 0] = c


@PROGRAMS.add(array("nm"), strong(3), 2, 5, out("nm"), dtypes=NUMBERS)
def scalars(a, s, n, k, c):
    c[:] = a * s + n
    c += k
    c[...] = 1 - c
    c[0] = s


@PROGRAMS.add(array("n", "float32"), out("n", "float32"), 0.1, dtypes=("float32",))
def float32_stays(a, b, x):
    b[:] = a * x + 30.3
    b += np.float32(0.7) * a
    b /= 3


@PROGRAMS.add(array("n", "float32"), array("n", "int16"), array("n", "int64"), out("n", "float64"), dtypes=("float32",))
def mixed_types(a, i, j, c):
    c[:] = a + i
    c += a * j
    c += i * j
    c[1:] = (i / 4)[1:]


@PROGRAMS.add(array("nm"), out("nm"), dtypes=FLOATS, strict_exact=False)
def functions(a, b):
    b[:] = np.exp(a / 4) + np.sin(a) * np.sqrt(np.abs(a))
    b += np.maximum(a, 0.5) - np.minimum(b, a) + np.tanh(a)
    b[...] = np.where(a > b, a, np.floor(b))
    b += np.clip(a, -1, 1) + abs(a) + np.sign(a)


@PROGRAMS.add(array("nm"), out("nm"), dtypes=SIGNED)
def integer_functions(a, b):
    b[:] = abs(a) + np.sign(a) * np.square(a)
    b += np.maximum(a, 2) - np.minimum(a, -1)
    b[...] = np.where(a > b, a, b)
    b += np.clip(a, -3, 3)


# NumPy's vector loops for complex products use fused multiply-add.
@PROGRAMS.add(array("n"), array("n"), out("n"), dtypes=COMPLEX, strict_exact=False)
def complex_numbers(a, b, c):
    c[:] = a * b + 1j
    c += a.conj() - b.real * 2
    c *= a.imag
    c[1:] -= abs(b)[1:]


@PROGRAMS.add(array("n"), out("n", "int32"), dtypes=FLOATS)
def conversions(a, b):
    b[:] = a
    b += a.astype(np.int32)
    b[::2] = np.int32(a[::2] * 2)


@PROGRAMS.add(array("n"), out("n"), dtypes=FLOATS, strict_exact=False)
def powers(a, b):
    b[:] = a**2 + 2**a
    b += abs(a) ** 0.5
    b[...] = b**3


@PROGRAMS.add(out("n"), array("n"), dtypes=FLOATS)
def elements_beside_arrays(a, b):
    a[:] = a[:] * a[-1] + b * b[0]
    a += a[0]
    a -= a.shape[0]


@PROGRAMS.add(array("nm"), array("nm"), out("nm"), dtypes=("float64",))
def in_a_loop(a, b, c):
    for _ in range(3):
        c[:] = a + b * c
        c[1:] += c[:-1]


@PROGRAMS.add(array("nm"), array("mn"), out("nm"), dtypes=("float64", "int64"))
def transposes(a, b, c):
    c[:] = a + b.T
    c.T[:] += b * 2
    c += (a.T - b).T


def _axpy(y, a, x=2.0):
    y += a * x


@PROGRAMS.add(array("nm"), out("nm"), dtypes=("float64",))
def helpers(a, b):
    _axpy(b, 2.0, a)
    _axpy(b[1:], 0.5, x=a[:-1])
    _axpy(b[0], a[0])


test_paths = PROGRAMS.as_test()
