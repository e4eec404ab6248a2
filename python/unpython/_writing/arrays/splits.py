"""np.split and its kin: how many parts they make stands in the text of a call."""

from __future__ import annotations

import ast
from collections.abc import Callable
from types import FunctionType

from unpython._writing.arrays.written_bodies import MOST_PARTS, Written, arguments_of, written_body


def _integer(node: ast.expr | None) -> int | None:
    try:
        value = None if node is None else ast.literal_eval(node)
    except ValueError:
        return None
    return value if type(value) is int else None


_LEAST = {"0": 2, "1": 1, "2": 3}  # dimensions, by the axis that the name of a function says


def _body(along: str, parts: Callable[[str], str]) -> str:
    """`parts`: those along an axis."""
    if along == "axis":
        return f"return [{parts(along)}]"
    least = _LEAST[along]
    message = f"{'vhd'[int(along)]}split only works on arrays of {least} or more dimensions"
    ways = [f"if ary.ndim == {count}:\n        raise ValueError({message!r})" for count in range(least)]
    if along == "1":
        ways.append(f"if ary.ndim == 1:\n        return [{parts('0')}]")
    return "\n    el".join(ways) + f"\n    else:\n        return [{parts(along)}]"


def _split(node: ast.Call, equal: bool, along: str = "axis") -> Written | None:
    """`along`: the axis in the words of the function that is written, if the call says none."""
    names = ("ary", "indices_or_sections", "axis") if along == "axis" else ("ary", "indices_or_sections")
    given = arguments_of(node, *names)
    if given is None or not {"ary", "indices_or_sections"} <= set(given):
        return None
    array, cuts = given["ary"], given["indices_or_sections"]
    parameters = ["ary", "axis"] if along == "axis" else ["ary"]
    first = [array, given.get("axis") or ast.copy_location(ast.Constant(0), node)][: len(parameters)]
    if isinstance(cuts, (ast.List, ast.Tuple)) and len(cuts.elts) < MOST_PARTS:
        places = [f"place{i}" for i in range(len(cuts.elts))]
        ends = list(zip(["0", *places], [*places, "None"]))
        body = _body(along, lambda axis: ", ".join(f"between(ary, {start}, {stop}, {axis})" for start, stop in ends))
        return written_body("split", ", ".join([*parameters, *places]), body), [*first, *cuts.elts]
    count = _integer(cuts)
    if count is None or not 0 < count <= MOST_PARTS:
        return None
    part = "equal_part" if equal else "cut_part"
    body = _body(along, lambda axis: ", ".join(f"{part}(ary, {i}, {count}, {axis})" for i in range(count)))
    return written_body("split", ", ".join(parameters), body), first


WRITERS: dict[str, Callable[[ast.Call, FunctionType, frozenset[str]], Written | None]] = {
    "split": lambda node, function, names: _split(node, True),
    "array_split": lambda node, function, names: _split(node, False),
    "vsplit": lambda node, function, names: _split(node, True, "0"),
    "hsplit": lambda node, function, names: _split(node, True, "1"),
    "dsplit": lambda node, function, names: _split(node, True, "2"),
}
