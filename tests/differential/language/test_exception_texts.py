"""Exceptions are CPython's and NumPy's: type, text and arguments. The place of the mistake is not in them: it is in a note (from
Python 3.11) and in `unpython_place`."""

import sys

import numpy as np
import pytest
import unpython as up
from support.texts import check, function_of, left_by

_A = np.array([3.0, 1.0, 2.0])
_M = np.ones((2, 3))
_I = np.array([3, 1, 2])
_E = np.array([])
_R = np.array([1.0, 2.0, 3.0])
_R.flags.writeable = False
_V = np.zeros(2, np.uint8)
_V.flags.writeable = False
_ARGUMENTS = {"a": _A, "m": _M, "i": _I, "e": _E, "r": _R, "z": 0, "x": 0.0, "n": 7, "b": np.ones(4), "u": np.zeros(2, np.uint8), "v": _V}

# One mistake each; several lines are separated by ;; and the last one is returned unless it is a statement.
_MISTAKES = """
1 / z
1 // z
1 % z
1.5 / z
1.5 // z
1.5 % z
n / x
n // x
n % x
1j / z
x ** -1
z ** -1
1e300 ** (n - 5)
(1e200 + 0j) ** (n - 5)
0j ** (z - 1)
math.exp(n * 1000.0)
math.sqrt(x - 1)
math.log(x)
math.log(n, x + 1)
math.log2(z)
math.log10(z - 1)
math.log1p(x - 1)
math.gamma(z)
math.lgamma(z - 2)
math.acos(n)
math.asin(-n)
math.atanh(x + 1)
math.acosh(x)
math.pow(x, -1)
math.pow(-8.0, 1.0 / 3)
math.pow(1e300, n)
math.fmod(n, x)
math.cosh(n * 1000)
math.sin(float('inf'))
int(float('nan'))
int(float('inf'))
math.floor(float('nan'))
math.ceil(float('-inf'))
round(float('inf'))
1 << (z - 1)
a[n]
a[-n]
m[1, n]
m[n, 0]
m[1][n]
m[:, 1][n]
a[1:][n - 4]
a[::2][n - 5]
(1, 2, 3)[n]
[1, 2, 3][n]
a[i]
np.take(a, n)
a[::z]
range(0, 5, z)[0]
a[n] = 1.0
a[n] += 1.0
m[0, -n] *= 2
r[0] = 1.0
r[:] = 2.0
r += 1
r[:] += 1
r *= r
r[0] += 1
r += b
r[1:] *= b
v += 300
v[:1] += 300
v[0] += 300
v[0] = 300
np.add(u, 300, out=u)
np.add(a, a, out=r)
np.add(a, a[n], out=r)
np.cumsum(a, out=r)
np.clip(a, 0, 1, out=r)
np.concatenate((a[:1], a[:2]), out=r)
a + b
a * b[:2]
a += b
a -= b[:2]
m += np.ones((2, 2))
a[:] = b
m[:] = b
m[0] = b[:2]
np.maximum(a, b)
a < b
u[0] = 300
u[0] = -1
i[0] = 2.0 ** 70
i ** (z - 1)
i ** -1
e.max()
np.min(e)
np.argmax(e)
np.histogram(a * float('nan'), 3)
np.histogram(a / 0, z)
np.histogram(np.array([-1.5, float('inf')]), 3)
np.histogram(a, 3, range=(0, float('inf')))
np.histogram(a, 3, range=(float('inf'), 1.5))
np.histogram(a, 3, range=(x, float('nan')))
np.nanmax(e)
np.nanmin(e)
max(e)
min(v for v in e)
max(range(z))
np.convolve(e, a)
np.convolve(a, e)
np.delete(a, n)
np.delete(m, -n, axis=-1)
np.insert(a, n, 1.0)
np.concatenate((m, np.ones((3, 2))))
np.zeros(z - 1)
np.ones((2, z - 5))
np.linspace(0, 1, z - 1)
a.reshape(2, n)
m.reshape(4, -1)
np.linalg.inv(np.zeros((2, 2)))
np.linalg.solve(np.zeros((2, 2)), np.ones(2))
np.linalg.cholesky(-np.eye(2))
raise ValueError
raise ValueError()
raise ValueError('text')
raise ValueError("tick ' and (line 3)")
raise KeyError('k')
raise IndexError("mine (array 'a')")
raise OverflowError('by %d' % n)
raise RuntimeError(f'{n} of {x:.2f}')
raise StopIteration('over')
raise NotImplementedError('later')
assert z
assert z, 'must not be zero'
assert n < 3, f'n is {n}'
p, q = a
p, q, s, t = a
""".strip().splitlines()
_STATEMENT = ("raise ", "assert ", "p, q")


def _text(mistake):
    is_statement = mistake.startswith(_STATEMENT) or any(f" {op} " in mistake.split("(")[0] for op in ("=", "+=", "-=", "*="))
    return f"def f({', '.join(_ARGUMENTS)}):\n    {mistake if is_statement else 'return ' + mistake}\n"


@pytest.mark.parametrize("mistake", _MISTAKES)
def test_type_text_and_arguments(mistake):
    text = _text(mistake)
    try:
        check(text, list(_ARGUMENTS.values()))
    except up.CompileError as refused:
        assert ":2:" in str(refused)


@pytest.mark.parametrize("mistake", ["1 / z", "math.log(x)", "a[n]", "m[1, n]", "a + b", "r += 1", "raise ValueError('text')", "assert z"])
def test_most_are_not_refused(mistake):
    error = left_by(up.jit(function_of(_text(mistake))), list(_ARGUMENTS.values())).error
    assert not isinstance(error, up.CompileError)
    assert error.unpython_place[1] == 2
    if sys.version_info >= (3, 11):
        assert any("line 2" in note for note in error.__notes__)


def test_unbound_names():
    check("def f(n):\n    if n > 9:\n        v = 1\n    return v\n", [3])
    check("def f(n):\n    for v in range(n):\n        pass\n    return v\n", [0])


def test_the_note_names_the_array():
    error = left_by(up.jit(function_of(_text("a[n]"))), list(_ARGUMENTS.values())).error
    assert str(error) == "index 7 is out of bounds for axis 0 with size 3"
    if sys.version_info >= (3, 11):
        assert "array 'a'" in error.__notes__[0]


def test_what_is_raised_in_a_parallel_loop():
    text = "def f(a, i):\n    for k in prange(i.shape[0]):\n        a[i[k]] = 1.0\n"
    check(text, [np.zeros(5), np.arange(5000) % 7], memory=False)
    text = "def f(a):\n    for k in prange(a.shape[0]):\n        if a[k] == 3:\n            raise ValueError(f'{k} is bad')\n        a[k] = -1\n"
    check(text, [np.arange(100.0)], memory=False)
