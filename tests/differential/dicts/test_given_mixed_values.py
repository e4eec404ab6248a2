"""Given dicts and longer lists with integers and floats, and dicts that exchange their names."""

import math

import pytest
import unpython as up


def total(prices, cart):
    t = 0
    for item in cart:
        t += prices.get(item, 0)
    return t


def products(one, other):
    out = {}
    for k in one:
        if k in other:
            out[k] = one[k] * other[k]
    return out


def dot(u, v):
    if len(u) > len(v):
        u, v = v, u
    return sum(x * v[k] for k, x in u.items() if k in v)


def above_two(d):
    return {k: v for k, v in d.items() if v > 2}


def of_keys(d):
    t = 0
    for k in d:
        t += k * d[k]
    return t, sum(d.values()), list(d.values()), list(d), len(d)


def shown(d):
    for k, v in d.items():
        print(k, v)
    return max(d.values())


def parts(v):
    return v[0], v[-1], v[1:3], v[::-1], max(v), sum(v) / len(v), sorted(v)


def spread(v):
    mean = sum(v) / len(v)
    return math.sqrt(sum((x - mean) ** 2 for x in v) / len(v))


def kinds(v):
    return isinstance(v[0], int), type(v[1]) is float, v.index(3), v.count(3)


def is_given_back(d):
    return d


def gets_an_entry(d):
    d[7] = 1
    return len(d)


def has_a_second_name(d):
    e = d
    e[8] = 2
    return len(d)


def grows(v):
    v.append(1)
    return len(v)


TEXTS, NUMBERS, ITEMS = {"a": 1, "b": 2.5, "c": 3, "d": 0.25}, {4: 1, 2: 2.5, 9: 3}, [1, 2.5, 3, 4.0, -1] * 5
COMPILED = [
    (total, TEXTS, ["a", "c", "z", "b"]), (total, NUMBERS, [4, 9, 1, 2]), (products, TEXTS, {"b": 2, "c": 0.5}), (products, TEXTS, {"a": 2}),
    (products, NUMBERS, {2: 2, 4: 0.5}), (dot, {0: 1.0, 5: 2.0, 9: -1.0}, {5: 3.0, 9: 0.5}), (dot, {5: 3.0}, {5: 2.0, 1: 1.0}), (dot, NUMBERS, {2: 2, 4: 0.5}),
    (above_two, TEXTS), (above_two, NUMBERS), (of_keys, NUMBERS), (of_keys, {1: math.nan, 2: 1, 3: -0.0, 4: math.inf}), (shown, TEXTS), (shown, NUMBERS),
    (parts, ITEMS), (spread, ITEMS), (kinds, ITEMS),
]  # fmt: skip
OTHERS = [(of_keys, {1: 2.0, 2: 2**60}), (total, {"a": True, "b": 1.0}, ["a"]), (gets_an_entry, NUMBERS), (has_a_second_name, NUMBERS), (grows, ITEMS)]


def result_of(function, given, capsys):
    given = [part.copy() for part in given]
    return repr(function(*given)), repr(given), capsys.readouterr().out


@pytest.mark.parametrize("function, given", [(f, given) for f, *given in COMPILED], ids=[f.__name__ for f, *_ in COMPILED])
def test_compiled(function, given, capsys):
    assert result_of(up.jit(strict=True)(function), given, capsys) == result_of(function, given, capsys)


@pytest.mark.parametrize("function, given", [(f, given) for f, *given in OTHERS], ids=[f.__name__ for f, *_ in OTHERS])
def test_as_in_python(function, given, capsys):
    assert result_of(up.jit(strict=False)(function), given, capsys) == result_of(function, given, capsys)


def test_whose_object_it_is():
    for given in (TEXTS, ITEMS):
        assert up.jit(strict=False)(is_given_back)(given) is given


def test_other_types_at_the_next_call(capsys):
    compiled = up.jit(strict=False)(of_keys)
    for given in ({1: 2}, {1: 2, 2: 0.5}, {1: 0.5}, {1: 0.5, 2: 2}, {1: 2**70, 2: 0.5}):
        assert repr(compiled(given)) == repr(of_keys(given))
