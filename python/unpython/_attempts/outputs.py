"""Which calls of NumPy's functions store into what they are given: `np.multiply(a, b, a)` as `np.multiply(a, b, out=a)`.

Where its output stands among the arguments, a function says itself: by its number of inputs, or by its signature.
"""

from __future__ import annotations

import ast
import functools
import inspect
from typing import Any

#: Parameters that say where to store; `nan_to_num` stores into its array where `copy` is false.
_OUTPUTS = frozenset(["out", "overwrite_input"])
_OF_METHODS = {"accumulate": 3, "reduce": 3, "reduceat": 4, "outer": 2}
#: Of functions that have no signature in NumPy 1: no such function takes its output sooner.
_SOONEST = 2
_MAKE_NEW = frozenset("zeros ones empty full arange linspace array asarray zeros_like ones_like empty_like full_like eye where".split())
_NEVER = 1 << 30


def stores_where_told(called: str, node: ast.Call) -> bool:
    """`called`: the full name of the function. True also where that is not certain."""
    if not called.startswith("numpy."):
        return False
    if any(keyword.arg is None or keyword.arg in _names(called) for keyword in node.keywords):
        return True
    return len(node.args) > _first(called) or (any(isinstance(n, ast.Starred) for n in node.args) and _first(called) < _NEVER)


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
