"""Which names may stand for an array, or for a view of it, and whether somebody changes it."""

from __future__ import annotations

import ast
from collections.abc import Container
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._writing.calls import full_name
from unpython._writing.nodes import is_none

_LOOKS = frozenset("len sum min max range float int enumerate zip abs".split())
_VIEWS = frozenset(
    "reshape ravel transpose swapaxes squeeze view diagonal sliding_window_view asarray ascontiguousarray atleast_1d atleast_2d"
    " broadcast_to moveaxis flip flipud fliplr expand_dims split array_split".split()
)


def root_of(node: ast.expr) -> ast.expr:
    while isinstance(node, (ast.Subscript, ast.Attribute)):
        node = node.value
    return node


def stays(name: str, function: FunctionType, may_return: bool = False) -> bool:
    """Whether no statement of a function may change an array, or what is made of it, or gives that to others as it is."""
    from unpython._writing.plainer import find_source

    nodes = list(ast.walk(find_source(function).node))
    of_it = {name}
    assigned = [n for n in nodes if isinstance(n, (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.NamedExpr, ast.For))]
    for _ in assigned:
        before = len(of_it)
        for a in assigned:
            value = a.iter if isinstance(a, ast.For) else a.value
            targets = a.targets if isinstance(a, ast.Assign) else [a.target]
            if value is not None and may_be_view(value, of_it):
                of_it |= {t.id for target in targets for t in ast.walk(target) if isinstance(t, ast.Name)}
                if any(isinstance(t, ast.Attribute) for t in targets):
                    return False  # something holds it
            elif value is not None and any(mentions(t, of_it) for t in targets):
                of_it |= {n.id for n in ast.walk(value) if isinstance(n, ast.Name) and may_be_view(value, {n.id})}  # what it is a view of
        if len(of_it) == before:
            break
    for n in nodes:
        if isinstance(n, ast.Subscript) and isinstance(n.ctx, ast.Store) and mentions(n.value, of_it):
            return False
        if isinstance(n, ast.Expr) and mentions(n, of_it):
            return False
        if isinstance(n, ast.AugAssign) and mentions(root_of(n.target), of_it):
            return False
        if isinstance(n, ast.keyword) and n.arg == "out" and mentions(n.value, of_it):
            return False
        if not may_return and isinstance(n, ast.Return) and n.value is not None and may_be_view(n.value, of_it):
            return False
        is_helper = isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id not in _LOOKS
        if is_helper and not is_numpy(n.func, function) and any(mentions(a, of_it) for a in n.args):  # type: ignore[attr-defined]
            return False
    return True


def may_be_view(value: ast.expr, names: set[str]) -> bool:
    """Whether what an expression gives may be one of the arrays that the names stand for, or a view of it."""
    if isinstance(value, ast.Name):
        return value.id in names
    if isinstance(value, (ast.Subscript, ast.Attribute, ast.NamedExpr)):
        return may_be_view(value.value, names)
    if isinstance(value, ast.IfExp):
        return may_be_view(value.body, names) or may_be_view(value.orelse, names)
    if isinstance(value, (ast.Tuple, ast.List)):
        return any(may_be_view(item, names) for item in value.elts)
    if isinstance(value, ast.Dict):
        return any(may_be_view(item, names) for item in value.values)
    if isinstance(value, (ast.ListComp, ast.GeneratorExp)):
        own = {n.id for c in value.generators if may_be_view(c.iter, names) for n in ast.walk(c.target) if isinstance(n, ast.Name)}
        return not _is_element(value.elt) and may_be_view(value.elt, names | own)
    called = value.func if isinstance(value, ast.Call) else None
    name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
    if name not in _VIEWS:
        return isinstance(value, ast.Call) and isinstance(called, ast.Name) and mentions(value, names) and name not in _LOOKS
    owner = isinstance(called, ast.Attribute) and may_be_view(called.value, names)
    return owner or any(may_be_view(argument, names) for argument in value.args)  # type: ignore[attr-defined]


def _is_element(node: ast.expr) -> bool:
    """x[i, 0]: a number, not a part of an array, if these are all of its places."""
    places = list(ast.walk(node.slice)) if isinstance(node, ast.Subscript) else [ast.Slice()]
    return not any(isinstance(n, ast.Slice) or is_none(n) for n in places)


def is_numpy(called: ast.Name, function: FunctionType) -> bool:
    return full_name(called, function, frozenset()).startswith("numpy.")


def mentions(node: ast.AST, names: set[str]) -> bool:
    return any(isinstance(n, ast.Name) and n.id in names for n in ast.walk(node))


_MUTATORS = frozenset("fill sort put partition resize itemset setfield setflags append extend insert pop remove clear update".split())
_STORES = frozenset("copyto put place putmask fill_diagonal put_along_axis shuffle at".split())
_OF_ARRAYS = frozenset(
    "copy sum mean max min std var argmax argmin dot ravel reshape flatten astype tolist item cumsum cumprod all any round clip transpose"
    " trace argsort nonzero repeat take conj conjugate prod ptp searchsorted squeeze swapaxes diagonal view"
    " random normal uniform integers standard_normal exponential poisson choice permutation index count join split format".split()
)
_MOST_CALLS = 3  # of functions in functions


def names_of(node: Any, begun: set[str], lists: Container[str] = ()) -> set[str]:
    """All names that may stand for one of these arrays or for a view of it, or for what holds it; `lists`: but for these."""
    found = set(begun)
    pairs: list[tuple[list[ast.expr], ast.expr]] = []
    for n in ast.walk(node):
        if isinstance(n, ast.Assign):
            pairs.append((n.targets, n.value))
        elif isinstance(n, (ast.AnnAssign, ast.NamedExpr)) and n.value is not None:
            pairs.append(([n.target], n.value))
        elif isinstance(n, (ast.For, ast.comprehension)):
            pairs.append(([n.target], n.iter))
        elif isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and n.func.attr in ("append", "extend", "insert") and n.args:
            if not (isinstance(n.func.value, ast.Name) and n.func.value.id in lists):
                pairs.append(([n.func.value], n.args[-1]))
    while True:
        before = len(found)
        for targets, value in pairs:
            given = {t.id for target in targets for t in ast.walk(target) if isinstance(t, ast.Name)}
            if may_be_view(value, found):
                found |= given
            if given & found:
                found |= {n.id for n in ast.walk(value) if isinstance(n, ast.Name) and may_be_view(value, {n.id})}
        if len(found) == before:
            return found


def changed_names(function: FunctionType, node: Any, lists: Container[str] = (), depth: int = 0) -> set[str] | None:
    """The names whose arrays a `def` may change in place; None where a call may change anything. `lists`: names of lists, which may
    get other items, but whose items stay as they are if the name is not among the found ones."""
    found: set[str] = set()
    updated = {id(n.target) for n in ast.walk(node) if isinstance(n, ast.AugAssign)}
    inner: dict[str, Any] = {n.name: n for n in ast.walk(node) if isinstance(n, ast.FunctionDef) and n is not node}
    for n in ast.walk(node):
        if isinstance(n, ast.Assign) and isinstance(n.value, ast.Lambda) and len(n.targets) == 1 and isinstance(n.targets[0], ast.Name):
            inner.setdefault(n.targets[0].id, n.value)
    local = frozenset(function.__code__.co_varnames + function.__code__.co_cellvars + function.__code__.co_freevars)
    for n in ast.walk(node):
        if isinstance(n, ast.Subscript) and not isinstance(n.ctx, ast.Load):
            if isinstance(n.value, ast.Name) and n.value.id in lists and id(n) not in updated:
                continue
            found |= {m.id for m in ast.walk(n.value) if isinstance(m, ast.Name)}
        elif isinstance(n, ast.Attribute) and not isinstance(n.ctx, ast.Load):
            return None
        elif isinstance(n, ast.AugAssign) and isinstance(n.target, ast.Name):
            found.add(n.target.id)
        elif isinstance(n, ast.keyword) and n.arg == "out":
            found |= {m.id for m in ast.walk(n.value) if isinstance(m, ast.Name)}
        elif isinstance(n, ast.Call):
            given = {m.id for a in [*n.args, *(k.value for k in n.keywords)] for m in ast.walk(a) if isinstance(m, ast.Name)}
            called = full_name(n.func, function, local)
            if called:
                if called.rpartition(".")[2] in _STORES or not called.startswith(("numpy.", "math.", "builtins.", "cmath.", "itertools.")):
                    found |= given
            elif isinstance(n.func, ast.Name) and n.func.id in inner:
                continue  # its statements are among those of this `def`
            elif isinstance(n.func, ast.Name) and n.func.id not in local:
                if not _only_reads(_bindings.of_node(function, n.func, local), depth + 1):
                    found |= given
            elif isinstance(n.func, ast.Attribute):
                root = root_of(n.func)
                if n.func.attr in _MUTATORS:
                    if root is n.func.value and isinstance(root, ast.Name) and root.id in lists:
                        continue
                    found |= {root.id} if isinstance(root, ast.Name) else set()
                elif n.func.attr not in _OF_ARRAYS:
                    found |= given | ({root.id} if isinstance(root, ast.Name) else set())
            else:
                found |= given
    for part in inner.values():  # what an inner function stores into may be what it is given
        parameters = {a.arg for a in [*part.args.posonlyargs, *part.args.args, *part.args.kwonlyargs]}
        if parameters & found:
            return None
    return found


def is_held_by_another(node: ast.expr, function: FunctionType, local: frozenset[str]) -> bool:
    """Whether an expression is a call of a method of which nothing says that it gives a new array: `table.get(k)`, `body.place()`."""
    if isinstance(node, ast.IfExp):
        return any(is_held_by_another(part, function, local) for part in (node.body, node.orelse))
    is_method = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and not full_name(node.func, function, local)
    return is_method and node.func.attr not in _OF_ARRAYS  # type: ignore[attr-defined]


def _only_reads(binding: Any, depth: int) -> bool:
    """Whether a function stores into nothing that it is given."""
    from unpython._find_source import SourceNotFound
    from unpython._writing.plainer import find_source

    called = None if binding is None else binding.value
    if not isinstance(called, FunctionType) or depth > _MOST_CALLS:
        return False
    try:
        node = find_source(called).node
    except SourceNotFound:
        return False
    changed = changed_names(called, node, (), depth)
    parameters = called.__code__.co_varnames[: called.__code__.co_argcount + called.__code__.co_kwonlyargcount]
    return changed is not None and not changed & names_of(node, set(parameters))
