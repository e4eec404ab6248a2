"""Pieces whose loops go through what they are given and nothing else: of a few items, Python has gone through them before a call of
compiled code has taken them.

How many items there are depends on the arguments alone, so a call with equal arguments runs in the same code each time.
"""

from __future__ import annotations

import ast
from typing import Any

from unpython._writing.flow import names_in
from unpython._writing.nodes import walk

_LOOPS = (ast.For, ast.comprehension)
_SEE = frozenset("range enumerate zip reversed len".split())
_CALLED = _SEE | frozenset("min max sum abs int float str bool list tuple sorted set dict round any all isinstance".split())
_METHODS = frozenset("append items keys values get add".split())
#: By how many loops stand in each other: so many items are few.
_FEW = (0, 48, 7, 4)


def most(statements: list[ast.stmt], given: list[str]) -> int:
    """As many items of what is given are few; 0: the loops go through something else too. `given`: names that have a value before."""
    nodes = [n for s in statements for n in walk(s)]
    targets = {id(n) for loop in nodes if isinstance(loop, _LOOPS) for n in walk(loop.target)}
    from_items = {n.id for n in nodes if isinstance(n, ast.Name) and id(n) in targets}
    stored = {n.id for n in nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load) and id(n) not in targets}
    known = ({*given} | from_items) - stored
    if any(isinstance(n, ast.While) or (isinstance(n, ast.Call) and not _is_short(n)) for n in nodes):
        return 0
    if any(isinstance(n, _LOOPS) and not _goes_through(n.iter, known) for n in nodes):
        return 0
    depth = max(map(_depth, statements), default=0)
    return _FEW[depth] if depth < len(_FEW) else 0


def are_few(arguments: tuple[Any, ...], most: int) -> bool:
    """Whether these are numbers, texts and lists, and lists of them, with no more items than that, and no number beyond it."""
    count = 0
    for value in arguments:
        kind = type(value)
        if kind is int:
            count = max(count, abs(value))
        elif kind is list or kind is tuple:
            count += len(value)
            if count > most:
                return False
            for item in value:
                if type(item) is list or type(item) is tuple or type(item) is str:
                    count += len(item)
        elif kind is str:
            count += len(value)
        elif kind is not float and kind is not bool:
            return False
    return count <= most


def _is_short(node: ast.Call) -> bool:
    """Whether a call takes no longer than to go through its arguments."""
    if isinstance(node.func, ast.Attribute):
        return node.func.attr in _METHODS
    return isinstance(node.func, ast.Name) and node.func.id in _CALLED


def _goes_through(node: ast.expr, known: set[str]) -> bool:
    """Whether all that a loop goes through is known, or counted by it: v, v[1:], range(len(v) - 1), enumerate(v)."""
    allowed = (ast.Name, ast.Subscript, ast.Slice, ast.Constant, ast.Call, ast.Add, ast.Sub, ast.USub, ast.BinOp, ast.UnaryOp, ast.expr_context)
    nodes = list(walk(node))
    if not all(isinstance(n, allowed) for n in nodes) or any(isinstance(n, ast.Constant) and n.value not in range(4) for n in nodes):
        return False
    called = [n.func for n in nodes if isinstance(n, ast.Call)]
    return all(isinstance(c, ast.Name) and c.id in _SEE for c in called) and names_in(node, ast.Load) - _SEE <= known


def _depth(node: ast.AST) -> int:
    """How many loops stand in each other."""
    inside = max(map(_depth, ast.iter_child_nodes(node)), default=0)
    own = len(node.generators) if isinstance(node, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)) else 0
    return inside + own + isinstance(node, ast.For)
