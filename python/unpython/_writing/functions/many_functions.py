"""Functions inside, and those of the module that give functions, that take any number of values, with as many parameters as each call gives,
and what functools.reduce makes of functions:

    def compose(*fs):                                  def compose(f0, f1):
        return lambda v: reduce(lambda a, f: f(a), fs, v)      return lambda v: f1(f0(v))
    h = compose(lambda v: v + 1, math.sqrt)            h = compose(lambda v: v + 1, math.sqrt)

    reduce(lambda f, g: lambda v: g(f(v)), (f0, f1))   lambda v: f1(f0(v))

So all that is said of such a function knows how many there are, and closures.py knows the function that comes back.
"""

from __future__ import annotations

import ast
import functools
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._find_source import SourceNotFound
from unpython._local_names import local_names
from unpython._writing import hints
from unpython._writing.functions.closures import Renamed, free_names, makes_function, names_of
from unpython._writing.nodes import copy_tree, is_name, load, walk
from unpython._writing.plainer import find_source
from unpython._writing.rewriter import StatementRewriter

_MOST = 16
_SIMPLE = (ast.Name, ast.Constant)


def rewritten(function: FunctionType, node: Any) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` with such functions, their names, and what free names it relies on."""
    beside, relied = _beside(function, node)
    if beside:
        node = copy_tree(node)
        node.body = [*beside, *node.body]
    found = {n.name: n for n in node.body if isinstance(n, ast.FunctionDef) and _takes_any_number(n)}
    calls = {name: _calls_of(node, name) for name in found}
    found = {name: n for name, n in found.items() if calls[name] is not None}
    if not found:
        return node, frozenset(), []
    writer = _Writer(function, node, found)
    made = copy_tree(node)
    made.body = writer.statements(made.body)
    return ast.fix_missing_locations(made), frozenset(writer.names), [*writer.used, *relied]


def with_folds(function: FunctionType, node: ast.FunctionDef) -> tuple[ast.FunctionDef, list[_bindings.Binding]]:
    """What functools.reduce makes of functions that are written out, and what free names that relies on; `node` is changed."""
    writer = _Writer(function, node, {})
    node.body = [*map(writer.with_folds, node.body)]
    return node, writer.used


def _beside(function: FunctionType, node: Any) -> tuple[list[ast.stmt], list[_bindings.Binding]]:
    """Functions of the module that take any number of values and give a function, as functions inside."""
    own = local_names(function)
    called = {n.func.id for n in walk(node) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)} - own
    found: list[ast.stmt] = []
    used: list[_bindings.Binding] = []
    for name in sorted(called):
        binding = _bindings.resolve(function, name, [])
        value = binding.value
        if not isinstance(value, FunctionType) or not hints.takes_any_number(value) or value.__globals__ is not function.__globals__:
            continue
        if value.__code__.co_freevars or _calls_of(node, name, 0) is None:
            continue
        try:
            definition = find_source(value).node
        except SourceNotFound:
            continue
        is_maker = isinstance(definition, ast.FunctionDef) and definition.name == name and makes_function(definition, True)
        if is_maker and not free_names(definition) & own:
            found.append(copy_tree(definition))
            used.append(binding)
    return found, used


def _takes_any_number(node: ast.FunctionDef) -> bool:
    """Whether what it does with its `*fs` can be said of a tuple that is written out."""
    arguments = node.args
    if arguments.vararg is None or arguments.kwarg or arguments.kwonlyargs or arguments.defaults or node.decorator_list:
        return False
    name = arguments.vararg.arg
    nodes = [n for s in node.body for n in walk(s)]
    if any(isinstance(n, ast.arg) and n.arg == name for n in nodes) or any(is_name(n, node.name) for n in nodes):
        return False
    return all(isinstance(n.ctx, ast.Load) for n in nodes if isinstance(n, ast.Name) and n.id == name)


def _calls_of(node: Any, name: str, times: int = 1) -> list[ast.Call] | None:
    """None where it is used in another way than to call it with values one by one. `times`: how often it is defined."""
    uses = [n for n in walk(node) if isinstance(n, ast.Name) and n.id == name]
    calls = [n for n in walk(node) if isinstance(n, ast.Call) and is_name(n.func, name)]
    plain = all(not c.keywords and not any(isinstance(a, ast.Starred) for a in c.args) and len(c.args) <= _MOST for c in calls)
    defined = sum(isinstance(n, ast.FunctionDef) and n.name == name for n in walk(node))
    return calls if plain and len(uses) == len(calls) and defined == times else None


class _Writer(StatementRewriter):
    def __init__(self, function: FunctionType, node: Any, found: dict[str, ast.FunctionDef]):
        self._function = function
        self._own = local_names(function)
        self._found = found
        counts = {name: sorted({len(c.args) for c in _calls_of(node, name) or []}) for name in found}
        self._counts = {name: [n for n in given if n >= len(found[name].args.posonlyargs) + len(found[name].args.args)] for name, given in counts.items()}
        self.names: set[str] = set()
        self.used: list[_bindings.Binding] = []

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        self.generic_visit(node)
        if node.name not in self._found:
            return node
        return [self._with_count(copy_tree(node), count) for count in self._counts[node.name]] or node

    def _name_for(self, name: str, count: int) -> str:
        return f"_{name}_of_{count}_"

    def visit_Call(self, node: ast.Call) -> Any:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and len(node.args) in self._counts.get(node.func.id, ()):
            node.func = ast.copy_location(load(self._name_for(node.func.id, len(node.args))), node.func)
        return node

    def _with_count(self, node: ast.FunctionDef, count: int) -> ast.stmt:
        arguments = node.args
        assert arguments.vararg is not None
        given, first = arguments.vararg, len(arguments.posonlyargs) + len(arguments.args)
        names = [f"_{given.arg}_{i}_of_{count}_" for i in range(count - first)]
        node.name = self._name_for(node.name, count)
        arguments.args = [*arguments.args, *(ast.copy_location(ast.arg(name), given) for name in names)]
        arguments.vararg = None
        self.names |= {node.name, *names}
        body = [s for part in node.body for s in _listed(_Whole(given.arg, names).visit(part))]
        node.body = [self.with_folds(s) for s in body]
        others = {name: f"_{name}_of_{count}_" for name in names_of(node) - {*names}}
        self.names |= {*others.values()}
        node.body = [Renamed(others).visit(s) for s in node.body]
        for a in (*arguments.posonlyargs, *arguments.args):
            a.arg = others.get(a.arg, a.arg)
        return node

    def with_folds(self, node: ast.stmt) -> ast.stmt:
        writer = self

        class Reduced(ast.NodeTransformer):
            def visit_Call(self, call: ast.Call) -> Any:
                self.generic_visit(call)
                return writer._folded(call) or call

        made: ast.stmt = Reduced().visit(node)
        return made

    def _folded(self, node: ast.Call) -> ast.expr | None:
        """reduce(f, (a, b, c)) as f(f(a, b), c), where f is a lambda that calls one of them with the other, or gives a function."""
        binding = _bindings.of_node(self._function, node.func, self._own)
        if binding is None or binding.value is not functools.reduce or node.keywords or not 2 <= len(node.args) <= 3:
            return None
        step, items, *first = node.args
        if not isinstance(step, ast.Lambda) or not isinstance(items, ast.Tuple) or not all(isinstance(e, ast.Name) for e in items.elts):
            return None
        values: list[ast.expr] = [*first, *items.elts]
        names = [a.arg for a in step.args.args]
        plain = not (step.args.defaults or step.args.vararg or step.args.kwarg or step.args.kwonlyargs or step.args.posonlyargs)
        if len(names) != 2 or not plain or not values or not _may_fold(step.body, names):
            return None
        whole = values[0]
        for value in values[1:]:
            free = {n.id for part in (whole, value) for n in walk(part) if isinstance(n, ast.Name)}
            if free & {n.arg for n in walk(step.body) if isinstance(n, ast.arg)} - _bound(whole):
                return None
            whole = _Given(dict(zip(names, (whole, value), strict=True))).visit(copy_tree(step.body))
        self.used.append(binding)
        return ast.copy_location(whole, node)


def _bound(node: ast.expr) -> set[str]:
    """The parameters of a lambda, which are no names of what is around it."""
    return {a.arg for a in node.args.args} if isinstance(node, ast.Lambda) else set()


def _may_fold(body: ast.expr, names: list[str]) -> bool:
    """Whether each of two values is read once, before anything else is computed, or by a function that is given back."""
    reads = [n.id for n in walk(body) if isinstance(n, ast.Name) and n.id in names]
    if sorted(reads) != sorted(names) or any(isinstance(n, ast.arg) and n.arg in names for n in walk(body)):
        return False
    if isinstance(body, ast.Lambda):
        return not body.args.defaults
    is_call = isinstance(body, ast.Call) and isinstance(body.func, ast.Name) and not body.keywords
    return is_call and all(isinstance(a, _SIMPLE) for a in body.args)  # type: ignore[attr-defined]


class _Whole(ast.NodeTransformer):
    """The tuple of all parameters in place of `fs`, and their number in place of `len(fs)`."""

    def __init__(self, name: str, names: list[str]):
        self._name = name
        self._names = names

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if node.id != self._name:
            return node
        return ast.copy_location(ast.Tuple([ast.copy_location(load(name), node) for name in self._names], ast.Load()), node)

    def visit_For(self, node: ast.For) -> Any:
        if is_name(node.iter, self._name) and not self._names:
            return [self.visit(s) for s in node.orelse] or ast.copy_location(ast.Pass(), node)
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """f(*fs)"""
        self.generic_visit(node)
        args: list[ast.expr] = []
        for a in node.args:
            args += a.value.elts if isinstance(a, ast.Starred) and isinstance(a.value, ast.Tuple) else [a]
        node.args = args
        return node


class _Given(ast.NodeTransformer):
    def __init__(self, values: dict[str, ast.expr]):
        self._values = values

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return copy_tree(self._values[node.id]) if node.id in self._values else node


def _listed(made: Any) -> list[ast.stmt]:
    return made if isinstance(made, list) else [made]
