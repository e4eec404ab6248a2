"""Programs in which a Python number meets a NumPy number: each way the two can meet, with each use of what comes out.

Kin of one question: a number keeps its own kind on its own path. `programs()` gives (name, text, calls); every call is
judged by plain Python on the undecorated function, in value, dtype and kind."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import unpython as up
from unpython._find_source import run_text

# `W` stands for the Python number. Each gives `k`.
JOINS = {
    "if": "k = W\nif c:\n    k = u[0]",
    "if_else": "if c:\n    k = u[0]\nelse:\n    k = W",
    "elif": "k = W\nif n > 1:\n    k = n\nelif c:\n    k = u[1]",
    "conditional": "k = u[0] if c else W",
    "conditional_index": "k = u[n - 1] if n > 0 else W",
    "and": "k = u[0] and W",
    "and_other": "k = W and u[0]",
    "or": "k = u[0] or W",
    "or_other": "k = W or u[0]",
    "min": "k = min(u[0], W)",
    "min_other": "k = min(W, u[1])",
    "max": "k = max(u[0], W)",
    "max_other": "k = max(W, u[0], u[1])",
    "helper": "k = limited(u[0], c, W)",
    "helper_default": "k = limited(u[0], c)",
    "unpack": "k, other = W, 1\nif c:\n    k, other = u[0], u[1]\nk = k + other * 0",
    "unpack_array": "k, other = W, 1\nif c:\n    k, other = u[:2]",
    "swap": "a, k = u[0], W\nif c:\n    a, k = k, a",
    "tuple_loop": "k = 0\nfor v in (u[0], W):\n    k = v\n    if c:\n        break",
    "tuple_sum": "k = W\nfor v in (W, u[0], u[1]):\n    k = k + v",
    "tuple_item": "t = (u[0], W)\nk = t[n % 2]",
    "last": "k = W\nfor v in s:\n    k = v",
    "last_range": "k = W\nfor i in range(len(s)):\n    k = s[i]",
    "lowest": "k = W\nfor v in s:\n    if v < k:\n        k = v",
    "highest": "k = W\nfor v in s:\n    k = max(k, v)",
    "sum": "k = W\nfor v in s:\n    k += v",
    "product": "k = W\nfor v in s:\n    k = k * v",
    "horner": "k = W\nfor v in s:\n    k = k * 3 + v",
    "count": "k = W\nfor v in s:\n    if v > 100:\n        k = k + v",
    "while": "k = W\ni = 0\nwhile i < len(s):\n    k = s[i]\n    i += 1",
    "while_else": "k = W\ni = 0\nwhile i < len(s):\n    i += 1\nelse:\n    if c:\n        k = u[1]",
    "reset": "k = u[0]\nfor v in s:\n    if v > 150:\n        k = W\n    else:\n        k = v",
    "break": "k = W\nfor v in s:\n    if v == 7:\n        break\n    k = v",
    "nested": "k = W\nfor i in range(n):\n    for v in s:\n        k = k + v",
    "chain": "k = W\nif c:\n    k = u[0]\nif n > 0:\n    k = k + 1\nelse:\n    k = W",
    "two": "a = u[0] if c else W\nb = W if n > 0 else u[1]\nk = a + b",
    "kinds": "k = W\nif c:\n    k = 0.5\nif n > 1:\n    k = u[0]",
    "widths": "k = u[0]\nif c:\n    k = np.int16(5)\nif n > 1:\n    k = W",
    "early_return": "if n == 0:\n    return W\nk = u[0]",
    # prange: reductions, privates, what the last iteration leaves
    "p_last": "k = W\nfor i in prange(len(s)):\n    k = s[i]",
    "p_lowest": "k = W\nfor i in prange(len(s)):\n    if s[i] < k:\n        k = s[i]",
    "p_highest": "k = W\nfor i in prange(len(s)):\n    k = max(k, s[i])",
    "p_sum": "k = W\nfor i in prange(len(s)):\n    k += s[i]",
    "p_count": "k = W\nfor i in prange(len(s)):\n    if s[i] > 100:\n        k += s[i]",
    "p_nested": "k = W\nfor i in prange(n):\n    for j in range(len(s)):\n        k += s[j]",
    "p_private": "k = W\nfor i in prange(len(o)):\n    p = u[i % 2] if i > 2 else W\n    o[i] = p * 3 > 300",
    "p_private_sum": (
        "k = W\nfor i in prange(len(o)):\n    q = W\n    for j in range(i % 3):\n        q += u[j % 2]\n    o[i] = q - 1 < q"
    ),
    "slice_sum": "k = sum(s[:n], W)",
    "listed": "t = [W, 2]\nt[0] = sum(s)\nk = t[n % 2]",
    # Items of a list have one type here, NumPy's: what they are as floats agrees.
    "of_sums": "t = [sum(s[:z]) for z in range(3)]\nk = float(t[n]) + W",
    "of_chosen": "t = [(u[0] if c else W) for z in range(3)]\nk = float(t[n])",
    "passed_on": "k = pair(u[0] if c else W)[0]",
    "augmented": "k = u[0] if c else W\nk += u[1]\nk -= W",
    "divided": "k, rest = divmod(u[0] if c else W, 7)\nk = k + rest",
    "p_found": "k = W\nfor i in prange(len(s)):\n    if s[i] == u[1]:\n        k = u[1]",
}

USES = {
    "itself": "k",
    "times": "k * 3",
    "minus": "k - 1",
    "plus": "k + 10",
    "tiny": "k + 1e-300",
    "half": "k / 2",
    "floor": "k // 2",
    "rest": "k % 7",
    "square": "k ** 2",
    "negative": "-k",
    "above": "k > 100",
    "between": "0 < k < 200",
    "root": "np.sqrt(k)",
    "math": "math.sqrt(abs(k))",
    "int": "int(k)",
    "float": "float(k) + 1",
    "element": "k + u[1]",
    "itself_twice": "(k, k * 2)",
    "self_product": "k * k",
    "convert": "np.float32(k)",
    "absolute": "abs(k)",
    "least": "min(k, 5)",
    "condition": "1 if k else 2",
    "where": "np.where(k > 5, k, 2) + 0",
    "stored": "stored(o, k)",
    "equal": "k == W",
    "n_times": "k * n",
    "tenth": "k * 0.1",
    "again": "(k if c else 7) * 2",
    "in_list": "[k, k + 1]",
    "comprehended": "[k + 0.0 for z in range(3)]",
    "listed_sums": "[sum(s[:z]) + k for z in range(3)]",
    "in_tuples": "[(k, 1), (2, k)]",
    "divmod": "divmod(k, 7)",
    "divmod_of": "divmod(1000, k + 1000)",
    "returned_pair": "pair(k)",
    "clipped": "np.clip(k, 0, 50)",
    "chained": "0 < k <= u[1] < 300",
    "largest": "max(k, u[1], 5)",
    "sum_of": "sum([k, 2, u[0]])",
    "power": "pow(k, 2)",
    "complex": "k * 1j",
    "any_of": "any([k, 0]) or all([k, 1])",
}

DTYPES = ("uint8", "int8", "uint16", "int32", "int64", "uint64", "float32", "float64", "bool")
WEAKS = ("100", "0", "-1", "1000", "255", "0.0", "0.1", "1e300", "True", "np.inf")


def limited(x, c, lo=100):
    if c:
        lo = x
    return lo


def stored(o, k):
    o[1] = k
    return o[1]


def pair(k):
    return k, k - 1


NAMES = {"np": np, "math": math, "limited": limited, "stored": stored, "pair": pair}


@dataclass(frozen=True)
class MixedProgram:
    name: str
    text: str
    dtype: str

    def function(self) -> Any:
        return run_text(self.text, f"<mixed-{self.name}>", {"prange": up.prange, **NAMES})["program"]

    def calls(self) -> Iterator[list[Any]]:
        """u (two numbers or more), s (perhaps none), o (to be stored to), c, n."""
        yield from calls(self.dtype)


def calls(dtype: str) -> Iterator[list[Any]]:
    whole = np.array([200, 100, 7, 0, 250]) if dtype in ("uint8", "uint16", "uint64") else np.array(
        [120, 100, -7, 0, -128]
    )
    u = whole.astype(dtype) if dtype[0] != "f" else (whole / 3).astype(dtype)
    for s, c, n in ((u, True, 1), (u[:0], False, 0), (u[2:], False, 2), (u[:1], True, 0)):
        yield [u, s, np.zeros(6), c, n]




def program(join: str, use: str, dtype: str, weak: str) -> MixedProgram:
    body = JOINS[join].replace("W", weak) + "\nreturn " + USES[use].replace("W", weak)
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    text = f"def program(u, s, o, c, n):\n{lines}"
    return MixedProgram(f"{join}-{use}-{dtype}-{weak}", text, dtype)


def every_pair() -> Iterator[MixedProgram]:
    """Each join with each use once or more, types and numbers in turn."""
    types = itertools.cycle(itertools.product(DTYPES, WEAKS))
    for join, use in itertools.product(JOINS, USES):
        dtype, weak = next(types)
        yield program(join, use, dtype, weak)


def sample(count: int, seed: int) -> list[MixedProgram]:
    """Each join at least once where there are enough."""
    draw = random.Random(seed)
    joins = [list(JOINS)[i % len(JOINS)] for i in range(count)]
    return [
        program(join, draw.choice(list(USES)), draw.choice(DTYPES), draw.choice(WEAKS)) for join in joins
    ]
