"""Random programs: variables of fixed kinds, arrays, loops in order and in parallel, conditions."""

from __future__ import annotations

import random
from dataclasses import replace

from fuzz.expressions import MODULUS, STRONG, Expressions, Names
from fuzz.tree import Expr, Stmt, Tree, smallest

ARRAYS = (
    ("a", "float64", 1),
    ("b", "float32", 1),
    ("c", "int64", 1),
    ("d", "int32", 2),
    ("e", "int16", 1),
    ("f", "float64", 2),
    ("j", "uint8", 1),
    ("l", "uint64", 1),
)
VARIABLES = (
    ("p", "int"),
    ("q", "int"),
    ("u", "float"),
    ("v", "float"),
    ("x", "float64"),
    ("y", "float32"),
    ("g", "int64"),
    ("h", "int32"),
    ("w", "int16"),
    ("z", "uint8"),
)
# Set before and in parallel loops in the forms of reductions.
EXTREMES = (("low", "float64"), ("high", "int32"))
# Arrays that parallel loops store to (at their own index) and do not read elsewhere.
OUTPUTS = (("r", "float64", 1), ("s", "int32", 1), ("t", "float32", 2))
SCALARS = (("i0", "int"), ("f0", "float"))
PARAMETERS = tuple(name for name, *_ in (*ARRAYS, *OUTPUTS, *SCALARS))
_NO_LOOP = Names((*VARIABLES, *SCALARS), ARRAYS, ("0", "-1", "p % n", "q % n"), ("0", "-1", "p % m"))


def generate(seed: int) -> Tree:
    return _Generator(random.Random(seed)).program()


class _Generator:
    def __init__(self, random_: random.Random) -> None:
        self._random = random_
        self._exprs = Expressions(random_)
        self._loops = 0

    def program(self) -> Tree:
        start = [Stmt("n = a.shape[0]", fixed=True), Stmt("m = d.shape[1]", fixed=True)]
        start += [Stmt(f"{name} = {{}}", (self._start_value(kind),), fixed=True) for name, kind in VARIABLES]
        start += [Stmt(f"{name} = {{}}", (smallest(kind),), fixed=True) for name, kind in EXTREMES]
        start += [
            Stmt("at = -1", fixed=True),
            Stmt("found = 0", fixed=True),
            Stmt("every = True", fixed=True),
        ]
        body = self._block(_NO_LOOP, depth=3, size=self._random.randint(2, 6), inside_loop=False)
        names = [name for name, _ in (*VARIABLES, *EXTREMES)] + ["at", "found", "bool(every)"]
        tree = Tree(PARAMETERS, (*start, *body), f"({', '.join(names)})")
        return replace(tree, extents=self._extents(tree))

    def _extents(self, tree: Tree) -> tuple[int, int]:
        """Long ones, with several leaves of a summation tree, only where plain Python stays quick."""
        loops = tree.text().count("range(") + tree.text().count("while ") + tree.text().count(" in ")
        rows = self._random.choice([1300, 2049]) if loops <= 2 else self._random.choice([1, 2, 5, 33, 40])
        return rows, self._random.choice([1, 3, 6])

    def _start_value(self, kind: str) -> Expr:
        return (
            smallest(kind)
            if self._random.random() < 0.7
            else self._exprs.make(kind, Names(SCALARS, (), ("0",), ("0",)), 1)
        )

    def _block(self, names: Names, depth: int, size: int, inside_loop: bool) -> tuple[Stmt, ...]:
        return tuple(self._statement(names, depth, inside_loop) for _ in range(size))

    def _statement(self, names: Names, depth: int, inside_loop: bool) -> Stmt:
        choice = self._random.random()
        if depth > 0 and choice < 0.2:
            return self._if(names, depth, inside_loop)
        if depth > 0 and choice < 0.4:
            return self._loop(names, depth)
        if depth > 0 and choice < 0.45:
            return self._loop_over_elements(names, depth)
        if depth > 1 and choice < 0.6 and not inside_loop:
            return self._parallel_loop(names)
        if depth > 0 and choice < 0.65:
            return self._while(names, depth)
        if inside_loop and choice < 0.7:
            jump = Stmt(self._random.choice(["break", "continue"]))
            return Stmt("if {}:", (self._exprs.condition(names, 1),), ((jump,),))
        if choice < 0.85:
            return self._assignment(names)
        return self._store(names)

    def _assignment(self, names: Names) -> Stmt:
        name, kind = self._random.choice(VARIABLES)
        if self._random.random() < 0.3:
            return self._augmented(name, kind, names)
        return Stmt(f"{name} = {{}}" + self._reduction_of(kind), (self._exprs.make(kind, names, 3),))

    def _augmented(self, name: str, kind: str, names: Names) -> Stmt:
        if kind == "int":
            return Stmt(f"{name} = ({name} + {{}}) % {MODULUS}", (self._exprs.make(kind, names, 2),))
        operator = self._random.choice(["+=", "-=", "*="])
        return Stmt(f"{name} {operator} {{}}", (self._exprs.make(kind, names, 2),))

    def _reduction_of(self, kind: str) -> str:
        return f" % {MODULUS}" if kind == "int" else ""

    def _store(self, names: Names) -> Stmt:
        array, dtype, rank = self._random.choice(names.arrays)
        row = self._random.choice((*names.rows, "p % n")) if self._random.random() < 0.97 else "p - 2"
        target = f"{array}[{self._exprs.index(names, rank, row)}]"
        operator = self._random.choice(["=", "=", "=", "+=", "-="])
        return Stmt(f"{target} {operator} {{}}", (self._exprs.make(dtype, names, 3),))

    def _if(self, names: Names, depth: int, inside_loop: bool) -> Stmt:
        blocks = [self._block(names, depth - 1, self._random.randint(1, 2), inside_loop)]
        if self._random.random() < 0.5:
            blocks.append(self._block(names, depth - 1, 1, inside_loop))
        return Stmt("if {}:", (self._exprs.condition(names, 2),), tuple(blocks), ("", "else:"))

    def _loop(self, names: Names, depth: int) -> Stmt:
        counter = self._new_counter()
        over_rows = self._random.random() < 0.6
        extent = "n" if over_rows else "m"
        header = self._random.choice(
            [f"range({extent})", f"range({extent} - 1, -1, -1)", f"range(1, {extent}, 2)"]
        )
        inner = self._with_counter(names, counter, over_rows)
        body = self._block(inner, depth - 1, self._random.randint(1, 3), inside_loop=True)
        return Stmt(f"for {counter} in {header}:", (), (body,))

    def _loop_over_elements(self, names: Names, depth: int) -> Stmt:
        element = self._new_counter().replace("k", "element")
        array, dtype, _ = self._random.choice([a for a in ARRAYS if a[2] == 1])
        inner = replace(names, variables=(*names.variables, (element, dtype)))
        # The array itself is not stored to: Python would see the change in later elements.
        inner = replace(inner, arrays=tuple(a for a in names.arrays if a[0] != array))
        return Stmt(f"for {element} in {array}:", (), (self._block(inner, depth - 1, 2, inside_loop=True),))

    def _while(self, names: Names, depth: int) -> Stmt:
        """Ends after few trips, whatever its condition does."""
        counter = self._new_counter()
        step = Stmt(f"{counter} += 1", fixed=True)
        body = (step, *self._block(names, depth - 1, self._random.randint(1, 2), inside_loop=True))
        loop = Stmt(f"while {counter} < 5 and {{}}:", (self._exprs.condition(names, 1),), (body,), fixed=True)
        return Stmt("if True:", (), ((Stmt(f"{counter} = 0", fixed=True), loop),))

    def _parallel_loop(self, names: Names) -> Stmt:
        """Stores to outputs at its own index; its variables are assigned before they are read, or summed up."""
        counter = self._new_counter()
        private = (("fp", "float"), ("x1", "float64"), ("y1", "float32"), ("h1", "int32"))
        reading = replace(self._with_counter(names, counter, True), variables=(*SCALARS, (counter, "int")))
        rows = (counter, "0", "-1", f"-1 - {counter}", f"({counter} + 1) % n")
        reading = replace(reading, rows=rows, columns=("0", "-1"))
        body = [
            Stmt(f"{name} = {{}}", (self._exprs.make(kind, reading, 2),), fixed=True)
            for name, kind in private
        ]
        inner = replace(reading, variables=(*reading.variables, *private))
        summed = ("x", "y", "g", "h")
        for _ in range(self._random.randint(1, 3)):
            body.append(self._parallel_statement(inner, counter, summed))
        header = self._random.choice([f"prange({0})", f"prange({1})"]).replace("0", "n").replace("1", "1, n")
        return Stmt(f"for {counter} in {header}:", (), (tuple(body),))

    def _parallel_statement(self, names: Names, counter: str, summed: tuple[str, ...]) -> Stmt:
        choice = self._random.random()
        if choice < 0.25:
            name = self._random.choice(summed)
            kind = dict(VARIABLES)[name]
            return Stmt(f"{name} += {{}}", (self._exprs.make(kind, names, 2),))
        if choice < 0.35:
            return self._reduction(names, counter)
        if choice < 0.5:
            block = (self._parallel_statement(names, counter, summed),)
            return Stmt("if {}:", (self._exprs.condition(names, 2),), (block,))
        array, dtype, rank = self._random.choice(OUTPUTS)
        index = counter if rank == 1 else f"{counter}, {self._random.choice(names.columns)}"
        return Stmt(f"{array}[{index}] = {{}}", (self._exprs.make(dtype, names, 3),))

    def _reduction(self, names: Names, counter: str) -> Stmt:
        """An accumulation in another form than a sum."""
        name, kind = self._random.choice(EXTREMES)
        value = self._exprs.make(kind, names, 2)
        choice = self._random.randrange(6)
        if choice == 0:
            return Stmt(f"{name} = {self._random.choice(['min', 'max'])}({name}, {{}})", (value,))
        if choice == 1:
            return Stmt(f"{name} = {{}} if {name} < {{}} else {name}", (value, value))
        if choice == 2:
            return Stmt("if {}:", (self._exprs.condition(names, 2),), ((Stmt("found = 1"),),))
        if choice == 3:
            return Stmt("every = every and {}", (self._exprs.condition(names, 2),))
        if choice == 4:
            return Stmt(
                "found += 1" if self._random.random() < 0.5 else "g ^= {}",
                (self._exprs.make("int64", names, 2),),
            )
        update = (Stmt("low = x1", fixed=True), Stmt(f"at = {counter}", fixed=True))
        return Stmt("if x1 < low:", (), (update,))

    def _with_counter(self, names: Names, counter: str, over_rows: bool) -> Names:
        rows = (*names.rows, counter, f"-1 - {counter}", f"{counter} - 1") if over_rows else names.rows
        columns = names.columns if over_rows else (*names.columns, counter, f"{counter} - 1")
        return Names((*names.variables, (counter, "int")), names.arrays, rows, columns)

    def _new_counter(self) -> str:
        self._loops += 1
        return f"k{self._loops}"


__all__ = ["ARRAYS", "OUTPUTS", "PARAMETERS", "SCALARS", "STRONG", "generate"]
