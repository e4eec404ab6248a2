"""Ocean FFT (papers/5): heights of waves at several times, by a Fourier transform of their spectrum. A row is a time.

The loops transform by themselves; in the graph a compiled task makes the spectrum, and NumPy's transform is the next task.
"""

import numpy as np
import unpython as up
from program import Program
from unpython import prange


def spectra(times, start, speeds):
    n = start.shape[0]
    made = np.empty((times.shape[0], n, n), dtype=np.complex128)
    for t in prange(times.shape[0]):
        for i in range(n):
            for j in range(n):
                turn = np.exp(1j * speeds[i, j] * times[t])
                other = start[(n - i) % n, (n - j) % n]
                made[t, i, j] = start[i, j] * turn + np.conj(other) * np.conj(turn)
    return made


def transformed(line, n):
    """Inverse transform in place of n = 2**k numbers."""
    j = 0
    for i in range(1, n):
        bit = n >> 1
        while j & bit:
            j ^= bit
            bit >>= 1
        j |= bit
        if i < j:
            line[i], line[j] = line[j], line[i]
    size = 2
    while size <= n:
        for first in range(0, n, size):
            for k in range(size // 2):
                turn = np.exp(2j * np.pi * k / size) * line[first + k + size // 2]
                line[first + k + size // 2] = line[first + k] - turn
                line[first + k] = line[first + k] + turn
        size *= 2


def heights(times, start, speeds):
    n = start.shape[0]
    waves = spectra(times, start, speeds)
    made = np.empty((times.shape[0], n, n))
    for t in prange(times.shape[0]):
        for i in range(n):
            transformed(waves[t, i], n)
        for j in range(n):
            transformed(waves[t, :, j], n)
        for i in range(n):
            for j in range(n):
                made[t, i, j] = waves[t, i, j].real / (n * n)
    return made


def by_numpy(times, start, speeds):
    turn = np.exp(1j * speeds * times[:, None, None])
    back = np.roll(start[::-1, ::-1], 1, axis=(0, 1))
    return np.fft.ifft2(start * turn + np.conj(back) * np.conj(turn)).real


def graph(place, times, start, speeds):
    def height(waves):
        return np.fft.ifft2(waves).real.copy()

    return place.cut(times) >> up.task(place.compiled(spectra), args=(start, speeds)) >> up.task(height)


def make(n):
    random = np.random.default_rng(17)
    start = random.normal(size=(n, n)) + 1j * random.normal(size=(n, n))
    return np.linspace(0, 4, 16), start, random.random((n, n))


PROGRAM = Program("Ocean FFT", 5, make, heights, graph, by_numpy, size=128, small=8, rtol=1e-8, atol=1e-10)
