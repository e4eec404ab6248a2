"""Lists, deques, tuples of any length: on the heap, as _library/containers/heap.py says."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from typing import Any

from unpython._writing.heap.cells import BOOL, BOUNDED, DEQUE, LIST, ROW, SETS, TEXT, TUPLE, WHOLE, Cell, NotOnHeap, flow, is_dict, is_object, is_tuple, merge
from unpython._writing.heap.emitter import Value
from unpython._writing.heap.operators import NUMBERS, SEQUENCES, Operators

_NAMES = {LIST: "list", ROW: "tuple", DEQUE: "deque", BOUNDED: "deque", TEXT: "string"}
_CHANGING = frozenset("append extend insert pop remove sort reverse clear appendleft popleft extendleft rotate".split())


class Lists(Operators):
    def width(self, item: Cell) -> int:
        return max(len(item.words()), 1)

    def list_cell(self, *place: Any, kind: int = LIST) -> Cell:
        """The cell of a list that is made here."""
        cell = self.site(*place)
        cell.holder(kind, 1)
        return self.only(cell, kind)

    def new_list(self, values: list[Value], *place: Any, kind: int = LIST) -> Value:
        cell = self.list_cell(*place, kind=kind)
        for value in values:
            flow(value.cell, cell.of(kind)[0])
        item = cell.of(kind)[0]
        width = self.width(item)
        made = self.held(f"new_list(I_, F_, {len(values)}, {width})")
        for number, value in enumerate(values):
            self.store(f"{made} + {3 + number * width}", self.coerced(value, item))
        return Value(cell, (made,))

    def item_at(self, value: Value, at: str) -> Value:
        """The item at a place that is there."""
        item = value.cell.of(value.kind)[0]
        return self.loaded(item, self.place_of(f"I_[{value.words[0]}]", at, self.width(item)))

    def push(self, value: Value, item: Value) -> None:
        cell = value.cell.of(value.kind)[0]
        flow(item.cell, cell)
        at = self.held(f"pushed(I_, F_, {value.words[0]}, {self.width(cell)})")
        self.store(at, self.coerced(item, cell))

    def as_row(self, value: Value) -> Value:
        """A tuple as one whose items lie behind each other."""
        if value.kind == ROW:
            return value
        return self.new_list(self.parts(value), "row", kind=ROW)

    def number(self, value: Value, what: str = "an index", of: Callable[[Any], Any] | None = None) -> str:
        """The word of a whole number. `of`: what Python does with it, which says what it raises for something else."""

        def way(one: Value) -> Value:
            if is_object(one.kind) and self.has_method(one, "__index__"):
                one = self.copied(self.method_called(one, "__index__", []))
            if one.kind not in (WHOLE, BOOL):
                self.wrong_kinds(of, one, why=f"{what} that is no whole number")
                return self.whole("0")
            return self.whole(one.words[0])

        return self.each_kind(value, "number", way).words[0]

    def place(self, index: Value, count: str, message: str, holder: Any = None, of: type = IndexError) -> str:
        """A place in something with so many items. `holder`: something like it."""
        word = self.number(index, of=None if holder is None else lambda i: holder[i])
        at = self.held(f"{word} + {count} if {word} < 0 else {word}")
        self.check(f"{at} < 0 or {at} >= {count}", of, message)
        return at

    # Subscripts.

    def item(self, value: Value, index: Value) -> Value:
        return self.each_kind(value, "of", lambda one: self._item(one, index))

    def _item(self, value: Value, index: Value) -> Value:
        kind = value.kind
        if kind in SEQUENCES:
            count = self.held(f"I_[{value.words[0]} + 1]")
            return self.item_at(value, self.place(index, count, f"{_NAMES[kind]} index out of range", self.type_of_kind(kind)()))
        if kind == TEXT:
            at = self.place(index, value.words[1], "string index out of range", "a")
            return self.of(TEXT, self.moved(value.words[0], at), "1")
        if is_tuple(kind):
            return self.part_at(self.parts(value), index)
        if is_dict(kind):
            return self.value_at(value, index)  # type: ignore[no-any-return]
        if is_object(kind):
            if self.is_value(value):
                return self.part_at(self.fields_of(value), index)
            return self.method_called(value, "__getitem__", [index])  # type: ignore[no-any-return]
        return self.wrong_kinds(operator.itemgetter(0), value, why="a subscript of other values")

    def part_at(self, parts: list[Value], index: Value) -> Value:
        word = self.number(index, of=lambda i: ()[i])
        if word.lstrip("-").isdigit():
            number = int(word)
            if -len(parts) <= number < len(parts):
                return parts[number]
            self.fail(IndexError, "tuple index out of range")
            return Value(self.types.new(), ("0",))
        at = self.place(index, str(len(parts)), "tuple index out of range", ())
        ways = [(f"{at} == {i}", (lambda part: lambda: part)(part)) for i, part in enumerate(parts)]
        return self.joined("part", ways, None)

    def bounds(self, node: ast.Slice, count: str) -> tuple[str, str, str]:
        """First place, step and how many places there are."""
        step = "1" if node.step is None else self.number(self.value(node.step))
        if step == "0":
            raise NotOnHeap("a slice with no step")
        if not step.lstrip("-").isdigit():
            self.check(f"{step} == 0", ValueError, "slice step cannot be zero")
        back = f"{step} < 0"
        if step.lstrip("-").isdigit():
            back = str(int(step) < 0)
        start, stop = (self._bound(part, count, back) for part in (node.lower, node.upper))
        if start is None:
            start = self.held(f"({count} - 1 if {back} else 0)" if back not in ("True", "False") else f"{count} - 1" if back == "True" else "0")
        if stop is None:
            stop = self.held(f"(-1 if {back} else {count})" if back not in ("True", "False") else "-1" if back == "True" else count)
        return start, step, self.held(f"items_between({start}, {stop}, {step})")

    def _bound(self, node: ast.expr | None, count: str, back: str) -> str | None:
        if node is None or (isinstance(node, ast.Constant) and node.value is None):
            return None
        return self.held(f"bound({self.number(self.value(node))}, {count}, {back})")

    def slice_of(self, value: Value, node: ast.Slice) -> Value:
        return self.each_kind(value, "of", lambda one: self._slice(one, node))

    def _slice(self, value: Value, node: ast.Slice) -> Value:
        kind = value.kind
        if kind in (LIST, ROW):
            start, step, count = self.bounds(node, self.held(f"I_[{value.words[0]} + 1]"))
            width = self.width(value.cell.of(kind)[0])
            return Value(value.cell, (self.held(f"cut(I_, F_, {value.words[0]}, {width}, {start}, {step}, {count})"),))
        if kind == TEXT:
            start, step, count = self.bounds(node, value.words[1])
            if step == "1":
                return self.of(TEXT, self.moved(value.words[0], start), count)
            codes = self.held(f"[I_[{value.words[0]} + {start} + k_ * {step}] for k_ in range({count})]")
            return self.text_of(codes)  # type: ignore[no-any-return]
        if is_tuple(kind) or (is_object(kind) and self.is_value(value)):
            ends = [ast.literal_eval(part) if part is not None else None for part in map(_literal, (node.lower, node.upper, node.step))]
            parts = self.parts(value) if is_tuple(kind) else self.fields_of(value)
            return self.tuple_of(parts[slice(*ends)])
        raise NotOnHeap("a slice of something else")

    def store_item(self, value: Value, index: Value, item: Value) -> None:
        def way(one: Value) -> Value:
            if one.kind in (LIST, DEQUE, BOUNDED):
                count = self.held(f"I_[{one.words[0]} + 1]")
                name = "list assignment index out of range" if one.kind == LIST else "deque index out of range"
                at = self.place(index, count, name, self.type_of_kind(one.kind)())
                cell = one.cell.of(one.kind)[0]
                flow(item.cell, cell)
                self.store(self.place_of(f"I_[{one.words[0]}]", at, self.width(cell)), self.coerced(item, cell))
            elif is_dict(one.kind):
                self.store_value(one, index, item)
            elif is_object(one.kind):
                self.method_called(one, "__setitem__", [index, item])
            else:
                self.wrong_kinds(lambda v: operator.setitem(v, 0, 0), one, why="a store to a part of something else")
            return self.nothing()

        self.changes = True
        self.each_kind(value, "stored", way)

    def store_slice(self, value: Value, node: ast.Slice, items: Value) -> None:
        if value.kind != LIST:
            raise NotOnHeap("a store to a part of something else")
        if node.step is not None and not (isinstance(node.step, ast.Constant) and node.step.value in (None, 1)):
            self._store_apart(value, node, items)
            return
        self.changes = True
        other = self.list_of(items, "stored")
        merge(other.cell.of(LIST)[0], value.cell.of(LIST)[0])
        count = self.held(f"I_[{value.words[0]} + 1]")
        start, stop = (self._bound(part, count, "False") for part in (node.lower, node.upper))
        width = self.width(value.cell.of(LIST)[0])
        self.emit(f"store_between(I_, F_, {value.words[0]}, {other.words[0]}, {width}, {start or 0}, {stop or count})")

    def _store_apart(self, value: Value, node: ast.Slice, items: Value) -> None:
        """v[::2] = w"""
        self.changes = True
        other = self.list_of(items, "stored")
        self.same_items(other, value)
        start, step, count = self.bounds(node, self.held(f"I_[{value.words[0]} + 1]"))
        width = self.width(value.cell.of(LIST)[0])
        with self.block(f"if I_[{other.words[0]} + 1] != {count}:"):
            self.refuse("another number of items than a slice has")
        new = self.held(f"cut(I_, F_, {other.words[0]}, {width}, 0, 1, {count})")
        self.emit(f"store_apart(I_, F_, {value.words[0]}, {new}, {width}, {start}, {step}, {count})")

    def delete_item(self, value: Value, node: ast.expr) -> None:
        self.changes = True

        def way(one: Value) -> Value:
            if is_dict(one.kind):
                self.delete_key(one, self.value(node))
                return self.nothing()
            if is_object(one.kind) and not isinstance(node, ast.Slice) and self.has_method(one, "__delitem__"):
                self.method_called(one, "__delitem__", [self.value(node)])
                return self.nothing()
            if one.kind != LIST:
                raise NotOnHeap("del of a part of something else")
            count = self.held(f"I_[{one.words[0]} + 1]")
            width = self.width(one.cell.of(LIST)[0])
            if not isinstance(node, ast.Slice):
                at = self.place(self.value(node), count, "list assignment index out of range")
                self.emit(f"remove_items(I_, F_, {one.words[0]}, {width}, {at}, {at} + 1)")
                return self.nothing()
            start, step, number = self.bounds(node, count)
            if step == "1":
                self.emit(f"remove_items(I_, F_, {one.words[0]}, {width}, {start}, {start} + {number})")
                return self.nothing()
            left = self.held(number)
            with self.block(f"while {left} > 0:"):  # the last place first: those before it stay where they are
                self.emit(f"{left} -= 1")
                place = self.held(f"{start} + {step} * ({left} if {step} > 0 else {number} - 1 - {left})")
                self.emit(f"remove_items(I_, F_, {one.words[0]}, {width}, {place}, {place} + 1)")
            return self.nothing()

        self.each_kind(value, "deleted", way)

    # Operators.

    def of_holders(self, sign: str, a: Value, b: Value, in_place: bool) -> Value | None:
        """`+`, `*` of lists, tuples and texts, and the operators of sets and dicts."""
        if sign == "*" and a.kind in (WHOLE, BOOL) and b.kind not in NUMBERS:
            a, b = b, a
        if sign == "*" and b.kind in (WHOLE, BOOL):
            if a.kind in (LIST, ROW):
                width = self.width(a.cell.of(a.kind)[0])
                made = self.held(f"repeated(I_, F_, {a.words[0]}, {width}, {b.words[0]})")
                if in_place and a.kind == LIST:
                    self.changes = True
                    self.emit(f"take_items(I_, {a.words[0]}, {made})")
                    return a
                return Value(a.cell, (made,))
            if is_tuple(a.kind):
                return self.of_holders("*", self.as_row(a), b, False) if not b.words[0].isdigit() else self.tuple_of(self.parts(a) * int(b.words[0]))
            if a.kind == TEXT:
                return self.text_of(self.held(f"repeated_text({self.codes_of(a)}, {b.words[0]})"))  # type: ignore[no-any-return]
        if sign == "+":
            if a.kind == b.kind == TEXT:
                return self.texts_joined([a, b])  # type: ignore[no-any-return]
            if is_tuple(a.kind) and is_tuple(b.kind) and not self.gives_row(a.kind + b.kind - 2 * TUPLE):
                return self.tuple_of([*self.parts(a), *self.parts(b)])
            if a.kind == LIST and in_place:
                self.extend(a, b)
                return a
            if (is_tuple(a.kind) or a.kind == ROW) and (is_tuple(b.kind) or b.kind == ROW):
                a, b = self.as_row(a), self.as_row(b)
            if a.kind == b.kind and a.kind in (LIST, ROW):
                self.same_items(a, b)
                width = self.width(a.cell.of(a.kind)[0])
                return Value(a.cell, (self.held(f"joined(I_, F_, {a.words[0]}, {b.words[0]}, {width})"),))
        if {*SETS} & {a.kind, b.kind} or is_dict(a.kind):
            return self.of_tables(sign, a, b, in_place)  # type: ignore[no-any-return]
        return None

    def extend(self, value: Value, items: Any) -> None:
        self.changes = True
        items = self.copy_of(items) if value.kind == DEQUE and isinstance(items, Value) and items.kind == DEQUE else items
        if isinstance(items, Value) and items.kind == LIST and value.kind != BOUNDED:
            self.same_items(value, items)
            width = self.width(value.cell.of(value.kind)[0])
            self.emit(f"extend(I_, F_, {value.words[0]}, {items.words[0]}, {width})")
            return

        def each(item: Value) -> None:
            self.push(value, item)
            self._hold_length(value, False)

        self.each(items, each)

    def list_of(self, items: Any, *place: Any, kind: int = LIST) -> Value:
        """list(items); of what a list is: that one."""
        if isinstance(items, Value) and items.kind == kind:
            return items
        made = self.new_list([], *place, kind=kind)
        with self.within(*place, "items"):
            self.each(items, lambda item: self.push(made, item))
        return made

    def copy_of(self, value: Value) -> Value:
        width = self.width(value.cell.of(value.kind)[0])
        count = self.held(f"I_[{value.words[0]} + 1]")
        return Value(value.cell, (self.held(f"cut(I_, F_, {value.words[0]}, {width}, 0, 1, {count})"),))

    def search(self, value: Value, wanted: Value, found: Callable[[str], None], place: str) -> None:
        """`found` writes what is done at each place with an equal item."""
        at = self.held("-1")
        with self.loop():
            self.emit(f"{at} += 1")
            with self.block(f"if {at} >= I_[{value.words[0]} + 1]:"):
                self.emit("break")
            with self.within(place):
                same = self.equal(self.item_at(value, at), wanted)
            with self.block(f"if {same}:"):
                found(at)

    def method_of_list(self, value: Value, name: str, args: list[Any], keywords: dict[str, Any]) -> Value:
        word, kind = value.words[0], value.kind
        item = value.cell.of(kind)[0]
        if name in _CHANGING:
            self.changes = True
        width = self.width(item)
        if name == "append":
            self.push(value, self.value_of(args[0]))
            self._hold_length(value, False)
        elif name in ("extendleft", "rotate") and kind in (DEQUE, BOUNDED):
            self._of_deque(value, name, args)
        elif kind == BOUNDED and name in ("insert", "copy"):
            return self._unknown(name)
        elif name in ("insert", "appendleft"):
            index = "0" if name == "appendleft" else self.number(self.value_of(args[0]))
            given = self.value_of(args[-1])
            flow(given.cell, item)
            at = self.held(f"inserted(I_, F_, {word}, {self.width(item)}, {index})")
            self.store(at, self.coerced(given, item))
            self._hold_length(value, name == "appendleft")
        elif name == "extend":
            self.extend(value, self.source_of(args[0]))
        elif name in ("pop", "popleft"):
            return self._popped(value, name, args, width)
        elif name == "clear":
            if kind == DEQUE:
                self._end_before(value, f"I_[{word} + 1]", width)
            self.emit(f"I_[{word} + 1] = 0")
        elif name == "reverse":
            self.emit(f"reverse(I_, F_, {word}, {width})")
        elif name == "copy":
            return self.copy_of(value)
        elif name == "sort" and kind == LIST:
            self.sort(value, keywords, True)
        elif name in ("count", "index", "remove"):
            return self._found(value, name, self.value_of(args[0]), width) if len(args) == 1 else self._unknown(name)
        else:
            return self._unknown(name)
        return self.nothing()

    def _hold_length(self, value: Value, at_end: bool) -> None:
        """A deque that has a length at most gives up an item at the other end."""
        if value.kind != BOUNDED:
            return
        word = value.words[0]
        with self.block(f"if I_[{word} + 1] > I_[{word} - 1]:"):
            if at_end:
                self.emit(f"I_[{word} + 1] -= 1")
            else:
                self.emit(f"remove_first(I_, {word}, {self.width(value.cell.of(BOUNDED)[0])})")

    def _of_deque(self, value: Value, name: str, args: list[Any]) -> None:
        if name == "rotate":
            steps = self.number(self.value_of(args[0])) if args else "1"
            self.emit(f"rotate(I_, F_, {value.words[0]}, {self.width(value.cell.of(value.kind)[0])}, {steps})")
            return

        def each(item: Value) -> None:
            self.method_of_list(value, "appendleft", [item], {})

        self.each(self.source_of(args[0]), each)

    def _unknown(self, name: str) -> Value:
        return self.wrong(f"the method {name}")

    def _popped(self, value: Value, name: str, args: list[Any], width: int) -> Value:
        word, kind = value.words[0], value.kind
        count = self.held(f"I_[{word} + 1]")
        empty = "pop from empty list" if kind == LIST else "pop from an empty deque"
        self.check(f"{count} == 0", IndexError, empty)
        if name == "popleft":
            item = self.item_at(value, "0")
            self.emit(f"remove_first(I_, {word}, {width})")
            return item
        if not args:
            item = self.item_at(value, f"({count} - 1)")
            self.emit(f"I_[{word} + 1] = {count} - 1")
            self._lose_room(value)
            return item
        at = self.place(self.value_of(args[0]), count, "pop index out of range")
        item = self.item_at(value, at)
        self.emit(f"remove_items(I_, F_, {word}, {width}, {at}, {at} + 1)")
        return item

    def _end_before(self, value: Value, count: str, width: int) -> None:
        """The first items of a deque go; what is left begins behind them."""
        gone = self.held(count)
        self.emit(f"I_[{value.words[0]}] += {gone} * {width}")
        self.emit(f"I_[{value.words[0]} + 2] -= {gone}")

    def _lose_room(self, value: Value) -> None:
        """A deque that loses an item has less room: so each change leaves it at another place, with more items or with less room."""
        if value.kind == DEQUE:
            self.emit(f"I_[{value.words[0]} + 2] -= 1")

    def state_of(self, value: Value) -> list[str]:
        """What each change of a deque changes."""
        return [self.held(f"I_[{value.words[0]}{part}]") for part in ("", " + 1", " + 2")]

    @staticmethod
    def has_changed(value: Value, state: list[str]) -> str:
        return " or ".join(f"I_[{value.words[0]}{part}] != {word}" for part, word in zip(("", " + 1", " + 2"), state, strict=True))

    def _found(self, value: Value, name: str, wanted: Value, width: int) -> Value:
        if name == "count":
            number = self.held("0")
            self.search(value, wanted, lambda at: self.emit(f"{number} += 1"), name)
            return self.whole(number)
        place = self.held("-1")

        def found(at: str) -> None:
            self.emit(f"{place} = {at}")
            self.emit("break")

        self.search(value, wanted, found, name)
        with self.block(f"if {place} < 0:"):
            said = self.said(getattr(self.type_of_kind(value.kind)(), name), 0)
            if said.startswith("0"):
                self.fail(ValueError, None, [self.texts_joined([self.shown(wanted, True), self.text(said[1:])])])
            else:
                self.fail(ValueError, said)
        if name == "index":
            return self.whole(place)
        self.emit(f"remove_items(I_, F_, {value.words[0]}, {width}, {place}, {place} + 1)")
        self._lose_room(value)
        return self.nothing()


def _literal(node: ast.expr | None) -> ast.expr | None:
    if node is not None and not isinstance(node, (ast.Constant, ast.UnaryOp)):
        raise NotOnHeap("a slice of a tuple that the run says")
    return node
