"""The loop kernels: each one Python text, written with `prange` on its natural parallel loops, compiled by us and by Numba.

A module of this folder holds kernel functions and KERNELS, which says for each the arguments to run it on.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import numpy as np

FOLDER = Path(__file__).parent
MODULES = ("matrix", "solvers", "stencils", "points", "signals")


@dataclass(frozen=True)
class Kernel:
    """`arguments(rng)` gives fresh arguments; `outputs` are the positions of those that the kernel writes.

    `chaotic` is the share of results that a last-bit difference (we use fused multiply-add, Numba does not) may change wholly.
    """

    arguments: Callable[[np.random.Generator], tuple]
    outputs: tuple[int, ...]
    chaotic: float = 0.0


@dataclass(frozen=True)
class Pair:
    """One kernel as two undecorated functions of the same text, each seeing the `prange` of its compiler."""

    name: str
    kernel: Kernel
    ours: Callable
    numba: Callable


def _load(name: str, prange: object) -> ModuleType:
    """A fresh copy of the module `name` in which the global `prange` is the given one."""
    spec = importlib.util.spec_from_file_location(f"kernels_{name}", FOLDER / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.prange = prange
    return module


def load_pairs(ours_prange: object, numba_prange: object) -> list[Pair]:
    pairs = []
    for name in MODULES:
        ours, numba = _load(name, ours_prange), _load(name, numba_prange)
        for kernel, description in ours.KERNELS.items():
            pairs.append(Pair(kernel, description, getattr(ours, kernel), getattr(numba, kernel)))
    return pairs
