"""Dates of arrays as texts, also as keys of what is added up by np.add.at into an array that the function makes."""

import numpy as np
import pytest
import unpython as up
from support.outcomes import outcome


def month_totals(dates, amounts):
    months = dates.astype("datetime64[M]")
    keys, places = np.unique(months, return_inverse=True)
    sums = np.zeros(len(keys))
    np.add.at(sums, places, amounts)
    return {str(k): float(s) for k, s in zip(keys, sums)}


def shown(dates, amounts):
    return [f"{d}: {a}" for d, a in zip(dates, amounts)], {str(a): i for i, a in enumerate(amounts)}


def into_a_given_array(places, amounts):
    np.add.at(amounts, places, 1.0)
    return [str(a) for a in amounts]


DATES = np.array(["2023-01-05", "2023-02-01", "2023-01-30"], dtype="datetime64[D]")
CALLS = [*((f, d, np.array([10.0, 2.5, 4.0][: len(d)])) for f in (month_totals, shown) for d in (DATES, DATES[::-1], DATES[:0]))]


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call[0].__name__)
def test_dates(call):
    function, *arguments = call
    assert outcome(up.jit(strict=True)(function), arguments) == outcome(function, arguments)


def test_an_array_that_is_given():
    given = (np.array([0, 0, 1]), np.array([10.0, np.inf, 4.0]))
    assert outcome(up.jit(strict=False)(into_a_given_array), given) == outcome(into_a_given_array, given)
