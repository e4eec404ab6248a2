"""Which lists a text makes, and what goes into them."""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython._library.numpy_functions import numpy_generators, random_states
from unpython._writing.calls import OwnCall, full_name
from unpython._writing.changes.names import may_be_view
from unpython._writing.nodes import is_item_of, is_name, walk

#: Functions that give a new array, with the most arguments for which they do: NumPy's take one for the result.
_MAKE_NEW = {"copy": 1, "array": 1, "solve": 2, "maximum": 2, "minimum": 2, "where": 3, "exp": 1, "tanh": 1, "sqrt": 1, "sin": 1, "cos": 1}

_NEW = frozenset(f"numpy.{name}" for name in "arange array zeros ones full linspace argsort sort concatenate repeat tile".split())
_DRAWN = frozenset((numpy_generators.permutation, numpy_generators.random, numpy_generators.normal, random_states.random))


def made_lists(nodes: list[ast.AST]) -> dict[str, list[ast.expr]]:
    """The lists that names are given."""
    made: dict[str, list[ast.expr]] = {}
    for n in nodes:
        if isinstance(n, ast.Assign) and len(n.targets) == 1 and isinstance(n.targets[0], ast.Name) and isinstance(n.value, (ast.List, ast.ListComp)):
            made.setdefault(n.targets[0].id, []).append(n.value)
    return made


def items_of_each(node: Any, names: set[str]) -> dict[str, list[ast.expr]]:
    """What becomes an item of each list."""
    nodes = list(walk(node))
    made = made_lists(nodes)
    return {name: [*_items_of(made[name]), *appended_to(nodes, name)] for name in names}


def _items_of(values: list[ast.expr]) -> list[ast.expr]:
    return [item for value in values for item in (value.elts if isinstance(value, ast.List) else [value.elt])]  # type: ignore[attr-defined]


def appended_to(nodes: list[ast.AST], name: str) -> list[ast.expr]:
    found = [n.value.args[0] for n in nodes if isinstance(n, ast.Expr) and name_appended_to(n) == name]  # type: ignore[attr-defined]
    stored = [n for n in nodes if isinstance(n, ast.Assign) and len(n.targets) == 1 and is_item_of(n.targets[0], name)]
    return [*found, *(n.value for n in stored)]


def name_appended_to(node: ast.Expr) -> str | None:
    call = node.value
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute) or call.func.attr != "append" or len(call.args) != 1:
        return None
    return call.func.value.id if isinstance(call.func.value, ast.Name) and not call.keywords else None


def made_in_block(node: Any, item: ast.Name) -> bool:
    """x = x - dt * v, states.append(x): whether the name gets a new array each time before it goes into a list, in the same block."""
    for block in (block for n in walk(node) for field in ("body", "orelse") if isinstance(block := getattr(n, field, None), list)):
        place = next((i for i, s in enumerate(block) if isinstance(s, (ast.Expr, ast.Assign)) and any(n is item for n in walk(s))), None)
        if place is None:
            continue
        for statement in reversed(block[:place]):
            if isinstance(statement, ast.Assign) and len(statement.targets) == 1 and is_name(statement.targets[0], item.id):
                return _is_new(statement.value)
            if any(is_name(n, item.id) and not isinstance(n.ctx, ast.Load) for n in walk(statement)):
                return False
        return False
    return False


def _is_new(value: ast.expr) -> bool:
    """Whether an expression gives an array that nobody else has."""
    if isinstance(value, (ast.BinOp, ast.UnaryOp)):
        return not may_be_view(value, {n.id for n in walk(value) if isinstance(n, ast.Name)})
    called = value.func.attr if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and not value.keywords else ""
    return len(getattr(value, "args", ())) <= _MAKE_NEW.get(called, -1)


def is_part_of_own(node: Any, item: ast.expr, function: FunctionType, local: frozenset[str]) -> bool:
    """np.array_split(np.arange(n), k): parts that lie beside each other in an array that has one name."""
    if not isinstance(item, OwnCall) or not isinstance(item.elts[0], ast.Name) or not may_be_view(item, {item.elts[0].id}):
        return False
    name = item.elts[0].id
    stored = [n for n in walk(node) if is_name(n, name) and not isinstance(n.ctx, ast.Load)]
    made = [n.value for n in walk(node) if isinstance(n, ast.Assign) and any(t is stored[0] for t in n.targets)] if len(stored) == 1 else []
    if not made:
        return False
    if isinstance(made[0], OwnCall):
        return made[0].function in _DRAWN
    return isinstance(made[0], ast.Call) and full_name(made[0].func, function, local) in _NEW
