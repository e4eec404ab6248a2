"""Loops that slide a window over an array: filters, correlations, convolutions in two dimensions."""

import numpy as np
import pytest
from support.views import assert_same_as_python, numbers
from unpython import prange


def filtered(signal, taps, out):
    for i in prange(out.shape[0]):
        s = out.dtype.type(0)
        for k in range(taps.shape[0]):
            s += signal[i + k] * taps[k]
        out[i] = s


def first_terms(signal, taps, out, n):
    for i in prange(out.shape[0]):
        s = out.dtype.type(0)
        for k in range(n):
            s += signal[i + k] * taps[k]
        out[i] = s


def convolution(a, weights, out):
    for i in prange(out.shape[0]):
        for j in prange(out.shape[1]):
            s = out.dtype.type(0)
            for p in range(weights.shape[0]):
                for q in range(weights.shape[1]):
                    s += a[i + p, j + q] * weights[p, q]
            out[i, j] = s


@pytest.mark.parametrize("kind", [np.float64, np.float32, np.int64])
def test_filters(kind):
    for n, taps in ((1, 16), (5, 40), (1031, 17), (700, 8), (3, 0)):
        assert_same_as_python(
            filtered,
            lambda n=n, taps=taps: (
                np.abs(numbers(n + taps)).astype(kind),
                np.abs(numbers(taps)).astype(kind),
                np.zeros(n, kind),
            ),
            rtol=1e-5,
        )


def test_strides_and_a_length_that_is_an_argument():
    for turns in (0, 3, 16, 37):
        assert_same_as_python(
            first_terms, lambda turns=turns: (numbers(3 * 400)[::3], numbers(80)[::-2], np.zeros(2 * 300)[::2], turns), rtol=1e-12
        )


def test_planes():
    for p, q in ((1, 16), (3, 3), (2, 19), (0, 3)):
        assert_same_as_python(
            convolution,
            lambda p=p, q=q: (numbers((9 + p) * (33 + q)).reshape(9 + p, -1), numbers(p * q).reshape(p, q), np.zeros((9, 33))),
            rtol=1e-12,
        )
