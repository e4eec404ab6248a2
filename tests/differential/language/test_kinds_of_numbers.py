"""isinstance(x, str) and its kin of arguments that are numbers or arrays in one call, and texts or lists in another one."""

import numpy as np
import pytest
import unpython as up
from support.outcomes import name_of, outcome


def length_or_double(x):
    if isinstance(x, str):
        return len(x)
    return x * 2


def total_or_double(x):
    if isinstance(x, (list, tuple)):
        return sum(x)
    return x * 2


def both(x, y):
    if isinstance(x, str):
        x = float(x)
    y = y * 2 if not isinstance(y, str) else int(y)
    return x + y


def roman(number):
    if isinstance(number, str):
        values = dict(zip("IVX", (1, 5, 10), strict=True))
        digits = [values[ch] for ch in number.upper()]
        return sum(-a if a < b else a for a, b in zip(digits, digits[1:] + [0], strict=False))
    if not 0 < number < 40:
        raise ValueError("out of range")
    out = []
    for value, sym in [(10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")]:
        q, number = divmod(number, value)
        out.append(sym * q)
    return "".join(out)


class Text(str):
    pass


class Numbers(list):
    pass


CASES = [
    *((f, x) for f in (length_or_double, total_or_double) for x in (3, 2.5, True, np.array([1.0, 2.0]))),
    (length_or_double, "abc"),
    *((total_or_double, x) for x in ([1, 2], (1, 2))),
    *((both, *xy) for xy in (("1.5", 2), (1.5, 2), (1.5, "2"))),
    *((roman, n) for n in (14, 39, 40, 0)),
]


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_kinds_of_numbers(case):
    function, *given = case
    compiled = up.jit(strict=True)(function)
    assert outcome(compiled, given) == outcome(function, given)
    assert outcome(compiled, given) == outcome(function, given)


@pytest.mark.parametrize("x", [np.str_("abc"), Text("ab"), "XIV", np.float64(2.5), None])
def test_texts_of_other_classes(x):
    compiled = up.jit(strict=False)(length_or_double)
    assert outcome(compiled, [2]) == outcome(length_or_double, [2])
    assert outcome(compiled, [x]) == outcome(length_or_double, [x])


def test_lists_of_other_classes():
    compiled = up.jit(strict=False)(total_or_double)
    assert compiled(2) == 4
    assert compiled(Numbers([1, 2])) == 3
    assert up.jit(strict=False)(total_or_double)(Numbers([1, 2])) == 3
