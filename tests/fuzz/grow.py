"""Programs that grow statement by statement: plain Python runs what is there so far, and a statement that it does not take
is left out. So a generator needs no types of its own: it asks what the names hold."""

from __future__ import annotations

import random
import re
import sys
import warnings
from collections import deque
from collections.abc import Callable
from typing import Any

import numpy as np

from fuzz.tree import Tree, parsed

_LARGEST = 2**31  # of Python's integers: a product of two fits 64 bits
_MOST_LINES = 20_000  # that a call may run
_MOST_ITEMS = 5_000  # of a list or a text


class Endless(BaseException):
    """A call runs more lines, or makes longer lists, than programs have time for."""


def bounded(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function in plain Python; Endless where it does not end soon."""

    def call(*arguments: Any) -> Any:
        left = _MOST_LINES

        def count(frame: Any, event: str, value: Any) -> Any:
            nonlocal left
            left -= 1
            sizes = (len(v) for v in frame.f_locals.values() if isinstance(v, (list, str, deque)))
            # What is raised where Python closes a generator is lost, and nobody counts after it: only lines raise.
            if event == "line" and (left < 0 or max(sizes, default=0) > _MOST_ITEMS):
                raise Endless
            return count

        before = sys.gettrace()
        sys.settrace(count)
        try:
            return function(*arguments)
        finally:
            sys.settrace(before)

    return call


class Grown:
    """One program and what its names hold at its end."""

    def __init__(self, parameters: tuple[str, ...], make: Callable[[], list[Any]], scope: dict[str, Any]) -> None:
        self._parameters = parameters
        self._make = make  # gives the arguments anew
        self._scope = scope
        self._lines: list[str] = []
        self.names: dict[str, Any] = dict(zip(parameters, make()))

    def add(self, text: str) -> bool:
        """Takes the lines if the program still runs."""
        lines = [*self._lines, *text.splitlines()]
        names = self._run(lines)
        if names is None:
            return False
        self._lines, self.names = lines, names
        return True

    def add_last(self, text: str) -> None:
        """Takes the lines unseen, where they are Python: they may raise."""
        try:
            compile(text, "<lines>", "exec")
        except SyntaxError:
            return
        self._lines += text.splitlines()

    def tree(self, result: str, extents: tuple[int, ...] = (1, 1)) -> Tree:
        return Tree(self._parameters, parsed(self._lines), result, extents)

    def _run(self, lines: list[str]) -> dict[str, Any] | None:
        body = "\n".join(f"    {line}" for line in [*lines, "return locals()"])
        scope = dict(self._scope)
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                exec(f"def program({', '.join(self._parameters)}):\n{body}", scope)
                names = bounded(scope["program"])(*self._make())
            except (Exception, Endless):
                return None
        return names if all(map(_is_small, names.values())) else None


def _is_small(value: Any) -> bool:
    if isinstance(value, int):
        return abs(value) < _LARGEST
    if isinstance(value, np.ndarray):
        return value.size <= 4096 and value.dtype.kind in "biufc" and value.dtype.itemsize <= 16
    if isinstance(value, (list, tuple, set, dict, str, deque)):
        if len(value) > 400:
            return False
        if isinstance(value, dict):
            return all(map(_is_small, value)) and all(map(_is_small, value.values()))
        return isinstance(value, str) or all(map(_is_small, value))
    return True


def fill(template: str, choose: Callable[[str], str]) -> str:
    """The template with each {part} put in: choose(part) says what."""
    return re.sub(r"\{(\w+)\}", lambda match: choose(match.group(1)), template)


def draw(random_: random.Random, weighted: dict[str, int]) -> str:
    return random_.choices(list(weighted), list(weighted.values()))[0]
