"""Models and data: networks of neurons, epidemics, solvers, bins, windows, small classes, recursion."""

import math
import random
from dataclasses import dataclass

import numpy as np

from snippets import snippet


R = np.random.default_rng(5)
X = R.random(60)
M = R.random((8, 6))
I = R.integers(0, 10, 40)


@snippet(R.random((20, 3)), R.integers(0, 2, 20))
def gaussian_nb(x, y):
    classes = np.unique(y)
    mu = np.array([x[y == c].mean(axis=0) for c in classes])
    var = np.array([x[y == c].var(axis=0) + 1e-9 for c in classes])
    logp = np.array([(-0.5 * np.log(2 * np.pi * v) - (x - m) ** 2 / (2 * v)).sum(axis=1) for m, v in zip(mu, var)])
    return classes[logp.argmax(axis=0)]


@snippet([4, 8, 3], 5)
def mlp_train(sizes, epochs):
    rng = np.random.default_rng(0)
    W = [rng.normal(0, 0.1, (a, b)) for a, b in zip(sizes[:-1], sizes[1:])]
    B = [np.zeros(b) for b in sizes[1:]]
    X = rng.random((10, 4))
    Y = rng.random((10, 3))
    losses = []
    for _ in range(epochs):
        acts = [X]
        for w, b in zip(W, B):
            acts.append(np.tanh(acts[-1] @ w + b))
        err = acts[-1] - Y
        losses.append((err**2).mean())
        delta = err * (1 - acts[-1] ** 2)
        for i in range(len(W) - 1, -1, -1):
            gw = acts[i].T @ delta
            delta = (delta @ W[i].T) * (1 - acts[i] ** 2)
            W[i] = W[i] - 0.1 * gw
    return losses


@snippet(X)
def stats_report(x):
    return {
        "mean": x.mean(),
        "std": x.std(),
        "median": np.median(x),
        "iqr": np.subtract(*np.percentile(x, [75, 25])),
        "skew": ((x - x.mean()) ** 3).mean() / x.std() ** 3,
    }


@snippet(M)
def zca(x):
    xc = x - x.mean(0)
    cov = xc.T @ xc / len(x)
    w, v = np.linalg.eigh(cov)
    return xc @ (v * (1 / np.sqrt(w + 1e-5))) @ v.T


@snippet(50, 3)
def random_walks(n, k):
    rng = np.random.default_rng(9)
    steps = rng.choice([-1, 1], size=(k, n))
    walks = steps.cumsum(axis=1)
    return walks[:, -1], np.abs(walks).max(axis=1), (walks == 0).any(axis=1)


@snippet(10, 0.3, 0.1, 40)
def sir(n, beta, gamma, days):
    s, i, r = n - 1.0, 1.0, 0.0
    out = []
    for _ in range(days):
        new = beta * s * i / n
        rec = gamma * i
        s, i, r = s - new, i + new - rec, r + rec
        out.append((s, i, r))
    return np.array(out), max(out, key=lambda t: t[1])[1]


@snippet(R.random((6, 6)))
def jacobi(a):
    a = a + a.T + 12 * np.eye(6)
    b = np.ones(6)
    x = np.zeros_like(b)
    D = np.diag(a)
    Rm = a - np.diagflat(D)
    for it in range(100):
        xn = (b - Rm @ x) / D
        if np.linalg.norm(xn - x, ord=np.inf) < 1e-10:
            return xn, it
        x = xn
    raise ValueError("diverged")


@snippet(R.random((6, 6)))
def conjugate_gradient(a):
    a = a @ a.T + np.eye(6)
    b = np.arange(6.0)
    x = np.zeros(6)
    r = b - a @ x
    p = r.copy()
    rs = r @ r
    res = [np.sqrt(rs)]
    while res[-1] > 1e-8 and len(res) < 50:
        ap = a @ p
        alpha = rs / (p @ ap)
        x += alpha * p
        r -= alpha * ap
        new = r @ r
        p = r + (new / rs) * p
        rs = new
        res.append(np.sqrt(rs))
    return x, len(res)


@snippet(X, 10)
def equal_freq_bins(x, k):
    q = np.quantile(x, np.linspace(0, 1, k + 1))
    lab = np.searchsorted(q[1:-1], x, side="right")
    return q, np.bincount(lab, minlength=k)


@snippet(np.array(["2024-01-05", "2024-02-10", "2024-02-11"], dtype="datetime64[D]"), np.array([1.0, 2.0, 3.0]))
def by_month(dates, values):
    months = dates.astype("datetime64[M]")
    return [(str(m), float(values[months == m].sum())) for m in np.unique(months)]


@snippet("the quick brown fox jumps over the lazy dog the end")
def top_words(text, n=2):
    counts = {}
    for w in text.split():
        counts[w] = counts.get(w, 0) + 1
    return sorted(counts.items(), key=lambda kv: (-kv[1], kv[0]))[:n]


@snippet([[1, 2, 3], [4, 5, 6]])
def transpose_list(m):
    return [list(row) for row in zip(*m)]


@snippet([[2, 1], [1, 3]], [[1, 0], [0, 1]])
def matmul_lists(a, b):
    return [[sum(x * y for x, y in zip(row, col)) for col in zip(*b)] for row in a]


@snippet(30)
def sieve(n):
    flags = [True] * (n + 1)
    flags[0] = flags[1] = False
    for i in range(2, int(n**0.5) + 1):
        if flags[i]:
            flags[i * i :: i] = [False] * len(flags[i * i :: i])
    return [i for i, f in enumerate(flags) if f]


@snippet(X, np.array([1, 2, 1]) / 4)
def smooth_reflect(x, k):
    h = len(k) // 2
    ext = np.concatenate([x[h:0:-1], x, x[-2 : -h - 2 : -1]])
    return np.array([np.dot(ext[i : i + len(k)], k) for i in range(len(x))])


@snippet(R.random((5, 5)))
def pagerank(a):
    a = (a > 0.5).astype(float)
    deg = a.sum(axis=1, keepdims=True)
    p = np.divide(a, deg, out=np.full_like(a, 1 / 5), where=deg > 0)
    r = np.ones(5) / 5
    for _ in range(50):
        r = 0.85 * p.T @ r + 0.15 / 5
    return r / r.sum()


@snippet(R.random((10, 2)))
def dbscan(p):
    n = len(p)
    labels = [-1] * n
    c = 0
    for i in range(n):
        if labels[i] != -1:
            continue
        nb = [j for j in range(n) if np.linalg.norm(p[i] - p[j]) < 0.3]
        if len(nb) < 3:
            continue
        labels[i] = c
        queue = list(nb)
        while queue:
            j = queue.pop()
            if labels[j] == -1:
                labels[j] = c
                nj = [k for k in range(n) if np.linalg.norm(p[j] - p[k]) < 0.3]
                if len(nj) >= 3:
                    queue.extend(nj)
        c += 1
    return labels, c


@snippet(R.random((3, 20)))
def envelopes(sig):
    out = []
    for ch in sig:
        up = [ch[0]]
        for v in ch[1:]:
            up.append(max(v, 0.9 * up[-1]))
        out.append(up)
    return np.array(out)


@snippet(R.random(16), "hann")
def windowed(x, kind):
    if kind == "hann":
        w = np.hanning(len(x))
    elif kind == "hamming":
        w = np.hamming(len(x))
    else:
        w = np.ones(len(x))
    return np.abs(np.fft.rfft(x * w))


@snippet(R.random((4, 4)), "max")
def pool(img, mode="max"):
    f = {"max": np.max, "mean": np.mean}[mode]
    h, w = img.shape
    return np.array([[f(img[i : i + 2, j : j + 2]) for j in range(0, w, 2)] for i in range(0, h, 2)])


@snippet(R.random(100), R.random(100))
def hist2d_entropy(x, y):
    h, _, _ = np.histogram2d(x, y, bins=5)
    p = h / h.sum()
    px, py = p.sum(1), p.sum(0)
    nz = p > 0
    return (p[nz] * np.log(p[nz] / np.outer(px, py)[nz])).sum()


@snippet(20, 4)
def sandpile(n, k):
    g = np.full((n, n), 0)
    g[n // 2, n // 2] = 200
    while (g >= 4).any():
        t = g >= 4
        g[t] -= 4
        g[1:] += t[:-1]
        g[:-1] += t[1:]
        g[:, 1:] += t[:, :-1]
        g[:, :-1] += t[:, 1:]
    return g.sum(), np.bincount(g.ravel(), minlength=4)


@snippet(np.array([1.0, 2, 3, 4]), np.array([2.1, 3.9, 6.2, 8.1]), np.array([0.1, 0.2, 0.1, 0.2]))
def weighted_fit(x, y, s):
    w = 1 / s**2
    A = np.column_stack([x, np.ones_like(x)])
    cov = np.linalg.inv(A.T @ (w[:, None] * A))
    p = cov @ (A.T @ (w * y))
    chi2 = np.sum(((y - A @ p) / s) ** 2)
    return p, np.sqrt(np.diag(cov)), chi2


@snippet(6)
def hilbert_cond(n):
    H = np.array([[1 / (i + j + 1) for j in range(n)] for i in range(n)])
    return np.linalg.cond(H) > 1e5, np.round(np.linalg.inv(H)[0, :3])


@snippet(R.random((6, 3)), 2)
def pairwise_min(x, k):
    d = np.sqrt(((x[:, None, :] - x[None, :, :]) ** 2).sum(-1))
    np.fill_diagonal(d, np.inf)
    return d.argmin(1), np.sort(d, axis=1)[:, :k]


@snippet(12, 5)
def gray_codes(n, bits):
    return [format(i ^ (i >> 1), f"0{bits}b") for i in range(n)]


@snippet(np.array([3.0, 1, 2]), ("c", "a", "b"))
def rank_names(score, names):
    return [names[i] for i in np.argsort(score)]


@snippet(X)
def crossings(x):
    s = np.sign(x - x.mean())
    s[s == 0] = 1
    idx = np.where(np.diff(s) != 0)[0]
    return idx, np.diff(idx).mean() if len(idx) > 1 else np.nan


@snippet(1000, 7)
def lcg(n, seed):
    out = np.empty(n)
    state = seed
    for i in range(n):
        state = (1103515245 * state + 12345) % 2**31
        out[i] = state / 2**31
    return out.mean(), out[:3]


@snippet(np.array([0.1, 0.2, 0.7]), 200)
def alias_sample(p, n):
    rng = np.random.default_rng(1)
    c = np.cumsum(p)
    return np.bincount(np.searchsorted(c, rng.random(n)), minlength=len(p)) / n


@snippet(R.random((4, 5)), [0, 2])
def drop_cols(m, cols):
    keep = [j for j in range(m.shape[1]) if j not in cols]
    return m[:, keep], np.delete(m, cols, axis=1)


@snippet([{"name": "a", "v": 1.5}, {"name": "b", "v": 2.5}])
def mean_of_records(rows):
    return sum(r["v"] for r in rows) / len(rows), max(rows, key=lambda r: r["v"])["name"]


@snippet({"x": np.arange(4.0), "y": np.ones(4)})
def table_ops(df):
    z = df["x"] * 2 + df["y"]
    return z, float(z.mean()), sorted(df)


class Welford:
    def __init__(self):
        self.n = 0
        self.mean = 0.0
        self.m2 = 0.0

    def push(self, x):
        self.n += 1
        d = x - self.mean
        self.mean += d / self.n
        self.m2 += d * (x - self.mean)

    @property
    def var(self):
        return self.m2 / (self.n - 1) if self.n > 1 else float("nan")


@snippet(X)
def online(x):
    w = Welford()
    for v in x:
        w.push(v)
    return w.n, w.mean, w.var


@dataclass
class Vec:
    x: float
    y: float

    def __add__(self, o):
        return Vec(self.x + o.x, self.y + o.y)

    def __mul__(self, k):
        return Vec(self.x * k, self.y * k)

    def norm(self):
        return math.hypot(self.x, self.y)


@snippet(10)
def orbit(n):
    p, v = Vec(1.0, 0.0), Vec(0.0, 1.0)
    for _ in range(n):
        a = p * (-1 / p.norm() ** 3)
        v = v + a * 0.01
        p = p + v * 0.01
    return p.norm(), p


@snippet(4)
def nqueens(n):
    def place(row, cols, d1, d2):
        if row == n:
            return 1
        total = 0
        for c in range(n):
            if c in cols or row + c in d1 or row - c in d2:
                continue
            total += place(row + 1, cols | {c}, d1 | {row + c}, d2 | {row - c})
        return total

    return place(0, set(), set(), set())


@snippet(3)
def hanoi(n):
    moves = []

    def go(k, a, b, c):
        if k:
            go(k - 1, a, c, b)
            moves.append((a, c))
            go(k - 1, b, a, c)

    go(n, 0, 1, 2)
    return moves


@snippet("ACGTACGT")
def gc_windows(s):
    return [round((s[i : i + 4].count("G") + s[i : i + 4].count("C")) / 4, 2) for i in range(len(s) - 3)]


@snippet(R.random((5, 2)), R.random((3, 2)))
def chamfer(a, b):
    d = np.linalg.norm(a[:, None] - b[None], axis=-1)
    return d.min(1).mean() + d.min(0).mean()


@snippet(R.random(30), 3, 2)
def embed(x, dim, tau):
    n = len(x) - (dim - 1) * tau
    return np.stack([x[i * tau : i * tau + n] for i in range(dim)], axis=1)


@snippet(R.random((4, 4)))
def is_symmetric_etc(a):
    s = (a + a.T) / 2
    return np.allclose(s, s.T), np.all(np.linalg.eigvalsh(s @ s.T + np.eye(4)) > 0), np.trace(s), np.isclose(np.linalg.det(np.eye(4)), 1)
