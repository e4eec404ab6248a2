"""Functions with decorators inside a function."""

from functools import lru_cache, partial, wraps

import pytest
from support.outcomes import check_machine_code, check_values, name_of


def twice(f):
    @wraps(f)
    def inner(*values, **options):
        return 2 * f(*values, **options)

    return inner


def scaled(s):
    def decorator(f):
        def inner(x):
            return s * f(x)

        return inner

    return decorator


def of_module(x):
    @twice
    def h(v, k):
        return v + k

    return h(x, 2), h(2 * x, 0.5)


def with_argument(xs):
    @scaled(3)
    def h(v):
        return v + 1

    return [h(v) for v in xs]


def two_of_them(x):
    @scaled(2)
    @scaled(3)
    def h(v):
        return v + 1

    return h(x)


def own(x):
    calls = 0

    def counted(f):
        @wraps(f)
        def inner(v):
            nonlocal calls
            calls += 1
            return f(v)

        return inner

    @counted
    def h(v):
        return v * 2

    return h(x) + h(x), calls


def noted(xs):
    calls = []

    def log(f):
        def inner(v):
            calls.append(v)
            return f(v)

        return inner

    @log
    def h(v):
        return v * 2

    return [h(v) for v in xs], calls


def reads_later(x):
    k = 3

    @twice
    def h(v):
        return v + k

    k = 5
    return h(x)


def kept(n):
    @lru_cache(maxsize=None)
    def fib(n):
        return n if n < 2 else fib(n - 1) + fib(n - 2)

    return fib(n)


def by_keyword(x):
    @twice
    def h(v, k=3):
        return v + k

    return h(x), h(x, k=2)


def named(x):
    @twice
    def h(v):
        return v + 1

    return h.__name__, h(x)


def chosen(x, kind, **options):
    def double(v, plus=0):
        return v * 2 + plus

    def more(v, k=1):
        return v + k

    f = partial({"double": double, "more": more}[kind], **options)
    print(kind, x)
    return f(x)


@pytest.mark.parametrize("case", [
    (of_module, 3), (with_argument, [1, 2.5]), (two_of_them, 3), (own, 4), (noted, [1, 2]), (noted, []), (reads_later, 1), (kept, 10),
    *((chosen, 3, kind) for kind in ("double", "more", "none")),
], ids=name_of)  # fmt: skip
def test_decorated(case):
    check_machine_code(case)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("case", [(by_keyword, 3), (named, 3)], ids=name_of)
def test_others(case):
    check_values(case)
