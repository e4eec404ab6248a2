"""Dates and spans of time of NumPy beside texts, in lists, dicts and fields; texts that say dates."""

import numpy as np
import pytest
import unpython as up
from support.outcomes import check_machine_code, name_of, outcome

EPOCH = np.datetime64("1970-01-02")


class Event:
    def __init__(self, name, when):
        self.name = name
        self.when = np.datetime64(when, "D")
        self.left = None

    def days_to(self, other):
        self.left = other.when - self.when
        return self.left


def gaps(dates):
    d = np.array(dates, dtype="datetime64[D]")
    d.sort()
    step = np.diff(d)
    months = d.astype("datetime64[M]")
    uniq, cnt = np.unique(months, return_counts=True)
    return step.astype(int).tolist(), step > np.timedelta64(3, "D"), [str(u) for u in uniq], cnt.tolist()


def per_month(stamps, values):
    t = np.asarray(stamps, dtype="datetime64[s]")
    out = {}
    for month, v in zip(t.astype("datetime64[M]"), values):
        out.setdefault(str(month), []).append(v)
    first, last = t.min(), t.max()
    return out, str(first), f"{last}", (last - first) / np.timedelta64(1, "h"), t


def first_of_each(rows):
    seen = {}
    for name, day in rows:
        d = np.datetime64(day)
        if name not in seen or d < seen[name]:
            seen[name] = d
    return seen, sorted(seen.values()), max(seen.values(), default=None), [d == EPOCH for d in seen.values()]


def events(pairs):
    made = [Event(n, w) for n, w in pairs]
    made.sort(key=lambda e: e.when)
    spans = [a.days_to(b) for a, b in zip(made, made[1:])]
    return spans, [repr(s) for s in spans], [(e.name, e.when, repr(e.when)) for e in made], [e.left is None for e in made]


def changed(d, label, out):
    d[0] = d[1] + np.timedelta64(2, "D")
    d[1:] += np.timedelta64(1, "D")
    out[label] = d[0]
    out["early"] = [x for x in d if x < np.datetime64("2024-03-01")]
    return d.astype("datetime64[Y]").astype(int) + 1970, out, d, {x: k for k, x in enumerate(d)}[d[0]]


def nothing(d, label):
    return [label, str(d[0]), d[0] == d[0], np.isnat(d).tolist(), d.max(), None]


def spans(n, unit):
    steps = [np.timedelta64(k, "m") for k in range(n)]
    total = np.timedelta64(0, "m")
    for s in steps:
        total = total + 2 * s
    return total, [str(s) for s in steps], {unit: total > np.timedelta64(1, "h")}, [abs(-s) == s for s in steps]


def forms(stamps):
    out = [None, "x"]
    for s in stamps:
        out.append(np.datetime64(s, "m"))
    return out, np.array(stamps, dtype="datetime64[s]"), np.array(stamps, dtype="M8[Y]")


DAYS = ["2024-03-01", "2024-02-27", "2024-03-10", "2023-12-31"]
CASES = [
    (gaps, DAYS),
    (gaps, ["2024-01-01"]),
    (per_month, ["2024-01-31T23:59:59", "2024-02-01 00:00:00", "2024-01-01T05"], [1, "x", None]),
    (forms, ["2024-02-29", "1969-02", "2024", "2024-02-28T23", "2024-02-28 23:05", "0001-01-01", "9999-12-31T00:00:59"]),
    (forms, []),
    (first_of_each, [("a", "2024-05-01"), ("b", "1970-01-02"), ("a", "2023-01-01")]),
    (first_of_each, []),
    (events, [("x", "2024-05-01"), ("y", "2020-02-29"), ("z", "2024")]),
    (changed, np.array(DAYS, dtype="datetime64[D]"), "k", {}),
    (nothing, np.array(["2024-01-01", "NaT"], dtype="datetime64[D]"), "k"),
    (spans, 4, "h"),
    (spans, 40, "h"),
]


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_values(case):
    check_machine_code(case)


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize("day", ["2024-02-30", "2024-3-1", "NaT", "2024-01-01Z", "", "2024-0a-01", "-024-01-01"])
def test_other_texts_are_pythons(day):
    given = [["2024-01-01", day]]
    assert outcome(up.jit(strict=True)(gaps), given) == outcome(gaps, given)


def as_pythons(d, label):
    return [label, d.tolist(), d[0].item(), None]


def test_dates_of_python_stay():
    with pytest.raises(up.CompileError):
        up.jit(strict=True)(as_pythons)(np.array(DAYS, dtype="M8[D]"), "x")
