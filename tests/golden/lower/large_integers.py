# signature: uint64[1] int
import numpy as np


def large_integers(x, n):
    h = np.uint64(0x9E3779B97F4A7C15)
    for i in range(n - 1, -1, -1):
        h = (h ^ (h >> np.uint64(30))) * 0xBF58476D1CE4E5B9
        if x[i] > 0xFFFFFFFFFFFFFF00 or x[i] > n:
            x[i] = 0xFFFFFFFFFFFFFFFF
    return h
