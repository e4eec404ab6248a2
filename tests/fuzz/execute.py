"""Executes one random program on every path and compares; makes a failing program smaller."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import unpython as up
from support import paths
from support.compare import EXACT, assert_agree
from support.layouts import place
from unpython._find_source import run_text

from fuzz.generate import ARRAYS, OUTPUTS, SCALARS
from fuzz.helpers import clip, fold, pick
from fuzz.tree import Tree, smaller_trees

_LAYOUTS = ("c", "c", "fortran", "sliced", "reversed", "unaligned")
_counter = 0

Check = Callable[[Tree, int], None]


def function_of(tree: Tree, **names: Any) -> Any:
    """The program as a Python function whose source can be found. `names` are globals of it."""
    global _counter
    _counter += 1
    namespace: dict[str, Any] = {"np": np, "prange": up.prange, "pick": pick, "clip": clip, "fold": fold, **names}
    return run_text(tree.text(), f"<fuzz-{_counter}>", namespace)["program"]


def arguments_of(tree: Tree, seed: int) -> list[Any]:
    """Arrays of the program's extents in random layouts, and scalars."""
    random_ = random.Random(seed + 1)
    generator = np.random.default_rng(seed)
    arguments: list[Any] = []
    for _, dtype, rank in (*ARRAYS, *OUTPUTS):
        shape = tree.extents[:rank]
        values = generator.integers(-9, 10, shape) + generator.integers(0, 8, shape) / (
            8 if "f" in dtype else 100
        )
        arguments.append(place(values.astype(dtype), random_.choice(_LAYOUTS), stored=True))
    return [*arguments, random_.randint(-20, 20), random_.choice([0.0, -1.5, 2.25])][
        : len(arguments) + len(SCALARS)
    ]


def check(tree: Tree, seed: int) -> None:
    """Raises when a path disagrees with plain Python."""
    function, arguments = function_of(tree), arguments_of(tree, seed)
    expected = paths.run(function, arguments)
    overflow = "check" if seed % 4 == 0 else "wrap"  # no difference: the ints of the programs fit
    # Loops that conflict run in order here, also where the suite asks for errors (UNPYTHON_STRICT).
    strict = up.jit(fp="strict", threads=2, overflow=overflow, strict=False)(function)
    after_error = "prange" not in tree.text()
    for run in (strict, paths.interpreted(strict, "source"), paths.interpreted(strict, "scheduled")):
        assert_agree(paths.run(run, arguments), expected, EXACT, after_error=after_error)
    standard = up.jit(threads=2, strict=False)(function)
    reference = paths.run(paths.interpreted(standard, "scheduled"), arguments)
    assert_agree(paths.run(standard, arguments), reference, EXACT, after_error=after_error)


def failure_of(tree: Tree, seed: int, check: Check = check) -> BaseException | None:
    """What goes wrong, or None. A program that plain Python does not accept is no failure."""
    try:
        check(tree, seed)
    except (SyntaxError, NameError):
        return None
    except Exception as failure:
        return failure
    return None


def shrink(tree: Tree, seed: int, check: Check = check, seconds: float = 20.0) -> Tree:
    """A smaller program that fails with the same class of error."""
    failure = failure_of(tree, seed, check)
    end = time.monotonic() + seconds
    progress = True
    while progress and time.monotonic() < end:
        progress = False
        for smaller in smaller_trees(tree):
            if time.monotonic() > end:
                break
            if type(failure_of(smaller, seed, check)) is type(failure):
                tree, progress = smaller, True
                break
    return tree
