"""inspect('cuda') shows the kernels that a call of these numbers would launch, on machines without such a device too."""

import numpy as np
import pytest
import unpython as up
from unpython import prange


def product(a, b, c):
    for i in prange(a.shape[0]):
        for j in prange(b.shape[1]):
            s = 0.0
            for k in range(a.shape[1]):
                s += a[i, k] * b[k, j]
            c[i, j] = s


def halved(a, turns):
    for _ in range(turns):
        for i in prange(a.shape[0]):
            a[i] *= 0.5


def while_large(a):
    while a[0] > 1.0:
        for i in prange(a.shape[0]):
            a[i] *= 0.5


def in_order(a):
    return np.sort(a)


def medians(a):
    return np.median(a, axis=1)


def matrices(n):
    return np.ones((n, n)), np.ones((n, n)), np.ones((n, n))


def test_a_product_of_small_matrices_shares_nothing():
    f = up.jit(product)
    assert "__shared__" not in f.inspect("cuda", *matrices(8))
    assert "__shared__" in f.inspect("cuda", *matrices(2048))


def test_the_last_call_counts_where_no_arguments_are_given():
    f = up.jit(product)
    f(*matrices(8))
    assert "__shared__" not in f.inspect("cuda")


def test_all_shapes_of_a_kernel_can_be_asked_for():
    f = up.jit(product)
    assert f.inspect("cuda shapes", *matrices(8)).count("__global__") > 2
    with pytest.raises(ValueError, match="stage"):
        f.inspect("cuda forms", *matrices(8))


def test_what_the_data_decides_is_said():
    text = up.jit(while_large).inspect("cuda", np.ones(9))
    assert "the data of a call decides" in text and "__global__" in text
    assert "the data of a call decides" not in up.jit(halved).inspect("cuda", np.ones(9), 10**9)
    assert "__global__" in up.jit(halved).inspect("cuda", np.ones(9), 0)


def test_what_a_processor_does_can_be_read_as_kernels_too():
    """The processor takes keys of floats back to floats, and asks NumPy inside a loop."""
    assert "__int_as_float" in up.jit(in_order).inspect("cuda", np.ones(1 << 20, np.float32))
    assert "no kernel: HOST_CALL" in up.jit(medians).inspect("cuda", np.ones((10000, 33)))
