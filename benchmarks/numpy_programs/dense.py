"""Products of matrices and vectors."""

import numpy as np

from numpy_programs import Program


def vector_chains(a, x, p, r):
    return (a @ x) @ a, r @ a, a @ p


def covariance(data):
    count = data.shape[0]
    data -= np.mean(data, axis=0)
    result = np.zeros((data.shape[1], data.shape[1]), dtype=data.dtype)
    for i in range(data.shape[1]):
        result[i:, i] = data[:, i] @ data[:, i:] / (count - 1.0)
        result[i, i:] = result[i:, i]
    return result


def doitgen(a, c4):
    for r in range(a.shape[0]):
        a[r, :, :] = a[r] @ c4


def gemm(alpha, beta, a, b, c):
    c[:] = alpha * a @ b + beta * c


def gesummv(alpha, beta, a, b, x):
    return alpha * a @ x + beta * b @ x


def two_products(alpha, beta, a, b, c, d):
    d[:] = alpha * a @ b @ c + beta * d


def mvt(x1, x2, y1, y2, a):
    x1 += a @ y1
    x2 += y2 @ a


def syrk(alpha, beta, a, c):
    for i in range(c.shape[0]):
        c[i, : i + 1] *= beta
        for k in range(a.shape[1]):
            c[i, : i + 1] += alpha * a[i, k] * a[: i + 1, k]


def trmm(alpha, a, b):
    for i in range(b.shape[0]):
        for j in range(b.shape[1]):
            b[i, j] += np.dot(a[i + 1 :, i], b[i + 1 :, j])
    b *= alpha


def csr_product(starts, columns, values, x):
    y = np.empty(starts.size - 1, dtype=values.dtype)
    for i in range(starts.size - 1):
        picked = columns[starts[i] : starts[i + 1]]
        y[i] = values[starts[i] : starts[i + 1]] @ x[picked]
    return y


def _csr(rng, rows, columns, most):
    lengths = rng.integers(0, most, rows)
    starts = np.concatenate([[0], np.cumsum(lengths)]).astype(np.uint32)
    picked = rng.integers(0, columns, starts[-1]).astype(np.uint32)
    return starts, picked, rng.random(starts[-1]), rng.random(columns)


PROGRAMS = {
    "vector_chains": Program(lambda rng: (rng.random((2000, 1800)), rng.random(1800), rng.random(1800), rng.random(2000))),
    "covariance": Program(lambda rng: (rng.random((500, 400)),), outputs=(0,)),
    "doitgen": Program(lambda rng: (rng.random((60, 64, 70)), rng.random((70, 70))), outputs=(0,)),
    "gemm": Program(
        lambda rng: (1.5, 1.2, rng.random((500, 600)), rng.random((600, 550)), rng.random((500, 550))), outputs=(4,)
    ),
    "gesummv": Program(lambda rng: (1.5, 1.2, *rng.random((2, 1500, 1500)), rng.random(1500))),
    "two_products": Program(lambda rng: (1.5, 1.2, *rng.random((4, 400, 400))), outputs=(5,)),
    "mvt": Program(lambda rng: (*rng.random((4, 1800)), rng.random((1800, 1800))), outputs=(0, 1)),
    "syrk": Program(lambda rng: (1.5, 1.2, rng.random((150, 120)), rng.random((150, 150))), outputs=(3,)),
    "trmm": Program(lambda rng: (1.5, rng.random((150, 150)), rng.random((150, 200))), outputs=(2,)),
    "csr_product": Program(lambda rng: _csr(rng, 20_000, 4096, 40)),
}
