"""Decompositions of small matrices, and in parallel loops: QR by reflections, eigenvalues and singular values (rotations.py).
Vectors come from NumPy where it can be called (host_matrices.py), so that their signs are NumPy's."""

import numpy as np

from unpython._library.numpy_functions.host_matrices import (
    NOT_FINITE_HAS_A_CONDITION,
    is_finite,
    is_for_lapack,
    lapack_eigh,
    lapack_eigvalsh,
    lapack_lstsq,
    lapack_pinv,
    lapack_qr,
    lapack_singular_values,
    lapack_slogdet,
    lapack_svd,
    rotations_are_for_lapack,
)
from unpython._library.numpy_functions.rotations import svd_of_tall, symmetric_eigen
from unpython._loops import _in_parallel, _Refusal

_ONE = np.eye(1)
EighResult = type(np.linalg.eigh(_ONE))
QRResult = type(np.linalg.qr(_ONE))
SlogdetResult = type(np.linalg.slogdet(_ONE))
SVDResult = type(np.linalg.svd(_ONE))


def _reflect(r, q, k):
    """The reflection that clears column k of `r` below the diagonal, applied to `r` and, from the right, to `q`."""
    m, n = r.shape
    size = 0.0
    for i in range(k + 1, m):
        size += np.real(r[i, k] * np.conj(r[i, k]))
    if size == 0 and np.imag(r[k, k]) == 0:
        return
    alpha = r[k, k]
    length = np.sqrt(np.real(alpha * np.conj(alpha)) + size)
    beta = -length if np.real(alpha) >= 0 else length
    tau = (beta - alpha) / beta
    v = np.empty(m, dtype=r.dtype)
    v[:k] = 0
    v[k] = 1
    v[k + 1 :] = r[k + 1 :, k] / (alpha - beta)
    for j in range(k + 1, n):
        total = v[k] * r[k, j]
        for i in range(k + 1, m):
            total += np.conj(v[i]) * r[i, j]
        total *= np.conj(tau)
        for i in range(k, m):
            r[i, j] -= total * v[i]
    r[k, k] = beta
    r[k + 1 :, k] = 0
    for i in range(q.shape[0]):
        total = q[i, k] * v[k]
        for j in range(k + 1, m):
            total += q[i, j] * v[j]
        total *= tau
        for j in range(k, m):
            q[i, j] -= total * np.conj(v[j])


def _inexact_copy(a):
    if a.dtype == np.float32:
        return a.copy()
    return a * 1.0


def _size_of(a):
    """1.0, or a power of two near the largest element where squares of elements could be too large or too small. Quotients by it are
    exact."""
    size = 0.0
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            size = max(size, abs(a[i, j]) * 1.0)
    if size == 0 or (size > 1e-9 and size < 1e9) or not size < np.inf:
        return 1.0
    return float(np.exp2(np.floor(np.log2(float(size)))))


def _small_qr(a, columns):
    r = _inexact_copy(a)
    size = _size_of(r)
    if size != 1:
        r /= size
    q = np.eye(a.shape[0], dtype=r.dtype)
    for k in range(min(a.shape[0], a.shape[1])):
        _reflect(r, q, k)
    if size != 1:
        r *= size
    return q[:, :columns].copy(), r[:columns].copy()


def qr(a, mode="reduced"):
    if mode != "reduced" and mode != "complete":
        raise _Refusal("another mode of np.linalg.qr than 'reduced', 'complete' and 'r' is not supported")
    m, n = a.shape
    q, r = _qr(a, m if mode == "complete" else min(m, n))
    return QRResult(q, r)


def upper_triangle(a):
    """np.linalg.qr(a, "r")"""
    q, r = _qr(a, min(a.shape[0], a.shape[1]))
    return r


def _qr(a, columns):
    if is_for_lapack(a):
        q, r = lapack_qr(a, columns)
    else:
        q, r = _small_qr(a, columns)
    return q, r


def _symmetric(a):
    if (a[:1] * 1j).dtype == a.dtype:
        raise _Refusal("eigenvalues of complex matrices are not supported")
    lower = np.tril(_inexact_copy(a))
    return lower + np.tril(lower, -1).T


def eigh(a):
    """Eigenvalues, rising, and vectors; in a parallel loop each up to its sign."""
    if _in_parallel():
        values, vectors = _small_eigh(a)
    else:
        values, vectors = lapack_eigh(a)
    return EighResult(values, vectors)


def _small_eigh(a):
    if a.shape[0] != a.shape[1]:
        raise np.linalg.LinAlgError("Last 2 dimensions of the array must be square")
    work = _symmetric(a)
    if not is_finite(work):
        raise _Refusal("eigenvalues of what is not finite, in a parallel loop")
    size = _size_of(work)
    if size != 1:
        work /= size
    values, vectors = symmetric_eigen(work)
    if size != 1:
        values *= size
    return values, vectors


def eigvalsh(a):
    if a.ndim != 2 or (a[:1] * 1j).dtype == a.dtype:
        return lapack_eigvalsh(a)
    if rotations_are_for_lapack(a):
        return lapack_eigvalsh(a)
    values, vectors = _small_eigh(a)
    return values


def singular_values(a):
    """np.linalg.svd(a, compute_uv=False)"""
    if a.ndim != 2 or (a[:1] * 1j).dtype == a.dtype:
        return lapack_singular_values(a)
    if rotations_are_for_lapack(a):
        return lapack_singular_values(a)
    return _small_svd(a, False, False)


def svd(a, full_matrices=True, compute_uv=True):
    """Singular values, falling, and vectors; in a parallel loop each up to its sign."""
    if not compute_uv:
        raise _Refusal("compute_uv of np.linalg.svd must be written as True or False")
    if _in_parallel():
        u, s, vh = _small_svd(a, full_matrices, True)
    else:
        u, s, vh = lapack_svd(a, full_matrices)
    return SVDResult(u, s, vh)


def _small_svd(a, full_matrices, compute_uv):
    if (a[:1] * 1j).dtype == a.dtype:
        raise _Refusal("singular values of complex matrices are not supported")
    dtype = _inexact_copy(a[:1]).dtype
    m, n = a.shape
    short = min(m, n)
    tall = np.empty((max(m, n), short))
    if m >= n:
        tall[...] = a
    else:
        tall[...] = a.T
    if np.any(np.isnan(tall)):
        raise np.linalg.LinAlgError("SVD did not converge")
    if not is_finite(tall):
        raise _Refusal("singular values of infinities, in a parallel loop")
    size = _size_of(tall)
    if size != 1:
        tall /= size
    left, s, right = svd_of_tall(tall, compute_uv)
    if size != 1:
        s *= size
    if not compute_uv:
        return s.astype(dtype)
    if full_matrices:
        if m != n:
            raise _Refusal("svd of a matrix that is not square: give full_matrices=False")
    u = np.empty((m, short), dtype=dtype)
    vh = np.empty((short, n), dtype=dtype)
    if m >= n:
        u[...] = left
        vh[...] = right
    else:
        u[...] = right.T
        vh[...] = left.T
    return u, s.astype(dtype), vh


def _rank_of(s, m, n, eps):
    rank = 0
    for i in range(s.shape[0]):
        if s[i] > s[0] * max(m, n) * eps:
            rank += 1
    return rank


def matrix_rank(A, tol=None):
    s = singular_values(A)
    if tol is not None:
        return np.int64(np.sum(s > tol))
    return np.int64(_rank_of(s, A.shape[0], A.shape[1], np.finfo(s.dtype).eps))


def pinv(a):
    if a.ndim != 2 or (a[:1] * 1j).dtype == a.dtype:
        return lapack_pinv(a)
    if rotations_are_for_lapack(a):
        return lapack_pinv(a)
    u, s, vh = _small_svd(a, False, True)
    largest = s[:1].copy()  # none in an empty matrix
    for i in range(s.shape[0]):
        s[i] = 1 / s[i] if s[i] > 1e-15 * largest[0] else 0
    return (vh.T * s) @ u.T


def cond(x):
    if x.size == 0:
        raise np.linalg.LinAlgError("cond is not defined on empty arrays")
    if NOT_FINITE_HAS_A_CONDITION and not np.all(np.isfinite(x)):
        return np.max(np.abs(x) / 1.0)
    s = singular_values(x)
    ratio = s[0] / s[s.shape[0] - 1]
    if ratio != ratio and not np.any(np.isnan(x)):
        ratio = np.full(1, np.inf, dtype=s.dtype)[0]
    return ratio


def _least_squares(a, b, cut):
    u, s, vh = _small_svd(a, False, True)
    part = u.T @ b
    for i in range(s.shape[0]):
        if s[i] > cut * s[0]:
            part[i] /= s[i]
        else:
            part[i] = 0
    return vh.T @ part, s


def lstsq(a, b, rcond=None):
    m, n = a.shape
    if m != b.shape[0]:
        raise np.linalg.LinAlgError("Incompatible dimensions")
    eps = np.finfo(_inexact_copy(a[:1]).dtype).eps
    cut = eps * max(m, n) if rcond is None else rcond
    if (a[:1] * 1j).dtype == a.dtype or (b[:1] * 1j).dtype == b.dtype:
        return lapack_lstsq(a, b, cut)
    if rotations_are_for_lapack(a):
        x, errors, rank, s = lapack_lstsq(a, b, cut)
    else:
        x, errors, rank, s = _small_lstsq(a, b, cut)
    return x, errors, rank, s


def _small_lstsq(a, b, cut):
    m, n = a.shape
    if np.any(np.isnan(a)):
        raise np.linalg.LinAlgError("SVD did not converge in Linear Least Squares")
    x, s = _least_squares(a, b, cut)
    rank = 0
    for i in range(s.shape[0]):
        if s[i] > cut * s[0]:
            rank += 1
    apart = b - a @ x
    errors = np.sum(apart * apart, axis=0, keepdims=b.ndim == 1)
    return x, errors[: 0 if rank < n or m <= n else errors.shape[0]], np.int32(rank), s


def slogdet(a):
    if a.ndim != 2 or is_for_lapack(a):
        sign, total = lapack_slogdet(a)
    else:
        sign, total = _small_slogdet(a)
    return SlogdetResult(sign, total)


def _small_slogdet(a):
    if a.shape[0] != a.shape[1]:
        raise np.linalg.LinAlgError("Last 2 dimensions of the array must be square")
    r = _inexact_copy(a)
    n = r.shape[0]
    sign = np.ones(1, dtype=r.dtype)
    total = np.zeros(1, dtype=np.abs(r[:1]).dtype)
    for k in range(n):
        best = k
        for i in range(k + 1, n):
            if abs(r[i, k]) > abs(r[best, k]):
                best = i
        if best != k:
            sign[0] = -sign[0]
            for j in range(n):
                kept = r[k, j]
                r[k, j] = r[best, j]
                r[best, j] = kept
        if r[k, k] == 0:
            sign[0] = 0
            total[0] = -np.inf
            break
        if (a[:1] * 1j).dtype == a.dtype:
            sign[0] *= r[k, k] / abs(r[k, k])
        elif r[k, k] < 0:  # nan has no sign, as in NumPy
            sign[0] = -sign[0]
        total[0] += np.log(abs(r[k, k]))
        for i in range(k + 1, n):
            factor = r[i, k] / r[k, k]
            for j in range(k + 1, n):
                r[i, j] -= factor * r[k, j]
    return sign[0], total[0]
