"""Filters, steps in time, tables and searches, as scientists write them."""
from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from snippets import snippet

r = np.random.default_rng(1)


@snippet(r.random(40), 0.3)
def exponential_filter(x, alpha):
    y = np.empty_like(x)
    if x.size == 0:
        return y
    y[0] = x[0]
    for i in range(1, len(x)):
        y[i] = alpha * x[i] + (1 - alpha) * y[i - 1]
    return y


@snippet(r.random((9, 8)), 1)
def median_filter(img, k):
    h, w = img.shape
    out = np.zeros_like(img)
    for i in range(h):
        for j in range(w):
            win = img[max(0, i - k):i + k + 1, max(0, j - k):j + k + 1]
            out[i, j] = np.median(win)
    return out


@snippet(r.random(30), 50)
def bootstrap_mean(data, n_boot, seed=0):
    rng = np.random.default_rng(seed)
    means = np.empty(n_boot)
    for b in range(n_boot):
        idx = rng.integers(0, len(data), len(data))
        means[b] = data[idx].mean()
    lo, hi = np.percentile(means, [2.5, 97.5])
    return {"mean": means.mean(), "low": lo, "high": hi}


@snippet(r.random(30), 0.1, 1.0, 10)
def heat_steps(u, dt, dx, steps):
    u = u.copy()
    c = dt / dx ** 2
    for _ in range(steps):
        u[1:-1] += c * (u[2:] - 2 * u[1:-1] + u[:-2])
    return u


@snippet(np.arange(10.0), r.random(10), r.random(20) * 12 - 1)
def interpolate_line(x, y, xi):
    out = np.full(xi.shape, np.nan)
    idx = np.searchsorted(x, xi) - 1
    ok = (idx >= 0) & (idx < len(x) - 1)
    i = idx[ok]
    t = (xi[ok] - x[i]) / (x[i + 1] - x[i])
    out[ok] = (1 - t) * y[i] + t * y[i + 1]
    return out, int(ok.sum())


@snippet(np.array([1.0, -2.0, -5.0]), 3.0)
def newton_of_polynomial(c, x0, tol=1e-10, maxit=50):
    dc = np.polyder(c)
    x = x0
    for it in range(maxit):
        fx = np.polyval(c, x)
        if abs(fx) < tol:
            return x, it
        d = np.polyval(dc, x)
        if d == 0:
            return None
        x = x - fx / d
    return x, maxit


@snippet(r.random((40, 2)), 3, 10)
def lloyd_clusters(points, k, iters):
    centers = points[:k].copy()
    labels = np.zeros(len(points), dtype=int)
    for _ in range(iters):
        d = ((points[:, None, :] - centers[None, :, :]) ** 2).sum(axis=2)
        new = d.argmin(axis=1)
        if np.array_equal(new, labels) and _ > 0:
            break
        labels = new
        for j in range(k):
            m = labels == j
            if m.any():
                centers[j] = points[m].mean(axis=0)
    inertia = sum(((points[labels == j] - centers[j]) ** 2).sum() for j in range(k))
    return centers, labels, inertia


@snippet(r.random((20, 4)), 2)
def principal_components(X, n):
    Xc = X - X.mean(axis=0)
    cov = Xc.T @ Xc / (len(X) - 1)
    w, v = np.linalg.eigh(cov)
    order = np.argsort(w)[::-1]
    w = w[order]
    return {"variance": w[:n], "ratio": w[:n] / w.sum(), "scores": np.abs(Xc @ v[:, order[:n]])}


@snippet(np.arange(10.0), r.random(10))
def line_fit(x, y):
    n = len(x)
    if n < 2:
        return None
    A = np.vstack([x, np.ones(n)]).T
    (slope, icpt), res, rank, sv = np.linalg.lstsq(A, y, rcond=None)
    yhat = slope * x + icpt
    ss = ((y - y.mean()) ** 2).sum()
    return slope, icpt, 1 - ((y - yhat) ** 2).sum() / ss


W = np.where(r.random((8, 8)) < 0.4, r.random((8, 8)), np.inf)
np.fill_diagonal(W, 0)

@snippet(W)
def shortest_paths(w):
    d = w.copy()
    n = d.shape[0]
    for k in range(n):
        d = np.minimum(d, d[:, k, None] + d[None, k, :])
    return d, np.isinf(d).sum()


@snippet("GATTACA", "GCATGCU")
def local_alignment(a, b, match=2, mismatch=-1, gap=-2):
    H = np.zeros((len(a) + 1, len(b) + 1), dtype=int)
    best, pos = 0, (0, 0)
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            s = match if a[i - 1] == b[j - 1] else mismatch
            H[i, j] = max(0, H[i - 1, j - 1] + s, H[i - 1, j] + gap, H[i, j - 1] + gap)
            if H[i, j] > best:
                best, pos = H[i, j], (i, j)
    return best, pos, H


@snippet(r.random(64), 100.0, 20.0)
def low_pass(x, fs, cutoff):
    X = np.fft.rfft(x)
    fr = np.fft.rfftfreq(len(x), 1 / fs)
    X[fr > cutoff] = 0
    y = np.fft.irfft(X, n=len(x))
    return y, fr[np.argmax(np.abs(X[1:])) + 1]


@snippet(np.arange("2020-01-10", "2020-04-05", dtype="datetime64[D]"), r.random(86))
def monthly_means(days, values):
    months = days.astype("datetime64[M]")
    um = np.unique(months)
    out = np.zeros(len(um))
    for i, m in enumerate(um):
        out[i] = values[months == m].mean()
    return um, out


R = np.zeros(6, dtype=[("m", "f8"), ("x", "f8", (3,)), ("id", "i4")])
R["m"] = r.random(6)
R["x"] = r.random((6, 3))

@snippet(R, 2.0)
def centre_of_mass(rec, g):
    total = 0.0
    com = np.zeros(3)
    for p in rec:
        total += p["m"]
        com += p["m"] * p["x"]
    rec["m"] *= g
    return com / total, rec["m"].max()


@snippet(np.array([0, 2, 3, 5]), np.array([0, 2, 1, 0, 2]), r.random(5), r.random(3))
def sparse_product(indptr, indices, data, x):
    y = np.zeros(len(indptr) - 1, dtype=x.dtype)
    for i in range(len(y)):
        s, e = indptr[i], indptr[i + 1]
        y[i] = np.dot(data[s:e], x[indices[s:e]])
    return y


@snippet(np.array([[0.0, 0], [4, 0], [4, 3], [0, 3]]), (1.0, 1.0))
def polygon_facts(poly, p):
    inside = False
    n = len(poly)
    j = n - 1
    for i in range(n):
        xi, yi = poly[i]
        xj, yj = poly[j]
        if (yi > p[1]) != (yj > p[1]) and p[0] < (xj - xi) * (p[1] - yi) / (yj - yi) + xi:
            inside = not inside
        j = i
    x, y = poly.T
    area = 0.5 * abs(np.dot(x, np.roll(y, 1)) - np.dot(y, np.roll(x, 1)))
    return inside, area


@snippet(r.random((5, 4)), r.random((5, 3)))
def rotate_by_quaternions(q, v):
    q = q / np.linalg.norm(q, axis=-1, keepdims=True)
    w, u = q[..., :1], q[..., 1:]
    t = 2 * np.cross(u, v)
    return v + w * t + np.cross(u, t)


@snippet(6, 50, 2.0, 1)
def ising_sweeps(n, steps, T, seed):
    rng = np.random.default_rng(seed)
    s = rng.choice([-1, 1], size=(n, n))
    m = []
    for _ in range(steps):
        i, j = rng.integers(0, n, 2)
        nb = s[(i + 1) % n, j] + s[i - 1, j] + s[i, (j + 1) % n] + s[i, j - 1]
        dE = 2 * s[i, j] * nb
        if dE <= 0 or rng.random() < np.exp(-dE / T):
            s[i, j] *= -1
        m.append(s.mean())
    return np.array(m), s


@snippet(3, 1.0)
def gaussian_kernel(n, sigma):
    ax = np.arange(-n, n + 1)
    xx, yy = np.meshgrid(ax, ax)
    k = np.exp(-(xx ** 2 + yy ** 2) / (2.0 * sigma ** 2))
    return k / k.sum()


@snippet(r.random(20), 4)
def window_statistics(x, w):
    v = np.lib.stride_tricks.sliding_window_view(x, w)
    return v.mean(axis=-1), v.max(axis=1) - v.min(axis=1), v.std(axis=1, ddof=1)


@snippet(r.random(50), 8)
def entropy_of_histogram(x, bins):
    h, e = np.histogram(x, bins=bins)
    p = h / h.sum()
    nz = p[p > 0]
    return -(nz * np.log2(nz)).sum(), e, h


@snippet(np.array([3, 1, 4, 1, 5, 9, 2, 6, 5]))
def mid_ranks(x):
    order = np.argsort(x, kind="stable")
    ranks = np.empty(len(x))
    i = 0
    while i < len(x):
        j = i
        while j + 1 < len(x) and x[order[j + 1]] == x[order[i]]:
            j += 1
        ranks[order[i:j + 1]] = (i + j) / 2 + 1
        i = j + 1
    return ranks


@snippet(np.array([17.0, 20, 30, 24.9]))
def weight_classes(bmi):
    labels = []
    for b in bmi:
        if b < 18.5:
            labels.append("under")
        elif b < 25:
            labels.append("normal")
        else:
            labels.append("over")
    counts = {}
    for label in labels:
        counts[label] = counts.get(label, 0) + 1
    return labels, counts


@dataclass
class Pendulum:
    g: float = 9.81
    L: float = 1.0
    damping: float = 0.1


@snippet(Pendulum(), 0.5, 20)
def damped_pendulum(p, theta, n, dt=0.01):
    om = 0.0
    out = np.empty((n, 2))
    for i in range(n):
        om += dt * (-p.g / p.L * np.sin(theta) - p.damping * om)
        theta += dt * om
        out[i] = theta, om
    return out


@snippet(r.random((6, 3)), r.random(6))
def gravity(pos, mass, G=1.0, eps=1e-3):
    n = len(pos)
    acc = np.zeros_like(pos)
    pot = 0.0
    for i in range(n):
        for j in range(i + 1, n):
            rij = pos[j] - pos[i]
            d2 = rij @ rij + eps ** 2
            inv = d2 ** -1.5
            acc[i] += G * mass[j] * rij * inv
            acc[j] -= G * mass[i] * rij * inv
            pot -= G * mass[i] * mass[j] / np.sqrt(d2)
    return acc, pot


@snippet((1.0, 0.5), (1.0, 0.0, 0.0), 1.0, 0.1)
def reaction_chain(k, c0, t_end, dt):
    A, B, C = c0
    hist = [(0.0, A, B, C)]
    t = 0.0
    while t < t_end:
        r1 = k[0] * A
        r2 = k[1] * B
        A, B, C = A - dt * r1, B + dt * (r1 - r2), C + dt * r2
        t += dt
        hist.append((t, A, B, C))
    return np.array(hist)
