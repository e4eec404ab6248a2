"""Dicts and sets: entries in order and a table of places, as _library/containers/heap.py says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from unpython._writing.heap.cells import (
    BOOL,
    COUNTER,
    DICT,
    FROZEN,
    FUNCTION,
    OF_DICTS,
    OF_FLOATS,
    OF_INTEGERS,
    OF_LISTS,
    OF_OTHERS,
    OF_SETS,
    ORDERED,
    REAL,
    SET,
    SETS,
    TEXT,
    WHOLE,
    NotOnHeap,
    flow,
    is_dict,
    is_object,
    merge,
    width_of_values,
)
from unpython._writing.heap.emitter import NO, ZERO, Value
from unpython._writing.heap.known.fields import Fields

_FOUND = {WHOLE: "found_number", BOOL: "found_number", TEXT: "found_text"}
DEFAULTS = (OF_LISTS, OF_INTEGERS, OF_FLOATS, OF_SETS, OF_DICTS)


class Tables(Fields):
    put_pairs: Any
    count: Any

    def new_table(self, kind: int, *place: Any) -> Value:
        cell = self.site(*place)
        cell.hold(kind, 1 if kind in SETS else 2)
        return Value(self.only(cell, kind), (self.held("new_table(I_, F_)"),))

    def entry_width(self, value: Value) -> int:
        key, *values = value.cell.held(value.kind)
        return 1 + len(key.words()) + sum(map(width_of_values, values))

    def key_at(self, value: Value, at: str) -> Value:
        return self.loaded(value.cell.held(value.kind)[0], self.moved(at, 1))

    def entry_value(self, value: Value, at: str, key: Value | None = None) -> Value:
        return self.value_in(value, key, self.moved(at, 1 + len(value.cell.held(value.kind)[0].words())))

    def entries(self, value: Value, write: Callable[[str], None], is_safe: bool = False) -> None:
        """`write` for the place of each entry, in order."""
        number, before, length = self.held("0"), self.held(f"I_[{value.words[0]} + 3]"), self.held(f"I_[{value.words[0]} + 1]")
        at = self.name()
        with self.loop():
            if not is_safe:
                word = "Set" if value.kind in SETS else "OrderedDict mutated during iteration" if value.kind == ORDERED else "dictionary"
                message = word if value.kind == ORDERED else f"{word} changed size during iteration"
                self.check(f"I_[{value.words[0]} + 3] != {before}", RuntimeError, message)
                with self.block(f"if I_[{value.words[0]} + 1] != {length}:"):  # a key that went and came back
                    self.refuse("a dict or set whose keys change while it is gone through")
            with self.block(f"if {number} >= I_[{value.words[0]} + 1]:"):
                self.emit("break")
            self.emit(f"{at} = int(I_[{value.words[0]}] + {ZERO} + ({number} + {ZERO}) * {self.entry_width(value)})")
            self.emit(f"{number} += 1")
            with self.block(f"if I_[{at}] < 0:"):
                self.emit("continue")
            write(at)

    def find(self, value: Value, key: Value) -> tuple[str, str, Value]:
        """The place of the entry with this key, or -1, its hash, and the key as the dict has it."""
        cell = value.cell.held(value.kind)[0]
        key = self.hashable(key)
        flow(key.cell, cell)
        key = self.coerced(key, cell)
        number, word = self.hash_of(key), value.words[0]
        if key.kind in _FOUND:
            found = self.held(f"{_FOUND[key.kind]}(I_, {word}, {self.entry_width(value)}, {number}, {', '.join(key.words)})")
            return found, number, key
        found, place, entry, at = self.held("-1"), self.name(), self.name(), self.name()
        self.emit(f"{place} = {number} & int(I_[{word} + 5] + {ZERO} - 1)")
        with self.loop():
            self.emit(f"{entry} = I_[{place} + I_[{word} + 4]]")
            with self.block(f"if {entry} == 0:"):
                self.emit("break")
            self.emit(f"{at} = int(I_[{word}] + {ZERO} + ({entry} + {ZERO} - 1) * {self.entry_width(value)})")
            self.emit(f"{place} = int({place} + {ZERO} + 1) & int(I_[{word} + 5] + {ZERO} - 1)")
            with self.block(f"if I_[{at}] == {number}:"), self.within("key"):
                same = self.equal(self.key_at(value, at), key)
                with self.block(f"if {same}:"):
                    self.emit(f"{found} = {at}")
                    self.emit("break")
        return found, number, key

    def entry(self, value: Value, key: Value) -> tuple[str, str]:
        """The place of the value of a key, which is there then, and a test that says whether it is new."""
        found, number, key = self.find(value, key)
        is_new = self.held(f"1 if {found} < 0 else 0")
        with self.block(f"if {is_new} != 0:"):
            self.emit(f"{found} = new_entry(I_, F_, {value.words[0]}, {self.entry_width(value)}, {number})")
            self.store(self.moved(found, 1), key)
        width = 1 + len(value.cell.held(value.kind)[0].words())
        return self.moved(found, width), f"{is_new} != 0"

    def store_value(self, value: Value, key: Value, item: Value) -> None:
        cell = self.stored_as(value, key, item)
        at, _ = self.entry(value, key)
        self.store(at, self.coerced(item, cell))

    def add(self, value: Value, key: Value) -> None:
        self.entry(value, key)

    def value_at(self, value: Value, key: Value) -> Value:
        """d[key]"""
        if value.kind in DEFAULTS:
            self.changes = True
            cell = value.cell.of(value.kind)[1]
            at, is_new = self.entry(value, key)
            with self.block(f"if {is_new}:"):
                made = self._default(value)
                flow(made.cell, cell)
                self.store(at, self.coerced(made, cell))
            return self.loaded(cell, at)
        if value.kind >= OF_OTHERS:
            return self._value_or_made(value, key)
        asked = key
        found, _, key = self.find(value, key)
        if value.kind == COUNTER:
            return self.joined("counted", [(f"{found} >= 0", lambda: self.entry_value(value, found))], lambda: self.whole("0"))
        with self.block(f"if {found} < 0:"):
            self.fail(KeyError, None, [key])
        return self.entry_value(value, found, asked)

    def _value_or_made(self, value: Value, key: Value) -> Value:
        """Of a defaultdict whose factory may do anything: it is called before the key is there."""
        self.changes = True
        cell = value.cell.of(value.kind)[1]
        key = self.copied(key)
        found, _, key = self.find(value, key)
        at = self.moved(found, 1 + len(value.cell.of(value.kind)[0].words()))
        with self.block(f"if {found} < 0:"), self.within("default"):
            made = self.copied(self._default(value))
            flow(made.cell, cell)
            place, _ = self.entry(value, key)
            self.store(place, self.coerced(made, cell))
            self.emit(f"{at} = {place}")
        return self.loaded(cell, at)

    def _default(self, value: Value) -> Value:
        place = ("default", value.kind)
        if value.kind == OF_INTEGERS:
            return self.whole("0")
        if value.kind == OF_FLOATS:
            return self.real("0.0")
        if value.kind == OF_LISTS:
            return self.new_list([], *place)
        if value.kind >= OF_OTHERS:
            return self.call(self.of(FUNCTION + self.factories[value.kind - OF_OTHERS], "0"), [], None)  # type: ignore[no-any-return]
        return self.new_table(SET if value.kind == OF_SETS else DICT, *place)

    def delete_key(self, value: Value, key: Value) -> None:
        found, _, key = self.find(value, key)
        with self.block(f"if {found} < 0:"):
            self.fail(KeyError, None, [key])
        self.emit(f"remove_entry(I_, {value.words[0]}, {found})")

    def holds(self, value: Value, key: Value) -> Value:
        if key.cell.has(SET) and value.kind in SETS:  # a set that is looked for in another one has a hash
            if value.cell.of(value.kind)[0].has(FROZEN) or key.cell.only() != SET:
                raise NotOnHeap("a set that is looked for in another one")
            return self.truth_value(NO)
        key = self.hashable(key)
        if self.are_never_equal(value.cell.held(value.kind)[0], key.cell):
            return self.truth_value(NO)
        return self.truth_value(f"{self.find(value, key)[0]} >= 0")

    # Methods.

    def method_of_dict(self, value: Value, name: str, args: list[Any], keywords: dict[str, Any]) -> Value:
        word = value.words[0]
        if name == "get":
            key = self.value_of(args[0])
            found = self.find(value, key)[0]
            default = self.value_of(args[1]) if len(args) > 1 else self.nothing()
            return self.joined("got", [(f"{found} >= 0", lambda: self.entry_value(value, found, key))], lambda: default)
        if name in ("keys", "values", "items"):
            raise NotOnHeap(f"{name}() that has a name")
        if name == "copy":
            return self.copy_of_table(value)
        self.changes = True
        if name == "setdefault":
            key = self.value_of(args[0])
            default = self.value_of(args[1]) if len(args) > 1 else self.nothing()
            cell = self.stored_as(value, key, default)
            at, is_new = self.entry(value, key)
            with self.block(f"if {is_new}:"):
                self.store(at, self.coerced(default, cell))
            return self.value_in(value, key, at)
        if name == "pop":
            asked = self.value_of(args[0])
            found, _, key = self.find(value, asked)
            if len(args) == 1:
                with self.block(f"if {found} < 0:"):
                    self.fail(KeyError, None, [key])
                held = self.entry_value(value, found, asked)
                self.emit(f"remove_entry(I_, {word}, {found})")
                return held

            def popped() -> Value:
                held = self.entry_value(value, found, asked)
                self.emit(f"remove_entry(I_, {word}, {found})")
                return held

            default = self.value_of(args[1])
            return self.joined("popped", [(f"{found} >= 0", popped)], lambda: default)
        if name == "clear":
            self.emit(f"clear_table(I_, F_, {word})")
        elif name == "update" and args:
            self._update(value, self.source_of(args[0]))
        elif name == "popitem":
            return self._pop_item(value, args, keywords)
        elif name == "move_to_end" and value.kind == ORDERED and len(args) == 1 and not keywords:
            found, _, key = self.find(value, self.value_of(args[0]))
            with self.block(f"if {found} < 0:"):
                self.fail(KeyError, None, [key])
            held = self.entry_value(value, found)
            self.emit(f"remove_entry(I_, {word}, {found})")
            at, _ = self.entry(value, key)
            self.store(at, held)
        else:
            raise NotOnHeap(f"the method {name} of dicts")
        return self.nothing()

    def _pop_item(self, value: Value, args: list[Any], keywords: dict[str, Any]) -> Value:
        word = value.words[0]
        last = keywords.get("last", args[0] if args else None)
        is_first = last is not None and self.value_of(last).words == ("0",)
        if last is not None and not is_first:
            raise NotOnHeap("popitem of an end that the run says")
        empty = "popitem(): dictionary is empty" if value.kind != ORDERED else "dictionary is empty"
        with self.block(f"if I_[{word} + 3] == 0:"):
            self.fail(KeyError, empty)
        at = self.held(f"I_[{word}]" if is_first else f"I_[{word}] + (I_[{word} + 1] - 1) * {self.entry_width(value)}")
        with self.block(f"while I_[{at}] < 0:"):
            self.emit(f"{at} {'+' if is_first else '-'}= {self.entry_width(value)}")
        pair = self.tuple_of([self.key_at(value, at), self.entry_value(value, at)])
        self.emit(f"remove_entry(I_, {word}, {at})")
        return pair

    def _update(self, value: Value, other: Any) -> None:
        is_counted = value.kind == COUNTER

        def of_dict(one: Value) -> None:
            if not is_counted and self.take_entries(value, one, False):
                return
            put = self.count if is_counted else self.store_value
            self.entries(one, lambda at: put(value, self.key_at(one, at), self.entry_value(one, at)))

        def of_items(items: Any) -> None:
            if is_counted:
                self.each(items, lambda item: self.count(value, item))
            else:
                self.put_pairs(value, items)

        self.of_dict_or(other, of_dict, of_items)

    def of_dict_or(self, source: Any, of_dict: Callable[[Value], None], of_items: Callable[[Any], None]) -> None:
        """What is done with a dict, and with anything else."""
        if not isinstance(source, Value):
            of_items(source)
            return

        def way(one: Value) -> Value:
            if is_dict(one.kind):
                of_dict(one)
            elif is_object(one.kind) and self.has_method(one, "keys"):
                raise NotOnHeap("a dict of an object with keys")
            else:
                of_items(one)
            return self.nothing()

        self.each_kind(self.copied(source), "dict or items", way)

    def copy_of_table(self, value: Value) -> Value:
        made = Value(value.cell, (self.held("new_table(I_, F_)"),))
        self._put_all(made, value)
        return made

    def _put_all(self, made: Value, other: Value) -> None:
        if made.kind not in SETS and self.take_entries(made, other, True):
            return

        def each(at: str) -> None:
            if made.kind in SETS:
                self.add(made, self.key_at(other, at))
            else:
                self.store_value(made, self.key_at(other, at), self.entry_value(other, at))

        self.entries(other, each, True)

    def method_of_set(self, value: Value, name: str, args: list[Any]) -> Value:
        if name == "copy":
            return self.copy_of_table(value)
        if name in ("union", "intersection", "difference", "symmetric_difference") and len(args) == 1:
            sign = {"union": "|", "intersection": "&", "difference": "-", "symmetric_difference": "^"}[name]
            return self.of_tables(sign, value, self.set_of(self.source_of(args[0])), False) or self.nothing()
        if name in ("issubset", "issuperset", "isdisjoint"):
            other = self.set_of(self.source_of(args[0]))
            if name == "isdisjoint":
                both = self.of_tables("&", value, other, False)
                return self.truth_value(f"I_[{both.words[0]} + 3] == 0")  # type: ignore[union-attr]
            return self.tables_compared("<=" if name == "issubset" else ">=", value, other)
        self.changes = True
        if name == "add":
            self.add(value, self.value_of(args[0]))
        elif name in ("discard", "remove"):
            key = self.value_of(args[0])
            if key.cell.has(SET):
                raise NotOnHeap("a set that is looked for in another one")
            found, _, key = self.find(value, key)
            if name == "remove":
                with self.block(f"if {found} < 0:"):
                    self.fail(KeyError, None, [key])
            with self.block(f"if {found} >= 0:"):
                self.emit(f"remove_entry(I_, {value.words[0]}, {found})")
        elif name == "update":
            self.each(self.source_of(args[0]), lambda item: self.add(value, item))
        elif name == "clear":
            self.emit(f"clear_table(I_, F_, {value.words[0]})")
        else:
            raise NotOnHeap(f"the method {name} of sets")
        return self.nothing()

    def set_of(self, items: Any) -> Value:
        if isinstance(items, Value) and items.kind in SETS:
            return items
        made = self.new_table(SET, "set of")

        def each(item: Value) -> None:
            if self.may_be_unhashable(item.cell):
                raise NotOnHeap("a set of what may have no hash")
            self.add(made, item)

        self.each(items, each)
        return made

    # Operators.

    def of_tables(self, sign: str, a: Value, b: Value, in_place: bool) -> Value | None:
        if a.kind == b.kind == DICT and sign == "|":
            made = a if in_place else self.copy_of_table(a)
            self.changes |= in_place
            self.same_items(a, b)
            self._put_all(made, b)
            return made
        if a.kind not in SETS or b.kind not in SETS or sign not in ("|", "&", "-", "^"):
            return None
        self.same_items(a, b)
        if sign == "&" and len({BOOL, WHOLE, REAL}.intersection(a.cell.of(a.kind)[0].all())) > 1:
            raise NotOnHeap("what is in both sets, where equal numbers may be of several kinds")
        made = Value(a.cell, (self.held("new_table(I_, F_)"),))

        def put(source: Value, other: Value, wants: bool) -> None:
            def each(at: str) -> None:
                key = self.key_at(source, at)
                with self.block(f"if {self.find(other, key)[0]} {'>=' if wants else '<'} 0:"):
                    self.add(made, key)

            self.entries(source, each, True)

        if sign == "|":
            self._put_all(made, a)
            self._put_all(made, b)
        else:
            put(a, b, sign == "&")
            if sign == "^":
                put(b, a, False)
        if in_place:
            self.changes = True
            if a.kind == FROZEN:
                return made
            self.emit(f"take_table(I_, {a.words[0]}, {made.words[0]})")
            return a
        return made

    def tables_compared(self, sign: str, a: Value, b: Value) -> Value:
        if ORDERED in (a.kind, b.kind) or COUNTER in (a.kind, b.kind) or (not is_dict(a.kind) and a.kind not in SETS):
            raise NotOnHeap("a comparison of such dicts")
        for one, other in zip(a.cell.of(a.kind), b.cell.of(b.kind), strict=True):
            merge(one, other)
        if sign in (">", ">="):
            a, b, sign = b, a, {">": "<", ">=": "<="}[sign]
        size = "==" if sign == "!=" else sign
        name = self.held(f"1 if I_[{a.words[0]} + 3] {size} I_[{b.words[0]} + 3] else 0")

        def each(at: str) -> None:
            found = self.find(b, self.key_at(a, at))[0]
            with self.block(f"if {found} < 0:"):
                self.emit(f"{name} = 0")
            if a.kind not in SETS:
                with self.block("else:"):
                    same = self.equal(self.entry_value(a, at), self.entry_value(b, found))
                    with self.block(f"if not ({same}):"):
                        self.emit(f"{name} = 0")

        with self.block(f"if {name} != 0:"):
            self.entries(a, each, True)
        return self.truth_value(f"{name} {'==' if sign == '!=' else '!='} 0")
