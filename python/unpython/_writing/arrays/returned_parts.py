"""The parts of what a `return` gives, for array_lists.py: of a tuple, and of dicts that are written out."""

from __future__ import annotations

import ast
from typing import Any

from unpython._records import Joined


def parts_of(value: Any) -> list[Any]:
    """What is returned: the parts of a tuple, and of a dict in it, or that is one."""
    if isinstance(value, ast.Tuple):
        return [part for each in value.elts for part in (each.values if isinstance(each, ast.Dict) else [each])]
    return value.values if isinstance(value, ast.Dict) else [value]


def with_parts(value: Any, parts: Any) -> Any:
    if isinstance(value, ast.Tuple):
        elts = [with_parts(each, parts) if isinstance(each, ast.Dict) else next(parts) for each in value.elts]
        if not isinstance(value, Joined):
            return ast.copy_location(ast.Tuple(elts, ast.Load()), value)
        value.elts = elts
        return value
    return ast.copy_location(ast.Dict(value.keys, [next(parts) for _ in value.keys]), value) if isinstance(value, ast.Dict) else next(parts)
