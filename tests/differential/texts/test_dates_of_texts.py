"""Dates that texts of a call say, in NumPy's arrays."""

import numpy as np
import pytest
import unpython as up
from support.outcomes import name_of, outcome


def gaps(dates):
    d = np.array(dates, dtype="datetime64[D]")
    return d, np.diff(d).astype(int)


def by_month(dates, amounts):
    d = np.array(dates, dtype="datetime64[D]")
    out = {}
    for m, a in zip(d.astype("datetime64[M]"), amounts):
        key = str(m)
        out[key] = out.get(key, 0) + a
    return out, int((d.max() - d.min()).astype(int)), str(d.max()), d[np.argsort(d)][0]


def stamps(times):
    t = np.array(times, dtype="datetime64[s]")
    return t, np.diff(t)


def weekdays(start, n):
    days = np.datetime64(start, "D") + np.arange(n)
    return days, (days.astype("int64") + 3) % 7


def weeks(start, n):
    d = np.datetime64(start)
    return [str(d + np.timedelta64(7 * i, "D")) for i in range(n)]


DATES = ["2024-01-15", "2024-02-29", "2024-03-01"]
COMPILED = [
    (gaps, DATES), (gaps, ["1600-02-29", "0001-03-01", "9999-12-31", "1969-12-31", "1900-03-01", "2000-02-29"]), (gaps, DATES[:1]),
    (by_month, DATES, [1, 2, 3]), (by_month, DATES, [1.5, 2.5, 3.5]), (stamps, ["2024-01-15T10:00:00", "1960-02-29T23:59:59"]),
    (weekdays, "2024-01-15", 4), (weeks, "2023-12-28", 3),
]  # fmt: skip
IN_PYTHON = [
    *((gaps, given) for given in (["2024-01", "2024-02-03"], ["2024-02-30"], ["NaT"], ["2024-1-01x"], ["2024-01-0\u0665"], [""])),
    (stamps, ["2024-01-15"]), (stamps, ["2024-01-15T24:00:00"]), (stamps, ["2024-01-15 10:00:00"]), (weekdays, "2024-01", 3), (weeks, "20240115", 2),
]  # fmt: skip


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize("case", COMPILED, ids=name_of)
def test_calls(case):
    function, *given = case
    assert outcome(up.jit(strict=True)(function), given) == outcome(function, given)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("case", IN_PYTHON, ids=name_of)
def test_other_texts(case):
    function, *given = case
    assert outcome(up.jit(strict=False)(function), given) == outcome(function, given)
