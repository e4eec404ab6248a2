"""Permutations, combinations and products in the order of itertools: that of the places of their items."""

from unpython._library.python_functions.heaps import is_same

_MOST = 4611686018427387904  # more than any loop gets through


def size(items):
    return len(items)


def numbers_of_arrangements(n, r):
    """Permutations of r of the items."""
    if r < 0:
        raise ValueError("r must be non-negative")
    count = 1
    for i in range(n - r + 1, n + 1):
        if i > 0 and count > _MOST // i:
            return _MOST
        count *= max(i, 0)
    return count


def numbers_of_combinations(n, r):
    if r < 0:
        raise ValueError("r must be non-negative")
    count = 1
    for i in range(min(r, max(n - r, 0)) if r <= n else 0):
        if count > _MOST // (n - i):
            return _MOST
        count = count * (n - i) // (i + 1)
    return count if r <= n else 0


def numbers_of_products(n, r):
    if r < 0:
        raise ValueError("repeat argument cannot be negative")
    count = 1
    for _ in range(r):
        if n > 0 and count > _MOST // n:
            return _MOST
        count *= n
    return count


def zeros(n, r):
    return [0 for _ in range(r)]


def first_places(n, r):
    return [i for i in range(r)]


def advance_arrangement(order, n, number):
    """The next permutation of some of the items: the last place that may have a larger item that stands in no place before, and the
    smallest ones behind."""
    if number == 0:
        return
    taken = [False for _ in range(n)]
    for place in order:
        taken[place] = True
    at = len(order) - 1
    while at >= 0:
        taken[order[at]] = False
        new = order[at] + 1
        while new < n and taken[new]:
            new += 1
        if new < n:
            order[at] = new
            taken[new] = True
            free = 0
            for behind in range(at + 1, len(order)):
                while taken[free]:
                    free += 1
                order[behind] = free
                taken[free] = True
            return
        at -= 1


def advance_combination(order, n, number):
    if number == 0:
        return
    r = len(order)
    at = r - 1
    while order[at] == n - r + at:
        at -= 1
    order[at] += 1
    for behind in range(at + 1, r):
        order[behind] = order[behind - 1] + 1


def advance_product(order, n, number):
    if number == 0:
        return
    at = len(order) - 1
    while order[at] == n - 1:
        order[at] = 0
        at -= 1
    order[at] += 1


def arranged(items, order):
    return [items[i] for i in order]


def item(permutation, index):
    n = len(permutation)
    at = index + n if index < 0 else index
    if at < 0 or at >= n:
        raise IndexError("tuple index out of range")
    return permutation[at]


def is_before(one, other):
    """one < other, of two tuples"""
    for i in range(min(len(one), len(other))):
        if not is_same(one[i], other[i]):
            return bool(one[i] < other[i])
    return len(one) < len(other)


def is_before_or_same(one, other):
    for i in range(min(len(one), len(other))):
        if not is_same(one[i], other[i]):
            return bool(one[i] <= other[i])
    return len(one) <= len(other)
