"""Calls of NumPy's functions for the tests: at least one for each function of the published table.

`a`, `b`: matrices; `t`: three dimensions; `v`, `w`: vectors; `s`: a square matrix far from singular; `r`: rising.
"""

from __future__ import annotations

FLOATS = ("float64", "float32")
NUMBERS = ("float64", "float32", "int64", "uint8")
COMPLEX = ("complex128",)

# Calls that belong together, the element types to try them with, and whether empty arrays make sense.
CALLS: list[tuple[tuple[str, ...], tuple[str, ...]]] = [
    (
        (
            "np.reshape(a, (6, 4))",
            "a.reshape(-1)",
            "a.reshape(2, 2, 6)",
            "np.ravel(a)",
            "a.flatten()",
            "a.reshape(4, 1, 6)",
        ),
        NUMBERS,
    ),
    (
        (
            "np.reshape(a + a, (8, 3))",
            "np.reshape(a.T, (8, -1))",
            "np.reshape(v, (1, 6))[0]",
            "t.reshape(6, 4)",
        ),
        NUMBERS + COMPLEX,
    ),
    (
        ("np.roll(a, 1)", "np.roll(a, -2, axis=1)", "np.roll(a, (1, 2), axis=(0, 1))", "np.roll(v, 100)"),
        NUMBERS,
    ),
    (
        ("np.repeat(a, 2)", "np.repeat(a, 3, axis=1)", "a.repeat(2, axis=0)", "np.repeat(t, 2, axis=-2)"),
        NUMBERS,
    ),
    (("np.tile(a, 2)", "np.tile(a, (2, 1, 3))", "np.tile(v, (2, 2))"), NUMBERS),
    (
        ("np.triu(a)", "np.tril(a, -1)", "np.triu(t, k=1)", "np.tri(3)", "np.tri(3, 4, 1, dtype=np.int32)"),
        NUMBERS + COMPLEX,
    ),
    (
        (
            "np.diagonal(a)",
            "np.diag(a)",
            "np.diag(a, -2)",
            "np.diag(v)",
            "np.diag(v, 2)",
            "np.diag(v, k=-1)",
            "t.diagonal(1)",
        ),
        NUMBERS,
    ),
    (
        (
            "np.concatenate((a, b))",
            "np.concatenate([a, a * 2], axis=1)",
            "np.concat((v, w))",
            "np.concatenate(([0], v))",
        ),
        NUMBERS,
    ),
    (
        (
            "np.stack((v, w))",
            "np.stack([v, w], axis=-1)",
            "np.vstack((v, w))",
            "np.hstack((v, v, w))",
            "np.hstack((a, b))",
        ),
        NUMBERS,
    ),
    (
        (
            "np.dstack((a, b))",
            "np.column_stack((v, w))",
            "np.concatenate((a, b))[3:5] + 1",
            "np.append(v, w)",
            "np.append(a, b, axis=0)",
        ),
        FLOATS,
    ),
    (
        (
            "np.moveaxis(t, 0, 2)",
            "np.moveaxis(t, (0, 1), (-1, 0))",
            "np.expand_dims(t, 1)",
            "np.squeeze(np.expand_dims(t, 1), 1)",
        ),
        NUMBERS,
    ),
    (
        (
            "np.fliplr(a)",
            "np.flipud(a)",
            "np.flip(a)",
            "np.flip(t, axis=1)",
            "np.permute_dims(t, (2, 0, 1))",
            "np.swapaxes(t, 0, 2)",
        ),
        NUMBERS,
    ),
    (
        (
            "np.atleast_1d(v)",
            "np.atleast_2d(v)",
            "np.atleast_3d(a)",
            "np.atleast_3d(v)",
            "np.broadcast_to(v, (3, 6))",
        ),
        NUMBERS,
    ),
    (("np.broadcast_to(v[:, None], (6, 2))", "np.kron(v, w)", "np.kron(a, s)", "np.outer(v, w)"), NUMBERS),
    (
        ("np.linalg.inv(s)", "np.linalg.det(s)", "np.linalg.solve(s, v[:4])", "np.linalg.solve(s, s)"),
        FLOATS + COMPLEX,
    ),
    (("np.linalg.cholesky(s @ np.conj(s.T))", "np.linalg.matrix_power(s, 3)"), FLOATS + COMPLEX),
    (
        (
            "np.linalg.norm(v)",
            "np.linalg.norm(a)",
            "np.linalg.norm(a, 'fro')",
            "np.linalg.norm(a, axis=1)",
            "np.linalg.norm(v, 1)",
        ),
        NUMBERS,
    ),
    (
        (
            "np.linalg.norm(v, np.inf)",
            "np.linalg.norm(a, 1)",
            "np.linalg.norm(a, ord=np.inf)",
            "np.linalg.norm(v, 3)",
        ),
        FLOATS,
    ),
    (("np.cov(a)", "np.cov(a, rowvar=False)", "np.cov(v)", "np.cov(a, ddof=0)"), NUMBERS),
    (("np.corrcoef(a * a)",), FLOATS),
    (
        (
            "np.cumsum(a)",
            "np.cumsum(a, axis=1)",
            "a.cumsum(0)",
            "np.cumprod(v)",
            "v.cumprod()",
            "np.cumprod(a, axis=0)",
        ),
        NUMBERS,
    ),
    (("np.trace(a)", "a.trace()", "np.trace(t, offset=1)", "np.ptp(a)", "np.ptp(a, axis=0)"), NUMBERS),
    (
        ("np.average(a)", "np.average(a, axis=0, weights=v[:4] * v[:4] + 1)", "np.average(v, weights=r)"),
        NUMBERS,
    ),
    (
        (
            "np.median(a)",
            "np.median(v)",
            "np.median(a, axis=1)",
            "np.percentile(v, 30.0)",
            "np.quantile(a, 0.7, axis=0)",
        ),
        FLOATS,
    ),
    (
        (
            "np.nansum(a, axis=0)",
            "np.nanprod(v)",
            "np.nanmax(a)",
            "np.nanmin(a, axis=1)",
            "np.nanmean(a)",
            "np.nanmean(a, axis=0)",
        ),
        NUMBERS,
    ),
    (("np.nanvar(a)", "np.nanstd(a, axis=1)", "np.nan_to_num(v)"), FLOATS),
    (
        (
            "np.sort(a)",
            "np.sort(a, axis=0)",
            "np.sort(a, axis=None)",
            "np.unique(a)",
            "np.argsort(r)",
            "r.argsort()",
        ),
        NUMBERS,
    ),
    (
        (
            "np.searchsorted(r, 2)",
            "np.searchsorted(r, a, side='right')",
            "r.searchsorted(v)",
            "np.digitize(v, r)",
        ),
        NUMBERS,
    ),
    (
        (
            "np.bincount(np.abs(v).astype(np.int64))",
            "np.bincount(np.abs(v).astype(np.int32), weights=w, minlength=40)",
        ),
        NUMBERS,
    ),
    (
        (
            "np.histogram(a, 5)[0]",
            "np.histogram(a, 5)[1]",
            "np.histogram(v, 7, range=(0.25, 6.5))[0]",
            "np.histogram(v, r)[0]",
        ),
        NUMBERS,
    ),
    (("np.histogram(v, 3, weights=w)[0]", "np.histogram(v, 5, density=True)[0]"), ("float64", "int64")),
    (("np.diff(v)", "np.diff(v, n=2)", "np.diff(a, axis=0)", "np.ediff1d(a)", "np.trapezoid(v)"), NUMBERS),
    (
        (
            "np.gradient(v)",
            "np.gradient(v, 0.5)",
            "np.trapezoid(a, dx=0.5)",
            "np.trapezoid(v, w)",
            "np.trapezoid(a, axis=0)",
        ),
        FLOATS,
    ),
    (("np.interp(v, r, w)", "np.interp(2.5, r, w)", "np.interp(a, r, w, left=-1.0)"), NUMBERS),
    (
        (
            "np.convolve(v, w)",
            "np.convolve(v, w[:3], mode='same')",
            "np.convolve(v[:3], w, 'valid')",
            "np.correlate(v, w[:2])",
        ),
        NUMBERS,
    ),
    (
        (
            "np.correlate(v, w[:4], 'same')",
            "np.correlate(v[:3], w, 'same')",
            "np.correlate(v[:4], w, 'full')",
        ),
        FLOATS + COMPLEX,
    ),
    (
        (
            "np.polyval(v, w)",
            "np.vander(v, 4)",
            "np.pad(v, 2)",
            "np.pad(v, (1, 2), constant_values=5)",
            "np.pad(a, ((1, 2), (0, 3)))",
        ),
        NUMBERS,
    ),
    (
        (
            "np.hanning(7)",
            "np.hamming(8)",
            "np.blackman(9)",
            "np.bartlett(6)",
            "np.logspace(0, 2, 5)",
            "np.geomspace(1, 1000, 4)",
        ),
        ("float64",),
    ),
    (("np.isclose(v, w)", "np.allclose(v, v)", "np.array_equal(v, w)", "np.array_equal(v, v)"), NUMBERS),
    (
        (
            "np.heaviside(v, 0.5)",
            "np.sinc(v)",
            "np.logaddexp(v, w)",
            "np.logaddexp2(v, w)",
            "np.float_power(r, v)",
        ),
        FLOATS,
    ),
    (("np.round(v, 1)", "v.round()", "np.modf(v)[0]", "np.modf(v)[1]"), FLOATS),
    (("np.divmod(v, r + 1)[0]", "np.divmod(v, r + 1)[1]"), NUMBERS),
    (
        (
            "np.isposinf(v)",
            "np.isneginf(v)",
            "np.isreal(v)",
            "np.iscomplex(v)",
            "np.angle(v)",
            "np.angle(v, deg=True)",
        ),
        FLOATS,
    ),
    (("np.vdot(v, w)", "np.inner(a, b)", "np.angle(a)", "np.isreal(a)", "np.linalg.norm(a)"), COMPLEX),
    (
        (
            "np.meshgrid(v, w[:3])[0]",
            "np.meshgrid(v, w[:3])[1]",
            "np.meshgrid(v, w[:3], indexing='ij')[1]",
            "np.cross(a[:, :3], b[:, 3:])",
        ),
        NUMBERS,
    ),
]
