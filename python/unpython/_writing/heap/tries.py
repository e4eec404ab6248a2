"""Exceptions that are raised and caught."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from unpython._writing.heap.cells import NotOnHeap
from unpython._writing.heap.emitter import Loop, Value
from unpython._writing.heap.failures import Try
from unpython._writing.heap.matches import Matches
from unpython._writing.heap.names import leaves


class Tries(Matches):
    # Exceptions.

    def do_Raise(self, node: ast.Raise, is_last: bool) -> None:
        of: Any = node.exc
        args: list[ast.expr] = []
        if of is None:
            self._raise_again()
            return
        if isinstance(of, ast.Call):
            of, args = of.func, of.args
            if any(isinstance(a, ast.Starred) for a in args) or node.exc.keywords:  # type: ignore[union-attr]
                raise NotOnHeap("an exception with keywords")
        found = self.known(of)
        if not isinstance(found, type) or not issubclass(found, Exception):
            raise NotOnHeap("an exception that has a name")
        self.fail(found, None, [self.copied(self.value(a)) for a in args])

    def _raise_again(self) -> None:
        if not self.handled:
            raise NotOnHeap("raise elsewhere")
        for of, values, test in self.handled[-1]:
            with self.block(f"if {test}:"):
                self.fail(of, None, self.parts(values()))

    def do_Assert(self, node: ast.Assert, is_last: bool) -> None:
        test = self.test(self.value(node.test))
        with self.block(f"if not ({test}):"):
            self.fail(AssertionError, None, [] if node.msg is None else [self.copied(self.value(node.msg))])
        self._fall_off(is_last)

    def do_Try(self, node: ast.Try, is_last: bool) -> None:
        if node.finalbody:
            inner = [n for s in [*node.body, *node.handlers, *node.orelse] for n in ast.walk(s)]
            if any(isinstance(n, (ast.Return, ast.Break, ast.Continue, ast.Yield)) for n in inner):
                raise NotOnHeap("finally behind what leaves")
            self._tried([(BaseException,)], lambda: self._with_handlers(node), self._again, node.finalbody, ("finally",))
        else:
            self._with_handlers(node)
        if is_last and not leaves([node]):
            self.give(self.nothing(), True)

    def do_With(self, node: ast.With, is_last: bool) -> None:
        """with suppress(KeyError):"""
        call = node.items[0].context_expr
        if len(node.items) > 1 or node.items[0].optional_vars is not None or not isinstance(call, ast.Call):
            raise NotOnHeap("with something else")
        if self.called_name(call.func) != "contextlib.suppress":
            raise NotOnHeap("with something else")
        classes = [tuple(self.known(a) for a in call.args)]
        self._tried(classes, lambda: self.statements(node.body, False), lambda *_: self.emit("pass"), [], ("with",))
        self._fall_off(is_last)

    def _again(self, number: int, of: type, values: Callable[[], Value], name: str) -> None:
        self.fail(of, None, self.parts(values()))

    def _with_handlers(self, node: ast.Try) -> None:
        if not node.handlers:
            self.statements([*node.body, *node.orelse], False)
            return
        classes = []
        for handler in node.handlers:
            parts = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
            found = [BaseException if part is None else self.known(part) for part in parts]
            if not all(isinstance(c, type) for c in found):
                raise NotOnHeap("a handler of something else")
            classes.append(tuple(found))
        self._tried(classes, lambda: self.statements(node.body, False), None, [], ("try",), node)

    def _tried(
        self, classes: list[tuple[Any, ...]], body: Callable[[], None], again: Any, last: list[ast.stmt], place: Any, node: Any = None
    ) -> None:
        chosen = self.name()
        self.variables[chosen] = "0"
        self.emit(f"{chosen} = 0")
        made: list[Try] = []

        def write(around: Loop) -> None:
            known = Try(around, classes, chosen, (self.path, *place))
            made.append(known)
            self.tries.append(known)
            body()
            self.tries.pop()

        self.once(write)
        if last:
            self.statements(last, False)
        for number, taken in enumerate(made[0].taken):
            if not taken:
                continue
            with self.block(f"if {chosen} == {number + 1}:"):
                ways = []
                for which, (of, cell, name) in enumerate(taken):
                    test = f"{chosen}_of == {which}"
                    ways.append((of, (lambda cell, name: lambda: self.loaded(cell, name))(cell, name), test))
                if again is not None:
                    for of, values, test in ways:
                        with self.block(f"if {test}:"):
                            again(number, of, values, "")
                else:
                    self._handler(node.handlers[number], ways)
        if node is not None and node.orelse:
            with self.block(f"if {chosen} == 0:"):
                self.statements(node.orelse, False)

    def _handler(self, handler: ast.ExceptHandler, ways: list[Any]) -> None:
        self.handled.append(ways)
        if handler.name is not None and any(isinstance(n, ast.Name) and n.id == handler.name for s in handler.body for n in ast.walk(s)):
            for of, values, test in ways:
                with self.block(f"if {test}:"):
                    self.set_name(handler.name, self.exception_value(of, values()))
        self.statements(handler.body, False)
        self.handled.pop()
