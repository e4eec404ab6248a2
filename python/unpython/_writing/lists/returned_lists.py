"""Lists that are written out where they are returned: each item is a result, and Python makes the list when the call ends.

    return [p - a, p - b]            p - a and p - b, and then [..., ...]

Their items are arrays, or numbers of several types: lists of the compiler have items of one type. Asked only where a function was
refused as it is.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._records import Joined
from unpython._writing.nodes import copy_tree, is_none, walk

_OTHERS = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp, ast.GeneratorExp, ast.Starred, ast.JoinedStr, Joined)
_MOST_ITEMS = 64


def rewritten(function: FunctionType, node: Any) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` that returns the items, and no names."""
    returns = [n for n in walk(node) if isinstance(n, ast.Return)]
    if len(returns) != 1 or not _is_list(returns[0].value) or any(isinstance(n, (ast.FunctionDef, ast.Lambda)) for s in node.body for n in walk(s)):
        return node, frozenset(), []
    value: Any = returns[0].value
    joined = Joined("text", value.elts)
    joined.make = list  # type: ignore[assignment]
    made = ast.copy_location(ast.Return(ast.copy_location(joined, value)), returns[0])
    return copy_tree(node, {id(returns[0]): made}), frozenset(), []


def _is_list(node: Any) -> bool:
    """Whether it is a list whose items are no lists or texts themselves, and may be something else than numbers of one type."""
    if not isinstance(node, ast.List) or not 0 < len(node.elts) <= _MOST_ITEMS:
        return False
    return not any(isinstance(n, _OTHERS) or is_none(n) or type(getattr(n, "value", 0)) is str for e in node.elts for n in _values(e))


def _values(node: ast.expr) -> list[Any]:
    """What an item may be, but for what only goes into calls and subscripts."""
    if isinstance(node, ast.IfExp):
        return [*_values(node.body), *_values(node.orelse)]
    return [node, *(n for part in getattr(node, "elts", ()) for n in _values(part))]
