"""Statements beside loops: try, with, match, import, assert, del, walrus, chained comparisons."""

import math
import warnings

import numpy as np
from snippets import snippet

rng = np.random.default_rng(8)
A = rng.normal(size=20)
STATE = 3


@snippet(0.0)
def catch_zero_division(x):
    try:
        y = 1.0 / x
    except ZeroDivisionError:
        y = math.inf
    return y


@snippet(np.arange(5.0), 9)
def catch_index_error(a, i):
    try:
        return a[i]
    except IndexError:
        return -1.0


@snippet(-1.0)
def catch_own_error(x):
    try:
        if x < 0:
            raise ValueError("negative")
        y = math.sqrt(x)
    except ValueError:
        y = 0.0
    else:
        y += 1
    return y


@snippet(-1.0)
def catch_several(x):
    try:
        y = math.log(x)
    except (ValueError, ZeroDivisionError):
        y = -99.0
    return y


@snippet(2.0)
def try_finally(x):
    a = np.zeros(3)
    try:
        a[0] = 1 / x
    finally:
        a[1] = 5.0
    return a


@snippet(np.eye(3) * 0)
def catch_linalg(m):
    try:
        return np.linalg.inv(m)
    except np.linalg.LinAlgError:
        return np.zeros((3, 3))


@snippet(-1.0)
def catch_and_raise(x):
    try:
        return math.sqrt(x)
    except ValueError as e:
        raise RuntimeError("no root") from e


@snippet(A)
def errstate(a):
    with np.errstate(divide="ignore", invalid="ignore"):
        r = a / (a - a[0])
    return r[1:]


@snippet(A)
def caught_warnings(a):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return np.log(np.abs(a)).sum()


@snippet(2)
def match_numbers(k):
    match k:
        case 0:
            return 1.0
        case 1 | 2:
            return 2.5
        case _:
            return -1.0


@snippet((0, 3.0))
def match_tuple(t):
    match t:
        case (0, y):
            return y
        case (x, 0):
            return x
        case (x, y) if x == y:
            return x * 2
    return 0.0


@snippet("fast", 2.0)
def match_text(mode, x):
    match mode:
        case "fast":
            return x
        case "slow" | "careful":
            return x * 2
        case _:
            raise ValueError("mode")


@snippet(1.0)
def local_import(x):
    import math as m

    from math import sin

    return m.cos(x) + sin(x)


@snippet(A)
def local_numpy(a):
    import numpy as np

    return np.abs(a).max()


@snippet(5)
def global_read(n):
    global STATE
    return n * STATE


@snippet(5)
def asserts(n):
    assert n > 0, "n must be positive"
    assert n < 10
    return n


@snippet(-5)
def raises(n):
    if n < 0:
        raise ValueError(f"n is {n}, but must not be negative")
    return n


@snippet(A)
def walrus(a):
    total = 0.0
    i = 0
    while i < len(a) and (x := a[i]) > -2:
        total += x
        i += 1
    return total


@snippet(5)
def chained_compare(n):
    return 0 < n <= 5, 1 < n > 9, n == 5 != 4


@snippet(5)
def ternaries(n):
    sign = 1 if n > 0 else -1 if n < 0 else 0
    name = n or 7
    both = n and 3
    return sign, name, both, not n


@snippet(5)
def deletes(n):
    a = np.zeros(n)
    b = a + 1
    del a
    return b


@snippet(2)
def while_else(n):
    k = 0
    while k < 5:
        if k == n * 10:
            break
        k += 1
    else:
        k = -1
    return k


@snippet(5)
def annotated(n: int) -> float:
    x: float = 0.0
    y: int
    y = n
    return x + y


@snippet(3)
def swap_and_multi(n):
    a, b, c = 1, 2.0, n
    a, b = b, a
    (p, q), r = (a, b), c
    x = y = p + q
    return x, y, r


@snippet(A)
def star_target(a):
    first, *middle, last = a[0], a[1], a[2], a[3]
    return first, last, middle[0]


@snippet(10)
def pass_and_ellipsis(n):
    """A docstring."""
    if n > 3:
        pass
    else:
        ...
    return n


@snippet(3.0)
def with_nullcontext(x):
    from contextlib import nullcontext

    with nullcontext():
        y = x + 1
    return y


@snippet(np.arange(4))
def int_methods(k):
    n = int(k[3])
    return n.bit_length(), (5).bit_length(), abs(-n), pow(2, n), pow(3, 4, 5), divmod(7, n), float(n).is_integer()


@snippet(2.5)
def math_functions(x):
    return (math.gamma(x), math.erf(x), math.hypot(x, 1), math.fsum([x, 1.0]), math.comb(5, 2), math.gcd(12, 18),
            math.factorial(5), math.isclose(x, 2.5), math.degrees(x), math.prod([1, 2, 3]), math.dist((0, 1), (2, 3)))  # fmt: skip


@snippet(2.5)
def complex_math(x):
    import cmath

    z = complex(x, 1.0)
    return cmath.exp(z), abs(cmath.sqrt(-z)), cmath.phase(z), z.conjugate().imag


@snippet(7)
def number_bases(n):
    return 0xFF + 0b101 + n, 1_000_000 // n, -n // 2, -n % 3, n**-1, 2**n
