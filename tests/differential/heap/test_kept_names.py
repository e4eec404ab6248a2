"""Functions that are kept and change names of the function around; decorators, attributes of functions, **names, generators that call themselves."""

from functools import wraps

import pytest
import unpython as up
from support.left import left_by


def counter(steps, start=0):
    log = []

    def make(inc):
        total = start

        def bump(k=1):
            nonlocal total
            total += inc * k
            log.append(total)
            return total

        return bump

    fs = [make(s) for s in steps]
    vals = [f() for f in fs]
    vals += [f(3) for f in fs]
    return (vals, log)


def late(n):
    fs = []
    for i in range(n):
        fs.append(lambda: i)
    return ([f() for f in fs], {"n": n})


def acct(v):

    def account(b):
        hist = {"n": 0}

        def dep(x):
            nonlocal b
            b += x
            hist["n"] += 1
            return b

        def bal():
            return (b, hist["n"])

        return (dep, bal)

    d, b = account(10)
    d2, b2 = account(0)
    for x in v:
        d(x)
    d2(1)
    return (b(), b2())


def rec(n):

    def maker(k):

        def fact(m):
            return k if m <= 1 else m * fact(m - 1)

        return fact

    f, g = (maker(1), maker(2))
    return ([f(n), g(n)], {"n": n})


def logistic(rates, x0=0.2, n=5, /, *, keep=3):

    def make(r):
        x = x0

        def step():
            nonlocal x
            x = r * x * (1 - x)
            return x

        return step

    steppers = [make(r) for r in rates]
    tails = []
    for s in steppers:
        orbit = [s() for _ in range(n)]
        tails.append(orbit[-keep:])
    return tails


def comp(n):

    def compose(*fs):

        def run(x):
            for f in fs:
                x = f(x)
            return x

        return run

    total = 0

    def add(k):

        def inner(x):
            nonlocal total
            total += 1
            return x + k

        return inner

    h = compose(add(1), add(n), lambda v: v * 2)
    return (h(1), h(2), total, {"a": [total]})


def mutual(n):

    def even(k):
        return True if k == 0 else odd(k - 1)

    def odd(k):
        return False if k == 0 else even(k - 1)

    fs = {"e": even, "o": odd}
    return [fs["e"](n), fs["o"](n)]


def changes(v):
    kind = None

    def set_(x):
        nonlocal kind
        kind = x

    def get():
        return kind

    hooks = [set_, get]
    out = []
    for x in v:
        hooks[0](x)
        out.append(hooks[1]())
    return (out, kind)


def counted(fn):

    @wraps(fn)
    def inner(*args, **kw):
        inner.calls += 1
        return fn(*args, **kw)

    inner.calls = 0
    return inner


def golden(p, q, lo=-5.0, hi=5.0):

    @counted
    def f(x, p=p):
        return (x - p) ** 2 + q

    out = {}
    for i in range(5):
        if f(lo) < f(hi):
            hi = (lo + hi) / 2
        else:
            lo = (lo + hi) / 2
        out[i] = [lo, hi]
    return (out, f.calls)


def memo(a, b, sub=1):
    seen = {}

    @counted
    def d(i, j):
        if i == 0 or j == 0:
            return i + j
        if (i, j) not in seen:
            same = a[i - 1] == b[j - 1]
            seen[i, j] = min(d(i - 1, j) + 1, d(i, j - 1) + 1, d(i - 1, j - 1) + (0 if same else sub))
        return seen[i, j]

    r = d(len(a), len(b))
    return (r, d.calls)


class T:
    def __init__(self, v, kids=()):
        self.v, self.kids = (v, list(kids))

    def __iter__(self):
        yield self.v
        for k in self.kids:
            yield from k

    def deep(self, n=0):
        yield (n, self.v)
        for k in self.kids:
            yield from k.deep(n + 1)


def build(spec):
    return T(spec[0], [build(s) for s in spec[1]])


def tree(n):
    t = T(n, [T(1, [T(4)]), T(2), T(3, [T(5), T(6)])])
    out = []
    for v in t:
        if v == 5:
            break
        out.append(v)
    return (list(t), sum(t), sorted(t.deep()), out, [x for x in t if x > 2])


def perms(v):

    def go(rest, acc):
        if not rest:
            yield acc
        for i, x in enumerate(rest):
            yield from go(rest[:i] + rest[i + 1 :], acc + [x])

    return list(go(v, []))


def kw(v, **opts):

    def inner(a, b=2, *, c=3, **more):
        return [a, b, c, dict(more)]

    def outer(*args, **kws):
        return inner(*args, **kws)

    return (outer(1, c=v), outer(1, 5, z=v), outer(v), sorted(opts))


CASES = [
    (counter, ([0.5, 2], 1)),
    (late, (3,)),
    (acct, ([1, 2.5],)),
    (rec, (4,)),
    (comp, (3,)),
    (mutual, (5,)),
    (changes, ([1, "a", 2.5, [3]],)),
    (golden, (1.0, 2)),
    (memo, ("kitten", "sitting")),
    (tree, (7,)),
    (perms, ([1, 2, 3],)),
    (perms, ([],)),
    (kw, (4,)),
]


@pytest.mark.parametrize(("function", "arguments"), CASES)
def test_calls(function, arguments):
    compiled = up.jit(strict=True)(function)
    assert left_by(compiled, arguments) == left_by(function, arguments)
    assert compiled.ran_on == "cpu"
