"""Measures every bar of the CPU path, prints a table of ratios, and writes cpu.json and cpu.png.

    python benchmarks/cpu.py                       everything
    python benchmarks/cpu.py --only call --only lu   one bar, one kernel
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path

os.environ.setdefault("OPENBLAS_THREAD_TIMEOUT", "4")  # threads of NumPy's BLAS must not spin into the time of who is next

import numba
import unpython

import report
from bars import BARS
from kernels import load_pairs


def main() -> int:
    names = [pair.name for pair in load_pairs(unpython.prange, numba.prange)]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", default=[], choices=[*BARS, *names], metavar="BAR_OR_KERNEL")
    parser.add_argument("--output", type=Path, default=Path("build/benchmarks"), help="folder of cpu.json and cpu.png")
    options = parser.parse_args()
    wanted_kernels = set(options.only) & set(names)
    wanted = set(options.only) & set(BARS) | ({"kernels"} if wanted_kernels else set()) or set(BARS)
    rows = (row for name, measure in BARS.items() if name in wanted for row in measure(wanted_kernels))
    return report.publish("cpu", report.machine(numba=numba.__version__), rows, options.output)


if __name__ == "__main__":
    raise SystemExit(main())
