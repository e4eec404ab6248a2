"""try, raise, match, loops with else, generators, prints and texts in functions of any values."""

import heapq
import math
from collections import Counter, deque
from itertools import accumulate, groupby

import pytest
import unpython as up
from support.left import left_by
from support.outcomes import name_of, outcome


def raiser(rows):
    rows[0].append(7)
    if len(rows) > 1:
        raise KeyError("bad", len(rows))
    raise ValueError(f"n={rows[0]}")


def nested_brk(m):
    found = []
    for i, r in enumerate(m):
        for j, x in enumerate(r):
            if x < 0:
                break
            if x == 0:
                continue
            found.append((i, j))
        else:
            found.append((i, "all"))
            continue
        if i == 2:
            break
    else:
        found.append(("end", 0))
    return found


def dict_change(d):
    for k in d:
        d[k + 1] = 0
    return [d]


def strs(words):
    d = {}
    for w in words:
        d.setdefault(len(w), []).append(w)
    for k in sorted(d):
        d[k].sort(key=lambda s: (s[-1], s))
    return (d, "-".join(sorted(words)), [w[::-1].upper() for w in words], max(words, key=len, default=""))


def setops(a, b):
    s, t = (set(a), set(b))
    return ([sorted(s & t), sorted(s | t), sorted(s - t), sorted(s ^ t)], s <= t, s, len(s), s.isdisjoint(t))


def words(text):
    c = Counter((w.strip(".,").lower() for w in text.split()))
    return (c.most_common(2), {k: list(g) for k, g in groupby(sorted(c), key=lambda w: w[0])}, list(accumulate(c.values())), c["zzz"])


def queue_sim(jobs, k):
    q = deque(jobs)
    log = []
    h = [(0, i) for i in range(k)]
    heapq.heapify(h)
    while q:
        t, w = heapq.heappop(h)
        j = q.popleft()
        log.append((w, t, t + j))
        heapq.heappush(h, (t + j, w))
        if j > 5 and len(log) < 10:
            q.appendleft(j // 2)
    return (log, max(h)[0], heapq.nsmallest(2, log, key=lambda r: r[2]))


def gen_list(n):

    def evens(k):
        for i in range(k):
            if i % 2:
                continue
            yield i

    def pairs():
        for a in evens(n):
            for b in evens(a):
                yield (a, b)

    return (list(evens(n)), [a * b for a, b in pairs()], sum((x for x in evens(n) if x > 2)))


def printing(rows):
    for i, r in enumerate(rows):
        print(i, r, len(r), sep=":", end=";")
    print()
    print(*[x for r in rows for x in r])
    print({"k": rows}, (1,), None, True, 2.0, "a'b")
    return None


def fmt(rows):
    import math as m
    from collections import Counter

    out = []
    for r in rows:
        out.append("{} has {:>6.2f}|{x!r}".format(len(r), m.fsum(r) if False else float(sum(r)), x=r and r[0]))
        out.append(bin(len(r)) + hex(255) + oct(8) + "abc".removeprefix("a"))
        out.append(["x.py".endswith((".py", ".c")), "%5.1f%%|%-5s|%03d|%s" % (2.25, "ab", 7, [1, "z"])])
    return (out, Counter(map(len, rows)))


def inter(rows):
    rows.sort(key=lambda r: (r[0], -r[1]))
    out = []
    for s, e in rows:
        if out and s <= out[-1][1]:
            out[-1][1] = max(out[-1][1], e)
        else:
            out.append([s, e])
    rows[0][0] = -1
    return (out, rows)


def pal(s):
    best = ""
    for i in range(len(s)):
        for a, b in ((i, i), (i, i + 1)):
            while a >= 0 and b < len(s) and (s[a] == s[b]):
                a -= 1
                b += 1
            if b - a - 1 > len(best):
                best = s[a + 1 : b]
    return (best, s.count("a"), s.find("zz"), s.replace("a", "<>"), s.title(), s.split("a"), s.partition("b"))


def nums(v):
    out = []
    for x in v:
        out.append((x // 3, x % 3, -x // 3, x / 4, x**2, abs(x), round(x), int(x), float(x), x > 2, bool(x), str(x), repr(x)))
    return (out, math.fsum(v) if False else sum(v), min(v), sorted(v, reverse=True))


def while_else(n):
    i = 2
    while i * i <= n:
        if n % i == 0:
            break
        i += 1
    else:
        return "prime"
    return i


CASES = [
    (raiser, ([[1], [2]],)),
    (raiser, ([[1]],)),
    (nested_brk, ([[1, 2], [0, 3], [4, -1], [5]],)),
    (dict_change, ({1: 2},)),
    (strs, (["bb", "a", "cc", "dd"],)),
    (setops, ([1, 2, 3], [2, 5])),
    (words, ("The cat. the dog, a cat the",)),
    (queue_sim, ([3, 7, 1, 12], 2)),
    (gen_list, (9,)),
    (printing, ([[1, 2], []],)),
    (fmt, ([[1, 2], []],)),
    (inter, ([[5, 6], [1, 3], [2, 4]],)),
    (pal, ("abacab",)),
    (nums, ([1, 2.5],)),
]


@pytest.mark.parametrize(("function", "arguments"), CASES)
def test_calls(function, arguments):
    compiled = up.jit(strict=True)(function)
    assert left_by(compiled, arguments) == left_by(function, arguments)
    assert compiled.ran_on == "cpu"


def adds_to_nothing(table, k):
    for row in table:
        n += len(row)  # noqa: F821
    n = k
    return n


def from_behind(v):
    for y in reversed(v):
        v.remove(y)
        v.pop()
    return v


def placed(v, k):
    v[v[0]] = k
    return v + v


@pytest.mark.parametrize("case", [
    (adds_to_nothing, [[1], [2, "x"]], 2), (adds_to_nothing, [], 2), (from_behind, [1, None, 3, 4, 5]), (from_behind, [None, "a", 2]),
], ids=name_of)  # fmt: skip
def test_names_without_values_and_lists_that_become_shorter(case):
    function, *given = case
    assert outcome(up.jit(function, strict=True), given) == outcome(function, given)


def test_places_that_are_numbers_and_bools():
    compiled = up.jit(placed, strict=True)
    for given in ([True, 1, 2, 3], [0, 1, 2, -4], [-4, 1, None, 2], [7, True, 2, 3]):
        assert outcome(compiled, [given, 3]) == outcome(placed, [given, 3])
