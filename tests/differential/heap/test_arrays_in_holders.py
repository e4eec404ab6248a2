"""Arrays and numbers of NumPy in lists, dicts and objects; functions of NumPy beside them."""

from collections import defaultdict, deque
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import pytest
import unpython as up
from support.left import left_by

A = np.arange


def group_by(keys, vals):
    g = {}
    for k, v in zip(keys, vals):
        g.setdefault(k, []).append(v)
    return {k: np.array(v) for k, v in g.items()}


class Walker:
    def __init__(self, pos, vel):
        self.pos = np.array(pos, dtype=float)
        self.vel = np.array(vel, dtype=float)
        self.trace = []

    def energy(self):
        return 0.5 * np.dot(self.vel, self.vel)

    def step(self, dt):
        self.vel[1] -= 9.81 * dt
        self.pos += self.vel * dt
        if self.pos[1] < 0:
            self.pos[1] = -self.pos[1]
            self.vel[1] *= -0.9
        self.trace.append(self.pos.copy())


def bounce(n, dt):
    w = Walker([0.0, 1.0], [1.0, 0.0])
    es = []
    for _ in range(n):
        w.step(dt)
        es.append(w.energy())
    return np.array(w.trace), es, w.pos


def kmeans(points, k, iters):
    centers = points[:k].copy()
    labels = np.zeros(len(points), dtype=int)
    history = []
    for _ in range(iters):
        for i, p in enumerate(points):
            d = ((centers - p) ** 2).sum(axis=1)
            labels[i] = np.argmin(d)
        for j in range(k):
            members = points[labels == j]
            if len(members):
                centers[j] = members.mean(axis=0)
        history.append(centers.copy())
    return labels.tolist(), centers, history


def clusters(points, labels):
    groups = defaultdict(list)
    for p, k in zip(points, labels):
        groups[k].append(p)
    return {k: np.mean(g, axis=0) for k, g in groups.items()}


def newton(f0, tol):
    x = np.array([1.0, 0.5])
    log = []
    for it in range(50):
        F = np.array([x[0] ** 2 + x[1] ** 2 - 4.0, x[0] * x[1] - f0])
        J = np.array([[2 * x[0], 2 * x[1]], [x[1], x[0]]])
        dx = np.linalg.solve(J, -F)
        x = x + dx
        log.append(f"it {it}: |F| = {np.linalg.norm(F):.3e}")
        if np.linalg.norm(dx) < tol:
            break
    return {"x": x, "log": log, "it": it}


def safe_inv(mats):
    out = []
    for m in mats:
        try:
            out.append(np.linalg.inv(m))
        except np.linalg.LinAlgError:
            out.append(None)
    return out


def fib_cache(n):
    memo = {0: np.array([1, 0]), 1: np.array([0, 1])}

    def go(i):
        if i not in memo:
            memo[i] = go(i - 1) + go(i - 2)
        return memo[i]

    return go(n)


@dataclass
class Particle:
    pos: np.ndarray
    mass: float = 1.0
    tags: list = field(default_factory=list)


def com(ps):
    total = sum(p.mass for p in ps)
    c = np.zeros(2)
    for p in ps:
        c += p.pos * p.mass
        p.tags.append("seen")
    return c / total


def bools(a):
    m = a > 2
    d = {"m": m, "n": ~m, "any": m.any(), "all": m.all(), "first": m[0], "s": m.sum(), "w": np.where(m)[0], "k": [bool(x) for x in m]}
    if m.any() and not m.all():
        d["x"] = a[m]
    return d


def shapes(m):
    n, k = m.shape
    out = {"shape": m.shape, "size": m.size, "nd": m.ndim, "n": n}
    out["s0"] = m.sum(axis=0)
    out["s1"] = m.sum(axis=1, keepdims=True)
    out["cat"] = np.concatenate([m, m], axis=1)
    out["v"] = np.vstack([m[0], m[1]])
    out["o"] = np.outer(m[0], m[1])
    out["mm"] = m @ m.T
    out["tol"] = m.tolist()
    out["l"] = [r.tolist() for r in m]
    return out


class Cell(NamedTuple):
    name: str
    w: np.ndarray


def nts(ws):
    cs = [Cell(f"c{i}", w * i) for i, w in enumerate(ws)]
    cs.sort(key=lambda c: -c.w.sum())
    return cs, cs[0].w


def q(n):
    d = deque()
    for i in range(n):
        d.append(np.full(2, float(i)))
        if len(d) > 2:
            d.popleft()
    return d, np.array(d)


def mat(n):
    A = np.zeros((n, n))
    for i in range(n):
        A[i, i] = 2
        if i:
            A[i, i - 1] = A[i - 1, i] = -1
    b = np.ones(n)
    x = np.linalg.solve(A, b)
    return {"x": x, "r": A @ x - b, "det": np.linalg.det(A), "ok": np.allclose(A @ x, b)}


def none_or(flag, a):
    best = None
    for x in a:
        if best is None or x > best:
            best = x
    arr = None
    if flag:
        arr = np.zeros(2)
    return {"best": best, "arr": arr, "t": (best, arr)}


def unp(p):
    x, y = p
    d = {"x": x, "y": y}
    (a, b), _ = p * 2, 1
    d["a"] = a - b
    return d


def emp(n):
    ls = [np.zeros(0), np.arange(n)]
    return ls, [len(x) for x in ls], ls[0].sum(), np.concatenate([ls[0], ls[1]])


def narrow(a, b):
    d = {"f": a[0], "g": b[0] * 2, "h": a + b, "q": a[0] == 0.1, "e": a[0] / 3}
    d["k"] = [a[1] * a[0], a.sum(), a.mean(), np.sqrt(a[0])]
    return d


def kinds(a, i):
    return [
        a[0] + 1,
        a[0] + 1.5,
        a[0] / 2,
        a[0] // 2,
        a[0] % 3,
        -a[0],
        abs(a[0]),
        a[0] ** 2,
        a[0] > 1,
        a[0] == i,
        round(a[0] / 3, 2),
        int(a[0]),
        float(a[0]),
        bool(a[0]),
        a[0] and i,
        i or a[0],
        not a[0],
        divmod(a[0], 2),
        a[i],
        a[-1],
        str(a[0]),
        repr(a[0]),
        f"{a[0]}",
        f"{a[0]:5}",
        isinstance(a[0], int),
        isinstance(a[0], float),
        isinstance(a, np.ndarray),
        a[0] in a,
        i in [1, a[0]],
    ]


class Draws:
    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        self.log = []

    def go(self):
        v = self.rng.uniform(-1, 1)
        self.log.append(v)
        return v


def draws(seed, n):
    one, other = Draws(seed), Draws(seed + 1)
    xs = [one.go() + other.go() for _ in range(n)]
    return xs, one.log, {"t": other.log}


CASES = [
    (draws, (1, 3)),
    (group_by, (["a", "b", "a"], [1.0, 2.0, 3.0])),
    (group_by, (["a", "b", "a"], [1, 2, 3])),
    (bounce, (5, 0.125)),
    (kmeans, (np.array([[0.0, 1.0], [4.0, 4.0], [0.5, 1.0], [4.5, 4.0], [9.0, 0.0]]), 3, 3)),
    (clusters, (np.array([[0.0, 1.0], [4.0, 4.0], [0.5, 1.0]]), [0, 1, 0])),
    (com, ([Particle(np.array([1.0, 2.0]), 2.0), Particle(np.array([0.0, 1.0]))],)),
    (newton, (1.0, 1e-3)),
    (safe_inv, ([np.eye(2)],)),
    (fib_cache, (10,)),
    (bools, (A(5),)),
    (shapes, (A(6).reshape(2, 3),)),
    (nts, ([A(2.0), A(3.0)],)),
    (q, (4,)),
    (none_or, (True, A(3.0))),
    (unp, (np.array([[1, 2], [3, 4]]),)),
    (emp, (2,)),
    (narrow, (np.array([0.1, 2], np.float32), np.array([1.5, 2], np.float32))),
    (kinds, (A(3) + 1, 2)),
    (kinds, (A(3.0) + 1, 2)),
]


@pytest.mark.parametrize(("function", "arguments"), CASES)
def test_calls(function, arguments):
    compiled = up.jit(strict=True)(function)
    assert left_by(compiled, arguments) == left_by(function, arguments)
    assert compiled.ran_on == "cpu"
