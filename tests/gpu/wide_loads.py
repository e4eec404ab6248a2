"""Loops with known turns over neighbours in memory: kernels that load several elements at once give the bits of plain Python, for
elements of all sizes, rows that lie in memory in other ways, and loops that begin and end elsewhere.

    python tests/gpu/wide_loads.py [device]
"""

import sys

import numpy as np
import unpython as up
from unpython import prange

DEVICE = sys.argv[1] if len(sys.argv) > 1 else "cuda:0"


def rows_of_64(a, b, y):
    for i in prange(y.shape[0]):
        own = np.empty(64, dtype=np.int64)
        for p in range(64):
            own[p] = np.int64(a[i, p])
        least = np.int64(9223372036854775807)
        for j in range(b.shape[0]):
            differs = np.int64(0)
            for p in range(64):
                d = own[p] - np.int64(b[j, p])
                differs += d * d
            if differs < least:
                least = differs
                y[i] = j


def rows_of_4(a, b, y):
    for i in prange(y.shape[0]):
        s = np.int64(0)
        for p in range(4):
            s = s * 3 + np.int64(a[i, p]) - np.int64(b[y.shape[0] - 1 - i, p])
        y[i] = s


def from_the_middle(a, b, y):
    for i in prange(y.shape[0]):
        s = np.int64(0)
        for p in range(8):
            s = s * 5 + np.int64(a[i, p + 8]) - np.int64(b[i, p + 4]) + np.int64(b[i, p + 3])
        y[i] = s


def groups_of_a_row(a, b, y):
    for i in prange(y.shape[0]):
        s = np.int64(0)
        for q in range(a.shape[1] // 4):
            for p in range(4):
                s = s * 7 + np.int64(a[i, 4 * q + p]) * np.int64(b[q % 3, p])
        y[i] = s


def ragged(a, b, y):
    for i in prange(y.shape[0]):
        s = np.int64(0)
        for p in range(27):
            s = s * 3 + np.int64(a[i, p])
        for p in range(6):
            s = s * 3 - np.int64(b[i, p])
        y[i] = s


def of_any_length(a, b, y):
    for i in prange(y.shape[0]):
        s = np.int64(0)
        for p in range(a.shape[1] - 3):
            s = s * 3 + np.int64(a[i, p])
        for j in range(3):
            for p in range(b.shape[1]):
                s = s * 3 - np.int64(b[j, p])
        for p in range(i - 20):
            s = s * 3 - np.int64(b[i, p])
        y[i] = s


def under_conditions(a, b, y):
    for i in prange(y.shape[0]):
        s = np.int64(0)
        for p in range(16):
            if a[i, p] > b[0, p]:
                s += np.int64(b[i, p]) * p
            else:
                s -= p
        for p in range(16):
            if s > 1000 and a[i, p] > 0:
                break
            s += np.int64(b[i, p])
        y[i] = s


def moving_places(a, b, y):
    n = a.shape[0]
    for i in prange(y.shape[0]):
        at = i
        s = np.int64(0)
        for p in range(8):
            s = s * 3 + np.int64(a[at, p])
            at = (at * 5 + p) % n
        for p in range(8):
            s = s * 3 + np.int64(b[(at + s) % n, p])
        y[i] = s


def changed_on_the_way(a, b, y):
    for i in prange(y.shape[0]):
        s = np.int64(0)
        for p in range(16):
            b[i, p] = a[i, p]
            s = s * 3 + np.int64(b[i, p]) + np.int64(a[i, p])
        for p in range(15):
            b[i, p + 1] = b[i, p]
            s = s * 3 + np.int64(b[i, p])
        y[i] = s


def down_columns(a, b, y):
    for i in prange(y.shape[0]):
        s = np.int64(0)
        for p in range(16):
            s = s * 3 + np.int64(a[p, i]) - np.int64(b[i, 15 - p])
        y[i] = s


FUNCTIONS = [
    rows_of_64, rows_of_4, from_the_middle, groups_of_a_row, ragged, of_any_length, under_conditions, moving_places, changed_on_the_way,
    down_columns,
]  # fmt: skip
WIDE = {rows_of_64: True, rows_of_4: True, groups_of_a_row: True, under_conditions: True, moving_places: False}
TYPES = ["u1", "i1", "u2", "i2", "i4", "i8", "f4", "f8", "?"]


def layouts(rows, columns, draw, dtype):
    """Arrays of that shape whose elements lie in other places."""

    def made(*shape):
        return draw.integers(0, 2 if dtype == "?" else 120, shape).astype(dtype)

    yield made(rows, columns)
    yield made(rows, columns + 4)[:, :columns]
    yield made(rows, columns + 1)[:, 1:]
    yield made(rows + 1, columns)[1:]
    yield made(2 * rows, columns)[::2]
    yield made(rows, columns + 16)[:, 16:]
    yield made(rows, 2 * columns)[:, ::2]
    yield made(columns, rows).T
    yield made(rows, columns)[::-1]
    yield made(rows, columns)[:, ::-1]


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
            a_all, b_all = (list(layouts(70, 80, draw, dtype)) for _ in range(2))
            for number, a in enumerate(a_all):
                b = b_all[(3 * number + 1) % len(b_all)]
                given = (a, b, np.zeros(50, np.int64))
                copies = [np.array(x) for x in given]
                with np.errstate(all="ignore"):
                    function(*copies)
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
