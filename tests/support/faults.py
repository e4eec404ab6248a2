"""Runs programs with each allocation, mapping, thread and file operation of our libraries made to fail in turn;
test_faults.py starts it: LD_PRELOAD=libunpython_faults.so python faults.py KIND [STEP [LAST]]; LAST: only so many operations at the
end of each call, where LLVM links and the code runs"""

import copy
import ctypes
import os
import sys
import warnings

import numpy as np
import unpython as up
from unpython import prange

KINDS = {"allocation": 1, "mapping": 2, "thread": 3, "file": 4}


def total(a):
    s = 0.0
    for i in prange(a.shape[0]):
        s += a[i]
    return s


def new_array(a):
    b = np.ones(a.shape[0] * 2)
    c = b[: a.shape[0]] + a
    return c.sum() + c[-1]


def refused(a):
    return np.there_is_no_such_thing(a[0])


def text_of_axis(a, axis=None, mode="same"):
    if mode == "same":
        return a[0] if axis is None else a[axis]
    return -1.0


def changed(a, v):
    for i in range(len(v)):
        v[i] = v[i] * 2 + int(a[i])
    v.append(sum(v[1:]))
    return v


def words_counted(a, words):
    counts = {}
    for w in words:
        counts[w] = counts.get(w, 0) + 1
    return counts, sorted(words, key=len), " ".join([w.upper() for w in words])


def neighbours(a, edges):
    near = [[] for _ in range(6)]
    for i, j in edges:
        near[i].append(j)
        near[j].append(i)
    return near, [len(row) for row in near]


def ragged_given(a, rows):
    return [sum(row) for row in rows], max(len(row) for row in rows)


def steps(a, v):
    b = a + 1
    for i in prange(a.shape[0]):
        b[i] = b[i] * 2 + v[0]
    print(end="")
    t = 0.0
    for i in range(a.shape[0]):
        t += b[i]
    return t


def time_loop(a, v):
    b = a.copy()
    for _ in range(4):
        for i in prange(1, a.shape[0] - 1):
            b[i] = 0.25 * (a[i - 1] + a[i + 1])
        a, b = b, a
    return a[: len(v)].sum(), b[:3]


PROGRAMS = {
    total: (),
    new_array: (),
    refused: (),
    text_of_axis: (),
    changed: ([3, 1, 2],),
    words_counted: (["to", "be", "or", "not", "to", "be"],),
    neighbours: ([(0, 1), (1, 2), (2, 5), (0, 4)],),
    ragged_given: ([[1, 2], [], [3]],),
    steps: ([1],),
    time_loop: ([1],),
}


def outcome(function, arguments):
    """What a call gives and leaves of its arguments; "memory" for an exception that an injected fault may become."""
    own = copy.deepcopy(arguments)
    try:
        return repr((function(*own), own[1:], [float(x.sum()) for x in own[:1]]))
    except (MemoryError, up.DeviceError):
        return "memory"
    except up.CompileError:
        return "mistake"


def main(kind: str, step: int = 1, last: int | None = None) -> int:
    library = ctypes.CDLL(os.environ["LD_PRELOAD"])
    library.unpython_faults_arm.argtypes = [ctypes.c_int, ctypes.c_long]
    library.unpython_faults_seen.restype = ctypes.c_long
    a = np.arange(100_000.0)
    scenarios = 0
    for program, more in PROGRAMS.items():
        arguments = (a, *more)
        strict = program is refused  # else it may run in Python
        right = "mistake" if program is refused else outcome(program, arguments)
        outcome(up.jit(program, strict=strict), arguments)
        fault = 1
        if last is not None:
            library.unpython_faults_arm(KINDS[kind], sys.maxsize)
            outcome(up.jit(program, threads=3, strict=strict), arguments)
            fault = max(1, library.unpython_faults_seen() - last)
            library.unpython_faults_arm(0, 0)
        while True:
            function = up.jit(program, threads=3, strict=strict)
            library.unpython_faults_arm(KINDS[kind], fault)
            try:
                found = outcome(function, arguments)
            finally:
                seen = library.unpython_faults_seen()
                library.unpython_faults_arm(0, 0)
            again = outcome(function, arguments)
            if found not in (right, "memory") or again != right:
                print(f"{program.__name__}: {kind} {fault}: {found}, then {again}; right is {right}")
                return 1
            scenarios += 1
            if seen < fault:
                break
            fault += step if fault > 12 else 1
    print(f"{scenarios} scenarios")
    return 0


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    sys.exit(main(sys.argv[1], *(int(number) for number in sys.argv[2:])))
