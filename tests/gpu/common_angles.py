"""Sine and cosine of one angle, computed together, have the bits of each computed alone; and an angle that changes on the way is another.

    python tests/gpu/common_angles.py [device]
"""

import sys

import numpy as np
import unpython as up
from unpython import prange

DEVICE = sys.argv[1] if len(sys.argv) > 1 else "cuda:0"


def sines(x, y):
    for i in prange(x.shape[0]):
        y[i] = np.sin(x[i])


def cosines(x, y):
    for i in prange(x.shape[0]):
        y[i] = np.cos(x[i])


def both(x, s, c):
    for i in prange(x.shape[0]):
        angle = x[i]
        s[i] = np.sin(angle)
        c[i] = np.cos(angle)


def in_one_statement(x, s, c):
    for i in prange(x.shape[0]):
        t = np.sin(x[i]) - np.cos(x[i])
        s[i] = np.sin(x[i])
        c[i] = t


def changed_between(x, s, c):
    for i in prange(x.shape[0]):
        angle = x[i]
        s[i] = np.sin(angle)
        if s[i] > 0:
            angle = angle + 1
        c[i] = np.cos(angle) + np.sin(angle)
        angle = angle * 2
        c[i] += np.sin(angle)


def stored_between(x, s, c):
    for i in prange(x.shape[0]):
        s[i] = x[i]
        t = np.sin(s[i])
        s[i] = t * 2
        c[i] = np.cos(s[i]) - np.sin(s[i])


def in_branches(x, s, c):
    for i in prange(x.shape[0]):
        angle = x[i]
        if np.sin(angle) > 0:
            angle = angle / 2
            s[i] = np.cos(angle) * np.sin(angle)
        else:
            s[i] = np.cos(angle)
        t = angle
        for k in range(3):
            t = np.sin(t) + np.cos(t)
            s[i] += np.sin(angle) * t
        while np.cos(t) > 0.5:
            t = t + np.sin(t) + 1
        c[i] = t


def angles(dtype):
    draw = np.random.default_rng(7)
    top = 300 if dtype == np.float64 else 37
    with np.errstate(over="ignore"):
        wide = draw.standard_normal(200_000) * 10.0 ** draw.uniform(-top, top, 200_000)
        near = draw.integers(-100_000, 100_000, 200_000) * (np.pi / 4)
        edges = [0.0, -0.0, np.inf, -np.inf, np.nan, 105615.0, 105616.0, 2.0**31, 2.0**52]
        return np.concatenate([wide, near, draw.uniform(-10, 10, 200_000), edges]).astype(dtype)


def main() -> int:
    wrong = 0

    def run(function, *given):
        up.gpu(device=DEVICE, force=True, fp="strict")(function)(*given)

    def check(name, got, wanted):
        nonlocal wrong
        as_bits = f"u{got.dtype.itemsize}"
        both_nan = np.isnan(got) & np.isnan(wanted)
        differ = int(((got.view(as_bits) != wanted.view(as_bits)) & ~both_nan).sum())
        wrong += differ > 0
        print("FAILED" if differ else "ok ", name, got.dtype, differ, "differ" if differ else "")

    for dtype in (np.float64, np.float32):
        x = angles(dtype)
        s, c, sine, cosine = (np.empty_like(x) for _ in range(4))
        run(sines, x, sine)
        run(cosines, x, cosine)
        run(both, x, s, c)
        check("sines", s, sine)
        check("cosines", c, cosine)
        run(in_one_statement, x, s, c)
        check("sines of one statement", s, sine)
        check("differences", c, sine - cosine)
        finite = x[200_000:600_000].copy()
        for function in (changed_between, stored_between, in_branches):
            got, wanted = ([np.empty_like(finite[:2000]) for _ in range(2)] for _ in range(2))
            run(function, finite[-2000:], *got)
            function(finite[-2000:], *wanted)
            close = all(np.allclose(a, b, rtol=1e-3 if dtype == np.float32 else 1e-9, atol=1e-4) for a, b in zip(got, wanted, strict=True))
            wrong += not close
            print("ok " if close else "FAILED", function.__name__, np.dtype(dtype))
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())
