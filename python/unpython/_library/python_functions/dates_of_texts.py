"""Dates of years, months and days, as numbers of days or seconds from 1970 on."""

from unpython._library.python_functions.dates import _days_of_month
from unpython._loops import _Refusal


def days(year, month, day):
    if month < 1 or month > 12 or day < 1 or day > _days_of_month(year, month):
        raise _Refusal("a date of a text of another form is known to Python")
    before = year - 1 if month < 3 else year  # of years that begin in March
    era = before // 400
    of_era = before - era * 400
    of_year = (153 * ((month + 9) % 12) + 2) // 5 + day - 1
    return era * 146097 + of_era * 365 + of_era // 4 - of_era // 100 + of_year - 719468


def seconds(year, month, day, hour, minute, second):
    if hour > 23 or minute > 59 or second > 59:
        raise _Refusal("a time of a text of another form is known to Python")
    return ((days(year, month, day) * 24 + hour) * 60 + minute) * 60 + second
