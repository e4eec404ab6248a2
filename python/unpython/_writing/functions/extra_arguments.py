"""`*parts` of a function that is written where it is called: a tuple of what is given behind the other arguments.

    Vector(x, y)                                parts = (x, y)
    Vector(*[k * a for a in self.parts])        parts = [k * a for a in self.parts]     where nothing tells it from a tuple
"""

from __future__ import annotations

import ast
from typing import Any

from unpython._writing.functions.own_calls import NotWritten
from unpython._writing.nodes import is_name, walk

_READERS = frozenset("list len sum min max sorted enumerate zip any all reversed".split())  # to which a list is what a tuple is


def taken_apart(definition: Any, call: ast.Call, count: int) -> tuple[ast.Call, dict[str, ast.expr]]:
    """The call without what its `count` first arguments leave, and the value of `*parts`. Raises NotWritten."""
    name = definition.args.vararg.arg
    given, rest = call.args[:count], call.args[count:]
    if any(isinstance(a, ast.Starred) for a in given):
        raise NotWritten
    flat: list[ast.expr] = []
    for argument in rest:
        value: Any = argument.value if isinstance(argument, ast.Starred) else None
        flat += value.elts if isinstance(value, (ast.List, ast.Tuple)) else [argument]
    made: ast.expr = ast.Tuple(flat, ast.Load())
    is_list = any(isinstance(a, ast.Starred) for a in flat)
    if not _is_only_read(definition, name, not is_list):
        raise NotWritten
    if is_list:
        made = _listed(flat)
    without = ast.copy_location(ast.Call(call.func, given, call.keywords), call)
    return without, {name: ast.fix_missing_locations(ast.copy_location(made, call))}


def _listed(given: list[ast.expr]) -> ast.expr:
    """What one star gives, as a new list."""
    value: Any = given[0].value if len(given) == 1 and isinstance(given[0], ast.Starred) else None
    if value is None:
        raise NotWritten
    if isinstance(value, (ast.ListComp, ast.GeneratorExp)):
        return ast.ListComp(value.elt, value.generators)
    item = f"_item_{value.lineno}_{value.col_offset}_of_star_"
    clause = ast.comprehension(ast.Name(item, ast.Store()), value, [], 0)
    return ast.ListComp(ast.Name(item, ast.Load()), [clause])


def _is_only_read(definition: Any, name: str, has_places: bool) -> bool:
    """Whether the items of the tuple are all that a function takes of it; `has_places`: also by subscripts, which name the type where
    they are wrong. A tuple that is kept is one to the compiler: its items may be of several types."""
    nodes = [n for s in definition.body for n in walk(s)]
    stored = {n.id for n in nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)} | {n.arg for n in nodes if isinstance(n, ast.arg)}
    seen: set[int] = set()
    for n in nodes:
        if isinstance(n, (ast.For, ast.comprehension)):
            seen.add(id(n.iter))
        elif isinstance(n, ast.Compare) and len(n.ops) == 1 and isinstance(n.ops[0], (ast.In, ast.NotIn)):
            seen.add(id(n.comparators[0]))
        elif isinstance(n, ast.Subscript) and has_places:
            seen.add(id(n.value))
        elif isinstance(n, ast.Call):
            seen.update(id(a.value) for a in n.args if isinstance(a, ast.Starred))
            seen.update(map(id, n.args) if isinstance(n.func, ast.Name) and n.func.id in _READERS - stored else ())
    return all(id(n) in seen for n in nodes if is_name(n, name))
