"""Programs in which a Python number met NumPy's and another number, type or exception came out: found by attack, kept.

Each is the body of `program(u, s, c, n)`: u holds five numbers of a type, s some of them or none, c is a bool, n an int.
What an expression is alone is returned."""

from __future__ import annotations

import ast
import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import unpython as up
from unpython._find_source import run_text

DTYPES = ("bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64")
DTYPES += ("float32", "float64", "complex64", "complex128")

# Separated by blank lines.
PROGRAMS = """
min(1j if n else u[0], 5)

max(3, 1j, u[0])

1j / (u[0] + 1), 1j ** u[2], 1j == u[0], 1j != u[0], u[0] == 1j

(1j if c else u[0]) / np.float64(2), (1j if c else u[0]) == np.float64(2)

1j / np.float64(n)

round(u[0]), round(u[0] if c else 2.5)

math.trunc(u[0]), math.trunc(u[0] if c else 2.5)

math.floor(u[0]) * 1000, math.ceil(u[0] if c else 2.5) * 1000

divmod(5.5, u[3] if c else n)

divmod(5.5, n)

divmod(u[2], 2.5)

k = -1 if c else 2
return 2 ** k

for i in range(u[2]): k = i * 100
return k

for i in range(c): k = i
return n

for i, v in enumerate(u, start=u[2]): k = i * 100
return k

for i, v in enumerate(u, c): k = i * 100
return k

k = 0
for i in reversed(range(u[2])): k = k * 3 + i
return k

for i in reversed(range(1, 5, n)): k = i
return k

k = 0
for i, j in zip(range(u[2]), range(1, u[0], u[2])): k = i * 100 + j * 100
return k

[i for i in range(u[2])][1] * 100

sum([1] * u[2])

k = u[2] if c else 3
return len([0 for i in range(k)]), len([0.0] * k), [i for i in range(k)][-1]

k = u[2] if c else 3
if k > 1: raise ValueError(f'bad {k}')
return k

k = u[2] if c else 2.5
assert k < 0, f'{k} is bad'
return k

k = u[2] if c else 3
return np.round(k)

k = u[2] if c else 3
return np.fmod(k, 4)

k = u[2] if c else 2.5
return np.ndim(k), np.size(u) + k

k = u[2] if c else 2.5
np.copyto(u, k)
return u

np.copyto(u, 2.5)
return u

np.copyto(u, n)
return u

np.select([u > 100, u > 5], [u, 3], default=0)

np.select([u > 100, u > 5], [3, u], default=1.5)

np.select([u > 1, u > 5, u > 6, u > 2], [1, 2, 3, u])

np.select([u > 100, u > 5], [u[0], 4], default=1)

np.select([u > 100, u > 5], [4, 2.5])

t = [(u[0] if c else True) for z in range(2)]
return -t[0]

t = [sum(s[:z]) for z in range(3)]
return 1 / t[0]

t = [sum(u) for z in range(3)]
return t[0] * 2, t[n]

t = [(u[0] if c else 2.5)] * 3
return t[0] * 2

np.array([sum(s[:z]) for z in range(3)])

np.array([x if x > 1e30 else 0 for x in s])

np.array([x if x > 3 else 0.0 for x in u])

np.sum([x if x > 3 else 0 for x in s]) + 1

np.stack([x if x > 3 else 0 for x in u])

t = [0] * 3
t[1] += 3
t[1] //= n
return t[0], t[1]

t = [0.0] * 3
t[0] /= n
return t[0]

t = [1.0] * 3
t[n] += sum(s)
return np.array(t)

k = 300 if c else -1
return u[0] == k, u > k, k <= u[1]

5 % (u[3] if c else n)

u[1] // (-1 if c else 2), u[1] % (-1 if c else 2)

for i, v in enumerate(u, 250): k = i
return k, v + 1

k = u[2] if c else 3
s = 0
for i in prange(5): s += i * k
return s

k = (u[2] > 1) if c else True
return k + k, k * 3, k and 5, np.array([k, 2]), min(k, 0)
""".strip().split("\n\n")

def program(text: str, number: int) -> Any:
    lines = text.splitlines()
    try:
        ast.parse(lines[-1], mode="eval")
        lines[-1] = f"return {lines[-1]}"
    except SyntaxError:
        pass
    source = "def program(u, s, c, n):\n" + "".join(f"    {line}\n" for line in lines)
    return run_text(source, f"<found-{number}>", {"np": np, "math": math, "prange": up.prange})["program"]


def calls(dtype: str) -> Iterator[list[Any]]:
    whole = {"u": [200, 100, 7, 0, 255], "b": [1, 0, 1, 1, 0], "f": [66.7, -0.0, 7.25, 0, 1e30], "c": [1 + 2j, -3, 0, 7.5j, 2]}
    u = np.array(whole.get(np.dtype(dtype).kind, [100, -128, 7, 0, 3])).astype(dtype)
    for s, c, n in ((u[1:4], True, 1), (u[1:4], False, 0), (u[:0], True, 0), (u[:0], False, 1)):
        yield [u.copy(), s.copy(), c, n]
