"""Grids, graphs, chains and estimates, as scientists write them."""
from __future__ import annotations

import numpy as np

from snippets import snippet

r = np.random.default_rng(31)


@snippet(r.random((8, 9)), 1e-3)
def relax_potential(phi, tol):
    it = 0
    err = 1.0
    while err > tol and it < 200:
        old = phi.copy()
        phi[1:-1, 1:-1] = 0.25 * (old[:-2, 1:-1] + old[2:, 1:-1] + old[1:-1, :-2] + old[1:-1, 2:])
        phi[:, -1] = phi[:, -2]
        err = np.max(np.abs(phi - old))
        it += 1
    return it, err


@snippet(r.random(20), r.random(20), 0.1)
def burgers_step(rho, u, dx, cfl=0.5):
    flux = 0.5 * u ** 2
    a = np.maximum(np.abs(u), np.abs(np.roll(u, -1)))
    F = 0.5 * (flux + np.roll(flux, -1)) - 0.5 * a * (np.roll(u, -1) - u)
    dt = cfl * dx / np.abs(u).max()
    rho[...] = rho - dt / dx * np.gradient(rho)
    return u - dt / dx * (F - np.roll(F, 1)), dt


@snippet(r.random((5, 5)), r.random(5))
def eliminate(a, b):
    n = a.shape[0]
    A = a.astype(float).copy()
    x = b.astype(float).copy()
    for k in range(n):
        p = k + np.argmax(np.abs(A[k:, k]))
        if A[p, k] == 0:
            raise ValueError("matrix is singular at column %d" % k)
        if p != k:
            A[[k, p]] = A[[p, k]]
            x[[k, p]] = x[[p, k]]
        for i in range(k + 1, n):
            m = A[i, k] / A[k, k]
            A[i, k:] -= m * A[k, k:]
            x[i] -= m * x[k]
    for i in range(n - 1, -1, -1):
        x[i] = (x[i] - A[i, i + 1:] @ x[i + 1:]) / A[i, i]
    return x


@snippet(r.random((9, 10)), 0.5)
def label_regions(img, t):
    h, w = img.shape
    lab = np.zeros((h, w), dtype=np.int32)
    cur = 0
    sizes = []
    for i in range(h):
        for j in range(w):
            if img[i, j] > t and lab[i, j] == 0:
                cur += 1
                stack = [(i, j)]
                lab[i, j] = cur
                n = 0
                while stack:
                    y, x = stack.pop()
                    n += 1
                    for dy, dx in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                        yy, xx = y + dy, x + dx
                        if 0 <= yy < h and 0 <= xx < w and img[yy, xx] > t and not lab[yy, xx]:
                            lab[yy, xx] = cur
                            stack.append((yy, xx))
                sizes.append(n)
    return lab, sizes


@snippet(np.array([1, 3, 4, 5]), np.array([1.0, 4.0, 5.0, 7.0]), 7)
def knapsack(weights, values, cap):
    best = np.zeros(cap + 1, dtype=values.dtype)
    keep = np.zeros((len(weights), cap + 1), dtype=bool)
    for i, (w, v) in enumerate(zip(weights, values)):
        for c in range(cap, w - 1, -1):
            if best[c - w] + v > best[c]:
                best[c] = best[c - w] + v
                keep[i, c] = True
    chosen = []
    c = cap
    for i in reversed(range(len(weights))):
        if keep[i, c]:
            chosen.append(i)
            c -= weights[i]
    return best[cap], chosen[::-1]


@snippet(r.random(20), r.random(20), 5)
def cross_correlation(x, y, lag):
    x = (x - x.mean()) / x.std()
    y = (y - y.mean()) / y.std()
    c = np.correlate(x, y, mode="full") / len(x)
    mid = len(x) - 1
    sub = c[mid - lag:mid + lag + 1]
    return sub, int(np.argmax(sub)) - lag


@snippet(50)
def prime_gaps(n):
    sieve = np.ones(n + 1, dtype=bool)
    sieve[:2] = False
    for i in range(2, int(n ** 0.5) + 1):
        if sieve[i]:
            sieve[i * i::i] = False
    p = np.flatnonzero(sieve)
    gaps = np.diff(p)
    return p, gaps.max() if len(gaps) else None


@snippet(10, 8, -2.0, 1.0, -1.0, 1.0, 20)
def escape_times(width, height, xmin, xmax, ymin, ymax, maxiter):
    x = np.linspace(xmin, xmax, width)
    y = np.linspace(ymin, ymax, height)
    c = x[np.newaxis, :] + 1j * y[:, np.newaxis]
    z = np.zeros_like(c)
    div = np.zeros(c.shape, dtype=int)
    for i in range(maxiter):
        m = np.abs(z) <= 2
        z[m] = z[m] ** 2 + c[m]
        div[m] = i
    return div


@snippet(np.array([0, 1, 2, 1]), np.array([0.6, 0.4]), np.array([[0.7, 0.3], [0.4, 0.6]]), np.array([[0.5, 0.4, 0.1], [0.1, 0.3, 0.6]]))
def viterbi(obs, start, trans, emit):
    T, N = len(obs), len(start)
    d = np.zeros((T, N))
    back = np.zeros((T, N), dtype=int)
    d[0] = np.log(start) + np.log(emit[:, obs[0]])
    for t in range(1, T):
        s = d[t - 1][:, None] + np.log(trans)
        back[t] = s.argmax(0)
        d[t] = s.max(0) + np.log(emit[:, obs[t]])
    path = [int(d[-1].argmax())]
    for t in range(T - 1, 0, -1):
        path.insert(0, int(back[t, path[0]]))
    return path, d[-1].max()


@snippet(np.array([1.0, 2, 3]), np.array([0.0, 1]))
def polynomial_facts(p, q):
    return np.convolve(p, q), np.polyadd(p, q), np.roots(np.trim_zeros(p, "f")).size


@snippet(np.arange(6.0), r.random(6))
def cubic_spline(x, y):
    n = len(x)
    h = np.diff(x)
    A = np.zeros((n, n))
    rhs = np.zeros(n)
    A[0, 0] = A[-1, -1] = 1
    for i in range(1, n - 1):
        A[i, i - 1:i + 2] = h[i - 1], 2 * (h[i - 1] + h[i]), h[i]
        rhs[i] = 3 * ((y[i + 1] - y[i]) / h[i] - (y[i] - y[i - 1]) / h[i - 1])
    c = np.linalg.solve(A, rhs)
    b = np.diff(y) / h - h * (2 * c[:-1] + c[1:]) / 3
    d = np.diff(c) / (3 * h)
    return np.column_stack((y[:-1], b, c[:-1], d))


@snippet(r.random(30) * 10, r.random(30), 2.5)
def folded_profile(t, series, period):
    phase = (t % period) / period
    order = phase.argsort()
    nb = 5
    which = np.digitize(phase, np.linspace(0, 1, nb + 1)) - 1
    prof = np.bincount(which, weights=series, minlength=nb) / np.maximum(np.bincount(which, minlength=nb), 1)
    return phase[order], series[order], prof


S = r.random((5, 5))
S = S + S.T

@snippet(S)
def power_iteration(A, tol=1e-8, maxiter=100):
    n = A.shape[0]
    v = np.ones(n) / np.sqrt(n)
    lam = 0
    for k in range(maxiter):
        w = A @ v
        new = v @ w
        v = w / np.linalg.norm(w)
        if abs(new - lam) < tol:
            break
        lam = new
    else:
        k = -1
    return new, np.abs(v), k


@snippet(r.random((6, 3)))
def gram_schmidt(A):
    Q = np.zeros(A.shape)
    R = np.zeros((A.shape[1], A.shape[1]))
    for j in range(A.shape[1]):
        v = A[:, j].astype(float)
        for i in range(j):
            R[i, j] = Q[:, i] @ A[:, j]
            v -= R[i, j] * Q[:, i]
        R[j, j] = np.sqrt(np.sum(v ** 2))
        Q[:, j] = v / R[j, j]
    return Q, R


@snippet(np.linspace(0, 3, 8), np.linspace(0, 2, 6), 0.5, [0.0, 0.5, 1.0])
def steepest_place(x, y, z, levels):
    X, Y = np.meshgrid(x, y, indexing="ij")
    F = np.sin(X) * np.cos(Y) + z
    gx, gy = np.gradient(F, x[1] - x[0], y[1] - y[0])
    mag = np.hypot(gx, gy)
    i, j = np.unravel_index(mag.argmax(), mag.shape)
    return (X[i, j], Y[i, j]), [int((F > l).sum()) for l in levels]


@snippet(r.random(64), 16, 8)
def spectrogram(signal, frame, hop):
    n = 1 + (len(signal) - frame) // hop
    win = np.hanning(frame)
    S = np.empty((frame // 2 + 1, n), dtype=complex)
    for k in range(n):
        S[:, k] = np.fft.rfft(win * signal[k * hop:k * hop + frame])
    P = 20 * np.log10(np.abs(S) + 1e-12)
    return np.abs(S), P.max(axis=0) > P.mean()


@snippet(r.integers(0, 2, (8, 8)), 4)
def life(grid, gens):
    hist = []
    for _ in range(gens):
        nb = sum(np.roll(np.roll(grid, i, 0), j, 1) for i in (-1, 0, 1) for j in (-1, 0, 1) if (i, j) != (0, 0))
        grid = ((nb == 3) | ((grid == 1) & (nb == 2))).astype(grid.dtype)
        hist.append(int(grid.sum()))
    return grid, hist


@snippet(100.0, 95.0, 1.0, 0.2, 0.05, 20)
def binomial_option(S0, K, T, vol, rate, n):
    dt = T / n
    u = np.exp(vol * np.sqrt(dt))
    d = 1 / u
    p = (np.exp(rate * dt) - d) / (u - d)
    prices = S0 * u ** np.arange(n, -1, -1) * d ** np.arange(0, n + 1)
    v = np.maximum(K - prices, 0)
    for i in range(n - 1, -1, -1):
        prices = prices[:-1] * d
        v = np.exp(-rate * dt) * (p * v[:-1] + (1 - p) * v[1:])
        v = np.maximum(v, K - prices)
    return v[0]


@snippet(r.random((8, 8)) < 0.3, 0)
def breadth_first(adj, src):
    n = len(adj)
    dist = {src: 0}
    queue = [src]
    while queue:
        v = queue.pop(0)
        for w in np.flatnonzero(adj[v]):
            w = int(w)
            if w not in dist:
                dist[w] = dist[v] + 1
                queue.append(w)
    ecc = max(dist.values())
    return dist, ecc, len(dist) == n


@snippet(r.integers(0, 2, (6, 6)))
def page_rank(link, d=0.85, tol=1e-9):
    n = link.shape[0]
    out = link.sum(axis=1)
    P = np.where(out[:, None] > 0, link / np.where(out == 0, 1, out)[:, None], 1.0 / n)
    rank = np.full(n, 1 / n)
    while True:
        new = (1 - d) / n + d * rank @ P
        if np.abs(new - rank).sum() < tol:
            return new, new.argsort()[::-1]
        rank = new


@snippet(r.random((5, 6)), 1, "reflect")
def laplacian_filter(x, pad, mode):
    if mode == "reflect":
        p = np.pad(x, pad, mode="reflect")
    elif mode == "edge":
        p = np.pad(x, pad, mode="edge")
    else:
        raise ValueError(f"unknown mode {mode!r}")
    ker = np.array([[0, 1, 0], [1, -4, 1], [0, 1, 0]])
    h, w = x.shape
    out = np.zeros(x.shape)
    for di in range(3):
        for dj in range(3):
            out += ker[di, dj] * p[pad - 1 + di:pad - 1 + di + h, pad - 1 + dj:pad - 1 + dj + w]
    return out


@snippet(np.array([5.0, 3, 3, 8, 1]), np.array([1, 0, 1, 1, 1]))
def kaplan_meier(times, events):
    order = np.argsort(times)
    times, events = times[order], events[order]
    surv = 1.0
    out = []
    for t in np.unique(times):
        at_risk = (times >= t).sum()
        died = events[times == t].sum()
        surv *= 1 - died / at_risk
        out.append((t, surv))
    return np.array(out)


@snippet(r.random(20), np.arange(20) % 3)
def anova(x, groups):
    k = groups.max() + 1
    n = np.bincount(groups)
    s = np.zeros(k)
    np.add.at(s, groups, x)
    mean = s / n
    within = ((x - mean[groups]) ** 2).sum()
    between = (n * (mean - x.mean()) ** 2).sum()
    F = (between / (k - 1)) / (within / (len(x) - k))
    return F, mean


@snippet(r.random(6) * 90, r.random(6) * 180)
def nearest_stations(lat, lon, R=6371.0):
    la, lo = np.radians(lat), np.radians(lon)
    dla = la[:, None] - la
    dlo = lo[:, None] - lo
    a = np.sin(dla / 2) ** 2 + np.cos(la)[:, None] * np.cos(la) * np.sin(dlo / 2) ** 2
    D = 2 * R * np.arcsin(np.sqrt(a))
    np.fill_diagonal(D, np.inf)
    nn = D.argmin(axis=1)
    return nn, D[np.arange(len(nn)), nn]
