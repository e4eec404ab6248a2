"""Executes one random loop nest: results and memory must be plain Python's, and verdicts what the bytes say."""

from __future__ import annotations

import re
import warnings
from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import unpython as up
from support import paths
from support.views import memory_of, outcome

from fuzz.collisions import Recorder
from fuzz.execute import function_of
from fuzz.nests import arguments_of
from fuzz.tree import Tree

verdicts: Counter[str] = Counter()

_DEVICES = [device.name for device in up.devices() if device.name.startswith("opencl:") and device.available][:1]
_OTHER_EXTENTS = ((4, 1), (4, -2), (1, 0))


def check(tree: Tree, seed: int) -> None:
    """Raises when an execution or a verdict disagrees with plain Python."""
    function = function_of(tree)
    compiled = up.jit(strict=False, threads=2, auto=seed % 2 == 0)(function)
    # A kernel for each program takes its time: every third one.
    on_device = [up.jit(device=name, strict=False)(function) for name in _DEVICES if seed % 3 == 0]
    # Other numbers and places, and the first ones again: a plan must not be believed of another call.
    others = [(replace(tree, extents=extents), seed + n) for n, extents in enumerate(_OTHER_EXTENTS, 1)]
    for call, place in [(tree, seed), *others, (tree, seed)]:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            nests = compiled.explain(*arguments_of(call, place)).as_dict()["nests"]
        expected_in = arguments_of(call, place)
        expected = outcome(function, expected_in)
        # Called twice: the second call finds its plan.
        runs = [compiled, compiled, *on_device, *on_device]
        if call is tree:
            runs += [paths.interpreted(compiled, level) for level in ("source", "scheduled")]
        for run in runs:
            found_in = arguments_of(call, place)
            _compare(outcome(run, found_in), expected, found_in, expected_in)
        _judge(call, place, nests, isinstance(expected, type))


def _compare(found: Any, expected: Any, found_in: list[Any], expected_in: list[Any]) -> None:
    assert found == expected, f"{found!r}, not {expected!r}"
    if isinstance(expected, type):
        return  # after an exception, parallel loops leave memory unspecified
    for a, b in zip(memory_of(found_in), memory_of(expected_in), strict=True):
        np.testing.assert_array_equal(a, b)


def _record(tree: Tree, seed: int, without: str = r"$^") -> Recorder:
    """What the iterations of the parallel loops touch; the number of a loop is its line. Statements that match `without`
    are left out."""
    recorder = Recorder()
    lines = [re.sub(without, "pass", line) for line in tree.text().splitlines(keepends=True)]
    text = "".join(re.sub(r"\bprange\(", f"prange({n}, ", line) for n, line in enumerate(lines, 1))
    namespace: dict[str, Any] = {"prange": recorder.prange, "np": np}
    exec(text, namespace)
    arguments = arguments_of(tree, seed)
    own = [recorder.array(a) if isinstance(a, np.ndarray) else a for a in arguments]
    outcome(namespace["program"], own)
    return recorder


def _judge(tree: Tree, seed: int, nests: list[dict[str, Any]], raised: bool) -> None:
    """The verdict of a nest is that of its first parallel loop."""
    record = _record(tree, seed)
    needed = _record(tree, seed, without=r"\bu = .*")  # what these read may never be used, and is then not read
    lines = tree.text().splitlines()
    for nest in nests:
        first = _first_parallel_loop(lines, nest["line"])
        if first is None:
            continue
        verdict, witness = nest["parallel"]["verdict"], nest["parallel"].get("witness")
        verdicts[verdict] += 1
        assert not (verdict == "proven" and first in record.conflicts and first in needed.conflicts), (
            f"line {first} is called proven and conflicts"
        )
        if verdict == "conflict" and witness and not raised:
            assert first in record.meetings, f"line {first} is said to conflict and does not: {witness}"


def _first_parallel_loop(lines: list[str], root: int) -> int | None:
    """`root`: the line of the nest's outermost loop, counted from 1."""
    indent = len(lines[root - 1]) - len(lines[root - 1].lstrip())
    for number in range(root, len(lines) + 1):
        line = lines[number - 1]
        if number > root and len(line) - len(line.lstrip()) <= indent:
            return None
        if "in prange(" in line:
            return number
    return None
