"""Lists of lists of numbers that functions make which call themselves are CPython's: they come back from calls, are kept while others
run, and hold no list twice."""

import pytest
import unpython as up
from support.outcomes import check_machine_code, check_values, name_of


def all_subsets(items):
    if not items:
        return [[]]
    rest = all_subsets(items[1:])
    return rest + [[items[0]] + subset for subset in rest]


def arrangements(items):
    if len(items) <= 1:
        return [items]
    found = []
    for i in range(len(items)):
        for rest in arrangements(items[:i] + items[i + 1 :]):
            found.append([items[i]] + rest)
    return found


def pairs_of_halves(items):
    """Kept while the other call runs."""
    if len(items) < 3:
        return [[len(items)], items[:1]]
    half = len(items) // 2
    left = pairs_of_halves(items[:half])
    right = pairs_of_halves(items[half:])
    return [[len(left), len(right)]] + left + [row + [items[0]] for row in right]


def sums(items):
    if not items:
        return []
    found = sums(items[1:])
    found.append([sum(items), len(found)])
    return found


def inner(items):
    def choices(left, k):
        if k == 0:
            return [[]]
        found = []
        for i in range(len(left)):
            for rest in choices(left[i + 1 :], k - 1):
                found.append([left[i]] + rest)
        return found

    return choices(items, 2), len(choices(items, 1))


def counted(items):
    rows = all_subsets(items)
    total = 0
    for row in rows:
        total = total * 3 + len(row)
    return total


def of_floats(items):
    if len(items) == 1:
        return [[items[0] / 2]]
    rest = of_floats(items[1:])
    return [[x + items[0] for x in row] for row in rest] + [[items[0] / 4]]


CASES = [all_subsets, arrangements, pairs_of_halves, sums, inner, of_floats]


@pytest.mark.parametrize("case", [(f, list(v)) for f in CASES for v in ([1, 2, 3], [5, 3, 8, 1])]
                         + [(f, [2.5, 1.0, 7.25]) for f in (arrangements, of_floats)], ids=name_of)  # fmt: skip
def test_machine_code(case):
    check_machine_code(case)
    check_values(case)


def own_list(items):
    if len(items) < 2:
        return [items]
    return [items] + own_list(items[1:])


def one_list_twice(items):
    if len(items) < 2:
        return [[1], [2]]
    rest = one_list_twice(items[1:])
    return rest + rest


def shared(items):
    if len(items) < 2:
        return [[1], [2]]
    rest = shared(items[1:])
    more = rest + [[5]]
    return more + rest


def shared_in_a_loop(items):
    if len(items) < 2:
        return [[1], [2]]
    rest = shared_in_a_loop(items[1:])
    out = []
    for _ in range(2):
        out = out + rest
    return out


def twice_in_a_list(items):
    if len(items) < 2:
        return [items, items]
    return twice_in_a_list(items[1:]) + [[0]]


def changed_rows(items):
    if len(items) < 2:
        return [[1], [2]]
    rest = changed_rows(items[1:])
    rest[0].append(7)
    for row in rest:
        row.append(3)
    return rest


def changed_behind(items):
    if len(items) < 2:
        return [[1]]
    mine = [items[0]]
    out = [mine]
    rest = changed_behind(items[1:])
    mine.append(len(rest))
    return out + rest


def passed_on(items):
    if len(items) < 2:
        return [[1]]
    rest = passed_on(items[1:])
    return [row for row in rest] + [[len(items)]]


def flattened(nested):
    found = []
    for item in nested:
        if isinstance(item, list):
            found += flattened(item)
        else:
            found.append([item])
    return found


def of_rows(m):
    if len(m) == 1:
        return m[0][0]
    return sum((-1) ** c * m[0][c] * of_rows([row[:c] + row[c + 1 :] for row in m[1:]]) for c in range(len(m)))


OTHERS = [own_list, one_list_twice, shared, shared_in_a_loop, twice_in_a_list, changed_rows, changed_behind, passed_on, counted]


@pytest.mark.parametrize("case", [(f, list(v)) for f in OTHERS for v in ([1, 2, 3], [4])], ids=name_of)
def test_values(case):
    check_values(case)


@pytest.mark.parametrize("case", [(all_subsets, []), (all_subsets, [2.5, 1.0]), (arrangements, []), (arrangements, [7]), (sums, []), (flattened, [1, [2, [3]]]),
                                  (of_rows, [[2, 0, 1], [1, 3, 2], [1, 1, 4]])], ids=name_of)  # fmt: skip
def test_other_arguments(case):
    check_values(case)


def test_the_own_list_of_the_caller_comes_back():
    given = [7]
    found = up.jit(strict=False)(arrangements)(given)
    assert found == [[7]] and found[0] is given
