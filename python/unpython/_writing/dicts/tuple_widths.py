"""How long the tuples are that names of a function stand for, as far as its text says, for tuples_or_none.py.

    cell = (0, 0)               2
    queue = deque([start])      what the function enters: queue.append((r, c)) is of 2
    cell = queue.popleft()      2

Where nothing is known of the parameters, one is what stands beside it in a list: a list of tuples of other lengths, or of other things,
is no list for the compiler.
"""

from __future__ import annotations

import ast
from typing import Any

from unpython._writing.nodes import is_none, walk

_ENTER = {"append": 0, "appendleft": 0, "insert": 1}
_TAKE = frozenset(["pop", "popleft"])
_HEAPS = frozenset(["heappop", "heappush"])
_MAKERS = frozenset(["deque", "list"])
_OTHER = -1  # no tuple, or one of which nothing is known
_PARAMETER = 0


class Widths:
    """`tuples`: the parameters that are tuples, with their lengths; None: nothing is known of them."""

    def __init__(self, node: Any, tuples: dict[str, int] | None = None):
        self._parameters = {a.arg for a in walk(node.args) if isinstance(a, ast.arg)}
        self._tuples = tuples
        self._given: dict[str, list[ast.expr | None]] = {}  # what a name is given; None: something else
        self._entered: dict[str, list[ast.expr | None]] = {}  # what comes into a list under its name
        self._gone_through: dict[str, list[ast.expr]] = {}  # by the name of the loop
        known: set[int] = set()
        for n in (n for statement in node.body for n in walk(statement)):
            if isinstance(n, ast.Assign):
                for target in n.targets:
                    self._note(target, n.value, known)
            elif isinstance(n, ast.AnnAssign) and n.value is not None:
                self._note(n.target, n.value, known)
            elif isinstance(n, (ast.For, ast.comprehension)) and isinstance(n.target, ast.Name):
                self._gone_through.setdefault(n.target.id, []).append(n.iter)
                known.add(id(n.target))
            elif isinstance(n, ast.Call):
                self._note_call(n)
        for n in (n for statement in node.body for n in walk(statement)):
            if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load) and id(n) not in known:
                self._given.setdefault(n.id, []).append(None)
            elif isinstance(n, ast.arg):
                self._given.setdefault(n.arg, []).append(None)

    def _note(self, target: Any, value: ast.expr, known: set[int]) -> None:
        if isinstance(target, ast.Name):
            self._given.setdefault(target.id, []).append(value)
            known.add(id(target))
        elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
            for t, v in zip(target.elts, value.elts, strict=True):
                self._note(t, v, known)
        elif isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name):
            self._entered.setdefault(target.value.id, []).append(None if isinstance(target.slice, ast.Slice) else value)

    def _note_call(self, node: ast.Call) -> None:
        called = node.func
        if isinstance(called, ast.Attribute) and isinstance(called.value, ast.Name) and called.attr not in _HEAPS:
            if called.attr in _ENTER and len(node.args) == _ENTER[called.attr] + 1:
                self._entered.setdefault(called.value.id, []).append(node.args[-1])
            elif called.attr in ("extend", "extendleft"):
                self._entered.setdefault(called.value.id, []).append(None)
        name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
        if name in _HEAPS and len(node.args) == 2 and isinstance(node.args[0], ast.Name):
            self._entered.setdefault(node.args[0].id, []).append(node.args[1])

    def of(self, node: Any) -> int:
        """The length of the tuple that an expression is; 0 where it may be something else."""
        found = self._of(node, frozenset()) - {_PARAMETER}
        return found.pop() if len(found) == 1 and _OTHER not in found else 0

    def _of(self, node: Any, asked: frozenset[str]) -> set[int]:
        if isinstance(node, ast.Tuple):
            return {_OTHER if any(isinstance(e, ast.Starred) for e in node.elts) else len(node.elts)}
        if is_none(node):
            return set()  # a name that may be None, which flag_nothing.py knows
        if isinstance(node, ast.IfExp):
            return self._of(node.body, asked) | self._of(node.orelse, asked)
        if isinstance(node, ast.Name):
            return self._of_name(node.id, asked)
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and not isinstance(node.slice, ast.Slice):
            return self._items(node.value, asked)
        if isinstance(node, ast.Call):
            called = node.func
            if isinstance(called, ast.Attribute) and called.attr in _TAKE and isinstance(called.value, ast.Name):
                return self._items(called.value, asked)
            if (getattr(called, "id", "") or getattr(called, "attr", "")) == "heappop" and len(node.args) == 1:
                return self._items(node.args[0], asked)
        return {_OTHER}

    def _of_name(self, name: str, asked: frozenset[str]) -> set[int]:
        if name in asked:
            return set()
        asked |= {name}
        found: set[int] = set()
        if name in self._parameters:
            found = {_PARAMETER if self._tuples is None else self._tuples.get(name, _OTHER)}
        given, over = self._given.get(name, []), self._gone_through.get(name, [])
        for value in given:
            found |= {_OTHER} if value is None else self._of(value, asked)
        for items in over:
            found |= self._items(items, asked)
        return found if given or over or found else {_OTHER}

    def _items(self, node: Any, asked: frozenset[str]) -> set[int]:
        """Of what a list holds."""
        if isinstance(node, (ast.List, ast.Tuple)):
            return {width for e in node.elts for width in self._of(e, asked)}
        if isinstance(node, ast.Call) and not node.keywords and len(node.args) < 2:
            if (getattr(node.func, "id", "") or getattr(node.func, "attr", "")) in _MAKERS:
                return self._items(node.args[0], asked) if node.args else set()
        if not isinstance(node, ast.Name) or node.id in self._parameters or node.id in self._gone_through:
            return {_OTHER}
        mark = f"items of {node.id}"
        if mark in asked:
            return set()
        asked |= {mark}
        found: set[int] = set()
        for value in self._given.get(node.id, [None]):
            found |= {_OTHER} if value is None else self._items(value, asked)
        for item in self._entered.get(node.id, []):
            found |= {_OTHER} if item is None else self._of(item, asked)
        return found
