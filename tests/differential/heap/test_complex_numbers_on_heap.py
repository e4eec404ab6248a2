"""Python's complex numbers among other values: in lists of several kinds, fields, dicts, results, texts, cmath."""

import cmath
import math

import pytest
import unpython as up
from support.left import left_by


class Signal:
    def __init__(self, gain):
        self.gain = gain
        self.poles = []

    def add(self, z):
        self.poles.append(z)
        self.gain *= z
        return self


def roots(a, b, c):
    d = b * b - 4 * a * c
    r = math.sqrt(d) if d >= 0 else cmath.sqrt(d)
    found = [(-b + r) / (2 * a), (-b - r) / (2 * a)]
    return tuple(found), [type(x).__name__ for x in found], found[0] == found[1]


def ladder(n):
    x, trail = n, []
    for k in range(5):
        trail.append((k, x))
        x = x / 2 if k == 0 else complex(x, 1) if k == 1 else x * 1j if k == 2 else None
    return trail


def among(values, z):
    out = {}
    for v in values:
        if isinstance(v, complex):
            out[f"{v}"] = (v.real, v.imag, v.conjugate(), abs(v) > 1)
        elif v is None:
            out["none"] = z
        else:
            out[str(v)] = v + z
    return out, z in values, values.count(1)


def fields(s, zs):
    for z in zs:
        s.add(z)
    return s.gain, s, len(s.poles)


def keys(zs):
    seen, first = set(), {}
    for k, z in enumerate(zs):
        seen.add(z)
        first.setdefault(z, k)
    return len(seen), first, {1: "one", 2.5: "x"}.get(zs[0] if zs else 1)


def texts(z, w):
    return f"{z} {w!r} {z:.2f} {w:>14.1f}", str([z, w]), repr((z,)), bool(z), "%s" % z


def refused(z, w):
    out = []
    for what in ("<", "/", "**", "float", "sum", "log"):
        try:
            if what == "<":
                out.append(z < w)
            elif what == "/":
                out.append(z / w)
            elif what == "**":
                out.append(w ** -1)
            elif what == "float":
                out.append(float(z))
            elif what == "log":
                out.append(cmath.log(w).real < 9)
            else:
                out.append(sum([z, w, 1, 0.5]))
        except (TypeError, ZeroDivisionError, ValueError) as e:
            out.append(f"{type(e).__name__}: {e}")
    return out


def polar(zs, also):
    turned = []
    for z in zs:
        r, phi = cmath.polar(z)
        turned.append({"r": r, "near": abs(cmath.rect(r, phi) - z) < 1e-9, "phase": cmath.phase(z) == phi, "nan": cmath.isnan(z)})
    also[0] = -zs[0] if zs else None
    return turned, also


def fft(x):
    n = len(x)
    if n <= 1:
        return x
    even, odd = fft(x[0::2]), fft(x[1::2])
    t = [cmath.exp(-2j * cmath.pi * k / n) * odd[k] for k in range(n // 2)]
    return [even[k] + t[k] for k in range(n // 2)] + [even[k] - t[k] for k in range(n // 2)]


def spectrum(x):
    return [round(abs(z), 9) for z in fft(x)], {"first": round(fft(x)[0].real, 9), "name": "dc"}


def parts(v):
    x, label = 3 + 4j, "none"
    for k in v:
        x, label = (x + k, "added") if k != 0 else (0, "reset")
    return x.real, x.imag, label, +x, max(label, "b")


NAN = float("nan")
CASES = [
    (roots, (1.0, -3.0, 2.0)),
    (roots, (1, 2, 5)),
    (ladder, (5,)),
    (ladder, (-3.0,)),
    (among, ([1, 2.5, 1j, None, True, 2 - 1j], 1j)),
    (among, ([], 0j)),
    (fields, (Signal(2), [1j, 2, 0.5 + 1j])),
    (fields, (Signal(1.5), [])),
    (keys, ([1j, 1, 1.0, 1 + 0j, 2.5, -1j, 1j, 2.5 + 0j],)),
    (keys, ([],)),
    (texts, (1 + 2j, -0.5j)),
    (texts, (complex(-0.0, 0.0), complex(1e30, NAN))),
    (refused, (1 + 2j, 0j)),
    (refused, (1 + 2j, 2 - 1j)),
    (polar, ([1 + 1j, -2j, 3 + 0j], [0])),
    (polar, ([], [1j])),
    (spectrum, ([1.0, 2.0, 0.5, -1.0],)),
    (parts, ([1, 2.5, 0, 3],)),
    (parts, ([],)),
]


@pytest.mark.parametrize(("function", "arguments"), CASES)
def test_complex_numbers(function, arguments):
    compiled = up.jit(strict=True)(function)
    assert left_by(compiled, arguments) == left_by(function, arguments)
    assert compiled.ran_on == "cpu"


def test_overflow_is_pythons():
    def large(z, v):
        v.append(z * z)
        return [None, z ** 200.5, "z"]

    given = [1]
    with pytest.raises(OverflowError):
        up.jit(large)(1e200 + 1j, given)
    assert given == [1, (1e200 + 1j) * (1e200 + 1j)]
