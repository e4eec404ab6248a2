"""All programs, as loops and as graphs, on all devices that are here, against NumPy.

    python benchmarks/papers/run.py [--small] [part of a name] ...

Each line: milliseconds by NumPy, then for each device those of the loops and of the graph, NumPy arrays in and out, least of
five after the first. Each result is compared with NumPy's. A device that is a CPU runs OpenCL on its cores.
"""

from __future__ import annotations

import importlib
import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

os.environ.setdefault("UNPYTHON_QUICK_CODE", "off")  # warm kernels are measured (../steady.py)

import unpython as up  # noqa: E402

sys.path.insert(0, str(Path(__file__).parent))

from program import Place, Program  # noqa: E402

FILES = (
    "nbody mosaic coulomb mriq rpes crypt series blas products finance pictures quasirandom solvers ocean updates fractals "
    "options closure relaxation time_steps edit_distance maxwell masses filter_bank"
).split()


def programs(names: list[str]) -> Iterator[Program]:
    for file in FILES:
        module = importlib.import_module(file)
        for program in getattr(module, "PROGRAMS", None) or (module.PROGRAM,):
            if not names or any(name.lower() in program.name.lower() for name in names):
                yield program


def devices() -> list[str]:
    """The CPU, and the first usable device of each kind."""
    found = ["cpu"]
    for kind in ("cuda", "opencl"):
        found += [d.name for d in up.devices() if d.available and d.name.startswith(f"{kind}:")][:1]
    return found


def least(run: Callable[[], Any], times: int = 5) -> tuple[float, Any]:
    """Milliseconds, and the result."""
    result, best = None, float("inf")
    for _ in range(times):
        begin = time.perf_counter()
        result = run()
        best = min(best, time.perf_counter() - begin)
    return 1e3 * best, result


def measured(program: Program, n: int, device: str, expected: Any, times: int) -> tuple[float, float | None]:
    """Milliseconds of loops and of the graph, if there is one, both checked."""
    arguments = program.make(n)
    place = Place(device)
    loops = place.compiled(program.loops)
    program.check(loops(*arguments), expected)
    by_loops, result = least(lambda: loops(*arguments), times)
    program.check(result, expected)
    if program.graph is None:
        return by_loops, None
    graph = program.graph(place, *arguments)
    program.check(program.gather(graph.run()), expected)
    by_graph, result = least(lambda: program.gather(graph.run()), times)
    program.check(result, expected)
    return by_loops, by_graph


def main(given: list[str]) -> None:
    small = "--small" in given
    here = devices()
    columns = "".join(f"{device + ' loops':>16}{'graph':>10}" for device in here)
    print(f"{'program':24}{'size':>9}{'NumPy':>10}{columns}")
    for program in programs([name for name in given if not name.startswith("-")]):
        n = program.small if small else program.size
        by_numpy, expected = least(lambda: program.oracle(*program.make(n)), 1)  # noqa: B023
        row = f"{program.name:24}{n:9}{by_numpy:10.2f}"
        for device in here:
            loops, graph = measured(program, n, device, expected, 1 if small else 5)
            row += f"{loops:16.2f}" + (f"{graph:10.2f}" if graph is not None else f"{'-':>10}")
        print(row, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
