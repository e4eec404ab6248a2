"""Generators of random numbers that a function makes: each is a name of the compiler's own, which a value stands for.

A value does not say which of several generators it is that were made at one place, so none is made in a loop."""

from __future__ import annotations

import random
import re
import sys
from typing import Any

from unpython import _host
from unpython._writing.heap.arrays.in_place import InPlaceCalls
from unpython._writing.heap.arrays.kinds import is_array
from unpython._writing.heap.arrays.natives import Expression
from unpython._writing.heap.cells import FUNCTION, LIST, TEXT, NotOnHeap, is_tuple
from unpython._writing.heap.emitter import Value
from unpython._writing.heap.names import Function
from unpython._writing.heap.operators import SEQUENCES

GENERATOR = "generator"  # of a Function
_HEADS = re.compile(r"(while|for) ")
_OF_LISTS = frozenset(["choice", "choices", "sample", "shuffle"])
_SEEDS = ("default_rng", "RandomState", "Random")


class GeneratorCalls(InPlaceCalls):
    def _maker(self, found: Any) -> str | None:
        """`np.random.default_rng`, of what makes a generator."""
        numpy, random = sys.modules.get("numpy"), _host.module_random()
        if random is not None and found is random.Random:
            return "random.Random"
        if numpy is None or not callable(found):
            return None
        return next((f"np.random.{name}" for name in _SEEDS[:2] if getattr(numpy.random, name) is found), None)

    def call_known(self, found: Any, args: list[Any], keywords: dict[str, Any], node: Any) -> Value:
        maker = self._maker(found)
        if maker is None:
            return super().call_known(found, args, keywords, node)
        if len(args) != 1 or keywords or self._is_in_loop():
            raise NotOnHeap("such a generator of random numbers")
        seed = self.number(self.value_of(args[0]), "a seed")
        place = (self.path, GENERATOR, id(node))
        value = self.function_value(Function(GENERATOR, maker, None), [], place)
        self.emit(f"{self._name_of_generator(value)} = {maker}({seed})")
        return value

    def _is_in_loop(self) -> bool:
        indent = self.indent
        for at, text, _ in reversed(self.lines):
            if at < indent:
                indent = at
                if _HEADS.match(text):
                    return True
        return any(loop.region >= 0 for loop in self.loops)

    @staticmethod
    def _name_of_generator(value: Value) -> str:
        return f"generator_{value.kind - FUNCTION}"

    def is_generator(self, value: Value) -> bool:
        return value.kind >= FUNCTION and self.functions[value.kind - FUNCTION].what == GENERATOR

    def native(self, value: Value) -> str:
        return self._name_of_generator(value) if self.is_generator(value) else super().native(value)

    def native_kind(self, value: Value) -> Any:
        return self.functions[value.kind - FUNCTION].node if self.is_generator(value) else super().native_kind(value)

    def _method_of(self, value: Value, name: str, args: list[Any], keywords: dict[str, Any], node: Any) -> Value:
        if not self.is_generator(value):
            return super()._method_of(value, name, args, keywords, node)
        of_python = self.functions[value.kind - FUNCTION].node == "random.Random"
        if name in ("seed", "spawn", "bit_generator"):
            raise NotOnHeap(f"the method {name} of a generator")
        if of_python and name in _OF_LISTS:
            return self._of_sequence(value, name, args, keywords)
        if name == "shuffle":
            return self._shuffled(value, args, keywords)
        made = Expression()
        made.operands.append(value)
        texts = [self.template(a, made) for a in args]
        texts += [f"{key}={self.template(given, made)}" for key, given in keywords.items()]
        if any(operand.kind == LIST for operand in made.operands):
            raise NotOnHeap("a generator and lists")
        return self.computed(f"a0_.{name}({', '.join(texts)})", made.operands, node)

    def _of_sequence(self, value: Value, name: str, args: list[Any], keywords: dict[str, Any]) -> Value:
        """Of Python's generators: which items are chosen is drawn as if they were 0, 1, 2, ..."""
        words = {"k": args[1], **keywords} if name == "sample" and len(args) == 2 else keywords
        if len(args) not in (1, 2) or (len(args) == 2 and name != "sample") or {*words} != ({"k"} if name in ("choices", "sample") else set()):
            raise NotOnHeap(f"the method {name} of a generator")
        items = self.copied(self.value_of(args[0]))
        count = self.number(self.value_of(words["k"])) if words else ""
        return self.each_kind(items, name, lambda one: self._drawn(self._name_of_generator(value), name, one, count))

    def _drawn(self, generator: str, name: str, items: Value, most: str) -> Value:
        items = self.as_row(items) if is_tuple(items.kind) else items
        if items.kind != LIST if name == "shuffle" else items.kind not in (*SEQUENCES, TEXT):
            return self.wrong(f"{name} of something else")
        count = items.words[1] if items.kind == TEXT else self.held(f"I_[{items.words[0]} + 1]")
        nothing = self.type_of_kind(items.kind)()
        if name == "choice":
            self.check(f"{count} == 0", IndexError, self.said(random.Random.choice, random.Random(0), nothing))
            return self._item_or_character(items, self.held(f"{generator}.randrange({count})"))
        numbers, drawn, number = self.name(), self.name(), self.name()
        self.emit(f"{numbers} = list(range({count}))")
        if name == "shuffle":
            drawn = numbers
            self.emit(f"{generator}.shuffle({numbers})")
        else:
            if name == "choices":
                self.check(f"{count} == 0 and {most} > 0", IndexError, self.said(random.Random.choices, random.Random(0), nothing))
            else:
                self.check(f"{most} < 0 or {most} > {count}", ValueError, self.said(random.Random.sample, random.Random(0), [], 1))
            self.emit(f"{drawn} = {generator}.{name}({numbers}, k={most})")
        made = self.new_list([], name)
        with self.loop(f"for {number} in range(len({drawn})):"):
            self.push(made, self._item_or_character(items, self.held(f"{drawn}[{number}]")))
        if name != "shuffle":
            return made
        self.changes = True
        self.same_items(made, items)
        self.emit(f"take_items(I_, {items.words[0]}, {made.words[0]})")
        return self.nothing()

    def _item_or_character(self, items: Value, at: str) -> Value:
        return self.of(TEXT, self.moved(items.words[0], at), "1") if items.kind == TEXT else self.item_at(items, at)

    def _shuffled(self, value: Value, args: list[Any], keywords: dict[str, Any]) -> Value:
        array = self.copied(self.value_of(args[0]))
        if len(args) != 1 or keywords or not is_array(array.kind):
            raise NotOnHeap("a shuffle of something else")
        self.changes = True
        native = self.native_name(f"{self.native(array)}.copy()")
        self.emit(f"{self._name_of_generator(value)}.shuffle({native})")
        self.store_all(array, native, array.kind)
        return self.nothing()
