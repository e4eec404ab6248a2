"""What functions of the modules `math` and `statistics` raise, and max() and min()."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from unpython._writing.nodes import copy_tree, load
from unpython._writing.text.kinds import NotTexts

_DOMAIN = "math domain error"
_INFINITE = "abs(x) == 1e999"
#: Functions of math: where which exception is raised, and its text.
OF_MATH: dict[str, tuple[type, str, str]] = {
    "sqrt": (ValueError, "x < 0", _DOMAIN), "log": (ValueError, "x <= 0", _DOMAIN), "log2": (ValueError, "x <= 0", _DOMAIN),
    "log10": (ValueError, "x <= 0", _DOMAIN), "asin": (ValueError, "abs(x) > 1", _DOMAIN), "acos": (ValueError, "abs(x) > 1", _DOMAIN),
    "sin": (ValueError, _INFINITE, _DOMAIN), "cos": (ValueError, _INFINITE, _DOMAIN), "tan": (ValueError, _INFINITE, _DOMAIN),
    "exp": (OverflowError, "1e999 > x > 709.782712893384", "math range error"), "atan": (ValueError, "", ""),
    "fabs": (ValueError, "", ""), "degrees": (ValueError, "", ""), "radians": (ValueError, "", ""), "isnan": (ValueError, "", ""),
    "isinf": (ValueError, "", ""), "tanh": (ValueError, "", ""),
}  # fmt: skip


def too_few(function: Callable[[Any], Any]) -> list[Exception]:
    """What a function of `statistics` raises of no numbers, of one, and so on: as many exceptions as are too few."""
    found: list[Exception] = []
    for count in range(3):
        try:
            function([0.0] * count)
        except Exception as error:
            found.append(error)
    return found


def of_statistics(found: Any, node: ast.Call, function: Callable[..., Any]) -> Any:
    """statistics.mean(v) raises of too few items, and says the same of all numbers of them that are too few."""
    node.args[0] = found.seen(node.args[0])
    raised = too_few(function)
    if not raised or not found._catches(type(raised[0])):
        found._is_late |= bool(raised)
        return node
    if isinstance(node.args[0], ast.GeneratorExp) or len({str(e) for e in raised}) > 1:
        raise NotTexts
    node.args[0], before = found._again(node.args[0])
    found._raises(type(raised[0]), _are_fewer(node.args[0], len(raised)), ast.Constant(str(raised[0])), before)
    return node


def of_largest(found: Any, node: ast.Call, function: Callable[..., Any]) -> None:
    """max(v), min(v) of an empty list, of which each Python says something else"""
    if found._parts.kind(node.args[0]) != "list":
        raise NotTexts
    try:
        function([])
    except ValueError as error:
        found._raises(ValueError, _are_fewer(node.args[0], 1), ast.Constant(str(error)), [])


def _are_fewer(items: ast.expr, count: int) -> ast.expr:
    return ast.Compare(ast.Call(load("len"), [copy_tree(items)], []), [ast.Lt()], [ast.Constant(count)])
