"""Element-wise work on many points."""

import numpy as np

from numpy_programs import Program


def arc_distance(latitude_1, longitude_1, latitude_2, longitude_2):
    chord = np.sin((latitude_2 - latitude_1) / 2) ** 2
    chord = chord + np.cos(latitude_1) * np.cos(latitude_2) * np.sin((longitude_2 - longitude_1) / 2) ** 2
    return 2 * np.arctan2(np.sqrt(chord), np.sqrt(1 - chord))


def clip_compute(first, second, a, b, c):
    return np.clip(first, 2, 10) * a + second * b + c


def azimuthal_histogram(values, radius, bins):
    counts = np.histogram(radius, bins)[0]
    sums = np.histogram(radius, bins, weights=values)[0]
    return sums / counts


def trace_shift(a):
    trace = 0.0
    for i in range(a.shape[0]):
        trace += np.tanh(a[i, i])
    return a + trace


def mandelbrot_masked(left, right, low, high, columns, rows, steps, horizon):
    x = np.linspace(left, right, columns)
    y = np.linspace(low, high, rows)
    c = x + y[:, None] * 1j
    z = np.zeros(c.shape, dtype=np.complex128)
    count = np.zeros(c.shape, dtype=np.int64)
    for step in range(steps):
        inside = np.less(np.abs(z), horizon)
        count[inside] = step
        z[inside] = z[inside] ** 2 + c[inside]
    count[count == steps - 1] = 0
    return z, count


def mandelbrot_shrinking(left, right, low, high, columns, rows, steps, horizon):
    x = np.linspace(left, right, columns)
    y = np.linspace(low, high, rows)
    c = (x + y[:, None] * 1j).ravel()
    place = np.arange(columns * rows)
    count = np.zeros(columns * rows, dtype=np.int64)
    last = np.zeros(columns * rows, dtype=np.complex128)
    z = np.zeros(columns * rows, dtype=np.complex128)
    for step in range(steps):
        if len(z) == 0:
            break
        z = z * z + c
        leaves = np.abs(z) > horizon
        count[place[leaves]] = step + 1
        last[place[leaves]] = z[leaves]
        stays = np.logical_not(leaves)
        z = z[stays]
        c = c[stays]
        place = place[stays]
    return last.reshape(rows, columns), count.reshape(rows, columns)


def _angles(rng, count):
    return tuple(rng.uniform(-1.5, 1.5, count) for _ in range(4))


PROGRAMS = {
    "arc_distance": Program(lambda rng: _angles(rng, 1_000_000)),
    "clip_compute": Program(
        lambda rng: (*rng.integers(0, 1000, (2, 1500, 1500)), np.int64(4), np.int64(3), np.int64(9))
    ),
    "azimuthal_histogram": Program(lambda rng: (rng.random(400_000), rng.random(400_000), 100)),
    "trace_shift": Program(lambda rng: (rng.random((1500, 1500)),)),
    "mandelbrot_masked": Program(lambda rng: (-1.75, 0.25, -1.0, 1.0, 200, 200, 60, 2.0), chaotic=0.01),
    "mandelbrot_shrinking": Program(lambda rng: (-1.75, 0.25, -1.0, 1.0, 250, 250, 60, 2.0), chaotic=0.01),
}
