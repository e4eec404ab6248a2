"""Texts as arguments, and texts of integers: values and types are CPython's, for texts of all kinds of characters."""

import warnings

import numpy as np
import pytest
import unpython as up
from support import paths

TEXTS = ["", "a", "b,a,,c", "ACGTTGCA", " a Bc\t", "0", "-12", "1_000", "abcabcab", "Straße", "Ünï ", "αβγΩ", "😀 a😀", "٣", "\u2003x\x85", "ab\0c"]


def size(s):
    return len(s), len(s) > 0


def items(s):
    return s[0], s[-1], s[len(s) // 2]


def beyond(s):
    return s[len(s)]


def before(s):
    return s[-len(s) - 1]


def slices(s):
    return s[1:], s[:-1], s[::-1], s[1:4:2], s[10:], s[-3:-1]


def looped(s):
    count = 0
    for c in s:
        if c == "a" or c == "😀":
            count += 1
    return count


def compared(s):
    return s == "ACGTTGCA", s != "", s < "b", s >= "αβγ", s[:1] <= "9"


def held(s):
    return "a" in s, "bc" in s, "" in s, "😀 a" not in s, s[:1] in "abc", s in ("a", "ACGTTGCA")


def numbered(s):
    h = 5381
    for i, c in enumerate(s):
        h = (h * 33 + ord(c) * i) % 2**32
    return h


def counted(s):
    return s.count("a"), s.count(","), s.count("cab"), s.count(""), s.find("c"), s.find(""), s.rfind("a"), s.find("😀", )


def place(s):
    return s.index("a")


def ends(s):
    return s.startswith("a"), s.endswith(""), s.endswith("ab"), s.startswith("😀 a😀!")


def capitals(s):
    return s.upper(), s.lower()


def classes(s):
    return s.isdigit(), s.isalpha(), s.isalnum(), s.isupper(), s.islower(), s.isspace()


def stripped(s):
    return s.strip(), s.lstrip(), s.rstrip()


def replaced(s):
    return s.replace("a", "<>"), s.replace("", "-"), s.replace("ab", ""), s.replace("😀", "x")


def joined(s):
    return "".join(reversed(s)), "-".join(s), "".join([c for c in s if c > "a"]), "".join(c for c in s if c != ",")


def together(s):
    return s + "_", "é" + s, s + s[:2] + "!" * 2, s * 2, 0 * s


def grown(s):
    out = ""
    last = "a"
    for c in s:
        if c != last:
            out += c
        last = c
    return out


def grown_while_gone_through(s):
    out = s + "a"
    for c in out:
        for d in out[1:]:
            if d > c:
                out += d
    return out


def kept(s):
    z = s
    z += "!"
    return s, z


def characters(s):
    return [c for c in s if c != "a"]


def in_order(s):
    return "".join(sorted(s))


def least(s):
    return min(s), max(s)


def by_table(s):
    pairs = {"A": "T", "T": "A", "C": "G", "G": "C"}
    return "".join(pairs[c] for c in reversed(s))


def by_table_or(s):
    values = {"a": 1, "b": 2, "😀": 3}
    total = 0
    for c in s:
        total += values.get(c, 10)
    return total


def number(s):
    return int(s)


def digits(s):
    return sum(int(c) for c in s if c.isdigit())


def next_character(s):
    return chr(ord(s[0]) + 1)


def parts(s):
    return len(s.split(",")), len(s.split("ab"))


def is_empty(s):
    if not s:
        return "empty"
    return "full" if s[0] else "never"


def refused(s):
    if s.count("a") > 1:
        raise ValueError(f"too many in {s}")
    return len(s)


def either(s):
    first = s[0] if len(s) > 2 else "none"
    return first


def paired(s):
    same = 0
    for a, b in zip(s, reversed(s)):
        if a == b:
            same += 1
    return same


FUNCTIONS = [
    size, items, beyond, before, slices, looped, compared, held, numbered, counted, place, ends, capitals, classes, stripped, replaced,
    joined, together, grown, kept, characters, in_order, least, by_table, by_table_or, number, digits, next_character, parts, is_empty,
    refused, either, paired,
]  # fmt: skip


def outcome(function, arguments):
    try:
        result = function(*arguments)
    except Exception as error:
        return type(error), error.args
    return repr(result), type(result)


def runs(function, arguments, strict):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", up.UnpythonWarning)
        return outcome(up.jit(strict=strict)(function), arguments)


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_texts(function):
    compiled = up.jit(strict=True)(function)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", up.UnpythonWarning)
        for text in TEXTS:
            assert outcome(compiled, (text,)) == outcome(function, (text,)), text


@pytest.mark.parametrize("function", [slices, looped, held, counted, replaced, grown, grown_while_gone_through, together], ids=lambda f: f.__name__)
def test_machine_code_does_what_is_asked_of_ascii(function):
    compiled = up.jit(strict=True)(function)
    for level in ("source", "scheduled"):
        assert outcome(paths.interpreted(compiled, level), ("b,a,,cab",)) == outcome(function, ("b,a,,cab",))
    assert outcome(compiled, ("b,a,,cab",)) == outcome(function, ("b,a,,cab",))
    assert compiled.ran_on == "cpu"


def distance(s, t):
    d = np.zeros((len(s) + 1, len(t) + 1), dtype=int)
    for i in range(len(s) + 1):
        d[i, 0] = i
    for j in range(len(t) + 1):
        d[0, j] = j
    for i in range(1, len(s) + 1):
        for j in range(1, len(t) + 1):
            d[i, j] = min(d[i - 1, j] + 1, d[i, j - 1] + 1, d[i - 1, j - 1] + (s[i - 1] != t[j - 1]))
    return d[-1, -1]


def of_two(s, t):
    return s == t, s < t, s >= t, t in s, s.find(t), s + t, s.count(t)


def beside_a_way(s, how):
    if how == "first":
        return s[0]
    return s[-1]


@pytest.mark.parametrize("function", [distance, of_two], ids=lambda f: f.__name__)
def test_two_texts(function):
    compiled = up.jit(strict=True)(function)
    for s in ("", "kitten", "a😀ß", "ß"):
        for t in ("", "sitting", "ß", "a😀"):
            assert outcome(compiled, (s, t)) == outcome(function, (s, t))


def test_a_text_that_chooses_a_way_beside_one_that_is_read():
    compiled = up.jit(strict=True)(beside_a_way)
    for text in ("ab", "αβγ"):
        for how in ("first", "last", "first"):
            assert compiled(text, how) == beside_a_way(text, how)


def test_other_objects_where_a_text_was():
    compiled = up.jit(looped)
    assert compiled("aba") == 2
    assert runs(looped, (["a", "b"],), False) == outcome(looped, (["a", "b"],))

    class Text(str):
        def __iter__(self):
            return iter("aaaa")

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", up.UnpythonWarning)
        assert runs(looped, (Text("b"),), False) == outcome(looped, (Text("b"),))
        assert compiled("aba") == 2


def of_an_integer(n):
    return str(n), len(str(n)), str(n) == str(n)[::-1], str(-n) + "!"


def digit_sum(n):
    return sum(int(d) for d in str(n))


@pytest.mark.parametrize("function", [of_an_integer, digit_sum], ids=lambda f: f.__name__)
@pytest.mark.parametrize("n", [0, 7, 10, 121, -45, 2**63 - 1, -(2**63) + 1, np.int8(-128), np.uint8(200), True, 2.5, np.float32(3), None, 2j, np.uint64(2**64 - 1)], ids=repr)
def test_texts_of_numbers(function, n):
    with np.errstate(all="ignore"):
        assert runs(function, (n,), False) == outcome(function, (n,))


def returned(x):
    return str(x) + "!"


@pytest.mark.parametrize("x", [2.5, True, 3], ids=repr)
def test_a_text_of_any_number_that_is_only_returned_is_compiled(x):
    compiled = up.jit(strict=True)(returned)
    assert compiled(x) == returned(x)
    assert compiled.ran_on == "cpu"


def changes(a, s):
    a[0] = 1
    return s.upper()


def as_bytes(s):
    return s.encode()


def in_a_text(s):
    return f"<{s}>"


@pytest.mark.parametrize(
    ("function", "arguments"),
    [(changes, (np.zeros(2), "ß")), (as_bytes, ("a",))],
    ids=lambda v: getattr(v, "__name__", ""),
)
def test_what_stays_python(function, arguments):
    with pytest.raises((up.CompileError, TypeError)):
        up.jit(strict=True)(function)(*arguments)
    assert runs(function, arguments, False) == outcome(function, arguments)


@pytest.mark.parametrize("text", ["a", "", "ß<"])
def test_a_text_in_an_f_string(text):
    assert up.jit(strict=True)(in_a_text)(text) == in_a_text(text)
