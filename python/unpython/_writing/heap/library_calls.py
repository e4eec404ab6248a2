"""Calls of heapq, bisect, and what makes lists in other ways."""

from __future__ import annotations

import ast
import re
from typing import Any

from unpython._writing.heap.cells import DICT, LIST, REAL, TEXT, WHOLE, NotOnHeap, flow, is_object, is_tuple
from unpython._writing.heap.emitter import Value
from unpython._writing.heap.objects import Objects
from unpython._writing.heap.operators import TOTAL_ORDER

_PART = re.compile(r"%([-+ 0]*)(\d*)(?:\.(\d+))?([sdrfgexXi%])")


class LibraryCalls(Objects):
    def of_total_order(self, name: str, a: Value, b: Value) -> Value:
        """A comparison that functools.total_ordering makes of another one."""
        base, rest = TOTAL_ORDER[name]
        first = self.held(f"1 if {self.test(self.method_called(a, f'__{base}__', [b]))} else 0")
        test = f"{first} == 0" if "not" in rest else f"{first} != 0"
        if "e" in rest.replace("not", ""):
            with self.within("equal"):
                other = self.test(self.compared("==", a, b))
            test = f"{test} and not ({other})" if "ne" in rest else f"{test} or ({other})"
        return self.truth_value(test)

    # Heaps, as heapq keeps them.

    def _move(self, value: Value, at: str, other: str) -> None:
        """v[at] = v[other], of a list."""
        width = self.width(value.cell.of(LIST)[0])
        word = value.words[0]
        self.emit(f"copy_words(I_, F_, I_[{word}] + {other} * {width}, I_[{word}] + {at} * {width}, {width})")

    def _put_item(self, value: Value, at: str, item: Value) -> None:
        cell = value.cell.of(LIST)[0]
        self.store(self.place_of(f"I_[{value.words[0]}]", at, self.width(cell)), self.coerced(item, cell))

    def _before(self, a: Value, b: Value) -> str:
        with self.within("before"):
            return self.test(self.compared("<", a, b))

    def _sift_down(self, value: Value, start: str, at: str) -> None:
        place = self.held(at)
        new = self.item_at(value, place)
        with self.loop():
            with self.block(f"if {place} <= {start}:"):
                self.emit("break")
            parent = self.held(f"({place} - 1) >> 1")
            test = self._before(new, self.item_at(value, parent))
            with self.block(f"if not ({test}):"):
                self.emit("break")
            self._move(value, place, parent)
            self.emit(f"{place} = {parent}")
        self._put_item(value, place, new)

    def _sift_up(self, value: Value, start: str) -> None:
        place, end = self.held(start), self.held(f"I_[{value.words[0]} + 1]")
        new = self.item_at(value, place)
        with self.loop():
            child = self.held(f"2 * {place} + 1")
            with self.block(f"if {child} >= {end}:"):
                self.emit("break")
            with self.block(f"if {child} + 1 < {end}:"):
                first, second = self.item_at(value, child), self.item_at(value, f"({child} + 1)")
                test = self._before(first, second)
                with self.block(f"if not ({test}):"):
                    self.emit(f"{child} += 1")
            self._move(value, place, child)
            self.emit(f"{place} = {child}")
        self._put_item(value, place, new)
        self._sift_down(value, start, place)

    def _heap(self, given: Any) -> Value:
        value = self.copied(self.value_of(given))
        if value.kind != LIST:
            raise NotOnHeap("a heap of something else")
        self.changes = True
        return value

    def call_heappush(self, args: list[Any], keywords: Any, node: Any) -> Value:
        value = self._heap(args[0])
        item = self.copied(self.value_of(args[1]))
        self._refuse_nan(item)
        self.push(value, item)
        self._sift_down(value, "0", f"I_[{value.words[0]} + 1] - 1")
        return self.nothing()

    def call_heappop(self, args: list[Any], keywords: Any, node: Any) -> Value:
        value = self._heap(args[0])
        count = f"I_[{value.words[0]} + 1]"
        self.check(f"{count} == 0", IndexError, "index out of range")
        first, last = self.item_at(value, "0"), self.item_at(value, f"({count} - 1)")
        self.emit(f"{count} -= 1")
        with self.block(f"if {count} > 0:"):
            self._put_item(value, "0", last)
            self._sift_up(value, "0")
        return first

    def call_heapify(self, args: list[Any], keywords: Any, node: Any) -> Value:
        value = self._heap(args[0])
        at = self.held(f"I_[{value.words[0]} + 1] // 2")
        with self.block(f"for k_ in range(I_[{value.words[0]} + 1]):"):
            self._refuse_nan(self.item_at(value, "k_"))
        with self.loop():
            self.emit(f"{at} -= 1")
            with self.block(f"if {at} < 0:"):
                self.emit("break")
            self._sift_up(value, at)
        return self.nothing()

    def call_heapreplace(self, args: list[Any], keywords: Any, node: Any) -> Value:
        value = self._heap(args[0])
        item = self.copied(self.value_of(args[1]))
        self._refuse_nan(item)
        flow(item.cell, value.cell.of(LIST)[0])
        self.check(f"I_[{value.words[0]} + 1] == 0", IndexError, "index out of range")
        first = self.item_at(value, "0")
        self._put_item(value, "0", item)
        self._sift_up(value, "0")
        return first

    def call_nlargest(self, args: list[Any], keywords: Any, node: Any, is_largest: bool = True) -> Value:
        count = self.held(f"max({self.number(self.value_of(args[0]))}, 0)")
        made = self.new_list([], "sorted")
        self.each(self.source_of(args[1]), lambda item: self.push(made, item), "key" not in keywords and len(args) < 3)
        key = keywords.get("key", args[2] if len(args) > 2 else None)
        given = None if key is None else self.function_of(key)
        self.sort_by(made, (lambda item: item) if given is None else lambda item: self.call(given, [item], node), is_largest)
        width = self.width(made.cell.of(LIST)[0])
        return Value(made.cell, (self.held(f"cut(I_, F_, {made.words[0]}, {width}, 0, 1, min({count}, I_[{made.words[0]} + 1]))"),))

    def call_nsmallest(self, args: list[Any], keywords: Any, node: Any) -> Value:
        return self.call_nlargest(args, keywords, node, False)

    # Places in sorted lists.

    def call_bisect_left(self, args: list[Any], keywords: Any, node: Any) -> Value:
        return self.whole(self._place_for(args, keywords, node, True))

    def call_bisect_right(self, args: list[Any], keywords: Any, node: Any) -> Value:
        return self.whole(self._place_for(args, keywords, node, False))

    def _place_for(self, args: list[Any], keywords: Any, node: Any, is_left: bool, of_item: bool = False) -> str:
        """`of_item`: the key is that of the item, too."""
        value = self.copied(self.value_of(args[0]))
        value = self.as_row(value) if is_tuple(value.kind) else value
        wanted = self.copied(self.value_of(args[1]))
        key = None if "key" not in keywords else self.function_of(keywords["key"])
        if value.kind < 0 or value.kind >= DICT or value.kind == TEXT or set(keywords) - {"key"} or len(args) > 2:
            raise NotOnHeap("bisect of something else")
        if key is not None and of_item:
            wanted = self.copied(self.call(key, [wanted], node))
        low, high = self.held("0"), self.held(f"I_[{value.words[0]} + 1]")
        with self.loop():
            with self.block(f"if {low} >= {high}:"):
                self.emit("break")
            middle = self.held(f"({low} + {high}) // 2")
            item = self.item_at(value, middle)
            with self.within("key"):
                item = item if key is None else self.copied(self.call(key, [item], node))
            test = self._before(item, wanted) if is_left else self._before(wanted, item)
            with self.block(f"if {test}:"):
                self.emit(f"{low} = {middle} + 1" if is_left else f"{high} = {middle}")
            with self.block("else:"):
                self.emit(f"{high} = {middle}" if is_left else f"{low} = {middle} + 1")
        return low

    def call_insort_right(self, args: list[Any], keywords: Any, node: Any, is_left: bool = False) -> Value:
        value, item = self._heap(args[0]), self.copied(self.value_of(args[1]))
        at = self._place_for([value, item], keywords, node, is_left, True)
        self.method_of_list(value, "insert", [self.whole(at), item], {})
        return self.nothing()

    def call_insort_left(self, args: list[Any], keywords: Any, node: Any) -> Value:
        return self.call_insort_right(args, keywords, node, True)

    # Lists and dicts in other ways.

    def call_fromkeys(self, args: list[Any], keywords: Any, node: Any) -> Value:
        made = self.new_table(DICT, "fromkeys")
        item = self.copied(self.value_of(args[1])) if len(args) > 1 else self.nothing()
        self.each(self.source_of(args[0]), lambda key: self.store_value(made, key, item))
        return made

    def call_type(self, args: list[Any], keywords: Any, node: Any) -> Value:
        return self.each_kind(self.value_of(args[0]), "type", lambda one: self.class_value(self.type_of_kind(one.kind)))

    def lazily_made(self, node: Any) -> Value:
        """What gives its items one by one, where all of them are asked for once, and nothing else happens meanwhile."""
        return self.list_of(self.source_of(node), "made at once")

    def of_percent(self, node: ast.BinOp) -> Value:
        """ "%d of %s" % (a, b)"""
        pattern: Any = node.left.value  # type: ignore[attr-defined]
        given = self.value(node.right)
        kind = given.kind
        parts = self.parts(given) if is_tuple(kind) else [given]
        kinds = given.cell.all()
        if (kind < 0 and any(map(is_tuple, kinds))) or any(is_object(k) and self.class_list[k - 100].is_tuple for k in kinds):
            raise NotOnHeap("such values for %")
        made: list[Value] = []
        at = 0
        for found in _PART.finditer(pattern):
            self._plain_part(made, pattern[at : found.start()])
            at = found.end()
            flags, width, digits, letter = found.groups()
            if letter == "%":
                self._plain_part(made, "%", False)
                continue
            if not parts:
                raise NotOnHeap("too few values for %")
            with self.within("part", at):
                made.append(self._percent_part(parts.pop(0), flags, width, digits, letter))
        self._plain_part(made, pattern[at:])
        if parts:
            raise NotOnHeap("too many values for %")
        return self.texts_joined(made)

    def _plain_part(self, made: list[Value], text: str, is_checked: bool = True) -> None:
        if is_checked and "%" in text:
            raise NotOnHeap("such a format with %")
        if text:
            made.append(self.text(text))

    def _percent_part(self, value: Value, flags: str, width: str, digits: str | None, letter: str) -> Value:
        align = "<" if "-" in flags else ">"
        if letter in "sr":
            if digits is not None:
                raise NotOnHeap("such a format with %")
            text = self.shown(value, letter == "r")
            return self.formatted(text, f"{align}{width}") if width else text
        sign = "+" if "+" in flags else " " if " " in flags else ""
        zero = "0" if "0" in flags and "-" not in flags else ""
        letter = "d" if letter == "i" else letter

        def way(one: Value) -> Value:
            if one.kind not in (WHOLE, REAL):
                return self.wrong("such a value for %")
            if letter in "dxX":
                if one.kind == REAL and letter != "d":
                    return self.wrong("such a value for %")
                one = self.whole(self.held(f"int({one.words[0]})"))
                if digits is not None:
                    raise NotOnHeap("such a format with %")
            spec = f"{'' if zero else align}{sign}{zero}{width}{f'.{digits}' if digits is not None else ''}{letter}"
            return self.formatted(one, spec)

        return self.each_kind(value, "percent", way)

    def listed_lines(self, value: Value) -> Value:
        """text.splitlines()"""
        made = self.parts_of_text()
        self.emit(f"split_lines(I_, F_, {made.words[0]}, {', '.join(value.words)})")
        return self.as_any_list(made, "lines")
