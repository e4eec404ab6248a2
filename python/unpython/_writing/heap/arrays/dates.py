"""Dates and spans of time of NumPy: integers on the heap, each with a unit in its kind. Texts of a call say dates."""

from __future__ import annotations

import ast
import re
import sys
from typing import Any

from unpython._writing.heap.arrays.dtypes import DtypeCalls
from unpython._writing.heap.arrays.kinds import (
    NO_TIME,
    array_kind,
    dtype_of,
    is_number,
    is_of_numpy,
    is_time,
    number_kind,
)
from unpython._writing.heap.arrays.natives import Expression
from unpython._writing.heap.cells import LIST, ROW, TEXT, NotOnHeap
from unpython._writing.heap.emitter import Value

_TYPE = re.compile(r"(?:datetime64|M8)\[(Y|M|W|D|h|m|s|ms|us)\]")
_FORMS = {4: "Y", 7: "M", 10: "D", 13: "h", 16: "m", 19: "s"}
_ASKED = ("item", "tolist")  # which give a date of Python


class DateCalls(DtypeCalls):
    def call_known(self, found: Any, args: list[Any], keywords: dict[str, Any], node: Any) -> Value:
        numpy: Any = sys.modules.get("numpy")
        if numpy is not None and found is numpy.datetime64 and args and not keywords:
            value = self.copied(self.value_of(args[0]))
            return self._date(value, args[1:]) if value.kind == TEXT else super().call_known(found, [value, *args[1:]], keywords, node)
        if numpy is not None and found in (numpy.array, numpy.asarray) and (unit := self._unit(args, keywords)):
            value = self.copied(self.value_of(args[0]))
            if value.kind in (LIST, ROW) and value.cell.of(value.kind)[0].all() in ([TEXT], []):
                return self._dates(value, unit)
            args = [value, *args[1:]]
        return super().call_known(found, args, keywords, node)

    @staticmethod
    def _unit(args: list[Any], keywords: dict[str, Any]) -> str:
        """Of np.array(v, dtype="datetime64[D]")."""
        dtype = args[1] if len(args) == 2 and not keywords else keywords.get("dtype") if len(args) == 1 and len(keywords) == 1 else None
        text = dtype.value if isinstance(dtype, ast.Constant) and isinstance(dtype.value, str) else ""
        found = _TYPE.fullmatch(text)
        return found[1] if found else ""

    def _dates(self, value: Value, unit: str) -> Value:
        dtype = f"datetime64[{unit}]"
        native = self.native_name(f'seconds_in_list(I_, {value.words[0]}).astype("datetime64[s]")')
        return self.put(array_kind(dtype, 1), native if unit == "s" else self.native_name(f'{native}.astype("{dtype}")'))

    def _date(self, value: Value, rest: list[Any]) -> Value:
        """np.datetime64(text), np.datetime64(text, "D")"""
        said = value.cell.root().said
        unit = "D" if said is None else _FORMS.get(len(said), "")
        if rest:
            unit = str(rest[0].value) if isinstance(rest[0], ast.Constant) else ""
        if len(rest) > 1 or not _TYPE.fullmatch(f"datetime64[{unit}]"):
            raise NotOnHeap("a date of such a text")
        if not rest and said is None:
            with self.block(f"if {value.words[1]} != 10:"):
                self.refuse("a date of a text of another form")
        seconds = self.held(f"seconds_of_text(I_, {value.words[0]}, {value.words[1]})")
        native = self.native_name(f'np.int64({seconds}).astype("datetime64[s]")')
        dtype = f"datetime64[{unit}]"
        return self.put(number_kind(dtype), native if unit == "s" else self.native_name(f'{native}.astype("{dtype}")'))

    # What dates are not: numbers of Python.

    def python_number(self, value: Value) -> Value:
        return value if is_number(value.kind) and is_time(value.kind) else super().python_number(value)

    def refuse_no_time(self, value: Value) -> None:
        with self.block(f"if {value.words[0]} == {NO_TIME}:"):
            self.refuse("a time that is none")

    def test(self, value: Value) -> str:
        if is_of_numpy(value.kind) and is_time(value.kind):
            raise NotOnHeap("the truth of a date")
        return super().test(value)

    def hash_of(self, value: Value) -> str:
        if not (is_number(value.kind) and is_time(value.kind)):
            return super().hash_of(value)
        self.refuse_no_time(value)
        return self.held(f"scattered({value.words[0]} & 0x3FFFFFFFFFFFFFFF)")

    def _refuse_nan(self, value: Value) -> None:
        if is_number(value.kind) and is_time(value.kind):
            self.refuse_no_time(value)
        else:
            super()._refuse_nan(value)

    def _method_of(self, value: Value, name: str, args: list[Any], keywords: dict[str, Any], node: Any) -> Value:
        if is_of_numpy(value.kind) and is_time(value.kind) and name in _ASKED:
            raise NotOnHeap("a date of Python")
        if is_number(value.kind) and is_time(value.kind) and name == "astype" and len(args) == 1 and not keywords:
            made = Expression()
            made.operands.append(value)
            return self.computed(f"a0_.astype({self.template(args[0], made)})", made.operands)
        return super()._method_of(value, name, args, keywords, node)

    def item_word(self, kind: int, value: Value) -> str:
        is_other = is_number(value.kind) and is_time(value.kind)
        if not is_time(kind) and not is_other:
            return super().item_word(kind, value)
        if not (is_time(kind) and is_other) or dtype_of(kind) != dtype_of(value.kind):
            raise NotOnHeap("a date among other items")
        return value.words[0]

    # Texts.

    def _show(self, out: str, value: Value, quotes: bool) -> None:
        if not (is_number(value.kind) and is_time(value.kind)):
            super()._show(out, value, quotes)
            return
        name, unit = dtype_of(value.kind)[:-1].split("[")
        if quotes:
            self.refuse_no_time(value)
            self.put_text(out, f"np.{name}('" if name == "datetime64" else f"np.{name}(")
        if quotes and name == "timedelta64":
            self.emit(f"{out}.extend(shown({value.words[0]}))")
            self.put_text(out, f",'{unit}')")
            return
        self.emit(f"{out}.extend(shown({self.native_name(self.native(value))}))")
        self.put_text(out, "')" if quotes else "")
