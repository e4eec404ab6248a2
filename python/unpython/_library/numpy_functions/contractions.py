"""np.einsum: for each text of subscripts one function, written when a program that has it is read.

"ij,jk->ik" is a matrix product; others are the sum, over the labels that the result lacks, of the operands with their axes in
one order: np.sum(a[:, :, None] * b[None, :, :], axis=(2,)).
"""

from __future__ import annotations

import functools
import textwrap
from types import FunctionType

import numpy as np

from unpython._find_source import run_text
from unpython._host import HostFunction
from unpython._loops import _in_parallel, _Refusal

_NAMES = "abcdefgh"


@functools.cache
def einsum(subscripts: str) -> FunctionType | None:
    """The function for explicit or implied subscripts; None where this module cannot write one."""
    parts = _labels(subscripts)
    if parts is None:
        return None
    given, result = parts
    diagonals, operands = zip(*(_diagonals(name, labels) for name, labels in zip(_NAMES, given)), strict=True)
    parameters = ", ".join(_NAMES[: len(operands)])
    name = f"einsum_{'_'.join(given)}_to_{result}"
    checks = "    el".join(_check(number, len(labels)) for number, labels in enumerate(given))
    body = "".join(diagonals) + _extents(list(operands)) + _body(list(operands), result)
    text = f"def {name}({parameters}):\n    {checks}    else:\n{textwrap.indent(body, '    ')}\n"
    of_numpy = HostFunction(functools.partial(np.einsum, f"{','.join(operands)}->{result}"), "none", name="numpy.einsum")  # for its message
    names = {"np": np, "_Refusal": _Refusal, "_in_parallel": _in_parallel, "_einsum": of_numpy, "__name__": __name__}
    found = run_text(text, f"<np.einsum {subscripts}>", names)[name]
    assert isinstance(found, FunctionType)
    return found


def _diagonals(name: str, labels: str) -> tuple[str, str]:
    """Lines that leave one axis of those with one label, the last, and the labels that the operand has then."""
    lines = ""
    for label in [one for one in dict.fromkeys(labels) for _ in range(labels.count(one) - 1)]:
        first = labels.index(label)
        second = labels.index(label, first + 1)
        labels = labels[:first] + labels[first + 1 : second] + labels[second + 1 :] + label
        reason = "np.einsum of extents that differ under one label of an operand"
        lines += f"    if {name}.shape[{first}] != {name}.shape[{second}]:\n        raise _Refusal({reason!r})\n"
        turned = name if (first, second) == (0, 1) else f"np.moveaxis({name}, ({first}, {second}), (0, 1))"
        lines += f"    {name} = np.diagonal({turned})\n"
    return lines, labels


def _check(number: int, rank: int) -> str:
    """Lines that raise what NumPy raises of an operand that has other dimensions than its labels say."""
    more = "operand has more dimensions than subscripts given in einstein sum, but no '...' ellipsis provided to broadcast the extra dimensions."
    less = f"einstein sum subscripts string contains too many subscripts for operand {number}"
    operand = f"np.ndim({_NAMES[number]})"
    return f"if {operand} != {rank}:\n        if {operand} > {rank}:\n            raise ValueError({more!r})\n        raise ValueError({less!r})\n"


def _extents(operands: list[str]) -> str:
    """Lines that raise what NumPy raises of extents under one label that differ, where none of them is one element, which stretches."""
    tests = []
    for label in dict.fromkeys("".join(operands)):
        sizes = [f"{name}.shape[{labels.index(label)}]" for name, labels in zip(_NAMES, operands) if label in labels]
        tests += [f"({x} != {y} and {x} != 1 and {y} != 1)" for i, x in enumerate(sizes) for y in sizes[i + 1 :]]
    if not tests:
        return ""
    raised = f"        if not _in_parallel():\n            _einsum({', '.join(_NAMES[: len(operands)])})\n"
    return f"    if {' or '.join(tests)}:\n{raised}        raise _Refusal('np.einsum of extents that differ')\n"


def _labels(subscripts: str) -> tuple[list[str], str] | None:
    left, arrow, result = subscripts.replace(" ", "").partition("->")
    operands = left.split(",")
    together = "".join(operands)
    if not arrow:
        result = "".join(sorted(label for label in set(together) if together.count(label) == 1))
    is_plain = all(part.isalpha() for part in operands)
    fits = len(operands) <= len(_NAMES) and len(set(result)) == len(result) and set(result) <= set(together)
    return (operands, result) if is_plain and fits else None


def _body(operands: list[str], result: str) -> str:
    summed = sorted(set("".join(operands)) - set(result))
    if len(operands) == 2 and len(result) == 2 and len(summed) == 1 and all(len(o) == 2 for o in operands):
        row, column = list(result)
        first, second = ("a", "b") if row in operands[0] else ("b", "a")
        labels = operands if first == "a" else operands[::-1]
        if set(labels[0]) == {row, summed[0]} and set(labels[1]) == {column, summed[0]}:
            left = first if labels[0][0] == row else f"{first}.T"
            right = second if labels[1][1] == column else f"{second}.T"
            ends = f"{first}.shape[{labels[0].index(summed[0])}] == {second}.shape[{labels[1].index(summed[0])}]"
            whole = textwrap.indent(_summed(operands, result, summed), "    ")
            return f"    if {ends}:\n        return np.matmul({left}, {right})\n    else:\n{whole}"
    return _summed(operands, result, summed)


def _summed(operands: list[str], result: str, summed: list[str]) -> str:
    order = result + "".join(summed)
    product = " * ".join(_in_order(name, labels, order) for name, labels in zip(_NAMES, operands))
    if not summed:
        return f"    return {product}"
    axes = tuple(range(len(result), len(order)))
    of_bools = f"    if ({product}).dtype == np.bool_:\n        return np.any({product}, axis={axes})\n"
    return f"{of_bools}    return np.sum({product}, axis={axes}, dtype=({product}).dtype)"


def _in_order(name: str, labels: str, order: str) -> str:
    """The operand with its axes as in `order`, and an axis of one element where it has none."""
    own = [label for label in order if label in labels]
    axes = tuple(labels.index(label) for label in own)
    turned = name if axes == tuple(range(len(axes))) else f"np.transpose({name}, {axes})"
    if len(own) == len(order):
        return turned
    return f"{turned}[{', '.join(':' if label in labels else 'None' for label in order)}]"
