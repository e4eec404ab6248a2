"""Dicts of tuples of which some are None, or that are names, as dicts of tuples that are written out, for tuple_entries.py:

    parent = {start: None}              parent, given = {}, {start: False}
    parent[v] = (u, w)                  parent[v] = (u, w); given[v] = True
    parent[v] = cell                    parent[v] = (cell[0], cell[1]); given[v] = True
    at = parent[at]                     if given[at]: at = parent[at]
                                        else: at = None
    u, w = parent[at]                   if not given[at]: raise TypeError(...)
                                        u, w = parent[at]
    pair = best.get(k)                  if k in best: pair = best[k]
                                        else: pair = None

The second dict says where the value is None, and has the order of the keys. Names that may be None are those of flag_nothing.py. A dict
that is used in any other way stays as it is.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._records import Joined
from unpython._writing.dicts.tuple_widths import Widths
from unpython._writing.names import assigned_names
from unpython._writing.nodes import copy_tree, is_item_of, is_name, is_none, is_simple, load, store, walk, ways
from unpython._writing.rewriter import BlockRewriter

_WIDEST = 6
_TAKE = ("len", "sorted", "list", "enumerate", "set", "min", "max")
_NOT_UNPACKED = "cannot unpack non-iterable NoneType object"
_NO_PLACES = "'NoneType' object is not subscriptable"
_LATER = (ast.IfExp, ast.BoolOp, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


class _OtherUse(Exception):
    """A dict is used in a way that has no other words here."""


def rewritten(function: FunctionType, node: Any) -> Any:
    """The `def` with dicts of tuples alone."""
    if not isinstance(node, ast.FunctionDef) or any(isinstance(n, (ast.Global, ast.NamedExpr, ast.Try)) for s in node.body for n in walk(s)):
        return node
    own = frozenset(assigned_names(node.body)) | {a.arg for a in walk(node.args) if isinstance(a, ast.arg)}

    def is_builtin(name: ast.expr, builtin: str) -> bool:
        binding = _bindings.of_node(function, name, own)
        return binding is not None and binding.kind == "library" and binding.target == f"builtins.{builtin}"

    if "TypeError" in own:
        return node
    for name in _found(node, is_builtin):
        widths = Widths(node)
        held = [value for value in _values(node, name) if not is_none(value)]
        found = {widths.of(value) for value in held}
        if len(found) != 1 or not 2 <= (width := found.pop()) <= _WIDEST:
            continue
        made = copy_tree(node)
        writer = _Writer(name, width, len(held) < len(list(_values(node, name))), is_builtin)
        try:
            made.body = writer.statements(made.body)
        except _OtherUse:
            continue
        if writer.is_changed:
            node = ast.fix_missing_locations(made)
    return node


def _found(node: Any, is_builtin: Callable[[ast.expr, str], bool]) -> list[str]:
    """The names that one assignment gives a new dict."""
    nodes = list(walk(node))
    parameters = {n.arg for n in nodes if isinstance(n, ast.arg)}
    found = []
    for n in nodes:
        if not isinstance(n, ast.Assign) or len(n.targets) != 1 or not isinstance(n.targets[0], ast.Name) or n.targets[0].id in parameters:
            continue
        name, value = n.targets[0].id, n.value
        is_empty = isinstance(value, ast.Call) and not value.args and not value.keywords and is_builtin(value.func, "dict")
        if not is_empty and not (isinstance(value, ast.Dict) and None not in value.keys):
            continue
        if sum(is_name(x, name) and not isinstance(x.ctx, ast.Load) for x in nodes) == 1:
            found.append(name)
    return found


def _values(node: Any, name: str) -> list[ast.expr]:
    """What is stored in a dict."""
    found: list[ast.expr] = []
    for n in walk(node):
        if not isinstance(n, ast.Assign):
            continue
        for target in n.targets:
            if is_name(target, name) and isinstance(n.value, ast.Dict):
                found += n.value.values
            elif is_item_of(target, name):
                found += ways(n.value)
    return found


class _Writer(BlockRewriter):
    def __init__(self, name: str, width: int, has_none: bool, is_builtin: Callable[[ast.expr, str], bool]):
        self.name = name
        self.has_none = has_none
        self.is_builtin = is_builtin
        self.is_changed = False
        self._width = width
        self._number = 0

    def keys(self) -> ast.expr:
        """The dict whose keys are those of the dict."""
        return load(f"_{self.name}_has_tuple_" if self.has_none else self.name)

    def flag(self, key: ast.expr) -> ast.expr:
        """Whether there is a tuple at a key, which there is."""
        return ast.Subscript(self.keys(), copy_tree(key), ast.Load())

    def _new(self) -> str:
        self._number += 1
        return f"_{self.name}_held_{self._number}_"

    def _held(self, node: ast.expr, before: list[ast.stmt]) -> ast.expr:
        """An expression that may be computed again."""
        guards: list[ast.expr] = []
        node = self.read(node, guards)
        if guards and any(isinstance(n, ast.Call) for n in walk(node)):
            raise _OtherUse  # which may come before the exception
        before += [self._guard(key, _NO_PLACES) for key in guards]
        if is_simple(node):
            return node
        name = self._new()
        before.append(store(name, node))
        return load(name)

    def read(self, node: Any, guards: list[ast.expr] | None = None) -> Any:
        """An expression in other words; `guards`: where those keys of it go whose tuples must be there."""
        return _Reads(self, guards).visit(node)

    # Statements.

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        if any(self.name in (getattr(n, "id", ""), getattr(n, "arg", ""), getattr(n, "name", "")) for n in walk(node)):
            raise _OtherUse
        return node

    def visit_Assign(self, node: ast.Assign) -> Any:
        target: Any = node.targets[0]
        if len(node.targets) > 1:
            return self._read_all(node)
        if is_name(target, self.name):
            return self._made(node)
        if is_item_of(target, self.name) and isinstance(node.value, ast.IfExp):
            ways_out = (node.value.body, node.value.orelse)
            both: list[ast.stmt] = [ast.copy_location(ast.Assign([copy_tree(target)], way), node) for way in ways_out]
            self.is_changed = True
            return self.visit(ast.copy_location(ast.If(node.value.test, both[:1], both[1:]), node))
        if is_item_of(target, self.name):
            before: list[ast.stmt] = []
            values = [] if is_none(node.value) else self._parts(node.value, before)
            key = self._held(target.slice, before)
            return [*before, *self._stored(key, values)]
        if isinstance(target, ast.Name):
            before = []
            test = self._tested(node.value, before)
            if test is not None:
                self.is_changed = True
                there, key = test
                item = ast.Subscript(load(self.name), copy_tree(key), ast.Load())
                yes, no = (ast.copy_location(store(target.id, value), node) for value in (item, ast.Constant(None)))
                return [*before, ast.If(there, [yes], [no])]
        if isinstance(target, (ast.Tuple, ast.List)) and is_item_of(node.value, self.name) and self.has_none:
            before = []
            key = self._held(node.value.slice, before)
            node.value.slice = key
            node.targets = [self.read(target)]
            return [*before, self._guard(key, _NOT_UNPACKED), node]
        return self._read_all(node)

    def _made(self, node: ast.Assign) -> list[ast.stmt]:
        value: Any = node.value
        pairs: list[tuple[Any, ast.expr]] = list(zip(value.keys, value.values, strict=True)) if isinstance(value, ast.Dict) else []
        if any(is_name(n, self.name) for part in (*value.keys, *value.values) for n in walk(part)) if pairs else False:
            raise _OtherUse
        if not self.has_none and all(isinstance(v, ast.Tuple) for _, v in pairs) and all(_is_constant(k) for k, _ in pairs):
            return [node]
        self.is_changed = True
        if not all(is_simple(part) for pair in pairs for part in pair):
            raise _OtherUse  # all that is in it is computed before any of it is stored
        made: list[ast.stmt] = [store(self.name, ast.Dict([], []))]
        if self.has_none:
            made.append(store(self.keys().id, ast.Dict([], [])))  # type: ignore[attr-defined]
        for key, held in pairs:
            made += self._stored(key, [] if is_none(held) else self._parts(held, made))
        return made

    def _parts(self, value: ast.expr, before: list[ast.stmt]) -> list[ast.expr]:
        """The parts of a tuple."""
        if isinstance(value, ast.Tuple):
            return [self._held(part, before) for part in value.elts]
        self.is_changed = True
        held = self._held(value, before)
        if not isinstance(held, ast.Name):
            name = self._new()
            before.append(store(name, held))
            held = load(name)
        return [ast.Subscript(copy_tree(held), ast.Constant(i), ast.Load()) for i in range(self._width)]

    def _stored(self, key: ast.expr, values: list[ast.expr]) -> list[ast.stmt]:
        made: list[ast.stmt] = []
        if values:
            made.append(ast.Assign([ast.Subscript(load(self.name), copy_tree(key), ast.Store())], ast.Tuple(values, ast.Load())))
        if self.has_none:
            self.is_changed = True
            made.append(ast.Assign([ast.Subscript(self.keys(), copy_tree(key), ast.Store())], ast.Constant(bool(values))))
        return made

    def _tested(self, node: Any, before: list[ast.stmt]) -> tuple[ast.expr, ast.expr] | None:
        """Whether there is a tuple, and the key, of d[k] and d.get(k) that may be None."""
        if is_item_of(node, self.name) and self.has_none:
            key = self._held(node.slice, before)
            return self.flag(key), key
        if not self.is_get(node):
            return None
        key = self._held(node.args[0], before)
        return self.got(key), key

    def is_get(self, node: Any) -> bool:
        """d.get(k)"""
        is_method = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get"
        return is_method and is_name(node.func.value, self.name) and len(node.args) == 1 and not node.keywords

    def got(self, key: ast.expr) -> ast.expr:
        """Whether d.get(key) is a tuple."""
        self.is_changed = True
        there: ast.expr = ast.Compare(copy_tree(key), [ast.In()], [self.keys()])
        return ast.BoolOp(ast.And(), [there, self.flag(key)]) if self.has_none else there

    def _guard(self, key: ast.expr, message: str) -> ast.stmt:
        self.is_changed = True
        wrong = ast.Raise(ast.Call(load("TypeError"), [ast.Constant(message)], []), None)
        return ast.If(ast.UnaryOp(ast.Not(), self.flag(key)), [wrong], [])

    def _read_all(self, node: Any) -> Any:
        """The expressions of a statement."""
        guards: list[ast.expr] | None = [] if isinstance(node, (ast.Assign, ast.AugAssign, ast.Expr, ast.Return, ast.If)) else None
        fields = [(field, value) for field, value in ast.iter_fields(node) if field not in ("body", "orelse", "finalbody", "handlers")]
        for field, value in fields:
            if isinstance(value, ast.expr):
                setattr(node, field, self.read(value, guards))
            elif isinstance(value, list):
                setattr(node, field, [self.read(v, guards) for v in value])
            elif isinstance(value, ast.AST):
                setattr(node, field, self.read(value, guards))
        if guards and sum(isinstance(n, ast.Call) for _, value in fields if isinstance(value, ast.AST) for n in walk(value)) > 1:
            raise _OtherUse  # which may come before the exception
        made = super().generic_visit(node)
        return [*(self._guard(key, _NO_PLACES) for key in guards), made] if guards else made

    generic_visit = _read_all

    def visit_For(self, node: ast.For) -> Any:
        over: Any = node.iter
        if self.has_none and is_name(over, self.name):
            node.iter = self.keys()
        is_method = isinstance(over, ast.Call) and isinstance(over.func, ast.Attribute) and is_name(over.func.value, self.name) and not over.args
        if not self.has_none or not is_method or over.func.attr not in ("items", "values"):
            return self._read_all(node)
        self.is_changed = True
        key, value = ast.Name(self._new(), ast.Store()), node.target
        if over.func.attr == "items":
            if not isinstance(value, ast.Tuple) or len(value.elts) != 2:
                raise _OtherUse
            key, value = value.elts  # type: ignore[assignment]
        if not all(isinstance(n, (ast.Name, ast.Tuple)) for n in walk(key)):
            raise _OtherUse
        at = copy_tree(key)
        for n in walk(at):
            n.ctx = ast.Load()  # type: ignore[attr-defined]
        node.target, node.iter = key, self.keys()
        first = self.visit(ast.Assign([value], ast.Subscript(load(self.name), at, ast.Load())))
        begun = [ast.copy_location(s, node) for s in (first if isinstance(first, list) else [first])]
        node.body, node.orelse = [*begun, *self.statements(node.body)], self.statements(node.orelse)
        return node

    def visit_If(self, node: Any) -> Any:
        node.test = self._truth(node.test)
        return self._read_all(node)

    visit_While = visit_If

    def _truth(self, node: Any) -> Any:
        """`if d[k]:` and `if d.get(k):`, of tuples with something in them."""
        before: list[ast.stmt] = []
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            node.operand = self._truth(node.operand)
            return node
        test = self._tested(node, before)
        if before:
            raise _OtherUse
        return node if test is None else ast.copy_location(test[0], node)

    def visit_Delete(self, node: ast.Delete) -> Any:
        if self.has_none:
            for target in node.targets:
                if is_item_of(target, self.name):
                    target.value = self.keys()
        return self._read_all(node)

    def visit_Return(self, node: ast.Return) -> Any:
        whole: Any = node.value
        parts = whole.elts if type(whole) is ast.Tuple else [whole]
        are = tuple(is_name(part, self.name) for part in parts)
        if not self.has_none or sum(are) != 1:
            return self._read_all(node)
        values: list[ast.expr] = []
        for part, is_dict in zip(parts, are, strict=True):
            values += [self.keys(), part] if is_dict else [self.read(part)]
        joined = Joined("text", values)
        joined.make = _maker(are, type(whole) is ast.Tuple)
        node.value = ast.copy_location(joined, node)
        return node


class _Reads(ast.NodeTransformer):
    """Expressions that read the dict."""

    def __init__(self, of: _Writer, guards: list[ast.expr] | None):
        self._of = of
        self._guards = guards
        self._known: frozenset[str] = frozenset()  # keys at which there is a tuple

    def visit_Name(self, node: ast.Name) -> Any:
        if node.id == self._of.name and self._of.has_none:
            raise _OtherUse
        return node

    def _asked(self, node: Any) -> tuple[ast.expr, bool, str] | None:
        """`d[k] is None` and its kin: whether there is a tuple, whether that is asked for, the key."""
        if not isinstance(node, ast.Compare) or len(node.ops) != 1 or not is_none(node.comparators[0]) or not isinstance(node.ops[0], (ast.Is, ast.IsNot)):
            return None
        is_item = is_item_of(node.left, self._of.name) and self._of.has_none
        if not is_item and not self._of.is_get(node.left):
            return None
        key = node.left.slice if is_item else node.left.args[0]  # type: ignore[attr-defined]
        if not is_simple(key):
            raise _OtherUse
        key = self.visit(key)
        return self._of.flag(key) if is_item else self._of.got(key), isinstance(node.ops[0], ast.IsNot), ast.dump(key)

    def visit_Compare(self, node: ast.Compare) -> Any:
        asked = self._asked(node)
        if asked is not None:
            return ast.copy_location(asked[0] if asked[1] else ast.UnaryOp(ast.Not(), asked[0]), node)
        if len(node.ops) == 1 and isinstance(node.ops[0], (ast.In, ast.NotIn)) and is_name(node.comparators[0], self._of.name):
            return ast.copy_location(ast.Compare(self.visit(node.left), node.ops, [self._of.keys()]), node)
        return self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> Any:
        before, guards = self._known, self._guards
        for i, value in enumerate(node.values):
            asked = self._asked(value)
            node.values[i] = self.visit(value)
            if asked is not None and asked[1] == isinstance(node.op, ast.And):
                self._known |= {asked[2]}
            self._guards = None
        self._known, self._guards = before, guards
        return node

    def generic_visit(self, node: Any) -> Any:
        if not isinstance(node, _LATER):
            return super().generic_visit(node)
        guards, self._guards = self._guards, None
        made = super().generic_visit(node)
        self._guards = guards
        return made

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        """d[k][0]"""
        if not self._of.has_none or not is_item_of(node.value, self._of.name):
            return self.generic_visit(node)
        key, is_place = node.value.slice, isinstance(node.slice, ast.Constant) and type(node.slice.value) is int
        if not is_simple(key) or not is_place or not isinstance(node.ctx, ast.Load):
            raise _OtherUse
        if ast.dump(key) not in self._known:
            if self._guards is None:
                raise _OtherUse
            self._guards.append(key)
        return node

    def visit_Call(self, node: ast.Call) -> Any:
        if not self._of.has_none:
            return self.generic_visit(node)
        if node.args and is_name(node.args[0], self._of.name) and any(self._of.is_builtin(node.func, name) for name in _TAKE):
            node.args[0] = self._of.keys()
        called = node.func
        if isinstance(called, ast.Attribute) and called.attr == "keys" and is_name(called.value, self._of.name) and not node.args:
            return self._of.keys()
        return self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> Any:
        if self._of.has_none and is_name(node.iter, self._of.name):
            node.iter = self._of.keys()
        return self.generic_visit(node)


def _is_constant(node: Any) -> bool:
    return all(map(_is_constant, node.elts)) if isinstance(node, ast.Tuple) else isinstance(node, ast.Constant)


_makers: dict[Any, Callable[[tuple[Any, ...]], Any]] = {}


def _maker(are: tuple[bool, ...], is_tuple: bool) -> Callable[[tuple[Any, ...]], Any]:
    """What makes the result: one function for each kind of result."""

    def make(values: tuple[Any, ...]) -> Any:
        rest = iter(values)
        made = []
        for is_dict in are:
            value = next(rest)
            tuples = next(rest) if is_dict else None
            made.append({key: tuples[key] if there else None for key, there in value.items()} if tuples is not None else value)
        return tuple(made) if is_tuple else made[0]

    return _makers.setdefault((are, is_tuple), make)
