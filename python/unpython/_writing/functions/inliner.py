"""The calls of functions that are written where they are called (inlining.py), each as statements, in the order in which Python computes:

    words = [clean(s) for s in lines]       words = []
                                            for s in lines:
                                                ... what clean does with s, and `value` for what it returns
                                                words.append(value)
"""

from __future__ import annotations

import ast
from typing import Any

from unpython._writing.functions import keyed_calls
from unpython._writing.functions.inlining import is_empty, is_simple
from unpython._writing.functions.own_calls import CallSplitter, NotWritten, joins
from unpython._writing.nodes import copy_tree, load, store, walk

_AT_ONCE = frozenset("sum min max list sorted tuple Counter deque".split())  # take all items of what they are given


class Inliner(CallSplitter):
    """Calls as statements, each of which becomes what _called() gives: of those that _target() knows. Also in `try` (caught/statements.py)."""

    _refused = tuple(kind for kind in CallSplitter._refused if kind is not ast.Try)

    def __init__(self, own: frozenset[str], numbers: Any):
        super().__init__(own, lambda call: None if self._target(call) is None else {}, lambda _: False, lambda _: False)
        self._numbers = numbers

    def _target(self, node: Any) -> Any:
        raise NotImplementedError

    def _builtin(self, node: ast.expr) -> str:
        raise NotImplementedError

    def _called(self, node: Any, result: ast.Name | None) -> list[ast.stmt]:
        raise NotImplementedError

    def _name(self, at: ast.AST) -> ast.Name:
        return ast.copy_location(ast.Name(self._new_name(), ast.Load()), at)

    def _statement(self, node: ast.stmt) -> list[ast.stmt]:
        if not self._holds(node):
            return [node]
        if isinstance(node, ast.Try):
            node.body, node.orelse, node.finalbody = map(self.statements, (node.body, node.orelse, node.finalbody))
            for handler in node.handlers:
                handler.body = self.statements(handler.body)
            return [node]
        if isinstance(node, ast.Expr) and self._target(node.value) is not None:
            return self._called(node.value, None)
        if isinstance(node, ast.Assign) and self._target(node.value) is not None and self._is_new_in(node):
            name = ast.copy_location(ast.Name(node.targets[0].id, ast.Load()), node.targets[0])  # type: ignore[attr-defined]
            return self._called(node.value, name)
        if isinstance(node, ast.Assign) and isinstance(node.value, (ast.ListComp, ast.DictComp)) and self._is_new_in(node):
            made, result = self._comprehended(node.value, node.targets[0].id)  # type: ignore[attr-defined]
            return made if isinstance(result, ast.Name) else [*made, node]
        if isinstance(node, (ast.If, ast.While)):
            node.test = _as_truth(node.test)
        if isinstance(node, ast.Expr) and (of_method := self._of_method(node.value)) is not None:
            return of_method
        if isinstance(node, ast.AnnAssign) and node.value is not None:
            return self._statement(ast.copy_location(ast.Assign([node.target], node.value), node))
        if isinstance(node, ast.AugAssign) and not isinstance(node.target, ast.Name):
            before = self._kept_place(node.target)
            read = copy_tree(node.target)
            read.ctx = ast.Load()  # type: ignore[union-attr]
            whole = ast.copy_location(ast.BinOp(read, node.op, node.value), node)  # type: ignore[arg-type]
            return [*before, *self._statement(ast.copy_location(ast.Assign([node.target], whole), node))]
        return super()._statement(node)

    def _kept_place(self, target: Any, with_owner: bool = True) -> list[ast.stmt]:
        """Statements that give names to what `a[i] += f()` and `rows[i].append(f())` compute before the call, where it may change that.
        `with_owner`: also to what has the item, which is not only read."""
        before: list[ast.stmt] = []

        def kept(node: Any) -> Any:
            if isinstance(node, ast.Slice):
                node.lower, node.upper, node.step = map(kept, (node.lower, node.upper, node.step))
            elif isinstance(node, ast.Tuple):
                node.elts = [kept(part) for part in node.elts]
            elif node is not None and not self._is_fixed(node):
                name = self._name(node)
                before.extend(self._statement(self._store(name, node, target)))
                return name
            return node

        owner = getattr(target, "value", None)
        if isinstance(owner, (ast.Subscript, ast.Call)) and with_owner:
            target.value = kept(owner)
        elif isinstance(owner, ast.Subscript):
            before += self._kept_place(owner, False)
        if isinstance(target, ast.Subscript):
            target.slice = kept(target.slice)
        return before

    def _is_fixed(self, node: ast.expr) -> bool:
        if isinstance(node, (ast.List, ast.Tuple)):
            return all(map(self._is_fixed, node.elts))
        return super()._is_fixed(node)

    def _of_method(self, node: Any) -> list[ast.stmt] | None:
        """items.sort(key=...), items.extend(... for x in more)"""
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or not isinstance(owner := node.func.value, ast.Name):
            return None
        key = keyed_calls.key_of(node)
        if node.func.attr == "sort" and not node.args and key is not None and self._holds(key.body):
            made, value = keyed_calls.written(node, key, "sorted", copy_tree(owner), self._new_name)
            return self.statements([*made, *keyed_calls.sorted_in_place(node, owner, value, self._new_name)])
        if node.func.attr == "extend" and len(node.args) == 1 and isinstance(items := node.args[0], ast.GeneratorExp):
            append = ast.Call(ast.Attribute(copy_tree(owner), "append", ast.Load()), [items.elt], [])
            return self._statement(_nest(items.generators, [ast.Expr(append)], node))
        return None

    def _new_name(self) -> str:
        name = f"_value_{next(self._numbers)}_of_call_"
        self.names.add(name)
        return name

    def _for(self, node: ast.For) -> list[ast.stmt]:
        node = self._drawn(node)
        before, items = self._split(node.iter)
        node.iter, node.body, node.orelse = items, self.statements(node.body), self.statements(node.orelse)
        return [*before, node]

    def _split(self, node: Any) -> tuple[list[ast.stmt], ast.expr]:
        if not self._holds(node):
            return [], node
        if self._target(node) is not None:
            result = self._name(node)
            return self._called(node, result), result
        if _adds_to_place(node):
            before, node.args = self._in_order(node.args)
            return before, node
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and self._holds(node.func.value):
            before, parts = self._in_order([node.func.value, *node.args, *(k.value for k in node.keywords)])
            node.func.value, *given = parts
            node.args, named = given[: len(node.args)], given[len(node.args) :]
            for keyword, value in zip(node.keywords, named, strict=True):
                keyword.value = value
            return before, node
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and (before := self._kept_place(node.func.value, False)):
            made, value = self._split(node)
            return [*before, *made], value
        if isinstance(node, ast.Attribute):
            before, node.value = self._split(node.value)
            return before, node
        if isinstance(node, ast.List):
            before, node.elts = self._in_order(node.elts)
            return before, node
        if isinstance(node, ast.Dict) and all(key is not None for key in node.keys):
            before, parts = self._in_order([part for pair in zip(node.keys, node.values, strict=True) for part in pair])  # type: ignore[misc]
            node.keys, node.values = parts[::2], parts[1::2]  # type: ignore[assignment]
            return before, node
        if isinstance(node, ast.JoinedStr):
            return self._formatted(node)
        if isinstance(node, (ast.ListComp, ast.SetComp, ast.DictComp)):
            return self._comprehended(node)
        if isinstance(node, ast.IfExp):
            node.test = _as_truth(node.test)
        if isinstance(node, ast.Call) and len(node.args) == 1:
            name, key = self._builtin(node.func), keyed_calls.key_of(node)
            if self._is_drawn(node.args[0]):
                node.args[0] = self._generated(node.args[0])
            if key is not None and name in keyed_calls.KEYED and self._holds(key.body):
                items = node.args[0]
                listed = ast.copy_location(ast.ListComp(items.elt, items.generators), items) if isinstance(items, ast.GeneratorExp) else items
                made, value = keyed_calls.written(node, key, name, listed, self._new_name)
                return self.statements(made), value
            if isinstance(node.args[0], ast.GeneratorExp):
                return self._of_generator(node, name)
        return super()._split(node)

    def _formatted(self, node: ast.JoinedStr) -> tuple[list[ast.stmt], ast.expr]:
        """f"{x}{f(y)}": what is before a call is a text before it is called."""
        before: list[ast.stmt] = []
        parts: list[Any] = []
        for part in node.values:
            if isinstance(part, ast.FormattedValue) and self._holds(part):
                if part.format_spec is not None and self._holds(part.format_spec):
                    raise NotWritten
                if any(not isinstance(p, ast.Constant) for p in parts):
                    name = self._name(node)
                    before.append(self._store(name, ast.copy_location(ast.JoinedStr(parts), node), node))
                    parts = [ast.copy_location(ast.FormattedValue(name, -1, None), node)]
                made, part.value = self._split(part.value)
                before += made
            parts.append(part)
        node.values = parts
        return before, node

    def _of_generator(self, node: ast.Call, name: str) -> tuple[list[ast.stmt], ast.expr]:
        """f(... for x in items), of a function that takes all of the items before it does anything else."""
        items: Any = node.args[0]
        if name in ("any", "all") and not node.keywords:
            return self._decided(items, name == "any")
        if name == "dict" and not node.keywords:
            return self._comprehended(items)
        if (name not in _AT_ONCE and not joins(node.func)) or any(self._holds(k.value) for k in node.keywords):
            raise NotWritten
        before, listed = self._split(ast.copy_location(ast.ListComp(items.elt, items.generators), items))
        if name == "list":
            return before, listed
        node.args = [listed]
        return before, node

    def _is_new_in(self, node: ast.Assign) -> bool:
        """Whether a comprehension does not read the name that stands for it then."""
        target = node.targets[0]
        is_name = len(node.targets) == 1 and isinstance(target, ast.Name)
        return is_name and all(not isinstance(n, ast.Name) or n.id != target.id for n in walk(node.value))  # type: ignore[attr-defined]

    def _comprehended(self, node: Any, name: str = "") -> tuple[list[ast.stmt], ast.expr]:
        """A comprehension as a loop: its names are like no others. `name`: that of the list or dict."""
        clauses = node.generators
        inside = [part for clause in clauses for part in (*clause.ifs, clause.iter)]
        inside.remove(clauses[0].iter)
        if isinstance(node, ast.ListComp) and not any(map(self._holds, [node.elt, *inside])) and not self._is_drawn(clauses[0].iter):
            before, clauses[0].iter = self._split(clauses[0].iter)
            return before, node
        result = ast.copy_location(ast.Name(name, ast.Load()), node) if name else self._name(node)
        empty: ast.expr
        if isinstance(node, (ast.ListComp, ast.SetComp)):
            add = ast.Attribute(ast.Name(result.id, ast.Load()), "append" if isinstance(node, ast.ListComp) else "add", ast.Load())
            inner: list[ast.stmt] = [ast.Expr(ast.Call(add, [node.elt], []))]
            empty = ast.List([], ast.Load()) if isinstance(node, ast.ListComp) else ast.Call(ast.Name("set", ast.Load()), [], [])
        else:
            inner = self._entry(node, result.id)
            empty = ast.Dict([], [])
        return [ast.fix_missing_locations(self._store(result, empty, node)), *self._statement(_nest(clauses, inner, node))], result

    def _entry(self, node: Any, of: str) -> list[ast.stmt]:
        """What a turn of {key: value for ...}, or of dict(pair for ...), puts into the dict."""
        if isinstance(node, ast.DictComp) and self._is_fixed(node.key):
            return [ast.Assign([ast.Subscript(ast.Name(of, ast.Load()), node.key, ast.Store())], node.value)]
        key, value = self._new_name(), self._new_name()
        made: list[ast.stmt] = [store(key, node.key), store(value, node.value)] if isinstance(node, ast.DictComp) else [
            ast.Assign([ast.Tuple([ast.Name(key, ast.Store()), ast.Name(value, ast.Store())], ast.Store())], node.elt)
        ]  # fmt: skip
        return [*made, ast.Assign([ast.Subscript(ast.Name(of, ast.Load()), load(key), ast.Store())], load(value))]

    def _decided(self, node: ast.GeneratorExp, is_any: bool) -> tuple[list[ast.stmt], ast.expr]:
        """any(...) and all(...), which stop at the first item that decides."""
        result = self._new_name()

        def is_decided(test: ast.expr) -> ast.expr:
            return test if is_any else ast.UnaryOp(ast.Not(), test)

        def leave() -> ast.stmt:
            return ast.If(is_decided(load(result)), [ast.Break()], [])

        inner: list[ast.stmt] = [ast.If(is_decided(node.elt), [store(result, ast.Constant(is_any)), ast.Break()], [])]
        for clause in reversed(node.generators[1:]):
            inner = [_nest([clause], inner, node), leave()]
        begin = ast.fix_missing_locations(ast.copy_location(store(result, ast.Constant(not is_any)), node))
        return [begin, *self._statement(_nest(node.generators[:1], inner, node))], ast.copy_location(load(result), node)

    # What a loop draws from a generator, item by item.

    def _is_drawn(self, node: ast.expr) -> bool:
        """(f(x) for x in items), or enumerate() or zip() of such."""
        if isinstance(node, ast.Call) and self._builtin(node.func) in ("enumerate", "zip"):
            return any(isinstance(a, ast.GeneratorExp) and self._holds(a) for a in node.args)
        return isinstance(node, ast.GeneratorExp) and self._holds(node)

    def _generated(self, node: Any) -> ast.expr:
        """enumerate() and zip() as a generator of tuples."""
        if isinstance(node, ast.GeneratorExp):
            return node
        names = [self._new_name() for _ in (node.args if self._builtin(node.func) == "zip" else range(2))]
        target = ast.Tuple([ast.Name(name, ast.Store()) for name in names], ast.Store())
        made = ast.GeneratorExp(ast.Tuple([load(name) for name in names], ast.Load()), [ast.comprehension(target, node, [], 0)])
        return ast.fix_missing_locations(ast.copy_location(made, node))

    def _drawn(self, node: ast.For) -> ast.For:
        """for y in (f(x) for x in items): ..., as for x in items: y = f(x); ..."""
        if not self._is_drawn(node.iter):
            return node
        over: Any = node.iter
        if isinstance(over, ast.GeneratorExp):
            (clause,) = over.generators if len(over.generators) == 1 else _refuse()
            loop = _nest([clause], [ast.Assign([node.target], over.elt), *node.body], node)
            loop.orelse = node.orelse
            return loop
        targets = node.target.elts if isinstance(node.target, ast.Tuple) else _refuse()
        first = int(self._builtin(over.func) == "enumerate")
        for i, items in enumerate(over.args):
            if isinstance(items, ast.GeneratorExp) and self._holds(items):
                (clause,) = items.generators if len(items.generators) == 1 and i + first < len(targets) else _refuse()
                if clause.ifs:
                    raise NotWritten
                node.body = [ast.copy_location(ast.Assign([targets[i + first]], items.elt), node), *node.body]
                over.args[i], targets[i + first] = clause.iter, clause.target
        return ast.fix_missing_locations(node)


def _refuse() -> Any:
    raise NotWritten


def _nest(clauses: list[ast.comprehension], inner: list[ast.stmt], at: ast.AST) -> ast.For:
    """The clauses of a comprehension as loops."""
    for clause in reversed(clauses):
        for test in reversed(clause.ifs):
            inner = [ast.If(test, inner, [])]
        inner = [ast.For(clause.target, clause.iter, inner, [])]
    return ast.fix_missing_locations(ast.copy_location(inner[0], at))  # type: ignore[type-var, return-value]


def _as_truth(node: ast.expr) -> ast.expr:
    """A test, of which only the truth counts: parts of `and` and `or` are truths, too."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        node.operand = _as_truth(node.operand)
    elif isinstance(node, ast.BoolOp):
        node.values = [_as_truth(v) if isinstance(v, (ast.BoolOp, ast.UnaryOp, ast.Compare, ast.Constant)) else _is_true(v) for v in node.values]
    return node


def _is_true(node: ast.expr) -> ast.expr:
    return ast.fix_missing_locations(ast.copy_location(ast.UnaryOp(ast.Not(), ast.UnaryOp(ast.Not(), node)), node))


def _adds_to_place(node: Any) -> bool:
    """d.setdefault(k, []).append(x), whose key may be computed before x or after it."""
    place = node.func.value if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "append" else None
    is_entered = isinstance(place, ast.Call) and isinstance(place.func, ast.Attribute) and place.func.attr == "setdefault"
    return is_entered and all(is_simple(a) or is_empty(a) for a in place.args)  # type: ignore[union-attr]
