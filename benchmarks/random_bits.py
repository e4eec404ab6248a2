"""The bits of up.random for a statistical battery, which reads them from a pipe:

    python benchmarks/random_bits.py first | dieharder -g 200 -a
    python benchmarks/random_bits.py rows | RNG_test stdin64

`first`: the first number of each iteration of parallel loops, iteration by iteration; `rows`: many numbers of each iteration; `normal`: the
distribution function of the first normal numbers of iterations, of which four share a block; `normal_rows`: that of many of each iteration. It writes until the battery has enough. dieharder is in Debian; RNG_test is PractRand's.
"""

from __future__ import annotations

import math
import sys

import numpy as np
import unpython as up
from unpython import prange

LEAST, LARGEST = -(2**31), 2**31  # of the upper half


@up.jit
def first(rng, out):
    for i in prange(out.shape[0]):
        out[i] = rng.integers(LEAST, LARGEST) * 4294967296 + rng.integers(0, 4294967296)


@up.jit
def rows(rng, out):
    for i in prange(out.shape[0] // 4096):
        for j in range(4096):
            out[i * 4096 + j] = rng.integers(LEAST, LARGEST) * 4294967296 + rng.integers(0, 4294967296)


def upper_bits(x):
    """32 of them, of the distribution function of a normal number."""
    return int(0.5 * math.erfc(x / math.sqrt(2.0)) * 4294967296.0)


@up.jit
def normal(rng, out):
    for i in prange(out.shape[0]):
        out[i] = upper_bits(rng.normal())


@up.jit
def normal_rows(rng, out):
    for i in prange(out.shape[0] // 4096):
        for j in range(4096):
            out[i * 4096 + j] = upper_bits(rng.normal())


def main(order: str) -> None:
    fill = {"first": first, "rows": rows, "normal": normal, "normal_rows": normal_rows}[order]
    rng, out = up.random(2026), np.empty(1 << 20, np.uint32 if order.startswith("normal") else np.int64)
    while True:
        fill(rng, out)
        try:
            sys.stdout.buffer.write(out.data)
        except BrokenPipeError:
            return


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "first")
