"""The built-in sum of Python 3.11, 3.12 and 3.14, as their C code adds: the oracle for another version than the one that runs."""

import math


class _Compensated:
    def __init__(self, start):
        self.high, self.lost = start, 0.0

    def add(self, x):
        t = self.high + x
        self.lost += (self.high - t) + x if abs(self.high) >= abs(x) else (x - t) + self.high
        self.high = t

    def end(self):
        return self.high + self.lost if self.lost and math.isfinite(self.lost) else self.high


def _plain(total, items):
    for item in items:
        total = total + item
    return total


def python_sum(minor, items, start=0):
    """sum(items, start) of Python 3.minor."""
    items, total = iter(items), start
    if minor < 12:
        return _plain(total, items)
    for item in items if type(total) is int else ():
        total = total + item
        if type(total) is not int:
            break
    if type(total) is float:
        of_float = _Compensated(total)
        for item in items:
            if type(item) is float or (minor >= 14 and type(item) in (int, bool)):
                of_float.add(float(item))
            elif type(item) in (int, bool):
                of_float.high += float(item)
            else:
                total = of_float.end() + item
                break
        else:
            return of_float.end()
    if type(total) is complex and minor >= 14:
        real, imaginary = _Compensated(total.real), _Compensated(total.imag)
        for item in items:
            if type(item) in (float, int, bool):
                real.add(float(item))
            elif type(item) is complex:
                real.add(item.real)
                imaginary.add(item.imag)
            else:
                total = complex(real.end(), imaginary.end()) + item
                break
        else:
            return complex(real.end(), imaginary.end())
    return _plain(total, items)
