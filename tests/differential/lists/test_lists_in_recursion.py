"""Lists of numbers in functions that call themselves are CPython's, in machine code and on devices: those that are read after a call,
given to other calls and given back. The caller's own list is given back by Python."""

import numpy as np
import pytest
import unpython as up
from support.outcomes import check_machine_code, check_values, name_of


def merge_sort(values):
    if len(values) <= 1:
        return values
    middle = len(values) // 2
    left, right = merge_sort(values[:middle]), merge_sort(values[middle:])
    merged = []
    i = j = 0
    while i < len(left) and j < len(right):
        if left[i] <= right[j]:
            merged.append(left[i])
            i += 1
        else:
            merged.append(right[j])
            j += 1
    return merged + left[i:] + right[j:]


def merge_by_pops(values):
    if len(values) <= 1:
        return values
    middle = len(values) // 2
    left, right = merge_by_pops(values[:middle]), merge_by_pops(values[middle:])
    merged = []
    while left and right:
        merged.append(left.pop(0) if left[0] <= right[0] else right.pop(0))
    return merged + left + right


def a_result_that_is_a_list_of_the_call(values):
    if len(values) <= 1:
        return values
    rest = values[1:]
    found = a_result_that_is_a_list_of_the_call(rest)
    found.append(0)
    return found + rest


def quicksort(values):
    if len(values) < 2:
        return values
    pivot = values[0]
    return quicksort([v for v in values[1:] if v < pivot]) + [pivot] + quicksort([v for v in values[1:] if v >= pivot])


def total(values):
    return 0 if not values else values[0] + total(values[1:])


def backwards(values):
    if not values:
        return []
    return backwards(values[1:]) + [values[0]]


def knapsack(weights, values, room):
    if not weights:
        return 0
    without = knapsack(weights[1:], values[1:], room)
    if weights[0] > room:
        return without
    return max(without, values[0] + knapsack(weights[1:], values[1:], room - weights[0]))


def halves(values, x):
    if not values:
        return False
    middle = len(values) // 2
    if values[middle] == x:
        return True
    return halves(values[:middle], x) if x < values[middle] else halves(values[middle + 1 :], x)


def largest(values):
    if len(values) == 1:
        return values[0]
    half = len(values) // 2
    left = largest(values[:half])
    right = largest(values[half:])
    return left if left >= right else right


def inner_sort(items):
    def merge(a, b):
        out = []
        i = j = 0
        while i < len(a) and j < len(b):
            if a[i] <= b[j]:
                out.append(a[i])
                i += 1
            else:
                out.append(b[j])
                j += 1
        return out + a[i:] + b[j:]

    def sort(x):
        if len(x) <= 1:
            return x
        middle = len(x) // 2
        return merge(sort(x[:middle]), sort(x[middle:]))

    return sort(items)


def haar(values):
    if len(values) == 1:
        return [values[0]]
    means = [(values[i] + values[i + 1]) / 2 for i in range(0, len(values), 2)]
    details = [(values[i] - values[i + 1]) / 2 for i in range(0, len(values), 2)]
    return haar(means) + details


def collected(values):
    """A list of its own that grows around the call."""
    if not values:
        return []
    mine = [values[0]]
    rest = collected(values[1:])
    mine.append(len(rest))
    mine.extend(rest)
    return mine


def given_back(values, n):
    """Each call gives the caller's list back."""
    if n == 0:
        return values
    return given_back(values, n - 1)


def changes(values, n):
    """The list that is given back is changed later."""
    if n == 0:
        return values
    values.append(n)
    found = changes(values, n - 1)
    found.append(-n)
    return values


def two_names(values):
    if len(values) < 2:
        return [0]
    mine = [1]
    other = mine
    rest = two_names(values[1:])
    other.append(rest[0])
    return mine


def kept_parameter(values):
    if len(values) > 3:
        return values
    values = values + [len(values)]
    found = kept_parameter(values)
    values.append(7)
    return found + values


def chosen(values, n):
    if n == 0:
        return values if values[0] > 2 else [0]
    return chosen(values[1:], n - 1) + [values[0]]


def another_name(values, n):
    mine = values
    if n == 0:
        return mine
    rest = another_name(mine, n - 1)
    return rest + [n]


def fft(x):
    n = len(x)
    if n == 1:
        return [x[0]]
    even, odd = fft(x[0::2]), fft(x[1::2])
    out = [0.0] * n
    for k in range(n // 2):
        out[k] = even[k] + odd[k]
        out[k + n // 2] = even[k] - odd[k]
    return out


def merged(a, b):
    if not a:
        return b
    if not b:
        return a
    if a[0] <= b[0]:
        return [a[0]] + merged(a[1:], b)
    return [b[0]] + merged(a, b[1:])


def raises(values):
    if values == []:
        return 1
    if values[0] > 2:
        raise ValueError(f"too large: {values[0]}")
    return 2 * raises(values[1:])


def counted_in_an_array(values, a):
    """What is changed before the caller's list comes back is changed once."""
    b = a
    b[0] += 1.0
    if len(values) <= 1:
        return values
    half = len(values) // 2
    left, right = counted_in_an_array(values[:half], a), counted_in_an_array(values[half:], a)
    return left + right


def counted_outside(values, a):
    b = a

    def go(x):
        b[0] += 1.0
        if len(x) <= 1:
            return x
        half = len(x) // 2
        return go(x[:half]) + go(x[half:])

    return go(values)


def too_deep(values):
    return 1 + too_deep(values + [1])


def sorted_middle(n):
    return merge_sort([(i * 7919) % 101 for i in range(n)])[n // 2]


def of_a_given_list(values):
    return total(values) + total([v * 2 for v in values])


def spread(values, step):
    if len(values) < 3:
        return values + [step]
    middle = len(values) // 2
    left = spread(values[:middle], step + 1)
    right = spread(values[middle:], step + 2)
    return left + [step] + right[1:] + left[:1] + (right + [0] * step) + values


def queens(n, row, columns, up, down):
    if row == n:
        return 1, 0.5
    count, weight, odd = 0, 0.0, row % 2 == 1
    for c in range(n):
        if not columns[c] and not up[row + c] and not down[row - c + n]:
            columns[c] = up[row + c] = down[row - c + n] = True
            found, heavy = queens(n, row + 1, columns, up, down)
            columns[c] = up[row + c] = down[row - c + n] = False
            count += found
            weight += heavy / 2 if odd else heavy
    return count, weight


def counted_queens(n):
    return queens(n, 0, [False] * n, [False] * (2 * n), [False] * (2 * n + 1))


def by_bits(n, row, left, down, right):
    if row == n:
        return 1
    total, free = 0, ((1 << n) - 1) & ~(left | down | right)
    while free:
        bit = free & -free
        free ^= bit
        total += by_bits(n, row + 1, (left | bit) << 1, down | bit, (right | bit) >> 1)
    return total


def queens_by_bits(n):
    return by_bits(n, 0, 0, 0, 0) * 100 + by_bits(n + 1, 0, 0, 0, 0)


def two_sites(n, weight, odd):
    if n < 2:
        return weight * n
    if odd:
        first = two_sites(n - 1, weight + 1, n % 3 == 0)
        second = two_sites(n - 2, first, not odd)
        return first - second + weight * n
    return two_sites(n - 1, weight * 0.5, True) + n


CASES = [
    (spread, [5, 3, 2, 9, 1, 7, 4], 1), (counted_queens, 6), (queens_by_bits, 5), (two_sites, 11, 1.5, True), (two_sites, 12, 0.25, False),
    (another_name, [1, 2], 2), (fft, [1.0, 2.0, 3.0, 4.0]), (merged, [1, 4], [2, 3]), (raises, [1, 2]), (raises, [1, 3]),
    (sorted_middle, 9), (of_a_given_list, [1, 2, 3]), (of_a_given_list, [0.5]),
    (merge_sort, [5, 3, 2, 9, 1, 7]), (merge_by_pops, [5, 3, 2, 9, 1, 7]), (merge_sort, [2.5, -0.0, 0.0]), (quicksort, [5, 2, 9, 1, 7, 3, 2]), (total, [1, 2, 3]), (total, [0.5, 2.25]),
    (total, []), (backwards, [1, 2, 3]), (knapsack, [2, 3, 4], [3, 4, 5], 6), (halves, [1, 3, 5, 7], 5), (halves, [1, 3, 5, 7], 4),
    (largest, [3.0, 9.5, 2.0]), (inner_sort, [3.5, 1.0, 2.0, -7.0]), (haar, [1.0, 3.0, 5.0, 11.0]), (collected, [4, 5, 6]),
]  # fmt: skip
OTHERS = [
    (merge_sort, [1]), (merge_sort, []), (merge_by_pops, [1]), (a_result_that_is_a_list_of_the_call, [1, 2, 3]), (merge_sort, [5.5, 3, 2]), (quicksort, [1]), (total, [1.5, 2]), (largest, []), (inner_sort, [3]),
    (given_back, [1, 2], 2), (changes, [1, 2], 2), (two_names, [1, 2, 3]), (kept_parameter, [1, 2]), (chosen, [1, 2, 3, 4], 2), (chosen, [1, 2, 3], 1),
    (too_deep, [1]), (another_name, [1], 0), (merged, [], [1]), *((f, v, np.zeros(2)) for f in (counted_in_an_array, counted_outside) for v in ([1], [1, 2, 3])), (sorted_middle, 1), (of_a_given_list, [2.5, 1]),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_machine_code(case):
    check_machine_code(case)


@pytest.mark.parametrize("case", [*CASES, *OTHERS], ids=name_of)
def test_values(case):
    check_values(case)


def test_the_callers_list_comes_back():
    values = [1]
    assert up.jit(strict=False)(merge_sort)(values) is values
    assert up.jit(strict=False)(another_name)(values, 0) is values
