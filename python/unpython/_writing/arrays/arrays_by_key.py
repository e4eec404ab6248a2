"""Dicts of arrays that a function makes, as a dict of places and a list of arrays, which array_lists.py knows:

    means[k] = x[y == k].mean(axis=0)        arrays.append(x[y == k].mean(axis=0))
                                             means[k] = len(arrays) - 1
    means[k]                                 arrays[means[k]]
    return means                             {k: arrays[place] for k, place in means.items()}, when the call ends

An array that another one takes the place of stays in the list. A name that is used in any other way stays as it is.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._local_names import local_names
from unpython._records import Joined
from unpython._writing.calls import full_name, with_names
from unpython._writing.nodes import copy_tree, is_name, load, walk
from unpython._writing.rewriter import BlockRewriter, NameRewriter, NoOtherWords

_END = "_arrays_by_key_"
_ALONG = frozenset("mean sum std var min max median prod".split())
_MAKERS = frozenset(f"numpy.{name}" for name in "array zeros ones full empty arange linspace concatenate stack".split())
_OF_KEYS = frozenset(f"builtins.{name}" for name in "len sorted list min max".split())


class _NotByKey(NoOtherWords):
    pass


def is_by_key(name: str) -> bool:
    """Whether a list of arrays was made here."""
    return name.endswith(_END)


def rewritten(function: FunctionType, node: Any) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` without dicts of arrays, the names that came with that, and what free names it relies on."""
    nodes = list(walk(node))
    if not isinstance(node, ast.FunctionDef) or not any(isinstance(n, (ast.Dict, ast.DictComp)) for n in nodes) or any(isinstance(n, ast.Try) for n in nodes):
        return node, frozenset(), []
    own = local_names(function)
    length = _bindings.resolve(function, "len", [])
    if "len" in own or length.target != "builtins.len":
        return node, frozenset(), []
    made = _Named(lambda value: _gives_array(value, function, own))
    begun = copy_tree(node)
    begun.body = made.statements(begun.body)
    names = _dicts(begun, lambda value: _gives_array(value, function, own))
    while names:
        writer = _Writer(function, own, names)
        body = copy_tree(begun.body)
        try:
            begun.body = writer.statements(body)
        except _NotByKey as other:
            names.discard(other.name)
            continue
        return ast.fix_missing_locations(begun), frozenset(writer.made | made.names), [length]
    return node, frozenset(), []


def _gives_array(node: Any, function: FunctionType, own: frozenset[str]) -> bool:
    """Whether a value is an array, as far as its text says."""
    if not isinstance(node, ast.Call):
        return False
    name = full_name(node.func, function, own)
    along = any(k.arg == "axis" for k in node.keywords)
    return name in _MAKERS or (along and (name.startswith("numpy.") or (isinstance(node.func, ast.Attribute) and node.func.attr in _ALONG)))


def _dicts(node: Any, gives_array: Any) -> set[str]:
    """The names that one assignment makes an empty dict, into which only arrays come."""
    nodes = list(walk(node))
    stored = [n.id for n in nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)]
    made = {n.targets[0].id for n in nodes if isinstance(n, ast.Assign) and len(n.targets) == 1 and isinstance(n.targets[0], ast.Name) and _is_empty(n.value)}
    found = {name for name in made if stored.count(name) == 1}
    for f in nodes:
        if isinstance(f, (ast.FunctionDef, ast.Lambda)) and f is not node:
            found -= {n.id for n in walk(f) if isinstance(n, ast.Name)}
    values: dict[str, list[ast.expr]] = {name: [] for name in found}
    for n in nodes:
        for target in n.targets if isinstance(n, ast.Assign) else []:
            if isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name) and target.value.id in values:
                values[target.value.id].append(n.value)  # type: ignore[attr-defined]
    return {name for name, given in values.items() if given and all(map(gives_array, given))}


def _is_empty(node: Any) -> bool:
    return isinstance(node, ast.Dict) and not node.keys


class _Named(BlockRewriter):
    """`d = {k: v for ...}` and `return {k: v for ...}` of arrays as loops."""

    def __init__(self, gives_array: Any):
        self._gives_array = gives_array
        self.names: set[str] = set()

    def _loop(self, at: Any, name: str, value: ast.DictComp) -> list[ast.stmt]:
        body: list[ast.stmt] = [ast.Assign([ast.Subscript(load(name), value.key, ast.Store())], value.value)]
        for number, clause in enumerate(reversed(value.generators)):
            for target in [n for n in walk(clause.target) if isinstance(n, ast.Name)]:
                own = f"_{target.id}_of_{name}_{number}_"
                self.names.add(own)
                body = [with_names(s, target.id, load(own)) for s in body]
                clause.ifs = [with_names(test, target.id, load(own)) for test in clause.ifs]
                target.id = own
            for test in reversed(clause.ifs):
                body = [ast.If(test, body, [])]
            body = [ast.For(clause.target, clause.iter, body, [])]
        made: list[ast.stmt] = [ast.Assign([_stored(name)], ast.Dict([], [])), *body]
        return [ast.fix_missing_locations(ast.copy_location(s, at)) for s in made]

    def visit_Assign(self, node: ast.Assign) -> Any:
        target = node.targets[0]
        if len(node.targets) > 1 or not isinstance(target, ast.Name) or not isinstance(node.value, ast.DictComp):
            return node
        is_of_itself = any(is_name(n, target.id) for n in walk(node.value))
        return node if is_of_itself or not self._gives_array(node.value.value) else self._loop(node, target.id, node.value)

    def visit_Return(self, node: ast.Return) -> Any:
        parts = node.value.elts if type(node.value) is ast.Tuple else [node.value]
        made = parts[0] if parts else None  # what is computed first
        if not isinstance(made, ast.DictComp) or not self._gives_array(made.value):
            return node
        name = f"_dict_{node.lineno}_of_arrays_"
        self.names.add(name)
        given: ast.expr = ast.Tuple([load(name), *parts[1:]], ast.Load()) if type(node.value) is ast.Tuple else load(name)  # type: ignore[list-item]
        return [*self._loop(node, name, made), ast.fix_missing_locations(ast.copy_location(ast.Return(given), node))]

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return node

    visit_Lambda = visit_FunctionDef  # type: ignore[assignment]


def _stored(name: str) -> ast.expr:
    return ast.Name(name, ast.Store())


class _Writer(NameRewriter):
    _wrong = _NotByKey

    def __init__(self, function: FunctionType, own: frozenset[str], names: set[str]):
        self._function = function
        self._own = own
        self._named = names
        self.made: set[str] = set()

    def _arrays(self, name: str) -> ast.expr:
        return load(f"_{name}{_END}")

    def _at(self, name: str, key: ast.expr) -> ast.expr:
        return ast.Subscript(self._arrays(name), ast.Subscript(load(name), key, ast.Load()), ast.Load())

    def visit_Assign(self, node: ast.Assign) -> Any:
        target = node.targets[0]
        name = self._name_of(target)
        if name is not None:
            self.made.add(f"_{name}{_END}")
            arrays = ast.Assign([_stored(f"_{name}{_END}")], ast.List([], ast.Load()))
            return [node, ast.fix_missing_locations(ast.copy_location(arrays, node))]
        name = self._name_of(target.value) if len(node.targets) == 1 and isinstance(target, ast.Subscript) else None
        if name is None:
            return self.generic_visit(node)
        append = ast.Expr(ast.Call(ast.Attribute(self._arrays(name), "append", ast.Load()), [self.visit(node.value)], []))
        last = ast.BinOp(ast.Call(load("len"), [self._arrays(name)], []), ast.Sub(), ast.Constant(1))
        place = ast.Assign([ast.Subscript(load(name), self.visit(target.slice), ast.Store())], last)  # type: ignore[attr-defined]
        return [ast.fix_missing_locations(ast.copy_location(s, node)) for s in (append, place)]

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        if isinstance(node.value, ast.Name) and is_by_key(node.value.id):
            return node  # written before
        name = self._name_of(node.value)
        if name is None:
            return self.generic_visit(node)
        if not isinstance(node.ctx, ast.Load):
            raise _NotByKey(name)
        return ast.copy_location(self._at(name, self.visit(node.slice)), node)

    def visit_Compare(self, node: ast.Compare) -> Any:
        if len(node.ops) == 1 and isinstance(node.ops[0], (ast.In, ast.NotIn)) and self._name_of(node.comparators[0]) is not None:
            node.left = self.visit(node.left)
            return node
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> Any:
        of_keys = len(node.args) == 1 and not node.keywords and self._name_of(node.args[0]) is not None
        if of_keys and full_name(node.func, self._function, self._own) in _OF_KEYS:
            return node
        return self.generic_visit(node)

    def visit_For(self, node: ast.For) -> Any:
        name, pair = self._items(node.iter, node.target)
        if name is not None:
            node.iter = load(name)
            node.target = pair[0]
            value = ast.Assign([pair[1]], self._at(name, _as_read(pair[0])))
            node.body = [ast.fix_missing_locations(ast.copy_location(value, node)), *self.statements(node.body)]
            return ast.fix_missing_locations(node)
        if self._name_of(node.iter) is None:
            node.iter = self.visit(node.iter)
        node.body, node.orelse = self.statements(node.body), self.statements(node.orelse)
        return node

    def _items(self, over: Any, target: Any) -> tuple[str | None, list[Any]]:
        """The dict of `for k, v in d.items()`, and the two names."""
        is_call = isinstance(over, ast.Call) and isinstance(over.func, ast.Attribute) and over.func.attr == "items" and not over.args
        name = self._name_of(over.func.value) if is_call else None
        pair = target.elts if isinstance(target, ast.Tuple) and len(target.elts) == 2 else []
        return (name, pair) if len(pair) == 2 and all(isinstance(e, ast.Name) for e in pair) else (None, [])

    def _comprehension(self, node: Any) -> Any:
        fields = [field for field in ("elt", "key", "value") if hasattr(node, field)]
        for number, clause in enumerate(node.generators):
            name, pair = self._items(clause.iter, clause.target)
            if name is not None:
                clause.iter, clause.target = load(name), pair[0]
                value = self._at(name, _as_read(pair[0]))
                for field in fields:
                    setattr(node, field, with_names(getattr(node, field), pair[1].id, value))
                clause.ifs = [with_names(test, pair[1].id, value) for test in clause.ifs]
                for later in node.generators[number + 1 :]:
                    later.iter, later.ifs = with_names(later.iter, pair[1].id, value), [with_names(t, pair[1].id, value) for t in later.ifs]
            elif self._name_of(clause.iter) is None:
                clause.iter = self.visit(clause.iter)
            clause.ifs = [self.visit(test) for test in clause.ifs]
        for field in fields:
            setattr(node, field, self.visit(getattr(node, field)))
        return ast.fix_missing_locations(node)

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _comprehension

    def visit_Return(self, node: ast.Return) -> Any:
        parts: list[Any] = node.value.elts if type(node.value) is ast.Tuple else [node.value]
        are = [self._name_of(part) is not None for part in parts]
        if not any(are):
            return self.generic_visit(node)
        given = [part.id for part, is_dict in zip(parts, are, strict=True) if is_dict]
        if len(set(given)) < len(given):
            raise _NotByKey(given[0])  # one dict twice
        values: list[ast.expr] = []
        for part, is_dict in zip(parts, are, strict=True):
            values += [part, self._arrays(part.id)] if is_dict else [self.visit(part)]
        joined = Joined("text", values)
        joined.make = _maker(tuple(are), type(node.value) is ast.Tuple)
        return ast.fix_missing_locations(ast.copy_location(ast.Return(ast.copy_location(joined, node)), node))


def _as_read(target: ast.Name) -> ast.expr:
    return load(target.id)


_makers: dict[Any, Any] = {}


def _maker(are: tuple[bool, ...], is_tuple: bool) -> Any:
    """What makes the result: one function for each kind of result."""

    def make(values: tuple[Any, ...]) -> Any:
        rest = iter(values)
        made = []
        for is_dict in are:
            value = next(rest)
            if is_dict:
                arrays = next(rest)
                value = {key: arrays[place] for key, place in value.items()}
            made.append(value)
        return tuple(made) if is_tuple else made[0]

    return _makers.setdefault((are, is_tuple), make)
