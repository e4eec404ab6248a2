"""Calls with texts, types, functions and tuples among their arguments: a text, type or function counts as part of the program, a
tuple as its items.

Problem: the compiled part passes numbers and arrays.
Choice:  for each combination of texts and tuple lengths a function is compiled whose parameters are the numbers and arrays in
         them; its body begins with `mode = 'same'` and `shape = (shape.0, shape.1)`.
"""

from __future__ import annotations

import sys
from types import FunctionType
from typing import Any

from unpython._bindings import library_name
from unpython._function_values import is_function, known_function

#: A text, dtype or function as it is, a tuple of layouts for a tuple, None for what is passed on.
Layout = Any


def taken_apart(
    py_func: FunctionType,
    declared: tuple[Any, ...] | None,
    settings: tuple[dict[str, str], dict[str, Any], str],
    variants: dict[Any, Any],
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
) -> tuple[Any, tuple[Any, ...]] | None:
    """The function that takes this call, and its arguments; None where there is no text and no tuple, or where types
    are declared."""
    import inspect  # slow to import, and most programs pass neither

    bound = inspect.signature(py_func).bind(*args, **kwargs)
    bound.apply_defaults()
    layouts = {name: _layout(value, name) for name, value in bound.arguments.items()}
    if declared is not None or all(layout is None for layout in layouts.values()):
        return None
    key = tuple(layouts.values())
    if key not in variants:
        texts = {name for name, layout in layouts.items() if isinstance(layout, str)}
        if not texts <= _asked_about(py_func):
            return None
        from unpython.decorators import make_function

        variants[key] = make_function(py_func, None, *settings, layouts=layouts)
    flat: list[Any] = []
    for value in bound.arguments.values():
        _flatten(value, flat)
    return variants[key], tuple(flat)


def _asked_about(py_func: FunctionType) -> set[str]:
    """Names that are compared with something or given to functions: a text makes sense for these alone."""
    import ast

    from unpython._find_source import find_source

    nodes = list(ast.walk(find_source(py_func).node))
    places = [[n.left, *n.comparators] for n in nodes if isinstance(n, ast.Compare)]
    places += [[*n.args, *(k.value for k in n.keywords)] for n in nodes if isinstance(n, ast.Call)]
    return {node.id for place in places for node in place if isinstance(node, ast.Name)}


def _layout(value: Any, place: Any) -> Layout:
    if type(value) is str:
        return value
    if type(value) is tuple:
        return tuple(_layout(item, (place, i)) for i, item in enumerate(value))
    return known_function(value, place) if is_function(value) else element_type(value)


def element_type(value: Any) -> Any:
    """The dtype that `np.float32`, `float` or a dtype stands for; None for anything else."""
    numpy = sys.modules.get("numpy")
    if numpy is None or not isinstance(value, (type, numpy.dtype)):
        return None
    is_type = isinstance(value, numpy.dtype) or value in (bool, int, float, complex)
    return numpy.dtype(value) if is_type or library_name(value).startswith("numpy.") else None


def _flatten(value: Any, flat: list[Any]) -> None:
    if type(value) is tuple:
        for item in value:
            _flatten(item, flat)
    elif type(value) is not str and element_type(value) is None and not is_function(value):
        flat.append(value)


def parameter_names(name: str, layout: Layout) -> list[str]:
    """The parameters that stand for one of the function as it is written."""
    if layout is None:
        return [name]
    if not isinstance(layout, tuple):
        return []
    return [part for i, item in enumerate(layout) for part in parameter_names(f"{name}.{i}", item)]
