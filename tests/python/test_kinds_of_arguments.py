"""Ranges, slices, arrays of the module `array` and members of enumerations as arguments."""

import array
import enum

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
