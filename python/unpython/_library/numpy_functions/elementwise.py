"""Functions of elements that are compositions of others: arrays of any shapes, or numbers."""

import numpy as np

from unpython._library.numpy_functions.rounding import decimals_of, power_of_ten
from unpython._loops import _Refusal

_NAMES_CLASSES = tuple(int(part) for part in np.__version__.split(".")[:2]) < (2, 5)  # errors of np.finfo say the class, or the dtype


def astype(x, dtype, copy=True):
    return x.astype(dtype)


def iscomplexobj(x):
    return _is_complex(x)


def isrealobj(x):
    return not _is_complex(x)


def isscalar(element):
    return np.ndim(element) == 0 and np.ndim(np.asarray(element)) == 0 and not isinstance(element, np.ndarray)


def bitwise_count(x):
    """How many bits of the magnitude are set."""
    flat = np.ravel(np.asarray(x))
    if flat.dtype == np.bool_:
        return _in_shape(flat.astype(np.uint8), x)
    return _in_shape(_counts_of_bits(flat), x)


def _in_shape(flat, x):
    if np.ndim(x) == 0:
        return flat[0]
    return np.reshape(flat, x.shape)


def _counts_of_bits(numbers):
    counts = np.zeros(numbers.shape[0], dtype=np.uint8)
    for i in range(numbers.shape[0]):
        value = -numbers[i] if numbers[i] < 0 else numbers[i]
        while value != 0:
            value = value & (value - 1)
            counts[i] += 1
    return counts


def isclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    y = b - 0.0  # a product would make NaN of an infinite complex number
    close = np.isfinite(y) & (np.abs(a - y) <= atol + rtol * np.abs(y)) | (a == y)
    if equal_nan:
        return close | (np.isnan(a) & np.isnan(y))
    return close


def allclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    close = isclose(a, b, rtol, atol, equal_nan)
    if np.ndim(close) == 0:
        return bool(close)
    return bool(np.all(close))


def array_equal(a1, a2, equal_nan=False):
    if np.ndim(a1) != np.ndim(a2):
        return False
    if np.ndim(a1) == 0:
        return bool(a1 == a2) or (equal_nan and bool(np.isnan(a1) and np.isnan(a2)))
    if a1.shape != a2.shape:
        return False
    if equal_nan:
        return bool(np.all((a1 == a2) | (np.isnan(a1) & np.isnan(a2))))
    return bool(np.all(a1 == a2))


def _is_inexact(x):
    return np.empty_like(x * 1.0).dtype == np.empty_like(x).dtype


def _is_complex(x):
    return np.empty_like(x * 1j).dtype == np.empty_like(x).dtype


def _floating(x):
    """What functions of floats compute in."""
    if _is_inexact(x):
        return x
    return np.copysign(x, x)


def _at_least_lowest(a, low):
    """A Python number below all values of the type of `a` bounds nothing."""
    bound = low
    if np.ndim(low) == 0 and np.empty_like(low).dtype == np.int64:
        if not _is_inexact(a):
            own = np.empty_like(a).dtype
            if own != np.bool_ and own != np.int64:
                if np.empty_like(np.where(a == a, a, low)).dtype == own:
                    bound = max(low, 0) if own == np.uint64 else max(low, np.iinfo(np.empty_like(a).dtype).min)
    return bound


def _at_most_highest(a, high):
    bound = high
    if np.ndim(high) == 0 and np.empty_like(high).dtype == np.int64:
        if not _is_inexact(a):
            own = np.empty_like(a).dtype
            if own != np.bool_ and own != np.int64 and own != np.uint64:
                if np.empty_like(np.where(a == a, a, high)).dtype == own:
                    bound = min(high, np.iinfo(np.empty_like(a).dtype).max)
    return bound


def number_kind(x):
    own = np.empty_like(x).dtype
    if own == np.bool_:
        return 0
    if own == np.float32 or own == np.float64:
        return 3
    if own == np.complex64 or own == np.complex128:
        return 4
    beside = np.empty_like(np.uint8(1) * (x & 1)).dtype  # a Python int is as it is wanted
    return 1 if beside == np.uint8 or beside == np.uint16 or beside == np.uint32 or beside == np.uint64 else 2


def stored(values, out):
    """What NumPy stores into out=, and gives."""
    if out.shape != values.shape:
        raise _Refusal("out= of another shape than the result")
    if number_kind(values) > number_kind(out):
        raise _Refusal("out= of another kind of numbers than the result")  # only NumPy can make its UFuncTypeError
    out[...] = values
    return out


def clip(a, a_min="missing", a_max="missing", out=None, *, min="missing", max="missing"):
    if isinstance(a_min, str) and isinstance(a_max, str):
        low = None if isinstance(min, str) else min
        high = None if isinstance(max, str) else max
        return _clip_into(a, low, high, out)
    elif isinstance(a_min, str):
        raise TypeError("clip() missing 1 required positional argument: 'a_min'")
    elif isinstance(a_max, str):
        raise TypeError("clip() missing 1 required positional argument: 'a_max'")
    elif not isinstance(min, str) or not isinstance(max, str):
        raise ValueError("Passing `min` or `max` keyword argument when `a_min` and `a_max` are provided is forbidden.")
    else:
        return _clip_into(a, a_min, a_max, out)


def method_clip(a, min=None, max=None, out=None):
    if not hasattr(a, "dtype"):
        raise AttributeError("only arrays and NumPy's numbers have a method 'clip'")
    return _clip_into(a, min, max, out)


def _clip_into(a, min, max, out):
    if out is not None:
        return stored(_clip_any(a, min, max), out)
    return _clip_any(a, min, max)


def _clip_any(a, min, max):
    if np.ndim(a) == 0:
        return _clip(np.where(a == a, a, a), min, max)  # NumPy makes an array of a number
    return _clip(a, min, max)


def _clip(a, given_low, given_high):
    low = given_low if given_low is None else _at_least_lowest(a, given_low)
    high = given_high if given_high is None else _at_most_highest(a, given_high)
    if low is None:
        if high is None:
            return np.positive(a)
        return np.minimum(a, high)
    if high is None:
        return np.maximum(a, low)
    return _between(a, low, high)


def _between(a, low, high):
    if np.ndim(low) == 0 and np.ndim(high) == 0 and _is_inexact(a):
        if not _is_complex(a):  # what is equal to a bound stays as it is: -0.0 beside 0.0
            raised = np.where((a < low) | (low != low), low, a)
            return np.positive(np.where((raised > high) | (high != high), high, raised))
    if not hasattr(low, "dtype") and hasattr(high, "dtype"):  # low has no type of its own
        if np.empty_like(a).dtype == np.bool_ or (_is_inexact(high) and not _is_inexact(a)):
            return np.minimum(np.maximum(a.astype(np.minimum(a, high).dtype), low), high)
    return np.minimum(np.maximum(a, low), high)


def fmod(x1, x2):
    if _is_inexact(x1 + x2):
        return np.remainder(x1, np.copysign(x2, x1))  # numbers of one sign: nothing is added to the rest
    rest = np.remainder(x1, x2)
    other_sign = (rest != 0) & ((x1 < 0) != (rest < 0))
    return np.positive(np.where(other_sign, rest - x2, rest))


def _check_integers(x):
    if np.empty_like(x).dtype == np.bool_ or _is_inexact(x):
        raise _Refusal("gcd and lcm are defined for integers only")  # only NumPy can make its UFuncTypeError


def gcd(x1, x2):
    if type(x1) is bool and type(x2) is bool:
        _check_integers(x1)
    _check_integers(x1 + x2)
    zero = x1 * False + x2 * False  # of the type and shape of the result
    a = x1 + zero
    b = x2 + zero
    if np.ndim(zero) == 0:
        return np.positive(_gcd(a, b))
    first = np.ravel(a)
    second = np.ravel(b)
    out = np.empty_like(first)
    for i in range(first.shape[0]):
        out[i] = _gcd(first[i], second[i])
    return np.reshape(out, zero.shape)


def _gcd(a, b):
    """The sign goes last: the lowest integer has no positive one of its type."""
    while b != 0:
        rest = a % b
        a = b
        b = rest
    return abs(a)


def lcm(x1, x2):
    common = gcd(x1, x2)
    zero = common * False
    return abs(x1 + zero) // np.where(common == 0, 1, common) * abs(x2 + zero)


def real(val):
    return val.real


def imag(val):
    return val.imag


def isposinf(x):
    return np.isinf(x) & np.logical_not(np.signbit(x * 1.0))


def isneginf(x):
    return np.isinf(x) & np.signbit(x * 1.0)


def isreal(x):
    return np.imag(x) == 0


def iscomplex(x):
    return np.not_equal(np.imag(x), 0)


def angle(z, deg=False):
    radians = np.arctan2(np.imag(z), np.real(z)) if _is_complex(z) else np.arctan2(0, z)
    if deg:
        return radians * (180 / np.pi)
    return radians


def sinc(x):
    y = np.pi * np.where(x == 0, 1.0e-20, x * 1.0)
    return np.sin(y) / y


def heaviside(x1, x2):
    side = np.maximum(np.sign(x1 * 1.0), 0).astype(np.copysign(x1, x2).dtype)
    return np.positive(np.where(x1 == 0, x2, side))


def float_power(x1, x2):
    if _is_complex(x1) or _is_complex(x2):
        return np.complex128(x1) ** np.complex128(x2)
    if np.ndim(x2) == 0 and x2 == 0.5:
        return np.sqrt(np.where(np.float64(x1) == -np.inf, np.inf, np.float64(x1)) + 0.0)  # unlike np.power
    return np.float64(x1) ** np.float64(x2)


def _both_floating(x1, x2):
    """A number of Python's takes the type of the float beside it."""
    if _is_inexact(x1) or _is_inexact(x2):
        return x1, x2
    # A number of Python's may have no room in the integers beside it.
    zero = np.copysign(x1 * False, x2 * False) * 0.0  # of the type of both as floats: that of uint8 and int8 is float16, that of their sum float32
    return x1 + zero, x2 + zero


def logaddexp(x1, x2):
    a, b = _both_floating(x1, x2)
    larger = np.maximum(a, b)
    return np.positive(np.where(a == b, larger + 0.6931471805599453, larger + np.log1p(np.exp(-np.abs(a - b)))))


def logaddexp2(x1, x2):
    a, b = _both_floating(x1, x2)
    larger = np.maximum(a, b)
    return np.positive(np.where(a == b, larger + 1.0, larger + np.log1p(np.exp2(-np.abs(a - b))) * 1.4426950408889634))


def _rounded_integers(a, decimals):
    """As NumPy, in floats: beyond 2**53 they are not exact."""
    if decimals >= 0:
        return np.positive(a)
    unit = power_of_ten(max(-decimals, 1))
    return np.positive((np.rint(np.float64(a) / unit) * unit).astype(np.empty_like(a).dtype))


def round(a, decimals=0, out=None):
    if out is not None:
        return stored(_rounded(a, decimals), out)
    return _rounded(a, decimals)


def _rounded(a, decimals):
    if type(decimals) is float:
        raise TypeError("'float' object cannot be interpreted as an integer")
    if _is_inexact(decimals):
        raise _Refusal("decimals= of a type of NumPy's that is no integer")  # whose name Python's text has
    return _rounded_to(a, decimals_of(decimals))


def _rounded_to(a, decimals):
    if not _is_inexact(a):
        if np.empty_like(a).dtype == np.bool_:
            raise _Refusal("np.round of bools is computed in half precision, which is not supported")
        return _rounded_integers(a, decimals)
    if decimals == 0:
        return np.rint(a)
    if _is_complex(a):
        flat = np.ravel(np.asarray(a))
        out = np.empty_like(flat)
        for i in range(flat.shape[0]):  # a product of complex numbers makes nan of infinities
            out[i] = complex(_rounded_floats(flat[i].real, decimals), _rounded_floats(flat[i].imag, decimals))
        return np.positive(_in_shape(out, a))
    return _rounded_floats(a, decimals)


def _rounded_floats(a, decimals):
    if decimals > 0:
        return np.rint(a * power_of_ten(decimals)) / power_of_ten(decimals)
    return np.rint(a / power_of_ten(-decimals)) * power_of_ten(-decimals)


def method_round(a, decimals=0):
    if not hasattr(a, "dtype"):
        raise AttributeError("only arrays and NumPy's numbers have a method 'round'")
    return round(a, decimals)


def around(a, decimals=0, out=None):
    return round(a, decimals, out)


def modf(x):
    given = _floating(x)
    whole = np.trunc(given)
    part = np.copysign(np.where(np.isinf(given), 0.0, given - whole), given)
    return part, whole


def divmod(x1, x2):
    quotient = np.floor_divide(x1, x2)
    rest = np.remainder(x1, x2)
    return quotient, rest


def fill(a, value):
    a[...] = value


def finfo(dtype):
    one = np.empty(1, dtype=dtype)
    if not _is_inexact(one):
        if not _NAMES_CLASSES:
            raise ValueError(f"data type dtype('{one.dtype.name}') not compatible with finfo")
        if one.dtype == np.bool_:
            raise ValueError("data type <class 'numpy.bool'> not inexact")
        raise ValueError(f"data type <class 'numpy.{one.dtype.name}'> not inexact")
    return dtype


def iinfo(type):
    one = np.empty(1, dtype=type)
    if one.dtype == np.bool_:
        raise ValueError("Invalid integer data type 'b'.")
    if _is_complex(one):
        raise ValueError("Invalid integer data type 'c'.")
    if _is_inexact(one):
        raise ValueError("Invalid integer data type 'f'.")
    return type


def real_if_close(a, tol=100):
    if np.ndim(a) == 0:
        raise _Refusal("np.real_if_close of a number: compare its .imag")
    elif np.real(a[:0]).dtype == a.dtype:
        return a
    else:
        least = np.finfo(a.dtype).eps * tol if tol > 1 else tol
        if not np.all(np.abs(np.imag(a)) < least):
            raise _Refusal("an array that stays complex has another type than one of real numbers: write np.real(a), or a")
        return np.real(a)


def may_meet(first, second):
    """Whether arrays of these shapes can be operands of one operator."""
    if len(first) == 0 or len(second) == 0:
        return True
    return _extents_meet(first, second)


def _extents_meet(first, second):
    for i in range(min(len(first), len(second))):
        n, m = first[len(first) - 1 - i], second[len(second) - 1 - i]
        if n != m and n != 1 and m != 1:
            return False
    return True


def array_equiv(a1, a2):
    if np.ndim(a1) == 0 or np.ndim(a2) == 0:
        return bool(np.all(np.asarray(a1) == np.asarray(a2)))
    a, b = np.asarray(a1), np.asarray(a2)
    if not may_meet(a.shape, b.shape):
        return False
    return bool(np.all(a == b))


def asanyarray(a, dtype=None):
    """There are no other arrays."""
    if dtype is None:
        return np.asarray(a)
    return np.asarray(a, dtype)


def asarray_chkfinite(a):
    given = np.asarray(a)
    if _is_inexact(given):
        if not np.all(np.isfinite(given)):
            raise ValueError("array must not contain infs or NaNs")
    return given
