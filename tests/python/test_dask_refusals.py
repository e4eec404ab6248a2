"""unpython.dask: what is refused, and what pieces raise."""

import os
from pathlib import Path

import numpy as np
import pytest
import unpython as up
from support import dask_calls
from support.dask_calls import every_fourth, keys, numbers, scaled, smooth
from support.devices import package
from unpython import prange

package("dask")
import dask  # noqa: E402
import dask.array as da  # noqa: E402

scheduler = dask_calls.scheduler


@up.jit
def running(x):
    for i in prange(1, x.shape[0]):
        x[i] = x[i - 1] + 1.0


@up.jit
def placed(x, places, out):
    for i in prange(x.shape[0]):
        out[places[i]] = x[i]


@up.jit(races="trust")
def trusted(x, places, out):
    for i in prange(x.shape[0]):
        out[places[i]] = x[i]


@up.jit
def added_by_key(keys, x, out):
    for i in prange(x.shape[0]):
        out[keys[i]] += x[i]


@up.jit(fp="strict")
def strict_sum(x):
    s = 0.0
    for i in prange(x.shape[0]):
        s += x[i]
    return s


@up.jit
def until(x):
    n = 0
    while x[n] > 0.1:
        for i in prange(x.shape[0]):
            x[i] = x[i] * 0.5
    return n


@up.jit
def as_many_as(x):
    m = int(x[0])
    out = np.zeros(m)
    return out


@pytest.mark.parametrize(
    "error, words, function, make",
    [
        (up.RaceError, ["i = 1 writes x[1] and i = 2 reads it"], running, lambda: (numbers(100),)),
        (up.RaceError, ["'places'", "'out'"], placed, lambda: (numbers(100), np.arange(100), np.zeros(100))),
        (TypeError, ["same elements of 'out'"], trusted, lambda: (numbers(100), np.arange(100), np.zeros(100))),
        (up.CompileError, ["floats are added to elements of 'out'"], added_by_key, lambda: (keys(9, 3), numbers(9), np.zeros(3))),
        (up.CompileError, ["fp='strict'", "'s'"], strict_sum, lambda: (numbers(100),)),
        (up.CompileError, ["while loop"], until, lambda: (numbers(100),)),
        (TypeError, ["extents", "not known before the graph runs"], as_many_as, lambda: (numbers(10),)),
        (TypeError, ["'by'", "type str"], scaled, lambda: (numbers(10), "a")),
        (TypeError, ["'by'", "Delayed"], scaled, lambda: (numbers(10), dask.delayed(3.0))),
        (TypeError, ["'x'", "MaskedArray"], scaled, lambda: (np.ma.masked_array(numbers(10)), 2.0)),
        (TypeError, ["share memory"], smooth, lambda: (lambda x: (x[1:], x[:-1]))(numbers(100))),
        (TypeError, ["is not a compiled function"], len, lambda: (numbers(10),)),
    ],
    ids=lambda v: getattr(v, "__name__", ""),
)
def test_what_is_refused_says_why(error, words, function, make):
    with pytest.raises(error) as raised:
        up.dask.call(function, *make())
    for word in words:
        assert word in str(raised.value)


def test_a_dask_array_is_not_stored_to():
    with pytest.raises(TypeError, match=r"a Dask array does not change: .*stored\['out'\]"):
        up.dask.compute(smooth, numbers(10), da.zeros(10))


def test_exceptions_of_pieces_are_those_of_the_call():
    with pytest.raises(IndexError, match="out of bounds"):
        up.dask.compute(every_fourth, numbers(10), np.zeros(10))


@up.jit
def one_further(x, out):
    for i in prange(x.shape[0]):
        out[i + 1] = x[i]


@up.jit
def checked_before(x, out):
    for i in prange(x.shape[0]):
        if x[i] < 0:
            raise ValueError("negative")
    for i in prange(x.shape[0]):
        out[i] = x[i]


@up.jit
def checked_alone(x, out):
    for i in prange(x.shape[0]):
        if x[i] < 0:
            raise ValueError("negative")
    return out.shape[0]


@up.jit
def checked_once(x, out):
    if x[0] < 0:
        raise ValueError("negative")
    for i in prange(x.shape[0]):
        out[i] = x[i]


@up.jit
def divided(x, out):
    k = 1 // int(x[0] + 1)
    for i in prange(x.shape[0]):
        out[i] = x[i]
    return k


@up.jit
def checked_after(x, out):
    s = 0.0
    for i in prange(x.shape[0]):
        s += x[i]
    for i in prange(x.shape[0]):
        assert x[i] > 0, "not positive"
    return s


@pytest.mark.parametrize("pieces", (1, 5, 64))
@pytest.mark.parametrize("length", (1, 5))
@pytest.mark.parametrize(
    "function", (one_further, checked_before, checked_alone, checked_once, divided, checked_after), ids=lambda f: f.__name__
)
def test_what_a_piece_raises_is_raised_also_where_nobody_needs_its_results(function, length, pieces):
    x, out = -np.ones(length), np.zeros(length)
    with pytest.raises(Exception) as expected:  # noqa: PT011
        function(x, out.copy())
    with pytest.raises(type(expected.value)):
        up.dask.compute(function, x, out, pieces=pieces)
    assert not out.any()
    called = up.dask.call(function, da.from_array(x, chunks=2), da.from_array(out, chunks=2), pieces=pieces)
    for value in (called.result, *called.stored.values()):
        if value is not None:
            with pytest.raises(type(expected.value)):
                value.compute()


def test_without_dask_the_package_works(tmp_path):
    import subprocess
    import sys

    (tmp_path / "dask.py").write_text("raise ImportError('no dask')\n")
    program = "import unpython as up\nassert up.jit\ntry:\n    up.dask\nexcept ImportError as e:\n    print(e)\n"
    paths = [str(tmp_path), str(Path(up.__file__).parents[1])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([*paths, os.environ.get("PYTHONPATH", "")])}
    ran = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    assert ran.stdout == "unpython.dask needs Dask: pip install 'unpython[dask]'\n"
