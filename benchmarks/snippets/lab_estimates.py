"""Small estimates and transforms, as scientists write them."""
from __future__ import annotations

import numpy as np

from snippets import snippet

r = np.random.default_rng(61)


@snippet(r.random((4, 20)), 5)
def smooth_rows(x, win, axis=-1):
    w = np.hanning(win)
    w /= w.sum()
    y = np.zeros_like(x, dtype=float)
    for i in range(x.shape[0]):
        y[i] = np.convolve(x[i], w, mode="same")
    return y, y.argmax(axis=axis)


@snippet(r.random(30), 30)
def first_passage(p, n):
    s = np.zeros(n)
    for i in range(1, n):
        s[i] = s[i - 1] + (1 if p[i % len(p)] > 0.5 else -1)
    first = np.where(s == 3)[0]
    return s, first[0] if first.size > 0 else -1


@snippet(0.0, 1.0)
def simpson_and_trapezoid(a, b, n=100):
    h = (b - a) / n
    x = a + h * np.arange(n + 1)
    y = np.exp(-x ** 2)
    simpson = h / 3 * (y[0] + 4 * y[1:-1:2].sum() + 2 * y[2:-1:2].sum() + y[-1])
    return simpson, np.trapezoid(y, x)


@snippet(np.append(r.random(20), 9.0))
def outliers(x):
    mad = np.median(np.abs(x - np.median(x)))
    if mad == 0:
        return np.zeros(x.shape, dtype=bool)
    return np.abs(0.6745 * (x - np.median(x)) / mad) > 3.5


D = r.random((5, 5)) + 5 * np.eye(5)

@snippet(D, r.random(5))
def over_relaxation(A, b, omega=1.2, tol=1e-8):
    x = np.zeros_like(b)
    for it in range(500):
        old = x.copy()
        for i in range(len(b)):
            s = A[i, :i] @ x[:i] + A[i, i + 1:] @ old[i + 1:]
            x[i] = (1 - omega) * old[i] + omega * (b[i] - s) / A[i, i]
        if np.linalg.norm(x - old, np.inf) < tol:
            return x, it + 1
    return x, None


@snippet(np.array([1.0, -2, 0, 3]))
def hemispheres(lat):
    out = {"north": 0, "south": 0, "equator": 0}
    for v in lat:
        key = "north" if v > 0 else "south" if v < 0 else "equator"
        out[key] += 1
    return out


@snippet(np.linspace(0, 1, 12), r.random(12), 2)
def vandermonde_fit(x, y, deg):
    V = np.vander(x, deg + 1)
    coef = np.linalg.solve(V.T @ V, V.T @ y)
    r2 = 1 - np.var(y - V @ coef) / np.var(y)
    return coef, r2


@snippet(r.random((4, 3)), np.array([0.0, 0, 1]), 0.5)
def rodrigues(v, axis, angle):
    k = axis / np.sqrt(np.sum(axis * axis))
    K = np.array([[0, -k[2], k[1]], [k[2], 0, -k[0]], [-k[1], k[0], 0]])
    R = np.eye(3) + np.sin(angle) * K + (1 - np.cos(angle)) * K @ K
    return v @ R.T


@snippet(np.array([1, -1, 1, 1]), 1.0, 0.5)
def spin_chain(spins, J, h):
    e = -J * np.sum(spins[:-1] * spins[1:]) - h * spins.sum()
    flips = []
    for i in range(len(spins)):
        left = spins[i - 1] if i > 0 else 0
        right = spins[i + 1] if i < len(spins) - 1 else 0
        flips.append(2 * spins[i] * (J * (left + right) + h))
    return e, np.array(flips)


@snippet(r.integers(0, 256, (8, 8)).astype(np.uint8))
def equalize(img, bins=16):
    h, _ = np.histogram(img, bins=bins, range=(0, 256))
    cdf = h.cumsum()
    lut = np.round(255 * (cdf - cdf.min()) / (cdf[-1] - cdf.min())).astype(np.uint8)
    return lut[(img // (256 // bins)).astype(int)]


@snippet(r.random(50), 5)
def block_errors(x, m):
    n = len(x) // m
    blocks = x[:n * m].reshape(n, m)
    mu = blocks.mean(axis=1)
    return mu, mu.std(ddof=1) / np.sqrt(n)


@snippet(r.random(20), 1.0, 0.1, 0.2, 8)
def wave_steps(u, c, dt, dx, steps, keepdims=False):
    prev = u.copy()
    cur = u.copy()
    C2 = (c * dt / dx) ** 2
    for _ in range(steps):
        nxt = np.zeros_like(cur)
        nxt[1:-1] = 2 * cur[1:-1] - prev[1:-1] + C2 * (cur[2:] - 2 * cur[1:-1] + cur[:-2])
        prev, cur = cur, nxt
    return cur, np.sum(cur ** 2, axis=0, keepdims=keepdims)


@snippet(r.random(8))
def plain_dft(x):
    n = len(x)
    k = np.arange(n)
    M = np.exp(-2j * np.pi * k.reshape(-1, 1) * k / n)
    X = M @ x
    return np.abs(X), np.angle(X[1:3]), np.allclose(X, np.fft.fft(x))


@snippet(np.array([[0, 1, 3.0], [1, 2, 1.0], [0, 2, 2.0], [2, 3, 5.0]]), 4)
def kruskal(edges, n):
    parent = list(range(n))
    def find(a):
        while parent[a] != a:
            parent[a] = parent[parent[a]]
            a = parent[a]
        return a
    total = 0.0
    picked = []
    for k in np.argsort(edges[:, 2]):
        a, b, w = edges[k]
        ra, rb = find(int(a)), find(int(b))
        if ra != rb:
            parent[ra] = rb
            total += w
            picked.append(int(k))
    return total, picked


@snippet(r.random(10), r.random(10))
def rank_correlations(x, y):
    rx = x.argsort().argsort()
    ry = y.argsort().argsort()
    n = len(x)
    rho = 1 - 6 * ((rx - ry) ** 2).sum() / (n * (n ** 2 - 1))
    tau = 0
    for i in range(n):
        for j in range(i):
            tau += np.sign(x[i] - x[j]) * np.sign(y[i] - y[j])
    return rho, tau / (n * (n - 1) / 2)


@snippet(0, r.random((5, 5)), 10)
def follow_table(state, table, n):
    seq = [state]
    for _ in range(n):
        state = int(np.argmax(table[state]))
        seq.append(state)
        if state in seq[:-1]:
            break
    return np.array(seq), len(set(seq))


@snippet(r.random((5, 4)))
def low_rank(a):
    u, s, vt = np.linalg.svd(a, full_matrices=False)
    k = int((s > 0.5 * s[0]).sum())
    approx = (u[:, :k] * s[:k]) @ vt[:k]
    return s, k, np.linalg.norm(a - approx)


@snippet(r.random((4, 3)), 0)
def log_sum_exp(z, axis):
    m = z.max(axis=axis, keepdims=True)
    return np.squeeze(m, axis=axis) + np.log(np.exp(z - m).sum(axis=axis))


@snippet(r.random((4, 4)), np.array([0, 1, 2, 3]))
def rolled_rows(a, shifts):
    n = a.shape[1]
    cols = (np.arange(n)[None, :] - shifts[:, None]) % n
    rolled = np.take_along_axis(a, cols, axis=1)
    upper = np.triu(rolled[:n, :n], 1)
    return rolled, upper[np.triu_indices(min(upper.shape), 1)]
