"""Vectors (papers/5): VectorAdd, Saxpy, Scopy, Sscal, Sswap, Srot, and the reductions Sdot, Sasum, Snrm2, Isamax, Isamin."""

import numpy as np
from program import Program, over_rows
from unpython import prange

ALPHA, COS, SIN = np.float32(1.5), np.float32(0.8), np.float32(0.6)
SIZE, SMALL = 4_000_000, 4096


def vector_add(x, y):
    z = np.empty_like(x)
    for i in prange(x.shape[0]):
        z[i] = x[i] + y[i]
    return z


def saxpy(x, y):
    z = np.empty_like(x)
    for i in prange(x.shape[0]):
        z[i] = ALPHA * x[i] + y[i]
    return z


def scopy(x):
    z = np.empty_like(x)
    for i in prange(x.shape[0]):
        z[i] = x[i]
    return z


def sscal(x):
    z = np.empty_like(x)
    for i in prange(x.shape[0]):
        z[i] = ALPHA * x[i]
    return z


def sswap(x, y):
    z = np.empty((x.shape[0], 2), dtype=x.dtype)
    for i in prange(x.shape[0]):
        z[i, 0] = y[i]
        z[i, 1] = x[i]
    return z


def srot(x, y):
    z = np.empty((x.shape[0], 2), dtype=x.dtype)
    for i in prange(x.shape[0]):
        z[i, 0] = COS * x[i] + SIN * y[i]
        z[i, 1] = COS * y[i] - SIN * x[i]
    return z


def sdot(x, y):
    s = x[0] * 0
    for i in prange(x.shape[0]):
        s += x[i] * y[i]
    return s


def sasum(x):
    s = x[0] * 0
    for i in prange(x.shape[0]):
        s += abs(x[i])
    return s


def snrm2(x):
    s = x[0] * 0
    for i in prange(x.shape[0]):
        s += x[i] * x[i]
    return np.sqrt(s)


def isamax(x):
    best = np.float32(-1)
    place = 0
    for i in prange(x.shape[0]):
        if abs(x[i]) > best:
            best = abs(x[i])
            place = i
    return best, place


def isamin(x):
    best = np.float32(np.inf)
    place = 0
    for i in prange(x.shape[0]):
        if abs(x[i]) < best:
            best = abs(x[i])
            place = i
    return best, place


def isamax_of_block(x, places):
    best, place = isamax(x)
    return best, places[place]


def isamin_of_block(x, places):
    best, place = isamin(x)
    return best, places[place]


def vectors(count):
    def make(n):
        return tuple(np.random.default_rng(7).uniform(-1, 1, (count, n)).astype(np.float32))

    return make


def maps(name, function, count, oracle):
    return Program(name, 5, vectors(count), function, over_rows(function, count), oracle, SIZE, SMALL, rtol=1e-6, atol=1e-6)


def sums(name, function, count, oracle, gather=sum):
    graph = over_rows(function, count)
    return Program(name, 5, vectors(count), function, graph, oracle, SIZE, SMALL, rtol=1e-4, atol=0.05, gather=gather)


def places(name, function, of_block, oracle, first):
    def graph(place, x):
        return over_rows(of_block, 2)(place, x, np.arange(len(x)))

    return Program(name, 5, vectors(1), function, graph, oracle, SIZE, SMALL, gather=first)


PROGRAMS = (
    maps("VectorAdd", vector_add, 2, lambda x, y: x + y),
    maps("Saxpy", saxpy, 2, lambda x, y: ALPHA * x + y),
    maps("Scopy", scopy, 1, np.copy),
    maps("Sscal", sscal, 1, lambda x: ALPHA * x),
    maps("Sswap", sswap, 2, lambda x, y: np.stack((y, x), axis=1)),
    maps("Srot", srot, 2, lambda x, y: np.stack((COS * x + SIN * y, COS * y - SIN * x), axis=1)),
    sums("Sdot", sdot, 2, np.dot),
    sums("Sasum", sasum, 1, lambda x: np.abs(x).sum()),
    sums("Snrm2", snrm2, 1, np.linalg.norm, lambda norms: float(np.sqrt(np.sum(np.square(norms))))),
    places(
        "Isamax", isamax, isamax_of_block, lambda x: (np.abs(x).max(), np.abs(x).argmax()),
        lambda found: max(found, key=lambda f: f[0]),
    ),
    places(
        "Isamin", isamin, isamin_of_block, lambda x: (np.abs(x).min(), np.abs(x).argmin()),
        lambda found: min(found, key=lambda f: f[0]),
    ),
)  # fmt: skip
