"""Neighbours on grids, most of them inside a loop over time."""

import numpy as np

from numpy_programs import Program


def jacobi_1d(steps, a, b):
    for _ in range(1, steps):
        b[1:-1] = 0.33333 * (a[:-2] + a[1:-1] + a[2:])
        a[1:-1] = 0.33333 * (b[:-2] + b[1:-1] + b[2:])


def jacobi_2d(steps, a, b):
    for _ in range(1, steps):
        b[1:-1, 1:-1] = 0.2 * (a[1:-1, 1:-1] + a[1:-1, :-2] + a[1:-1, 2:] + a[2:, 1:-1] + a[:-2, 1:-1])
        a[1:-1, 1:-1] = 0.2 * (b[1:-1, 1:-1] + b[1:-1, :-2] + b[1:-1, 2:] + b[2:, 1:-1] + b[:-2, 1:-1])


def heat_3d(steps, a, b):
    for _ in range(1, steps):
        b[1:-1, 1:-1, 1:-1] = (
            0.125 * (a[2:, 1:-1, 1:-1] - 2.0 * a[1:-1, 1:-1, 1:-1] + a[:-2, 1:-1, 1:-1])
            + 0.125 * (a[1:-1, 2:, 1:-1] - 2.0 * a[1:-1, 1:-1, 1:-1] + a[1:-1, :-2, 1:-1])
            + 0.125 * (a[1:-1, 1:-1, 2:] - 2.0 * a[1:-1, 1:-1, 1:-1] + a[1:-1, 1:-1, :-2])
            + a[1:-1, 1:-1, 1:-1]
        )
        a[1:-1, 1:-1, 1:-1] = (
            0.125 * (b[2:, 1:-1, 1:-1] - 2.0 * b[1:-1, 1:-1, 1:-1] + b[:-2, 1:-1, 1:-1])
            + 0.125 * (b[1:-1, 2:, 1:-1] - 2.0 * b[1:-1, 1:-1, 1:-1] + b[1:-1, :-2, 1:-1])
            + 0.125 * (b[1:-1, 1:-1, 2:] - 2.0 * b[1:-1, 1:-1, 1:-1] + b[1:-1, 1:-1, :-2])
            + b[1:-1, 1:-1, 1:-1]
        )


def gauss_seidel(steps, a):
    n = a.shape[0]
    for _ in range(steps - 1):
        for i in range(1, n - 1):
            a[i, 1:-1] += a[i - 1, :-2] + a[i - 1, 1:-1] + a[i - 1, 2:] + a[i, 2:] + a[i + 1, :-2] + a[i + 1, 1:-1] + a[i + 1, 2:]
            for j in range(1, n - 1):
                a[i, j] += a[i, j - 1]
                a[i, j] /= 9.0


def horizontal_diffusion(field, result, coefficient):
    rows, columns, levels = result.shape
    curvature = 4.0 * field[1 : rows + 3, 1 : columns + 3, :] - (
        field[2 : rows + 4, 1 : columns + 3, :]
        + field[0 : rows + 2, 1 : columns + 3, :]
        + field[1 : rows + 3, 2 : columns + 4, :]
        + field[1 : rows + 3, 0 : columns + 2, :]
    )
    along = curvature[1:, 1 : columns + 1, :] - curvature[:-1, 1 : columns + 1, :]
    flux_x = np.where(
        along * (field[2 : rows + 3, 2 : columns + 2, :] - field[1 : rows + 2, 2 : columns + 2, :]) > 0, 0, along
    )
    across = curvature[1 : rows + 1, 1:, :] - curvature[1 : rows + 1, :-1, :]
    flux_y = np.where(
        across * (field[2 : rows + 2, 2 : columns + 3, :] - field[2 : rows + 2, 1 : columns + 2, :]) > 0, 0, across
    )
    result[:, :, :] = field[2 : rows + 2, 2 : columns + 2, :] - coefficient[:, :, :] * (
        flux_x[1:, :, :] - flux_x[:-1, :, :] + flux_y[:, 1:, :] - flux_y[:, :-1, :]
    )


def channel_flow(u, v, p, step, dx, dy, density, viscosity, force, sweeps, limit):
    change = 1.0
    rounds = 0
    while change > limit:
        before = u.copy()
        old_v = v.copy()
        source = np.zeros_like(u)
        source[1:-1, 1:-1] = density * (
            ((u[1:-1, 2:] - u[1:-1, :-2]) / (2 * dx) + (v[2:, 1:-1] - v[:-2, 1:-1]) / (2 * dy)) / step
            - ((u[1:-1, 2:] - u[1:-1, :-2]) / (2 * dx)) ** 2
            - 2 * ((u[2:, 1:-1] - u[:-2, 1:-1]) / (2 * dy) * (v[1:-1, 2:] - v[1:-1, :-2]) / (2 * dx))
            - ((v[2:, 1:-1] - v[:-2, 1:-1]) / (2 * dy)) ** 2
        )
        for _ in range(sweeps):
            old = p.copy()
            p[1:-1, 1:-1] = ((old[1:-1, 2:] + old[1:-1, :-2]) * dy**2 + (old[2:, 1:-1] + old[:-2, 1:-1]) * dx**2) / (
                2 * (dx**2 + dy**2)
            ) - dx**2 * dy**2 / (2 * (dx**2 + dy**2)) * source[1:-1, 1:-1]
            p[:, 0] = p[:, 1]
            p[:, -1] = p[:, -2]
            p[-1, :] = p[-2, :]
            p[0, :] = p[1, :]
        u[1:-1, 1:-1] = (
            before[1:-1, 1:-1]
            - before[1:-1, 1:-1] * step / dx * (before[1:-1, 1:-1] - before[1:-1, :-2])
            - old_v[1:-1, 1:-1] * step / dy * (before[1:-1, 1:-1] - before[:-2, 1:-1])
            - step / (2 * density * dx) * (p[1:-1, 2:] - p[1:-1, :-2])
            + viscosity * step / dx**2 * (before[1:-1, 2:] - 2 * before[1:-1, 1:-1] + before[1:-1, :-2])
            + viscosity * step / dy**2 * (before[2:, 1:-1] - 2 * before[1:-1, 1:-1] + before[:-2, 1:-1])
            + force * step
        )
        v[1:-1, 1:-1] = (
            old_v[1:-1, 1:-1]
            - before[1:-1, 1:-1] * step / dx * (old_v[1:-1, 1:-1] - old_v[1:-1, :-2])
            - old_v[1:-1, 1:-1] * step / dy * (old_v[1:-1, 1:-1] - old_v[:-2, 1:-1])
            - step / (2 * density * dy) * (p[2:, 1:-1] - p[:-2, 1:-1])
            + viscosity * step / dx**2 * (old_v[1:-1, 2:] - 2 * old_v[1:-1, 1:-1] + old_v[1:-1, :-2])
            + viscosity * step / dy**2 * (old_v[2:, 1:-1] - 2 * old_v[1:-1, 1:-1] + old_v[:-2, 1:-1])
        )
        u[:, 0] = u[:, 1]
        u[:, -1] = u[:, -2]
        u[0, :] = 0
        u[-1, :] = 0
        v[0, :] = 0
        v[-1, :] = 0
        change = (np.sum(u) - np.sum(before)) / np.sum(u)
        rounds += 1
    return rounds


def game_of_life(board, generations):
    for _ in range(generations):
        near = (
            board[:-2, :-2]
            + board[:-2, 1:-1]
            + board[:-2, 2:]
            + board[1:-1, :-2]
            + board[1:-1, 2:]
            + board[2:, :-2]
            + board[2:, 1:-1]
            + board[2:, 2:]
        )
        birth = (near == 3) & (board[1:-1, 1:-1] == 0)
        stays = ((near == 2) | (near == 3)) & (board[1:-1, 1:-1] == 1)
        board[...] = 0
        board[1:-1, 1:-1][birth | stays] = 1


def lattice_boltzmann(f, steps, rate, weights, cx, cy):
    for _ in range(steps):
        for k in range(9):
            f[:, :, k] = np.roll(f[:, :, k], cx[k], axis=1)
            f[:, :, k] = np.roll(f[:, :, k], cy[k], axis=0)
        density = np.sum(f, axis=2)
        ux = np.sum(f * cx, axis=2) / density
        uy = np.sum(f * cy, axis=2) / density
        rest = np.zeros(f.shape)
        for k in range(9):
            along = cx[k] * ux + cy[k] * uy
            rest[:, :, k] = density * weights[k] * (1 + 3 * along + 4.5 * along**2 - 1.5 * (ux**2 + uy**2))
        f += -rate * (f - rest)


def _pair(rng, *shape):
    return rng.random(shape), rng.random(shape)


def _flow(rng, n):
    step, dx, dy = 0.001, 2 / (n - 1), 2 / (n - 1)
    return *np.zeros((2, n, n)), np.ones((n, n)), step, dx, dy, 1.0, 0.1, 1.0, 20, 0.004


def _lattice(rng, rows, columns):
    cx = np.array([0, 0, 1, 1, 1, 0, -1, -1, -1])
    cy = np.array([0, 1, 1, 0, -1, -1, -1, 0, 1])
    weights = np.array([4 / 9, 1 / 9, 1 / 36, 1 / 9, 1 / 36, 1 / 9, 1 / 36, 1 / 9, 1 / 36])
    return 1 + 0.01 * rng.random((rows, columns, 9)), 4, 0.6, weights, cx, cy


PROGRAMS = {
    "jacobi_1d": Program(lambda rng: (200, *_pair(rng, 20_000)), outputs=(1, 2)),
    "jacobi_2d": Program(lambda rng: (40, *_pair(rng, 400, 400)), outputs=(1, 2)),
    "heat_3d": Program(lambda rng: (15, *_pair(rng, 64, 64, 64)), outputs=(1, 2)),
    "gauss_seidel": Program(lambda rng: (8, rng.random((150, 150))), outputs=(1,)),
    "horizontal_diffusion": Program(
        lambda rng: (rng.random((132, 132, 40)), np.empty((128, 128, 40)), rng.random((128, 128, 40))), outputs=(1,)
    ),
    "channel_flow": Program(lambda rng: _flow(rng, 61), outputs=(0, 1, 2), tolerance=1e-7),
    "game_of_life": Program(lambda rng: (rng.integers(0, 2, (400, 400)), 20), outputs=(0,)),
    "lattice_boltzmann": Program(lambda rng: _lattice(rng, 100, 200), outputs=(0,)),
}
