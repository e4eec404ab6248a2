"""How the first call grows with the length of a function: seconds for 10, 100, 1000 and 3000 of each thing.

    python benchmarks/growth.py [--repeat N]

The bar is ten times the length in at most fifteen times the time, from 100 to 1000, and three times the length in at
most four and a half times the time, from 1000 to 3000. A dash: Python itself does not take the program.
"""

from __future__ import annotations

import argparse
import itertools
import time
from collections.abc import Callable

import numpy as np
import unpython as up

COUNTS = (10, 100, 1000, 3000)
_SLACK = 1.5
_HEAD = "@up.jit(cache=False)\ndef f(a):\n"
_NUMBERS = itertools.count()


def _lines(head: str, line: Callable[[int], str], tail: str, n: int) -> str:
    return f"{_HEAD}{head}{''.join(map(line, range(n)))}    return {tail}\n"


def sums(n: int) -> str:
    def line(i: int) -> str:
        return f"    s = 0.0\n    for i in prange(a.shape[0]):\n        s += a[i] * {i}.0\n    t += s\n"

    return _lines("    t = 0.0\n", line, "t", n)


def loops(n: int) -> str:
    return _lines("    t = 0.0\n", lambda i: f"    for i in range(a.shape[0]):\n        t += a[i] * {i}.0\n", "t", n)


def stores(n: int) -> str:
    return _lines("", lambda i: f"    for i in range(a.shape[0]):\n        a[i] = a[i] * {i % 7}.5 + 1.0\n", "None", n)


def lines(n: int) -> str:
    return _lines("    x = a[0]\n", lambda i: f"    x = x * 0.5 + {i}.0\n", "x", n)


def branches(n: int) -> str:
    return _lines("    t = 0.0\n", lambda i: f"    {'el' if i else ''}if a[0] == {i}.5:\n        t = {i}.5\n", "t", n)


def terms(n: int) -> str:
    return f"{_HEAD}    return {' + '.join(f'a[{i % 5}] * {i}.0' for i in range(n))}\n"


def items(n: int) -> str:
    return f"T = tuple(float(i) for i in range({n}))\n{_HEAD}    return T[int(a[0])] + T[-1 - int(a[1])]\n"


def calls(n: int) -> str:
    helper = "def g(x, y):\n    z = x * 0.5\n    if z > y:\n        z = y\n    return z + 1.0\n"
    return helper + _lines("    t = a[0]\n", lambda i: f"    t = g(t, {i}.0)\n", "t", n)


def names(n: int) -> str:
    def line(i: int) -> str:
        return f"    s{i} = 0.0\n    for i{i} in range(a.shape[0]):\n        s{i} += a[i{i}] * {i}.0\n"

    return _lines("", line, " + ".join(f"s{i}" for i in range(0, n, 10)), n)


def first_call(text: str, repeat: int) -> float:
    """The least of several: what else the machine does only adds. Each has another number, else it finds the code of the
    one before."""
    seconds = []
    for _ in range(repeat):
        scope = {"up": up, "prange": up.prange}
        source = text.replace(_HEAD, f"{_HEAD}    a[4] = {next(_NUMBERS)}.5\n")
        try:
            exec(source, scope)
        except RecursionError:
            return float("nan")
        f = scope["f"]
        start = time.process_time()
        try:
            f(np.arange(5.0))
        except up.CompileError:  # refused as nested too deeply
            return float("nan")
        seconds.append(time.process_time() - start)
    return min(seconds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeat", type=int, default=3)
    repeat = parser.parse_args().repeat
    first_call(sums(2), 1)
    print(f"{'':10}" + "".join(f"{n:>10} s" for n in COUNTS) + "   1000/100  3000/1000")
    for make in (sums, loops, stores, lines, branches, terms, items, calls, names):
        seconds = [first_call(make(n), repeat) for n in COUNTS]
        steps = list(zip(COUNTS[1:], COUNTS[2:], seconds[1:], seconds[2:], strict=False))
        ratios = [after / before for _, _, before, after in steps]
        above = any(
            ratio > _SLACK * high / low for ratio, (low, high, _, _) in zip(ratios, steps, strict=True)
        )
        print(
            f"{make.__name__:10}" + "".join(f"{s:12.4f}" for s in seconds).replace("nan", "  -")
            + "".join(f"{ratio:11.1f}" for ratio in ratios).replace("nan", "  -")
            + f"{'   above the bar' if above else ''}",
            flush=True,
        )  # fmt: skip


if __name__ == "__main__":
    main()
