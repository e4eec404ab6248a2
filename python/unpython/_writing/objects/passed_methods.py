"""Methods that are given to Python's functions, as calls of them:

    map(len, ms)                            (len(m) for m in ms)
    sorted(stars, key=Star.colour)          sorted(stars, key=lambda s: s.colour())

where the items are objects of one class.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from unpython import _bindings
from unpython._writing.nodes import load
from unpython._writing.objects.classes import ObjectClass
from unpython._writing.objects.flows import ObjectFlows
from unpython._writing.text.kinds import Object

_ASK = frozenset("len str repr abs bool float int".split())
_BY_KEY = frozenset("sorted min max".split())


class PassedMethods(ast.NodeTransformer):
    def __init__(self, flows: ObjectFlows, binding_of: Callable[[ast.expr], _bindings.Binding | None]):
        self._flows = flows
        self._binding_of = binding_of
        self.is_changed = False

    def _class_of_items(self, node: ast.expr) -> ObjectClass | None:
        kind = self._flows.items_of(node)
        return kind.of if isinstance(kind, Object) and not kind.may_be_none else None

    def _called(self, function: Any, of: ObjectClass, item: str) -> ast.expr | None:
        """What the function gives for an item."""
        if self._flows.builtin(function) in _ASK and of.has(f"__{function.id}__"):
            return ast.Call(function, [load(item)], [])
        binding = self._binding_of(function.value) if isinstance(function, ast.Attribute) else None
        if binding is None or binding.value is not of.type or of.is_property(function.attr) or of.method(function.attr) is None:
            return None
        return ast.Call(ast.Attribute(load(item), function.attr, ast.Load()), [], [])

    def visit_Call(self, node: ast.Call) -> Any:
        self.generic_visit(node)
        item = f"_item_{node.lineno}_{node.col_offset}_"
        name = self._flows.builtin(node.func)
        if name == "map" and len(node.args) == 2 and not node.keywords:
            of = self._class_of_items(node.args[1])
            called = None if of is None else self._called(node.args[0], of, item)
            if called is None:
                return node
            self.is_changed = True
            clause = ast.comprehension(ast.Name(item, ast.Store()), node.args[1], [], 0)
            return ast.fix_missing_locations(ast.copy_location(ast.GeneratorExp(called, [clause]), node))
        given = node.func.value if isinstance(node.func, ast.Attribute) and node.func.attr == "sort" else None
        if name in _BY_KEY and len(node.args) == 1:
            given = node.args[0]
        for keyword in node.keywords if given is not None else ():
            of = self._class_of_items(given) if keyword.arg == "key" else None  # type: ignore[arg-type]
            called = None if of is None else self._called(keyword.value, of, item)
            if called is not None:
                self.is_changed = True
                arguments = ast.arguments([], [ast.arg(item)], None, [], [], None, [])
                keyword.value = ast.fix_missing_locations(ast.copy_location(ast.Lambda(arguments, called), keyword.value))
        return node
