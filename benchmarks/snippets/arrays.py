"""Whole arrays: slices, masks, broadcasting, reductions."""

import numpy as np
from snippets import snippet

rng = np.random.default_rng(2)
A = rng.normal(size=40)
B = rng.normal(size=40)
M = rng.normal(size=(12, 9))
S = rng.normal(size=(6, 6))
K = rng.integers(0, 9, 60)
V = rng.normal(size=(4, 5, 6))


@snippet(A)
def standardize(a):
    return (a - a.mean()) / a.std(ddof=1)


@snippet(M)
def softmax(m):
    e = np.exp(m - m.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


@snippet(A, 0.0)
def replace_below(a, low):
    a[a < low] = low
    return a


@snippet(A)
def drop_nan(a):
    a = a.copy()
    a[3] = np.nan
    return a[~np.isnan(a)].mean()


@snippet(M, K[:5])
def fancy_rows(m, k):
    return m[k] + m[k, :1]


@snippet(A, 4)
def windows(a, w):
    view = np.lib.stride_tricks.sliding_window_view(a, w)
    return view.max(axis=1)


@snippet(A)
def central_difference(a):
    d = np.empty_like(a)
    d[1:-1] = (a[2:] - a[:-2]) / 2
    d[0] = a[1] - a[0]
    d[-1] = a[-1] - a[-2]
    return d


@snippet(M)
def covariance(m):
    c = m - m.mean(axis=0)
    return c.T @ c / (len(m) - 1)


@snippet(rng.normal(size=(10, 2)))
def distance_matrix(p):
    return np.sqrt(((p[:, None, :] - p[None, :, :]) ** 2).sum(-1))


@snippet(A, B)
def correlation(a, b):
    am, bm = a - a.mean(), b - b.mean()
    return (am * bm).sum() / np.sqrt((am**2).sum() * (bm**2).sum())


@snippet(S)
def power_iteration(a):
    v = np.ones(a.shape[0])
    for _ in range(30):
        v = a @ v
        v /= np.linalg.norm(v)
    return v @ a @ v


@snippet(A)
def tuple_operand(a):
    shape = (4, 10)
    m = a.reshape(shape)
    return m * (1.0,) + np.array(shape).sum()


@snippet(A)
def name_changes_rank(x):
    x = x.reshape(8, 5)
    x = x.sum(axis=0)
    x = x.max()
    return x


@snippet(M)
def in_place_ops(m):
    m += 1
    m *= 2
    m[1:] -= m[:-1].copy()
    m **= 2
    return m


@snippet(A)
def where_three(a):
    return np.where(a > 0, np.sqrt(np.abs(a)), -1.0)


@snippet(A)
def select_cases(a):
    return np.select([a < -1, a < 0, a < 1], [-1.0, a, a**2], default=5.0)


@snippet(V)
def axis_tuple(v):
    return v.sum(axis=(0, 2)), v.mean(axis=(1, 2), keepdims=True), v.max(axis=(0, 1))


@snippet(A)
def text_dtypes(a):
    z = np.zeros(5, dtype="float32")
    return a.astype("int32"), z, a.astype("f4"), np.arange(3, dtype="i8")


@snippet(A)
def type_objects(a):
    return a.astype(int), np.zeros(3, dtype=a.dtype), np.ones((2, 2), a.dtype), a.astype(np.float32)


@snippet(K)
def histogram_by_hand(k):
    h = np.zeros(k.max() + 1, dtype=np.int64)
    np.add.at(h, k, 1)
    return h


@snippet(A, B)
def out_argument(a, b):
    r = np.empty_like(a)
    np.multiply(a, b, out=r)
    np.add(r, 1, out=r)
    return r


@snippet(A, B)
def where_argument(a, b):
    r = np.zeros_like(a)
    np.divide(a, b, out=r, where=b > 0)
    return r, np.sum(a, where=a > 0)


@snippet(M)
def flat_iteration(m):
    total = 0.0
    for x in m.flat:
        total += x
    return total


@snippet(M)
def nd_enumerate(m):
    out = np.zeros(m.shape)
    for (i, j), x in np.ndenumerate(m):
        out[i, j] = x * i - j
    return out


@snippet(V)
def nd_index(v):
    total = 0.0
    for index in np.ndindex(v.shape):
        total += v[index]
    return total


@snippet(M)
def nd_index_parts(m):
    total = 0.0
    for i, j in np.ndindex(*m.shape):
        total += m[i, j] * (i + j)
    return total


@snippet(S)
def triangles(s):
    i, j = np.triu_indices(len(s), k=1)
    lower = s[np.tril_indices(6)]
    return s[i, j], lower, np.tril(s), np.triu(s, 1)


@snippet(S)
def diagonal_update(s):
    s[np.diag_indices(len(s))] = 0
    np.fill_diagonal(s, 3.5)
    return s, s.trace(), s.diagonal()


@snippet(M)
def places(m):
    rows = np.argwhere(m > 0.5)
    i, j = np.where(m > 1)
    return rows, m[i, j], np.count_nonzero(m > 0)


@snippet(A)
def split_parts(a):
    left, right = np.split(a, 2)
    parts = np.array_split(a, 3)
    return left + right, parts[0].sum(), parts[2].sum()


@snippet(4, 5)
def index_grids(n, m):
    y, x = np.indices((n, m))
    gx, gy = np.meshgrid(np.arange(m), np.arange(n))
    return x + 10 * y, gx * gy


@snippet(9)
def mgrid(n):
    y, x = np.mgrid[0:n, 0:n]
    r = np.sqrt((x - n // 2) ** 2 + (y - n // 2) ** 2)
    return (r < 3).sum(), r


@snippet(A, B)
def stack_and_cut(a, b):
    both = np.column_stack((a, b))
    up_down = np.vstack([a, b])
    return both[:5], np.hstack((a, b))[-3:], np.concatenate([up_down, up_down[::-1]], axis=1).shape


@snippet(M)
def mask_2d(m):
    mask = (m > -1) & (m < 1)
    m[mask] *= 2
    m[~mask] = np.nan
    return np.nansum(m, axis=0), np.nanmean(m)


@snippet(A)
def chained_methods(a):
    return a.reshape(4, -1).T.copy().ravel().cumsum().clip(-2, 2).round(3)


@snippet(A)
def negative_steps(a):
    return a[::-1], a[-5:], a[::-2][1:4], a[5:1:-1]


@snippet(V)
def ellipsis_and_newaxis(v):
    return v[..., 0], v[0, ..., np.newaxis].shape, v[:, None].shape, v.transpose(2, 0, 1)[1]


@snippet(M, 2.5)
def empty_results(m, limit):
    big = m[m > 100]
    return big.sum(), big.size == 0, len(big)


@snippet(S)
def linear_system(a):
    b = np.arange(6.0)
    x = np.linalg.solve(a, b)
    return x, np.linalg.det(a), np.linalg.inv(a) @ b


@snippet(S)
def factors(s):
    u, w, vt = np.linalg.svd(s)
    values = np.linalg.eigvalsh(s + s.T)
    q, r = np.linalg.qr(s)
    return w, values, np.abs(q @ r - s).max() < 1e-9


@snippet(A, 3)
def roll_and_pad(a, n):
    return np.roll(a, n), np.pad(a, n), np.pad(a, (1, 2), mode="edge")


@snippet(A)
def view_as(a):
    b = a.view(np.int64)
    return (b >> 52) & 0x7FF


@snippet(K)
def group_means(k):
    x = np.arange(k.size) * 0.5
    sums = np.bincount(k, weights=x)
    counts = np.bincount(k)
    return sums / np.maximum(counts, 1)


@snippet(M)
def outer_and_einsum(m):
    return np.einsum("ij,ik->jk", m, m), np.outer(m[0], m[1]), np.tensordot(m, m, axes=([0], [0]))


@snippet(A)
def half_precision(a):
    h = a.astype(np.float16)
    return (h * 2).astype(np.float32)


@snippet(np.array(["2024-01-01", "2024-03-05", "2024-12-31"], dtype="datetime64[D]"))
def dates(d):
    gaps = np.diff(d).astype(int)
    return gaps.max(), d[1] - d[0] > np.timedelta64(30, "D")


@snippet(np.array([(1, 2.5), (3, 4.5)], dtype=[("id", "i4"), ("x", "f8")]))
def structured(r):
    return r["x"].sum() + r["id"][1]


@snippet(A)
def boolean_sums(a):
    positive = a > 0
    return positive.sum(), positive.mean(), positive.any(), np.all(positive[:2])
