"""Dicts of tuples that a function makes, as a dict for each place of the tuples:

    steps = {"N": (0, 1), "E": (1, 0)}          steps0 = {"N": 0, "E": 1}; steps1 = {"N": 1, "E": 0}
    best[k] = (cost, at)                        best0[k] = cost; best1[k] = at
    dx, dy = steps[c]                           dx, dy = steps0[c], steps1[c]
    for k, (cost, at) in best.items():          for k in best0: cost, at = best0[k], best1[k]
    sorted(best.items())                        sorted([(k, (best0[k], best1[k])) for k in best0])
    max(best.values(), key=lambda t: t[0])      k = max(best0, key=lambda k: best0[k]); (best0[k], best1[k])
    at = {c: (i, j) for ...}                    at0, at1 = {}, {}; for ...: at0[c] = i; at1[c] = j
    for k, v in list(best.items()):             keys = list(best0); lists of what they have; a loop over these

All tuples of one dict are written out, and of one length. A name that is used in any other way stays as it is.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._records import Joined
from unpython._writing.calls import with_names, with_own_targets
from unpython._writing.dicts.nested_reads import is_given
from unpython._writing.names import assigned_names
from unpython._writing.nodes import copy_tree, is_name, load, store, walk
from unpython._writing.rewriter import TestRewriter

_WIDEST = 6
_AT_ONCE = ("sorted", "list", "max", "min")
_TAKE = ("len", "sorted", "list", "enumerate", "max", "min", "set")


class _NotSplit(Exception):
    """A dict of tuples is used in a way that no dicts of their places stand for."""


def rewritten(function: FunctionType, node: Any) -> Any:
    """The `def` without dicts of tuples."""
    if not isinstance(node, ast.FunctionDef) or any(isinstance(n, (ast.Global, ast.NamedExpr)) for s in node.body for n in walk(s)):
        return node
    own = frozenset(assigned_names(node.body)) | {a.arg for a in walk(node.args) if isinstance(a, ast.arg)}

    def is_builtin(name: ast.expr, builtin: str) -> bool:
        binding = _bindings.of_node(function, name, own)
        return binding is not None and binding.kind == "library" and binding.target == f"builtins.{builtin}"

    for name, width in _found(node, is_builtin).items():
        try:
            made = copy_tree(node)
            made.body = _Splitter(name, width, is_builtin, any(isinstance(n, ast.Try) for n in walk(made))).statements(made.body)
        except _NotSplit:
            continue
        node = ast.fix_missing_locations(made)
    return node


def _found(node: Any, is_builtin: Callable[[ast.expr, str], bool]) -> dict[str, int]:
    """The names that stand for new dicts of tuples, with the length of these."""
    nodes = list(walk(node))
    parameters = {n.arg for n in nodes if isinstance(n, ast.arg)}
    found: dict[str, int] = {}
    for n in nodes:
        if not isinstance(n, ast.Assign) or len(n.targets) != 1 or not isinstance(n.targets[0], ast.Name) or n.targets[0].id in parameters:
            continue
        name, value = n.targets[0].id, n.value
        is_empty = isinstance(value, ast.Call) and not value.args and not value.keywords and is_builtin(value.func, "dict")
        held: list[ast.expr] = [value.value] if isinstance(value, ast.DictComp) else []
        if isinstance(value, ast.Dict) and None not in value.keys:
            held = list(value.values)
        if not is_empty and not isinstance(value, (ast.Dict, ast.DictComp)):
            continue
        held += [
            s.value for s in nodes
            if isinstance(s, ast.Assign) and len(s.targets) == 1 and isinstance(s.targets[0], ast.Subscript) and is_name(s.targets[0].value, name)
        ]  # fmt: skip
        stores = sum(is_name(x, name) and not isinstance(x.ctx, ast.Load) for x in nodes)
        widths = {len(h.elts) if type(h) is ast.Tuple and not any(isinstance(e, ast.Starred) for e in h.elts) else 0 for h in held}
        if stores == 1 and len(widths) == 1 and 2 <= (width := widths.pop()) <= _WIDEST:
            found[name] = width
    return found


def _is_simple(node: ast.expr) -> bool:
    if isinstance(node, ast.Tuple):
        return all(map(_is_simple, node.elts))
    is_minus = isinstance(node, ast.UnaryOp) and isinstance(node.operand, ast.Constant)
    return isinstance(node, (ast.Name, ast.Constant)) or is_minus


def _is_constant(node: Any) -> bool:
    return all(map(_is_constant, node.elts)) if isinstance(node, ast.Tuple) else isinstance(node, ast.Constant)


def _place(node: ast.expr) -> int | None:
    """The number that a subscript is."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        place = _place(node.operand)
        return None if place is None else -place
    return node.value if isinstance(node, ast.Constant) and type(node.value) is int else None


class _Splitter(TestRewriter):
    def __init__(self, name: str, width: int, is_builtin: Callable[[ast.expr, str], bool], may_catch: bool):
        self._may_catch = may_catch
        self._name = name
        self._width = width
        self._is_builtin = is_builtin
        self._number = 0

    def _new(self) -> str:
        self._number += 1
        return f"_{self._name}_part_{self._number}_"

    def _dict(self, place: int) -> ast.expr:
        return ast.Name(f"_{self._name}_place_{place}_", ast.Load())

    def _items(self, key: ast.expr) -> ast.Tuple:
        """What the tuple of a key holds."""
        return ast.Tuple([ast.Subscript(self._dict(i), copy_tree(key), ast.Load()) for i in range(self._width)], ast.Load())

    def _held(self, part: ast.expr, before: list[ast.stmt]) -> ast.expr:
        if _is_simple(part):
            return part
        name = self._new()
        before.append(ast.Assign([ast.Name(name, ast.Store())], part))
        return ast.Name(name, ast.Load())

    # Statements.

    def visit_Assign(self, node: ast.Assign) -> Any:
        target: Any = node.targets[0]
        if len(node.targets) == 1 and is_name(target, self._name):
            return self._made(node.value)
        if len(node.targets) == 1 and isinstance(target, ast.Subscript) and is_name(target.value, self._name):
            before: list[ast.stmt] = []
            values = [self._held(self.visit(e), before) for e in node.value.elts]  # type: ignore[attr-defined]
            key = self._held(self.visit(target.slice), before)
            return [*before, *self._stored(key, values)]
        before = []
        node.value = self._read(node.value, before)
        node.targets = [self.visit(t) for t in node.targets]
        return [*before, node]

    def _stored(self, key: ast.expr, values: list[ast.expr]) -> list[ast.stmt]:
        return [ast.Assign([ast.Subscript(self._dict(i), copy_tree(key), ast.Store())], value) for i, value in enumerate(values)]

    def _made(self, value: Any) -> list[ast.stmt]:
        if any(is_name(n, self._name) for n in walk(value)):
            raise _NotSplit
        stores: list[Any] = [ast.Name(self._dict(i).id, ast.Store()) for i in range(self._width)]  # type: ignore[attr-defined]
        if isinstance(value, ast.Dict) and all(
            _is_constant(k) and all(map(_is_simple, v.elts))  # type: ignore[attr-defined]
            for k, v in zip(value.keys, value.values, strict=True)
        ):
            return [
                ast.Assign([store], ast.Dict(copy_tree(value.keys), [v.elts[i] for v in value.values]))  # type: ignore[attr-defined]
                for i, store in enumerate(stores)
            ]
        made: list[ast.stmt] = [ast.Assign([store], ast.Dict([], [])) for store in stores]
        if isinstance(value, ast.Dict) and value.keys or isinstance(value, ast.DictComp):
            if self._may_catch:  # a dict of which a part is made would be seen
                raise _NotSplit
            return [*made, *(self._entered(value.keys, value.values) if isinstance(value, ast.Dict) else [self._made_in_loop(value)])]
        return made

    def _entered(self, keys: list[Any], rows: list[Any]) -> list[ast.stmt]:
        """Keys and tuples, one after the other, as a dict that is written out enters them."""
        made: list[ast.stmt] = []
        for key, row in zip(keys, rows, strict=True):
            held = self._held(self.visit(key), made)
            values = [self._held(self.visit(e), made) for e in row.elts]
            made += self._stored(held, values)
        return made

    def _made_in_loop(self, node: ast.DictComp) -> ast.stmt:
        """A comprehension as a loop, whose names are others."""
        own = {n.id for clause in node.generators for n in walk(clause.target) if isinstance(n, ast.Name)}
        if any(is_given(name, node) > 1 for name in own) or any(isinstance(n, ast.Lambda) for n in walk(node)):
            raise _NotSplit
        row: Any = with_own_targets(ast.Tuple([node.key, node.value], ast.Load()), node.generators, lambda name, number: f"_{self._name}_of_{name}_{number}_")
        body = self._entered([row.elts[0]], [row.elts[1]])
        for clause in reversed(node.generators):
            for test in reversed(clause.ifs):
                body = [ast.If(self._truth(test), body, [])]
            body = [ast.For(clause.target, self.visit(clause.iter), body, [])]
        return body[0]

    def _read(self, node: Any, before: list[ast.stmt]) -> ast.expr:
        """d[k] as a tuple: k is computed once."""
        if isinstance(node, ast.Subscript) and is_name(node.value, self._name):
            return self._items(self._held(self.visit(node.slice), before))
        is_item = isinstance(node, ast.Subscript) and _place(node.slice) == 1
        if (chosen := self._chosen(node.value if is_item else node)) is not None and (chosen[1] or not is_item):
            key = self._held(chosen[0], before)
            return ast.Tuple([key, self._items(key)], ast.Load()) if chosen[1] and not is_item else self._items(key)
        is_get = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get" and is_name(node.func.value, self._name)
        if is_get and len(node.args) == 2 and isinstance(node.args[1], ast.Tuple) and all(map(_is_simple, node.args[1].elts)):
            node.args[0] = self._held(self.visit(node.args[0]), before)
        return self.visit(node)

    def _of_dict(self, node: Any) -> str:
        """Which of items() and values() of the dict it is."""
        is_method = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and is_name(node.func.value, self._name)
        return node.func.attr if is_method and not node.args and not node.keywords and node.func.attr in ("items", "values") else ""

    def _chosen(self, node: Any) -> tuple[ast.expr, bool] | None:
        """The key of max(d.values(), key=lambda t: ...), and whether the key is part of what that gives."""
        if not isinstance(node, ast.Call) or len(node.args) != 1 or [k.arg for k in node.keywords] != ["key"] or not (what := self._of_dict(node.args[0])):
            return None
        order = node.keywords[0].value
        if not (self._is_builtin(node.func, "max") or self._is_builtin(node.func, "min")) or not isinstance(order, ast.Lambda):
            return None
        parameters = [a.arg for a in walk(order.args) if isinstance(a, ast.arg)]
        if len(parameters) != 1 or not order.args.args or order.args.defaults or any(isinstance(n, (ast.Lambda, ast.comprehension)) for n in walk(order.body)):
            return None
        name = self._new()
        row = self._items(load(name))
        if what == "items":
            row = ast.Tuple([load(name), row], ast.Load())
        body = self.visit(with_names(order.body, parameters[0], row))
        by = ast.Lambda(ast.arguments([], [ast.arg(name)], None, [], [], None, []), body)
        return ast.copy_location(ast.Call(node.func, [self._dict(0)], [ast.keyword("key", by)]), node), what == "items"

    def _listed_first(self, node: ast.For) -> list[ast.stmt]:
        """A loop over list(d.items()), whose turns may change the dict."""
        over: Any = node.iter
        if not isinstance(over, ast.Call) or len(over.args) != 1 or over.keywords or not (what := self._of_dict(over.args[0])):
            return []
        key, values = self._gone_through(node.target, over.args[0])
        is_list = self._is_builtin(over.func, "list") or self._is_builtin(over.func, "tuple")
        if not is_list or not all(self._is_builtin(load(name), name) for name in ("list", "len", "range")):
            return []
        keys, turn = self._new(), self._new()
        made = [store(keys, ast.Call(load("list"), [self._dict(0)], []))]
        row: list[ast.expr] = []
        for i in range(self._width):
            part, each = self._new(), self._new()
            clause = ast.comprehension(ast.Name(each, ast.Store()), load(keys), [], 0)
            made.append(store(part, ast.ListComp(ast.Subscript(self._dict(i), load(each), ast.Load()), [clause])))
            row.append(ast.Subscript(load(part), load(turn), ast.Load()))
        given = [ast.Assign([values], ast.Tuple(row, ast.Load()))]
        if what == "items":
            given = [ast.Assign([key], ast.Subscript(load(keys), load(turn), ast.Load())), *given]
        node.target, node.iter = ast.Name(turn, ast.Store()), ast.Call(load("range"), [ast.Call(load("len"), [load(keys)], [])], [])
        node.body = [*(ast.copy_location(s, node) for s in given), *self.statements(node.body)]
        node.orelse = self.statements(node.orelse)
        return [*made, node]

    def visit_For(self, node: ast.For) -> Any:
        if listed := self._listed_first(node):
            return listed
        key, parts = self._gone_through(node.target, node.iter)
        if key is None:
            node.iter = self.visit(node.iter)
            first: list[ast.stmt] = []
        else:
            node.iter, node.target = self._dict(0), self._as_store(key)
            first = [ast.copy_location(ast.Assign([parts], self._items(key)), node)] if parts is not None else []
        node.body, node.orelse = [*first, *self.statements(node.body)], self.statements(node.orelse)
        return node

    def visit_Return(self, node: ast.Return) -> Any:
        whole = node.value
        if isinstance(whole, (ast.Subscript, ast.Call)) and not isinstance(whole, Joined):
            before: list[ast.stmt] = []
            node.value = self._read(whole, before)
            return [*before, node]
        is_tuple = type(whole) is ast.Tuple or isinstance(whole, Joined)
        parts: list[Any] = whole.elts if is_tuple else [whole]  # type: ignore[union-attr]
        are = [is_name(part, self._name) for part in parts]
        then = whole.make if isinstance(whole, Joined) else None
        if sum(are) != 1 or (isinstance(whole, Joined) and then is None):
            return self.generic_visit(node)
        values: list[ast.expr] = []
        for part, is_table in zip(parts, are, strict=True):
            values += [self._dict(i) for i in range(self._width)] if is_table else [self.visit(part)]
        joined = Joined("text", values)
        joined.make = _maker(tuple(are), self._width, is_tuple, then)
        node.value = ast.copy_location(joined, node)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        """A function inside, which may not know the dict."""
        known = {name for n in walk(node) for name in (getattr(n, "id", ""), getattr(n, "arg", ""), getattr(n, "name", ""), *getattr(n, "names", ()))}
        if self._name in known:
            raise _NotSplit
        return node

    # Loops.

    def _gone_through(self, target: Any, over: Any) -> tuple[Any, Any]:
        """The key of a loop over the dict, and what stands for the tuples: None where nothing does."""
        if is_name(over, self._name):
            return target, None
        if not isinstance(over, ast.Call) or not isinstance(over.func, ast.Attribute) or not is_name(over.func.value, self._name) or over.args:
            return None, None
        if over.func.attr == "keys":
            return target, None
        if over.func.attr == "values":
            return ast.Name(self._new(), ast.Load()), target
        if over.func.attr != "items" or not isinstance(target, ast.Tuple) or len(target.elts) != 2:
            raise _NotSplit
        return target.elts[0], target.elts[1]

    def _as_store(self, key: Any) -> Any:
        made = copy_tree(key)
        for n in walk(made):
            if isinstance(n, (ast.Name, ast.Tuple)):
                n.ctx = ast.Store()
        for n in walk(key):
            if isinstance(n, (ast.Name, ast.Tuple)):
                n.ctx = ast.Load()
        return made

    def _comprehension(self, node: Any) -> Any:
        fields = ["key", "value"] if isinstance(node, ast.DictComp) else ["elt"]
        for number, clause in enumerate(node.generators):
            key, parts = self._gone_through(clause.target, clause.iter)
            if key is None:
                clause.iter = self.visit(clause.iter)
                continue
            if any(is_given(n.id, node) > 1 for n in walk(clause.target) if isinstance(n, ast.Name)):
                raise _NotSplit
            clause.iter, clause.target = self._dict(0), self._as_store(key)
            for name, value in self._named(parts, self._items(key)) if parts is not None else []:
                clause.ifs = [with_names(test, name, value) for test in clause.ifs]
                for later in node.generators[number + 1 :]:
                    later.iter, later.ifs = with_names(later.iter, name, value), [with_names(t, name, value) for t in later.ifs]
                for field in fields:
                    setattr(node, field, with_names(getattr(node, field), name, value))
        for clause in node.generators:
            clause.ifs = [self.visit(test) for test in clause.ifs]
        for field in fields:
            setattr(node, field, self.visit(getattr(node, field)))
        return node

    visit_ListComp = visit_SetComp = visit_GeneratorExp = visit_DictComp = _comprehension

    def _named(self, parts: Any, items: ast.Tuple) -> list[tuple[str, ast.expr]]:
        if isinstance(parts, ast.Name):
            return [(parts.id, items)]
        if not isinstance(parts, ast.Tuple) or len(parts.elts) != self._width or not all(isinstance(e, ast.Name) for e in parts.elts):
            raise _NotSplit
        return [(e.id, item) for e, item in zip(parts.elts, items.elts, strict=True) if isinstance(e, ast.Name)]

    # Expressions.

    def visit_Name(self, node: ast.Name) -> Any:
        if node.id == self._name:
            raise _NotSplit
        return node

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        inner: Any = node.value
        place = _place(node.slice)
        if isinstance(inner, ast.Subscript) and is_name(inner.value, self._name) and place is not None and -self._width <= place < self._width:
            if not isinstance(node.ctx, ast.Load):
                raise _NotSplit
            return ast.Subscript(self._dict(place % self._width), self.visit(inner.slice), ast.Load())
        if place is not None and (chosen := self._chosen(inner)) is not None:
            if chosen[1] and place == 0:
                return chosen[0]
            if chosen[1] or not -self._width <= place < self._width:
                raise _NotSplit
            return ast.Subscript(self._dict(place % self._width), chosen[0], ast.Load())
        if isinstance(inner, ast.Subscript) and isinstance(node.ctx, ast.Load):  # kv[1][0], where kv is a key and a tuple
            inner = self.visit(inner)
            node.value = inner
        if isinstance(inner, ast.Tuple) and place is not None and isinstance(node.ctx, ast.Load):
            if -len(inner.elts) <= place < len(inner.elts) and self._is_own(inner):
                return inner.elts[place]
        if is_name(inner, self._name):
            if not isinstance(node.ctx, ast.Load) or not _is_simple(node.slice):
                raise _NotSplit
            return self._items(self.visit(node.slice))
        return self.generic_visit(node)

    def _listed(self, node: Any) -> ast.expr | None:
        """d.items() and d.values() as lists of tuples."""
        is_method = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and is_name(node.func.value, self._name) and not node.args
        if not is_method or node.func.attr not in ("items", "values"):
            return None
        name = self._new()
        row = self._items(ast.Name(name, ast.Load()))
        if node.func.attr == "items":
            row = ast.Tuple([ast.Name(name, ast.Load()), row], ast.Load())
        clause = ast.comprehension(ast.Name(name, ast.Store()), self._dict(0), [], 0)
        return ast.copy_location(ast.ListComp(row, [clause]), node)

    def _is_own(self, node: ast.Tuple) -> bool:
        """Whether it stands for a tuple of the dict."""
        dicts = {self._dict(i).id for i in range(self._width)}  # type: ignore[attr-defined]
        if len(node.elts) == 2 and isinstance(node.elts[0], ast.Name) and isinstance(node.elts[1], ast.Tuple):  # its key beside it
            return self._is_own(node.elts[1])
        return all(isinstance(e, ast.Subscript) and isinstance(e.value, ast.Name) and e.value.id in dicts for e in node.elts)

    def visit_Compare(self, node: ast.Compare) -> Any:
        if len(node.ops) == 1 and isinstance(node.ops[0], (ast.In, ast.NotIn)) and is_name(node.comparators[0], self._name):
            return ast.Compare(self.visit(node.left), node.ops, [self._dict(0)])
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> Any:
        if node.args and is_name(node.args[0], self._name) and any(self._is_builtin(node.func, name) for name in _TAKE):
            node.args[0] = self._dict(0)
        if node.args and (rows := self._listed(node.args[0])) is not None and any(self._is_builtin(node.func, name) for name in _AT_ONCE):
            node.args[0] = rows
        called: Any = node.func
        if isinstance(called, ast.Attribute) and called.attr == "keys" and is_name(called.value, self._name) and not node.args:
            called.value = self._dict(0)
        if isinstance(called, ast.Attribute) and called.attr == "get" and is_name(called.value, self._name):
            default = node.args[1] if len(node.args) == 2 and not node.keywords else None
            if not isinstance(default, ast.Tuple) or len(default.elts) != self._width or not all(map(_is_simple, [node.args[0], *default.elts])):
                raise _NotSplit
            key = self.visit(node.args[0])
            return ast.Tuple(
                [ast.Call(ast.Attribute(self._dict(i), "get", ast.Load()), [copy_tree(key), e], []) for i, e in enumerate(default.elts)], ast.Load()
            )
        return self.generic_visit(node)


_makers: dict[Any, Callable[[tuple[Any, ...]], Any]] = {}


def _maker(are: tuple[bool, ...], width: int, is_tuple: bool, then: Callable[[tuple[Any, ...]], Any] | None) -> Callable[[tuple[Any, ...]], Any]:
    """What makes the result: one function for each kind of result. `then`: what makes it of the parts, another dict among them."""

    def make(values: tuple[Any, ...]) -> Any:
        rest = iter(values)
        made = []
        for is_table in are:
            if not is_table:
                made.append(next(rest))
                continue
            places = [next(rest) for _ in range(width)]
            made.append({key: tuple(place[key] for place in places) for key in places[0]})
        return then(tuple(made)) if then is not None else tuple(made) if is_tuple else made[0]

    return _makers.setdefault((are, width, is_tuple, then), make)
