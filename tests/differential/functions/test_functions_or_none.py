"""Parameters that are a function, or None."""

import pytest
from support.outcomes import check_machine_code, check_values, name_of


def twice(x):
    return x * 2


def is_positive(x):
    return x > 0


def top(x, key=None):
    return max(x, key=key) if key else max(x)


def top_of(x, key=None):
    if key is None:
        return max(x)
    return max(x, key=key)


def passed_on(x, key=None, reverse=False):
    return sorted(x, key=key, reverse=reverse), min(x, key=key)


def mapped(x, f=None):
    out = []
    for v in x:
        if f is not None:
            v = f(v)
        out.append(v)
    return out


def of_default(x, f=None):
    if f is None:
        f = abs
    return [f(v) for v in x]


def in_place_of_none(x, f=None):
    f = f or (lambda v: v + 1)
    return [f(v) for v in x]


def chosen(x, f=None, *, scale=1):
    f = abs if f is None else f
    return f(x[1]) * scale


def asked(x, f=None):
    if not callable(f):
        return x[0]
    return f(x[0])


def kept(x, pred=None):
    return [v for v in x if pred is None or pred(v)], [v for v in x if not pred or pred(v)], list(filter(pred, x))


def best(x, key=None):
    found = None
    for v in x:
        k = key(v) if key else v
        if found is None or k > found:
            found = k
    return found


NUMBERS = [1, -3, 0, 2]


@pytest.mark.parametrize("case", [
    (f, NUMBERS, *given) for f in (top, top_of, passed_on, mapped, of_default, in_place_of_none, chosen, asked, kept, best)
    for given in ((), (None,), (twice,), (abs,), (is_positive,))
], ids=name_of)  # fmt: skip
def test_either(case):
    check_machine_code(case)


def another_later(x, f=None):
    if x > 2:
        f = abs
    return f(x)


def on_one_way(x, f=None):
    if x > 0:
        f = f or abs
    return f(x) if f else x


def one_of_two(x, f=None):
    if f is None:
        f = abs if x > 1 else twice
    return f(x)


def second_name(x, f=None):
    g = f
    if g is None:
        g = abs
    return g(x)


def calls_itself(n, f=None):
    if n <= 0:
        return 0
    return (f(n) if f else n) + calls_itself(n - 1)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("case", [
    (another_later, 1, twice), *((another_later, 3, *given) for given in ((), (twice,))),
    *((f, x, *given) for f in (on_one_way, one_of_two, second_name, calls_itself) for x in (3, 1) for given in ((), (twice,))),
], ids=name_of)  # fmt: skip
def test_others(case):
    check_values(case)
