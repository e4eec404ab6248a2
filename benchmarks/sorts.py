"""Sorts of vectors on the CPU against NumPy's own, and medians.

    taskset -c 1 python benchmarks/sorts.py [--powers 8 12 16 20] [--only sort argsort]

Each figure is NumPy's least time over ours, of calls that take turns; behind it our nanoseconds for an element.
NumPy's argsort is the one that is not stable, which is its quicker one; ours is stable.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

import numpy as np
import unpython as up
from measure import pairs

TYPES = ("float32", "float64", "int32", "int64")


def sort(a):
    return np.sort(a)


def argsort(a):
    return np.argsort(a)


def unique(a):
    return np.unique(a)


def lexsort(a):
    return np.lexsort((a, a))


def rows(a):
    return np.sort(a.reshape(-1, 256), axis=1)


def median(a):
    return np.median(a)


def percentile(a):
    return np.percentile(a, 30)


def partition(a):
    return np.partition(a, len(a) // 3)


PROGRAMS = (sort, argsort, unique, lexsort, rows, median, percentile, partition)


def seconds(function: Callable, a: np.ndarray, calls: int) -> Callable[[], float]:
    def timed() -> float:
        start = time.perf_counter()
        for _ in range(calls):
            function(a)
        return (time.perf_counter() - start) / calls

    return timed


def numbers(n: int, dtype: str) -> np.ndarray:
    generator = np.random.default_rng(n)
    if dtype.startswith("float"):
        return generator.standard_normal(n).astype(dtype)
    return generator.integers(np.iinfo(dtype).min, np.iinfo(dtype).max, n, dtype=dtype)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--powers", type=int, nargs="+", default=[8, 12, 16, 20])
    parser.add_argument("--only", nargs="+", default=[program.__name__ for program in PROGRAMS])
    given = parser.parse_args()
    print(f"{'':18}" + "".join(f"{f'2^{power}':>16}" for power in given.powers))
    for program in PROGRAMS:
        for dtype in TYPES if program.__name__ in given.only else ():
            figures = ""
            compiled = up.jit(strict=True)(program)
            for power in given.powers:
                a = numbers(1 << power, dtype)
                calls = max(1, 20000 >> power)
                compiled(a)
                taken = pairs(seconds(compiled, a, calls), seconds(program, a, calls), 30 if power < 18 else 5)
                ours, theirs = (min(column) for column in zip(*taken, strict=True))
                figures += f"{f'{theirs / ours:.2f} ({1e9 * ours / len(a):.1f})':>16}"
            print(f"{program.__name__:10} {dtype:7}{figures}", flush=True)


if __name__ == "__main__":
    main()
