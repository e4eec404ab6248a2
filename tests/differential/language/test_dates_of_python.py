"""Dates of the module `datetime` that are only asked for a number: value and exception are CPython's."""

import datetime
from datetime import date

import numpy as np
import pytest
import unpython as up
from support import paths
from support.outcomes import told


def weekday(y, m, d):
    return date(y, m, d).weekday(), datetime.date(y, m, d).isoweekday()


def name_of_day(y, m, d):
    names = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
    return names[date(y, m, d).weekday()]


def ordinal(y, m, d):
    return date(y, m, d).toordinal()


def days_between(y, m, d):
    return (date(y, m, d) - date(2000, 2, 29)).days, (date(1970, 1, 1) - date(y, m, d)).days


def caught(y, m, d):
    try:
        return date(y, m, d).toordinal()
    except ValueError:
        return -1


def first_mondays(year):
    found = []
    for month in range(1, 13):
        found.append((7 - date(year, month, 1).weekday()) % 7 + 1)
    return found


class Shifted(date):
    def weekday(self):
        return 9


def of_another_class(y, m, d):
    return Shifted(y, m, d).weekday()


def of_a_name(y, m, d):
    day = date(y, m, d)
    return day.weekday()


DATES = [(2024, 5, 17), (1, 1, 1), (9999, 12, 31), (2000, 2, 29), (1900, 3, 1), (np.int64(1582), np.int32(10), 15), (True, True, True)]
MISTAKES = [(0, 1, 1), (10000, 1, 1), (2024, 0, 1), (2024, 13, 1), (2023, 2, 29), (1900, 2, 29), (2024, 4, 31), (2024, 1, 0), (2.0, 1, 1), (-5, 20, 50)]


@pytest.mark.parametrize("date_of", [*DATES, *MISTAKES], ids=str)
@pytest.mark.parametrize("function", [weekday, name_of_day, ordinal, days_between, caught])
def test_dates(function, date_of):
    compiled = up.jit(strict=True)(function)
    compiled_only = function in (caught, name_of_day)  # the interpreter does not make a call again, and gives no texts
    for runner in (compiled, *(paths.interpreted(compiled, level) for level in ("source", "scheduled") if not compiled_only)):
        assert told(runner, date_of) == told(function, date_of)


def test_in_a_loop():
    assert up.jit(strict=True)(first_mondays)(2024) == first_mondays(2024)


def test_each_day():
    compiled = up.jit(strict=True)(ordinal)
    for n in range(1, date.max.toordinal(), 997):
        day = date.fromordinal(n)
        assert compiled(day.year, day.month, day.day) == n


@pytest.mark.parametrize("function", [of_another_class, of_a_name])
def test_others_stay_with_python(function):
    with pytest.raises(up.CompileError, match="class"):
        up.jit(strict=True)(function)(2024, 5, 17)
    with pytest.warns(up.UnpythonWarning):
        assert up.jit(strict=False)(function)(2024, 5, 17) == function(2024, 5, 17)
