# signature: float64[2] int float uint64
import math


def average(values):
    return sum(values) / len(values)


def forever(n):
    return forever(n - 1)


def mistakes(a, n, x, u):
    s = n
    if x > 0:
        s = x
    for i in range(x):
        s += a[i, 0, 1]
    t = (n, x)
    t = average(a) + t[n]
    w = unset + math.sqrt(1j)
    unset = forever(n)
    a.T[0] = x
    return a + 1, a[x, 0], x & 1, mystery
