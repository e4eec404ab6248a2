"""Generators of the module `random` with a state of their own, random.Random(seed): Python keeps them by a number, as those of NumPy
(numpy_generators.py), and draws."""

from __future__ import annotations

import random as python_random

import numpy as np

from unpython._host import HostFunction
from unpython._library.numpy_functions import numpy_generators

named = numpy_generators.named


def _one(name, gives):
    return HostFunction(lambda number, *given: getattr(numpy_generators.generator_of(number), name)(*given), gives, name=f"random.Random.{name}")


_opened = HostFunction(lambda *seed: numpy_generators.keep(python_random.Random(*seed)), "int64", name="random.Random")
_random = _one("random", "float64")
_randint, _randrange = _one("randint", "int64"), _one("randrange", "int64")
_uniform, _gauss = _one("uniform", "float64"), _one("gauss", "float64")
_normalvariate, _expovariate = _one("normalvariate", "float64"), _one("expovariate", "float64")
_places = HostFunction(
    lambda number, n, k: np.array(numpy_generators.generator_of(number).sample(range(n), k), np.int64), "array", name="random.Random.sample"
)


def opened(seed=None):
    if seed is None:
        return _opened()
    else:
        return _opened(seed)


def random(generator):
    return _random(generator)


def randint(generator, a, b):
    return _randint(generator, a, b)


def randrange(generator, start, stop=None, step=1):
    if stop is None:
        return _randrange(generator, start)
    else:
        return _randrange(generator, start, stop, step)


def uniform(generator, a, b):
    if type(a + 0.0) is float and type(b + 0.0) is float:
        return _uniform(generator, a, b)
    return a + (b - a) * _random(generator)


def gauss(generator, mu=0.0, sigma=1.0):
    if type(mu + 0.0) is float and type(sigma + 0.0) is float:
        return _gauss(generator, mu, sigma)
    return mu + _gauss(generator, 0.0, 1.0) * sigma


def normalvariate(generator, mu=0.0, sigma=1.0):
    if type(mu + 0.0) is float and type(sigma + 0.0) is float:
        return _normalvariate(generator, mu, sigma)
    return mu + _normalvariate(generator, 0.0, 1.0) * sigma


def expovariate(generator, lambd=1.0):
    if type(lambd + 0.0) is float:
        return _expovariate(generator, lambd)
    return _expovariate(generator, 1.0) / lambd


def choice(generator, seq):
    if len(seq) == 0:
        raise IndexError("Cannot choose from an empty sequence")
    return seq[_randrange(generator, len(seq))]


def shuffle(generator, x):
    for i in range(len(x) - 1, 0, -1):
        j = _randrange(generator, i + 1)
        item = x[i]
        x[i] = x[j]
        x[j] = item


def sample(generator, population, k):
    """Which places are drawn depends on how many there are alone."""
    return [population[i] for i in _places((k,), np.int64, generator, len(population), k)]
