"""Parts of an array that are put together without one of them, as folds are, and the arrays that such lists hold."""

import numpy as np
import pytest
import unpython as up
from support.outcomes import name_of, outcome


def by_number(a, n):
    folds = np.array_split(a, n)
    s = 0.0
    for i in range(n):
        train = np.concatenate([folds[j] for j in range(n) if j != i])
        s += train.mean() * folds[i].sum()
    return s


def by_slices(a, n):
    folds = np.array_split(a, n)
    s = 0.0
    for i in range(n):
        s += np.concatenate(folds[:i] + folds[i + 1 :]).mean() * folds[i].sum()
    return s


def by_slices_under_a_name(a, n):
    folds = [a[i : i + 2] for i in range(n)]
    s = 0.0
    for i in range(n):
        others = folds[:i] + folds[i + 1 :]
        s += np.concatenate(others).sum() * folds[i].sum()
    return s


def any_slices(a, n):
    folds = np.array_split(a, n + 1)
    return np.concatenate(folds[:n] + folds[n - 1 :])


def by_enumeration(a, n):
    folds = [a[i : i + 2] for i in range(n)]
    s = 0.0
    for i, test in enumerate(folds):
        others = [f for j, f in enumerate(folds) if j != i]
        train = np.concatenate(others)
        s += train.mean() * test.sum()
    return s


def scores(x, n):
    idx = np.random.default_rng(n).permutation(len(x))
    folds = np.array_split(idx, n)
    out = []
    for i in range(n):
        test = folds[i]
        train = np.concatenate([f for j, f in enumerate(folds) if j != i])
        out.append(x[train].mean() - x[test].mean())
    return out


def shuffled(x, n):
    idx = np.arange(len(x))
    if n > 1:
        np.random.default_rng(5).shuffle(idx)
    return np.array_split(idx, n)


def shuffled_by_the_module(x, n):
    idx = np.arange(len(x))
    np.random.seed(n)
    np.random.shuffle(idx)
    return np.array_split(idx, n)


def permuted(x, n):
    idx = np.random.default_rng(n).permutation(len(x))
    return np.array_split(idx, n)


def changed_later(x, n):
    parts = np.array_split(x, n)
    x[0] = 100.0
    return parts[0].sum()


def changed_inside(x, n):
    parts = np.array_split(x, n)
    parts[0][0] = 100.0
    return x


def given_back(x, n):
    return np.array_split(x, n)


def shuffled_later(x, n):
    rng = np.random.default_rng(n)
    idx = np.arange(len(x))
    folds = np.array_split(idx, n)
    rng.shuffle(idx)
    return folds


def shuffled_in_a_list(x, n):
    rng = np.random.default_rng(n)
    y = np.arange(n)
    held = [y]
    held.append(y * 2)
    rng.shuffle(y)
    return held[0].tolist(), np.concatenate(held)


COMPILED = (by_number, by_slices, by_slices_under_a_name, by_enumeration, any_slices, scores, shuffled, shuffled_by_the_module, permuted)
OTHERS = (changed_later, changed_inside, given_back, shuffled_later, shuffled_in_a_list)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("function", COMPILED, ids=name_of)
@pytest.mark.parametrize("n", (3, 1, 5, 0))
def test_folds(function, n):
    given = (np.arange(9.0) ** 2, n)
    compiled = up.jit(strict=True)(function)
    for _ in range(2):
        assert str(outcome(compiled, given)) == str(outcome(function, given))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("function", OTHERS, ids=name_of)
def test_views_stay_views(function):
    given = (np.arange(9.0), 3)
    assert str(outcome(up.jit(strict=False)(function), given)) == str(outcome(function, given))
