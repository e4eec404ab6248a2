"""A deque that grows at its end: a list of items, of which the first ones are taken already, and a list that says how many those are."""


def size(items, taken):
    return len(items) - taken[0]


def is_sparse(items, taken):
    """Whether most of the list is taken."""
    return 2 * taken[0] > len(items) + 64


def drop_taken(items, taken):
    first = taken[0]
    left = len(items) - first
    for k in range(left):
        items[k] = items[first + k]
    del items[left:]


def first(items, taken):
    if taken[0] >= len(items):
        raise IndexError("pop from an empty deque")
    return items[taken[0]]


def take_first(items, taken):
    item = first(items, taken)
    taken[0] += 1
    return item


def take_last(items, taken):
    if taken[0] >= len(items):
        raise IndexError("pop from an empty deque")
    return items.pop()


def item(items, taken, index):
    n = len(items) - taken[0]
    at = index + n if index < 0 else index
    if at < 0 or at >= n:
        raise IndexError("deque index out of range")
    return items[taken[0] + at]


def steps_of(steps):
    """How far a deque is turned, which no float says."""
    return steps | 0


def rotate(items, taken, steps):
    first = taken[0]
    n = len(items) - first
    if n < 2:
        return
    held = items[first:]
    by = steps % n
    for k in range(n):
        items[first + (k + by) % n] = held[k]


def clear(items, taken):
    del items[taken[0] :]


def left_of(items, taken):
    """What a loop or a sum goes through."""
    return items[taken[0] :]


def length_at_most(most):
    """`maxlen` of a new deque."""
    if most | 0 < 0:
        raise ValueError("maxlen must be non-negative")
    return most


def count_beyond(items, most):
    """How many of the first items a new deque of that length does not keep."""
    return max(len(items) - most, 0)


def is_too_long(items, taken, most):
    return len(items) - taken[0] > most


def put_first(items, taken, value):
    if taken[0] > 0:
        items[taken[0] - 1] = value
    else:
        items.insert(0, value)
