"""Functions of NumPy 2 that have the names and axes of the array standard: np.linalg.trace is of the last two axes, np.linalg.outer of two
vectors, np.matvec multiplies the last axes."""

import numpy as np

from unpython._library.numpy_functions.decompositions import singular_values
from unpython._library.numpy_functions.linear_algebra import matrix_transpose as _matrix_transpose
from unpython._library.numpy_functions.linear_algebra import vecdot as _vecdot
from unpython._loops import _Refusal


def matmul(x1, x2):
    return np.matmul(x1, x2)


def outer(x1, x2):
    if x1.ndim != 1 or x2.ndim != 1:
        raise ValueError(f"Input arrays must be one-dimensional, but they are x1.ndim={x1.ndim} and x2.ndim={x2.ndim}.")
    return np.outer(x1, x2)


def diagonal(x, *, offset=0):
    if x.ndim == 2:
        return np.diagonal(x, offset)
    return np.diagonal(np.moveaxis(x, (-2, -1), (0, 1)), offset)


def trace(x, *, offset=0):
    if x.ndim == 2:
        return np.trace(x, offset)
    return np.trace(np.moveaxis(x, (-2, -1), (0, 1)), offset)


def matrix_transpose(x):
    return _matrix_transpose(x)


def vecdot(x1, x2, *, axis=-1):
    return _vecdot(x1, x2, axis)


def svdvals(x):
    return singular_values(x)


def cross(x1, x2, *, axis=-1):
    if x1.shape[axis] != 3 or x2.shape[axis] != 3:
        raise ValueError(
            f"Both input arrays must be (arrays of) 3-dimensional vectors, but they are {x1.shape[axis]} and {x2.shape[axis]} dimensional instead."
        )
    return np.moveaxis(np.cross(np.moveaxis(x1, axis, -1), np.moveaxis(x2, axis, -1)), -1, axis)


def matrix_norm(x, *, keepdims=False, ord="fro"):
    if x.ndim == 2 and not keepdims:
        return np.linalg.norm(x, ord)
    if ord != "fro":
        raise _Refusal("np.linalg.matrix_norm of a stack of matrices, or keepdims: only the Frobenius norm is supported")
    return np.linalg.norm(x, axis=(-2, -1), keepdims=keepdims)


def matvec(x1, x2):
    """A matrix times a vector, of the last axes."""
    if x1.ndim < 2:
        raise _Refusal("np.matvec needs a matrix")
    if x1.ndim == 2:
        if x2.ndim == 1:
            return np.matmul(x1, x2)
    return np.matmul(x1, x2[..., None])[..., 0]


def vecmat(x1, x2):
    if x2.ndim < 2:
        raise _Refusal("np.vecmat needs a matrix")
    if x2.ndim == 2:
        if x1.ndim == 1:
            return np.matmul(_conjugate(x1), x2)
    return np.matmul(_conjugate(x1)[..., None, :], x2)[..., 0, :]


def _conjugate(x):
    if x.dtype == np.bool_:  # whose conjugates are integers
        return x
    return np.conj(x)


def _extent_of(shape):
    size = 1
    for extent in shape:
        size *= extent
    return size


def tensorinv(a, ind=2):
    if ind <= 0:
        raise ValueError("Invalid ind argument.")
    n = _extent_of(a.shape[ind:])
    if n == 0:
        raise ValueError("cannot reshape array of size 0 into shape (0,newaxis)")
    inverse = np.linalg.inv(np.reshape(a, (n, a.size // n)))
    return np.reshape(inverse, a.shape[ind:] + a.shape[:ind])


def tensorsolve(a, b):
    shape = a.shape[b.ndim :]
    n = _extent_of(shape)
    if a.size != n * n:
        raise np.linalg.LinAlgError(
            "Input arrays must satisfy the requirement             prod(a.shape[b.ndim:]) == prod(a.shape[:b.ndim])"
        )
    return np.reshape(np.linalg.solve(np.reshape(a, (n, n)), np.ravel(b)), shape)
