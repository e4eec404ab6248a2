"""Forms that two statements, or a plainer expression, say as well: results, errors and what arguments hold are CPython's."""

import pytest
import unpython as up
from support.outcomes import outcome

WORDS = ["abc", "b", "", "a.b.c", "Ab, c", "ab"]
NUMBERS = [3, 1, 2, 2]


def tuples(xs):
    return tuple(x * 2 for x in xs), len(xs)


def tuples_of_others(xs):
    t = tuple(sorted(xs))
    return t, t[0], len(t), sum(t)


def tuple_of_map(s):
    return tuple(map(int, s.split(",")))


def tuple_of_words(a):
    return tuple(a)


def found_or_none(a):
    return [w for w in a if len(w) > 2] or None


def filtered(a):
    return list(filter(None, a)), sorted(w for w in a if w), sorted((w for w in a if len(w) > 1), key=lambda w: (-len(w), w))


def unpacked(s):
    a, b = (x.strip() for x in s.split(","))
    return a + b


def first_and_others(s):
    name, *rest = [x.strip() for x in s.split(",")]
    return name, rest


def unpacked_numbers(s):
    a, b = (int(x) for x in s.split(","))
    return a - b


def with_default(a):
    return max(a, key=len, default="")


def least(xs):
    return min([x for x in xs if x > 2], default=None)


def popped(a):
    d = {}
    for w in a:
        d[w] = len(w)
    return d.pop("b", None)


def extended(a):
    d = {}
    for w in a:
        d[w] = len(w)
    found = []
    found.extend(d.values())
    return found


def cut_behind(s):
    return s.rsplit(".", 1)[0], s.rsplit(".", 1)[-1]


def formatted(s, n=3):
    return "{} has {:.2f}".format(s, n / 2), "{0}-{1}-{0}".format(s, n), "{s}: {n:>5}".format(s=s, n=n), "{{}} {}".format(n)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("function", [tuples, tuples_of_others, least])
def test_of_numbers(function):
    for given in (NUMBERS, [5], [1.5, -2.0, 4.0]):
        assert outcome(up.jit(strict=True)(function), [given]) == outcome(function, [given])


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("function", [tuple_of_words, found_or_none, filtered, with_default, popped, extended])
def test_of_lists_of_texts(function):
    for given in (WORDS, WORDS[:1], ["", "b"], ["xyz"]):
        assert outcome(up.jit(strict=True)(function), [given]) == outcome(function, [given])


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("function", [cut_behind, formatted, unpacked, unpacked_numbers, first_and_others, tuple_of_map])
def test_of_texts(function):
    compiled = up.jit(strict=True)(function)
    for given in ("a.b.c", "abc", "a, b", "1,2", "1,2,3", "1,2,x,y", "x"):
        assert outcome(compiled, [given]) == outcome(function, [given])


def number_or(n=None):
    n = n or 10
    return n


def cut_at(s, separator=None):
    separator = separator or ","
    return s.split(separator)


def cut_at_what_is_given(s, separator=None, n=None):
    parts = s.split(separator if separator is not None else ",")
    return parts[:n] if n is not None else parts


def added(xs, more=None):
    more = more or []
    for x in more:
        xs.append(x)
    return xs


def added_if_given(xs, more=None):
    if more is None:
        more = []
    for x in more:
        xs.append(x)
    return xs


def without(words, stop=None):
    if stop is None:
        stop = {"b"}
    return [w for w in words if w not in stop]


def counted(w, d=None):
    if d is None:
        d = {}
    d[w] = d.get(w, 0) + 1
    return len(d)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("function", "calls"),
    [
        (number_or, [(), (0,), (4,), (None,), (2.5,)]),
        (cut_at, [("a,b",), ("a;b", ";"), ("a,b", ""), ("a,b", None)]),
        (cut_at_what_is_given, [("a,b",), ("a;b;c", ";", 2), ("a,b,c", None, 1)]),
        (added, [([1],), ([1], [2, 3]), ([1], [])]),
        (added_if_given, [([1],), ([1], [2, 3]), ([1], None)]),
        (without, [(["a", "b"],), (["a", "b"], {"a"}), (["a", "b"], ["a"])]),
        (counted, [("a",), ("a", None)]),
    ],
)  # fmt: skip
def test_values_that_are_left_out(function, calls):
    for turn in (calls, calls[::-1]):
        compiled = up.jit(strict=True)(function)
        for given in turn:
            assert outcome(compiled, given) == outcome(function, given)
