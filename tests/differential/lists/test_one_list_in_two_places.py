"""A list that stands in two places of what a call returns is one object there, at whatever depth."""

from typing import NamedTuple

import pytest
import unpython as up
from support.outcomes import outcome


class Named(NamedTuple):
    xs: list
    n: int


def in_two_tuples(n):
    xs = [1, n]
    return (xs, 1), (xs, 2)


def in_two_named_tuples(n):
    xs = [1, n]
    return Named(xs, 1), Named(xs, 2)


def deep_and_beside(n):
    xs = [1, n]
    return xs, (n, (n, xs))


def with_copies(n):
    xs = [1, n]
    return (xs, 1), (xs[:], 2), list(xs)


def of_one_dict(n):
    d = {1: n, n: 4}
    return (d, len(d)), list(d), list(d.values()), sorted(d)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    "function", [in_two_tuples, in_two_named_tuples, deep_and_beside, with_copies, of_one_dict]
)  # fmt: skip
def test_results(function):
    assert outcome(up.jit(strict=False)(function), [3]) == outcome(function, [3])


@pytest.mark.parametrize("function", [with_copies, of_one_dict])
def test_copies_are_compiled(function):
    assert outcome(up.jit(strict=True)(function), [3]) == outcome(function, [3])
