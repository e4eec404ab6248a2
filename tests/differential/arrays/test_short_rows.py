"""Rows of a few elements: code is made for their length, operations on them are written out, and their elements are variables."""

import numpy as np
import pytest
import unpython as up
from support.texts import function_of, left_by
from support import devices, paths
from unpython import prange

BODIES = {
    "pairs": "for i in range(len(p)):\n    for j in range(i):\n        r = p[j] - p[i]\n        s += r @ r",
    "updated": "for i in prange(len(p)):\n    for j in range(len(p)):\n        r = p[j] - p[i]\n        out[i] += r * 0.5",
    "sums": "for i in prange(len(p)):\n    r = p[i] * p[i]\n    out[i, 0] = r.sum() + np.sqrt((r * r).sum()) + r.max() - r.min()",
    "by_number": "for i in prange(len(p)):\n    r = np.zeros(3)\n    for d in range(3):\n        r[d] = p[i, d % p.shape[1]] + d\n    out[i, 0] = r[0] - r[-1] * r[1]",
    "chosen": "for i in prange(len(p)):\n    r = p[i].copy()\n    if r[0] > 0.5:\n        r[0] = 9.0\n    else:\n        r *= 2\n    out[i] = r",
    "by_data": "for i in prange(len(p)):\n    r = p[i] + 1\n    k = i % p.shape[1]\n    out[i, 0] = r[k] + r[-1]",
    "extents": "for i in prange(len(p)):\n    r = p[i, 1:]\n    out[i, 0] = r.size + len(p[i]) + p.shape[1] + (p[i] + r.sum()).size",
    "broadcast": "m = p.max() * np.ones(p.shape[1])\nfor i in prange(len(p)):\n    out[i] = p[i] - m + p[:1][0]",
    "carried": "v = np.zeros(p.shape[1])\nfor i in range(len(p)):\n    v = v * 0.5 + p[i]\n    out[i] = v",
    "returned": "rows = np.zeros((len(p), p.shape[1]))\nfor i in range(len(p)):\n    last = p[i] * 2\n    rows[i] = last\nreturn last, rows",
    "out_of_bounds": "for i in range(len(p)):\n    r = p[i] * 1\n    s += r[2]",
    "kept": "best = p[0]\nfor i in range(len(p)):\n    if p[i].sum() > best.sum():\n        best = p[i]\nreturn best",
    "swapped": "for i in range(len(p) - 1):\n    t = p[i].copy()\n    p[i] = p[i + 1]\n    p[i + 1] = t",
}


def check(text, arguments, tolerance=1e-12):
    """Sums of products are rounded once on every path of ours: near, not equal. Exceptions are equal."""
    function = function_of(text)
    expected = left_by(function, arguments)
    compiled = up.jit(function)
    runs = {"cpu": compiled, "interpreter": paths.interpreted(compiled, "source")}
    runs |= {device: up.jit(device=device, strict=False)(function) for device in paths.DEVICES}
    for name, run in runs.items():
        found = left_by(run, arguments)
        assert repr(found.error) == repr(expected.error), (name, text)
        for a, b in zip((found.result, *found.arguments), (expected.result, *expected.arguments), strict=True):
            if a is not None or b is not None:
                for x, y in zip(a, b, strict=True) if isinstance(b, tuple) else ((a, b),):
                    np.testing.assert_allclose(x, y, rtol=tolerance, atol=tolerance, err_msg=f"{name}: {text}")


def text(body):
    lines = "\n".join("    " + line for line in body.split("\n"))
    return f"def f(p, out):\n    s = 0.0\n{lines}\n    return s\n"


def points(n, d, dtype=np.float64, seed=3):
    draw = np.random.default_rng(seed)
    return (draw.random((n, d)) * 9).astype(dtype)


@pytest.mark.parametrize("name", BODIES)
def test_rows_of_every_length(name):
    for n, d in ((5, 3), (5, 2), (6, 4), (5, 1), (5, 5), (3, 3), (1, 3), (2, 2)):
        p = points(n, d)
        check(text(BODIES[name]), [p, np.zeros_like(p)])


@pytest.mark.parametrize("name", ["pairs", "sums", "carried", "swapped", "chosen"])
def test_layouts_and_types(name):
    p = points(7, 6)
    for view in (p[:, ::2], p[:, 1:4], np.asfortranarray(p[:, :3]), p[::-1, :3], p[:0, :3], np.broadcast_to(p[0, :3], (4, 3)).copy()):
        check(text(BODIES[name]), [view, np.zeros(view.shape)])
    for dtype in (np.float32, np.int64, np.uint8) if name in ("carried", "swapped") else ():
        q = points(6, 3, dtype)
        check(text(BODIES[name]), [q, np.zeros((6, 3))], 1e-6)


MATRICES = {
    "products": "for i in range(len(a)):\n    c[i] = a[i] @ b[i]",
    "transformed": "m = a[0]\nfor i in prange(len(a)):\n    c[i, 0] = m @ b[i, 0]",
    "solved": "for i in prange(len(a)):\n    t = a[i] + b[i].T\n    c[i] = t * np.trace(t) - t.T",
    "rotated": "for i in range(len(a)):\n    c[i, 0, :2] = a[i, 0, :2] * b[i, 1, 0] + a[i, 1, ::-1][:2]",
}


@pytest.mark.parametrize("name", MATRICES)
def test_small_matrices(name):
    body = "\n".join("    " + line for line in MATRICES[name].split("\n"))
    for n, d in ((5, 2), (5, 3), (6, 4), (4, 4), (3, 5)):
        a, b = np.random.default_rng(1).random((2, n, d, d))
        check(f"def f(a, b, c):\n{body}\n", [a, b, np.zeros_like(a)])


def test_a_small_square_and_rows():
    program = "def f(m, p, out):\n    for i in prange(len(p)):\n        out[i] = m @ p[i] + p[i] @ m\n"
    for d in (2, 3, 4, 5):
        m, p = points(d, d), points(9, d)
        check(program, [m, p, np.zeros_like(p)])


def test_conflicts_are_still_refused():
    def last(p, x):
        for i in range(len(p)):
            for d in prange(p.shape[1]):
                x[0] = d

    with pytest.raises(up.RaceError):
        up.jit(strict=True)(last)(points(4, 3), np.zeros(1))


def test_bits_of_a_device_are_those_of_the_processor():
    def forces(p, out):
        for i in prange(len(p)):
            for j in range(len(p)):
                r = p[j] - p[i]
                out[i] += r / (1.0 + (r * r).sum())

    for dtype in (np.float32, np.float64):
        for d in (2, 3, 4, 5):
            p = points(40, d, dtype)
            found = []
            for device in ("cpu", devices.require("opencl")):
                out = np.zeros_like(p)
                up.jit(device=device, strict=True)(forces)(p, out)
                found.append(out.tobytes())
            assert found[0] == found[1], (dtype, d)


def test_the_code_has_no_array_for_a_row():
    def nearest(p, q):
        best = np.inf
        for i in range(len(p)):
            r = p[i] - q[i]
            best = min(best, r @ r)
        return best

    p = points(8, 3)
    assert "allocate" not in up.jit(nearest).inspect("fused", p, p + 1)
    assert "allocate" in up.jit(nearest).inspect("fused", points(8, 7), points(8, 7))


@pytest.mark.parametrize("dtype", ["float64", "float32", "int8", "uint64", "bool", "complex128"])
def test_places_of_the_best_in_short_rows(dtype):
    def places(a, out):
        for i in range(len(a)):
            out[i, 0] = np.argmin(a[i])
            out[i, 1] = np.argmax(a[i])

    draw = np.random.default_rng(2)
    for d in (1, 2, 3, 4):
        a = (draw.normal(size=(100, d)) * 2).astype(dtype)
        if a.dtype.kind in "fc":
            a[draw.random(a.shape) < 0.2] = np.nan
        a[40:60] = a[40:60, :1]
        found, expected = np.zeros((2, 100, 2))
        up.jit(strict=True)(places)(a, found)
        places(a, expected)
        assert np.array_equal(found, expected), d
