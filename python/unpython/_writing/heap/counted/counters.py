"""Counters: a key that one has not counts as zero in what two give together."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from unpython._writing.heap.cells import COUNTER, LIST, NONE, WHOLE, NotOnHeap
from unpython._writing.heap.emitter import Value
from unpython._writing.heap.tables import Tables

_OPERATORS = ("+", "-", "&", "|")


class Counters(Tables):
    def count(self, value: Value, item: Value, more: Value | None = None, sign: str = "+") -> None:
        """One more of it in a Counter, or so many more, or less."""
        at, is_new = self.entry(value, item)
        cell = value.cell.of(COUNTER)[1]
        with self.block(f"if {is_new}:"):
            self.store(at, self.coerced(self.whole("0"), cell))
        self.store(at, self.coerced(self.binary(sign, self.loaded(cell, at), more or self.whole("1")), cell))

    def _of_key(self, value: Value, key: Value) -> Value:
        found = self.find(value, key)[0]
        return self.joined("counted", [(f"{found} >= 0", lambda: self.entry_value(value, found))], lambda: self.whole("0"))

    # Operators.

    def of_tables(self, sign: str, a: Value, b: Value, in_place: bool) -> Value | None:
        if not a.kind == b.kind == COUNTER or sign not in _OPERATORS:
            return super().of_tables(sign, a, b, in_place)
        if in_place:
            return self._changed(sign, a, b)
        made = self.new_table(COUNTER, "counts")
        self.entries(a, lambda at: self._put_count(made, sign, a, b, at), True)
        if sign != "&":
            self.entries(b, lambda at: self._put_other(made, sign, a, b, at), True)
        return made

    def _changed(self, sign: str, a: Value, b: Value) -> Value:
        """a += b and its kin: counts that stay are those that were there; then what is not positive goes."""
        self.changes = True
        self.same_items(a, b)

        def each(at: str) -> None:
            key, given = self.key_at(b, at), self.entry_value(b, at)
            if sign in ("+", "-"):
                self.count(a, key, given, sign)
                return
            own = self.copied(self._of_key(a, key))
            with self.block(f"if {self.test(self.compared('>', given, own))}:"):
                self.store_value(a, key, given)

        def less(at: str) -> None:
            key, own = self.key_at(a, at), self.entry_value(a, at)
            other = self.copied(self._of_key(b, key))
            with self.block(f"if {self.test(self.compared('<', other, own))}:"):
                self.store_value(a, key, other)

        if sign == "&":
            self.entries(a, less, True)
        else:
            self.entries(b, each, True)
        made = self._signed(a, ">")
        self.emit(f"take_table(I_, {a.words[0]}, {made.words[0]})")
        return a

    def _signed(self, value: Value, sign: str) -> Value:
        """+c, the positive counts as they are, or -c, of the negative ones."""
        made = self.new_table(COUNTER, "signed")
        self.same_items(made, value)

        def each(at: str) -> None:
            key, count = self.key_at(value, at), self.entry_value(value, at)
            with self.block(f"if {self.test(self.compared(sign, count, self.whole('0')))}:"):
                self.store_value(made, key, count if sign == ">" else self.binary("-", self.whole("0"), count))

        self.entries(value, each, True)
        return made

    def _put_count(self, made: Value, sign: str, a: Value, b: Value, at: str) -> None:
        """Of an entry of the first one, where the result is positive."""
        key, own = self.key_at(a, at), self.entry_value(a, at)
        other = self.copied(self._of_key(b, key))
        if sign in ("+", "-"):
            count = self.binary(sign, own, other)
        else:
            is_less = self.test(self.compared("<", own, other))
            small, large = (other, own) if sign == "&" else (own, other)
            count = self.joined("chosen", [(is_less, lambda: large)], lambda: small)
        with self.block(f"if {self.test(self.compared('>', count, self.whole('0')))}:"):
            self.store_value(made, key, count)

    def _put_other(self, made: Value, sign: str, a: Value, b: Value, at: str) -> None:
        """Of an entry that the second one alone has."""
        key, count = self.key_at(b, at), self.entry_value(b, at)
        with self.block(f"if {self.find(a, key)[0]} < 0:"):
            if sign == "-":
                count = self.binary("-", self.whole("0"), count)
            with self.block(f"if {self.test(self.compared('>', count, self.whole('0')))}:"):
                self.store_value(made, key, count)

    def negated(self, op: ast.unaryop, value: Value) -> Value:
        if value.cell.all() != [COUNTER] or not isinstance(op, (ast.UAdd, ast.USub)):
            return super().negated(op, value)
        return self._signed(value, ">" if isinstance(op, ast.UAdd) else "<")

    def _compared_once(self, sign: str, a: Value, b: Value, inside: bool) -> Value:
        if not a.kind == b.kind == COUNTER:
            return super()._compared_once(sign, a, b, inside)
        if sign in (">", ">="):
            a, b, sign = b, a, {">": "<", ">=": "<="}[sign]
        same, within = self.held("1"), self.held("1")
        for one in (a, b):
            self.entries(one, lambda at, one=one: self._note_order(a, b, self.key_at(one, at), same, within), True)  # type: ignore[misc]
        tests = {"==": f"{same} != 0", "!=": f"{same} == 0", "<=": f"{within} != 0", "<": f"{within} != 0 and {same} == 0"}
        return self.truth_value(tests[sign])

    def _note_order(self, a: Value, b: Value, key: Value, same: str, within: str) -> None:
        own, other = self.copied(self._of_key(a, key)), self.copied(self._of_key(b, key))
        with self.block(f"if not ({self.test(self.compared('==', own, other))}):"):
            self.emit(f"{same} = 0")
            with self.block(f"if not ({self.test(self.compared('<', own, other))}):"):
                self.emit(f"{within} = 0")

    def delete_key(self, value: Value, key: Value) -> None:
        """Nothing happens where a Counter has no such key."""
        if value.kind != COUNTER:
            super().delete_key(value, key)
            return
        found = self.find(value, key)[0]
        with self.block(f"if {found} >= 0:"):
            self.emit(f"remove_entry(I_, {value.words[0]}, {found})")

    # Methods.

    def call_Counter(self, args: list[Any], keywords: dict[str, Any], node: Any) -> Value:
        made = self.new_table(COUNTER, "Counter")
        made.cell.of(COUNTER)[1].add(WHOLE)
        if args:

            def counts(one: Value) -> None:
                self.entries(one, lambda at: self.store_value(made, self.key_at(one, at), self.entry_value(one, at)))

            self.of_dict_or(self.source_of(args[0]), counts, lambda items: self.each(items, lambda item: self.count(made, item)))
        for name, given in keywords.items():
            self.count(made, self.text(name), self.value_of(given))
        return made

    def method_of_dict(self, value: Value, name: str, args: list[Any], keywords: dict[str, Any]) -> Value:
        if value.kind != COUNTER:
            return super().method_of_dict(value, name, args, keywords)
        if name == "total" and not args:
            cell, total = value.cell.of(COUNTER)[1], self.held("0")
            if cell.only() != WHOLE:
                raise NotOnHeap("the sum of other counts")
            self.entries(value, lambda at: self.emit(f"{total} += {self.entry_value(value, at).words[0]}"))
            return self.whole(total)
        if name == "most_common":
            return self._most_common(value, args)
        if name == "subtract" and len(args) == 1 and not keywords:
            self.changes = True
            self._subtract(value, self.source_of(args[0]))
            return self.nothing()
        if name == "update" and keywords:
            self.changes = True
            if args:
                self._update(value, self.source_of(args[0]))
            for key, given in keywords.items():
                self.count(value, self.text(key), self.value_of(given))
            return self.nothing()
        return super().method_of_dict(value, name, args, keywords)

    def each_element(self, value: Value, body: Callable[[Value], None]) -> None:
        """c.elements(): each key as often as it is counted."""

        def entry(at: str) -> None:
            key, count = self.key_at(value, at), self.number(self.entry_value(value, at))
            with self.loop(f"for {self.name()} in range({count}):"):
                body(self.copied(key))

        self.entries(value, entry)

    def _subtract(self, value: Value, source: Any) -> None:
        def counts(one: Value) -> None:
            self.entries(one, lambda at: self.count(value, self.key_at(one, at), self.negated(ast.USub(), self.entry_value(one, at))))

        self.of_dict_or(source, counts, lambda items: self.each(items, lambda item: self.count(value, item, self.whole("-1"))))

    def _most_common(self, value: Value, args: list[Any]) -> Value:
        pairs = self.new_list([], "pairs")
        self.entries(value, lambda at: self.push(pairs, self.tuple_of([self.key_at(value, at), self.entry_value(value, at)])), True)
        self.sort_by(pairs, lambda pair: self.parts(pair)[1], True)
        if args and (most := self.value_of(args[0])).kind != NONE:
            width = self.width(pairs.cell.of(LIST)[0])
            count = self.held(f"min(max({self.number(most)}, 0), I_[{pairs.words[0]} + 1])")
            return Value(pairs.cell, (self.held(f"cut(I_, F_, {pairs.words[0]}, {width}, 0, 1, {count})"),))
        return pairs
