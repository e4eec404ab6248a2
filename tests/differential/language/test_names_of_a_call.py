"""Functions that see the names of their own call in ways that no text shows run in Python as a whole; deleted names that are read."""

import inspect
import sys

import numpy as np
import pytest
import unpython as up
from support.outcomes import outcome

BUF = []
LIMIT = 3


def evaluated(a, k):
    t = 2.0  # noqa: F841
    for i in range(3):
        a[i] = i
    for i in range(2):
        z = eval("t + 1")
    return z


def listed(a, k):
    t = 2.0  # noqa: F841
    for i in range(3):
        a[i] += t
    return sorted(locals())


def shown(a, k):
    s = 0.0
    for i in range(3):
        s += a[i]
    print(sorted(vars()), dir(), f"{sorted(locals())}")
    return s


def executed(a, k):
    out = {}
    t = 5
    for i in range(3):
        a[i] += t
    exec("out['t'] = t + i")
    return out


def name_of_the_module(a, k):
    globals()["LIMIT"] = k
    for i in range(3):
        a[i] += LIMIT
    globals()["LIMIT"] = 3
    return a


def new_name_of_the_module(a, k):
    globals()["MADE_HERE"] = k
    for i in range(3):
        a[i] += MADE_HERE  # noqa: F821
    return a


def by_frame(a, k):
    t = 0.0
    for i in range(3):
        t += a[i]
    return sorted(sys._getframe().f_locals), inspect.currentframe().f_locals["t"]


def _caller_names():
    return sorted(sys._getframe(1).f_locals)


def by_helper(a, k):
    t = 0.0
    for i in range(3):
        t += a[i]
    return t, _caller_names()


def by_another_name(a, k):
    ask = locals
    for i in range(3):
        a[i] += k
    return sorted(ask())


def in_turn(a, k):
    for i in range(3):
        a[i] += k
    return list(map(eval, ["1", "LIMIT"])), dict(zip("ab", a))


def in_a_function_inside(a, k):
    t = 0.0

    def names():
        return t, sorted(locals()), eval("t + 1")

    for i in range(3):
        t += a[i]
    return names()


def in_a_lambda(a, k):
    t = 0.0
    for i in range(3):
        t += a[i]
    f = lambda: (t, sorted(vars()))  # noqa: E731
    return f()


def any_number(a, *rest, **more):
    t = 0.0
    for i in range(3):
        t += a[i]
    return t, sorted(locals())


def with_a_list(a, rows):
    t = 0.0
    for i in range(3):
        t += a[i]
    rows.append({"t": eval("t * 2")})
    return rows


def _closed(scale):
    def inside(a, k):
        t = scale
        for i in range(3):
            t += a[i]
        return t, sorted(locals()), eval("t + scale")

    return inside


closed = _closed(2.0)


def deleted(a, k):
    x = 5
    del x
    BUF.append(k)
    for i in range(3):
        a[i] += 1
    return x  # noqa: F821


def deleted_by_an_iteration(a, k):
    x = 5
    for r in range(2):
        BUF.append(k)
        for i in range(3):
            a[i] += x
        del x
    return a


def deleted_and_made_again(a, k):
    for r in range(2):
        x = r
        BUF.append(k)
        for i in range(3):
            a[i] += x
        del x
    return a


def deleted_on_one_way(a, k):
    x = 5
    if k > 0:
        del x
    BUF.append(k)
    for i in range(3):
        a[i] += 1
    return x  # noqa: F821


def deleted_by_a_handler(a, k):
    error = 5
    try:
        BUF.append(1 // k)
    except ZeroDivisionError as error:
        BUF.append(str(error))
    for i in range(3):
        a[i] += 1
    return error


WHOLE = [
    (evaluated, 1), (listed, 1), (shown, 1), (executed, 1), (name_of_the_module, 7), (new_name_of_the_module, 4), (by_frame, 1), (by_helper, 1),
    (by_another_name, 1), (in_turn, 1), (in_a_function_inside, 1), (in_a_lambda, 1), (any_number, 1, 2), (with_a_list, [1]), (closed, 1),
]  # fmt: skip
DELETED = [
    (deleted, 1), (deleted_by_an_iteration, 1), (deleted_and_made_again, 1), (deleted_on_one_way, 1), (deleted_on_one_way, 0), (deleted_by_a_handler, 0),
    (deleted_by_a_handler, 1),
]  # fmt: skip


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("case", WHOLE + DELETED, ids=lambda case: case[0].__name__)
def test_as_in_python(case):
    function, *given = case
    arguments = (np.arange(3.0), *given)
    want = outcome(function, arguments)
    compiled = up.jit(function, strict=False)
    BUF.clear()
    assert outcome(compiled, arguments) == want
    assert outcome(compiled, arguments) == want


def reads_what_it_is_given(a, k):
    for i in range(3):
        a[i] += k
    BUF.append((len(vars(inspect)), dir(a)[0], eval("k + 1", {"k": k}), globals()["LIMIT"], "BUF" in globals()))
    for i in range(3):
        a[i] += k
    return a


def test_what_sees_no_names_leaves_steps():
    compiled = up.jit(reads_what_it_is_given, strict=False)
    np.testing.assert_equal(compiled(np.arange(3.0), 2), np.arange(3.0) + 4)
    assert len(compiled.explain().as_dict()["compiled"]) == 2


def test_the_warning_names_the_line():
    line = evaluated.__code__.co_firstlineno + 5
    with pytest.warns(up.UnpythonWarning, match=f"line {line} runs in Python .'eval' sees the names"):
        up.jit(evaluated, strict=False)(np.arange(3.0), 1)
