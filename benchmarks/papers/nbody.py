"""N-Body (papers/4): the force of all bodies on each. A body is x, y, z and a mass; rows of the graph are some of the bodies."""

import numpy as np
from program import Program, over_rows
from unpython import prange


def forces(some, bodies):
    force = np.empty((some.shape[0], 3), dtype=some.dtype)
    for i in prange(some.shape[0]):
        fx = fy = fz = some[i, 0] * 0
        for j in range(bodies.shape[0]):
            dx = bodies[j, 0] - some[i, 0]
            dy = bodies[j, 1] - some[i, 1]
            dz = bodies[j, 2] - some[i, 2]
            near = 1.0 / np.sqrt(dx * dx + dy * dy + dz * dz + 0.01)
            pull = bodies[j, 3] * near * near * near
            fx += pull * dx
            fy += pull * dy
            fz += pull * dz
        force[i, 0] = fx
        force[i, 1] = fy
        force[i, 2] = fz
    return force


def by_numpy(some, bodies):
    made = []
    for rows in np.array_split(some, max(1, len(some) // 64)):
        apart = bodies[None, :, :3] - rows[:, None, :3]
        near = 1.0 / np.sqrt((apart * apart).sum(axis=2) + 0.01)
        made.append(((bodies[:, 3] * near**3)[:, :, None] * apart).sum(axis=1))
    return np.concatenate(made)


def make(n):
    bodies = np.random.default_rng(1).random((n, 4))
    return bodies, bodies


PROGRAM = Program("N-Body", 4, make, forces, over_rows(forces), by_numpy, size=4096, small=48, rtol=1e-9, atol=1e-9)
