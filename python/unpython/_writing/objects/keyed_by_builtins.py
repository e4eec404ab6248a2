"""`key=abs` and `key=len` as lambdas, where a function has objects: these may have `__abs__` and `__len__`.

    max(vectors, key=abs)                   max(vectors, key=lambda item: abs(item))

Asked only where a function was refused as it is.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._local_names import local_names, values_read
from unpython._writing.calls import full_name
from unpython._writing.nodes import copy_tree, load

_KEYS = ("builtins.abs", "builtins.len")


def rewritten(function: FunctionType, node: Any) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def`, and no names."""
    classes = [value for value in values_read(function) if isinstance(value, type) and value.__module__ == function.__module__]
    if not any(hasattr(one, method) for one in classes for method in ("__abs__", "__len__")):
        return node, frozenset(), []
    own = local_names(function)
    made = copy_tree(node)
    found = False
    for n in ast.walk(made):
        if isinstance(n, ast.keyword) and n.arg == "key" and isinstance(n.value, ast.Name) and full_name(n.value, function, own) in _KEYS:
            given = ast.arguments([], [ast.arg("_item_of_key_")], None, [], [], None, [])
            n.value = ast.copy_location(ast.Lambda(given, ast.Call(n.value, [load("_item_of_key_")], [])), n.value)
            found = True
    return (ast.fix_missing_locations(made) if found else node), frozenset(), []
