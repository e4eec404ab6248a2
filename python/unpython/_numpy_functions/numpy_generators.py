"""Generators of `np.random.default_rng(seed)` that stay in their function: Python keeps them by a number, and draws.

Only so many are kept for each thread: the number of one that is older is an error, never another generator."""

from __future__ import annotations

import itertools
import threading

import numpy as np
from unpython._host import HostFunction

_MOST = 1024
_kept = threading.local()
_numbers = itertools.count(1)


def _open(*seed):
    generators = _kept.__dict__.setdefault("generators", {})
    number = next(_numbers)
    generators[number] = np.random.default_rng(*seed)
    if len(generators) > _MOST:
        del generators[next(iter(generators))]
    return number


def _generator(number):
    try:
        return _kept.generators[number]
    except (AttributeError, KeyError):
        raise NotImplementedError("this generator of random numbers was made too long ago") from None


def _one(name, gives, as_python):
    return HostFunction(lambda number, *given: as_python(getattr(_generator(number), name)(*given)), gives, name=f"numpy.random.Generator.{name}")


def _several(name):
    def draw(number, *given, size):
        return getattr(_generator(number), name)(*given, size=size)

    return HostFunction(draw, "array", is_sized=True, name=f"numpy.random.Generator.{name}")


_opened = HostFunction(_open, "int64", name="numpy.random.default_rng")
_random, _randoms = _one("random", "float64", float), _several("random")
_normal, _normals = _one("normal", "float64", float), _several("normal")
_uniform, _uniforms = _one("uniform", "float64", float), _several("uniform")
_exponential, _exponentials = _one("exponential", "float64", float), _several("exponential")
_poisson, _poissons = _one("poisson", "int64", int), _several("poisson")
_integer, _integers = _one("integers", "int64", int), _several("integers")
_permutation = HostFunction(lambda number, x: _generator(number).permutation(x), "array", name="numpy.random.Generator.permutation")


def opened(seed=None):
    if seed is None:
        return _opened()
    else:
        return _opened(seed)


def random(generator, size=None):
    if size is None:
        return _random(generator)
    else:
        return _randoms(size, np.float64, generator)


def normal(generator, loc=0.0, scale=1.0, size=None):
    if size is not None:
        return _normals(size, np.float64, generator, loc, scale)
    elif np.ndim(loc) != 0 or np.ndim(scale) != 0:
        return _normals((loc + scale).shape, np.float64, generator, loc, scale)
    else:
        return _normal(generator, loc, scale)


def standard_normal(generator, size=None):
    return normal(generator, 0.0, 1.0, size)


def uniform(generator, low=0.0, high=1.0, size=None):
    if size is not None:
        return _uniforms(size, np.float64, generator, low, high)
    elif np.ndim(low) != 0 or np.ndim(high) != 0:
        return _uniforms((low + high).shape, np.float64, generator, low, high)
    else:
        return _uniform(generator, low, high)


def exponential(generator, scale=1.0, size=None):
    if size is not None:
        return _exponentials(size, np.float64, generator, scale)
    elif np.ndim(scale) != 0:
        return _exponentials(scale.shape, np.float64, generator, scale)
    else:
        return _exponential(generator, scale)


def poisson(generator, lam=1.0, size=None):
    if size is not None:
        return _poissons(size, np.int64, generator, lam)
    elif np.ndim(lam) != 0:
        return _poissons(lam.shape, np.int64, generator, lam)
    else:
        return _poisson(generator, lam)


def integers(generator, low, high=None, size=None):
    if high is None:
        return integers_between(generator, 0, low, size)
    else:
        return integers_between(generator, low, high, size)


def integers_between(generator, low, high, size):
    if size is not None:
        return _integers(size, np.int64, generator, low, high)
    elif np.ndim(low) != 0 or np.ndim(high) != 0:
        return _integers((low + high).shape, np.int64, generator, low, high)
    else:
        return np.int64(_integer(generator, low, high))


def permutation(generator, x):
    if np.ndim(x) == 0:
        return _permutation(x, np.int64, generator, x)
    else:
        return _permutation(x.shape, x.dtype, generator, x)
