"""nb1d and nb3d (papers/3): bodies that attract each other, step by step: with vectors of coordinates, and with arrays of all
distances. And the n-body programs of papers/1 and 2: the sum of the distances of each point from all others."""

import numpy as np
from program import Program
from unpython import prange

STEPS, SMALL_STEPS, TIME = 10, 3, 1e-3


def by_vectors(x0, y0, z0, masses, steps, dt):
    n = x0.shape[0]
    x, y, z = x0.copy(), y0.copy(), z0.copy()
    vx, vy, vz = np.zeros(n), np.zeros(n), np.zeros(n)
    for _ in range(steps):
        for i in prange(n):
            fx = fy = fz = 0.0
            for j in range(n):
                dx, dy, dz = x[j] - x[i], y[j] - y[i], z[j] - z[i]
                apart = dx * dx + dy * dy + dz * dz + 0.01
                pull = masses[j] / (apart * np.sqrt(apart))
                fx += pull * dx
                fy += pull * dy
                fz += pull * dz
            vx[i] += dt * fx
            vy[i] += dt * fy
            vz[i] += dt * fz
        for i in prange(n):
            x[i] += dt * vx[i]
            y[i] += dt * vy[i]
            z[i] += dt * vz[i]
    return x, y, z, vx, vy, vz


def by_arrays(start, masses, steps, dt):
    n = start.shape[0]
    places, speeds = start.copy(), np.zeros((n, 3))
    apart, pull = np.empty((3, n, n)), np.empty((n, n))
    for _ in range(steps):
        for c in range(3):
            for i in prange(n):
                for j in prange(n):
                    apart[c, i, j] = places[j, c] - places[i, c]
        for i in prange(n):
            for j in prange(n):
                square = 0.01
                for c in range(3):
                    square += apart[c, i, j] * apart[c, i, j]
                pull[i, j] = masses[j] / (square * np.sqrt(square))
        for i in prange(n):
            for c in range(3):
                force = 0.0
                for j in range(n):
                    force += pull[i, j] * apart[c, i, j]
                speeds[i, c] += dt * force
        for i in prange(n):
            for c in range(3):
                places[i, c] += dt * speeds[i, c]
    return places, speeds


def by_numpy(start, masses, steps, dt):
    places, speeds = start.copy(), np.zeros_like(start)
    for _ in range(steps):
        force = np.empty_like(start)
        for rows in np.array_split(np.arange(len(start)), max(1, len(start) // 256)):
            apart = places - places[rows, None]
            square = (apart * apart).sum(axis=2) + 0.01
            force[rows] = ((masses / (square * np.sqrt(square)))[:, :, None] * apart).sum(axis=1)
        speeds += dt * force
        places += dt * speeds
    return places, speeds


def vectors_by_numpy(x, y, z, masses, steps, dt):
    places, speeds = by_numpy(np.stack((x, y, z), axis=1), masses, steps, dt)
    return (*places.T, *speeds.T)


def bodies(n):
    random = np.random.default_rng(25)
    return random.random((n, 3)), random.random(n), STEPS if n > 100 else SMALL_STEPS, TIME


def bodies_in_vectors(n):
    places, *others = bodies(n)
    return (*(np.ascontiguousarray(column) for column in places.T), *others)


def distances(x, y, z):
    sums = np.empty(x.shape, dtype=x.dtype)
    for i in prange(x.shape[0]):
        for j in prange(x.shape[1]):
            s = x[i, j] * 0
            for k in range(x.shape[0]):
                for m in range(x.shape[1]):
                    dx, dy, dz = x[i, j] - x[k, m], y[i, j] - y[k, m], z[i, j] - z[k, m]
                    s += np.sqrt(dx * dx + dy * dy + dz * dz)
            sums[i, j] = s
    return sums


def distances_by_numpy(x, y, z):
    points = np.stack((x.ravel(), y.ravel(), z.ravel()), axis=1)
    sums = [np.sqrt(((points - point) ** 2).sum(axis=1)).sum() for point in points]
    return np.array(sums, x.dtype).reshape(x.shape)


def squares(dtype):
    def points(n):
        return tuple(np.random.default_rng(26).random((3, n, n)).astype(dtype))

    return points


def distances_of(name, paper, dtype, size):
    rtol = 1e-3 if dtype is np.float32 else 1e-10
    return Program(
        name, paper, squares(dtype), distances, None, distances_by_numpy, size=size, small=6, rtol=rtol, sizes=(size,), growth=4,
    )  # fmt: skip


PROGRAMS = (
    Program(
        "nb1d", 3, bodies_in_vectors, by_vectors, None, vectors_by_numpy, size=4096, small=24, rtol=1e-8, atol=1e-9,
        sizes=(4096, 8192, 16384), growth=2,
    ),
    Program(
        "nb3d", 3, bodies, by_arrays, None, by_numpy, size=512, small=24, rtol=1e-8, atol=1e-9, sizes=(512, 1024, 1536), growth=2,
    ),
    distances_of("N-BodyS", 1, np.float32, 256),
    distances_of("N-BodyD", 1, np.float64, 256),
    distances_of("NB", 2, np.float32, 768),
)  # fmt: skip
