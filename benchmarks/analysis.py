"""Measures the bars of the access analysis, prints a table, and writes analysis.json and analysis.png.

    python benchmarks/analysis.py                     everything
    python benchmarks/analysis.py --only footprints   one bar
"""

from __future__ import annotations

import argparse
import statistics
import sys
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import report
import unpython as up
from checks import bounds_checks
from footprints import close_cases, exact_cases, loose_cases
from kernels import load_pairs
from products import decorated
from report import Row

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from support.moved import patterns  # noqa: E402


def footprints() -> Iterator[Row]:
    """Bytes of all buffers that a call would have on a device over bytes touched."""
    for cases in (exact_cases, close_cases, loose_cases):
        for case in cases():
            rules = ", ".join(group["rule"] for group in case.groups()["groups"])
            yield Row("footprints", case.name, case.ratio(), "x", case.most, True, rules)


def moved() -> Iterator[Row]:
    """Bytes that cross for calls on a device over bytes that have to, and the same in the report."""
    device = next((d.name for d in up.devices() if d.available and d.name.startswith(("cuda", "opencl"))), None)
    if device is None:
        yield report.absent("moved", "patterns", "no device")
        return
    told = 0
    found = patterns()
    for pattern in found:
        function = up.gpu(device=device, force=True)(pattern.function)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            function(*pattern.make())
        crossed = function.last["bytes_in"], function.last["bytes_out"] - pattern.returned
        groups = [group for nest in function.explain().as_dict()["nests"] for group in nest["groups"]]
        sums = [sum(group[way] for group in groups) for way in ("copied_in", "copied_out")]
        told += sums != [crossed[0], crossed[1] + pattern.returned]
        for way, needed, bytes_crossed in zip(("in", "out"), pattern.must_cross(), crossed):
            ratio = bytes_crossed / needed if needed else 1.0 + bytes_crossed
            most = 1.005 if pattern.packed else 4.0
            yield Row("moved", f"{pattern.name}, {way}", ratio, "x", most, True, pattern.why)
    yield Row("moved", f"of {len(found)} calls told otherwise", told, "", 0, True)


def _arguments(kernel) -> tuple:
    return kernel.arguments(np.random.default_rng(1))


def plans() -> Iterator[Row]:
    """What a call pays for being planned."""
    product = decorated("unpython")
    a, b, c = np.ones((3, 64, 64))
    times = up._core.plan_times(product, 200, a, b, c)
    yield Row("plans", "matrix product, new plan", statistics.median(times["analysis_us"]), "us", 20, True)

    @up.jit
    def add(a, b, c):
        for i in up.prange(a.shape[0]):
            c[i] = a[i] + b[i]

    a, b, c = np.ones((3, 10))
    times = up._core.plan_times(add, 1, a, b, c)
    known = statistics.median(times["known_ns"])
    yield Row("plans", "call with known shapes adds", known, "ns", 50, True)


def proofs() -> Iterator[Row]:
    """The verdicts on the kernels of benchmarks/cpu.py, and what they take."""
    medians, undecided = [], []
    for pair in load_pairs(up.prange, up.prange):
        function = up.jit(strict=False)(pair.ours)
        arguments = _arguments(pair.kernel)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            nests = function.explain(*arguments).as_dict()["nests"]
        undecided += [pair.name for nest in nests if nest["parallel"]["code"] in ("MAY_CONFLICT", "NOT_DECIDED")]
        medians.append(statistics.median(up._core.plan_times(function, 50, *arguments)["analysis_us"]))
    detail = f"from {min(medians):.1f} to {max(medians):.1f} us"
    yield Row("proofs", f"median of {len(medians)} kernels", statistics.median(medians), "us", 20, True, detail)
    yield Row("proofs", "nests that are not decided", len(undecided), "", 0, True, ", ".join(undecided))


BARS: dict[str, Callable[[], Iterator[Row]]] = {
    "footprints": footprints,
    "moved": moved,
    "bounds": bounds_checks,
    "plans": plans,
    "proofs": proofs,
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", default=[], choices=list(BARS), metavar="BAR")
    parser.add_argument("--output", type=Path, default=Path("build/benchmarks"), help="folder of the files")
    options = parser.parse_args()
    rows = (row for name, measure in BARS.items() if name in (options.only or BARS) for row in measure())
    return report.publish("analysis", report.machine(), rows, options.output)


if __name__ == "__main__":
    raise SystemExit(main())
