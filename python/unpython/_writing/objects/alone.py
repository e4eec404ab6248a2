"""Classes of which a function makes one object, once: its fields are names.

    s = Stock()                     _items_of_Stock = {}
    s.items[k] = n                  _items_of_Stock[k] = n

So a field may hold what a list cannot: a dict, a set, a list of lists. A field that only gets the value of a name that stands for one
thing is that name.
"""

from __future__ import annotations

import ast
from typing import Any

from unpython._writing.nodes import walk
from unpython._writing.objects.classes import ObjectClass
from unpython._writing.objects.flows import Made, ObjectFlows, Present
from unpython._writing.text.kinds import Kind, Object, parts


def find(node: Any, flows: ObjectFlows, given: set[ObjectClass]) -> list[ObjectClass]:
    """Marks the classes, and writes how their object is made."""
    made = [n.of for n in walk(node) if isinstance(n, Made)]
    once = [s.value.of for s in node.body if isinstance(s, ast.Assign) and isinstance(s.value, Made)]
    kinds = list(flows.names.values())
    owners = [n.value.value if isinstance(n.value, Present) else n.value for n in walk(node) if isinstance(n, ast.Attribute)]
    unnamed = {k.of for owner in owners if not isinstance(owner, ast.Name) and isinstance(k := flows.of(owner), Object)}
    found = [
        of for of in flows.classes.known
        if made.count(of) == 1 and of in once and of not in given | unnamed and of.kind == "object" and not any(_may_be_none(k, of) for k in kinds)
    ]  # fmt: skip
    for of in found:
        of.is_alone = True
    stored = {n.attr for n in walk(node) if isinstance(n, ast.Attribute) and not isinstance(n.ctx, ast.Load)}
    names = [n.id for n in walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)]
    parameters = {a.arg for a in walk(node.args) if isinstance(a, ast.arg)}
    fields = {of.column(field): (of, field) for of in found for field in of.fields}
    body: list[ast.stmt] = []
    for statement in node.body:
        call: Any = statement.value if isinstance(statement, ast.Expr) else None
        place = call.func.value if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "append" else None
        if not isinstance(place, ast.Name) or place.id not in fields:
            body.append(statement)
            continue
        of, field = fields[place.id]
        value = call.args[0]
        is_fixed = isinstance(value, ast.Name) and names.count(value.id) == (0 if value.id in parameters else 1)
        if is_fixed and field not in stored:
            of.same[field] = value.id
        body.append(ast.fix_missing_locations(ast.copy_location(ast.Assign([ast.Name(place.id, ast.Store())], value), statement)))
    node.body = body
    return found


def _may_be_none(kind: Kind, of: ObjectClass) -> bool:
    return (isinstance(kind, Object) and kind.of is of and kind.may_be_none) or any(_may_be_none(part, of) for part in parts(kind))


def without_same(body: list[ast.stmt], known: list[ObjectClass]) -> list[ast.stmt]:
    """Without the assignments of fields that are other names."""
    columns = {of.column(field) for of in known for field in of.same}

    def is_same(node: ast.stmt) -> bool:
        return isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id in columns

    return [s for s in body if not is_same(s)]
