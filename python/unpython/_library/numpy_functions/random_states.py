"""Generators of `np.random.RandomState(seed)`: kept as those of np.random.default_rng. Here stand the methods that numpy_generators.py has
not, or that mean something else there."""

from __future__ import annotations

import numpy as np

from unpython._host import HostFunction
from unpython._library.numpy_functions.numpy_generators import SOURCES, generator_of, keep, normal
from unpython._library.numpy_functions.numpy_generators import choice as _choice
from unpython._library.numpy_functions.numpy_generators import random as _random

_opened = HostFunction(lambda *seed: keep(np.random.RandomState(*seed)), "int64", name="numpy.random.RandomState")
_opened_on = HostFunction(
    lambda source, *seed: keep(np.random.RandomState(getattr(np.random, SOURCES[source])(*seed))), "int64", name="numpy.random.RandomState"
)
_seed = HostFunction(lambda number, *seed: generator_of(number).seed(*seed), "none", name="numpy.random.RandomState.seed")
_integer = HostFunction(lambda number, *given: generator_of(number).randint(*given), "int64", name="numpy.random.RandomState.randint")
_integers = HostFunction(
    lambda number, low, high, size: generator_of(number).randint(low, high, size), "array", is_sized=True, name="numpy.random.RandomState.randint"
)
_typed_integers = HostFunction(
    lambda number, low, high, kind, size: generator_of(number).randint(low, high, size, kind.dtype), "array", is_sized=True,
    name="numpy.random.RandomState.randint",
)  # fmt: skip


def opened(seed=None):
    if seed is None:
        return _opened()
    elif np.ndim(seed) != 0:
        return _opened(np.asarray(seed))
    else:
        return _opened(seed)


def opened_on(source, seed=None):
    """On bits of one of SOURCES."""
    if seed is None:
        return _opened_on(source)
    elif np.ndim(seed) != 0:
        return _opened_on(source, np.asarray(seed))
    else:
        return _opened_on(source, seed)


def seed(generator, seed=None):
    if seed is None:
        _seed(generator)
    else:
        _seed(generator, seed)


def random(generator, size=None):
    return _random(generator, size)


def random_sample(generator, size=None):
    return _random(generator, size)


def rand(generator, *shape):
    if len(shape) == 0:
        return _random(generator)
    return _random(generator, shape)


def randn(generator, *shape):
    if len(shape) == 0:
        return normal(generator)
    return normal(generator, 0.0, 1.0, shape)


def randint(generator, low, high=None, size=None, dtype=None):
    if dtype is not None:
        if size is None:
            return int(np.zeros(2, dtype))  # which no array is: Python draws one number of a type
        elif high is None:
            return _typed_integers(size, dtype, generator, 0, low, np.zeros(0, dtype))
        else:
            return _typed_integers(size, dtype, generator, low, high, np.zeros(0, dtype))
    elif high is None:
        return _between(generator, 0, low, size)
    else:
        return _between(generator, low, high, size)


def _between(generator, low, high, size):
    if size is not None:
        return _integers(size, np.int64, generator, low, high)
    elif np.ndim(low) != 0 or np.ndim(high) != 0:
        return _integers((low + high).shape, np.int64, generator, low, high)
    else:
        return _integer(generator, low, high)


def choice(generator, a, size=None, replace=True, p=None):
    if np.ndim(a) == 0:
        return _choice(generator, a, size, replace, p)
    items = np.asarray(a)
    if items.ndim != 1:
        raise ValueError("a must be 1-dimensional")
    if size is None and len(items) == 0:
        raise ValueError("'a' cannot be empty unless no samples are taken")
    return _choice(generator, items, size, replace, p)
