"""unpython.dask on a cluster of processes: results do not depend on the workers, nor on one that dies."""

import os
import signal

import numpy as np
import pytest

import unpython as up
from support.devices import package
from unpython import prange

package("distributed")
import dask.array as da  # noqa: E402
from distributed import Client, LocalCluster, wait  # noqa: E402


@pytest.fixture(scope="module")
def cluster():
    settings = {"n_workers": 1, "threads_per_worker": 1, "processes": True, "dashboard_address": None}
    with LocalCluster(**settings) as made:
        yield made


@pytest.fixture(params=[1, 2, 4])
def client(cluster, request):
    with Client(cluster) as made:
        cluster.scale(request.param)
        made.wait_for_workers(request.param)
        yield made


def functions():
    """Nobody can import them: they go to workers with their source."""

    @up.jit
    def heat(t, out):
        for i in prange(1, t.shape[0] - 1):
            for j in prange(1, t.shape[1] - 1):
                out[i, j] = 0.25 * (t[i - 1, j] + t[i + 1, j] + t[i, j - 1] + t[i, j + 1])

    @up.jit
    def statistics(x):
        s = 0.0
        low = x[0, 0]
        for i in prange(x.shape[0]):
            for j in prange(x.shape[1]):
                s += x[i, j]
                low = min(low, x[i, j])
        return s / x.size, low

    @up.jit
    def histogram(x, counts):
        for i in prange(x.shape[0]):
            for j in range(x.shape[1]):
                counts[int(x[i, j] * counts.shape[0])] += 1

    return heat, statistics, histogram


def numbers(*shape):
    return np.random.default_rng(7).random(shape)


def test_bits_are_equal_for_any_number_of_workers(client):
    heat, statistics, histogram = functions()
    t = numbers(2048, 12)
    x = da.from_array(t, chunks=(512, 12))
    for _ in range(4):
        out = t.copy()
        heat(t, out)
        t = out
        x = up.dask.call(heat, x, x).stored["out"]  # `out` starts as a copy: a Dask array does not change
    assert x.compute().tobytes() == t.tobytes()
    assert up.dask.compute(statistics, x) == statistics(t)
    counts, plain = np.zeros(16, np.int64), np.zeros(16, np.int64)
    up.dask.compute(histogram, x, counts)
    histogram(t, plain)
    assert counts.tolist() == plain.tolist()


def die_once(block, marker):
    """Ends its process the first time."""
    try:
        os.close(os.open(marker, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return block
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_killed_worker_costs_time_only(cluster, tmp_path):
    heat, statistics, _ = functions()
    t = numbers(1024, 12)
    with Client(cluster) as client:
        cluster.scale(2)
        client.wait_for_workers(2)
        x = da.from_array(t, chunks=(128, 12))
        half = up.dask.call(heat, x, x).stored["out"]
        killing = half.map_blocks(die_once, str(tmp_path / "marker"), meta=half._meta)
        last = up.dask.call(heat, killing, half).stored["out"]
        got = last.compute()
        mean = up.dask.compute(statistics, last)
    assert (tmp_path / "marker").exists()
    first, second = t.copy(), t.copy()
    heat(t, first)
    second[:] = first
    heat(first, second)
    assert got.tobytes() == second.tobytes()
    assert mean == statistics(second)


def test_no_more_crosses_than_pieces_read(cluster):
    heat, _, _ = functions()
    rows, columns, chunks = 4096, 64, 4
    with Client(cluster) as client:
        cluster.scale(2)
        client.wait_for_workers(2)
        x = da.from_array(numbers(rows, columns), chunks=(rows // chunks, columns)).persist()
        wait(x)
        client.rebalance(x)
        before = sent_by_workers(client)
        called = up.dask.call(heat, x, x, pieces=chunks)
        wait(called.stored["out"].persist())
        moved = sent_by_workers(client) - before
    # Where Dask runs each piece beside its rows, halos alone cross; it may choose a worker that is idle.
    footprint = sum(sent.bytes for sent in called.sent)
    assert footprint == (rows * columns + 2 * (chunks - 1) * (columns - 2) - 4) * 8
    edges = 2 * rows * 8 + 2 * columns * 8  # of `out`, which stay as they were
    messages = 1 << 16
    assert moved <= footprint + edges + messages


def sent_by_workers(client):
    return sum(client.run(lambda dask_worker: dask_worker.transfer_outgoing_bytes_total).values())
