"""Parts of arrays: items, views, copies, and what is stored into them."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from unpython._writing.heap.arrays.kinds import (
    FLOAT64,
    INT64,
    TRUTH,
    UINT64,
    array_kind,
    code_of,
    dimensions_of,
    dtype_of,
    is_array,
    is_integer,
    is_number,
    is_real,
    number_kind,
)
from unpython._writing.heap.arrays.natives import Expression
from unpython._writing.heap.arrays.operators import ArrayOperators
from unpython._writing.heap.arrays.samples import result_of
from unpython._writing.heap.cells import ARRAY, LIST, NONE, REAL, ROW, WHOLE, NotOnHeap, is_tuple
from unpython._writing.heap.emitter import Value
from unpython._writing.heap.operators import NUMBERS, sign_of

_RANGES = {"int8": 7, "int16": 15, "int32": 31, "uint8": 8, "uint16": 16, "uint32": 32, "uint64": 63}
_NEW, _REST = "new axis", "rest"


class ArraySubscripts(ArrayOperators):
    def may_be_array(self, value: Value) -> bool:
        return any(map(is_array, value.cell.all()))

    # What stands between the brackets: values, slices, _NEW and _REST.

    def index_parts(self, node: ast.expr) -> list[Any]:
        if isinstance(node, ast.Tuple):
            return [part for e in node.elts for part in self.index_parts(e)]
        if isinstance(node, ast.Slice):
            return [node]
        if isinstance(node, ast.Constant) and node.value is ...:
            return [_REST]
        if (isinstance(node, ast.Constant) and node.value is None) or self.called_name(node) is None and self._is_new_axis(node):
            return [_NEW]
        return self._parts_of(self.copied(self.value(node)))

    def _is_new_axis(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Attribute) and node.attr == "newaxis"

    def _parts_of(self, value: Value) -> list[Any]:
        return [found for part in self.parts(value) for found in self._parts_of(part)] if is_tuple(value.kind) else [value]

    def of_Subscript(self, node: ast.Subscript) -> Value:
        if isinstance(self.known(node.value), type):
            return super().of_Subscript(node)
        value = self._kept(self.value(node.value), node.slice)
        if not self.may_be_array(value):
            if isinstance(node.slice, ast.Slice):
                return self.slice_of(value, node.slice)
            return self.item(value, self.value(node.slice))
        parts = self.index_parts(node.slice)

        def way(one: Value) -> Value:
            if is_array(one.kind):
                return self.part_of_array(one, parts, node)
            return self.slice_of(one, parts[0]) if isinstance(parts[0], ast.Slice) else self.item(one, self._index_of(parts))

        return self.each_kind(value, "of", way)

    def _index_of(self, parts: list[Any]) -> Value:
        """The index of what is no array."""
        if not all(isinstance(part, Value) for part in parts):
            raise NotOnHeap("such an index of something else")
        return parts[0] if len(parts) == 1 else self.tuple_of(parts)

    def _item(self, value: Value, index: Value) -> Value:
        if is_array(value.kind):
            return self.part_of_array(value, self._parts_of(index), None)
        return super()._item(value, index)

    def _slice(self, value: Value, node: ast.Slice) -> Value:
        if is_array(value.kind):
            return self.part_of_array(value, [node], None)
        return super()._slice(value, node)

    # Reading.

    def _whole_parts(self, array: Value, parts: list[Any]) -> list[Any]:
        """With a slice for each axis that nothing is said of."""
        said = sum(not isinstance(part, str) for part in parts)
        rest = dimensions_of(array.kind) - said
        if rest < 0 or parts.count(_REST) > 1:
            raise NotOnHeap("too many indices of an array")
        everything = ast.Slice(None, None, None)
        if _REST not in parts:
            return [*parts, *[everything] * rest]
        at = parts.index(_REST)
        return [*parts[:at], *[everything] * rest, *parts[at + 1 :]]

    def _is_whole(self, part: Any) -> bool:
        kinds = part.cell.all() if isinstance(part, Value) else []
        return bool(kinds) and all(k == WHOLE or (is_number(k) and is_integer(k)) for k in kinds)

    def is_basic(self, parts: list[Any]) -> bool:
        return all(not isinstance(part, Value) or self._is_whole(part) for part in parts)

    def part_of_array(self, array: Value, parts: list[Any], node: Any) -> Value:
        if dimensions_of(array.kind) == 0:
            raise NotOnHeap("a part of an array without dimensions")
        if not self.is_basic(parts):
            made = Expression()
            made.operands.append(array)
            index = self._index_text(parts, made, False)
            return self.computed(f"a0_[{index}]", made.operands, node)
        has_rest = _REST in parts
        parts = self._whole_parts(array, parts)
        if not has_rest and parts and all(isinstance(part, Value) for part in parts):
            at = self.held(f"place_in_{len(parts)}(I_, {array.words[0]}, {self._places_inside(array, parts)})")
            return self.loaded(self.types.new(number_kind(dtype_of(array.kind))), at)
        if isinstance(parts[0], Value) and all(_is_all(part) for part in parts[1:]) and len(parts) > 1:
            word = self.held(f"row_of(I_, F_, {array.words[0]}, {dimensions_of(array.kind)}, {self._places_inside(array, parts[:1])})")
            return self.of(array.kind - 1, word)
        return self._view(array, parts)

    def _places_inside(self, array: Value, parts: list[Any]) -> str:
        return ", ".join(self.index_inside(self.number(part), f"I_[{array.words[0]} + {axis + 1}]", axis) for axis, part in enumerate(parts))

    def _view(self, array: Value, parts: list[Any]) -> Value:
        """With its own extents and strides, and the memory of the array."""
        word, count = array.words[0], dimensions_of(array.kind)
        begin = f"I_[{word}]"
        extents: list[str] = []
        strides: list[str] = []
        axis = 0
        for part in parts:
            if part == _NEW:
                extents.append("1")
                strides.append("0")
                continue
            axis += 1
            extent, stride = f"I_[{word} + {axis}]", f"I_[{word} + {count + axis}]"
            if isinstance(part, Value):
                begin += f" + index_in({self.index_inside(self.number(part), extent, axis - 1)}, {extent}) * {stride}"
            elif _is_all(part):
                extents.append(extent)
                strides.append(stride)
            else:
                start, step, number = self.bounds(part, extent)
                extents.append(number)
                strides.append(stride if step == "1" else f"{stride} * {step}")
                begin += "" if start == "0" else f" + {start} * {stride}"
        if len(extents) > 3 or not extents:
            raise NotOnHeap("a view of other dimensions")
        return self.view_of(array, extents, strides, begin)

    def view_of(self, array: Value, extents: list[str], strides: list[str], begin: str, is_writable: bool = True) -> Value:
        """`is_writable`: where it is not, the memory has the place with a minus."""
        area = f"I_[{array.words[0]} + {2 * dimensions_of(array.kind) + 1}]"
        area = area if is_writable else f"-abs({area})"
        words = self.held(f"[{', '.join([begin, *extents, *strides, area])}]")
        return self.of(array_kind(dtype_of(array.kind), len(extents)), self.held(f"view(I_, F_, {words})"))

    def diagonal_of(self, array: Value) -> Value:
        """a.diagonal(), of two dimensions, which cannot be stored into."""
        extents, strides = ([f"I_[{array.words[0]} + {axis}]" for axis in axes] for axes in ((1, 2), (3, 4)))
        return self.view_of(array, [f"min({', '.join(extents)})"], [" + ".join(strides)], f"I_[{array.words[0]}]", False)

    def squeezed(self, array: Value) -> Value:
        """np.squeeze(a): the run says which axes are left."""
        word, count = array.words[0], dimensions_of(array.kind)

        def left(axes: list[int]) -> Callable[[], Value]:
            extents, strides = ([f"I_[{word} + {axis + 1 + behind}]" for axis in axes] for behind in (0, count))
            return lambda: self.view_of(array, extents, strides, f"I_[{word}]")

        ways = []
        for chosen in range(2**count):
            axes = [axis for axis in range(count) if chosen >> axis & 1]
            tests = [f"I_[{word} + {axis + 1}] {'!=' if axis in axes else '=='} 1" for axis in range(count)]
            ways.append((" and ".join(tests), left(axes)))
        return self.joined("squeezed", ways, None) if count else array

    def _index_text(self, parts: list[Any], made: Expression, as_values: bool) -> str:
        texts = []
        for part in parts:
            if isinstance(part, ast.Slice):
                ends = ["" if end is None else self.template(end, made) for end in (part.lower, part.upper, part.step)]
                if as_values:
                    texts.append(f"slice({', '.join(end or 'None' for end in ends)})")
                else:
                    texts.append(f"{ends[0]}:{ends[1]}{f':{ends[2]}' if ends[2] else ''}")
            elif isinstance(part, str):
                texts.append("None" if part == _NEW else "...")
            else:
                texts.append(self.template(part, made))
        return f"{', '.join(texts)}{',' if len(texts) == 1 and as_values else ''}"

    # Storing.

    def set_target(self, target: Any, value: Value) -> None:
        if not isinstance(target, ast.Subscript):
            super().set_target(target, value)
            return
        with self.within("target", id(target)):
            holder = self.copied(self.value(target.value))
            if self.may_be_array(holder):
                self._store_into(holder, self.index_parts(target.slice), value)
            elif isinstance(target.slice, ast.Slice):
                self.store_slice(holder, target.slice, value)
            else:
                self.store_item(holder, self.copied(self.value(target.slice)), value)

    def _store_into(self, holder: Value, parts: list[Any], value: Value) -> None:
        def way(one: Value) -> Value:
            if is_array(one.kind):
                self.store_part(one, parts, value)
            elif isinstance(parts[0], ast.Slice):
                self.store_slice(one, parts[0], value)
            else:
                self.store_item(one, self._index_of(parts), value)
            return self.nothing()

        self.each_kind(holder, "stored", way)

    def store_item(self, value: Value, index: Value, item: Value) -> None:
        if not self.may_be_array(value):
            super().store_item(value, index, item)
            return

        def way(one: Value) -> Value:
            if is_array(one.kind):
                self.store_part(one, self._parts_of(index), item)
            else:
                super(ArraySubscripts, self).store_item(one, index, item)
            return self.nothing()

        self.each_kind(value, "stored", way)

    def store_part(self, array: Value, parts: list[Any], value: Value) -> None:
        super().store_part(array, parts, value)
        self.changes = True
        if dimensions_of(array.kind) == 0:
            raise NotOnHeap("a part of an array without dimensions")

        def way(one: Value) -> Value:
            self._store_part(array, parts, one)
            return self.nothing()

        self.each_kind(value, "put", way)

    def _store_part(self, array: Value, parts: list[Any], value: Value) -> None:
        if not self.is_basic(parts):
            self._store_chosen(array, parts, value)
            return
        whole = self._whole_parts(array, parts)
        if whole and all(isinstance(part, Value) for part in whole) and (value.kind in NUMBERS or is_number(value.kind)):
            word = self.item_word(array.kind, value)
            self.emit(f"check_writable(I_, {array.words[0]}, {dimensions_of(array.kind)})")
            at = self.held(f"place_in_{len(whole)}(I_, {array.words[0]}, {self._places_inside(array, whole)})")
            self.emit(f"{'F_' if is_real(array.kind) else 'I_'}[{at}] = {word}")
            return
        if all(isinstance(part, Value) for part in whole):
            self.wrong("an item of an array that is no number")
            return
        self.store_whole(array if all(map(_is_all, whole)) else self.part_of_array(array, parts, None), value)

    def item_word(self, kind: int, value: Value) -> str:
        """The word of an item for a number that is stored."""
        code = code_of(kind)
        value = self.python_number(value) if is_number(value.kind) and code_of(value.kind) == UINT64 != code else value
        word = value.words[0]
        is_float = value.kind == REAL or (is_number(value.kind) and is_real(value.kind))
        if is_real(kind):
            word = word if is_float else f"float({word})"
            return word if code == FLOAT64 else self.held(f"float(np.{dtype_of(kind)}({word}))")
        if code == TRUTH:
            return self.held(f"1 if {word} != 0 else 0")
        word = self.held(f"int({word})") if is_float else word
        if code != INT64 and code_of(kind) != code_of(value.kind if is_number(value.kind) else ARRAY):
            bits = _RANGES[dtype_of(kind)]
            least = 0 if dtype_of(kind).startswith("u") else -(2**bits)
            word = self.held(f"fits_in({word}, {least}, {2**bits - 1})")
        return word

    def store_whole(self, array: Value, value: Value) -> None:
        """a[...] = value"""
        if not (value.kind in (*NUMBERS, LIST, ROW) or is_number(value.kind) or is_array(value.kind) or is_tuple(value.kind)):
            self.wrong("items of an array that are no numbers")
            return
        value = self.as_row(value) if is_tuple(value.kind) else value
        if result_of("stored_(a0_, ..., a1_)", (array.kind, self.native_kind(value))) != NONE:
            raise NotOnHeap("what an array cannot hold")
        value = self.behind_raised("stored_(a0_.copy(), ..., a1_)", [array, value])[1]
        native, given = self.native(array), self.native(self.stretched([array, value])[1])
        self.emit(f"{native}[{', '.join(':' * dimensions_of(array.kind))}] = {given}")
        self.store_all(array, native, array.kind)

    def _store_chosen(self, array: Value, parts: list[Any], value: Value) -> None:
        """a[mask] = value"""
        if not (value.kind in (*NUMBERS, LIST, ROW) or is_number(value.kind) or is_array(value.kind)):
            self.wrong("items of an array that are no numbers")
            return
        made = Expression()
        made.operands += [array, value]
        index = self._index_text(parts, made, False)
        kinds = tuple(map(self.native_kind, made.operands))
        if len(made.operands) > 2 and any(len(operand.cell.all()) > 1 for operand in made.operands):
            raise NotOnHeap("an index of several kinds")
        if result_of(f"stored_(a0_, np.s_[{index}], a1_)", kinds) != NONE:
            raise NotOnHeap("what an array cannot hold")
        operands = self.behind_raised(f"stored_(a0_.copy(), np.s_[{index}], a1_)", made.operands)
        native = self.native_name(f"{self.native(operands[0])}.copy()")
        given = self.native(operands[1])
        self.emit(f"{native}[{self.text_for(index, operands)}] = {given}")
        self.store_all(array, native, array.kind)

    def do_AugAssign(self, node: ast.AugAssign, is_last: bool) -> None:
        target = node.target
        if not isinstance(target, ast.Subscript):
            super().do_AugAssign(node, is_last)
            return
        holder, sign = self.copied(self.value(target.value)), sign_of(node.op)
        parts = self.index_parts(target.slice)

        def way(one: Value) -> Value:
            if is_array(one.kind):
                self._change_part(one, parts, sign, node)
                return self.nothing()
            index = self._index_of(parts)
            with self.within("read"):
                old = self.item(one, index)
            self.store_item(one, index, self.binary(sign, old, self._added(sign, old, node.value), True))
            return self.nothing()

        self.each_kind(holder, "changed", way)

    def _change_part(self, array: Value, parts: list[Any], sign: str, node: ast.AugAssign) -> None:
        """a[parts] += value"""
        with self.within("read"):
            old = self.part_of_array(array, parts, node)
        is_view = is_array(old.kind) and self.is_basic(parts)

        def changed(value: Value) -> Value:
            if is_array(old.kind) and not is_view:  # a copy, which keeps its type and shape
                self.kept_kind(sign, old, value)
            return self.binary(sign, old, value, is_view)

        made = self.each_of(self.value(node.value), changed)
        if not is_view:
            self.store_part(array, parts, made)

    # Loops.

    def _each_of(self, value: Value, body: Callable[[Value], None], any_order: bool) -> None:
        if not is_array(value.kind):
            super()._each_of(value, body, any_order)
            return
        if dimensions_of(value.kind) == 0:
            self.refuse("items of an array without dimensions")
            return
        at = self.held("0")
        with self.loop():
            with self.block(f"if {at} >= I_[{value.words[0]} + 1]:"):
                self.emit("break")
            item = self.item_at(value, at)
            self.emit(f"{at} += 1")
            body(item)

    def item_at(self, value: Value, at: str) -> Value:
        if not is_array(value.kind):
            return super().item_at(value, at)
        dimensions = dimensions_of(value.kind)
        if dimensions == 1:
            place = self.held(f"I_[{value.words[0]}] + {at} * I_[{value.words[0]} + 2]")
            return self.loaded(self.types.new(number_kind(dtype_of(value.kind))), place)
        return self.of(value.kind - 1, self.held(f"row_of(I_, F_, {value.words[0]}, {dimensions}, {at})"))

    def as_sequence(self, value: Value) -> Value:
        return value if is_array(value.kind) and dimensions_of(value.kind) else super().as_sequence(value)

    def row_of_other(self, value: Value) -> Value:
        if is_array(value.kind) and dimensions_of(value.kind):
            return self.list_of(value, "items", kind=ROW)  # type: ignore[no-any-return]
        return super().row_of_other(value)

    def _unpacked(self, value: Value, count: int) -> Value:
        if is_array(value.kind) and dimensions_of(value.kind):
            with self.block(f"if I_[{value.words[0]} + 1] != {count}:"):
                self.refuse("another number of parts")
            return self.tuple_of([self.item_at(value, str(i)) for i in range(count)])
        return super()._unpacked(value, count)


def _is_all(part: Any) -> bool:
    return isinstance(part, ast.Slice) and part.lower is part.upper is part.step is None
