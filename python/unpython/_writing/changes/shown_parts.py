"""Statements that show a container, or a part of it, beside a call that changes it: they stay with Python.

    print(a[:2], changed(a))     return f"{v}", v.pop(), f"{v}"     return [-a, changed(a)]

Problem:  a view shows what the call did, a copy and a text show what was before; here prints and texts are made when the statement
          or the call ends, of what is there then.
Choice:   a statement that mentions the whole of a name, or a part of it, where something is shown, and calls what may change that name,
          is refused.
Rejected: names for all parts in front of the statement: texts of containers would have to be made there.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._writing.changes import Changes, names_in
from unpython._writing.changes.earlier_reads import EarlierReads
from unpython._writing.nodes import copy_tree, walk

_NUMBERS = frozenset("len sum min max any all abs int float bool round".split())
_NEW = (ast.Constant, ast.BinOp, ast.UnaryOp, ast.Compare, ast.JoinedStr, ast.List, ast.Dict, ast.Set, ast.ListComp, ast.SetComp, ast.DictComp)
_VIEWS = frozenset(("T", "mT", "real", "imag", "flat"))
_SIMPLE = (ast.Expr, ast.Return, ast.Assign, ast.AnnAssign, ast.AugAssign)


def rewritten(function: FunctionType, node: Any) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def`, which begins with a statement that is refused where there are such ones, no names, and no free names."""
    if not isinstance(node, ast.FunctionDef):
        return node, frozenset(), []
    shown = _Shown(Changes(function, node))
    wrong = next((s for s in walk(node) if isinstance(s, _SIMPLE) and s.value is not None and shown.is_too_late(s.value)), None)
    if wrong is not None:
        node = copy_tree(node)
        node.body = [ast.copy_location(EarlierReads(), wrong), *node.body]
    return node, frozenset(), []


class _Shown:
    def __init__(self, changes: Changes):
        self._changes = changes

    def is_too_late(self, value: ast.expr) -> bool:
        """Whether a call changes what is shown in front of it."""
        changes = [(n, names) for n in walk(value) if isinstance(n, ast.Call) and (names := self._changed(n))]
        if not changes:
            return False
        places = {id(n): place for place, n in enumerate(_in_order(value))}
        for part, is_listed in self._shown(value):
            later = {name for call, names in changes if places[id(call)] >= places[id(part)] for name in names}
            if self._mentions(part, later, is_listed):
                return True
        return False

    def _shown(self, value: ast.expr) -> Iterator[tuple[Any, bool]]:
        """The parts that are shown; and what is computed as an item of a list, where only what uses the whole of a name counts."""
        for n in walk(value):
            if isinstance(n, ast.FormattedValue):
                yield n.value, False
            elif isinstance(n, ast.BinOp) and isinstance(n.op, ast.Mod) and (isinstance(n.left, ast.JoinedStr) or type(getattr(n.left, "value", None)) is str):
                yield n.right, False
            elif isinstance(n, ast.Call) and self._shows(n.func):
                yield from ((a, False) for a in (*n.args, *(k.value for k in n.keywords)))
            elif isinstance(n, ast.List):
                yield from ((e, True) for e in n.elts if isinstance(e, (ast.BinOp, ast.UnaryOp)))

    def _shows(self, called: ast.expr) -> bool:
        is_format = isinstance(called, ast.Attribute) and called.attr == "format"
        return is_format or self._changes.name_of(called) in ("builtins.print", "builtins.str", "builtins.repr")

    def _mentions(self, part: Any, changed: set[str], is_listed: bool) -> bool:
        waiting = [part]
        while waiting:
            n = waiting.pop()
            if isinstance(n, ast.Name) and n.id in changed:
                return True
            if isinstance(n, ast.Call) and (self._changed(n) or self._changes.name_of(n.func).removeprefix("builtins.") in _NUMBERS):
                continue
            if is_listed and isinstance(n, ast.Subscript) and not isinstance(n.slice, ast.Slice):
                n = n.slice  # an item
            if isinstance(n, ast.Attribute) and n is part and isinstance(n.value, ast.Name) and n.attr not in _VIEWS:
                continue  # see earlier_reads.py
            waiting += ast.iter_child_nodes(n)
        return False

    def _changed(self, call: ast.Call) -> set[str]:
        """The names whose values a call may change."""
        inner = self._changes.inner.get(call.func.id) if isinstance(call.func, ast.Name) else None
        if isinstance(self._changes.class_of(call), type):
            return set()  # a new object
        if inner is None:
            return names_in(e for e in self._changes.of(call) if e is not call.func and not isinstance(e, _NEW))
        found = {name for n in walk(inner) for name in names_in(e for e in self._changes.of(n) if e is not getattr(n, "func", None))}
        parameters = {n.arg for n in walk(inner.args) if isinstance(n, ast.arg)}
        return found | names_in(call.args) if found & parameters else found


def _in_order(node: ast.AST) -> Iterator[ast.AST]:
    """What an expression holds, as Python comes to it."""
    waiting = [node]
    while waiting:
        yield (found := waiting.pop())
        waiting += reversed([*ast.iter_child_nodes(found)])
