"""Factorisations and solvers, whose outer loops run in order."""

import numpy as np

from numpy_programs import Program


def cholesky(a):
    a[0, 0] = np.sqrt(a[0, 0])
    for i in range(1, a.shape[0]):
        for j in range(i):
            a[i, j] -= np.dot(a[i, :j], a[j, :j])
            a[i, j] /= a[j, j]
        a[i, i] -= np.dot(a[i, :i], a[i, :i])
        a[i, i] = np.sqrt(a[i, i])


def durbin(r):
    y = np.empty_like(r)
    reflection = -r[0]
    error = 1.0
    y[0] = -r[0]
    for k in range(1, r.shape[0]):
        error *= 1.0 - reflection * reflection
        reflection = -(r[k] + np.dot(np.flip(r[:k]), y[:k])) / error
        y[:k] += reflection * np.flip(y[:k])
        y[k] = reflection
    return y


def floyd_warshall(path):
    for k in range(path.shape[0]):
        path[:] = np.minimum(path, np.add.outer(path[:, k], path[k, :]))


def lu(a):
    for i in range(a.shape[0]):
        for j in range(i):
            a[i, j] -= a[i, :j] @ a[:j, j]
            a[i, j] /= a[j, j]
        for j in range(i, a.shape[0]):
            a[i, j] -= a[i, :i] @ a[:i, j]


def triangular_solve(lower, x, b):
    for i in range(lower.shape[0]):
        x[i] = (b[i] - lower[i, :i] @ x[:i]) / lower[i, i]


def contour_integral(rows, columns, slabs, hamiltonian, points, right):
    total = np.zeros((rows, columns), dtype=np.complex128)
    moment = np.zeros((rows, columns), dtype=np.complex128)
    for z in points:
        system = np.zeros((rows, rows), dtype=np.complex128)
        for n in range(slabs + 1):
            system += np.power(z, slabs / 2 - n) * hamiltonian[n]
        if rows == columns:
            x = np.linalg.inv(system)
        else:
            x = np.linalg.solve(system, right)
        if abs(z) < 1.0:
            x = -x
        total += x
        moment += z * x
    return total, moment


def _positive_definite(rng, n):
    a = rng.random((n, n))
    return a @ a.T + n * np.eye(n)


def _complex(rng, *shape):
    return rng.random(shape) + 1j * rng.random(shape)


PROGRAMS = {
    "cholesky": Program(lambda rng: (_positive_definite(rng, 260),), outputs=(0,)),
    "durbin": Program(lambda rng: (rng.random(3000) / 3000,)),
    "floyd_warshall": Program(lambda rng: (rng.integers(1, 1000, (200, 200)),), outputs=(0,)),
    "lu": Program(lambda rng: (_positive_definite(rng, 220),), outputs=(0,)),
    "triangular_solve": Program(
        lambda rng: (np.tril(rng.random((2500, 2500))) + 2500 * np.eye(2500), np.zeros(2500), rng.random(2500)), outputs=(1,)
    ),
    "contour_integral": Program(
        lambda rng: (60, 50, 2, _complex(rng, 3, 60, 60), _complex(rng, 24), _complex(rng, 60, 50)), tolerance=1e-7
    ),
}
