"""Arrays of texts: how they are made, compared, chosen from and put in order."""

from __future__ import annotations

import ast
import re
import sys
from typing import Any

from unpython._writing.heap.arrays.kinds import array_kind, number_kind, type_text
from unpython._writing.heap.cells import LIST, ROW, TEXT, WHOLE, NotOnHeap, is_tuple
from unpython._writing.heap.emitter import Value
from unpython._writing.heap.structured.columns import Columns
from unpython._writing.heap.structured.kinds import Column, ColumnGiven, NumpyText

_OF_WIDTH = re.compile(r"[<=]?U(\d*)|str")
_ANY_WIDTH = ""
_ORDERED = ("sort", "argsort", "unique")
_PLACES = array_kind("int64", 1)
_STABLE = 16  # NumPy puts so many texts in order one by one: equal ones stay as they are


class TextArrays(Columns):
    def call_known(self, found: Any, args: list[Any], keywords: dict[str, Any], node: Any) -> Value:
        numpy, name = sys.modules.get("numpy"), getattr(found, "__name__", "")
        if numpy is None or not args or getattr(numpy, name, None) is not found or any(isinstance(a, ast.Starred) for a in args):
            return super().call_known(found, args, keywords, node)
        if name in ("array", "asarray") and (width := self._width_asked(args, keywords)) is not None:
            if self._holds_texts_here(args[0]):
                args = [self.copied(self.value(args[0])), *args[1:]]
            if isinstance(args[0], Value) and (made := self._array_of(args[0], width, name)) is not None:
                return made
        if name in _ORDERED:
            if isinstance(args[0], (ast.Name, ast.Attribute, ast.Call, ast.Subscript)):
                args = [self.copied(self.value(args[0])), *args[1:]]
            if isinstance(args[0], Value) and self.is_of(args[0], Column):
                if len(args) > 1:
                    raise NotOnHeap("another order of texts")
                return self._in_order(name, args[0], keywords)
        if name == "where" and len(args) == 3 and not keywords:
            values: list[Any] = [a if isinstance(a, (ast.List, ast.Tuple)) else self.copied(self.value_of(a)) for a in args]
            if all(isinstance(v, Value) and (v.kind == TEXT or self.is_of(v, Column, NumpyText)) for v in values[1:]):
                return self._chosen_by(*values)
            args = values
        return super().call_known(found, args, keywords, node)

    # Making.

    def _width_asked(self, args: list[Any], keywords: dict[str, Any]) -> str | None:
        """What a type of texts says of their width; None: it is another type."""
        given = args[1] if len(args) == 2 else keywords.get("dtype")
        if len(args) > 2 or set(keywords) - {"dtype"} or (len(args) == 2 and keywords):
            return None
        if given is None:
            return _ANY_WIDTH
        found = given.value if isinstance(given, ast.Constant) else self.known(given) if isinstance(given, ast.expr) else None
        if found in (str, sys.modules["numpy"].str_):
            return _ANY_WIDTH
        written = _OF_WIDTH.fullmatch(found) if isinstance(found, str) else None
        return None if written is None else written[1] or _ANY_WIDTH

    def _holds_texts_here(self, node: Any) -> bool:
        """Whether an expression is worth the look: a list that is written out is one of texts, or has a name or another form."""
        if isinstance(node, (ast.List, ast.Tuple)):
            return bool(node.elts) and not any(isinstance(e, ast.Starred) for e in node.elts) and all(map(self._is_text, node.elts))
        return isinstance(node, (ast.Name, ast.Attribute, ast.Call, ast.Subscript, ast.ListComp, ast.BinOp)) and not self._is_lazy(node)

    def _is_text(self, node: ast.expr) -> bool:
        if isinstance(node, ast.Constant):
            return type(node.value) is str
        if isinstance(node, (ast.List, ast.Tuple, ast.ListComp)):
            return False
        before = self.state()
        found = self.value(node)
        self.go_back(before)
        return bool(found.cell.all()) and all(self._is_one_text(Value(self.only(found.cell, kind), found.words)) for kind in found.cell.all())

    def _is_one_text(self, value: Value) -> bool:
        return value.kind == TEXT or self.is_of(value, NumpyText)

    def _array_of(self, value: Value, width: str, name: str) -> Value | None:
        """np.array(texts)"""
        if self.is_of(value, Column):
            if width:
                return self.column_of(self.texts_in(value), width)
            return value if name == "asarray" else self._method_of(value, "copy", [], {}, None)
        if is_tuple(value.kind) and self.parts(value):
            value = self.as_row(value)
        if value.kind not in (LIST, ROW):
            return None
        item = value.cell.of(value.kind)[0]
        if not item.all() or not all(self._is_one_text(Value(self.only(item, kind), ("0",))) for kind in item.all()):
            return None
        texts = self.new_list([], "texts")
        self.each(value, lambda one: self.push(texts, self.each_kind(one, "text", self._plain_text)))
        count = f"I_[{texts.words[0]} + 1]"
        if not width:
            with self.block(f"if {count} == 0:"):
                self.refuse("an array of no texts")
        return self.column_of(texts, width or self.held(f"longest_text(I_, {texts.words[0]})"))

    def _plain_text(self, value: Value) -> Value:
        return self.copied(self.plain_value(value, (str,)))

    def _chosen_by(self, mask: Value, *given: Value) -> Value:
        """np.where(mask, a, b)"""
        if self.native_kind(mask) != array_kind("bool", 1):
            raise NotOnHeap("texts that something else chooses")
        tests = self.native_name(self.native(mask))
        at, count = self.held("0"), self.held(f"{tests}.shape[0]")
        sources = [self.texts_in(v) if self.is_of(v, Column) else self._plain_text(v) for v in given]
        widths = [self.width_in(v) if self.is_of(v, Column) else source.words[1] for v, source in zip(given, sources, strict=True)]
        for value, source in zip(given, sources, strict=True):
            if self.is_of(value, Column):
                self._check_count(source, count)
        made = self.new_list([], "chosen")
        with self.loop(f"while {at} < {count}:"):
            for source, test in zip(sources, (f"{tests}[{at}]", f"not {tests}[{at}]"), strict=True):
                with self.block(f"if {test}:"):
                    self.push(made, source if source.kind == TEXT else self.item_at(source, at))
            self.emit(f"{at} += 1")
        return self.new_column(self.held(f"max({widths[0]}, {widths[1]}, 1)"), made)

    def _check_count(self, texts: Value, count: str) -> None:
        with self.block(f"if I_[{texts.words[0]} + 1] != {count}:"):
            self.refuse("another number of texts")

    # Order.

    def _in_order(self, name: str, value: Value, keywords: dict[str, Any]) -> Value:
        """np.sort(a), np.argsort(a), np.unique(a)"""
        texts = self.texts_in(value)
        word = texts.words[0]
        order = self.native_name(f"in_order_of_texts(I_, {word}, np.arange(I_[{word} + 1]))")
        if name == "unique":
            return self._unique(value, texts, order, keywords)
        given = keywords.get("kind")
        if set(keywords) - {"kind"} or not (given is None or isinstance(given, ast.Constant)):
            raise NotOnHeap("another order of texts")
        if name == "sort":
            return self._at(value, texts, order)
        if given is None or given.value not in ("stable", "mergesort"):
            firsts = self.native_name(f"firsts_in_order(I_, {word}, {order})")
            with self.block(f"if I_[{word} + 1] > {_STABLE} and not {firsts}.all():"):
                self.refuse("the order of texts that are equal")
        return self.put(_PLACES, order)

    def _at(self, value: Value, texts: Value, places: str) -> Value:
        return self.new_column(self.width_in(value), Value(texts.cell, (self.held(f"texts_at(I_, F_, {texts.words[0]}, {places})"),)))

    def _unique(self, value: Value, texts: Value, order: str, keywords: dict[str, Any]) -> Value:
        asked = {key: given.value if isinstance(given, ast.Constant) else None for key, given in keywords.items()}
        if set(asked) - {"return_counts", "return_index", "return_inverse"} or not set(asked.values()) <= {True, False}:
            raise NotOnHeap("such texts that differ")
        word = texts.words[0]
        firsts = self.native_name(f"firsts_in_order(I_, {word}, {order})")
        places = self.native_name(f"{order}[{firsts}]")
        made = [self._at(value, texts, places)]
        if asked.get("return_index"):
            made.append(self.put(_PLACES, places))
        if asked.get("return_inverse"):
            made.append(self.put(_PLACES, self.native_name(f"(np.cumsum({firsts}) - 1)[np.argsort({order})]")))
        if asked.get("return_counts"):
            made.append(self.put(_PLACES, self.native_name(f"np.diff(np.append(np.flatnonzero({firsts}), I_[{word} + 1]))")))
        return made[0] if len(made) == 1 else self.tuple_of(made)

    # What is asked of them.

    def _compared(self, sign: str, a: Value, b: Value, inside: bool) -> Value:
        if inside or not (self.is_of(a, Column) or self.is_of(b, Column)):
            return super()._compared(sign, a, b, inside)
        a, b = (self.plain_value(v, (str,)) for v in (a, b))
        if TEXT in (a.kind, b.kind):
            texts, text = (a, b) if b.kind == TEXT else (b, a)
            orders = f"orders_beside(I_, {self.texts_in(texts).words[0]}, {', '.join(self.copied(text).words)})"
            return self.put(array_kind("bool", 1), self.native_name(f"{orders} {sign} 0" if b.kind == TEXT else f"0 {sign} {orders}"))
        if not (self.is_of(a, Column) and self.is_of(b, Column)):
            return self.wrong("texts beside something else")
        one, other = self.texts_in(a), self.texts_in(b)
        self._check_count(one, f"I_[{other.words[0]} + 1]")
        return self.put(array_kind("bool", 1), self.native_name(f"orders_of_pairs(I_, {one.words[0]}, {other.words[0]}) {sign} 0"))

    def _contains(self, holder: Value, item: Value) -> Value:
        if not self.is_of(holder, Column):
            return super()._contains(holder, item)
        return super()._contains(self.texts_in(holder), item)

    def store_item(self, value: Value, index: Value, item: Value) -> None:
        if not self.is_of(value, Column):
            super().store_item(value, index, item)
            return
        if index.kind != WHOLE or self.is_of(item, Column) or self.is_of(value, ColumnGiven):
            raise NotOnHeap("a store of texts to several places")
        self.stores_texts = self.changes = True
        texts, width = self.texts_in(value), self.width_in(value)
        place = self.place_of(f"I_[{texts.words[0]}]", self._place_in(texts, index), 2)
        self.store(place, self.copied(self.cut(self.copied(self.plain_value(item, (str,))), width)))

    def attribute(self, value: Value, name: str) -> Value:
        if self.is_of(value, Column) and name in ("size", "shape", "ndim"):
            count = self.whole(self.held(f"I_[{self.texts_in(value).words[0]} + 1]"))
            return {"size": count, "shape": self.tuple_of([count]), "ndim": self.whole("1")}[name]
        return super().attribute(value, name)

    def _method_of(self, value: Value, name: str, args: list[Any], keywords: dict[str, Any], node: Any) -> Value:
        if not self.is_of(value, Column):
            return super()._method_of(value, name, args, keywords, node)
        if name == "argsort" and not args:
            return self._in_order("argsort", value, keywords)
        if name == "astype" and len(args) == 1 and not keywords:
            return self._as_type(value, args[0])
        return super()._method_of(value, name, args, keywords, node)

    def _as_type(self, value: Value, given: Any) -> Value:
        """a.astype(float), a.astype(int)"""
        if (width := self._width_asked([value, given], {})) is not None:
            return self.column_of(self.texts_in(value), width or self.width_in(value))
        numbers = self.new_list([], "numbers")
        found: Any = given.value if isinstance(given, ast.Constant) else self.known(given)
        dtype = {float: "float64", int: "int64"}.get(found) or getattr(found, "__name__", found)
        kind = number_kind(str(dtype))
        if dtype not in ("float64", "float32", "int64", "int32"):
            raise NotOnHeap("texts as such numbers")
        is_real = str(dtype).startswith("float")

        def each(text: Value) -> None:
            codes = self.held(self.codes_of(text))
            with self.block(f"if not {'is_float' if is_real else 'is_integer'}({codes}):"):
                self.refuse("a text that is no number")
            self.push(numbers, self.real(self.held(f"as_float({codes})")) if is_real else self.whole(self.held(f"as_integer({codes})")))

        self.each(self.texts_in(value), each)
        return self.computed(f"np.array(a0_, dtype={type_text(kind)})", [numbers])
