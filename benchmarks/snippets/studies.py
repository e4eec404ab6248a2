"""What students and engineers compute of an afternoon: numerics, simulations, statistics."""

import cmath
import math

import numpy as np
from snippets import snippet

rng = np.random.default_rng(77)
X = rng.normal(size=60)
Y = 2.0 * X + rng.normal(size=60) * 0.1
POS = np.abs(X) + 0.1
SPD = np.eye(5) * 4.0 + rng.random((5, 5)) @ np.eye(5) * 0.2
LABELS = rng.integers(0, 4, 60)


@snippet(0.7, 2.0, 200)
def newton_root(a, x0, n):
    x = x0
    for it in range(n):
        fx = x**3 - a * x - 1.0
        d = 3.0 * x * x - a
        step = fx / d
        x -= step
        if abs(step) < 1e-12:
            return x, it
    return x, n


@snippet(0.0, 3.0, 1e-10)
def bisect_root(lo, hi, tol):
    def f(x):
        return math.cos(x) - x / 3

    flo = f(lo)
    steps = 0
    while hi - lo > tol:
        mid = (lo + hi) / 2
        fm = f(mid)
        if flo * fm <= 0:
            hi = mid
        else:
            lo, flo = mid, fm
        steps += 1
    return (lo + hi) / 2, steps


@snippet(0.0, math.pi, 100)
def simpson_rule(a, b, n):
    if n % 2:
        raise ValueError("n must be even")
    h = (b - a) / n
    x = np.linspace(a, b, n + 1)
    y = np.sin(x) ** 2
    return h / 3 * (y[0] + 4 * np.sum(y[1:-1:2]) + 2 * np.sum(y[2:-1:2]) + y[-1])


@snippet(np.array([1.0, 0.0]), 0.01, 300)
def rk4_pendulum(state, dt, steps):
    def deriv(s):
        return np.array([s[1], -9.81 * np.sin(s[0])])

    path = np.empty((steps + 1, 2))
    path[0] = state
    for i in range(steps):
        s = path[i]
        k1 = deriv(s)
        k2 = deriv(s + dt / 2 * k1)
        k3 = deriv(s + dt / 2 * k2)
        k4 = deriv(s + dt * k3)
        path[i + 1] = s + dt / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
    return path


@snippet(10.0, 28.0, 8 / 3, 400)
def lorenz_path(sigma, rho, beta, n):
    xyz = np.zeros((n, 3))
    xyz[0] = 1.0, 1.0, 1.05
    dt = 0.01
    for i in range(n - 1):
        x, y, z = xyz[i]
        xyz[i + 1, 0] = x + sigma * (y - x) * dt
        xyz[i + 1, 1] = y + (x * (rho - z) - y) * dt
        xyz[i + 1, 2] = z + (x * y - beta * z) * dt
    return xyz


@snippet(50, 120)
def heat_rod(n, steps):
    u = np.zeros(n)
    u[n // 2] = 100.0
    history = []
    for s in range(steps):
        u[1:-1] += 0.25 * (u[2:] - 2 * u[1:-1] + u[:-2])
        if s % 20 == 0:
            history.append(u.max())
    return u, history


@snippet(SPD, np.arange(5.0), 50)
def gauss_seidel(a, b, iters):
    x = np.zeros_like(b)
    n = len(b)
    for _ in range(iters):
        old = x.copy()
        for i in range(n):
            s = sum(a[i, j] * x[j] for j in range(n) if j != i)
            x[i] = (b[i] - s) / a[i, i]
        if np.linalg.norm(x - old, np.inf) < 1e-12:
            break
    return x


@snippet(SPD)
def power_method(a):
    v = np.ones(a.shape[0])
    lam = 0.0
    for _ in range(100):
        w = a @ v
        lam_new = np.abs(w).max()
        v = w / lam_new
        if abs(lam_new - lam) < 1e-13:
            break
        lam = lam_new
    return lam, v


@snippet(SPD, np.ones(5))
def conjugate_gradients(a, b):
    x = np.zeros(b.size)
    r = b - a.dot(x)
    p = r.copy()
    rs = r @ r
    for k in range(b.size * 4):
        ap = a.dot(p)
        alpha = rs / (p @ ap)
        x += alpha * p
        r -= alpha * ap
        new = r @ r
        if math.sqrt(new) < 1e-14:
            break
        p = r + (new / rs) * p
        rs = new
    return x


@snippet(SPD)
def lu_without_pivots(a):
    u = a.astype(float).copy()
    l = np.eye(len(a))
    for k in range(len(a) - 1):
        for i in range(k + 1, len(a)):
            l[i, k] = u[i, k] / u[k, k]
            u[i, k:] -= l[i, k] * u[k, k:]
    return l, u


@snippet(np.array([0.0, 1.0, 2.0, 4.0]), np.array([1.0, 3.0, 2.0, 5.0]), 2.5)
def lagrange_value(xs, ys, x):
    total = 0
    for i in range(len(xs)):
        term = ys[i]
        for j in range(len(xs)):
            if i != j:
                term *= (x - xs[j]) / (xs[i] - xs[j])
        total += term
    return total


@snippet([1.0, -6.0, 11.0, -6.0], 4.0)
def horner_eval(coeffs, x):
    result, slope = 0.0, 0.0
    for c in coeffs:
        slope = slope * x + result
        result = result * x + c
    return result, slope


@snippet(X, Y)
def line_fit(x, y):
    slope, intercept = np.polyfit(x, y, 1)
    residual = y - (slope * x + intercept)
    r2 = 1 - residual.var() / y.var()
    return slope, intercept, r2


@snippet(X, Y)
def normal_equations(x, y):
    design = np.column_stack((np.ones_like(x), x, x**2))
    beta, res, rank, sv = np.linalg.lstsq(design, y, rcond=None)
    return beta, rank


@snippet(X)
def describe(x):
    q = np.percentile(x, [25, 50, 75])
    return {"mean": x.mean(), "std": x.std(ddof=1), "q1": q[0], "median": q[1], "q3": q[2]}


@snippet(X, Y)
def welch_t(a, b):
    va, vb = a.var(ddof=1) / a.size, b.var(ddof=1) / b.size
    t = (a.mean() - b.mean()) / math.sqrt(va + vb)
    dof = (va + vb) ** 2 / (va**2 / (a.size - 1) + vb**2 / (b.size - 1))
    p = math.erfc(abs(t) / math.sqrt(2))
    return t, dof, p


@snippet(X, 300, 5)
def bootstrap_mean(x, reps, seed):
    gen = np.random.default_rng(seed)
    means = np.empty(reps)
    for i in range(reps):
        sample = gen.choice(x, size=len(x))
        means[i] = sample.mean()
    return np.percentile(means, (2.5, 97.5))


@snippet(X, Y, 100)
def permutation_test(a, b, n):
    gen = np.random.default_rng(1)
    both = np.concatenate((a, b))
    observed = a.mean() - b.mean()
    hits = 0
    for _ in range(n):
        gen.shuffle(both)
        if abs(both[: len(a)].mean() - both[len(a) :].mean()) >= abs(observed):
            hits += 1
    return hits / n


@snippet(np.random.default_rng(3), 500)
def walk_with_generator(gen, n):
    x = y = 0
    far = 0.0
    for _ in range(n):
        step = gen.integers(0, 4)
        if step == 0:
            x += 1
        elif step == 1:
            x -= 1
        elif step == 2:
            y += 1
        else:
            y -= 1
        far = max(far, math.hypot(x, y))
    return x, y, far


@snippet(np.random.default_rng(9), 200, 0.1)
def noise_from_generator(gen, n, sigma):
    t = np.arange(n) / n
    noise = gen.normal(0.0, sigma, size=n)
    return np.sin(2 * np.pi * t) + noise


@snippet(1000)
def pi_by_darts(n):
    random_points = np.random.rand(n, 2)
    inside = (random_points**2).sum(axis=1) <= 1
    return 4 * np.count_nonzero(inside) / n


@snippet(20, 0.4, 400)
def ising_sweeps(n, beta, sweeps):
    spins = np.where(np.random.rand(n, n) < 0.5, 1, -1)
    for _ in range(sweeps):
        i, j = np.random.randint(0, n), np.random.randint(0, n)
        s = spins[i, j]
        nb = spins[(i + 1) % n, j] + spins[i, (j + 1) % n] + spins[i - 1, j] + spins[i, j - 1]
        cost = 2 * s * nb
        if cost < 0 or np.random.rand() < math.exp(-cost * beta):
            spins[i, j] = -s
    return spins.sum() / n**2


@snippet(0.3, 0.1, 990, 10, 160)
def sir_days(beta, gamma, s0, i0, days):
    s, i, r = float(s0), float(i0), 0.0
    total = s + i + r
    curve = []
    for day in range(days):
        new = beta * s * i / total
        rec = gamma * i
        s, i, r = s - new, i + new - rec, r + rec
        curve.append((day, s, i, r))
    return max(curve, key=lambda row: row[2])


@snippet(np.array([[0.9, 0.1, 0.0], [0.2, 0.7, 0.1], [0.0, 0.3, 0.7]]))
def stationary(p):
    vals, vecs = np.linalg.eig(p.T)
    k = np.argmin(np.abs(vals - 1))
    v = np.real(vecs[:, k])
    return v / v.sum()


@snippet(1.0, -3.0, 5.0)
def quadratic_roots(a, b, c):
    disc = cmath.sqrt(b * b - 4 * a * c)
    r1 = (-b + disc) / (2 * a)
    r2 = (-b - disc) / (2 * a)
    return r1, r2, cmath.phase(r1)


@snippet(X, LABELS)
def group_means(values, labels):
    groups, inverse, counts = np.unique(labels, return_inverse=True, return_counts=True)
    sums = np.bincount(inverse, weights=values)
    return dict(zip(groups.tolist(), (sums / counts).tolist()))


@snippet(LABELS)
def mode_of(labels):
    vals, counts = np.unique(labels, return_counts=True)
    return vals[np.argmax(counts)], counts.max()


@snippet(X)
def softmax_entropy(x):
    e = np.exp(x - x.max())
    p = e / e.sum()
    return -np.sum(p * np.log(p)), p.argmax()


@snippet(np.array([3.0, 1.0, 2.0]), np.array([[1.0, 2.0], [0.5, -1.0], [2.0, 0.0]]))
def tiny_network(x, w):
    h = np.tanh(x @ w)
    h = np.maximum(h, 0)
    y = 1 / (1 + np.exp(-h))
    return y, np.where(y > 0.6, "hi", "lo").tolist()


@snippet(POS)
def gini(x):
    s = np.sort(x)
    n = s.size
    index = np.arange(1, n + 1)
    return (2 * (index * s).sum()) / (n * s.sum()) - (n + 1) / n


@snippet(X, Y)
def rank_correlation(x, y):
    rx = np.argsort(np.argsort(x))
    ry = x.size - 1 - y.argsort()[::-1].argsort()
    return np.corrcoef(rx, ry)[0, 1]


@snippet(np.array([1.0, 2.0, 4.0, 7.0]), np.array([10.0, 20.0, 10.0, 0.0]), np.linspace(0.0, 8.0, 9))
def interp_ends(xp, fp, x):
    y = np.interp(x, xp, fp, left=-1.0, right=-2.0)
    return y, np.gradient(y), np.trapezoid(y, x)


@snippet(4)
def hilbert_condition(n):
    i, j = np.indices((n, n))
    h = 1.0 / (i + j + 1)
    return np.linalg.cond(h), np.linalg.det(h), np.trace(h)


@snippet(15, 15, 30)
def game_of_life(h, w, steps):
    board = np.zeros((h, w), dtype=np.uint8)
    for r, c in [(1, 2), (2, 3), (3, 1), (3, 2), (3, 3)]:
        board[r, c] = 1
    for _ in range(steps):
        nb = sum(np.roll(np.roll(board, dy, 0), dx, 1) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if (dy, dx) != (0, 0))
        board = ((nb == 3) | ((board == 1) & (nb == 2))).astype(np.uint8)
    return np.argwhere(board)


@snippet(-2.0, 0.6, 24, 16, 40)
def mandelbrot_text(x0, x1, w, h, limit):
    rows = []
    for j in range(h):
        row = ""
        for i in range(w):
            c = complex(x0 + (x1 - x0) * i / w, -1.1 + 2.2 * j / h)
            z = 0
            n = 0
            while abs(z) <= 2 and n < limit:
                z = z * z + c
                n += 1
            row += "#" if n == limit else "."
        rows.append(row)
    return "\n".join(rows)
