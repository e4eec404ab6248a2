"""Exceptions of classes of the module, and others that compiled code has not, and messages that show a list, which only Python makes:
compiled code ends there, and the call is made again in Python.

    raise Shortage(need, have)              raise ...
    raise SyntaxError("no operand")         raise ...
    raise ValueError(f"bad: {bad}")         raise ...
    assert not bad, f"bad: {bad}"           if bad: raise ...

In a call that may be made again: one that changes nothing before that its caller sees. What a `try` of the function catches is written
by caught/statements.py.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _attempts, _bindings
from unpython._local_names import local_names
from unpython._writing.calls import full_name, refusal
from unpython._writing.nodes import copy_tree, walk

_COMPILED = frozenset(
    "IndexError ZeroDivisionError ValueError OverflowError AssertionError UnboundLocalError TypeError RuntimeError ArithmeticError LookupError "
    "KeyError FloatingPointError StopIteration NotImplementedError Exception MemoryError RecursionError AttributeError NameError".split()
)


def rewritten(function: FunctionType, node: Any, given: frozenset[str]) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` that ends where such an exception is raised, no names, and the classes. `given`: the parameters that are lists."""
    own = local_names(function)
    lists = _lists(function, node, given, own)
    tried = {id(n) for t in walk(node) if isinstance(t, ast.Try) for s in t.body for n in walk(s)}
    used: list[_bindings.Binding] = []
    found: set[int] = set()
    made = copy_tree(node)
    for n, copied in zip(walk(node), walk(made), strict=True):
        if isinstance(n, ast.Raise) and id(n) not in tried and (binding := _own_class(function, n.exc, own)) is not None:
            used.append(binding)
            found.add(id(copied))
        elif lists and id(n) not in tried and _shows_list(n, lists):
            found.add(id(copied))
    if not found:
        return node, frozenset(), []
    made = _Ends(found).visit(made)
    if not _attempts.may_run_again(function, own=getattr(node, "made_for_objects", frozenset()), node=made):
        return node, frozenset(), []
    made.runs_again = True
    return ast.fix_missing_locations(made), frozenset(), used


def _lists(function: FunctionType, node: Any, given: frozenset[str], own: frozenset[str]) -> frozenset[str]:
    """The names that stand for nothing but lists."""
    stored = [n.id for n in walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)]
    made = [n for n in walk(node) if isinstance(n, ast.Assign) and len(n.targets) == 1 and isinstance(n.targets[0], ast.Name)]
    named = [n.targets[0].id for n in made if _is_new_list(n.value, function, own)]  # type: ignore[attr-defined]
    return frozenset(name for name in {*given, *named} if stored.count(name) == named.count(name))


def _is_new_list(node: ast.expr, function: FunctionType, own: frozenset[str]) -> bool:
    is_made = isinstance(node, ast.Call) and full_name(node.func, function, own) in ("builtins.list", "builtins.sorted")
    return is_made or isinstance(node, (ast.List, ast.ListComp))


def _shows_list(node: ast.AST, lists: frozenset[str]) -> bool:
    """raise E(f"{v}") and assert test, f"{v}" """
    message = node.exc if isinstance(node, ast.Raise) else node.msg if isinstance(node, ast.Assert) else None
    shown = [n.value for n in walk(message) if isinstance(n, ast.FormattedValue)] if message is not None else []
    return any(isinstance(value, ast.Name) and value.id in lists for value in shown)


def _own_class(function: FunctionType, node: Any, own: frozenset[str]) -> _bindings.Binding | None:
    """What a class of exceptions is known by that compiled code does not raise: one that is not NumPy's, and none of _COMPILED."""
    named = node.func if isinstance(node, ast.Call) else node
    binding = None if named is None else _bindings.of_node(function, named, own)
    is_class = binding is not None and isinstance(binding.value, type) and issubclass(binding.value, Exception)
    if binding is None or not is_class:
        return None
    is_other = binding.value.__module__ == "builtins" and binding.value.__name__ not in _COMPILED
    return binding if binding.kind != "library" or is_other else None


class _Ends(ast.NodeTransformer):
    def __init__(self, found: set[int]):
        self._found = found

    def visit_Raise(self, node: ast.Raise) -> Any:
        if id(node) not in self._found:
            return node
        return ast.copy_location(refusal("an exception that only Python can make is raised in Python"), node)

    def visit_Assert(self, node: ast.Assert) -> Any:
        if id(node) not in self._found:
            return node
        ends = refusal("an exception that only Python can make is raised in Python")
        return ast.copy_location(ast.If(ast.UnaryOp(ast.Not(), node.test), [ast.copy_location(ends, node)], []), node)
