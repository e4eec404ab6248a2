"""OrderedDict() as {}, where a function uses it as any dict: all dicts of Python keep the order of their keys.

Stay as they are: those that are returned, compared, passed on, or whose keys are moved (`move_to_end`, `popitem`).
"""

from __future__ import annotations

import ast
import collections
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._writing.nodes import copy_tree

_METHODS = frozenset("get items keys values setdefault pop clear".split())
_TAKE = frozenset("len list sorted sum min max tuple enumerate dict any all".split())


def rewritten(function: FunctionType, node: Any) -> tuple[Any, list[_bindings.Binding]]:
    """The `def` with plain dicts, and what free names it relies on."""
    own = frozenset(function.__code__.co_varnames + function.__code__.co_cellvars)
    used: dict[str, _bindings.Binding] = {}

    def is_ordered(value: Any) -> bool:
        if not isinstance(value, ast.Call) or value.args or value.keywords:
            return False
        binding = _bindings.of_node(function, value.func, own)
        if binding is None or binding.value is not collections.OrderedDict:
            return False
        root, path = _bindings.dotted(value.func)
        used[".".join([root.id, *path])] = binding
        return True

    made = copy_tree(node)
    parents = {child: parent for parent in ast.walk(made) for child in ast.iter_child_nodes(parent)}
    names = [n for n in ast.walk(made) if isinstance(n, ast.Name)]
    given = {n: n.targets[0].id for n in ast.walk(made) if isinstance(n, ast.Assign) and isinstance(n.targets[0], ast.Name) and is_ordered(n.value)}
    plain = {name for name in given.values() if all(_is_plain(n, parents, given) for n in names if n.id == name)}
    for statement, name in given.items():
        if name in plain:
            statement.value = ast.copy_location(ast.Dict([], []), statement.value)
    return (ast.fix_missing_locations(made), list(used.values())) if plain else (node, [])


def _is_plain(name: ast.Name, parents: dict[Any, Any], given: dict[Any, str]) -> bool:
    parent = parents[name]
    if isinstance(parent, ast.Assign):
        return parent in given and parent.targets == [name]
    if isinstance(parent, ast.Subscript):
        return parent.value is name
    if isinstance(parent, ast.Attribute):
        call = parents[parent]
        return parent.attr in _METHODS and isinstance(call, ast.Call) and call.func is parent
    if isinstance(parent, ast.Compare):
        return parent.comparators == [name] and isinstance(parent.ops[0], (ast.In, ast.NotIn))
    if isinstance(parent, (ast.For, ast.comprehension)):
        return parent.iter is name
    if isinstance(parent, ast.Call):
        return isinstance(parent.func, ast.Name) and parent.func.id in _TAKE and name in parent.args
    return isinstance(parent, (ast.While, ast.If, ast.UnaryOp)) and isinstance(name.ctx, ast.Load)
