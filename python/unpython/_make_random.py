"""up.random. What generators are is read when the first one is made: most programs have none."""

from __future__ import annotations

from typing import Any

from unpython import _loops


def random(seed: int) -> Any:
    """A generator whose numbers depend on the seed and on the iterations of the parallel loops that draw them, not on threads,
    tiles and devices. Its methods are those of np.random.Generator, for one number each: random(), normal(loc, scale),
    integers(low, high), exponential(scale), poisson(lam), choice(a), and permutation(x)."""
    from unpython._random import Loop, Random

    _loops.see_iterations(Loop)
    return Random(seed)
