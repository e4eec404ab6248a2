"""The largest and the smallest of a few values by a key, for plainer.py:

    max(a, b, key=len)                      b if len(a) < len(b) else a
    return min(f(x), f(y), key=abs)         p = f(x); q = f(y)
                                            return q if abs(p) > abs(q) else p

The first of equal ones is what both give.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from unpython._writing.calls import with_names
from unpython._writing.nodes import copy_tree, load, store
from unpython._writing.rewriter import WholeRewriter

_SCOPES = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_MOST = 6


def rewritten(node: Any, value_of: Callable[[Any], Any]) -> tuple[bool, set[str]]:
    """Writes the `def` anew where it stands: whether there was something to write, and the names that came with it. `value_of`: what a
    name stands for outside of the function."""
    writer = _Writer(value_of)
    node.body = writer.statements(node.body)
    return writer.is_changed, writer.names


def _is_simple(node: ast.expr) -> bool:
    if isinstance(node, ast.UnaryOp):
        return _is_simple(node.operand)
    return isinstance(node, (ast.Name, ast.Constant)) or (isinstance(node, ast.Tuple) and all(map(_is_simple, node.elts)))


class _Writer(WholeRewriter):
    def __init__(self, value_of: Callable[[Any], Any]):
        self._value_of = value_of
        self.is_changed = False
        self.names: set[str] = set()

    def _which(self, node: Any) -> Any:
        """max or min of such a call, else None."""
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.func.id not in ("max", "min"):
            return None
        is_plain = [k.arg for k in node.keywords] == ["key"] and 2 <= len(node.args) <= _MOST and not any(isinstance(a, ast.Starred) for a in node.args)
        return self._value_of(node.func) if is_plain and self._keyed(node.keywords[0].value, load("x")) is not None else None

    @staticmethod
    def _keyed(key: Any, given: ast.expr) -> ast.expr | None:
        """What the key gives for a value."""
        if isinstance(key, (ast.Name, ast.Attribute)):
            return ast.Call(copy_tree(key), [given], [])
        if not isinstance(key, ast.Lambda) or len(key.args.args) != 1 or key.args.defaults or key.args.vararg or key.args.kwarg or key.args.kwonlyargs:
            return None
        return None if any(isinstance(n, _SCOPES) for n in ast.walk(key.body)) else with_names(copy_tree(key.body), key.args.args[0].arg, given)

    def _chosen(self, node: ast.Call, which: Any, one: ast.expr, other: ast.expr) -> ast.expr:
        key = node.keywords[0].value
        first, second = self._keyed(key, copy_tree(one)), self._keyed(key, copy_tree(other))
        assert first is not None and second is not None
        self.is_changed = True
        test = ast.Compare(first, [ast.Lt() if which is max else ast.Gt()], [second])
        return ast.fix_missing_locations(ast.copy_location(ast.IfExp(test, copy_tree(other), copy_tree(one)), node))

    def visit_Call(self, node: ast.Call) -> Any:
        self.generic_visit(node)
        which = self._which(node)
        if which not in (max, min) or not all(map(_is_simple, node.args)) or (len(node.args) > 2 and not self._asks_nothing(node.keywords[0].value)):
            return node
        best = node.args[0]
        for other in node.args[1:3]:
            best = self._chosen(node, which, best, other)
        return best if len(node.args) <= 3 else node

    def _asks_nothing(self, key: ast.expr) -> bool:
        """Whether a key does nothing but compute, however often it is asked."""
        called = [n.func for n in ast.walk(key) if isinstance(n, ast.Call)] if isinstance(key, ast.Lambda) else [key]
        return all(getattr(self._value_of(f), "__module__", "") in ("builtins", "math") for f in called)

    def visit_Return(self, node: Any) -> Any:
        which = self._which(node.value)
        if which not in (max, min) or (len(node.value.args) == 2 and all(map(_is_simple, node.value.args))):
            return self.generic_visit(node)
        call = node.value
        call.args = [self.visit(a) for a in call.args]
        names = [f"_given_{call.lineno}_{call.col_offset}_{i}_" for i in range(len(call.args))]
        made: list[ast.stmt] = [store(name, value) for name, value in zip(names, call.args, strict=True)]
        for i in range(1, len(names) - 1):
            best = f"_best_{call.lineno}_{call.col_offset}_{i}_"
            made.append(store(best, self._chosen(call, which, load(names[i - 1]), load(names[i]))))
            names[i] = best
        node.value = self._chosen(call, which, load(names[-2]), load(names[-1]))
        self.names |= {s.targets[0].id for s in made}  # type: ignore[attr-defined]
        return [*(ast.fix_missing_locations(ast.copy_location(s, node)) for s in made), node]

    def visit_Assign(self, node: ast.Assign) -> Any:
        return self.visit_Return(node) if all(isinstance(t, (ast.Name, ast.Tuple)) for t in node.targets) else self.generic_visit(node)
