"""Choices of itertools on the heap (_writing/heap): the places that are chosen, behind each other."""

from unpython._library.containers.heap import room


def first_choice(ints, floats, count, number, is_repeated):
    """Behind the places of a permutation are those that are left, and behind them how often each place has still to change."""
    at = room(ints, floats, 2 * (count + number) + 1)
    for k in range(max(count, number)):
        ints[at + k] = 0 if is_repeated else k
    for k in range(number):
        ints[at + max(count, number) + k] = count - k
    return at


def next_combinations(ints, at, count, number):
    k = number - 1
    while k >= 0 and ints[at + k] == count - number + k:
        k -= 1
    if k < 0:
        return 0
    ints[at + k] += 1
    for i in range(k + 1, number):
        ints[at + i] = ints[at + i - 1] + 1
    return 1


def next_combinations_with_replacement(ints, at, count, number):
    k = number - 1
    while k >= 0 and ints[at + k] == count - 1:
        k -= 1
    if k < 0:
        return 0
    first = ints[at + k] + 1
    for i in range(k, number):
        ints[at + i] = first
    return 1


def next_permutations(ints, at, count, number):
    left = at + count
    k = number - 1
    while k >= 0:
        ints[left + k] -= 1
        if ints[left + k] > 0:
            other = at + count - ints[left + k]
            ints[at + k], ints[other] = ints[other], ints[at + k]
            return 1
        held = ints[at + k]
        for i in range(k, count - 1):
            ints[at + i] = ints[at + i + 1]
        ints[at + count - 1] = held
        ints[left + k] = count - k
        k -= 1
    return 0


def first_product(ints, floats, number):
    at = room(ints, floats, number)
    for k in range(number):
        ints[at + k] = 0
    return at


def shortest_list(ints, lists):
    """Of a list of tuples: 0 where one of them has no item."""
    least = 1
    for k in range(ints[lists + 1]):
        least = min(least, ints[ints[ints[lists] + k] + 1])
    return least


def next_product(ints, at, number, lists):
    for k in range(number - 1, -1, -1):
        ints[at + k] += 1
        if ints[at + k] < ints[ints[ints[lists] + k % ints[lists + 1]] + 1]:
            return 1
        ints[at + k] = 0
    return 0
