"""Parboil-CP (papers/4): the potential of point charges on a grid. An atom is x, y, z and a charge; rows of the graph are those of
the grid, known by their y."""

import numpy as np
from program import Program, over_rows
from unpython import prange


def potential(rows, columns, atoms):
    grid = np.empty((rows.shape[0], columns.shape[0]), dtype=rows.dtype)
    for i in prange(rows.shape[0]):
        for j in prange(columns.shape[0]):
            energy = rows[i] * 0
            for k in range(atoms.shape[0]):
                dx = columns[j] - atoms[k, 0]
                dy = rows[i] - atoms[k, 1]
                energy += atoms[k, 3] / np.sqrt(dx * dx + dy * dy + atoms[k, 2] * atoms[k, 2])
            grid[i, j] = energy
    return grid


def by_numpy(rows, columns, atoms):
    grid = np.zeros((len(rows), len(columns)), rows.dtype)
    for x, y, z, charge in atoms:
        grid += charge / np.sqrt((columns - x) ** 2 + ((rows - y) ** 2)[:, None] + z * z)
    return grid


def make(n):
    atoms = np.random.default_rng(3).random((256, 4), np.float32) + np.float32(0.1)
    places = np.linspace(0, 1, n, dtype=np.float32)
    return places, places, atoms


PROGRAM = Program("Parboil-CP", 4, make, potential, over_rows(potential), by_numpy, size=512, small=24, rtol=2e-4)
