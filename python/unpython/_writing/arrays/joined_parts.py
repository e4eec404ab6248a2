"""np.vstack([... for ...]) and its kin, whose parts a comprehension gives: as one array, when they are known to have one shape."""

from __future__ import annotations

import ast
from collections.abc import Callable
from types import FunctionType
from typing import Any

_JOINS = {
    "concatenate": "concatenated", "concat": "concatenated", "vstack": "stacked_rows", "row_stack": "stacked_rows",
    "hstack": "beside_each_other", "column_stack": "stacked_columns",
}  # fmt: skip


def _joined(name: str) -> Callable[[ast.Call, FunctionType, frozenset[str]], Any]:
    def in_other_words(node: ast.Call, function: FunctionType, names: frozenset[str]) -> Any:
        from unpython._library.numpy_functions import array_lists

        if len(node.args) != 1 or node.keywords or not isinstance(node.args[0], ast.ListComp) or not isinstance(node.func, ast.Attribute):
            return None
        array = ast.copy_location(ast.Attribute(node.func.value, "array", ast.Load()), node.func)
        return getattr(array_lists, name), [ast.copy_location(ast.Call(array, node.args, []), node)]

    return in_other_words


WRITERS = {numpy_name: _joined(name) for numpy_name, name in _JOINS.items()}
