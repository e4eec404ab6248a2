"""`words[place] += text` finds its place before the text is computed."""

import copy

import numpy as np
import pytest
import unpython as up


def bump(a):
    a[0] += 1
    return a[0]


def by_array(a):
    words = ["a", "b", "c", "d", "e"]
    words[a[0]] += str(bump(a))
    return words


def by_list(v):
    words = ["a", "b", "c", "d", "e"]
    words[v[0]] += str(v.pop(0))
    words[len(v)] += "x"
    return words


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("function", "given"), [(by_array, np.array([1, 2])), (by_list, [1, 2, 3])])
def test_places(function, given):
    assert up.jit(strict=False)(function)(copy.copy(given)) == function(copy.copy(given))


def test_a_place_that_stays_is_compiled():
    def of_length(words, n):
        words = list(words)
        words[len(words) - 1] += str(n) + words[0].upper()
        return words

    assert up.jit(strict=True)(of_length)(["a", "b"], 3) == of_length(["a", "b"], 3)
