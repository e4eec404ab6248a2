"""Polynomials by their coefficients, the highest power first."""

import numpy as np

from unpython._loops import _Refusal


def _coefficients(a):
    if np.ndim(a) > 1:
        raise _Refusal("polynomials of more than one dimension")
    return np.atleast_1d(np.asarray(a))


def _several(a):
    if np.ndim(a) == 0:
        raise _Refusal("a polynomial that is a number")
    return _coefficients(a)


def poly(seq_of_zeros):
    if np.ndim(seq_of_zeros) > 1:
        raise _Refusal("np.poly of a matrix: give it the eigenvalues")
    zeros = _several(seq_of_zeros)
    if zeros.shape[0] == 0:
        raise _Refusal("np.poly of no zeros, which is a number")
    if (zeros * 1j).dtype == zeros.dtype:
        raise _Refusal("np.poly of complex zeros, which is real where they are pairs")
    if zeros.shape[0] == 0:
        raise _Refusal("np.poly of no zeros, which is a number")
    made = np.zeros(zeros.shape[0] + 1, dtype=(zeros * 1.0).dtype)
    made[0] = 1
    for k in range(zeros.shape[0]):
        for i in range(k + 1, 0, -1):
            made[i] = made[i] - zeros[k] * made[i - 1]
    return made


def _apart(a, b):
    """Both with as many coefficients, in the type of their sum."""
    n = max(a.shape[0], b.shape[0])
    first = np.zeros(n, dtype=(a[:0] + b[:0]).dtype)
    second = first.copy()
    first[n - a.shape[0] :] = a
    second[n - b.shape[0] :] = b
    return first, second


def polyadd(a1, a2):
    first, second = _apart(_coefficients(a1), _coefficients(a2))
    return first + second


def polysub(a1, a2):
    first, second = _apart(_coefficients(a1), _coefficients(a2))
    return first - second


def _without_zeros(a):
    """From the first coefficient on that is not zero; one zero where there is none."""
    first = 0
    while first < a.shape[0] and a[first] == 0:
        first += 1
    if first == a.shape[0]:
        return np.zeros(1, dtype=a.dtype)
    return a[first:]


def polymul(a1, a2):
    return np.convolve(_without_zeros(_coefficients(a1)), _without_zeros(_coefficients(a2)))


_MOST_TIMES = 100


def _changed(change, p, m):
    """m times; the first time gives coefficients their type."""
    if m > _MOST_TIMES:
        raise _Refusal("an order above 100: NumPy calls itself so many times")
    if m == 0:
        return p
    found = change(p)
    for _ in range(m - 1):
        found = change(found)
    return found


def _derivative(p):
    n = max(p.shape[0] - 1, 0)
    return p[:n] * np.arange(n, 0, -1)


def polyder(p, m=1):
    if m < 0:
        raise ValueError("Order of derivative must be positive (see polyint)")
    return _changed(_derivative, _coefficients(p), m)


def _integral(p):
    parts = p / np.arange(p.shape[0], 0, -1)
    return np.concatenate((parts, np.zeros(1, dtype=parts.dtype)))


def polyint(p, m=1):
    if m < 0:
        raise ValueError("Order of integral must be positive (see polyder)")
    return _changed(_integral, _several(p), m)


def polydiv(u, v):
    """Quotient and rest."""
    a = _coefficients(u) + 0.0
    b = _coefficients(v) + 0.0
    both = a[0] + b[0]
    m, n = a.shape[0] - 1, b.shape[0] - 1
    scale = 1.0 / b[0]
    quotient = np.zeros(max(m - n + 1, 1), dtype=both.dtype)
    rest = a.astype(both.dtype)
    for k in range(m - n + 1):
        d = scale * rest[k]
        quotient[k] = d
        for i in range(n + 1):
            rest[k + i] -= d * b[i]
    first = 0
    while first < m and np.abs(rest[first]) <= 1e-08:
        first += 1
    return quotient, rest[first:].copy()


def polynomial(c):
    """The coefficients of np.poly1d: without zeros in front."""
    factors = np.asarray(c)
    if factors.ndim != 1 or len(factors) == 0:
        raise _Refusal("np.poly1d of other than a list of coefficients")
    first = 0
    while first < len(factors) - 1 and factors[first] == 0:
        first += 1
    return factors[first:]


def order_of_polynomial(p):
    return len(p) - 1


def derivative_of_polynomial(p):
    n = len(p) - 1
    if n == 0:
        return np.zeros(1, dtype=(p * np.arange(1)).dtype)
    return p[:-1] * np.arange(n, 0, -1)


def integral_of_polynomial(p):
    n = len(p)
    if n == 1 and p[0] == 0:
        return np.zeros(1, dtype=(p * 1.0).dtype)
    out = np.zeros(n + 1, dtype=(p * 1.0).dtype)
    out[:n] = p / np.arange(n, 0, -1)
    return out
