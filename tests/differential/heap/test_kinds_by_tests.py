"""Names of several kinds, where a test says which: isinstance, `is None`, match, and what stands behind them."""

import pytest
import unpython as up
from support.left import left_by


def describe(x):
    if x is None:
        return None
    if isinstance(x, str):
        x = [float(t) for t in x.split(",") if t.strip()]
    elif isinstance(x, (int, float)):
        x = [x]
    return sum(x) + len(x)


def flat(v, out):
    if isinstance(v, list):
        for w in v:
            flat(w, out)
    elif v is not None:
        out.append(v)
    return out


def total(xs):
    t = 0
    names = []
    for x in xs:
        if isinstance(x, str):
            names.append(x)
            continue
        if x is None:
            continue
        if isinstance(x, tuple):
            a, b = x
            t += a * b
        else:
            t += x
    return t, names


def stack(prog):
    st = []
    for step in prog:
        match step:
            case int() | float():
                st.append(step)
            case ("push", x):
                st.append(x)
            case "dup":
                st.append(st[-1])
            case "+" | "*":
                b, a = st.pop(), st.pop()
                st.append(a + b if step == "+" else a * b)
            case _:
                raise ValueError(f"bad {step!r}")
    return st


def reassigned(x, n):
    out = []
    if isinstance(x, int):
        for i in range(n):
            out.append(x)
            x = str(x) if i % 2 == 0 else len(x)
    return out, x


def whiled(x):
    n = 0
    while x is not None:
        n += x
        x = x - 1 if x > 0 else None
    return n, x


def tried(x):
    if isinstance(x, int):
        try:
            x = "a" * x
            x = x + 1
        except TypeError:
            return x + "!"
    return x


def chain(x):
    if isinstance(x, str):
        x = len(x)
    elif x is None:
        return -1
    return x + 1


def ands(xs):
    k = 0
    for x in xs:
        if isinstance(x, (int, float)) and not isinstance(x, bool) and x > 1:
            k += x
        if not isinstance(x, str) or len(x) > 1:
            k += 1
    return k


def comp(xs):
    nums = [x for x in xs if isinstance(x, (int, float))]
    texts = [x.upper() for x in xs if isinstance(x, str)]
    return sum(nums), max(nums), "".join(texts), [y if y is not None else 0 for y in [x if isinstance(x, int) else None for x in xs]]


def nested(x):
    def inner():
        nonlocal x
        x = "s"
        return 1
    if isinstance(x, int):
        a = x + 1
        inner()
        return a, x + "t"
    return x


def loop_body(xs):
    best = None
    for x in xs:
        if best is None or x > best:
            best = x
    return best + 1 if best is not None else None


def breaks(xs):
    found = None
    for x in xs:
        if x is None:
            break
        found = x
    else:
        found = "end"
    if isinstance(found, str):
        return found + "!"
    return found


def tree(t):
    if isinstance(t, (int, float)):
        return t
    op, a, b = t
    one, other = tree(a), tree(b)
    if op == "+":
        return one + other
    return one * other


def walked(tree, depth):
    def walk(node, d):
        if isinstance(node, (list, tuple)) and d != 0:
            for kid in node:
                yield from walk(kid, d - 1)
        else:
            yield node

    found = list(walk(tree, depth))
    return found, sum([v for v in found if isinstance(v, (int, float))])


CALLS = [
    (describe, ('1, 2.5,,4',)),
    (describe, (7,)),
    (describe, ([1, 2],)),
    (describe, (None,)),
    (describe, (2.5,)),
    (flat, ([1, [2, [3, None], 4.5]], [])),
    (flat, ([], [])),
    (flat, (3, [])),
    (total, ([1, 'a', None, (2, 3), 2.5],)),
    (total, ([],)),
    (total, (['q'],)),
    (stack, ([3, 4, '+', 'dup', '*', ('push', 7), '+'],)),
    (stack, ([1, 'swap'],)),
    (stack, ([('push', 2.5), 3, '*'],)),
    (reassigned, (3, 3)),
    (reassigned, ('a', 3)),
    (reassigned, (12, 0)),
    (whiled, (3,)),
    (whiled, (None,)),
    (tried, (3,)),
    (tried, ('q',)),
    (chain, ('abc',)),
    (chain, (None,)),
    (chain, (4,)),
    (ands, ([1, 2.5, 'ab', True, None, 'c', 7],)),
    (comp, ([1, 'a', 2.5, None, 'b', 4],)),
    (nested, (3,)),
    (nested, ('q',)),
    (loop_body, ([1, 3, 2],)),
    (loop_body, ([],)),
    (breaks, ([1, 2],)),
    (breaks, ([1, None],)),
    (breaks, ([None],)),
    (tree, (('+', 1, ('*', 2, 3.5)),)),
    (tree, (4,)),
    (walked, ([1, [2.5, (3, [4, "x"])], []], -1)),
    (walked, ([[1, [2]], 3], 1)),
]


@pytest.mark.parametrize(("function", "arguments"), CALLS)
def test_calls(function, arguments):
    assert left_by(up.jit(strict=True)(function), arguments) == left_by(function, arguments)
