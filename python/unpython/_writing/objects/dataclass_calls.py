"""dataclasses.replace, asdict and astuple of an object whose class is known:

    replace(task, cost=0.0)          Task(priority=task.priority, name=task.name, cost=0.0)
    asdict(task)                     {"priority": task.priority, "name": task.name, "cost": task.cost}

of fields that are numbers and texts: of any others asdict makes copies.
"""

from __future__ import annotations

import ast
import dataclasses
from typing import Any

from unpython import _bindings
from unpython._writing.functions.inlining import is_simple
from unpython._writing.nodes import copy_tree
from unpython._writing.objects.definitions import ClassName
from unpython._writing.text.kinds import UNSET, NotTexts, Object, is_text

_CALLS = {dataclasses.replace: "replace", dataclasses.asdict: "asdict", dataclasses.astuple: "astuple"}


def asked(function: Any, node: ast.Call, own: Any, used: list[_bindings.Binding]) -> str:
    """Which of the three a call is of; "" for any other one. Notes in `used` what the name stands for."""
    if not isinstance(node.func, (ast.Name, ast.Attribute)) or len(node.args) != 1 or any(k.arg is None for k in node.keywords):
        return ""
    binding = _bindings.of_node(function, node.func, own)
    name = next((name for value, name in _CALLS.items() if binding is not None and binding.value is value), "")
    if not name or (name != "replace" and node.keywords):
        return ""
    if binding is not None and all(b.value is not binding.value for b in used):
        used.append(binding)
    return name


def written(flows: Any, node: ast.Call, name: str) -> ast.expr | None:
    """What such a call gives; None where it is not known yet what it is given."""
    kind = flows.of(node.args[0])
    if kind in (UNSET, None):
        return None
    is_known = isinstance(kind, Object) and not kind.may_be_none and dataclasses.is_dataclass(kind.of.type) and is_simple(node.args[0])
    if not is_known or kind.of.initialize is not None:
        raise NotTexts
    parts: dict[str, ast.expr] = {field: ast.Attribute(copy_tree(node.args[0]), field, ast.Load()) for field in kind.of.fields}
    made: ast.expr
    if name == "replace":
        given = {k.arg: k.value for k in node.keywords}
        if not given.keys() <= parts.keys():
            raise NotTexts
        made = ast.Call(ClassName(kind.of), [], [ast.keyword(field, given.get(field, part)) for field, part in parts.items()])
    elif not all(held is None or held == UNSET or is_text(held) for held in (flows.of_column(kind.of, field) for field in parts)):
        raise NotTexts
    elif name == "asdict":
        made = ast.Dict([ast.Constant(field) for field in parts], list(parts.values()))
    else:
        made = ast.Tuple(list(parts.values()), ast.Load())
    return ast.fix_missing_locations(ast.copy_location(made, node))
