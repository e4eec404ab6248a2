"""Exceptions that are raised and caught."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from unpython._writing.heap.cells import NotOnHeap, is_object, is_tuple
from unpython._writing.heap.contexts import Contexts
from unpython._writing.heap.emitter import Loop, Value
from unpython._writing.heap.failures import Try
from unpython._writing.heap.names import leaves


class Tries(Contexts):
    # Exceptions.

    def do_Raise(self, node: ast.Raise, is_last: bool) -> None:
        of: Any = node.exc
        if isinstance(of, ast.Name) and self.frame.of(of.id) is not None:
            self._raise_value(self.value(of))
            return
        args: list[ast.expr] = []
        if of is None:
            self._raise_again()
            return
        if isinstance(of, ast.Call):
            of, args = of.func, of.args
            if any(isinstance(a, ast.Starred) for a in args) or any(k.arg is None for k in node.exc.keywords):  # type: ignore[union-attr]
                raise NotOnHeap("an exception with keywords")
        found = self.known(of)
        if not isinstance(found, type) or not issubclass(found, Exception):
            raise NotOnHeap("an exception that has a name")
        if self.class_of(found).has_fields:
            named = {k.arg: k.value for k in node.exc.keywords}  # type: ignore[union-attr]
            self.fail(found, None, [self.made_object(found, args, named)])
            return
        self.fail(found, None, [self.copied(self.value(a)) for a in args])

    def _raise_value(self, value: Value) -> None:
        def way(one: Value) -> Value:
            known = self.class_in(one) if is_object(one.kind) else None
            if known is None or not known.is_exception:
                return self.wrong("raise of something else")
            if known.has_fields:
                self.fail(known.of, None, [one])
            else:
                self._fail_again(known.of, self.read_field(one, "args"))
            return self.nothing()

        self.each_kind(self.copied(value), "raised", way)

    def _fail_again(self, of: Any, args: Value) -> None:
        def way(one: Value) -> Value:
            if not is_tuple(one.kind):
                return self.wrong("arguments of an exception")
            self.fail(of, None, self.parts(one))
            return self.nothing()

        self.each_kind(args, "arguments", way)

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
        self.forget_stored(node)
        if node.finalbody:
            if any(isinstance(n, (ast.Return, ast.Break, ast.Continue)) for s in node.finalbody for n in ast.walk(s)):
                raise NotOnHeap("finally that leaves")

            def last() -> None:
                self.statements(node.finalbody, False)

            def body() -> None:
                with self.finally_(last):
                    self._with_handlers(node)

            self.tried([(BaseException,)], body, self._again, last, ("finally",))
        else:
            self._with_handlers(node)
        if is_last and not leaves([node]):
            self.give(self.nothing(), True)

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
        self.tried(classes, lambda: self.statements(node.body, False), None, None, ("try",), node)

    def tried(
        self, classes: list[tuple[Any, ...]], body: Callable[[], None], again: Any, last: Callable[[], None] | None, place: Any, node: Any = None
    ) -> None:
        """`again` writes what is done with an exception, if not the handlers of the node do; `last` what is done behind the body, at first."""
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
        if last is not None:
            self._behind(last, chosen, again == self._again)
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

    def _behind(self, last: Callable[[], None], chosen: str, in_any_case: bool) -> None:
        if in_any_case:
            last()
            return
        with self.block(f"if {chosen} == 0:"):
            last()

    def _handler(self, handler: ast.ExceptHandler, ways: list[Any]) -> None:
        self.handled.append(ways)
        if handler.name is not None and any(isinstance(n, ast.Name) and n.id == handler.name for s in handler.body for n in ast.walk(s)):
            for of, values, test in ways:
                with self.block(f"if {test}:"):
                    self.set_name(handler.name, self.exception_value(of, values()))
        self.statements(handler.body, False)
        self.handled.pop()
