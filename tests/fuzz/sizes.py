"""Random programs of arrays that are made anew with other sizes: in branches, in loops, by turns and as parts of each other, with loops
over their elements whose bounds are those of another array, so that some of them raise."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import unpython as up

from fuzz.execute import function_of
from fuzz.grow import Endless, bounded, fill
from fuzz.judge_objects import counts
from fuzz.likeness import difference, outcome
from fuzz.tree import Tree, parsed

PARAMETERS = ("a", "n", "m", "k")
_SIZES = ("n", "m", "k", "n - 1", "n + 1", "n // 2", "len({array})", "len({array}) - 1", "len({array}) + 1", "3", "n - t", "len(a)", "max(n, k)")
_MADE = ("np.zeros({size})", "np.ones({size})", "np.arange({size}) * 1.0", "np.full({size}, 2.5)", "{array}[1:] * 2", "{array} + 1", "{array}.copy()",
         "a[:{size}].copy()", "{array} * 1 if {test} else np.ones({size})", "np.append({array}, 1.0)", "{array}[{array} > 1]", "-{array}[::-1]",
         "np.concatenate(({array}, {array}))[:12]")  # fmt: skip
_AT = ("i", "i", "i", "i + 1", "i - 1", "n - i", "len({array}) - 1 - i", "k", "i % 3", "-i", "i // 2", "-1", "0")
_TESTS = ("m > 3", "k == 0", "t == 1", "len({array}) > k", "n % 2 == 0", "t % 2 == 0", "s > 2")
_WITHIN = ("s += {array}[{at}]", "{array}[{at}] = {value}", "{array}[{at}] += {value}", "s += {array}[{at}]", "{array}[i] = {array}[{at}] + 1")
_VALUES = ("1.0", "i", "s", "{array}[{at}]", "2.0")


def given(seed: int) -> list[Any]:
    draw = random.Random(seed)
    return [np.arange(draw.choice([5, 6, 8, 3])) * 0.5, draw.choice([0, 1, 3, 4, 5, 8]), draw.choice([0, 1, 2, 4, 6]), draw.choice([0, 1, 3, 5])]


class _Generator:
    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def program(self) -> Tree:
        lines = [self._text(f"{name} = np.{self._random.choice(['ones', 'zeros'])}({self._random.choice(['n', 'k', '4', 'm'])})") for name in "ef"]
        if self._random.random() < 0.2:  # a name that some ways only give a value
            del lines[-1]
        lines += ["s = 0.0", "t = 0"]
        for _ in range(self._random.choice([1, 2, 3, 4])):
            lines += self._statement(2)
        return Tree(PARAMETERS, parsed(lines), self._random.choice(["(s, e)", "(s, e, f)", "s", "(e, len(f))"]))

    def _text(self, template: str) -> str:
        parts = {"array": ("e", "e", "f"), "size": _SIZES, "at": _AT, "test": _TESTS, "value": _VALUES}
        while "{" in template:
            template = fill(template, lambda part: self._random.choice(parts[part]))
        return template

    def _statement(self, depth: int) -> list[str]:
        choice = self._random.random()
        if choice < 0.3 or depth == 0 and choice < 0.5:
            return [f"{self._random.choice('eef')} = {self._text(self._random.choice(_MADE))}"]
        if choice < 0.36:
            return [self._random.choice(["e, f = f, e", "k = len(e)", "n = len(f)", "e = f", "f = e.copy()", "s += len(e)"])]
        if choice < 0.62 or depth == 0:
            loop = f"for i in {self._random.choice(['range', 'range', 'prange'])}({self._text('{size}')}):"
            body = [self._text(self._random.choice(_WITHIN)) for _ in range(self._random.choice([1, 1, 2]))]
            if "prange" in loop:  # stores of one iteration that another one reads have an order of their own
                body = [self._random.choice([self._text("s += {array}[i]"), "e[i] += 1.0", "e[i] = i"])]
            return [loop, *(f"    {line}" for line in body)]
        if choice < 0.8:
            inside = self._block(depth)
            other = ["else:", *self._block(depth)] if self._random.random() < 0.3 else []
            return [f"if {self._text('{test}')}:", *inside, *other]
        end = self._random.choice([[], [], [], [f"    if {self._text('{test}')}:", f"        {self._random.choice(['break', 'continue'])}"]])
        if choice < 0.93:
            return [f"for t in range({self._random.choice(['m', '3', 'n'])}):", *self._block(depth), *end, *self._block(depth)]
        return ["while m > 0:", "    m -= 1", *self._block(depth), *end, *self._block(depth)]

    def _block(self, depth: int) -> list[str]:
        return [f"    {line}" for _ in range(self._random.choice([1, 1, 2])) for line in self._statement(depth - 1)]


def generate(seed: int) -> Tree:
    return _Generator(seed).program()


def check(tree: Tree, seed: int) -> None:
    """Raises where a call does not give what plain Python gives, on the processor and, for some seeds, on a device."""
    function = function_of(tree)
    options = {"device": "opencl:0"} if seed % 4 == 0 and any(d.name == "opencl:0" for d in up.devices()) else {}
    compiled = up.jit(strict=False, fp="strict", threads=2, **options)(function)
    for offset in (0, 1, 2, 3, 0):
        try:
            expected = outcome(bounded(function), given(seed + offset))
        except Endless:
            continue
        found = outcome(compiled, given(seed + offset))
        counts["calls"] += 1
        if isinstance(found.error, (up.CompileError, NotImplementedError)):
            counts["refused"] += 1
            continue
        counts[str(compiled.ran_on)] += 1
        problem = difference(found, expected, arguments=expected.error is None)
        assert problem is None, f"call {offset}: {problem}"
        if expected.error is not None and "broadcast" not in str(expected.error):
            assert found.error.args == expected.error.args, f"{found.error!r}, not {expected.error!r}"
