"""Operators, comparisons and updates of counters, as loops over what they count:

    return Counter(x) - Counter(y)       a = Counter(x); b = Counter(y); c = Counter()
                                         for k, n in a.items():
                                             m = n - b.get(k, 0)
                                             if m > 0: c[k] = m
                                         ... and what b alone has
                                         return c
    c.update(x), c.subtract(x)           for k in x: c[k] += 1, -= 1
    c.update({"a": 2}), c.update(a=2)    c["a"] += 2
    c.total()                            sum(c.values())
    sorted(c.elements())                 sorted(k for k, n in c.items() for _ in range(n))
    d = c.copy(), d = Counter(c)         d = Counter()
                                         for k, n in c.items(): d[k] = n

A name counts here if nothing but new counters of items get it. A counter is made before its statement only where nothing stands in front
of it that may raise or change anything.
"""

from __future__ import annotations

import ast
import collections
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._layouts import Layout, is_numbers, is_text, is_words
from unpython._local_names import local_names
from unpython._writing.calls import full_name
from unpython._writing.nodes import copy_tree, is_simple, load, store, walk
from unpython._writing.rewriter import BlockRewriter

_OPERATORS = (ast.Add, ast.Sub, ast.BitAnd, ast.BitOr)
_PURE = frozenset(f"builtins.{name}" for name in "sum len sorted list dict max min any all bool set".split())


def rewritten(function: FunctionType, node: Any, layouts: dict[str, Layout]) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` with loops, the names that came with them, and no free names."""
    if not isinstance(node, ast.FunctionDef):
        return node, frozenset(), []
    writer = _Writer(function, node, layouts)
    made = copy_tree(node)
    made.body = writer.statements(made.body)
    if writer.names_range():
        made = _Elements(writer).visit(made)
    return (ast.fix_missing_locations(made) if writer.count else node), frozenset(writer.names), []


class _Writer(BlockRewriter):
    def __init__(self, function: FunctionType, node: Any, layouts: dict[str, Layout]):
        self._function = function
        self._own = local_names(function)
        self.names: set[str] = set()
        self.count = 0
        self._maker: Any = None  # the name by which the program calls Counter
        listed = {name for name, layout in layouts.items() if is_words(layout) or is_text(layout) or isinstance(layout, str)}
        stored = [n for n in walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)]
        self._listed = (listed | {name for name, layout in layouts.items() if is_numbers(layout)}) - {n.id for n in stored}
        assigned: dict[str, list[ast.expr]] = {}
        targets: set[int] = set()
        for n in walk(node):
            if isinstance(n, ast.Assign) and len(n.targets) == 1 and isinstance(n.targets[0], ast.Name):
                assigned.setdefault(n.targets[0].id, []).append(n.value)
                targets.add(id(n.targets[0]))
        others = {n.id for n in stored if id(n) not in targets} | {a.arg for a in walk(node) if isinstance(a, ast.arg)}
        self._counters: set[str] = set()
        while new := {name for name, values in assigned.items() if all(map(self._is_new, values))} - self._counters - others:
            self._counters |= new

    def is_named(self, node: Any) -> bool:
        return isinstance(node, ast.Name) and node.id in self._counters

    def names_range(self) -> bool:
        return full_name(load("range"), self._function, self._own) == "builtins.range"

    def new(self, at: ast.AST) -> str:
        self.count += 1
        name = f"_counter_{at.lineno}_{self.count}_"  # type: ignore[attr-defined]
        self.names.add(name)
        return name

    def _is_made(self, node: Any) -> bool:
        """Counter(x), of what is no dict"""
        is_call = isinstance(node, ast.Call) and not node.keywords and len(node.args) <= 1
        if not is_call or not self._makes_counter(node):
            return False
        given = node.args[0] if node.args else None
        return given is None or self._gives_items(given)

    def _makes_counter(self, node: ast.Call) -> bool:
        binding = _bindings.of_node(self._function, node.func, self._own)
        if binding is None or binding.value is not collections.Counter:
            return False
        self._maker = node.func
        return True

    def _gives_items(self, node: Any) -> bool:
        """Whether it is surely no dict: a list, a text, what a comprehension gives."""
        if isinstance(node, ast.Name):
            return node.id in self._listed
        is_part = isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice)
        return is_part or isinstance(node, (ast.ListComp, ast.GeneratorExp, ast.List, ast.Tuple))

    def _is_sum(self) -> bool:
        return full_name(load("sum"), self._function, self._own) == "builtins.sum"

    def _is_algebra(self, node: Any) -> bool:
        return isinstance(node, ast.BinOp) and isinstance(node.op, _OPERATORS) and self._is_counter(node.left) and self._is_counter(node.right)

    def _copied(self, node: Any) -> str:
        """c of c.copy() and of Counter(c)."""
        if not isinstance(node, ast.Call) or node.keywords:
            return ""
        if isinstance(node.func, ast.Attribute) and node.func.attr == "copy" and not node.args:
            given = node.func.value
        elif len(node.args) == 1 and self._makes_counter(node):
            given = node.args[0]
        else:
            return ""
        return given.id if isinstance(given, ast.Name) and given.id in self._counters else ""

    def _is_new(self, node: Any) -> bool:
        return self._is_made(node) or self._is_algebra(node) or bool(self._copied(node))

    def _is_counter(self, node: Any) -> bool:
        return (isinstance(node, ast.Name) and node.id in self._counters) or self._is_new(node)

    def _is_compared(self, node: Any) -> bool:
        if not isinstance(node, ast.Compare) or len(node.ops) != 1 or not isinstance(node.ops[0], (ast.Eq, ast.NotEq)):
            return False
        return self._is_counter(node.left) and self._is_counter(node.comparators[0])

    # Statements.

    def generic_visit(self, node: ast.AST) -> Any:
        super().generic_visit(node)
        field = "value" if isinstance(node, (ast.Return, ast.Assign, ast.Expr, ast.AugAssign)) else "test" if isinstance(node, ast.If) else ""
        value = getattr(node, field, None) if field else None
        if value is None or (isinstance(node, (ast.Assign, ast.AugAssign)) and not isinstance(_target(node), ast.Name)):
            return node
        before: list[ast.stmt] = []
        target = _target(node) if isinstance(node, ast.Assign) else None
        if isinstance(target, ast.Name) and (of := self._copied(value)) and of != target.id and self._maker is not None:
            return [ast.fix_missing_locations(ast.copy_location(s, node)) for s in self._copy(node, target.id, of)]
        if isinstance(target, ast.Name) and self._is_algebra(value) and not any(isinstance(n, ast.Name) and n.id == target.id for n in walk(value)):
            self._written(value, before, target.id)
            return [ast.fix_missing_locations(ast.copy_location(s, node)) for s in before]
        setattr(node, field, self._first(value, before))
        return [*(ast.fix_missing_locations(ast.copy_location(s, node)) for s in before), node] if before else node

    def _copy(self, node: ast.AST, name: str, of: str) -> list[ast.stmt]:
        key, count = self.new(node), self.new(node)
        entered = ast.Assign([ast.Subscript(load(name), load(key), ast.Store())], load(count))
        return [store(name, ast.Call(copy_tree(self._maker), [], [])), ast.For(_pair(key, count), _items_of(of), [entered], [])]

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return node

    visit_ClassDef = visit_AsyncFunctionDef = visit_FunctionDef  # type: ignore[assignment]

    def visit_Expr(self, node: ast.Expr) -> Any:
        """c.update(x), c.subtract(x)"""
        call: Any = node.value
        is_method = isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr in ("update", "subtract")
        is_known = is_method and isinstance(call.func.value, ast.Name) and call.func.value.id in self._counters
        if is_known and (entries := _entries(call)):
            self.count += 1
            op = ast.Add() if call.func.attr == "update" else ast.Sub()
            added = [ast.AugAssign(ast.Subscript(load(call.func.value.id), key, ast.Store()), op, count) for key, count in entries]
            return [ast.fix_missing_locations(ast.copy_location(s, node)) for s in added]
        if not is_known or len(call.args) != 1 or call.keywords:
            return self.generic_visit(node)
        given, held = call.args[0], call.func.value
        op = ast.Add() if call.func.attr == "update" else ast.Sub()
        if isinstance(given, ast.Name) and given.id in self._counters - {held.id}:
            key, count = self.new(node), self.new(node)
            body = ast.AugAssign(ast.Subscript(load(held.id), load(key), ast.Store()), op, load(count))
            target, over = _pair(key, count), _items_of(given.id)
        elif self._gives_items(given) and not any(isinstance(n, ast.Name) and n.id == held.id for n in walk(given)):
            key = self.new(node)
            body = ast.AugAssign(ast.Subscript(load(held.id), load(key), ast.Store()), op, ast.Constant(1))
            target, over = ast.Name(key, ast.Store()), given
        else:
            return self.generic_visit(node)
        return ast.fix_missing_locations(ast.copy_location(ast.For(target, over, [body], []), node))

    # Expressions, as far as they are computed before anything else.

    def _first(self, node: Any, before: list[ast.stmt]) -> Any:
        """With names for the counters in what is computed first; `before`: gets what makes them."""
        if self._is_algebra(node) or self._is_compared(node):
            return self._written(node, before)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            owner: Any = node.func.value
            if node.func.attr == "total" and not node.args and not node.keywords and self._is_counter(owner) and self._is_sum():
                node = ast.copy_location(ast.Call(load("sum"), [ast.Call(ast.Attribute(owner, "values", ast.Load()), [], [])], []), node)
                self.count += 1
                return self._first(node, before)
            called: Any = node.func
            called.value = self._named(owner, before) if self._is_algebra(owner) else self._first(owner, before)
        elif isinstance(node, ast.Call) and node.args and full_name(node.func, self._function, self._own) in _PURE:
            node.args[0] = self._first(node.args[0], before)
        elif isinstance(node, (ast.UnaryOp, ast.Subscript)):
            part = "operand" if isinstance(node, ast.UnaryOp) else "value"
            setattr(node, part, self._first(getattr(node, part), before))
        elif isinstance(node, ast.Compare):
            node.left = self._first(node.left, before)
        elif isinstance(node, ast.BinOp):
            node.left = self._first(node.left, before)
        elif isinstance(node, ast.BoolOp):
            node.values[0] = self._first(node.values[0], before)
        elif isinstance(node, ast.IfExp):
            node.test = self._first(node.test, before)
        elif isinstance(node, ast.Tuple):
            for i, element in enumerate(node.elts):
                node.elts[i] = self._first(element, before)
                if not is_simple(node.elts[i]) and not self._is_counted(node.elts[i]):
                    break
        return node

    def _is_counted(self, node: Any) -> bool:
        """len(c)"""
        is_call = isinstance(node, ast.Call) and len(node.args) == 1 and full_name(node.func, self._function, self._own) == "builtins.len"
        return is_call and isinstance(node.args[0], ast.Name) and node.args[0].id in self._counters

    def _named(self, node: Any, before: list[ast.stmt]) -> Any:
        if isinstance(node, ast.Name):
            return node
        if self._is_algebra(node):
            return self._written(node, before)
        name = self.new(node)
        before.append(store(name, node))
        return ast.copy_location(load(name), node)

    def _written(self, node: Any, before: list[ast.stmt], made: str = "") -> Any:
        """The name of what an operator or a comparison gives. `made`: the one that it gets."""
        left, right = (node.left, node.right) if isinstance(node, ast.BinOp) else (node.left, node.comparators[0])
        one, other = self._named(left, before).id, self._named(right, before).id
        key, count, new = (self.new(node) for _ in range(3))
        made = made or self.new(node)
        if isinstance(node, ast.Compare):
            is_same = isinstance(node.ops[0], ast.Eq)
            before.append(store(made, ast.Constant(is_same)))
            for a, b in ((one, other), (other, one)):
                differ = ast.Compare(load(count), [ast.NotEq()], [_count_in(b, key)])
                before.append(ast.For(_pair(key, count), _items_of(a), [ast.If(differ, [store(made, ast.Constant(not is_same))], [])], []))
            return ast.copy_location(load(made), node)
        before.append(store(made, ast.Call(copy_tree(self._maker), [], [])))
        op, beside = node.op, _count_in(other, key)
        if isinstance(op, (ast.Add, ast.Sub)):
            values: list[ast.stmt] = [store(new, ast.BinOp(load(count), op, beside))]
        else:
            sign: ast.cmpop = ast.Lt() if isinstance(op, ast.BitAnd) else ast.Gt()
            values = [store(new, beside), ast.If(ast.Compare(load(count), [sign], [load(new)]), [store(new, load(count))], [])]
        before.append(ast.For(_pair(key, count), _items_of(one), [*values, _kept(made, key, new)], []))
        if not isinstance(op, ast.BitAnd):
            alone: list[ast.stmt] = [store(new, ast.UnaryOp(ast.USub(), load(count)) if isinstance(op, ast.Sub) else load(count)), _kept(made, key, new)]
            absent = ast.Compare(load(key), [ast.NotIn()], [load(one)])
            before.append(ast.For(_pair(key, count), _items_of(other), [ast.If(absent, alone, [])], []))
        return ast.copy_location(load(made), node)


def _target(node: Any) -> ast.expr | None:
    return node.target if isinstance(node, ast.AugAssign) else node.targets[0] if len(node.targets) == 1 else None


def _pair(key: str, count: str) -> ast.expr:
    return ast.Tuple([ast.Name(key, ast.Store()), ast.Name(count, ast.Store())], ast.Store())


def _items_of(name: str) -> ast.expr:
    return ast.Call(ast.Attribute(load(name), "items", ast.Load()), [], [])


def _count_in(name: str, key: str) -> ast.expr:
    return ast.Call(ast.Attribute(load(name), "get", ast.Load()), [load(key), ast.Constant(0)], [])


def _kept(name: str, key: str, count: str) -> ast.stmt:
    entered = ast.Assign([ast.Subscript(load(name), load(key), ast.Store())], load(count))
    return ast.If(ast.Compare(load(count), [ast.Gt()], [ast.Constant(0)]), [entered], [])


class _Elements(ast.NodeTransformer):
    """c.elements() as a generator."""

    def __init__(self, writer: _Writer):
        self._writer = writer

    def visit_Call(self, node: ast.Call) -> Any:
        self.generic_visit(node)
        is_method = isinstance(node.func, ast.Attribute) and node.func.attr == "elements" and not node.args and not node.keywords
        if not is_method or not self._writer.is_named(node.func.value):  # type: ignore[attr-defined]
            return node
        key, count, turn = (self._writer.new(node) for _ in range(3))
        turns = ast.Call(load("range"), [load(count)], [])
        clauses = [
            ast.comprehension(_pair(key, count), _items_of(node.func.value.id), [], 0),  # type: ignore[attr-defined]
            ast.comprehension(ast.Name(turn, ast.Store()), turns, [], 0),
        ]
        return ast.copy_location(ast.GeneratorExp(load(key), clauses), node)


def _entries(call: ast.Call) -> list[tuple[ast.expr, ast.expr]]:
    """The keys and numbers of c.update({"a": 1}) and c.update(a=1), where they are written out."""
    given = call.args[0] if len(call.args) == 1 and not call.keywords else None
    if isinstance(given, ast.Dict):
        found = list(zip(given.keys, given.values, strict=True))
    else:
        found = [(ast.Constant(k.arg), k.value) for k in call.keywords if k.arg is not None] if not call.args else []
        found = found if len(found) == len(call.keywords) else []
    is_plain = all(k is not None and is_simple(k) and isinstance(v, ast.Constant) and type(v.value) is int for k, v in found)
    return found if is_plain else []  # type: ignore[return-value]
