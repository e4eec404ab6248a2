"""Runs the NumPy programs by NumPy, Numba and us: agreement, speed, first calls and temporaries. Writes numpy_programs.json and .png.

    python benchmarks/numpy_programs.py                          everything
    python benchmarks/numpy_programs.py --only jacobi_2d --only lu   some programs
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

os.environ.setdefault("UNPYTHON_CACHE", "off")  # first calls are measured
# After a product the threads of NumPy's and SciPy's BLAS spin for tens of milliseconds: into the time of whoever is measured
# next. Their own products do not need it (4 is the least: a few microseconds).
os.environ.setdefault("OPENBLAS_THREAD_TIMEOUT", "4")

import numba
import numpy as np
import unpython as up

import report
from measure import median_speedup, pairs
from numpy_programs import Loaded, Program, load
from report import Row

TURNS = 9
BUDGET_SECONDS = 4.0  # of the timed calls of one pair


@dataclass
class Outcome:
    """What is known of one program; times in seconds."""

    name: str
    agrees: bool = False
    problem: str = ""
    first: float = 0.0
    numba_first: float | None = None
    over_numpy: float | None = None
    over_numba: float | None = None
    temporaries: dict = field(default_factory=dict)


class Run:
    """One function with arguments of its own; each call starts from the same values."""

    def __init__(self, function: Callable, program: Program, arguments: tuple):
        self.function = function
        self.arguments = tuple(a.copy() if isinstance(a, np.ndarray) else a for a in arguments)
        self.originals = {i: arguments[i].copy() for i in program.outputs}
        self.returned: object = None

    def __call__(self) -> float:
        for i, original in self.originals.items():
            np.copyto(self.arguments[i], original)
        start = time.perf_counter()
        self.returned = self.function(*self.arguments)
        return time.perf_counter() - start

    def results(self) -> list:
        returned = self.returned if isinstance(self.returned, tuple) else (self.returned,)
        return [*(self.arguments[i] for i in self.originals), *(value for value in returned if value is not None)]


def difference(program: Program, expected: list, found: list) -> str:
    """Why two lists of results are not equal within the program's tolerance; empty if they are."""
    if len(expected) != len(found):
        return f"{len(found)} results, expected {len(expected)}"
    for i, (want, have) in enumerate(zip(expected, found)):
        want, have = np.asarray(want), np.asarray(have)
        if want.shape != have.shape:
            return f"result {i} has shape {have.shape}, expected {want.shape}"
        if want.dtype != have.dtype:
            return f"result {i} has dtype {have.dtype}, expected {want.dtype}"
        scale = np.max(np.abs(want)) if want.size else 0
        close = np.isclose(have, want, rtol=program.tolerance, atol=program.tolerance * scale, equal_nan=True)
        if np.mean(~close) > program.chaotic if want.size else False:
            return f"result {i} differs in {np.count_nonzero(~close)} of {want.size} elements"
    return ""


def compare(first: Run, second: Run) -> float:
    """How much faster `first` is; as many turns as the time allows."""
    slower = max(first(), second())
    turns = max(3, min(TURNS, int(BUDGET_SECONDS / (2 * max(slower, 1e-6)))))
    return median_speedup(pairs(first, second, turns))


def attempt(run: Run, plain: Run, program: Program) -> tuple[float, str]:
    """Seconds of the first call, and what is wrong with it (empty: nothing)."""
    try:
        seconds = run()
    except Exception as error:  # the benchmark reports what a compiler cannot do
        return 0.0, str(error).strip().split("\n")[0] or type(error).__name__
    return seconds, difference(program, plain.results(), run.results())


def measure(loaded: Loaded) -> Outcome:
    program = loaded.program
    arguments = program.arguments(np.random.default_rng(1))
    plain, ours, theirs = (Run(f, program, arguments) for f in (loaded.plain, loaded.ours, loaded.numba))
    outcome = Outcome(loaded.name)
    plain()
    outcome.first, outcome.problem = attempt(ours, plain, program)
    outcome.agrees = not outcome.problem
    if not outcome.agrees:
        return outcome
    outcome.over_numpy = compare(ours, plain)
    outcome.temporaries = loaded.ours.explain().as_dict()["temporaries"]
    seconds, problem = attempt(theirs, plain, program)
    if not problem:
        outcome.numba_first = seconds
        outcome.over_numba = compare(ours, theirs)
    return outcome


def geometric(values: list[float]) -> float:
    return statistics.geometric_mean(values) if values else 0.0


def describe(outcome: Outcome) -> str:
    if not outcome.agrees:
        return f"{outcome.name:24} {outcome.problem}"
    numba_part = f"Numba {outcome.over_numba:7.2f}x" if outcome.over_numba else "Numba does not run it"
    return f"{outcome.name:24} first call {1e3 * outcome.first:7.1f} ms, NumPy {outcome.over_numpy:7.2f}x, {numba_part}"


def rows(outcomes: list[Outcome]) -> Iterator[Row]:
    done = [o for o in outcomes if o.agrees]
    yield Row("agree", "programs", len(done), "", len(outcomes), False)
    for peer, key, mean in (("NumPy", "over_numpy", 3.0), ("Numba", "over_numba", 1.5)):
        with_peer = [o for o in done if getattr(o, key) is not None]
        if not with_peer:
            continue
        worst = min(with_peer, key=lambda o: getattr(o, key))
        yield Row(peer, "geometric mean", geometric([getattr(o, key) for o in with_peer]), "x", mean, False)
        yield Row(peer, "worst", getattr(worst, key), "x", 0.9, False, worst.name)
    sooner = [o.numba_first / o.first for o in done if o.numba_first is not None]
    if sooner:
        yield Row("first_call", "sooner than Numba", geometric(sooner), "x", 20, False)
    if done:
        longest = max(done, key=lambda o: o.first)
        yield Row("first_call", "longest", longest.first, "s", 1, True, longest.name)
        made = sum(o.temporaries["bytes"] for o in done)
        unfused = sum(o.temporaries["unfused_bytes"] for o in done)
        yield Row("temporaries", "of one per operator", made / max(unfused, 1), "", 0.1, True, f"{made} of {unfused} bytes")


def warm_up(decorate: Callable[[Callable], Callable]) -> None:
    """Starts a compiler, so that no program pays for that."""

    def fill(a: np.ndarray) -> None:
        for i in range(a.shape[0]):
            a[i] = 1.0

    decorate(fill)(np.empty(3))


def main() -> int:
    warnings.simplefilter("ignore", numba.NumbaPerformanceWarning)
    numba_decorator = numba.njit(parallel=True)
    loaded = load(up.jit, numba_decorator)
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", choices=[one.name for one in loaded], metavar="PROGRAM")
    parser.add_argument("--output", type=Path, default=Path("build/benchmarks"), help="folder of the results")
    options = parser.parse_args()
    warm_up(up.jit)
    warm_up(numba_decorator)
    outcomes = []
    for one in loaded:
        if options.only is None or one.name in options.only:
            outcomes.append(measure(one))
            print(describe(outcomes[-1]), flush=True)
    where = report.machine(numba=numba.__version__)
    return report.publish("numpy_programs", where, rows(outcomes), options.output)


if __name__ == "__main__":
    raise SystemExit(main())
