"""Regular expressions: a pattern that is written out is a constant, a match a value that keeps its text and where each group lies.

    m = re.match(r"(\\w+)=(\\d+)", line)      places of the match and of its groups, or None
    m.group(1)                              a part of the text, or None
"""

from __future__ import annotations

import ast
import re
from types import FunctionType
from typing import Any

from unpython._writing.heap.arrays.generators import GeneratorCalls
from unpython._writing.heap.cells import DICT, FUNCTION, TEXT, WHOLE, NotOnHeap
from unpython._writing.heap.emitter import Value
from unpython._writing.heap.names import Function
from unpython._writing.text.kinds import NotTexts
from unpython._writing.text.regular import Regular, program_of, template

MATCH = "match"  # of a Function
_FUNCTIONS = frozenset("match fullmatch search findall finditer split sub".split())
_ONE = {"match": "False, False", "fullmatch": "False, True", "search": "True, False"}


class RegularCalls(GeneratorCalls):
    def _function(self, value: Value) -> Function | None:
        return self.functions[value.kind - FUNCTION] if value.kind >= FUNCTION else None

    def _pattern_in(self, value: Value) -> re.Pattern[str] | None:
        made = self._function(value)
        return made.function if made is not None and isinstance(made.function, re.Pattern) else None

    def _is_match(self, value: Value) -> bool:
        made = self._function(value)
        return made is not None and made.what == MATCH

    def type_of_kind(self, kind: int) -> type:
        made = self.functions[kind - FUNCTION] if kind >= FUNCTION else None
        if made is not None and made.what == MATCH:
            return re.Match
        return re.Pattern if made is not None and isinstance(made.function, re.Pattern) else super().type_of_kind(kind)

    def constant(self, value: Any, name: str) -> Value:
        if not isinstance(value, re.Pattern):
            return super().constant(value, name)
        return self.function_value(Function("known", None, value), [], ("known", value))

    # Calls.

    def call_known(self, found: Any, args: list[Any], keywords: dict[str, Any], node: Any) -> Value:
        holder = getattr(found, "__self__", None)
        if isinstance(holder, re.Pattern):
            return self._searched_for(holder, found.__name__, args, keywords, node)
        name = found.__name__ if isinstance(found, FunctionType) and found.__module__ == "re" else ""
        if name == "compile":
            return self.constant(self._compiled(args, keywords), name)
        if name not in _FUNCTIONS:
            return super().call_known(found, args, keywords, node)
        count = 3 if name == "sub" else 2
        flags = {"flags": keywords.pop("flags")} if "flags" in keywords else {}
        of = args[:1] if name in ("sub", "split") else [*args[:1], *args[count:]]
        return self._searched_for(self._compiled(of, flags), name, args[1:] if name in ("sub", "split") else args[1:count], keywords, node)

    def _compiled(self, args: list[Any], keywords: dict[str, Any]) -> re.Pattern[str]:
        given = [*args[1:], *keywords.values()]
        pattern = self.copied(self.value_of(args[0]))
        known = self._pattern_in(pattern)
        if known is not None and not given:
            return known
        said = pattern.cell.root().said if pattern.kind == TEXT else None
        if said is None or len(given) > 1 or {*keywords} - {"flags"}:
            raise NotOnHeap("a regular expression that is not written out")
        try:
            return re.compile(said, self._flags(given[0]) if given else 0)
        except (re.error, OverflowError, RecursionError):
            raise NotOnHeap("a regular expression that is none") from None

    def _flags(self, node: Any) -> int:
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
            return self._flags(node.left) | self._flags(node.right)
        found = self.known(node) if isinstance(node, ast.expr) else None
        if not isinstance(found, re.RegexFlag):
            raise NotOnHeap("flags of a regular expression that the run says")
        return int(found)

    def _method_of(self, value: Value, name: str, args: list[Any], keywords: dict[str, Any], node: Any) -> Value:
        if (pattern := self._pattern_in(value)) is not None:
            return self._searched_for(pattern, name, args, keywords, node)
        if not self._is_match(value):
            return super()._method_of(value, name, args, keywords, node)
        if keywords:
            raise NotOnHeap("keywords of a match")
        return self._of_match(value, name, [self.copied(self.value_of(a)) for a in args])

    # Searches.

    def _searched_for(self, pattern: re.Pattern[str], name: str, args: list[Any], keywords: dict[str, Any], node: Any) -> Value:
        if name not in _FUNCTIONS or keywords or len(args) != (2 if name == "sub" else 1):
            raise NotOnHeap("such a use of a regular expression")
        by = self.copied(self.function_of(args[0])) if name == "sub" and self._is_function(args[0]) else None
        if name == "sub" and by is None:
            by = self.copied(self.value_of(args[0]))
        text = self.copied(self.value_of(args[-1]))
        if not isinstance(pattern.pattern, str) or text.kind != TEXT:
            if text.cell.all():
                raise NotOnHeap("a regular expression of something else")
            return self.unknown()
        try:
            regular = program_of(pattern.pattern, pattern.flags)
        except NotTexts as error:
            raise NotOnHeap(str(error)) from None
        with self.within(name, id(node)):
            if name in _ONE:
                return self._one(pattern, regular, text, _ONE[name])
            if name == "sub":
                assert by is not None
                return self._replaced(pattern, regular, text, by, node)
            if name == "split":
                return self._parts_between(pattern, regular, text)
            return self._every(pattern, regular, text, name == "finditer")

    def _is_function(self, node: Any) -> bool:
        return isinstance(node, ast.expr) and not isinstance(node, (ast.Constant, ast.JoinedStr)) and callable(self.known(node))

    def _program(self, pattern: re.Pattern[str], regular: Regular) -> str:
        """The name of the numbers that say the pattern."""
        name = f"pattern_{self.constant(pattern, '').kind - FUNCTION}"
        self.variables[name] = str([*regular.program])
        self.variable_frames[name] = -1
        return name

    def _match(self, pattern: re.Pattern[str], regular: Regular, text: Value, found: str, at: str) -> Value:
        """The match whose places begin there in a list."""
        kept = [("text", text)]
        for number in range(regular.groups + 1):
            kept += [(f"begin {number}", self.whole(self.held(f"{found}[{at} + {2 * number}]")))]
            kept += [(f"end {number}", self.whole(self.held(f"{found}[{at} + {2 * number + 1}]")))]
        return self.function_value(Function(MATCH, regular, None), kept, (MATCH, pattern))

    def _one(self, pattern: re.Pattern[str], regular: Regular, text: Value, how: str) -> Value:
        found = self.held(f"matched({self._program(pattern, regular)}, {self.codes_of(text)}, {regular.groups}, {how})")
        return self.joined("match", [(f"len({found}) > 0", lambda: self._match(pattern, regular, text, found, "0"))], self.nothing)

    def _places_of(self, pattern: re.Pattern[str], regular: Regular, text: Value) -> str:
        return self.held(f"every_match({self._program(pattern, regular)}, {self.codes_of(text)}, {regular.groups})")

    @staticmethod
    def _head(at: str, found: str, regular: Regular) -> str:
        return f"for {at} in range(0, len({found}), {2 * regular.groups + 2}):"

    def _part_of_text(self, text: Value, begin: str, end: str) -> Value:
        """A part of a text; of a group that took no part: an empty one."""
        first = self.held(f"max({begin}, 0)")
        return self.of(TEXT, self.moved(text.words[0], first), self.held(f"max({end}, 0) - {first}"))

    def _every(self, pattern: re.Pattern[str], regular: Regular, text: Value, are_matches: bool) -> Value:
        found, made, at = self._places_of(pattern, regular, text), self.new_list([], "found"), self.name()
        with self.loop(self._head(at, found, regular)):
            if are_matches:
                self.push(made, self._match(pattern, regular, text, found, at))
            else:
                numbers = range(1, regular.groups + 1) if regular.groups else (0,)
                parts = [self._part_of_text(text, f"{found}[{at} + {2 * k}]", f"{found}[{at} + {2 * k + 1}]") for k in numbers]
                self.push(made, parts[0] if len(parts) == 1 else self.tuple_of(parts))
        return self.iterator_of(made) if are_matches else made

    def _parts_between(self, pattern: re.Pattern[str], regular: Regular, text: Value) -> Value:
        if regular.groups:
            raise NotOnHeap("groups of a split")
        found, made, at = self._places_of(pattern, regular, text), self.new_list([], "parts"), self.name()
        begin = self.held("0")
        with self.loop(self._head(at, found, regular)):
            self.push(made, self._part_of_text(text, begin, f"{found}[{at}]"))
            self.emit(f"{begin} = {found}[{at} + 1]")
        self.push(made, self._part_of_text(text, begin, text.words[1]))
        return made

    def _replaced(self, pattern: re.Pattern[str], regular: Regular, text: Value, by: Value, node: Any) -> Value:
        if by.kind == TEXT:
            if (said := by.cell.root().said) is None:
                raise NotOnHeap("a text for matches that is not written out")
            try:
                codes = template(said, regular)
            except NotTexts as error:
                raise NotOnHeap(str(error)) from None
            put = f"{codes}" if codes else "[0][1:]"
            return self.text_of(self.held(f"replaced_matches({self._program(pattern, regular)}, {self.codes_of(text)}, {regular.groups}, {put})"))
        if by.kind < FUNCTION:
            if by.cell.all():
                raise NotOnHeap("something else for matches")
            return self.unknown()
        found, out, at = self._places_of(pattern, regular, text), self.held("[0][1:]"), self.name()
        begin = self.held("0")
        with self.loop(self._head(at, found, regular)):
            self.emit(f"{out}.extend({self.codes_of(self._part_of_text(text, begin, f'{found}[{at}]'))})")
            self.emit(f"{begin} = {found}[{at} + 1]")
            self.emit(f"{out}.extend({self.codes_of(self.copied(self.call(by, [self._match(pattern, regular, text, found, at)], node)))})")
        self.emit(f"{out}.extend({self.codes_of(self._part_of_text(text, begin, text.words[1]))})")
        return self.text_of(out)

    # Matches.

    def _of_match(self, value: Value, name: str, args: list[Value]) -> Value:
        if name in ("start", "end", "span") and len(args) < 2:
            number = self._number_of_group(value, args[0]) if args else 0
            kept = self.kept_values(self.functions[value.kind - FUNCTION], value)
            places = [kept[f"begin {number}"], kept[f"end {number}"]]
            return self.tuple_of(places) if name == "span" else places[name == "end"]
        if name == "group":
            numbers = [self._number_of_group(value, a) for a in args] or [0]
            parts = [self._group(value, number) for number in numbers]
            return parts[0] if len(parts) == 1 else self.tuple_of(parts)
        regular = self.functions[value.kind - FUNCTION].node
        if name == "groups" and not args:
            return self.tuple_of([self._group(value, number) for number in range(1, regular.groups + 1)])
        if name == "groupdict" and not args:
            made = self.new_table(DICT, "named groups")
            for named, number in regular.names:
                self.store_value(made, self.text(named), self._group(value, number))
            return made
        raise NotOnHeap(f"the method {name} of a match")

    def _number_of_group(self, value: Value, index: Value) -> int:
        regular = self.functions[value.kind - FUNCTION].node
        number = dict(regular.names).get(index.cell.root().said, -1) if index.kind == TEXT else -1
        if index.kind == WHOLE and index.words[0].isdigit():
            number = int(index.words[0])
        if not 0 <= number <= regular.groups:
            raise NotOnHeap("a group that the run says")
        return number

    def _group(self, value: Value, number: int) -> Value:
        kept = self.kept_values(self.functions[value.kind - FUNCTION], value)
        begin, end = kept[f"begin {number}"].words[0], kept[f"end {number}"].words[0]
        if number == 0:
            return self._part_of_text(kept["text"], begin, end)
        with self.within("group", number):
            return self.copied(self.joined("part", [(f"{begin} >= 0", lambda: self._part_of_text(kept["text"], begin, end))], self.nothing))

    def _item(self, value: Value, index: Value) -> Value:
        if not self._is_match(value):
            return super()._item(value, index)
        return self._group(value, self._number_of_group(value, index))

    def of_Attribute(self, node: ast.Attribute) -> Value:
        if node.attr != "lastgroup" or not isinstance(node.value, ast.Name):
            return super().of_Attribute(node)
        value = self.copied(self.value(node.value))
        return self.each_kind(value, "last", self._last_group) if any(kind >= FUNCTION for kind in value.cell.all()) else super().of_Attribute(node)

    def _last_group(self, value: Value) -> Value:
        """m.lastgroup, where one group alone took part in the match."""
        if not self._is_match(value):
            return self.wrong("the last group of something else")
        made = self.functions[value.kind - FUNCTION]
        kept = self.kept_values(made, value)
        begins = [kept[f"begin {number}"].words[0] for number in range(1, made.node.groups + 1)]
        count = self.held(" + ".join(f"(1 if {begin} >= 0 else 0)" for begin in begins) or "0")
        with self.block(f"if {count} > 1:"):
            self.refuse("the last one of several groups")
        ways = [(f"{begins[number - 1]} >= 0", (lambda name: lambda: self.text(name))(name)) for name, number in made.node.names]
        return self.joined("last group", ways, self.nothing)
