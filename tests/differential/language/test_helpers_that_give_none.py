"""Functions beside a compiled one that give a value or None, and what their callers do with it: results and errors are CPython's."""

import re

import numpy as np
import pytest
import unpython as up
from support import paths

LIMIT = 3
SCALE = 2


def first_word(s):
    for w in s.split():
        if w.isalpha():
            return w
    return None


def parse(s):
    if ":" not in s:
        return None
    k, v = s.split(":")
    return k, int(v)


def counts(s):
    if len(s) == 0:
        return None
    d = {}
    for c in s:
        d[c] = d.get(c, 0) + 1
    return d


def find(a, x):
    for i in range(len(a)):
        if a[i] == x:
            return i
    return None


def halved(x):
    if x > 1:
        return x / 2


def large(a, least=LIMIT):
    return a * SCALE if a.max() > least else None


def words(s):
    return s.split(",") if s else None


def shout(s):
    r = first_word(s)
    if r is None:
        return "nothing"
    return r.upper()


def or_else(s):
    return first_word(s) or "anonymous"


def greeting(s):
    name = first_word(s)
    if not name:
        return "hello"
    return "hello " + name


def length(s):
    if (w := first_word(s)) is not None:
        return len(w)
    return 0


def key_and_more(s):
    r = parse(s)
    if r is None:
        return "none", 0
    k, v = r
    return k, v + 1


def value_of(s):
    r = parse(s)
    return 0 if r is None else r[1]


def most(s):
    d = counts(s)
    if d is None:
        return 0
    return max(d.values())


def a_letter(s):
    d = counts(s)
    if d:
        return d.get("a", 0)
    return -1


def number_of_words(s):
    found = words(s)
    return len(found) if found is not None else 0


def word_of_word(s):
    w = first_word(s)
    return w if w is None else w + "!"


def given_again(s):
    r = first_word(s)
    s = r
    return s


def total(lines):
    t = 0
    for line in lines:
        r = parse(line)
        if r is not None:
            t += r[1]
    return t


def all_keys(lines):
    out = []
    for line in lines:
        r = parse(line)
        if r is None:
            continue
        k, v = r
        if v > 1:
            out.append(k)
    return out


def all_or_none(lines):
    out = []
    for line in lines:
        r = parse(line)
        if r is None:
            return None
        out.append(r)
    return out


def heads(lines):
    out = []
    for line in lines:
        if (w := first_word(line)) is not None:
            out.append(w)
        elif (r := parse(line)) is not None:
            out.append(r[0])
    return out


def last_word(lines):
    last = None
    for line in lines:
        w = first_word(line)
        if w:
            last = w
    return last


def place(a, x):
    r = find(a, x)
    if r is None:
        return -1
    return r * 2


def places(a, x):
    n = 0
    for i in range(4):
        r = find(a, i * x)
        if r is not None and r > 0:
            n += r
    return n


def two_places(a, x):
    i, j = find(a, x), find(a, x + 1)
    if i is None or j is None:
        return None
    return a[i] + a[j]


def truth(a, x):
    r = find(a, x)
    return 1 if r else 0


def steps(a, x):
    n = 0
    y = x * 1.0
    while y is not None:
        y = halved(y)
        n += 1
    return n


def steps_named(a, x):
    n = 0
    while (y := halved(x - n)) is not None:
        n += 1
        if y > 3:
            break
    return n, y


def of_its_argument(a, x):
    x = find(a, x)
    if x is None:
        return -1
    return x + 1


def norm(a, x):
    b = large(a)
    if b is None:
        return -1.0
    return float((b * b).sum())


def scaled(a, x):
    b = large(a, x)
    if b is not None:
        return b + 1
    return a - 1


def passed_on(a, x):
    return large(a)


def of_helpers(a, x):
    r = place(a, x)
    s = two_places(a, x)
    return r if s is None else s + r


TEXTS = "", "ab 1", "1 2", "a:2", "b:x", "12 ab:3", "a,b", "aa", "x:1:2"
LISTS = ["a:1", "b", "c:5"], ["ab", "1"], ["a:2", "b:3"], ["", ""], ["a:x"]
ARRAYS = [np.array(v, float) for v in ([1, 2, 3], [4, 0, 1, 2], [2], [2, 5, 3])]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    "function",
    [shout, or_else, greeting, length, key_and_more, value_of, most, a_letter, number_of_words],
)
def test_of_texts(function):
    check(function, [(s,) for s in TEXTS])


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("function", [total, all_keys, all_or_none, heads, last_word])
def test_of_lists_of_texts(function):
    check(function, [(lines,) for lines in LISTS])


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("device", [None, *paths.DEVICES])
@pytest.mark.parametrize("function", [place, places, two_places, truth, steps, steps_named, of_its_argument, norm, scaled, passed_on, of_helpers])
def test_of_numbers_and_arrays(function, device):
    check(function, [(a, x) for a in ARRAYS for x in (1, 2, 9)], device)


def check(function, arguments, device=None):
    options = {} if device is None else {"device": device}
    compiled = up.jit(strict=device is None, fp="strict", **options)(function)  # a device must have a loop where strict
    for given in arguments:
        assert outcome(compiled, given) == outcome(function, given)


def outcome(function, given):
    try:
        value = function(*given)
        return type(value), repr(value)
    except Exception as error:
        return type(error), error.args


# What must not be written where it is called as it stands.

shown = 5


def of_a_name_around(s):
    return s[:shown] if shown < len(s) else None


def has_a_name_like_it(s):
    shown = 1
    r = of_a_name_around(s)
    return shown if r is None else len(r) + shown


def may_have_no_value(x):
    if x > 2:
        y = x
    if x > 1:
        return y
    return None


def calls_it_twice(v):
    n = 0
    for x in v:
        y = may_have_no_value(x)
        if y is not None:
            n += y
    return n


def kept(out, w):
    if not w:
        return None
    out.append(w)
    return w


def changes_what_it_is_given(s):
    out = []
    for w in s.split(","):
        if kept(out, w) is None:
            out.append("none")
    return out


def of_another_kind(s):
    return None if len(s) > 3 else [s] if s else 0


def of_any_kind(s):
    r = of_another_kind(s)
    return 1 if r is None else 2 if r == 0 else len(r)


def calls_itself(s):
    if len(s) > 3:
        return None
    r = calls_itself(s + "a")
    return s if r is None else r


def of_itself(s):
    r = calls_itself(s)
    return r if r is None else len(r)


def tries(s):
    try:
        return int(s)
    except ValueError:
        return None


def of_tries(s):
    r = tries(s)
    return 0 if r is None else r + 1


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("function", [word_of_word, given_again, has_a_name_like_it, changes_what_it_is_given, of_any_kind, of_itself, of_tries])
def test_others_of_texts(function):
    compiled = up.jit(strict=False)(function)
    for s in ("", "a", "abcdef", "a,,b", "12", "x1"):
        assert outcome(compiled, (s,)) == outcome(function, (s,))


@pytest.mark.filterwarnings("ignore")
def test_a_name_that_had_a_value_in_the_call_before():
    compiled = up.jit(strict=False)(calls_it_twice)
    for v in ([1, 3], [3, 2], [2], [1]):
        assert outcome(compiled, (v,)) == outcome(calls_it_twice, (v,))
        assert outcome(compiled, (np.array(v),)) == outcome(calls_it_twice, (np.array(v),))


class Held:
    def __init__(self, x):
        self.x = x

    def large(self):
        if self.x > 2:
            y = self.x
        return y


def of_methods(s):
    held = [Held(len(w)) for w in s.split()]
    out = []
    for p in held:
        out.append(p.large())
    return out


def of_an_inner_function(s):
    def marked(w):
        if w != "b":
            y = w + "!"
        return y

    out = []
    for w in s.split():
        out.append(marked(w))
    return out


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("function", [of_methods, of_an_inner_function])
def test_a_name_that_had_a_value_in_another_call(function):
    compiled = up.jit(strict=False)(function)
    for s in ("abc d", "b", "a b", "abc", "abc abcd", ""):
        assert outcome(compiled, (s,)) == outcome(function, (s,))


def test_a_helper_that_is_defined_anew(monkeypatch):
    compiled = up.jit(strict=True)(shout)
    assert compiled("1 ab") == "AB"
    monkeypatch.setitem(globals(), "first_word", last_of_them)
    assert compiled("ab cd") == "CD"
    assert compiled("") == "nothing"


def last_of_them(s):
    for w in s.split()[::-1]:
        return w
    return None


def test_a_mistake_in_a_helper_has_its_line():
    def g(s):
        return parse(s).missing

    with pytest.raises((up.CompileError, AttributeError)) as found:
        up.jit(strict=True)(g)("a:1")
    assert re.search("missing|parse", str(found.value))
