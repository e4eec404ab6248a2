"""Permutations in the order of itertools: that of the places of their items."""


def size(items):
    return len(items)


def first(n):
    return [i for i in range(n)]


def numbers(n):
    """How many permutations there are."""
    count = 1
    for i in range(2, n + 1):
        count *= i
    return count


def advance(order, number):
    """The next permutation; the first one is there already."""
    n = len(order)
    if number > 0 and n > 1:
        i = n - 2
        while order[i] > order[i + 1]:
            i -= 1
        j = n - 1
        while order[j] < order[i]:
            j -= 1
        order[i], order[j] = order[j], order[i]
        low = i + 1
        high = n - 1
        while low < high:
            order[low], order[high] = order[high], order[low]
            low += 1
            high -= 1


def arranged(items, order):
    return [items[i] for i in order]


def item(permutation, index):
    n = len(permutation)
    at = index + n if index < 0 else index
    if at < 0 or at >= n:
        raise IndexError("tuple index out of range")
    return permutation[at]
