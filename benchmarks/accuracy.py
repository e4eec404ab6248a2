"""Measures the largest error of each elementary function, in units in the last place, and prints tables in Markdown.

    python benchmarks/accuracy.py                              every device that is there, all modes and types
    python benchmarks/accuracy.py --device cpu --points 20000  one device, fewer arguments
    python benchmarks/accuracy.py --speed                      also nanoseconds for each element, on one thread

The judge is mpmath with 120 bits, asked where NumPy's long double (64 bits) finds errors near the largest one. A unit is that of
the exact result, rounded to the type. Arguments are drawn over the range where results are normal numbers, evenly and evenly in
the exponent; 0.5 is the error of correct rounding.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import mpmath
import numpy as np
import steady  # in front of unpython
import unpython as up
from unpython import prange
from unpython._find_source import run_text

mpmath.mp.prec = 120
MODES = ("standard", "strict", "fast")
TYPES = ("float64", "float32")


@dataclass(frozen=True)
class Function:
    name: str
    text: str  # of x, or of x and y
    exact: Callable[..., Any]
    ranges: tuple[tuple[float, float], ...]
    second: tuple[float, float] | None = None
    long: Callable[..., Any] | None = None  # on long doubles; None: mpmath judges all arguments, of which fewer are drawn
    float32: tuple[float, float] | None = None  # limits of the arguments in single precision


def _power(n: Any) -> Callable[[Any], Any]:
    return lambda x: mpmath.power(x, n)


def _log_gamma(x: Any) -> Any:
    return mpmath.log(abs(mpmath.gamma(x)))


FUNCTIONS = (
    Function("exp", "np.exp(x)", mpmath.exp, ((-700, 700), (-2, 2)), long=np.exp, float32=(-86, 88)),
    Function("exp2", "np.exp2(x)", lambda x: mpmath.power(2, x), ((-1000, 1000), (-2, 2)), long=np.exp2, float32=(-125, 127)),
    Function("expm1", "np.expm1(x)", mpmath.expm1, ((-5, 5), (1e-9, 700)), long=np.expm1, float32=(-20, 88)),
    Function("log", "np.log(x)", mpmath.log, ((1e-300, 1e300), (0.5, 2)), long=np.log, float32=(1e-37, 1e38)),
    Function("log2", "np.log2(x)", lambda x: mpmath.log(x) / mpmath.log(2), ((1e-300, 1e300), (0.5, 2)), long=np.log2, float32=(1e-37, 1e38)),
    Function("log10", "np.log10(x)", mpmath.log10, ((1e-300, 1e300), (0.5, 2)), long=np.log10, float32=(1e-37, 1e38)),
    Function("log1p", "np.log1p(x)", mpmath.log1p, ((-0.999, 3), (1e-9, 1e300)), long=np.log1p, float32=(-1, 1e38)),
    Function("sin", "np.sin(x)", mpmath.sin, ((-7, 7), (1e-9, 1e5)), long=np.sin),
    Function("cos", "np.cos(x)", mpmath.cos, ((-7, 7), (1e-9, 1e5)), long=np.cos),
    Function("tan", "np.tan(x)", mpmath.tan, ((-7, 7), (1e-9, 1e5)), long=np.tan),
    Function("asin", "np.arcsin(x)", mpmath.asin, ((-1, 1), (1e-9, 1)), long=np.arcsin),
    Function("acos", "np.arccos(x)", mpmath.acos, ((-1, 1), (1e-9, 1)), long=np.arccos),
    Function("atan", "np.arctan(x)", mpmath.atan, ((-5, 5), (1e-9, 1e9)), long=np.arctan),
    Function("sinh", "np.sinh(x)", mpmath.sinh, ((-5, 5), (1e-9, 700)), long=np.sinh, float32=(-88, 88)),
    Function("cosh", "np.cosh(x)", mpmath.cosh, ((-5, 5), (1e-9, 700)), long=np.cosh, float32=(-88, 88)),
    Function("tanh", "np.tanh(x)", mpmath.tanh, ((-5, 5), (1e-9, 30)), long=np.tanh),
    Function("asinh", "np.arcsinh(x)", mpmath.asinh, ((-5, 5), (1e-9, 1e300)), long=np.arcsinh, float32=(-1e37, 1e37)),
    Function("acosh", "np.arccosh(x)", mpmath.acosh, ((1, 5), (1, 1e300)), long=np.arccosh, float32=(1, 1e37)),
    Function("atanh", "np.arctanh(x)", mpmath.atanh, ((-1, 1), (1e-9, 1)), long=np.arctanh),
    Function("cbrt", "np.cbrt(x)", mpmath.cbrt, ((1e-300, 1e300), (0.5, 8)), long=np.cbrt, float32=(1e-37, 1e38)),
    Function("sqrt", "np.sqrt(x)", mpmath.sqrt, ((1e-300, 1e300), (0.5, 8)), long=np.sqrt, float32=(1e-37, 1e38)),
    Function("atan2", "np.arctan2(x, y)", mpmath.atan2, ((1e-5, 1e5), (-5, 5)), (1e-5, 1e5), long=np.arctan2),
    Function("hypot", "np.hypot(x, y)", mpmath.hypot, ((1e-5, 1e5), (-5, 5)), (1e-5, 1e5), long=np.hypot),
    Function("x ** y", "x ** y", mpmath.power, ((1e-3, 1e3), (0.9, 1.1)), (-10, 10), long=np.power),
    Function("x ** 3", "x ** 3", _power(3), ((0.1, 10), (1e-9, 1e9)), long=lambda x: x * x * x),
    Function("x ** -2", "x ** -2", _power(-2), ((0.1, 10), (1e-9, 1e9)), long=lambda x: 1 / (x * x)),
    Function("x ** 0.5", "x ** 0.5", mpmath.sqrt, ((0.1, 10), (1e-9, 1e9)), long=np.sqrt),
    Function("x ** -0.5", "x ** -0.5", lambda x: 1 / mpmath.sqrt(x), ((0.1, 10), (1e-9, 1e9)), long=lambda x: 1 / np.sqrt(x)),
    Function("erf", "math.erf(x)", mpmath.erf, ((-5, 5), (1e-9, 5))),
    Function("erfc", "math.erfc(x)", mpmath.erfc, ((-5, 5), (0.1, 25)), float32=(-5, 9)),
    Function("gamma", "math.gamma(x)", mpmath.gamma, ((0.1, 30), (0.1, 170), (1e-9, 3), (-20, 0), (-170, -20)), float32=(-30, 34)),
    Function("lgamma", "math.lgamma(x)", mpmath.loggamma, ((2.5, 30), (2.5, 1e5))),
    Function("lgamma, near 1 and 2", "math.lgamma(x)", mpmath.loggamma, ((1e-9, 3), (0.9, 1.1), (1.9, 2.1))),
    Function("lgamma, negative", "math.lgamma(x)", _log_gamma, ((-2, 0), (-8, -2), (-50, -8))),
)


def elementwise(function: Function) -> Callable[..., Any]:
    """The function over arrays, as a program."""
    parameters = "a, out" if function.second is None else "a, b, out"
    lines = [f"def {''.join(c for c in function.name if c.isalnum())}_of({parameters}):", "    for i in prange(a.shape[0]):", "        x = a[i]"]
    if function.second is not None:
        lines.append("        y = b[i]")
    text = "\n".join([*lines, f"        out[i] = {function.text}", ""])
    scope = run_text(text, f"<accuracy of {function.name}>", {"np": np, "math": math, "prange": prange})
    return next(v for k, v in scope.items() if k.endswith("_of"))


def arguments_of(function: Function, dtype: str, points: int) -> Iterator[list[np.ndarray]]:
    generator = np.random.default_rng(5)

    def drawn(low: float, high: float) -> np.ndarray:
        if dtype == "float32" and function.float32:
            low, high = max(low, function.float32[0]), min(high, function.float32[1])
        if low > 0:
            low, high = max(low, 1e-37 if dtype == "float32" else low), min(high, 1e37 if dtype == "float32" else high)
            numbers = np.exp(generator.uniform(math.log(low), math.log(high), points))
            return np.clip(numbers, low, high).astype(dtype)
        return generator.uniform(low, high, points).astype(dtype)

    for low, high in function.ranges:
        given = [drawn(low, high)]
        if function.second is not None:
            given.append(drawn(*function.second))
        yield given


def unit(value: Any, dtype: str) -> Any:
    """Of the last place of a number of the type next to an exact value."""
    digits, least = (53, -1074) if dtype == "float64" else (24, -149)
    return mpmath.ldexp(1, max(math.frexp(float(value))[1] - digits, least))


def errors_by_long_double(found: np.ndarray, exact: np.ndarray, dtype: str) -> np.ndarray:
    near = exact.astype(dtype)
    limit = np.finfo(dtype).tiny * 4
    with np.errstate(all="ignore"):
        size = np.spacing(np.abs(near)).astype(np.longdouble)
        errors = np.abs(found.astype(np.longdouble) - exact) / size
    usable = np.isfinite(near) & (np.abs(near) > limit)
    return np.where(usable, errors, 0).astype(np.float64)


def largest_error(function: Function, run: Callable[..., Any], dtype: str, points: int) -> float:
    """Those with the largest errors by long doubles are judged again by mpmath."""
    worst = 0.0
    for given in arguments_of(function, dtype, points if function.long else max(points // 100, 500)):
        found = np.empty(len(given[0]), dtype)
        run(*given, found)
        if function.long is not None:
            with np.errstate(all="ignore"):
                exact = function.long(*(a.astype(np.longdouble) for a in given))
            candidates = np.argsort(errors_by_long_double(found, exact, dtype))[-20:]
        else:
            candidates = np.arange(len(found))
        for i in candidates:
            exact = function.exact(*(mpmath.mpf(float(a[i])) for a in given))
            size = abs(float(exact))
            if size <= 4 * np.finfo(dtype).tiny or size >= np.finfo(dtype).max:
                continue
            worst = max(worst, float(abs(mpmath.mpf(float(found[i])) - exact) / unit(exact, dtype)))
    return worst


def nanoseconds(function: Function, run: Callable[..., Any], dtype: str) -> float:
    """Of one element, the least of some calls."""
    given = next(arguments_of(function, dtype, 1 << 16))
    found = np.empty(len(given[0]), dtype)
    run(*given, found)
    times = []
    for _ in range(7):
        start = time.perf_counter()
        run(*given, found)
        times.append(time.perf_counter() - start)
    return min(times) / len(found) * 1e9


def measured(function: Function, device: str, mode: str, dtype: str, options: argparse.Namespace) -> str:
    run = up.jit(device=device, fp=mode, threads=1)(elementwise(function))
    try:
        error = largest_error(function, run, dtype, options.points)
        text = f"{error:.2f}" if error < 1000 else f"{error:.0e}"
        return f"{text} ({nanoseconds(function, run, dtype):.1f} ns)" if options.speed else text
    except (up.CompileError, up.DeviceError) as error:
        return type(error).__name__


def main() -> int:
    here = [d.name for d in up.devices() if d.available and d.name != "python"]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--device", action="append", default=[], choices=here)
    parser.add_argument("--mode", action="append", default=[], choices=MODES)
    parser.add_argument("--type", action="append", default=[], choices=TYPES)
    parser.add_argument("--only", action="append", default=[], choices=[f.name for f in FUNCTIONS], metavar="FUNCTION")
    parser.add_argument("--points", type=int, default=100000, help="arguments of each range")
    parser.add_argument("--speed", action="store_true", help="also nanoseconds for each element")
    options = parser.parse_args()
    for device in options.device or here:
        modes, types = options.mode or MODES, options.type or TYPES
        print(f"\n### {device}\n")
        print("| function | " + " | ".join(f"{mode}, {dtype}" for dtype in types for mode in modes) + " |")
        print("|---" * (1 + len(modes) * len(types)) + "|")
        for function in FUNCTIONS:
            if options.only and function.name not in options.only:
                continue
            cells = [measured(function, device, mode, dtype, options) for dtype in types for mode in modes]
            print(f"| `{function.name}` | " + " | ".join(cells) + " |", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
