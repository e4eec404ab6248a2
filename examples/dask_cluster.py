"""A stencil, a sum and a histogram on the workers of a Dask cluster that this program starts on its own machine.

    python examples/dask_cluster.py        needs: pip install 'unpython[dask]'
"""

import dask.array as da
import numpy as np
import unpython as up
from distributed import Client, LocalCluster
from unpython import prange


@up.jit
def heat(t, out):
    for i in prange(1, t.shape[0] - 1):
        for j in prange(1, t.shape[1] - 1):
            out[i, j] = 0.25 * (t[i - 1, j] + t[i + 1, j] + t[i, j - 1] + t[i, j + 1])


@up.jit
def mean(t):
    s = 0.0
    for i in prange(t.shape[0]):
        for j in prange(t.shape[1]):
            s += t[i, j]
    return s / t.size


@up.jit
def histogram(t, counts):
    for i in prange(t.shape[0]):
        for j in range(t.shape[1]):
            counts[int(t[i, j] * counts.shape[0])] += 1


def main() -> None:
    start = np.random.default_rng(1).random((2048, 512))
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster):
        t = da.from_array(start, chunks=(512, 512))
        for _ in range(5):
            called = up.dask.call(heat, t, t)  # runs nothing yet; `out` starts as a copy of `t`
            t = called.stored["out"]
        for sent in called.sent:
            print(f"line {sent.line}, iterations {sent.first} to {sent.first + sent.count - 1}: {sent.bytes} bytes")
        t = t.persist()
        counts = np.zeros(8, np.int64)
        up.dask.compute(histogram, t, counts)
        by_workers = up.dask.compute(mean, t)
        print("histogram:", counts)

    out = start.copy()
    for _ in range(5):
        heat(start, out)
        start, out = out, start
        out[:] = start
    print("mean:", by_workers, "- the bits of a plain call:", by_workers == mean(start))


if __name__ == "__main__":
    main()
