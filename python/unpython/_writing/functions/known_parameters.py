"""Parameters of which a call says that they are None, or a function, in a function that is written where it is called:

    s = df(x) if df is not None else f(x)       s = f(x)
    if stat is None:                            stat = np.mean
        stat = np.mean
    if cb:                                      cb(i, x)
        cb(i, x)
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._writing.nodes import copy_tree, is_name, is_none, walk

_NONE, _SOME, _TRUE = "None", "no None", "a function"  # what is known of a value


def folded(body: list[ast.stmt], values: dict[str, ast.expr]) -> list[ast.stmt]:
    """The statements; takes those out of `values` that get another one at once."""
    kinds = {name: kind for name, value in values.items() if (kind := _kind_of(value)) is not None}
    for name in list(kinds):
        if _is_stored(body, name):
            made = _settled(body, name, kinds[name])
            if made is None:
                del kinds[name]
                continue
            body = made
            if kinds[name] == _NONE:
                del kinds[name], values[name]
    return _Folder(kinds).body(body) if kinds else body


def _kind_of(value: ast.expr) -> str | None:
    if is_none(value):
        return _NONE
    if isinstance(value, ast.Lambda) or getattr(value, "is_function", False):
        return _TRUE
    return _SOME if isinstance(value, (ast.Constant, ast.List, ast.Dict, ast.Tuple, ast.ListComp)) else None


def _is_stored(body: list[ast.stmt], name: str) -> bool:
    return any(is_name(n, name) and not isinstance(n.ctx, ast.Load) for s in body for n in walk(s))


def _settled(body: list[ast.stmt], name: str, kind: str) -> list[ast.stmt] | None:
    """Without the one statement that gives the name another value if it is None."""
    for i, statement in enumerate(body):
        if not any(is_name(n, name) for n in walk(statement)):
            continue
        found = _chosen(statement, name, kind)
        if found is None:
            return None
        reads = any(is_name(n, name) and isinstance(n.ctx, ast.Load) for s in found for n in walk(s))
        made = [*body[:i], *found, *body[i + 1 :]]
        if kind == _NONE:
            is_given = found and all(isinstance(s, ast.Assign) for s in found) and not reads
            return made if is_given and _is_stored(found, name) and not isinstance(found[0].targets[0], ast.Tuple) else None  # type: ignore[attr-defined]
        return None if _is_stored(made, name) else made
    return None


def _chosen(statement: Any, name: str, kind: str) -> list[ast.stmt] | None:
    folder = _Folder({name: kind})
    if isinstance(statement, ast.If) and (truth := folder.truth(statement.test)) is not None:
        return statement.body if truth else statement.orelse
    if not isinstance(statement, ast.Assign) or len(statement.targets) > 1 or not is_name(statement.targets[0], name):
        return None
    value = folder.visit(statement.value)
    if is_name(value, name):
        return []
    return [ast.copy_location(ast.Assign(statement.targets, value), statement)]


def put_defaults(definition: ast.FunctionDef, function: FunctionType) -> None:
    """What parameters are where a call leaves them out: numbers, texts and functions in the place of what gave them."""
    arguments = definition.args
    named = function.__kwdefaults__ or {}
    by_name = [named.get(a.arg, _Nothing) for a in arguments.kwonlyargs]
    for nodes, values in ((arguments.defaults, function.__defaults__ or ()), (arguments.kw_defaults, by_name)):
        for place, (node, value) in enumerate(zip(list(nodes), values, strict=False)):
            if node is not None and (known := _known(node, value, function)) is not None:
                nodes[place] = ast.fix_missing_locations(ast.copy_location(known, node))


class _Nothing:
    """No default."""


def _known(node: ast.expr, value: Any, function: FunctionType) -> ast.expr | None:
    """What gives a value again, wherever it stands."""
    known: Any
    if type(value) in (bool, int, float, str, type(None)):
        known = ast.Constant(value)
    elif type(value) is tuple and all(type(item) in (bool, int, float, str) for item in value):
        known = ast.Tuple([ast.Constant(item) for item in value], ast.Load())
    elif isinstance(node, ast.Lambda):
        if not _same_lambda(node, value):
            return None
        known = copy_tree(node)
    else:
        binding = _bindings.of_node(function, node, frozenset()) if isinstance(node, (ast.Name, ast.Attribute)) else None
        if binding is None or binding.value is not value or not callable(value) or isinstance(value, type):
            return None
        known = copy_tree(node)
        known.is_function = True
    known.is_known = True
    return known  # type: ignore[no-any-return]


def _same_lambda(node: ast.Lambda, value: Any) -> bool:
    """Whether a lambda in the text is the one that a function has: it is what the text gives, and reads nothing of a function around it."""
    if type(value) is not FunctionType or value.__code__.co_freevars or value.__defaults__:
        return False
    made = ast.fix_missing_locations(ast.Expression(copy_tree(node)))
    code, found = compile(made, "", "eval").co_consts[0], value.__code__
    return all(getattr(code, part) == getattr(found, part) for part in ("co_code", "co_consts", "co_names", "co_varnames", "co_argcount"))


def is_only_called(definition: Any, parameter: str, value: ast.Lambda, known: Any) -> bool:
    """Whether a function calls a lambda that it is given, or passes it on to those that are `known`, and does nothing else with it."""
    given = value.args
    if given.defaults or given.kwonlyargs or given.vararg or given.kwarg or any(isinstance(n, ast.Lambda) for n in walk(value.body)):
        return False
    nodes = [n for s in definition.body for n in walk(s)]
    seen: set[int] = set()
    for n in nodes:
        if isinstance(n, ast.Call):
            seen.add(id(n.func))
            seen.update(map(id, n.args) if isinstance(n.func, ast.Name) and n.func.id in known else ())
        elif isinstance(n, (ast.Compare, ast.If, ast.IfExp)):  # tests that the call answers
            seen.update(id(part) for part in (getattr(n, "left", None), getattr(n, "test", None)))
    return all(isinstance(n.ctx, ast.Load) and id(n) in seen for n in nodes if is_name(n, parameter))


class _Folder(ast.NodeTransformer):
    def __init__(self, kinds: dict[str, str]):
        self._kinds = kinds

    def body(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        made: list[ast.stmt] = []
        for statement in statements:
            found = self.visit(statement)
            made += found if isinstance(found, list) else [found]
        return made

    def truth(self, node: Any) -> bool | None:
        """None where it is not known."""
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            inner = self.truth(node.operand)
            return None if inner is None else not inner
        if isinstance(node, ast.Compare) and len(node.ops) == 1 and isinstance(node.ops[0], (ast.Is, ast.IsNot)) and is_none(node.comparators[0]):
            kind = self._kinds.get(node.left.id) if isinstance(node.left, ast.Name) else None
            return None if kind is None else (kind == _NONE) == isinstance(node.ops[0], ast.Is)
        kind = self._kinds.get(node.id) if isinstance(node, ast.Name) else None
        return {_NONE: False, _TRUE: True}.get(kind or "")

    def visit_If(self, node: ast.If) -> Any:
        node.test = self.visit(node.test)
        truth = self.truth(node.test)
        if truth is not None:
            return self.body(node.body if truth else node.orelse)
        node.body, node.orelse = self.body(node.body) or [ast.Pass()], self.body(node.orelse)
        return node

    def visit_For(self, node: Any) -> Any:
        made = self.generic_visit(node)
        made.body = made.body or [ast.Pass()]  # type: ignore[attr-defined]
        return made

    visit_While = visit_Try = visit_ExceptHandler = visit_For

    def visit_IfExp(self, node: ast.IfExp) -> Any:
        truth = self.truth(node.test)
        return self.generic_visit(node) if truth is None else self.visit(node.body if truth else node.orelse)

    def visit_BoolOp(self, node: ast.BoolOp) -> Any:
        """`df or f`, `df and df(x)`"""
        is_or = isinstance(node.op, ast.Or)
        left: list[ast.expr] = []
        for value in node.values:
            truth = self.truth(value)
            if truth is None or (truth == is_or and not left):
                left.append(self.visit(value))
                if truth is not None:
                    break
            elif truth == is_or or value is node.values[-1]:
                left.append(value)
                break
        if len(left) == 1:
            return left[0]
        node.values = left
        return node
