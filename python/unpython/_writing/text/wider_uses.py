"""Which texts that a call gives are used for more than to choose a way: those go to a function as numbers."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import Any

from unpython._writing.nodes import is_name, walk

_SEQUENCE = frozenset("len ord int float str list sorted reversed enumerate zip min max set Counter tuple".split())
_OF_PATTERNS = frozenset("match fullmatch search findall finditer split sub".split())
_DICTS = (ast.Dict, ast.DictComp)
_KEEP = frozenset(("append", "insert", "add", "setdefault"))


def sequences(node: Any, names: Iterable[str]) -> frozenset[str]:
    """Those of the names of texts of which more is asked than which text they are, that have a second name, or that stand for others in
    other calls of the function."""
    found = {value for n in walk(node) if isinstance(n, ast.Assign) for target in n.targets for _, value in pairs(target, n.value)}
    for n in walk(node):
        places: list[ast.expr] = []
        if isinstance(n, (ast.Subscript, ast.Attribute)):
            places = [n.value]
        elif isinstance(n, (ast.For, ast.comprehension)):
            places = [n.iter]
        elif isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id in _SEQUENCE:
            places = n.args
        elif isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and n.func.attr in _OF_PATTERNS:
            places = n.args
        elif isinstance(n, ast.BinOp):
            places = [n.left, n.right]
        elif isinstance(n, ast.Compare) and isinstance(n.ops[0], (ast.In, ast.NotIn)):
            places = n.comparators
        elif isinstance(n, ast.Return) and n.value is not None:
            places = n.value.elts if isinstance(n.value, ast.Tuple) else [n.value]
        found |= {place.id for place in places if isinstance(place, ast.Name)}
        if isinstance(n, ast.Call) and is_name(n.func, getattr(node, "name", "")):
            found |= {a.id for a, own in zip(n.args, node.args.args, strict=False) if isinstance(a, ast.Name) and a.id != own.arg}
    return frozenset(found.intersection(names))


def kept(node: Any, names: Iterable[str]) -> frozenset[str]:
    """Those of the names of texts that become keys of a dict, are asked for in one that the function has or sees, become items of a list,
    or parts of an f-string."""
    found: set[str] = set()
    stored = {n.id for n in walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)} | {n.arg for n in walk(node) if isinstance(n, ast.arg)}
    stored -= {t.id for n in walk(node) if isinstance(n, ast.Assign) and isinstance(n.value, _DICTS) for t in n.targets if isinstance(t, ast.Name)}

    def is_table(owner: ast.expr) -> bool:
        return isinstance(owner, _DICTS) or (isinstance(owner, ast.Name) and owner.id not in stored)

    for n in walk(node):
        places: list[ast.expr] = []
        if isinstance(n, ast.Subscript) and (not isinstance(n.ctx, ast.Load) or is_table(n.value)):
            places = [n.slice]
        elif isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and n.func.attr == "get" and is_table(n.func.value):
            places = n.args
        elif isinstance(n, ast.FormattedValue):
            places = [n.value]
        elif isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and n.func.attr in _KEEP:
            places = n.args
        found |= {part.id for place in places for part in (place.elts if isinstance(place, ast.Tuple) else [place]) if isinstance(part, ast.Name)}
    return frozenset(found.intersection(names))


def held(node: Any, names: Iterable[str]) -> frozenset[str]:
    """Those of the names of texts that a dict, a set or a list is written with, that are one of two values, or are asked whether they are
    empty."""
    places: list[Any] = []
    for n in walk(node):
        if isinstance(n, ast.Dict):
            places += [*n.keys, *n.values]
        elif isinstance(n, (ast.Set, ast.List, ast.BoolOp)):
            places += n.values if isinstance(n, ast.BoolOp) else n.elts
        elif isinstance(n, ast.IfExp):
            places += [n.test, n.body, n.orelse]
        elif isinstance(n, (ast.If, ast.While)) or (isinstance(n, ast.UnaryOp) and isinstance(n.op, ast.Not)):
            places.append(n.operand if isinstance(n, ast.UnaryOp) else n.test)
    parts = [part for place in places for part in (place.elts if isinstance(place, ast.Tuple) else [place])]
    return frozenset({n.id for n in parts if isinstance(n, ast.Name)}.intersection(names))


def pairs(target: ast.expr, value: ast.expr) -> list[tuple[str, str]]:
    """The names of `x = y` and `x, z = y, w`."""
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
        return [pair for t, v in zip(target.elts, value.elts, strict=True) for pair in pairs(t, v)]
    return [(target.id, value.id)] if isinstance(target, ast.Name) and isinstance(value, ast.Name) else []
