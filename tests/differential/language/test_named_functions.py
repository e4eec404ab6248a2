"""Functions with names beside them: loops over such a dict or list are written out, and one is picked by a text."""

import math

import numpy as np
import pytest
from support.outcomes import check_machine_code, check_values, name_of


def each_item(x):
    def slower(y):
        return y * 0.5

    rates = {"decay": lambda y: -y, "growth": math.exp, "slow": slower}
    out = {}
    for name, rate in rates.items():
        y = x
        for _ in range(3):
            y = y + 0.1 * rate(y)
        out[name] = y
    return out


def each_key(x):
    rates = {"decay": lambda y: -y, "root": math.sqrt}
    total = 0.0
    for name in rates:
        if name != "decay":
            total += rates[name](x)
        total += rates[name](2 * x)
    return total


def in_comprehensions(x):
    ops = [("add", lambda p, q: p + q), ("mul", lambda p, q: p * q)]
    rates = {"sin": math.sin, "cos": math.cos}
    return [f(x, 3.0) for _, f in ops], {name: f(x) for name, f in rates.items()}, [f(x) for f in rates.values()]


def in_the_loop(x):
    rows = []
    for name, f in [("a", math.sin), ("b", lambda t: 2 * t)]:
        rows.append((f(x), len(name))[0])
    return rows


def left_early(x):
    rates = {"decay": lambda y: -y, "root": math.sqrt}
    for name, f in rates.items():
        if f(x) > 0:
            break
    return name


def picked(x, mode):
    f = {"max": np.max, "min": np.min}[mode]
    return f(x) + f(x * 2)


COMPILED = [
    (each_item, 2.0), (each_key, 1.5), (in_comprehensions, 0.5), (in_the_loop, 0.25),
    (picked, np.arange(3.0), "max"), (picked, np.arange(3.0), "min"),
]  # fmt: skip


@pytest.mark.parametrize("case", COMPILED, ids=name_of)
def test_compiled(case):
    check_machine_code(case)
    check_values(case)


@pytest.mark.parametrize("case", [(left_early, 2.0), (picked, np.arange(3.0), "mean")], ids=name_of)
def test_others(case):
    check_values(case)
