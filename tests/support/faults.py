"""Runs programs with each allocation, mapping, thread and file operation of our libraries made to fail in turn;
test_faults.py starts it: LD_PRELOAD=libunpython_faults.so python faults.py KIND"""

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
    return a[0].there_is_no_such_thing


def text_of_axis(a, axis=None, mode="same"):
    if mode == "same":
        return a[0] if axis is None else a[axis]
    return -1.0


PROGRAMS = [total, new_array, refused, text_of_axis]


def outcome(function, a):
    """What a call gives; "memory" for an exception that an injected fault may become."""
    try:
        return float(function(a))
    except (MemoryError, up.DeviceError):
        return "memory"
    except up.CompileError:
        return "mistake"


def main(kind: str, step: int) -> int:
    library = ctypes.CDLL(os.environ["LD_PRELOAD"])
    library.unpython_faults_arm.argtypes = [ctypes.c_int, ctypes.c_long]
    library.unpython_faults_seen.restype = ctypes.c_long
    a = np.arange(100_000.0)
    scenarios = 0
    for program in PROGRAMS:
        right = "mistake" if program is refused else float(program(a))
        up.jit(program)(a) if program is not refused else None
        fault = 1
        while True:
            function = up.jit(program, threads=3)
            library.unpython_faults_arm(KINDS[kind], fault)
            try:
                found = outcome(function, a)
            finally:
                seen = library.unpython_faults_seen()
                library.unpython_faults_arm(0, 0)
            again = outcome(function, a)
            if found not in (right, "memory") or again != right:
                print(f"{program.__name__}: {kind} {fault}: {found}, then {again}; right is {right}")
                return 1
            scenarios += 1
            if seen < fault:
                break
            fault += step if fault > 40 else 1
    print(f"{scenarios} scenarios")
    return 0


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    sys.exit(main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1))
