"""DCT of tiles of 8 x 8, Convolution Separable and Histogram (papers/5)."""

import numpy as np
from program import Program, over_rows
from unpython import prange

_K, _X = np.mgrid[:8, :8]
COSINES = np.cos(np.pi * (_X + 0.5) * _K / 8) * np.where(_K == 0, np.sqrt(1 / 8), 0.5)


def dct(tiles, cosines):
    made = np.empty_like(tiles)
    for n in prange(tiles.shape[0]):
        for k in range(8):
            for m in range(8):
                s = 0.0
                for y in range(8):
                    line = 0.0
                    for x in range(8):
                        line += tiles[n, y, x] * cosines[m, x]
                    s += cosines[k, y] * line
                made[n, k, m] = s
    return made


def tiles(n):
    return np.random.default_rng(12).random((n, 8, 8)), COSINES


def convolved(rows, picture, taps):
    """Rows of a picture, convolved along both axes; beyond its borders lies 0. `rows`: their numbers."""
    half = taps.shape[0] // 2
    lines = np.empty((rows.shape[0], picture.shape[1]))
    made = np.empty((rows.shape[0], picture.shape[1]))
    for i in prange(rows.shape[0]):
        for x in prange(picture.shape[1]):
            s = 0.0
            for k in range(taps.shape[0]):
                y = rows[i] + k - half
                if 0 <= y < picture.shape[0]:
                    s += taps[k] * picture[y, x]
            lines[i, x] = s
    for i in prange(rows.shape[0]):
        for x in prange(picture.shape[1]):
            s = 0.0
            for k in range(taps.shape[0]):
                at = x + k - half
                if 0 <= at < picture.shape[1]:
                    s += taps[k] * lines[i, at]
            made[i, x] = s
    return made


def convolved_by_numpy(rows, picture, taps):
    half = len(taps) // 2
    padded = np.pad(picture, half)
    lines = sum(tap * padded[k : k + len(picture)] for k, tap in enumerate(taps))
    return sum(tap * lines[:, k : k + picture.shape[1]] for k, tap in enumerate(taps))


def picture(n):
    random = np.random.default_rng(13)
    return np.arange(n), random.random((n, n)), random.random(17)


def histogram(values):
    counts = np.zeros(256, dtype=np.int64)
    for i in prange(values.shape[0]):
        counts[values[i]] += 1
    return counts


def bytes_of(n):
    return (np.random.default_rng(14).integers(0, 256, n, np.uint8),)


PROGRAMS = (
    Program("DCT", 5, tiles, dct, over_rows(dct), lambda t, c: c @ t @ c.T, size=40_000, small=64, rtol=1e-9, atol=1e-12),
    Program("Convolution Separable", 5, picture, convolved, over_rows(convolved), convolved_by_numpy, size=1024, small=32, rtol=1e-9),
    Program(
        "Histogram", 5, bytes_of, histogram, over_rows(histogram), lambda v: np.bincount(v, minlength=256), size=8_000_000,
        small=4096, gather=sum,
    ),
)  # fmt: skip
