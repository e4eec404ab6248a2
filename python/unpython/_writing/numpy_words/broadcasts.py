"""np.broadcast(a, b).shape, as np.broadcast_arrays(a, b)[0].shape."""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._local_names import local_names
from unpython._writing.calls import full_name
from unpython._writing.nodes import copy_tree


def rewritten(function: FunctionType, node: Any) -> Any:
    """The `def`, the same where there is nothing like that."""
    writer = _Writer(function)
    made = writer.visit(copy_tree(node))
    return (ast.fix_missing_locations(made), frozenset(), writer.used) if writer.used else node


class _Writer(ast.NodeTransformer):
    def __init__(self, function: FunctionType):
        self._function = function
        self._own = local_names(function)
        self.used: list[_bindings.Binding] = []

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        self.generic_visit(node)
        call = node.value
        if node.attr not in ("shape", "ndim", "size") or not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute) or len(call.args) < 2:
            return node
        binding = _bindings.of_node(self._function, call.func, self._own)
        if binding is None or full_name(call.func, self._function, self._own) != "numpy.broadcast" or call.keywords:
            return node
        self.used.append(binding)
        call.func.attr = "broadcast_arrays"
        node.value = ast.copy_location(ast.Subscript(call, ast.Constant(0), ast.Load()), call)
        return node
