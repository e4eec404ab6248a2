"""Polynomials by their coefficients, the highest power first."""

import numpy as np

from unpython._loops import _Refusal


def _coefficients(a):
    return np.atleast_1d(np.asarray(a))


def poly(seq_of_zeros):
    zeros = _coefficients(seq_of_zeros)
    if zeros.ndim != 1:
        raise _Refusal("np.poly of a matrix: give it the eigenvalues")
    if (zeros * 1j).dtype == zeros.dtype:
        raise _Refusal("np.poly of complex zeros, which is real where they are pairs")
    made = np.zeros(zeros.shape[0] + 1, dtype=(zeros * 1.0).dtype)
    made[0] = 1
    for k in range(zeros.shape[0]):
        for i in range(k + 1, 0, -1):
            made[i] = made[i] - zeros[k] * made[i - 1]
    return made


def _sum_of(a, b, sign):
    n = max(a.shape[0], b.shape[0])
    total = np.zeros(n, dtype=(a[:0] + b[:0]).dtype)
    total[n - a.shape[0] :] += a
    if sign > 0:
        total[n - b.shape[0] :] += b
    else:
        total[n - b.shape[0] :] -= b
    return total


def polyadd(a1, a2):
    return _sum_of(_coefficients(a1), _coefficients(a2), 1)


def polysub(a1, a2):
    return _sum_of(_coefficients(a1), _coefficients(a2), -1)


def polymul(a1, a2):
    return np.convolve(_coefficients(a1), _coefficients(a2))


def polyder(p, m=1):
    if m < 0:
        raise ValueError("Order of derivative must be positive (see polyint)")
    found = _coefficients(p)
    for _ in range(m):
        n = max(found.shape[0] - 1, 0)
        found = found[:n] * np.arange(n, 0, -1)
    return found


def polyint(p, m=1):
    if m < 0:
        raise ValueError("Order of integral must be positive (see polyder)")
    found = _coefficients(p) * 1.0
    for _ in range(m):
        n = found.shape[0]
        found = np.concatenate((found / np.arange(n, 0, -1), np.zeros(1, dtype=found.dtype)))
    return found
