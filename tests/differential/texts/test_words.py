"""Lists, dicts and sets of texts: values, types, orders and exceptions are CPython's, for words of all kinds of characters, in machine
code, in the interpreter and on devices."""

import random
import warnings
from collections import Counter, defaultdict, deque

import numpy as np
import pytest
import unpython as up
from support import paths

ALPHABET = ["a", "b", "ab", "A", "-", "é", "ß", "😀", "0", "7", "\u2003", ","]
LISTS = [[], [""], ["a"], ["b", "a", "b", "ab", "a", ""], ["Straße", "straße", "αβ", "😀", "z" * 300, "zz"], ["10", "2", "-3", " 4 ", "1_0"]]
PHRASES = ["", " ", "a", "the cat  sat on\tthe mat\n", "b,a,,c", "é à é", "x\u2003y", "one\r\ntwo\n\nthree\x0bfour", "a😀b a😀b", "1 2.5 -3e2 nan"]


def _random_lists(count):
    draw = random.Random(5)
    return [["".join(draw.choice(ALPHABET) for _ in range(draw.randrange(4))) for _ in range(draw.randrange(40))] for _ in range(count)]


# Of a list of texts.


def counted(words):
    counts = {}
    for w in words:
        counts[w] = counts.get(w, 0) + 1
    return counts, len(counts), max(counts.values(), default=0)


def by_counter(words):
    c = Counter(words)
    return c.most_common(2), len(c), c["a"], c["never"]


def by_default(words):
    groups = defaultdict(list)
    for w in words:
        groups[len(w)].append(w)
    return dict(groups)


def by_letter(words):
    groups = {}
    for w in words:
        if w:
            groups.setdefault(w[0], []).append(len(w))
    return {k: sum(v) for k, v in groups.items()}


def in_order(words):
    return sorted(words), sorted(words, reverse=True), sorted(set(words)), sorted(words, key=len), sorted(words, key=lambda w: (len(w), w))


def sorted_here(words):
    kept = [w for w in words if w != "a"]
    kept.sort()
    other = list(words)
    other.sort(key=lambda w: -len(w))
    return kept, other


def extremes(words):
    return min(words), max(words), max(words, key=len), min(words, key=lambda w: (len(w), w))


def longest(words):
    best = ""
    for w in words:
        if len(w) > len(best):
            best = w
    return best


def first_of(words):
    best = None
    for w in words:
        if best is None or w < best:
            best = w
    return best


def together(words):
    return " ".join(words), ", ".join(w.strip() for w in words), "".join(w[:1] for w in words), "-".join(sorted(words)), ",".join([str(len(w)) for w in words])


def asked(words):
    return "a" in words, "😀" in words, [w.startswith("a") for w in words], [w.endswith("e") for w in words], sum("a" in w for w in words)


def places(words):
    return words.index("b"), words.count("b"), words[0], words[-1], words[1:3]


def places_of(words):
    index = {w: i for i, w in enumerate(words)}
    return index, [index[w] for w in words]


def unique(words):
    seen = set()
    out = []
    for w in words:
        if w not in seen:
            seen.add(w)
            out.append(w)
    return out, len(seen)


def sets(words):
    a, b = set(words), set(words[1:])
    return len(a & b), len(a | b), len(a - b), a == b, a


def changed(words):
    out = []
    for w in words:
        if w:
            out.append(w[0].upper() + w[1:])
        else:
            out.append("?")
    out.insert(0, "first")
    out.reverse()
    return out.pop(), out


def doubled(words):
    out = [w + w for w in words] + ["end"]
    out.extend(w for w in words if len(w) > 1)
    return out


def numbers(words):
    return [int(w) for w in words]


def floats(words):
    return [float(w) for w in words]


def keyed(words):
    d = {"a": 1, "b": 2}
    return [d[w] for w in words]


def keyed_or(words):
    d = {"a": 1, "b": 2, "😀": 3}
    return [d.get(w, 0) for w in words], [w in d for w in words]


def grades(words):
    out = []
    for w in words:
        if len(w) > 2:
            out.append("long")
        elif w == "":
            out.append("")
        else:
            out.append("short")
    return out, out.count("long")


def pairs(words):
    out = []
    for i, w in enumerate(words):
        out.append((w, i))
    return out


def pairs_in_order(words):
    c = {}
    for w in words:
        c[w] = c.get(w, 0) + 1
    return sorted(c.items(), key=lambda kv: (-kv[1], kv[0]))


def waiting(words):
    queue = deque(words)
    out = []
    while queue:
        w = queue.popleft()
        out.append(w)
        if len(w) > 1:
            queue.append(w[1:])
        if len(out) > 50:
            break
    return out


def stacked(words):
    stack = []
    for w in words:
        if w == "a" and stack:
            stack.pop()
        else:
            stack.append(w)
    return stack, len(stack) == 0


def mapped(words):
    return list(map(str.upper, words)), list(map(len, words)), [w for w in filter(lambda w: w > "a", words)]


def formatted(words):
    return [f"{i}:{w}" for i, w in enumerate(words)], "|".join(f"{w:>4}" for w in words), "%s!" % words[0], "{}-{:<3}|".format(words[0], words[-1])


def prefix(words):
    found = words[0]
    for w in words[1:]:
        while not w.startswith(found):
            found = found[:-1]
    return found


def compared(words):
    return [a < b for a, b in zip(words, words[1:])], words == sorted(words), [w == w[::-1] for w in words]


def encoded(words):
    classes = sorted(set(words))
    out = np.zeros((len(words), len(classes)))
    for i, w in enumerate(words):
        out[i, classes.index(w)] = 1
    return out, classes


def methods(words):
    return [w.title() for w in words], [w.capitalize() for w in words], [w.swapcase() for w in words], [w.zfill(3) for w in words], [w.center(4, "*") for w in words], [w.removeprefix("a") for w in words], [w.strip("a") for w in words], [w.replace("a", "bb") for w in words]  # fmt: skip


OF_LISTS = [
    counted, by_counter, by_default, by_letter, in_order, sorted_here, extremes, longest, first_of, together, asked, places, places_of,
    unique, sets, changed, doubled, numbers, floats, keyed, keyed_or, grades, pairs, pairs_in_order, waiting, stacked, mapped, formatted,
    prefix, compared, encoded, methods,
]  # fmt: skip


# Of a text.


def split(s):
    return s.split(), s.split(","), s.splitlines(), len(s.split())


def words_of(s):
    counts = {}
    for w in s.lower().split():
        counts[w] = counts.get(w, 0) + 1
    return counts


def reversed_words(s):
    words = s.split()
    words.reverse()
    return " ".join(words), " ".join(s.split()[::-1]), " ".join(w[::-1] for w in s.split())


def fields(s):
    name, value = s.split(",")
    return name, value


def table(s):
    rows = {}
    for part in s.split(";"):
        key, value = part.split("=")
        rows[key] = int(value)
    return rows


def pieces(s):
    counts = {}
    for i in range(len(s) - 1):
        piece = s[i : i + 2]
        counts[piece] = counts.get(piece, 0) + 1
    return counts, max(counts.values())


def added(s):
    return sum(float(w) for w in s.split()), [w for w in s.split() if w.isalpha()]


def runs(s):
    out = []
    last = ""
    n = 0
    for c in s:
        if c == last:
            n += 1
        else:
            if n:
                out.append(last + str(n))
            last = c
            n = 1
    return "".join(out)


def anagram(s):
    return sorted(s) == sorted(s[::-1]), "".join(sorted(set(s)))


def parts(s):
    seen = {}
    for i in range(-2, len(s) + 3):
        for j in (-3, -1, 0, 1, 2, len(s)):
            seen[s[i:j]] = seen.get(s[i:j], 0) + 1
        seen[s[i:]] = i
    return seen


OF_TEXTS = [parts, split, words_of, reversed_words, fields, table, pieces, added, runs, anagram]


def outcome(function, arguments):
    try:
        result = function(*arguments)
    except Exception as error:
        return type(error), error.args
    return shown(result)


def shown(result):
    """With types, and sets in an order of their own."""
    if isinstance(result, (tuple, list)):
        return type(result), [shown(item) for item in result]
    if isinstance(result, dict):
        return type(result), [(shown(key), shown(value)) for key, value in result.items()]
    if isinstance(result, set):
        return type(result), sorted(map(repr, result))
    return type(result), repr(result)


def quietly(function, arguments):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", up.UnpythonWarning)
        return outcome(function, arguments)


@pytest.mark.parametrize("function", OF_LISTS, ids=lambda f: f.__name__)
def test_lists_of_texts(function):
    compiled = up.jit(strict=True)(function)
    quietly(compiled, (["a", "b"],))  # an empty list says nothing of what it may hold
    for words in [*LISTS, *_random_lists(12)]:
        given = list(words)
        assert quietly(compiled, (given,)) == outcome(function, (list(words),)), words
        assert given == words


@pytest.mark.parametrize("function", OF_TEXTS, ids=lambda f: f.__name__)
def test_texts(function):
    compiled = up.jit(strict=True)(function)
    for text in [*PHRASES, "x=1;y=22", "x=1;y", "x=1;y=z", *(" ".join(words) for words in _random_lists(8))]:
        assert quietly(compiled, (text,)) == outcome(function, (text,)), text


@pytest.mark.parametrize("function", [counted, in_order, unique, together, grades, pairs_in_order, encoded], ids=lambda f: f.__name__)
def test_compiled_code_does_it(function):
    words = ["b", "a", "ab", "a", "", "zz", "b"]
    compiled = up.jit(strict=True)(function)
    assert outcome(compiled, (words,)) == outcome(function, (words,))
    assert compiled.ran_on == "cpu"
    for device in paths.DEVICES:
        assert outcome(up.jit(strict=False, device=device)(function), (words,)) == outcome(function, (words,))


def of_rows(rows):
    totals = {}
    names = []
    for name, amount in rows:
        totals[name] = totals.get(name, 0) + amount
        if amount > 2:
            names.append(name)
    return totals, names


def in_rows(rows):
    return [name for name, amount in rows if amount > 1], max(amount for _, amount in rows), len(rows)


@pytest.mark.parametrize("function", [of_rows, in_rows], ids=lambda f: f.__name__)
def test_tuples_with_texts(function):
    compiled = up.jit(strict=True)(function)
    for rows in ([("red", 3), ("blé", 2), ("red", 5), ("", 1)], [("a", 1.5), ("a", 4.0)]):
        assert outcome(compiled, (list(rows),)) == outcome(function, (rows,))


def made_here(n):
    names = []
    for i in range(n):
        if i % 3 == 0:
            names.append("Fizz")
        else:
            names.append(str(i))
    return names


def in_base(n, base):
    digits = "0123456789abcdef"
    out = ""
    while n:
        out = digits[n % base] + out
        n //= base
    return out or "0"


def lettered(n):
    out = ""
    for value, letter in [(10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")]:
        while n >= value:
            out += letter
            n -= value
    return out


def measured(n):
    lines = []
    for i in range(n):
        lines.append(f"{i:02d} {i / 3:.3f} {i * 0.1} {i % 2 == 0}")
    return "\n".join(lines), lines[-1]


def by_percent(n):
    return ["%d: %5.2f %s|" % (i, i / 7, "x") for i in range(n)], ["{:>6.1f}".format(i / 3) for i in range(n)], [format(i, "08b") for i in range(n)]


@pytest.mark.parametrize("function", [made_here, lettered, measured, by_percent], ids=lambda f: f.__name__)
def test_texts_that_a_function_makes(function):
    compiled = up.jit(strict=True)(function)
    for n in (1, 2, 7, 29):
        assert outcome(compiled, (n,)) == outcome(function, (n,))
    assert compiled.ran_on == "cpu"


def test_digits_by_a_subscript():
    compiled = up.jit(strict=True)(in_base)
    for n in (0, 1, 255, 4096):
        assert compiled(n, 16) == in_base(n, 16)


def numbers_as_texts(x):
    return [str(x), f"{x}", f"{x:.3f}", f"{x:10.2e}|", "%g" % x]


@pytest.mark.parametrize("x", [0.1, -0.0, 1e22, 1e-7, float("inf"), float("nan"), 3, np.float64(0.1), np.float32(0.1), np.int16(-3), 1 / 3, 123456789.125, True], ids=repr)
def test_numbers_as_texts(x):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", up.UnpythonWarning)
        assert outcome(up.jit(strict=False)(numbers_as_texts), (x,)) == outcome(numbers_as_texts, (x,))


def of_a_set(words):
    return [w for w in set(words)]


def shared(words):
    other = words
    other.append("x")
    return other


def given_back(words):
    return words


def in_both(words):
    mine = [words[0]]
    yours = mine
    yours.append("x")
    return mine


def sorted_set_of_tuples(words):
    return sorted((w, 1) for w in words)


def summed(words):
    return sum(words)


def any_of(words):
    return any(words), all([w for w in words])


def one_or_other(words):
    return [w and 3 for w in words]


def less_than_number(words):
    return words[0] == 3, words[0] < 3


def repeated(words):
    x = words * 2
    x[0] = "c"
    return x, [w * 2 for w in words], words[0] * words[1]


def negative(words):
    return -words[0]


@pytest.mark.parametrize("function", [shared, given_back, in_both, sorted_set_of_tuples, summed, any_of, one_or_other, less_than_number, repeated, negative], ids=lambda f: f.__name__)
def test_what_stays_python(function):
    words, others = ["b", "a"], ["b", "a"]
    found, expected = quietly(up.jit(strict=False)(function), (words,)), outcome(function, (others,))
    assert found == expected
    assert words == others


def test_a_list_that_is_given_back_is_the_same_object():
    words = ["a"]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", up.UnpythonWarning)
        assert up.jit(strict=False)(given_back)(words) is words


def test_the_order_of_a_set_of_texts_is_that_of_python():
    words = [f"w{i}" for i in range(30)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", up.UnpythonWarning)
        assert up.jit(strict=False)(of_a_set)(words) == of_a_set(words)


def tried(words):
    good = []
    bad = 0
    for w in words:
        try:
            good.append(int(w))
        except ValueError:
            bad += 1
    return good, bad


def tried_floats(words):
    total = 0.0
    skipped = []
    for w in words:
        try:
            x = float(w.strip())
        except ValueError:
            skipped.append(w)
            continue
        total += x
    return total, skipped


def tried_first(words):
    try:
        return int(words[0])
    except ValueError:
        return -1


def tried_and_else(words):
    n = 0
    for w in words:
        try:
            x = int(w)
        except ValueError:
            n -= 1
        else:
            n += x
    return n


@pytest.mark.parametrize("function", [tried, tried_floats, tried_and_else, tried_first], ids=lambda f: f.__name__)
def test_numbers_that_may_be_none(function):
    compiled = up.jit(strict=False)(function)
    for words in (["12", "x", "7", "", "3.5", " 4 ", "1_0", "-2"], ["inf", "1e3", "-", "--1", "٣", "nan", "0x10"], ["5"]):
        assert quietly(compiled, (words,)) == outcome(function, (words,))
    assert function is tried_first or compiled.ran_on == "cpu"
