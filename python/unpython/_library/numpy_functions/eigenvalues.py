"""Eigenvalues of matrices that need not be symmetric, by NumPy (host_matrices.py).

Problem: of a real matrix NumPy gives real numbers where no eigenvalue has an imaginary part, else complex ones: their type is known
         when they are.
Choice:  they are real; where they are not, the call is refused, and made in Python. Where the program cannot see which they are
         (_writing/arrays/either_kind.py) they are complex, and so they always are where NumPy always gives complex numbers, as from 2.5 on.
"""

import numpy as np

from unpython._library.numpy_functions.host_matrices import lapack_eig, lapack_eigvals
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


if np.iscomplexobj(np.linalg.eigvals(np.eye(1))):
    eig, eigvals = complex_eig, complex_eigvals
