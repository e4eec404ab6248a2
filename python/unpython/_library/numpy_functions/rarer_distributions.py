"""Distributions that few draw from: of generators of np.random.default_rng and of np.random.RandomState, as numpy_generators.py."""

from __future__ import annotations

import numpy as np

from unpython._host import HostFunction
from unpython._library.numpy_functions.host_numbers import OF_INTEGERS, sized
from unpython._library.numpy_functions.numpy_generators import drawn1, drawn2, float_of, floats_of, generator_of

_integer_of = HostFunction(lambda kind, number, *given: int(getattr(generator_of(number), OF_INTEGERS[kind])(*given)), "int64", name="numpy.random.Generator")
_integers_of = HostFunction(
    lambda kind, number, *given, size: getattr(generator_of(number), OF_INTEGERS[kind])(*given, size=size), "array", is_sized=True,
    name="numpy.random.Generator",
)  # fmt: skip
_of_outcomes = HostFunction(
    lambda number, n, pvals, size: generator_of(number).multinomial(n, pvals, size[:-1]), "array", is_sized=True,
    name="numpy.random.Generator.multinomial",
)  # fmt: skip
_of_several = HostFunction(
    lambda number, mean, cov, size: generator_of(number).multivariate_normal(mean, cov, size[:-1]), "array", is_sized=True,
    name="numpy.random.Generator.multivariate_normal",
)  # fmt: skip
_of_shares = HostFunction(
    lambda number, alpha, size: generator_of(number).dirichlet(alpha, size[:-1]), "array", is_sized=True,
    name="numpy.random.Generator.dirichlet",
)  # fmt: skip


def power(generator, a, size=None):
    return drawn1(15, generator, a, size)


def wald(generator, mean, scale, size=None):
    return drawn2(16, generator, mean, scale, size)


def f(generator, dfnum, dfden, size=None):
    return drawn2(17, generator, dfnum, dfden, size)


def triangular(generator, left, mode, right, size=None):
    if size is not None:
        return floats_of(size, np.float64, 18, generator, left, mode, right)
    elif np.ndim(left) != 0 or np.ndim(mode) != 0 or np.ndim(right) != 0:
        return floats_of((left + mode + right).shape, np.float64, 18, generator, left, mode, right)
    else:
        return float_of(18, generator, left, mode, right)


def zipf(generator, a, size=None):
    return _drawn_integers1(0, generator, a, size)


def logseries(generator, p, size=None):
    return _drawn_integers1(1, generator, p, size)


def negative_binomial(generator, n, p, size=None):
    if size is not None:
        return _integers_of(size, np.int64, 2, generator, n, p)
    elif np.ndim(n) != 0 or np.ndim(p) != 0:
        return _integers_of((n + p).shape, np.int64, 2, generator, n, p)
    else:
        return _integer_of(2, generator, n, p)


def hypergeometric(generator, ngood, nbad, nsample, size=None):
    if size is not None:
        return _integers_of(size, np.int64, 3, generator, ngood, nbad, nsample)
    elif np.ndim(ngood) != 0 or np.ndim(nbad) != 0 or np.ndim(nsample) != 0:
        return _integers_of((ngood + nbad + nsample).shape, np.int64, 3, generator, ngood, nbad, nsample)
    else:
        return _integer_of(3, generator, ngood, nbad, nsample)


def _drawn_integers1(kind, generator, a, size):
    if size is not None:
        return _integers_of(size, np.int64, kind, generator, a)
    elif np.ndim(a) != 0:
        return _integers_of(a.shape, np.int64, kind, generator, a)
    else:
        return _integer_of(kind, generator, a)


def multinomial(generator, n, pvals, size=None):
    given = np.asarray(pvals)
    return _of_outcomes(sized(size, given.shape[0]), np.int64, generator, n, given)


def multivariate_normal(generator, mean, cov, size=None):
    given = np.asarray(mean)
    return _of_several(sized(size, given.shape[0]), np.float64, generator, given, np.asarray(cov))


def dirichlet(generator, alpha, size=None):
    given = np.asarray(alpha)
    return _of_shares(sized(size, given.shape[0]), np.float64, generator, given)
