"""Functions of the module that take any keywords, with the parameters that each call gives:

    def scaled(x, **kw):                              def scaled_0(x, *, by):
        return x * kw.get("by", 1.0) + g(x, **kw)         return x * by + g(x, by=by)
    scaled(x, by=2.0)                                 scaled_0(x, by=2.0)

The function with these parameters stands inside of the one that calls it. `*parts` beside `**kw` are parameters too. Asked only where a function
was refused as it is.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._find_source import SourceNotFound
from unpython._local_names import local_names, values_read
from unpython._writing.flow import leaves_loop
from unpython._writing.nodes import copy_tree, is_name, load, store, walk
from unpython._writing.plainer import find_source
from unpython._writing.rewriter import WholeRewriter

_MOST = 16
_ANY_KEYWORDS = 0x08  # inspect.CO_VARKEYWORDS


class _NotWritten(Exception):
    pass


def rewritten(function: FunctionType, node: Any) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` with such functions inside, their names, and what free names it relies on."""
    if not isinstance(node, ast.FunctionDef) or not _may_call(function):
        return node, frozenset(), []
    calls = _Calls(function, node)
    made = calls.visit(copy_tree(node))
    if not calls.inner:
        return node, frozenset(), []
    made.body = [*reversed(calls.inner), *made.body]
    return ast.fix_missing_locations(made), frozenset(n.name for n in calls.inner), calls.used


def _may_call(function: FunctionType) -> bool:
    """Whether it reads the name of such a function: most functions read none."""
    helpers = map(_bindings.python_function, values_read(function))
    return bool(function.__closure__) or any(helper is not None and helper.__code__.co_flags & _ANY_KEYWORDS for helper in helpers)


class _Calls(ast.NodeTransformer):
    def __init__(self, function: FunctionType, node: ast.FunctionDef):
        self._function = function
        self._local = local_names(function) | {n.id for n in walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
        self.inner: list[ast.FunctionDef] = []
        self.used: list[_bindings.Binding] = []

    def visit_Call(self, node: ast.Call) -> Any:
        self.generic_visit(node)
        binding = _bindings.of_node(self._function, node.func, self._local) if isinstance(node.func, ast.Name) else None
        helper = None if binding is None else _bindings.python_function(binding.value)
        if helper is None or binding is None or helper.__globals__ is not self._function.__globals__ or helper.__code__.co_freevars or len(self.inner) >= _MOST:
            return node
        try:
            definition = find_source(helper).node
            if not isinstance(definition, ast.FunctionDef) or definition.args.kwarg is None or definition.decorator_list:
                return node
            made, call = _with_parameters(copy_tree(definition), node, f"_{helper.__name__}_{len(self.inner)}_")
        except (SourceNotFound, _NotWritten):
            return node
        own = {n.id for n in walk(made) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)} | {n.arg for n in walk(made) if isinstance(n, ast.arg)}
        free = {n.id for n in walk(made) if isinstance(n, ast.Name)} - own
        if free & self._local or helper.__name__ in free:
            return node
        self.inner.append(made)
        self.used.append(binding)
        made.body = [self.visit(s) for s in made.body]
        return call


def _with_parameters(definition: ast.FunctionDef, call: ast.Call, name: str) -> tuple[ast.FunctionDef, ast.Call]:
    """The function with a parameter for each keyword that a call gives, and the call."""
    arguments = definition.args
    if any(isinstance(a, ast.Starred) for a in call.args) or any(k.arg is None for k in call.keywords) or arguments.kw_defaults or arguments.posonlyargs:
        raise _NotWritten
    named = [a.arg for a in arguments.args]
    rest = [f"_{name}{i}_" for i in range(max(len(call.args) - len(named), 0))]
    words = [k.arg for k in call.keywords if k.arg not in named and k.arg is not None]
    nodes = [n for s in definition.body for n in walk(s)]
    taken = {n.id for n in nodes if isinstance(n, ast.Name)} | {n.arg for n in nodes if isinstance(n, ast.arg)}
    is_known = all(isinstance(d, ast.Constant) for d in arguments.defaults)
    if (rest and arguments.vararg is None) or taken & {*words} or len({*words}) < len(words) or not is_known:
        raise _NotWritten
    several, keywords = arguments.vararg, arguments.kwarg
    if any(isinstance(n, (ast.FunctionDef, ast.Lambda)) for n in nodes) or (rest and any(k.arg in named for k in call.keywords)):
        raise _NotWritten
    if several is not None and any(is_name(n, several.arg) and not isinstance(n.ctx, ast.Load) for n in nodes):
        raise _NotWritten
    uses = _Uses(keywords.arg if keywords is not None else "", words, several.arg if several is not None else "", rest)
    definition.body = uses.statements(definition.body)
    if rest:  # what stands before is given
        arguments.defaults = []
    arguments.args += [ast.arg(one) for one in rest]
    arguments.kwonlyargs += [ast.arg(word) for word in words]
    arguments.kw_defaults += [None] * len(words)
    arguments.vararg = arguments.kwarg = None
    for one in arguments.args:
        one.annotation = None
    definition.name = name
    definition.returns = None
    return definition, ast.copy_location(ast.Call(ast.copy_location(load(name), call.func), call.args, call.keywords), call)


class _Uses(WholeRewriter):
    """kw["by"], kw.get("by", 1.0), "by" in kw, f(*parts, **kw) with the parameters in place of them."""

    def __init__(self, keywords: str, words: list[str], several: str, rest: list[str]):
        self._keywords = keywords
        self._words = words
        self._several = several
        self._rest = rest

    def statements(self, body: list[ast.stmt]) -> list[ast.stmt]:
        made: list[ast.stmt] = []
        for node in body:
            made += super().statements([node])
            if made and isinstance(made[-1], (ast.Return, ast.Raise)):
                break  # nothing behind it runs
        return made or ([ast.copy_location(ast.Pass(), body[0])] if body else [])

    def visit_If(self, node: ast.If) -> Any:
        """Without the way that no call takes."""
        node.test = self.visit(node.test)
        if not isinstance(node.test, ast.Constant):
            node.body, node.orelse = self.statements(node.body), self.statements(node.orelse)
            return node
        return self.statements(node.body if node.test.value else node.orelse)

    def visit_IfExp(self, node: ast.IfExp) -> Any:
        node.test = self.visit(node.test)
        if isinstance(node.test, ast.Constant):
            return self.visit(node.body if node.test.value else node.orelse)
        node.body, node.orelse = self.visit(node.body), self.visit(node.orelse)
        return node

    def visit_For(self, node: ast.For) -> Any:
        """for p in parts, once for each."""
        if not is_name(node.iter, self._several) or node.orelse or leaves_loop(node.body) or not isinstance(node.target, ast.Name):
            return self.generic_visit(node)
        turns = [[store(node.target.id, load(one)), *copy_tree(node.body)] for one in self._rest]
        return [ast.fix_missing_locations(ast.copy_location(s, node)) for turn in turns for s in self.statements(turn)]

    def _word(self, node: Any) -> str:
        if not isinstance(node, ast.Constant) or type(node.value) is not str:
            raise _NotWritten
        return node.value

    def visit_Call(self, node: ast.Call) -> Any:
        called = node.func
        is_get = isinstance(called, ast.Attribute) and called.attr == "get" and is_name(called.value, self._keywords)
        if is_get and not node.keywords and 0 < len(node.args) < 3:
            word = self._word(node.args[0])
            other = node.args[1] if len(node.args) == 2 else ast.Constant(None)
            if word in self._words and not isinstance(other, (ast.Constant, ast.Name)):
                raise _NotWritten  # it is computed
            return ast.copy_location(load(word) if word in self._words else self.visit(other), node)
        given: list[ast.expr] = []
        for a in node.args:
            is_rest = isinstance(a, ast.Starred) and is_name(a.value, self._several)
            given += map(load, self._rest) if is_rest else [a]
        node.args = given
        if any(k.arg is None for k in node.keywords) and {k.arg for k in node.keywords} & {*self._words}:
            raise _NotWritten  # given twice
        words: list[ast.keyword] = []
        for k in node.keywords:
            is_rest = k.arg is None and is_name(k.value, self._keywords)
            words += [ast.keyword(word, load(word)) for word in self._words] if is_rest else [k]
        node.keywords = words
        return self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        if is_name(node.value, self._keywords):
            if not isinstance(node.ctx, ast.Load) or self._word(node.slice) not in self._words:
                raise _NotWritten
            return ast.copy_location(load(self._word(node.slice)), node)
        return self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> Any:
        if len(node.ops) == 1 and isinstance(node.ops[0], (ast.In, ast.NotIn)) and is_name(node.comparators[0], self._keywords):
            is_in = self._word(node.left) in self._words
            return ast.copy_location(ast.Constant(is_in == isinstance(node.ops[0], ast.In)), node)
        return self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> Any:
        if node.id == self._keywords:
            raise _NotWritten
        if node.id == self._several:
            return ast.copy_location(ast.Tuple([load(one) for one in self._rest], ast.Load()), node)
        return node
