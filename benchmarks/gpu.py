"""Measures every bar of the GPU path against its peers in the same run, prints a table, writes gpu.json and gpu.png.

    python benchmarks/gpu.py                     everything
    python benchmarks/gpu.py --only plain_loops --only copies   some bars

Needs an NVIDIA GPU, CuPy and numba-cuda; JAX is a peer where it is installed, and said to be absent where it is not.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

if not hasattr(np, "row_stack"):  # numba asks for it when it is imported
    np.row_stack = np.vstack

import cupy
import numba

import report
from gpu_bars import BARS


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", default=[], choices=[*BARS])
    parser.add_argument("--output", type=Path, default=Path("build/benchmarks"), help="folder of gpu.json and gpu.png")
    options = parser.parse_args()
    wanted = options.only or [*BARS]
    name = cupy.cuda.runtime.getDeviceProperties(0)["name"].decode()
    where = report.machine(gpu=name, numba=numba.__version__, cupy=cupy.__version__)
    rows = (row for bar, measure in BARS.items() if bar in wanted for row in measure())
    return report.publish("gpu", where, rows, options.output)


if __name__ == "__main__":
    raise SystemExit(main())
