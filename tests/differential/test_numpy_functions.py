"""NumPy's functions on whole arrays: each group of calls is compiled once for a type and called with all layouts."""

import linecache

import numpy as np
import pytest
import unpython as up
from support.layouts import place
from support.numpy_calls import CALLS

_LAYOUTS = ("c", "fortran", "sliced", "reversed", "transposed", "unaligned", "read_only")
_SHAPES = {"a": (4, 6), "b": (4, 6), "t": (2, 3, 4), "v": (6,), "w": (6,), "s": (4, 4), "r": (6,)}
_TOLERANCE = {"f": {4: 2e-4, 8: 1e-11}, "c": {8: 2e-4, 16: 1e-11}}
_CASES = [(calls, dtype) for calls, dtypes in CALLS for dtype in dtypes]


def _program(calls, name):
    """A function with a text, as if it stood in a file."""
    text = f"def program(a, b, t, v, w, s, r):\n    return ({', '.join(calls)},)\n"
    file = f"<calls {name}>"
    linecache.cache[file] = (len(text), None, text.splitlines(True), file)
    scope = {"np": np}
    exec(compile(text, file, "exec"), scope)
    return scope["program"]


def _drawn(name, dtype, generator):
    shape = _SHAPES[name]
    kind = np.dtype(dtype).kind
    whole = generator.integers(0 if kind == "u" else -9, 10, shape)
    values = whole + generator.integers(0, 16, shape) / 16 if kind in "fc" else whole
    if kind == "c":
        values = values + 1j * generator.integers(-9, 10, shape)
    if name == "r":
        values = np.arange(6) * 2
    if name == "s":
        values = values + 40 * np.eye(4) if kind in "fc" else values
    return values.astype(dtype)


def _assert_same(found, expected, what):
    is_single = isinstance(expected, np.ndarray) and expected.ndim == 0  # a number here
    assert is_single or type(found) is type(expected), what
    if isinstance(expected, tuple):
        assert len(found) == len(expected), what
        for i, (x, y) in enumerate(zip(found, expected)):
            _assert_same(x, y, f"{what}[{i}]")
        return
    found, expected = np.asarray(found), np.asarray(expected)
    assert (found.dtype, found.shape) == (expected.dtype, expected.shape), what
    limit = _TOLERANCE.get(expected.dtype.kind, {}).get(expected.dtype.itemsize, 0)
    scale = np.max(np.abs(expected), initial=0, where=np.isfinite(expected)) if limit else 0
    near = (
        np.isclose(found, expected, rtol=limit, atol=limit * scale, equal_nan=True)
        if limit
        else found == expected
    )
    assert np.all(near), f"{what}: {found!r}, not {expected!r}"


@pytest.mark.parametrize(
    ("calls", "dtype"), _CASES, ids=lambda part: part if isinstance(part, str) else part[0]
)
def test_as_numpy(calls, dtype):
    program = _program(calls, f"{_CASES.index((calls, dtype))}")
    compiled = up.jit(program)
    for layout in _LAYOUTS:
        generator = np.random.default_rng(len(calls[0]) + len(layout))
        arguments = [place(_drawn(name, dtype, generator), layout, False).view() for name in _SHAPES]
        with np.errstate(all="ignore"):
            expected = program(*arguments)
        for call, x, y in zip(calls, compiled(*arguments), expected, strict=True):
            _assert_same(x, y, f"{call} of {dtype}, {layout}")
