"""Attributes of functions inside a function, as names, for plainer.py:

    def f(x):                               def f(x):
        f.calls += 1                            nonlocal _attribute_calls_of_f_
        return x * x                            _attribute_calls_of_f_ += 1; return x * x
    f.calls = 0                             _attribute_calls_of_f_ = 0

Each attribute gets its first value right behind the `def`. functions/closures.py knows what they are of a function that a maker gives,
as a decorator does.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._find_source import SourceNotFound, find_source
from unpython._local_names import local_names
from unpython._writing.nodes import copy_tree, walk

_ValueOf = Callable[[ast.expr], Any]


def rewritten(function: FunctionType, node: Any) -> tuple[Any, set[str], list[Any]]:
    """The `def`, names that came with it, and no free names."""
    if not isinstance(node, ast.FunctionDef):
        return node, set(), []
    made = copy_tree(node)
    own = local_names(function)

    def value_of(named: ast.expr) -> Any:
        binding = _bindings.of_node(function, named, own) if isinstance(named, (ast.Name, ast.Attribute)) else None
        return None if binding is None else binding.value

    names = _written(made, value_of)
    for s in [s for s in made.body if isinstance(s, ast.FunctionDef)]:
        names |= _written(s, value_of)  # a maker inside
    is_named = _with_names(made, value_of)
    return (ast.fix_missing_locations(made) if names or is_named else node), names, []


def name_of(attribute: str, function: str) -> str:
    return f"_attribute_{attribute}_of_{function}_"


def attribute_of(name: str, function: str) -> str:
    """The attribute of a function that a name stands for; empty where it is another name."""
    begin, end = "_attribute_", f"_of_{function}_"
    return name[len(begin) : -len(end)] if name.startswith(begin) and name.endswith(end) else ""


def _with_names(node: ast.FunctionDef, value_of: _ValueOf) -> bool:
    """Writes f.__name__ as a text; whether there was one."""
    found = False
    makers = {s.name: s for s in node.body if isinstance(s, ast.FunctionDef)}
    for s in makers.values():
        if _is_given_elsewhere(node, s.name) or not all(_keeps_name(d, makers, value_of) for d in s.decorator_list):
            continue
        writer = _Names(s.name, {"__name__": ""})
        node.body = [writer.visit(statement) for statement in node.body]
        found |= writer.is_found
    return found


def _keeps_name(decorator: ast.expr, makers: dict[str, ast.FunctionDef], value_of: _ValueOf) -> bool:
    """Whether what a decorator gives has the name of what it is given: by functools.wraps."""
    maker: Any = makers.get(decorator.id) if isinstance(decorator, ast.Name) else None
    value = value_of(decorator) if maker is None else None
    if isinstance(value, FunctionType):
        try:
            maker = find_source(value).node
        except SourceNotFound:
            return False
    if not isinstance(maker, ast.FunctionDef) or len(maker.args.args) != 1 or not isinstance(maker.body[-1], ast.Return):
        return False
    returned = maker.body[-1].value
    inner = [s for s in maker.body if isinstance(s, ast.FunctionDef) and isinstance(returned, ast.Name) and s.name == returned.id]
    wraps: Any = inner[0].decorator_list[0] if len(inner) == 1 and len(inner[0].decorator_list) == 1 else None
    is_call = isinstance(wraps, ast.Call) and len(wraps.args) == 1 and isinstance(wraps.args[0], ast.Name) and wraps.args[0].id == maker.args.args[0].arg
    if not is_call or sum("__name__" in ast.dump(s) for s in maker.body):
        return False
    named = wraps.func
    around = value.__globals__ if isinstance(value, FunctionType) else None
    found = value_of(named) if around is None else _found(named, around)
    return found is functools.wraps


def _found(named: Any, around: dict[str, Any]) -> Any:
    """What wraps or functools.wraps stands for in a module."""
    if isinstance(named, ast.Attribute) and isinstance(named.value, ast.Name):
        return getattr(around.get(named.value.id), named.attr, None)
    return around.get(named.id) if isinstance(named, ast.Name) else None


def _written(node: ast.FunctionDef, value_of: _ValueOf) -> set[str]:
    """The names that stand for attributes now: the `def` is changed."""
    names: set[str] = set()
    for place, s in enumerate(node.body):
        is_plain = isinstance(s, ast.FunctionDef) and all(isinstance(d, ast.Call) and value_of(d.func) is functools.wraps for d in s.decorator_list)
        if isinstance(s, ast.FunctionDef) and is_plain and not _is_given_elsewhere(node, s.name):
            first = [n for statement in node.body[place + 1 :] for n in [_store_of(statement, s.name)]]
            attributes = set(first[: first.index("")] if "" in first else first)
            names |= _as_names(node, s.name, attributes) if attributes else set()
    return names


def _is_given_elsewhere(node: ast.FunctionDef, name: str) -> bool:
    """Whether a name stands for something else, too."""
    nodes = list(walk(node))
    stored = sum(isinstance(n, ast.Name) and n.id == name and not isinstance(n.ctx, ast.Load) for n in nodes)
    stored += sum(isinstance(n, ast.arg) and n.arg == name for n in nodes)
    return stored > 0 or sum(isinstance(n, ast.FunctionDef) and n.name == name for n in nodes) > 1


def _store_of(node: ast.stmt, name: str) -> str:
    """The attribute that `f.calls = 0` gives a value; empty for all other statements."""
    target = node.targets[0] if isinstance(node, ast.Assign) and len(node.targets) == 1 else None
    is_store = isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and target.value.id == name
    is_known = is_store and not any(isinstance(n, ast.Name) and n.id == name for n in walk(node.value))  # type: ignore[attr-defined]
    return target.attr if is_known and not target.attr.startswith("__") else ""  # type: ignore[union-attr]


def _as_names(node: ast.FunctionDef, function: str, attributes: set[str]) -> set[str]:
    names = {attribute: name_of(attribute, function) for attribute in attributes}
    writer = _Names(function, names)
    node.body = [writer.visit(s) for s in node.body]
    for inner in [n for s in node.body for n in walk(s) if isinstance(n, ast.FunctionDef)]:
        stored = {n.id for s in inner.body for n in walk(s) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)} & {*names.values()}
        if stored:
            inner.body.insert(0, ast.copy_location(ast.Nonlocal(sorted(stored)), inner.body[0]))
    return {*names.values()}


class _Names(ast.NodeTransformer):
    def __init__(self, function: str, names: dict[str, str]):
        self._function, self._names = function, names
        self.is_found = False

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        is_known = isinstance(node.value, ast.Name) and node.value.id == self._function and node.attr in self._names
        if is_known and not self._names[node.attr]:
            self.is_found = True
            return ast.copy_location(ast.Constant(self._function), node)
        return ast.copy_location(ast.Name(self._names[node.attr], node.ctx), node) if is_known else self.generic_visit(node)
