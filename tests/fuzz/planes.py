"""Arrays for random programs of loops: several of one shape and type, apart or parts of one memory, with whole numbers in them,
so that sums are the same in any order."""

from __future__ import annotations

import random

import numpy as np

DTYPES = ("float64", "float64", "float32", "int64", "int32")
_SHAPES: dict[int, tuple[tuple[int, ...], ...]] = {
    1: ((1,), (2,), (3,), (7,), (64,), (513,), (1025,), (0,)),
    2: ((1, 1), (2, 3), (3, 2), (4, 4), (5, 9), (9, 5), (17, 33), (33, 6), (3, 600), (40, 40), (0, 3), (2, 0)),
    3: ((2, 3, 4), (3, 3, 3), (4, 5, 6), (3, 9, 17), (1, 2, 3)),
}


def shape_of(draw: random.Random, rank: int) -> tuple[int, ...]:
    return draw.choice(_SHAPES[rank])


def planes(draw: random.Random, count: int, shape: tuple[int, ...], dtype: str) -> list[np.ndarray]:
    generator = np.random.default_rng(draw.randrange(2**31))
    kind = draw.random()
    if kind < 0.12:  # of one memory, each a few elements behind the one before
        size, step = int(np.prod(shape)), draw.choice([1, 2, max(shape[-1], 1)])
        memory = generator.integers(-9, 10, size + step * count).astype(dtype)
        return [memory[n * step : n * step + size].reshape(shape) for n in range(count)]
    made = [_placed(draw, generator.integers(-9, 10, shape).astype(dtype)) for _ in range(count)]
    if kind < 0.16 and count > 1:
        made[1] = made[0]
    return made


def _placed(draw: random.Random, values: np.ndarray) -> np.ndarray:
    kind = draw.random()
    if kind < 0.7 or values.ndim == 0:
        return values
    if kind < 0.8:
        return np.asfortranarray(values)
    if kind < 0.9:
        wide = np.zeros(tuple(2 * n for n in values.shape), values.dtype)
        view = wide[tuple(slice(None, None, 2) for _ in values.shape)]
    else:
        view = np.zeros_like(values)[::-1]
    view[...] = values
    return view


def places(draw: random.Random, count: int, extent: int) -> np.ndarray:
    """Indices below `extent`, some of them more than once, or each once."""
    if draw.random() < 0.5 and count <= extent:
        return np.array(draw.sample(range(extent), count), np.int64)
    return np.array([draw.randrange(max(extent, 1)) for _ in range(count)], np.int64)
