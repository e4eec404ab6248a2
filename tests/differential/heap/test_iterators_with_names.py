"""Iterators under a name, islice, choices, merges, generators that are left in their middle."""

import heapq
from itertools import accumulate, chain, combinations, combinations_with_replacement, count, dropwhile, islice, permutations, product, takewhile

import pytest
import unpython as up
from support.left import left_by

COUNT = 0


def gen(n):
    for i in range(n):
        yield {"i": i}
    for j in range(n):
        yield {"i": -j}


def brk(n):
    out = []
    for x in gen(n):
        if x["i"] == 2:
            break
        if x["i"] == 1:
            continue
        out.append(x)
    else:
        out.append({"e": 1})
    return out


def glob(n):
    global COUNT
    COUNT = n
    s = {"a": []}
    for i in range(n):
        COUNT += i
        s["a"].append([COUNT])
    return (COUNT, s)


def gen2(n):
    i = 0
    while i < n:
        yield [i]
        i += 1
    yield [-1]


def cont(n):
    out = []
    for x in gen2(n):
        for y in gen2(x[0]):
            if y[0] == 1:
                continue
            if y[0] == 3:
                break
            out.append((x, y))
        if x[0] % 2:
            continue
        out.append(x)
    for a in accumulate([1, 2, 3, n], initial=0):
        if a == 0:
            continue
        if a == 3:
            continue
        out.append({"a": a})
        if a > 5:
            break
    for k in chain([1, 2], gen2(3), "ab"):
        if k == 2:
            continue
        if k == "b":
            break
        out.append([k])
    return out


def ret(n):
    for x in gen2(n):
        for y in gen2(n):
            if x == y == [2]:
                return ({"x": x}, y)
    return None


def primes():
    seen = {}
    n = 2
    while True:
        p = seen.pop(n, None)
        if p is None:
            yield n
            seen[n * n] = n
        else:
            m = n + p
            while m in seen:
                m += p
            seen[m] = p
        n += 1


def first(n):
    ps = list(islice(primes(), n))
    qs = list(takewhile(lambda p: p < n, primes()))
    rs = [x for x in islice(primes(), 2, n, 3)]
    out = {}
    for a, b in zip(ps, ps[1:]):
        out.setdefault(b - a, []).append((a, b))
    for i in count(3, 2):
        if i > n:
            break
        if i == 5:
            continue
        out[-i] = [(i, i)]
    for k, x in zip(count(1), ps):
        out[k] = [(k, x)]
    return (ps, qs, rs, out, list(dropwhile(lambda x: x < 3, ps)), [list(islice(ps, 1, None)), list(islice(ps, 0)), list(islice("abc", 1, 9))])


def its(v):
    it = iter(v)
    out = []
    try:
        a = next(it)
        out.append([a])
        for x in it:
            if x == 3:
                break
            out.append([x])
        out.append([next(it, -1)])
        out.append(list(it))
        out.append([next(it)])
    except StopIteration:
        out.append(None)
    ids = count(10)
    out.append([next(ids) for _ in v] + [next(ids)])
    return out


def perms(v, r):
    return (
        list(permutations(v, r)),
        [list(p) for p in permutations(v)],
        list(combinations(v, r)),
        list(combinations_with_replacement(v, r)),
        ["".join(p) for p in product("ab", repeat=2)],
        [p for p in combinations(v, 2)],
    )


def merged(runs, b):
    runs[:] = [list(heapq.merge(*runs, b))]
    return (runs, list(heapq.merge([1, 4], (2.5, 3), b)))


class Down:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        if self.n <= 0:
            raise StopIteration
        self.n -= 1
        return self.n


def down(n):
    d = Down(n)
    out = []
    for x in d:
        if x == 2:
            continue
        out.append([x])
    e = Down(3)
    out.append([next(e)])
    return (out, sum(Down(4)), list(e), list(zip([1, 2], [3, 4], strict=True)))


def strict(a, b, c):
    try:
        return (list(zip(a, b, c, strict=True)), {"a": 1})
    except ValueError as e:
        return (str(e), {"b": 1})


CASES = [
    (brk, (4,)),
    (brk, (1,)),
    (cont, (5,)),
    (cont, (0,)),
    (ret, (4,)),
    (first, (6,)),
    (first, (0,)),
    (its, ([1, 2, 3, 4, 5],)),
    (its, ([],)),
    (perms, ([1, 2, 3], 2)),
    (perms, ([], 1)),
    (perms, ([1, 2, 3], 4)),
    (merged, ([[1, 3], [2, 2.5]], [0, 9])),
    (merged, ([], [])),
    (down, (4,)),
    (strict, ([1], [2], [3])),
    (strict, ([1], [2, 3], [3, 4])),
    (strict, ([1, 2], [2, 3], [3])),
    (strict, ([], [1], [])),
]


@pytest.mark.parametrize(("function", "arguments"), CASES)
def test_calls(function, arguments):
    compiled = up.jit(strict=True)(function)
    assert left_by(compiled, arguments) == left_by(function, arguments)
    assert compiled.ran_on == "cpu"
