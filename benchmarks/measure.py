"""Timing: medians, pairs taken turn by turn, and figures of fresh processes."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent


class Prepared:
    """A function with its own arguments; `restore` undoes what a call wrote, so that each call does the same work."""

    def __init__(self, function: Callable, arguments: tuple, outputs: tuple[int, ...]):
        self.function = function
        self.arguments = tuple(a.copy() if isinstance(a, np.ndarray) else a for a in arguments)
        self.originals = {i: arguments[i].copy() for i in outputs}

    def restore(self) -> None:
        for i, original in self.originals.items():
            np.copyto(self.arguments[i], original)

    def call(self) -> float:
        """Seconds of one call on restored arguments."""
        self.restore()
        start = time.perf_counter()
        self.function(*self.arguments)
        return time.perf_counter() - start

    def warm_call(self) -> float:
        """Seconds of a call that directly follows one of the same function, so that its threads are awake."""
        self.call()
        return self.call()

    def results(self) -> list[np.ndarray]:
        self.call()
        return [self.arguments[i] for i in self.originals]


def pairs(first: Callable[[], float], second: Callable[[], float], count: int) -> list[tuple[float, float]]:
    """Times of `first` and `second` taken turn by turn; who begins alternates."""
    taken = []
    for turn in range(count):
        if turn % 2:
            b = second()
            taken.append((first(), b))
        else:
            a = first()
            taken.append((a, second()))
    return taken


def median_speedup(taken: list[tuple[float, float]]) -> float:
    """How much faster the first of each pair is: the median over the pairs."""
    return statistics.median(b / a for a, b in taken)


def fresh_process(arguments: list[str], environment: dict[str, str] | None = None) -> dict:
    """What `fresh.py` prints when started in a new interpreter."""
    command = [sys.executable, str(HERE / "fresh.py"), *arguments]
    done = subprocess.run(command, env=os.environ | (environment or {}), capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)} failed:\n{done.stderr}")
    return json.loads(done.stdout.splitlines()[-1])


def fresh_median(key: str, count: int, arguments: list[str], environment: dict[str, str] | None = None) -> float:
    return statistics.median(fresh_process(arguments, environment)[key] for _ in range(count))
