"""Lists of lists of any length in the order of a key, and the one whose key is the largest."""

import pytest
import unpython as up
from support.outcomes import outcome


def made(n):
    found = []
    for i in range(n):
        found.append([j - i for j in range((i * 7) % 4)])
    return sorted(found, key=len)


def longest_first(n):
    found = []
    for i in range(n):
        one = [i]
        for j in range((i * 5) % 3):
            one.append(i - j)
        found.append(sorted(one))
    return sorted(found, key=len, reverse=True), n


def turned(n):
    found = [[j + i for j in range((i * 7) % 4)] for i in range(abs(n))]
    return sorted(found, key=lambda v: (-len(v), v[0] if v else 0), reverse=n % 2 == 0)


def in_place(n):
    found = []
    for i in range(n):
        found.append([j - 2 * i for j in range((i * 7) % 4)])
    found.sort(key=sum)
    return found, len(found)


def of_pairs(n):
    found = []
    for i in range(n):
        found.append([i, -i])
    return sorted(found, key=lambda v: v[1])


def longest(n):
    found = []
    for i in range(n):
        found.append([j - i for j in range((i * 7) % 4)])
    return max(found, key=len)


def how_long(n):
    found = []
    for i in range(n):
        found.append([j - i for j in range((i * 7) % 4 + 1)])
    return len(max(found, key=len)), sum(min(found, key=lambda v: v[-1])), max(min(found, key=max))


def what_the_key_raises(n):
    found = []
    for i in range(n):
        found.append([j - i for j in range((i * 7) % 4)])
    return max(found, key=lambda v: v[0])


def of_other_names(n):
    len = sum  # noqa: A001
    found = []
    for i in range(n):
        found.append([j - i for j in range((i * 7) % 4)])
    return max(found, key=len)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("function", [made, longest_first, turned, in_place, of_pairs, longest, how_long, what_the_key_raises])
@pytest.mark.parametrize("n", [0, 1, 2, 7])
def test_lists_by_key(function, n):
    assert outcome(up.jit(strict=n > 1 and function is not turned)(function), [n]) == outcome(function, [n])


@pytest.mark.filterwarnings("ignore")
def test_names_of_the_function():
    for n in (0, 5):
        assert outcome(up.jit(strict=False)(of_other_names), [n]) == outcome(of_other_names, [n])
