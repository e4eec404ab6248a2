"""What random.choices does with weights."""

import math

from unpython._library.python_functions.bisection import bisect_right


def sums_of_weights(weights, count):
    """The weights up to each one."""
    sums = [weights[0] + 0 for _ in range(0)]
    for k in range(len(weights)):
        sums.append(weights[k] if k == 0 else sums[k - 1] + weights[k])
    if len(sums) != count:
        raise ValueError("The number of weights does not match the population")
    if count == 0:
        raise IndexError("list index out of range")
    total = sums[count - 1] + 0.0
    if total <= 0.0:
        raise ValueError("Total of weights must be greater than zero")
    if not math.isfinite(total):
        raise ValueError("Total of weights must be finite")
    return sums


def weighed_places(sums, numbers):
    """The place that each number between 0 and 1 falls into."""
    n = len(sums)
    total = sums[n - 1] + 0.0
    return [bisect_right(sums, number * total, 0, n - 1) for number in numbers]
