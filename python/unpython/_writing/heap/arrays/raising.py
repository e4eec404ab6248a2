"""What NumPy raises, where a `try` around catches it, or `with np.errstate(over="raise")` asks for it: NumPy is asked first."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from unpython._library.containers.heap_raised import CLASSES, LENGTHS
from unpython._writing.heap.arrays.kinds import dtype_of, is_array, is_number
from unpython._writing.heap.byte_strings import ByteStrings
from unpython._writing.heap.cells import BOOL, REAL, WHOLE
from unpython._writing.heap.emitter import Value
from unpython._writing.heap.operators import NUMBERS, SEQUENCES

_OPERAND = re.compile(r"\ba(\d+)_(?!\w)")
_OF_ONE = "exp log sqrt sin cos tan abs absolute floor ceil sign isnan isfinite sum mean std var copy tanh square cumsum"
_NEVER = re.compile(rf"[-+~]?a0_|np\.(?:{_OF_ONE.replace(' ', '|')})\(a0_\)|a0_\.(?:sum|mean|std|var|copy|cumsum|flatten|tolist)\(\)")
_BESIDE_NUMBERS = re.compile(r"a0_ (?:[-+*/%<>]|//|\*\*|[<>=!]=) (?:a1_|-?\d+)")
_MATH_ALONE = frozenset("sqrt log floor ceil fabs degrees radians atan2 copysign gcd lcm isnan isinf isfinite".split())
_SELDOM = {ZeroDivisionError: ("average(", "arange("), TypeError: (), FloatingPointError: ()}


class Raising(ByteStrings):
    """`float_errors`: what np.errstate says around, of the kinds of errors that it raises."""

    float_errors: dict[str, str]
    native: Any

    def known_to_raise(self) -> list[type]:
        """The classes of NumPy that something here takes."""
        raises: list[type] = [c for c in CLASSES if self._is_caught(c, self.tries)]
        return [*raises, FloatingPointError] if self._has_float_errors() and FloatingPointError not in raises else raises

    def _has_float_errors(self) -> bool:
        return "raise" in self.float_errors.values()

    def behind_raised(self, template: str, operands: list[Value], always: bool = False) -> list[Value]:
        """The operands, behind what raises where NumPy would of this template. `always`: whether it always does."""
        if not operands or not all(map(_is_plain, operands)) or not self._may_raise(template, operands, always):
            return operands
        return self._raised_of(template, operands)

    def _raised_of(self, template: str, operands: list[Value]) -> list[Value]:
        used = sorted({int(m[1]) for m in _OPERAND.finditer(template)})
        natives = {number: self.held_native(operands[number]) for number in used}
        said = ",".join(f"{name}={mode}" for name, mode in self.float_errors.items())
        text = self.text(f"{said}|{_OPERAND.sub(lambda m: self._typed_operand(used.index(int(m[1])), operands[int(m[1])]), template)}")
        given = ", ".join([self.native_codes(text), *(natives[number][0] for number in used)])
        number = self.held(f"raised({given})")
        with self.block(f"if {number} != 0:"):
            said_by = self.held(f"message_raised({number} // {LENGTHS}, np.zeros(1, dtype=np.int64).dtype, {given})")
            message = self.text_of(self.held(f"codes_raised({said_by})"))
            for of in self.known_to_raise():
                with self.block(f"if {number} % {LENGTHS} == {CLASSES.index(of) + 1}:"):
                    self.fail(of, None, [self.made_object(of, [message], {}) if self.class_of(of).has_fields else message])
            self.refuse("what NumPy raises")
        return [natives[number][1] if number in natives else operand for number, operand in enumerate(operands)]

    def index_inside(self, number: str, extent: str, axis: int) -> str:
        """An index along an axis, which is inside where somebody takes an IndexError."""
        return self.checked_index(number, extent, axis) if IndexError in self.known_to_raise() else number

    def checked_index(self, number: str, extent: str, axis: int) -> str:
        number, extent = self.held(number), self.held(extent)
        with self.block(f"if {number} >= {extent} or {number} < -{extent}:"):
            said = [self.text("index "), self.shown(self.whole(number)), self.text(f" is out of bounds for axis {axis} with size ")]
            self.fail(IndexError, None, [self.texts_joined([*said, self.shown(self.whole(extent))])])
        return number

    def _of_math(self, short: str, words: list[str], kinds: list[int]) -> Value:
        if short not in _MATH_ALONE and any(self._is_caught(c, self.tries) for c in (ValueError, OverflowError, ZeroDivisionError)):
            given = ", ".join(f"a{number}_" for number in range(len(words)))
            self._raised_of(f"math.{short}({given})", [self.of(kind, word) for kind, word in zip(kinds, words, strict=True)])
        return super()._of_math(short, words, kinds)

    def held_native(self, value: Value) -> tuple[str, Value]:
        """The text of a value for the compiler, and the value that has it."""
        native = self.native(value)
        return native, self.beside(value, native) if is_array(value.kind) else value

    beside: Any  # a value that the compiler's own name has, too

    def native_codes(self, text: Value) -> str:
        return self.held(f"np.array({self.codes_of(text)})")

    def _may_raise(self, template: str, operands: list[Value], always: bool) -> bool:
        classes = self.known_to_raise()
        if always or not classes:
            return always and bool(classes)
        if self._has_float_errors():
            return True
        is_linear = "linalg." in template or "polyfit(" in template
        if not any(_may_come(of, template, is_linear) for of in classes) or _NEVER.fullmatch(template):
            return False
        return not (_BESIDE_NUMBERS.fullmatch(template) and any(not is_array(v.kind) and v.kind not in SEQUENCES for v in operands))

    def _typed_operand(self, number: int, value: Value) -> str:
        """Numbers of NumPy come as Python's."""
        name = f"a{number}_"
        if value.kind in SEQUENCES and {*value.cell.of(value.kind)[0].all()} <= {WHOLE, REAL, BOOL}:
            return f"{name}.tolist()"
        return f"np.{dtype_of(value.kind)}({name})" if is_number(value.kind) else name

    @contextmanager
    def with_float_errors(self, given: dict[str, str]) -> Iterator[None]:
        before = self.float_errors
        every = {name: given["all"] for name in ("divide", "over", "under", "invalid")} if "all" in given else {}
        self.float_errors = {**before, **every, **{name: mode for name, mode in given.items() if name != "all"}}
        yield
        self.float_errors = before

    @contextmanager
    def finally_(self, write: Callable[[], None]) -> Iterator[None]:
        errors = self.float_errors

        def last() -> None:
            inside, self.float_errors = self.float_errors, errors
            write()
            self.float_errors = inside

        with super().finally_(last):
            yield


def _is_plain(value: Value) -> bool:
    """Whether NumPy may be asked of a value before, and then again: it is no generator of random numbers."""
    return value.kind in (*NUMBERS, *SEQUENCES) or is_array(value.kind) or is_number(value.kind)


def _may_come(of: type, template: str, is_linear: bool) -> bool:
    if of.__name__ == "LinAlgError":
        return is_linear
    return any(part in template for part in _SELDOM[of]) if of in _SELDOM else True
