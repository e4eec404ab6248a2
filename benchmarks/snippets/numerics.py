"""What a student of numerics, statistics and physics writes with NumPy: fits, integrators, linear algebra, lattices, alignments."""

import collections
import itertools
import math
import random
from typing import NamedTuple

import numpy as np

from snippets import snippet


R = np.random.default_rng(1)
X = R.random(60)
Y = R.random(60)
M = R.random((8, 6))
A = R.random((5, 5))
I = R.integers(0, 10, 40)


@snippet(M, np.arange(8) % 3)
def class_centroids(x, labels):
    return {int(c): x[labels == c].mean(axis=0) for c in np.unique(labels)}


@snippet(X)
def rolling_zscore(x, w=5):
    out = np.full_like(x, np.nan)
    for i in range(w, len(x)):
        win = x[i - w : i]
        s = win.std()
        out[i] = (x[i] - win.mean()) / s if s > 0 else 0.0
    return out


@snippet(M, R.random(8))
def ridge(x, y, lam=0.1):
    return np.linalg.solve(x.T @ x + lam * np.eye(x.shape[1]), x.T @ y)


@snippet(R.random((30, 2)), 3)
def kmeans(points, k, iters=10):
    rng = np.random.default_rng(0)
    centers = points[rng.choice(len(points), k, replace=False)]
    for _ in range(iters):
        d = np.linalg.norm(points[:, None] - centers[None], axis=2)
        labels = d.argmin(axis=1)
        new = np.array([points[labels == j].mean(axis=0) if (labels == j).any() else centers[j] for j in range(k)])
        if np.allclose(new, centers):
            break
        centers = new
    return centers, labels


@snippet(M)
def pca(x, k=2):
    xc = x - x.mean(0)
    u, s, vt = np.linalg.svd(xc, full_matrices=False)
    return np.abs(xc @ vt[:k].T), s**2 / (len(x) - 1)


@snippet(R.random((6, 4)), R.integers(0, 2, 6), 20)
def logistic(x, y, n):
    w = np.zeros(x.shape[1])
    b = 0.0
    losses = []
    for _ in range(n):
        p = 1 / (1 + np.exp(-(x @ w + b)))
        g = p - y
        w -= 0.1 * x.T @ g / len(y)
        b -= 0.1 * g.mean()
        losses.append(-np.mean(y * np.log(p + 1e-12) + (1 - y) * np.log(1 - p + 1e-12)))
    return w, b, losses


class Layer:
    def __init__(self, w, b):
        self.w = w
        self.b = b

    def forward(self, x):
        return np.maximum(x @ self.w + self.b, 0)


@snippet(R.random((4, 3)))
def two_layers(x):
    rng = np.random.default_rng(5)
    layers = [Layer(rng.normal(size=(3, 5)), np.zeros(5)), Layer(rng.normal(size=(5, 2)), np.ones(2))]
    for l in layers:
        x = l.forward(x)
    return x


@snippet(X, 7)
def savgol_like(x, w):
    half = w // 2
    t = np.arange(-half, half + 1)
    B = np.vander(t, 3, increasing=True)
    coef = np.linalg.pinv(B)[0]
    padded = np.pad(x, half, mode="edge")
    return np.convolve(padded, coef[::-1], mode="valid")


@snippet(X)
def peaks(x):
    return [(i, float(x[i])) for i in range(1, len(x) - 1) if x[i - 1] < x[i] > x[i + 1]]


@snippet(X, Y)
def spearman(x, y):
    rx = x.argsort().argsort()
    ry = y.argsort().argsort()
    return np.corrcoef(rx, ry)[0, 1]


@snippet(1000)
def mc_pi(n):
    rng = np.random.default_rng(3)
    p = rng.random((n, 2))
    return 4 * np.count_nonzero((p**2).sum(1) <= 1) / n


@snippet(100.0, 105.0, 0.05, 0.2, 1.0, 50)
def binomial_option(s, k, r, sigma, t, n):
    dt = t / n
    u = math.exp(sigma * math.sqrt(dt))
    d = 1 / u
    p = (math.exp(r * dt) - d) / (u - d)
    v = [max(0.0, s * u**j * d ** (n - j) - k) for j in range(n + 1)]
    for i in range(n - 1, -1, -1):
        v = [math.exp(-r * dt) * (p * v[j + 1] + (1 - p) * v[j]) for j in range(i + 1)]
    return v[0]


@snippet(R.integers(0, 256, (12, 12)).astype(np.uint8))
def otsu(img):
    hist = np.bincount(img.ravel(), minlength=256).astype(float)
    total = hist.sum()
    sum_all = np.dot(np.arange(256), hist)
    best, thr, wb, sb = -1.0, 0, 0.0, 0.0
    for t in range(256):
        wb += hist[t]
        if wb == 0:
            continue
        wf = total - wb
        if wf == 0:
            break
        sb += t * hist[t]
        mb, mf = sb / wb, (sum_all - sb) / wf
        var = wb * wf * (mb - mf) ** 2
        if var > best:
            best, thr = var, t
    return thr


@snippet(R.random((10, 10)) > 0.6)
def label_components(mask):
    labels = np.zeros(mask.shape, int)
    cur = 0
    for i, j in np.argwhere(mask):
        if labels[i, j]:
            continue
        cur += 1
        stack = [(i, j)]
        while stack:
            a, b = stack.pop()
            if 0 <= a < mask.shape[0] and 0 <= b < mask.shape[1] and mask[a, b] and not labels[a, b]:
                labels[a, b] = cur
                stack += [(a + 1, b), (a - 1, b), (a, b + 1), (a, b - 1)]
    return labels, cur


@snippet(R.random((10, 10)))
def sobel(img):
    kx = np.array([[-1, 0, 1], [-2, 0, 2], [-1, 0, 1]])
    gx = np.zeros_like(img)
    gy = np.zeros_like(img)
    for i in range(1, img.shape[0] - 1):
        for j in range(1, img.shape[1] - 1):
            patch = img[i - 1 : i + 2, j - 1 : j + 2]
            gx[i, j] = np.sum(patch * kx)
            gy[i, j] = (patch * kx.T).sum()
    return np.hypot(gx, gy), np.arctan2(gy, gx)


@snippet(np.array([0.0, 1.0, 0.5, 2.0]), 0.01, 100)
def lorenz_rk4(y0, dt, n):
    def f(y):
        return np.array([10 * (y[1] - y[0]), y[0] * (28 - y[2]) - y[1], y[0] * y[1] - 8 / 3 * y[2]])

    ys = [y0[:3]]
    for _ in range(n):
        y = ys[-1]
        k1 = f(y)
        k2 = f(y + dt / 2 * k1)
        k3 = f(y + dt / 2 * k2)
        k4 = f(y + dt * k3)
        ys.append(y + dt / 6 * (k1 + 2 * k2 + 2 * k3 + k4))
    return np.array(ys)


@snippet(R.random((5, 3)), R.random(5))
def nbody_energy(pos, mass):
    e = 0.0
    for i, j in itertools.combinations(range(len(mass)), 2):
        e -= mass[i] * mass[j] / np.linalg.norm(pos[i] - pos[j])
    return e


class Body(NamedTuple):
    m: float
    x: float
    v: float


@snippet([Body(1.0, 0.0, 0.1), Body(2.0, 1.0, -0.1), Body(0.5, 3.0, 0.0)])
def center_of_mass(bodies):
    total = sum(b.m for b in bodies)
    return sum(b.m * b.x for b in bodies) / total, max(bodies, key=lambda b: b.m).x


@snippet(X)
def autocorr(x, lags=10):
    xm = x - x.mean()
    c0 = np.dot(xm, xm)
    return np.array([1.0] + [np.dot(xm[:-k], xm[k:]) / c0 for k in range(1, lags)])


@snippet(X, 4)
def block_average(x, n):
    return x[: len(x) // n * n].reshape(-1, n).mean(axis=1)


@snippet(1.0, 1e-10)
def newton_cos(x, tol):
    steps = 0
    while abs(math.cos(x) - x) > tol:
        x -= (math.cos(x) - x) / (-math.sin(x) - 1)
        steps += 1
        if steps > 50:
            raise RuntimeError("no convergence")
    return x, steps


@snippet(lambda x: x**3 - 2, 0.0, 2.0)
def bisect_root(f, a, b):
    fa = f(a)
    while b - a > 1e-12:
        m = (a + b) / 2
        fm = f(m)
        if fa * fm <= 0:
            b = m
        else:
            a, fa = m, fm
    return (a + b) / 2


@snippet(math.sin, 0.0, math.pi)
def simpson(f, a, b, n=100):
    h = (b - a) / n
    return h / 3 * (f(a) + f(b) + 4 * sum(f(a + i * h) for i in range(1, n, 2)) + 2 * sum(f(a + i * h) for i in range(2, n, 2)))


@snippet(A)
def power_iteration(a):
    v = np.ones(a.shape[0]) / np.sqrt(a.shape[0])
    lam = 0
    for _ in range(100):
        w = a @ v
        lam_new = v @ w
        v = w / np.linalg.norm(w)
        if abs(lam_new - lam) < 1e-12:
            break
        lam = lam_new
    return lam, v


@snippet(A + 5 * np.eye(5), R.random(5))
def gauss_jordan(a, b):
    m = np.hstack([a, b[:, None]])
    n = len(b)
    for i in range(n):
        p = i + np.argmax(np.abs(m[i:, i]))
        m[[i, p]] = m[[p, i]]
        m[i] /= m[i, i]
        for r in range(n):
            if r != i:
                m[r] -= m[r, i] * m[i]
    return m[:, -1]


@snippet(A + 5 * np.eye(5))
def lu_doolittle(a):
    n = a.shape[0]
    L = np.eye(n)
    U = a.copy()
    for k in range(n - 1):
        L[k + 1 :, k] = U[k + 1 :, k] / U[k, k]
        U[k + 1 :] -= np.outer(L[k + 1 :, k], U[k])
    return L, U


@snippet(A)
def gram_schmidt(a):
    q = []
    for v in a.T:
        w = v - sum(np.dot(v, u) * u for u in q)
        n = np.linalg.norm(w)
        if n > 1e-10:
            q.append(w / n)
    return np.array(q)


@snippet(X)
def fft_recursive(x):
    def fft(a):
        n = len(a)
        if n == 1:
            return a
        if n % 2:
            return np.array([np.sum(a * np.exp(-2j * np.pi * k * np.arange(n) / n)) for k in range(n)])
        e, o = fft(a[::2]), fft(a[1::2])
        t = np.exp(-2j * np.pi * np.arange(n // 2) / n) * o
        return np.concatenate([e + t, e - t])

    return fft(x.astype(complex))


@snippet(R.random(50) * 100, np.array([0, 10, 50, 80, 100.0]))
def binned_stats(x, edges):
    idx = np.digitize(x, edges) - 1
    return [(x[idx == b].mean() if np.any(idx == b) else np.nan, int((idx == b).sum())) for b in range(len(edges) - 1)]


@snippet(X, 200)
def bootstrap_ci(x, n):
    rng = np.random.default_rng(11)
    means = np.empty(n)
    for i in range(n):
        means[i] = rng.choice(x, size=len(x), replace=True).mean()
    return np.percentile(means, [2.5, 97.5])


@snippet(0.3, 100, 5.0)
def metropolis(x0, n, beta):
    rng = np.random.default_rng(2)
    x = x0
    acc = 0
    chain = []
    for _ in range(n):
        y = x + rng.normal(0, 0.5)
        if rng.random() < np.exp(-beta * (y * y - x * x)):
            x = y
            acc += 1
        chain.append(x)
    return np.mean(chain), acc / n


@snippet(20, 50)
def ising(n, sweeps):
    rng = np.random.default_rng(4)
    s = rng.choice([-1, 1], size=(n, n))
    for _ in range(sweeps):
        i, j = rng.integers(0, n, 2)
        nb = s[(i + 1) % n, j] + s[i - 1, j] + s[i, (j + 1) % n] + s[i, j - 1]
        de = 2 * s[i, j] * nb
        if de <= 0 or rng.random() < np.exp(-de / 2.0):
            s[i, j] *= -1
    return s.sum(), s


@snippet(R.random((20, 2)))
def convex_hull(pts):
    p = sorted(map(tuple, pts))

    def half(points):
        h = []
        for q in points:
            while len(h) >= 2 and (h[-1][0] - h[-2][0]) * (q[1] - h[-2][1]) - (h[-1][1] - h[-2][1]) * (q[0] - h[-2][0]) <= 0:
                h.pop()
            h.append(q)
        return h

    return half(p)[:-1] + half(p[::-1])[:-1]


@snippet(R.random((6, 6)))
def floyd(w):
    d = w.copy()
    np.fill_diagonal(d, 0)
    for k in range(len(d)):
        d = np.minimum(d, d[:, k, None] + d[None, k, :])
    return d


@snippet("GATTACAGATTACA")
def kmers(seq, k=3):
    c = collections.Counter(seq[i : i + k] for i in range(len(seq) - k + 1))
    return c.most_common(3)


@snippet("GATTACA", "GCATGCU")
def needleman(a, b):
    d = np.zeros((len(a) + 1, len(b) + 1), int)
    d[:, 0] = -np.arange(len(a) + 1)
    d[0] = -np.arange(len(b) + 1)
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            d[i, j] = max(d[i - 1, j - 1] + (1 if a[i - 1] == b[j - 1] else -1), d[i - 1, j] - 1, d[i, j - 1] - 1)
    i, j = len(a), len(b)
    ra, rb = [], []
    while i > 0 or j > 0:
        if i > 0 and j > 0 and d[i, j] == d[i - 1, j - 1] + (1 if a[i - 1] == b[j - 1] else -1):
            ra.append(a[i - 1])
            rb.append(b[j - 1])
            i -= 1
            j -= 1
        elif i > 0 and d[i, j] == d[i - 1, j] - 1:
            ra.append(a[i - 1])
            rb.append("-")
            i -= 1
        else:
            ra.append("-")
            rb.append(b[j - 1])
            j -= 1
    return "".join(reversed(ra)), "".join(reversed(rb)), d[-1, -1]
