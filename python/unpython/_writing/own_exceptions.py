"""Exceptions of classes of the module, and others that compiled code has not, and messages that show a list, a dict or a set, or what is
made of them, which only Python makes: compiled code ends there, and the call is made again in Python.

    raise Shortage(need, have)              raise ...
    raise SyntaxError("no operand")         raise ...
    raise ValueError(f"bad: {bad}")         raise ...
    assert not bad, f"bad: {bad}"           if bad: raise ...
    raise ValueError(", ".join(names))      raise ...
    Color(n)                                ... where n may be none of its values (enumerations)

In a call that may be made again: one that changes nothing before that its caller sees. What a `try` of the function catches is written
by caught/statements.py.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _attempts, _bindings
from unpython._library.python_functions import enumerations
from unpython._local_names import local_names
from unpython._writing.calls import OwnCall, full_name, refusal
from unpython._writing.nodes import copy_tree, is_text, is_view, walk

_COMPILED = frozenset(
    "IndexError ZeroDivisionError ValueError OverflowError AssertionError UnboundLocalError TypeError RuntimeError ArithmeticError LookupError "
    "KeyError FloatingPointError StopIteration NotImplementedError Exception MemoryError RecursionError AttributeError NameError".split()
)

_MAKERS = frozenset(f"builtins.{name}" for name in "list sorted set dict frozenset tuple".split())
_ENDS = (enumerations.checked, enumerations.number_of)  # where what is no member raises
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp)
_DISPLAYS = (ast.List, ast.Set, ast.Dict)


def rewritten(function: FunctionType, node: Any, given: frozenset[str]) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` that ends where such an exception is raised, no names, and the classes. `given`: the parameters that are lists."""
    own = local_names(function)
    shown = _Shown(function, own, _holders(function, node, given, own))
    tries = [n for n in walk(node) if isinstance(n, ast.Try)]
    inner = [n for n in walk(node) if isinstance(n, ast.FunctionDef) and n is not node] if tries else []  # which may be called in a `try`
    tried = {id(n) for t in tries for s in t.body for n in walk(s)} | {id(n) for definition in inner for n in walk(definition)}
    used: list[_bindings.Binding] = []
    found: set[int] = set()
    made = copy_tree(node)
    for n, copied in zip(walk(node), walk(made), strict=True):
        if isinstance(n, ast.Raise) and id(n) not in tried and (binding := _own_class(function, n.exc, own)) is not None:
            used.append(binding)
            found.add(id(copied))
        elif id(n) not in tried and shown.is_more(n):
            found.add(id(copied))
    if not found and not any(isinstance(n, OwnCall) and n.function in _ENDS for n in walk(made)):
        return node, frozenset(), []
    made = _Ends(found).visit(made)
    if not _attempts.may_run_again(function, own=getattr(node, "made_for_objects", frozenset()), node=made):
        return node, frozenset(), []
    made.runs_again = True
    return ast.fix_missing_locations(made), frozenset(), used


def _holders(function: FunctionType, node: Any, given: frozenset[str], own: frozenset[str]) -> frozenset[str]:
    """The names that stand for nothing but lists, dicts and sets."""
    stored = [n.id for n in walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)]
    made = [n for n in walk(node) if isinstance(n, ast.Assign) and len(n.targets) == 1 and isinstance(n.targets[0], ast.Name)]
    named = [n.targets[0].id for n in made if _is_new_holder(n.value, function, own)]  # type: ignore[attr-defined]
    return frozenset(name for name in {*given, *named} if stored.count(name) == named.count(name))


def _is_new_holder(node: ast.expr, function: FunctionType, own: frozenset[str]) -> bool:
    is_made = isinstance(node, ast.Call) and full_name(node.func, function, own) in _MAKERS
    return is_made or isinstance(node, (*_COMPREHENSIONS, *_DISPLAYS))


class _Shown:
    """What messages show: `raise E(f"{v}")`, `raise E("%s" % v)`, `raise E(v)` and `assert test, f"{v}"`."""

    def __init__(self, function: FunctionType, own: frozenset[str], holders: frozenset[str]):
        self._function, self._own, self._holders = function, own, holders

    def is_more(self, node: ast.AST) -> bool:
        """Whether it is more than numbers and texts."""
        if isinstance(node, ast.Assert):
            return node.msg is not None and self._is_more_than_text(node.msg)
        made = node.exc if isinstance(node, ast.Raise) else None
        return isinstance(made, ast.Call) and any(map(self._is_more_than_text, made.args))

    def _is_more_than_text(self, node: Any) -> bool:
        if isinstance(node, (*_COMPREHENSIONS, *_DISPLAYS)):
            return True
        if isinstance(node, ast.Name):
            return node.id in self._holders
        if isinstance(node, ast.Call):
            return self._is_made(node)
        if isinstance(node, ast.BinOp):
            values = node.right.elts if isinstance(node.right, ast.Tuple) and isinstance(node.op, ast.Mod) else [node.right]
            return self._is_more_than_text(node.left) or any(map(self._is_more_than_text, values))
        if isinstance(node, ast.FormattedValue):
            return self._is_more_than_text(node.value)
        return isinstance(node, ast.JoinedStr) and any(map(self._is_more_than_text, node.values))

    def _is_made(self, node: ast.Call) -> bool:
        """sorted(v), ", ".join(v), d.keys(), "{}".format(v)"""
        if full_name(node.func, self._function, self._own) in _MAKERS:
            return True
        if not isinstance(node.func, ast.Attribute):
            return False
        if node.func.attr == "format":
            return any(map(self._is_more_than_text, node.args))
        is_joined = node.func.attr == "join" and is_text(node.func.value)
        return is_joined or (isinstance(node.func.value, ast.Name) and node.func.value.id in self._holders and is_view(node))


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
