"""Functions that functools.reduce composes, as a fold of what they give, for plainer.py:

    then = lambda f, g: lambda v: g(f(v))
    h = reduce(then, [f, g, k])             h = lambda v: k(g(f(v)))
    h = reduce(then, fs, start)             h(x) is reduce(lambda v, f: f(v), fs, start(x)), where h is only called
    after = lambda f, g: lambda v: f(g(v))
    h = reduce(after, [f, g, k])            h = lambda v: f(g(k(v)))
    reduce(lambda v, f: f(v), [f, g], x)    g(f(x))

A list that has a name is only gone through; nothing appends to it.
"""

from __future__ import annotations

import ast
import functools
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._find_source import SourceNotFound, find_source
from unpython._local_names import local_names
from unpython._writing.functions.closures import free_names
from unpython._writing.nodes import copy_tree, is_name, load, store, walk


def rewritten(function: FunctionType, node: Any) -> tuple[Any, set[str], list[_bindings.Binding]]:
    """The `def`, names that came with it, and what free names it relies on."""
    if not isinstance(node, ast.FunctionDef):
        return node, set(), []
    writer = _Composed(function, node)
    made = copy_tree(node)
    made.body = [part for s in made.body for part in writer.written(s)]
    if not writer.is_changed:
        return node, set(), []
    read = {n.id for n in walk(made) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
    made.body = [s for s in made.body if not _defines(s, writer.beside - read)]
    return ast.fix_missing_locations(made), writer.names, writer.used


class _Whole:
    """`is_first`: whether the first function of the list is called first; `start`: what the fold begins with, a function."""

    def __init__(self, items: ast.expr, is_first: bool, start: ast.expr | None):
        self.items, self.is_first, self.start = items, is_first, start
        self.is_written = isinstance(items, (ast.List, ast.Tuple))


class _Composed(ast.NodeTransformer):
    def __init__(self, function: FunctionType, node: ast.FunctionDef):
        self._function = function
        self._own = local_names(function)
        self._body = node.body
        self._parameters = {a.arg for a in walk(node.args) if isinstance(a, ast.arg)}
        self._nodes = list(walk(node))
        self._stored = [n.id for n in self._nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)]
        self._stored += [n.arg for n in self._nodes if isinstance(n, ast.arg)]
        self.names: set[str] = set()
        self.used: list[_bindings.Binding] = []
        self.beside: set[str] = set()  # names of composers and lists, which nobody may read any more
        self.is_changed = False
        self._inner: set[str] = set()  # names of functions and comprehensions that the text stands in
        self._named: dict[str, _Whole] = {}
        called = {id(n.func) for n in self._nodes if isinstance(n, ast.Call)}
        for s in node.body:
            target: Any = s.targets[0] if isinstance(s, ast.Assign) and len(s.targets) == 1 else None
            whole = self._whole(s.value) if isinstance(target, ast.Name) and self._stored.count(target.id) == 1 else None  # type: ignore[attr-defined]
            if whole is not None and (whole.is_written or all(id(n) in called for n in self._nodes if is_name(n, target.id) and n is not target)):
                self._named[target.id] = whole

    def written(self, node: ast.stmt) -> list[ast.stmt]:
        """With the lambdas that it calls in front of it, each with a name."""
        self._before: list[ast.stmt] = []
        made = self.visit(node)
        return [ast.copy_location(s, node) for s in (*self._before, made)]

    def _whole(self, node: Any) -> _Whole | None:
        """reduce(then, fs) and reduce(then, fs, start)"""
        if not isinstance(node, ast.Call) or node.keywords or not 2 <= len(node.args) <= 3 or not self._is(node.func, functools.reduce):
            return None
        composer, items, *start = node.args
        is_first = self._order(composer)
        if is_first is None or any(isinstance(a, ast.Starred) for a in node.args):
            return None
        if isinstance(items, ast.Name):
            items = self._list_of(items.id) or items
        is_written = isinstance(items, (ast.List, ast.Tuple)) and bool(items.elts) and all(map(self._is_known, items.elts))
        if start and not self._is_known(start[0]):
            return None
        is_made = isinstance(items, ast.ListComp) and isinstance(items.elt, ast.Lambda) and all(isinstance(c.iter, ast.Name) for c in items.generators)
        if is_written or (start and is_made) or (start and isinstance(items, ast.Name) and self._stays(items.id)):
            return _Whole(items, is_first, start[0] if start else None)
        return None

    def _is(self, node: Any, value: Any) -> bool:
        binding = _bindings.of_node(self._function, node, self._own) if isinstance(node, (ast.Name, ast.Attribute)) else None
        if binding is None or binding.value is not value:
            return False
        self.used.append(binding)
        return True

    def _order(self, node: Any) -> bool | None:
        """Whether a function of two functions calls the first one first; None where it does something else."""
        made: Any = node
        if isinstance(node, ast.Name) and node.id in self._own:
            defined = [s for s in self._body if _defines(s, {node.id})]
            if len(defined) != 1 or self._stored.count(node.id) != (not isinstance(defined[0], ast.FunctionDef)):
                return None
            made = defined[0].value if isinstance(defined[0], ast.Assign) else defined[0]
            self.beside.add(node.id)
        elif isinstance(node, ast.Name):
            binding = _bindings.of_node(self._function, node, self._own)
            if binding is None or not isinstance(binding.value, FunctionType) or binding.value.__code__.co_freevars:
                return None
            try:
                made = find_source(binding.value).node
            except SourceNotFound:
                return None
            self.used.append(binding)
        return _order_of(made)

    def _list_of(self, name: str) -> ast.expr | None:
        """The list that is written out for a name, whose functions may be called where the name is read."""
        made = [s.value for s in self._body if isinstance(s, ast.Assign) and len(s.targets) == 1 and is_name(s.targets[0], name)]
        if len(made) != 1 or not self._stays(name) or sum(is_name(n, name) for n in self._nodes) != 2:
            return None
        is_written = isinstance(made[0], (ast.List, ast.Tuple)) and all(map(self._is_known, made[0].elts))
        if is_written:
            self.beside.add(name)
        return made[0] if is_written else None

    def _is_known(self, node: ast.expr) -> bool:
        """Whether a function is the same where it is called later."""
        if isinstance(node, ast.Lambda):
            return _is_of(node.args, 1)
        if isinstance(node, ast.Attribute):  # math.sqrt
            return _bindings.of_node(self._function, node, self._own) is not None
        return isinstance(node, ast.Name) and self._stays(node.id)

    def _stays(self, name: str) -> bool:
        """Whether a name has one value, which no method changes."""
        asked = [n.value for n in self._nodes if isinstance(n, (ast.Attribute, ast.Subscript))]
        given = self._stored.count(name) + sum(isinstance(n, ast.FunctionDef) and n.name == name for n in self._nodes)
        is_here = given == 0 or (given == 1 and (name in self._parameters or any(_defines(s, {name}) for s in self._body)))
        return bool(name) and is_here and not any(is_name(n, name) for n in asked)

    def visit_Assign(self, node: ast.Assign) -> Any:
        target: Any = node.targets[0]
        if isinstance(target, ast.Name) and target.id in self._named:
            self.is_changed = True
            whole = self._named[target.id]
            if whole.is_written:
                given = f"_composed_value_{node.lineno}_"
                arguments = ast.arguments([], [ast.arg(given)], None, [], [], None, [])
                node.value = ast.copy_location(ast.Lambda(arguments, self._folded(whole, node.value, load(given))), node)
                return node
            made = self._listed(whole)
            return ast.copy_location(made or ast.Pass(), node)
        return self.generic_visit(node)

    def _inside(self, node: Any) -> Any:
        """What has names of its own."""
        around = self._inner
        self._inner = around | {n.id for n in walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
        self._inner |= {n.arg for n in walk(node) if isinstance(n, ast.arg)}
        self.generic_visit(node)
        self._inner = around
        return node

    visit_FunctionDef = visit_Lambda = visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _inside

    def _knows_inner_names(self, node: ast.Call) -> bool:
        """Whether a lambda of a call reads a name of what is around the call."""
        lambdas = [n for n in walk(node) if isinstance(n, ast.Lambda)]
        return bool(self._inner) and any(free_names(n) & self._inner for n in lambdas)

    def visit_Call(self, node: ast.Call) -> Any:
        if self._knows_inner_names(node):
            return self.generic_visit(node)
        if (items := self._chain(node)) is not None:
            self.generic_visit(node)
            self.is_changed = True
            value = node.args[2]
            for called in copy_tree(items):
                value = self._called(called, value)
            return ast.copy_location(value, node)
        named = self._named.get(node.func.id) if isinstance(node.func, ast.Name) else None
        whole = self._whole(node.func) if named is None else None if named.is_written else named
        self.generic_visit(node)
        if whole is None or len(node.args) != 1 or node.keywords or isinstance(node.args[0], ast.Starred):
            return node
        self.is_changed = True
        if (made := self._listed(whole)) is not None:
            self._before.append(made)
        return ast.copy_location(self._folded(whole, node, node.args[0]), node)

    def _chain(self, node: ast.Call) -> list[ast.expr] | None:
        """The functions of reduce(lambda v, f: f(v), fs, x), where these are written out."""
        step: Any = node.args[0] if len(node.args) == 3 and not node.keywords else None
        if not isinstance(step, ast.Lambda) or not _is_of(step.args, 2) or not isinstance(step.body, ast.Call) or not self._is(node.func, functools.reduce):
            return None
        value, called = (a.arg for a in step.args.args)
        call = step.body
        is_chain = is_name(call.func, called) and len(call.args) == 1 and not call.keywords and is_name(call.args[0], value)
        items: Any = self._list_of(node.args[1].id) if isinstance(node.args[1], ast.Name) else node.args[1]
        is_written = isinstance(items, (ast.List, ast.Tuple)) and all(map(self._is_known, items.elts))
        return items.elts if is_chain and is_written else None

    def _listed(self, whole: _Whole) -> ast.stmt | None:
        """Gives a list of lambdas a name."""
        if not isinstance(whole.items, ast.ListComp):
            return None
        name = f"_composed_{len(self.names)}_"
        self.names.add(name)
        made, whole.items = store(name, whole.items), load(name)
        return made

    def _folded(self, whole: _Whole, at: ast.expr, given: ast.expr) -> ast.expr:
        items, start = copy_tree(whole.items), copy_tree(whole.start)
        if isinstance(items, (ast.List, ast.Tuple)):
            both = [*([start] if start is not None else []), *items.elts]
            value = given
            for called in both if whole.is_first else both[::-1]:
                value = self._called(called, value)
            return value
        if whole.is_first:
            return self._fold(items, self._called(start, given), at)
        return self._called(start, self._fold(ast.Call(load("reversed"), [items], []), given, at))

    def _called(self, function: Any, value: ast.expr) -> ast.expr:
        """f(x); x of `lambda v: v`"""
        if not isinstance(function, ast.Lambda):
            return ast.Call(function, [value], [])
        if is_name(function.body, function.args.args[0].arg):
            return value
        name = f"_composed_{len(self.names)}_"
        self.names.add(name)
        self._before.append(store(name, function))
        return ast.Call(load(name), [value], [])

    def _fold(self, items: ast.expr, begin: ast.expr, at: ast.expr) -> ast.expr:
        value, called = (f"_{what}_{at.lineno}_{at.col_offset}_" for what in ("value", "called"))
        given = ast.arguments([], [ast.arg(value), ast.arg(called)], None, [], [], None, [])
        step = ast.Lambda(given, ast.Call(load(called), [load(value)], []))
        reduce = next(n.func for n in self._nodes if isinstance(n, ast.Call) and self._is(n.func, functools.reduce))
        return ast.Call(copy_tree(reduce), [step, items, begin], [])


def _defines(node: Any, names: set[str]) -> bool:
    if isinstance(node, ast.FunctionDef):
        return node.name in names
    return isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name) and node.targets[0].id in names


def _order_of(node: Any) -> bool | None:
    """True of lambda f, g: lambda v: g(f(v)), False of lambda f, g: lambda v: f(g(v))"""
    if isinstance(node, ast.FunctionDef):
        body = [s for s in node.body if not (isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant))]
        inner: Any = body[-1].value if isinstance(body[-1], ast.Return) else None
        if len(body) == 2 and isinstance(body[0], ast.FunctionDef) and is_name(inner, body[0].name) and not body[0].decorator_list:
            result = body[0].body[0]
            is_plain = len(body[0].body) == 1 and isinstance(result, ast.Return)
            inner = ast.Lambda(body[0].args, result.value) if is_plain else None  # type: ignore[attr-defined]
        elif len(body) != 1 or node.decorator_list:
            return None
    else:
        inner = node.body if isinstance(node, ast.Lambda) else None
    if not isinstance(inner, ast.Lambda) or not _is_of(node.args, 2) or not _is_of(inner.args, 1):
        return None
    first, second = (a.arg for a in node.args.args)
    given = inner.args.args[0].arg
    called: Any = inner.body
    within: Any = called.args[0] if isinstance(called, ast.Call) and len(called.args) == 1 and not called.keywords else None
    is_chain = isinstance(within, ast.Call) and len(within.args) == 1 and not within.keywords and is_name(within.args[0], given)
    if not is_chain or len({first, second, given}) < 3:
        return None
    if is_name(called.func, second) and is_name(within.func, first):
        return True
    return False if is_name(called.func, first) and is_name(within.func, second) else None


def _is_of(given: ast.arguments, count: int) -> bool:
    others = (given.defaults, given.vararg, given.kwarg, given.kwonlyargs, given.posonlyargs)
    return len(given.args) == count and not any(others)
