"""Loops with known turns over neighbours in memory: kernels that load several elements at once give the bits of plain Python, for
elements of all sizes, rows that lie in memory in other ways, and loops that begin and end elsewhere.

    python tests/gpu/wide_loads.py [device]
"""

import sys
from pathlib import Path

import numpy as np
import unpython as up

sys.path.insert(0, str(Path(__file__).parents[1]))
from support.wide_loads import (  # noqa: E402
    FUNCTIONS,
    expected,
    groups_of_a_row,
    moving_places,
    pairs,
    rows_of_4,
    rows_of_64,
    under_conditions,
)

DEVICE = sys.argv[1] if len(sys.argv) > 1 else "cuda:0"
WIDE = {rows_of_64: True, rows_of_4: True, groups_of_a_row: True, under_conditions: True, moving_places: False}
TYPES = ["u1", "i1", "u2", "i2", "i4", "i8", "f4", "f8", "?"]


def views_of_device_arrays(draw) -> int:
    """Repeated calls with parts of an array on the device that begin elsewhere; gives how many are wrong."""
    wrong = 0
    compiled = up.gpu(device=DEVICE, force=True, fp="strict")(rows_of_4)
    for dtype in TYPES[:-1]:
        host = draw.integers(0, 90, (64, 64)).astype(dtype)
        there = up.to_device(host, DEVICE)
        for at in (0, 1, 2, 4, 8, 16, 3, 16, 0):
            for place in (np.s_[:, at : at + 16], np.s_[at : at + 40], np.s_[at : at + 40, at:]):
                got, wanted = np.zeros(30, np.int64), np.zeros(30, np.int64)
                compiled(there[place], there[place], got)
                rows_of_4(host[place], host[place], wanted)
                wrong += not np.array_equal(got, wanted)
    return wrong


def main() -> int:
    wrong = runs = 0
    draw = np.random.default_rng(3)
    if wrong := views_of_device_arrays(draw):
        print("WRONG", wrong, "views of device arrays")
    for function in FUNCTIONS:
        for dtype in TYPES:
            compiled = up.gpu(device=DEVICE, force=True, fp="strict")(function)
            for number, given in pairs(function, draw, dtype):
                copies = expected(function, given)
                compiled(*given)
                runs += 1
                if any(x.tobytes() != y.tobytes() for x, y in zip(given, copies, strict=True)):
                    wrong += 1
                    print("WRONG", function.__name__, dtype, number)
            # What was compiled is printed.
            is_wide = "_wide" in compiled.inspect(DEVICE[: DEVICE.index(":")], *given)
            if is_wide != WIDE.get(function, is_wide):
                wrong += 1
                print("WIDE?", function.__name__, dtype)
    print(f"{runs} runs, {wrong} wrong")
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())
