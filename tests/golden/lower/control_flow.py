# signature: float64[1] int float
def first_above(x, limit, start=0):
    for i in range(start, x.shape[0]):
        if x[i] > limit:
            return i
    return -1


def sign(v):
    if v < 0:
        return -1
    elif v > 0:
        return 1
    return 0


def control_flow(x, n, limit):
    i = first_above(x, limit, start=1)
    while i >= 0 and x[i] > limit:
        if i % 3 == 0:
            i -= 2
            continue
        x[-1] = sign(x[i])
        i -= 1
    else:
        n = 0
    for v in x:
        if v == limit:
            last = v
            break
    else:
        raise ValueError("no such value")
    assert n >= 0, "n is negative"
    return n, last
