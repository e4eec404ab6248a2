"""Names that a function begins anew, as in `x, y = np.asarray(x), np.asarray(y)`: from there on such a name stands for an array, or a
list, of its own, and no longer for what the caller gave.

Problem: what is done with the name afterwards says nothing of the list that the caller gave.
Choice:  the statement stands in the body of the function itself, so all that follows it is done with what it made. No other statement
         gives the name anything but by `=`; who asks looks at what these give.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from unpython._writing.nodes import is_name, walk


def begun_again(node: Any, name: str, full_name: Callable[[ast.expr], str], is_list: bool) -> set[int]:
    """The names (their ids) in a `def` that come after the statement which begins a name anew. `is_list`: whether a list of its own will do,
    beside an array."""
    body = getattr(node, "body", None)
    if not isinstance(body, list):
        return set()
    given = [target for target, _ in pairs_of(node)]
    given += [n.target for n in walk(node) if isinstance(n, ast.AugAssign)]
    known = set(map(id, given))
    if not all(id(n) in known for n in walk(node) if is_name(n, name) and not isinstance(n.ctx, ast.Load)):
        return set()
    for at, statement in enumerate(body):
        for target, value in pairs_in(statement) if isinstance(statement, ast.Assign) else ():
            if is_name(target, name) and makes_one(value, full_name, is_list):
                read = {id(n) for n in walk(statement.value)}
                return {id(n) for s in body[at:] for n in walk(s) if is_name(n, name) and id(n) not in read}
    return set()


def begun_as_array(node: Any, name: str, full_name: Callable[[ast.expr], str], others: set[str]) -> set[int]:
    """The same of an array, where nothing but a function of NumPy gives the name what one of the `others` holds."""
    values = [value for target, value in pairs_of(node) if is_name(target, name) and not makes_one(value, full_name, False)]
    if any(isinstance(n, ast.Name) and n.id in others for value in values for n in walk(value)):
        return set()
    return begun_again(node, name, full_name, False)


def pairs_of(node: Any) -> list[tuple[ast.expr, ast.expr]]:
    """What the names in a `def` get by `=`."""
    return [pair for n in walk(node) if isinstance(n, ast.Assign) for pair in pairs_in(n)]


def pairs_in(assign: ast.Assign) -> list[tuple[ast.expr, ast.expr]]:
    """What each target gets; of `x, y = f(), g()` each of the two."""
    found: list[tuple[ast.expr, ast.expr]] = []
    for target in assign.targets:
        if isinstance(target, ast.Tuple) and isinstance(assign.value, ast.Tuple) and len(target.elts) == len(assign.value.elts):
            if not any(isinstance(n, ast.Starred) for n in (*target.elts, *assign.value.elts)):
                found += zip(target.elts, assign.value.elts, strict=True)
                continue
        found.append((target, assign.value))
    return found


def makes_one(value: ast.expr, full_name: Callable[[ast.expr], str], is_list: bool) -> bool:
    """np.asarray(v), and list(v), sorted(v), v[:] and [f(x) for x in v] if a list will do."""
    if isinstance(value, ast.Call):
        called = full_name(value.func)
        return called.startswith("numpy.") or (is_list and bool(value.args) and called in ("builtins.list", "builtins.sorted"))
    if not is_list:
        return False
    is_whole = isinstance(value, ast.Subscript) and isinstance(value.slice, ast.Slice) and isinstance(value.value, ast.Name)
    return is_whole or isinstance(value, ast.ListComp)
