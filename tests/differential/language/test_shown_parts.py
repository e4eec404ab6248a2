"""What a statement shows in front of a call that changes it: a view shows the change, a copy and a text do not."""

import copy

import numpy as np
import pytest
import unpython as up
from support.outcomes import outcome


def changed(a):
    a[0] += 10
    return 7


class Tally:
    def __init__(self, x):
        self.x = x
        self.seen = [x]

    def step(self):
        self.x += 1
        self.seen.append(self.x)
        return self.x


def computed_in_a_list(a):
    return [-a, changed(a)]


def view_printed(a):
    print(a[:2], changed(a), a[::-1])


def text_printed(a):
    print(f"{a}", changed(a))
    print("%s %s" % (a, changed(a)))
    print("{} {}".format(a[:1], changed(a)))


def text_returned(a):
    return f"{a}", changed(a)


def turned(a):
    return f"{a.T} {changed(a)} {a.T}"


def by_a_function_inside(a):
    def inner(k):
        a[0] += k
        return k

    print(a, inner(3), a)
    return f"{inner(2)} {a}"


def copy_printed(v):
    print(v[:], v.pop(), v)
    print(f"{v} {v.pop()} {v}")


def text_of_list(v):
    return str(v), v.pop(0), str(v)


def fields(n):
    tally = Tally(n)
    print(f"{tally.seen}", tally.step(), f"{tally.seen}")
    return tally.x


def shown_behind(v):
    print(v.pop(), v[0] if v else "empty")
    return len(v)


def fields_of_numbers(n):
    tally = Tally(n)
    print(tally.x, tally.step(), tally.x)


def nothing_changes(n):
    w = [n, 2]
    print(f"{n} {abs(n)} {w}", max(w), n)
    return f"{w} {sum(w)}"


OF_ARRAYS = [computed_in_a_list, view_printed, text_printed, text_returned, turned, by_a_function_inside]
CASES = [(function, np.arange(3)) for function in OF_ARRAYS] + [(copy_printed, [1, 2, 3]), (text_of_list, [1, 2, 3]), (fields, 1)]
COMPILED = [(shown_behind, [1, 2, 3]), (fields_of_numbers, 1), (nothing_changes, 1)]


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize(("function", "given"), [*CASES, *COMPILED], ids=lambda part: getattr(part, "__name__", ""))
def test_calls(function, given, capsys):
    shown = []
    for one in (function, up.jit(strict=False)(function)):
        found = outcome(one, (copy.copy(given),))
        shown.append((found, capsys.readouterr().out))
    assert shown[0] == shown[1]


@pytest.mark.parametrize(("function", "given"), CASES, ids=lambda part: getattr(part, "__name__", ""))
def test_what_stays_with_python(function, given):
    with pytest.raises(up.CompileError):
        up.jit(strict=True)(function)(copy.copy(given))


@pytest.mark.parametrize(("function", "given"), COMPILED, ids=lambda part: getattr(part, "__name__", ""))
def test_what_is_compiled(function, given):
    assert up.jit(strict=True)(function)(copy.copy(given)) == function(copy.copy(given))
