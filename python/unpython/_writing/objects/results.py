"""What a function returns that holds objects, and what of the caller's objects and lists it changes."""

from __future__ import annotations

import ast
from typing import Any

from unpython._objects import Plan
from unpython._records import Joined
from unpython._writing import nothing
from unpython._writing.nodes import walk
from unpython._writing.objects.classes import ObjectClass
from unpython._writing.objects.flows import ObjectFlows
from unpython._writing.objects.values import Values
from unpython._writing.text.kinds import (
    NOTHING,
    UNSET,
    Kind,
    List,
    NotTexts,
    Object,
    Set,
    closed,
    has_mixed,
    has_object,
    joint,
    parts,
)  # fmt: skip


def kind_of_all(node: Any, flows: ObjectFlows) -> Kind:
    """Of what a function returns."""
    found: Kind = UNSET
    for value in nothing.returned(node.body):
        parts_of_one = value.elts if isinstance(value, Joined) else None  # what other words have made of several values
        kind = flows.of(value) if parts_of_one is None else tuple(map(flows.of, parts_of_one))
        found = joint(found, NOTHING if value is None else kind)
        if has_mixed(found):
            raise NotTexts
    return found


class Results:
    """The returns of a function as joined values. `given`: the arguments that hold objects, with the class of each and the
    shape (_layouts.py)."""

    def __init__(self, node: Any, values: Values, given: dict[str, tuple[ObjectClass, str]]):
        self._node = node
        self._values = values
        self._flows = values._flows
        self._given = given
        self._other: set[str] = set()

    def refuse_names(self) -> None:
        """A list of the caller's under another name, or kept in something."""
        lists = {name for name, (_, shape) in self._given.items() if shape == "list"}
        self._refuse_inner_lists()
        fine: set[int] = set()
        for n in walk(self._node):
            places: list[Any] = []
            if isinstance(n, (ast.For, ast.comprehension)):
                places = [n.iter]
            elif isinstance(n, ast.Call):
                kept = isinstance(n.func, ast.Attribute) and n.func.attr in ("append", "insert", "add", "setdefault")
                places = [] if kept else n.args
            elif isinstance(n, (ast.Subscript, ast.Attribute)):
                places = [n.value]
            elif isinstance(n, ast.BinOp):
                places = [n.left, n.right]
            elif isinstance(n, ast.Compare) and not any(isinstance(op, (ast.Is, ast.IsNot)) for op in n.ops):
                places = n.comparators
            elif isinstance(n, (ast.If, ast.While, ast.IfExp)):
                places = [n.test]
            elif isinstance(n, ast.UnaryOp):
                places = [n.operand]
            elif isinstance(n, ast.AugAssign):
                places = [n.target]
            elif isinstance(n, ast.Return):
                places = n.value.elts if isinstance(n.value, ast.Tuple) else [n.value]
            fine |= set(map(id, places))
        for n in walk(self._node):
            if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load) and n.id in lists and id(n) not in fine:
                raise NotTexts
        stored = {n.id for n in walk(self._node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        grown = {n.target.id for n in walk(self._node) if isinstance(n, ast.AugAssign) and isinstance(n.target, ast.Name)}
        self._other = (stored - grown) & self._given.keys()  # names that stand for something else later
        if grown & self._other:
            raise NotTexts

    def _refuse_inner_lists(self) -> None:
        """Lists in a dict or a list of the caller that are returned, or that something else holds then."""
        holders = {name for name, (_, shape) in self._given.items() if shape not in ("one", "list")}
        for n in walk(self._node):
            values = [n.value] if isinstance(n, (ast.Return, ast.Assign)) else n.elts if isinstance(n, (ast.Tuple, ast.List)) else []
            if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute):
                values = [*n.args, n.func.value] if n.func.attr in ("append", "insert", "pop", "setdefault", "extend") else n.args
            for value in values:
                while isinstance(value, (ast.Subscript, ast.IfExp)) and not isinstance(getattr(value, "slice", None), ast.Slice):
                    value = value.value if isinstance(value, ast.Subscript) else value.body
                    if isinstance(value, ast.Subscript) and isinstance(value.value, ast.Name) and value.value.id in holders:
                        break  # a tuple in a list
                if isinstance(value, ast.Name) and value.id in holders and not isinstance(n, ast.Call):
                    raise NotTexts

    def written(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """The statements, whose returns give what the caller's objects get too."""
        kind = self._values.returned
        given_columns = {column for of, _ in self._given.values() for column in of.columns()}
        changed = self._values.stored & given_columns
        lists = [i for i, (_, shape) in enumerate(self._given.values()) if shape == "list" and self._values.changes_lists]
        if self._other and lists:
            raise NotTexts
        if not has_object(closed(kind)) and not changed and not lists:
            return body
        if nothing.returns_both(body) and not isinstance(kind, Object):
            raise NotTexts
        if not body or not isinstance(body[-1], (ast.Return, ast.Raise)):
            body = [*body, ast.copy_location(ast.Return(None), body[-1])]
        reached = self._reached(kind, changed)
        if lists:
            for of, shape in self._given.values():
                reached |= self._reached(Object(of), set()) if shape == "list" else set()
        columns = [(of, field, self._item(of, field)) for of in self._flows.classes.known for field in of.fields if of.column(field) in reached]
        returns = _Returns(self, kind, columns, changed, lists)
        return [returns.visit(statement) for statement in body]

    def _item(self, of: ObjectClass, field: str) -> Kind:
        return closed(self._flows.of_column(of, field))

    def _reached(self, kind: Kind, changed: set[str]) -> set[str]:
        """The columns of what is returned, and of what that holds."""
        found: set[str] = set()
        waiting = [kind]
        for of in self._flows.classes.known:
            for field in of.fields:
                if of.column(field) in changed:
                    found.add(of.column(field))
                    waiting.append(self._item(of, field))
        while waiting:
            one = waiting.pop()
            waiting += parts(one)
            if isinstance(one, Object):
                for field in one.of.fields:
                    if one.of.column(field) not in found or one is kind:
                        found.add(one.of.column(field))
                        item = self._item(one.of, field)
                        if not (isinstance(item, Object) and item.of is one.of):
                            waiting.append(item)
        return found


class _Returns(ast.NodeTransformer):
    def __init__(self, results: Results, kind: Kind, columns: list[Any], changed: set[str], lists: list[int]):
        self._results = results
        self._kind = kind
        self._columns = columns
        self._changed = changed
        self._lists = lists
        self._makers: dict[Any, Any] = {}

    def visit_Return(self, node: ast.Return) -> ast.Return:
        kind, given = self._kind, self._results._given
        value: Any = node.value
        if value is None and isinstance(kind, Object):
            value = ast.copy_location(ast.UnaryOp(ast.USub(), ast.Constant(1)), node)  # the number of None
        if isinstance(kind, tuple) and not isinstance(value, ast.Tuple):
            raise NotTexts
        is_tuple = isinstance(value, ast.Tuple)
        elements: list[Any] = value.elts if isinstance(value, ast.Tuple) else [value]
        kinds = list(kind) if isinstance(kind, tuple) else [kind]
        if len(kinds) != len(elements):
            raise NotTexts
        names = list(given)
        own = {
            i: names.index(e.id)
            for i, e in enumerate(elements)
            if isinstance(e, ast.Name) and e.id in given and given[e.id][1] == "list" and e.id not in self._results._other
        }
        if not isinstance(kind, Object) and not is_tuple and nothing.is_none(value):
            elements, kinds = [], []
        made = [ast.Constant(0) if i in own else e for i, e in enumerate(elements)]
        for e, k in zip(elements, kinds, strict=True):
            if isinstance(k, Set) and has_object(closed(k)):
                raise NotTexts
            if isinstance(e, ast.Name) and isinstance(k, List) and sum(isinstance(o, ast.Name) and o.id == e.id for o in elements) > 1:
                raise NotTexts  # one list twice
        made += [ast.Name(of.same.get(field, of.column(field)), ast.Load()) for of, field, _ in self._columns]
        made += [ast.Name(names[number], ast.Load()) for number in self._lists]
        then = value.make if isinstance(value, Joined) else None
        if isinstance(value, Joined) and then is None:
            raise NotTexts
        key = (tuple(kinds), is_tuple, tuple(own.items()), len(elements), then)
        if key not in self._makers:
            plan = Plan(
                [closed(k) for k in kinds], is_tuple, self._columns, [of for of, _ in given.values()], self._changed, self._lists, own, then
            )
            self._makers[key] = plan.make
        joined = Joined("text", made)
        joined.make = self._makers[key]
        return ast.copy_location(ast.Return(ast.copy_location(joined, node)), node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return node

    visit_Lambda = visit_FunctionDef  # type: ignore[assignment]
