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

Such a function may stand inside of another one: `t = grow(1.0, n)` is `found = []; more(1.0, n); t = found` there.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._local_names import local_names
from unpython._writing.nodes import copy_tree, is_name, load, store, walk
from unpython._writing.rewriter import BlockRewriter

_REFUSED = (ast.FunctionDef, ast.Lambda, ast.Global, ast.Try)


class _Other(Exception):
    """Something else is returned, or done with what a call gives."""


def rewritten(function: FunctionType, node: Any) -> tuple[Any, set[str], list[_bindings.Binding]]:
    """The `def`, the names that came with it, and what free names it relies on; the `def` itself where it is another one."""
    if not isinstance(node, ast.FunctionDef):
        return node, set(), []
    if any(isinstance(n, _REFUSED) for s in node.body for n in walk(s)):
        return _inside(node)
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


def _inside(node: ast.FunctionDef) -> tuple[Any, set[str], list[_bindings.Binding]]:
    """The `def` with the functions of this kind that stand in it in other words."""
    names: set[str] = set()
    for inner in [s for s in node.body if isinstance(s, ast.FunctionDef) and not s.decorator_list]:
        given = inner.args
        is_plain = not (given.vararg or given.kwarg or given.kwonlyargs or given.posonlyargs) and all(isinstance(d, ast.Constant) for d in given.defaults)
        calls = sum(isinstance(n, ast.Call) and is_name(n.func, inner.name) for n in walk(inner))
        if not is_plain or not calls or any(isinstance(n, (*_REFUSED, ast.Nonlocal)) for s in inner.body for n in walk(s)) or not _ends(inner.body):
            continue
        if any(n.arg == inner.name if isinstance(n, ast.arg) else is_name(n, inner.name) and not isinstance(n.ctx, ast.Load) for n in walk(node)):
            continue
        found, more = _only_name(node, inner.name) or f"_{inner.name}_found_", f"_{inner.name}_more_"
        writer, outer = _Returns(inner.name, found, more), _Calls(inner.name, found, more)
        made = copy_tree(node)
        try:
            written = next(s for s in made.body if isinstance(s, ast.FunctionDef) and s.name == inner.name)
            written.name, written.body, written.returns = more, writer.statements(written.body), None
            made.body = outer.statements(made.body)
        except _Other:
            continue
        if writer.has_tuples and writer.calls == calls and not any(is_name(n, inner.name) for n in walk(made)):
            node = ast.fix_missing_locations(made)
            names |= {found, more}
    return node, names, []


def _only_name(node: ast.FunctionDef, called: str) -> str:
    """The name of `t = grow(1.0, n)`, where that is the only call from outside and the name has no other value."""
    outside = [n for s in node.body if not (isinstance(s, ast.FunctionDef) and s.name == called) for n in walk(s)]
    calls = [n for n in outside if isinstance(n, ast.Assign) and isinstance(n.value, ast.Call) and is_name(n.value.func, called)]
    target: Any = calls[0].targets[0] if len(calls) == 1 and len(calls[0].targets) == 1 else None
    is_one = isinstance(target, ast.Name) and sum(is_name(n, called) for n in outside) == 1
    if not is_one or any(is_name(n, target.id) for a in calls[0].value.args for n in walk(a)):  # type: ignore[attr-defined]
        return ""
    given = [n for n in walk(node) if (isinstance(n, ast.arg) and n.arg == target.id) or (is_name(n, target.id) and not isinstance(n.ctx, ast.Load))]
    return target.id if len(given) == 1 else ""


class _Calls(BlockRewriter):
    """Calls of such a function from outside."""

    def __init__(self, name: str, found: str, more: str):
        self._name, self._found, self._more = name, found, more

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return node

    def visit_Assign(self, node: Any) -> Any:
        call = node.value
        if not isinstance(call, ast.Call) or not is_name(call.func, self._name):
            return node
        call.func = ast.copy_location(load(self._more), call.func)
        node.value = ast.copy_location(load(self._found), call)
        begin = store(self._found, ast.List([], ast.Load()))
        if isinstance(node, ast.Assign) and is_name(node.targets[0], self._found):
            return [ast.copy_location(s, node) for s in (begin, ast.Expr(call))]
        return [*(ast.copy_location(s, node) for s in (begin, ast.Expr(call))), node]

    visit_Return = visit_Assign


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
