"""Texts: where their code points begin, and how many there are. What is asked of them is _library/texts."""

from __future__ import annotations

import ast
import re
import string
from typing import Any

from unpython._writing.heap.cells import BOOL, COUNTER, DICT, LIST, NONE, REAL, ROW, SET, SETS, TEXT, WHOLE, NotOnHeap, is_dict, is_object, is_tuple
from unpython._writing.heap.emitter import NO, Value
from unpython._writing.heap.lists import Lists

_SPEC = re.compile(r"(?:(.)?([<>^]))?(\d*)(?:\.(\d+))?s?\Z", re.DOTALL)
_CHANGED = {
    "upper": "in_capitals", "lower": "in_small_letters", "casefold": "without_case", "title": "as_title",
    "capitalize": "as_sentence", "swapcase": "in_other_letters",
    "strip": "stripped", "lstrip": "stripped_before", "rstrip": "stripped_behind",
}  # fmt: skip
_ASKED = {
    "isdigit": "are_digits", "isalpha": "are_letters", "isalnum": "are_letters_or_digits", "isupper": "are_capitals",
    "islower": "are_small_letters", "isspace": "are_spaces",
}  # fmt: skip
_OF_PART = {"startswith": "starts_with", "endswith": "ends_with"}
_RARE = ("rindex", "rpartition", "rsplit", "translate", "expandtabs")
_WITHOUT = {"removeprefix": "without_prefix", "removesuffix": "without_suffix"}
_PLACES = {"find": "find", "rfind": "find_last", "count": "count"}
_ALIGNED = {"ljust": 60, "rjust": 62, "center": 94}
_STRIPPED = {"strip": "stripped_of", "lstrip": "stripped_of_before", "rstrip": "stripped_of_behind"}


class Texts(Lists):
    def codes_of(self, value: Value) -> str:
        if value.cell.all() and value.kind != TEXT:
            raise NotOnHeap("a text beside other values")
        return f"codes_of(I_, {', '.join(value.words)})" if value.kind == TEXT else "codes_of(I_, 0, 0)"

    def text_of(self, codes: str) -> Value:
        """The text of the codes in a list."""
        return self.of(TEXT, self.held(f"put(I_, F_, {codes})"), self.held(f"len({codes})"))

    def texts_joined(self, parts: list[Value]) -> Value:
        out = self.held("[0][1:]")
        for part in parts:
            self.emit(f"{out}.extend({self.codes_of(part)})")
        return self.text_of(out)

    # Texts of values.

    def shown(self, value: Value, quotes: bool = False) -> Value:
        """str(value), or repr(value)."""
        if value.kind == TEXT and not quotes:
            return value
        out = self.held("[0][1:]")
        self.show(out, value, quotes)
        return self.text_of(out)

    def put_text(self, out: str, text: str) -> None:
        if text:
            start, count = self.text(text).words
            self.emit(f"{out}.extend(codes_of(I_, {start}, {count}))")

    def show(self, out: str, value: Value, quotes: bool) -> None:
        def way(one: Value) -> Value:
            self._show(out, one, quotes)
            return self.nothing()

        self.each_kind(value, "shown", way)

    def _show(self, out: str, value: Value, quotes: bool) -> None:
        kind = value.kind
        if kind == NONE:
            self.put_text(out, "None")
        elif kind == BOOL:
            with self.block(f"if {self.test(value)}:"):
                self.put_text(out, "True")
            with self.block("else:"):
                self.put_text(out, "False")
        elif kind in (WHOLE, REAL):
            self.emit(f"{out}.extend(shown({value.words[0]}))")
        elif kind == TEXT:
            codes = self.codes_of(value)
            self.emit(f"{out}.extend({f'quoted_codes({codes})' if quotes else codes})")
        elif is_tuple(kind):
            parts = self.parts(value)
            self.put_text(out, "(")
            for number, part in enumerate(parts):
                with self.within("part", number):
                    self.put_text(out, ", " if number else "")
                    self.show(out, part, True)
            self.put_text(out, ",)" if len(parts) == 1 else ")")
        elif kind in (LIST, ROW):
            self._show_list(out, value)
        elif is_dict(kind) or kind in SETS:
            self._show_table(out, value)
        elif is_object(kind):
            self.show_object(out, value, quotes)
        else:
            self.refuse("what a value is called")

    def _show_list(self, out: str, value: Value) -> None:
        at = self.held("0")
        self.put_text(out, "[" if value.kind == LIST else "(")
        with self.loop():
            with self.block(f"if {at} >= I_[{value.words[0]} + 1]:"):
                self.emit("break")
            with self.block(f"if {at} > 0:"):
                self.put_text(out, ", ")
            self.show(out, self.item_at(value, at), True)
            self.emit(f"{at} += 1")
        if value.kind == ROW:
            with self.block(f"if {at} == 1:"):
                self.put_text(out, ",")
        self.put_text(out, "]" if value.kind == LIST else ")")

    def _show_table(self, out: str, value: Value) -> None:
        if value.kind not in (DICT, SET) or value.kind == COUNTER:
            raise NotOnHeap("what such a dict is called")
        if value.kind == SET:
            with self.block(f"if I_[{value.words[0]} + 3] > 1:"):
                self.refuse("the order of a set")
            with self.block(f"if I_[{value.words[0]} + 3] == 0:"):
                self.refuse("what an empty set is called")
        is_first = self.held("1")
        self.put_text(out, "{")

        def each(at: str) -> None:
            with self.block(f"if {is_first} == 0:"):
                self.put_text(out, ", ")
            self.emit(f"{is_first} = 0")
            self.show(out, self.key_at(value, at), True)
            if value.kind != SET:
                self.put_text(out, ": ")
                with self.within("value"):
                    self.show(out, self.entry_value(value, at), True)

        self.entries(value, each)
        self.put_text(out, "}")

    def formatted(self, value: Value, spec: Any) -> Value:
        """format(value, spec); `spec`: a text, or a value."""
        if isinstance(spec, str) and not spec and not any(map(is_object, value.cell.all())):
            return self.shown(value)

        def way(one: Value) -> Value:
            if one.kind in (WHOLE, REAL, BOOL):
                given = self.text(spec) if isinstance(spec, str) else spec
                number = f"({self.test(one)})" if one.kind == BOOL else one.words[0]
                return self.text_of(self.held(f"formatted({number}, {self.codes_of(given)})"))
            if is_object(one.kind) and self.has_method(one, "__format__"):
                return self.method_called(one, "__format__", [self.text(spec) if isinstance(spec, str) else spec])  # type: ignore[no-any-return]
            if spec == "":
                return self.shown(one)
            if one.kind == TEXT and isinstance(spec, str) and (found := _SPEC.match(spec)) is not None:
                return self._aligned(one, found)
            if one.kind == TEXT and isinstance(spec, Value):
                return self.text_of(self.held(f"aligned_as({self.codes_of(one)}, {self.codes_of(spec)})"))
            return self.wrong("such a format")

        return self.each_kind(value, "formatted", way)

    def _aligned(self, value: Value, found: Any) -> Value:
        fill, align, width, most = found.groups()
        if width.startswith("0") and len(width) > 1:
            fill = fill or "0"
        if most is not None:
            value = self.of(TEXT, value.words[0], self.held(f"min({value.words[1]}, {int(most)})"))
        if not width:
            return value
        made = f"aligned({self.codes_of(value)}, {int(width)}, {ord(fill or ' ')}, {ord(align or '<')}, 1 < 0)"
        return self.text_of(self.held(made))

    def of_JoinedStr(self, node: ast.JoinedStr) -> Value:
        parts: list[Value] = []
        for number, part in enumerate(node.values):
            with self.within("part", number):
                parts.append(self.text(str(part.value)) if isinstance(part, ast.Constant) else self._part(part))
        if len(parts) == 1:
            return parts[0]
        return self.texts_joined(parts) if parts else self.text("")

    def _part(self, node: Any) -> Value:
        value = self.value(node.value)
        if node.conversion in (ord("r"), ord("a")):
            value = self.shown(value, True)
        elif node.conversion == ord("s"):
            value = self.shown(value)
        spec: Any = ""
        if node.format_spec is not None:
            pieces = node.format_spec.values
            if all(isinstance(piece, ast.Constant) for piece in pieces):
                spec = "".join(str(piece.value) for piece in pieces)
            else:
                with self.within("spec"):
                    spec = self.of_JoinedStr(node.format_spec)
        return self.formatted(value, spec)

    # Methods.

    def method_of_text(self, value: Value, name: str, args: list[Any], keywords: dict[str, Any]) -> Value:
        if name == "format":
            return self._filled(value, args, keywords)
        if name == "split" and keywords:
            args = [*args, *([ast.Constant(None)] if not args and "sep" not in keywords else [])]
            args = [*args, *(keywords[k] for k in ("sep", "maxsplit") if k in keywords)]
        elif keywords:
            raise NotOnHeap("keywords of a method of texts")
        codes = self.codes_of(value)
        if name == "join":
            return self._join(value, self.with_items(self.source_of(args[0]), "".join))
        given = [self.value_of(argument) for argument in args]
        if name == "split":
            return self._split(value, given)
        if name == "splitlines" and not given:
            return self.listed_lines(value)  # type: ignore[no-any-return]
        if name in _CHANGED and not given:
            return self.text_of(self.held(f"{_CHANGED[name]}({codes})"))
        if name in _ASKED and not given:
            return self.truth_value(f"{_ASKED[name]}({codes})")
        if name in _ALIGNED:
            width = self.number(given[0])
            fill = self.checked_fill(given[1]) if len(given) > 1 else "32"
            return self.text_of(self.held(f"aligned({codes}, {width}, {fill}, {_ALIGNED[name]}, 1 > 0)"))
        if name == "zfill":
            return self.text_of(self.held(f"filled_with_zeros({codes}, {self.number(given[0])})"))
        if name in _OF_PART and len(given) == 1 and is_tuple(given[0].kind) and all(p.kind == TEXT for p in self.parts(given[0])):
            tests = [f"{_OF_PART[name]}({codes}, {self.codes_of(p)})" for p in self.parts(given[0])]
            return self.truth_value(" or ".join(tests) or NO)
        if not given or any(v.kind != TEXT for v in given) or name in _RARE:
            return self.other_method_of_text(value, name, given)  # type: ignore[no-any-return]
        parts = ", ".join(map(self.codes_of, given))
        if name in _STRIPPED:
            return self.text_of(self.held(f"{_STRIPPED[name]}({codes}, {parts})"))
        if len(given) == 2 and name == "replace":
            return self.text_of(self.held(f"replaced({codes}, {parts})"))
        if len(given) > 1:
            return self.other_method_of_text(value, name, given)  # type: ignore[no-any-return]
        if name in _WITHOUT:
            return self.text_of(self.held(f"{_WITHOUT[name]}({codes}, {parts})"))
        if name in _OF_PART:
            return self.truth_value(f"{_OF_PART[name]}({codes}, {parts})")
        if name in _PLACES:
            return self.whole(self.held(f"{_PLACES[name]}({codes}, {parts})"))
        if name == "index":
            at = self.held(f"find({codes}, {parts})")
            self.check(f"{at} < 0", ValueError, "substring not found")
            return self.whole(at)
        if name == "partition":
            return self._partition(value, given[0])
        raise NotOnHeap(f"the method {name} of texts")

    def _filled(self, value: Value, args: list[Any], keywords: dict[str, Any]) -> Value:
        """ "{} of {n:.2f}".format(a, n=b)"""
        pattern = next((text for text, (start, count) in self.texts.items() if (str(start), str(count)) == value.words), None)
        if pattern is None:
            raise NotOnHeap("a format that the run says")
        given: dict[str, Value] = {str(i): self.copied(self.value_of(a)) for i, a in enumerate(args)}
        given |= {name: self.copied(self.value_of(a)) for name, a in keywords.items()}
        parts: list[Value] = []
        count = 0
        for text, name, spec, conversion in string.Formatter().parse(pattern):
            parts += [self.text(text)] if text else []
            if name is None:
                continue
            key = name or str(count)
            count += 1
            if key not in given or "{" in (spec or "") or conversion not in (None, "r", "s"):
                raise NotOnHeap("such a format")
            with self.within("part", count):
                shown = given[key] if conversion is None else self.shown(given[key], conversion == "r")
                parts.append(self.formatted(shown, spec or ""))
        return self.texts_joined(parts)

    def _partition(self, value: Value, part: Value) -> Value:
        start, count = value.words
        at = self.held(f"find({self.codes_of(value)}, {self.codes_of(part)})")
        self.check(f"{part.words[1]} == 0", ValueError, "empty separator")
        end = self.held(f"{count} if {at} < 0 else {at}")
        after = self.held(f"{count} if {at} < 0 else {at} + {part.words[1]}")
        between = self.held(f"{after} - {end}")
        parts = [(start, end), (self.held(f"{start} + {end}"), between), (self.held(f"{start} + {after}"), self.held(f"{count} - {after}"))]
        return self.tuple_of([self.of(TEXT, *words) for words in parts])

    def _split(self, value: Value, given: list[Value]) -> Value:
        made = self.parts_of_text()
        most = self.number(given[1]) if len(given) > 1 else "-1"
        if not given or given[0].kind == NONE:
            self.emit(f"split_words(I_, F_, {made.words[0]}, {', '.join(value.words)}, {most})")
        else:
            self.each_kind(given[0], "separator", lambda one: self._split_by(made, value, one, most))
        return self.as_any_list(made, "split")  # type: ignore[no-any-return]

    def _split_by(self, made: Value, value: Value, separator: Value, most: str) -> Value:
        if separator.kind == NONE:
            self.emit(f"split_words(I_, F_, {made.words[0]}, {', '.join(value.words)}, {most})")
            return self.nothing()
        if separator.kind != TEXT:
            raise NotOnHeap("split of something else")
        self.check(f"{separator.words[1]} == 0", ValueError, "empty separator")
        self.emit(f"split_text(I_, F_, {made.words[0]}, {', '.join(value.words)}, {', '.join(separator.words)}, {most})")
        return self.nothing()

    def _join(self, value: Value, items: Any) -> Value:
        out, is_first = self.held("[0][1:]"), self.held("1")

        def each(item: Value) -> None:
            with self.block(f"if {is_first} == 0:"):
                self.emit(f"{out}.extend({self.codes_of(value)})")
            self.emit(f"{is_first} = 0")

            def way(one: Value) -> Value:
                one = self.copied(self.plain_value(one, (str,)))
                if one.kind != TEXT:
                    self.refuse("join of something else")
                else:
                    self.emit(f"{out}.extend({self.codes_of(one)})")
                return self.nothing()

            self.each_kind(item, "joined", way)

        self.each(items, each)
        return self.text_of(out)
