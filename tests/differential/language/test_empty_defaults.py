"""`names = names or {}`: empty containers in the place of arguments that are None, or empty."""

import numpy as np
import pytest
import unpython as up
from support.outcomes import outcome

WORDS = ["a", "b", "", "abc"]
ROWS = [("a", 1.0), ("b", 2.0)]


def by_key(keys, names=None):
    names = names or {}
    return [names.get(k, 0.5) for k in keys]


def left(keys, names=None):
    names = names or {}
    return [k.upper() for k in keys if k not in names], len(names)


def named(keys, names=None):
    names = {} if names is None else names
    return {k: names.get(k, k) for k in keys}


def without(keys, skip=None):
    skip = skip or []
    return [k for k in keys if k not in skip]


def without_any(keys, skip=None):
    skip = skip if skip is not None else set()
    found = []
    for k in keys:
        if k in skip or not k:
            continue
        found.append(k)
    return found


def scaled(rows, factors=None):
    factors = factors or {}
    found = []
    for name, value in rows:
        found.append(value * factors.get(name, 1.0))
    if factors:
        found.append(float(len(factors)))
    return found


def set_up(xs, options=None):
    options = options or {}
    scale = options.get("scale", 2.0)
    offset = options.get("offset", 0)
    return [x * scale + offset for x in xs]


def weighted(xs, weights=None):
    weights = weights or {}
    return sum(x * weights.get(x, 1) for x in xs)


def added(x, more=None):
    more = more or []
    total = x
    for m in more:
        total += m
    return total + len(more)


def any_of(x, more=None):
    more = more or []
    return x in more


def read_before(keys, names=None):
    n = len(names)
    names = names or {}
    return n, [names.get(k, 1) for k in keys]


def kept_empty(keys):
    seen = {}
    found = [k for k in keys if k not in seen]
    for k, v in seen.items():
        found.append(k + v)
    return found, "x" if seen else "y", not seen and len(keys) > 1


def may_have_no_value(keys, n):
    if n > 0:
        seen = {}
    found = 0
    for k in keys:
        if k not in seen:
            found += 1
    return found


def changed(xs, more=None):
    more = more or []
    more.append(xs[0])
    return more


def given_back(x, more=None):
    more = more or []
    return more if x > 0 else [x]


CASES = [
    (by_key, WORDS), (by_key, WORDS, {"a": 2.0}), (by_key, WORDS, None),
    (left, WORDS), (left, WORDS, {"a": 2.0}), (named, WORDS), (named, WORDS, {"a": "z", "": "y"}),
    (without, WORDS), (without, WORDS, ["a", ""]), (without_any, WORDS), (without_any, WORDS, {"a"}),
    (scaled, ROWS), (scaled, ROWS, {"a": 0.5}), (set_up, [1.0, 2.0]), (set_up, [1.0], {"scale": 3.0}), (set_up, [1.0], {"scale": 3.0, "offset": 1}),
    (weighted, [1, 2]), (weighted, [1, 2], {1: 5}), (added, 1.0, [2.0]), (added, 1.0, []), (kept_empty, WORDS),
]  # fmt: skip

#: Python says what these give, or refuses them: what is given is no container, or the function does more than read it.
OTHERS = [
    (by_key, WORDS, {}), (without, WORDS, ""), (without, WORDS, "a"), (without, WORDS, 0), (without, WORDS, []), (without, WORDS, np.array([1.0, 2.0])),
    (added, 1.0), (added, 1.0, np.array([1.0, 2.0])), (added, 1.0, np.array([2.0])), (added, 1.0, np.array([])), (added, 1.0, 3.0), (added, 1.0, 0),
    (added, 1.0, ""), (any_of, 1.0, np.array([1.0, 2.0])), (any_of, 1.0, [1.0]), (any_of, "", ""), (any_of, "a", ""), (any_of, "a", "ab"),
    (read_before, WORDS, None), (read_before, WORDS, {"a": 2}), (may_have_no_value, WORDS, 1), (may_have_no_value, WORDS, 0),
    (changed, [1]), (changed, [1], [2]), (changed, [1], []), (given_back, 1), (given_back, 1, [2]), (given_back, -1, [2]), (given_back, 1, []),
    (set_up, [1.0], 3), (set_up, [1.0], {}), (scaled, ROWS, {}),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0].__name__)
def test_compiled(case):
    function, *given = case
    assert outcome(up.jit(function, strict=True), given) == outcome(function, given)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("case", OTHERS, ids=lambda case: case[0].__name__)
def test_others(case):
    function, *given = case
    assert outcome(up.jit(function, strict=False), given) == outcome(function, given)


@pytest.mark.filterwarnings("ignore")
def test_calls_of_one_function():
    for function in {case[0] for case in CASES}:
        compiled = up.jit(function, strict=False)
        for other, *given in (*CASES, *OTHERS):
            if other is function:
                assert outcome(compiled, given) == outcome(function, given)


def in_no_set(v):
    s = set()
    return v in s


def of_no_dict(v):
    d = {}
    return d.get(v, 5)


@pytest.mark.parametrize("function", [in_no_set, of_no_dict])
@pytest.mark.parametrize("given", [3, "a", (1, 2), [1], ["a"], [], {1: 2}, (1, [2])], ids=str)
def test_keys_that_have_no_hash(function, given):
    try:
        expected = function(given)
    except TypeError as error:
        with pytest.raises(TypeError, match=str(error)):
            up.jit(strict=False)(function)(given)
    else:
        assert up.jit(strict=False)(function)(given) == expected
