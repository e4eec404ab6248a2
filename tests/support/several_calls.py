"""Calls on all devices of a kind against one device and against CPython. `python -m support.several_calls opencl [memory limit]` prints a
JSON object: for each program an empty text or what is wrong, and what the call told of itself."""

import json
import sys
import threading

import numpy as np
import unpython as up
from unpython import prange


def elementwise(a, b, c, x):
    for i in prange(a.shape[0]):
        c[i] = (a[i] + x) * b[i]


def sweeps(a, b, n):
    for _ in range(n):
        for i in prange(1, a.shape[0] - 1):
            for j in prange(1, a.shape[1] - 1):
                b[i, j] = 0.25 * (a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1])
        for i in prange(1, a.shape[0] - 1):
            for j in prange(1, a.shape[1] - 1):
                a[i, j] = 0.25 * (b[i - 1, j] + b[i + 1, j] + b[i, j - 1] + b[i, j + 1])


def waves(a, b, c, n):
    for _ in range(n):
        for i in prange(1, c.shape[0]):
            for j in prange(c.shape[1]):
                b[i, j] = b[i, j] - 0.5 * (c[i, j] - c[i - 1, j])
        for i in prange(c.shape[0]):
            for j in prange(1, c.shape[1]):
                a[i, j] = a[i, j] - 0.5 * (c[i, j] - c[i, j - 1])
        for i in prange(c.shape[0] - 1):
            for j in prange(c.shape[1] - 1):
                c[i, j] = c[i, j] - 0.5 * (a[i, j + 1] - a[i, j] + b[i + 1, j] - b[i, j])


def line(a, b, n):
    for _ in range(n):
        for i in prange(1, a.shape[0] - 1):
            b[i] = 0.5 * a[i] + 0.25 * (a[i - 1] + a[i + 1])
        for i in prange(1, a.shape[0] - 1):
            a[i] = 0.5 * b[i] + 0.25 * (b[i - 1] + b[i + 1])


def product(a, b, c):
    for i in prange(c.shape[0]):
        for j in prange(c.shape[1]):
            s = 0.0
            for k in range(a.shape[1]):
                s += a[i, k] * b[k, j]
            c[i, j] = s


def chain(a):
    t = np.empty(a.shape[0])
    for i in prange(a.shape[0]):
        t[i] = a[i] * 3.0
    r = np.empty(a.shape[0])
    for i in prange(a.shape[0]):
        r[i] = t[a.shape[0] - 1 - i] + t[i]
    return r


def total(a):
    s = 0.0
    for i in prange(a.shape[0]):
        s += a[i]
    return s


def shifted_mean(a, b):
    s = 0.0
    for i in prange(a.shape[0]):
        s += a[i]
    mean = s / a.shape[0]
    for i in prange(a.shape[0]):
        b[i] = a[i] - mean
    return mean


def triangle(a):
    for i in prange(a.shape[0]):
        for j in range(i + 1):
            a[i, j] = a[i, j] * 2.0 + i


def strided(a, b):
    for i in prange(b.shape[0]):
        a[3 * i] = b[i]


def histogram(bins, index):
    for i in prange(index.shape[0]):
        bins[index[i]] += 1


def in_order(a, b):
    for i in prange(a.shape[0]):
        b[i] = a[i] * 0.5
    for i in range(1, a.shape[0]):
        b[i] = b[i - 1] * 0.5 + b[i]
    for i in prange(a.shape[0]):
        a[i] = b[i] + 1.0


def few(a):
    for i in prange(a.shape[0]):
        for j in range(a.shape[1]):
            a[i, j] += i + j


def until_small(a, b, limit):
    n = 0
    while True:
        for i in prange(1, a.shape[0] - 1):
            b[i] = 0.5 * (a[i - 1] + a[i + 1])
        for i in prange(1, a.shape[0] - 1):
            a[i] = b[i]
        n += 1
        if b[a.shape[0] // 2] < limit or n == 9:
            break
    return n, b[a.shape[0] - 2]


def raises(a, b, x):
    for i in prange(a.shape[0]):
        if a[i] > x:
            raise ValueError("element {} is too large".format(i))
        b[i] = a[i]
    for i in prange(a.shape[0]):
        b[i] += 1.0


def scatter(a, index, b):
    for i in prange(index.shape[0]):
        a[index[i]] = b[i]


def programs():
    """Name, function, arguments, and whether some nest is dealt to all devices."""
    rng = np.random.default_rng(3)
    n = 10_007
    whole = rng.random(n)
    large = whole.copy()
    large[n - 5] = 9.0
    middle = whole.copy()
    middle[3] = 8.0
    middle[n - 5] = 9.0
    yield "elementwise", elementwise, [whole, rng.random(n), np.zeros(n), 2.5], True
    yield "reversed", elementwise, [whole[::-1], rng.random((2, n))[1], np.zeros(2 * n)[::2], 2.5], True
    yield "sweeps", sweeps, [rng.random((301, 150)), np.zeros((301, 150)), 4], True
    yield "sweeps_in_columns", sweeps, [np.asfortranarray(rng.random((90, 101))), np.zeros((90, 101)), 3], True
    yield "many_sweeps", sweeps, [rng.random((301, 150)), np.ones((301, 150)), 14], True
    yield "waves", waves, [rng.random((200, 131)) for _ in range(3)] + [13], True
    yield "line", line, [rng.random(20_011), np.zeros(20_011), 20], True
    yield "product", product, [rng.random((77, 60)), rng.random((60, 83)), np.zeros((77, 83))], True
    yield "chain", chain, [whole], True
    yield "total", total, [rng.random(300_007)], True
    yield "shifted_mean", shifted_mean, [rng.random(100_003), np.zeros(100_003)], True
    yield "triangle", triangle, [rng.random((120, 120))], True
    yield "strided", strided, [np.zeros(3 * n), whole], True
    yield "histogram", histogram, [np.zeros(64, np.int64), rng.integers(0, 64, n)], True
    yield "in_order", in_order, [whole, np.zeros(n)], True
    yield "few", few, [np.zeros((2, 5000))], True
    yield "one_iteration", few, [np.zeros((1, 5000))], True
    yield "empty", few, [np.zeros((0, 5000))], False
    yield "no_elements", elementwise, [np.zeros(0), np.zeros(0), np.zeros(0), 1.0], False
    yield "until_small", until_small, [rng.random(5001), np.zeros(5001), 0.0], True
    yield "raises_on_the_last", raises, [large, np.zeros(n), 1.0], True
    yield "raises_on_both", raises, [middle, np.zeros(n), 1.0], True
    yield "scatter", scatter, [np.zeros(n), rng.permutation(n), whole], False
    yield "read_only", elementwise, [np.broadcast_to(np.float64(3.0), n), read_only(whole), np.zeros(n), 0.5], True
    yield "passed_twice", elementwise, [whole, whole, np.zeros(n), 2.0], True
    yield "stored_twice", elementwise, ["shared", rng.random(n), "shared", 2.0], False


def read_only(array):
    array = array.copy()
    array.flags.writeable = False
    return array


def copied(arguments):
    """The same strides; arguments that share memory share it."""
    shared = np.arange(10_007.0)

    def one(a):
        if isinstance(a, str):
            return shared
        if not isinstance(a, np.ndarray):
            return a
        if not a.flags.writeable:
            return a
        base = a.base if isinstance(a.base, np.ndarray) and a.base.dtype == a.dtype else a
        copy = base.copy("K")
        if base is a:
            return copy
        offset = a.__array_interface__["data"][0] - base.__array_interface__["data"][0]
        return np.ndarray(a.shape, a.dtype, copy, offset, a.strides)

    return [one(a) for a in arguments]


def outcome(function, arguments):
    try:
        return function(*arguments)
    except ValueError as error:
        return str(error)


def same(a, b):
    if isinstance(a, np.ndarray):
        return np.array_equal(a, b)
    return a == b or (isinstance(a, tuple) and all(map(same, a, b)))


def difference(name, function, arguments, kind):
    settings = {"strict": True, "races": "trust" if function is scatter else "ordered"}
    several = up.jit(device=f"{kind}:*", **settings)(function)
    one = up.jit(device=f"{kind}:0", **settings)(function)
    given = [copied(arguments) for _ in range(3)]
    if function is raises:
        oracle = outcome(one, given[0])
    else:
        oracle = outcome(function, given[0])
    results = [oracle, outcome(one, given[1]), outcome(several, given[2])]
    told = {"last": several.last, "devices": [nest["devices"] for nest in several.explain().as_dict()["nests"]]}
    told["reasons"] = [
        nest["one_device"]["code"] for nest in several.explain().as_dict()["nests"] if nest["one_device"]
    ]
    told["text"] = repr(several.explain())
    if not same(results[1], results[2]):
        return f"result {results[2]!r}, of one device {results[1]!r}", told
    exact = name not in ("total", "shifted_mean", "product")  # another order of sums than CPython's
    if exact and not same(results[0], results[2]):
        return f"result {results[2]!r}, of CPython {results[0]!r}", told
    if name.startswith("raises"):
        return "", told  # stores behind the exception are not defined
    for place, arrays in enumerate(zip(*given)):
        if not isinstance(arrays[0], np.ndarray):
            continue
        if not np.array_equal(arrays[1], arrays[2]):
            return f"argument {place} is not that of one device", told
        if exact and not np.array_equal(arrays[0], arrays[2]):
            return f"argument {place} is not that of CPython", told
    return "", told


def in_threads(kind):
    compiled = up.jit(device=f"{kind}:*", strict=True)(sweeps)
    wrong = []

    def work(seed):
        first = np.random.default_rng(seed).random((64 + seed, 70))
        a, b = first.copy(), np.zeros_like(first)
        expected, other = first.copy(), np.zeros_like(first)
        sweeps(expected, other, 1)
        for _ in range(3):
            a[:], b[:] = first, 0
            compiled(a, b, 1)
            if not np.array_equal(a, expected) or not np.array_equal(b, other):
                wrong.append(seed)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return f"wrong in threads {wrong}" if wrong else ""


# One iteration needs all of an array, which no tile has room for.
NEED_ALL = ("chain", "scatter")


def main(kind, memory_limit=None):
    up.options(memory_limit=memory_limit)
    found = {}
    for name, function, arguments, dealt in programs():
        if memory_limit is not None and name in NEED_ALL:
            continue
        wrong, told = difference(name, function, arguments, kind)
        found[name] = {"wrong": wrong, "dealt": dealt, **told}
    found["threads"] = {"wrong": in_threads(kind)}
    print(json.dumps(found, default=str))


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
