"""Statements and values of whole-array programs beyond operators: masks, `out=`, einsum, grids, comprehensions, Python's own
sum, min and max, loops over elements in either order, and what `prange` loops keep for themselves."""

from __future__ import annotations

import random
from typing import Any

from fuzz.tree import Expr, Stmt

Shape = tuple[tuple[str, Any], ...]
_ROW: Shape = (("m", 0),)
_MATRIX: Shape = (("n", 0), ("m", 0))


class ArrayForms:
    """What the generator of tests/fuzz/arrays.py inherits; it makes the parts."""

    _random: random.Random
    _arrays: list[tuple[str, str, Shape]]
    _counters: list[str]
    _loops: int

    def _array(self, dtype: str, shape: Shape, depth: int) -> Expr:
        raise NotImplementedError

    def _value(self, dtype: str, shape: Shape, depth: int) -> Expr:
        raise NotImplementedError

    def _leaf(self, dtype: str, shape: Shape) -> Expr:
        raise NotImplementedError

    def _extents(self, shape: Shape) -> str:
        raise NotImplementedError

    def _statement(self, depth: int) -> Stmt:
        raise NotImplementedError

    def _new_counter(self) -> str:
        self._loops += 1
        return f"i{self._loops}"

    def _form(self, depth: int) -> Stmt:
        """One of the statements that this file adds."""
        makers = [self._masked_store, self._into, self._unpacked, self._walrus, self._deleted]
        if depth > 0:
            makers += [self._element_nest, self._rows_in_parallel, self._rows_in_parallel]
        return self._random.choice(makers)()

    def _array_of(
        self, ndim: int, dtypes: tuple[str, ...] = ("float64", "int64", "float32")
    ) -> tuple[str, str, Shape]:
        fitting = [a for a in self._arrays if len(a[2]) == ndim and a[1] in dtypes]
        return self._random.choice(fitting)

    def _mask(self, name: str) -> str:
        limit = self._random.choice(["0", "2", "-1", "q"])
        one = f"{name} {self._random.choice(['<', '>=', '=='])} {limit}"
        return f"({one}) & ({name} != 1)" if self._random.random() < 0.2 else one

    def _masked_store(self) -> Stmt:
        name, dtype, _ = self._random.choice(self._arrays)
        mask = self._mask(name).replace("q", "3") if dtype == "int64" else self._mask(name)
        choice = self._random.randrange(3)
        if choice == 0:
            return Stmt(f"{name}[{mask}] = {self._random.choice(['0', '5', '-2'])}")
        if choice == 1:
            return Stmt(f"{name}[{mask}] {self._random.choice(['+=', '-='])} 1")
        return Stmt(f"{name}[{mask}] = -{name}[{mask}]")

    def _into(self) -> Stmt:
        name, dtype, shape = self._random.choice(self._arrays)
        function = self._random.choice(["add", "subtract", "minimum", "maximum"])
        target = self._random.choice([name, name, f"{name}[...]", f"{name}[::-1]"])
        return Stmt(
            f"np.{function}({{}}, {{}}, out={target})",
            (self._value(dtype, shape, 1), self._value(dtype, shape, 1)),
        )

    def _unpacked(self) -> Stmt:
        name, _, _ = self._array_of(1, ("float64",))
        first, second = self._random.choice([("q", "_"), ("_", "q")])
        return Stmt(f"{first}, {second} = {name}[{self._random.choice([':2', '-2:', '1::-1'])}]")

    def _walrus(self) -> Stmt:
        then = (Stmt("q = q - 1"),)
        _, dtype, shape = self._random.choice(self._arrays)
        return Stmt(
            "if (q := min(max(float(np.sum({})), -9.0), 9.0)) > 2:", (self._array(dtype, shape, 1),), (then,)
        )

    def _deleted(self) -> Stmt:
        """A variable of one block; the shrinker keeps the block whole."""
        name, dtype, shape = self._random.choice(self._arrays)
        body = (
            Stmt("gone = {}", (self._value(dtype, shape, 1),), fixed=True),
            Stmt(f"{name}[...] = gone", fixed=True),
            Stmt("del gone", fixed=True),
        )
        return Stmt("for _ in range(2):", (), (body,), fixed=True)

    def _element_nest(self) -> Stmt:
        """Loops over elements, the second dimension outside as often as inside."""
        name, dtype, shape = self._array_of(2)
        i, j = self._new_counter(), self._new_counter()
        rows, columns = self._extents(shape)[1:-2].split(", ")
        loops = [f"for {i} in {{}}({rows}):", f"for {j} in {{}}({columns}):"]
        if self._random.random() < 0.5:
            loops.reverse()
        at = f"{i}, {j}"
        read = self._random.choice(
            [at, at, f"{i} - 1, {j}", f"{i}, {j} - 1", f"-1 - {i}, {j}", f"{i} // 2, {j} // 2"]
        )
        other, _, _ = self._random.choice([a for a in self._arrays if a[1] == dtype and a[2] == shape])
        value = f"min(max({other}[{read}] {self._random.choice('+-')} {self._random.choice(['1', '2', i, j])}, -99), 99)"
        body = [Stmt(f"{name}[{at}] {self._random.choice(['=', '=', '+='])} {value}")]
        if self._random.random() < 0.4:
            body.append(Stmt(f"q += float({name}[{at}])"))
        if self._random.random() < 0.3:
            body.insert(
                0,
                Stmt(
                    f"if {other}[{read}] > {self._random.choice(['0', '3', 'q'])}:",
                    (),
                    ((Stmt(f"{name}[{at}] = 1"),),),
                ),
            )
        kinds = [self._random.choice(["range", "prange", "prange"]), "range"]
        inner = Stmt(loops[1].format(kinds[1]), (), (tuple(body),))
        limit = Stmt("q = min(max(q, -9.0), 9.0)")
        return Stmt("if True:", (), ((Stmt(loops[0].format(kinds[0]), (), ((inner,),)), limit),))

    def _rows_in_parallel(self) -> Stmt:
        """An array of one iteration: made in it, or made before it and filled in each."""
        counter = self._new_counter()
        self._counters.append(counter)
        row = self._random.choice(
            [f"row{self._loops}", *(a for a, dtype, s in self._arrays if s == _ROW and a[0] == "t")]
        )
        target, _, _ = self._random.choice([a for a in self._arrays if a[1] == "float64" and a[2] == _MATRIX])
        made = row.startswith("row") or self._random.random() < 0.3
        value = self._array("float64", _ROW, 1)
        body = [Stmt(f"{row} = {{}} + 0.0" if made else f"{row}[:] = {{}}", (value,), fixed=True)]
        changes = [
            f"{row}[0] = {counter}",
            f"{row} += 1",
            f"{row}[::2] = 3",
            f"{row}[1:] = {row}[:-1]",
            f"for e in range({counter} % 3):",
        ]
        for change in self._random.sample(changes, self._random.randint(0, 2)):
            inside = ((Stmt(f"{row}[e] = {row}[e] * 2 - e"),),) if change.endswith(":") else ()
            body.append(Stmt(change, (), inside))
        uses = [
            f"{target}[{counter}] = {row}",
            f"{target}[{counter}, 0] = np.sum({row})",
            f"x[{counter}] = {row}.max()",
            f"y[{counter}] = min({row})",
            f"q += {row}[-1]",
        ]
        body += [Stmt(use) for use in self._random.sample(uses, self._random.randint(1, 2))]
        if self._random.random() < 0.3:
            body.append(self._statement(0))
        self._counters.pop()
        loop = Stmt(
            f"for {counter} in prange({self._random.choice(['4', 'min(n, m)', 'n // 2'])}):",
            (),
            (tuple(body),),
        )
        return Stmt("if True:", (), ((loop, Stmt("q = min(max(q, -9.0), 9.0)")),))

    def _vector(self, shape: Shape) -> Expr:
        """float64, made in another way than by operators."""
        kind = f"float64{shape}"
        extent = self._extents(shape)[1:-2]
        other = ("m", 0) if shape[0][0] == "n" else ("n", 0)
        choice = self._random.randrange(5)
        if choice == 0:
            return Expr(
                kind,
                "np.einsum('ij,j->i', {}, {})",
                (self._leaf("float64", (shape[0], other)), self._leaf("float64", (other,))),
            )
        if choice == 1:
            return Expr(kind, "np.einsum('ij->j', {})", (self._leaf("float64", (other, shape[0])),))
        name, _, own = self._random.choice([a for a in self._arrays if a[1] == "float64"])
        whole = name if len(own) == 1 else f"{name}[0]"
        if choice == 2:
            return Expr(kind, f"np.array([{whole}[z % 2] * 2.0 - z for z in range({extent})])")
        if choice == 3:
            return Expr(
                kind,
                f"np.array([{self._random.choice(['max', 'min', 'sum'])}({whole}[:2]) + 0.0 for z in range({extent})])",
            )
        return Expr(
            kind,
            f"np.array([v * 2.0 if v > 1 else z + 0.0 for z, v in enumerate(np.zeros({extent}) + {whole}[0])])",
        )

    def _number(self) -> Expr:
        """A float, from an array by Python's own functions, a mask or a contraction."""
        name, _, shape = self._random.choice([a for a in self._arrays if a[1] == "float64"])
        if len(shape) == 2:
            texts = [
                f"np.einsum('ij,ij->', {name}, {name})",
                f"np.sum({name}[{self._mask(name)}])",
                f"float(sum(sum(r) for r in {name}))",
            ]
        else:
            texts = [
                f"sum({name})",
                f"max({name})",
                f"min(v * 2 for v in {name})",
                f"float(sum(v for v in {name} if v > 0))",
            ]
            texts += [f"float(len([v for v in {name} if v > 1]))", f"float(any(v > 3 for v in {name}))"]
        return Expr("float", f"min(max({self._random.choice(texts)}, -9.0), 9.0)")
