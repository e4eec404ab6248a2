"""Exceptions of classes of the module: raised, caught, and what they hold."""

import numpy as np
import pytest
import unpython as up
from support.outcomes import shown


class Bad(Exception):
    pass


class Short(Exception):
    def __init__(self, need):
        super().__init__(f"need {need}")
        self.need = need


class Account:
    def __init__(self, balance):
        self.balance = balance

    def take(self, x):
        if x > self.balance:
            raise Short(x)
        self.balance -= x


def checked(x):
    if x < 0:
        raise Short(x)
    return x


def directly(x):
    if x < 0:
        raise Bad("negative")
    return x * 2


def in_a_helper(x):
    return checked(x) + 1


def without_a_call(a):
    for i in range(len(a)):
        if a[i] < 0:
            raise Bad
    return a.sum()


def of_a_method(xs):
    account = Account(10)
    for x in xs:
        account.take(x)
    return account.balance


def of_a_method_caught(xs):
    account, bad = Account(10), 0
    for x in xs:
        try:
            account.take(x)
        except Short:
            bad += 1
    return account.balance, bad


def caught(xs):
    n = 0
    for x in xs:
        try:
            n += checked(x)
        except Short:
            n -= 1
    return n


def parsed(line):
    if "=" not in line:
        raise Bad(line)
    k, v = line.split("=")
    return k.strip(), int(v)


def of_lines(lines):
    d = {}
    for line in lines:
        k, v = parsed(line)
        d[k] = v
    return d


def in_place_of_another(s):
    try:
        return int(s)
    except ValueError:
        raise Bad(f"bad number {s}")


def from_another(s):
    try:
        return int(s)
    except ValueError as e:
        raise Bad(f"bad number {s}") from e


def left(function, given):
    try:
        return shown((given, function(*given)), {})
    except Exception as error:
        return shown(given, {}), type(error), error.args, vars(error), repr(error.__cause__)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("function", "calls"),
    [
        (directly, [(3,), (-1,), (-2.5,)]),
        (in_a_helper, [(3,), (-1,)]),
        (without_a_call, [(np.array([1.0, 2.0]),), (np.array([1.0, -2.0]),)]),
        (of_a_method, [([3, 4],), ([3, 9],)]),
        (of_a_method_caught, [([3, 9, 2],)]),
        (caught, [([1, -1, 4],)]),
        (of_lines, [(["a=1", "b=2"],), (["a=1", "b"],), (["a=1", "b=x"],)]),
        (in_place_of_another, [("4",), ("x",)]),
        (from_another, [("4",), ("x",)]),
    ],
)  # fmt: skip
def test_as_in_python(function, calls):
    compiled = up.jit(strict=True)(function)
    for given in calls:
        mine = tuple(x.copy() if hasattr(x, "copy") else x for x in given)
        assert left(compiled, mine) == left(function, given)


def changes_before(a):
    for i in range(len(a)):
        if a[i] < 0:
            raise Bad(i)
        a[i] *= 2
    return a


@pytest.mark.filterwarnings("ignore")
def test_a_call_that_changed_something_is_pythons():
    with pytest.raises(up.CompileError):
        up.jit(strict=True)(changes_before)(np.array([1.0, -1.0]))
    mine, its = np.array([1.0, -1.0]), np.array([1.0, -1.0])
    assert left(up.jit(strict=False)(changes_before), (mine,)) == left(changes_before, (its,))
