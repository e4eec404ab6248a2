"""`a.view(dtype)` of types of other sizes, and of arrays that nobody else has."""

import numpy as np
import pytest
import unpython as up
from support.outcomes import name_of, told


def bytes_of(x):
    return x.view(np.uint8).sum(), x.astype(np.float32).view("uint8")


def floats_of_bits(a):
    return (a.astype(np.uint32) + 0x3F800000).view(np.float32)


def inverse_root(x):
    y = np.float32(x)
    i = np.array([y]).view(np.int32)[0]
    i = np.int32(0x5F3759DF) - (i >> 1)
    z = np.array([i]).view(np.float32)[0]
    return z * (np.float32(1.5) - np.float32(0.5) * y * z * z)


def parts_of_complex(z):
    return z.copy().view(float).sum(), z.copy().view(np.float64)


def pairs(a):
    return a.copy().view(complex)


def of_another_size(a):
    return a.view(np.int32) + 0


def to_floats(a):
    return a.astype(np.int64).view(np.float64) + 0


CALLS = [
    (of_another_size, np.array([1.5, 2.5, -3.0])), (to_floats, np.array([1.5, 2.5, -3.0])),
    (bytes_of, np.array([1.5, 2.0])), (bytes_of, np.array([[1.5, -2.0]])), (floats_of_bits, np.arange(3)), (inverse_root, 4.0),
    (parts_of_complex, np.array([1 + 2j, 3j])), (pairs, np.arange(4.0)), (pairs, np.arange(3.0)),
]  # fmt: skip


@pytest.mark.parametrize("call", CALLS, ids=name_of)
def test_views(call):
    function, *given = call
    assert told(up.jit(strict=True)(function), given) == told(function, given)
