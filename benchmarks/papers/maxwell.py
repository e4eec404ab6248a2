"""fdtd (papers/3): an electromagnetic field in a box with walls of metal, by finite differences in time and space."""

import math

import numpy as np
from program import Program
from unpython import prange

STEPS = 20
EPSILON, MU, LIGHT = 8.8541878e-12, 4e-7 * math.pi, 299792458.0


def field(ex0, ey0, ez0, cx, cy, cz, steps):
    nx, ny, nz = ex0.shape[0], ey0.shape[1], ez0.shape[2]
    ex, ey, ez = ex0.copy(), ey0.copy(), ez0.copy()
    hx, hy, hz = np.zeros((nx + 1, ny, nz)), np.zeros((nx, ny + 1, nz)), np.zeros((nx, ny, nz + 1))
    seen = np.zeros((steps + 1, 3))
    dt = 1.0 / (LIGHT * math.sqrt(cx * cx + cy * cy + cz * cz))
    of_h, of_e = dt / MU, dt / EPSILON
    for step in range(steps):
        for i in prange(nx + 1):
            for j in prange(ny):
                for k in prange(nz):
                    hx[i, j, k] += of_h * ((ey[i, j, k + 1] - ey[i, j, k]) * cz - (ez[i, j + 1, k] - ez[i, j, k]) * cy)
        for i in prange(nx):
            for j in prange(ny + 1):
                for k in prange(nz):
                    hy[i, j, k] += of_h * ((ez[i + 1, j, k] - ez[i, j, k]) * cx - (ex[i, j, k + 1] - ex[i, j, k]) * cz)
        for i in prange(nx):
            for j in prange(ny):
                for k in prange(nz + 1):
                    hz[i, j, k] += of_h * ((ex[i, j + 1, k] - ex[i, j, k]) * cy - (ey[i + 1, j, k] - ey[i, j, k]) * cx)
        for i in prange(nx):
            for j in prange(1, ny):
                for k in prange(1, nz):
                    ex[i, j, k] += of_e * ((hz[i, j, k] - hz[i, j - 1, k]) * cy - (hy[i, j, k] - hy[i, j, k - 1]) * cz)
        for i in prange(1, nx):
            for j in prange(ny):
                for k in prange(1, nz):
                    ey[i, j, k] += of_e * ((hx[i, j, k] - hx[i, j, k - 1]) * cz - (hz[i, j, k] - hz[i - 1, j, k]) * cx)
        for i in prange(1, nx):
            for j in prange(1, ny):
                for k in prange(nz):
                    ez[i, j, k] += of_e * ((hy[i, j, k] - hy[i - 1, j, k]) * cx - (hx[i, j, k] - hx[i, j - 1, k]) * cy)
        seen[step + 1, 0] = ex[3, 3, 3]
        seen[step + 1, 1] = ey[3, 3, 3]
        seen[step + 1, 2] = ez[3, 3, 3]
    return ex, ey, ez, hx, hy, hz, seen


def by_numpy(ex0, ey0, ez0, cx, cy, cz, steps):
    nx, ny, nz = ex0.shape[0], ey0.shape[1], ez0.shape[2]
    ex, ey, ez = ex0.copy(), ey0.copy(), ez0.copy()
    hx, hy, hz = np.zeros((nx + 1, ny, nz)), np.zeros((nx, ny + 1, nz)), np.zeros((nx, ny, nz + 1))
    seen = np.zeros((steps + 1, 3))
    dt = 1.0 / (LIGHT * np.sqrt(cx * cx + cy * cy + cz * cz))
    of_h, of_e = dt / MU, dt / EPSILON
    for step in range(steps):
        hx += of_h * (np.diff(ey, axis=2) * cz - np.diff(ez, axis=1) * cy)
        hy += of_h * (np.diff(ez, axis=0) * cx - np.diff(ex, axis=2) * cz)
        hz += of_h * (np.diff(ex, axis=1) * cy - np.diff(ey, axis=0) * cx)
        ex[:, 1:-1, 1:-1] += of_e * (np.diff(hz[:, :, 1:-1], axis=1) * cy - np.diff(hy[:, 1:-1], axis=2) * cz)
        ey[1:-1, :, 1:-1] += of_e * (np.diff(hx[1:-1], axis=2) * cz - np.diff(hz[:, :, 1:-1], axis=0) * cx)
        ez[1:-1, 1:-1, :] += of_e * (np.diff(hy[:, 1:-1], axis=0) * cx - np.diff(hx[1:-1], axis=1) * cy)
        seen[step + 1] = ex[3, 3, 3], ey[3, 3, 3], ez[3, 3, 3]
    return ex, ey, ez, hx, hy, hz, seen


def make(n):
    random = np.random.default_rng(24)
    nx, ny, nz = n, n, max(5, 15 * n // 512)
    e = [np.zeros(shape) for shape in ((nx, ny + 1, nz + 1), (nx + 1, ny, nz + 1), (nx + 1, ny + 1, nz))]
    inner, every = slice(1, -1), slice(None)
    for array, where in zip(e, ((every, inner, inner), (inner, every, inner), (inner, inner, every)), strict=True):
        array[where] = random.random(array[where].shape) - 0.5
    return (*e, nx / 0.05, ny / 0.04, nz / 0.03, STEPS if n > 64 else 4)


PROGRAM = Program("fdtd", 3, make, field, None, by_numpy, size=512, small=8, rtol=1e-9, atol=1e-12, sizes=(512, 1024), growth=3)
