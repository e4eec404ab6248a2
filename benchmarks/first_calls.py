"""First calls of up.map and its kin with a lambda beside those of the same loops: `python benchmarks/first_calls.py [--runs N] [NAME ...]`.

Each call is the first one of a process, with a cache that knows it and without a cache. Milliseconds of the calling thread, as wall time
says little on a busy machine, and behind them the bar: at most 1.1 times the loop. `process` counts the threads that make code too.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable

import numpy as np
import unpython as up
from unpython import prange

_BAR = 1.1
_SETTLES = 0.05  # seconds in which the library of the CPU is opened beside the program


def map_lambda(a):
    return up.map(lambda x: x * x + 1.0 if x > 0.5 else 0.0, a)


def map_loop(a):
    out = np.empty(a.shape[0])
    for i in prange(a.shape[0]):
        x = a[i]
        out[i] = x * x + 1.0 if x > 0.5 else 0.0
    return out


def reduce_lambda(a):
    return up.reduce(lambda x, y: x + y, a)


def reduce_loop(a):
    s = a[0]
    for i in prange(1, a.shape[0]):
        s += a[i]
    return s


def rows_lambda(m):
    return up.reduce(lambda x, y: x + y, m, axis=1)


def rows_loop(m):
    out = np.empty(m.shape[0])
    for i in prange(m.shape[0]):
        s = m[i, 0]
        for j in range(1, m.shape[1]):
            s += m[i, j]
        out[i] = s
    return out


def scan_lambda(a):
    return up.scan(lambda x, y: x + y, a)


def scan_loop(a):
    out = np.empty(a.shape[0])
    s = 0.0
    for i in prange(a.shape[0]):
        s += a[i]
        out[i] = s
    return out


def filter_lambda(a):
    return up.filter(lambda x: x > 0.5, a)


def filter_loop(a):
    n = 0
    for i in prange(a.shape[0]):
        if a[i] > 0.5:
            n += 1
    out = np.empty(n)
    k = 0
    for i in range(a.shape[0]):
        if a[i] > 0.5:
            out[k] = a[i]
            k += 1
    return out


def sort_by_lambda(a):
    return up.sort_by(lambda x: -x, a)


def sort_by_loop(a):
    keys = np.empty(a.shape[0])
    for i in prange(a.shape[0]):
        keys[i] = -a[i]
    return a[np.argsort(keys, kind="stable")]


def segments_lambda(a, offsets):
    return up.segment_reduce(lambda x, y: x + y, a, offsets, initial=0.0)


def segments_loop(a, offsets):
    out = np.empty(offsets.shape[0] - 1)
    for k in prange(out.shape[0]):
        s = 0.0
        for i in range(offsets[k], offsets[k + 1]):
            s += a[i]
        out[k] = s
    return out


def stencil_lambda(a):
    return up.stencil(lambda at: 0.5 * at(0) + 0.25 * (at(-1) + at(1)), a)


def stencil_loop(a):
    out = np.empty(a.shape[0])
    n = a.shape[0]
    for i in prange(n):
        out[i] = 0.5 * a[i] + 0.25 * (a[max(i - 1, 0)] + a[min(i + 1, n - 1)])
    return out


def vectorize_lambda(a):
    return up.vectorize(lambda x: x * x + 1.0 if x > 0.5 else 0.0)(a)


vectorize_loop = map_loop
NAMES = [name.removesuffix("_loop") for name in globals() if name.endswith("_loop")]
FROM_PYTHON = ("map", "reduce", "scan", "stencil", "vectorize")  # called from plain Python too


def call(name: str, where: str, form: str) -> list[float]:
    """The milliseconds of a first call: of this thread, and of the process."""
    written = globals()[f"{name}_{form}"]
    values = np.random.default_rng(1).random(4096)
    given = {"a": values, "m": values.reshape(64, 64), "offsets": np.arange(0, 4097, 64)}
    arguments = [given[parameter] for parameter in written.__code__.co_varnames[: written.__code__.co_argcount]]
    made: Callable = up.jit(written) if where == "compiled" else (lambda *args: up.jit(written)(*args)) if form == "loop" else written
    time.sleep(_SETTLES)
    thread, process = time.thread_time(), time.process_time()
    made(*arguments)
    return [1e3 * (time.thread_time() - thread), 1e3 * (time.process_time() - process)]


def fresh(name: str, where: str, form: str, **settings: str) -> list[float]:
    command = [sys.executable, __file__, "--call", name, where, form]
    done = subprocess.run(command, env=os.environ | settings, capture_output=True, text=True, check=True)
    taken: list[float] = json.loads(done.stdout)
    return taken


def compared(name: str, where: str, runs: int, **settings: str) -> str:
    taken: dict[str, list[list[float]]] = {"lambda": [], "loop": []}
    for _ in range(runs):
        for form, seen in taken.items():
            seen.append(fresh(name, where, form, **settings))
    mine, other = (statistics.median(t for t, _ in taken[form]) for form in taken)
    process = " / ".join(f"{statistics.median(p for _, p in seen):.1f}" for seen in taken.values())
    return f"{mine:8.2f} / {other:6.2f} = {mine / other:5.2f}{'  ' if mine <= _BAR * other else ' *'} process {process:15}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--call", nargs=3, help=argparse.SUPPRESS)
    parser.add_argument("names", nargs="*")
    asked = parser.parse_args()
    if asked.call:
        print(json.dumps(call(*asked.call)))
        return
    print("ms of the calling thread, lambda / loop; * above the bar")
    with tempfile.TemporaryDirectory() as folder:
        for name in asked.names or NAMES:
            for where in ("compiled", "Python") if name in FROM_PYTHON else ("compiled",):
                if (name, where) == ("vectorize", "compiled"):
                    continue  # it is made where functions are
                for form in ("lambda", "loop"):
                    fresh(name, where, form, UNPYTHON_CACHE_DIR=folder, UNPYTHON_CACHE="on")
                warm = compared(name, where, asked.runs, UNPYTHON_CACHE_DIR=folder, UNPYTHON_CACHE="on")
                print(f"{name:10} {where:9} warm {warm} cold {compared(name, where, asked.runs, UNPYTHON_CACHE='off')}", flush=True)


if __name__ == "__main__":
    main()
