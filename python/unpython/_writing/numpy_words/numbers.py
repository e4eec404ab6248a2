"""divmod of arrays, and what np.average gives beside the average."""

from __future__ import annotations

import ast
from collections.abc import Callable
from types import FunctionType

from unpython._writing.arrays.written_bodies import Written, arguments_of, written_body


def _divmod(node: ast.Call, function: FunctionType, names: frozenset[str]) -> Written | None:
    """Of an array, whose parts NumPy computes; numbers and constants are left to Python's."""
    from unpython._library.python_functions import plain_math
    from unpython._writing.calls import full_name

    if full_name(node.func, function, names) != "builtins.divmod" or len(node.args) != 2 or node.keywords:
        return None
    return plain_math.divmod_of_any, node.args


def _average(node: ast.Call, function: FunctionType, names: frozenset[str]) -> Written | None:
    """With returned=True a pair."""
    from unpython._library.numpy_functions import averages

    given = arguments_of(node, "a", "axis", "weights", "returned", "keepdims") or {}
    asked = given.pop("returned", None)
    if "a" not in given or not isinstance(asked, ast.Constant) or asked.value is not True:
        return None
    body = f"return average_and_weights(a, {', '.join(f'{key}={key}' for key in list(given)[1:])})"
    return written_body("average", ", ".join(given), body, averages), list(given.values())


WRITERS: dict[str, Callable[[ast.Call, FunctionType, frozenset[str]], Written | None]] = {"divmod": _divmod, "average": _average}
