"""Statements."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable
from typing import Any

from unpython._writing.heap.cells import FUNCTION, LIST, ROW, TEXT, NotOnHeap, TooLong, flow, is_dict, is_object, is_tuple
from unpython._writing.heap.emitter import NO, YES, Loop, Value
from unpython._writing.heap.names import leaves
from unpython._writing.heap.operators import SEQUENCES, sign_of
from unpython._writing.heap.tries import Tries


class UserLoop:
    """A loop of the program: what `break` leaves, and the loop that `continue` goes on with."""

    def __init__(self, around: Loop):
        self.around = around
        self.inner: Loop | None = None
        self.broken: str | None = None


class Statements(Tries):
    def statements(self, body: list[ast.stmt], is_last: bool) -> None:
        """`is_last`: nothing of the function comes behind them."""
        for number, s in enumerate(body):
            rest = body[number + 1 :]
            self.line = s.lineno
            before = self.state()
            try:
                if self._statement(s, rest, is_last):
                    return
            except TooLong:
                raise
            except NotOnHeap as error:
                self.go_back(before)
                if error.is_whole or not self.sees_nothing(s):
                    error.is_whole = True
                    raise
                self.refuse(str(error))
                return
        if is_last and not leaves(body):
            self.give(self.nothing(), True)

    def _statement(self, s: ast.stmt, rest: list[ast.stmt], is_last: bool) -> bool:
        """Whether the statements behind it are written, too."""
        if is_last and rest and isinstance(s, ast.If) and (leaves(s.body) or leaves(s.orelse)):
            test = self.test(self.value(s.test))
            ways = [s.body if leaves(s.body) else [*s.body, *rest], s.orelse if leaves(s.orelse) else [*s.orelse, *rest]]
            if test in (YES, NO):
                self.statements(ways[test == NO], True)
                return True
            facts = self.facts(s.test, True), self.facts(s.test, False)
            with self.block(f"if {test}:"), self.narrowed(facts[0]):
                self.statements(ways[0], True)
            with self.block("else:"), self.narrowed(facts[1]):
                self.statements(ways[1], True)
            return True
        way: Callable[[Any, bool], None] | None = getattr(self, f"do_{type(s).__name__}", None)
        if way is None:
            raise NotOnHeap(f"a statement of {type(s).__name__}")
        with self.within(id(s)):
            way(s, is_last and not rest)
        if leaves([s]):
            return True
        if rest and (known := self.facts_behind(s)):
            with self.narrowed(known):
                self.statements(rest, is_last)
            return True
        return False

    def give(self, value: Value, is_last: bool) -> None:
        """return value"""
        frame = self.frame
        while frame.result is None and frame.around is not None:
            frame = frame.around
        if frame.body is not None:
            if not is_last and frame.once is not None:
                self.leave(frame.once)
            return
        assert frame.result is not None
        flow(value.cell, frame.result)
        if frame.once is None:
            value = self.coerced(value, frame.result)
            self.end_with(0, self.boxed(value) if value.words else "0")
            return
        if frame.memo is not None:
            value = self.copied(value)
            self.store_value(*frame.memo, value)
        self.assign(frame.result_words, frame.result, value)
        if not is_last or frame.region is not None:
            self.leave(frame.once)

    def do_Return(self, node: ast.Return, is_last: bool) -> None:
        value = self.nothing() if node.value is None else self.value(node.value)
        if self.finals and self.finals[-1].frame is self.frame:
            value = self.copied(value)
            self.finish(False)
        self.give(value, is_last)

    def do_Pass(self, node: ast.Pass, is_last: bool) -> None:
        self.emit("pass")

    do_Import = do_ImportFrom = do_Pass  # of what a function imports: _bindings.lookup() finds it

    def do_Nonlocal(self, node: ast.Nonlocal | ast.Global, is_last: bool) -> None:
        self.emit("pass")

    do_Global = do_Nonlocal

    def do_Expr(self, node: ast.Expr, is_last: bool) -> None:
        if isinstance(node.value, ast.Yield):
            self._yield(node.value)
        elif isinstance(node.value, ast.YieldFrom):
            self.each(self.source_of(node.value.value), self._given)
        elif not isinstance(node.value, ast.Constant):
            self.value(node.value)

    def _yield(self, node: ast.Yield) -> None:
        self._given(self.copied(self.value(node.value)) if node.value is not None else self.nothing())

    def _given(self, item: Value) -> None:
        frame = self.frame
        while frame.body is None and frame.around is not None:
            frame = frame.around
        tries, finals = self.tries, self.finals
        if not frame.is_context:
            if any(issubclass(GeneratorExit, c) for known in tries[frame.tries :] for classes in known.handlers for c in classes):
                raise NotOnHeap("a generator that sees its end")
            self.tries = tries[: frame.tries]
        self.finals = finals[: frame.finals]
        frame.body(item)
        self.tries, self.finals = tries, finals

    # Names and places.

    def do_Assign(self, node: ast.Assign, is_last: bool) -> None:
        if isinstance(node.targets[0], (ast.Tuple, ast.List)) and self._is_lazy(node.value):
            value = self.list_of(self.source_of(node.value), "unpacked at once")
        else:
            value = self.value(node.value)
        if len(node.targets) > 1 or not isinstance(node.targets[0], ast.Name):
            value = self.copied(value)
        for target in node.targets:
            self.set_target(target, value)

    def do_AnnAssign(self, node: ast.AnnAssign, is_last: bool) -> None:
        if node.value is not None:
            self.set_target(node.target, self.copied(self.value(node.value)))

    def set_target(self, target: Any, value: Value) -> None:
        with self.within("target", id(target)):
            if isinstance(target, ast.Name):
                self.set_name(target.id, value)
            elif isinstance(target, (ast.Tuple, ast.List)):
                self._unpack(target.elts, value)
            elif isinstance(target, ast.Subscript):
                holder = self.value(target.value)
                if isinstance(target.slice, ast.Slice):
                    self.store_slice(holder, target.slice, value)
                else:
                    self.store_item(self.copied(holder), self.copied(self.value(target.slice)), value)
            elif isinstance(target, ast.Attribute):
                self._set_field(self._holder(target.value), target.attr, value)
            else:
                raise NotOnHeap("a target of another kind")

    def _holder(self, node: ast.expr) -> Value:
        """What has a field: a class that is known, or a value."""
        found = self.known(node)
        return self.class_value(found) if isinstance(found, type) else self.value(node)

    def _set_field(self, holder: Value, name: str, value: Value) -> None:
        self.changes = True

        def way(one: Value) -> Value:
            made = self.functions[one.kind - FUNCTION] if one.kind >= FUNCTION else None
            if is_object(one.kind):
                self.write_field(one, name, value)
            elif made is not None and made.what == "def":
                self.write_attribute(made, one, name, value)
            elif made is not None and made.what == "known" and isinstance(made.function, type):
                self.write_slot(made.function, name, value)
            else:
                self.refuse("a field of something else")
            return self.nothing()

        self.each_kind(holder, "holder", way)

    def _unpack(self, targets: list[Any], value: Value) -> None:
        star = next((i for i, t in enumerate(targets) if isinstance(t, ast.Starred)), None)
        if star is None:
            for target, part in zip(targets, self.unpacked(value, len(targets)), strict=True):
                self.set_target(target, part)
            return
        after = len(targets) - star - 1
        value = self.with_items(value, _unpack)
        listed = value if value.kind == LIST else self.list_of(value, "unpacked")
        count = self.held(f"I_[{listed.words[0]} + 1]")
        for few in range(star + after):
            with self.block(f"if {count} == {few}:"):
                self.fail(ValueError, said_of_items([0] * few, star + after, star))
        width = self.width(listed.cell.of(LIST)[0])
        rest = self.held(f"cut(I_, F_, {listed.words[0]}, {width}, {star}, 1, {count} - {star + after})")
        parts = [self.item_at(listed, str(i)) for i in range(star)]
        behind = [self.item_at(listed, f"({count} - {after - i})") for i in range(after)]
        for target, part in zip(targets, [*parts, Value(listed.cell, (rest,)), *behind], strict=True):
            self.set_target(target.value if isinstance(target, ast.Starred) else target, part)

    def unpacked(self, value: Value, count: int) -> list[Value]:
        """The parts of what has so many."""
        kinds = value.cell.all()
        if len(kinds) == 1 and is_tuple(kinds[0]) and len(self.parts(value)) == count:
            return self.parts(value)
        made = self.each_kind(value, "unpacked", lambda one: self._unpacked(one, count))
        if is_tuple(made.kind) and len(made.cell.of(made.kind)) == count:
            return self.parts(made)
        return [Value(self.types.new(), ("0",)) for _ in range(count)]

    def _unpacked(self, value: Value, count: int) -> Value:
        kind = value.kind
        if is_object(kind) and self.is_value(value):
            value = self.tuple_of(self.fields_of(value))
            kind = value.kind
        if is_tuple(kind):
            parts = self.parts(value)
            if len(parts) != count:
                self.raised_always(ValueError, said_of_items([0] * len(parts), count))
                return self.types_blank(count)
            return value
        if kind in SEQUENCES or kind == TEXT:
            number = value.words[1] if kind == TEXT else self.held(f"I_[{value.words[0]} + 1]")
            with self.block(f"if {number} > {count}:"):
                self.fail(ValueError, said_of_items([0] * (count + 1), count))
            with self.block(f"if {number} < {count}:"):
                for few in range(count):
                    with self.block(f"if {number} == {few}:"):
                        self.fail(ValueError, said_of_items([0] * few, count))
            if kind == TEXT:
                return self.tuple_of([self.of(TEXT, self.moved(value.words[0], i), "1") for i in range(count)])
            return self.tuple_of([self.item_at(value, str(i)) for i in range(count)])
        if is_object(kind) or is_dict(kind):
            return self._unpacked(self.list_of(value, "unpacked"), count)
        self.wrong_kinds(_unpack, value, why="parts of something else")
        return self.types_blank(count)

    def types_blank(self, count: int) -> Value:
        return Value(self.types.tuple_of([self.types.new() for _ in range(count)]), ("0",) * count)

    def do_AugAssign(self, node: ast.AugAssign, is_last: bool) -> None:
        sign = sign_of(node.op)
        target = node.target
        if isinstance(target, ast.Name):
            old = self._kept(self.value(ast.copy_location(ast.Name(target.id, ast.Load()), target)), node.value)
            self.set_name(target.id, self.binary(sign, old, self._added(sign, old, node.value), True))
        elif isinstance(target, ast.Attribute):
            holder = self.copied(self._holder(target.value))
            with self.within("read"):
                old = self.each_kind(holder, "of", lambda one: self._read(one, target.attr))
            self._set_field(holder, target.attr, self.binary(sign, old, self._added(sign, old, node.value), True))
        else:
            if isinstance(target.slice, ast.Slice):
                raise NotOnHeap("a slice that changes")
            holder, index = self.copied(self.value(target.value)), self.copied(self.value(target.slice))
            with self.within("read"):
                old = self.item(holder, index)
            self.store_item(holder, index, self.binary(sign, old, self._added(sign, old, node.value), True))

    def _read(self, value: Value, name: str) -> Value:
        if value.kind >= FUNCTION and self.functions[value.kind - FUNCTION].what == "def":
            return self.read_attribute(self.functions[value.kind - FUNCTION], value, name)
        if value.kind >= FUNCTION and self.functions[value.kind - FUNCTION].what == "known":
            of = self.functions[value.kind - FUNCTION].function
            slot = self.slot_of(of, name) if isinstance(of, type) else None
            return self.constant(getattr(of, name, None), name) if slot is None else self.read_slot(slot)
        if not is_object(value.kind):
            return self.wrong("a field of something else")
        return self.attribute(value, name)

    def _added(self, sign: str, old: Value, node: ast.expr) -> Value:
        """What is added: to a list, what gives its items one by one is a list."""
        if sign == "+" and old.kind == LIST and self._is_lazy(node):
            return self.list_of(self.source_of(node), "added")
        value = self.value(node)
        if sign == "+" and old.kind == LIST and value.kind not in (LIST, -1):
            return self.list_of(value, "added")
        return value

    def do_Delete(self, node: ast.Delete, is_last: bool) -> None:
        for target in node.targets:
            if not isinstance(target, ast.Subscript):
                raise NotOnHeap("del of something else")
            self.delete_item(self.copied(self.value(target.value)), target.slice)

    def do_FunctionDef(self, node: ast.FunctionDef, is_last: bool) -> None:
        if self.scope_of(node).is_generator:
            return
        is_plain = all(self._is_cache(decorator) for decorator in node.decorator_list)
        value = self.defined(node, is_plain and self.is_near(node.name, node))
        for decorator in reversed(node.decorator_list):
            if not self._is_cache(decorator):
                value = self._decorated(decorator, value)
                continue
            if len(node.decorator_list) > 1:
                raise NotOnHeap("a decorator")
            memo = f"memo_{self.frame.number}_{node.name}"
            self.variables[memo] = "0"
            self.variable_frames[memo] = self.frame.number
            self.emit(f"{memo} = new_table(I_, F_)")
            self.functions[value.kind - FUNCTION].memo = memo
        self.set_name(node.name, value)

    def _is_cache(self, node: ast.expr) -> bool:
        found = self.known(node.func if isinstance(node, ast.Call) else node)
        return getattr(found, "__name__", "") in ("lru_cache", "cache")

    def _decorated(self, node: ast.expr, value: Value) -> Value:
        if isinstance(node, ast.Call) and self.called_name(node.func) == "functools.wraps":
            wrapped = self.value(node.args[0])
            inner = self.functions[wrapped.kind - FUNCTION] if wrapped.kind >= FUNCTION else None
            is_def = inner is not None and inner.what == "def"
            self.functions[value.kind - FUNCTION].name = (inner.name or inner.node.name) if is_def else "?"  # type: ignore[union-attr]
            return value
        with self.within("decorator", id(node)):
            return self.copied(self.call(self.function_of(node), [self.copied(value)], node))

    # Control.

    def do_If(self, node: ast.If, is_last: bool) -> None:
        test = self.test(self.value(node.test))
        if test in (YES, NO):
            self.statements(node.body if test == YES else node.orelse, is_last)
            return
        facts = self.facts(node.test, True), self.facts(node.test, False)
        with self.block(f"if {test}:"), self.narrowed(facts[0]):
            self.statements(node.body, is_last)
        if node.orelse or is_last:
            with self.block("else:"), self.narrowed(facts[1]):
                self.statements(node.orelse, is_last)

    def _loop(self, node: Any, write: Callable[[UserLoop], None]) -> None:
        self.forget_stored(node)
        broken = self.held("0") if node.orelse else None

        def around(once: Loop) -> None:
            loop = UserLoop(once)
            loop.broken = broken
            self.user_loops.append(loop)
            write(loop)
            self.user_loops.pop()

        self.once(around)
        if broken is not None:
            with self.block(f"if {broken} == 0:"):
                self.statements(node.orelse, False)

    def do_For(self, node: ast.For, is_last: bool) -> None:
        source = self.source_of(node.iter)

        def write(loop: UserLoop) -> None:
            def each(item: Value) -> None:
                loop.inner = self.loops[-1]
                self.set_target(node.target, self.copied(item) if not isinstance(node.target, ast.Name) else item)
                self.statements(node.body, False)

            self.each(source, each)

        self._loop(node, write)
        self._fall_off(is_last)

    def do_While(self, node: ast.While, is_last: bool) -> None:
        def write(loop: UserLoop) -> None:
            with self.loop() as inner:
                loop.inner = inner
                if not (isinstance(node.test, ast.Constant) and node.test.value):
                    test = self.test(self.value(node.test))
                    with self.block(f"if not ({test}):"):
                        self.emit("break")
                    if test == NO:
                        return
                with self.narrowed(self.facts(node.test, True)):
                    self.statements(node.body, False)

        self._loop(node, write)
        if not leaves([node]):
            self._fall_off(is_last)

    def _fall_off(self, is_last: bool) -> None:
        if is_last:
            self.give(self.nothing(), True)

    def do_Break(self, node: ast.Break, is_last: bool) -> None:
        loop = self.user_loops[-1]
        if loop.broken is not None:
            self.emit(f"{loop.broken} = 1")
        self.finish(True)
        self.leave(loop.around)

    def do_Continue(self, node: ast.Continue, is_last: bool) -> None:
        self.finish(True)
        self.leave(self.user_loops[-1].inner, True)


def _unpack(value: Any) -> None:
    (_,) = value


def said_of_items(items: list[int], count: int, star: int | None = None) -> str:
    """The message of this Python for a list of another length. `star`: the place of a target that takes any number."""
    targets = [f"_{i}" for i in range(count)]
    if star is not None:
        targets.insert(star, "*_")
    names = ", ".join(targets)
    try:
        exec(f"{names}{',' if count == 1 else ''} = items" if count else "[] = items", {"items": items, "__builtins__": builtins})
    except ValueError as error:
        return str(error)
    return str(ROW)
