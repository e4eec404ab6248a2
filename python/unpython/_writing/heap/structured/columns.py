"""Fields of structured arrays: arrays of numbers, and columns of texts."""

from __future__ import annotations

import ast
from typing import Any

from unpython._writing.heap.arrays.calls import Given
from unpython._writing.heap.arrays.generators import GeneratorCalls
from unpython._writing.heap.arrays.kinds import array_kind, dimensions_of, is_array, is_integer, is_number
from unpython._writing.heap.cells import LIST, OBJECT, ROW, TEXT, WHOLE, NotOnHeap, is_object
from unpython._writing.heap.emitter import Value
from unpython._writing.heap.known.wrong_kinds import NO_SAMPLE
from unpython._writing.heap.structured.kinds import OF_NUMPY, Column, ColumnPart, NumpyText


class Columns(GeneratorCalls):
    has_slices_of_texts: bool
    stores_texts: bool

    def is_of(self, value: Value, *classes: type) -> bool:
        return is_object(value.kind) and issubclass(self.class_in(value).of, classes)

    # Columns.

    def new_column(self, width: str, items: Value, of: type = Column) -> Value:
        known = self.class_of_numpy(of, ["items", "width"])
        return self._made_of_fields(known, {"items": items, "width": self.whole(width)}, {}, {}, 0)

    def width_in(self, value: Value) -> str:
        """How many letters each text of a column may have."""
        return str(self.copied(self.read_field(value, "width")).words[0])

    def class_of_numpy(self, of: type, fields: list[str]) -> Any:
        known = self.class_of(of)
        if not known.fields:
            known.fields, known.sure = fields, set(fields)
            self.types.changed = True
        return known

    def texts_in(self, value: Value) -> Value:
        return self.copied(self.read_field(value, "items"))

    def cut(self, text: Value, width: str) -> Value:
        """A text as an array has it."""

        def way(one: Value) -> Value:
            if one.kind != TEXT:
                return self.wrong("a text that is something else")
            made = self.of(TEXT, one.words[0], self.held(f"min({one.words[1]}, {width})"))
            with self.block(f"if {made.words[1]} > 0 and I_[{made.words[0]} + {made.words[1]} - 1] == 0:"):
                self.refuse("a text that ends in nothing")
            return made

        return self.each_kind(text, "cut", way)

    def column_of(self, items: Value, width: str) -> Value:
        made = self.new_list([], "column")
        self.each(items, lambda item: self.push(made, self.copied(self.cut(self.copied(item), width))))
        return self.new_column(width, made)

    def numpy_text(self, text: Value) -> Value:
        return self._made_of_fields(self.class_of_numpy(NumpyText, ["text"]), {"text": text}, {}, {}, 0)

    def chosen_texts(self, value: Value, index: Value) -> Value:
        """a[mask], a[places], of a column."""
        if is_array(index.kind) and dimensions_of(index.kind) != 1:
            raise NotOnHeap("such an index of texts")
        kind = self.native_kind(index)
        if kind != array_kind("bool", 1) and not is_integer(kind):
            return self.wrong("such an index of texts")
        native = self.native(index)
        texts = self.texts_in(value)
        places = native
        if kind == array_kind("bool", 1):
            native = self.native_name(native)
            with self.block(f"if {native}.shape[0] != I_[{texts.words[0]} + 1]:"):
                self.refuse("a mask of another length")
            places = self.native_name(f"np.flatnonzero({native})")
        return self.new_column(self.width_in(value), Value(texts.cell, (self.held(f"texts_at(I_, F_, {texts.words[0]}, {places})"),)))

    def store_texts(self, value: Value, given: Value) -> None:
        """a["name"] = texts"""
        self.stores_texts = self.changes = True
        texts, width = self.texts_in(value), self.width_in(value)
        if self.is_of(given, Column):
            given = self.texts_in(given)
        if given.kind not in (LIST, ROW):
            raise NotOnHeap("something else than texts in a column")
        count = self.held(f"I_[{texts.words[0]} + 1]")
        with self.block(f"if I_[{given.words[0]} + 1] != {count}:"):
            self.refuse("another number of texts")
        at = self.held("0")

        def each(item: Value) -> None:
            self.store(self.place_of(f"I_[{texts.words[0]}]", at, 2), self.cut(item, width))
            self.emit(f"{at} += 1")

        self.each(given, each)

    def _compared(self, sign: str, a: Value, b: Value, inside: bool) -> Value:
        a, b = (self.plain_value(v, (str,)) if self.is_of(v, NumpyText) else v for v in (a, b))
        if not (self.is_of(a, *OF_NUMPY) or self.is_of(b, *OF_NUMPY)):
            return super()._compared(sign, a, b, inside)
        return self.wrong("a comparison of structured arrays")

    # What else is asked of them.

    def _item(self, value: Value, index: Value) -> Value:
        if not self.is_of(value, Column):
            return super()._item(value, index)
        if is_array(index.kind) or index.kind == LIST:
            return self.chosen_texts(value, index)
        if index.kind != WHOLE and not (is_number(index.kind) and is_integer(index.kind)):
            return self.wrong("such an index of texts")
        texts = self.texts_in(value)
        return self.numpy_text(self.copied(self.item_at(texts, self._place_in(texts, index))))

    def _place_in(self, texts: Value, index: Value) -> str:
        """The place that an index means, which may count from the end."""
        count = self.held(f"I_[{texts.words[0]} + 1]")
        number = self.checked_index(self.number(index, of=[0].__getitem__), count, 0)
        return self.held(f"{number} + {count} if {number} < 0 else {number}")

    def _slice(self, value: Value, node: ast.Slice) -> Value:
        if not self.is_of(value, Column):
            return super()._slice(value, node)
        self.has_slices_of_texts = True
        return self.new_column(self.width_in(value), super()._slice(self.texts_in(value), node), ColumnPart)

    def slice_of_values(self, node: ast.Slice) -> ast.Slice:
        """A slice whose ends are computed once."""
        ends = [None if end is None else Given(self.copied(self.value(end))) for end in (node.lower, node.upper, node.step)]
        return ast.Slice(*ends)

    def _each_of(self, value: Value, body: Any, any_order: bool) -> None:
        if not self.is_of(value, Column):
            super()._each_of(value, body, any_order)
            return
        super()._each_of(self.texts_in(value), lambda text: body(self.numpy_text(self.copied(text))), any_order)

    def _method_of(self, value: Value, name: str, args: list[Any], keywords: dict[str, Any], node: Any) -> Value:
        if self.is_of(value, Column) and not args and not keywords and name in ("tolist", "copy"):
            made = self.new_list([], "texts")  # whose items may be others
            self.each(self.texts_in(value), lambda text: self.push(made, text))
            return made if name == "tolist" else self.column_of(made, self.width_in(value))
        if self.is_of(value, NumpyText):
            text = self.copied(self.read_field(value, "text"))
            return text if name == "item" and not args else super()._method_of(text, name, args, keywords, node)
        if self.is_of(value, *OF_NUMPY):
            return self.wrong(f"the method {name} of a structured array")
        return super()._method_of(value, name, args, keywords, node)

    def call_len(self, args: list[Any], keywords: Any, node: Any) -> Value:
        value = self.value_of(args[0])
        if not is_object(value.kind):
            return super().call_len([value], keywords, node)
        if self.is_of(value, Column, NumpyText):
            value = self.texts_in(value) if self.is_of(value, Column) else self.read_field(value, "text")
        return super().call_len([value], keywords, node)

    def show_object(self, out: str, value: Value, quotes: bool) -> None:
        if self.is_of(value, NumpyText):
            self.put_text(out, "np.str_(" if quotes else "")
            self.show(out, self.read_field(value, "text"), quotes)
            self.put_text(out, ")" if quotes else "")
        elif self.is_of(value, *OF_NUMPY):
            raise NotOnHeap("what a structured array is called")
        else:
            super().show_object(out, value, quotes)

    def formatted(self, value: Value, spec: Any) -> Value:
        return super().formatted(self.read_field(value, "text") if self.is_of(value, NumpyText) else value, spec)

    def truth_of_object(self, value: Value) -> str:
        if self.is_of(value, NumpyText):
            return self.test(self.read_field(value, "text"))
        if self.is_of(value, *OF_NUMPY):
            raise NotOnHeap("the truth of a structured array")
        return super().truth_of_object(value)

    def plain_value(self, value: Value, kinds: tuple[type, ...] = (int, float, str)) -> Value:
        return self.read_field(value, "text") if self.is_of(value, NumpyText) else super().plain_value(value, kinds)

    def _like(self, cell: Any, kind: int) -> int:
        found = self.class_list[kind - OBJECT].of if is_object(kind) else None
        return TEXT if found is NumpyText else super()._like(cell, kind)

    def _sample(self, value: Value) -> Any:
        if self.is_of(value, NumpyText):
            return self.type_of_kind(value.kind)("a")
        return NO_SAMPLE if self.is_of(value, *OF_NUMPY) else super()._sample(value)

    def hash_of_object(self, value: Value) -> str:
        if self.is_of(value, NumpyText):
            return self.hash_of(self.copied(self.read_field(value, "text")))
        if self.is_of(value, *OF_NUMPY):
            raise NotOnHeap("the hash of a structured array")
        return super().hash_of_object(value)

    def attribute(self, value: Value, name: str) -> Value:
        if self.is_of(value, *OF_NUMPY):
            return self.wrong(f"the attribute {name} of a structured array")
        return super().attribute(value, name)

    def write_field(self, value: Value, name: str, item: Value, is_begun: bool = True) -> None:
        if self.is_of(value, *OF_NUMPY):
            raise NotOnHeap("a field of a structured array")
        super().write_field(value, name, item, is_begun)

    def _is_plain_object(self, value: Value) -> bool:
        return not self.is_of(value, *OF_NUMPY) and super()._is_plain_object(value)

    def type_of_kind(self, kind: int) -> type:
        found = super().type_of_kind(kind)
        if is_object(kind) and issubclass(found, OF_NUMPY):
            import numpy

            return numpy.str_ if issubclass(found, NumpyText) else numpy.void if found.__name__ == "Record" else numpy.ndarray
        return found
