"""Lists of arrays that a call gives, where the run says which array is meant, and joins of parts of several shapes."""

import numpy as np
import pytest
import unpython as up
from support.outcomes import check_machine_code, check_values, name_of, outcome


def weighted(spectra, weights):
    total = np.zeros(3)
    for s, w in zip(spectra, weights):
        total += w * s
    return total


def alike(spectra):
    weights = [1.0] * len(spectra)
    total = np.zeros(3)
    for s, w in zip(spectra, weights):
        total += w * s
    return total, weights


def numbered(spectra, weights):
    total = np.zeros(3)
    for i, (s, w) in enumerate(zip(spectra, weights)):
        total += w * s * i
    return total


def backwards(spectra):
    total = np.zeros(3)
    for s in reversed(spectra):
        total = total * 2 + s
    return total


def by_place(spectra, weights):
    total = spectra[0] * 0
    for i in range(len(spectra)):
        total = total + spectra[i] * weights[i]
    return total, spectra[-1] * 1


def first_large(spectra, bound):
    for i, s in enumerate(spectra):
        if s.max() > bound:
            return i
    return -1


def summed(spectra, weights):
    return sum(w * s.sum() for s, w in zip(spectra, weights)), [w * s.mean() for s, w in zip(spectra, weights)]


def beside(a, b):
    t = 0.0
    for s, w in zip(a, b):
        t += np.dot(s, w)
    return t


def changed(spectra, weights):
    for s, w in zip(spectra, weights):
        s *= w
    return spectra[0]


def given_back(spectra, weights):
    best = spectra[0]
    for s, w in zip(spectra, weights):
        if w > 1:
            best = s
    return best


def changed_beside(spectra, out):
    for i, s in enumerate(spectra):
        out += s * i
    return spectra[0].sum()


X = np.arange(3.0)
S, W = [X, X + 1, X * 2], [1.0, 2.0, 3.0]


@pytest.mark.parametrize(
    "case",
    [
        (weighted, S, W), (weighted, S, np.array(W)), (weighted, S[:1], W), (weighted, S, W[:2]), (alike, S), (alike, S[:1]), (numbered, S, W), (backwards, S),
        (weighted, [X.astype(np.float32)] * 2, W), (weighted, [np.arange(3), np.arange(3) + 1], W),
        (by_place, S, W), (first_large, S, 2.5), (first_large, S, 9.0), (summed, S, W), (summed, [np.eye(2), np.ones((3, 1))], W), (beside, S, S[::-1]),
    ],
    ids=name_of,
)  # fmt: skip
def test_machine_code(case):
    check_machine_code(case)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    "case",
    [
        (weighted, [], W), (by_place, [], W), (by_place, S, W[:1]), (weighted, [X, np.arange(4.0)], W), (weighted, [X, np.arange(3)], W), (changed, S, W),
        (given_back, S, W), (summed, [X, np.eye(2)], W), (weighted, [1.5, 2.5], W), (backwards, [X[::2].reshape(2, 1), X]),
    ],
    ids=name_of,
)  # fmt: skip
def test_values(case):
    check_values(case)


def test_an_array_of_the_list_that_changes_under_another_name():
    for function in (changed_beside, up.jit(changed_beside, strict=False)):
        x = np.ones(3)
        assert function([x, x], x) == 6.0


def joined(runs):
    return np.concatenate(runs)


def joined_arrays(runs):
    return np.concatenate([np.array(r) for r in runs])


def changed_parts(runs):
    return np.hstack([np.asarray(r) * 2 for r in runs]).sum()


def joined_first(runs):
    flat = np.concatenate(runs)
    return flat.mean(), [len(r) for r in runs]


def centred(runs):
    return np.concatenate([np.array(r) - np.mean(r) for r in runs])


def some(runs):
    return np.concatenate([r for r in runs if len(r) > 1])


def beside_one(runs):
    return 1.0 + np.concatenate(runs), np.concatenate([r for r in runs])


LISTS = ([[1.0, 2.0], [3.0]], [[1, 2], [3]], [[1.0], []], [[1.0, 2.0], [3.0, 4.0]], [[True], [False, True]], [X, X[:2]], [X])


@pytest.mark.parametrize("function", [joined, joined_arrays, changed_parts, joined_first, centred])
@pytest.mark.parametrize("given", LISTS)
def test_joins(function, given):
    if function is centred and any(len(part) == 0 or type(part[0]) is bool for part in given):
        return  # NumPy warns, and takes no difference of truths
    compiled = up.jit(strict=True)(function)
    assert outcome(compiled, [given]) == outcome(function, [given])


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("function", [joined, joined_arrays, changed_parts, joined_first, centred, some, beside_one])
@pytest.mark.parametrize(
    "given", [*LISTS, [[1, 2], []], [[], []], [], [X, np.arange(3)], [np.eye(2), np.ones((1, 2))], [np.eye(2), np.ones((1, 3))], [1.0, 2.0]]
)
def test_joins_of_all_kinds(function, given):
    check_values((function, given))


def repeated(values, counts):
    return np.concatenate([np.full(c, v) for v, c in zip(values, counts)])


def by_label(x, labels):
    return np.concatenate([x[labels == k] for k in range(3)])


def triangle(n):
    t = np.concatenate([np.linspace(0, k, k + 1) for k in range(n)])
    return t.mean(), t


@pytest.mark.parametrize(
    "case", [(repeated, [1.0, 2.0], [2, 3]), (repeated, [1, 2], [2, 0]), (by_label, np.arange(5.0), np.array([0, 1, 1, 2, 0])), (triangle, 3)], ids=name_of
)
def test_parts_whose_shapes_the_text_says(case):
    check_values(case)
