"""Dates whose names are never seen, as numbers: `date(y, m, d).weekday()`, `date(...).toordinal()`, `(date(...) - date(...)).days`.

A date that has a name stays with Python: the compiler has no type for one.
"""

from __future__ import annotations

import _ast
import sys
from collections.abc import Callable
from typing import Any

from unpython._writing.calls import OwnCall

_METHODS = frozenset("weekday isoweekday toordinal".split())


def is_one(node: _ast.Call) -> bool:
    """Whether a call may be that of a method of a date: asked before more is looked at."""
    called = node.func
    return isinstance(called, _ast.Attribute) and called.attr in _METHODS and isinstance(called.value, _ast.Call) and not node.args


def is_difference(node: _ast.Attribute) -> bool:
    return node.attr == "days" and isinstance(node.value, _ast.BinOp) and isinstance(node.value.op, _ast.Sub)


def of_method(node: _ast.Call, value_of: Callable[[_ast.expr], Any]) -> tuple[OwnCall, list[_ast.expr]] | None:
    """date(y, m, d).weekday() as a function of numbers, and the names that stand for the class; `value_of`: what a name stands for."""
    called: Any = node.func
    if node.keywords or not _is_date(called.value, value_of):
        return None
    from unpython._library.python_functions import dates

    function = {"weekday": dates.weekday, "isoweekday": dates.isoweekday, "toordinal": dates.ordinal}[called.attr]
    return OwnCall(function, called.value.args), [called.value.func]


def of_difference(node: _ast.Attribute, value_of: Callable[[_ast.expr], Any]) -> tuple[OwnCall, list[_ast.expr]] | None:
    """(date(y, m, d) - date(y, m, d)).days"""
    difference: Any = node.value
    if not _is_date(difference.left, value_of) or not _is_date(difference.right, value_of):
        return None
    from unpython._library.python_functions import dates

    return OwnCall(dates.days_between, [*difference.left.args, *difference.right.args]), [difference.left.func, difference.right.func]


def _is_date(node: _ast.expr, value_of: Callable[[_ast.expr], Any]) -> bool:
    """`date(y, m, d)` of the class itself: one that inherits from it may say something else."""
    if not isinstance(node, _ast.Call) or len(node.args) != 3 or node.keywords or any(isinstance(a, _ast.Starred) for a in node.args):
        return False
    module = sys.modules.get("datetime")
    return module is not None and isinstance(node.func, (_ast.Name, _ast.Attribute)) and value_of(node.func) is module.date
