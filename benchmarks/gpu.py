"""Measures every bar of the GPU path against its peers in the same run, prints a table, writes gpu.json and gpu.png.

    python benchmarks/gpu.py                     everything
    python benchmarks/gpu.py --only plain_loops --only copies   some bars

Needs an NVIDIA GPU. CuPy, numba-cuda and JAX are peers where they are installed; rows of those that are not say "absent".
"""

from __future__ import annotations

import argparse
import importlib
from pathlib import Path

import report
import steady  # in front of unpython
import unpython as up
from gpu_bars import BARS


def version(name: str) -> str:
    try:
        return importlib.import_module(name).__version__
    except ImportError:
        return "absent"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", default=[], choices=[*BARS])
    parser.add_argument("--output", type=Path, default=Path("build/benchmarks"), help="folder of gpu.json and gpu.png")
    options = parser.parse_args()
    wanted = options.only or [*BARS]
    gpu = next((row.description for row in up.devices() if row.name == "cuda:0"), "none")
    where = report.machine(gpu=gpu, **{name: version(name) for name in ("numba", "cupy", "jax")})
    rows = (row for bar, measure in BARS.items() if bar in wanted for row in measure())
    return report.publish("gpu", where, rows, options.output)


if __name__ == "__main__":
    raise SystemExit(main())
