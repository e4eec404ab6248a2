"""Linear algebra by LAPACK: outside of parallel loops Python runs NumPy's own functions (_host.py), so that large matrices are
as quick, and vectors have the signs, as in NumPy.

What gives several arrays gives them here as one, one behind the other; `_head` and `_rest` take them apart again.

Problem: what np.linalg does around LAPACK, and copies of its results, take as long as small matrices of floats themselves.
Choice:  the ufuncs that np.linalg calls store their results here. Where NumPy has none of that name, where a matrix is not of
         that sort, and where LAPACK finds no result, np.linalg is called: its errors are NumPy's.
"""

import numpy as np

from unpython._host import HostFunction
from unpython._loops import _adds_in_order, _in_parallel

#: Up to so many rows compiled code is sooner than a call of NumPy: by elimination, and by rotations.
_FEW = 20
_FEW_TO_ROTATE = 16


def _has_a_condition(x):
    try:
        np.linalg.cond(x)
    except np.linalg.LinAlgError:
        return False
    return True


NOT_FINITE_HAS_A_CONDITION = _has_a_condition(np.full((2, 2), np.nan))  # NaN or inf in a newer NumPy, an error in an older one


def _given(name):
    return HostFunction(getattr(np.linalg, name), "array", name=f"numpy.linalg.{name}")


def _ufunc(name):
    return getattr(getattr(np.linalg, "_umath_linalg", None), name, None)


def _pack(out, parts):
    """Stores arrays one behind the other."""
    at = 0
    for part in parts:
        out[at : at + part.size] = part.reshape(-1)  # numbers of NumPy, too
        at += part.size


def _with_kind(*parts):
    """Before the parts, whether NumPy gives complex numbers."""
    return (np.array([np.iscomplexobj(parts[0])]), *parts)


def _filling(name, fill):
    return HostFunction(fill, "array", name=f"numpy.linalg.{name}", fills=True)


def _packed(name, parts_of):
    """What gives the arrays `parts_of`, one behind the other."""
    return _filling(name, lambda out, *given: _pack(out, parts_of(*given)))


def _least_squares(a, b, cut):
    x, errors, rank, s = np.linalg.lstsq(a, b, cut)
    room = np.zeros(b.size // max(len(b), 1))
    room[: errors.size] = np.ravel(errors)
    return np.array([errors.size, rank]), room, s, x


def _eigh_into(out, a, ufunc=_ufunc("eigh_lo")):
    n = len(a)
    if ufunc is not None and a.shape == (n, n) and n > 0:
        signature = "D->dD" if out.dtype.kind == "c" else "d->dd"
        with np.errstate(invalid="ignore"):
            ufunc(a, signature=signature, out=(out[:n], out[n:].reshape(n, n)))
        if out[0] == out[0]:
            return
    _pack(out, np.linalg.eigh(a))


def _svd_into(out, a, full, ufuncs=(_ufunc("svd_s"), _ufunc("svd_f"))):
    if ufuncs[full] is not None and a.ndim == 2 and a.size > 0:
        m, n = a.shape
        columns, rows = (m, n) if full else (min(m, n), min(m, n))
        first, last = m * columns, m * columns + min(m, n)
        signature = "D->DdD" if out.dtype.kind == "c" else "d->ddd"
        with np.errstate(invalid="ignore"):
            ufuncs[full](a, signature=signature, out=(out[:first].reshape(m, columns), out[first:last], out[last:].reshape(rows, n)))
        if out[first] == out[first]:
            return
    _pack(out, np.linalg.svd(a, bool(full)))


def _pinv_into(out, a, ufunc=_ufunc("svd_s")):
    if ufunc is not None and a.ndim == 2 and a.size > 0:
        is_complex, kind = out.dtype.kind == "c", out.dtype.char
        with np.errstate(invalid="ignore"):
            u, s, vh = ufunc(a.conj() if is_complex else a, signature="D->DdD" if is_complex else "d->ddd")
        if kind in "fF":
            u, s, vh = u.astype(kind), s.astype("f"), vh.astype(kind)
        if float(s.min()) > 1e-15 * float(s.max()):  # nan is not
            np.matmul(vh.T, np.divide(1, s)[:, np.newaxis] * u.T, out=out)
            return
    out[...] = np.linalg.pinv(a)


def _least_squares_into(out, a, b, cut, ufunc=_ufunc("lstsq")):
    m, n = a.shape
    columns = b.size // max(len(b), 1)
    if ufunc is not None and a.size > 0 and len(b) == m and columns > 0 and b.ndim < 3:
        errors, s, x = out[2 : 2 + columns], out[2 + columns : -n * columns], out[-n * columns :]
        signature = "DDd->Ddid" if out.dtype.kind == "c" else "ddd->ddid"
        with np.errstate(all="ignore"):
            ufunc(a, b.reshape(m, columns), cut, signature=signature, out=(x.reshape(n, columns), errors, out[1:2].reshape(()), s))
        has_errors = m > n == out[1]
        out[0] = columns if has_errors else 0
        if s[0] == s[0]:
            return
    _pack(out, _least_squares(a, b, cut))


_solve = _given("solve")
_inv = _given("inv")
_cholesky = _given("cholesky")
_pinv = _filling("pinv", _pinv_into)
_eigvalsh = _given("eigvalsh")
_det = _packed("det", lambda a: (np.linalg.det(a),))
_slogdet = _packed("slogdet", np.linalg.slogdet)
_eigh = _filling("eigh", _eigh_into)
_svd = _filling("svd", _svd_into)
_singular_values = HostFunction(lambda a: np.linalg.svd(a, compute_uv=False), "array", name="numpy.linalg.svd")
_qr = _packed("qr", lambda a, columns: np.linalg.qr(a, "reduced" if columns <= a.shape[1] else "complete"))
_lstsq = _filling("lstsq", _least_squares_into)
_eig = _packed("eig", lambda a: _with_kind(*np.linalg.eig(a)))
_eigvals = _packed("eigvals", lambda a: _with_kind(np.linalg.eigvals(a)))


def is_finite(a):
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            if not abs(a[i, j]) < np.inf:
                return False
    return True


def is_for_lapack(a):
    """Whether NumPy does it sooner than elimination, or to the bit where bits count, or knows alone what infinities and NaN give."""
    if _in_parallel():
        return False
    return _adds_in_order() or a.shape[0] > _FEW or not is_finite(a)


def rotations_are_for_lapack(a):
    if _in_parallel():
        return False
    return _adds_in_order() or min(a.shape[0], a.shape[1]) > _FEW_TO_ROTATE or not is_finite(a)


def inexact(a):
    """A type of floats or complex numbers, in an array of any shape."""
    if a.dtype == np.float32:
        return a[:1]
    return a[:1] * 1.0


def _inexact_of(a, b):
    return np.ones(1, dtype=inexact(a).dtype) * np.ones(1, dtype=inexact(b).dtype)


def _head(packed, count):
    return np.real(packed[:count]).copy()


def _rest(packed, count, shape):
    return packed[packed.shape[0] - count :].reshape(shape).copy()  # beside other parts in results: no view here


def lapack_solve(a, b):
    if b.ndim == 1:
        return _solve(a.shape[:-1], _inexact_of(a, b).dtype, a, b)
    if a.ndim == 3:  # one of the stacks may have a single matrix
        count = a.shape[0] if b.shape[0] == 1 else b.shape[0]
        return _solve((count, a.shape[1], b.shape[2]), _inexact_of(a, b).dtype, a, b)
    return _solve(a.shape[:-1] + b.shape[-1:], _inexact_of(a, b).dtype, a, b)


def lapack_inv(a):
    return _inv(a.shape, inexact(a).dtype, a)


def _count(a):
    """Of the matrices of a stack; a matrix is one."""
    count = 1
    for i in range(a.ndim - 2):
        count *= a.shape[i]
    return count


def lapack_det(a):
    packed = _det(_count(a), inexact(a).dtype, a)
    if a.ndim == 2:
        return packed[0]
    return packed.reshape(a.shape[:-2])


def lapack_slogdet(a):
    count = _count(a)
    packed = _slogdet(2 * count, inexact(a).dtype, a)
    if a.ndim == 2:
        return packed[0], np.real(packed[1])
    return packed[:count].reshape(a.shape[:-2]), np.real(packed[count:]).copy().reshape(a.shape[:-2])


def lapack_cholesky(a):
    return _cholesky(a.shape, inexact(a).dtype, a)


def lapack_pinv(a):
    return _pinv(a.shape[:-2] + (a.shape[-1], a.shape[-2]), inexact(a).dtype, a)


def lapack_eigvalsh(a):
    return _eigvalsh(a.shape[:-1], np.real(inexact(a)).dtype, a)


def lapack_eigh(a):
    count = a.size // max(a.shape[-1], 1)
    packed = _eigh(count + a.size, inexact(a).dtype, a)
    return _head(packed, count).reshape(a.shape[:-1]), _rest(packed, a.size, a.shape)


def lapack_singular_values(a):
    return _singular_values(a.shape[:-2] + (min(a.shape[-2], a.shape[-1]),), np.real(inexact(a)).dtype, a)


def lapack_svd(a, full_matrices):
    m, n = a.shape
    short = min(m, n)
    columns = m if full_matrices else short
    rows = n if full_matrices else short
    packed = _svd(m * columns + short + rows * n, inexact(a).dtype, a, full_matrices)
    u = packed[: m * columns].reshape((m, columns))
    s = np.real(packed[m * columns : m * columns + short]).copy()
    return u, s, _rest(packed, rows * n, (rows, n))


def lapack_qr(a, columns):
    m, n = a.shape
    packed = _qr(m * columns + columns * n, inexact(a).dtype, a, columns)
    return packed[: m * columns].reshape((m, columns)), _rest(packed, columns * n, (columns, n))


def lapack_lstsq(a, b, cut):
    columns = b.size // max(b.shape[0], 1)
    short = min(a.shape[0], a.shape[1])
    found = a.shape[1] * columns
    packed = _lstsq(2 + columns + short + found, _inexact_of(a, b).dtype, a, b, cut)
    errors = np.real(packed[2 : 2 + int(np.real(packed[0]))]).copy()
    s = np.real(packed[2 + columns : 2 + columns + short]).copy()
    return _rest(packed, found, a.shape[1:] + b.shape[1:]), errors, np.int32(np.real(packed[1])), s


def lapack_eig(a):
    """Whether the eigenvalues are complex, these, and the vectors; both in complex numbers."""
    count = a.size // max(a.shape[-1], 1)
    packed = _eig(1 + count + a.size, (inexact(a) * 1j).dtype, a)
    return np.real(packed[0]) != 0, packed[1 : 1 + count].copy().reshape(a.shape[:-1]), _rest(packed, a.size, a.shape)


def lapack_eigvals(a):
    count = a.size // max(a.shape[-1], 1)
    packed = _eigvals(1 + count, (inexact(a) * 1j).dtype, a)
    return np.real(packed[0]) != 0, _rest(packed, count, a.shape[:-1])
