"""What a program's text, its globals and a call decide: it is compiled as a constant, and what it excludes is not compiled."""

import numpy as np
import pytest
import unpython as up

WEIGHTS = (0.25, 0.5, 0.25)
SCALES = (2, np.float32(0.5), ("half", 4.0))
STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))
MODE = "same"


class Settings:
    shape = (3, 4)


@up.jit
def clipped_sum(x, low=None, high=None):
    total = 0.0
    for v in x:
        if low is not None and v < low:
            continue
        if high is None or v <= high:
            total += v
    is_open = low is None and high is None
    is_narrow = low is not None and high is not None and high - low < 1
    return total, is_open, is_narrow, (low is not None and x[0]) or 5.0


@pytest.mark.parametrize("given", [{}, {"low": 0.5}, {"high": 2.0}, {"low": 0.5, "high": 2.0}])
def test_operands_behind_what_decides_are_not_compiled(given):
    x = np.array([0.25, 1.0, 2.0, 3.0])
    assert clipped_sum(x, **given) == clipped_sum.py_func(x, **given)


def test_a_condition_is_evaluated_up_to_what_decides():
    @up.jit
    def first(x, i, limit=None):
        if x[i] > 0 and limit is not None and limit[i] > 0:
            return limit[i]
        return 0.0

    x = np.ones(3)
    assert first(x, 1) == 0.0
    with pytest.raises(IndexError):
        first(x, 3)
    assert first(x, 1, x * 2) == 2.0


@up.jit
def counted(x, mode="all"):
    count = 0
    for v in x:
        if v in (1, 3) or (mode not in ("some", "few") and v not in (0, 1)):
            count += 1
    return count, mode in ("all", "some"), ord("-"), float("-inf"), int(" 7 ")


@pytest.mark.parametrize("mode", ["all", "some", "none"])
def test_texts_in_tuples(mode):
    x = np.arange(6)
    assert counted(x, mode) == counted.py_func(x, mode)


def test_float_of_a_text():
    @up.jit
    def worst(x):
        best = float("inf")
        for v in x:
            best = min(best, v)
        return best if len(x) > 0 else float("nan")

    assert worst(np.array([3.0, 2.0])) == 2.0
    assert np.isnan(worst(np.empty(0)))
    with pytest.raises(ValueError, match="could not convert string to float: 'one'"):
        up.jit(no_number)(np.ones(1))


def test_list_of_a_range():
    @up.jit
    def run(n):
        numbers = list(range(1, n))
        odd = [v * v for v in numbers if v % 2]
        return sum(odd) + max(odd) + len(numbers) + numbers[-1]

    assert run(8) == run.py_func(8)


def no_number(x):
    return float("one") + x[0]


@up.jit
def neighbours(grid):
    height, width = grid.shape
    out = np.zeros(Settings.shape)
    for i in up.prange(height):
        for j in range(width):
            for di, dj in STEPS:
                if 0 <= i + di < height and 0 <= j + dj < width:
                    out[i, j] += grid[i + di, j + dj]
    return out


@up.jit
def weighted(x):
    total = 0.0
    for weight in WEIGHTS:
        total += weight * x[0]
    return total * len(WEIGHTS) + SCALES[2][1] * SCALES[1] if MODE == "same" else 0.0


def test_tuples_and_texts_of_globals(monkeypatch):
    grid = np.arange(12.0).reshape(3, 4)
    np.testing.assert_array_equal(neighbours(grid), neighbours.py_func(grid))
    x = np.array([3.0])
    assert weighted(x) == weighted.py_func(x)
    monkeypatch.setitem(globals(), "WEIGHTS", (1.0, 2.0))
    assert weighted(x) == weighted.py_func(x) == 20.0
    monkeypatch.setitem(globals(), "MODE", "other")
    assert weighted(x) == 0.0
