"""`match`: the cases in order, each as tests of what its pattern asks."""

from __future__ import annotations

import ast
from typing import Any

from unpython._writing.heap.cells import BOOL, DICT, LIST, REAL, ROW, TEXT, WHOLE, NotOnHeap, flow, is_dict, is_object, is_tuple
from unpython._writing.heap.emitter import Value
from unpython._writing.heap.expressions import Expressions
from unpython._writing.heap.names import bound_by

_OF_THEMSELVES = {int: (WHOLE, BOOL), float: (REAL,), str: (TEXT,), bool: (BOOL,), list: (LIST,)}


class Matches(Expressions):
    def do_Match(self, node: ast.Match, is_last: bool) -> None:
        subject = self.copied(self.value(node.subject))
        depth = self.indent
        for number, case in enumerate(node.cases):
            with self.within("case", number):
                self._names: dict[str, tuple[Any, tuple[str, ...]]] = {}
                for n in ast.walk(case.pattern):
                    if (name := bound_by(n)) is not None:
                        cell = self.site("bound", name)
                        self._names[name] = cell, self.declare(cell)
                names = self._names
                ok = self.held("1")
                self._pattern(case.pattern, subject, ok)
                with self.block(f"if {ok} != 0:"):
                    for name, (cell, words) in names.items():
                        self.set_name(name, Value(cell, words))
                    if case.guard is not None:
                        test = self.test(self.value(case.guard))
                        with self.block(f"if not ({test}):"):
                            self.emit(f"{ok} = 0")
                facts = self.facts_of_case(node.subject, case.pattern)
                with self.block(f"if {ok} != 0:"), self.narrowed(facts):
                    if all(kinds for _, _, kinds in facts):
                        self.statements(case.body, is_last)
                self.emit("else:")
                self.indent += 1
        self.emit("pass")
        if is_last:
            self.give(self.nothing(), True)
        self.indent = depth

    def _fails(self, ok: str) -> Value:
        self.emit(f"{ok} = 0")
        return self.nothing()

    def _pattern(self, pattern: Any, value: Value, ok: str) -> None:
        """Sets `ok` to 0 where the value does not match."""
        with self.within(id(pattern)), self.block(f"if {ok} != 0:"):
            if isinstance(pattern, ast.MatchAs):
                if pattern.pattern is not None:
                    self._pattern(pattern.pattern, value, ok)
                if pattern.name is not None:
                    self._bind(pattern.name, value)
                return
            if isinstance(pattern, ast.MatchOr):
                self._either(pattern, value, ok)
                return

            def way(one: Value) -> Value:
                self._pattern_of(pattern, one, ok)
                return self.nothing()

            self.each_kind(value, "matched", way)

    def _bind(self, name: str, value: Value) -> None:
        cell, _ = self._names[name]
        flow(value.cell, cell)
        self.assign(self._names[name][1], cell, value)

    def _either(self, pattern: ast.MatchOr, value: Value, ok: str) -> None:
        found = self.held("0")
        for part in pattern.patterns:
            with self.block(f"if {found} == 0:"):
                own = self.held("1")
                self._pattern(part, value, own)
                self.emit(f"{found} = {own}")
        self.emit(f"{ok} = {found}")

    def _unless(self, test: str, ok: str) -> None:
        with self.block(f"if not ({test}):"):
            self.emit(f"{ok} = 0")

    def _pattern_of(self, pattern: Any, value: Value, ok: str) -> None:
        if isinstance(pattern, ast.MatchValue):
            self._unless(self.test(self.compared("==", value, self.value(pattern.value))), ok)
        elif isinstance(pattern, ast.MatchSingleton):
            self._unless(self.test(self.same_object(value, self.constant(pattern.value, "a pattern"))), ok)
        elif isinstance(pattern, ast.MatchSequence):
            self._sequence(pattern, value, ok)
        elif isinstance(pattern, ast.MatchClass):
            self._class(pattern, value, ok)
        elif isinstance(pattern, ast.MatchMapping):
            self._mapping(pattern, value, ok)
        else:
            raise NotOnHeap("such a pattern")

    def _sequence(self, pattern: ast.MatchSequence, value: Value, ok: str) -> None:
        patterns = pattern.patterns
        star = next((i for i, p in enumerate(patterns) if isinstance(p, ast.MatchStar)), None)
        if is_object(value.kind) and self.is_value(value):
            value = self.tuple_of(self.fields_of(value))
        least = len(patterns) - (star is not None)
        if is_tuple(value.kind):
            parts = self.parts(value)
            if len(parts) < least or (star is None and len(parts) != least):
                self._fails(ok)
                return
            if star is not None:
                behind = len(patterns) - star - 1
                rest = self.new_list(parts[star : len(parts) - behind], "rest")
                parts = [*parts[:star], rest, *parts[len(parts) - behind :]]
        elif value.kind in (LIST, ROW):
            count = self.held(f"I_[{value.words[0]} + 1]")
            self._unless(f"{count} == {least}" if star is None else f"{count} >= {least}", ok)
            self.emit(f"if {ok} != 0:")
            self.indent += 1
            width = self.width(value.cell.of(value.kind)[0])
            parts = []
            for i in range(len(patterns)):
                if i == star:
                    cell = self.types.list_of(value.cell.of(value.kind)[0])
                    parts.append(Value(cell, (self.held(f"cut(I_, F_, {value.words[0]}, {width}, {i}, 1, {count} - {least})"),)))
                else:
                    parts.append(self.item_at(value, str(i) if star is None or i < star else f"({count} - {len(patterns) - i})"))
            for part, inner in zip(parts, patterns, strict=True):
                self._matched_part(inner, part, ok)
            self.indent -= 1
            return
        else:
            self._fails(ok)
            return
        for part, inner in zip(parts, patterns, strict=True):
            self._matched_part(inner, part, ok)

    def _matched_part(self, pattern: Any, value: Value, ok: str) -> None:
        if isinstance(pattern, ast.MatchStar):
            if pattern.name is not None:
                self._bind(pattern.name, value)
        else:
            self._pattern(pattern, value, ok)

    def _class(self, pattern: ast.MatchClass, value: Value, ok: str) -> None:
        wanted = self.known(pattern.cls)
        if not isinstance(wanted, type):
            raise NotOnHeap("a pattern of something else")
        if not issubclass(self.type_of_kind(value.kind), wanted):
            self._fails(ok)
            return
        if wanted in _OF_THEMSELVES:
            if pattern.kwd_patterns or len(pattern.patterns) > 1:
                raise NotOnHeap("such a pattern")
            for inner in pattern.patterns:
                self._pattern(inner, value, ok)
            return
        if not is_object(value.kind):
            raise NotOnHeap("such a pattern")
        names = [*getattr(wanted, "__match_args__", ())[: len(pattern.patterns)], *pattern.kwd_attrs]
        inner_patterns = [*pattern.patterns, *pattern.kwd_patterns]
        if len(names) != len(inner_patterns):
            raise NotOnHeap("such a pattern")
        for name, inner in zip(names, inner_patterns, strict=True):
            self._pattern(inner, self.attribute(value, name), ok)

    def _mapping(self, pattern: ast.MatchMapping, value: Value, ok: str) -> None:
        if not is_dict(value.kind):
            self._fails(ok)
            return
        for key, inner in zip(pattern.keys, pattern.patterns, strict=True):
            with self.block(f"if {ok} != 0:"):
                wanted = self.value(key)
                found = self.find(value, wanted)[0]
                self._unless(f"{found} >= 0", ok)
                with self.block(f"if {ok} != 0:"):
                    self._pattern(inner, self.entry_value(value, found, wanted), ok)
        if pattern.rest is not None:
            with self.block(f"if {ok} != 0:"), self.within("rest"):
                self._bind(pattern.rest, self._others(pattern.keys, value))

    def _others(self, keys: list[ast.expr], value: Value) -> Value:
        """A dict of what stands under other keys."""
        if value.kind != DICT:
            raise NotOnHeap("the rest of such a dict")
        rest = self.copied(self.copy_of_table(value))
        for number, key in enumerate(keys):
            with self.within("key", number):
                self.method_of_dict(rest, "pop", [self.value(key)], {})
        return rest
