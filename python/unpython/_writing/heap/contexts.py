"""`with`, and what is done on each way out of a `try` or a `with`."""

from __future__ import annotations

import ast
from collections.abc import Callable
from contextlib import contextmanager
from types import FunctionType
from typing import Any

from unpython._writing.heap.cells import NONE, NotOnHeap, is_object
from unpython._writing.heap.emitter import Value
from unpython._writing.heap.matches import Matches
from unpython._writing.heap.names import Frame

_LEAVE = (ast.Return, ast.Break, ast.Continue, ast.Yield, ast.YieldFrom)


class Final:
    """What is done where the program leaves a `try` or a `with`. `loops`, `tries`: how many of them stand around."""

    def __init__(self, write: Callable[[], None], frame: Frame, loops: int, tries: int):
        self.write = write
        self.frame = frame
        self.loops = loops
        self.tries = tries


class Contexts(Matches):
    finals: list[Final]

    @contextmanager
    def finally_(self, write: Callable[[], None]) -> Any:
        """In the body of a `try` of its own, which catches nothing that `write` raises."""
        self.finals.append(Final(write, self.frame, len(self.user_loops), len(self.tries) - 1))
        yield
        self.finals.pop()

    def finish(self, of_loop: bool) -> None:
        """Does what `finally` says of each `try` that a `break` or `continue` leaves, or a `return`."""
        finals, tries = self.finals, self.tries
        for number in reversed(range(len(finals))):
            known = finals[number]
            if known.frame is not self.frame or (of_loop and known.loops < len(self.user_loops)):
                break
            self.finals, self.tries = finals[:number], tries[: known.tries]
            with self.within("leaving", number):
                known.write()
        self.finals, self.tries = finals, tries

    def do_With(self, node: ast.With, is_last: bool) -> None:
        def inner(number: int) -> None:
            if number == len(node.items):
                self.statements(node.body, False)
                return
            with self.within("item", number):
                self._with(node, node.items[number], lambda: inner(number + 1))

        inner(0)
        self._fall_off(is_last)

    def _with(self, node: ast.With, item: ast.withitem, body: Callable[[], None]) -> None:
        call = item.context_expr
        found = self.known(call.func) if isinstance(call, ast.Call) else None
        name = self.called_name(call.func) if isinstance(call, ast.Call) else None
        if name == "contextlib.suppress":
            classes = [tuple(self.known(a) for a in call.args)]  # type: ignore[attr-defined]
            if item.optional_vars is not None or not all(isinstance(c, type) for c in classes[0]):
                raise NotOnHeap("with something else")
            self.tried(classes, body, lambda *_: self.emit("pass"), None, ("with",))
        elif name == "contextlib.nullcontext":
            given = [self.value(a) for a in call.args]  # type: ignore[attr-defined]
            if item.optional_vars is not None:
                self.set_target(item.optional_vars, given[0] if given else self.nothing())
            body()
        elif isinstance(found, FunctionType) and found.__code__.co_filename.endswith("contextlib.py") and hasattr(found, "__wrapped__"):
            self._with_generator((self.source(found.__wrapped__), found.__wrapped__, None), node, item, body)
        elif isinstance(call, ast.Call) and (inner := self._manager_inside(call.func)) is not None:
            self._with_generator(inner, node, item, body)
        else:
            self._with_object(item, body)

    def _manager_inside(self, node: ast.expr) -> Any:
        """@contextmanager before a function inside: that one, as generator_of() gives it."""
        found = self.generator_of(node) if isinstance(node, ast.Name) else None
        decorators = found[0].decorator_list if found is not None and found[2] is not None else []
        return found if [self.called_name(d) for d in decorators] == ["contextlib.contextmanager"] else None

    def _with_generator(self, found: Any, node: ast.With, item: ast.withitem, body: Callable[[], None]) -> None:
        """@contextmanager: its statements, with the body where it yields. `found`: as generator_of() gives it."""
        source = found[0]
        inner = [n for s in source.body for n in ast.walk(s)]
        yields = [n for n in inner if isinstance(n, (ast.Yield, ast.YieldFrom))]
        in_loops = {id(n) for n in inner if isinstance(n, (ast.For, ast.While, ast.FunctionDef, ast.If)) for n in ast.walk(n)}
        if len(yields) != 1 or id(yields[0]) in in_loops or not self._is_plain(source, yields[0]):
            raise NotOnHeap("such a context manager")
        if any(isinstance(n, _LEAVE) for s in node.body for n in ast.walk(s)) or any(isinstance(n, ast.Return) for n in inner):
            raise NotOnHeap("with a context manager that is left in its middle")

        def each(value: Value) -> None:
            if item.optional_vars is not None:
                self.set_target(item.optional_vars, value)
            body()

        self.inlined_generator(found, item.context_expr, each, is_context=True)

    def _is_plain(self, source: Any, node: ast.AST) -> bool:
        """Whether `yield` is a statement by itself."""
        self.scope_of(source)
        return isinstance(self.parent_of(node), ast.Expr)

    def _with_object(self, item: ast.withitem, body: Callable[[], None]) -> None:
        value = self.copied(self.value(item.context_expr))
        if not is_object(value.kind):
            raise NotOnHeap("with something else")
        entered = self.method_called(value, "__enter__", [])
        if item.optional_vars is not None:
            self.set_target(item.optional_vars, self.copied(entered))

        def left() -> None:
            self.method_called(value, "__exit__", [self.nothing()] * 3)

        def failed(number: int, of: type, values: Callable[[], Value], name: str) -> None:
            error = self.exception_value(of, values())
            answer = self.method_called(value, "__exit__", [self.class_value(of), error, self.nothing()])
            if answer.cell.all() in ([NONE], []):
                self.fail(of, None, self.parts(values()))
                return
            test = self.test(answer)
            with self.block(f"if not ({test}):"):
                self.fail(of, None, self.parts(values()))

        def inside() -> None:
            with self.finally_(left):
                body()

        self.tried([(BaseException,)], inside, failed, left, ("with",))
