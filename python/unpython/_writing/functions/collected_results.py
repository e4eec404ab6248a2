"""A function that returns lists of tuples, put together of what it returns when it calls itself, as one that appends to one list, for
plainer.py:

    def moves(n, a, b, c):                          def moves(n, a, b, c):
        if n == 0:                                      found = []
            return []                                   def more(n, a, b, c):
        return (moves(n - 1, a, c, b) + [(a, b)]            if n == 0:
                + moves(n - 1, c, b, a))                        return
                                                            more(n - 1, a, c, b); found.append((a, b)); more(n - 1, c, b, a)
                                                        more(n, a, b, c)
                                                        return found
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._local_names import local_names
from unpython._writing.nodes import copy_tree, is_name, load, store, walk
from unpython._writing.rewriter import BlockRewriter


class _Other(Exception):
    """Something else is returned, or done with what a call gives."""


def rewritten(function: FunctionType, node: Any) -> tuple[Any, set[str], list[_bindings.Binding]]:
    """The `def`, the names that came with it, and what free names it relies on; the `def` itself where it is another one."""
    if not isinstance(node, ast.FunctionDef) or any(isinstance(n, (ast.FunctionDef, ast.Lambda, ast.Global, ast.Try)) for s in node.body for n in walk(s)):
        return node, set(), []
    given = node.args
    is_plain = not (given.vararg or given.kwarg or given.kwonlyargs or given.posonlyargs)
    is_plain = is_plain and [getattr(d, "value", d) for d in given.defaults] == [*(function.__defaults__ or ())]
    calls = [n for n in walk(node) if isinstance(n, ast.Call) and is_name(n.func, node.name)]
    if not is_plain or not calls or len(calls) != sum(is_name(n, node.name) for n in walk(node)):
        return node, set(), []
    binding = _bindings.resolve(function, node.name, [])
    helper = _bindings.python_function(binding.value)
    if helper is None or helper.__code__ is not function.__code__ or node.name in local_names(function):
        return node, set(), []
    found, more = f"_{node.name}_found_", f"_{node.name}_more_"
    writer = _Returns(node.name, found, more)
    inner = copy_tree(node)
    try:
        inner.body = writer.statements(inner.body)
    except _Other:
        return node, set(), []
    if writer.calls != len(calls) or not writer.has_tuples or not _ends(node.body):
        return node, set(), []
    inner.name, inner.returns, inner.decorator_list = more, None, []
    for argument in inner.args.args:
        argument.annotation = None
    made = copy_tree(node)
    begin = ast.Expr(ast.Call(load(more), [load(a.arg) for a in given.args], []))
    made.body = [store(found, ast.List([], ast.Load())), inner, begin, ast.Return(load(found))]
    for statement in (made.body[0], begin, made.body[-1]):
        ast.copy_location(statement, node.body[-1])
    return ast.fix_missing_locations(made), {found, more}, [binding]


class _Returns(BlockRewriter):
    def __init__(self, name: str, found: str, more: str):
        self._name = name
        self._found = found
        self._more = more
        self.calls = 0
        self.has_tuples = False

    def visit_Return(self, node: ast.Return) -> Any:
        parts = [s for part in _joined(node.value) for s in self._part(part)]
        return [*(ast.copy_location(ast.Expr(part), node) for part in parts), ast.copy_location(ast.Return(None), node)]

    def _part(self, part: Any) -> list[ast.expr]:
        if isinstance(part, ast.Call) and is_name(part.func, self._name):
            self.calls += 1
            return [ast.copy_location(ast.Call(load(self._more), part.args, part.keywords), part)]
        if not isinstance(part, ast.List) or any(isinstance(e, ast.Starred) for e in part.elts):
            raise _Other
        self.has_tuples |= any(isinstance(e, ast.Tuple) for e in part.elts)
        return [ast.Call(ast.Attribute(load(self._found), "append", ast.Load()), [e], []) for e in part.elts]


def _ends(body: list[ast.stmt]) -> bool:
    """Whether each way through the statements returns a value or raises."""
    last = body[-1] if body else None
    return isinstance(last, (ast.Return, ast.Raise)) or (isinstance(last, ast.If) and _ends(last.body) and _ends(last.orelse))


def _joined(node: Any) -> list[Any]:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return [*_joined(node.left), *_joined(node.right)]
    return [node]
