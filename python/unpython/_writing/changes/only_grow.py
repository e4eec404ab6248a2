"""Whether a function changes nothing but lists that it makes, by letting them grow: what is put into one then stays as it is, and a list that is
read elsewhere too may be a copy."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection
from typing import Any

from unpython._writing.changes.begun_again import pairs_in
from unpython._writing.changes.methods import OF_CONTAINERS, READS, STORES
from unpython._writing.nodes import is_none

_GROW = frozenset(("append", "extend", "insert"))
_PURE = frozenset(f"builtins.{name}" for name in "len sum min max sorted list tuple set any all enumerate zip reversed range abs round int float bool".split())


def only_grow(nodes: list[ast.AST], lists: Collection[str], full_name: Callable[[ast.expr], str]) -> bool:
    """`lists`: the names of the lists that may grow. Functions that are not known change whatever they are given."""
    numbers = _numbers(nodes)
    return all(_is_harmless(n, lists, numbers, full_name) for n in nodes)


def _is_harmless(n: Any, lists: Collection[str], numbers: set[str], full_name: Callable[[ast.expr], str]) -> bool:
    if isinstance(n, (ast.Subscript, ast.Attribute)):
        return isinstance(n.ctx, ast.Load)
    if isinstance(n, ast.AugAssign):
        return isinstance(n.target, ast.Name) and n.target.id in numbers
    if isinstance(n, ast.Compare):
        return not any(isinstance(op, (ast.Is, ast.IsNot)) and not is_none(right) for op, right in zip(n.ops, n.comparators, strict=True))
    if not isinstance(n, ast.Call):
        return True
    called = full_name(n.func)
    if called:
        path = set(called.split("."))
        return called in _PURE or (called.split(".")[0] in ("numpy", "math", "statistics") and not path & (STORES | {"random"}) and not n.keywords)
    if not isinstance(n.func, ast.Attribute):
        return False
    is_own = isinstance(n.func.value, ast.Name) and n.func.value.id in lists
    return (n.func.attr in _GROW and is_own) or (n.func.attr in READS and n.func.attr not in OF_CONTAINERS)


def _numbers(nodes: list[ast.AST]) -> set[str]:
    """The names that get nothing but constants by `=`, and nothing from loops."""
    values: dict[str, list[Any]] = {}
    known: set[int] = set()
    for target, value in (pair for n in nodes if isinstance(n, ast.Assign) for pair in pairs_in(n)):
        if isinstance(target, ast.Name):
            values.setdefault(target.id, []).append(value)
            known.add(id(target))
    known |= {id(n.target) for n in nodes if isinstance(n, ast.AugAssign)}
    others = {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store) and id(n) not in known}
    return {name for name, given in values.items() if all(isinstance(v, ast.Constant) for v in given)} - others
