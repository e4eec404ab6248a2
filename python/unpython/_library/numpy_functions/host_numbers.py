"""`np.random`: Python runs them (_host.py); here stands which shape and type they give."""

from __future__ import annotations

import random as python_random

import numpy as np

from unpython._host import HostFunction, own


def _pair(name, gives):
    """What draws one number, and what draws an array of them."""
    function = getattr(np.random, name)
    return HostFunction(function, gives, name="numpy.random."), HostFunction(function, "array", is_sized=True, name="numpy.random.")


_python = HostFunction(python_random.random, "float64", name="random.random")
_below = HostFunction(python_random.randrange, "int64", name="random.randrange")
_places = HostFunction(lambda n, k: np.array(python_random.sample(range(n), k), np.int64), "array", name="random.sample")
_gauss, _normalvariate, _expovariate = (
    HostFunction(getattr(python_random, name), "float64", name=f"random.{name}") for name in ("gauss", "normalvariate", "expovariate")
)
_number, _numbers = _pair("random_sample", "float64")
_normal, _normals = _pair("normal", "float64")
_uniform, _uniforms = _pair("uniform", "float64")
_exponential, _exponentials = _pair("exponential", "float64")
_poisson, _poissons = _pair("poisson", "int64")
_binomial, _binomials = _pair("binomial", "int64")
_integer, _integers = _pair("randint", "int64")
_geometric, _geometrics = _pair("geometric", "int64")
#: Distributions of floats, of which each has a number.
OF_FLOATS = (
    "standard_exponential standard_cauchy standard_gamma chisquare standard_t rayleigh weibull pareto gamma beta lognormal laplace logistic gumbel vonmises"
    " power wald f triangular"
).split()
#: Distributions of integers, as those.
OF_INTEGERS = "zipf logseries negative_binomial hypergeometric".split()
_float_of = HostFunction(lambda kind, *given: float(getattr(np.random, OF_FLOATS[kind])(*given)), "float64", name="numpy.random")
_floats_of = HostFunction(
    lambda kind, *given, size: getattr(np.random, OF_FLOATS[kind])(*given, size=size), "array", is_sized=True, name="numpy.random"
)
_integer_of = HostFunction(lambda kind, *given: int(getattr(np.random, OF_INTEGERS[kind])(*given)), "int64", name="numpy.random")
_integers_of = HostFunction(
    lambda kind, *given, size: getattr(np.random, OF_INTEGERS[kind])(*given, size=size), "array", is_sized=True, name="numpy.random"
)
_of_outcomes = HostFunction(lambda n, pvals, size: np.random.multinomial(n, pvals, size[:-1]), "array", is_sized=True, name="numpy.random.multinomial")
_of_several = HostFunction(
    lambda mean, cov, size: np.random.multivariate_normal(mean, cov, size[:-1]), "array", is_sized=True, name="numpy.random.multivariate_normal"
)
_of_shares = HostFunction(lambda alpha, size: np.random.dirichlet(alpha, size[:-1]), "array", is_sized=True, name="numpy.random.dirichlet")
_typed_integers = HostFunction(
    lambda low, high, kind, size: np.random.randint(low, high, size, kind.dtype), "array", is_sized=True, name="numpy.random.randint"
)
_choices = HostFunction(lambda a, replace, size: np.random.choice(a, size, replace), "array", is_sized=True, name="numpy.random.choice")
_weighed = HostFunction(lambda a, replace, p, size: np.random.choice(a, size, replace, p), "array", is_sized=True, name="numpy.random.choice")
_chosen = HostFunction(lambda n: int(np.random.choice(n)), "int64", name="numpy.random.choice")
_weighed_one = HostFunction(lambda n, p: int(np.random.choice(n, p=p)), "int64", name="numpy.random.choice")
_permutation = HostFunction(lambda x: np.random.permutation(own(x)), "array", name="numpy.random.permutation")
_seed = HostFunction(np.random.seed, "none", name="numpy.random.")


def uniform_of_python(a, b):
    """random.uniform, which gives NumPy's number for NumPy's ones."""
    return a + (b - a) * _python()


def gauss_of_python(mu, sigma):
    return mu + _gauss(0.0, 1.0) * sigma


def normalvariate_of_python(mu, sigma):
    return mu + _normalvariate(0.0, 1.0) * sigma


def expovariate_of_python(lambd):
    return _expovariate(1.0) / lambd


def choice_of_python(items):
    if len(items) == 0:
        raise IndexError("Cannot choose from an empty sequence")
    return items[_below(len(items))]


def shuffle_of_python(items):
    for i in range(len(items) - 1, 0, -1):
        j = _below(i + 1)
        item = items[i]
        items[i] = items[j]
        items[j] = item


def sample_of_python(population, k):
    """Which places are drawn depends on how many there are alone."""
    if hasattr(population, "dtype"):
        raise TypeError("Population must be a sequence.  For dicts or sets, use sorted(d).")
    return [population[i] for i in _places((k,), np.int64, len(population), k)]


def seed(seed):
    _seed(seed)


def rand(*shape):
    if len(shape) == 0:
        return _number()
    return _numbers(shape, np.float64)


def randn(*shape):
    if len(shape) == 0:
        return _normal(0.0, 1.0)
    return _normals(shape, np.float64, 0.0, 1.0)


def random(size=None):
    if size is None:
        return _number()
    return _numbers(size, np.float64)


def random_sample(size=None):
    if size is None:
        return _number()
    return _numbers(size, np.float64)


def standard_normal(size=None):
    if size is None:
        return _normal(0.0, 1.0)
    return _normals(size, np.float64, 0.0, 1.0)


def normal(loc=0.0, scale=1.0, size=None):
    if size is not None:
        return _normals(size, np.float64, loc, scale)
    if np.ndim(loc) != 0:
        return _normals((loc + scale).shape, np.float64, loc, scale)
    if np.ndim(scale) != 0:
        return _normals((loc + scale).shape, np.float64, loc, scale)
    return _normal(loc, scale)


def uniform(low=0.0, high=1.0, size=None):
    if size is not None:
        return _uniforms(size, np.float64, low, high)
    if np.ndim(low) != 0:
        return _uniforms((low + high).shape, np.float64, low, high)
    if np.ndim(high) != 0:
        return _uniforms((low + high).shape, np.float64, low, high)
    return _uniform(low, high)


def exponential(scale=1.0, size=None):
    if size is not None:
        return _exponentials(size, np.float64, scale)
    if np.ndim(scale) != 0:
        return _exponentials(scale.shape, np.float64, scale)
    return _exponential(scale)


def poisson(lam=1.0, size=None):
    if size is not None:
        return _poissons(size, np.int64, lam)
    if np.ndim(lam) != 0:
        return _poissons(lam.shape, np.int64, lam)
    return _poisson(lam)


def binomial(n, p, size=None):
    if size is not None:
        return _binomials(size, np.int64, n, p)
    if np.ndim(n) != 0:
        return _binomials((n + p).shape, np.int64, n, p)
    if np.ndim(p) != 0:
        return _binomials((n + p).shape, np.int64, n, p)
    return _binomial(n, p)


def randint(low, high=None, size=None, dtype=None):
    if dtype is not None:
        if size is None:
            return int(np.zeros(2, dtype))  # which no array is: Python draws one number of a type
        if high is None:
            return _typed_integers(size, dtype, 0, low, np.zeros(0, dtype))
        return _typed_integers(size, dtype, low, high, np.zeros(0, dtype))
    if high is None:
        if size is not None:
            return _integers(size, np.int64, low)
        if np.ndim(low) != 0:
            return _integers(low.shape, np.int64, low)
        return _integer(low)
    if size is not None:
        return _integers(size, np.int64, low, high)
    if np.ndim(low) != 0:
        return _integers((low + high).shape, np.int64, low, high)
    if np.ndim(high) != 0:
        return _integers((low + high).shape, np.int64, low, high)
    return _integer(low, high)


def permutation(x):
    if np.ndim(x) == 0:
        return _permutation(x * (x > 0), np.int64, x)
    return _permutation(x.shape, x.dtype, x)


def shuffle(x):
    x[...] = _permutation(x.shape, x.dtype, x)


def choice(a, size=None, replace=True, p=None):
    if p is None:
        return _choice_by(a, size, replace, None)
    return _choice_by(a, size, replace, np.asarray(p))


def _choice_by(a, size, replace, p):
    if np.ndim(a) == 0:
        return _place_below(a, size, replace, p)
    items = np.asarray(a)
    if items.ndim != 1:
        raise ValueError("a must be 1-dimensional")
    if size is None:
        if len(items) == 0:
            raise ValueError("'a' cannot be empty unless no samples are taken")
        return items[_place_below(len(items), None, replace, p)]
    if p is None:
        return _choices(size, items.dtype, items, replace)
    return _weighed(size, items.dtype, items, replace, p)


def _place_below(n, size, replace, p):
    if size is None:
        if p is None:
            return _chosen(n)
        return _weighed_one(n, p)
    if p is None:
        return _choices(size, np.int64, n, replace)
    return _weighed(size, np.int64, n, replace, p)


def standard_exponential(size=None):
    return _drawn0(0, size)


def standard_cauchy(size=None):
    return _drawn0(1, size)


def standard_gamma(shape, size=None):
    return _drawn1(2, shape, size)


def chisquare(df, size=None):
    return _drawn1(3, df, size)


def standard_t(df, size=None):
    return _drawn1(4, df, size)


def rayleigh(scale=1.0, size=None):
    return _drawn1(5, scale, size)


def weibull(a, size=None):
    return _drawn1(6, a, size)


def pareto(a, size=None):
    return _drawn1(7, a, size)


def gamma(shape, scale=1.0, size=None):
    return _drawn2(8, shape, scale, size)


def beta(a, b, size=None):
    return _drawn2(9, a, b, size)


def lognormal(mean=0.0, sigma=1.0, size=None):
    return _drawn2(10, mean, sigma, size)


def laplace(loc=0.0, scale=1.0, size=None):
    return _drawn2(11, loc, scale, size)


def logistic(loc=0.0, scale=1.0, size=None):
    return _drawn2(12, loc, scale, size)


def gumbel(loc=0.0, scale=1.0, size=None):
    return _drawn2(13, loc, scale, size)


def vonmises(mu, kappa, size=None):
    return _drawn2(14, mu, kappa, size)


def power(a, size=None):
    return _drawn1(15, a, size)


def wald(mean, scale, size=None):
    return _drawn2(16, mean, scale, size)


def f(dfnum, dfden, size=None):
    return _drawn2(17, dfnum, dfden, size)


def triangular(left, mode, right, size=None):
    if size is not None:
        return _floats_of(size, np.float64, 18, left, mode, right)
    if np.ndim(left) != 0 or np.ndim(mode) != 0 or np.ndim(right) != 0:
        return _floats_of((left + mode + right).shape, np.float64, 18, left, mode, right)
    return _float_of(18, left, mode, right)


def zipf(a, size=None):
    return _drawn_integers1(0, a, size)


def logseries(p, size=None):
    return _drawn_integers1(1, p, size)


def negative_binomial(n, p, size=None):
    if size is not None:
        return _integers_of(size, np.int64, 2, n, p)
    if np.ndim(n) != 0 or np.ndim(p) != 0:
        return _integers_of((n + p).shape, np.int64, 2, n, p)
    return _integer_of(2, n, p)


def hypergeometric(ngood, nbad, nsample, size=None):
    if size is not None:
        return _integers_of(size, np.int64, 3, ngood, nbad, nsample)
    if np.ndim(ngood) != 0 or np.ndim(nbad) != 0 or np.ndim(nsample) != 0:
        return _integers_of((ngood + nbad + nsample).shape, np.int64, 3, ngood, nbad, nsample)
    return _integer_of(3, ngood, nbad, nsample)


def _drawn_integers1(kind, a, size):
    if size is not None:
        return _integers_of(size, np.int64, kind, a)
    if np.ndim(a) != 0:
        return _integers_of(a.shape, np.int64, kind, a)
    return _integer_of(kind, a)


def multinomial(n, pvals, size=None):
    given = np.asarray(pvals)
    return _of_outcomes(sized(size, given.shape[0]), np.int64, n, given)


def multivariate_normal(mean, cov, size=None):
    given = np.asarray(mean)
    return _of_several(sized(size, given.shape[0]), np.float64, given, np.asarray(cov))


def dirichlet(alpha, size=None):
    given = np.asarray(alpha)
    return _of_shares(sized(size, given.shape[0]), np.float64, given)


def sized(size, count):
    """The shape of as many rows of so many numbers."""
    if size is None:
        return (count,)
    elif isinstance(size, tuple):
        return size + (count,)  # noqa: RUF005
    else:
        return (size, count)


def geometric(p, size=None):
    if size is not None:
        return _geometrics(size, np.int64, p)
    if np.ndim(p) != 0:
        return _geometrics(p.shape, np.int64, p)
    return _geometric(p)


def _drawn0(kind, size):
    """By their place in OF_FLOATS."""
    if size is None:
        return _float_of(kind)
    return _floats_of(size, np.float64, kind)


def _drawn1(kind, a, size):
    if size is not None:
        return _floats_of(size, np.float64, kind, a)
    if np.ndim(a) != 0:
        return _floats_of(a.shape, np.float64, kind, a)
    return _float_of(kind, a)


def _drawn2(kind, a, b, size):
    if size is not None:
        return _floats_of(size, np.float64, kind, a, b)
    if np.ndim(a) != 0:
        return _floats_of((a + b).shape, np.float64, kind, a, b)
    if np.ndim(b) != 0:
        return _floats_of((a + b).shape, np.float64, kind, a, b)
    return _float_of(kind, a, b)
