"""`try` around simple statements of which it can be asked first whether they raise what is caught:

    try:                                    if divides_by_zero(total, n):
        mean = total / n                        mean = 0.0
    except ZeroDivisionError:               else:
        mean = 0.0                              mean = total / n

`d[k]` of a dict that the function makes, or is given, raises KeyError where `k not in d`; `v[i]` of any other one IndexError where `i` is
outside. What else may raise the same stays as it is: calls, powers, what stands in a comprehension or behind `and`.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._local_names import local_names
from unpython._writing.calls import OwnCall, full_name
from unpython._writing.caught.kinds import catches_into_other_names
from unpython._writing.nodes import copy_tree, walk
from unpython._writing.rewriter import BlockRewriter

_SIMPLE = (ast.Assign, ast.AugAssign, ast.Return, ast.Expr)
_MOST_STATEMENTS = 4
_DIVIDES = (ast.Div, ast.FloorDiv, ast.Mod)
_LAZY = (
    ast.IfExp, ast.BoolOp, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Lambda, ast.NamedExpr, ast.Starred, ast.Yield,
    ast.YieldFrom,
)  # fmt: skip
_HARMLESS = frozenset("len abs float int round sum min max bool".split())
_NEVER = (TypeError, AttributeError)  # of compiled code: what raises them is refused before it runs
_LISTS = frozenset("list sorted split splitlines zeros ones empty full arange linspace array".split())


def rewritten(
    function: FunctionType, node: Any, dicts: frozenset[str] = frozenset(), others: frozenset[str] = frozenset()
) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` that asks first, no names, and what free names it relies on. `dicts`, `others`: parameters that are known to be a dict, or
    none."""
    if catches_into_other_names(node):
        return node, frozenset(), []
    writer = _Writer(function, node, dicts, others)
    made = copy_tree(node)
    made.body = writer.statements(made.body)
    return (ast.fix_missing_locations(made), frozenset(), list(writer.used.values())) if writer.is_changed else (node, frozenset(), [])


class _NotAsked(Exception):
    pass


class _Writer(BlockRewriter):
    def __init__(self, function: FunctionType, node: Any, dicts: frozenset[str], others: frozenset[str]):
        self._function = function
        self._own = local_names(function)
        self._values: dict[str, list[Any]] = {}
        for n in walk(node):
            if isinstance(n, ast.Assign) and all(isinstance(t, ast.Name) for t in n.targets):
                for target in n.targets:
                    self._values.setdefault(target.id, []).append(n.value)  # type: ignore[attr-defined]
        known = {id(t) for n in walk(node) if isinstance(n, ast.Assign) for t in n.targets}
        for n in walk(node):
            if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load) and id(n) not in known:
                self._values.setdefault(n.id, []).append(None)
        parameters = {a.arg for a in walk(node) if isinstance(a, ast.arg)}  # of inner functions too
        inner = parameters - {a.arg for a in walk(node.args) if isinstance(a, ast.arg)}
        dicts, others = dicts - inner - self._values.keys(), others - inner - self._values.keys()
        self._dicts = {name for name, values in self._values.items() if name not in parameters and all(map(_is_dict, values))} | dicts
        self._others = {name for name, values in self._values.items() if name not in parameters and all(map(_is_list, values))} | others
        self.used: dict[str, _bindings.Binding] = {}
        self.is_changed = False

    def visit_Try(self, node: ast.Try) -> Any:
        self.generic_visit(node)
        try:
            made = self._asked(node)
        except _NotAsked:
            return node
        self.is_changed = True
        return made

    def _asked(self, node: ast.Try) -> list[ast.stmt]:
        if len(node.body) > _MOST_STATEMENTS or not all(isinstance(s, _SIMPLE) for s in node.body) or not node.handlers:
            raise _NotAsked
        if node.finalbody and any(isinstance(n, (ast.Return, ast.Break, ast.Continue, ast.Raise)) for n in walk(node)):
            raise _NotAsked
        handler, caught = self._handler(node.handlers)
        if handler.name and any(isinstance(n, ast.Name) and n.id == handler.name for s in handler.body for n in walk(s)):
            raise _NotAsked
        if any(isinstance(n, ast.Raise) for s in handler.body for n in walk(s)):
            raise _NotAsked  # the exception that is handled is the context of the new one
        made: list[ast.stmt] = [*node.orelse]
        for statement in reversed(node.body):
            tests = self._tests(statement, caught)
            made = [statement, *made]
            if tests:
                test = tests[0] if len(tests) == 1 else ast.BoolOp(ast.Or(), tests)
                made = [ast.copy_location(ast.If(test, copy_tree(handler.body), made), statement)]
        return [*made, *node.finalbody]

    def _handler(self, handlers: list[ast.ExceptHandler]) -> tuple[ast.ExceptHandler, type]:
        """The one handler that anything may come to, and what it catches."""
        found: list[tuple[ast.ExceptHandler, type]] = []
        for handler in handlers:
            kind = handler.type
            for part in kind.elts if isinstance(kind, ast.Tuple) else [kind]:
                if not isinstance(part, ast.Name) or part.id in self._own:
                    raise _NotAsked
                binding = _bindings.resolve(self._function, part.id, [])
                self.used[part.id] = binding
                if binding.value in (ZeroDivisionError, KeyError, IndexError):
                    found.append((handler, binding.value))
                elif binding.value not in _NEVER:
                    raise _NotAsked
        if len(found) != 1:
            raise _NotAsked
        return found[0]

    def _tests(self, statement: ast.stmt, caught: type) -> list[ast.expr]:
        """What holds where a statement raises it, in the order in which Python would."""
        parts: list[Any] = [statement.value]  # type: ignore[attr-defined]
        if isinstance(statement, ast.Assign):  # a dict takes any key
            parts += [getattr(t, "slice") if self._is_of_dict(t) else t for t in statement.targets]
        elif isinstance(statement, ast.AugAssign):
            parts.insert(0, statement.target)
        tests: list[ast.expr] = []
        self._may_raise = False
        for part in parts:
            if part is not None:
                self._see(part, caught, tests)
        if isinstance(statement, ast.AugAssign) and isinstance(statement.op, _DIVIDES) and caught is ZeroDivisionError:
            self._add(self._divides_by_zero(_as_read(statement.target), statement.value), tests)
        return tests

    def _add(self, test: ast.expr, tests: list[ast.expr]) -> None:
        """What Python computes before may raise something else, which the test must not come before."""
        if self._may_raise:
            raise _NotAsked
        tests.append(test)

    def _is_of_dict(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id in self._dicts

    def _see(self, node: ast.expr, caught: type, tests: list[ast.expr]) -> None:
        if isinstance(node, _LAZY):
            before = len(tests)
            for n in ast.iter_child_nodes(node):
                if isinstance(n, ast.expr):
                    self._see(n, caught, tests)
            if len(tests) > before:
                raise _NotAsked
            if not isinstance(node, (ast.IfExp, ast.BoolOp)) and caught is not ZeroDivisionError:
                raise _NotAsked
            return
        may_raise = self._may_raise
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                self._see(child, caught, tests)
            elif isinstance(child, ast.keyword):
                self._see(child.value, caught, tests)
        if isinstance(node, ast.BinOp):
            self._see_operation(node, caught, tests, may_raise)
        elif isinstance(node, ast.Call):
            self._see_call(node)
        elif isinstance(node, ast.Subscript):
            self._see_subscript(node, caught, tests, may_raise)

    def _see_operation(self, node: ast.BinOp, caught: type, tests: list[ast.expr], may_raise: bool) -> None:
        """`may_raise`: before its operands; those are part of the test."""
        divides = isinstance(node.op, _DIVIDES) and not (isinstance(node.left, ast.Constant) and isinstance(node.left.value, str))
        if caught is ZeroDivisionError and isinstance(node.op, ast.Pow):
            raise _NotAsked
        if caught is ZeroDivisionError and divides:
            self._may_raise = may_raise
            self._add(self._divides_by_zero(node.left, node.right), tests)
        elif not isinstance(node.op, (ast.Add, ast.Sub, ast.Mult)):
            self._may_raise = True

    def _see_call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Name) and node.func.attr in ("append", "add"):
            return
        name = full_name(node.func, self._function, self._own).removeprefix("builtins.")
        if name not in _HARMLESS and not (name.startswith("math.") and name != "math.pow"):
            raise _NotAsked
        self._may_raise |= name not in ("len", "abs", "bool")

    def _see_subscript(self, node: ast.Subscript, caught: type, tests: list[ast.expr], may_raise: bool) -> None:
        owner = node.value.id if isinstance(node.value, ast.Name) and not isinstance(node.slice, (ast.Tuple, ast.Slice)) else ""
        is_dict, is_other = owner in self._dicts, owner in self._others
        if caught is not ZeroDivisionError and not is_dict and not is_other:
            raise _NotAsked
        if caught is KeyError and is_dict:
            self._may_raise = may_raise
            self._add(ast.Compare(self._again(node.slice), [ast.NotIn()], [ast.Name(owner, ast.Load())]), tests)
        elif caught is IndexError and is_other:
            if full_name(ast.Name("len", ast.Load()), self._function, self._own) != "builtins.len":
                raise _NotAsked
            count = ast.Call(ast.Name("len", ast.Load()), [ast.Name(owner, ast.Load())], [])
            inside = ast.Compare(ast.UnaryOp(ast.USub(), count), [ast.LtE(), ast.Lt()], [self._again(node.slice), copy_tree(count)])
            self._may_raise = may_raise
            self._add(ast.UnaryOp(ast.Not(), inside), tests)
        else:
            self._may_raise = True

    def _divides_by_zero(self, left: ast.expr, right: ast.expr) -> ast.expr:
        from unpython._library.python_functions import (
            plain_math,  # programs are also written where there is no NumPy
        )

        return OwnCall(plain_math.divides_by_zero, [self._again(left), self._again(right)])

    def _again(self, node: ast.expr) -> ast.expr:
        """An expression that may be computed twice."""
        for n in walk(node):
            if isinstance(n, _LAZY):
                raise _NotAsked
            if isinstance(n, ast.Call) and full_name(n.func, self._function, self._own).removeprefix("builtins.") not in _HARMLESS:
                raise _NotAsked
        return copy_tree(node)


def _as_read(target: Any) -> ast.expr:
    made: ast.expr = copy_tree(target)
    made.ctx = ast.Load()  # type: ignore[attr-defined]
    return made


def _is_dict(node: Any) -> bool:
    is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "dict"
    return isinstance(node, (ast.Dict, ast.DictComp)) or is_call


def _is_list(node: Any) -> bool:
    if isinstance(node, ast.Call):
        return (node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")) in _LISTS
    return isinstance(node, (ast.List, ast.ListComp))
