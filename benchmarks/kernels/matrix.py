"""Products of matrices and vectors (PolyBench)."""

from unpython import prange

from kernels import Kernel


def gemm(alpha, beta, a, b, c):
    for i in prange(c.shape[0]):
        for j in prange(c.shape[1]):
            s = 0.0
            for k in range(a.shape[1]):
                s += a[i, k] * b[k, j]
            c[i, j] = beta * c[i, j] + alpha * s


def syrk(alpha, beta, a, c):
    for i in prange(c.shape[0]):
        for j in prange(i + 1):
            s = 0.0
            for k in range(a.shape[1]):
                s += a[i, k] * a[j, k]
            c[i, j] = beta * c[i, j] + alpha * s


def trmm(alpha, a, b):
    for i in range(b.shape[0]):
        for j in prange(b.shape[1]):
            s = b[i, j]
            for k in range(i + 1, b.shape[0]):
                s += a[k, i] * b[k, j]
            b[i, j] = alpha * s


def atax(a, x, t, y):
    for i in prange(a.shape[0]):
        s = 0.0
        for j in range(a.shape[1]):
            s += a[i, j] * x[j]
        t[i] = s
    for j in prange(a.shape[1]):
        s = 0.0
        for i in range(a.shape[0]):
            s += a[i, j] * t[i]
        y[j] = s


def gesummv(alpha, beta, a, b, x, y):
    for i in prange(a.shape[0]):
        s = 0.0
        t = 0.0
        for j in range(a.shape[1]):
            s += a[i, j] * x[j]
            t += b[i, j] * x[j]
        y[i] = alpha * s + beta * t


def mvt(a, x1, x2, y1, y2):
    for i in prange(a.shape[0]):
        s = x1[i]
        for j in range(a.shape[1]):
            s += a[i, j] * y1[j]
        x1[i] = s
    for i in prange(a.shape[0]):
        s = x2[i]
        for j in range(a.shape[1]):
            s += a[j, i] * y2[j]
        x2[i] = s


def doitgen(a, c4, t):
    for r in prange(a.shape[0]):
        for q in prange(a.shape[1]):
            for p in range(a.shape[2]):
                s = 0.0
                for k in range(a.shape[2]):
                    s += a[r, q, k] * c4[k, p]
                t[r, q, p] = s
            for p in range(a.shape[2]):
                a[r, q, p] = t[r, q, p]


def covariance(data, mean, cov):
    n = data.shape[0]
    m = data.shape[1]
    for j in prange(m):
        s = 0.0
        for i in range(n):
            s += data[i, j]
        mean[j] = s / n
    for i in prange(n):
        for j in range(m):
            data[i, j] -= mean[j]
    for i in prange(m):
        for j in range(i, m):
            s = 0.0
            for k in range(n):
                s += data[k, i] * data[k, j]
            cov[i, j] = s / (n - 1.0)
            cov[j, i] = cov[i, j]


KERNELS = {
    "gemm": Kernel(lambda r: (1.5, 1.2, r.random((400, 440)), r.random((440, 420)), r.random((400, 420))), (4,)),
    "syrk": Kernel(lambda r: (1.5, 1.2, r.random((500, 400)), r.random((500, 500))), (3,)),
    "trmm": Kernel(lambda r: (1.5, r.random((400, 400)), r.random((400, 420))), (2,)),
    "atax": Kernel(lambda r: (r.random((1900, 2100)), r.random(2100), r.random(1900), r.random(2100)), (2, 3)),
    "gesummv": Kernel(
        lambda r: (1.5, 1.2, r.random((1800, 1800)), r.random((1800, 1800)), r.random(1800), r.random(1800)), (5,)
    ),
    "mvt": Kernel(lambda r: (r.random((2000, 2000)), *(r.random(2000) for _ in range(4))), (1, 2)),
    "doitgen": Kernel(lambda r: (r.random((60, 50, 100)), r.random((100, 100)), r.random((60, 50, 100))), (0, 2)),
    "covariance": Kernel(lambda r: (r.random((500, 400)), r.random(400), r.random((400, 400))), (0, 1, 2)),
}
