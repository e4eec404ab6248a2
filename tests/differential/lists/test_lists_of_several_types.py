"""Lists of a few numbers, texts and None that a call gives: what each item is decides what is computed, as in CPython."""

import numpy as np
import pytest
import unpython as up
from support import paths
from support.outcomes import outcome


def cleaned(raw):
    good = []
    for value in raw:
        if isinstance(value, (int, float)):
            good.append(float(value))
    return good


def added(values):
    total = 0
    for v in values:
        total += v
    return total, total / len(values)


def looked_at(v):
    return max(v), min(v), sum(v), len(v), v[1], v[-2], v[len(v) // 2], 3.5 in v, 7 in v, sum(x * x for x in v), np.array(v)


def stopped(v):
    n = 0
    for x in v:
        if x > 3:
            break
        n += 1
    return n, x


def filled(v):
    last = 0.0
    out = []
    for i, x in enumerate(v):
        if x is not None:
            last = float(x) + i
        out.append(last)
    return out


def counted(v):
    missing = texts = flags = numbers = 0
    for x in v:
        if x is None:
            missing += 1
        elif isinstance(x, str):
            texts += 1
        elif isinstance(x, bool):
            flags += 1
        else:
            numbers += 1
    return missing, texts, flags, numbers


def divided(v, w):
    return [float(x) / w for x in v]


NUMBERS = [[2, 3.5, 1, 4.25], [1.0, 2], [5, 1.5, 9, 2]]
CASES = [(f, v) for f in (added, looked_at, stopped, filled, counted, cleaned) for v in NUMBERS]
CASES += [(f, v) for f in (cleaned, counted) for v in ([3, 1.5, "x", None, True], ["a", 1], [None, "b"])]
CASES += [(filled, [None, 2.0, None, 3]), (filled, [1, None])]


@pytest.mark.parametrize("case", CASES, ids=range(len(CASES)))
def test_lists_of_several_types(case):
    function, given = case
    expected = outcome(function, (given,))
    compiled = up.jit(strict=True)(function)
    for runner in (compiled, *(paths.interpreted(compiled, level) for level in ("source", "scheduled"))):
        assert outcome(runner, (given,)) == expected
    assert compiled.ran_on == "cpu"


def test_each_order_of_types_is_what_it_is():
    compiled = up.jit(strict=True)(added)
    for given in ([1, 2.5], [1.5, 2], [1, 2], [1.5, 2.5], [True, 2], [2, 2.5], [7, 0.5]):
        assert outcome(compiled, (given,)) == outcome(added, (given,))
    raising = up.jit(strict=True)(divided)
    for w in (2, 0, 0.5):
        assert outcome(raising, ([1, 2.5], w)) == outcome(divided, ([1, 2.5], w))


def changed(v):
    v.append(3)
    return len(v)


def returned(v):
    return v


def sliced(v):
    return v[1:]


def doubled(v):
    return [x * 2 for x in v]


def compared(v):
    return v == [1, 2.5], v * 2, sorted(v)


def asked(v):
    return isinstance(v, list), type(v) is list


@pytest.mark.parametrize("function", [changed, doubled, asked, sliced, returned], ids=lambda f: f.__name__)
def test_two_lists_in_one(function):
    compiled = up.jit(strict=True)(function)
    assert outcome(compiled, ([1, 2.5],)) == outcome(function, ([1, 2.5],))


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize("function", [compared], ids=lambda f: f.__name__)
def test_what_stays_python(function):
    assert outcome(up.jit(strict=False)(function), ([1, 2.5],)) == outcome(function, ([1, 2.5],))
    with pytest.raises((TypeError, up.CompileError)):
        up.jit(strict=True)(function)([1, 2.5])


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
def test_only_some_orders_of_types_have_functions():
    compiled = up.jit(strict=False)(added)
    for number in range(1, 15):
        given = [0.5 if number >> i & 1 else i for i in range(4)] + [2.5, 1]
        assert outcome(compiled, (given,)) == outcome(added, (given,))
