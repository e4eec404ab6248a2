"""Programs with loops of known turns over neighbours in memory, which kernels load several at once where addresses allow it, and arrays
whose elements lie in other places: for tests/differential/loops/test_wide_loads.py and tests/gpu/wide_loads.py."""

import numpy as np
from unpython import prange


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


def nearest(a, b, y):
    for i in prange(y.shape[0]):
        own = np.empty(16, dtype=np.int32)
        for p in range(16):
            own[p] = a[i, p]
        least = np.int32(2147483647)
        for j in range(b.shape[0]):
            differs = np.int32(0)
            for p in range(16):
                d = own[p] - np.int32(b[j, p])
                differs += d * d
            if differs < least:
                least = differs
                y[i] = j


def pixels(a, b, y):
    for i in prange(y.shape[0]):
        s = np.int64(0)
        for q in range(4):
            for c in range(4):
                s = s * 3 + np.int64(a[i, 4 * q + c]) - np.int64(b[i, 15 - c])
        for c in range(6):
            s = s * 3 + np.int64(b[i, c + 2])
        y[i] = s


def left_early(a, b, y):
    for i in prange(y.shape[0]):
        at = np.int64(-1)
        for c in range(16):
            if a[i, c] > b[i, c]:
                at = c
                break
        y[i] = at


FUNCTIONS = [
    rows_of_64, rows_of_4, from_the_middle, groups_of_a_row, ragged, of_any_length, under_conditions, moving_places, changed_on_the_way,
    down_columns, nearest, pixels, left_early,
]  # fmt: skip


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


# They walk all rows of b for each row of a, which takes plain Python seconds where b has many.
_WALK_ALL_ROWS = (rows_of_64, nearest)


def pairs(function, draw, dtype):
    """The number of a way in which the arguments of a function lie in memory, and the arguments."""
    a_all, b_all = (list(layouts(70, 80, draw, dtype)) for _ in range(2))
    rows = 5 if function in _WALK_ALL_ROWS else 70
    for number, a in enumerate(a_all):
        yield number, (a, b_all[(3 * number + 1) % len(b_all)][:rows], np.zeros(50, np.int64))


def expected(function, given):
    """The arguments after the call, as Python leaves them."""
    copies = [np.array(x) for x in given]
    with np.errstate(all="ignore"):
        function(*copies)
    return copies
