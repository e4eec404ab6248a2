"""Many threads that call compiled functions at once; each result is compared with NumPy's.

`python -m support.thread_calls --device opencl:0 --threads 6 --calls 10000` prints how many were wrong.
"""

from __future__ import annotations

import argparse
import contextlib
import random
import sys
import threading
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import unpython as up
from unpython import prange

# Values are small integers, so that every dtype holds them exactly and each sum is the same in any order.
DTYPES = (np.float64, np.float32, np.int64)
SETTINGS: tuple[dict[str, Any], ...] = ({}, {"threads": 1}, {"fp": "strict"})
SHAPES = ((60, 70), (70, 60), (42, 100), (100, 42), (84, 50), (1, 9), (3, 1), (0, 5))


def placed(a, b, s):
    for i in prange(a.shape[0]):
        for j in prange(a.shape[1]):
            b[i, j] = a[i, j] * 2 + s + i * 100 + j


def total(a, b, s):
    t = 0
    for i in prange(a.shape[0]):
        for j in range(a.shape[1]):
            t += a[i, j]
    return t, s


def steps(a, b, s):
    for _ in range(s):
        for i in prange(1, a.shape[0]):
            b[i, 0] = a[i - 1, 0] + 1
        for i in prange(a.shape[0]):
            a[i, 0] = b[i, 0]


def raises(a, b, s):
    for i in prange(a.shape[0]):
        b[i + s % 2, 0] = a[i, 0]


def moved(a, b, places):
    for i in prange(a.shape[0]):
        b[places[i], 0] = a[i, 0] + 1


def made(a, b, s):
    c = a + s
    return c, c[1:], b


PROGRAMS = (placed, total, steps, raises, moved, made)


def expected_of(program: Callable[..., Any], a: np.ndarray, b: np.ndarray, last: Any) -> Any:
    """What `program` does to `a` and `b`, by NumPy where plain Python takes long; gives the result."""
    if program is placed:
        i, j = np.ogrid[: a.shape[0], : a.shape[1]]
        b[:] = a * 2 + last + i * 100 + j
        return None
    if program is total:
        return a.sum(), last
    if program is moved:
        b[last, 0] = a[:, 0] + 1
        return None
    return program(a, b, last)


@dataclass(frozen=True)
class Case:
    """One call."""

    program: Callable[..., Any]
    shape: tuple[int, int]
    dtype: Any
    settings: dict[str, Any]
    number: int
    on_device: bool
    repeated: bool  # indices of moved() are not distinct

    def arguments(self) -> list[Any]:
        a = (np.arange(self.shape[0] * self.shape[1]) % 1000).astype(self.dtype).reshape(self.shape)
        last: Any = self.number
        if self.program is moved:
            last = np.random.default_rng(self.number).permutation(self.shape[0])
            if self.repeated and last.size > 1:
                last[-1] = last[0]  # the later iteration is the one that counts
        return [a, np.zeros_like(a), last]


def draw_case(rng: random.Random, device: str | None) -> Case:
    return Case(
        program=rng.choice(PROGRAMS),
        shape=rng.choice(SHAPES),
        dtype=rng.choice(DTYPES),
        settings=rng.choice(SETTINGS),
        number=rng.randrange(4),
        on_device=device is not None and rng.random() < 0.6,
        repeated=rng.random() < 0.3,
    )


def on_host(value: Any) -> Any:
    return value.to_host() if isinstance(value, up.DeviceArray) else value


def is_equal(found: Any, expected: Any) -> bool:
    if isinstance(expected, tuple):
        return isinstance(found, tuple) and len(found) == len(expected) and all(map(is_equal, found, expected))
    if expected is None:
        return found is None
    return bool(np.array_equal(on_host(found), expected))


def outcome(function: Callable[..., Any], arguments: list[Any]) -> tuple[Any, type | None]:
    try:
        return function(*arguments), None
    except IndexError as problem:
        return None, type(problem)


def check(function: Callable[..., Any], case: Case, device: str | None) -> str | None:
    """Runs one call; gives what is wrong about it."""
    mine, theirs = case.arguments(), case.arguments()
    want, want_error = outcome(lambda *given: expected_of(case.program, *given), mine)
    if case.on_device:
        theirs = [up.to_device(x, device) if isinstance(x, np.ndarray) else x for x in theirs]
    with up.options(**case.settings) if case.settings else contextlib.nullcontext():
        found, error = outcome(function, theirs)
    if error is not want_error:
        return f"{case}: {error} instead of {want_error}"
    if error is not None:
        return None  # which iterations ran before is not told
    if not is_equal(found, want):
        return f"{case}: the result is wrong"
    if not all(is_equal(a, b) for a, b in zip(theirs, mine, strict=True)):
        return f"{case}: an array is wrong"
    return None


class Functions:
    """One compiled function for each program; each is dropped for a new one now and then, while others still run it."""

    def __init__(self, device: str | None) -> None:
        self._device = device
        self._made = [self._make(program) for program in PROGRAMS]

    def _make(self, program: Callable[..., Any]) -> Any:
        if self._device is None:
            return up.jit(strict=False)(program)
        return up.gpu(device=self._device, strict=False)(program)

    def of(self, program: Callable[..., Any]) -> Any:
        return self._made[PROGRAMS.index(program)]

    def replace(self, which: int) -> None:
        self._made[which] = self._make(PROGRAMS[which])

    def read(self, which: int) -> None:
        function = self._made[which]
        str(function.explain())
        _ = function.last, function.ran_on, function.signatures


def storm(device: str | None, threads: int, calls: int, seed: int = 0) -> list[str]:
    """What went wrong in so many calls, dealt to so many threads. `device`: None is the CPU."""
    functions = Functions(device)
    wrong: list[str] = []
    gate = threading.Barrier(threads + 1)

    def work(number: int) -> None:
        rng = random.Random(f"{seed} {number}")
        gate.wait()
        for turn in range(calls // threads):
            if rng.random() < 0.01:
                functions.replace(rng.randrange(len(PROGRAMS)))
            case = draw_case(rng, device)
            try:
                problem = check(functions.of(case.program), case, device)
            except Exception as error:  # noqa: BLE001 (a thread must tell what ended it)
                problem = f"{case}: {type(error).__name__}: {error}"
            if problem:
                wrong.append(f"thread {number}, call {turn}: {problem}")

    workers = [threading.Thread(target=work, args=(n,)) for n in range(threads)]
    with quick_turns():
        for worker in workers:
            worker.start()
        gate.wait()
        while any(worker.is_alive() for worker in workers):
            for which in range(len(PROGRAMS)):
                functions.read(which)
            workers[0].join(0.002)
        for worker in workers:
            worker.join()
    return wrong


@contextlib.contextmanager
def quick_turns():
    """Threads take turns often; what functions warn of is not of interest."""
    before = sys.getswitchinterval()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        sys.setswitchinterval(1e-5)
        try:
            yield
        finally:
            sys.setswitchinterval(before)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--threads", type=int, default=6)
    parser.add_argument("--calls", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    wrong = storm(None if given.device == "cpu" else given.device, given.threads, given.calls, given.seed)
    print(f"{len(wrong)} of {given.calls} calls wrong on {given.device} with {given.threads} threads")
    for text in wrong[:20]:
        print("  " + text)
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
