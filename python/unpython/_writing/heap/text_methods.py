"""Methods of texts that take numbers, and others that are asked more seldom."""

from __future__ import annotations

from typing import Any

from unpython._writing.heap.cells import DICT, NONE, TEXT, WHOLE, NotOnHeap, is_dict
from unpython._writing.heap.counted.several_sets import SeveralSets
from unpython._writing.heap.emitter import Value

_SEARCHES = ("find", "index", "count", "startswith", "endswith", "rfind", "rindex")
_MESSAGE = "substring not found"


class TextMethods(SeveralSets):
    def other_method_of_text(self, value: Value, name: str, given: list[Value]) -> Value:
        codes = self.codes_of(value)
        if name in ("isdecimal", "isnumeric") and not given:
            return self.truth_value(f"{'are_decimals' if name == 'isdecimal' else 'are_numbers'}({codes})")
        if name == "isascii" and not given:
            return self.truth_value(f"are_of_ascii({codes})")
        if name == "isidentifier" and not given:
            return self.truth_value(f"are_a_name({codes})")
        if name == "istitle" and not given:
            return self.truth_value(f"are_a_title({codes})")
        if name == "expandtabs":
            width = self.number(given[0]) if given else "8"
            return self.text_of(self.held(f"with_spaces({codes}, {width})"))
        if name == "strip" and len(given) == 1 and given[0].kind == NONE:
            return self.text_of(self.held(f"stripped({codes})"))
        if name in _SEARCHES and len(given) in (2, 3) and given[0].kind == TEXT:
            return self._searched(value, name, given)
        if name in ("rindex", "rpartition", "rsplit"):
            return self._from_behind(value, name, given)
        if name == "replace" and len(given) == 3 and given[0].kind == given[1].kind == TEXT:
            parts = ", ".join(map(self.codes_of, given[:2]))
            return self.text_of(self.held(f"replaced_at_most({codes}, {parts}, {self.number(given[2])})"))
        if name == "translate" and len(given) == 1 and is_dict(given[0].kind):
            return self._translated(value, given[0])
        raise NotOnHeap(f"the method {name} of texts")

    def _searched(self, value: Value, name: str, given: list[Value]) -> Value:
        """text.find(part, begin, end): in that part of the text, which may not be where it begins behind the end."""
        start, count = value.words
        begin = self.held(f"bound({self.number(given[1])}, {count}, False)")
        first = self.number(given[1])
        end = count if len(given) == 2 or given[2].kind == NONE else self.held(f"bound({self.number(given[2])}, {count}, False)")
        is_behind = f"{first} > {count} or {end} < {begin}"
        part = self.of(TEXT, self.moved(start, begin), self.held(f"max({end} - {begin}, 0)"))
        if name in ("startswith", "endswith"):
            of = "starts_with" if name == "startswith" else "ends_with"
            return self.truth_value(f"not ({is_behind}) and {of}({self.codes_of(part)}, {self.codes_of(given[0])})")
        if name == "count":
            return self.whole(self.held(f"0 if {is_behind} else count({self.codes_of(part)}, {self.codes_of(given[0])})"))
        found = self.held(f"{'find_last' if name[0] == 'r' else 'find'}({self.codes_of(part)}, {self.codes_of(given[0])})")
        at = self.held(f"-1 if {is_behind} or {found} < 0 else {found} + {begin}")
        if name in ("index", "rindex"):
            self.check(f"{at} < 0", ValueError, _MESSAGE)
        return self.whole(at)

    def _from_behind(self, value: Value, name: str, given: list[Value]) -> Value:
        codes = self.codes_of(value)
        if name == "rsplit":
            made = self.parts_of_text()
            most = self.number(given[1]) if len(given) > 1 else "-1"
            if not given or given[0].kind == NONE:
                self.emit(f"split_words_behind(I_, F_, {made.words[0]}, {', '.join(value.words)}, {most})")
                return self.as_any_list(made, "rsplit")  # type: ignore[no-any-return]
            self.check(f"{given[0].words[1]} == 0", ValueError, "empty separator")
            self.emit(f"split_text_behind(I_, F_, {made.words[0]}, {', '.join(value.words)}, {', '.join(given[0].words)}, {most})")
            return self.as_any_list(made, "rsplit")  # type: ignore[no-any-return]
        if len(given) != 1 or given[0].kind != TEXT:
            raise NotOnHeap(f"the method {name} of texts")
        at = self.held(f"find_last({codes}, {self.codes_of(given[0])})")
        if name == "rindex":
            self.check(f"{at} < 0", ValueError, _MESSAGE)
            return self.whole(at)
        self.check(f"{given[0].words[1]} == 0", ValueError, "empty separator")
        start, count = value.words
        length = given[0].words[1]
        end = self.held(f"0 if {at} < 0 else {at}")
        after = self.held(f"0 if {at} < 0 else {at} + {length}")
        parts = [(start, end), (self.moved(start, end), self.held(f"{after} - {end}"))]
        parts.append((self.moved(start, after), self.held(f"{count} - {after}")))
        return self.tuple_of([self.of(TEXT, *words) for words in parts])

    def parts_of_text(self) -> Value:
        """An empty list of texts."""
        return Value(self.types.list_of(self.types.new(TEXT)), (self.held("new_list(I_, F_, 0, 2)"),))

    # Tables of characters.

    def call_maketrans(self, args: list[Any], keywords: Any, node: Any) -> Value:
        given = [self.value_of(a) for a in args]
        made = self.new_table(DICT, "maketrans")
        if len(given) == 1:
            raise NotOnHeap("a table of characters of a dict")
        if any(v.kind != TEXT for v in given):
            raise NotOnHeap("a table of characters of something else")
        one, other = given[:2]
        message = "the first two maketrans arguments must have equal length"
        self.check(f"{one.words[1]} != {other.words[1]}", ValueError, message)
        at = self.name()
        with self.loop(f"for {at} in range({one.words[1]}):"):
            key, to = (self.whole(self.held(f"I_[{v.words[0]} + {at}]")) for v in (one, other))
            self.store_value(made, key, to)
        if len(given) > 2:
            at = self.name()
            with self.loop(f"for {at} in range({given[2].words[1]}):"), self.within("dropped"):
                self.store_value(made, self.whole(self.held(f"I_[{given[2].words[0]} + {at}]")), self.nothing())
        return made

    def _translated(self, value: Value, table: Value) -> Value:
        out, at = self.held("[0][1:]"), self.name()
        with self.loop(f"for {at} in range({value.words[1]}):"):
            code = self.held(f"I_[{value.words[0]} + {at}]")
            found = self.find(table, self.whole(code))[0]
            with self.block(f"if {found} < 0:"):
                self.emit(f"{out}.append({code})")
            with self.block("else:"):

                def way(one: Value) -> Value:
                    if one.kind == TEXT:
                        self.emit(f"{out}.extend({self.codes_of(one)})")
                    elif one.kind == WHOLE:
                        self.emit(f"{out}.append({one.words[0]})")
                    elif one.kind != NONE:
                        raise NotOnHeap("such a table of characters")
                    return self.nothing()

                self.each_kind(self.entry_value(table, found), "translated", way)
        return self.text_of(out)
