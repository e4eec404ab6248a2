"""Functions of `math` and of Python's numbers that are loops: their integers have 64 bits, and what needs more is refused."""

import math

import numpy as np

from unpython._loops import _adds_in_order, _bits, _Refusal

_LARGEST = 0x7FFFFFFFFFFFFFFF


def _is_integer(x):
    own = np.empty_like(x * 1).dtype  # a bool counts as an integer
    return own != np.float32 and own != np.float64 and own != np.complex64 and own != np.complex128


def _is_numpy_bool(x):
    """NumPy's bools times one are its int64, Python's are Python's integers."""
    return np.empty_like(x).dtype == np.bool_ and np.empty_like(np.int8(1) * (x * 1)).dtype == np.int64


def _as_integer(x):
    if not _is_integer(x):
        if hasattr(x, "dtype"):
            raise _Refusal("functions like math.gcd take integers, and this number of NumPy is none")  # only Python names the type of the number
        raise TypeError("'float' object cannot be interpreted as an integer")
    if _is_numpy_bool(x):
        raise TypeError("'numpy.bool' object cannot be interpreted as an integer")
    return int(x)


def _is_of_python(x):
    wide = x + 0.0  # a number that is an int on one way and a float on another is a float on both
    return type(wide) is float or type(wide) is complex


def divides_by_zero(a, b):
    """Whether a / b raises ZeroDivisionError: NumPy's numbers do not."""
    return _is_of_python(a) and _is_of_python(b) and b == 0


def _times(a, b):
    """The product of two numbers that are not below zero."""
    if b != 0 and a > _LARGEST // b:
        raise _Refusal("an integer of Python that needs more than 64 bits is not supported")
    return a * b


def gcd(a, b=0):
    x = _as_integer(a)
    y = _as_integer(b)
    while y != 0:
        rest = x % y
        x = y
        y = rest
    return abs(x)


def lcm(a, b=1):
    x = abs(_as_integer(a))
    y = abs(_as_integer(b))
    if x == 0 or y == 0:
        return 0
    return _times(x // gcd(x, y), y)


def factorial(n):
    count = _as_integer(n)
    if count < 0:
        raise ValueError("factorial() not defined for negative values")
    product = 1
    for i in range(2, count + 1):
        product = _times(product, i)
    return product


def isqrt(n):
    number = _as_integer(n)
    if number < 0:
        raise ValueError("isqrt() argument must be nonnegative")
    root = min(int(math.sqrt(number)), 3037000499)  # that of the largest integer
    while root * root > number:
        root -= 1
    while root < 3037000499 and (root + 1) * (root + 1) <= number:
        root += 1
    return root


def _counts(n, k):
    """Of how many things how many are taken."""
    total = _as_integer(n)
    taken = _as_integer(k)
    if total < 0:
        raise ValueError("n must be a non-negative integer")
    if taken < 0:
        raise ValueError("k must be a non-negative integer")
    return total, taken


def comb(n, k):
    total, taken = _counts(n, k)
    if taken > total:
        return 0
    ways = 1
    for i in range(min(taken, total - taken)):
        common = gcd(ways, i + 1)
        ways = _times(ways // common, (total - i) // ((i + 1) // common))
    return ways


def perm(n, k):
    total, taken = _counts(n, k)
    ways = 1
    if taken > total:
        return 0
    for i in range(taken):
        ways = _times(ways, total - i)
    return ways


def isclose(a, b, *, rel_tol=1e-09, abs_tol=0.0):
    if rel_tol < 0.0 or abs_tol < 0.0:
        raise ValueError("tolerances must be non-negative")
    x = float(a)
    y = float(b)
    if x == y:
        return True
    if math.isinf(x) or math.isinf(y):
        return False
    apart = abs(y - x)
    return bool(apart <= abs(rel_tol * y) or apart <= abs(rel_tol * x) or apart <= abs_tol)


def prod(iterable, *, start=1):
    if len(iterable) == 0:
        return start
    product = start * iterable[0]
    for i in range(1, len(iterable)):
        product = product * iterable[i]
    return product


def dist(p, q):
    if len(p) != len(q):
        raise ValueError("both points must have the same number of dimensions")
    largest = 0.0
    has_nan = False
    for i in range(len(p)):
        apart = abs(float(p[i]) - float(q[i]))
        if apart != apart:
            has_nan = True
        elif apart > largest:
            largest = apart
    if math.isinf(largest):
        return largest
    if has_nan:
        return math.nan
    if largest == 0.0 or len(p) < 2:
        return largest
    if _adds_in_order():
        return _python_norm(p, q, largest)
    total = 0.0
    for i in range(len(p)):
        part = (float(p[i]) - float(q[i])) / largest
        total += part * part
    return largest * math.sqrt(total)


def _python_norm(p, q, largest):
    """CPython's: squares of halves are exact, and what rounding takes from the sum is kept beside it."""
    if largest < 5.562684646268003e-309:  # 2**-1024: the scale would be infinite
        return _subnormal_norm(p, q, largest)
    exponent = (int(_bits(largest)) >> 52) - 1022
    if largest < 2.2250738585072014e-308:
        exponent = -1022 if largest >= 1.1125369292536007e-308 else -1023
    scale = 2.0**-exponent  # the largest part is between 0.5 and 1
    total = 1.0
    lost = 0.0
    lost_products = 0.0
    small = 0.0
    for i in range(len(p)):
        high, low = _halves(abs(float(p[i]) - float(q[i])) * scale)
        total, lost = _kept_sum(total, lost, high * high)
        total, lost_products = _kept_sum(total, lost_products, 2.0 * high * low)
        small += low * low
    root = math.sqrt(total - 1.0 + (lost + lost_products + small))
    high, low = _halves(root)
    total, lost = _kept_sum(total, lost, -high * high)
    total, lost_products = _kept_sum(total, lost_products, -2.0 * high * low)
    total, small = _kept_sum(total, small, -low * low)
    return (root + (total - 1.0 + (lost + lost_products + small)) / (2.0 * root)) / scale


def _subnormal_norm(p, q, largest):
    total = 1.0
    lost = 0.0
    for i in range(len(p)):
        part = abs(float(p[i]) - float(q[i])) / largest
        total, lost = _kept_sum(total, lost, part * part)
    return largest * math.sqrt(total - 1.0 + lost)


def _halves(x):
    """Whose squares and product are exact."""
    wide = x * 134217729.0
    high = wide - (wide - x)
    return high, x - high


def _kept_sum(total, lost, part):
    """The sum, and what rounding has taken from it so far."""
    added = total + part
    return added, lost + ((total - added) + part)


def fsum(seq):
    """Parts that do not overlap hold the sum of all numbers so far, none of their bits lost; CPython does the same."""
    parts = [0.0]
    del parts[0:]
    special = 0.0
    is_special = False
    infinite = 0.0
    for i in range(len(seq)):
        x = float(seq[i])
        given = x
        kept = 0
        for j in range(len(parts)):
            y = parts[j]
            if abs(x) < abs(y):
                larger = y
                smaller = x
            else:
                larger = x
                smaller = y
            high = larger + smaller
            low = smaller - (high - larger)
            if low != 0.0:
                parts[kept] = low
                kept += 1
            x = high
        del parts[kept:]
        if x != 0.0:
            if math.isinf(x) or math.isnan(x):
                if math.isfinite(given):
                    raise OverflowError("intermediate overflow in fsum")
                if math.isinf(given):
                    infinite += given
                special += given
                is_special = True
                del parts[0:]
            else:
                parts.append(x)
    if is_special:
        if math.isnan(infinite):
            raise ValueError("-inf + inf in fsum")
        return special
    return _sum_of_parts(parts)


def _sum_of_parts(parts):
    n = len(parts)
    high = 0.0
    low = 0.0
    if n > 0:
        n -= 1
        high = parts[n]
        while n > 0 and low == 0.0:
            x = high
            n -= 1
            y = parts[n]
            high = x + y
            low = y - (high - x)
        # Half way between two numbers, what is left decides.
        if n > 0 and ((low < 0.0 and parts[n - 1] < 0.0) or (low > 0.0 and parts[n - 1] > 0.0)):
            twice = low * 2.0
            rounded = high + twice
            if twice == rounded - high:
                high = rounded
    return high


def _inverse(number, mod):
    """Of numbers whose squares have 64 bits."""
    rest = number % mod
    other = mod
    inverse = 1
    of_other = 0
    while rest != 0:
        times = other // rest
        other, rest = rest, other - times * rest
        of_other, inverse = inverse, of_other - times * inverse
    if other != 1:
        raise ValueError("base is not invertible for the given modulus")
    return of_other % mod


def pow(base, exp, mod=None):
    if mod is None:
        return base**exp
    if hasattr(base, "dtype") or hasattr(exp, "dtype") or hasattr(mod, "dtype"):
        raise _Refusal("pow() of three arguments is for Python's integers")
    if not _is_integer(base) or not _is_integer(exp) or not _is_integer(mod):
        raise TypeError("pow() 3rd argument not allowed unless all arguments are integers")
    if mod == 0:
        raise ValueError("pow() 3rd argument cannot be 0")
    if abs(mod) > 3037000499:
        raise _Refusal("pow() of three arguments: squares of numbers below the third need more than 64 bits")
    result = 1 % mod
    factor = base % mod
    rest = exp
    if exp < 0:
        factor = _inverse(factor, abs(mod)) % mod
        rest = -exp
    while rest > 0:
        if rest % 2 == 1:
            result = result * factor % mod
        factor = factor * factor % mod
        rest = rest // 2
    return result


def bit_length(n):
    if not _is_integer(n):
        raise _Refusal("bit_length is a method of Python's integers")
    if hasattr(n, "dtype"):
        raise _Refusal("bit_length is a method of Python's integers")
    given = int(n)
    beside = given if given >= 0 else -(given + 1)  # -2**63 has no absolute value here
    # A power of two below zero has one digit more than its neighbour.
    count = 1 if given < 0 and beside & (beside + 1) == 0 else 0
    rest = beside
    while rest > 0:
        rest = rest // 2
        count += 1
    return count


def is_integer(x):
    if _is_integer(x) or isinstance(x, np.ndarray):
        raise _Refusal("is_integer is a method of floats")
    return bool(np.isfinite(x) and np.floor(x) == x)


def count_of_ones(n):
    """bin(n).count("1")"""
    left = n | 0  # no float has digits of this kind
    if left < 0:
        left = -left
    found = 0
    while left != 0:
        left &= left - 1
        found += 1
    return found


def divmod_of_any(x, y):
    """divmod() of numbers, or of arrays."""
    if isinstance(x, np.ndarray) or isinstance(y, np.ndarray):
        return np.divmod(x, y)
    return divmod(x, y)
