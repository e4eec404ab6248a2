"""Functions of NumPy, a few at a time."""

import numpy as np
from snippets import snippet

rng = np.random.default_rng(3)
A = rng.normal(size=40)
B = rng.normal(size=40)
M = rng.normal(size=(12, 9))
S = rng.normal(size=(6, 6))
K = rng.integers(0, 9, 60)
L = rng.integers(0, 9, 20)


@snippet(A, B)
def interpolate(a, b):
    xs = np.sort(a)
    return np.interp(np.linspace(-1, 1, 9), xs, b), np.searchsorted(xs, 0.1), np.digitize(b, xs[::8])


@snippet(A)
def statistics(a):
    return np.percentile(a, [5, 50, 95]), np.median(a), np.var(a), np.ptp(a), np.average(a, weights=np.abs(a))


@snippet(A, B)
def polynomials(a, b):
    c = np.polyfit(a, b, 2)
    return np.polyval(c, 0.5), np.polyval([1.0, 2.0, 3.0], a)


@snippet(A, B)
def gradients(a, b):
    return np.gradient(a), np.gradient(a, 0.1), np.trapezoid(a, dx=0.5), np.diff(a, 2), np.ediff1d(a)


@snippet(K, L)
def sets(k, ell):
    return np.unique(k), np.intersect1d(k, ell), np.union1d(k, ell), np.setdiff1d(k, ell), np.isin(k, ell)


@snippet(K)
def unique_counts(k):
    values, counts = np.unique(k, return_counts=True)
    return values[np.argmax(counts)], counts.max()


@snippet(K)
def unique_inverse(k):
    values, first, inverse = np.unique(k, return_index=True, return_inverse=True)
    return values[inverse], first


@snippet(A)
def histograms(a):
    counts, edges = np.histogram(a, bins=8)
    density, _ = np.histogram(a, bins=5, range=(-2, 2), density=True)
    return counts, edges, density


@snippet(A, B)
def histogram_2d(a, b):
    h, _, _ = np.histogram2d(a, b, bins=4)
    return h


@snippet(A, B)
def close_to(a, b):
    return np.allclose(a, a + 1e-12), np.isclose(a, b).any(), np.array_equal(a, b)


@snippet(M)
def accumulate(m):
    return np.cumsum(m, axis=1), np.cumprod(m, axis=0), np.maximum.accumulate(m, axis=1), np.add.reduce(m)


@snippet(A)
def sorting(a):
    order = np.argsort(a)
    return a[order], np.partition(a, 4)[4], np.argpartition(a, 3)[:3].sum(), np.lexsort((a, a > 0))


@snippet(A, B)
def convolutions(a, b):
    return np.convolve(a, [1, 2, 1], mode="same"), np.correlate(a, b[:5], "valid"), np.convolve(a, b)[:3]


@snippet(M)
def flips(m):
    return np.flip(m), np.fliplr(m), np.flipud(m), np.rot90(m), np.rot90(m, 2)


@snippet(S)
def repeats(s):
    return np.tile(s, (2, 1)), np.repeat(s, 2, axis=0), np.kron(s[:2, :2], np.eye(2)), np.repeat([1, 2], [3, 1])


@snippet(A)
def complex_numbers(a):
    z = a + 1j * a[::-1]
    return np.abs(z), np.angle(z), z.conj().real, z.imag, np.exp(1j * a), np.real_if_close(z * 0)


@snippet(A)
def nan_functions(a):
    a[2] = np.nan
    return np.nanmax(a), np.nanargmin(a), np.nanstd(a), np.nan_to_num(a), np.nanmedian(a), np.nanpercentile(a, 30)


@snippet(M)
def takes(m):
    k = np.argsort(m, axis=1)
    return np.take(m, [2, 0], axis=1), np.take_along_axis(m, k, axis=1), np.delete(m, 1, axis=0), np.insert(m[0], 2, 7)


@snippet(M)
def choose_places(m):
    i, j = np.unravel_index(np.argmax(m), m.shape)
    return int(i), int(j), np.ravel_multi_index((i, j), m.shape)


@snippet(A)
def piecewise(a):
    return np.piecewise(a, [a < 0, a >= 0], [lambda x: -x, lambda x: x**2]), np.heaviside(a, 0.5), np.sinc(a)


@snippet(A)
def vectorized(a):
    def clip_one(x, top):
        return x if x < top else top

    return np.vectorize(clip_one)(a, 0.5)


@snippet(M)
def apply_along(m):
    return np.apply_along_axis(lambda r: r.max() - r.min(), 1, m)


@snippet(6)
def makers(n):
    return np.eye(n), np.full((2, 3), 7.0), np.geomspace(1, 8, 4), np.logspace(0, 2, 3), np.vander(np.arange(3), 3)


@snippet(8)
def windows_of(n):
    return np.hanning(n), np.hamming(n), np.blackman(n), np.bartlett(n), np.kaiser(n, 4.0)


@snippet(A, B)
def binary_math(a, b):
    return np.hypot(a, b), np.arctan2(a, b), np.fmod(a, b), np.copysign(a, b), np.logaddexp(a, b), np.fmax(a, b)


@snippet(K, 3)
def integers(k, n):
    return np.gcd(k, n), np.lcm(k, n), np.left_shift(k, n), np.bitwise_xor(k, n), k // n, divmod(17, n), np.divmod(k, n)


@snippet(A)
def unary_math(a):
    b = np.abs(a) + 1
    return np.log1p(b), np.expm1(a), np.cbrt(a), np.deg2rad(a), np.arccosh(b), np.signbit(a), np.rint(a), np.log2(b)


@snippet(M)
def dimensions(m):
    a = np.expand_dims(m, 0)
    return np.squeeze(a).shape, np.moveaxis(a, 0, 2).shape, np.swapaxes(m, 0, 1), np.atleast_2d(m[0]).shape, m.ndim


@snippet(M)
def linalg_more(m):
    g = m.T @ m
    return np.linalg.matrix_rank(g), np.linalg.cond(g) > 0, np.linalg.pinv(m).shape, np.linalg.norm(m, axis=1)


@snippet(M)
def least_squares(m):
    x, residuals, rank, sv = np.linalg.lstsq(m, np.arange(12.0), rcond=None)
    return x, rank


@snippet(S)
def eigen(s):
    w, v = np.linalg.eigh(s @ s.T)
    return w, np.abs(v[:, -1])


@snippet(S)
def matrix_functions(s):
    p = s @ s.T + np.eye(6)
    c = np.linalg.cholesky(p)
    sign, logdet = np.linalg.slogdet(p)
    return c, sign * logdet, np.linalg.matrix_power(s, 3), np.trace(p), np.linalg.multi_dot([s, p, s])


@snippet(rng.normal(size=3), rng.normal(size=3))
def vectors(a, b):
    return np.cross(a, b), np.dot(a, b), np.inner(a, b), np.vdot(a, b)


@snippet(A)
def rounding(a):
    return np.round(a, 2), np.floor(a).astype(int), np.ceil(a), np.trunc(a), np.fix(a), round(a[0], 3)


@snippet(A)
def any_all_axis(a):
    m = a.reshape(5, 8) > 0
    return m.any(axis=0), m.all(axis=1), np.logical_or.reduce(m), np.logical_xor(m[0], m[1])


@snippet(A)
def limits(a):
    return np.finfo(np.float64).eps, np.iinfo(np.int32).max, np.finfo(a.dtype).tiny


@snippet(K)
def digits(k):
    return np.packbits(k > 4), np.unpackbits(np.array([7, 9], dtype=np.uint8)), np.binary_repr(5)


@snippet(A, B)
def cov_corr(a, b):
    return np.cov(a, b), np.corrcoef(a, b)[0, 1]


@snippet(S)
def upper_parts(s):
    iu = np.triu_indices_from(s)
    return s[iu].sum(), np.diag(s, 1), np.diagflat([1, 2]), np.tri(3)


@snippet(A)
def extract_place(a):
    b = a.copy()
    np.put(b, [0, 2], [9.0, 8.0])
    np.place(b, b < 0, [1.0])
    np.copyto(b[5:], 2.0)
    return b, np.extract(b > 1, b), np.compress(b > 1, b), np.choose([0, 1], [[1, 2], [3, 4]])


@snippet(M)
def block_and_ix(m):
    return np.block([[m[:2, :2], np.zeros((2, 1))], [np.ones((1, 3))]]), m[np.ix_([0, 2], [1, 3])]


@snippet(A)
def as_arrays(a):
    return np.asarray(a, dtype=np.float32), np.ascontiguousarray(a[::2]), np.array(a, copy=True), np.fromiter((x for x in a), float)
