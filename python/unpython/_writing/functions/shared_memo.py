"""A function that calls itself with a dict that its first call makes, as a function inside one that makes the dict:

    def ways(n, memo=None):                     def ways(n, memo=None):
        if memo is None:                            if memo is not None: refused
            memo = {}                               kept = {}
        if n in memo:                               def inside(n):
            return memo[n]                              if n in kept: return kept[n]
        memo[n] = ways(n - 1, memo) + ...               kept[n] = inside(n - 1) + ...
        return memo[n]                                  return kept[n]
                                                    return inside(n)

Each call passes the dict on. So it may with other parameters, which the function inside knows then. A dict that is given is one of the
caller's: such a call is another one's.

Asked only where a function was refused as it is.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._layouts import Layout
from unpython._writing.calls import refusal
from unpython._writing.functions.inlining import without_text
from unpython._writing.nodes import Renamed, copy_tree, is_name, is_none, load, store, walk

_KEPT, _INSIDE = "_kept_of_{}_", "_{}_with_kept_"


def rewritten(function: FunctionType, node: Any, layouts: dict[str, Layout]) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def`, the names that came with it, and what free names it relies on."""
    if not isinstance(node, ast.FunctionDef) or any(isinstance(n, (ast.FunctionDef, ast.Lambda)) for s in node.body for n in walk(s)):
        return node, frozenset(), []
    arguments = node.args
    if arguments.posonlyargs or arguments.kwonlyargs or arguments.vararg is not None or arguments.kwarg is not None:
        return node, frozenset(), []
    names = [a.arg for a in arguments.args]
    body = without_text(node.body)
    memo = _memo(body, names, arguments.defaults)
    binding = _bindings.resolve(function, node.name, [])
    if memo is None or layouts.get(memo) is not None or binding.value is not function:
        return node, frozenset(), []
    rest = body[1:]
    nodes = [n for s in rest for n in walk(s)]
    calls = [n for n in nodes if isinstance(n, ast.Call) and is_name(n.func, node.name)]
    given = [_given(call, names) for call in calls]
    if not calls or sum(is_name(n, node.name) for n in nodes) > len(calls) or any(g is None for g in given):
        return node, frozenset(), []
    stored = {n.id for n in nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
    same = {name for name in names if name not in stored and all(is_name(g.get(name), name) for g in given if g is not None)}
    if memo not in same or same == set(names):
        return node, frozenset(), []
    kept, inside = _KEPT.format(memo), _INSIDE.format(node.name)
    own = [name for name in names if name not in same]
    inner_body = [_Calls(node.name, inside, own, names).visit(s) for s in copy_tree(rest)]
    inner_body = [Renamed({memo: kept}).visit(s) for s in inner_body]
    inner = ast.FunctionDef(inside, ast.arguments([], [ast.arg(name) for name in own], None, [], [], None, []), inner_body, [], None, None)
    if hasattr(node, "type_params"):
        inner.type_params = []  # type: ignore[attr-defined]
    made = copy_tree(node)
    made.body = [
        ast.If(ast.Compare(load(memo), [ast.IsNot()], [ast.Constant(None)]), [refusal("a dict that a call shares with its caller")], []),
        store(kept, ast.Dict([], [])),
        inner,
        ast.Return(ast.Call(load(inside), [load(name) for name in own], [])),
    ]
    for statement in made.body:
        for part in walk(statement):
            if not hasattr(part, "lineno"):
                ast.copy_location(part, node.body[0])
    return ast.fix_missing_locations(made), frozenset([kept, inside]), [binding]


def _memo(body: list[ast.stmt], names: list[str], defaults: list[ast.expr]) -> str | None:
    """memo of `if memo is None: memo = {}`, with which the function begins."""
    first: Any = body[0] if body else None
    test = first.test if isinstance(first, ast.If) and not first.orelse and len(first.body) == 1 else None
    if not isinstance(test, ast.Compare) or len(test.ops) != 1 or not isinstance(test.ops[0], ast.Is) or not is_none(test.comparators[0]):
        return None
    name = test.left.id if isinstance(test.left, ast.Name) else ""
    made: Any = first.body[0]
    is_dict = isinstance(made, ast.Assign) and len(made.targets) == 1 and is_name(made.targets[0], name) and isinstance(made.value, ast.Dict)
    with_default = dict(zip(names[len(names) - len(defaults) :], defaults, strict=True))
    return name if is_dict and not made.value.keys and is_none(with_default.get(name)) else None


def _given(call: ast.Call, names: list[str]) -> dict[str, ast.expr] | None:
    """What each parameter gets; None where that is not written out."""
    if any(isinstance(a, ast.Starred) for a in call.args) or len(call.args) > len(names) or any(k.arg not in names for k in call.keywords):
        return None
    found = dict(zip(names, call.args, strict=False))
    found |= {k.arg: k.value for k in call.keywords if k.arg is not None and k.arg not in found}
    return found if len(found) == len(names) and len(found) == len(call.args) + len(call.keywords) else None


class _Calls(ast.NodeTransformer):
    def __init__(self, name: str, inside: str, own: list[str], names: list[str]):
        self._name = name
        self._inside = inside
        self._own = own
        self._names = names

    def visit_Call(self, node: ast.Call) -> Any:
        if not is_name(node.func, self._name):
            return self.generic_visit(node)
        given = _given(node, self._names) or {}
        return ast.copy_location(ast.Call(load(self._inside), [self.visit(given[name]) for name in self._own], []), node)
