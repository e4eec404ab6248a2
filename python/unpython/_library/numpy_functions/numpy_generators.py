"""Generators of `np.random.default_rng(seed)`: Python keeps them by a number, and draws. What those of `np.random.RandomState` draw
otherwise is in random_states.py; distributions that few draw from are in rarer_distributions.py.

Of those that functions make or are given only so many are kept for each thread: the number of one that is older is an error, never
another generator. Those that are named outside of a function stay."""

from __future__ import annotations

import itertools
import threading
from typing import Any

import numpy as np

from unpython._host import HostFunction, own
from unpython._library.numpy_functions.host_numbers import OF_FLOATS
from unpython._loops import _Refusal

_MOST = 1024
_kept = threading.local()
_named: dict[int, Any] = {}
_numbers = itertools.count(1)


def keep(generator):
    """The number of a generator that a function makes."""
    generators = _kept.__dict__.setdefault("generators", {})
    number = next(_numbers)
    generators[number] = generator
    if len(generators) > _MOST:
        del generators[next(iter(generators))]
    return number


def kept(generator):
    """The number of a generator that a call gives."""
    generators = _kept.__dict__.setdefault("generators", {})
    number = -id(generator)
    generators.pop(number, None)
    generators[number] = generator
    if len(generators) > _MOST:
        del generators[next(iter(generators))]
    return number


def named(generator):
    """The number of a generator that a name outside of the function stands for."""
    for number, other in _named.items():
        if other is generator:
            return number
    _named[-1 - len(_named)] = generator
    return -len(_named)


def generator_of(number):
    if number in _named:
        return _named[number]
    try:
        return _kept.generators[number]
    except (AttributeError, KeyError):
        raise NotImplementedError("this generator of random numbers was made too long ago") from None


def _one(name, gives, as_python):
    return HostFunction(lambda number, *given: as_python(getattr(generator_of(number), name)(*given)), gives, name=f"numpy.random.Generator.{name}")


def _several(name):
    def draw(number, *given, size):
        return getattr(generator_of(number), name)(*given, size=size)

    return HostFunction(draw, "array", is_sized=True, name=f"numpy.random.Generator.{name}")


#: Sources of bits that a generator may have, each by its place.
SOURCES = ("PCG64", "PCG64DXSM", "MT19937", "Philox", "SFC64")
_opened = HostFunction(lambda *seed: keep(np.random.default_rng(*seed)), "int64", name="numpy.random.default_rng")
_opened_on = HostFunction(
    lambda source, *seed: keep(np.random.Generator(getattr(np.random, SOURCES[source])(*seed))), "int64", name="numpy.random.Generator"
)
_random, _randoms = _one("random", "float64", float), _several("random")
_normal, _normals = _one("normal", "float64", float), _several("normal")
_uniform, _uniforms = _one("uniform", "float64", float), _several("uniform")
_exponential, _exponentials = _one("exponential", "float64", float), _several("exponential")
_poisson, _poissons = _one("poisson", "int64", int), _several("poisson")
_integer, _integers = _one("integers", "int64", int), _several("integers")
_binomial, _binomials = _one("binomial", "int64", int), _several("binomial")
float_of = HostFunction(lambda kind, number, *given: float(getattr(generator_of(number), OF_FLOATS[kind])(*given)), "float64", name="numpy.random.Generator")
floats_of = HostFunction(
    lambda kind, number, *given, size: getattr(generator_of(number), OF_FLOATS[kind])(*given, size=size), "array", is_sized=True,
    name="numpy.random.Generator",
)  # fmt: skip
_typed_integers = HostFunction(
    lambda number, low, high, endpoint, kind, size: generator_of(number).integers(low, high, size, kind.dtype, endpoint), "array", is_sized=True,
    name="numpy.random.Generator.integers",
)  # fmt: skip
_typed_floats = HostFunction(
    lambda number, kind, size: generator_of(number).random(size, kind.dtype), "array", is_sized=True, name="numpy.random.Generator.random"
)
_typed_normals = HostFunction(
    lambda number, kind, size: generator_of(number).standard_normal(size, kind.dtype), "array", is_sized=True,
    name="numpy.random.Generator.standard_normal",
)  # fmt: skip
_permuted = HostFunction(lambda number, x, axis: generator_of(number).permuted(own(x), axis=axis), "array", name="numpy.random.Generator.permuted")
_permuted_all = HostFunction(lambda number, x: generator_of(number).permuted(own(x)), "array", name="numpy.random.Generator.permuted")
_geometric, _geometrics = _one("geometric", "int64", int), _several("geometric")
_choices = HostFunction(
    lambda number, a, replace, size: generator_of(number).choice(a, size, replace), "array", is_sized=True, name="numpy.random.Generator.choice"
)
_weighed = HostFunction(
    lambda number, a, replace, p, size: generator_of(number).choice(a, size, replace, p), "array", is_sized=True,
    name="numpy.random.Generator.choice",
)  # fmt: skip
_chosen = HostFunction(lambda number, n: int(generator_of(number).choice(n)), "int64", name="numpy.random.Generator.choice")
_weighed_one = HostFunction(lambda number, n, p: int(generator_of(number).choice(n, p=p)), "int64", name="numpy.random.Generator.choice")
_last_integer = HostFunction(
    lambda number, low, high: int(generator_of(number).integers(low, high, endpoint=True)), "int64", name="numpy.random.Generator.integers"
)
_last_integers = HostFunction(
    lambda number, low, high, size: generator_of(number).integers(low, high, size, endpoint=True), "array", is_sized=True,
    name="numpy.random.Generator.integers",
)  # fmt: skip
_permutation = HostFunction(lambda number, x: generator_of(number).permutation(own(x)), "array", name="numpy.random.Generator.permutation")


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


def random(generator, size=None, dtype=None):
    if dtype is not None:
        if size is None:
            return int(np.zeros(2, dtype))  # which no array is: Python draws one number of a type
        return _typed_floats(size, dtype, generator, np.zeros(0, dtype))
    elif size is None:
        return _random(generator)
    else:
        return _randoms(size, np.float64, generator)


def _of_list(x):
    """A list as an array; a number, and an array, as it is."""
    if np.ndim(x) == 0:
        return x
    return np.asarray(x)


def normal(generator, loc=0.0, scale=1.0, size=None):
    return _normal_of(generator, _of_list(loc), _of_list(scale), size)


def _normal_of(generator, loc, scale, size):
    if size is not None:
        return _normals(size, np.float64, generator, loc, scale)
    elif np.ndim(loc) != 0 or np.ndim(scale) != 0:
        return _normals((loc + scale).shape, np.float64, generator, loc, scale)
    else:
        return _normal(generator, loc, scale)


def standard_normal(generator, size=None, dtype=None):
    if dtype is not None:
        if size is None:
            return int(np.zeros(2, dtype))  # as above
        return _typed_normals(size, dtype, generator, np.zeros(0, dtype))
    return normal(generator, 0.0, 1.0, size)


def uniform(generator, low=0.0, high=1.0, size=None):
    return _uniform_of(generator, _of_list(low), _of_list(high), size)


def _uniform_of(generator, low, high, size):
    if size is not None:
        return _uniforms(size, np.float64, generator, low, high)
    elif np.ndim(low) != 0 or np.ndim(high) != 0:
        return _uniforms((low + high).shape, np.float64, generator, low, high)
    else:
        return _uniform(generator, low, high)


def exponential(generator, scale=1.0, size=None):
    return _exponential_of(generator, _of_list(scale), size)


def _exponential_of(generator, scale, size):
    if size is not None:
        return _exponentials(size, np.float64, generator, scale)
    elif np.ndim(scale) != 0:
        return _exponentials(scale.shape, np.float64, generator, scale)
    else:
        return _exponential(generator, scale)


def poisson(generator, lam=1.0, size=None):
    return _poisson_of(generator, _of_list(lam), size)


def _poisson_of(generator, lam, size):
    if size is not None:
        return _poissons(size, np.int64, generator, lam)
    elif np.ndim(lam) != 0:
        return _poissons(lam.shape, np.int64, generator, lam)
    else:
        return _poisson(generator, lam)


def binomial(generator, n, p, size=None):
    return _binomial_of(generator, _of_list(n), _of_list(p), size)


def _binomial_of(generator, n, p, size):
    if size is not None:
        return _binomials(size, np.int64, generator, n, p)
    elif np.ndim(n) != 0 or np.ndim(p) != 0:
        return _binomials((n + p).shape, np.int64, generator, n, p)
    else:
        return _binomial(generator, n, p)


def integers(generator, low, high=None, size=None, dtype=None, endpoint=False):
    if dtype is not None:
        if size is None:
            return int(np.zeros(2, dtype))  # which no array is: Python draws one number of a type
        elif high is None:
            return _typed_integers(size, dtype, generator, 0, low, endpoint, np.zeros(0, dtype))
        else:
            return _typed_integers(size, dtype, generator, low, high, endpoint, np.zeros(0, dtype))
    elif high is None:
        return integers_between(generator, 0, low, size, endpoint)
    else:
        return integers_between(generator, low, high, size, endpoint)


def integers_between(generator, low, high, size, endpoint):
    if size is not None:
        return _last_integers(size, np.int64, generator, low, high) if endpoint else _integers(size, np.int64, generator, low, high)
    elif np.ndim(low) != 0 or np.ndim(high) != 0:
        shape = (low + high).shape
        return _last_integers(shape, np.int64, generator, low, high) if endpoint else _integers(shape, np.int64, generator, low, high)
    else:
        return np.int64(_last_integer(generator, low, high) if endpoint else _integer(generator, low, high))


def choice(generator, a, size=None, replace=True, p=None, axis=0):
    return _choice_by(generator, a, size, replace, None if p is None else np.asarray(p), axis)


def _choice_by(generator, a, size, replace, p, axis):
    if np.ndim(a) == 0:
        return _place_below(generator, a, size, replace, p)
    elif np.ndim(a) == 1:
        return _choice_of(generator, np.asarray(a), size, replace, p)
    elif axis == 0:
        return _rows_of(generator, a, size, replace, p)
    else:
        return int(a)  # which no matrix is: Python draws columns


def _place_below(generator, n, size, replace, p):
    if size is None:
        return _chosen(generator, n) if p is None else _weighed_one(generator, n, p)
    else:
        return _choices(size, np.int64, generator, n, replace) if p is None else _weighed(size, np.int64, generator, n, replace, p)


def _choice_of(generator, a, size, replace, p):
    if size is None:
        if len(a) == 0:
            raise ValueError("a cannot be empty unless no samples are taken")
        return a[_chosen(generator, len(a)) if p is None else _weighed_one(generator, len(a), p)]
    else:
        return _choices(size, a.dtype, generator, a, replace) if p is None else _weighed(size, a.dtype, generator, a, replace, p)


def _rows_of(generator, a, size, replace, p):
    """Of an array of several dimensions NumPy draws places."""
    if a.shape[0] == 0:
        if size is None or np.prod(np.asarray(size)) != 0:
            raise ValueError("a cannot be empty unless no samples are taken")
        raise _Refusal("no rows of an array that has none")
    return a[_place_below(generator, a.shape[0], size, replace, p)]


def shuffle(generator, x, axis=0):
    if not hasattr(x, "dtype"):
        items = [x[i] for i in _permutation((len(x),), np.int64, generator, len(x))]
        for i in range(len(items)):
            x[i] = items[i]
    elif np.ndim(x) == 1:
        x[...] = _permutation(x.shape, x.dtype, generator, x)
    elif axis == 0:
        x[...] = permutation(generator, x)
    else:
        int(x)  # as above


def permutation(generator, x, axis=0):
    if np.ndim(x) == 0:
        return _permutation(x * (x > 0), np.int64, generator, x)
    elif np.ndim(x) == 1:
        given = np.asarray(x)
        return _permutation(given.shape, given.dtype, generator, given)
    elif axis == 0:
        return x[_permutation(x.shape[0], np.int64, generator, x.shape[0])]
    else:
        return int(x)  # as above


def permuted(generator, x, axis=None):
    given = np.asarray(x)
    if axis is None:
        return _permuted_all(given.shape, given.dtype, generator, given)
    else:
        return _permuted(given.shape, given.dtype, generator, given, axis)


def standard_exponential(generator, size=None):
    return _drawn0(0, generator, size)


def standard_gamma(generator, shape, size=None):
    return drawn1(2, generator, shape, size)


def gamma(generator, shape, scale=1.0, size=None):
    return drawn2(8, generator, shape, scale, size)


def beta(generator, a, b, size=None):
    return drawn2(9, generator, a, b, size)


def chisquare(generator, df, size=None):
    return drawn1(3, generator, df, size)


def standard_t(generator, df, size=None):
    return drawn1(4, generator, df, size)


def standard_cauchy(generator, size=None):
    return _drawn0(1, generator, size)


def lognormal(generator, mean=0.0, sigma=1.0, size=None):
    return drawn2(10, generator, mean, sigma, size)


def laplace(generator, loc=0.0, scale=1.0, size=None):
    return drawn2(11, generator, loc, scale, size)


def logistic(generator, loc=0.0, scale=1.0, size=None):
    return drawn2(12, generator, loc, scale, size)


def gumbel(generator, loc=0.0, scale=1.0, size=None):
    return drawn2(13, generator, loc, scale, size)


def rayleigh(generator, scale=1.0, size=None):
    return drawn1(5, generator, scale, size)


def weibull(generator, a, size=None):
    return drawn1(6, generator, a, size)


def pareto(generator, a, size=None):
    return drawn1(7, generator, a, size)


def vonmises(generator, mu, kappa, size=None):
    return drawn2(14, generator, mu, kappa, size)


def geometric(generator, p, size=None):
    if size is not None:
        return _geometrics(size, np.int64, generator, p)
    elif np.ndim(p) != 0:
        return _geometrics(p.shape, np.int64, generator, p)
    else:
        return _geometric(generator, p)


def _drawn0(kind, generator, size):
    """By their place in OF_FLOATS."""
    if size is None:
        return float_of(kind, generator)
    else:
        return floats_of(size, np.float64, kind, generator)


def drawn1(kind, generator, a, size):
    return _drawn1(kind, generator, _of_list(a), size)


def _drawn1(kind, generator, a, size):
    if size is not None:
        return floats_of(size, np.float64, kind, generator, a)
    elif np.ndim(a) != 0:
        return floats_of(a.shape, np.float64, kind, generator, a)
    else:
        return float_of(kind, generator, a)


def drawn2(kind, generator, a, b, size):
    return _drawn2(kind, generator, _of_list(a), _of_list(b), size)


def _drawn2(kind, generator, a, b, size):
    if size is not None:
        return floats_of(size, np.float64, kind, generator, a, b)
    elif np.ndim(a) != 0 or np.ndim(b) != 0:
        return floats_of((a + b).shape, np.float64, kind, generator, a, b)
    else:
        return float_of(kind, generator, a, b)
