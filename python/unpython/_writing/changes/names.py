"""Which names may stand for an array, or for a view of it."""

from __future__ import annotations

import ast
from collections.abc import Container
from types import FunctionType
from typing import Any

from unpython._local_names import local_names
from unpython._writing.calls import OwnCall, full_name
from unpython._writing.changes.methods import GIVE_NEW, PUT_IN
from unpython._writing.nodes import is_none, walk

_PARTS = frozenset("cut_part equal_part part_of_split part_of_equal_split".split())  # of those of our own that other words call
_LOOKS = frozenset("len sum min max range float int abs chr ord str repr bool complex divmod".split())
_VIEWS = frozenset(
    "reshape ravel transpose swapaxes squeeze view diagonal sliding_window_view asarray ascontiguousarray atleast_1d atleast_2d"
    " broadcast_to moveaxis flip flipud fliplr expand_dims split array_split"
    " get values items pop popleft popitem setdefault".split()  # parts of lists and dicts
)

_TYPES = frozenset(
    "bool_ int8 int16 int32 int64 intp uint8 uint16 uint32 uint64 float16 float32 float64 double complex64 complex128".split()
)  # np.float64(x) of an array of that type is x


def may_be_view(value: ast.expr, names: set[str]) -> bool:
    """Whether what an expression gives may be one of the arrays that the names stand for, or a view of it."""
    if isinstance(value, ast.Name):
        return value.id in names
    if isinstance(value, (ast.Subscript, ast.Attribute, ast.NamedExpr, ast.Starred)):
        return may_be_view(value.value, names)
    if isinstance(value, OwnCall):
        return getattr(value.function, "__name__", "") in _PARTS and may_be_view(value.elts[0], names)
    if isinstance(value, ast.Lambda):  # what its calls give
        return may_be_view(value.body, names)
    if isinstance(value, ast.IfExp):
        return may_be_view(value.body, names) or may_be_view(value.orelse, names)
    if isinstance(value, (ast.Tuple, ast.List)):
        return any(may_be_view(item, names) for item in value.elts)
    if isinstance(value, (ast.Dict, ast.BoolOp)):
        return any(may_be_view(item, names) for item in value.values)
    if isinstance(value, ast.BinOp):  # x + [a]
        return any(isinstance(part, (ast.List, ast.ListComp)) and may_be_view(part, names) for part in (value.left, value.right))
    if isinstance(value, (ast.ListComp, ast.GeneratorExp, ast.DictComp)):
        own = {n.id for c in value.generators if may_be_view(c.iter, names) for n in walk(c.target) if isinstance(n, ast.Name)}
        item = value.value if isinstance(value, ast.DictComp) else value.elt
        return not _is_element(item) and may_be_view(item, names | own)
    called = value.func if isinstance(value, ast.Call) else None
    name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
    if name in _TYPES:
        return any(not _is_element(argument) and may_be_view(argument, names) for argument in value.args)  # type: ignore[attr-defined]
    may_be_same = name == "astype" and any(keyword.arg == "copy" for keyword in value.keywords)  # type: ignore[attr-defined]
    if name not in _VIEWS and not may_be_same:
        return isinstance(value, ast.Call) and isinstance(called, ast.Name) and mentions(value, names) and name not in _LOOKS
    owner = isinstance(called, ast.Attribute) and may_be_view(called.value, names)
    return owner or any(may_be_view(argument, names) for argument in value.args)  # type: ignore[attr-defined]


def _is_element(node: ast.expr) -> bool:
    """x[i, 0]: a number, not a part of an array, if these are all of its places."""
    places = list(walk(node.slice)) if isinstance(node, ast.Subscript) else [ast.Slice()]
    return not any(isinstance(n, ast.Slice) or is_none(n) for n in places)


def mentions(node: ast.AST, names: set[str]) -> bool:
    return any(isinstance(n, ast.Name) and n.id in names for n in walk(node))


def names_of(node: Any, begun: set[str], lists: Container[str] = (), function: FunctionType | None = None) -> set[str]:
    """All names that may stand for one of these arrays or for a view of it, or for what holds it; `lists`: but for these. `function`: whose
    `def` it is, where loops over zip() and enumerate() are to be told apart by their parts."""
    found = set(begun)
    pairs: list[tuple[list[ast.expr], ast.expr]] = []
    for n in walk(node):
        if isinstance(n, ast.Assign):
            pairs.append((n.targets, n.value))
        elif isinstance(n, (ast.AnnAssign, ast.NamedExpr)) and n.value is not None:
            pairs.append(([n.target], n.value))
        elif isinstance(n, (ast.For, ast.comprehension)):
            pairs += [([target], over) for target, over in gone_through(n.target, n.iter, function)]
        elif isinstance(n, ast.FunctionDef) and n is not node:
            name = ast.Name(n.name, ast.Store())
            pairs += [([name], r.value) for r in walk(n) if isinstance(r, ast.Return) and r.value is not None]
        elif isinstance(n, ast.AugAssign) and isinstance(n.value, (ast.List, ast.ListComp)):
            pairs.append(([n.target], n.value))
        elif isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and n.func.attr in PUT_IN and n.args:
            if not (isinstance(n.func.value, ast.Name) and n.func.value.id in lists):
                pairs.append(([n.func.value], n.args[-1]))
    while True:
        before = len(found)
        for targets, value in pairs:
            given = {t.id for target in targets for t in walk(target) if isinstance(t, ast.Name)}
            if may_be_view(value, found):
                found |= given
            if given & found:
                found |= {n.id for n in walk(value) if isinstance(n, ast.Name) and may_be_view(value, {n.id})}
        if len(found) == before:
            return found


def gone_through(target: Any, over: Any, function: FunctionType | None) -> list[tuple[ast.expr, ast.expr]]:
    """The targets of a loop, each with what it goes through."""
    parts = target.elts if isinstance(target, ast.Tuple) and not any(isinstance(t, ast.Starred) for t in target.elts) else []
    is_call = isinstance(over, ast.Call) and not over.keywords and not any(isinstance(a, ast.Starred) for a in over.args)
    called = full_name(over.func, function, local_names(function)) if parts and is_call and function is not None else ""
    if called == "builtins.zip" and len(parts) == len(over.args):
        return [pair for t, a in zip(parts, over.args, strict=True) for pair in gone_through(t, a, function)]
    if called == "builtins.enumerate" and len(parts) == 2 and len(over.args) == 1:
        return gone_through(parts[1], over.args[0], function)
    return [(target, over)]


def is_held_by_another(node: ast.expr, function: FunctionType, local: frozenset[str]) -> bool:
    """Whether an expression is a call of a method of which nothing says that it gives a new array: `table.get(k)`, `body.place()`."""
    if isinstance(node, ast.IfExp):
        return any(is_held_by_another(part, function, local) for part in (node.body, node.orelse))
    is_method = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and not full_name(node.func, function, local)
    return is_method and node.func.attr not in GIVE_NEW  # type: ignore[attr-defined]
