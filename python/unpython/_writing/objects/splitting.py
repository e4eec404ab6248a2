"""Constructors and methods of objects as statements: what they do is written where they are called.

    v = v + Vec(x, y)                    _x_of_Vec.append(x); _y_of_Vec.append(y); w = the last one
                                         ... the same for what Vec.__add__ makes of v and w

What Python computes before a call is computed before it here too (own_calls.py).
"""

from __future__ import annotations

import ast
import copy
import itertools
from types import FunctionType
from typing import Any

from unpython._find_source import find_source
from unpython._writing.objects.calls import Calls, Renamed, bound, is_simple, without_text
from unpython._writing.objects.classes import ObjectClass, stores
from unpython._writing.objects.endings import ended
from unpython._writing.objects.flows import Made, ObjectFlows
from unpython._writing.objects.items import Items
from unpython._writing.own_calls import CallSplitter, NotWritten
from unpython._writing.recursion import Parameters
from unpython._writing.text.kinds import NotTexts

_AT_ONCE = frozenset("sum min max list sorted tuple".split())  # take all items of what they are given
_MOST_ROUNDS = 12


def expanded(function: FunctionType, node: Any, known: Any, flows_of: Any) -> ObjectFlows:
    """Writes the calls in place, until there are none; `flows_of`: the flows of the `def` as it is then."""
    numbers = itertools.count()
    for _ in range(_MOST_ROUNDS):
        node.body = Items(known).visit_all(node.body)
        flows: ObjectFlows = flows_of(node)
        calls = Calls(function, flows, numbers)
        node.body = [calls.visit(statement) for statement in node.body]
        splitter = Splitter(function, flows, calls, numbers)
        try:
            node.body = splitter.statements(node.body) if calls.found else node.body
        except NotWritten:
            raise NotTexts from None
        if not calls.is_changed and not calls.found:
            return flows
    raise NotTexts  # a method that calls itself


class Splitter(CallSplitter):
    """Each call of a method, and each new object, as statements."""

    def __init__(self, function: FunctionType, flows: ObjectFlows, calls: Calls, numbers: Any):
        super().__init__(frozenset(calls.own), lambda call: {} if calls.target(call) is not None else None, lambda _: False)
        self._function = function
        self._flows = flows
        self._calls = calls
        self._numbers = numbers

    def _name(self, at: ast.AST) -> ast.Name:
        name = f"_value_{next(self._numbers)}_of_object_"
        self.names.add(name)
        return ast.copy_location(ast.Name(name, ast.Load()), at)

    def _statement(self, node: ast.stmt) -> list[ast.stmt]:
        if not self._holds(node):
            return [node]
        if isinstance(node, ast.Expr) and self._calls.target(node.value) is not None:
            return self._called(node.value, None)
        if isinstance(node, ast.Assign) and isinstance(node.value, (ast.ListComp, ast.DictComp)) and self._is_new_in(node):
            made, result = self._comprehended(node.value, node.targets[0].id)  # type: ignore[attr-defined]
            return made if isinstance(result, ast.Name) else [*made, node]
        if isinstance(node, ast.AnnAssign) and node.value is not None:
            return self._statement(ast.copy_location(ast.Assign([node.target], node.value), node))
        if isinstance(node, ast.AugAssign) and not isinstance(node.target, ast.Name):
            read = copy.deepcopy(node.target)
            read.ctx = ast.Load()  # type: ignore[union-attr]
            whole = ast.copy_location(ast.BinOp(read, node.op, node.value), node)  # type: ignore[arg-type]
            return self._statement(ast.copy_location(ast.Assign([node.target], whole), node))
        return super()._statement(node)

    def _for(self, node: ast.For) -> list[ast.stmt]:
        before, items = self._split(node.iter)
        node.iter, node.body, node.orelse = items, self.statements(node.body), self.statements(node.orelse)
        return [*before, node]

    def _split(self, node: Any) -> tuple[list[ast.stmt], ast.expr]:
        if not self._holds(node):
            return [], node
        if self._calls.target(node) is not None:
            result = self._name(node)
            return self._called(node, result), result
        if _adds_to_place(node):
            before, node.args = self._in_order(node.args)
            return before, node
        if isinstance(node, ast.Attribute):
            before, node.value = self._split(node.value)
            return before, node
        if isinstance(node, ast.List):
            before, node.elts = self._in_order(node.elts)
            return before, node
        if isinstance(node, ast.Dict) and all(key is not None for key in node.keys):
            before, parts = self._in_order([part for pair in zip(node.keys, node.values, strict=True) for part in pair])  # type: ignore[misc]
            node.keys, node.values = parts[::2], parts[1::2]  # type: ignore[assignment]
            return before, node
        if isinstance(node, (ast.ListComp, ast.DictComp)):
            return self._comprehended(node)
        if isinstance(node, ast.Call) and len(node.args) == 1 and isinstance(node.args[0], ast.GeneratorExp):
            if self._flows.builtin(node.func) not in _AT_ONCE or any(self._holds(k.value) for k in node.keywords):
                raise NotWritten
            items = node.args[0]
            before, listed = self._split(ast.copy_location(ast.ListComp(items.elt, items.generators), items))
            node.args = [listed]
            return before, node
        return super()._split(node)

    def _is_new_in(self, node: ast.Assign) -> bool:
        """Whether a comprehension does not read the name that stands for it then."""
        target = node.targets[0]
        is_name = len(node.targets) == 1 and isinstance(target, ast.Name)
        return is_name and all(not isinstance(n, ast.Name) or n.id != target.id for n in ast.walk(node.value))  # type: ignore[attr-defined]

    def _comprehended(self, node: Any, name: str = "") -> tuple[list[ast.stmt], ast.expr]:
        """A comprehension as a loop: its names are like no others. `name`: that of the list or dict."""
        if isinstance(node, ast.ListComp) and not any(map(self._holds, [node.elt, *(i for g in node.generators for i in g.ifs)])):
            before, node.generators[0].iter = self._split(node.generators[0].iter)
            return before, node
        result = ast.copy_location(ast.Name(name, ast.Load()), node) if name else self._name(node)
        if isinstance(node, ast.ListComp):
            append = ast.Attribute(ast.Name(result.id, ast.Load()), "append", ast.Load())
            inner: ast.stmt = ast.Expr(ast.Call(append, [node.elt], []))
            empty: ast.expr = ast.List([], ast.Load())
        else:
            inner = ast.Assign([ast.Subscript(ast.Name(result.id, ast.Load()), node.key, ast.Store())], node.value)
            empty = ast.Dict([], [])
        for clause in reversed(node.generators):
            for test in reversed(clause.ifs):
                inner = ast.If(test, [inner], [])
            inner = ast.For(clause.target, clause.iter, [inner], [])
        whole = ast.fix_missing_locations(ast.copy_location(inner, node))
        return [ast.fix_missing_locations(self._store(result, empty, node)), *self._statement(whole)], result

    # What a call does.

    def _called(self, node: Any, result: ast.Name | None) -> list[ast.stmt]:
        of, method = self._calls.target(node)  # type: ignore[misc]
        if method is None:
            return self._made(node, of, result)
        definition = find_source(method).node
        values = bound(definition, node, node.func.value)
        before, parts = self._in_order(list(values.values()))
        body = self._calls.inlined(method, definition, without_text(definition.body), dict(zip(values, parts, strict=True)), node)
        return [*before, *ended(body, result, node)]

    def _made(self, node: ast.Call, of: ObjectClass, result: ast.Name | None) -> list[ast.stmt]:
        result = result or self._name(node)
        if of.initialize is None:
            names = [ast.arg(field) for field in of.fields]
            fields = Parameters(ast.arguments([], names, None, [], [], None, []), of.defaults).bound(node)
            before, values = self._in_order(list(fields.values()))
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
        body = self._calls.inlined(of.used["__init__"], of.initialize, without_text(of.initialize.body), values_, node)  # type: ignore[arg-type]
        known: dict[str, ast.expr] = {}
        while body and len(known) < len(of.fields):
            statement = _Known(held.id, known).visit(body.pop(0))
            stored = stores(statement, held.id)
            if stored is None or any(name in known for name, _ in stored):
                if any(isinstance(n, ast.Name) and n.id == held.id for n in ast.walk(statement)):
                    raise NotWritten  # what it does with an object that is not whole
                before.append(statement)
                continue
            for name, value in stored:
                if not is_simple(value) and not _is_empty(value):
                    temporary = self._name(node)
                    before.append(self._store(temporary, value, node))
                    value = temporary
                known[name] = value
        if len(known) < len(of.fields):
            raise NotWritten
        made = [*before, *self._appended(of, known, result, node)]
        return [*made, *ended([Renamed({held.id: result.id}, {}).visit(s) for s in body], None, node)]

    def _appended(self, of: ObjectClass, values: dict[str, ast.expr], result: ast.Name, at: ast.expr) -> list[ast.stmt]:
        made: list[ast.stmt] = []
        for field in of.fields:
            append = ast.Attribute(ast.Name(of.column(field), ast.Load()), "append", ast.Load())
            made.append(ast.Expr(ast.Call(append, [values[field]], [])))
        made.append(ast.AugAssign(ast.Name(of.count, ast.Store()), ast.Add(), ast.Constant(1)))
        made.append(self._store(result, Made(of), at))
        return [ast.fix_missing_locations(ast.copy_location(s, at)) for s in made]


def _adds_to_place(node: Any) -> bool:
    """d.setdefault(k, []).append(x), whose key may be computed before x or after it."""
    place = node.func.value if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "append" else None
    is_entered = isinstance(place, ast.Call) and isinstance(place.func, ast.Attribute) and place.func.attr == "setdefault"
    return is_entered and all(is_simple(a) or _is_empty(a) for a in place.args)  # type: ignore[union-attr]


def _is_empty(node: ast.expr) -> bool:
    return (isinstance(node, ast.List) and not node.elts) or (isinstance(node, ast.Dict) and not node.keys)


class _Known(ast.NodeTransformer):
    """`self.x` of an object that is being made, as the value that it has."""

    def __init__(self, own: str, known: dict[str, ast.expr]):
        self._own = own
        self._known = known

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        is_own = isinstance(node.value, ast.Name) and node.value.id == self._own and isinstance(node.ctx, ast.Load)
        if is_own and node.attr in self._known and is_simple(self._known[node.attr]):
            return copy.deepcopy(self._known[node.attr])
        return self.generic_visit(node)
