"""Constructors and methods of objects as statements: what they do is written where they are called.

    v = v + Vec(x, y)                    _x_of_Vec.append(x); _y_of_Vec.append(y); w = the last one
                                         ... the same for what Vec.__add__ makes of v and w

What Python computes before a call is computed before it here too (own_calls.py).
"""

from __future__ import annotations

import ast
import dis
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._local_names import local_names
from unpython._writing.caught import statements as caught
from unpython._writing.functions.inliner import Inliner
from unpython._writing.functions.inlining import (
    Renamed,
    bound,
    is_empty,
    is_simple,
    numbers_of_calls,
    without_text,
)
from unpython._writing.functions.own_calls import NotWritten, Parameters
from unpython._writing.functions.returns import ended
from unpython._writing.nodes import copy_tree, walk
from unpython._writing.objects import own_loops, several_classes
from unpython._writing.objects.calls import Calls
from unpython._writing.objects.classes import ObjectClass, stores
from unpython._writing.objects.definitions import definition_of
from unpython._writing.objects.fixed_items import FixedItems, are_left
from unpython._writing.objects.flows import Made, ObjectFlows, Present
from unpython._writing.objects.items import Items
from unpython._writing.objects.passed_methods import PassedMethods
from unpython._writing.text.kinds import Dict, List, NotTexts

_MOST_ROUNDS = 12
_MOST_CALLS = 100  # in one round: a method that calls itself twice doubles them with each round


def expanded(function: FunctionType, node: Any, known: Any, flows_of: Any) -> ObjectFlows:
    """Writes the calls in place, until there are none; `flows_of`: the flows of the `def` as it is then."""
    numbers = numbers_of_calls(node)
    several_classes.write(node, known, local_names(function))
    may_wait = True
    for _ in range(_MOST_ROUNDS):
        node.body = Items(known).visit_all(node.body)
        flows: ObjectFlows = flows_of(node)
        passed = PassedMethods(flows, lambda n: _bindings.of_node(function, n, local_names(function)))
        node.body = list(map(passed.visit, node.body))
        flows = flows_of(node) if passed.is_changed else flows
        items = FixedItems(flows.object_class, flows.builtin)
        node.body = list(map(items.visit, node.body))
        flows = flows_of(node) if items.is_changed else flows
        calls = Calls(function, flows, numbers, may_wait)
        node.body = [part for s in map(calls.visit, node.body) for part in (s if isinstance(s, list) else [s])]
        if calls.found > _MOST_CALLS:
            raise NotTexts
        splitter = Splitter(flows, calls, numbers, any(isinstance(n, ast.Try) for n in walk(node)))
        try:
            node.body = splitter.statements(node.body) if calls.found else node.body
        except NotWritten:
            raise NotTexts from None
        if may_wait and calls.waits and not calls.is_changed and not calls.found:
            may_wait = False
        elif not calls.is_changed and not calls.found:
            is_new, _ = caught.write(function, node, flows.own, numbers, kind_of=lambda part: _kind_of(flows, part))
            if getattr(node, "has_final", False) or are_left(node.body, flows.object_class, flows.builtin):
                raise NotTexts  # an exception that leaves would have to be Python's
            return flows_of(node) if is_new else flows
    raise NotTexts  # a method that calls itself


def _kind_of(flows: ObjectFlows, node: Any) -> str:
    """Whether a field is a dict or a list."""
    kind = flows.of(node) if isinstance(node, ast.Attribute) else None
    return "dict" if isinstance(kind, Dict) else "list" if isinstance(kind, List) else ""


class Splitter(Inliner):
    """Each call of a method, and each new object, as statements."""

    def _statement(self, node: ast.stmt) -> list[ast.stmt]:
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and self._is_key_asked(node.targets[0]):
            target: Any = node.targets[0]
            before, (node.value, target.slice) = self._in_order([node.value, target.slice])
            return [*before, node]
        return super()._statement(node)

    def __init__(self, flows: ObjectFlows, calls: Calls, numbers: Any, has_tries: bool):
        super().__init__(frozenset(calls.own), numbers)
        self._has_tries = has_tries
        self._flows = flows
        self._calls = calls

    def _is_key_asked(self, target: Any) -> bool:
        """self.parent[self.find(a)] = ..., where no method gives the field another dict while the key is found."""
        if not isinstance(target, ast.Subscript) or not self._holds(target.slice) or isinstance(target.slice, ast.Slice):
            return False
        place = target.value
        if not isinstance(place, ast.Attribute) or not isinstance(place.value, ast.Name):
            return False
        methods = [m for of in self._flows.classes.known for name, m in vars(of.type).items() if isinstance(m, FunctionType) and name != "__init__"]
        return not any(i.opname == "STORE_ATTR" and i.argval == place.attr for m in methods for i in dis.get_instructions(m))

    def _target(self, node: Any) -> Any:
        return self._calls.target(node)

    def _builtin(self, node: ast.expr) -> str:
        return self._flows.builtin(node)

    # What a call does.

    def _called(self, node: Any, result: ast.Name | None) -> list[ast.stmt]:
        of, method = self._calls.target(node)  # type: ignore[misc]
        if method is None:
            assert of is not None
            return self._made(node, of, result)
        values = self._calls.bound(definition_of(method), node, of)
        definition = own_loops.definition(method, {name: self._calls.kind(value) for name, value in values.items()}, of)
        self._flows.classes.runs_again |= getattr(definition, "runs_again", False)
        asked: list[ast.stmt] = []
        if of is not None:
            present = ast.copy_location(Present(node.func.value, method.__name__), node)
            if isinstance(node.func.value, ast.Name):
                asked = [ast.fix_missing_locations(ast.copy_location(ast.Expr(present), node))]
            else:
                values[next(iter(values))] = present
        before, parts = self._in_order(list(values.values()))
        given = own_loops.copied(definition, dict(zip(values, parts, strict=True)))
        body = self._calls.inlined(method, without_text(definition.body), given, node, definition)
        return [*asked, *before, *ended(body, result, node, self._numbers)]

    def _made(self, node: ast.Call, of: ObjectClass, result: ast.Name | None) -> list[ast.stmt]:
        result = result or self._name(node)
        if of.initialize is None:
            names = [ast.arg(field) for field in of.fields]
            fields = Parameters(ast.arguments([], names, None, [], [], None, []), of.defaults).bound(node)
            before, values = self._in_order(list(fields.values()))
            if self._has_tries:
                values = [self._named_before(value, node, before) for value in values]
            made = [*before, *self._appended(of, dict(zip(fields, values, strict=True)), result, node)]
            if not of.after:
                return made
            call = ast.Call(ast.Attribute(result, of.after, ast.Load()), [], [])
            return [*made, ast.fix_missing_locations(ast.copy_location(ast.Expr(call), node))]
        own = of.initialize.args.args[0].arg
        given = bound(of.initialize, node, None)
        before, parts = self._in_order(list(given.values()))
        held = ast.copy_location(ast.Name("self.of.new.object", ast.Load()), node)
        values_ = {own: held, **dict(zip(given, parts, strict=True))}
        body = self._calls.inlined(of.used["__init__"], without_text(of.initialize.body), values_, node)  # type: ignore[arg-type]
        known: dict[str, ast.expr] = {}
        assigned = {n.id for s in body for n in walk(s) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
        while body and len(known) < len(of.fields):
            statement = _Known(held.id, known, of, self._calls.taken).visit(body.pop(0))
            stored = stores(statement, held.id)
            if stored is None or any(name in known for name, _ in stored):
                if any(isinstance(n, ast.Name) and n.id == held.id for n in walk(statement)):
                    raise NotWritten  # what it does with an object that is not whole
                before.append(statement)
                continue
            for name, value in stored:
                may_change = isinstance(value, ast.Name) and value.id in assigned
                if may_change or (not is_simple(value) and not is_empty(value)):
                    temporary = self._name(node)
                    before.append(self._store(temporary, value, node))
                    value = temporary
                known[name] = value
        if len(known) < len(of.fields):
            raise NotWritten
        made = [*before, *self._appended(of, known, result, node)]
        return [*made, *ended([Renamed({held.id: result.id}, {}).visit(s) for s in body], None, node, self._numbers)]

    def _named_before(self, value: ast.expr, at: ast.Call, before: list[ast.stmt]) -> ast.expr:
        """What may raise what is caught is computed before there is an object."""
        if is_simple(value) or is_empty(value):
            return value
        name = self._name(at)
        before.append(self._store(name, value, at))
        return name

    def _appended(self, of: ObjectClass, values: dict[str, ast.expr], result: ast.Name, at: ast.expr) -> list[ast.stmt]:
        made: list[ast.stmt] = []
        for field in of.fields:
            append = ast.Attribute(ast.Name(of.column(field), ast.Load()), "append", ast.Load())
            made.append(ast.Expr(ast.Call(append, [values[field]], [])))
        made.append(ast.AugAssign(ast.Name(of.count, ast.Store()), ast.Add(), ast.Constant(1)))
        made.append(self._store(result, Made(of), at))
        return [ast.fix_missing_locations(ast.copy_location(s, at)) for s in made]


class _Known(ast.NodeTransformer):
    """`self.x` of an object that is being made, as the value that it has."""

    def __init__(self, own: str, known: dict[str, ast.expr], of: ObjectClass, taken: dict[tuple[type, str], str]):
        self._own = own
        self._known = known
        self._of = of
        self._taken = taken

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        is_own = isinstance(node.value, ast.Name) and node.value.id == self._own and isinstance(node.ctx, ast.Load)
        if is_own and node.attr in self._known and is_simple(self._known[node.attr]):
            return copy_tree(self._known[node.attr])
        if is_own and (constant := self._of.constant(node.attr, self._taken)) is not None:
            return ast.fix_missing_locations(ast.copy_location(constant, node))
        return self.generic_visit(node)
