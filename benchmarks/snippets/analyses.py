"""What analysts compute: loops over arrays, small simulations, statistics, matrices, idioms of NumPy."""

import math
import random
from collections import Counter

import numpy as np
from snippets import snippet

rng = np.random.default_rng(11)


# Loops over arrays.


@snippet(np.array([3.0, -1.0, 4.0, 1.5, 9.2, -2.6]))
def running_maximum(values):
    out = np.empty_like(values)
    best = -np.inf
    for i, v in enumerate(values):
        if v > best:
            best = v
        out[i] = best
    return out


@snippet(rng.random((6, 7)))
def local_maxima(img):
    rows, cols = img.shape
    peaks = []
    for r in range(1, rows - 1):
        for c in range(1, cols - 1):
            window = img[r-1:r+2, c-1:c+2]
            if img[r, c] == window.max():
                peaks.append((r, c))
    return peaks


@snippet(np.array([1, 1, 2, 2, 2, 3, 1, 1]))
def run_length_encode(arr):
    runs = []
    start = 0
    for i in range(1, len(arr) + 1):
        if i == len(arr) or arr[i] != arr[start]:
            runs.append((int(arr[start]), i - start))
            start = i
    return runs


@snippet(rng.random(50), 5)
def exponential_smoothing(series, span):
    alpha = 2 / (span + 1)
    smoothed = np.zeros(len(series))
    smoothed[0] = series[0]
    for t in range(1, len(series)):
        smoothed[t] = alpha * series[t] + (1 - alpha) * smoothed[t - 1]
    return smoothed


@snippet(rng.integers(0, 256, (8, 8)).astype(np.uint8), 128)
def threshold_image(gray, level):
    binary = np.zeros_like(gray)
    binary[gray >= level] = 255
    fraction = np.count_nonzero(binary) / binary.size
    return binary, fraction


@snippet(rng.random((5, 5)), 0.1, 20)
def heat_explicit(u, r, steps):
    u = u.copy()
    for _ in range(steps):
        lap = np.zeros_like(u)
        lap[1:-1, 1:-1] = (u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2]
                           - 4 * u[1:-1, 1:-1])
        u += r * lap
    return u


# Small simulations.


@snippet(40, 9, 0.1, 0.02, 0.01, 0.3, 50)
def lotka_volterra(prey, predators, a, b, c, d, steps):
    dt = 0.05
    history = [(prey, predators)]
    for _ in range(steps):
        dp = (a * prey - b * prey * predators) * dt
        dq = (c * prey * predators - d * predators) * dt
        prey, predators = prey + dp, predators + dq
        history.append((prey, predators))
    return np.array(history)


@snippet(7, 1000)
def random_walk_distance(seed, n):
    random.seed(seed)
    x = y = 0
    for _ in range(n):
        direction = random.choice(["N", "S", "E", "W"])
        if direction == "N":
            y += 1
        elif direction == "S":
            y -= 1
        elif direction == "E":
            x += 1
        else:
            x -= 1
    return math.hypot(x, y)


@snippet(3, 20)
def queue_simulation(seed, customers):
    rng = np.random.default_rng(seed)
    arrivals = np.cumsum(rng.exponential(1.0, customers))
    service = rng.exponential(0.8, customers)
    finish = np.zeros(customers)
    wait = 0.0
    for i in range(customers):
        begin = arrivals[i] if i == 0 else max(arrivals[i], finish[i - 1])
        wait += begin - arrivals[i]
        finish[i] = begin + service[i]
    return {"mean_wait": wait / customers, "last": finish[-1]}


@snippet(np.array([[0, 1, 0, 0], [0, 1, 0, 1], [0, 1, 0, 0], [1, 0, 1, 0]]), 3)
def game_of_life(board, generations):
    for _ in range(generations):
        neighbours = sum(np.roll(np.roll(board, i, 0), j, 1)
                         for i in (-1, 0, 1) for j in (-1, 0, 1)
                         if (i, j) != (0, 0))
        board = ((neighbours == 3) | ((board == 1) & (neighbours == 2))).astype(int)
    return board


@snippet(0.5, 1.2, 200)
def damped_pendulum(theta0, damping, n):
    state = np.array([theta0, 0.0])
    dt = 0.01

    def deriv(s):
        return np.array([s[1], -9.81 * np.sin(s[0]) - damping * s[1]])

    for _ in range(n):
        k1 = deriv(state)
        k2 = deriv(state + dt / 2 * k1)
        k3 = deriv(state + dt / 2 * k2)
        k4 = deriv(state + dt * k3)
        state = state + dt / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
    return state


# Statistics.


@snippet([2.5, 3.1, 4.7, 5.0, 2.2, 8.9])
def five_number_summary(data):
    data = sorted(data)
    n = len(data)

    def median(xs):
        m = len(xs) // 2
        return xs[m] if len(xs) % 2 else (xs[m - 1] + xs[m]) / 2

    half = n // 2
    return {
        "min": data[0],
        "q1": median(data[:half]),
        "median": median(data),
        "q3": median(data[half + n % 2:]),
        "max": data[-1],
    }


@snippet(rng.normal(5, 2, 30), rng.normal(6, 2, 25))
def welch_t(a, b):
    va, vb = np.var(a, ddof=1) / len(a), np.var(b, ddof=1) / len(b)
    t = (a.mean() - b.mean()) / np.sqrt(va + vb)
    df = (va + vb) ** 2 / (va ** 2 / (len(a) - 1) + vb ** 2 / (len(b) - 1))
    return t, df


@snippet(rng.normal(0, 1, (40, 3)))
def correlation_matrix(X):
    Z = (X - X.mean(axis=0)) / X.std(axis=0, ddof=1)
    return Z.T @ Z / (len(X) - 1)


@snippet([1, 2, 2, 3, 3, 3, 4])
def mode_of(values):
    counts = Counter(values)
    top = max(counts.values())
    return [v for v, c in counts.items() if c == top]


@snippet(rng.normal(10, 3, 50), 42)
def bootstrap_mean_ci(sample, seed):
    rng = np.random.default_rng(seed)
    means = np.array([rng.choice(sample, size=len(sample)).mean() for _ in range(200)])
    low, high = np.percentile(means, [2.5, 97.5])
    return low, high


@snippet(np.array([1.0, 2.0, np.nan, 4.0, 100.0, 3.0, np.nan]))
def robust_zscore(x):
    ok = ~np.isnan(x)
    med = np.median(x[ok])
    mad = np.median(np.abs(x[ok] - med))
    z = np.full(x.shape, np.nan)
    z[ok] = 0.6745 * (x[ok] - med) / mad
    return z


@snippet([12.0, 15.5, 11.0], ["a", "b", "c"])
def weighted_table(values, names):
    total = sum(values)
    lines = []
    for name, value in zip(names, values):
        lines.append(f"{name:<5}{value:>8.2f}{value / total:>8.1%}")
    return "\n".join(lines)


# Matrix code.


@snippet(rng.random((4, 4)) + 4 * np.eye(4), rng.random(4))
def gauss_seidel(A, b):
    x = np.zeros_like(b)
    for iteration in range(100):
        old = x.copy()
        for i in range(len(b)):
            s = A[i, :i] @ x[:i] + A[i, i + 1:] @ old[i + 1:]
            x[i] = (b[i] - s) / A[i, i]
        if np.linalg.norm(x - old, np.inf) < 1e-10:
            break
    return x, iteration


@snippet(rng.random((5, 3)))
def gram_schmidt(V):
    Q = np.zeros_like(V)
    for j in range(V.shape[1]):
        q = V[:, j].copy()
        for k in range(j):
            q -= np.dot(Q[:, k], V[:, j]) * Q[:, k]
        Q[:, j] = q / np.linalg.norm(q)
    return Q


@snippet(rng.random((6, 2)))
def pairwise_distances(P):
    diff = P[:, None, :] - P[None, :, :]
    return np.sqrt((diff ** 2).sum(axis=-1))


@snippet(np.array([[4.0, 1.0], [2.0, 3.0]]), 50)
def power_method(A, iters):
    v = np.ones(A.shape[0])
    for _ in range(iters):
        v = A @ v
        v /= np.linalg.norm(v)
    eigenvalue = v @ A @ v
    return eigenvalue, v


@snippet(rng.random((4, 3)), rng.random(4))
def ridge(X, y, lam=0.1):
    n_features = X.shape[1]
    return np.linalg.solve(X.T @ X + lam * np.identity(n_features), X.T @ y)


@snippet([[1, 2], [3, 4]], [[5, 6], [7, 8]])
def matmul_lists(A, B):
    return [[sum(a * b for a, b in zip(row, col)) for col in zip(*B)] for row in A]


@snippet([[1, 2, 3], [4, 5, 6]])
def transpose_list(m):
    return [list(r) for r in zip(*m)]


@snippet(4)
def spiral_matrix(n):
    grid = np.zeros((n, n), dtype=np.int64)
    r = c = 0
    dr, dc = 0, 1
    for k in range(1, n * n + 1):
        grid[r, c] = k
        if grid[(r + dr) % n, (c + dc) % n] != 0:
            dr, dc = dc, -dr
        r, c = r + dr, c + dc
    return grid


# Numpy idioms.


@snippet(rng.random(20), np.array([0, 3, 3, 7, 19]))
def take_and_scatter(x, idx):
    counts = np.zeros(len(x), dtype=int)
    np.add.at(counts, idx, 1)
    return x[idx], counts, np.bincount(idx, minlength=len(x))


@snippet(rng.random((4, 6)))
def normalise_rows(m):
    sums = m.sum(axis=1, keepdims=True)
    sums[sums == 0] = 1
    return m / sums


@snippet(np.array([5, 3, 8, 1]), np.array(["e", "c", "h", "a"]))
def sort_together(keys, labels):
    order = np.argsort(keys)[::-1]
    return keys[order], labels[order]


@snippet(rng.random(30), 4)
def rolling_std(x, w):
    win = np.lib.stride_tricks.sliding_window_view(x, w)
    return win.std(axis=1)


@snippet(np.linspace(0, 10, 21), 2.5)
def trapezoid_above(x, cut):
    y = np.where(x > cut, np.sin(x), 0.0)
    return np.sum((y[1:] + y[:-1]) / 2 * np.diff(x))


@snippet(np.array([1, 2, 2, 5, 5, 5]))
def value_counts(a):
    values, counts = np.unique(a, return_counts=True)
    return dict(zip(values.tolist(), counts.tolist()))


@snippet(np.array([(1, 2.5), (2, 3.5), (1, 4.0)], dtype=[("id", "i4"), ("w", "f8")]))
def mean_by_id(table):
    out = {}
    for i in np.unique(table["id"]):
        out[int(i)] = table["w"][table["id"] == i].mean()
    return out


@snippet(rng.random((3, 4)), rng.random((3, 4)))
def einsum_rowdot(a, b):
    return np.einsum("ij,ij->i", a, b)


@snippet(np.array([0.1, 0.4, 0.35, 0.8]), np.array([0, 0, 1, 1]))
def roc_auc(scores, labels):
    pos = scores[labels == 1]
    neg = scores[labels == 0]
    wins = (pos[:, None] > neg[None, :]).sum() + 0.5 * (pos[:, None] == neg[None, :]).sum()
    return wins / (len(pos) * len(neg))


@snippet(np.array([2.0, 1.0, 0.1]))
def softmax_cross_entropy(logits, target=0):
    z = logits - logits.max()
    p = np.exp(z) / np.exp(z).sum()
    return -np.log(p[target])


@snippet(np.array([1.0, 2.0, 4.0, 7.0]), np.array([0.0, 1.0, 0.0, 2.0]), np.array([1.5, 3.0, 6.0]))
def interp_and_polyfit(x, y, xq):
    yq = np.interp(xq, x, y)
    coef = np.polyfit(x, y, 1)
    return yq, np.polyval(coef, xq)
