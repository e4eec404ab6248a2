"""Parboil-RPES (papers/4): repulsion of two electrons by Rys quadrature, for contracted s shells, where one root is enough.

A row is four shells. A shell has a centre and three primitives, each an exponent and a coefficient: columns of `shells` are x, y, z,
then the exponents, then the coefficients. The weight of the one root is F0(t) = sqrt(pi / t) erf(sqrt(t)) / 2.
"""

import math

import numpy as np
from program import Program, over_rows
from unpython import prange


def boys(t):
    if t < 1e-12:
        return 1.0
    return 0.5 * np.sqrt(math.pi / t) * math.erf(np.sqrt(t))


def repulsion(quartets, shells):
    integrals = np.empty(quartets.shape[0])
    for n in prange(quartets.shape[0]):
        a, b, c, d = quartets[n, 0], quartets[n, 1], quartets[n, 2], quartets[n, 3]
        ab = cd = 0.0
        for x in range(3):
            ab += (shells[a, x] - shells[b, x]) ** 2
            cd += (shells[c, x] - shells[d, x]) ** 2
        total = 0.0
        for i in range(3):
            for j in range(3):
                p = shells[a, 3 + i] + shells[b, 3 + j]
                left = shells[a, 6 + i] * shells[b, 6 + j] * np.exp(-shells[a, 3 + i] * shells[b, 3 + j] / p * ab)
                for k in range(3):
                    for m in range(3):
                        q = shells[c, 3 + k] + shells[d, 3 + m]
                        right = shells[c, 6 + k] * shells[d, 6 + m] * np.exp(-shells[c, 3 + k] * shells[d, 3 + m] / q * cd)
                        apart = 0.0
                        for x in range(3):
                            at = (shells[a, 3 + i] * shells[a, x] + shells[b, 3 + j] * shells[b, x]) / p
                            to = (shells[c, 3 + k] * shells[c, x] + shells[d, 3 + m] * shells[d, x]) / q
                            apart += (at - to) ** 2
                        both = 2.0 * math.pi**2.5 / (p * q * np.sqrt(p + q))
                        total += both * left * right * boys(p * q / (p + q) * apart)
        integrals[n] = total
    return integrals


_erf = np.vectorize(math.erf, otypes=[float])


def by_numpy(quartets, shells):
    a, b, c, d = (shells[quartets[:, k]] for k in range(4))
    ab, cd = ((a - b)[:, :3] ** 2).sum(axis=1), ((c - d)[:, :3] ** 2).sum(axis=1)
    total = np.zeros(len(quartets))
    for i, j, k, m in np.ndindex(3, 3, 3, 3):
        ea, eb, ec, ed = a[:, 3 + i], b[:, 3 + j], c[:, 3 + k], d[:, 3 + m]
        p, q = ea + eb, ec + ed
        factor = a[:, 6 + i] * b[:, 6 + j] * c[:, 6 + k] * d[:, 6 + m] * np.exp(-ea * eb / p * ab - ec * ed / q * cd)
        at = (ea[:, None] * a[:, :3] + eb[:, None] * b[:, :3]) / p[:, None]
        to = (ec[:, None] * c[:, :3] + ed[:, None] * d[:, :3]) / q[:, None]
        t = np.maximum(p * q / (p + q) * ((at - to) ** 2).sum(axis=1), 1e-300)
        weight = np.where(t < 1e-12, 1.0, 0.5 * np.sqrt(np.pi / t) * _erf(np.sqrt(t)))
        total += 2.0 * np.pi**2.5 / (p * q * np.sqrt(p + q)) * factor * weight
    return total


def make(n):
    random = np.random.default_rng(5)
    shells = np.concatenate((random.random((40, 3)) * 3, random.random((40, 3)) * 2 + 0.1, random.random((40, 3))), axis=1)
    return random.integers(0, 40, (n, 4), np.int32), shells


PROGRAM = Program("Parboil-RPES", 4, make, repulsion, over_rows(repulsion), by_numpy, size=20000, small=64, rtol=1e-9)
