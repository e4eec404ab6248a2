# signature: float64[1] int
def last_positive(x, n):
    for i in range(n):
        if x[i] > 0:
            found = i
    return found


def bound_late(x, n):
    i = last_positive(x, n)
    j = last_positive(x, i)
    return i, j
