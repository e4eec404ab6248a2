"""Lists of tuples that an expression makes, and sorts: values, types and orders are CPython's, in machine code and on devices."""

import pytest
import unpython as up
from support import paths

NUMBERS = [3, 1, 4, 1, 5, 9, 2, 6]
NAMES = ["d", "a", "c", "b", "é", "a", "zz", ""]


def zipped(v, names):
    pairs = list(zip(names, v))
    pairs.sort(key=lambda p: p[1])
    return [p[0] for p in pairs], pairs


def in_order(v, names):
    return [name for _, name in sorted(zip(v, names))]


def by_key(v, names):
    out = []
    for x, name in sorted(zip(v, names), key=lambda p: (-p[0], p[1])):
        out.append(name + str(x))
    return out


def comprehended(v, names):
    pairs = [(w, len(w)) for w in names if w]
    total = 0
    for w, n in pairs:
        total += n
    return pairs, total


def returned(v, names):
    return [(i, x * x) for i, x in enumerate(v) if x > 1]


def returned_in_order(v, names):
    return sorted([(x % 3, x) for x in v], reverse=True)


def shorter(v, names):
    return list(zip(v, v[2:]))


def numbered(v, names):
    return sorted(enumerate(v), key=lambda p: p[1])


def nested(v, names):
    pairs = [(x, y) for x in v[:3] for y in range(x)]
    return pairs, len(pairs)


def own_names(v, names):
    x = 7
    pairs = [(x, x + 1) for x in v]
    return x, pairs


FUNCTIONS = [zipped, in_order, by_key, comprehended, returned, returned_in_order, shorter, numbered, nested, own_names]


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_values(function):
    compiled = up.jit(strict=True)(function)
    for v, names in ((NUMBERS, NAMES), (NUMBERS[:3], NAMES), ([1] * 8, NAMES[::-1])):
        assert repr(compiled(v, names)) == repr(function(v, names))
    assert compiled.ran_on == "cpu"
    for device in paths.DEVICES:
        assert repr(up.jit(strict=False, device=device)(function)(NUMBERS, NAMES)) == repr(function(NUMBERS, NAMES))
