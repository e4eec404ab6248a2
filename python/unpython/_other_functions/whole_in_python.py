"""Functions that see the names of their own call, or change those of their module, in ways that no text shows: eval("t + 1"), locals(),
sys._getframe(). Cut into steps they would see other names, so Python runs them as a whole."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from types import BuiltinFunctionType, FunctionType
from typing import Any

from unpython._bindings import lookup, of_node
from unpython._local_names import local_names, names_read
from unpython._writing.nodes import walk

_SEEING = frozenset(["eval", "exec", "locals", "vars", "dir", "globals", "breakpoint"])
_FRAMES = frozenset(["_getframe", "currentframe", "_current_frames"])
#: Methods of tables that take what a text names from the frame of their caller.
_OF_TEXTS = frozenset(["eval", "evaluate", "query"])
_READING = frozenset(["get", "keys", "values", "items"])


def lines_that_see_names(function: FunctionType, node: Any) -> dict[int, str]:
    """The lines of such uses, wherever in the function they stand, with the reason why they run in Python."""
    nodes: list[Any] = [part for statement in node.body for part in walk(statement)]
    own = local_names(function)
    left_alone = {id(part) for part in _plain_uses(nodes)}
    found: dict[int, str] = {}
    for part in nodes:
        name = "" if id(part) in left_alone else _seeing(function, part, own)
        if name:
            found[part.lineno] = f"'{name}' sees the names of the whole function"
    return found


def _plain_uses(nodes: list[Any]) -> Iterator[ast.Name]:
    """The names of what sees nothing of the function: in vars(x), dir(x), eval(text, {}), and in globals()[key] that is read."""
    for part in nodes:
        if isinstance(part, ast.Call) and isinstance(part.func, ast.Name) and part.args:
            is_given = part.func.id in ("vars", "dir") and not isinstance(part.args[0], ast.Starred)
            has_own = part.func.id in ("eval", "exec") and len(part.args) > 1 and isinstance(part.args[1], ast.Dict)
            if is_given or has_own:
                yield part.func
        elif isinstance(part, (ast.Subscript, ast.Attribute)) and isinstance(part.ctx, ast.Load):
            if isinstance(part, ast.Subscript) or part.attr in _READING:
                yield from _names_of_globals([part.value])
        elif isinstance(part, ast.Compare):
            yield from _names_of_globals(part.comparators)


def _names_of_globals(holders: list[ast.expr]) -> Iterator[ast.Name]:
    for holder in holders:
        if isinstance(holder, ast.Call) and isinstance(holder.func, ast.Name) and holder.func.id == "globals":
            yield holder.func


def _seeing(function: FunctionType, part: Any, own: frozenset[str]) -> str:
    """The name of what sees the names of the function there; empty: nothing does."""
    if isinstance(part, ast.Attribute):
        found = of_node(function, part, own)
        return part.attr if part.attr in _FRAMES or (found is not None and _sees(found.value)) else ""
    if isinstance(part, ast.Call) and isinstance(part.func, ast.Attribute) and part.func.attr in _OF_TEXTS and part.args:
        text = part.args[0]
        return part.func.attr if isinstance(text, ast.JoinedStr) or isinstance(getattr(text, "value", None), str) else ""
    if isinstance(part, ast.alias):
        name = part.name.rpartition(".")[2]
        return name if name in _FRAMES | _SEEING | {"inspect"} else ""
    is_free = isinstance(part, ast.Name) and part.id not in own
    return part.id if is_free and _sees(lookup(function, part.id)[1]) else ""


def _sees(value: Any) -> bool:
    """Whether a function sees the names of its caller, or one that is written in Python asks for the frame of that."""
    value = getattr(value, "py_func", value) if type(value).__module__.startswith("unpython") else value
    if isinstance(value, FunctionType):
        return value.__module__ != "collections" and not _FRAMES.isdisjoint({*names_read(value), value.__name__})
    return isinstance(value, BuiltinFunctionType) and value.__module__ in ("builtins", "sys") and value.__name__ in _SEEING | _FRAMES
