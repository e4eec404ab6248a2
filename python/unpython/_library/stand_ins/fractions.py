"""fractions.Fraction: a numerator and a denominator that have no divisor in common."""

import math
import numbers
import sys

from unpython._library.stand_ins import only_python

_SIGNED_ZERO = sys.version_info < (3, 12)  # whether Fraction(-2) / 0 is called Fraction(-1, 0), not Fraction(1, 0)


class Fraction:
    def __init__(self, numerator=0, denominator=None):
        if denominator is None:
            if isinstance(numerator, int):
                n, d = int(numerator), 1
            elif isinstance(numerator, Fraction):
                n, d = numerator._numerator, numerator._denominator
            elif isinstance(numerator, float):
                n, d = _ratio_of_float(numerator)
            elif isinstance(numerator, str):
                n, d = _ratio_of_text(numerator)
            else:
                n, d = only_python(numerator), 1
        elif isinstance(numerator, int) and isinstance(denominator, int):
            n, d = int(numerator), int(denominator)
        elif isinstance(numerator, (int, Fraction)) and isinstance(denominator, (int, Fraction)):
            n, d = _over(numerator) * _under(denominator), _over(denominator) * _under(numerator)
        else:
            n, d = only_python(numerator), 1
        if d == 0:
            raise ZeroDivisionError(f"Fraction({n}, 0)")
        divisor = math.gcd(n, d)
        if d < 0:
            divisor = -divisor
        self._numerator = n // divisor
        self._denominator = d // divisor

    @classmethod
    def from_float(cls, f):
        return Fraction(f) if isinstance(f, (int, float)) else only_python(f)

    @property
    def numerator(self):
        return self._numerator

    @property
    def denominator(self):
        return self._denominator

    def as_integer_ratio(self):
        return self._numerator, self._denominator

    def limit_denominator(self, max_denominator=1000000):
        if max_denominator < 1:
            raise ValueError("max_denominator should be at least 1")
        if self._denominator <= max_denominator:
            return Fraction(self)
        p0, q0, p1, q1 = 0, 1, 1, 0
        n, d = self._numerator, self._denominator
        while True:
            a = n // d
            q2 = q0 + a * q1
            if q2 > max_denominator:
                break
            p0, q0, p1, q1 = p1, q1, p0 + a * p1, q2
            n, d = d, n - a * d
        k = (max_denominator - q0) // q1
        if 2 * d * (q0 + k * q1) <= self._denominator:
            return Fraction(p1, q1)
        return Fraction(p0 + k * p1, q0 + k * q1)

    def __add__(self, other):
        if isinstance(other, (int, Fraction)):
            return _sum(self._numerator, self._denominator, _over(other), _under(other))
        if isinstance(other, float):
            return float(self) + other
        return _no_answer(other)

    def __radd__(self, other):
        if isinstance(other, int):
            return _sum(int(other), 1, self._numerator, self._denominator)
        if isinstance(other, float):
            return other + float(self)
        return _no_answer(other)

    def __sub__(self, other):
        if isinstance(other, (int, Fraction)):
            return _sum(self._numerator, self._denominator, -_over(other), _under(other))
        if isinstance(other, float):
            return float(self) - other
        return _no_answer(other)

    def __rsub__(self, other):
        if isinstance(other, int):
            return _sum(int(other), 1, -self._numerator, self._denominator)
        if isinstance(other, float):
            return other - float(self)
        return _no_answer(other)

    def __mul__(self, other):
        if isinstance(other, (int, Fraction)):
            return _product(self._numerator, self._denominator, _over(other), _under(other))
        if isinstance(other, float):
            return float(self) * other
        return _no_answer(other)

    def __rmul__(self, other):
        if isinstance(other, int):
            return _product(int(other), 1, self._numerator, self._denominator)
        if isinstance(other, float):
            return other * float(self)
        return _no_answer(other)

    def __truediv__(self, other):
        if isinstance(other, (int, Fraction)):
            return _quotient(self._numerator, self._denominator, _over(other), _under(other))
        if isinstance(other, float):
            return float(self) / other
        return _no_answer(other)

    def __rtruediv__(self, other):
        if isinstance(other, int):
            return _quotient(int(other), 1, self._numerator, self._denominator)
        if isinstance(other, float):
            return other / float(self)
        return _no_answer(other)

    def __floordiv__(self, other):
        if isinstance(other, (int, Fraction)):
            return (self._numerator * _under(other)) // (self._denominator * _over(other))
        if isinstance(other, float):
            return float(self) // other
        return _no_answer(other)

    def __rfloordiv__(self, other):
        if isinstance(other, int):
            return (int(other) * self._denominator) // self._numerator
        if isinstance(other, float):
            return other // float(self)
        return _no_answer(other)

    def __mod__(self, other):
        if isinstance(other, (int, Fraction)):
            return Fraction((self._numerator * _under(other)) % (_over(other) * self._denominator), self._denominator * _under(other))
        if isinstance(other, float):
            return float(self) % other
        return _no_answer(other)

    def __rmod__(self, other):
        if isinstance(other, int):
            return Fraction((int(other) * self._denominator) % self._numerator, self._denominator)
        if isinstance(other, float):
            return other % float(self)
        return _no_answer(other)

    def __divmod__(self, other):
        if isinstance(other, (int, Fraction)):
            whole, rest = divmod(self._numerator * _under(other), self._denominator * _over(other))
            return whole, Fraction(rest, self._denominator * _under(other))
        if isinstance(other, float):
            return divmod(float(self), other)
        return _no_answer(other)

    def __rdivmod__(self, other):
        if isinstance(other, int):
            whole, rest = divmod(int(other) * self._denominator, self._numerator)
            return whole, Fraction(rest, self._denominator)
        if isinstance(other, float):
            return divmod(other, float(self))
        return _no_answer(other)

    def __pow__(self, other):
        if isinstance(other, int):
            return _power(self._numerator, self._denominator, int(other))
        if isinstance(other, Fraction):
            if other._denominator == 1:
                return _power(self._numerator, self._denominator, other._numerator)
            return float(self) ** float(other)
        if isinstance(other, float):
            return float(self) ** other
        return _no_answer(other)

    def __rpow__(self, other):
        if isinstance(other, int):
            if self._denominator != 1:
                return float(other) ** float(self)
            if self._numerator >= 0:
                return int(other) ** self._numerator
            return _power(int(other), 1, self._numerator)
        if isinstance(other, float):
            return other ** (float(self) if self._denominator != 1 else self._numerator)
        return _no_answer(other)

    def __pos__(self):
        return Fraction(self._numerator, self._denominator)

    def __neg__(self):
        return Fraction(-self._numerator, self._denominator)

    def __abs__(self):
        return Fraction(abs(self._numerator), self._denominator)

    def __float__(self):
        return self._numerator / self._denominator

    def __int__(self):
        return _truncated(self._numerator, self._denominator)

    def __trunc__(self):
        return _truncated(self._numerator, self._denominator)

    def __floor__(self):
        return self._numerator // self._denominator

    def __ceil__(self):
        return -(-self._numerator // self._denominator)

    def __round__(self, ndigits=None):
        if ndigits is None:
            return _rounded(self._numerator, self._denominator)
        shift = 10 ** abs(ndigits)
        if ndigits > 0:
            return Fraction(_rounded(self._numerator * shift, self._denominator), shift)
        return Fraction(_rounded(self._numerator, self._denominator * shift) * shift)

    def __bool__(self):
        return self._numerator != 0

    def __hash__(self):
        return hash((self._numerator, self._denominator))

    def __eq__(self, other):
        if isinstance(other, int):
            return self._numerator == other and self._denominator == 1
        if isinstance(other, Fraction):
            return self._numerator == other._numerator and self._denominator == other._denominator
        if isinstance(other, float):
            return self._as_float_orders(other) == 0
        return _no_answer(other)

    def __lt__(self, other):
        if isinstance(other, (int, Fraction)):
            return self._numerator * _under(other) < self._denominator * _over(other)
        if isinstance(other, float):
            return self._as_float_orders(other) == -1
        return _no_answer(other)

    def __gt__(self, other):
        if isinstance(other, (int, Fraction)):
            return self._numerator * _under(other) > self._denominator * _over(other)
        if isinstance(other, float):
            return self._as_float_orders(other) == 1
        return _no_answer(other)

    def __le__(self, other):
        if isinstance(other, (int, Fraction)):
            return self._numerator * _under(other) <= self._denominator * _over(other)
        if isinstance(other, float):
            return -1 <= self._as_float_orders(other) <= 0
        return _no_answer(other)

    def __ge__(self, other):
        if isinstance(other, (int, Fraction)):
            return self._numerator * _under(other) >= self._denominator * _over(other)
        if isinstance(other, float):
            return 0 <= self._as_float_orders(other) <= 1
        return _no_answer(other)

    def _as_float_orders(self, other):
        """-1: it is less than a float; 0: it is equal; 1: it is more; 2: none of these."""
        if other != other:
            return 2
        if other - other != 0:
            return -1 if other > 0 else 1
        n, d = _ratio_of_float(other)
        left, right = self._numerator * d, self._denominator * n
        return 0 if left == right else -1 if left < right else 1

    def __repr__(self):
        return f"Fraction({self._numerator}, {self._denominator})"

    def __str__(self):
        return str(self._numerator) if self._denominator == 1 else f"{self._numerator}/{self._denominator}"


numbers.Rational.register(Fraction)


def _over(value):
    return value._numerator if isinstance(value, Fraction) else int(value)


def _under(value):
    return value._denominator if isinstance(value, Fraction) else 1


def _no_answer(other):
    """What an operator gives for another value: Python knows of complex numbers, and of those of NumPy."""
    if isinstance(other, numbers.Number):
        return only_python(other)
    return NotImplemented


def _sum(na, da, nb, db):
    divisor = math.gcd(da, db)
    part = db // divisor
    return Fraction(na * part + nb * (da // divisor), da * part)


def _product(na, da, nb, db):
    one, other = math.gcd(na, db), math.gcd(nb, da)
    return Fraction((na // one) * (nb // other), (da // other) * (db // one))


def _quotient(na, da, nb, db):
    if nb == 0:
        sign = 1 if na > 0 or not _SIGNED_ZERO else -1 if na < 0 else 0
        raise ZeroDivisionError(f"Fraction({sign}, 0)")
    one, other = math.gcd(na, nb), math.gcd(db, da)
    return Fraction((na // one) * (db // other), (nb // one) * (da // other))


def _power(n, d, power):
    return Fraction(n**power, d**power) if power >= 0 else Fraction(d**-power, n**-power)


def _truncated(n, d):
    return -(-n // d) if n < 0 else n // d


def _rounded(n, d):
    whole, rest = divmod(n, d)
    if rest * 2 < d or (rest * 2 == d and whole % 2 == 0):
        return whole
    return whole + 1


def _ratio_of_float(x):
    if x != x:
        raise ValueError("cannot convert NaN to integer ratio")
    if x - x != 0:
        raise OverflowError("cannot convert Infinity to integer ratio")
    d = 1
    while x != math.floor(x):
        x = x * 2.0
        d = d * 2
    return int(x), d


def _ratio_of_text(text):
    """Of -3/4 and -1.25; Python knows of others."""
    sign, over, under, decimals, digits = 1, 0, 0, 0, 0
    before, behind_point, behind_slash = 0, 1, 2
    part = before
    for place, letter in enumerate(text.strip()):
        code = ord(letter)
        if 48 <= code <= 57:
            digits += 1
            if part == behind_slash:
                under = under * 10 + code - 48
            else:
                over = over * 10 + code - 48
                decimals += part
        elif letter == "/" and part == before and digits > 0:
            part, digits = behind_slash, 0
        elif letter == "." and part == before:
            part = behind_point
        elif (letter == "-" or letter == "+") and place == 0:
            sign = 44 - code
        else:
            return only_python(text), 1
    if digits == 0:
        return only_python(text), 1
    return sign * over, under if part == behind_slash else 10**decimals
