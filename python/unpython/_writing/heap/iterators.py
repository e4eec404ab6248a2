"""Iterators: those that have a name, and what itertools and heapq make of others as the program runs."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from typing import Any

from unpython._writing.heap.cells import COUNTING, ITERATOR, LIST, ROW, TEXT, WHOLE, NotOnHeap, flow, is_tuple
from unpython._writing.heap.emitter import Loop, Value
from unpython._writing.heap.failures import Try
from unpython._writing.heap.lazy import LazyItems
from unpython._writing.heap.operators import SEQUENCES

_NO_PLACE = "Stop argument for islice() must be None or an integer: 0 <= x <= sys.maxsize."
_NO_PLACES = "Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize."


class Iterators(LazyItems):
    # With a name.

    def call_iter(self, args: list[Any], keywords: Any, node: Any) -> Value:
        if len(args) != 1:
            raise NotOnHeap("iter of two")
        if isinstance(args[0], ast.expr) and self._is_lazy(args[0]):
            if not isinstance(args[0], ast.Call) or self.called_name(args[0].func) != "builtins.range":
                raise NotOnHeap("what gives items under a name")
            return self.iterator_of(self.list_of(self.source_of(args[0]), "iterated", kind=ROW))

        def way(one: Value) -> Value:
            if one.kind in (ITERATOR, COUNTING):
                return one
            if one.kind == TEXT:
                one = self.list_of(one, "iterated", kind=ROW)
            if is_tuple(one.kind):
                one = self.as_row(one)
            if one.kind not in (LIST, ROW):
                raise NotOnHeap("iter of something else")
            return self.iterator_of(one)

        return self.each_kind(self.value_of(args[0]), "iter", way)

    def iterator_of(self, items: Value) -> Value:
        """The place of a list or a tuple, and of the next item; behind the last one the place of the list is 0."""
        cell = self.types.new()
        cell.kinds[ITERATOR] = [items.cell.of(items.kind)[0]]
        at = self.room(2)
        self.emit(f"I_[{at}] = {items.words[0]}")
        return Value(cell, (at,))

    def call_count(self, args: list[Any], keywords: Any, node: Any) -> Value:
        start, step = self._steps(args, keywords)
        at = self.room(2)
        self.emit(f"I_[{at}] = {start}")
        self.emit(f"I_[{at} + 1] = {step}")
        return self.of(COUNTING, at)

    def _steps(self, args: list[Any], keywords: dict[str, Any]) -> tuple[str, str]:
        given = [args[0] if args else keywords.get("start"), args[1] if len(args) > 1 else keywords.get("step")]
        values = [self.whole(str(number)) if a is None else self.copied(self.value_of(a)) for number, a in enumerate(given)]
        if any(value.kind != WHOLE for value in values):
            raise NotOnHeap("counting by something else")
        return values[0].words[0], values[1].words[0]

    def counting(self, node: Any) -> Value | None:
        """count(...) beside others: its first number and its step."""
        if not isinstance(node, ast.Call) or self.called_name(node.func) != "itertools.count":
            return None
        words = self._steps(node.args, {k.arg: k.value for k in node.keywords if k.arg})
        return Value(self.types.new(COUNTING), words)

    def each_counted(self, node: Any, body: Callable[[Value], None]) -> None:
        start, step = self._steps(node.args, {k.arg: k.value for k in node.keywords if k.arg})
        at = self.held(f"{start} - {step}")
        with self.loop():
            self.emit(f"{at} = {at} + {step}")
            body(self.whole(self.held(at)))

    def _advanced(self, value: Value, is_over: Callable[[], None]) -> Value:
        """The next item of an iterator. `is_over` leads away."""
        at = value.words[0]
        if value.kind == COUNTING:
            number = self.held(f"I_[{at}]")
            self.emit(f"I_[{at}] = {number} + I_[{at} + 1]")
            return self.whole(number)
        items, number = self.held(f"I_[{at}]"), self.held(f"I_[{at} + 1]")
        with self.block(f"if {items} == 0 or {number} >= I_[{items} + 1]:"):
            self.emit(f"I_[{at}] = 0")
            is_over()
        self.emit(f"I_[{at} + 1] = {number} + 1")
        inner = self.types.new()
        inner.kinds[ROW] = value.cell.of(ITERATOR)
        return self.item_at(Value(inner, (items,)), number)

    def each_left(self, value: Value, body: Callable[[Value], None]) -> None:
        with self.loop():
            body(self._advanced(value, lambda: self.emit("break")))

    def call_next(self, args: list[Any], keywords: Any, node: Any) -> Value:
        """The next item of an iterator that has a name, or the first one of what gives items here."""
        cell = self.site("next")
        default = self.copied(self.value_of(args[1])) if len(args) > 1 else None
        if default is not None:
            flow(default.cell, cell)
        names, has = self.declare(cell), self.held("0")
        source = self.source_of(args[0])
        if isinstance(source, Value) and not {ITERATOR, COUNTING} & {*source.cell.all()}:
            return self._next_of_object(source, default)
        if not isinstance(source, Value) and not isinstance(source.node, ast.GeneratorExp) and not self._is_made_here(source.node):
            raise NotOnHeap("next of something that has a name")

        def write(around: Loop) -> None:
            def each(item: Value) -> None:
                self.assign(names, cell, item)
                self.emit(f"{has} = 1")
                self.leave(around)

            self.each(source, each)

        self.once(write)
        with self.block(f"if {has} == 0:"):
            if default is None:
                self.fail(StopIteration)
            else:
                self.assign(names, cell, default)
        return Value(cell, names)

    def _is_made_here(self, node: Any) -> bool:
        return isinstance(node, ast.Call)

    def _next_of_object(self, value: Value, default: Value | None) -> Value:
        if default is not None:
            raise NotOnHeap("next of an object, or something else")
        return self.each_kind(value, "next", lambda one: self.method_called(one, "__next__", []))

    def each_of_iterator(self, value: Value, body: Callable[[Value], None]) -> None:
        """Of an object with `__next__`: its items until it raises StopIteration."""
        with self.loop() as around:
            ended = self.name()
            known = Try(around, [(StopIteration,)], ended, (self.path, "ended"))
            self.tries.append(known)
            item = self.copied(self.method_called(value, "__next__", []))
            self.tries.pop()
            body(item)

    # What is left early.

    def each_between(self, node: Any, body: Callable[[Value], None]) -> None:
        """islice(x, start, stop, step)"""
        given = [None if isinstance(a, ast.Constant) and a.value is None else self.number(self.copied(self.value(a))) for a in node.args[1:]]
        start, stop = (None, given[0]) if len(given) == 1 else given[:2]
        step = given[2] if len(given) > 2 else None
        for word, least in ((start, 0), (stop, 0), (step, 1)):
            if word is not None and not (word.isdigit() and int(word) >= least):
                if step is word:
                    self.check(f"{word} < 1", ValueError, "Step for islice() must be a positive integer or None.")
                else:
                    self.check(f"{word} < 0", ValueError, _NO_PLACE if len(given) == 1 else _NO_PLACES)
        at = self.held("-1")
        wanted = self.held(start or "0")
        last = None
        if stop is not None:  # no item behind the last one is asked for
            last = self.held(stop)
            if step is not None:
                self.emit(f"{last} = max({stop}, {wanted})")

        def write(around: Loop) -> None:
            def each(item: Value) -> None:
                self.emit(f"{at} += 1")

                def chosen() -> None:
                    with self.block(f"if {at} == {wanted}:"):
                        self.emit(f"{wanted} = {wanted} + {step or 1}")
                        self.turn(lambda: body(item))

                chosen()
                if last is not None:
                    with self.block(f"if {at} + 1 >= {last}:"):
                        self.leave(around)

            self.each(self.source_of(node.args[0]), each)

        if last is None:
            self.once(write)
            return
        with self.block(f"if {last} > 0:"):
            self.once(write)

    def each_while(self, node: Any, short: str, body: Callable[[Value], None]) -> None:
        given = self.function_of(node.args[0])
        goes = self.held("1")

        def write(around: Loop) -> None:
            def each(item: Value) -> None:
                item = self.copied(item)
                with self.block(f"if {goes} != 0:"):
                    test = self.test(self.call(given, [item], node))
                    self.emit(f"{goes} = 1 if {test} else 0")
                if short == "takewhile":
                    with self.block(f"if {goes} == 0:"):
                        self.leave(around)
                    self.turn(lambda: body(item))
                    return
                with self.block(f"if {goes} == 0:"):
                    self.turn(lambda: body(item))

            self.each(self.source_of(node.args[1]), each)

        self.once(write)

    # Choices and merges.

    def is_written_out(self, node: Any, short: str) -> bool:
        """Whether the choices are loops in loops."""
        if short == "product":
            times = next((k.value for k in node.keywords), ast.Constant(1))
            is_short = isinstance(times, ast.Constant) and type(times.value) is int and 0 < times.value < 6
            return is_short and bool(node.args) and not any(isinstance(a, ast.Starred) for a in node.args)
        count = node.args[1] if len(node.args) > 1 else None
        return short == "combinations" and isinstance(count, ast.Constant) and type(count.value) is int and 1 <= count.value <= 3

    def each_choice(self, node: Any, short: str, body: Callable[[Value], None]) -> None:
        """The places of each choice lie on the heap."""
        items = self.listed(node.args[0])
        if items.kind == TEXT:
            items = self.list_of(items, "letters", kind=ROW)
        items = self.copy_of(items)
        count = self.held(f"I_[{items.words[0]} + 1]")
        if len(node.args) < 2:
            number = count
        else:
            number = self.number(self.copied(self.value(node.args[1])))
            self.check(f"{number} < 0", ValueError, "r must be non-negative")
        places = self.held(f"first_choice(I_, F_, {count}, {number}, {int(short == 'combinations_with_replacement')})")
        has = self.held(f"1 if {number} <= {count} or {int(short == 'combinations_with_replacement')} * {count} > 0 else 0")
        with self.loop(f"while {has} != 0:"):
            made = self.new_list([], "choice", kind=ROW)
            k = self.held("0")
            with self.block(f"while {k} < {number}:"):
                self.push(made, self.item_at(items, f"I_[{places} + {k}]"))
                self.emit(f"{k} += 1")
            self.emit(f"{has} = next_{short}(I_, {places}, {count}, {number})")
            body(made)

    def each_product(self, node: Any, body: Callable[[Value], None]) -> None:
        """product(*lists, repeat=n): the place in each of the lists lies on the heap."""
        lists = self.new_list([], "lists")

        def add(one: Value) -> None:
            self.push(lists, self.list_of(one, "list", kind=ROW))

        for place, part in enumerate(node.args):
            with self.within("list", place):
                if isinstance(part, ast.Starred):
                    self.each(self.source_of(part.value), add)
                else:
                    add(self.listed(part))
        times = next((self.number(self.copied(self.value(k.value)), of=operator.index) for k in node.keywords), "1")
        self.check(f"{times} < 0", ValueError, "repeat argument cannot be negative")
        count, of = self.held(f"I_[{lists.words[0]} + 1]"), lists.words[0]
        number = self.held(f"{count} * {times}")
        has, places = self.held(f"1 if {number} == 0 or shortest_list(I_, {of}) > 0 else 0"), self.held(f"first_product(I_, F_, {number})")
        with self.loop(f"while {has} != 0:"):
            made = self.new_list([], "choice", kind=ROW)
            k = self.held("0")
            with self.block(f"while {k} < {number}:"):
                self.push(made, self.item_at(self.item_at(lists, f"({k} % {count})"), f"I_[{places} + {k}]"))
                self.emit(f"{k} += 1")
            self.emit(f"{has} = next_product(I_, {places}, {number}, {of})")
            body(made)

    def each_merged(self, node: Any, body: Callable[[Value], None]) -> None:
        """heapq.merge: each time the first of the least items at the heads."""
        if node.keywords:
            raise NotOnHeap("a merge by a key")
        lists = self.new_list([], "merged")
        for number, part in enumerate(node.args):
            with self.within("merged", number):
                if isinstance(part, ast.Starred):
                    self.each(self.source_of(part.value), lambda one: self.push(lists, self._with_place(self._merged_list(one))))
                else:
                    self.push(lists, self._with_place(self._merged_list(self.listed(part))))
        best, k = self.held("-1"), self.held("0")
        with self.loop():
            self.emit(f"{best} = -1")
            self.emit(f"{k} = 0")
            with self.loop(f"while {k} < I_[{lists.words[0]} + 1]:"), self.within("head"):
                items, at = self.parts(self.item_at(lists, k))
                with self.block(f"if {at.words[0]} < I_[{items.words[0]} + 1]:"):
                    item = self.item_at(items, at.words[0])
                    self._refuse_nan(item)
                    with self.block(f"if {best} < 0:"):
                        self.emit(f"{best} = {k}")
                    with self.block("else:"):
                        other, place = self.parts(self.item_at(lists, best))
                        test = self.test(self.compared("<", item, self.item_at(other, place.words[0])))
                        with self.block(f"if {test}:"):
                            self.emit(f"{best} = {k}")
                self.emit(f"{k} += 1")
            with self.block(f"if {best} < 0:"):
                self.emit("break")
            items, at = self.parts(self.item_at(lists, best))
            cell = lists.cell.of(LIST)[0]
            self.emit(f"I_[I_[{lists.words[0]}] + {best} * {self.width(cell)} + 1] = {at.words[0]} + 1")
            body(self.item_at(items, at.words[0]))

    def _merged_list(self, value: Value) -> Value:
        def way(one: Value) -> Value:
            if is_tuple(one.kind):
                return self.as_row(one)
            if one.kind not in SEQUENCES:
                raise NotOnHeap("a merge of something else")
            made = self.types.new()
            made.kinds[ROW] = one.cell.root().kinds[one.kind]
            return Value(made, one.words)

        return self.each_kind(value, "merged", way)

    def _with_place(self, value: Value) -> Value:
        return self.tuple_of([value, self.whole("0")])

    def of_one_length(self, ends: list[str]) -> None:
        """zip(strict=True): where one of them ends, all of them do."""
        with self.block(f"if {ends[0]}:"):
            for number, end in enumerate(ends[1:], start=1):
                with self.block(f"if not ({end}):"):
                    self.fail(ValueError, f"zip() argument {number + 1} is longer than {_all_before(number)}")
        for number, end in enumerate(ends[1:], start=1):
            with self.block(f"if not ({' or '.join(ends[:number])}) and {end}:"):
                self.fail(ValueError, f"zip() argument {number + 1} is shorter than {_all_before(number)}")


def _all_before(number: int) -> str:
    return "argument 1" if number == 1 else f"arguments 1-{number}"
