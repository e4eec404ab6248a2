"""Expressions of arrays and numbers: 62 forms x 14 types x 6 layouts against NumPy, in value, type, shape and kind (an
array, NumPy's number, Python's number).

    python -m pytest tests/differential/numpy_functions/test_numpy_expressions.py                      a sample
    UNPYTHON_EXPRESSIONS=all python -m pytest tests/differential/numpy_functions/test_numpy_expressions.py
    python -m support.numpy_expressions [dtype ...]                                    from tests/: counts and differences
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import unpython as up
from support.layouts import place
from unpython._find_source import run_text

# `a`, `b`: arrays of two dimensions; `v`: one row; `x`: a number of the type; `k`, `h`: Python's int and float.
FORMS = """
a + b
a - x
a * 3
3 - a
a * 0.5
a / 2
a / b
a // 3
b // x
a % 7
a ** 2
a ** 3
b ** 0.5
a * k
a + h
x * 3
x + k
x * h
x / 4
x ** 2
-a
+a
abs(a)
~a
a & b
a | 5
a ^ x
a << 2
b >> 1
a > b
a >= 3
a == x
a != 2.5
x > 100
x == k
k < x
a[0] + v
a[:, 1] * 2
a[::-1, ::2] + 1
a[1, 2] * 3
a[0, 0] + a[1, 1]
a.T + b.T
a * v
v[:, None] + v
a.sum()
a.max()
a.mean()
a.sum(axis=0)
v.prod()
a.argmax()
(a > b).any()
np.where(a > b, a, 1)
np.where(a > x, b, 0.25)
np.where(k > 2, x, 1)
np.where(k > 2, x, 1) + 1
np.clip(a, 1, 3)
np.minimum(a, x)
np.maximum(a, 2)
np.sqrt(b)
np.floor(b)
np.abs(a) + 1
np.sign(a)
np.array([x, 2])
np.full(3, x)
np.arange(3) * x
np.concatenate((v, v))
np.linspace(x, 5, 4)
np.dot(v, v)
a @ b.T
a.astype(np.float32) * 2
(a[0, 0] if k > 2 else 100) * 3
(x if h > 9 else 100) * 3
min(a[0, 1], 100) * 3
max(x, 2) + 1
(x and 100) + 1
x if k > 100 else -1
int(v[0].real) + 1
""".strip().splitlines()

DTYPES = (
    *("bool", "int8", "int16", "int32", "int64", "longlong", "uint8", "uint16", "uint32", "uint64"),
    *("float32", "float64", "complex64", "complex128"),
)
LAYOUTS = ("c", "fortran", "sliced", "reversed", "zero_stride", "unaligned")
_TOLERANCE = {4: 2e-5, 8: 2e-5, 16: 1e-12}
_DOUBLE = 1e-12


@dataclass
class Count:
    checked: int = 0
    refused: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)


def arguments_for(dtype: str, layout: str) -> list[Any]:
    generator = np.random.default_rng(DTYPES.index(dtype))
    kind = np.dtype(dtype).kind
    low = 0 if kind in "bu" else -6
    a = generator.integers(low, 9, (4, 6)).astype(np.float64)
    b = generator.integers(1, 6, (4, 6)).astype(np.float64)
    if kind in "fc":
        a, b = a + generator.integers(0, 8, a.shape) / 8, b + 0.25
    own = [(array + 2j * b if kind == "c" else array).astype(dtype) for array in (a, b)]
    own.append(np.resize(own[0], (6,)).copy())
    x = own[1][1, 1]
    return [*[place(array, layout, stored=False).view() for array in own], x, 3, 0.75]


def function_of(forms: list[str]) -> Callable[..., Any]:
    """Each form on a line of its own; the first is on line 2."""
    lines = ["def program(a, b, v, x, k, h):", *[f"    r{i} = {form}" for i, form in enumerate(forms)]]
    lines.append(f"    return {', '.join(f'r{i}' for i in range(len(forms)))},")
    text = "\n".join(lines) + "\n"
    return run_text(text, f"<expressions-{hash(text)}>", {"np": np})["program"]


def difference(found: Any, expected: Any) -> str:
    """What differs, in words; empty where nothing does."""
    same_kind = isinstance(found, np.generic) and isinstance(expected, np.generic)  # np.longlong is np.int64
    if not same_kind and type(found) is not type(expected):
        return f"a {type(found).__name__}, not a {type(expected).__name__}"
    a, b = np.asarray(found), np.asarray(expected)
    if a.dtype != b.dtype or a.shape != b.shape:
        return f"{a.dtype}{a.shape}, not {b.dtype}{b.shape}"
    if a.dtype.kind in "fc":
        limit = _DOUBLE if a.dtype in (np.float64, np.complex128) else _TOLERANCE[a.dtype.itemsize]
        same = np.allclose(a, b, rtol=limit, atol=limit, equal_nan=True)
    else:
        same = bool(np.array_equal(a, b))
    return "" if same else f"{found!r}, not {expected!r}"


def _outcome(function: Callable[..., Any], arguments: list[Any]) -> Any:
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return function(*arguments)


def check(forms: list[str], dtype: str, layout: str, count: Count) -> None:
    """Compiles together what NumPy accepts; a form that is refused is left out by its line."""
    arguments = arguments_for(dtype, layout)
    expected = {}
    for form in forms:
        try:
            result = _outcome(function_of([form]), arguments)[0]
        except Exception as error:
            _check_error(form, error, dtype, layout, arguments, count)
            continue
        if np.asarray(result).dtype != np.float16:
            expected[form] = result
    left = list(expected)
    count.checked += len(left)
    while left:
        try:
            found = _outcome(up.jit(function_of(left)), arguments)
        except up.CompileError as error:
            lines = {d["line"] - 2: d["message"] for d in error.diagnostics}
            named = [i for i in sorted(lines, reverse=True) if 0 <= i < len(left)]
            assert named, str(error)
            for i in named:
                count.refused.append(f"{dtype}, {layout}: {left[i]}: {lines[i]}")
                del left[i]
            continue
        for form, value in zip(left, found, strict=True):
            words = difference(value, expected[form])
            if words:
                count.wrong.append(f"{dtype}, {layout}: {form}: {words}")
        return


def _check_error(form: str, error: Exception, dtype: str, layout: str, arguments: list[Any], count: Count) -> None:
    """What NumPy refuses is refused here too, before the program runs or when it does."""
    try:
        result = _outcome(up.jit(function_of([form])), arguments)[0]
    except (up.CompileError, type(error)):
        return
    except Exception as other:
        count.wrong.append(f"{dtype}, {layout}: {form}: raised {other!r}, not {error!r}")
        return
    count.wrong.append(f"{dtype}, {layout}: {form}: {result!r}, but NumPy raises {error!r}")


def run(dtypes: Iterable[str], layouts: Iterable[str]) -> Count:
    count = Count()
    for dtype in dtypes:
        for layout in layouts:
            check(FORMS, dtype, layout, count)
    return count


if __name__ == "__main__":
    whole = run(sys.argv[1:] or DTYPES, LAYOUTS)
    print(*sorted(set(whole.wrong)), sep="\n")
    print("--- refused")
    print(*sorted(set(whole.refused)), sep="\n")
    print(f"{whole.checked} checked, {len(whole.refused)} refused, {len(whole.wrong)} wrong")
    sys.exit(bool(whole.wrong))
