"""The arguments that the calls of support/numpy_table name: of one type, number of dimensions and layout."""

from __future__ import annotations

import numpy as np
from support.layouts import LAYOUTS, Placed, copy_placed, place, place_overlapping

NAMES = ("x", "y", "p", "k", "v", "w", "r", "s", "i", "c")
DTYPES = (
    "bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
    "float32", "float64", "complex64", "complex128",
)  # fmt: skip
# "rank0" is the number of dimensions 0 here.
PLACINGS = tuple(layout for layout in LAYOUTS if layout != "rank0")
_SHAPES = {0: (), 1: (6,), 2: (4, 5), 3: (2, 3, 4), 4: (2, 3, 2, 3)}
_EMPTY = {0: (), 1: (0,), 2: (0, 3), 3: (2, 0, 4), 4: (2, 3, 0, 2)}


class Arguments:
    """One set of them; `views()` gives the arrays by name, `copy()` the same in other memory."""

    def __init__(self, placed: list[Placed]) -> None:
        self._placed = placed

    def views(self) -> list[np.ndarray]:
        return [p.view() for p in self._placed]

    def copy(self) -> Arguments:
        return Arguments(copy_placed(self._placed))


def arguments_for(dtype: str, rank: int, layout: str) -> Arguments:
    generator = np.random.default_rng(DTYPES.index(dtype) * 60 + rank * 12 + PLACINGS.index(layout))
    values = {name: _values(name, dtype, _shape(name, rank, layout), generator) for name in NAMES}
    if layout == "overlapping":
        x, y = place_overlapping([values["x"], values["y"]])
        others = [place(values[name], "c", True) for name in NAMES[2:]]
        return Arguments([x, y, *others])
    plain = {"rank0": "c", "empty": "c", "one_element": "c"}.get(layout, layout)
    # What must rise, or be solvable, is not made of equal rows.
    return Arguments(
        [place(values[n], "c" if plain == "zero_stride" and n in "rs" else plain, False) for n in NAMES]
    )


def _shape(name: str, rank: int, layout: str) -> tuple[int, ...]:
    if name in ("x", "y", "p", "k"):
        return (
            _EMPTY[rank] if layout == "empty" else (1,) * rank if layout == "one_element" else _SHAPES[rank]
        )
    extent = {"empty": 0, "one_element": 1}.get(layout, 4 if name == "s" else 6)
    return (extent, extent) if name == "s" else (extent,)


def _values(name: str, dtype: str, shape: tuple[int, ...], generator: np.random.Generator) -> np.ndarray:
    kind = np.dtype(dtype).kind
    if name == "i":
        return generator.integers(0, max(min(6, *shape), 1), shape)
    if name == "c":
        return generator.integers(0, 2, shape).astype(bool)
    if name == "r":
        return (np.arange(*shape) * 2 - (0 if kind in "ub" else 4)).astype(dtype)
    low, high = {"p": (1, 10), "k": (0, 4)}.get(name, (0 if kind == "u" else -9, 10))
    values = generator.integers(0, 2, shape) if kind == "b" else generator.integers(low, high, shape)
    if kind in "fc" and name != "k":
        values = values + generator.integers(0, 16, shape) / 16
    if kind == "c" and name not in "pk":
        values = values + 1j * generator.integers(-9, 10, shape)
    if name == "s" and kind in "fc":
        values = values + 40 * np.eye(*shape)
    return np.asarray(values).astype(dtype)
