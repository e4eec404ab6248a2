"""Which expressions are arrays whose rows are arrays, as the text shows: for evidence.py."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from typing import Any

from unpython._library.numpy_functions import numpy_generators, random_states
from unpython._writing.calls import OwnCall
from unpython._writing.nodes import is_none

_SHAPED = frozenset("zeros ones empty full rand randn".split())  # of which the first arguments are extents
_TWO = frozenset("eye identity outer kron column_stack vstack vander".split())
_SAME = frozenset("sort copy zeros_like ones_like full_like empty_like array asarray cumsum clip round roll flip fliplr flipud rot90 transpose".split())
_METHODS = frozenset("copy astype clip round cumsum transpose".split())
_DRAWN = frozenset("normal uniform random integers standard_normal exponential poisson choice".split())
_KEEP = frozenset(
    "sqrt exp log log2 log10 sin cos tan tanh abs absolute sign square maximum minimum add subtract multiply divide power hypot where"
    " arctan2 floor ceil round mod".split()
)


def has_rows(node: Any, names: Callable[[str], bool], numpy: Callable[[ast.Call], str]) -> bool:
    """`names`: whether a name stands for one; `numpy`: the name of NumPy's function that is called, or empty."""

    def ask(part: Any) -> bool:
        return has_rows(part, names, numpy)

    if isinstance(node, ast.Name):
        return names(node.id)
    if isinstance(node, ast.BinOp):
        return not isinstance(node.op, ast.MatMult) and (ask(node.left) or ask(node.right))
    if isinstance(node, ast.UnaryOp):
        return not isinstance(node.op, ast.Not) and ask(node.operand)
    if isinstance(node, ast.Attribute):
        return node.attr == "T" and ask(node.value)
    if isinstance(node, ast.Subscript):
        return isinstance(node.slice, (ast.Slice, ast.Compare)) and ask(node.value)
    if isinstance(node, OwnCall):
        return _is_of_two(drawn_size(node))
    if not isinstance(node, ast.Call):
        return False
    first: Any = node.args[0] if node.args else None
    called = numpy(node)
    if called:
        if called in _SHAPED:
            return _is_of_two(first) or (called in ("rand", "randn") and len(node.args) == 2)
        if called in ("array", "asarray") and isinstance(first, (ast.List, ast.Tuple)):
            return any(isinstance(e, (ast.List, ast.Tuple, ast.ListComp)) for e in first.elts)
        if called in _TWO:
            return True
        is_along = any(k.arg == "axis" and getattr(k.value, "value", 0) is None for k in node.keywords)
        return (called in _SAME and ask(first) and not is_along and (called != "cumsum" or bool(node.keywords))) or (
            called in _KEEP and any(map(ask, node.args))
        )
    if not isinstance(node.func, ast.Attribute):
        return False
    if node.func.attr in _DRAWN:
        return any(k.arg == "size" and _is_of_two(k.value) for k in node.keywords)
    if node.func.attr == "reshape":
        return _is_of_two(first) or len(node.args) == 2
    return node.func.attr in _METHODS and (node.func.attr != "cumsum" or bool(node.args or node.keywords)) and ask(node.func.value)


def drawn_size(node: OwnCall) -> ast.expr | None:
    """What is given as the `size` of random numbers that other words draw; None where there is none."""
    if node.function is None or node.function.__module__ not in (numpy_generators.__name__, random_states.__name__):
        return None
    names = list(inspect.signature(node.function).parameters)
    given = dict(zip(names, node.elts, strict=False)).get("size")
    return None if given is None or is_none(given) else given


def _is_of_two(node: Any) -> bool:
    """(n, m), as extents"""
    return isinstance(node, ast.Tuple) and len(node.elts) == 2
