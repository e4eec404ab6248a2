"""A function that calls one which keeps its values (functools.lru_cache): such a one has no text, and is written where it is called."""

from __future__ import annotations

import ast
import functools
from types import FunctionType
from typing import Any

from unpython._find_source import FunctionSource, find_source, keep_parsed
from unpython._other_functions.made_function import function_of
from unpython._writing.nodes import copy_tree, load


def calling(kept: functools._lru_cache_wrapper[Any]) -> FunctionType:
    """Raises SourceNotFound."""
    wrapped: Any = kept.__wrapped__
    source = find_source(wrapped)
    node: Any = copy_tree(source.node)
    arguments = node.args
    given: list[ast.expr] = [load(a.arg) for a in (*arguments.posonlyargs, *arguments.args)]
    if arguments.vararg is not None:
        given.append(ast.Starred(load(arguments.vararg.arg), ast.Load()))
    named = [ast.keyword(a.arg, load(a.arg)) for a in arguments.kwonlyargs]
    if arguments.kwarg is not None:
        named.append(ast.keyword(None, load(arguments.kwarg.arg)))
    node.decorator_list = []
    node.body = [ast.copy_location(ast.Return(ast.Call(load(node.name), given, named)), node.body[-1])]
    ast.fix_missing_locations(node)
    function = function_of(wrapped, node, {node.name: kept})
    function.__defaults__, function.__kwdefaults__ = wrapped.__defaults__, wrapped.__kwdefaults__
    functools.update_wrapper(function, wrapped)
    del function.__dict__["__wrapped__"]  # inspect would look through it
    for name in ("cache_info", "cache_clear", "cache_parameters"):
        setattr(function, name, getattr(kept, name))
    keep_parsed(function, FunctionSource(node, source.filename, source.lines, source.first_line))
    return function
