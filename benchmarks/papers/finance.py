"""BlackScholes and MonteCarlo (papers/5): prices of options by a formula and by random paths. A row is spot, strike and years."""

import math

import numpy as np
import unpython as up
from program import Program, over_rows
from unpython import prange

RATE, VOLATILITY, PATHS = 0.02, 0.3, 4096


def normal_below(x):
    return 0.5 * (1.0 + math.erf(x / math.sqrt(2.0)))


def black_scholes(options):
    prices = np.empty((options.shape[0], 2))
    for i in prange(options.shape[0]):
        spot, strike, years = options[i, 0], options[i, 1], options[i, 2]
        spread = VOLATILITY * np.sqrt(years)
        d1 = (np.log(spot / strike) + (RATE + 0.5 * VOLATILITY * VOLATILITY) * years) / spread
        d2 = d1 - spread
        later = strike * np.exp(-RATE * years)
        call = spot * normal_below(d1) - later * normal_below(d2)
        prices[i, 0] = call
        prices[i, 1] = call - spot + later
    return prices


def monte_carlo(options, random):
    prices = np.empty(options.shape[0])
    for i in prange(options.shape[0]):
        spot, strike, years = options[i, 0], options[i, 1], options[i, 2]
        drift = (RATE - 0.5 * VOLATILITY * VOLATILITY) * years
        spread = VOLATILITY * np.sqrt(years)
        total = 0.0
        for _ in prange(PATHS):
            total += max(spot * np.exp(drift + spread * random.normal()) - strike, 0.0)
        prices[i] = np.exp(-RATE * years) * total / PATHS
    return prices


_erf = np.vectorize(math.erf, otypes=[float])


def by_numpy(options):
    spot, strike, years = options.T
    spread = VOLATILITY * np.sqrt(years)
    d1 = (np.log(spot / strike) + (RATE + 0.5 * VOLATILITY**2) * years) / spread
    below = [0.5 * (1.0 + _erf(d / np.sqrt(2.0))) for d in (d1, d1 - spread)]
    later = strike * np.exp(-RATE * years)
    call = spot * below[0] - later * below[1]
    return np.stack((call, call - spot + later), axis=1)


def make(n):
    return (np.random.default_rng(10).uniform((10, 10, 0.2), (50, 50, 2), (n, 3)),)


def make_with_generator(n):
    return (*make(n), up.random(11))


# A price by 4096 paths is off by its deviation / 64; six times that is about 3.0 for the dearest options.
PROGRAMS = (
    Program("BlackScholes", 5, make, black_scholes, over_rows(black_scholes), by_numpy, size=400_000, small=64, rtol=1e-9, atol=1e-9),
    Program(
        "MonteCarlo", 5, make_with_generator, monte_carlo, over_rows(monte_carlo), lambda options, _: by_numpy(options)[:, 0],
        size=1024, small=16, atol=3.0,
    ),
)  # fmt: skip
