"""When the arguments that `*values` collects are as good in a list as in a tuple, for any_number.py: what is compiled for a list is the same
for all lengths, and a loop may go through lists and arrays in it."""

from __future__ import annotations

import ast
import builtins
import sys
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._local_names import local_names
from unpython._writing.nodes import walk

_FEW = 8  # numbers, which may be a parameter each
_TAKE_EITHER = frozenset("all any enumerate len list map max min reversed set sorted sum tuple zip".split())
_OF_NUMPY = frozenset("array asarray column_stack concatenate hstack max mean median min stack std sum var vstack".split())


def is_for_list(values: tuple[Any, ...]) -> bool:
    kind = type(values[0]) if values else None
    is_kind = kind is list or (kind in (int, float) and len(values) > _FEW) or getattr(kind, "__name__", "") == "ndarray"
    return is_kind and all(type(value) is kind for value in values)


def may_be_list(function: FunctionType) -> bool:
    """Whether nothing that the function does with its `*values` tells a list from a tuple."""
    from unpython._writing.plainer import find_source

    node: Any = find_source(function).node
    name = node.args.vararg.arg
    parents = {child: parent for parent in walk(node) for child in ast.iter_child_nodes(parent)}
    uses = [n for n in walk(node) if isinstance(n, ast.Name) and n.id == name]
    return all(isinstance(n.ctx, ast.Load) and _is_for_either(function, n, parents) for n in uses)


def _is_for_either(function: FunctionType, node: Any, parents: dict[Any, Any]) -> bool:
    parent = parents[node]
    if isinstance(parent, (ast.For, ast.comprehension)):
        return parent.iter is node
    if isinstance(parent, (ast.If, ast.IfExp, ast.While)):
        return parent.test is node
    if isinstance(parent, ast.UnaryOp):
        return isinstance(parent.op, ast.Not)
    if isinstance(parent, ast.Compare):
        return len(parent.ops) == 1 and isinstance(parent.ops[0], (ast.In, ast.NotIn)) and parent.comparators[0] is node
    if isinstance(parent, ast.Subscript) and parent.value is node and isinstance(parent.ctx, ast.Load):
        return not isinstance(parent.slice, (ast.Slice, ast.Tuple)) or _is_for_either(function, parent, parents)
    return isinstance(parent, ast.Call) and any(a is node for a in parent.args) and _takes_either(function, parent.func)


def _takes_either(function: FunctionType, called: ast.expr) -> bool:
    root, names = _bindings.dotted(called)
    if not isinstance(root, ast.Name) or root.id in local_names(function):
        return False
    value = _bindings.resolve(function, root.id, names).value
    numpy = sys.modules.get("numpy")
    if names and numpy is not None:
        return names[-1] in _OF_NUMPY and value is getattr(numpy, names[-1])
    return root.id in _TAKE_EITHER and value is getattr(builtins, root.id)
