"""Formats whose width is a value, str.translate, texts that go to another name, lists of texts by key: CPython's, in machine code, in the
interpreter and on devices."""

import statistics
import string
from collections import Counter, OrderedDict, defaultdict, deque

import pytest
import unpython as up
from support import paths
from support.outcomes import told
from support.texts import function_of

PAIRS = str.maketrans("ACGT", "TGCA")


def in_columns(names, scores):
    width = max(len(n) for n in names)
    rows = [f"{'name':<{width}} | score"]
    rows.append("-" * len(rows[0]))
    for name, score in sorted(zip(names, scores), key=lambda t: t[1], reverse=True):
        rows.append("{:<{w}} | {:>5.1%}".format(name, score, w=width))
    return rows


def of_numbers(x, width, digits):
    return f"[{x:>{width}.{digits}f}] {x:{width}}"


def of_a_text(text, width):
    return f"{text:*^{width}}|{text:{width}s}|{text:>{width + 1}}"


def by_places(items):
    return ["{0:<{1}}|{2}".format(k, 8, v) for k, v in items]


def both_strands(text):
    return text.translate(str.maketrans("ACGT", "TGCA"))[::-1]


def without_signs(text):
    return text.translate(str.maketrans("", "", string.punctuation)).lower().split()


def by_a_table_around(text):
    return text.translate(PAIRS)[::-1]


def by_given_texts(text, old, new):
    return text.translate(str.maketrans(old, new, "-"))


def most_common(words):
    best, most = None, 0
    for w, n in Counter(words).items():
        if n > most:
            best, most = w, n
    return best


def sums_of_common(words):
    total = 0
    for w, n in Counter(words).most_common(2):
        total += n * len(w)
    return total


def by_letters(words):
    groups = OrderedDict()
    for w in words:
        groups.setdefault("".join(sorted(w)), []).append(w)
    return [g for g in groups.values() if len(g) > 1]


def by_length(words):
    groups = {}
    for w in words:
        groups.setdefault(len(w), []).append(w)
    return [g for g in groups.values() if len(g) > 1]


def ranks(links, turns):
    pages = list(links)
    rank = {p: 1.0 / (len(pages) + 1) for p in pages}
    for _ in range(turns):
        new = {}
        for p in pages:
            total = 0
            for q in pages:
                if p in links[q]:
                    total += rank[q] / len(links[q])
            new[p] = 0.25 + 0.5 * total
        rank = new
    return rank


def spread(links, turns):
    rank = dict.fromkeys(links, 1.0)
    for _ in range(turns):
        new = dict.fromkeys(links, 0.25)
        for p, others in links.items():
            for q in others:
                new[q] += 0.5 * rank[p] / len(others)
        rank = new
    return rank


def longer(words):
    current = [words[0]]
    while len(current) < 5:
        following = []
        for w in current:
            for v in words:
                following.append(w + v)
        current = following
    return current


def counts(genes):
    a, b, c = (genes.count(x) for x in ("AA", "Aa", "aa"))
    return a, b, c


def product(text):
    x, y = (int(part) for part in text.split(","))
    return x * y


def in_parts(words):
    return len(words), [w.split("e") for w in words], [[w, w + "x"] if len(w) > 3 else [w] for w in words]


def lengths_by_letter(words):
    groups = defaultdict(list)
    for w in words:
        groups[w[:1]].append(len(w))
    return [groups[k] for k in sorted(groups)]


def columns(rows):
    return ["".join(column) for column in zip(*rows)]


def fullest(rows):
    most = 0
    for column in zip(*rows):
        most = max(most, column.count("e"))
    return most


def winner(rows):
    for row in rows:
        if row in ("XXX", "OOO"):
            return row[0]
    return None if any("." in row for row in rows) else "draw"


def behind(text):
    at = text.find("=")
    return None if at < 0 else text[at + 1 :]


def way(grid, start, goal):
    rows, cols = len(grid), len(grid[0])
    waiting = deque([(start, 0)])
    seen = {start}
    while waiting:
        (r, c), steps = waiting.popleft()
        if (r, c) == goal:
            return steps
        for dr, dc in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            nr, nc = r + dr, c + dc
            if 0 <= nr < rows and 0 <= nc < cols and grid[nr][nc] != "#" and (nr, nc) not in seen:
                seen.add((nr, nc))
                waiting.append(((nr, nc), steps + 1))
    return -1


def calculated(expression):
    stack = []
    ops = {"+": lambda a, b: a + b, "-": lambda b, a: b - a, "*": lambda a, b: a * b, "/": lambda a, b: a / b if b else 0.5}
    for token in expression.split():
        if token in ops:
            b = stack.pop()
            a = stack.pop()
            stack.append(ops[token](a, b))
        else:
            stack.append(float(token))
    return stack[0]


def in_steps(steps, x):
    table = {"more": lambda v: v + 1, "twice": lambda v: v * 2, "abs": abs}
    for s in steps:
        x = table[s](x)
    return x


def medians(numbers, size):
    window = deque(maxlen=size)
    found = []
    for x in numbers:
        window.append(x)
        found.append(statistics.median(window))
    return found


def with_more(words):
    found = [words[0]]
    found += [words[-1] + words[0], words[-1]]
    return found


def flags(words):
    seen = dict.fromkeys(words, False)
    seen[words[0]] = True
    return [w for w in seen if seen[w]]


def starts(words):
    groups = defaultdict(int)
    for w in words:
        groups[w[:1]] += 1
    return groups["a"], len(groups)


def with_sums(rows, width, digits):
    total = sum(price for _, price in rows)
    lines = [f"{name:<{width}}|{price:>{width}.{digits}f}" for name, price in rows]
    lines += [f"{'all':^{width}}|{sum(p for _, p in rows):>{width}.{digits}f}", f"{total:.1e} {total:8.2%}"]
    return "\n".join(lines)


def shares(words):
    total = sum(len(w) for w in words)
    return [f"{w:<5}{len(w) / total:6.1%}" for w in words], f"{total:.1f} {total:d} {total:>4}"


WORDS = ["listen", "silent", "enlist", "google", "elgoog", "abc", "é", "", "a"]
LINKS = {"a": ["b", "c"], "b": ["c"], "c": ["a"]}
CALLS = [
    (in_columns, (["Alice", "Bob", "Christina"], [0.912, 0.55, 0.7777])), (in_columns, (["é", ""], [1.0, -2.5])),
    *((of_numbers, (x, w, d)) for x, w, d in ((3.14159, 10, 3), (-2.5, 1, 0), (1e300, 5, 1), (0.0, 7, -1))),
    *((of_a_text, (t, w)) for t, w in (("ab", 7), ("", 3), ("é😀", 6), ("abc", 1), ("abc", 0), ("abc", -2))),
    (by_places, ([("a", 1), ("bcdefghijk", 2)],)),
    *((f, (t,)) for f in (both_strands, by_a_table_around) for t in ("AACGTTGC", "", "xAx", "é")),
    *((without_signs, (t,)) for t in ("Hi, there! a.b", "", "...", "ÀB, c")),
    *((by_given_texts, ("ab-cab", old, new)) for old, new in (("ab", "xy"), ("", ""), ("aa", "xy"), ("ab", "x"))),
    *((f, (w,)) for f in (in_parts, lengths_by_letter, most_common, sums_of_common, by_letters, by_length, flags, starts) for w in (WORDS, WORDS + WORDS[:2], ["x"])),
    (ranks, (LINKS, 3)), (ranks, (LINKS, 0)), (spread, (LINKS, 4)), (spread, (LINKS, 0)),
    (longer, (["a", "bc"],)), (longer, (["", "z", "y"],)), (counts, (["AA", "Aa", "aa", "Aa"],)),
    *((calculated, (t,)) for t in ("3 4 + 2 * 7 /", "1 0 /", "2 3 -", "", "1 +", "1 2 %")), (medians, ([5.0, 1.0, 4.0, 2.0], 3)),
    *((in_steps, (s, 3)) for s in (["more", "twice"], ["twice", "none"], ["abs"])), (with_more, (WORDS,)), (with_more, (["a"],)),
    *((f, (w,)) for f in (columns, fullest) for w in (WORDS[:3], WORDS[:6], ["", "ab"])),
    *((winner, (w,)) for w in (["XO.", "OXO"], ["OOO", "..."], ["XOX", "OXO"])), (behind, ("a=b",)), (behind, ("ab",)), (behind, ("=",)),
    *((way, (["..#.", ".#..", "....", "#.#."], (0, 0), goal)) for goal in ((0, 3), (3, 0), (0, 0))),
    (with_sums, ([("tea", 1.5), ("é", 2.25)], 8, 2)), (with_sums, ([("tea", -0.0)], 1, 0)), (shares, (["a", "bcd"],)),
    *((product, (t,)) for t in ("3,4", "3,4,5", "3", "3,x", "")),
]  # fmt: skip


@pytest.mark.parametrize(("function", "arguments"), CALLS, ids=lambda v: getattr(v, "__name__", ""))
def test_calls(function, arguments):
    expected = told(function, arguments)
    compiled = up.jit(strict=True)(function)
    for runner in (compiled, *(up.jit(device=device, strict=False)(function) for device in paths.DEVICES)):
        assert told(runner, arguments) == expected
    for level in ("source", "scheduled"):  # which do not call Python again
        found = told(paths.interpreted(compiled, level), arguments)
        assert found == expected or found[0] in (NotImplementedError, KeyError)


FIRST = {function: arguments for function, arguments in reversed(CALLS)}


@pytest.mark.parametrize(("function", "arguments"), FIRST.items(), ids=lambda v: getattr(v, "__name__", ""))
def test_they_are_compiled(function, arguments):
    compiled = up.jit(strict=True)(function)
    compiled(*(a[:6] if a is WORDS else a for a in arguments))
    assert compiled.ran_on == "cpu"


@pytest.mark.parametrize("text", ["s * k", "len(k * s)", "s.center(k)", "len(s.zfill(k))", "s.ljust(k, 'x')"])
def test_texts_that_nothing_has_room_for(text):
    f = function_of(f"def f(s, k):\n    return {text}\n")
    for k in (2**62, 2**63 - 1, -2, 3):
        assert told(up.jit(strict=False)(f), ("abc", k)) == told(f, ("abc", k))
