"""`try` of which it is known where what is caught may be raised, as tests before:

    try:                                     failed = 0
        name, n = line.split()               parts = line.split()
        stock[name] -= int(n)                if len(parts) != 2: failed = 1
    except ValueError as e:                  if failed == 0:
        bad += 1                                 name, n = parts
    except KeyError:                             if name not in stock: failed = 2
        print(name)                              ...
                                             if failed == 1: bad += 1
                                             elif failed == 2: print(name)

What may raise: `raise`, int(text), float(text), d[k] of a dict, v[i] of a list, v.pop(), a / b, `a, b = text.split()`, `del d[k]`, `assert`
(parts.py). Also in branches and loops of the `try`, and in a `try` inside. Anything else that may raise what is caught, the call of
a function say, leaves the function as it is.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Iterable, Iterator
from types import FunctionType
from typing import Any

from unpython import _attempts, _bindings
from unpython._writing import unset_names
from unpython._writing.calls import refusal
from unpython._writing.caught import choices_apart, exceptions, finals, lists_apart, put_lists
from unpython._writing.caught.kinds import catches_into_other_names
from unpython._writing.caught.parts import Parts, Raiser, is_sure_to_fit
from unpython._writing.nodes import copy_tree, is_name, is_none, load, store, walk
from unpython._writing.rewriter import BlockRewriter
from unpython._writing.text import attempts
from unpython._writing.text.kinds import NotTexts

_LEFT_ALONE = (ast.Pass, ast.Break, ast.Continue)
_SIMPLE = (ast.Assign, ast.AugAssign, ast.Expr, ast.Return, ast.Delete)


def write(
    function: FunctionType, node: Any, own: frozenset[str], numbers: Iterator[int], dicts: Iterable[str] = (), lists: Iterable[str] = (),
    numbers_given: Iterable[str] = (), kind_of: Callable[[Any], str] = lambda node: "",
) -> tuple[frozenset[str], list[_bindings.Binding]]:  # fmt: skip
    """Writes each `try` of a function anew; the names that came with it, and the classes that it relies on. NotTexts where there is no such way.
    `dicts`, `lists`, `numbers_given`: parameters that are known to be one; `kind_of`: whether a field is one. `node.has_final`: whether an
    exception that leaves the function must be Python's, which runs a `finally` before."""
    if catches_into_other_names(node):
        raise NotTexts
    if all(_is_asked_before(n, function, own) for n in walk(node) if isinstance(n, ast.Try)):
        return frozenset(), []
    unset_names.mark(node)
    writer = _Writer(function, own, numbers, Parts(function, node, own, frozenset(dicts), frozenset(lists), frozenset(numbers_given), kind_of))
    put_lists.copied(node, writer.new_name)
    node.body = writer.statements(node.body)
    ast.fix_missing_locations(node)
    node.has_final = writer.has_final
    return frozenset(writer.made), writer.used


def _is_asked_before(node: ast.Try, function: FunctionType, own: frozenset[str]) -> bool:
    return len(node.handlers) == 1 and attempts.asked_before(node, function, own) is not None


class _Handlers:
    """The handlers of one `try`. `names`: of what each asks of its exception (exceptions.py)."""

    def __init__(self, failed: str, kinds: list[tuple[type, ...]], names: list[dict[tuple[str, Any], str]]):
        self.failed = failed
        self.kinds = kinds
        self.names = names

    def number_of(self, raised: type) -> int:
        """Of the handler that an exception comes to, from 1; 0 where it is not caught."""
        return next((i for i, kinds in enumerate(self.kinds, 1) if issubclass(raised, kinds)), 0)

    def names_for(self, raised: type) -> dict[tuple[str, Any], str]:
        return self.names[self.number_of(raised) - 1]

    def catches(self, *raised: type) -> bool:
        return any(map(self.number_of, raised))


class _Writer(BlockRewriter):
    def __init__(self, function: FunctionType, own: frozenset[str], numbers: Iterator[int], parts: Parts):
        self._function = function
        self._own = own
        self._numbers = numbers
        self._parts = parts
        self.made: set[str] = set()
        self.has_final = False  # what an exception that nobody catches runs, too
        self.used: list[_bindings.Binding] = []  # classes of the module

    def new_name(self, of: str) -> str:
        name = f"_caught_{of}_{next(self._numbers)}_of_call_"
        self.made.add(name)
        return name

    def _class(self, node: Any) -> type:
        """The exception that a name stands for."""
        root, path = _bindings.dotted(node)
        if not isinstance(root, ast.Name) or root.id in self._own:
            raise NotTexts
        binding = _bindings.resolve(self._function, root.id, path)
        value = binding.value
        if not isinstance(value, type) or not issubclass(value, Exception):
            raise NotTexts
        if value.__module__ != builtins.__name__ and not path:
            self.used.append(binding)
        return value

    def visit_Try(self, node: ast.Try) -> Any:
        if node.handlers and any(isinstance(n, ast.Try) and (n.finalbody or _raises_again(n)) for s in node.body for n in walk(s)):
            raise NotTexts  # what leaves the one inside is caught here
        self.generic_visit(node)  # what stands inside first
        if _is_asked_before(node, self._function, self._own):
            return node
        if attempts.asked_before(node, self._function, self._own) is None:
            return self._written(node)
        try:
            return self._written(copy_tree(node))
        except NotTexts:
            return node  # what comes to the other handlers is for a call that Python makes again

    def _written(self, node: ast.Try) -> list[ast.stmt]:
        if _attempts.catches_ctrl_c(node, self._function) or (finals.shows(node) and _attempts.is_waited_for(node, self._function)):
            raise NotTexts
        kinds = [self._kinds(handler.type) for handler in node.handlers]
        for handler in node.handlers:
            self._without_causes(handler)
        asked = []
        for handler in node.handlers:
            asks = exceptions.Asked(handler.name or "", self.new_name)
            self.has_final |= _raises_again(handler)
            handler.body = [_Again().visit(s) for s in asks.handled(handler.body)]
            asked.append(asks.names)
        handlers = _Handlers(self.new_name("by"), kinds, asked)
        made = [store(handlers.failed, ast.Constant(0))]
        body = self._block(node.body, handlers)
        made += [*exceptions.begun(handlers.names, body), *body]
        otherwise = node.orelse
        for i, handler in reversed([*enumerate(node.handlers, 1)]):
            otherwise = [ast.If(_is(handlers.failed, i), handler.body, otherwise)]
        self.has_final |= bool(node.finalbody)
        made = finals.written([*made, *otherwise], node.finalbody, self.new_name)
        return [ast.copy_location(s, node) for s in made]

    def _without_causes(self, handler: ast.ExceptHandler) -> None:
        """`raise ValueError(...) from e`: an exception that leaves the function is Python's, which knows what it came from."""
        for raised in (n for s in handler.body for n in walk(s) if isinstance(n, ast.Raise) and n.exc is not None):
            self.has_final = True
            if is_none(raised.cause) or (handler.name is not None and is_name(raised.cause, handler.name)):
                raised.cause = None

    def _kinds(self, node: Any) -> tuple[type, ...]:
        if node is None:
            return (Exception,)
        return tuple(map(self._class, node.elts if isinstance(node, ast.Tuple) else [node]))

    # Statements in the `try`.

    def _block(self, body: list[ast.stmt], handlers: _Handlers) -> list[ast.stmt]:
        made: list[ast.stmt] = []
        body = [part for statement in body for part in self._pops_apart(statement)]
        for i, statement in enumerate(body):
            if (ways := choices_apart.apart(statement)) is not None and not self._is_known(statement, handlers):
                statement = ways
            if (apart := self._lists_apart(statement, handlers)) is not None:
                return [*made, *self._block([*apart, *body[i + 1 :]], handlers)]
            if isinstance(statement, ast.Raise):
                return [*made, *self._raised(statement, handlers)]
            found, may_fail = self._statement(statement, handlers)
            made += [ast.copy_location(s, statement) for s in found]
            if may_fail:
                rest = self._block(body[i + 1 :], handlers)
                return [*made, *([ast.copy_location(ast.If(_is(handlers.failed, 0), rest, []), statement)] if rest else [])]
        return made

    def _lists_apart(self, node: ast.stmt, handlers: _Handlers) -> list[ast.stmt] | None:
        """A statement that cannot be written as it is, behind the loops of its comprehensions."""
        if not lists_apart.may_hold(node):
            return None
        if not isinstance(node, ast.For) and self._is_known(node, handlers):
            return None
        found = lists_apart.apart(node, self._parts.is_builtin, self.new_name)
        if found is None:
            return None
        made, lists = found
        for name in lists:
            self._parts.know_list(name)
        return made

    def _is_known(self, node: ast.stmt, handlers: _Handlers) -> bool:
        """Whether a statement can be written as it is."""
        try:
            self._statement(copy_tree(node), handlers)
        except NotTexts:
            return False
        return True

    def _pops_apart(self, node: Any) -> list[ast.stmt]:
        """`b, a = v.pop(), v.pop()` and `v.append(v.pop() + v.pop())`: each pop with a name before."""
        value = node.value if isinstance(node, (ast.Assign, ast.Return, ast.Expr)) else None
        if isinstance(node, ast.Expr) and isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr == "append":
            value = value.args[0] if len(value.args) == 1 and isinstance(value.func.value, ast.Name) else None
        fields: list[Any] = value.elts if isinstance(value, ast.Tuple) else [value.left, value.right] if isinstance(value, ast.BinOp) else []
        if sum(map(_is_pop, fields)) < 2 or not all(_is_pop(part) or isinstance(part, ast.Constant) for part in fields):
            return [node]
        names = [self.new_name("part") if _is_pop(part) else "" for part in fields]
        made = [ast.copy_location(store(name, part), node) for name, part in zip(names, fields, strict=True) if name]
        parts = [ast.copy_location(load(name), part) if name else part for name, part in zip(names, fields, strict=True)]
        if isinstance(value, ast.Tuple):
            value.elts = parts
        else:
            value.left, value.right = parts  # type: ignore[union-attr]
        return [*made, node]

    def _statement(self, node: Any, handlers: _Handlers) -> tuple[list[ast.stmt], bool]:
        """What stands in the place of a statement, and whether what comes after it has to ask if it failed."""
        if isinstance(node, _LEFT_ALONE):
            return [node], False
        if isinstance(node, ast.Try):  # of which it is known what it raises
            rest = [*node.body[1:], *node.orelse, *(s for h in node.handlers for s in h.body)]
            if not any(isinstance(n, ast.Raise) for n in walk(node)) and not any(self._statement(copy_tree(s), handlers)[1] for s in rest):
                return [node], False
            made = self._block(self._written(node), handlers)
            return made, any(_sets([s], handlers.failed) for s in made)
        if isinstance(node, ast.Assert):
            raised = ast.Raise(ast.Call(ast.Name("AssertionError", ast.Load()), [node.msg] if node.msg else [], []), None)
            node = ast.copy_location(ast.If(ast.UnaryOp(ast.Not(), node.test), [ast.copy_location(raised, node)], []), node)
        if isinstance(node, ast.If):
            return self._branch(node, handlers)
        if isinstance(node, (ast.For, ast.While)):
            return self._loop(node, handlers)
        if not isinstance(node, _SIMPLE):
            raise NotTexts
        return self._asked(self._parts.of_statement(node, handlers.catches, self.new_name), [node], handlers)

    def _asked(self, raisers: list[Raiser], rest: list[ast.stmt], handlers: _Handlers) -> tuple[list[ast.stmt], bool]:
        """The statements behind what is asked before, in order."""
        made = rest
        for raiser in reversed(raisers):
            if raiser.converted is not None:
                made = [*raiser.before, *self._converted(raiser, handlers), ast.If(_is(handlers.failed, 0), made, [])]
            else:
                args = None if raiser.message is None else [raiser.message if raiser.argument is None else raiser.argument]
                failed = self._failed(exceptions.Thrown(raiser.raised, args, raiser.message, {}), handlers)
                made = [*raiser.before, ast.If(raiser.test, failed, made)]
        return made, bool(raisers)

    def _converted(self, raiser: Raiser, handlers: _Handlers) -> list[ast.stmt]:
        """What int(text) gives, in a `try` that others write (text/attempts.py)."""
        is_shown = any(asked != "kind" for asked, _ in handlers.names_for(raiser.raised))
        caught = self.new_name("text") if is_shown else None
        message: Any = ast.Call(load("str"), [load(caught)], []) if caught else None
        failed = self._failed(exceptions.Thrown(raiser.raised, [message], message, {}), handlers)
        handler = ast.ExceptHandler(None, caught, failed)
        return [ast.Try([raiser.converted], [handler], [], [])]  # type: ignore[list-item]

    def _failed(self, thrown: exceptions.Thrown, handlers: _Handlers) -> list[ast.stmt]:
        number = handlers.number_of(thrown.kind)
        return [store(handlers.failed, ast.Constant(number)), *exceptions.given(thrown, handlers.names_for(thrown.kind))]

    def _branch(self, node: ast.If, handlers: _Handlers) -> tuple[list[ast.stmt], bool]:
        raisers = self._parts.of_test(node, handlers.catches, self.new_name)
        ways = [self._block(way, handlers) for way in (node.body, node.orelse)]
        may_fail = any(_sets(way, handlers.failed) for way in ways)
        made, asks = self._asked(raisers, [ast.copy_location(ast.If(node.test, *ways), node)], handlers)
        return made, asks or may_fail

    def _loop(self, node: Any, handlers: _Handlers) -> tuple[list[ast.stmt], bool]:
        is_for = isinstance(node, ast.For)
        if is_for and handlers.catches(ValueError) and not is_sure_to_fit(node):
            raise NotTexts
        raisers = (self._parts.of_iterable if is_for else self._parts.of_test)(node, handlers.catches, self.new_name)
        if raisers and not is_for:
            raise NotTexts  # asked in each turn
        node.body = self._block(node.body, handlers)
        may_fail = _sets(node.body, handlers.failed)
        if may_fail:
            node.body.append(ast.If(ast.UnaryOp(ast.Not(), _is(handlers.failed, 0)), [ast.Break()], []))
        node.orelse = self._block(node.orelse, handlers)
        made, asks = self._asked(raisers, [node], handlers)
        return made, asks or may_fail or _sets(node.orelse, handlers.failed)

    def _raised(self, node: ast.Raise, handlers: _Handlers) -> list[ast.stmt]:
        call = node.exc if isinstance(node.exc, ast.Call) else None
        if node.cause is not None or node.exc is None:
            raise NotTexts
        kind = self._class(node.exc if call is None else call.func)
        if not handlers.catches(kind):
            if kind.__module__ == builtins.__name__:
                return [node]
            self.has_final = True
            return [_python_raises(node)]
        before, thrown = exceptions.thrown(kind, call, handlers.names_for(kind), self.new_name, self._own)
        parts = [*(s.value for s in before if isinstance(s, ast.Assign)), *(thrown.args or []), *thrown.fields.values()]
        if self._parts.of_statement(ast.Expr(ast.List(copy_tree(parts), ast.Load())), handlers.catches, self.new_name):
            raise NotTexts
        return [ast.copy_location(s, node) for s in (*before, *self._failed(thrown, handlers))]


class _Again(BlockRewriter):
    """`raise` of what is handled: an exception that leaves the function is Python's."""

    def visit_Raise(self, node: ast.Raise) -> Any:
        return _python_raises(node) if node.exc is None else node


def _python_raises(node: ast.Raise) -> ast.Raise:
    return ast.copy_location(refusal("an exception that only Python can make is raised in Python"), node)


def _raises_again(node: ast.AST) -> bool:
    return any(isinstance(n, ast.Raise) and n.exc is None for n in walk(node))


def _is_pop(node: Any) -> bool:
    """v.pop()"""
    is_method = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "pop"
    return is_method and isinstance(node.func.value, ast.Name) and not node.args and not node.keywords


def _is(failed: str, number: int) -> ast.expr:
    return ast.Compare(load(failed), [ast.Eq()], [ast.Constant(number)])


def _sets(body: list[ast.stmt], failed: str) -> bool:
    return any(isinstance(n, ast.Name) and n.id == failed and isinstance(n.ctx, ast.Store) for s in body for n in walk(s))
