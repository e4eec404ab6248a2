"""Parboil-MRIQ (papers/4): the matrix Q of a magnetic resonance picture. A row is a voxel (x, y, z); a sample is kx, ky, kz and the
square of its magnitude."""

import numpy as np
from program import Program, over_rows
from unpython import prange


def q_matrix(voxels, samples):
    q = np.empty((voxels.shape[0], 2), dtype=voxels.dtype)
    for i in prange(voxels.shape[0]):
        real = imaginary = voxels[i, 0] * 0
        for k in range(samples.shape[0]):
            phase = 2.0 * np.pi * (
                samples[k, 0] * voxels[i, 0] + samples[k, 1] * voxels[i, 1] + samples[k, 2] * voxels[i, 2]
            )
            real += samples[k, 3] * np.cos(phase)
            imaginary += samples[k, 3] * np.sin(phase)
        q[i, 0] = real
        q[i, 1] = imaginary
    return q


def by_numpy(voxels, samples):
    made = []
    for rows in np.array_split(voxels, max(1, len(voxels) // 1024)):
        phase = 2.0 * np.pi * (rows @ samples[:, :3].T)
        made.append(np.stack((np.cos(phase) @ samples[:, 3], np.sin(phase) @ samples[:, 3]), axis=1))
    return np.concatenate(made)


def make(n):
    random = np.random.default_rng(4)
    return random.random((n, 3)), random.random((512, 4))


PROGRAM = Program("Parboil-MRIQ", 4, make, q_matrix, over_rows(q_matrix), by_numpy, size=16384, small=96, rtol=1e-9, atol=1e-9)
