"""Functions with decorators inside a function, as what the decorators are given and give:

    @logged                        def _h_plain_(x): ...
    def h(x): ...                  h = logged(_h_plain_)
    @scaled(3)                     _h_by_0_ = scaled(3)
    def h(x): ...                  def _h_plain_(x): ...; h = _h_by_0_(_h_plain_)

    def inner(*a, **k):            def inner(*a):
        return f(*a, **k)              return f(*a)               a call with keywords is refused then

functools.wraps goes where nobody asks a function for its name. functools.cache and its kin stay: kept_values.py reads them.
"""

from __future__ import annotations

import ast
import functools
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._local_names import local_names
from unpython._writing.nodes import copy_tree, is_name, load, store, walk
from unpython._writing.rewriter import BlockRewriter

_ASKED = frozenset("__name__ __qualname__ __doc__ __wrapped__ __module__ __dict__".split())
_KEPT = (functools.cache, functools.lru_cache)


def rewritten(function: FunctionType, node: Any) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` without these decorators, its new names, and what free names it relies on."""
    inner = [n for s in getattr(node, "body", ()) for n in walk(s) if isinstance(n, ast.FunctionDef)] if isinstance(node, ast.FunctionDef) else []
    if not any(n.decorator_list or n.args.kwarg for n in inner):
        return node, frozenset(), []
    asks = any(isinstance(n, ast.Attribute) and n.attr in _ASKED for n in walk(node))
    writer = _Decorated(function, local_names(function), asks)
    made = copy_tree(node)
    made.body = writer.statements(made.body)
    return (ast.fix_missing_locations(made), frozenset(writer.names), writer.used) if writer.is_changed else (node, frozenset(), [])


class _Decorated(BlockRewriter):
    def __init__(self, function: FunctionType, own: frozenset[str], asks: bool):
        self._function = function
        self._own = own
        self._asks = asks
        self.names: set[str] = set()
        self.used: list[_bindings.Binding] = []
        self.is_changed = False

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        node.body = self.statements(node.body)
        self._without_keywords(node)
        values = [self._value(decorator) for decorator in node.decorator_list]
        if not node.decorator_list or any(value is kept for value in values for kept in _KEPT):
            return node
        if not self._asks:
            left = [d for d, value in zip(node.decorator_list, values, strict=True) if value is not functools.wraps]
            self.is_changed |= len(left) < len(values)
            node.decorator_list = left
        if not node.decorator_list or not all(map(_is_plain, node.decorator_list)):
            return node
        return self._given_to(node)

    def _without_keywords(self, node: ast.FunctionDef) -> None:
        """Of a function that hands on all that it is given."""
        rest, keywords = node.args.vararg, node.args.kwarg
        if rest is None or keywords is None:
            return
        handed_on = [k for n in walk(node) if isinstance(n, ast.Call) for k in n.keywords if k.arg is None and is_name(k.value, keywords.arg)]
        if not handed_on or sum(is_name(n, keywords.arg) for n in walk(node)) > len(handed_on):
            return
        for n in walk(node):
            if isinstance(n, ast.Call):
                n.keywords = [k for k in n.keywords if k not in handed_on]
        node.args.kwarg = None
        self.is_changed = True

    def _given_to(self, node: ast.FunctionDef) -> list[ast.stmt]:
        self.is_changed = True
        before: list[ast.stmt] = []
        makers: list[ast.expr] = []
        for decorator in node.decorator_list:
            maker: ast.expr = decorator
            if isinstance(decorator, ast.Call):
                name = f"_{node.name}_by_{len(before)}_"
                self.names.add(name)
                before.append(store(name, decorator))
                maker = load(name)
            makers.append(maker)
        name, plain = node.name, f"_{node.name}_plain_"
        node.name, node.decorator_list = plain, []
        after: list[ast.stmt] = []
        for number, maker in enumerate(reversed(makers)):
            self.names.add(plain)
            made = name if number == len(makers) - 1 else f"_{name}_made_{number}_"
            after.append(store(made, ast.Call(maker, [load(plain)], [])))
            plain = made
        return [ast.copy_location(s, node) for s in (*before, node, *after)]

    def _value(self, node: ast.expr) -> Any:
        """What a decorator is, or what makes it, outside of the function."""
        named = node.func if isinstance(node, ast.Call) else node
        binding = _bindings.of_node(self._function, named, self._own) if isinstance(named, (ast.Name, ast.Attribute)) else None
        if binding is None:
            return None
        self.used.append(binding)
        return binding.value


def _is_plain(node: ast.expr) -> bool:
    """d, and d(3)"""
    return isinstance(node, ast.Name) or (isinstance(node, ast.Call) and isinstance(node.func, ast.Name))
