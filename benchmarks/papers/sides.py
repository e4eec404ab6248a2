"""The programs of papers/3 on both sides of the machine: `up.gpu` as it chooses, against the CPU alone and the GPU alone.

    python benchmarks/papers/sides.py [--paper-sizes] [--explain] [part of a name] ...

Each program runs at the first of the paper's sizes (--paper-sizes: at each of them) and at eight times that, NumPy in and out.
The three ways take turns, each behind each other one as often: a call on the GPU leaves cold caches behind. Each figure is the
mean of two medians, one behind each of the other ways, and the last one the better side over `up.gpu`: 1.00 where it chose well,
more where it is faster than either. The first turns are not counted: `up.gpu` may try what it does not know then. The results of
the three are compared. Bar: none below 0.95, three programs at 1.15. `UNPYTHON_SIDES=one`: no call runs on both sides at once.
"""

from __future__ import annotations

import argparse
import statistics
import os
import sys
import time
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

os.environ.setdefault("UNPYTHON_QUICK_CODE", "off")  # warm kernels are measured (../steady.py)

import unpython as up  # noqa: E402

sys.path.insert(0, str(Path(__file__).parent))

from program import Program  # noqa: E402
from run import programs  # noqa: E402

LEAST, BETTER = 0.95, 1.15
BUDGET = 1.0  # seconds for the turns of one size
TURNS = (2, 40)  # that count, of six calls
UNCOUNTED = 4


def ways(program: Program) -> dict[str, Any]:
    return {
        "up.gpu": up.gpu(strict=False)(program.loops),
        "CPU": up.jit(device="cpu")(program.loops),
        "GPU": up.gpu(force=True)(program.loops),
    }


def turns(functions: dict[str, Any], arguments: tuple[Any, ...]) -> dict[str, float]:
    """Milliseconds of a call, by way."""
    first, second, third = functions
    order = (first, second, third, first, third, second)
    taken: dict[tuple[str, str], list[float]] = {(way, other): [] for way in order for other in order if way != other}
    start = time.perf_counter()
    for turn in range(UNCOUNTED + TURNS[1]):
        counted = turn - UNCOUNTED
        if counted >= TURNS[0] and time.perf_counter() - start > BUDGET:
            break
        for place, way in enumerate(order):
            before = time.perf_counter()
            functions[way](*arguments)
            if counted >= 0:
                taken[way, order[place - 1]].append(1e3 * (time.perf_counter() - before))
    medians = {pair: statistics.median(times) for pair, times in taken.items()}
    return {way: sum(ms for pair, ms in medians.items() if pair[0] == way) / 2 for way in functions}


def first_calls(program: Program, functions: dict[str, Any], arguments: tuple[Any, ...]) -> dict[str, float]:
    """Milliseconds of each, whose results agree."""
    firsts, results = {}, {}
    for way, function in functions.items():
        before = time.perf_counter()
        results[way] = function(*arguments)
        firsts[way] = 1e3 * (time.perf_counter() - before)
    program.check(results["GPU"], results["CPU"])
    program.check(results["up.gpu"], results["CPU"])
    return firsts


def sizes(program: Program, all_of_paper: bool) -> Iterator[int]:
    yield from program.sizes if all_of_paper else (program.size,)
    yield program.eightfold(program.size)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--paper-sizes", action="store_true")
    parser.add_argument("--explain", action="store_true")
    parser.add_argument("names", nargs="*")
    given = parser.parse_args()
    warnings.simplefilter("ignore", up.UnpythonWarning)
    begin = time.perf_counter()
    worst: dict[str, float] = {}
    best: dict[str, float] = {}
    for program in programs(given.names):
        if program.paper != 3:
            continue
        functions = ways(program)
        for n in sizes(program, given.paper_sizes):
            arguments = program.make(n)
            firsts = first_calls(program, functions, arguments)
            taken = turns(functions, arguments)
            ratio = min(taken["CPU"], taken["GPU"]) / taken["up.gpu"]
            worst[program.name] = min(worst.get(program.name, ratio), ratio)
            best[program.name] = max(best.get(program.name, ratio), ratio)
            report = functions["up.gpu"].explain().as_dict()
            expected = report["choice"] or {"cpu_ms": float("nan"), "gpu_ms": float("nan"), "both_ms": None}
            both = report["both_sides"]
            parts = f", {both['cpu_share']:.2f} on the CPU in {both['cpu_ms']:.3f}, {both['gpu_ms']:.3f} on the GPU" if both else ""
            on_host = sum(nest["device"] == "cpu" for nest in report["nests"])
            print(
                f"{program.name:10}{n:9}  "
                + "  ".join(f"{way} {ms:9.3f} ms (first {firsts[way]:7.0f})" for way, ms in taken.items())
                + f"  expected CPU {expected['cpu_ms']:9.3f} GPU {expected['gpu_ms']:9.3f}"
                f" both {expected['both_ms'] or float('nan'):9.3f}"
                f"  on {report['device'][:10]}{parts}, {on_host} of {len(report['nests'])} nests on the CPU"
                f"  {ratio:5.2f}{'' if ratio >= LEAST else ' SLOWER'}",
                flush=True,
            )
            if given.explain:
                print(functions["up.gpu"].explain(), functions["GPU"].explain(), sep="\n", flush=True)
    better = [name for name, ratio in best.items() if ratio >= BETTER]
    slower = [name for name, ratio in worst.items() if ratio < LEAST]
    print(
        f"bar: none slower than the better side by 5 %: {'met' if not slower else 'missed by ' + ', '.join(slower)}; "
        f"{BETTER} times better in three: {len(better)} ({', '.join(better) or 'none'}); {time.perf_counter() - begin:.0f} s"
    )


if __name__ == "__main__":
    main()
