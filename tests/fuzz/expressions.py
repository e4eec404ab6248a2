"""Random expressions. They keep clear of what the language leaves open: Python ints stay far below 64 bits, and
conversions to int see only numbers that fit."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from fuzz.tree import Expr

STRONG = ("float64", "float32", "int64", "int32", "int16", "uint8", "uint64")
HELPERS = ("pick({}, {}, {})", "clip({}, {}, {})", "fold({})", "fold({}, times=3)")
MODULUS = 8191  # Python ints are reduced by it: they fit int16, and the product of two fits everything


@dataclass(frozen=True)
class Names:
    """What an expression may read: variables with their kinds, arrays with their types and ranks, and the index texts
    that are inside the arrays' extents."""

    variables: Sequence[tuple[str, str]]
    arrays: Sequence[tuple[str, str, int]]
    rows: Sequence[str]
    columns: Sequence[str]


class Expressions:
    def __init__(self, random_: random.Random) -> None:
        self._random = random_

    def any_strong(self, names: Names, depth: int) -> Expr:
        return self.make(self._random.choice(STRONG), names, depth)

    def make(self, kind: str, names: Names, depth: int) -> Expr:
        """An expression of this kind."""
        if kind == "bool":
            return self.condition(names, depth)
        if depth <= 0 or self._random.random() < 0.15:
            return self._leaf(kind, names)
        if kind == "int":
            return self._weak_int(names, depth)
        if kind == "float":
            return self._weak_float(names, depth)
        return self._strong(kind, names, depth)

    def condition(self, names: Names, depth: int) -> Expr:
        choice = self._random.random()
        if depth > 0 and choice < 0.3:
            operator = self._random.choice(["({} and {})", "({} or {})"])
            return Expr(
                "bool", operator, (self.condition(names, depth - 1), self.condition(names, depth - 1))
            )
        if depth > 0 and choice < 0.4:
            return Expr("bool", "(not {})", (self.condition(names, depth - 1),))
        kind = self._random.choice(["int", "float", *STRONG])
        a, b = self.make(kind, names, depth - 1), self.make(kind, names, depth - 1)
        operator = self._random.choice(["<", "<=", ">", ">=", "==", "!="])
        if choice > 0.9:
            return Expr("bool", f"({{}} {operator} {{}} < {{}})", (a, b, self.make(kind, names, depth - 1)))
        return Expr("bool", f"({{}} {operator} {{}})", (a, b))

    def index(self, names: Names, rank: int, arrays_row: str | None = None) -> str:
        row = arrays_row if arrays_row is not None else self._random.choice(names.rows)
        return row if rank == 1 else f"{row}, {self._random.choice(names.columns)}"

    def _leaf(self, kind: str, names: Names) -> Expr:
        texts = [name for name, variable_kind in names.variables if variable_kind == kind]
        if kind in STRONG:
            texts += [
                f"{name}[{self.index(names, rank)}]" for name, dtype, rank in names.arrays if dtype == kind
            ]
            number = self._random.choice(
                ["0", "1", "2", "3", "100"] + ([] if kind[0] == "u" else ["-1", "-5"])
            )
            texts.append(f"np.{kind}({number})")
        elif kind == "int":
            texts += [self._random.choice(["0", "1", "2", "5", "-1", "-3", "17"])]
        else:
            texts += [self._random.choice(["0.0", "1.0", "0.5", "-2.5", "3.75", "1e10"])]
        return Expr(kind, self._random.choice(texts))

    def _conditional(self, kind: str, names: Names, depth: int) -> Expr:
        a, b = self.make(kind, names, depth - 1), self.make(kind, names, depth - 1)
        return Expr(kind, "({} if {} else {})", (a, self.condition(names, depth - 1), b))

    def _helper(self, kind: str, names: Names, depth: int) -> Expr:
        template = self._random.choice(HELPERS)
        operands = [self.make(kind, names, depth - 1) for _ in range(template.count("{}"))]
        if template.startswith("pick"):
            operands[0] = self.condition(names, depth - 1)
        return Expr(kind, template, tuple(operands))

    def _weak_int(self, names: Names, depth: int) -> Expr:
        choice = self._random.randrange(13)
        if choice == 12:
            return self._helper("int", names, depth)
        a, b = self.make("int", names, depth - 1), self.make("int", names, depth - 1)
        if choice == 0:
            return self._conditional("int", names, depth)
        if choice == 1:
            name = self._float_name(names)
            return Expr("int", f"(int({name}) if -8000.0 < {name} < 8000.0 else 7)") if name else a
        if choice == 2:
            return Expr("int", self._random.choice(["abs({})", "(-{})", "(~{})"]), (a,))
        operator = self._random.choice(
            [
                "({} + {}) % 8191",
                "({} - {}) % 8191",
                "({} * {}) % 8191",
                "({} // {}) % 8191",
                "({} % {})",
                "({} & {})",
                "({} ^ {})",
                "({} | {})",
                "min({}, {})",
                "max({}, {})",
            ]  # fmt: skip
        )
        return Expr("int", f"({operator})", (a, b))

    def _weak_float(self, names: Names, depth: int) -> Expr:
        choice = self._random.randrange(11)
        if choice == 10:
            return self._helper("float", names, depth)
        a, b = self.make("float", names, depth - 1), self.make("float", names, depth - 1)
        if choice == 0:
            return self._conditional("float", names, depth)
        if choice == 1:
            return Expr(
                "float", "float({})", (self.make(self._random.choice(["int", *STRONG]), names, depth - 1),)
            )
        if choice == 2:
            return Expr("float", self._random.choice(["abs({})", "(-{})"]), (a,))
        if choice == 3:
            return Expr("float", "({} + {})", (a, self.make("int", names, depth - 1)))
        operator = self._random.choice(["+", "-", "*", "*", "-", "/", "//", "%"])
        return Expr("float", f"({{}} {operator} {{}})", (a, b))

    def _strong(self, kind: str, names: Names, depth: int) -> Expr:
        choice = self._random.randrange(13)
        if choice == 12:
            return self._helper(kind, names, depth)
        a = self.make(kind, names, depth - 1)
        if choice == 0:
            return self._conditional(kind, names, depth)
        if choice == 1:
            return Expr(kind, self._random.choice(["abs({})", "(-{})", "(+{})"]), (a,))
        if choice == 2:
            return self._converted(kind, names, depth)
        is_float = kind.startswith("float")
        if choice == 3 and is_float:
            functions = [
                "np.sqrt({})",
                "np.floor({})",
                "np.ceil({})",
                "np.trunc({})",
                "np.rint({})",
                "np.abs({})",
            ]
            return Expr(kind, self._random.choice(functions), (a,))
        if choice == 3:
            return Expr(kind, self._random.choice(["({} << 3)", "({} >> 2)", "(~{})"]), (a,))
        operators = ["+", "-", "*", "//", "%"] + (["/", "*", "+"] if is_float else ["&", "|", "^"])
        operator = self._random.choice(operators)
        if choice < 7:
            return Expr(kind, f"({{}} {operator} {{}})", (a, self._weak_beside(kind)))
        if choice == 7:
            return Expr(
                kind,
                self._random.choice(["min({}, {})", "max({}, {})"]),
                (a, self.make(kind, names, depth - 1)),
            )
        return Expr(kind, f"({{}} {operator} {{}})", (a, self._narrower(kind, names, depth)))

    def _narrower(self, kind: str, names: Names, depth: int) -> Expr:
        """An operand whose type promotes to `kind` beside it."""
        fitting = [other for other in STRONG if np.result_type(kind, other) == np.dtype(kind)]
        return self.make(self._random.choice(fitting), names, depth - 1)

    def _weak_beside(self, kind: str) -> Expr:
        """A Python number that the NumPy type can hold."""
        if kind.startswith("float") and self._random.random() < 0.5:
            return self._leaf("float", Names([], [], [], []))
        return Expr(
            "int", self._random.choice(["1", "2", "3", "7"] + ([] if kind[0] == "u" else ["-1", "-4"]))
        )

    def _converted(self, kind: str, names: Names, depth: int) -> Expr:
        if kind.startswith("float"):
            source = self._random.choice(["int", "float", *STRONG])
            return Expr(kind, f"np.{kind}({{}})", (self.make(source, names, depth - 1),))
        source = self._random.choice(["int16", "int32", "int64", "uint8", "uint64"])
        return Expr(kind, f"np.{kind}({{}})", (self.make(source, names, depth - 1),))

    def _float_name(self, names: Names) -> str:
        texts = [name for name, kind in names.variables if kind in ("float", "float64", "float32")]
        return self._random.choice(texts) if texts else ""
