"""Functions of `datetime.date` that are numbers: a date is its year, month and day."""

import sys

from unpython._library.python_functions.plain_math import _as_integer
from unpython._loops import _Refusal

_LARGEST = 0x7FFFFFFF
_OLD_WORDS = sys.version_info < (3, 14)


def _is_leap(year):
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def _days_of_month(year, month):
    if month == 2:
        return 29 if _is_leap(year) else 28
    return 30 if month == 4 or month == 6 or month == 9 or month == 11 else 31


def _part(x):
    number = _as_integer(x)
    if number < -_LARGEST - 1 or number > _LARGEST:
        raise _Refusal("this number of a date has more than 32 bits")
    return number


def ordinal(year, month, day):
    """date(year, month, day).toordinal(): the first day of the year 1 is 1."""
    y, m, d = _part(year), _part(month), _part(day)
    if y < 1 or y > 9999:
        if _OLD_WORDS:
            raise ValueError(f"year {y} is out of range")
        raise ValueError(f"year must be in 1..9999, not {y}")
    if m < 1 or m > 12:
        if _OLD_WORDS:
            raise ValueError("month must be in 1..12")
        raise ValueError(f"month must be in 1..12, not {m}")
    length = _days_of_month(y, m)
    if d < 1 or d > length:
        if _OLD_WORDS:
            raise ValueError("day is out of range for month")
        raise ValueError(f"day {d} must be in range 1..{length} for month {m} in year {y}")
    before = y - 1
    days = before * 365 + before // 4 - before // 100 + before // 400 + d
    for k in range(1, m):
        days += _days_of_month(y, k)
    return days


def weekday(year, month, day):
    return (ordinal(year, month, day) + 6) % 7


def isoweekday(year, month, day):
    return (ordinal(year, month, day) + 6) % 7 + 1


def days_between(year, month, day, other_year, other_month, other_day):
    """(date(year, month, day) - date(other_year, other_month, other_day)).days"""
    first = ordinal(year, month, day)
    return first - ordinal(other_year, other_month, other_day)
