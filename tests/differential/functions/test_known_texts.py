"""Which function a text says that a call gives: in a table, and in tests."""

import math
import operator

import pytest
from support.outcomes import check_machine_code, check_values, name_of

OPERATIONS = {"add": lambda a, b: a + b, "mul": operator.mul}


def at_once(name, x):
    f = {"sin": math.sin, "sq": lambda t: t * t}[name]

    def twice(v):
        return f(v) + f(2 * v)

    return twice(x)


def called(name, x):
    table = {"sin": math.sin, "sq": lambda t: t * t}
    return table[name](x)


def numbers(name, x):
    table = {"sin": 1.0, "sq": 2.5}
    return table[name] * x


def asked(name, x):
    table = {"sin": math.sin, "sq": lambda t: t * t}
    if name not in table:
        raise ValueError("unknown " + name)
    return table[name](x)


def or_none(name, x):
    table = {"sin": math.sin, "sq": lambda t: t * t}
    f = table.get(name)
    if f is None:
        return -1.0
    return f(x)


def of_default(name, x):
    table = {"sin": math.sin, "sq": lambda t: t * t}
    return table.get(name, math.cos)(x) if name else 0.0


def with_default(name, x):
    table = {"sin": math.sin, "sq": lambda t: t * t}
    f = table.get(name, math.cos)
    return f(x)


def by_tests(name, x):
    if name == "sin":
        f = math.sin
    elif name in ("sq", "square"):
        f = lambda t: t * t  # noqa: E731
    else:
        raise KeyError(name)
    return f(x) + f(x + 1)


NAMES = ("sin", "sq", "square")


@pytest.mark.parametrize("case", [(f, name, 2.0) for f in (at_once, called, or_none, with_default, by_tests) for name in NAMES], ids=name_of)
def test_texts(case):
    check_machine_code(case)


def none_in_a_table(name, x):
    table = {"sin": math.sin, "sq": None}
    f = table.get(name)
    return -1.0 if f is None else f(x)


def changed(name, x):
    table = {"sin": math.sin}
    table["sq"] = abs
    return table[name](x)


def another_text(name, x):
    if x > 1:
        name = "sin"
    table = {"sin": 1.0, "sq": 2.5}
    return table[name] * x


def caught(name, x):
    try:
        f = OPERATIONS[name]
    except KeyError:
        return 0
    return f(x, x)


def other_order(name, x):
    table = {"sq": 1}
    f = table.get(name, len(name))
    return f + x if name != "sin" else x


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("case", [
    (f, name, x) for f in (numbers, asked, of_default, none_in_a_table, changed, another_text, caught, other_order)
    for name in ("sin", "sq", "") for x in (2.0, 0.5)
], ids=name_of)  # fmt: skip
def test_others(case):
    check_values(case)
