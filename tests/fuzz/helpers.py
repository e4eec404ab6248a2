"""Functions that random programs call: each returns a value of the type of its operands."""


def pick(condition, a, b):
    if condition:
        return a
    return b


def clip(value, low, high):
    if value < low:
        return low
    if value > high:
        return high
    return value


def fold(value, times=2):
    result = value
    for _ in range(times):
        result = min(result, value)
    return result
