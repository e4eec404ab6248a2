"""Compiles and runs a loop with the installed package, then checks that no part of it came from the system."""

import re
import sys

import numpy as np
import unpython as up
from unpython import prange

# What a wheel must bring along rather than find on the machine.
OURS = re.compile(r"unpython|LLVM|glpk|gomp|zstd")


@up.jit
def scale(a, b):
    for i in prange(a.shape[0]):
        b[i] = np.sqrt(a[i]) + 1.0


def taken_from_system() -> set[str]:
    with open("/proc/self/maps") as maps:
        paths = {line.split(maxsplit=5)[5].strip() for line in maps if "/" in line}
    return {path for path in paths if OURS.search(path.rsplit("/", 1)[-1]) and not path.startswith(sys.prefix)}


values = np.linspace(0.0, 4.0, 1000)
out = np.empty_like(values)
scale(values, out)
np.testing.assert_array_equal(out, np.sqrt(values) + 1.0)
assert not taken_from_system(), taken_from_system()
print(f"{up.__file__} with NumPy {np.__version__}: fine")
