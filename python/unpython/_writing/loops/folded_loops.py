"""functools.reduce over pairs and ranges, as a loop before the statement that it stands in:

    t = reduce(lambda s, p: s + p[1] / r ** p[0], enumerate(x), 0.0)    s = 0.0
                                                                        for i, v in enumerate(x): s = s + v / r ** i
    t = reduce(f, range(n), 1)                                          s = 1; for k in range(n): s = f(s, k)
    t = reduce(lambda v, f: f(v), [g, h], x)                            s = x; for f in [g, h]: s = f(s)
    t = reduce(lambda v, k: table[k](v), names, x)                      s = x; for k in names: s = table[k](s)
    v = sum(vectors, Vector(0, 0))                                      v = Vector(0, 0); for item in vectors: v = v + item
    v = sum((Vector(x, 1) for x in a), Vector(0, 0))                    v = Vector(0, 0); for x in a: v = v + Vector(x, 1)

It must be the first thing that the statement computes, and what it begins with a name or a number. Of sum() it is an object.
"""

from __future__ import annotations

import ast
import functools
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._local_names import local_names
from unpython._writing.calls import with_own_targets
from unpython._writing.loops.first_calls import in_order
from unpython._writing.nodes import WithValues, copy_tree, is_name, load, store, walk
from unpython._writing.rewriter import BlockRewriter

_BEGINNINGS = (ast.Constant, ast.Name, ast.UnaryOp, ast.Tuple, ast.List, ast.unaryop, ast.expr_context)
_SIMPLE = (ast.Name, ast.Constant)
_STATEMENTS = (ast.Assign, ast.AugAssign, ast.Return, ast.Expr, ast.If)


def rewritten(function: FunctionType, node: Any) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` with these loops, their names, and what free names it relies on."""
    if not isinstance(node, ast.FunctionDef):
        return node, frozenset(), []
    writer = _Loops(function, local_names(function))
    made = copy_tree(node)
    made.body = writer.statements(made.body)
    return (ast.fix_missing_locations(made), frozenset(writer.names), writer.used) if writer.names else (node, frozenset(), [])


class _Loops(BlockRewriter):
    def __init__(self, function: FunctionType, own: frozenset[str]):
        self._function = function
        self._own = own
        self.names: set[str] = set()
        self.used: list[_bindings.Binding] = []

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return node

    def visit(self, node: ast.AST) -> Any:
        before: list[ast.stmt] = []
        while isinstance(node, _STATEMENTS) and (found := self._first(node)) is not None:
            whole = f"_whole_{found.lineno}_{found.col_offset}_"
            before += [ast.copy_location(statement, node) for statement in self._loop(found, whole)]
            found.func, found.args = load(whole), []
            node = _Named(found, whole).visit(node)
        made = super().visit(node)
        return [*before, made] if before else made

    def _first(self, node: Any) -> ast.Call | None:
        """The call, where it is the first thing that is computed."""
        if isinstance(node, ast.Call) and self._is_fold(node):
            return node
        for part in in_order(node):
            if not isinstance(part, _SIMPLE) and not self._is_known(part):
                return self._first(part)
        return None

    def _is_known(self, node: Any) -> bool:
        """math.sqrt, which the statement calls with what it computes."""
        return isinstance(node, ast.Attribute) and _bindings.of_node(self._function, node, self._own) is not None

    def _is_fold(self, node: ast.Call) -> bool:
        if self._is_sum(node):
            return True
        if len(node.args) != 3 or node.keywords or not self._is(node.func, functools.reduce):
            return False
        step, over, begin = node.args
        is_pair = self._width(over) > 0
        is_step = isinstance(step, ast.Name) or (isinstance(step, ast.Lambda) and _takes_two(step))
        is_known = is_pair or self._is_called(over, range) or (isinstance(step, ast.Lambda) and is_step and _calls_second(step))
        is_name_alone = isinstance(over, ast.Name) or (self._is_called(over, reversed) and isinstance(over.args[0], ast.Name))  # type: ignore[attr-defined]
        return is_step and is_known and (is_name_alone or all(isinstance(part, _BEGINNINGS) for part in walk(begin)))

    def _is_sum(self, node: ast.Call) -> bool:
        """sum(x, C(0, 0)) and sum((C(k, 1) for k in x), start=C(0, 0))"""
        begin = node.args[1] if len(node.args) == 2 else node.keywords[0].value if len(node.args) == len(node.keywords) == 1 else None
        if not isinstance(begin, ast.Call) or not isinstance(begin.func, ast.Name) or not all(map(_is_number, begin.args)) or begin.keywords:
            return False
        if not isinstance(node.args[0], (ast.Name, ast.Attribute, ast.ListComp, ast.GeneratorExp)) or not self._is(node.func, sum):
            return False
        binding = _bindings.of_node(self._function, begin.func, self._own)
        return binding is not None and isinstance(binding.value, type) and binding.value.__module__ == self._function.__module__

    def _added(self, node: ast.Call, whole: str) -> list[ast.stmt]:
        """The loop of sum(x, C(0, 0))."""
        given: Any = node.args[0]
        begin = node.args[1] if len(node.args) > 1 else node.keywords[0].value
        node.keywords = []
        self.names |= {whole, item := f"{whole}item_0_"}
        if not isinstance(given, (ast.ListComp, ast.GeneratorExp)):
            add = store(whole, ast.BinOp(load(whole), ast.Add(), load(item)))
            return [store(whole, begin), ast.For(ast.Name(item, ast.Store()), given, [add], [])]

        def own(name: str, number: int) -> str:
            self.names.add(made := f"{whole}of_{name}_{number}_")
            return made

        made = with_own_targets(given.elt, given.generators, own)
        body: list[ast.stmt] = [store(whole, ast.BinOp(load(whole), ast.Add(), made))]
        for clause in reversed(given.generators):
            for test in reversed(clause.ifs):
                body = [ast.If(test, body, [])]
            body = [ast.For(clause.target, clause.iter, body, [])]
        return [store(whole, begin), *body]

    def _is(self, node: Any, value: Any) -> bool:
        binding = _bindings.of_node(self._function, node, self._own) if isinstance(node, (ast.Name, ast.Attribute)) else None
        if binding is None or binding.value is not value:
            return False
        self.used.append(binding)
        return True

    def _is_called(self, node: Any, value: Any) -> bool:
        is_plain = isinstance(node, ast.Call) and not node.keywords and not any(isinstance(a, ast.Starred) for a in node.args)
        return is_plain and self._is(node.func, value)

    def _width(self, node: Any) -> int:
        """How many items each tuple has that is gone through; 0 where it is not known."""
        if self._is_called(node, enumerate):
            return 2
        return len(node.args) if self._is_called(node, zip) and len(node.args) > 1 else 0

    def _loop(self, node: ast.Call, whole: str) -> list[ast.stmt]:
        if len(node.args) < 3:
            return self._added(node, whole)
        step, over, begin = node.args
        width = self._width(over)
        items = [f"{whole}item_{i}_" for i in range(width or 1)]
        self.names |= {whole, *items}
        item = ast.Tuple([load(name) for name in items], ast.Load()) if width else load(items[0])
        if isinstance(step, ast.Lambda):
            first, second = (argument.arg for argument in step.args.args)
            body = _Parts(second, items).visit(copy_tree(step.body)) if width else step.body
            value = WithValues({first: load(whole), second: item}).visit(copy_tree(body))
        else:
            value = ast.Call(step, [load(whole), item], [])
        targets: list[ast.expr] = [ast.Name(name, ast.Store()) for name in items]
        target = ast.Tuple(targets, ast.Store()) if width else targets[0]
        return [store(whole, begin), ast.For(target, over, [store(whole, value)], [])]


def _is_number(node: ast.expr) -> bool:
    return isinstance(node.operand if isinstance(node, ast.UnaryOp) else node, ast.Constant)


def _takes_two(node: ast.Lambda) -> bool:
    given = node.args
    others = (given.defaults, given.vararg, given.kwarg, given.kwonlyargs, given.posonlyargs)
    inner = {n.arg for n in walk(node.body) if isinstance(n, ast.arg)}
    inner |= {n.id for n in walk(node.body) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
    return len(given.args) == 2 and not any(others) and not inner & {a.arg for a in given.args}


def _calls_second(node: ast.Lambda) -> bool:
    """f(v) and table[f](v)"""
    second = node.args.args[1].arg
    return any(isinstance(n, ast.Call) and any(is_name(part, second) for part in walk(n.func)) for n in walk(node.body))


class _Parts(ast.NodeTransformer):
    """p[1] of a tuple as its item."""

    def __init__(self, name: str, items: list[str]):
        self._name = name
        self._items = items

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        self.generic_visit(node)
        place = node.slice.value if isinstance(node.slice, ast.Constant) else None
        is_item = isinstance(node.value, ast.Name) and node.value.id == self._name and type(place) is int and 0 <= place < len(self._items)
        return ast.copy_location(load(self._items[place]), node) if is_item else node  # type: ignore[index]


class _Named(ast.NodeTransformer):
    """With a name in the place of one call."""

    def __init__(self, call: ast.Call, name: str):
        self._call = call
        self._name = name

    def visit_Call(self, node: ast.Call) -> Any:
        return ast.copy_location(load(self._name), node) if node is self._call else self.generic_visit(node)
