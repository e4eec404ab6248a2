# signature: int8[1] float32[1] int float complex64[1]
import math

import numpy as np


def numbers(small, single, n, x, z):
    small[0] = small[1] + 1
    small[1] = n
    small[2] += n
    single[0] = x * single[1] + n
    single[1] = math.sqrt(x) + np.sqrt(single[2])
    q = n // 3 + n % 7
    h = n / 2 if n > 0 else x
    single[2] = -h ** 2
    z[0] = z[1] * 2j + z[0].real
    lo, hi = min(q, n), max(q, n)
    lo, hi = hi, lo
    return lo, small[0] > 3, np.float32(x), round(x), 2**-1
