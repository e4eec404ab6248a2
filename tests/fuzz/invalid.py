"""Programs of the other kinds with a mistake in them: a name that is not there, an operand of another type, a line that is gone.
Python's exception, or a CompileError with a line, and never a value in its place."""

from __future__ import annotations

import random
import re
from typing import Any

import unpython as up

from fuzz import arrays, containers, generate as numbers, steps, sums
from fuzz.execute import arguments_of as placed_arguments
from fuzz.execute import function_of
from fuzz.grow import Endless, bounded
from fuzz.judge_objects import counts
from fuzz.likeness import difference, outcome
from fuzz.tree import Tree, parsed

_NAMES = re.compile(r"(?<![\w.'])[a-z]\w*(?![\w(=']| in\b)")
_SPARED = frozenset("for in if else while def return range and or not np prange int float True False None lambda is del break continue".split())
_OTHER = ("nothing_", "None", "'text'", "[]", "(1, 2)", "np.array([1, 2])", "a.nothing_", "1j", "True", "np", "{}", "len")
_LINES = ("raise ValueError('x')", "import nothing_", "del {}", "{} = None", "assert {} is None", "{}.append(1)", "{}()", "{} + 'text'",
          "{}[0][0][0]", "global {}", "x = y = {}", "{} @ {}", "return {}", "break", "nothing_ += 1")  # fmt: skip


def generate(seed: int) -> Tree:
    draw = random.Random(seed)
    kind = draw.choice([numbers, arrays, containers, steps, sums])
    tree = kind.generate(seed)
    lines = tree.text().splitlines()
    for _ in range(50):
        changed = _changed(draw, list(lines))
        text = "\n".join(changed)
        try:
            compile(text, "<program>", "exec")
        except SyntaxError:
            continue
        *body, last = changed[1:]
        if last.startswith("    return "):
            return Tree(tree.parameters, parsed([line[4:] for line in body]), last.strip().removeprefix("return "), (*tree.extents, -kind_number(kind)))
    return Tree((), (), "nothing_")


_KINDS = (numbers, arrays, containers, steps, sums)


def kind_number(kind: Any) -> int:
    return _KINDS.index(kind)


def _changed(draw: random.Random, lines: list[str]) -> list[str]:
    at = draw.randrange(1, len(lines))
    choice = draw.random()
    if choice < 0.2:
        del lines[at]
        return lines
    if choice < 0.45:
        indent = lines[at][: len(lines[at]) - len(lines[at].lstrip())]
        name = draw.choice(_names("\n".join(lines)) or ["x"])
        lines.insert(at, indent + draw.choice(_LINES).replace("{}", name))
        return lines
    found = [m for m in _NAMES.finditer(lines[at]) if m.group() not in _SPARED]
    if found:
        one = draw.choice(found)
        other = draw.choice([draw.choice(_OTHER), draw.choice(_names("\n".join(lines)))])
        lines[at] = lines[at][: one.start()] + other + lines[at][one.end() :]
    return lines


def _names(text: str) -> list[str]:
    return sorted({m.group() for m in _NAMES.finditer(text)} - _SPARED)


def _arguments(tree: Tree, seed: int) -> list[Any]:
    *extents, number = tree.extents
    kind, plain = _KINDS[-number], Tree(tree.parameters, tree.body, tree.result, tuple(extents))
    if kind is containers:
        return containers.given(tree.parameters, seed)
    if kind is numbers:
        return [a.view() if hasattr(a, "buffer") else a for a in placed_arguments(plain, seed)]
    return kind.arguments_of(plain, seed)


def check(tree: Tree, seed: int) -> None:
    """Raises where a mistake goes unseen."""
    if not tree.parameters:
        return
    function = function_of(tree, **containers.scope())
    compiled = up.jit(strict=False, overflow="check", fp="strict", threads=2)(function)
    for _ in range(2):
        try:
            expected = outcome(bounded(function), _arguments(tree, seed))
        except Endless:
            return
        found = outcome(compiled, _arguments(tree, seed))
        counts["calls"] += 1
        if isinstance(found.error, (up.CompileError, NotImplementedError, OverflowError)):
            counts["refused"] += 1
            continue
        problem = difference(found, expected, arguments=expected.error is None)
        assert problem is None, problem
