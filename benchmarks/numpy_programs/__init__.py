"""Programs as people write them in NumPy: slices, whole arrays, products, reductions, and loops around them.

Each is one text, run by NumPy itself, by Numba where it can, and by us. A module of this folder holds functions and
PROGRAMS, which says for each program the arguments to run it on. Helpers of a program stand in the same module.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType, ModuleType

import numpy as np

FOLDER = Path(__file__).parent
MODULES = ("points", "dense", "solvers", "stencils", "networks", "signals")


@dataclass(frozen=True)
class Program:
    """`arguments(rng)` gives fresh arguments; `outputs` are the positions of those that are written in place.

    What the function returns is compared as well. `tolerance` is relative, for the order of sums and for functions that
    differ in their last bits; `chaotic` the share of results that such a difference may change wholly.
    """

    arguments: Callable[[np.random.Generator], tuple]
    outputs: tuple[int, ...] = ()
    tolerance: float = 1e-9
    chaotic: float = 0.0


@dataclass(frozen=True)
class Loaded:
    """One program as three functions of the same text."""

    name: str
    program: Program
    plain: Callable
    ours: Callable
    numba: Callable


def _load(module: str, decorate: Callable[[Callable], Callable]) -> ModuleType:
    """A fresh copy of the module whose functions are decorated, so that helpers are called in their decorated form."""
    spec = importlib.util.spec_from_file_location(f"numpy_programs_{module}", FOLDER / f"{module}.py")
    copy = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(copy)
    for name, value in list(vars(copy).items()):
        if isinstance(value, FunctionType) and value.__module__ == copy.__name__:
            setattr(copy, name, decorate(value))
    return copy


def load(ours: Callable[[Callable], Callable], numba: Callable[[Callable], Callable]) -> list[Loaded]:
    """All programs; `ours` and `numba` are the decorators of the two compilers."""
    loaded = []
    for module in MODULES:
        copies = [_load(module, decorate) for decorate in (lambda function: function, ours, numba)]
        for name, program in copies[0].PROGRAMS.items():
            loaded.append(Loaded(name, program, *(getattr(copy, name) for copy in copies)))
    return loaded
