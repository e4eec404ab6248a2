"""Dicts of functions with texts as keys, around a function and as arguments, that are asked for keys and called."""

import operator

import pytest
import unpython as up
from support.outcomes import name_of, outcome


def _power(a, b):
    return a**b


OPS = {"+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": operator.mul, "/": operator.truediv, "^": _power}
ONE = {"neg": lambda x: -x, "twice": lambda x: 2 * x}
SCALE = 3
WITH_NAMES = {"scaled": lambda x: x * SCALE, "same": lambda x: x}


def calculated(text):
    stack = []
    for tok in text.split():
        if tok in OPS:
            b = stack.pop()
            a = stack.pop()
            stack.append(OPS[tok](a, b))
        else:
            stack.append(float(tok))
    return stack[0]


def called(op, a, b):
    if op not in OPS:
        raise ValueError(f"unknown operator {op!r}")
    return OPS[op](a, b)


def called_at_once(op, a, b):
    return OPS[op](a, b)


def steps(text, ops):
    x = 1
    for name in text.split():
        x = ops[name](x)
    return x


def given_on(text, ops):
    return len(text.split()), ops


CASES = [
    *((calculated, text) for text in ("3 4 + 2 *", "2 3 ^", "1 2 /", "1 0 /", "1 +", "", "7")),
    *((called, op, a, b) for op in ("+", "*", "^", "x") for a, b in ((2, 3), (2.0, 3))),
    *((called_at_once, op, 2, 3) for op in ("-", "/", "x")),
    *((steps, text, ONE) for text in ("neg twice", "", "neg other")),
]


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_given_tables_of_functions(case):
    function, *given = case
    compiled = up.jit(strict=True)(function)
    assert _seen(compiled, given) == _seen(function, given)
    assert _seen(compiled, given) == _seen(function, given)


def _seen(function, given):
    return outcome(lambda *numbers: function(*(n for n in numbers), *(g for g in given if type(g) is dict)), [g for g in given if type(g) is not dict])


def test_a_table_that_gets_other_functions():
    ops = {"neg": lambda x: -x, "twice": lambda x: 2 * x}
    compiled = up.jit(strict=False)(steps)
    assert compiled("neg twice", ops) == -2
    ops["twice"] = lambda x: 3 * x
    assert compiled("neg twice", ops) == -3
    ops["more"] = lambda x: x + 1
    assert compiled("neg more", ops) == 0


def test_functions_of_names_around_them_and_tables_that_are_given_on():
    compiled = up.jit(strict=False)(steps)
    assert compiled("scaled same", WITH_NAMES) == 3
    assert up.jit(strict=False)(given_on)("a b", ONE)[1] is ONE
