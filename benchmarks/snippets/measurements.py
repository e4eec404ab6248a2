"""What is done with measurements, pictures and graphs: gaps, crossings, filters, states of a model, tours, spectra."""

import math
import random
from dataclasses import dataclass, field

import numpy as np

from snippets import snippet


R = np.random.default_rng(2)
X = R.random(60)
Y = R.random(60)
M = R.random((8, 6))
A = R.random((5, 5))
I = R.integers(0, 10, 40)


@snippet(np.array([1.0, 2.0, np.nan, 4.0, np.nan, 6.0]))
def fill_gaps(x):
    ok = ~np.isnan(x)
    return np.interp(np.arange(len(x)), np.flatnonzero(ok), x[ok])


@snippet(I)
def run_lengths(x):
    change = np.flatnonzero(np.diff(x)) + 1
    starts = np.r_[0, change]
    lens = np.diff(np.r_[starts, len(x)])
    return list(zip(x[starts].tolist(), lens.tolist()))


@snippet(X, Y)
def linfit(x, y):
    slope, icpt = np.polyfit(x, y, 1)
    r = y - (slope * x + icpt)
    ss = 1 - (r**2).sum() / ((y - y.mean()) ** 2).sum()
    return slope, icpt, ss


@snippet(X, 3, 0.2)
def ewma_crossings(x, n, alpha):
    s = x[0]
    out = [s]
    for v in x[1:]:
        s = alpha * v + (1 - alpha) * s
        out.append(s)
    out = np.array(out)
    return np.where(np.sign(x - out)[1:] != np.sign(x - out)[:-1])[0]


@snippet(R.random((4, 4, 3)))
def to_gray(img):
    return (img @ [0.299, 0.587, 0.114] * 255).round().astype(np.uint8)


@snippet(R.random((9, 9)))
def median_filter(img):
    p = np.pad(img, 1, "reflect")
    w = np.lib.stride_tricks.sliding_window_view(p, (3, 3))
    return np.median(w, axis=(2, 3))


@snippet(R.random((12, 3)), np.array([0.5, 0.5, 0.5]))
def knn(points, q, k=3):
    d = ((points - q) ** 2).sum(1)
    idx = np.argpartition(d, k)[:k]
    idx = idx[np.argsort(d[idx])]
    return idx, np.sqrt(d[idx])


@snippet([3, 1, 4, 1, 5, 9, 2, 6])
def describe(v):
    a = np.asarray(v, dtype=float)
    return dict(n=len(v), mean=a.mean(), sd=a.std(ddof=1), q=np.quantile(a, [0.25, 0.5, 0.75]).tolist(), mode=max(set(v), key=v.count))


@snippet(365.25, 0.1, 2.0)
def kepler(period, ecc, t):
    m = 2 * np.pi * t / period
    e = m
    for _ in range(20):
        de = (e - ecc * np.sin(e) - m) / (1 - ecc * np.cos(e))
        e -= de
        if abs(de) < 1e-12:
            break
    nu = 2 * np.arctan2(np.sqrt(1 + ecc) * np.sin(e / 2), np.sqrt(1 - ecc) * np.cos(e / 2))
    return np.degrees(nu) % 360


@snippet(np.array([10.0, 20.5, -33.0]), np.array([1.0, 100.0, 151.0]), 12.0, 55.0)
def haversine(lat, lon, lat0, lon0):
    lat, lon, lat0, lon0 = map(np.radians, (lat, lon, lat0, lon0))
    h = np.sin((lat - lat0) / 2) ** 2 + np.cos(lat) * np.cos(lat0) * np.sin((lon - lon0) / 2) ** 2
    return 2 * 6371 * np.arcsin(np.sqrt(h))


@snippet(0.1, 40, 40)
def heat(alpha, n, steps):
    u = np.zeros((n, n))
    u[n // 2, n // 2] = 100
    for _ in range(steps):
        u[1:-1, 1:-1] += alpha * (u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2] - 4 * u[1:-1, 1:-1])
    return u.max(), u.sum()


@snippet(40, 100)
def wave(n, steps):
    x = np.linspace(0, 1, n)
    u = np.sin(np.pi * x)
    prev = u.copy()
    c2 = 0.5
    hist = np.empty((steps, n))
    for t in range(steps):
        nxt = np.empty(n)
        nxt[0] = nxt[-1] = 0
        nxt[1:-1] = 2 * u[1:-1] - prev[1:-1] + c2 * (u[2:] - 2 * u[1:-1] + u[:-2])
        prev, u = u, nxt
        hist[t] = u
    return hist[-1], np.ptp(hist, axis=0)


@snippet(200)
def mandel(n):
    y, x = np.ogrid[-1.2:1.2:20j, -2:0.5:30j]
    c = x + 1j * y
    z = np.zeros_like(c)
    out = np.zeros(c.shape, int)
    for i in range(n):
        m = np.abs(z) <= 2
        z[m] = z[m] ** 2 + c[m]
        out[m] = i
    return out


@snippet(10)
def life(steps):
    g = np.zeros((10, 10), bool)
    g[1, 2] = g[2, 3] = g[3, 1] = g[3, 2] = g[3, 3] = True
    for _ in range(steps):
        nb = sum(np.roll(g, (i, j), (0, 1)).astype(int) for i in (-1, 0, 1) for j in (-1, 0, 1) if (i, j) != (0, 0))
        g = (nb == 3) | (g & (nb == 2))
    return g


@snippet(np.array([0.2, 0.3, 0.5]), np.array([[0.9, 0.1], [0.5, 0.5], [0.2, 0.8]]), [0, 1, 1, 0])
def viterbi(pi, emit, obs):
    trans = np.full((3, 3), 1 / 3)
    delta = np.log(pi) + np.log(emit[:, obs[0]])
    back = []
    for o in obs[1:]:
        s = delta[:, None] + np.log(trans)
        back.append(s.argmax(0))
        delta = s.max(0) + np.log(emit[:, o])
    path = [int(delta.argmax())]
    for b in reversed(back):
        path.append(int(b[path[-1]]))
    return path[::-1]


@snippet(np.array([0.5, 0.25, 0.25]))
def entropy(p):
    p = p[p > 0]
    return -(p * np.log2(p)).sum()


@snippet(R.integers(0, 3, 30), R.integers(0, 3, 30))
def confusion(t, p):
    k = max(t.max(), p.max()) + 1
    cm = np.zeros((k, k), dtype=int)
    np.add.at(cm, (t, p), 1)
    prec = np.diag(cm) / np.maximum(cm.sum(0), 1)
    rec = np.diag(cm) / np.maximum(cm.sum(1), 1)
    f1 = 2 * prec * rec / np.where(prec + rec == 0, 1, prec + rec)
    return cm, f1.mean()


@snippet(R.random(20), R.random(20) > 0.5)
def roc_auc(score, y):
    order = np.argsort(-score)
    y = y[order]
    tpr = np.cumsum(y) / y.sum()
    fpr = np.cumsum(~y) / (~y).sum()
    return np.trapezoid(tpr, fpr) if hasattr(np, "trapezoid") else np.trapz(tpr, fpr)


@dataclass
class Particle:
    pos: np.ndarray
    vel: np.ndarray
    mass: float = 1.0
    trail: list = field(default_factory=list)

    def step(self, dt, force):
        self.vel = self.vel + force / self.mass * dt
        self.pos = self.pos + self.vel * dt
        self.trail.append(float(self.pos[0]))


@snippet(10)
def fly(n):
    p = Particle(np.zeros(2), np.array([1.0, 2.0]))
    for _ in range(n):
        p.step(0.1, np.array([0.0, -9.81]))
    return p.pos, p.trail


class Grid:
    def __init__(self, n, h=0.1):
        self.n, self.h = n, h
        self.u = np.zeros(n)

    @property
    def x(self):
        return np.arange(self.n) * self.h

    def laplacian(self):
        return (np.roll(self.u, 1) - 2 * self.u + np.roll(self.u, -1)) / self.h**2

    def __len__(self):
        return self.n


@snippet(16)
def diffuse(n):
    g = Grid(n)
    g.u = np.exp(-((g.x - 0.8) ** 2))
    for _ in range(10):
        g.u = g.u + 0.001 * g.laplacian()
    return g.u, len(g)


@snippet(5)
def pascal(n):
    rows = [[1]]
    for _ in range(n):
        r = rows[-1]
        rows.append([1] + [a + b for a, b in zip(r, r[1:])] + [1])
    return rows


@snippet(R.random((3, 7)))
def normalise_rows(m):
    for r in m:
        r /= r.sum()
    return m


@snippet(R.random(30), 0.3)
def threshold_segments(x, t):
    segs = []
    start = None
    for i, v in enumerate(x):
        if v > t and start is None:
            start = i
        elif v <= t and start is not None:
            segs.append((start, i))
            start = None
    if start is not None:
        segs.append((start, len(x)))
    return segs


@snippet(R.random((6, 2)))
def tsp_greedy(p):
    left = set(range(1, len(p)))
    tour = [0]
    length = 0.0
    while left:
        last = p[tour[-1]]
        nxt = min(left, key=lambda j: np.hypot(*(p[j] - last)))
        length += np.hypot(*(p[nxt] - last))
        tour.append(nxt)
        left.remove(nxt)
    return tour, length


@snippet(np.arange(12).reshape(3, 4), "C")
def flatten_order(m, order):
    return m.ravel(order), m.T.flatten(), m[::-1, ::2].tolist()


@snippet(R.random((3, 3)), 3)
def expm_taylor(a, n):
    out = np.eye(len(a))
    term = np.eye(len(a))
    for k in range(1, 20):
        term = term @ a / k
        out += term
    return out, np.linalg.matrix_power(a, n)


@snippet(np.array([3, 7, 11]), 100)
def coin_change(coins, total):
    ways = np.zeros(total + 1, np.int64)
    ways[0] = 1
    for c in coins:
        for t in range(c, total + 1):
            ways[t] += ways[t - c]
    return ways[total]


@snippet(R.random(16), R.random(16))
def cross_corr_fft(a, b):
    c = np.fft.ifft(np.fft.fft(a) * np.conj(np.fft.fft(b))).real
    k = np.argmax(c)
    return k if k < len(a) // 2 else k - len(a)


@snippet(X)
def spectrum(x, fs=10.0):
    w = np.hanning(len(x))
    p = np.abs(np.fft.rfft(x * w)) ** 2
    f = np.fft.rfftfreq(len(x), 1 / fs)
    return f[p.argmax()], 10 * np.log10(p.max() / p.mean())


@snippet([(1, 2, 3.0), (2, 3, 1.5), (1, 3, 5.0), (3, 4, 1.0)])
def kruskal(edges):
    parent = {}

    def find(x):
        parent.setdefault(x, x)
        while parent[x] != x:
            parent[x] = parent[parent[x]]
            x = parent[x]
        return x

    total = 0
    for u, v, w in sorted(edges, key=lambda e: e[2]):
        a, b = find(u), find(v)
        if a != b:
            parent[a] = b
            total += w
    return total


@snippet({"a": {"b": 1, "c": 4}, "b": {"c": 2, "d": 5}, "c": {"d": 1}, "d": {}}, "a")
def dijkstra(graph, src):
    import heapq

    dist = {src: 0}
    pq = [(0, src)]
    while pq:
        d, u = heapq.heappop(pq)
        if d > dist.get(u, math.inf):
            continue
        for v, w in graph[u].items():
            nd = d + w
            if nd < dist.get(v, math.inf):
                dist[v] = nd
                heapq.heappush(pq, (nd, v))
    return dist


@snippet(np.linspace(0, 1, 11), 3)
def bspline_basis(t, k):
    knots = np.concatenate(([0] * k, np.linspace(0, 1, 5), [1] * k))

    def basis(i, d, x):
        if d == 0:
            return 1.0 if knots[i] <= x < knots[i + 1] else 0.0
        a = 0.0 if knots[i + d] == knots[i] else (x - knots[i]) / (knots[i + d] - knots[i]) * basis(i, d - 1, x)
        b = 0.0 if knots[i + d + 1] == knots[i + 1] else (knots[i + d + 1] - x) / (knots[i + d + 1] - knots[i + 1]) * basis(i + 1, d - 1, x)
        return a + b

    return np.array([[basis(i, k, x) for i in range(len(knots) - k - 1)] for x in t])


@snippet(R.random((5, 4)), R.random((5, 4)))
def cosine_matrix(a, b):
    na = a / np.linalg.norm(a, axis=1, keepdims=True)
    nb = b / np.linalg.norm(b, axis=1, keepdims=True)
    return np.einsum("ik,jk->ij", na, nb)


@snippet(X, 5)
def softmax_topk(x, k):
    e = np.exp(x - x.max())
    p = e / e.sum()
    top = np.argsort(p)[::-1][:k]
    return [(int(i), round(float(p[i]), 4)) for i in top]


@snippet(R.random((4, 3, 2)))
def tensor_ops(t):
    return np.moveaxis(t, 0, -1).shape, np.tensordot(t, t, axes=([0, 1], [0, 1])), t.swapaxes(0, 2).sum(axis=(0, 2)), np.squeeze(t[:1])


@snippet(300.0, 0.5)
def planck(temp, lam):
    h, c, k = 6.626e-34, 3e8, 1.381e-23
    lam_m = lam * 1e-6
    return 2 * h * c**2 / lam_m**5 / (np.expm1(h * c / (lam_m * k * temp)))


@snippet(np.array([[0, 1], [1, 0]], complex), 3)
def kron_gate(x, n):
    out = np.eye(1, dtype=complex)
    for i in range(n):
        out = np.kron(out, x if i == 1 else np.eye(2))
    state = np.zeros(2**n, complex)
    state[0] = 1
    return (out @ state), np.abs(out @ state) ** 2
