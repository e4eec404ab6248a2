"""unpython.dask: calls in pieces have the results of plain calls, bit by bit, and pieces get what they touch."""

import os
from pathlib import Path

import numpy as np
import pytest

import unpython as up
from support.devices import package, require
from unpython import prange

package("dask")
import dask  # noqa: E402
import dask.array as da  # noqa: E402

PIECES = (1, 2, 4, 7)


@pytest.fixture(autouse=True, params=["synchronous", "threads"])
def scheduler(request):
    with dask.config.set(scheduler=request.param):
        yield request.param


@up.jit
def scaled(x, by):
    out = np.empty_like(x)
    for i in prange(x.shape[0]):
        out[i] = x[i] * by
    return out


@up.jit
def smooth(x, out):
    for i in prange(1, x.shape[0] - 1):
        out[i] = (x[i - 1] + x[i] + x[i + 1]) / 3.0


@up.jit
def five_points(x, out):
    for i in prange(1, x.shape[0] - 1):
        for j in prange(1, x.shape[1] - 1):
            out[i, j] = 0.2 * (x[i, j] + x[i - 1, j] + x[i + 1, j] + x[i, j - 1] + x[i, j + 1])


@up.jit
def every_fourth(x, out):
    for i in prange(out.shape[0]):
        out[i] = x[4 * i]


@up.jit
def transposed(x, out):
    for i in prange(out.shape[0]):
        for j in range(out.shape[1]):
            out[i, j] = x[j, i]


@up.jit
def product(a, b, c):
    for i in prange(a.shape[0]):
        for j in prange(b.shape[1]):
            s = 0.0
            for k in range(a.shape[1]):
                s += a[i, k] * b[k, j]
            c[i, j] = s


@up.jit
def matmul(a, b):
    return a @ b


@up.jit
def histogram(keys, counts):
    for i in prange(keys.shape[0]):
        counts[keys[i]] += 1


@up.jit
def latest(keys, values, best):
    for i in prange(keys.shape[0]):
        best[keys[i]] = max(best[keys[i]], values[i])


@up.jit
def mean(x):
    s = 0.0
    for i in prange(x.shape[0]):
        s += x[i]
    return s / x.shape[0]


@up.jit
def sum_of_rows(x):
    s = x[0, 0] - x[0, 0]
    for i in prange(x.shape[0]):
        for j in prange(x.shape[1]):
            s += x[i, j]
    return s


@up.jit
def into_cell(x, cell):
    for i in prange(x.shape[0]):
        cell[0] += x[i]


@up.jit
def extremes(x):
    low = x[0]
    high = x[0]
    at = 0
    for i in prange(x.shape[0]):
        if x[i] < low:
            low = x[i]
            at = i
        high = max(high, x[i])
    return low, at, high


@up.jit
def flags(x):
    found = False
    bits = 0
    for i in prange(x.shape[0]):
        bits |= x[i]
        if x[i] == 77:
            found = True
    return found, bits


@up.jit
def unit(x):
    length = np.sqrt((x * x).sum())
    return x / length


@up.jit
def sweeps(x, rounds):
    y = x.copy()
    for _ in range(rounds):
        for i in prange(1, x.shape[0] - 1):
            y[i] = 0.5 * (x[i - 1] + x[i + 1])
        for i in prange(1, x.shape[0] - 1):
            x[i] = y[i]
    return y[1:-1]


@up.jit
def some(x, out):
    for i in prange(x.shape[0]):
        if x[i] > 0.5:
            out[i] = x[i]


@up.jit
def columns(x):
    return x.sum(axis=0), x.max(axis=1)


@up.jit
def mixed(x):
    s = 0.0
    for i in prange(x.shape[0]):
        s += x[i]
    return x * 2.0, s, x[::2], np.outer(x[:9], x[:5]).T


@up.jit
def with_arrays_of_their_own(x, out):
    for i in prange(x.shape[0]):
        own = np.zeros(3)
        for k in range(3):
            own[k] = x[i] * k
        out[i] = own.sum()


def keys(count, most):
    return np.random.default_rng(3).integers(0, most, count)


def numbers(*shape):
    return np.random.default_rng(5).random(shape)


CASES = [
    (scaled, lambda: (numbers(1003), 3.0)),
    (scaled, lambda: (numbers(3), 3.0)),
    (scaled, lambda: (numbers(0), 3.0)),
    (smooth, lambda: (numbers(1003), np.zeros(1003))),
    (five_points, lambda: (numbers(40, 33), np.ones((40, 33)))),
    (every_fourth, lambda: (numbers(1000), np.zeros(250))),
    (transposed, lambda: (numbers(30, 20), np.zeros((20, 30)))),
    (product, lambda: (numbers(33, 21), numbers(21, 17), np.zeros((33, 17)))),
    (matmul, lambda: (numbers(33, 21), numbers(21, 17))),
    (histogram, lambda: (keys(5000, 50), np.arange(50))),
    (latest, lambda: (keys(5000, 50), keys(5000, 1000), np.full(50, 990))),
    (mean, lambda: (numbers(20001),)),
    (mean, lambda: (numbers(100),)),
    (sum_of_rows, lambda: (numbers(3000, 7),)),
    (sum_of_rows, lambda: (numbers(3000, 7).astype(np.float32),)),
    (into_cell, lambda: (numbers(20001), np.array([0.1]))),
    (extremes, lambda: (numbers(5000),)),
    (extremes, lambda: (np.repeat([3.0, 1.0, 2.0, 1.0], 700),)),
    (flags, lambda: (keys(5000, 100),)),
    (unit, lambda: (numbers(5000),)),
    (sweeps, lambda: (numbers(500), 5)),
    (some, lambda: (numbers(1000), np.full(1000, -1.0))),
    (columns, lambda: (numbers(70, 30),)),
    (mixed, lambda: (numbers(1000),)),
    (with_arrays_of_their_own, lambda: (numbers(1000), np.zeros(1000))),
]


def same(a, b):
    if isinstance(a, tuple):
        assert isinstance(b, tuple) and len(a) == len(b)
        for left, right in zip(a, b, strict=True):
            same(left, right)
    elif isinstance(a, np.ndarray):
        assert a.dtype == b.dtype and a.shape == b.shape
        assert a.tobytes() == np.ascontiguousarray(b).tobytes()
    else:
        assert type(a) is type(b) and np.array(a).tobytes() == np.array(b).tobytes()


@pytest.mark.parametrize("function, make", CASES, ids=lambda v: getattr(v, "__name__", ""))
def test_results_have_the_bits_of_a_plain_call(function, make):
    plain = make()
    wanted = function(*plain)
    for pieces in PIECES:
        dealt = make()
        same(wanted, up.dask.compute(function, *dealt, pieces=pieces))
        same(plain, dealt)


@pytest.mark.parametrize("function, make", CASES, ids=lambda v: getattr(v, "__name__", ""))
def test_dask_arrays_come_in_and_go_out(function, make):
    plain = make()
    wanted = function(*plain)
    given = make()
    chunked = [da.from_array(a, chunks=tuple(max(1, n // 3) for n in a.shape)) if isinstance(a, np.ndarray) else a for a in given]
    called = up.dask.call(function, *chunked, pieces=3)
    result = called.result
    same(wanted, tuple(part.compute() for part in result) if isinstance(result, tuple) else dask.compute(result)[0])
    names = list(function.py_func.__code__.co_varnames)
    for name, array in called.stored.items():
        same(plain[names.index(name)], array.compute())
    same(make(), given)  # a Dask array does not change, nor what it was made of


def test_a_call_composes_with_other_dask_work():
    x = da.from_array(numbers(1000), chunks=100) + 1.0
    for _ in range(3):
        x = up.dask.call(smooth, x, x * 1.0).stored["out"]
    assert x.numblocks == (10,)
    wanted = numbers(1000) + 1.0
    for _ in range(3):
        out = wanted.copy()
        smooth(wanted, out)
        wanted = out
    assert float((x * 2.0).sum().compute()) == pytest.approx(2.0 * wanted.sum())
    same(wanted, x.compute())


def bytes_of(called):
    return [sent.bytes for sent in called.sent if sent.count >= 0]


def test_pieces_are_sent_their_halos_and_nothing_else():
    x, out = numbers(1002), np.zeros(1002)
    assert bytes_of(up.dask.call(smooth, x, out, pieces=4)) == [252 * 8] * 4
    x = numbers(42, 30)
    # Rows with their neighbours: the corners of the window are not read.
    assert bytes_of(up.dask.call(five_points, x, x.copy(), pieces=4)) == [(10 * 30 + 2 * 28) * 8] * 4
    assert bytes_of(up.dask.call(every_fourth, numbers(1000), np.zeros(250), pieces=5)) == [50 * 8] * 5
    assert bytes_of(up.dask.call(transposed, numbers(30, 20), np.zeros((20, 30)), pieces=4)) == [5 * 30 * 8] * 4
    a, b = numbers(32, 21), numbers(21, 17)
    assert bytes_of(up.dask.call(product, a, b, np.zeros((32, 17)), pieces=4)) == [(8 * 21 + 21 * 17) * 8] * 4
    assert bytes_of(up.dask.call(histogram, keys(4000, 50), np.zeros(50, np.int64), pieces=4)) == [1000 * 8] * 4
    # What a piece may leave as it was is sent.
    assert bytes_of(up.dask.call(some, numbers(1000), numbers(1000), pieces=4)) == [2 * 250 * 8] * 4


@pytest.mark.parametrize("kind", ["opencl", "cuda"])
def test_pieces_run_on_the_device_of_the_worker(kind, scheduler, monkeypatch):
    device = require(kind)
    from unpython.dask import worker

    used = []
    known = worker._staged

    def watched(recipe):
        used.append(known(recipe))
        return used[-1]

    monkeypatch.setattr(worker, "_staged", watched)
    x, out, plain = numbers(4001), np.zeros(4001), np.zeros(4001)
    with up.options(device=device):
        up.dask.compute(smooth, x, out, pieces=3)
    smooth(x, plain)
    same(plain, out)
    assert {staged.ran_on_device for staged in used} == {True}


def test_pieces_follow_the_chunks():
    x = da.from_array(numbers(100, 30), chunks=((20, 50, 30), (30,)))
    called = up.dask.call(five_points, x, x)
    assert [(sent.first, sent.count) for sent in called.sent] == [(0, 19), (19, 50), (69, 29)]
    assert called.stored["out"].chunks == x.chunks
    # They cannot, where sums have a tree of their own.
    assert [sent.count for sent in up.dask.call(sum_of_rows, x).sent if sent.count > 0] == [100]


@up.jit
def one_row(x, row, value):
    for j in prange(x.shape[1]):
        x[row, j] = value


def test_elements_that_nobody_stores_do_not_travel(monkeypatch):
    x = numbers(1000, 30)
    wanted = x.copy()
    one_row(wanted, 7, 2.5)
    values = []
    compute = dask.compute

    def watched(*collections):
        values.append(compute(*collections))
        return values[-1]

    monkeypatch.setattr(dask, "compute", watched)
    up.dask.compute(one_row, x, 7, 2.5, pieces=3)
    same(wanted, x)
    ((_, (parts,), _),) = values
    assert sum(part.size for part in parts) == 30
    assert sum(sent.bytes for sent in up.dask.call(one_row, x, 7, 2.5, pieces=3).sent) == 0


GLOBAL = np.zeros(10)


@up.jit
def stores_to_a_global(x):
    for i in prange(x.shape[0]):
        GLOBAL[i] = x[i]


@up.jit
def reads_a_global(x):
    out = np.empty_like(x)
    for i in prange(x.shape[0]):
        out[i] = x[i] + GLOBAL[i]
    return out


def test_global_arrays_are_read():
    GLOBAL[:] = np.arange(10)
    same(numbers(10) + np.arange(10), up.dask.compute(reads_a_global, numbers(10), pieces=2))
    with pytest.raises(TypeError, match="global array"):
        up.dask.call(stores_to_a_global, numbers(10))


def test_an_operand_is_sent_once_to_each_worker():
    a, b = numbers(64, 30), numbers(30, 50)
    graph = dict(up.dask.call(matmul, a, b, pieces=8).result.dask)
    assert sum(value.size for value in graph.values() if isinstance(value, np.ndarray)) == a.size + b.size


def test_tasks_get_the_bytes_that_are_promised(monkeypatch):
    """Counted where the task runs."""
    from unpython.dask import worker

    seen = []
    place = worker._place

    def counting(order, parts):
        seen.append(sum(part.nbytes for part in parts))
        return place(order, parts)

    monkeypatch.setattr(worker, "_place", counting)
    x = da.from_array(numbers(42, 30), chunks=(7, 11))
    called = up.dask.call(five_points, x, np.ones((42, 30)), pieces=4)
    called.stored["out"].compute()
    assert sorted(seen) == sorted(bytes_of(called)) == [(10 * 30 + 2 * 28) * 8] * 4


def test_memory_maps_and_anything_with_slices(tmp_path):
    x = numbers(1000)
    mapped = np.memmap(tmp_path / "x", np.float64, "w+", shape=(1000,))
    mapped[:] = x
    out = np.memmap(tmp_path / "out", np.float64, "w+", shape=(1000,))
    assert up.dask.compute(smooth, mapped, out, pieces=4) is None
    wanted = np.zeros(1000)
    smooth(x, wanted)
    same(wanted, np.array(out))

    class Sliced:
        shape, dtype = (1000,), np.dtype(np.float64)
        asked = []

        def __getitem__(self, index):
            self.asked.append(index)
            return x[index]

    source = Sliced()
    same(wanted, up.dask.call(smooth, source, np.zeros(1000), pieces=2).stored["out"].compute())
    assert sorted(str(index) for index in source.asked) == ["(slice(0, 501, 1),)", "(slice(499, 1000, 1),)"]


def test_zarr_arrays(tmp_path):
    zarr = package("zarr")
    x = zarr.create_array(tmp_path / "x", shape=(1000,), chunks=(100,), dtype="f8")
    x[:] = numbers(1000)
    out = zarr.create_array(tmp_path / "out", shape=(1000,), chunks=(100,), dtype="f8")
    up.dask.compute(smooth, x, out, pieces=4)
    wanted = np.zeros(1000)
    smooth(numbers(1000), wanted)
    same(wanted, out[:])


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
def moved_on(x, v):
    for i in prange(x.shape[0]):
        x[i] += 0.1 * v[i]
    for i in prange(0, x.shape[0] - 1, 2):
        x[i + 1] *= v[i]


@pytest.mark.parametrize("pieces", PIECES)
def test_each_iteration_updates_an_element_of_its_own(pieces):
    x, v = numbers(100), numbers(100)
    wanted = x.copy()
    moved_on(wanted, v)
    up.dask.compute(moved_on, x, v, pieces=pieces)
    same(wanted, x)
    called = up.dask.call(moved_on, da.from_array(x), da.from_array(v), pieces=4)
    assert [sent.bytes for sent in called.sent[:4]] == [400] * 4


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


@pytest.mark.parametrize("length", (0, 2))
def test_arrays_of_which_no_element_is_stored_are_given_all_the_same(length):
    x, out = numbers(length), numbers(length) + 1
    stored = up.dask.call(smooth, da.from_array(x), da.from_array(out)).stored
    np.testing.assert_array_equal(stored["out"].compute(), out)


def test_without_dask_the_package_works(tmp_path):
    import subprocess
    import sys

    (tmp_path / "dask.py").write_text("raise ImportError('no dask')\n")
    program = "import unpython as up\nassert up.jit\ntry:\n    up.dask\nexcept ImportError as e:\n    print(e)\n"
    paths = [str(tmp_path), str(Path(up.__file__).parents[1])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([*paths, os.environ.get("PYTHONPATH", "")])}
    ran = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    assert ran.stdout == "unpython.dask needs Dask: pip install 'unpython[dask]'\n"
