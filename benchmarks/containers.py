"""Times programs with lists, dicts and recursion: compiled, by Numba with its typed lists and dicts, and by CPython.

    python benchmarks/containers.py            all of them
    python benchmarks/containers.py --only bfs
"""

from __future__ import annotations

import argparse
import importlib.util
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import unpython as up


def primes(n):
    found = []
    for k in range(2, n):
        is_prime = True
        for p in found:
            if p * p > k:
                break
            if k % p == 0:
                is_prime = False
                break
        if is_prime:
            found.append(k)
    return len(found), found[-1]


def counts(a):
    seen = {}
    for x in a:
        k = int(x)
        if k in seen:
            seen[k] += 1
        else:
            seen[k] = 1
    best = 0
    for k in seen:
        best = max(best, seen[k])
    return best


def collatz(n):
    length = {1: 1}
    top = 1
    for begin in range(2, n):
        k, steps = begin, 0
        while k not in length:
            k = k // 2 if k % 2 == 0 else 3 * k + 1
            steps += 1
        length[begin] = length[k] + steps
        top = max(top, length[begin])
    return top


def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


def ackermann(m, n):
    if m == 0:
        return n + 1
    if n == 0:
        return ackermann(m - 1, 1)
    return ackermann(m - 1, ackermann(m, n - 1))


def bfs(n):
    near = [[0] for _ in range(n)]
    for i in range(n):
        near[i].append((i * 7 + 3) % n)
        near[i].append((i * 13 + 5) % n)
    distance = [-1] * n
    distance[1] = 0
    queue = [1]
    at = 0
    while at < len(queue):
        u = queue[at]
        at += 1
        for v in near[u]:
            if distance[v] < 0:
                distance[v] = distance[u] + 1
                queue.append(v)
    return sum(distance)


def flood(grid):
    grid = grid.copy()
    rows, columns = grid.shape
    stack = [(0, 0)]
    filled = 0
    while len(stack) > 0:
        r, c = stack.pop()
        if 0 <= r < rows and 0 <= c < columns and grid[r, c] == 0:
            grid[r, c] = 2
            filled += 1
            stack.append((r + 1, c))
            stack.append((r - 1, c))
            stack.append((r, c + 1))
            stack.append((r, c - 1))
    return filled


def merge_sort(values):
    if len(values) <= 1:
        return values[:]
    middle = len(values) // 2
    left = merge_sort(values[:middle])
    right = merge_sort(values[middle:])
    merged = []
    i = j = 0
    while i < len(left) and j < len(right):
        if left[i] <= right[j]:
            merged.append(left[i])
            i += 1
        else:
            merged.append(right[j])
            j += 1
    return merged + left[i:] + right[j:]


def sorted_by_merging(n):
    return merge_sort([(i * 7919) % 10007 for i in range(n)])[n // 2]


def pairs(a, b):
    table = {}
    for i, j in zip(a, b):
        k = (int(i), int(j))
        if k in table:
            table[k] += 1
        else:
            table[k] = 1
    return len(table)


_rng = np.random.default_rng(1)
A, B = _rng.integers(0, 5000, 200_000), _rng.integers(0, 40, 200_000)
GRID = (_rng.random((400, 400)) < 0.2).astype(np.int64)
GRID[0, 0] = GRID[0, 1] = GRID[1, 1] = GRID[2, 1] = 0
PROGRAMS: dict[str, tuple[Callable[..., Any], tuple[Any, ...]]] = {
    "primes": (primes, (60_000,)), "counts": (counts, (A,)), "collatz": (collatz, (60_000,)), "fib": (fib, (27,)), "ackermann": (ackermann, (2, 300)),
    "bfs": (bfs, (60_000,)), "flood": (flood, (GRID,)), "merge_sort": (sorted_by_merging, (60_000,)), "pairs": (pairs, (A, B)),
}  # fmt: skip


def best(functions: list[Callable[..., Any]], given: tuple[Any, ...], times: int) -> list[float]:
    """The seconds of each, taken in turns."""
    found: list[list[float]] = [[] for _ in functions]
    for _ in range(times):
        for function, seconds in zip(functions, found, strict=True):
            begin = time.perf_counter()
            function(*given)
            seconds.append(time.perf_counter() - begin)
    return [min(seconds) for seconds in found]


def by_numba() -> dict[str, Callable[..., Any]]:
    """The programs that Numba compiles."""
    import numba

    made: dict[str, Callable[..., Any]] = {}
    before = dict(globals())
    globals()["merge_sort"] = numba.njit(merge_sort)
    for name, (function, given) in PROGRAMS.items():
        compiled = numba.njit(function)
        if name in ("fib", "ackermann"):
            globals()[name] = compiled
        try:
            compiled(*given)
        except Exception as error:
            print(f"{name}: Numba refuses it: {str(error)[:80]}")
            continue
        made[name] = compiled
    globals().update(before)  # ours call what they called when they were compiled
    return made


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", choices=PROGRAMS)
    chosen = parser.parse_args().only or list(PROGRAMS)
    ours: dict[str, Callable[..., Any]] = {}
    python: dict[str, float] = {}
    for name in chosen:
        function, given = PROGRAMS[name]
        ours[name] = up.jit(function)
        expected = function(*given)
        assert ours[name](*given) == expected, name
        python[name] = best([function], given, 3)[0]
        if ours[name].ran_on == "python":
            print(f"{name} runs in Python")
    others = by_numba() if importlib.util.find_spec("numba") else {}
    print(f"{'program':12}{'ours ms':>10}{'CPython /':>11}{'Numba /':>9}")
    ratios: list[list[float]] = [[], []]
    for name in chosen:
        own, *other = best([ours[name], *([others[name]] if name in others else [])], PROGRAMS[name][1], 15)
        ratios[0].append(python[name] / own)
        text = f"{name:12}{own * 1e3:10.3f}{python[name] / own:11.1f}"
        if other:
            ratios[1].append(other[0] / own)
            text += f"{ratios[1][-1]:9.2f}"
        print(text)
    for what, found in zip(("CPython", "Numba"), ratios, strict=True):
        if found:
            print(f"{what}: geometric mean {statistics.geometric_mean(found):.2f}, least {min(found):.2f}")


if __name__ == "__main__":
    main()
