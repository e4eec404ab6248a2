"""What gives its items one by one: zip(), map(), what itertools has. It is written where it is gone through."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from typing import Any

from unpython._writing.heap.cells import COUNTER, COUNTING, DEQUE, FUNCTION, ITERATOR, NONE, ROW, SETS, TEXT, NotOnHeap, flow, is_dict, is_object, is_tuple
from unpython._writing.heap.emitter import NO, Value
from unpython._writing.heap.operators import SEQUENCES
from unpython._writing.heap.text_methods import TextMethods

_WITH_KEYWORDS = frozenset(
    "builtins.enumerate builtins.zip itertools.zip_longest itertools.accumulate itertools.groupby itertools.product itertools.count".split()
)


class LazyItems(TextMethods):
    changes: bool
    prints: bool

    def _each_lazy(self, node: Any, body: Callable[[Value], None], any_order: bool) -> None:
        if isinstance(node, ast.GeneratorExp):
            self.of_generator(lambda given: self.comprehended(node, lambda: given(self.value(node.elt)), any_order), body)
            return
        generator = self.generator_of(node.func)
        if generator is not None:
            self.inlined_generator(generator, node, body)
            return
        name = self.called_name(node.func) or ""
        if node.keywords and name not in _WITH_KEYWORDS:
            raise NotOnHeap("keywords of what gives items")
        if any(isinstance(a, ast.Starred) for a in node.args) and name not in ("itertools.chain", "itertools.product"):
            if name == "heapq.merge":
                self.each_merged(node, body)
                return
            if name not in ("builtins.zip", "itertools.zip_longest") or len(node.args) != 1 or (node.keywords and name == "builtins.zip"):
                raise NotOnHeap("a star in what gives items")
            fill = next((k.value for k in node.keywords), ast.Constant(None))
            self._each_turned(node.args[0].value, body, None if name == "builtins.zip" else fill)
            return
        short = name.rpartition(".")[2]
        if not name:
            self._each_in_view(node, body)
        elif short == "range":
            self._each_number([self.number(self.value(a), of=operator.index) for a in node.args], body)
        elif short == "enumerate":
            start = next((k.value for k in node.keywords), node.args[1] if len(node.args) > 1 else None)
            first = "0" if start is None else self.number(self.value(start))
            at = self.held(f"{first} - 1")

            def counted(item: Value) -> None:
                self.emit(f"{at} += 1")
                body(self.tuple_of([self.whole(self.held(at)), item]))

            self.each(self.source_of(node.args[0]), counted, any_order)
        elif short == "map" and len(node.args) == 2:
            given = self.function_of(node.args[0])
            self.each(self.source_of(node.args[1]), lambda item: body(self.call(given, [item], node)), any_order)
        elif short == "filter":
            self._each_filtered(node, body, any_order)
        elif short == "reversed":
            self._each_backwards(node.args[0], body)
        elif short == "from_iterable":
            self.each(self.source_of(node.args[0]), lambda part: self.each(part, body, any_order), any_order)
        elif short == "starmap":
            given = self.function_of(node.args[0])

            def spread(item: Value) -> None:
                if not is_tuple(item.kind):
                    raise NotOnHeap("starmap of something else")
                body(self.call(given, self.parts(item), node))

            self.each(self.source_of(node.args[1]), spread)
        elif short == "accumulate":
            self._each_added(node, body)
        elif short == "groupby":
            self._each_group(node, body)
        elif short in ("takewhile", "dropwhile"):
            self.each_while(node, short, body)
        elif short == "islice":
            self.each_between(node, body)
        elif short == "count":
            self.each_counted(node, body)
        elif short in ("permutations", "combinations", "combinations_with_replacement") and not self.is_written_out(node, short):
            self.each_choice(node, short, body)
        elif short == "product" and not self.is_written_out(node, short):
            self.each_product(node, body)
        elif short == "merge":
            self.each_merged(node, body)
        elif short == "repeat" and len(node.args) == 2:
            item = self.copied(self.value(node.args[0]))
            with self.loop(f"for {self.name()} in range({self.number(self.value(node.args[1]))}):"):
                body(item)
        elif short == "chain":
            for number, part in enumerate(node.args):
                with self.within("part", number):
                    if isinstance(part, ast.Starred):
                        self.each(self.source_of(part.value), lambda items: self.each(items, body, any_order), any_order)
                    else:
                        self.each(self.source_of(part), body, any_order)
        elif short in ("zip", "map", "pairwise", "zip_longest"):
            self._each_beside(node, short, body)
        else:
            self._each_chosen(node, short, body)

    def _each_filtered(self, node: Any, body: Callable[[Value], None], any_order: bool) -> None:
        is_none = isinstance(node.args[0], ast.Constant)
        given = None if is_none else self.function_of(node.args[0])

        def chosen(item: Value) -> None:
            test = self.test(item if given is None else self.call(given, [item], node))
            with self.block(f"if {test}:"):
                body(item)

        self.each(self.source_of(node.args[1]), chosen, any_order)

    def _each_number(self, words: list[str], body: Callable[[Value], None]) -> None:
        start, stop = ("0", words[0]) if len(words) == 1 else words[:2]
        step = words[2] if len(words) > 2 else "1"
        if not step.lstrip("-").isdigit():
            self.check(f"{step} == 0", ValueError, "range() arg 3 must not be zero")
        name = self.name()
        with self.loop(f"for {name} in range({start}, {stop}{f', {step}' if step != '1' else ''}):"):
            body(self.whole(name))

    def _each_in_view(self, node: Any, body: Callable[[Value], None]) -> None:
        value = self.copied(self.value(node.func.value))
        what = node.func.attr

        def way(one: Value) -> Value:
            if what == "elements" and one.kind == COUNTER:
                self.each_element(one, body)
            elif is_dict(one.kind) and what != "elements":
                self._each_entry(one, what, body)
            elif is_object(one.kind):
                self.each(self.method_called(one, what, []), body)
            else:
                self.refuse("items of something else")
            return self.nothing()

        self.each_kind(value, "view", way)

    def _each_entry(self, value: Value, what: str, body: Callable[[Value], None]) -> None:
        def entry(at: str) -> None:
            key = self.key_at(value, at) if what != "values" else None
            item = self.entry_value(value, at) if what != "keys" else None
            body(self.tuple_of([key, item]) if key is not None and item is not None else key or item)  # type: ignore[arg-type]

        self.entries(value, entry)

    def _each_backwards(self, node: ast.expr, body: Callable[[Value], None]) -> None:
        if isinstance(node, ast.Call) and self.called_name(node.func) == "builtins.range":
            words = [self.number(self.value(a), of=operator.index) for a in node.args]
            start, stop = ("0", words[0]) if len(words) == 1 else words[:2]
            step = words[2] if len(words) > 2 else "1"
            count = self.held(f"items_between({start}, {stop}, {step})")
            number = self.name()
            with self.loop(f"for {number} in range({count}):"):
                body(self.whole(self.held(f"{start} + ({count} - 1 - {number}) * {step}")))
            return
        value = self.list_of(self.source_of(node), "backwards") if self._is_lazy(node) else self.members_of(self.value(node))
        value = self.as_sequence(value)
        word = value.words[0]
        at = self.held(value.words[1] if value.kind == TEXT else f"I_[{word} + 1]")
        state = self.state_of(value) if value.kind == DEQUE else []
        is_gone = "" if value.kind == TEXT else f" or {at} >= I_[{word} + 1]"  # a list may be shorter by now
        with self.loop():
            self.emit(f"{at} -= 1")
            with self.block(f"if {at} < 0{is_gone if not state else ''}:"):
                self.emit("break")
            if state:
                self.check(self.has_changed(value, state), RuntimeError, "deque mutated during iteration")
            body(self.of(TEXT, self.moved(word, at), "1") if value.kind == TEXT else self.item_at(value, at))

    def as_sequence(self, value: Value) -> Value:
        """What has items by place, as a list or a tuple of one kind, or a text."""
        if value.kind in (*SEQUENCES, TEXT):
            return value

        def way(one: Value) -> Value:
            if is_tuple(one.kind):
                return self.as_row(one)
            if one.kind == DEQUE:
                raise NotOnHeap("a deque, or something else, by place")
            if one.kind not in SEQUENCES:
                return self.row_of_other(one)
            made = self.types.new()
            made.kinds[ROW] = one.cell.root().kinds[one.kind]
            return Value(made, one.words)

        found = self.each_kind(value, "sequence", way)
        return found if found.kind == ROW else Value(self.list_cell("no items", kind=ROW), ("0",))

    def row_of_other(self, value: Value) -> Value:
        if value.kind == TEXT:
            return self.list_of(value, "letters", kind=ROW)  # type: ignore[no-any-return]
        return self.wrong("items by place of something else")  # type: ignore[no-any-return]

    def listed(self, node: Any, *place: Any) -> Value:
        """What something gives, as a list or a text whose items have places."""
        source = self.source_of(node)
        if isinstance(source, Value):
            if {ITERATOR, COUNTING} & {*source.cell.all()}:
                raise NotOnHeap("an iterator beside others")
            source = self.members_of(source)
            if source.cell.all() and not any(is_dict(kind) or kind in SETS or is_object(kind) for kind in source.cell.all()):
                return self.copied(self.as_sequence(source))
        elif isinstance(source.node, ast.Call) and self.generator_of(source.node.func) is not None:
            raise NotOnHeap("a generator that may have no end, beside others")
        before, self.changes, self.prints = (self.changes, self.prints), False, False
        made = self.list_of(source, *place)
        if self.changes or self.prints:
            raise NotOnHeap("what gives items one by one and does something else")
        self.changes, self.prints = before
        return made  # type: ignore[no-any-return]

    def _each_added(self, node: Any, body: Callable[[Value], None]) -> None:
        """accumulate(x, f, initial=a)"""
        cell = self.site("added")
        initial = next((k.value for k in node.keywords if k.arg == "initial"), None)
        initial = None if isinstance(initial, ast.Constant) and initial.value is None else initial
        given = next((k.value for k in node.keywords if k.arg == "func"), node.args[1] if len(node.args) > 1 else None)
        function = None if given is None or (isinstance(given, ast.Constant) and given.value is None) else self.function_of(given)
        has, names = self.held("0"), self.declare(cell)
        if initial is not None:
            first = self.copied(self.value(initial))
            if first.cell.has(NONE):
                raise NotOnHeap("an initial item that may be None")
            flow(first.cell, cell)
            self.assign(names, cell, first)
            self.emit(f"{has} = 1")
            with self.within("first"):
                self.turn(lambda: body(self.copied(Value(cell, names))))

        def each(item: Value) -> None:
            flow(item.cell, cell)
            with self.block(f"if {has} == 0:"):
                self.assign(names, cell, item)
            with self.block("else:"), self.within("step"):
                before = self.copied(Value(cell, names))
                made = self.binary("+", before, item) if function is None else self.call(function, [before, item], node)
                self.assign(names, cell, self.copied(made))
            self.emit(f"{has} = 1")
            self.turn(lambda: body(self.copied(Value(cell, names))))

        self.each(self.source_of(node.args[0]), each)

    def _each_group(self, node: Any, body: Callable[[Value], None]) -> None:
        """groupby(x, key), whose groups are gone through once"""
        holder = self.parent_of(node)
        target = getattr(holder, "target", None)
        name = target.elts[1].id if isinstance(target, ast.Tuple) and len(target.elts) == 2 and isinstance(target.elts[1], ast.Name) else None
        holder = self.parent_of(holder) if isinstance(holder, ast.comprehension) else holder
        uses = [n for n in ast.walk(holder) if isinstance(n, ast.Name) and n.id == name and isinstance(n.ctx, ast.Load)] if holder else []
        if name is None or len(uses) > 1:
            raise NotOnHeap("groups that are gone through again")
        key = next((k.value for k in node.keywords if k.arg == "key"), node.args[1] if len(node.args) > 1 else None)
        given = None if key is None else self.function_of(key)
        groups = self.new_list([], "groups")
        key_cell = self.site("key")
        has, before = self.held("0"), self.declare(key_cell)

        def each(item: Value) -> None:
            own = item if given is None else self.copied(self.call(given, [item], node))
            flow(own.cell, key_cell)
            is_new = self.held(f"1 if {has} == 0 else 0")
            with self.block(f"if {has} != 0:"):
                test = self.test(self.compared("==", Value(key_cell, before), own))
                self.emit(f"{is_new} = 0 if {test} else 1")
            with self.block(f"if {is_new} != 0:"):
                self.push(groups, self.tuple_of([own, self.new_list([], "group")]))
                self.assign(before, key_cell, own)
            self.emit(f"{has} = 1")
            last = self.item_at(groups, f"(I_[{groups.words[0]} + 1] - 1)")
            self.push(self.parts(last)[1], item)

        self.each(self.source_of(node.args[0]), each)
        self._each_of(groups, body, False)

    def _each_turned(self, node: ast.expr, body: Callable[[Value], None], fill: ast.expr | None = None) -> None:
        """zip(*rows), and zip_longest(*rows) with what stands where a row has ended."""
        rows = self.listed(node)
        if rows.kind == TEXT:
            raise NotOnHeap("a text beside itself")
        other = None if fill is None else self.copied(self.value(fill))
        at, count = self.held("-1"), self.held("0" if other is not None else "1 << 60")
        number = self.held("0")

        def row_at() -> Value:
            row = self.item_at(rows, number)
            if not row.cell.all() or (len(row.cell.all()) == 1 and row.kind in SEQUENCES):
                return row
            return self.each_kind(row, "row", self._row_of)

        with self.loop(f"while {number} < I_[{rows.words[0]} + 1]:"), self.within("row"):
            row = row_at()
            self.emit(f"{count} = {'min' if other is None else 'max'}({count}, I_[{row.words[0]} + 1])")
            self.emit(f"{number} += 1")
        with self.block(f"if {number} == 0:"):
            self.emit(f"{count} = 0")
        with self.loop():
            self.emit(f"{at} += 1")
            with self.block(f"if {at} >= {count}:"):
                self.emit("break")
            made = self.new_list([], "column", kind=ROW)
            self.emit(f"{number} = 0")
            with self.loop(f"while {number} < I_[{rows.words[0]} + 1]:"), self.within("row"):
                row = row_at()
                if row.kind in SEQUENCES:
                    with self.block(f"if {at} < I_[{row.words[0]} + 1]:"):
                        self.push(made, self.item_at(row, at))
                    if other is not None:
                        with self.block("else:"):
                            self.push(made, other)
                self.emit(f"{number} += 1")
            body(made)

    def _row_of(self, value: Value) -> Value:
        if is_tuple(value.kind):
            return self.as_row(value)
        if value.kind == TEXT:
            return self.list_of(value, "letters", kind=ROW)  # type: ignore[no-any-return]
        if value.kind not in SEQUENCES:
            return self.wrong("such rows")
        made = self.types.new()
        made.kinds[ROW] = value.cell.root().kinds[value.kind]
        return Value(made, value.words)

    def members_of(self, value: Value) -> Value:
        """A class of members as their tuple; another value as it is."""
        made = self.functions[value.kind - FUNCTION] if value.kind >= FUNCTION else None
        if made is None or made.what != "known" or not isinstance(made.function, type) or not self.class_of(made.function).is_enum:
            return value
        of: Any = made.function
        return self.new_list([self.member(member) for member in of], "members", kind=ROW)

    def _each_beside(self, node: Any, short: str, body: Callable[[Value], None]) -> None:
        """zip(), and map() of several."""
        given = self.function_of(node.args[0]) if short == "map" else None
        nodes = node.args[1:] if short == "map" else node.args
        fill = next((k.value for k in node.keywords if k.arg == "fillvalue"), None)
        strict = next((k.value for k in node.keywords if k.arg == "strict"), None)
        is_strict = isinstance(strict, ast.Constant) and strict.value is True
        if not nodes or (strict is not None and not isinstance(strict, ast.Constant)):
            raise NotOnHeap("zip that is strict")
        generators = [part for part in nodes if isinstance(part, ast.Call) and self.generator_of(part.func) is not None]
        if short in ("zip", "map") and len(generators) == 1 and len(nodes) > 1 and not is_strict:
            self.each_beside_generator(nodes, nodes.index(generators[0]), lambda items: body(self._joined_items(given, items, node)))
            return
        other = self.copied(self.value(fill)) if fill is not None else self.nothing()
        lists = self.lists_beside(nodes)
        at = self.held("-1")
        if all(value.kind == COUNTING for value in lists):
            raise NotOnHeap("counting without an end")
        shifts = [0, 1] if short == "pairwise" else [0] * len(lists)
        lists = lists * 2 if short == "pairwise" else lists
        states = [(value, self.state_of(value)) for value in lists if value.kind == DEQUE]
        with self.loop():
            self._refuse_changes(states)
            self.emit(f"{at} += 1")
            ends = [self.is_behind(value, f"{at} + {shift}") for value, shift in zip(lists, shifts, strict=True)]
            if is_strict:
                self.of_one_length(ends)
            with self.block(f"if {(' and ' if short == 'zip_longest' else ' or ').join(ends)}:"):
                self.emit("break")
            items = []
            for number, (value, shift) in enumerate(zip(lists, shifts, strict=True)):
                item = self.getting(value, f"({at} + {shift})")
                if short == "zip_longest":
                    with self.within("beside", number):
                        items.append(self.joined("filled", [(self.opposite(ends[number]), item)], lambda: other))
                else:
                    items.append(item())
            body(self._joined_items(given, items, node))

    def _joined_items(self, given: Any, items: list[Value], node: Any) -> Value:
        return self.call(given, items, node) if given is not None else self.tuple_of(items)

    def lists_beside(self, nodes: list[Any]) -> list[Value]:
        lists = []
        for number, part in enumerate(nodes):
            with self.within("beside", number):
                lists.append(self.counting(part) or self.listed(part))
        return lists

    def _refuse_changes(self, states: list[tuple[Value, list[str]]]) -> None:
        """Of deques that are gone through beside others."""
        for value, state in states:
            with self.block(f"if {self.has_changed(value, state)}:"):
                self.refuse("a deque that changes while it is gone through")

    @staticmethod
    def is_behind(value: Value, at: str) -> str:
        """Whether a list, a text or what counts has no item at that place."""
        count = value.words[1] if value.kind == TEXT else f"I_[{value.words[0]} + 1]"
        return NO if value.kind == COUNTING else f"{at} >= {count}"

    def getting(self, value: Value, at: str) -> Callable[[], Value]:
        """What gives the item at a place of a list or a text."""
        if value.kind == TEXT:
            return lambda: self.of(TEXT, self.moved(value.words[0], at), "1")
        if value.kind == COUNTING:
            return lambda: self.whole(self.held(f"{value.words[0]} + {at} * {value.words[1]}"))
        return lambda: self.item_at(value, at)

    def _each_chosen(self, node: Any, short: str, body: Callable[[Value], None]) -> None:
        """product(a, b) and combinations(a, 2), as loops in loops."""
        if short == "product":
            lists = []
            for number, part in enumerate(node.args):
                with self.within("beside", number):
                    lists.append(self.listed(part))
            times: Any = next((k.value for k in node.keywords), ast.Constant(1))
            lists *= times.value
            starts = [""] * len(lists)
        else:
            count = node.args[1].value if isinstance(node.args[1], ast.Constant) else 0
            if type(count) is not int or count not in (1, 2, 3):
                raise NotOnHeap("combinations of a number that the run says")
            lists = [self.listed(node.args[0])] * count
            starts = [""] + ["after"] * (count - 1)

        def inner(number: int, chosen: list[Value], before: str) -> None:
            if number == len(lists):
                body(self.tuple_of(chosen))
                return
            value = lists[number]
            at = self.held(before if starts[number] else "-1")
            with self.loop():
                self.emit(f"{at} += 1")
                count = value.words[1] if value.kind == TEXT else f"I_[{value.words[0]} + 1]"
                with self.block(f"if {at} >= {count}:"):
                    self.emit("break")
                item = self.getting(value, at)()
                inner(number + 1, [*chosen, item], at)

        inner(0, [], "-1")
