"""A plain object that a function makes once and of which it uses nothing but the fields, as a name for each field:

    p = Particle(np.zeros(2))                _p_pos_of_object_, _p_trail_of_object_ = np.zeros(2), []
    p.trail.append(p.pos.copy())             _p_trail_of_object_.append(_p_pos_of_object_.copy())

So a field may be a list of arrays, which arrays/array_lists.py knows by a name. An object to which nothing is appended, one with methods,
and one that is used in any other way stay as they are. Asked only where a function was refused as it is.
"""

from __future__ import annotations

import ast
import dataclasses
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._find_source import SourceNotFound
from unpython._local_names import local_names
from unpython._writing.nodes import copy_tree, is_name, load, store, walk
from unpython._writing.rewriter import BlockRewriter

_END = "_of_object_"
_PLAIN = (bool, int, float, str, type(None))
_EMPTY: dict[Any, Any] = {list: lambda: ast.List([], ast.Load()), dict: lambda: ast.Dict([], [])}
_SPECIAL = frozenset("__setattr__ __getattribute__ __getattr__ __delattr__ __slots__ __new__ __post_init__ __del__".split())
_Values = list[tuple[str, ast.expr]]


def is_of_field(name: str) -> bool:
    """Whether a name was made here."""
    return name.endswith(_END)


def rewritten(function: FunctionType, node: Any) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` without such objects, the names that came with it, and what free names it relies on."""
    if not isinstance(node, ast.FunctionDef):
        return node, frozenset(), []
    own = local_names(function)
    made: Any = node
    names: set[str] = set()
    before: list[_Fields] = []
    used: list[_bindings.Binding] = []
    for statement in node.body:
        target = statement.targets[0] if isinstance(statement, ast.Assign) and len(statement.targets) == 1 else None
        if not isinstance(target, ast.Name) or not isinstance(statement.value, ast.Call):  # type: ignore[attr-defined]
            continue
        binding = _bindings.of_node(function, statement.value.func, own)  # type: ignore[attr-defined]
        is_plain = binding is not None and _is_plain(binding.value)
        values = _fields(function, binding.value, statement.value, own) if is_plain else None  # type: ignore[attr-defined, union-attr]
        if values is None or any(name.startswith("__") for name, _ in values) or not _is_by_field(node, statement, target.id, {name for name, _ in values}):
            continue
        assert binding is not None
        used.append(binding)
        fields = {name: f"_{target.id}_{name}{_END}" for name, _ in values}
        names |= {*fields.values()}
        for others in before:
            values = [(name, others.visit(copy_tree(value))) for name, value in values]
        writer = _Writer(target.id, fields, values)
        before.append(_Fields(target.id, fields))
        made = copy_tree(made)
        made.body = writer.statements(made.body)
    return (ast.fix_missing_locations(made), frozenset(names), used) if names else (node, frozenset(), [])


def _is_plain(kind: Any) -> bool:
    return type(kind) is type and kind.__mro__ == (kind, object) and not _SPECIAL & kind.__dict__.keys() and kind.__module__ != "builtins"


def _fields(function: FunctionType, kind: Any, call: ast.Call, own: frozenset[str]) -> _Values | None:
    """The values of the fields of a new object, in the order in which they are computed."""
    if any(isinstance(a, ast.Starred) for a in call.args) or any(k.arg is None for k in call.keywords):
        return None
    if any(hasattr(type(value), "__set__") for value in kind.__dict__.values() if type(value).__name__ not in ("getset_descriptor", "member_descriptor")):
        return None
    if dataclasses.is_dataclass(kind):
        return _of_dataclass(kind, call)
    return _of_init(function, kind, call, own)


def _of_dataclass(kind: Any, call: ast.Call) -> _Values | None:
    fields = dataclasses.fields(kind)
    code = getattr(kind.__init__, "__code__", None)
    is_made = code is not None and code.co_filename == "<string>" and code.co_argcount == len(fields) + 1  # not one of the program's
    if not is_made or not all(f.init and not f.kw_only for f in fields) or len(call.args) > len(fields):
        return None
    found: _Values = [(f.name, a) for f, a in zip(fields, call.args, strict=False)]
    found += [(k.arg or "", k.value) for k in call.keywords]
    if len({name for name, _ in found}) < len(found) or not {name for name, _ in found} <= {f.name for f in fields}:
        return None
    for f in fields[len(call.args) :]:
        if any(name == f.name for name, _ in found):
            continue
        default: Any = f.default
        if type(default) in _PLAIN:
            found.append((f.name, ast.Constant(default)))
        elif f.default_factory in _EMPTY:
            found.append((f.name, _EMPTY[f.default_factory]()))
        else:
            return None
    return found


def _of_init(function: FunctionType, kind: Any, call: ast.Call, own: frozenset[str]) -> _Values | None:
    """Of `def __init__(self): self.t = []`, without arguments."""
    from unpython._writing.plainer import find_source

    init = kind.__dict__.get("__init__")
    if not isinstance(init, FunctionType) or init.__globals__ is not function.__globals__ or call.args or call.keywords:
        return None
    try:
        node: Any = find_source(init).node
    except SourceNotFound:
        return None
    if not isinstance(node, ast.FunctionDef) or sum(isinstance(n, ast.arg) for n in walk(node.args)) != 1:
        return None
    own_name = node.args.args[0].arg if node.args.args else ""
    found: _Values = []
    for statement in node.body:
        target = statement.targets[0] if isinstance(statement, ast.Assign) and len(statement.targets) == 1 else None
        if not isinstance(target, ast.Attribute) or not is_name(target.value, own_name):
            return None
        value = statement.value  # type: ignore[attr-defined]
        if any(isinstance(n, ast.Name) and (n.id in own or n.id == own_name) for n in walk(value)) or any(name == target.attr for name, _ in found):
            return None
        found.append((target.attr, copy_tree(value)))
    return found


def _is_by_field(node: Any, made: ast.stmt, name: str, fields: set[str]) -> bool:
    """Whether a name is given one object, of which its fields alone are used, from there on, and something is appended to one of them."""
    nodes = list(walk(node))
    by_field = {id(n.value) for n in nodes if isinstance(n, ast.Attribute) and n.attr in fields and not isinstance(n.ctx, ast.Del)}
    uses = [n for n in nodes if is_name(n, name)]
    own = {id(t) for t in made.targets}  # type: ignore[attr-defined]
    if any(id(n) not in by_field and id(n) not in own for n in uses):
        return False
    before = [n for s in node.body[: node.body.index(made)] for n in walk(s)] + list(walk(made.value))  # type: ignore[attr-defined]
    inside = [m for f in nodes if isinstance(f, (ast.FunctionDef, ast.Lambda, ast.ClassDef)) and f is not node for m in walk(f)]
    if any(is_name(n, name) for n in [*before, *inside]) or any(isinstance(n, ast.arg) and n.arg == name for n in nodes):
        return False
    return any(
        isinstance(n, ast.Attribute) and n.attr == "append" and isinstance(n.value, ast.Attribute) and is_name(n.value.value, name) for n in nodes
    )


class _Writer(BlockRewriter):
    def __init__(self, name: str, fields: dict[str, str], values: _Values):
        self._fields = _Fields(name, fields)
        self._names = fields
        self._name = name
        self._values = values

    def visit(self, node: ast.AST) -> Any:
        target = node.targets[0] if isinstance(node, ast.Assign) else None
        if is_name(target, self._name):
            return [ast.fix_missing_locations(ast.copy_location(store(self._names[field], value), node)) for field, value in self._values]
        return self._fields.visit(node)


class _Fields(ast.NodeTransformer):
    def __init__(self, name: str, fields: dict[str, str]):
        self._name = name
        self._names = fields

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        if is_name(node.value, self._name):
            made = load(self._names[node.attr])
            made.ctx = node.ctx  # type: ignore[attr-defined]
            return ast.copy_location(made, node)
        return self.generic_visit(node)
