"""Names that a function begins anew, as in `x, y = np.asarray(x), np.asarray(y)`: from there on such a name stands for an array, or a
list, of its own, and no longer for what the caller gave.

Problem: what is done with the name afterwards says nothing of the list that the caller gave.
Choice:  the statement stands in the body of the function itself, or on each way of an `if` there on which the name can be a list (`if w is
         None: w = 1`, `else: w = np.asarray(w)`), so all that follows it is done with what it made. No other statement gives the name
         anything but by `=`; who asks looks at what these give.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from unpython._writing.nodes import is_name, is_none, walk

_MAKE_ARRAYS = frozenset(f"numpy.{name}" for name in "array asarray zeros ones empty full arange linspace".split())
_GIVE_ARRAYS = frozenset("ravel flatten reshape astype copy transpose squeeze cumsum round clip".split())
_NO_LISTS = frozenset("ndarray int float complex bool str dict set number generic Number".split())

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
    return _begun_in(body, name, lambda value: makes_one(value, full_name, is_list))[0]


def _begun_in(body: list[ast.stmt], name: str, makes: Callable[[ast.expr], bool]) -> tuple[set[int], bool]:
    """The names that stand for no list that the caller gave, and whether one is begun anew on each way on which the name is a list."""
    found: set[int] = set()
    for at, statement in enumerate(body):
        if isinstance(statement, ast.If) and _asks_kind(statement.test, name):
            begun = []
            for holds, way in ((True, statement.body), (False, statement.orelse)):
                is_none = _is_no_list(statement.test, name, holds)
                ids, is_begun = (_ids(way, name), True) if is_none else _begun_in(way, name, makes)
                found |= ids
                begun.append(is_begun)
            if all(begun):
                return found | _ids(body[at + 1 :], name), True
        for target, value in pairs_in(statement) if isinstance(statement, ast.Assign) else ():
            if is_name(target, name) and makes(value):
                read = {id(n) for n in walk(statement.value)} if isinstance(statement, ast.Assign) else set()
                return found | (_ids(body[at:], name) - read), True
    return found, False


def _ids(body: list[ast.stmt], name: str) -> set[int]:
    return {id(n) for s in body for n in walk(s) if is_name(n, name)}


def _asks_kind(test: ast.expr, name: str) -> bool:
    return _is_no_list(test, name, True) or _is_no_list(test, name, False)


def _is_no_list(test: ast.expr, name: str, holds: bool) -> bool:
    """Whether a name can be no list where a test holds, or where it does not: `x is None`, `isinstance(x, list)`, `x is None or x.ndim > 1`"""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return _is_no_list(test.operand, name, not holds)
    if isinstance(test, ast.BoolOp):
        return isinstance(test.op, ast.And) is holds and any(_is_no_list(part, name, holds) for part in test.values)
    if isinstance(test, ast.Compare):
        op = test.ops[0]
        is_asked = len(test.ops) == 1 and is_name(test.left, name) and is_none(test.comparators[0])
        return is_asked and isinstance(op, ast.Is if holds else ast.IsNot)
    if not isinstance(test, ast.Call) or not is_name(test.func, "isinstance") or len(test.args) != 2 or not is_name(test.args[0], name):
        return False
    kinds = test.args[1].elts if isinstance(test.args[1], ast.Tuple) else [test.args[1]]
    names = {kind.id if isinstance(kind, ast.Name) else getattr(kind, "attr", "") for kind in kinds}
    return names <= _NO_LISTS if holds else "list" in names


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
    """np.asarray(v), also beside an operator, with a subscript or a method that gives an array; and list(v), sorted(v), v[:] and
    [f(x) for x in v] if a list will do."""
    if isinstance(value, ast.BinOp):
        return any(isinstance(side, ast.Call) and full_name(side.func) in _MAKE_ARRAYS for side in (value.left, value.right))
    if isinstance(value, ast.Subscript) and isinstance(value.value, ast.Call) and full_name(value.value.func) in _MAKE_ARRAYS:
        return True
    if isinstance(value, ast.Call):
        called = full_name(value.func)
        of = value.func.value if isinstance(value.func, ast.Attribute) and value.func.attr in _GIVE_ARRAYS else None
        if isinstance(of, ast.Call) and full_name(of.func) in _MAKE_ARRAYS:
            return True
        return called.startswith("numpy.") or (is_list and bool(value.args) and called in ("builtins.list", "builtins.sorted"))
    if not is_list:
        return False
    is_whole = isinstance(value, ast.Subscript) and isinstance(value.slice, ast.Slice) and isinstance(value.value, ast.Name)
    return is_whole or isinstance(value, ast.ListComp)
