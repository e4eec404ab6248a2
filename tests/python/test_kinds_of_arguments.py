"""Ranges, slices, arrays of the module `array` and members of enumerations as arguments."""

import array
import enum
import warnings

import numpy as np
import pytest
import unpython as up


class Mode(enum.Enum):
    FAST = 1
    SLOW = "slow"


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 2


class Rights(enum.IntFlag):
    READ = 1
    WRITE = 2


class Saturated(float):
    def __add__(self, other):
        return 1.0


class Counted(int):
    pass


def agree(function, *arguments):
    compiled = up.jit(strict=True)(function)
    for given in arguments:
        found, expected = compiled(*given), function(*given)
        np.testing.assert_equal(found, expected)
        assert type(found) is type(expected)
    return compiled


def test_ranges():
    def through(r):
        total = 0
        for i in r:
            total = total * 10 + i
        return total, len(r), 7 in r, 8 not in r, r.start, r.stop, r.step, sum(r), list(r)

    agree(through, *[(r,) for r in (range(3, 20, 4), range(5), range(0), range(5, 0, -1), range(9, 0, -2), range(1, 1))])


def test_items_of_ranges():
    @up.jit
    def ends(r):
        return r[0], r[-1]

    assert ends(range(3, 20, 4)) == (3, 19)
    with pytest.raises(IndexError, match="range object index out of range"):
        ends(range(0))


def test_slices():
    def part(a, s):
        return a[s], a[s].sum(), a.reshape(3, 4)[1:, s]

    slices = (slice(1, 3), slice(None, None, -1), slice(2), slice(None, -2), slice(9, 1, -3), slice(5, 2))
    agree(part, *[(np.arange(12), s) for s in slices])


def test_arrays_of_numbers():
    def through(a):
        total = 0
        for x in a:
            total += x
        return total, len(a), a[0], sum(a), max(a), a[-1]

    agree(through, *[(array.array(code, [1, 100, 3]),) for code in "bBhHiIlLqfd"])
    agree(through, (array.array("d", [0.5]),), ([1, 2],), (array.array("i", [3, 4]),))


def test_an_array_of_numbers_that_changes_stays_with_python():
    @up.jit(strict=False)
    def change(a):
        a[0] = 7.0
        return a + a

    given = array.array("d", [1.0, 2.0])
    with pytest.warns(up.UnpythonWarning):
        assert change(given) == array.array("d", [7.0, 2.0, 7.0, 2.0])
    assert given[0] == 7.0


def test_members_of_enumerations():
    def chosen(mode, x):
        if mode is Mode.FAST:
            return x + 1
        return x * 2 if mode == Mode.SLOW and mode not in (Mode.FAST,) else x

    compiled = agree(chosen, (Mode.FAST, 3.0), (Mode.SLOW, 3.0))
    assert compiled(Mode.FAST, 1.0) == 2.0

    def compared(mode):
        return mode == 1, mode != "slow", mode is not Mode.SLOW

    agree(compared, (Mode.FAST,), (Mode.SLOW,))


def test_a_member_comes_back_as_itself():
    @up.jit(strict=False)
    def same(mode):
        return mode

    with pytest.warns(up.UnpythonWarning):
        assert same(Mode.SLOW) is Mode.SLOW


def test_members_that_are_integers():
    def computed(level):
        return level + 1, level == Level.LOW, level > 1

    agree(computed, (Level.LOW,), (Level.HIGH,))


@pytest.mark.parametrize(
    "function, value",
    (
        (lambda x: ~x, Rights.READ),
        (lambda x: x & 1, Rights.READ | Rights.WRITE),
        (lambda x: x, Rights.WRITE),
        (lambda x: x + 1.0, Saturated(3.0)),
        (lambda x: x + 1.0, type("Own", (np.float64,), {"__add__": lambda self, other: 7.0})(3.0)),
    ),
)
def test_numbers_with_operators_of_their_own_stay_with_python(function, value):
    with pytest.raises((TypeError, up.CompileError), match="operators"):
        up.jit(strict=True)(function)(value)
    with pytest.warns(up.UnpythonWarning), up.options(strict=False):
        found = up.jit(function)(value)
    assert found == function(value) and type(found) is type(function(value))


def test_globals_with_operators_of_their_own():
    inverted = up.jit(lambda: ~RIGHT)
    with pytest.warns(up.UnpythonWarning), up.options(strict=False):
        assert inverted() is Rights.WRITE


RIGHT = Rights.READ
AS_ROWS = np.arange(3.0).view(type("Rows", (np.ndarray,), {}))


def test_a_global_array_of_a_class_of_its_own():
    with pytest.warns(up.UnpythonWarning), up.options(strict=False):
        assert up.jit(lambda x: AS_ROWS[1] * x)(2.0) == 2.0


def test_numbers_of_classes_without_operators():
    agree(lambda x: x + 1, (Counted(3),), (Level.HIGH,))
    assert up.jit(strict=True)(lambda: LEVEL * 3)() == 6


LEVEL = Level.HIGH
OWN = Counted(7)
LEVELS = {"high": Level.HIGH}


def positive(x, n):
    return x if x > 0 else 0


def given(x):
    return x


GIVE_BACK = (
    given,
    lambda x, n=0: (x, 1),
    lambda x, n=0: max(x, 0),
    lambda x, n=0: x or 5,
    lambda x, n=0: [x for _ in range(2)],
    lambda x, n=0: {3: x},
    lambda x, n=0: [[x, 2], [3, 4]],
    lambda x, n=0: given(x),
    lambda x, n=0: positive(x, 2),
    lambda x, n=0: (lambda: x)(),
    lambda x, n=0: f"{x} {x!r}",
    lambda x, n=0: type(x).__name__,
    lambda x, n=0: LEVEL,
    lambda x, n=0: (OWN, x + 1),
    lambda x, n=0: LEVELS["high"],
)


def put_in(x):
    out = [0]
    out.append(x)
    return out


def as_keys(x):
    out = {}
    for i in range(2):
        out[x] = i
    return out


def later(x):
    state = 0
    for _ in range(3):
        last = state
        state = x
    return last


def extended(x):
    out = [1]
    out += [x]
    return out + [3]


@pytest.mark.parametrize("value", (Level.LOW, Counted(3)))
@pytest.mark.parametrize("function", (*GIVE_BACK, put_in, as_keys, later, extended))
def test_an_object_that_comes_back_is_the_object(function, value):
    with pytest.raises((TypeError, up.CompileError)):
        up.jit(strict=True)(function)(value)
    with warnings.catch_warnings(), up.options(strict=False):
        warnings.simplefilter("ignore")
        found, expected = up.jit(function)(value), function(value)
    assert repr(found) == repr(expected) and type(found) is type(expected)


def test_a_float_and_a_complex_number_of_a_class_without_operators():
    for value in (type("Own", (float,), {})(2.5), type("Own", (complex,), {})(2j)):
        with pytest.raises(TypeError, match="given back"):
            up.jit(strict=True)(given)(value)
        with pytest.warns(up.UnpythonWarning, match="made again in Python"), up.options(strict=False):
            assert up.jit(given)(value) is value
        agree(lambda x: x * 2, (value,))


def counted(n, x):
    counts = [0] * n
    for _ in range(n):
        counts[x] += 1
    return counts


def filled(n, x):
    out = np.zeros(n)
    for i in range(n):
        out[i] = x
    return out, np.full(3, x), x + 1, -x, abs(x), x == 1, sum([x, x])


def states(n, x):
    state = Level.LOW
    changes = 0
    for _ in range(n):
        if state == Level.LOW:
            state = Level.HIGH
        else:
            state = Level.LOW
            changes += 1
    return changes, LEVEL + 1, LEVELS["high"] * 2


@pytest.mark.parametrize("function", (counted, filled, states))
def test_a_member_that_does_not_come_back_is_compiled(function):
    compiled = up.jit(strict=True)(function)
    found, expected = compiled(6, Level.HIGH), function(6, Level.HIGH)
    np.testing.assert_equal(found, expected)
    assert repr(found) == repr(expected)


def test_members_in_tuples():
    with warnings.catch_warnings(), up.options(strict=False):
        warnings.simplefilter("ignore")
        assert up.jit(lambda t: t[0])((Level.LOW, 2)) is Level.LOW
        assert up.jit(lambda t: sum(t))((Level.LOW, 2)) == 3
