"""Bytes: where they begin, and how many there are, as texts. Those of a text and the text of them are the same where all are ASCII."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from unpython._writing.heap.cells import BYTES, TEXT, WHOLE, NotOnHeap
from unpython._writing.heap.emitter import ZERO, Rest, Value
from unpython._writing.heap.numbers.complex_numbers import ComplexNumbers

_ASCII = frozenset(["utf-8", "utf8", "ascii", "UTF-8", "us-ascii"])


class ByteStrings(ComplexNumbers):
    def _as(self, kind: int, value: Value) -> Value:
        return self.of(kind, *value.words)

    def constant(self, value: Any, name: str) -> Value:
        return self._as(BYTES, self.text(value.decode("latin-1"))) if type(value) is bytes else super().constant(value, name)

    def test(self, value: Value) -> str:
        return f"{value.words[1]} != 0" if value.kind == BYTES else super().test(value)

    def hash_of(self, value: Value) -> str:
        return super().hash_of(self._as(TEXT, value) if value.kind == BYTES else value)

    def of_holders(self, sign: str, a: Value, b: Value, in_place: bool) -> Value | None:
        if BYTES not in (a.kind, b.kind) or not {a.kind, b.kind} <= {BYTES, WHOLE} or sign not in ("+", "*"):
            return super().of_holders(sign, a, b, in_place)
        one, other = (self._as(TEXT, v) if v.kind == BYTES else v for v in (a, b))
        made = super().of_holders(sign, one, other, in_place)
        return None if made is None else self._as(BYTES, made)

    def _compared_once(self, sign: str, a: Value, b: Value, inside: bool) -> Value:
        if a.kind == b.kind == BYTES:
            a, b = self._as(TEXT, a), self._as(TEXT, b)
        return super()._compared_once(sign, a, b, inside)

    # Items.

    def _item(self, value: Value, index: Value) -> Value:
        if value.kind != BYTES:
            return super()._item(value, index)
        at = self.place(index, value.words[1], "index out of range")
        return self.whole(self.held(f"I_[int({value.words[0]} + {ZERO} + {at})]"))

    def _slice(self, value: Value, node: ast.Slice) -> Value:
        return self._as(BYTES, super()._slice(self._as(TEXT, value), node)) if value.kind == BYTES else super()._slice(value, node)

    def _each_of(self, value: Value, body: Callable[[Value], None], any_order: bool) -> None:
        if value.kind != BYTES:
            super()._each_of(value, body, any_order)
            return
        super()._each_of(self._as(TEXT, value), lambda one: body(self.whole(self.held(f"I_[{one.words[0]}]"))), any_order)

    def _contains(self, holder: Value, item: Value) -> Value:
        if holder.kind != BYTES:
            return super()._contains(holder, item)
        if item.kind == BYTES:
            return super()._contains(self._as(TEXT, holder), self._as(TEXT, item))
        if item.kind != WHOLE:
            return self.wrong("something else in bytes")
        self.check(f"{item.words[0]} < 0 or {item.words[0]} > 255", ValueError, "byte must be in range(0, 256)")
        return self._found_among(holder, item)

    def call_len(self, args: list[Any], keywords: Any, node: Any) -> Value:
        value = self.value_of(args[0])
        return super().call_len([self._as(TEXT, value) if value.kind == BYTES else value], keywords, node)

    # Making.

    def _of_ascii(self, kind: int, value: Value) -> Value:
        with self.block(f"if not are_of_ascii({self.codes_of(self._as(TEXT, value))}):"):
            self.refuse("bytes of other characters")
        return self._as(kind, value)

    def _method_of(self, value: Value, name: str, args: list[Any], keywords: dict[str, Any], node: Any) -> Value:
        if value.kind != BYTES and not (value.kind == TEXT and name == "encode"):
            return super()._method_of(value, name, args, keywords, node)
        if name not in ("encode", "decode") or keywords or len(args) > 1:
            return self.wrong(f"the method {name} of bytes")
        if args and self.known_text(self.value_of(args[0])) not in _ASCII:
            raise NotOnHeap("another encoding")
        return self._of_ascii(BYTES if name == "encode" else TEXT, value)

    def call_bytes(self, args: list[Any], keywords: Any, node: Any) -> Value:
        """bytes(numbers)"""
        if len(args) != 1 or keywords:
            raise NotOnHeap("such a call of bytes")
        source = self.source_of(args[0])
        if isinstance(source, Value):
            source = self.copied(source)
            if any(kind in (WHOLE, TEXT, BYTES) for kind in source.cell.all()):
                raise NotOnHeap("bytes of something else")
        out = self.held("[0][1:]")

        def each(item: Value) -> None:
            if isinstance(item, Rest):
                raise NotOnHeap("bytes of something else")
            word = self.held(self.index_of(item))
            self.check(f"{word} < 0 or {word} > 255", ValueError, "bytes must be in range(0, 256)")
            self.emit(f"{out}.append({word})")

        self.each(source, each)
        return self._as(BYTES, self.text_of(out))
