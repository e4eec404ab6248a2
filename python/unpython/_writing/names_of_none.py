"""Which names of a function stand for None here and for a value there, and how long their tuples are: for flag_nothing.py."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from unpython._writing.dicts.tuple_widths import Widths
from unpython._writing.nodes import is_none, walk, ways

_OTHER = (ast.Try, ast.Match, ast.Global, ast.Nonlocal, ast.Yield, ast.YieldFrom, ast.Await, ast.AsyncFor)


def widths_of(node: Any, tuples: dict[str, int]) -> dict[str, int]:
    """The names that are given None and something else, with the length of their tuples (0: no tuples). `tuples`: the parameters that are
    tuples, with their lengths."""
    nodes = [n for statement in node.body for n in walk(statement)]
    if any(isinstance(n, _OTHER) for n in nodes):
        return {}
    excluded: set[str] = set()
    values: dict[str, list[ast.expr]] = {name: [ast.Constant(0)] for name in arguments_of(node)}
    for n in nodes:
        if isinstance(n, ast.Assign):
            for target in n.targets:
                for name, value in _pairs(target, n.value):
                    values.setdefault(name, []).extend(ways(value))
        elif isinstance(n, ast.AugAssign) and isinstance(n.target, ast.Name):
            values.setdefault(n.target.id, []).append(n.value)
        elif isinstance(n, (ast.FunctionDef, ast.Lambda)):
            excluded |= {m.id for m in walk(n) if isinstance(m, ast.Name)} | {a.arg for a in walk(n) if isinstance(a, ast.arg)}
            excluded |= {n.name} if isinstance(n, ast.FunctionDef) else set()
        elif isinstance(n, ast.For) and isinstance(n.target, ast.Name):
            values.setdefault(n.target.id, []).append(ast.Subscript(n.iter, ast.Constant(0), ast.Load()))
        elif isinstance(n, (ast.For, ast.comprehension)):
            excluded |= {m.id for m in walk(n.target) if isinstance(m, ast.Name)}
        elif isinstance(n, (ast.NamedExpr, ast.AnnAssign)):
            excluded |= {m.id for m in walk(n.target) if isinstance(m, ast.Name)}
        elif isinstance(n, (ast.Delete, ast.With)):
            excluded |= {m.id for m in walk(n) if isinstance(m, ast.Name) and not isinstance(m.ctx, ast.Load)}
    names: set[str] = set()  # that may be None
    while new := {name for name, given in values.items() if name not in excluded and any(_may_be_none(v, names) for v in given)} - names:
        names |= new
    found = {name: _lengths(name, values, names, set(), _written_length) for name in names}
    unsure = [name for name, lengths in found.items() if len(lengths) == 2 and 0 in lengths]  # names of tuples among the values
    if unsure:
        known = Widths(node, tuples)
        found |= {name: _lengths(name, values, names, set(), known.of) for name in unsure}
    return {name: lengths.pop() for name, lengths in found.items() if len(lengths) == 1 and max(lengths) <= 8}


def arguments_of(node: Any) -> set[str]:
    return {a.arg for a in walk(node.args) if isinstance(a, ast.arg)}


def _may_be_none(value: ast.expr, names: set[str]) -> bool:
    return is_none(value) or (isinstance(value, ast.Name) and value.id in names)


def _written_length(value: ast.expr) -> int:
    return len(value.elts) if isinstance(value, ast.Tuple) else 0


def _lengths(
    name: str, values: dict[str, list[ast.expr]], names: set[str], seen: set[str], length: Callable[[ast.expr], int]
) -> set[int]:
    """How long the tuples are that a name is given, also by the names that may be None; 0: what is no tuple."""
    seen.add(name)
    lengths: set[int] = set()
    for value in values[name]:
        if isinstance(value, ast.Name) and value.id in names:
            lengths |= _lengths(value.id, values, names, seen, length) if value.id not in seen else set()
        elif not is_none(value):
            lengths.add(length(value))
    return lengths


def _pairs(target: ast.expr, value: ast.expr) -> list[tuple[str, ast.expr]]:
    """Each name of a target with its value; the whole value where its parts are not written out."""
    if isinstance(target, ast.Name):
        return [(target.id, value)]
    if not isinstance(target, (ast.Tuple, ast.List)):
        return []
    if isinstance(value, ast.Tuple) and len(value.elts) == len(target.elts):
        return [pair for t, v in zip(target.elts, value.elts, strict=True) for pair in _pairs(t, v)]
    part = ast.Subscript(value, ast.Constant(0), ast.Load())
    return [(n.id, part) for n in walk(target) if isinstance(n, ast.Name)]
