"""Which functions beside a function are written where they are called, as methods are: those that are given an object, or what holds
objects, or None where they ask fields of a parameter, and those that make objects.

    shift(nodes, 2)            root = insert(root, key)            root = balanced(0, n)
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._find_source import SourceNotFound
from unpython._local_names import values_read
from unpython._writing.nodes import walk
from unpython._writing.objects import classes
from unpython._writing.plainer import find_source

_BUILTINS = (list, dict, set, str, tuple, frozenset, bytes, float, int, complex)


def found(function: FunctionType, node: ast.expr, own: Any) -> _bindings.Binding | None:
    """What a name stands for that is a function of the same module."""
    binding = _bindings.of_node(function, node, own) if isinstance(node, ast.Name) else None
    value = None if binding is None else binding.value
    if not isinstance(value, FunctionType) or value.__globals__ is not function.__globals__ or value.__code__.co_freevars or value is function:
        return None
    return binding


def asks_fields(function: FunctionType) -> bool:
    """Whether a function asks something of a parameter that only objects of classes have."""
    try:
        node = find_source(function).node
    except SourceNotFound:
        return False
    if not isinstance(node, ast.FunctionDef):
        return False
    parameters = {a.arg for a in walk(node.args) if isinstance(a, ast.arg)}
    asked = {n.attr for n in walk(node) if isinstance(n, ast.Attribute) and isinstance(n.value, ast.Name) and n.value.id in parameters}
    return any(not is_of_builtins(name) for name in asked)


def makes_objects(function: FunctionType) -> bool:
    """Whether a function names a class of its module whose objects can be numbers."""
    values = values_read(function)
    return any(isinstance(v, type) and v.__module__ == function.__module__ and classes.of_class(v) is not None for v in values)


def is_of_builtins(name: str) -> bool:
    import numpy as np

    return any(hasattr(kind, name) for kind in (*_BUILTINS, np.ndarray))
