"""Eigenvalues of matrices that need not be symmetric, by NumPy (host_matrices.py).

Problem: of a real matrix NumPy gives real numbers where no eigenvalue has an imaginary part, else complex ones: their type is known
         when they are.
Choice:  they are real; where they are not, the call is refused, and made in Python. Where the program cannot see which they are
         (_writing/arrays/either_kind.py) they are complex, and so they always are where NumPy always gives complex numbers, as from 2.5 on.
"""

import numpy as np

from unpython._library.numpy_functions.host_matrices import inexact, lapack_eig, lapack_eigvals
from unpython._loops import _Refusal

EigResult = type(np.linalg.eig(np.eye(1)))


def eig(a):
    is_complex, values, vectors = lapack_eig(a)
    if values.dtype == (a[:1] * 1.0).dtype:
        return EigResult(values, vectors)
    if is_complex:
        raise _Refusal("eigenvalues of a real matrix that are complex have another type in NumPy: write np.linalg.eig(a + 0j)")
    return EigResult(np.real(values).copy(), np.real(vectors).copy())


def eigvals(a):
    is_complex, values = lapack_eigvals(a)
    if values.dtype == (a[:1] * 1.0).dtype:
        return values
    if is_complex:
        raise _Refusal("eigenvalues of a real matrix that are complex have another type in NumPy: write np.linalg.eigvals(a + 0j)")
    return np.real(values).copy()


def complex_eig(a):
    is_complex, values, vectors = lapack_eig(a)
    return EigResult(values, vectors)


def complex_eigvals(a):
    is_complex, values = lapack_eigvals(a)
    return values


def _companion(p):
    """The matrix whose eigenvalues are the zeros of a polynomial, in NumPy's order, and how many zeros it lacks, which are 0."""
    given = np.atleast_1d(np.asarray(p))
    if given.ndim != 1:
        raise ValueError("Input must be a rank-1 array.")
    first, last = 0, given.shape[0]
    while first < last and given[first] == 0:
        first += 1
    while last > first and given[last - 1] == 0:
        last -= 1
    n = max(last - first - 1, 0)
    matrix = np.zeros((n, n), dtype=inexact(given).dtype)
    for i in range(n):
        matrix[0, i] = -(inexact(given[first + i + 1 : first + i + 2])[0]) / given[first]
        if i > 0:
            matrix[i, i - 1] = 1
    return matrix, given.shape[0] - last if last > first else 0


def _with_zeros(values, count):
    out = np.zeros(values.shape[0] + count, dtype=values.dtype)
    out[: values.shape[0]] = values
    return out


def _check_some(matrix):
    if matrix.shape[0] == 0:
        raise _Refusal("np.roots of a polynomial whose zeros are all 0 gives float64, whatever its type")


def roots(p):
    matrix, zeros = _companion(p)
    values = complex_eigvals(matrix)
    if matrix.dtype != np.float64:
        _check_some(matrix)
    if values.dtype == matrix.dtype:
        return _with_zeros(values, zeros)
    if np.any(np.imag(values) != 0):  # of real eigenvalues it makes real zeros, in NumPy 2.5, too
        raise _Refusal("zeros of a real polynomial that are complex have another type in NumPy: write np.roots(p + 0j)")
    return _with_zeros(np.real(values).copy(), zeros)


def complex_roots(p):
    matrix, zeros = _companion(p)
    if matrix.dtype == np.float32 or matrix.dtype == np.complex64:
        _check_some(matrix)
    return _with_zeros(complex_eigvals(matrix), zeros)


if np.iscomplexobj(np.linalg.eigvals(np.eye(1))):
    eig, eigvals = complex_eig, complex_eigvals
