"""QuasiRandom (papers/5): Sobol's points in three dimensions, in the order of Gray codes. A row is the number of a point."""

import numpy as np
from program import Program, over_rows
from unpython import prange

BITS = 31


def points(numbers, directions):
    made = np.empty((numbers.shape[0], directions.shape[0]))
    for i in prange(numbers.shape[0]):
        gray = numbers[i] ^ (numbers[i] >> 1)
        for d in range(directions.shape[0]):
            x = numbers[i] * 0
            for bit in range(BITS):
                if (gray >> bit) & 1:
                    x ^= directions[d, bit]
            made[i, d] = x / 2.0**BITS
    return made


def by_numpy(numbers, directions):
    gray = numbers ^ (numbers >> 1)
    bits = (gray[:, None] >> np.arange(BITS)) & 1
    return np.stack([np.bitwise_xor.reduce(np.where(bits, d, 0), axis=1) for d in directions], axis=1) / 2.0**BITS


def direction_numbers():
    """Of the polynomials 1, x + 1 and x^2 + x + 1."""
    made = np.zeros((3, BITS), dtype=np.int64)
    for d, (degree, middle, first) in enumerate(((0, 0, ()), (1, 0, (1,)), (2, 1, (1, 3)))):
        m = list(first)
        for bit in range(BITS):
            if degree == 0:
                m.append(1)
            elif bit >= degree:
                new = m[bit - degree] ^ (m[bit - degree] << degree)
                for k in range(1, degree):
                    new ^= ((middle >> (degree - 1 - k)) & 1) * (m[bit - k] << k)
                m.append(new)
            made[d, bit] = m[bit] << (BITS - 1 - bit)
    return made


def make(n):
    return np.arange(n), direction_numbers()


PROGRAM = Program("QuasiRandom", 5, make, points, over_rows(points), by_numpy, size=400_000, small=64)
