"""Games, random draws, fits, classifiers and images, as they stand in scripts of a laboratory."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np

from snippets import snippet


@snippet("CCDDC", "CDCDC")
def prisoners(moves_a, moves_b):
    payoff = {("C", "C"): (3, 3), ("C", "D"): (0, 5), ("D", "C"): (5, 0), ("D", "D"): (1, 1)}
    score = [0, 0]
    for m in zip(moves_a, moves_b):
        pa, pb = payoff[m]
        score[0] += pa
        score[1] += pb
    return score


@snippet(np.array([[3, 0], [5, 1]]), np.array([[3, 5], [0, 1]]))
def best_responses(A, B):
    n, m = A.shape
    equilibria = []
    for i in range(n):
        for j in range(m):
            if A[i, j] == A[:, j].max() and B[i, j] == B[i].max():
                equilibria.append((i, j))
    return equilibria


@snippet(["XOX", "OXO", "XOO"])
def tic_tac_toe_winner(board):
    lines = board + ["".join(c) for c in zip(*board)]
    lines.append("".join(board[i][i] for i in range(3)))
    lines.append("".join(board[i][2 - i] for i in range(3)))
    for player in "XO":
        if player * 3 in lines:
            return player
    return "draw" if all(c != "." for row in board for c in row) else "open"


@snippet(500, np.random.default_rng(42))
def monte_carlo_pi(n, rng):
    pts = rng.random((n, 2))
    inside = np.sum(np.hypot(pts[:, 0], pts[:, 1]) <= 1.0)
    return 4 * inside / n


@snippet(50, 7)
def random_walk(n, seed):
    rng = np.random.default_rng(seed)
    steps = rng.choice([-1, 1], size=n)
    path = np.concatenate(([0], np.cumsum(steps)))
    return path, path.max(), np.count_nonzero(path == 0)


@snippet(np.array([2.3, 3.1, 4.5, 1.2, 3.3, 2.8]), 40, np.random.default_rng(1))
def bootstrap_ci(data, n_boot, rng):
    means = np.empty(n_boot)
    for i in range(n_boot):
        sample = rng.choice(data, size=len(data), replace=True)
        means[i] = sample.mean()
    return np.percentile(means, [2.5, 97.5])


@snippet(5, 100, 0.4, 3)
def metropolis_ising(L, steps, beta, seed):
    rng = np.random.default_rng(seed)
    spins = rng.choice(np.array([-1, 1]), size=(L, L))
    for _ in range(steps):
        i, j = rng.integers(0, L, size=2)
        nb = spins[(i + 1) % L, j] + spins[i - 1, j] + spins[i, (j + 1) % L] + spins[i, j - 1]
        dE = 2 * spins[i, j] * nb
        if dE <= 0 or rng.random() < np.exp(-beta * dE):
            spins[i, j] *= -1
    return spins, abs(spins.mean())


@snippet(990.0, 10.0, 0.0, 0.4, 0.1, 30)
def sir_model(S, I, R, beta, gamma, days):
    N = S + I + R
    history = [(S, I, R)]
    for _ in range(days):
        new_inf = beta * S * I / N
        rec = gamma * I
        S, I, R = S - new_inf, I + new_inf - rec, R + rec
        history.append((S, I, R))
    peak_day = max(range(len(history)), key=lambda d: history[d][1])
    return np.array(history), peak_day


@snippet([1.0, 0.0], 5.0, 40)
def rk4(f0, t_end, n):
    def deriv(t, y):
        return np.array([y[1], -y[0] - 0.1 * y[1]])
    h = t_end / n
    y = np.array(f0, dtype=float)
    t = 0.0
    for _ in range(n):
        k1 = deriv(t, y)
        k2 = deriv(t + h / 2, y + h / 2 * k1)
        k3 = deriv(t + h / 2, y + h / 2 * k2)
        k4 = deriv(t + h, y + h * k3)
        y = y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        t += h
    return y


@snippet(np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 2.0]]), np.zeros((3, 2)), np.array([1.0, 2.0, 0.5]), 0.01)
def nbody_step(pos, vel, mass, dt):
    n = len(mass)
    acc = np.zeros_like(pos)
    for i in range(n):
        for j in range(n):
            if i != j:
                r = pos[j] - pos[i]
                acc[i] += mass[j] * r / (np.linalg.norm(r) ** 3 + 1e-9)
    vel = vel + acc * dt
    pos = pos + vel * dt
    energy = 0.5 * np.sum(mass * np.sum(vel ** 2, axis=1))
    return pos, vel, energy


@snippet(np.eye(6) * 100, 0.1, 5)
def heat_equation(u, alpha, steps):
    for _ in range(steps):
        lap = np.zeros_like(u)
        lap[1:-1, 1:-1] = (u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2] - 4 * u[1:-1, 1:-1])
        u = u + alpha * lap
    return u


@snippet(20.0, 45.0)
def projectile(v0, angle, dt=0.01, drag=0.05):
    theta = math.radians(angle)
    x, y = 0.0, 0.0
    vx, vy = v0 * math.cos(theta), v0 * math.sin(theta)
    t = 0.0
    while True:
        speed = math.sqrt(vx * vx + vy * vy)
        vx -= drag * speed * vx * dt
        vy -= (9.81 + drag * speed * vy) * dt
        x += vx * dt
        y += vy * dt
        t += dt
        if y <= 0:
            break
    return {"range": x, "time": t, "speed": speed}


@snippet(np.array([0.0, 1.0, 2.0, 3.0]), np.array([-1.0, 0.2, 0.9, 2.1]))
def least_squares_line(x, y):
    A = np.vstack([x, np.ones(len(x))]).T
    (m, c), residuals, rank, sv = np.linalg.lstsq(A, y, rcond=None)
    r2 = 1 - residuals[0] / np.sum((y - y.mean()) ** 2)
    return m, c, r2


@snippet(np.arange(8.0), np.arange(8.0) ** 2 * 0.5 - 3 + np.sin(np.arange(8.0)), 2)
def poly_fit_eval(x, y, deg):
    coef = np.polyfit(x, y, deg)
    fit = np.polyval(coef, x)
    rmse = np.sqrt(np.mean((fit - y) ** 2))
    return coef, rmse


@snippet(np.arange(6.0), np.array([1.0, np.nan, 3.0, np.nan, np.nan, 9.0]))
def interpolate_missing(t, y):
    ok = ~np.isnan(y)
    filled = y.copy()
    filled[~ok] = np.interp(t[~ok], t[ok], y[ok])
    return filled


@snippet(np.array([1.0, 2.0, 2.1, 2.2, 3.5, 5.0, 5.1, 2.05]), 4)
def histogram_mode(data, bins):
    counts, edges = np.histogram(data, bins=bins)
    k = counts.argmax()
    return (edges[k] + edges[k + 1]) / 2, counts


@snippet(np.array([3, 1, 3, 2, 1]), np.array([1.0, 2.0, 3.0, 4.0, 6.0]))
def unique_rows_count(labels, values):
    uniq, inverse, counts = np.unique(labels, return_inverse=True, return_counts=True)
    sums = np.zeros(len(uniq))
    np.add.at(sums, inverse, values)
    return dict(zip(uniq.tolist(), (sums / counts).tolist()))


@snippet(np.array([0, 1, 2, 2, 1, 0]), np.array([0, 2, 2, 2, 1, 1]), 3)
def confusion_matrix(y_true, y_pred, k):
    cm = np.zeros((k, k), dtype=int)
    for t, p in zip(y_true, y_pred):
        cm[t, p] += 1
    precision = np.diag(cm) / np.maximum(cm.sum(axis=0), 1)
    recall = np.diag(cm) / np.maximum(cm.sum(axis=1), 1)
    return cm, precision, recall


@snippet(np.array([[0.0, 0.1], [5.0, 5.0], [0.2, 0.0], [5.1, 4.9], [0.1, 0.3]]), 2, 5)
def kmeans(points, k, iters):
    centers = points[:k].copy()
    for _ in range(iters):
        d = np.linalg.norm(points[:, None, :] - centers[None, :, :], axis=2)
        labels = np.argmin(d, axis=1)
        for c in range(k):
            members = points[labels == c]
            if len(members) > 0:
                centers[c] = members.mean(axis=0)
    return centers, labels


@snippet(np.array([[0.0, 0.0], [1.0, 1.0], [4.0, 4.0], [5.0, 5.0]]), np.array([0, 0, 1, 1]), np.array([3.5, 3.9]), 3)
def knn_predict(X, y, q, k):
    d = np.sqrt(((X - q) ** 2).sum(axis=1))
    nearest = np.argsort(d)[:k]
    votes = Counter(y[nearest].tolist())
    return votes.most_common(1)[0][0]


@snippet(np.array([[1.0, 2.0], [2.0, 1.0], [3.0, 5.0]]), np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 0.0]]), 0.1, 10)
def softmax_regression(X, Y, lr, epochs):
    W = np.zeros((X.shape[1], Y.shape[1]))
    losses = []
    for _ in range(epochs):
        z = X @ W
        z -= z.max(axis=1, keepdims=True)
        p = np.exp(z) / np.exp(z).sum(axis=1, keepdims=True)
        losses.append(-np.mean(np.sum(Y * np.log(p + 1e-12), axis=1)))
        W -= lr * X.T @ (p - Y) / len(X)
    return W, losses


@snippet(np.array([[1.0, 1.0], [2.0, 2.5], [-1.0, -2.0], [-2.0, 0.0]]), np.array([1, 1, -1, -1]))
def perceptron(X, y, epochs=10):
    w = np.zeros(X.shape[1] + 1)
    for epoch in range(epochs):
        errors = 0
        for xi, target in zip(X, y):
            pred = 1 if np.dot(xi, w[1:]) + w[0] >= 0 else -1
            update = 0.1 * (target - pred)
            w[1:] += update * xi
            w[0] += update
            errors += int(update != 0.0)
        if errors == 0:
            break
    return w, epoch


@snippet(np.array([[2.5, 2.4], [0.5, 0.7], [2.2, 2.9], [1.9, 2.2], [3.1, 3.0]]), 1)
def pca(X, k):
    Xc = X - X.mean(axis=0)
    cov = Xc.T @ Xc / (len(X) - 1)
    vals, vecs = np.linalg.eigh(cov)
    order = np.argsort(vals)[::-1]
    vals = vals[order]
    explained = vals[:k] / vals.sum()
    return explained, np.abs(vecs[:, order[:k]])


@snippet(np.array([[2.0, 1.0], [1.0, 3.0]]), 30)
def power_iteration(A, n):
    v = np.ones(A.shape[0])
    for _ in range(n):
        w = A @ v
        v = w / np.linalg.norm(w)
    lam = v @ A @ v
    return lam, v


@snippet(np.array([[4.0, 1.0], [2.0, 5.0]]), np.array([1.0, 2.0]))
def gauss_seidel(A, b, tol=1e-8):
    x = np.zeros_like(b)
    for it in range(200):
        old = x.copy()
        for i in range(len(b)):
            s = A[i, :i] @ x[:i] + A[i, i + 1:] @ x[i + 1:]
            x[i] = (b[i] - s) / A[i, i]
        if np.linalg.norm(x - old, np.inf) < tol:
            break
    else:
        raise RuntimeError("no convergence")
    return x, it


@snippet(np.array([[0, 2, 1], [1, 1, 1], [2, 1, 3]]), np.array([5, 6, 13]))
def gauss_elimination(A, b):
    M = np.hstack([A.astype(float), b.reshape(-1, 1).astype(float)])
    n = len(b)
    for k in range(n):
        piv = k + np.argmax(np.abs(M[k:, k]))
        if piv != k:
            M[[k, piv]] = M[[piv, k]]
        for r in range(k + 1, n):
            M[r] -= M[k] * (M[r, k] / M[k, k])
    x = np.zeros(n)
    for i in reversed(range(n)):
        x[i] = (M[i, -1] - M[i, i + 1:n] @ x[i + 1:]) / M[i, i]
    return x


@snippet(2.0, 1e-10)
def newton_root(x0, tol):
    f = lambda x: x ** 3 - 2 * x - 5
    df = lambda x: 3 * x ** 2 - 2
    x = x0
    steps = [x]
    while abs(f(x)) > tol:
        x = x - f(x) / df(x)
        steps.append(x)
    return x, steps


@snippet(0.0, 1.0, 9)
def simpson(a, b, n):
    if n % 2:
        n += 1
    x = np.linspace(a, b, n + 1)
    y = np.exp(-x ** 2)
    h = (b - a) / n
    return h / 3 * (y[0] + y[-1] + 4 * y[1:-1:2].sum() + 2 * y[2:-1:2].sum())


@snippet(np.arange(6.0).reshape(2, 3), np.arange(6.0, 12.0).reshape(2, 3))
def batch_outer(a, b):
    return np.einsum("bi,bj->bij", a, b), np.einsum("bi,bi->b", a, b)


@snippet(np.arange(6.0).reshape(2, 3) / 5, np.arange(9.0).reshape(3, 3) / 7, np.arange(6.0).reshape(3, 2))
def attention(Q, K, V):
    scores = np.einsum("qd,kd->qk", Q, K) / np.sqrt(K.shape[-1])
    w = np.exp(scores - scores.max(-1, keepdims=True))
    w /= w.sum(-1, keepdims=True)
    return w @ V


@snippet(np.array([1.0, 2.0, 3.0, 4.0]), np.array([False, True, False, False]))
def masked_mean(x, mask):
    m = np.ma.masked_array(x, mask=mask)
    return m.mean(), m.filled(-1.0)


@snippet(np.arange(24.0).reshape(4, 6) ** 2)
def clip_and_scale(img):
    lo, hi = np.percentile(img, (5, 95))
    scaled = np.clip((img - lo) / (hi - lo), 0, 1)
    return (scaled * 255).astype(np.uint8)


@snippet(np.array([[10, 12, 200], [11, 220, 210], [13, 9, 205]], dtype=np.uint8))
def otsu_threshold(img):
    hist = np.bincount(img.ravel(), minlength=256).astype(float)
    p = hist / hist.sum()
    best_t, best_var = 0, -1.0
    for t in range(1, 256):
        w0, w1 = p[:t].sum(), p[t:].sum()
        if w0 == 0 or w1 == 0:
            continue
        m0 = (np.arange(t) * p[:t]).sum() / w0
        m1 = (np.arange(t, 256) * p[t:]).sum() / w1
        var = w0 * w1 * (m0 - m1) ** 2
        if var > best_var:
            best_t, best_var = t, var
    return best_t, img > best_t


@snippet((np.arange(25).reshape(5, 5) * 17) % 23)
def median_filter(img):
    out = img.copy()
    for i in range(1, img.shape[0] - 1):
        for j in range(1, img.shape[1] - 1):
            out[i, j] = np.median(img[i - 1:i + 2, j - 1:j + 2])
    return out


@snippet((np.arange(36).reshape(3, 4, 3) * 7 % 256).astype(np.uint8))
def to_grayscale(rgb):
    weights = np.array([0.299, 0.587, 0.114])
    gray = rgb[..., :3] @ weights
    return np.round(gray).astype(np.uint8)


@snippet(np.arange(35.0).reshape(5, 7), 2)
def downsample(img, f):
    h, w = img.shape
    return img[:h // f * f, :w // f * f].reshape(h // f, f, w // f, f).mean(axis=(1, 3))


@snippet(np.array([[0.1, 0.9, 0.5], [0.7, 0.2, 0.8]]), 2)
def top_k_per_row(scores, k):
    idx = np.argsort(-scores, axis=1)[:, :k]
    return idx, np.take_along_axis(scores, idx, axis=1)


@snippet(np.array([2, 0, 1, 2]), 3)
def one_hot(labels, k):
    out = np.zeros((labels.size, k), dtype=np.float32)
    out[np.arange(labels.size), labels] = 1
    return out
