"""Transforms."""

import numpy as np

from numpy_programs import Program


def index_grid(rows, columns):
    row = np.empty((rows, columns), dtype=np.int64)
    column = np.empty((rows, columns), dtype=np.int64)
    for i in range(rows):
        row[i, :] = i
    for j in range(columns):
        column[:, j] = j
    return row, column


def stockham_fft(length, radix, stages, x, y):
    row, column = index_grid(radix, radix)
    butterfly = np.exp(-2.0j * np.pi * row * column / radix)
    y[:] = x
    row, column = index_grid(radix, length)
    for stage in range(stages):
        done = radix**stage
        left = radix ** (stages - stage - 1)
        permuted = np.transpose(np.reshape(y, (done, radix, left)), (1, 0, 2))
        angle = row[:, :done] * column[:, :done] / radix ** (stage + 1)
        twiddle = np.repeat(np.reshape(np.exp(-2.0j * np.pi * angle), (radix, done, 1)), left, axis=2)
        turned = np.reshape(permuted, (length,)) * np.reshape(twiddle, (length,))
        y[:] = np.reshape(butterfly @ np.reshape(turned, (radix, length // radix)), (length,))


PROGRAMS = {
    "stockham_fft": Program(
        lambda rng: (4**7, 4, 7, rng.random(4**7) + 1j * rng.random(4**7), np.zeros(4**7, dtype=np.complex128)),
        outputs=(4,),
        tolerance=1e-7,
    ),
}
