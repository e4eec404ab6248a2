"""Measures every bar of the CPU path, prints a table of ratios, and writes cpu.json and cpu.png.

    python benchmarks/cpu.py                       everything
    python benchmarks/cpu.py --only call --only lu   one bar, one kernel
"""

from __future__ import annotations

import argparse
import json
import os
import platform
from dataclasses import asdict
from pathlib import Path

import matplotlib
import numba
import numpy as np
import unpython

from bars import BARS, Row
from kernels import load_pairs


def processor() -> str:
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.machine()


def print_row(row: Row) -> None:
    bound = f"{'<=' if row.at_most else '>='} {row.limit:g}"
    print(f"{row.bar:15} {row.case:29} {row.value:9.2f} {row.unit:3} {bound:8} {'yes' if row.met else 'NO':4} {row.detail}")


def plot(rows: list[Row], path: Path) -> None:
    """Every row as its margin: how many times better than its limit, drawn between 0.01 and 100."""
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    margins = [row.limit / max(row.value, 1e-9) if row.at_most else row.value / row.limit for row in rows]
    figure, axes = plt.subplots(figsize=(8, 1 + 0.25 * len(rows)))
    axes.barh([f"{row.bar}: {row.case}" for row in rows], [min(max(m, 1e-2), 1e2) for m in margins],
              color=["tab:green" if row.met else "tab:red" for row in rows])  # fmt: skip
    axes.axvline(1.0, color="black", linewidth=1)
    axes.set_xscale("log")
    axes.set_xlabel("times better than the bar")
    axes.invert_yaxis()
    figure.tight_layout()
    figure.savefig(path, dpi=120)


def main() -> int:
    names = [pair.name for pair in load_pairs(unpython.prange, numba.prange)]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", default=[], choices=[*BARS, *names], metavar="BAR_OR_KERNEL")
    parser.add_argument("--output", type=Path, default=Path("build/benchmarks"), help="folder of cpu.json and cpu.png")
    options = parser.parse_args()
    wanted_kernels = set(options.only) & set(names)
    wanted = set(options.only) & set(BARS) | ({"kernels"} if wanted_kernels else set()) or set(BARS)

    machine = {
        "processor": processor(),
        "cores": len(os.sched_getaffinity(0)),
        "python": platform.python_version(),
        "numpy": np.__version__,
        "numba": numba.__version__,
    }
    print(", ".join(f"{key} {value}" for key, value in machine.items()))
    rows = []
    for name, measure in BARS.items():
        if name in wanted:
            for row in measure(wanted_kernels):
                print_row(row)
                rows.append(row)
    options.output.mkdir(parents=True, exist_ok=True)
    report = {"machine": machine, "rows": [asdict(row) | {"met": row.met} for row in rows]}
    (options.output / "cpu.json").write_text(json.dumps(report, indent=1) + "\n")
    plot(rows, options.output / "cpu.png")
    print(f"{sum(row.met for row in rows)} of {len(rows)} met; {options.output / 'cpu.json'}, {options.output / 'cpu.png'}")
    return 0 if all(row.met for row in rows) else 1


if __name__ == "__main__":
    raise SystemExit(main())
