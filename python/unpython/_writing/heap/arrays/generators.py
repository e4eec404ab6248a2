"""Generators of random numbers that a function makes: each is a name of the compiler's own, which a value stands for.

A value does not say which of several generators it is that were made at one place, so none is made in a loop."""

from __future__ import annotations

import re
import sys
from typing import Any

from unpython import _host
from unpython._writing.heap.arrays.in_place import InPlaceCalls
from unpython._writing.heap.arrays.kinds import is_array
from unpython._writing.heap.arrays.natives import Expression
from unpython._writing.heap.cells import FUNCTION, LIST, NotOnHeap
from unpython._writing.heap.emitter import Value
from unpython._writing.heap.names import Function

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
        if (of_python and name in _OF_LISTS) or name in ("seed", "spawn", "bit_generator"):
            raise NotOnHeap(f"the method {name} of a generator")
        if name == "shuffle":
            return self._shuffled(value, args, keywords)
        made = Expression()
        made.operands.append(value)
        texts = [self.template(a, made) for a in args]
        texts += [f"{key}={self.template(given, made)}" for key, given in keywords.items()]
        if any(operand.kind == LIST for operand in made.operands):
            raise NotOnHeap("a generator and lists")
        return self.computed(f"a0_.{name}({', '.join(texts)})", made.operands, node)

    def _shuffled(self, value: Value, args: list[Any], keywords: dict[str, Any]) -> Value:
        array = self.copied(self.value_of(args[0]))
        if len(args) != 1 or keywords or not is_array(array.kind):
            raise NotOnHeap("a shuffle of something else")
        self.changes = True
        native = self.native_name(f"{self.native(array)}.copy()")
        self.emit(f"{self._name_of_generator(value)}.shuffle({native})")
        self.store_all(array, native, array.kind)
        return self.nothing()
