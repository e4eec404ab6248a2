"""bscholes (papers/3): prices of options for one volatility after the other; the sum of the prices over all of them."""

import math

import numpy as np
from finance import _erf
from program import Program
from unpython import prange

ROUNDS = 100


def prices(spots, strikes, years, rate, rounds):
    total = np.empty(spots.shape[0])
    for i in prange(spots.shape[0]):
        price = 0.0
        for n in range(rounds):
            volatility = 0.2 + 0.001 * n
            spread = volatility * math.sqrt(years[i])
            d1 = (math.log(spots[i] / strikes[i]) + (rate + 0.5 * volatility * volatility) * years[i]) / spread
            d2 = d1 - spread
            below1 = 0.5 + 0.5 * math.erf(d1 / math.sqrt(2.0))
            below2 = 0.5 + 0.5 * math.erf(d2 / math.sqrt(2.0))
            price += spots[i] * below1 - strikes[i] * math.exp(-rate * years[i]) * below2
        total[i] = price
    return total


def by_numpy(spots, strikes, years, rate, rounds):
    total = np.zeros(len(spots))
    for n in range(rounds):
        volatility = 0.2 + 0.001 * n
        spread = volatility * np.sqrt(years)
        d1 = (np.log(spots / strikes) + (rate + 0.5 * volatility**2) * years) / spread
        below1, below2 = (0.5 + 0.5 * _erf(d / np.sqrt(2.0)) for d in (d1, d1 - spread))
        total += spots * below1 - strikes * np.exp(-rate * years) * below2
    return total


def make(n):
    random = np.random.default_rng(21)
    return random.uniform(10, 50, n), random.uniform(10, 50, n), random.uniform(0.2, 2, n), 0.02, ROUNDS if n > 1000 else 3


PROGRAM = Program(
    "bscholes", 3, make, prices, None, by_numpy, size=51_200, small=48, rtol=1e-9, atol=1e-9, sizes=(51_200, 102_400, 204_800),
)  # fmt: skip
