"""choice, choices, sample and shuffle of random.Random, of lists of any values, of tuples and texts."""

import random
from collections import deque

import pytest
import unpython as up
from support.left import left_by

DECK = ["a", None, 3, 2.5, "bc", (1, 2)]


def chosen(v, seed):
    rng = random.Random(seed)
    one = [rng.choice(v) for _ in range(5)]
    return one, rng.choice("xyz"), rng.choice((1, "q")), rng.random()


def several(v, seed):
    rng = random.Random(seed)
    return rng.choices(v, k=4), rng.sample(v, 3), rng.sample(v, k=0), rng.choices("abc", k=3), rng.random()


def shuffled(v, seed):
    rng = random.Random(seed)
    w = v[:]
    rng.shuffle(w)
    rng.shuffle(v)
    return w, rng.random()


def filled(n, seed):
    rng = random.Random(seed)
    rows = [[None] * n for _ in range(n)]
    for row in rows:
        options = list("RGBY")
        rng.shuffle(options)
        for k in range(n):
            row[k] = options[k]
    return rows


def of_others(v, seed):
    rng = random.Random(seed)
    said = [rng.choices(v, k=0), rng.choice(deque([1, 2])), rng.sample("abc", 2)]
    for given in ("", (), v):
        try:
            said.append(rng.choices(given, k=1))
        except IndexError as e:
            said.append(str(e))
    return said


def from_nothing(v, seed):
    rng = random.Random(seed)
    said = []
    for k in range(3):
        try:
            if k == 0:
                said.append(rng.choice(v))
            elif k == 1:
                said.append(rng.choices(v, k=2))
            else:
                said.append(rng.sample(v, 7))
        except (IndexError, ValueError) as e:
            said.append(str(e))
    return said


CALLS = [
    *((function, (DECK, seed)) for function in (chosen, several, shuffled, from_nothing) for seed in (1, 7)),
    (several, (DECK * 12, 3)),
    (shuffled, ([], 3)),
    (filled, (4, 5)),
    (from_nothing, ([], 2)),
    (of_others, ([], 2)),
]


@pytest.mark.parametrize(("function", "arguments"), CALLS)
def test_choices(function, arguments):
    compiled = up.jit(strict=True)(function)
    assert left_by(compiled, arguments) == left_by(function, arguments)
    assert compiled.ran_on == "cpu"
