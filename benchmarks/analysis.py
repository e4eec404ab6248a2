"""Measures the bars of the access analysis, prints a table, and writes analysis.json and analysis.png.

    python benchmarks/analysis.py                     everything
    python benchmarks/analysis.py --only footprints   one bar
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from pathlib import Path

import report
from checks import bounds_checks
from footprints import close_cases, exact_cases, loose_cases, stencil5_apart, stencil27_apart
from report import Row


def footprints() -> Iterator[Row]:
    """Bytes of all buffers of a call over bytes touched."""
    for cases in (exact_cases, close_cases, loose_cases):
        for case in cases():
            rules = ", ".join(group["rule"] for group in case.groups()["groups"])
            yield Row("footprints", case.name, case.ratio(), "x", case.most, True, rules)


def integer_program() -> Iterator[Row]:
    """Finding the groups of a new plan, with the integer program."""
    for case, most in ((stencil5_apart(), 150), (stencil27_apart(), 1500)):
        assert "ilp" in [group["rule"] for group in case.groups()["groups"]]
        milliseconds = min(case.groups()["times"]["groups"] for _ in range(30))
        yield Row("integer_program", case.name, 1e3 * milliseconds, "us", most, True)


BARS: dict[str, Callable[[], Iterator[Row]]] = {
    "footprints": footprints,
    "integer_program": integer_program,
    "bounds": bounds_checks,
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
