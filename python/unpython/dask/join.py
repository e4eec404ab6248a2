"""Results of pieces are joined as one call joins those of its leaves: sums by adjacent pairs, the start value last; all
else in the order of the pieces."""

from __future__ import annotations

from typing import Any

import numpy as np

_UFUNCS = {
    "sum": np.add,
    "product": np.multiply,
    "bit and": np.bitwise_and,
    "bit or": np.bitwise_or,
    "bit xor": np.bitwise_xor,
    "and": np.logical_and,
    "or": np.logical_or,
}
_COMPARES = {"<": np.less, "<=": np.less_equal, ">": np.greater, ">=": np.greater_equal}
LEAF = 512
"""Iterations of a leaf of the summation tree."""


def needs_blocks(reduction: dict[str, Any]) -> bool:
    """Its bits depend on where pieces are cut."""
    return reduction["kind"] in ("sum", "product") and np.dtype(reduction["type"]).kind in "fc"


def starts_from_identity(reduction: dict[str, Any]) -> bool:
    """The start value is joined last. It takes part in every piece of other reductions."""
    return reduction["kind"] in _UFUNCS


def identity_of(reduction: dict[str, Any]) -> Any:
    """The value that changes nothing when it is joined with another."""
    dtype = np.dtype(reduction["type"])
    kind = reduction["kind"]
    if kind == "sum":
        return {"f": -0.0, "c": complex(-0.0, -0.0)}.get(dtype.kind, 0)
    if kind == "product":
        return 1
    if kind == "bit and":
        return True if dtype.kind == "b" else dtype.type(-1) if dtype.kind == "i" else np.iinfo(dtype).max
    if kind == "and":
        return True
    if kind == "extremum":
        least = reduction["compare"] in ("<", "<=")
        if dtype.kind == "f":
            return np.inf if least else -np.inf
        return np.iinfo(dtype).max if least else np.iinfo(dtype).min
    return 0


def joined(reduction: dict[str, Any], left: Any, right: Any) -> tuple[Any, Any]:
    """The joined value of arrays, `left` of the earlier iterations; and where it is that of `right`."""
    kind = reduction["kind"]
    if kind != "extremum":
        return _UFUNCS[kind](left, right), None
    wins = _COMPARES[reduction["compare"]](right, left)
    if reduction["propagates"]:
        wins = (wins & ~np.isnan(left)) | np.isnan(right) & ~np.isnan(left) if right.dtype.kind == "f" else wins
    return np.where(wins, right, left), wins


class Joins:
    """How scalars and arrays of pieces become one. Scalars are named by their place among the results; those without an
    entry are those of the last piece."""

    __slots__ = ("arrays", "followers", "scalars", "told")

    def __init__(
        self,
        scalars: dict[int, dict[str, Any]],
        followers: dict[int, int],
        told: dict[int, int],
        arrays: list[dict[str, Any]],
    ) -> None:
        self.scalars = scalars  # their reductions
        self.followers = followers  # the extremum whose winner they come from
        self.told = told  # what is not 0 where a piece has assigned them
        self.arrays = arrays  # reductions of their elements


def join_pair(joins: Joins, left: Any, right: Any) -> Any:
    scalars = list(right.scalars)
    wins: dict[int, Any] = {}
    for place, reduction in joins.scalars.items():
        dtype = np.dtype(reduction["type"])
        value, wins[place] = joined(reduction, np.array([left.scalars[place]], dtype), np.array([right.scalars[place]], dtype))
        scalars[place] = value[0].item()
    for place, best in joins.followers.items():
        scalars[place] = (right if wins[best][0] else left).scalars[place]
    for place, by in joins.told.items():
        scalars[place] = (right if right.scalars[by] else left).scalars[place]
    arrays = list(right.arrays)
    for which, reduction in enumerate(joins.arrays):
        arrays[which] = joined(reduction, left.arrays[which], right.arrays[which])[0].astype(left.arrays[which].dtype, copy=False)
    return type(right)(scalars, arrays)


def join_tree(joins: Joins, parts: list[Any]) -> Any:
    """((0 1) (2 3)) ..., an odd last one passed up."""
    while len(parts) > 1:
        pairs = [join_pair(joins, parts[i], parts[i + 1]) for i in range(0, len(parts) - 1, 2)]
        parts = pairs + parts[len(parts) - len(parts) % 2 :]
    return parts[0]


def join_start(joins: Joins, start: list[Any], arrays: list[Any], root: Any) -> Any:
    """The start values, joined last."""
    scalars = list(root.scalars)
    for place, reduction in joins.scalars.items():
        if starts_from_identity(reduction):
            dtype = np.dtype(reduction["type"])
            scalars[place] = joined(reduction, np.array([start[place]], dtype), np.array([scalars[place]], dtype))[0][0].item()
    ended = list(root.arrays)
    for which, reduction in enumerate(joins.arrays):
        ended[which] = joined(reduction, arrays[which], ended[which])[0].astype(ended[which].dtype, copy=False)
    return type(root)(scalars, ended)
