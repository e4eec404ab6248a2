"""Whether a call is worth its way to the GPU: what the model expects and what it takes, on either side.

    python benchmarks/gpu_choice.py              forty programs in six sizes, NumPy to NumPy
    python benchmarks/gpu_choice.py --only stencil

Prints a line for each call; the bars are in benchmarks/gpu.py (`choice`). Sizes beyond those where a side takes long are left
out.
"""

from __future__ import annotations

import argparse
import math
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import steady  # in front of unpython
import unpython as up
from gpu_loops.choices import CASES

NEAR = 1.3  # that the chosen side should be within, of the better one
FACTOR = 2.0  # that estimates should be within
LONG = 0.3  # seconds: larger sizes are not measured


@dataclass(frozen=True)
class Outcome:
    case: str
    size: int
    chosen: str
    gpu: tuple[float | None, float]  # milliseconds: expected (None: no device takes the call), measured
    cpu: tuple[float | None, float]
    settled: str  # where calls go once they have been timed

    def over(self, chosen: str) -> float:
        """What that side takes, over what the better one does."""
        taken = self.cpu[1] if chosen == "cpu" else self.gpu[1]
        return taken / min(self.cpu[1], self.gpu[1])

    @property
    def right(self) -> bool:
        """The first call goes to the right side, before anything is timed."""
        return self.over(self.chosen) <= NEAR

    @property
    def settles(self) -> bool:
        return self.over(self.settled) <= NEAR

    @property
    def is_estimated(self) -> bool:
        return self.gpu[0] is not None

    def near(self, side: tuple[float | None, float]) -> bool:
        return side[0] is None or max(side) <= FACTOR * min(side)


def median_milliseconds(call: Callable[[], object], budget: float = 0.05) -> float:
    """Of warm calls, as many as the budget of seconds allows, at least two and at most 21."""
    call()
    times = []
    start = time.perf_counter()
    while len(times) < 2 or (len(times) < 21 and time.perf_counter() - start < budget):
        before = time.perf_counter()
        call()
        times.append(1e3 * (time.perf_counter() - before))
    return statistics.median(times)


def settle(function: Callable, arguments: tuple, budget: float = 0.3) -> str:
    """Where the calls of a function go after three on either side, as far as the budget of seconds allows."""
    start = time.perf_counter()
    for _ in range(7):
        function(*arguments)
        if time.perf_counter() - start > budget:
            break
    return function.ran_on


def outcomes(only: list[str]) -> Iterator[Outcome]:
    for name, case in CASES.items():
        if only and name not in only:
            continue
        asked = up.gpu(strict=False)(case.function)
        forced, on_cpu = up.gpu(force=True)(case.function), up.jit(case.function)
        for size in case.sizes():
            arguments = case.make(size)
            report = asked.explain(*arguments).as_dict()
            expected = report["choice"] or {"gpu_ms": None, "cpu_ms": None}
            cpu = median_milliseconds(lambda: on_cpu(*arguments))
            try:
                gpu = median_milliseconds(lambda: forced(*arguments))
            except up.DeviceError:  # none of its loops is parallel
                gpu = math.inf
            settled = settle(asked, arguments)
            yield Outcome(name, size, report["device"], (expected["gpu_ms"], gpu), (expected["cpu_ms"], cpu), settled)
            if cpu > 1e3 * LONG or 1e3 * LONG < gpu < math.inf:
                break


def print_outcome(outcome: Outcome) -> None:
    sides = [
        f"{side}: expected {pair[0]:9.3f}, took {pair[1]:9.3f} ms ({pair[0] / pair[1]:5.2f}{' ' if outcome.near(pair) else '!'})"
        if pair[0] is not None
        else f"{side}: took {pair[1]:9.3f} ms, no device takes it"
        for side, pair in (("GPU", outcome.gpu), ("CPU", outcome.cpu))
    ]
    verdict = "right" if outcome.right else f"WRONG {outcome.over(outcome.chosen):.2f}"
    if outcome.settled != outcome.chosen or not outcome.settles:
        verdict += f", then {outcome.settled} {outcome.over(outcome.settled):.2f}"
    print(f"{outcome.case:18} {outcome.size:9d}  {'  '.join(sides)}  {outcome.chosen:8.8} {verdict}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", default=[], choices=[*CASES])
    start = time.perf_counter()
    all_of_them = []
    for outcome in outcomes(parser.parse_args().only):
        print_outcome(outcome)
        all_of_them.append(outcome)
    count, estimated = len(all_of_them), [o for o in all_of_them if o.is_estimated]
    near = sum(o.near(o.gpu) for o in estimated), sum(o.near(o.cpu) for o in estimated)
    print(
        f"of {count} calls within {NEAR:g} of the better side: {sum(o.right for o in all_of_them)} at first, "
        f"{sum(o.settles for o in all_of_them)} once they are timed (bar {0.95 * count:.0f}); "
        f"estimates within a factor of {FACTOR:g}: GPU {near[0]}, CPU {near[1]} of {len(estimated)} (bar {0.9 * len(estimated):.0f}); "
        f"{time.perf_counter() - start:.0f} s"
    )


if __name__ == "__main__":
    import warnings

    warnings.simplefilter("ignore", up.UnpythonWarning)
    main()
