"""unpython.dask: calls in pieces have the results of plain calls, bit by bit, and pieces get what they touch."""

import numpy as np
import pytest
import unpython as up
from support import dask_calls
from support.dask_calls import every_fourth, keys, numbers, same, scaled, smooth
from support.devices import package, require
from unpython import prange

package("dask")
import dask  # noqa: E402
import dask.array as da  # noqa: E402

scheduler = dask_calls.scheduler

PIECES = (1, 2, 4, 7)


@up.jit
def five_points(x, out):
    for i in prange(1, x.shape[0] - 1):
        for j in prange(1, x.shape[1] - 1):
            out[i, j] = 0.2 * (x[i, j] + x[i - 1, j] + x[i + 1, j] + x[i, j - 1] + x[i, j + 1])


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


@pytest.mark.parametrize("length", (0, 2))
def test_arrays_of_which_no_element_is_stored_are_given_all_the_same(length):
    x, out = numbers(length), numbers(length) + 1
    stored = up.dask.call(smooth, da.from_array(x), da.from_array(out)).stored
    np.testing.assert_array_equal(stored["out"].compute(), out)
