"""Which calls of NumPy's functions store into what they are given: `np.multiply(a, b, a)` as `np.multiply(a, b, out=a)`.

Where its output stands among the arguments, a function says itself: by its number of inputs, or by its signature.
"""

from __future__ import annotations

import ast
import functools
import inspect
import sys
from typing import Any

#: Parameters that say where to store; `nan_to_num` stores into its array where `copy` is false.
_OUTPUTS = frozenset(["out", "overwrite_input"])
_OF_METHODS = {"accumulate": 3, "reduce": 3, "reduceat": 4, "outer": 2}
#: Of functions that have no signature in NumPy 1: no such function takes its output sooner.
_SOONEST = 2
_MAKE_NEW = frozenset("zeros ones empty full arange linspace array asarray zeros_like ones_like empty_like full_like eye where".split())
_NEVER = 1 << 30


def of_function(called: str, node: ast.Call) -> list[ast.expr]:
    """What a call stores into because its arguments say so; all that it is given where that is not certain. `called`: the full name of
    the function."""
    if not called.startswith("numpy."):
        return [k.value for k in node.keywords if k.arg == "out"]
    return _told(called, node, _first(called))


def of_method(name: str, node: ast.Call) -> list[ast.expr]:
    """The same of a method: an array's takes what NumPy's function of its name takes behind the array."""
    if sys.modules.get("numpy") is None:
        return []  # and nothing is an array
    first = _first(f"numpy.{name}")
    return _told(f"numpy.{name}", node, first if first == _NEVER else max(first - 1, 0))


def _told(called: str, node: ast.Call, first: int) -> list[ast.expr]:
    if any(k.arg is None for k in node.keywords) or (first < _NEVER and any(isinstance(a, ast.Starred) for a in node.args)):
        return [*node.args, *(k.value for k in node.keywords)]
    names = _names(called)
    told = [k for k in node.keywords if k.arg in names]
    if any(k.arg == "out" for k in told) or not told:
        found = [k.value for k in told]
    else:
        found = [*node.args[:1], *(k.value for k in node.keywords)]  # copy=False, overwrite_input=True: the array itself
    return found if len(node.args) <= first else [*found, *node.args]


def _names(called: str) -> frozenset[str]:
    return _OUTPUTS | {"copy"} if called == "numpy.nan_to_num" else _OUTPUTS


@functools.cache
def _first(called: str) -> int:
    """How many arguments stand before one that says where to store."""
    import numpy as np

    value: Any = np
    for name in called.split(".")[1:]:
        if isinstance(value, np.ufunc):
            return _OF_METHODS.get(name, 0)
        value = getattr(value, name, None)
    if isinstance(value, np.ufunc):
        return value.nin
    if value is None or isinstance(value, type):
        return _NEVER
    try:
        names = list(inspect.signature(value).parameters)
    except (ValueError, TypeError):
        return _NEVER if called.split(".")[-1] in _MAKE_NEW else _SOONEST
    return min((names.index(name) for name in _names(called) & set(names)), default=_NEVER)
