"""Executes one random program of objects: what it returns, what it leaves of its arguments, which names stand for one object
and what it raises must be plain Python's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import unpython as up

from fuzz.execute import function_of
from fuzz.grow import Endless, bounded
from fuzz.likeness import difference, outcome
from fuzz.tree import Tree

counts: Counter[str] = Counter()
_CALLS = (0, 1, 2, 0)  # added to the seed: other values and lengths, and the first ones again


def check_with(
    scope: dict[str, Any], given: Callable[[tuple[str, ...], int], list[Any]], meant: Callable[[Any], Any] | None = None
) -> Callable[[Tree, int], None]:
    """The judge of programs with these globals; `given` makes the arguments of a call by their names and a seed. `meant`: the
    function as NumPy's documentation means it, where NumPy itself gives something else."""

    def check(tree: Tree, seed: int) -> None:
        function = function_of(tree, **scope)
        compiled = up.jit(strict=False, overflow="check", threads=2)(function)
        for offset in _CALLS:
            try:
                expected = outcome(bounded(function), given(tree.parameters, seed + offset))
            except Endless:
                continue
            found = outcome(compiled, given(tree.parameters, seed + offset))
            counts["calls"] += 1
            if isinstance(found.error, (up.CompileError, NotImplementedError, OverflowError)):
                counts["refused"] += 1
                continue
            counts[str(compiled.ran_on)] += 1
            problem = difference(found, expected)
            if problem is not None and meant is not None:
                problem = difference(found, outcome(meant(function), given(tree.parameters, seed + offset)))
            assert problem is None, f"call {offset}: {problem}"
            # Of shapes that do not fit NumPy names all operands, numbers too.
            if expected.error is not None and "broadcast" not in str(expected.error):
                assert found.error.args == expected.error.args, f"{found.error!r}, not {expected.error!r}"

    return check
