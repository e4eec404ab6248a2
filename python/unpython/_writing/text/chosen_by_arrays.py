"""Texts that an array chooses, as a list of texts: compiled code has no arrays of texts.

    np.where(y > 1, "hi", np.where(y > 0, "mid", "lo")).tolist()
    ["hi" if k == 0 else "mid" if k == 1 else "lo" for k in np.where(y > 1, 0, np.where(y > 0, 1, 2))]

np.select of texts likewise. NumPy says how the conditions go together, and what of them does not.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from typing import Any

from unpython._writing.nodes import copy_tree, is_text

_MOST_TEXTS = 16


def written(node: ast.Call, value_of: Callable[[ast.expr], Any]) -> ast.expr | None:
    """The list that `x.tolist()` gives, if `x` is such an array; `value_of`: what a name that is none of the function's own stands for."""
    if node.args or node.keywords or not isinstance(node.func, ast.Attribute) or sys.modules.get("numpy") is None:
        return None
    texts: list[str] = []
    numbers = numbers_of(node.func.value, texts, value_of)
    return None if numbers is None else listed(numbers, texts, node)


def listed(numbers: ast.expr, texts: list[str], node: ast.expr) -> ast.expr:
    """The list of the texts of an array of their numbers."""
    item = f"_choice_{node.lineno}_{node.col_offset}_"
    chosen: ast.expr = ast.Constant(texts[-1])
    for i in range(len(texts) - 2, -1, -1):
        chosen = ast.IfExp(ast.Compare(ast.Name(item, ast.Load()), [ast.Eq()], [ast.Constant(i)]), ast.Constant(texts[i]), chosen)
    clause = ast.comprehension(ast.Name(item, ast.Store()), numbers, [], 0)
    return ast.fix_missing_locations(ast.copy_location(ast.ListComp(chosen, [clause]), node))


def numbers_of(node: Any, texts: list[str], value_of: Callable[[ast.expr], Any]) -> ast.expr | None:
    """The array of numbers in the place of one of texts, which `texts` gets; None where it is no such array."""
    try:
        numbers = _numbers(node, texts, sys.modules.get("numpy"), value_of) if isinstance(node, ast.Call) else None
    except _NoTexts:
        return None
    return numbers if 1 < len(texts) <= _MOST_TEXTS else None


def texts_of(node: Any, value_of: Callable[[ast.expr], Any]) -> tuple[str, ...]:
    """The texts of such an array; none where it is none."""
    texts: list[str] = []
    return () if numbers_of(node, texts, value_of) is None else tuple(texts)


class _NoTexts(Exception):
    """What is chosen is no text that is written out."""


def _numbers(node: Any, texts: list[str], numpy: Any, value_of: Callable[[ast.expr], Any]) -> ast.expr:
    """The expression with the place of each text among `texts`, which gets them."""
    text = node.value if is_text(node) else None
    if isinstance(text, str) and not text.endswith("\0"):  # which NumPy does not keep
        if text not in texts:
            texts.append(text)
        return ast.copy_location(ast.Constant(texts.index(text)), node)
    if not isinstance(node, ast.Call) or any(isinstance(a, ast.Starred) for a in node.args):
        raise _NoTexts
    function = value_of(node.func)
    if function is numpy.where and len(node.args) == 3 and not node.keywords:
        return _called(node, [node.args[0], *(_numbers(part, texts, numpy, value_of) for part in node.args[1:])])
    names = [keyword.arg for keyword in node.keywords]
    if function is not numpy.select or len(node.args) < 2 or len(node.args) + len(names) != 3 or names not in ([], ["default"]):
        raise _NoTexts
    if not isinstance(node.args[1], ast.List) or not node.args[1].elts:
        raise _NoTexts
    chosen = ast.copy_location(ast.List([_numbers(e, texts, numpy, value_of) for e in node.args[1].elts], ast.Load()), node.args[1])
    default = _numbers(node.keywords[0].value if names else node.args[2], texts, numpy, value_of)
    return _called(node, [node.args[0], chosen, default])


def _called(node: ast.Call, arguments: list[ast.expr]) -> ast.expr:
    return ast.copy_location(ast.Call(copy_tree(node.func), arguments, []), node)
