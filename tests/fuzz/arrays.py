"""Random programs of whole arrays: expressions, slices, updates in place, reductions, products, local arrays, and loops
around them.

All numbers stay whole and small, also those in float arrays, so that the order of additions makes no difference.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from fuzz.array_forms import ArrayForms
from fuzz.array_loops import ArrayLoops
from fuzz.tree import Expr, Stmt, Tree

# A dimension is ('n' or 'm', what is cut off): 0, 1, 2, or 'half' (every other element).
Dim = tuple[str, Any]
Shape = tuple[Dim, ...]

N: Dim = ("n", 0)
M: Dim = ("m", 0)
ARRAYS = (
    ("a", "float64", (N, M)),
    ("b", "float64", (N, M)),
    ("c", "int64", (N, M)),
    ("s", "float64", (N, N)),
    ("f", "float32", (N, M)),
    ("x", "float64", (N,)),
    ("y", "float64", (N,)),
    ("k", "int64", (N,)),
    ("w", "float64", (M,)),
)
PARAMETERS = (*(name for name, *_ in ARRAYS), "p")
EXTENTS = ((4, 6), (6, 4), (8, 10), (34, 6), (6, 70), (600, 4))

_SLICES = {
    0: (":", ":", ":", "::-1"),
    1: ("1:", ":-1", "-2::-1", ":0:-1"),
    2: ("1:-1", "2:", ":-2", "-2:0:-1"),
    "half": ("::2", "1::2", "::-2"),
}


def generate(seed: int) -> Tree:
    return _Generator(random.Random(seed)).program()


def arguments_of(tree: Tree, seed: int) -> list[Any]:
    """Arrays apart, or some of them views of one memory; the same ones for the same seed."""
    random_ = random.Random(seed + 1)
    generator = np.random.default_rng(seed)
    sizes = dict(zip("nm", tree.extents))
    arguments: dict[str, Any] = {}
    for name, dtype, shape in ARRAYS:
        extents = tuple(sizes[base] for base, _ in shape)
        arguments[name] = _placed(random_, generator.integers(-9, 10, extents).astype(dtype))
    n, m = tree.extents
    kind = random_.random()
    if kind < 0.2:
        common = generator.integers(-9, 10, (n + 1, m + 1)).astype(np.float64)
        row, column = random_.choice([(0, 0), (0, 1), (1, 0), (1, 1)])
        arguments["a"] = common[:-1, :-1]
        arguments["b"] = common[row : row + n, column : column + m]
    elif kind < 0.35:
        common = generator.integers(-9, 10, 2 * n + 2).astype(np.float64)
        arguments["x"] = common[: 2 * n : 2] if random_.random() < 0.3 else common[:n]
        arguments["y"] = common[1 : n + 1]
    return [*arguments.values(), random_.choice([0, 1, 3, -2])]


def _placed(random_: random.Random, array: np.ndarray) -> np.ndarray:
    kind = random_.random()
    if kind < 0.6:
        return array
    if kind < 0.75:
        return np.asfortranarray(array)
    if kind < 0.9:
        wide = np.zeros(tuple(2 * e for e in array.shape), array.dtype)
        view = wide[tuple(slice(None, None, 2) for _ in array.shape)]
    else:
        view = np.zeros_like(array)[::-1]
    view[...] = array
    return view


class _Generator(ArrayForms, ArrayLoops):
    def __init__(self, random_: random.Random) -> None:
        self._random = random_
        self._arrays: list[tuple[str, str, Shape]] = list(ARRAYS)
        self._scalars = ["p"]
        self._locals = 0
        self._counters: list[str] = []
        self._loops = 0

    def program(self) -> Tree:
        start = [
            Stmt("n = x.shape[0]", fixed=True),
            Stmt("m = w.shape[0]", fixed=True),
            Stmt("q = 1.0", fixed=True),
        ]
        self._scalars.append("q")
        if self._chance(0.2):
            start.append(Stmt("gy, gx = np.mgrid[0:n, 0:m]", fixed=True))
            self._arrays += [("gy", "int64", (N, M)), ("gx", "int64", (N, M))]
        given = len(self._arrays)
        body = tuple(self._statement(2) for _ in range(self._random.randint(2, 9)))
        own = self._arrays[given:]
        for name, dtype, shape in own:
            start.append(Stmt(f"{name} = np.zeros({self._extents(shape)}, dtype=np.{dtype})", fixed=True))
        kept = [name for name, _, _ in own if self._chance(0.3)]
        result = f"({', '.join(['q', *kept])},)"
        return Tree(PARAMETERS, (*start, *body), result, self._pick(EXTENTS))

    def _extents(self, shape: Shape) -> str:
        parts = [
            base if cut == 0 else f"{base} // 2" if cut == "half" else f"{base} - {cut}"
            for base, cut in shape
        ]
        return f"({', '.join(parts)},)"

    def _pick(self, choices: Any) -> Any:
        return self._random.choice(choices)

    def _chance(self, share: float) -> bool:
        return self._random.random() < share

    def _statement(self, depth: int) -> Stmt:
        choice = self._random.random()
        if depth > 0 and choice < 0.12:
            return self._loop(depth)
        if depth > 0 and choice < 0.16:
            inside = tuple(self._statement(depth - 1) for _ in range(self._random.randint(1, 2)))
            return Stmt("if q > {}:", (Expr("float", str(self._pick([0, 3]))),), (inside,))
        if choice < 0.28:
            return self._form(depth)
        if choice < 0.34:
            return self._looping_form()
        if choice < 0.46:
            return self._local()
        if choice < 0.55:
            return Stmt("q = {}", (self._number() if self._chance(0.4) else self._reduced(2),))
        return self._store()

    def _loop(self, depth: int) -> Stmt:
        counter = self._new_counter()
        self._counters.append(counter)
        inside = tuple(self._statement(depth - 1) for _ in range(self._random.randint(1, 3)))
        self._counters.pop()
        kind = self._pick(["range", "range", "prange"])
        return Stmt(f"for {counter} in {kind}({self._pick(['2', '3', '4'])}):", (), (inside,))

    def _shape(self) -> Shape:
        _, _, shape = self._pick(self._arrays)
        if self._chance(0.4):
            return shape
        return tuple(
            (base, cut) if cut != 0 else (base, self._pick([0, 1, 1, 2, "half"])) for base, cut in shape
        )

    def _local(self) -> Stmt:
        """A variable of its own shape for all its life; set before it may be read."""
        own = [array for array in self._arrays[len(ARRAYS) :] if array[0][0] == "t"]
        if own and self._chance(0.3):
            name, dtype, shape = self._pick(own)
        else:
            name, dtype, shape = (
                f"t{self._locals}",
                self._pick(["float64", "float64", "int64", "float32"]),
                self._shape(),
            )
            self._locals += 1
        value = self._value(dtype, shape, 2)
        if (name, dtype, shape) not in self._arrays:
            self._arrays.append((name, dtype, shape))
        return Stmt(f"{name} = {{}}", (value,))

    def _store(self) -> Stmt:
        name, dtype, shape = self._pick(self._arrays)
        target, left = self._selected(name, shape)
        update = self._pick(["=", "=", "=", "+=", "-=", "*="])
        value = self._value(dtype, left, 2) if left and not self._chance(0.1) else self._scalar(dtype)
        if update == "*=":
            value = Expr(dtype, "-1")  # others would grow in loops
        return Stmt(f"{target} {update} {{}}", (value,))

    def _selected(self, name: str, shape: Shape) -> tuple[str, Shape]:
        """Some part of an array to be stored to, and its shape."""
        subscripts, left = [], []
        for base, cut in shape:
            if self._chance(0.15):
                subscripts.append(self._index())
            elif cut == 0 and self._chance(0.6):
                smaller = self._pick([1, 1, 2, "half"])
                subscripts.append(self._pick(_SLICES[smaller]))
                left.append((base, smaller))
            else:
                subscripts.append(self._pick([":", ":", "::-1"]))
                left.append((base, cut))
        return f"{name}[{', '.join(subscripts)}]", tuple(left)

    def _index(self) -> str:
        return self._pick([*self._counters, "0", "1", "-1"]) if self._chance(0.9) else "n // 2 - 1"

    def _scalar(self, dtype: str) -> Expr:
        text = self._pick(["2", "-1", "3", "p"])
        if dtype != "int64":
            text = self._pick([text, "0.5 * 4.0", "2.0"])
        return Expr(dtype, text)

    def _value(self, dtype: str, shape: Shape, depth: int) -> Expr:
        """Small enough to go on with: bounded by 99."""
        whole = self._array(dtype, shape, depth)
        return Expr(f"{dtype}{shape}", "np.minimum(np.maximum({}, -99), 99)", (whole,))

    def _array(self, dtype: str, shape: Shape, depth: int) -> Expr:
        kind = f"{dtype}{shape}"
        choice = self._random.random()
        if depth == 0 or choice < 0.25:
            return self._leaf(dtype, shape)
        one = self._array(dtype, shape, depth - 1)
        if choice < 0.33:
            return Expr(kind, self._pick(["(-{})", "np.abs({})", "({} * 2)", "({} + 1)", "({} - 3)"]), (one,))
        if choice < 0.4:
            return Expr(kind, f"({{}} + {self._scalar(dtype).text()})", (one,))
        if choice < 0.48 and len(shape) == 2:
            row = self._array(dtype, shape[1:], depth - 1)
            column = self._array(dtype, shape[:1], depth - 1)
            template, part = self._pick(
                [("({} + {})", row), ("({} * {}[:, None])", self._named(column)), ("({} - {})", row)]
            )
            return Expr(kind, template, (one, part))
        if choice < 0.56 and len(shape) == 1 and dtype == "float64":
            return self._made(shape, depth)
        two = self._array(dtype, shape, depth - 1)
        if choice < 0.65:
            condition = self._pick(["<", ">=", "=="])
            return Expr(kind, f"np.where({{}} {condition} {{}}, {{}}, {{}})", (one, two, two, one))
        return Expr(
            kind,
            self._pick(["({} + {})", "({} - {})", "({} * {})", "np.minimum({}, {})", "np.maximum({}, {})"]),
            (one, two),
        )

    @staticmethod
    def _named(column: Expr) -> Expr:
        return Expr(column.kind, "({})", (column,))

    def _made(self, shape: Shape, depth: int) -> Expr:
        """A vector from matrices: a reduction along an axis, or a product."""
        if self._chance(0.3):
            return self._vector(shape)
        kind = f"float64{shape}"
        other = ("m", 0) if shape[0][0] == "n" else ("n", 0)
        matrix = self._array("float64", (shape[0], other), depth - 1)
        reduction = self._pick(["np.sum({}, axis=%d)", "np.max({}, axis=%d)", "np.min({}, axis=%d)"])
        if self._chance(0.5):
            return Expr(kind, reduction % 1, (matrix,))
        if self._chance(0.5):
            turned = self._array("float64", (other, shape[0]), depth - 1)
            return Expr(kind, reduction % 0, (turned,))
        return Expr(kind, "({} @ {})", (matrix, self._leaf("float64", (other,))))

    def _reduced(self, depth: int) -> Expr:
        _, _, shape = self._pick(self._arrays)
        whole = self._array("float64", shape, depth)
        reduction = self._pick(["np.sum({})", "np.max({})", "np.min({})", "({}).sum()"])
        return Expr("float", f"min(max({reduction}, -9.0), 9.0)", (whole,))

    def _leaf(self, dtype: str, shape: Shape) -> Expr:
        kind = f"{dtype}{shape}"
        fitting = [
            (name, own) for name, its, own in self._arrays if its == dtype and self._fits(own, shape) and own
        ]
        if not fitting or self._chance(0.08):
            return Expr(kind, self._fresh(dtype, shape))
        name, own = self._pick(fitting)
        subscripts = []
        dims = list(shape)
        for base, cut in own[: len(own) - len(shape)]:
            subscripts.append(self._index())
        for (base, cut), (_, wanted) in zip(own[len(own) - len(shape) :], dims):
            subscripts.append(self._pick(_SLICES[wanted]) if cut == 0 else self._pick([":", "::-1"]))
        text = f"{name}[{', '.join(subscripts)}]"
        return Expr(kind, name if set(subscripts) == {":"} and self._chance(0.7) else text)

    @staticmethod
    def _fits(own: Shape, shape: Shape) -> bool:
        """The last dimensions of `own`, or what slices leave of them; those before are given by indices."""
        if len(own) < len(shape):
            return False
        last = own[len(own) - len(shape) :]
        return all(a[0] == b[0] and (a == b or a[1] == 0) for a, b in zip(last, shape))

    def _fresh(self, dtype: str, shape: Shape) -> str:
        extents = self._extents(shape)
        if len(shape) == 1 and self._chance(0.6):
            return f"np.arange({extents[1:-2]}).astype(np.{dtype})"
        return self._pick(
            [f"np.zeros({extents}, dtype=np.{dtype})", f"np.full({extents}, 3, dtype=np.{dtype})"]
        )
