"""Functions beside a compiled one that it passes on, as keys of orders and to map and filter, and that it calls in comprehensions."""

import re
from collections import Counter

import pytest
import unpython as up
from support.outcomes import outcome

WORDS = ["abc ", "b", "aeiou", "B", "", "Ab 12", "eab", "oo"]


def clean(s):
    return s.strip().lower()


def score(s):
    n = 0
    for c in s:
        if c in "aeiou":
            n += 1
    return n


def good(s):
    if len(s) < 2:
        return False
    return s[0] == "a"


def pair(s):
    k, v = s.split("=")
    return k, int(v)


def strict(s):
    if not s:
        raise ValueError("empty")
    return s[0]


def halves(s):
    middle = len(s) // 2
    return [s[:middle], s[middle:]]


_ENTRY = re.compile(r"(\w+)=(\d+)")


def has_digit(s):
    return re.search(r"\d", s) is not None


def words_of(s):
    return re.findall(r"\w+", s.lower())


def entry_of(s):
    m = _ENTRY.match(s)
    if not m:
        return None
    return m.group(1), int(m.group(2))


def first_letters(s):
    m = re.match(r"[a-z]+", s)
    return m.group(0) if m else ""


def by_patterns(a):
    counts = {}
    for s in a:
        for w in words_of(s):
            counts[w] = counts.get(w, 0) + 1
    return counts, [s for s in a if has_digit(s)], [w for s in a for w in words_of(s)], [first_letters(s) for s in a]


def entries(a):
    found = {}
    for s in [x.strip() + "=" + str(len(x)) for x in a]:
        e = entry_of(s)
        if e is None:
            continue
        k, v = e
        found[k] = v
    return found


def mapped(a):
    return list(map(clean, a)), sum(map(score, a)), ",".join(map(clean, a)), sorted(set(map(clean, a)))


def mapped_side_by_side(a):
    return dict(zip(a, map(score, a))), [k + str(v) for k, v in zip(map(clean, a), map(score, a))]


def filtered(a):
    return list(filter(good, a)), len(list(filter(good, map(clean, a))))


def in_order(a):
    return sorted(a, key=score), sorted(a, key=score, reverse=True), sorted(a, key=lambda s: (-score(s), s)), sorted(a, key=clean)


def chosen(a):
    return max(a, key=score), min(a, key=clean), min(a, key=lambda s: (score(s), len(s)))


def in_place(a):
    b = list(a)
    b.sort(key=score)
    b.sort(key=clean, reverse=True)
    return b


def in_place_of_the_caller(a):
    a.sort(key=score)
    return len(a)


def decided(a):
    return any(good(x) for x in a), all(good(x) for x in a), any(good(x) or good(y) for x in a for y in a if x < y)


def decided_before(a):
    return any(strict(x) == "b" for x in a)


def gathered(a):
    return {clean(x): score(x) for x in a}, sorted({clean(x) for x in a}), {x: good(x) for x in a}


def counted(a):
    return Counter(map(score, a)), Counter(clean(x) for x in a).most_common(1)


def of_pairs(a):
    b = [x.strip() + "=" + str(len(x)) for x in a]
    return dict(pair(x) for x in b), [v for k, v in map(pair, b)], dict(map(pair, b))


def numbered(a):
    for i, x in enumerate(map(clean, a)):
        if x == "b":
            return i
    return -1


def numbered_lazily(a):
    for i, c in enumerate(strict(x) for x in a):
        if c == "B":
            return i
    return -1


def extended(a):
    found = []
    found.extend(clean(x) for x in a if good(x))
    found.extend(map(clean, a))
    return found


def inside(a):
    return [h for x in a for h in halves(x)], [len(h) for x in a if good(x) for h in halves(clean(x))]


def in_tests(a):
    n = 0
    b = list(a)
    while b and not good(b[0]):
        b.pop(0)
        n += 1
    if (b or good("ab")) and not (n and good(a[0])):
        n += 100
    return n, b, 1 if b and good(b[0]) else 2


def of_inner(a):
    def both(s):
        n = 0
        for c in s:
            n += c == "b"
        return n

    return sorted(a, key=both), list(map(both, a)), sum(both(x) for x in a)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    "function",
    [
        mapped, mapped_side_by_side, filtered, in_order, chosen, in_place, in_place_of_the_caller, decided, decided_before, gathered, counted,
        of_pairs, numbered, numbered_lazily, extended, inside, in_tests, of_inner, by_patterns, entries,
    ],
)  # fmt: skip
@pytest.mark.parametrize("count", [0, 1, 4, 8])
def test_of_texts(function, count):
    for words in (WORDS[:count], WORDS[count:]):
        compiled = up.jit(strict=bool(words))(function)  # what an empty list would hold is not known
        assert outcome(compiled, [words]) == outcome(function, [words])


def last_letter(s):
    return s[-1:]


def by_last_letter(a):
    return [clean(x) for x in a], sorted(a, key=last_letter)


def test_a_helper_that_is_defined_anew(monkeypatch):
    compiled = up.jit(strict=True)(by_last_letter)
    assert compiled(["ab", "Ca"]) == by_last_letter(["ab", "Ca"])
    monkeypatch.setitem(globals(), "last_letter", clean)
    monkeypatch.setitem(globals(), "clean", strict)
    assert compiled(["ab", "Ca"]) == by_last_letter(["ab", "Ca"]) == (["a", "C"], ["ab", "Ca"])
