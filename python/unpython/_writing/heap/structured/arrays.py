"""Structured arrays: how they are made, subscripts, order, records."""

from __future__ import annotations

import ast
import sys
from typing import Any

from unpython._writing.heap.arrays.kinds import array_kind, dimensions_of, is_array, is_number, number_kind, type_text
from unpython._writing.heap.cells import LIST, OBJECT, ROW, TEXT, WHOLE, NotOnHeap, is_tuple
from unpython._writing.heap.emitter import Value
from unpython._writing.heap.structured.kinds import ColumnPart, Record, Structured, is_structured_type, record, structured
from unpython._writing.heap.structured.texts import TextArrays

_FILLED = ("zeros", "empty")


class StructuredCalls(TextArrays):
    has_slices: bool

    # Types.

    def _literal_type(self, node: Any) -> Any:
        """[("id", "i4"), ("name", "U8")]"""
        import numpy

        try:
            made = numpy.dtype(ast.literal_eval(node))
        except (ValueError, TypeError, SyntaxError, AttributeError):
            return None
        return made if made.names else None

    def _structured_type(self, given: Any) -> Any:
        """The structured type that an argument is; None: it is another one."""
        if given is None or isinstance(given, ast.Constant):
            return None
        if isinstance(given, (ast.List, ast.Dict)):
            return self._literal_type(given)
        value = self.value_of(given)
        found = self._type_held(value) if value.kind >= 0 else None
        return found if is_structured_type(found) else None

    def constant(self, value: Any, name: str) -> Value:
        return self._known_value(value) if is_structured_type(value) else super().constant(value, name)

    def call_known(self, found: Any, args: list[Any], keywords: dict[str, Any], node: Any) -> Value:
        numpy: Any = sys.modules.get("numpy")
        if numpy is None or getattr(found, "__module__", None) != "numpy" or not args:
            return super().call_known(found, args, keywords, node)
        if found is numpy.dtype and isinstance(args[0], (ast.List, ast.Dict)) and (made := self._literal_type(args[0])) is not None:
            structured(made)
            return self._known_value(made)
        if found.__name__ in (*_FILLED, "array") and (dtype := self._type_asked(args, keywords)) is not None:
            value = self.copied(self.value_of(args[0]))
            return self._filled_with(dtype, value) if found.__name__ in _FILLED else self._of_rows(dtype, value)
        if found.__name__ in ("sort", "argsort") and isinstance(args[0], ast.expr):
            value = self.copied(self.value_of(args[0]))
            if self.is_of(value, Structured):
                order = self._places_in_order(value, args[1:], keywords)
                return self.chosen(value, order) if found.__name__ == "sort" else order
            args = [value, *args[1:]]
        return super().call_known(found, args, keywords, node)

    def _type_asked(self, args: list[Any], keywords: dict[str, Any]) -> Any:
        if len(args) + len(keywords) != 2:
            return None
        return self._structured_type(args[1] if len(args) == 2 else keywords.get("dtype"))

    # Making.

    def _made(self, dtype: Any, columns: dict[str, Value]) -> Value:
        return self._made_of_fields(self.class_of_numpy(structured(dtype), list(dtype.names)), columns, {}, {}, 0)

    def _filled_with(self, dtype: Any, count: Value) -> Value:
        """np.zeros(n, dtype)"""
        if count.kind != WHOLE:
            raise NotOnHeap("a structured array of another shape")
        made: dict[str, Value] = {}
        for name in dtype.names:
            of = dtype.fields[name][0]
            with self.within("field", name):
                if of.kind != "U":
                    made[name] = self.copied(self.computed(f"np.zeros(a0_, dtype={type_text(number_kind(of.name))})", [count]))
                    continue
                items = self.new_list([], "empty")
                with self.block(f"for k_ in range({count.words[0]}):"):
                    self.push(items, self.text(""))
                made[name] = self.new_column(str(of.itemsize // 4), items)
        return self._made(dtype, made)

    def _of_rows(self, dtype: Any, rows: Value) -> Value:
        """np.array(rows, dtype), of a list of tuples."""
        if rows.kind not in (LIST, ROW):
            raise NotOnHeap("a structured array of something else")
        names = list(dtype.names)
        lists = []
        for name in names:
            with self.within("field", name):
                lists.append(self.new_list([], "items"))

        def way(one: Value) -> Value:
            if not is_tuple(one.kind) or len(self.parts(one)) != len(names):
                return self.wrong("a row of another length")
            for number, part in enumerate(self.parts(one)):
                with self.within("part", number):
                    self.push(lists[number], part)
            return self.nothing()

        def each(item: Value) -> None:
            self.each_kind(self.copied(item), "row", way)

        self.each(rows, each)
        made = {}
        for name, items in zip(names, lists, strict=True):
            of = dtype.fields[name][0]
            with self.within("column", name):
                if of.kind == "U":
                    made[name] = self.column_of(items, str(of.itemsize // 4))
                else:
                    made[name] = self.copied(self.computed(f"np.array(a0_, dtype={type_text(number_kind(of.name))})", [items]))
        return self._made(dtype, made)

    def _of_columns(self, value: Value, way: Any) -> Value:
        dtype = self.class_in(value).of.dtype
        made = {}
        for name in dtype.names:
            with self.within("column", name):
                made[name] = self.copied(way(self.copied(self.read_field(value, name))))
        return self._made(dtype, made)

    # Subscripts.

    def chosen(self, value: Value, index: Value) -> Value:
        """a[mask], a[places]"""
        if not (is_array(index.kind) and dimensions_of(index.kind) == 1):
            raise NotOnHeap("such an index of a structured array")
        return self._of_columns(value, lambda field: self._item(field, index))

    def _count(self, value: Value) -> str:
        """How many items an array has."""
        first = self.copied(self.read_field(value, self.class_in(value).fields[0]))
        return str(self.call_len([first], {}, None).words[0])

    def _item(self, value: Value, index: Value) -> Value:
        if self.is_of(value, Record):
            return self._part_of_record(value, index)
        if not self.is_of(value, Structured):
            return super()._item(value, index)
        if index.kind == TEXT:
            return self._field_named(value, index)
        if is_array(index.kind):
            return self.chosen(value, index)
        return self._record_at(value, self.place(index, self._count(value), "index out of range"))

    def _field_named(self, value: Value, index: Value) -> Value:
        name = self.known_text(index)
        if name is None or name not in self.class_in(value).of.dtype.names:
            raise NotOnHeap("a field that the run names")
        return self.copied(self.read_field(value, name))

    def _record_at(self, value: Value, at: str) -> Value:
        known = self.class_of_numpy(record(self.class_in(value).of.dtype), ["of", "at"])
        return self._made_of_fields(known, {"of": value, "at": self.whole(at)}, {}, {}, 0)

    def _part_of_record(self, value: Value, index: Value) -> Value:
        array, at = (self.copied(self.read_field(value, name)) for name in ("of", "at"))
        field = self._field_named(array, index) if index.kind == TEXT else self.wrong("a part of a record")
        return self.item(field, at)

    def _slice(self, value: Value, node: ast.Slice) -> Value:
        if not self.is_of(value, Structured):
            return super()._slice(value, node)
        self.has_slices = True
        ends = self.slice_of_values(node)
        return self._of_columns(value, lambda field: self._slice(field, ends))

    def store_item(self, value: Value, index: Value, item: Value) -> None:
        if not self.is_of(value, Structured, Record):
            super().store_item(value, index, item)
            return
        if index.kind != TEXT:
            raise NotOnHeap("a store to a record")
        self.changes = True
        if self.is_of(value, Record):
            array, at = (self.copied(self.read_field(value, name)) for name in ("of", "at"))
            self.store_item(self._field_named(array, index), at, item)
            return
        field = self._field_named(value, index)
        if is_array(field.kind):
            self.store_part(field, [], item)
        else:
            self.each_kind(item, "texts", lambda one: self._stored_texts(field, one))

    def _stored_texts(self, field: Value, given: Value) -> Value:
        self.store_texts(field, given)
        return self.nothing()

    def _each_of(self, value: Value, body: Any, any_order: bool) -> None:
        if not self.is_of(value, Structured):
            super()._each_of(value, body, any_order)
            return
        at, count = self.held("0"), self.held(self._count(value))
        with self.loop():
            with self.block(f"if {at} >= {count}:"):
                self.emit("break")
            made = self._record_at(value, self.held(at))
            self.emit(f"{at} += 1")
            body(made)

    # Order.

    def _places_in_order(self, value: Value, args: list[Any], keywords: dict[str, Any]) -> Value:
        """The places of the items in the order of some fields, and then of the others."""
        if args or set(keywords) - {"order"}:
            raise NotOnHeap("another order of a structured array")
        asked: Any = keywords.get("order")
        try:
            first = [] if asked is None else ast.literal_eval(asked)
        except (ValueError, TypeError):
            raise NotOnHeap("an order that the run says") from None
        first = [first] if isinstance(first, str) else [*first]
        names = list(self.class_in(value).of.dtype.names)
        if set(first) - set(names):
            raise NotOnHeap("the order of a field that is none")
        order = self.native_name(f"np.arange({self._count(value)})")
        for name in reversed([*first, *(n for n in names if n not in first)]):
            field = self.copied(self.read_field(value, name))
            if is_array(field.kind):
                order = self.native_name(f"{order}[np.argsort({self.native(field)}[{order}], kind='stable')]")
            else:
                order = self.native_name(f"in_order_of_texts(I_, {self.texts_in(field).words[0]}, {order})")
        return self.put(array_kind("int64", 1), order)

    # Methods, attributes.

    def _method_of(self, value: Value, name: str, args: list[Any], keywords: dict[str, Any], node: Any) -> Value:
        if self.is_of(value, Record) and name in ("item", "tolist") and not args and not keywords:
            return self._as_tuple(value)
        if not self.is_of(value, Structured):
            return super()._method_of(value, name, args, keywords, node)
        if name == "copy" and not args and not keywords:
            return self._of_columns(value, lambda field: self._method_of(field, "copy", [], {}, None))
        if name == "argsort":
            return self._places_in_order(value, args, keywords)
        if name == "sort":
            order = self._places_in_order(value, args, keywords)
            for field in self.class_in(value).fields:
                with self.within("sorted", field):
                    column = self.copied(self.read_field(value, field))
                    self.store_item(value, self.text(field), self.copied(self._item(column, order)))
            return self.nothing()
        if name == "tolist" and not args and not keywords:
            made = self.new_list([], "rows")
            self._each_of(value, lambda one: self.push(made, self._as_tuple(one)), False)
            return made
        return super()._method_of(value, name, args, keywords, node)

    def _as_tuple(self, value: Value) -> Value:
        names = self.class_in(value).of.dtype.names
        parts = [self.copied(self._part_of_record(value, self.text(name))) for name in names]
        return self.tuple_of([self.python_number(p) if is_number(p.kind) else self._method_of(p, "item", [], {}, None) for p in parts])

    def attribute(self, value: Value, name: str) -> Value:
        if not self.is_of(value, Structured):
            return super().attribute(value, name)
        if name == "dtype":
            return self._known_value(self.class_in(value).of.dtype)
        if name in ("size", "shape"):
            count = self.whole(self._count(value))
            return count if name == "size" else self.tuple_of([count])
        if name == "ndim":
            return self.whole("1")
        if name in ("nbytes", "itemsize"):
            size = self.class_in(value).of.dtype.itemsize
            return self.whole(str(size) if name == "itemsize" else self.held(f"{self._count(value)} * {size}"))
        return super().attribute(value, name)

    def call_len(self, args: list[Any], keywords: Any, node: Any) -> Value:
        value = self.value_of(args[0])
        return self.whole(self._count(value)) if self.is_of(value, Structured) else super().call_len([value], keywords, node)

    def check_structured(self) -> None:
        """Where the program is written. A structured array that a call gives has memory of its own."""
        parts = {OBJECT + known.number for known in self.class_list if known.of is ColumnPart}
        if self.stores_texts and self.has_slices_of_texts:
            raise NotOnHeap("a view of a column of texts")
        if self.may_hold(self.cells_of_caller(), parts, set()):
            raise NotOnHeap("a view of texts that is kept")
        given = [known for known in self.class_list if issubclass(known.of, Structured)]
        kinds = {kind for known in given for name in known.fields for kind in self.field(known, name).all() if is_array(kind)}
        cells = self.cells_of_caller()
        if given and self.may_hold(cells, {OBJECT + known.number for known in given}, set()):
            known_fields = {id(self.field(known, name).root()) for known in given for name in known.fields}
            if self.has_slices or self.may_hold(cells, kinds, known_fields):
                raise NotOnHeap("a structured array and what shares its memory")
