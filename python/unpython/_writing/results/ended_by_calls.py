"""`return f(x, y)` of a function of the module that gives several kinds of things: its statements stand in its place, since what the
function gives is given, too. several_kinds.py knows what to do with its returns then."""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings, _find_source
from unpython._local_names import local_names
from unpython._writing import nothing
from unpython._writing.functions.inlining import bound, inlined, numbers_of_calls, without_text
from unpython._writing.functions.own_calls import NotWritten
from unpython._writing.nodes import is_none, is_text, walk, ways

_LEFT_ALONE = (ast.Try, ast.With, ast.FunctionDef, ast.Lambda, ast.Match)


def rewritten(function: FunctionType, node: Any) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` with these statements, their names, and what free names it relies on."""
    values = nothing.returned(node.body) if isinstance(node, ast.FunctionDef) else []
    if not any(isinstance(value, ast.Call) and isinstance(value.func, ast.Name) for value in values):
        return node, frozenset(), []
    own = local_names(function)
    calls: dict[int, Any] = {}
    used: list[_bindings.Binding] = []
    for value in values:
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id not in own:
            binding = _bindings.of_node(function, value.func, own)
            definition = None if binding is None else _definition(function, binding.value)
            if definition is not None and binding is not None:
                calls[id(value)] = definition
                used.append(binding)
    if not calls or any(isinstance(n, (ast.Try, ast.With)) for s in node.body for n in walk(s)):
        return node, frozenset(), []
    numbers = numbers_of_calls(node)

    class Calls(nothing.OwnReturns):
        def visit_Return(self, statement: ast.Return) -> Any:
            if id(statement.value) not in calls:
                return statement
            call: Any = statement.value
            definition = calls[id(call)]
            made = inlined(definition, without_text(definition.body), bound(definition, call, None, is_method=False), call, numbers, own)
            return [*made, ast.copy_location(ast.Return(None), statement)] if nothing.may_end(made) else made

    try:
        made = ast.FunctionDef(**vars(node))
        Calls().visit_body(made)
    except NotWritten:
        return node, frozenset(), []
    names = {n.id for n in walk(made) if isinstance(n, ast.Name)} - {n.id for n in walk(node) if isinstance(n, ast.Name)}
    return ast.fix_missing_locations(made), frozenset(name for name in names if name.endswith("_of_call_")), used


def _definition(function: FunctionType, value: Any) -> ast.FunctionDef | None:
    """Of a function of the same module that gives several kinds."""
    if not isinstance(value, FunctionType) or value is function or value.__globals__ is not function.__globals__ or value.__code__.co_freevars:
        return None
    try:
        definition: Any = _find_source.find_source(value).node
    except _find_source.SourceNotFound:
        return None
    if not isinstance(definition, ast.FunctionDef) or definition.decorator_list or any(isinstance(n, _LEFT_ALONE) for s in definition.body for n in walk(s)):
        return None
    values = [way for given in nothing.returned(definition.body) for way in ways(given)]
    outlines = {*map(_outline, values), *(["none"] if nothing.may_end(definition.body) else [])}
    calls_itself = any(isinstance(n, ast.Name) and n.id == value.__name__ for n in walk(definition))
    return definition if len(outlines) > 1 and outlines != {"none", "value"} and not calls_itself else None


def _outline(way: Any) -> Any:
    """Equal for those that may be of one type."""
    if way is None or is_none(way):
        return "none"
    if type(way) is ast.Tuple:
        return tuple(map(is_none, way.elts))
    return ast.dump(ast.List(way.keys)) if isinstance(way, ast.Dict) else "text" if is_text(way) else "value"  # type: ignore[arg-type]
