"""Dense linear algebra for small matrices, and in parallel loops: LU with partial pivoting, Cholesky, norms."""

import numpy as np

from unpython._library.numpy_functions.decompositions import singular_values
from unpython._library.numpy_functions.elementwise import _is_complex
from unpython._library.numpy_functions.host_matrices import (
    is_for_lapack,
    lapack_cholesky,
    lapack_det,
    lapack_inv,
    lapack_solve,
)
from unpython._loops import _Refusal


def _check_square(a):
    if a.shape[0] != a.shape[1]:
        raise np.linalg.LinAlgError("Last 2 dimensions of the array must be square")


def _swap_rows(a, i, j):
    if i != j:
        for k in range(a.shape[1]):
            kept = a[i, k]
            a[i, k] = a[j, k]
            a[j, k] = kept


def _largest_below(lu, k):
    best = k
    size = abs(lu[k, k])
    for i in range(k + 1, lu.shape[0]):
        if abs(lu[i, k]) > size:
            size = abs(lu[i, k])
            best = i
    return best


def _eliminate(lu, x):
    """Makes `lu` upper triangular in place, with the same row operations on `x`. False if it is singular."""
    n = lu.shape[0]
    for k in range(n):
        pivot = _largest_below(lu, k)
        if lu[pivot, k] == 0:
            return False
        _swap_rows(lu, k, pivot)
        _swap_rows(x, k, pivot)
        for i in range(k + 1, n):
            factor = lu[i, k] / lu[k, k]
            for j in range(k + 1, n):
                lu[i, j] -= factor * lu[k, j]
            for j in range(x.shape[1]):
                x[i, j] -= factor * x[k, j]
    return True


def _solve_in_place(lu, x):
    if not _eliminate(lu, x):
        raise np.linalg.LinAlgError("Singular matrix")
    n = lu.shape[0]
    for i in range(n - 1, -1, -1):
        for k in range(i + 1, n):
            for j in range(x.shape[1]):
                x[i, j] -= lu[i, k] * x[k, j]
        for j in range(x.shape[1]):
            x[i, j] /= lu[i, i]


def solve(a, b):
    if a.ndim != 2:
        if b.ndim != 1 and b.ndim != a.ndim:
            raise _Refusal("solve: a stack of matrices needs a right side of one dimension, or of as many")
        return lapack_solve(a, b)
    if is_for_lapack(a):
        return lapack_solve(a, b)
    _check_square(a)
    if a.shape[0] != b.shape[0]:
        rows = b.shape[0]
        n = a.shape[0]
        if b.ndim == 1:
            raise ValueError(
                "solve1: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature (m,m),(m)->(m)"
                f" (size {rows} is different from {n})"
            )
        raise ValueError(
            "solve: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature (m,m),(m,n)->(m,n)"
            f" (size {rows} is different from {n})"
        )
    dtype = (np.ones(1, dtype=a.dtype) * np.ones(1, dtype=b.dtype) * 1.0).dtype
    lu = a.astype(dtype)
    x = b.astype(dtype)
    if b.ndim == 1:
        _solve_in_place(lu, x[:, None])
    else:
        _solve_in_place(lu, x)
    return x.copy()


def inv(a):
    if a.ndim != 2:
        return lapack_inv(a)
    if is_for_lapack(a):
        return lapack_inv(a)
    _check_square(a)
    lu = a * 1.0
    x = np.eye(a.shape[0], dtype=lu.dtype)
    _solve_in_place(lu, x)
    return x.copy()


def det(a):
    if a.ndim != 2:
        return lapack_det(a)
    if is_for_lapack(a):
        return lapack_det(a)
    _check_square(a)
    lu = a * 1.0
    result = np.ones(1, dtype=lu.dtype)
    n = lu.shape[0]
    for k in range(n):
        pivot = _largest_below(lu, k)
        if pivot != k:
            result[0] = -result[0]
        _swap_rows(lu, k, pivot)
        result[0] *= lu[k, k]
        if lu[k, k] == 0:
            break
        for i in range(k + 1, n):
            factor = lu[i, k] / lu[k, k]
            for j in range(k + 1, n):
                lu[i, j] -= factor * lu[k, j]
    return result[0]


def _factor(x):
    """Cholesky's factor of a lower triangle, in place. False if the matrix is not positive definite."""
    n = x.shape[0]
    column = np.empty(n, dtype=x.dtype)
    for j in range(n):
        if np.real(x[j, j]) <= 0:  # nan goes on, as in LAPACK
            return False
        x[j, j] = np.sqrt(np.real(x[j, j]))
        for i in range(j + 1, n):
            x[i, j] /= x[j, j]
            column[i] = np.conj(x[i, j])
        for i in range(j + 1, n):  # the rest, row by row: neighbours in memory
            factor = x[i, j]
            for k in range(j + 1, i + 1):
                x[i, k] -= factor * column[k]
    return True


def cholesky(a):
    if a.ndim != 2:
        return lapack_cholesky(a)
    if is_for_lapack(a):
        return lapack_cholesky(a)
    _check_square(a)
    x = np.tril(a * 1.0)
    if not _factor(x):
        raise np.linalg.LinAlgError("Matrix is not positive definite")
    return x


def matrix_power(a, n):
    if a.ndim > 2:
        raise _Refusal("np.linalg.matrix_power of a stack of matrices: write a loop over them")
    _check_square(a)
    if n < 0:
        raise _Refusal("matrix_power with a negative exponent: use np.linalg.inv first")
    if n == 3:
        return a @ a @ a
    if n == 0:
        return np.eye(a.shape[0], dtype=a.dtype)
    factor = a.copy()
    while n & 1 == 0:  # of an integer; a product with ones and zeros would make nan of infinities
        factor = factor @ factor
        n >>= 1
    result = factor.copy()
    n >>= 1
    while n > 0:
        factor = factor @ factor
        if n & 1 == 1:
            result = result @ factor
        n >>= 1
    return result


def _matrix_norm(x, size, ord):
    if ord == 1:
        return np.max(np.sum(size, axis=0), initial=0)
    if ord == -1:
        return np.min(np.sum(size, axis=0))
    if ord == np.inf:
        return np.max(np.sum(size, axis=1), initial=0)
    if ord == -np.inf:
        return np.min(np.sum(size, axis=1))
    if ord == 2 or ord == -2 or ord == "nuc":
        return _norm_of_singular_values(singular_values(x), ord)
    raise ValueError("Invalid norm order for matrices.")


def _norm_of_singular_values(values, ord):
    if ord == 2:
        return np.max(values, initial=0)
    if ord == -2:
        return np.min(values)
    return np.sum(values)


def _norm_along(size, ord, axis, keepdims):
    if ord == np.inf:
        return np.max(size, axis=axis, keepdims=keepdims, initial=0)
    if ord == -np.inf:
        return np.min(size, axis=axis, keepdims=keepdims)
    if ord == 0:
        return np.sum((size != 0).astype(size.dtype), axis=axis, keepdims=keepdims)
    if ord == 1:
        return np.sum(size, axis=axis, keepdims=keepdims)
    if ord == 2:
        return np.sqrt(np.sum(size * size, axis=axis, keepdims=keepdims))
    return np.sum(size**ord, axis=axis, keepdims=keepdims) ** (1.0 / ord)


def _norm_of_all(x, size, ord, keepdims):
    if size.ndim == 1:
        return _norm_along(size, ord, None, keepdims)
    if size.ndim != 2:
        raise ValueError("Improper number of dimensions to norm.")
    if keepdims:
        raise _Refusal("norm of a matrix: keepdims is only supported with the Frobenius norm")
    return _matrix_norm(x, size, ord)


def _squares(x):
    """Of the sizes, as NumPy adds them: with an infinite and a NaN part it is NaN, where the size is infinite."""
    y = x - 0.0
    if _is_complex(y):
        return y.real * y.real + y.imag * y.imag
    return y * y


def norm(x, ord=None, axis=None, keepdims=False):
    size = np.abs(x - 0.0)
    if axis is not None and np.ndim(x) == 0:
        raise _Refusal("norm of a number along an axis")  # only NumPy can make its AxisError
    if isinstance(axis, tuple) and (len(axis) == 0 or len(axis) > 2):
        raise ValueError("Improper number of dimensions to norm.")
    if ord is None:
        return np.sqrt(np.sum(_squares(x), axis=axis, keepdims=keepdims))
    of_matrix = size.ndim == 2 if axis is None else np.ndim(axis) == 1
    if ord == "fro":
        if axis is None and size.ndim != 1 and size.ndim != 2:
            raise ValueError("Improper number of dimensions to norm.")
        if not of_matrix:
            raise ValueError("Invalid norm order 'fro' for vectors")
        return np.sqrt(np.sum(_squares(x), axis=axis, keepdims=keepdims))
    if axis is None:
        return _norm_of_all(x, size, ord, keepdims)
    if of_matrix:
        raise _Refusal("norm of matrices along axes: only the Frobenius norm is supported")
    return _norm_along(size, ord, axis, keepdims)


def vector_norm(x, axis=None, keepdims=False, ord=2):
    size = np.abs(x - 0.0)
    if ord == 2:
        return np.sqrt(np.sum(_squares(x), axis=axis, keepdims=keepdims))
    if axis is None:
        flat = np.ravel(x)
        return _norm_of_all(flat, np.ravel(size), ord, keepdims)
    return _norm_along(size, ord, axis, keepdims)


def matrix_transpose(x):
    if x.ndim < 2:
        raise ValueError(f"Input array must be at least 2-dimensional, but it is {x.ndim}")
    return np.swapaxes(x, -1, -2)


def vecdot(x1, x2, axis=-1):
    first, second = np.moveaxis(x1, axis, -1), np.moveaxis(x2, axis, -1)
    if first.shape[-1] != second.shape[-1]:
        raise _Refusal("np.vecdot of vectors of different lengths")
    if x1.dtype == np.bool_:  # whose conjugates are integers
        return _sums_of(first * second)
    return _sums_of(np.conj(first) * second)


def _sums_of(products):
    if products.dtype == np.bool_:
        return np.any(products, axis=-1)
    return np.sum(products, axis=-1, dtype=products.dtype)


def multi_dot(arrays):
    if len(arrays) < 2:
        raise ValueError("Expecting at least two arrays.")
    if len(arrays) == 2:
        return np.dot(arrays[0], arrays[1])
    if len(arrays) == 3:
        a, b, c = arrays[0], arrays[1], arrays[2]
        if b.ndim != 2:
            raise np.linalg.LinAlgError(f"{b.ndim}-dimensional array given. Array must be two-dimensional")
        if a.ndim == 1:
            return np.dot(np.dot(a, b), c)
        if c.ndim == 1:
            return np.dot(a, np.dot(b, c))
        left_first = a.shape[0] * b.shape[1] * (a.shape[1] + c.shape[1])
        right_first = a.shape[1] * c.shape[1] * (a.shape[0] + b.shape[1])
        if left_first < right_first:
            return np.dot(np.dot(a, b), c)
        return np.dot(a, np.dot(b, c))
    raise _Refusal("np.linalg.multi_dot of more than three arrays: write a @ b")
