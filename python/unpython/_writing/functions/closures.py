"""`add = make(n)` of a function that returns a function of its own: its statements, with names of their own, and the function.

    def make(k):
        return lambda x: x + k          _made_0_k_ = n
    add = make(n)                       add = lambda x: x + _made_0_k_

`make` is a function or a lambda inside this one, or a function of the same module without names from elsewhere. What it returns must be
known before it runs: its last statement is its only `return`, of a lambda or of a function that it defines. Its defaults are constants.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._find_source import SourceNotFound
from unpython._local_names import local_names
from unpython._writing.changes.function_attributes import attribute_of
from unpython._writing.functions import known_parameters
from unpython._writing.nodes import copy_tree, is_name, is_none, load, store, walk
from unpython._writing.plainer import find_source
from unpython._writing.rewriter import StatementRewriter

_asked: list[FunctionType] = []  # whose text is read to see whether they make functions


def rewritten(function: FunctionType, node: Any) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` without calls of makers, the names that came with them, and what free names it relies on."""
    made = _with_makers(copy_tree(node))
    makers = {n.name: n for n in made.body if isinstance(n, ast.FunctionDef) and makes_function(n)}
    rewriter = Rewriter(function, made, makers)
    made.body = rewriter.statements(made.body)
    if not rewriter.names:
        return node, frozenset(), []
    names, used, attributes = rewriter.names, rewriter.used, rewriter.attributes
    while new := {n.name: n for n in made.body if isinstance(n, ast.FunctionDef) and n.name not in makers and makes_function(n)}:
        makers |= new  # make(n)(f), whose first call has given a maker
        rewriter = Rewriter(function, made, makers, rewriter.count)
        made.body = rewriter.statements(made.body)
        names, used = names | rewriter.names, [*used, *rewriter.used]
        attributes |= rewriter.attributes
    if attributes:
        made.body = [_Attributes(attributes).visit(s) for s in made.body]
    read = {n.id for n in walk(made) if isinstance(n, ast.Name)}
    made.body = [n for n in made.body if not (isinstance(n, ast.FunctionDef) and n.name in makers and n.name not in read)]
    return ast.fix_missing_locations(made), frozenset(names), used


def _with_makers(node: Any) -> Any:
    """`make = lambda k: lambda x: x + k` as a `def`, where the name has no other value."""
    for place, s in enumerate(node.body):
        if not isinstance(s, ast.Assign) or not isinstance(s.value, ast.Lambda) or not isinstance(s.value.body, ast.Lambda):
            continue
        target = s.targets[0]
        if len(s.targets) != 1 or not isinstance(target, ast.Name) or sum(is_name(n, target.id) and not isinstance(n.ctx, ast.Load) for n in walk(node)) > 1:
            continue
        made = ast.FunctionDef(target.id, s.value.args, [ast.Return(s.value.body)], [], None, None)  # type: ignore[call-arg]
        node.body[place] = ast.fix_missing_locations(ast.copy_location(made, s))
    return node


def makes_function(node: Any, takes_any_number: bool = False) -> bool:
    if not isinstance(node, ast.FunctionDef) or node.decorator_list:
        return False
    arguments = node.args
    plain = not ((arguments.vararg and not takes_any_number) or arguments.kwarg or arguments.kwonlyargs or arguments.posonlyargs)
    plain = plain and all(map(_is_constant, arguments.defaults))
    *before, last = node.body
    if not plain or not isinstance(last, ast.Return) or any(isinstance(n, ast.Return) for s in before for n in _own_nodes(s)):
        return False
    refused = (ast.Global, ast.Yield, ast.YieldFrom, ast.Await, ast.Try, ast.With, ast.ClassDef, ast.Import, ast.ImportFrom)
    if any(isinstance(n, refused) for n in walk(node)):
        return False
    defined = {s.name for s in before if isinstance(s, ast.FunctionDef)}
    given = last.value.elts if isinstance(last.value, ast.Tuple) and last.value.elts else [last.value]
    are_defined = len({getattr(n, "id", "") for n in given}) == len(given) and all(isinstance(n, ast.Name) and n.id in defined for n in given)
    return isinstance(last.value, ast.Lambda) or are_defined


def _is_constant(node: ast.expr) -> bool:
    """A number or a text, or a tuple of such."""
    if isinstance(node, ast.Tuple):
        return all(map(_is_constant, node.elts))
    return isinstance(node, ast.Constant) or (isinstance(node, ast.UnaryOp) and _is_constant(node.operand))


def _own_nodes(node: ast.AST) -> list[ast.AST]:
    """Without those of functions inside."""
    if isinstance(node, (ast.FunctionDef, ast.Lambda)):
        return []
    return [node, *(n for child in ast.iter_child_nodes(node) for n in _own_nodes(child))]


def is_dotted(node: ast.expr) -> bool:
    """math.sqrt"""
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name)


class _Names(ast.NodeTransformer):
    """make(n)(x) with a name for make(n)."""

    def __init__(self, rewriter: Rewriter):
        self._rewriter = rewriter
        self.before: list[ast.stmt] = []

    def visit_Lambda(self, node: Any) -> Any:
        return node

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = visit_Lambda

    def visit_Call(self, node: ast.Call) -> Any:
        self.generic_visit(node)
        if self._rewriter.makes_quietly(node.func):
            node.func = self._named(node.func)
        else:
            node.args = [self._named(a) if self._rewriter.makes_quietly(a) else a for a in node.args]
        return node

    def _named(self, node: ast.expr) -> ast.expr:
        name = self._rewriter.made_name()
        self.before.append(ast.Assign([ast.Name(name, ast.Store())], node))
        return ast.copy_location(ast.Name(name, ast.Load()), node)


def names_of(node: Any) -> set[str]:
    """The names of a function: its parameters, and what its own statements assign and define."""
    body = node.body if isinstance(node.body, list) else [node.body]
    own = [n for statement in body for n in _own_nodes(statement)]
    found = {a.arg for a in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)}
    found |= {a.arg for a in (node.args.vararg, node.args.kwarg) if a is not None}
    found |= {n.id for n in own if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
    found |= {n.name for statement in body for n in walk(statement) if isinstance(n, ast.FunctionDef)}
    return found - {name for n in own if isinstance(n, ast.Nonlocal) for name in n.names}


def free_names(node: Any) -> set[str]:
    """The names that a function has from elsewhere, also those of functions inside."""
    body = node.body if isinstance(node.body, list) else [node.body]
    found = {n.id for statement in (*body, *node.args.defaults) for n in _own_nodes(statement) if isinstance(n, ast.Name)}
    inner = [n for statement in body for n in _outermost(statement)]
    return found.union(*map(free_names, inner)) - names_of(node)


def _outermost(node: ast.AST) -> list[ast.AST]:
    """The functions inside, without those inside of them."""
    if isinstance(node, (ast.FunctionDef, ast.Lambda)):
        return [node]
    return [n for child in ast.iter_child_nodes(node) for n in _outermost(child)]


def given_to(maker: ast.FunctionDef, call: ast.Call) -> list[ast.expr] | None:
    """What a call gives to each parameter, where Python computes it in that order."""
    names = [a.arg for a in maker.args.args]
    if any(isinstance(a, ast.Starred) for a in call.args) or any(k.arg is None for k in call.keywords):
        return None
    order = [*names[: len(call.args)], *(k.arg for k in call.keywords if k.arg is not None)]
    if len(call.args) > len(names) or len(set(order)) != len(order) or not {*order} <= {*names} or sorted(order, key=names.index) != order:
        return None
    defaults = dict(zip(reversed(names), reversed(maker.args.defaults)))
    values = {**defaults, **dict(zip(order, (*call.args, *(k.value for k in call.keywords)), strict=True))}
    return [copy_tree(values[name]) if name not in order else values[name] for name in names] if len(values) == len(names) else None


def is_documentation(node: ast.stmt) -> bool:
    """Of a documentation."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


class Renamed(ast.NodeTransformer):
    """With other names for some, but for what functions inside call so themselves."""

    def __init__(self, names: dict[str, str]):
        self._names = names

    def visit_Name(self, node: ast.Name) -> ast.AST:
        node.id = self._names.get(node.id, node.id)
        return node

    def visit_Nonlocal(self, node: ast.Nonlocal) -> ast.AST:
        node.names = [self._names.get(name, name) for name in node.names]
        return node

    def _inside(self, node: Any) -> Any:
        if isinstance(node, ast.FunctionDef):
            node.name = self._names.get(node.name, node.name)
        node.args.defaults = [self.visit(d) for d in node.args.defaults]
        own = names_of(node)
        inner = Renamed({name: other for name, other in self._names.items() if name not in own})
        node.body = [inner.visit(s) for s in node.body] if isinstance(node.body, list) else inner.visit(node.body)
        return node

    visit_FunctionDef = visit_Lambda = _inside


def _pairs(returned: Any, target: Any) -> list[tuple[str, str]] | None:
    """Each function that is returned, and the name that it gets."""
    one, other = (n.elts if isinstance(n, ast.Tuple) else [n] for n in (returned, target))
    if isinstance(returned, ast.Tuple) != isinstance(target, ast.Tuple) or len(one) != len(other):
        return None
    return [(a.id, b.id) for a, b in zip(one, other, strict=True)] if all(isinstance(n, ast.Name) for n in (*one, *other)) else None


class _Attributes(ast.NodeTransformer):
    """f.calls of a function that a maker gave, where it is read outside of other functions."""

    def __init__(self, names: dict[tuple[str, str], str]):
        self._names = names

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        name = self._names.get((node.value.id, node.attr)) if isinstance(node.value, ast.Name) else None
        return self.generic_visit(node) if name is None else ast.copy_location(ast.Name(name, node.ctx), node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return node

    visit_Lambda = visit_FunctionDef  # type: ignore[assignment]


class _Apart(StatementRewriter):
    """value = x; return value, of a name of the function around, which may be None at other times, as: new = x; value = new; return new.
    `nothing`: names that are None."""

    def __init__(self, nothing: set[str]):
        self._nothing = nothing

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return ast.copy_location(ast.Constant(None), node) if node.id in self._nothing else node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        outer = {name for s in node.body if isinstance(s, ast.Nonlocal) for name in s.names}
        made: list[ast.stmt] = []
        for s in node.body:
            before: Any = made[-1] if made else None
            name = s.value.id if isinstance(s, ast.Return) and isinstance(s.value, ast.Name) else ""
            if name in outer and isinstance(before, ast.Assign) and len(before.targets) == 1 and is_name(before.targets[0], name):
                new = f"_returned_{name}_"
                made[-1:] = [store(new, before.value), store(name, load(new)), ast.Return(load(new))]
            else:
                made.append(s)
        node.body = made
        return self.generic_visit(ast.fix_missing_locations(node))


class Rewriter(StatementRewriter):
    def __init__(self, function: FunctionType, node: Any, makers: dict[str, ast.FunctionDef], count: int = 0):
        self._function = function
        self._makers = makers
        self._local = local_names(function) | makers.keys()
        self._stored = [n.id for n in walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)]
        self._stored += [a.arg for a in walk(node) if isinstance(a, ast.arg)]
        self._shadowed = {*self._stored} - {a.arg for a in walk(node) if isinstance(a, ast.arg)}
        self.names: set[str] = set()
        self.used: list[_bindings.Binding] = []
        self.count = count
        self.attributes: dict[tuple[str, str], str] = {}  # of functions that makers gave

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return node

    visit_Lambda = visit_ClassDef = visit_FunctionDef  # type: ignore[assignment]

    def visit_For(self, node: Any) -> Any:
        node.body, node.orelse = self.statements(node.body), self.statements(node.orelse)
        return node

    visit_While = visit_If = visit_For

    def visit_Return(self, node: Any) -> Any:
        before = self._named_before(node)
        return [*self.statements(before), node] if before else node

    def _named_before(self, node: Any) -> list[ast.stmt]:
        """Names for the functions that a statement makes and calls, or gives on: add in `make(n)(x)`, and in `make_two(make(n), f)`.
        Nobody sees when they are made."""
        if node.value is None or any(isinstance(n, ast.NamedExpr) for n in walk(node.value)):
            return []
        names = _Names(self)
        node.value = names.visit(node.value)
        return [ast.fix_missing_locations(ast.copy_location(s, node)) for s in names.before]

    def makes_quietly(self, node: Any) -> bool:
        """Whether an expression is a call of a maker that does nothing else than to give a function."""
        maker = self.maker_of(node.func) if isinstance(node, ast.Call) else None
        if maker is None or given_to(maker, node) is None or not all(isinstance(s, (ast.FunctionDef, ast.Return)) or is_documentation(s) for s in maker.body):
            return False
        given = (*node.args, *(k.value for k in node.keywords))
        return all(isinstance(a, (ast.Lambda, ast.Name, ast.Constant)) or is_dotted(a) or self.makes_quietly(a) for a in given)

    def made_name(self) -> str:
        name = f"_function_{len(self.names)}_"
        self.names.add(name)
        return name

    def visit_Assign(self, node: ast.Assign) -> Any:
        if before := self._named_before(node):
            return self.statements([*before, node])
        call = node.value
        target = node.targets[0]
        if len(node.targets) == 1 and isinstance(target, ast.Tuple) and isinstance(call, ast.Tuple) and len(target.elts) == len(call.elts):
            given = {t.id for t in target.elts if isinstance(t, ast.Name)}
            is_made = all(isinstance(v, ast.Call) and self.maker_of(v.func) is not None for v in call.elts)
            if is_made and len(given) == len(call.elts) and not any(isinstance(n, ast.Name) and n.id in given for n in walk(call)):
                return self.statements([ast.copy_location(ast.Assign([t], v), node) for t, v in zip(target.elts, call.elts, strict=True)])
            return node
        if len(node.targets) != 1 or not isinstance(node.targets[0], (ast.Name, ast.Tuple)) or not isinstance(call, ast.Call):
            return node
        maker = self.maker_of(call.func)
        values = None if maker is None else given_to(maker, call)
        if maker is None or values is None:
            return node
        returned: Any = maker.body[-1].value  # type: ignore[attr-defined]
        pairs = _pairs(returned, node.targets[0])
        is_only = pairs is not None and all(self._stored.count(target) == 1 for _, target in pairs)
        if not is_only and (isinstance(returned, ast.Tuple) or isinstance(node.targets[0], ast.Tuple)):
            return node
        names = {name: f"_made_{self.count}_{name}_" for name in names_of(maker)}
        self.count += 1
        if is_only:  # the functions have their names from the beginning
            names.update(pairs or ())
        for name, other in names.items() if is_only else ():
            for inner, given_name in pairs or ():
                if attribute := attribute_of(name, inner):
                    self.attributes[given_name, attribute] = other
        self.names |= set(names.values())
        parameters = [names[parameter.arg] for parameter in maker.args.args]
        changed = {n.id for s in maker.body for n in walk(s) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
        nothing = {names[p.arg] for p, value in zip(maker.args.args, values, strict=True) if is_none(value) and p.arg not in changed}
        made: list[ast.stmt] = [store(name, value) for name, value in zip(parameters, values, strict=True) if name not in nothing]
        *body, last = [_Apart(nothing).visit(Renamed(names).visit(copy_tree(statement))) for statement in maker.body]
        made += [s for s in body if not is_documentation(s)]
        if not is_only:
            made.append(ast.Assign(node.targets, last.value))
        for statement in made:
            for n in walk(statement):
                if "lineno" in n._attributes:
                    ast.copy_location(n, node)
        return made

    def maker_of(self, node: ast.expr) -> ast.FunctionDef | None:
        if not isinstance(node, ast.Name):
            return None
        if node.id in self._local:
            return self._makers.get(node.id) if node.id not in self._shadowed else None
        binding = _bindings.resolve(self._function, node.id, [])
        maker = binding.value
        if not isinstance(maker, FunctionType) or maker.__globals__ is not self._function.__globals__ or maker.__code__.co_freevars:
            return None
        if maker is self._function or maker in _asked:  # functions that call each other
            return None
        _asked.append(maker)
        try:
            found = find_source(maker).node
        except SourceNotFound:
            return None
        finally:
            _asked.remove(maker)
        if isinstance(found, ast.FunctionDef) and not all(map(_is_constant, found.args.defaults)):
            found = copy_tree(found)
            known_parameters.put_defaults(found, maker)  # limits=(-math.inf, math.inf)
        if not isinstance(found, ast.FunctionDef) or not makes_function(found):
            return None
        if free_names(found) & self._local:
            return None
        self.used.append(binding)
        return found
