"""filter (papers/3): a bank of filters: each takes a band out of a signal, of which every fourth sample is kept, and makes its
part of the signal again; the result is the sum of the parts."""

import numpy as np
from program import Program
from unpython import prange

BANKS, TAPS = 4, 128


def filtered(signal, analysis, synthesis):
    banks, taps = analysis.shape
    kept = signal.shape[0] // banks
    bands = np.empty((banks, kept))
    made = np.empty(kept * banks)
    for b in prange(banks):
        for i in prange(kept):
            s = 0.0
            for k in range(taps):
                if i * banks >= k:
                    s += analysis[b, k] * signal[i * banks - k]
            bands[b, i] = s
    for i in prange(kept):
        for phase in prange(banks):
            s = 0.0
            for b in range(banks):
                for k in range(taps // banks):
                    if i >= k:
                        s += synthesis[b, phase + k * banks] * bands[b, i - k]
            made[i * banks + phase] = s
    return made


def by_numpy(signal, analysis, synthesis):
    n = len(signal) // BANKS * BANKS
    made = np.zeros(n)
    for first, second in zip(analysis, synthesis, strict=True):
        band = np.zeros(n)
        band[::BANKS] = np.convolve(signal, first)[:n:BANKS]
        made += np.convolve(band, second)[:n]
    return made


def make(n):
    random = np.random.default_rng(27)
    return random.normal(size=n), *random.normal(size=(2, BANKS, TAPS if n > 1000 else 16))


PROGRAM = Program(
    "filter", 3, make, filtered, None, by_numpy, size=1_000_000, small=256, rtol=1e-9, atol=1e-8, sizes=(1_000_000, 1_500_000),
)  # fmt: skip
