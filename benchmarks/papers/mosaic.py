"""Mosaic (papers/4): for each tile of a picture, the tile of a library that differs least: a map over tiles, a reduction inside."""

import numpy as np
from program import Program, over_rows
from unpython import prange

PIXELS = 64


def best_tiles(tiles, library):
    best = np.empty(tiles.shape[0], dtype=np.int32)
    for i in prange(tiles.shape[0]):
        tile = np.empty(64, dtype=np.int32)  # read once, and kept beside all of the library
        for p in range(64):
            tile[p] = tiles[i, p]
        least = np.int32(2147483647)
        for j in range(library.shape[0]):
            differs = np.int32(0)
            for p in range(64):
                d = tile[p] - np.int32(library[j, p])
                differs += d * d
            if differs < least:
                least = differs
                best[i] = j
    return best


def by_numpy(tiles, library):
    others = library.astype(np.int64)
    return np.array([((others - tile) ** 2).sum(axis=1).argmin() for tile in tiles.astype(np.int64)], dtype=np.int32)


def make(n):
    random = np.random.default_rng(2)
    return random.integers(0, 256, (n, PIXELS), np.uint8), random.integers(0, 256, (max(2, n // 4), PIXELS), np.uint8)


PROGRAM = Program("Mosaic", 4, make, best_tiles, over_rows(best_tiles), by_numpy, size=4096, small=40)
