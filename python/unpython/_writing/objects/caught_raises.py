"""`try` around methods that raise, where nothing else raises what is caught:

    try:                                     failed = False
        account.withdraw(w)                  if w > balance:
    except ValueError as e:                      e = "not enough"; failed = True
        bad += 1                             if not failed: balance -= w
                                             if failed: bad += 1

Asked after the methods were written where they are called (splitting.py). A `raise` in a loop, and anything that may raise a ValueError
by itself, arithmetic of what may be an array say, leave the function as it is.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._writing.nodes import copy_tree, load, store
from unpython._writing.objects.flows import Present
from unpython._writing.rewriter import BlockRewriter
from unpython._writing.text import attempts
from unpython._writing.text.kinds import NotTexts

_KNOWN = (ValueError, RuntimeError, NotImplementedError)  # nothing raises these that is_harmless() lets pass


def write(function: FunctionType, node: Any, own: frozenset[str], numbers: Iterator[int]) -> bool:
    """Writes each `try` of a function anew; whether there were some. NotTexts where there is no such way."""
    if not any(isinstance(n, ast.Try) and attempts.asked_before(n, function, own) is None for n in ast.walk(node)):
        return False
    handlers = [n for n in ast.walk(node) if isinstance(n, ast.ExceptHandler) and n.name is not None]
    inside = {id(n) for h in handlers for s in h.body for n in ast.walk(s) if isinstance(n, ast.Name) and n.id == h.name}
    named = {h.name for h in handlers}
    if any(isinstance(n, ast.Name) and n.id in named and id(n) not in inside for n in ast.walk(node)):
        raise NotTexts  # a name of something else, too, which Python deletes behind the handler
    node.body = _Writer(function, node, own, numbers).statements(node.body)
    ast.fix_missing_locations(node)
    return True


class _Writer(BlockRewriter):
    def __init__(self, function: FunctionType, node: Any, own: frozenset[str], numbers: Iterator[int]):
        made = [n for s in node.body for n in ast.walk(s) if isinstance(n, ast.Assign) and isinstance(n.value, (ast.Call, ast.BinOp))]
        self._arrays = {a.arg for a in ast.walk(node.args) if isinstance(a, ast.arg)}
        self._arrays |= {t.id for n in made if any(map(_is_of_module, ast.walk(n.value))) for t in n.targets if isinstance(t, ast.Name)}
        self._function = function
        self._own = own
        self._numbers = numbers

    def _class(self, node: Any) -> type | None:
        """The exception that a name stands for, if it is one that nothing but a `raise` raises here."""
        if not isinstance(node, ast.Name) or node.id in self._own:
            return None
        value = _bindings.resolve(self._function, node.id, []).value
        is_known = isinstance(value, type) and issubclass(value, Exception)
        return value if is_known and (value in _KNOWN or value.__module__ == self._function.__module__) else None

    def visit_Try(self, node: ast.Try) -> Any:
        if attempts.asked_before(node, self._function, self._own) is not None:
            return self.generic_visit(node)
        if len(node.handlers) != 1 or node.finalbody:
            raise NotTexts
        handler = node.handlers[0]
        caught = self._class(handler.type)
        if caught is None or any(isinstance(n, ast.Try) for s in node.body for n in ast.walk(s)):
            raise NotTexts
        if self._may_have_arrays(node.body):
            raise NotTexts
        if handler.name is not None and (not attempts.is_only_shown(handler) or caught not in _KNOWN):
            raise NotTexts
        failed = f"_caught_{next(self._numbers)}_of_call_"
        made = [store(failed, ast.Constant(False)), *([store(handler.name, ast.Constant(""))] if handler.name else [])]
        made += self._block(node.body, failed, caught, handler.name)
        otherwise = self.statements(node.orelse)
        made.append(ast.If(load(failed), self.statements(handler.body), otherwise))
        return [ast.copy_location(s, node) for s in made]

    def _may_have_arrays(self, body: list[ast.stmt]) -> bool:
        """Whether arithmetic has a parameter in it, or what a module gives: arrays of other shapes raise a ValueError there."""
        nodes = [n for s in body for n in ast.walk(s)]
        operands: list[Any] = [e for n in nodes if isinstance(n, ast.BinOp) for e in (n.left, n.right)]
        operands += [e for n in nodes if isinstance(n, ast.Compare) for e in (n.left, *n.comparators)]
        operands += [n.value for n in nodes if isinstance(n, ast.AugAssign)]
        return any(isinstance(e, ast.Name) and e.id in self._arrays for e in operands)

    def _block(self, body: list[ast.stmt], failed: str, caught: type, name: str | None) -> list[ast.stmt]:
        made: list[ast.stmt] = []
        for i, statement in enumerate(body):
            if isinstance(statement, ast.Raise):
                return [*made, *self._raised(statement, failed, caught, name)]
            if not any(isinstance(n, ast.Raise) for n in ast.walk(statement)):
                is_asked = isinstance(statement, ast.Expr) and isinstance(statement.value, Present)  # an AttributeError, which is not caught
                if not is_asked and not attempts.is_harmless(statement):
                    raise NotTexts
                made.append(statement)
                continue
            if not isinstance(statement, ast.If) or not attempts.is_harmless(ast.copy_location(ast.Expr(statement.test), statement)):
                raise NotTexts
            ways = [self._block(way, failed, caught, name) for way in (statement.body, statement.orelse)]
            made.append(ast.copy_location(ast.If(statement.test, *ways), statement))
            rest = self._block(body[i + 1 :], failed, caught, name)
            left: list[ast.stmt] = [ast.If(ast.UnaryOp(ast.Not(), load(failed)), rest, [])] if rest else []
            return [*made, *(ast.copy_location(s, statement) for s in left)]
        return made

    def _raised(self, node: ast.Raise, failed: str, caught: type, name: str | None) -> list[ast.stmt]:
        raised: Any = node.exc
        given = raised.args if isinstance(raised, ast.Call) else []
        named = raised.func if isinstance(raised, ast.Call) else raised
        is_plain = node.cause is None and len(given) <= 1 and not getattr(raised, "keywords", [])
        kind = self._class(named)
        if kind is None or not is_plain:
            raise NotTexts
        if not issubclass(kind, caught):
            return [node]
        if any(not attempts.is_harmless(ast.copy_location(ast.Expr(part), node)) for part in given):
            raise NotTexts
        made = [store(failed, ast.Constant(True))]
        if name is not None and given:
            is_text = isinstance(given[0], ast.JoinedStr) or (isinstance(given[0], ast.Constant) and type(given[0].value) is str)
            if not is_text:
                raise NotTexts
            made.append(store(name, copy_tree(given[0])))
        return [ast.fix_missing_locations(ast.copy_location(s, node)) for s in made]


def _is_of_module(node: ast.AST) -> bool:
    """np.zeros(n)"""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
