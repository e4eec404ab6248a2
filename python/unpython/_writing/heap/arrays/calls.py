"""Functions of NumPy, methods and attributes of arrays."""

from __future__ import annotations

import ast
import sys
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
    is_number,
    is_of_numpy,
    is_real,
    number_kind,
)
from unpython._writing.heap.arrays.natives import Expression
from unpython._writing.heap.arrays.subscripts import ArraySubscripts
from unpython._writing.heap.cells import BOOL, BYTES, LIST, REAL, ROW, WHOLE, NotOnHeap, is_tuple
from unpython._writing.heap.emitter import Value

_ATTRIBUTES = frozenset("T shape size ndim dtype nbytes itemsize real imag flat".split())
_LEFT_OUT = frozenset(
    "seterr geterr errstate setbufsize save savez savetxt load loadtxt genfromtxt fromfile memmap fromstring vectorize frompyfunc"
    " piecewise apply_along_axis apply_over_axes fromfunction fromiter nditer ndenumerate ndindex copyto put place putmask put_along_axis"
    " fill_diagonal eig eigvals roots set_printoptions array2string array_str array_repr ndarray dtype finfo iinfo broadcast poly1d"
    " matrix recarray shares_memory may_share_memory shuffle bincount_ nested_iters str_ bytes_ void object_"
    " from_dlpack require block tensorsolve save_ show_config info test isscalar byte_bounds einsum_path".split()
)
_FILLED = {"empty": "zeros", "empty_like": "zeros_like"}  # what is in an array that nobody has filled is not said
_SAME = frozenset(["asarray", "ascontiguousarray", "asanyarray"])
_IN_PLACE = frozenset(["sort", "fill", "partition", "put", "resize", "itemset", "setflags", "byteswap", "setfield", "getfield"])
_OF_POINTS = frozenset("copy astype sum mean max min round".split())
_GIVING_ITSELF = frozenset("sum max min copy prod conj squeeze".split())
_CHAINS = frozenset(["concatenate", "hstack", "vstack"])


def _type_behind_one(args: list[Any], keywords: dict[str, Any]) -> Any:
    """The type of f(x, dtype) and f(x, dtype=dtype); None: it is not given, or more is."""
    if len(args) == 1 and {*keywords} == {"dtype"}:
        return keywords["dtype"]
    return args[1] if len(args) == 2 and not keywords else None


class ArrayCalls(ArraySubscripts):
    def is_numpy_function(self, found: Any) -> bool:
        return self._numpy_name(found) is not None

    @staticmethod
    def _numpy_name(found: Any) -> str | None:
        """`np.linalg.solve`, of a function of NumPy that computes."""
        numpy = sys.modules.get("numpy")
        name = getattr(found, "__name__", None)
        if numpy is None or not isinstance(name, str) or name in _LEFT_OUT:
            return None
        if isinstance(found, type) and not issubclass(found, numpy.generic):
            return None
        for prefix, module in (("np", numpy), ("np.linalg", numpy.linalg), ("np.fft", numpy.fft)):
            if getattr(module, name, None) is found:
                return f"{prefix}.{_FILLED.get(name, name)}"
        return None

    def call_known(self, found: Any, args: list[Any], keywords: dict[str, Any], node: Any) -> Value:
        name = self._numpy_name(found)
        if name is None:
            if getattr(found, "__name__", "") == "fromiter" and found is sys.modules["numpy"].fromiter:
                return self._of_items(args, keywords)
            return super().call_known(found, args, keywords, node)
        short = name.rpartition(".")[2]
        if "out" in keywords or "where" in keywords:
            raise NotOnHeap("a result of NumPy that is given")
        if short in _CHAINS and len(args) == 1 and (chained := self._chained(short, args, keywords)) is not None:
            return chained
        if short in ("array", "stack", *_SAME) and args and isinstance(args[0], (ast.ListComp, ast.Name, ast.Attribute, ast.Call, ast.Subscript)):
            args = [self.copied(self.value(args[0])), *args[1:]]
        if short == "stack" and self._is_made_of_list(args) and not args[0].cell.of(LIST)[0].all():
            raise NotOnHeap("a stack of no arrays")
        if short in ("zeros", "ones", "full") and self._is_made_of_list(args):
            raise NotOnHeap("a list that says a shape")
        if short == "transpose" and len(args) == 1 and not keywords:
            return self._method_of(self.value_of(args[0]), "transpose", [], {}, node)
        if short in ("diag", "diagonal") and len(args) == 1 and not keywords:
            args = [self.copied(self.value_of(args[0]))]
            if is_array(args[0].kind) and dimensions_of(args[0].kind) == 2 and not self.is_consumed(node):
                return self.diagonal_of(args[0])
        if short in ("array_split", "split") and len(args) == 2 and not keywords:
            return self._split_array(short, self.copied(self.value_of(args[0])), self.number(self.value_of(args[1])))
        if short in ("reshape", "ravel", "squeeze") and args:
            value = self.copied(self.value_of(args[0]))
            if short == "squeeze" and value.kind in (LIST, ROW):
                value = self.computed("np.array(a0_)", [value])
            if any(map(is_array, value.cell.all())):
                return self.each_kind(value, "shaped", lambda one: self._shaped(one, short, args[1:], keywords, node))
            args = [value, *args[1:]]
        if short == "frombuffer":
            return self._of_bytes(args, keywords)
        made = Expression()
        texts = [self.template(a, made) for a in args]
        texts += [f"{key}={self.template(value, made)}" for key, value in keywords.items()]
        return self.computed(f"{name}({', '.join(texts)})", made.operands, node, made.listed)

    def _of_items(self, args: list[Any], keywords: dict[str, Any]) -> Value:
        """np.fromiter(items, dtype)"""
        dtype = _type_behind_one(args, keywords)
        if dtype is None:
            raise NotOnHeap("an array of so many items")
        made = Expression()
        made.operands.append(self.list_of(self.source_of(args[0]), "items"))
        return self.computed(f"np.array(a0_, dtype={self.template(dtype, made)})", made.operands)

    def _of_bytes(self, args: list[Any], keywords: dict[str, Any]) -> Value:
        """np.frombuffer(given, dtype=np.uint8), of bytes: nothing can be stored into it."""
        dtype = _type_behind_one(args, keywords)
        known = self.known(dtype) if isinstance(dtype, (ast.Name, ast.Attribute)) else getattr(dtype, "value", None)
        if known is None or known not in (sys.modules["numpy"].uint8, "uint8", "u1"):
            raise NotOnHeap("an array of a buffer")
        given = self.copied(self.value_of(args[0]))
        if given.kind != BYTES:
            raise NotOnHeap("an array of a buffer")
        array = self.computed("np.array(a0_, dtype=np.uint8)", [self.list_of(given, "bytes")])
        extent, stride = (f"I_[{array.words[0]} + {k}]" for k in (1, 2))
        return self.view_of(array, [extent], [stride], f"I_[{array.words[0]}]", False)

    def _shaped(self, value: Value, name: str, args: list[Any], keywords: dict[str, Any], node: Any) -> Value:
        if not is_array(value.kind):
            return self.wrong("the shape of something else")
        return self._method_of(value, name, args, keywords, node)

    def _split_array(self, short: str, array: Value, count: str) -> Value:
        """np.array_split(a, 3): a list of views."""
        if not is_array(array.kind) or dimensions_of(array.kind) == 0:
            raise NotOnHeap("parts of something else")
        with self.block(f"if {count} <= 0" + (f" or I_[{array.words[0]} + 1] % {count} != 0:" if short == "split" else ":")):
            self.refuse("parts that are not equal")
        cell = self.types.list_of(self.types.new(array.kind))
        return self.as_any_list(Value(cell, (self.held(f"split_array(I_, F_, {array.words[0]}, {dimensions_of(array.kind)}, {count})"),)), "split")

    def _is_made_of_list(self, args: list[Any]) -> bool:
        return bool(args) and isinstance(args[0], Value) and args[0].kind == LIST

    def _chained(self, short: str, args: list[Any], keywords: dict[str, Any]) -> Value | None:
        """np.concatenate(arrays), of a list of arrays."""
        if isinstance(args[0], (ast.List, ast.Tuple)) or (isinstance(args[0], Value) and args[0].kind != LIST):
            return None
        axis = keywords.get("axis")
        if set(keywords) - {"axis"} or (axis is not None and not (isinstance(axis, ast.Constant) and axis.value == 0)):
            raise NotOnHeap("arrays that are put together otherwise")
        value = self.copied(self.value_of(args[0]))
        if len(value.cell.all()) > 1:  # a name that is a list first, and an array later

            def way(one: Value) -> Value:
                return self._chained_list(short, one) if one.kind in (LIST, ROW) else self.wrong("arrays that are put together otherwise")

            return self.each_kind(value, "chained", way)
        if value.kind not in (LIST, ROW):
            args[0] = value
            return None
        return self._chained_list(short, value)

    def _chained_list(self, short: str, value: Value) -> Value:
        item = value.cell.of(value.kind)[0]
        kind = item.only()
        if not is_array(kind) or dimensions_of(kind) > 2:
            raise NotOnHeap("a list of other arrays")
        is_flat = dimensions_of(kind) == 1
        if short == "vstack" and is_flat:
            return self.put(kind + 1, self.native_name(self._listed(value)))
        if short == "hstack" and not is_flat:
            raise NotOnHeap("arrays that are put together otherwise")
        taken = f"chained_{'' if is_flat else 'rows_of_'}{'floats' if is_real(kind) else 'ints'}(I_, F_, {value.words[0]})"
        return self.put(kind, self.native_name(self._typed(taken, kind)))

    # Methods.

    def _method_of(self, value: Value, name: str, args: list[Any], keywords: dict[str, Any], node: Any) -> Value:
        if not is_of_numpy(value.kind):
            return super()._method_of(value, name, args, keywords, node)
        if "out" in keywords:
            raise NotOnHeap("a result of NumPy that is given")
        of = sys.modules["numpy"].ndarray if is_array(value.kind) else self.type_of_kind(value.kind)
        if not hasattr(of, name):
            return self.raised_always(AttributeError, f"'numpy.{of.__name__}' object has no attribute '{name}'")
        if is_number(value.kind):
            if name in ("item", "tolist") and not args:
                return self.python_number(value)
            if name == "is_integer" and is_real(value.kind):
                return super()._method_of(self.python_number(value), name, args, keywords, node)
            return self._of_number(value, name, args, keywords)
        elif name in ("item", "tolist") and dimensions_of(value.kind) == 0 and not args:
            return self.python_number(value)
        elif dimensions_of(value.kind) == 0 and name not in _OF_POINTS:
            raise NotOnHeap("a method of an array without dimensions")
        elif name == "squeeze" and not args and not keywords:
            return self.squeezed(value)
        elif name in ("reshape", "ravel", "transpose", "tolist", "flatten"):
            return self._of_shape(value, name, args, keywords)
        elif name == "diagonal" and dimensions_of(value.kind) == 2 and not args and not keywords and not self.is_consumed(node):
            return self.diagonal_of(value)
        elif name in _IN_PLACE:
            return self._changed_by(value, name, args, keywords)
        elif name == "item" and not args and not keywords:
            return self._only_item(value)
        elif name == "view" and len(args) == 1 and not keywords:
            return self.viewed_as(value, args[0], node)
        made = Expression()
        made.operands.append(value)
        texts = [self.template(a, made) for a in args]
        texts += [f"{key}={self.template(given, made)}" for key, given in keywords.items()]
        return self.computed(f"a0_.{name}({', '.join(texts)})", made.operands, node)

    def _only_item(self, value: Value) -> Value:
        """a.item(), of an array with one item."""
        word, dimensions = value.words[0], dimensions_of(value.kind)
        self.check(f"items_in(I_, {word}, {dimensions}) != 1", ValueError, "can only convert an array of size 1 to a Python scalar")
        return self.python_number(self.loaded(self.types.new(number_kind(dtype_of(value.kind))), self.held(f"I_[{word}]")))

    def _of_number(self, value: Value, name: str, args: list[Any], keywords: dict[str, Any]) -> Value:
        """x.sum(), x.round(2), of a number."""
        if not keywords and not args and name in _GIVING_ITSELF and code_of(value.kind) in (INT64, FLOAT64):
            return value
        if keywords or name not in ("round", "astype") or len(args) > 1:
            raise NotOnHeap(f"the method {name} of a number")
        made = Expression()
        made.operands.append(value)
        given = [self.template(a, made) for a in args]
        text = f"np.round({', '.join(['a0_', *given])})" if name == "round" else f"np.array(a0_, dtype={given[0]})[()]"
        return self.computed(text, made.operands)

    def _of_shape(self, value: Value, name: str, args: list[Any], keywords: dict[str, Any]) -> Value:
        dimensions, word = dimensions_of(value.kind), value.words[0]
        if keywords:
            raise NotOnHeap("keywords of a shape")
        if name == "transpose":
            if args:
                raise NotOnHeap("axes in another order")
            return self.of(value.kind, self.held(f"turned(I_, F_, {word}, {dimensions})"))
        if name == "flatten":
            return self.computed("a0_.flatten()", [value])
        if name == "tolist":
            return self._as_list(value)
        if name == "ravel":
            extents = ["-1"]
        else:
            values = [self.value_of(a) for a in args]
            parts = self._parts_of(values[0]) if len(values) == 1 else values
            extents = [self.number(part) for part in parts]
            self.behind_raised(f"a0_.reshape({', '.join(f'a{number + 1}_' for number in range(len(parts)))})", [value, *parts])
        if len(extents) > 3 or not extents:
            raise NotOnHeap("a shape of other dimensions")
        return self.of(array_kind(dtype_of(value.kind), len(extents)), self.held(f"reshaped(I_, F_, {word}, {dimensions}, [{', '.join(extents)}])"))

    def _as_list(self, value: Value) -> Value:
        kind = {True: REAL, False: WHOLE}[is_real(value.kind)] if code_of(value.kind) != TRUTH else BOOL
        if code_of(value.kind) == UINT64:
            self.refuse_wide(value.kind, f"({self.native(value)}.astype(np.int64) < 0).any()")
        if dimensions_of(value.kind) == 1:
            word = self.held(f"list_of_{'floats' if is_real(value.kind) else 'ints'}(I_, F_, {value.words[0]})")
            return self.as_any_list(Value(self.types.list_of(self.types.new(kind)), (word,)), "listed")
        made = self.new_list([], "listed")
        with self.within("rows"):
            self._each_of(value, lambda row: self.push(made, self._as_list(row)), False)
        return made

    def _changed_by(self, value: Value, name: str, args: list[Any], keywords: dict[str, Any]) -> Value:
        if name == "fill" and len(args) == 1 and not keywords:
            self.store_part(value, [...][:0], self.value_of(args[0]))
        elif name == "sort" and not args and not keywords:
            self.changes = True
            self.store_all(value, self.native_name(f"np.sort({self.native(value)})"), value.kind)
        else:
            raise NotOnHeap(f"the method {name} of arrays")
        return self.nothing()

    # Attributes.

    def of_Attribute(self, node: ast.Attribute) -> Value:
        if node.attr not in _ATTRIBUTES or self.known(node) is not None:
            return super().of_Attribute(node)
        value = self.copied(self.value(node.value))

        def way(one: Value) -> Value:
            if is_of_numpy(one.kind):
                return self.attribute_of_array(one, node.attr)
            given = ast.Attribute(Given(one), node.attr, ast.Load())
            return super(ArrayCalls, self).of_Attribute(given)

        return self.each_kind(value, "attribute", way)

    def of_Given(self, node: Given) -> Value:
        return node.given

    def attribute_of_array(self, value: Value, name: str) -> Value:
        word = value.words[0]
        if is_number(value.kind):
            raise NotOnHeap(f"the attribute {name} of a number")
        dimensions = dimensions_of(value.kind)
        if name == "T":
            return self.of(value.kind, self.held(f"turned(I_, F_, {word}, {dimensions})"))
        if name == "shape":
            return self.tuple_of([self.whole(self.held(f"I_[{word} + {axis + 1}]")) for axis in range(dimensions)])
        if name == "ndim":
            return self.whole(str(dimensions))
        if name == "size":
            return self.whole(self.held(f"items_in(I_, {word}, {dimensions})"))
        raise NotOnHeap(f"the attribute {name} of arrays")

    # Functions of Python.

    def _each_turned(self, node: ast.expr, body: Callable[[Value], None], fill: ast.expr | None = None) -> None:
        """zip(*np.where(m))"""
        value = None if self._is_lazy(node) else self.copied(self.value(node))
        parts = self.parts(value) if value is not None and is_tuple(value.kind) else []
        if fill is not None or not parts or not all(is_array(part.kind) and dimensions_of(part.kind) for part in parts):
            super()._each_turned(node if value is None else Given(value), body, fill)
            return
        at = self.held("-1")
        with self.loop():
            self.emit(f"{at} += 1")
            with self.block(f"if {' or '.join(f'{at} >= I_[{part.words[0]} + 1]' for part in parts)}:"):
                self.emit("break")
            body(self.tuple_of([self.item_at(part, at) for part in parts]))

    def call_len(self, args: list[Any], keywords: Any, node: Any) -> Value:
        value = self.value_of(args[0])
        if not self.may_be_array(value):
            return super().call_len([value], keywords, node)

        def way(one: Value) -> Value:
            if is_array(one.kind):
                if dimensions_of(one.kind) == 0:
                    return self.wrong("the length of an array without dimensions")
                return self.whole(self.held(f"I_[{one.words[0]} + 1]"))
            return super(ArrayCalls, self).call_len([one], keywords, node)

        return self.each_kind(value, "len", way)

    def call_abs(self, args: list[Any], keywords: Any, node: Any) -> Value:
        return self._by_kind("abs(a0_)", args, super().call_abs, keywords, node)

    def _by_kind(self, template: str, args: list[Any], otherwise: Any, keywords: Any, node: Any) -> Value:
        value = self.value_of(args[0])
        if not any(map(is_of_numpy, value.cell.all())):
            return otherwise([value, *args[1:]], keywords, node)  # type: ignore[no-any-return]
        return self.each_kind(
            value, "of numpy", lambda one: self.computed(template, [one]) if is_of_numpy(one.kind) else otherwise([one, *args[1:]], keywords, node)
        )

    def call_round(self, args: list[Any], keywords: Any, node: Any) -> Value:
        if len(args) == 1 or keywords:
            value = self.value_of(args[0])
            return super().call_round([self.each_kind(value, "rounded", self._rounded)], keywords, node)
        digits = args[1].value if isinstance(args[1], ast.Constant) else None
        if type(digits) is not int:
            value = self.value_of(args[0])
            if any(map(is_of_numpy, value.cell.all())):
                raise NotOnHeap("digits that the run says")
            return super().call_round([value, *args[1:]], keywords, node)
        return self._by_kind(f"np.round(a0_, {digits})", args, super().call_round, keywords, node)

    def _rounded(self, one: Value) -> Value:
        if is_number(one.kind) and code_of(one.kind) == FLOAT64:
            return self.python_number(one)
        if is_of_numpy(one.kind):
            raise NotOnHeap("round of such a number")
        return one

    def _converted(self, args: list[Any], kind: int, name: str) -> Value:
        if not args:
            return super()._converted(args, kind, name)

        def way(one: Value) -> Value:
            if is_array(one.kind) and dimensions_of(one.kind):
                return self.wrong("a number of an array")
            return super(ArrayCalls, self)._converted([self.python_number(one)], kind, name)

        return self.each_kind(self.value_of(args[0]), "number of", way)


class Given(ast.expr):
    """A value that is known, as an expression."""

    def __init__(self, given: Value):
        super().__init__()
        self.given = given
