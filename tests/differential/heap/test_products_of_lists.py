"""product() of lists whose number the run says: repeat=n, and product(*lists)."""

from itertools import product

import pytest
import unpython as up
from support.left import left_by

HEAP = {"a": [None, 1]}


def repeated(v, n):
    return list(product(v, repeat=n)), HEAP


def of_letters(letters, k):
    return {"".join(word): number for number, word in enumerate(product(letters, repeat=k))}, HEAP


def starred(rows, n):
    return list(product(*rows)), [row for row in product(*rows, [0, 1.5], repeat=n)][:5], HEAP


def of_parameters(parameters, n):
    runs = [dict(zip(parameters, values)) for values in product(*parameters.values())]
    return runs, HEAP


def of_dice(sides, n):
    ways = {}
    for roll in product(range(1, sides + 1), repeat=n):
        if len(set(roll)) == 1:
            continue
        if sum(roll) > 9:
            break
        ways[sum(roll)] = ways.get(sum(roll), 0) + 1
    return ways, HEAP


def changed_meanwhile(v, n):
    seen = []
    for row in product(v, repeat=n):
        v.append(len(seen))
        seen.append(row)
    return seen, HEAP


def with_a_name(v, n):
    rows = product(v, repeat=n)
    count = len(v)
    return [row for row in rows if row[0] == row[-1]], count, HEAP


VALUES = [([1, 2], 3), ([1, 2], 0), ([], 0), ([], 2), (["x", None], 2), ([4], -1)]
CALLS = [
    *((function, arguments) for function in (repeated, changed_meanwhile) for arguments in VALUES),
    (repeated, ("ab", 1)),
    *((of_letters, arguments) for arguments in (("ACGT", 2), ("", 1), ("xy", 0), ("ab", 5))),
    *((starred, (rows, n)) for rows in ([[1, 2], [3], [4, 5, 6]], [[1], [], [2]], [], ["ab", "c"], [(1, "x"), [None, 2.5]]) for n in (0, 1, 2)),
    *((of_parameters, (parameters, 0)) for parameters in ({"rate": [0.1, 0.2], "depth": [1, 2]}, {}, {"a": ["x", None], "b": []})),
    *((of_dice, arguments) for arguments in ((6, 2), (4, 3), (2, 5), (3, 0))),
    *((with_a_name, arguments) for arguments in (([0, 1], 3), ([], 1), ([None, "a"], 2))),
]


@pytest.mark.parametrize(("function", "arguments"), CALLS)
def test_products(function, arguments):
    compiled = up.jit(strict=True)(function)
    assert left_by(compiled, arguments) == left_by(function, arguments)
    assert compiled.ran_on == "cpu"
