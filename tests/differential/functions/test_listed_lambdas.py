"""Lists of lambdas that a function makes and calls."""

import pytest
from support.outcomes import check_machine_code, check_values, name_of


def shifted(n):
    fs = [lambda x, i=i: x + i for i in range(n)]
    return [f(10) for f in fs]


def by_kind(spec, x):
    funcs = []
    for kind, p in spec:
        if kind == "add":
            funcs.append(lambda v, p=p: v + p)
        elif kind == "mul":
            funcs.append(lambda v, p=p: v * p)
        elif kind == "pow":
            funcs.append(lambda v, p=p: v**p)
        else:
            raise KeyError(kind)
    for f in funcs:
        x = f(x)
    return x


def of_last(n):
    fs = []
    for i in range(n):
        fs.append(lambda x: x + i)
    return [f(1) for f in fs]


def of_inner_name(n):
    fs = [lambda x: x + i for i in range(n)]
    return [f(1) for f in fs]


def two_kept(n):
    fs = [lambda x, a=i, b=2 * i: a * x + b for i in range(n)]
    t = 0
    for k, f in enumerate(fs):
        t += f(k)
    return t, len(fs), fs[0](3), fs[-1](4)


def given_more(n):
    fs = [lambda x, i=i: x + i for i in range(n)]
    return fs[0](1, 5)


def turned(n):
    fs = [lambda x, i=i: x + i for i in range(n)]
    fs.reverse()
    return fs[0](1)


def asked(n):
    fs = [lambda x, i=i: x + i for i in range(n)]
    return sum(f(i) for i, f in enumerate(fs)), max(f(2) for f in reversed(fs)) if fs else 0


def three_kinds(n):
    fs = []
    fs.append(lambda x: x + 1)
    fs.append(lambda x: x * 2)
    for _ in range(n):
        fs.append(lambda x: x - n)
    x = 5
    for f in fs:
        x = f(x)
    return x


def lists_kept(xs):
    out = []
    acts = []
    for v in xs:
        acts.append(lambda k, out=out: out.append(k))
    for a in acts:
        a(3)
    return out


def gone_through_twice(n):
    fs = []
    for i in range(n):
        fs.append(lambda x, i=i: x * i if i % 2 else x + i)
    r = 1
    for f in fs:
        r = f(r)
    for f in fs:
        r += f(r)
    return r


def other_types(n):
    fs = []
    for i in range(n):
        if i % 2:
            fs.append(lambda x, a=i: x + a)
        else:
            fs.append(lambda x, a=i * 0.5: x * a)
    return [f(2.0) for f in fs]


def of_nothing(n):
    fs = [lambda i=i: i for i in range(n)]
    return [f() for f in fs]


def rules(n):
    fs = [lambda x, k=k: x > k for k in range(n)]
    return [v for v in range(5) if all(f(v) for f in fs)]


def second_name(n):
    fs = [lambda x, i=i: x + i for i in range(n)]
    f = fs[1]
    return f(2)


def passed_on(n):
    fs = [lambda x, i=i: x + i for i in range(n)]
    return list(map(lambda f: f(1), fs))


def read_after(n):
    i = 5
    fs = [lambda x, i=i: x + i for i in range(n)]
    for f in fs:
        pass
    return f(1), i


def late(n):
    fs = []
    k = 3
    for i in range(n):
        fs.append(lambda x, i=i: x * k + i)
    k = 10
    return [f(1) for f in fs]


def in_several_blocks(n):
    fs = []
    for i in range(n):
        if i > 1:
            fs.append(lambda x, a=i: x + a)
    fs.append(lambda x, a=7: x * a)
    if n > 2:
        if n > 3:
            fs.append(lambda x, a=n: x - a)
    fs.append(lambda x, a=1: x * 100 + a)
    return [f(2) for f in fs]


@pytest.mark.parametrize("case", [
    *((f, n) for f in (shifted, of_last, two_kept, asked, three_kinds, gone_through_twice, other_types, of_nothing, rules, late) for n in (3, 2)), (shifted, 0),
    (in_several_blocks, 5), (in_several_blocks, 3),
    (three_kinds, 0), (by_kind, [("add", 3), ("mul", 2), ("pow", 2)], 5), (by_kind, [], 5),
], ids=name_of)  # fmt: skip
def test_lambdas(case):
    check_machine_code(case)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("case", [
    *((f, 3) for f in (of_inner_name, given_more, turned, second_name, passed_on, read_after)), (lists_kept, [1, 2]), (by_kind, [("add", 3), ("x", 2)], 5),
], ids=name_of)  # fmt: skip
def test_others(case):
    check_values(case)
