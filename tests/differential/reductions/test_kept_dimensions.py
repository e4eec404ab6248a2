"""Dimensions of one element that a variable has in all its values are known to have one: what a reduction keeps in each branch is
stretched against another array as it is after one reduction."""

import numpy as np
import pytest
import unpython as up

x = np.arange(12.0).reshape(3, 4)
x[1, 2] = np.nan
ARRAYS = {"floats": x, "integers": np.arange(12).reshape(3, 4), "float32": x.astype(np.float32), "empty": np.zeros((0, 4))}


def in_branches(x, k):
    if k:
        m = x.mean(axis=0, keepdims=True)
    else:
        m = x.std(axis=0, keepdims=True)
    return x - m


def by_condition(x, k):
    return x - (x.mean(axis=1, keepdims=True) if k else x.std(axis=1, keepdims=True))


def center(x, k):
    if k:
        return x.mean(axis=0, keepdims=True)
    return x.std(axis=0, keepdims=True)


def by_helper(x, k):
    return x - center(x, k)


def in_loop(x, k):
    m = np.zeros((1, x.shape[1]))
    for i in range(k):
        m = m + i * x.mean(axis=0, keepdims=True)
    return x - m


def in_some_iterations(x, k):
    total = np.zeros(x.shape)
    for i in range(3):
        if i == k:
            m = x.sum(axis=0, keepdims=True)
        if i >= k:
            total += m
    return total


def not_in_the_end(x, k):
    m = x.sum(axis=0, keepdims=True)
    for _ in range(k):
        m = x - m
    return m


def of_other_extent(x, k):
    if k:
        m = x.mean(axis=0, keepdims=True)
    else:
        m = x[:2] * 1.0
    return m * 2, m.shape


def judged(function, *arguments):
    with np.errstate(all="ignore"):
        try:
            expected = function(*arguments)
        except ValueError as error:
            with pytest.raises(ValueError, match="^" + str(error).split("(")[0]):
                up.jit(function)(*arguments)
            return
        found = up.jit(function)(*arguments)
    for one, other in zip(*((r if isinstance(r, tuple) else (r,)) for r in (found, expected)), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-6)
        assert np.asarray(one).dtype == np.asarray(other).dtype


FUNCTIONS = [in_branches, by_condition, by_helper, in_loop, in_some_iterations, of_other_extent]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("k", [0, 1])
@pytest.mark.parametrize("of", ARRAYS)
@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_one_element_in_all_values(function, of, k):
    judged(function, ARRAYS[of], k)


@pytest.mark.parametrize("k", [0, 1, 2])
def test_more_elements_in_later_values(k):
    """Never another number: where one value has more elements, the program is right or refused."""
    found = None
    try:
        found = up.jit(not_in_the_end)(ARRAYS["integers"], k)
    except NotImplementedError:
        return
    np.testing.assert_array_equal(found, not_in_the_end(ARRAYS["integers"], k))


def along_rows(x):
    return (
        x - np.nanmean(x, axis=0, keepdims=True),
        x - np.nanstd(x, axis=0, keepdims=True),
        x - np.nanvar(x, axis=1, keepdims=True),
        x - np.nanmax(x, axis=-1, keepdims=True),
        x - np.nanmin(x, axis=0, keepdims=True),
        x - np.nanmean(x, keepdims=True),
    )


def averages(x):
    w = np.arange(1.0, 5.0)
    return (
        x - np.average(x, axis=0, keepdims=True),
        x - np.average(x, axis=-1, weights=w, keepdims=True),
        x - np.average(x, axis=-2, weights=np.abs(x) + 1, keepdims=True),
        x - np.average(x, keepdims=True),
        np.average(x, weights=x + 1, keepdims=True),
        np.average(x, axis=1, weights=w, keepdims=False),
    )


def places(x):
    return np.nanargmax(x, axis=1, keepdims=True), np.nanargmin(x, axis=0, keepdims=True), np.nanargmax(x, keepdims=True)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("of", ["floats", "integers", "float32"])
@pytest.mark.parametrize("function", [along_rows, averages, places], ids=lambda f: f.__name__)
def test_functions_that_keep_dimensions(function, of):
    judged(function, ARRAYS[of])
