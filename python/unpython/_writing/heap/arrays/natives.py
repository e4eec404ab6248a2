"""Expressions of NumPy as they are: arrays are taken off the heap, the compiler's own arrays are computed with, and what comes is put back.

A value that has just been computed has its array beside its place on the heap (Native): what computes on needs no place, and a place that
nobody asks for is not written (pruned)."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Callable, Set
from typing import Any

from unpython._writing.heap.arrays.axes import Axes
from unpython._writing.heap.arrays.kinds import (
    FLOAT16,
    FLOAT64,
    INT64,
    TRUTH,
    UINT64,
    array_kind,
    bounds_of,
    code_of,
    dimensions_of,
    dtype_of,
    fits,
    is_array,
    is_number,
    is_of_numpy,
    is_real,
    is_time,
    type_text,
)
from unpython._writing.heap.arrays.samples import always_raises, result_of
from unpython._writing.heap.cells import BOOL, LIST, NONE, NUMBER, REAL, ROW, WHOLE, Cell, NotOnHeap, is_float, is_tuple
from unpython._writing.heap.emitter import Rest, Value
from unpython._writing.heap.operators import SEQUENCES

_OPERAND = re.compile(r"\ba(\d+)_(?!\w)")
_AS_WORDS = r"(?:\.astype\(np\.(?:float64|int64)\))?"
_PUT = re.compile(rf"(t\d+) = (?:put_\w+\(I_, F_, native_\d+{_AS_WORDS}\)|(?:float|int)\(native_\d+{_AS_WORDS}\))")
_OF_ITEMS = "add|subtract|multiply|divide|true_divide|power|maximum|minimum|fmax|fmin|hypot|arctan2|where|clip|logical_and|logical_or|copysign|fmod|mod"
_BY_ITEM = re.compile(rf"a0_ (?:[-+*/%&|^<>]|//|\*\*|<<|>>|[<>=!]=) a1_|np\.(?:{_OF_ITEMS})\(a0_, a1_(?:, a2_)?\)")
_OF_PLACES = re.compile(r"(?:np\.(?:argwhere|nonzero|flatnonzero)\(a0_|a0_\.nonzero\()")
_TYPED = re.compile(r"np\.(?:array|asarray|asanyarray)\(a0_, dtype='?(?:np\.)?(\w+)'?\)")
_WORD = re.compile(r"\bt\d+\b")
WIDENED = ".astype(np.float64)"  # of what functions of the library do not take
_OF_KIND = re.compile(r"if \w+ == \d+:")
_NOWHERE = "put_nowhere(I_, F_, "
_TYPES: dict[Any, str] = {float: "float", int: "int", bool: "bool", complex: "complex"}
_CONSTANTS = (str, int, float, bool, type(None), type(...))


def as_words(kind: int) -> str:
    """What makes items that functions of the library do not take ones that they take."""
    if code_of(kind) == UINT64 or is_time(kind):
        return ".astype(np.int64)"
    return ".astype(np.float64)" * (code_of(kind) == FLOAT16)


class Native(Value):
    """A value that the compiler's own name `native` has, too."""

    __slots__ = ("native",)

    def __init__(self, value: Value, native: str):
        super().__init__(value.cell, value.words, value.test)
        self.native = native


class Expression:
    """A template in which a0_, a1_, ... stand for the operands. `listed`: the numbers of those that are items of lists written out."""

    def __init__(self) -> None:
        self.operands: list[Value] = []
        self.listed: set[int] = set()
        self.is_in_list = False

    def operand(self, value: Value) -> str:
        word = value.words[0] if value.words else ""
        if self.is_in_list and value.kind == WHOLE:
            word = ""
        if value.kind == WHOLE and word.lstrip("-").isdigit():
            return f"({word})" if word.startswith("-") else word
        if value.kind == BOOL and word in ("0", "1"):
            return str(word == "1")
        if value.kind == NONE:
            return "None"
        if self.is_in_list:
            self.listed.add(len(self.operands))
        self.operands.append(value)
        return f"a{len(self.operands) - 1}_"


def pruned(lines: list[tuple[int, str, int]]) -> list[tuple[int, str, int]]:
    """Without places on the heap that nobody asks for."""
    uses = Counter(word for _, text, _ in lines for word in _WORD.findall(text))
    kept = [line for line in lines if not ((found := _PUT.fullmatch(line[1])) and uses[found[1]] == 1)]
    kept = [line for number, one in enumerate(kept) for line in (_put_nowhere(kept, number) if _NOWHERE in one[1] else [one])]
    kept = [line if k + 1 < len(kept) and kept[k + 1][0] > line[0] or not line[1].endswith(":") else (*line[:1], line[1] + " pass", line[2])
            for k, line in enumerate(kept)]  # fmt: skip
    return kept


def _put_nowhere(lines: list[tuple[int, str, int]], number: int) -> list[tuple[int, str, int]]:
    """In the place of a line that puts an array on the heap which has no place there: of one kind of several, Python makes the call."""
    indent, text, at = lines[number]
    around = indent
    for other, head, _ in reversed(lines[:number]):
        if other < around and _OF_KIND.fullmatch(head):
            refused = [(indent, "if len(I_) >= 0:", at), (indent + 1, "raise NotImplementedError('an array of another kind')", at)]
            return [*refused, (indent, f"{text.partition(' = ')[0]} = 0", at)]
        around = min(around, other)
    raise NotOnHeap("an array of another kind")


class Natives(Axes):
    kept_view: Any

    def copied(self, value: Value) -> Value:
        return value if isinstance(value, Native) else super().copied(value)

    # What is put back.

    def put(self, kind: int, native: str) -> Value:
        """The value that a name of the compiler has."""
        if kind in (WHOLE, REAL, BOOL):
            return Native(self.of(kind, self.held(f"{'float' if kind == REAL else 'int'}({native})")), native)
        if not fits(kind):
            return Native(self.of(kind, self.held(f"{_NOWHERE}{native})")), native)
        if is_number(kind):
            return Native(self.of(kind, self.held(f"{'float' if is_real(kind) else 'int'}({native}{as_words(kind)})")), native)
        put = f"put_{'floats' if is_real(kind) else 'ints'}_{dimensions_of(kind)}"
        return Native(self.of(kind, self.held(f"{put}(I_, F_, {native}{as_words(kind)})")), native)

    def beside(self, value: Value, native: str) -> Value:
        return Native(value, native)

    def native_name(self, text: str) -> str:
        name = f"native_{next(self._numbers)}"
        self.emit(f"{name} = {text}")
        return name

    # What is taken.

    def native(self, value: Value) -> str:
        """The text of a value for the compiler."""
        if isinstance(value, Native):
            return value.native
        kind = value.kind
        if kind in (WHOLE, REAL):
            return value.words[0]
        if kind == BOOL:
            return f"({value.words[0]} != 0)"
        if is_number(kind):
            if not fits(kind):
                raise NotOnHeap("a number of another kind")
            if code_of(kind) == UINT64 or is_time(kind):
                return f"np.int64({value.words[0]}).astype({type_text(kind)})"
            return f"np.bool_({value.words[0]} != 0)" if code_of(kind) == TRUTH else f"np.{dtype_of(kind)}({value.words[0]})"
        if is_tuple(kind):
            parts = [self.native(part) for part in self.parts(value)]
            return f"({', '.join(parts)}{',' if len(parts) == 1 else ''})"
        if is_array(kind):
            if not fits(kind):
                raise NotOnHeap("an array of another kind")
            taken = f"{'floats' if is_real(kind) else 'ints'}_in_{dimensions_of(kind)}(I_, F_, {value.words[0]})"
            return self.native_name(self._typed(taken, kind))
        if kind in SEQUENCES:
            return self.native_name(self._listed(value))
        raise NotOnHeap("NumPy beside other values")

    @staticmethod
    def _typed(text: str, kind: int) -> str:
        if code_of(kind) == TRUTH:
            return f"{text} != 0"
        return text if dtype_of(kind) in ("int64", "float64") else f"{text}.astype({type_text(kind)})"

    def native_kind(self, value: Value) -> Any:
        """What NumPy sees of a value: of a list, the array that is made of it."""
        kind = value.kind
        if is_tuple(kind):
            return tuple(self.native_kind(part) for part in self.parts(value))
        if kind in SEQUENCES:
            return self._list_plan(value)[0]
        return kind

    def _list_plan(self, value: Value) -> tuple[int, str]:
        """The kind of the array of the items of a list, and the function that makes it."""
        item = value.cell.of(value.kind)[0]
        kinds = item.all()
        word = value.words[0]
        if not kinds and self.types.changed:
            raise NotOnHeap("an array of a list without items")
        if not kinds:
            return array_kind("float64", 1), "np.zeros(0)"
        if len(kinds) > 1 and _WIDE.issuperset(kinds) and all(map(is_float, kinds)):
            return array_kind("float64", 1), f"numbers_in_list(I_, F_, {word}, {kinds[0]}, {kinds[1]})"
        if len(kinds) > 1 and _WIDE.issuperset(kinds) and not any(map(is_float, kinds)):
            return array_kind("int64", 1), f"whole_numbers_in_list(I_, F_, {word})"
        if len(kinds) > 1:
            raise NotOnHeap("an array of several kinds")
        kind = kinds[0]
        if kind in (WHOLE, REAL, BOOL) or is_number(kind):
            dtype = {WHOLE: "int64", REAL: "float64", BOOL: "bool"}.get(kind) or dtype_of(kind)
            return array_kind(dtype, 1), f"{'floats' if is_float(kind) else 'ints'}_in_list(I_, F_, {word})"
        if is_array(kind) and dimensions_of(kind) < 3:
            name = "stacked" if dimensions_of(kind) == 1 else "stacked_grids_of"
            return kind + 1, f"{name}_{'floats' if is_real(kind) else 'ints'}(I_, F_, {word})"
        if kind in (LIST, ROW) or is_tuple(kind):
            return self._plan_of_rows(kind, item.of(kind), word)
        raise NotOnHeap("an array of such a list")

    @staticmethod
    def _rows_of(value: Value) -> Cell | None:
        """The cell of the items of the lists in a list; None of another value."""
        item = value.cell.of(value.kind)[0] if value.kind in SEQUENCES else None
        return item.of(item.only())[0] if item is not None and item.only() in (LIST, ROW) else None

    def _mixed(self, value: Value) -> list[int] | None:
        """The kinds of floats among the items of a list of integers and floats, or of lists of these; None of another value."""
        if value.kind not in SEQUENCES:
            return None
        kinds = (self._rows_of(value) or value.cell.of(value.kind)[0]).all()
        reals = [k for k in kinds if is_float(k)]
        return reals if len(kinds) > 1 and reals and _WIDE.issuperset(kinds) and len(reals) < len(kinds) else None

    @staticmethod
    def _plan_of_rows(kind: int, inner: list[Cell], word: str) -> tuple[int, str]:
        """Of a list whose items are lists, or tuples of numbers."""
        parts = {k for part in inner for k in part.all()}
        one = parts.pop() if len(parts) == 1 else -1
        if one in (WHOLE, REAL, BOOL) or is_number(one):
            dtype = {WHOLE: "int64", REAL: "float64", BOOL: "bool"}.get(one) or dtype_of(one)
            of = "floats" if is_float(one) else "ints"
            if is_tuple(kind):
                return array_kind(dtype, 2), f"{of}_in_tuples(I_, F_, {word}, {len(inner)})"
            return array_kind(dtype, 2), f"{of}_in_rows(I_, F_, {word})"
        kinds = [part.only() for part in inner]
        if not is_tuple(kind) and len(parts) > 1 and parts <= _WIDE and all(map(is_float, parts)):
            return array_kind("float64", 2), f"numbers_in_rows(I_, F_, {word}, {min(parts)}, {max(parts)})"
        if not is_tuple(kind) and len(parts) > 1 and parts <= _WIDE and not any(map(is_float, parts)):
            return array_kind("int64", 2), f"whole_numbers_in_rows(I_, F_, {word})"
        if is_tuple(kind) and parts <= _WIDE and all(k in _WIDE for k in kinds) and any(map(is_float, kinds)):
            reals = ", ".join(str(int(is_float(k))) for k in kinds)
            return array_kind("float64", 2), f"numbers_in_tuples(I_, F_, {word}, [{reals}])"
        raise NotOnHeap("an array of such a list")

    def _listed(self, value: Value) -> str:
        kind, text = self._list_plan(value)
        return self._typed(text, kind)

    # Expressions.

    def computed(self, template: str, operands: list[Value], node: Any = None, listed: Set[int] = frozenset()) -> Value:
        """The value of a template of these operands. `node`: the expression, where it may be a view; `listed`: as in Expression."""

        def inner(number: int, chosen: list[Value]) -> Value:
            if number == len(operands):
                return self._chosen(template, self._as_floats(chosen, listed), node)

            def way(one: Value) -> Value:
                if (reals := self._mixed(one)) is None:
                    return inner(number + 1, [*chosen, one])

                def of(dtype: str, call: str) -> Value:
                    native = self.native_name(call)
                    dimensions = 1 if self._rows_of(one) is None else 2
                    return inner(number + 1, [*chosen, self.put(array_kind(dtype, dimensions), native)])

                given, rows = f"{one.words[0]}, {reals[0]}, {reals[-1]}", "rows" if self._rows_of(one) is not None else "list"
                ways = [(f"has_reals_in_{rows}(I_, {given})", lambda: of("float64", f"numbers_in_{rows}(I_, F_, {given})"))]
                return self.joined(f"mixed {number}", ways, lambda: of("int64", f"whole_numbers_in_{rows}(I_, F_, {one.words[0]})"))

            return self.each_kind(operands[number], f"operand {number}", way)

        return inner(0, [])

    def _as_floats(self, operands: list[Value], listed: Set[int]) -> list[Value]:
        """With floats for integers in a list of integers and floats."""
        kinds = {operands[number].kind for number in listed}
        if not _WIDE.issuperset(kinds) or len({*map(is_float, kinds)}) < 2:
            return operands
        as_floats = [self.real(f"float({v.words[0]})") if n in listed and not is_float(v.kind) else v for n, v in enumerate(operands)]
        return as_floats

    def _computed(self, template: str, operands: list[Value], node: Any) -> Value:
        kinds = tuple(map(self.native_kind, operands))
        if self.known_to_raise() and always_raises(template, kinds):
            self.behind_raised(template, operands, True)
            return self.wrong("what NumPy raises")
        if _OF_PLACES.match(template) and not (is_array(operands[0].kind) and dimensions_of(operands[0].kind)) and operands[0].kind not in SEQUENCES:
            raise NotOnHeap("places in something without axes")  # of which the compiler knows none
        found = result_of(template, kinds)
        known = self._within_bounds(template, self.behind_raised(template, operands))
        if isinstance(found, tuple) and found[0] == "operand" and is_array(operands[found[1]].kind):
            return operands[found[1]]
        found = kinds[found[1]] if isinstance(found, tuple) and found[0] == "operand" else found  # of a list: the array that is made of it
        text = self.text_for(template, known)
        return self._given_back(found, text, node, operands)

    def _within_bounds(self, template: str, operands: list[Value]) -> list[Value]:
        """np.array(v, dtype=np.uint8) of a list of Python's integers, which may have none: NumPy takes none that the type has not."""
        typed = _TYPED.fullmatch(template)
        if typed is None or operands[0].kind not in SEQUENCES or operands[0].cell.of(operands[0].kind)[0].all() != [WHOLE]:
            return operands
        native = self.native_name(f"ints_in_any_list(I_, F_, {operands[0].words[0]})")
        least, most = bounds_of(typed[1])
        if least > -(2**63):
            with self.block(f"if ({native} < {least}).any()" + (":" if most >= 2**63 else f" or ({native} > {most}).any():")):
                self.refuse("an integer that a type of arrays has not")
        return [Native(operands[0], native), *operands[1:]]

    def stretched(self, operands: list[Value]) -> list[Value]:
        """Arrays with one item along an axis, as views of as many as the others have: the compiler does not see that they have one."""
        arrays = [v for v in operands if is_array(v.kind) and dimensions_of(v.kind)]

        def one(value: Value) -> Value:
            others = [v for v in arrays if v is not value]
            if value not in arrays or isinstance(value, Native) or not others:
                return value
            count, word = dimensions_of(value.kind), value.words[0]
            extents = [self._extent_beside([self._extent(v, axis - count) for v in others if dimensions_of(v.kind) >= count - axis]) for axis in range(count)]
            return self.of(value.kind, self.held(f"stretched(I_, F_, {word}, {count}, [{', '.join(extents)}])"))

        return list(map(one, operands))

    @staticmethod
    def _extent(value: Value, axis: int) -> str:
        """`axis`: from the end."""
        count = dimensions_of(value.kind)
        return f"{value.native}.shape[{count + axis}]" if isinstance(value, Native) else f"I_[{value.words[0]} + {count + axis + 1}]"

    def _extent_beside(self, extents: list[str]) -> str:
        if not extents:
            return "1"
        first, *rest = extents
        return f"({first} if {first} != 1 else {self._extent_beside(rest)})" if rest else first

    def text_for(self, template: str, operands: list[Value]) -> str:
        used = sorted({int(m[1]) for m in _OPERAND.finditer(template)})
        if _BY_ITEM.fullmatch(template):
            operands = self.stretched(operands)
        texts = {number: self.native(operands[number]) for number in used}
        return _OPERAND.sub(lambda m: texts[int(m[1])], template)

    def _given_back(self, found: Any, text: str, node: Any, operands: list[Value]) -> Value:
        if found == NONE:
            raise NotOnHeap("a function of NumPy that gives nothing")
        if isinstance(found, int):
            if found not in (BOOL, WHOLE, REAL) and not is_of_numpy(found):
                raise NotOnHeap("what NumPy gives")
            return self.put(found, self.native_name(text))
        what, *rest = found
        if what == "view":
            if not self.is_consumed(node) or rest[0] < 0:
                return self.kept_view(rest[0], text)
            return self.put(rest[0], self.native_name(text))
        if what == "operand":
            raise NotOnHeap("what NumPy gives as it is")
        given = {number: operands[part[1]] for number, part in enumerate(rest[0]) if isinstance(part, tuple) and part[0] == "operand"}
        parts = [self.native_kind(given[number]) if number in given else part for number, part in enumerate(rest[0])]
        if not all(isinstance(part, int) for part in parts) or what == "list" or (what == "named" and not self.is_unpacked(node)):
            raise NotOnHeap("several views")
        names = [f"native_{next(self._numbers)}" for _ in parts]
        if names:
            self.emit(f"{', '.join(names)}{',' if len(names) == 1 else ''} = {text}")
        made = [self.put(kind, name) for kind, name in zip(parts, names, strict=True)]
        return self.tuple_of([given[number] if number in given and is_array(given[number].kind) else one for number, one in enumerate(made)])

    def is_unpacked(self, node: Any) -> bool:
        """Whether an expression only gives its parts to names."""
        parent = None if node is None else self.parent_of(node)
        return isinstance(parent, ast.Assign) and len(parent.targets) == 1 and isinstance(parent.targets[0], ast.Tuple)

    def is_consumed(self, node: Any) -> bool:
        """Whether the value of an expression is only computed with."""
        parent = None if node is None else self.parent_of(node)
        if isinstance(parent, (ast.BinOp, ast.UnaryOp, ast.Compare)):
            return True
        if isinstance(parent, ast.Call) and node in parent.args:
            return self.is_numpy_function(self.known(parent.func)) or self.called_name(parent.func) in ("builtins.float", "builtins.len")
        return isinstance(parent, ast.Attribute) and parent.attr in _READING and isinstance(self.parent_of(parent), ast.Call)

    # Templates of what is written out.

    def template(self, given: Any, made: Expression) -> str:
        """The text of an argument of NumPy; its values are operands."""
        if isinstance(given, Value):
            return self._of_value(given, made)
        if isinstance(given, ast.Constant) and isinstance(given.value, _CONSTANTS) and not (made.is_in_list and type(given.value) in (int, float)):
            return repr(given.value) if given.value is not ... else "..."
        if isinstance(given, ast.List) and not given.elts:
            return "[]"
        if isinstance(given, (ast.List, ast.Tuple)) and _has_integers_alone(given):
            return ast.unparse(given)
        if isinstance(given, (ast.List, ast.Tuple)) and given.elts and not any(isinstance(e, ast.Starred) for e in given.elts):
            before, made.is_in_list = made.is_in_list, isinstance(given, ast.List) or made.is_in_list
            parts = [self.template(e, made) for e in given.elts]
            made.is_in_list = before
            ends = "[]" if isinstance(given, ast.List) else "()"
            return f"{ends[0]}{', '.join(parts)}{',' if len(parts) == 1 and ends == '()' else ''}{ends[1]}"
        if isinstance(given, (ast.Name, ast.Attribute)) and (found := self.known(given)) is not None:
            if found in _TYPES:
                return _TYPES[found]
            if isinstance(found, type) and found.__module__ == "numpy":
                return f"np.{found.__name__}"
        if isinstance(given, (ast.GeneratorExp, ast.Starred, ast.Lambda)):
            raise NotOnHeap("such an argument of NumPy")
        return self._of_value(self.copied(self.value(given)), made)

    def _of_value(self, value: Value, made: Expression) -> str:
        if isinstance(value, Rest):
            raise NotOnHeap("a star before an argument of NumPy")
        if is_tuple(value.kind):
            parts = [self._of_value(part, made) for part in self.parts(value)]
            return f"({', '.join(parts)}{',' if len(parts) == 1 else ''})"
        return made.operand(value)

    def each_of(self, value: Value, way: Callable[[Value], Value]) -> Value:
        return self.each_kind(value, "numpy", way)


_WIDE = frozenset([WHOLE, REAL, NUMBER + INT64, NUMBER + FLOAT64])
_READING = frozenset("sum mean std var min max any all argmin argmax dot copy astype tolist cumsum prod round trace flatten".split())


def _has_integers_alone(node: ast.expr) -> bool:
    """[1, 2], ([1], [0])"""
    parts = node.elts if isinstance(node, (ast.List, ast.Tuple)) else []
    return bool(parts) and all((isinstance(p, ast.Constant) and type(p.value) is int) or _has_integers_alone(p) for p in parts)
