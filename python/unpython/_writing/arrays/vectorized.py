"""np.vectorize(f)(a) and np.vectorize(f)(a, b) as a call of our own (_library/numpy_functions/vectorized.py).

`f` is a lambda or a function inside that only computes: NumPy calls it once more for the first element, which must not be seen.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from types import BuiltinFunctionType
from typing import Any

from unpython._writing.calls import OwnCall
from unpython._writing.nodes import walk

_COMPUTES = (
    ast.Return, ast.If, ast.Assign, ast.AugAssign, ast.For, ast.While, ast.Break, ast.Continue, ast.Pass, ast.expr, ast.expr_context, ast.operator,
    ast.unaryop, ast.boolop, ast.cmpop, ast.arguments, ast.arg, ast.Raise,
)  # fmt: skip
_REFUSED = (ast.Await, ast.Yield, ast.YieldFrom, ast.NamedExpr, ast.Starred)
_BUILTINS = frozenset((abs, min, max, round, int, float, bool, len, range, sum, ValueError, ZeroDivisionError))


def written(node: ast.Call, definition: Any, value_of: Callable[[ast.expr], Any]) -> ast.expr | None:
    """The call in other words; None for any other one. `definition`: the `def` that it stands in."""
    made: Any = node.func
    if not isinstance(made, ast.Call) or len(made.args) != 1 or made.keywords or node.keywords or not 1 <= len(node.args) <= 2:
        return None
    import numpy as np

    if value_of(made.func) is not np.vectorize:
        return None
    function = _only_computes(made.args[0], definition, value_of)
    if function is None or len(function.args) != len(node.args) or _has_more(function):
        return None
    from unpython._library.numpy_functions import vectorized

    return OwnCall(vectorized.of_one if len(node.args) == 1 else vectorized.of_two, [*node.args, made.args[0]])


def _has_more(arguments: ast.arguments) -> bool:
    return bool(arguments.vararg or arguments.kwarg or arguments.kwonlyargs or arguments.defaults or arguments.posonlyargs)


def _only_computes(node: Any, definition: Any, value_of: Callable[[ast.expr], Any]) -> Any:
    """The parameters of a lambda, or of a function inside, that changes nothing and prints nothing."""
    if isinstance(node, ast.Name):
        found = [n for n in walk(definition) if isinstance(n, ast.FunctionDef) and n.name == node.id and n is not definition]
        stored = [n for n in walk(definition) if isinstance(n, ast.Name) and n.id == node.id and not isinstance(n.ctx, ast.Load)]
        if len(found) != 1 or stored or found[0].decorator_list:
            return None
        inner: Any = found[0]
        parts: list[Any] = inner.body
    elif isinstance(node, ast.Lambda):
        inner, parts = node, [node.body]
    else:
        return None
    for n in (n for part in parts for n in walk(part)):
        is_stored = isinstance(n, (ast.Subscript, ast.Attribute)) and not isinstance(n.ctx, ast.Load)
        if isinstance(n, (ast.BinOp, ast.AugAssign)) and isinstance(n.op, ast.Pow):
            if not _is_count(n.right if isinstance(n, ast.BinOp) else n.value):  # NumPy's first number raises for others
                return None
        if not isinstance(n, _COMPUTES) or isinstance(n, _REFUSED) or is_stored or (isinstance(n, ast.Call) and not _is_pure(n.func, value_of)):
            return None
    return inner.args


def _is_count(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) is int


def _is_pure(called: ast.expr, value_of: Callable[[ast.expr], Any]) -> bool:
    """Whether a call is one of a function of mathematics, or of a few of Python's."""
    value = value_of(called)
    try:
        if value in _BUILTINS:
            return True
    except TypeError:
        return False
    if isinstance(value, BuiltinFunctionType) and value.__module__ == "math":
        return True
    import numpy as np

    return isinstance(value, np.ufunc)
