"""Random programs in which Python numbers meet NumPy numbers again and again: the joins and uses of
support/mixed_kinds.py behind and inside one another."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import unpython as up
from support import paths
from support.compare import Tolerance, assert_agree
from support.mixed_kinds import DTYPES, JOINS, NAMES, USES, WEAKS, calls

from fuzz.execute import function_of
from fuzz.tree import Tree, parsed

_CLOSE = Tolerance(float64=1e-11, float32=2e-5)
_OF_FLOAT32_SUMS = Tolerance(float64=2e-5, float32=2e-5)  # float(k) keeps what k's sum lost in another order
_MOST_JOINS = 3
# As an array such a list is float64 where one of its items is: sums of float32 differ by more than float64 may.
_ANY = [use for name, use in USES.items() if name not in ("in_tuples", "listed_sums")]
_NUMBERS = [use for use in USES.values() if not use.startswith(("(k, ", "[", "divmod", "pair")) and "stored" not in use]


def dtype_of(seed: int) -> str:
    return random.Random(seed).choice(DTYPES)


def generate(seed: int) -> Tree:
    draw = random.Random(seed)
    draw.choice(DTYPES)
    lines: list[str] = []
    results = []
    number = draw.choice(WEAKS)
    for i in range(draw.randint(1, _MOST_JOINS)):
        lines += JOINS[draw.choice([name for name in JOINS if name != "early_return"])].replace("W", number).splitlines()
        lines.append(f"w{i} = {draw.choice(_NUMBERS).replace('W', number)}")
        results += [f"k{i}", f"w{i}", draw.choice(_ANY).replace("W", number)]
        lines.append(f"k{i} = k")
        number = draw.choice([f"w{i}", f"k{i}", draw.choice(WEAKS)])
    return Tree(("u", "s", "o", "c", "n"), parsed(lines), f"{', '.join(results)},")


def check(tree: Tree, seed: int) -> None:
    """Raises when a path disagrees with plain Python; what is refused with a line agrees."""
    function = function_of(tree, **NAMES)
    # A remainder of a large float is another number where a product and a sum were rounded once, not twice; so is float32's in a
    # sum that is float64, and the whole part of a sum in another order.
    fp = "strict" if any(part in tree.text() for part in ("%", "//", "divmod", "sum([", "int(")) else "standard"
    compiled = up.jit(races="ordered", strict=False, fp=fp, overflow="check")(function)
    sums_of_float32 = dtype_of(seed) == "float32" and "prange" in tree.text()
    tolerance = _OF_FLOAT32_SUMS if sums_of_float32 else _CLOSE
    for arguments in calls(dtype_of(seed)):
        expected = paths.run(function, _copies(arguments))
        try:
            found = paths.run(compiled, _copies(arguments))
        except up.CompileError:
            return
        if isinstance(found.error, (NotImplementedError, OverflowError)):
            continue  # Python's integers of more than 64 bits, and what is refused on one path
        assert_agree(found, expected, tolerance)


def _copies(arguments: list[Any]) -> list[Any]:
    return [a.copy() if isinstance(a, np.ndarray) else a for a in arguments]
