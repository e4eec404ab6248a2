"""Generators that are drawn from where they are made, distributions of NumPy, and drawn rows: as NumPy, and the next number is, too."""

import numpy as np
import pytest
from support.texts import check

_A = np.array([0.5, 1.25, -0.75, 2.0, 1.0, 3.5, -1.5, 0.25])
_M = np.arange(12.0).reshape(4, 3)

AT_ONCE = [
    "np.random.default_rng(1).normal(size=3)",
    "np.random.default_rng(1).integers(0, 5, 3)",
    "np.random.default_rng(seed=3).permutation(5)",
    "np.random.default_rng(1).choice(a, 2)",
    "np.random.default_rng(1).random((2, 3))",
    "np.random.default_rng(1).uniform(-1, 1, size=(2, 2))",
    "(np.random.default_rng(1).standard_normal(4), np.random.default_rng().random() < 2)",
]

OF_GENERATORS = [
    "(g.choice(m), g.random())",
    "(g.choice(m, 3), g.random())",
    "(g.choice(m, size=(2, 2), replace=False), g.random())",
    "(g.choice(m, 9, replace=False), g.random())",
    "(g.choice(m, 2, p=[0.1, 0.2, 0.3, 0.4]), g.random())",
    "(g.choice(m[:0], 2), g.random())",
    "(g.permutation(m), g.random())",
    "(g.gamma(2.0), g.gamma(2.0, 3.0, 4), g.gamma(a[3:], 2), g.gamma(shape=1.0, scale=a[3:6]))",
    "(g.beta(1, 2), g.beta(0.5, 2.0, size=(2, 3)), g.beta(a[3:6], 1))",
    "(g.standard_gamma(2), g.standard_gamma(2, 5), g.standard_exponential(), g.standard_exponential(3))",
    "(g.chisquare(3), g.chisquare(3, 4), g.standard_t(3), g.standard_t(3, 4), g.standard_cauchy(), g.standard_cauchy(4))",
    "(g.lognormal(), g.lognormal(0, 1), g.lognormal(mean=1, sigma=0.5, size=4), g.lognormal(a))",
    "(g.laplace(), g.laplace(1, 2, 3), g.logistic(0, 1), g.logistic(size=3), g.gumbel(), g.gumbel(0, 1, 3))",
    "(g.rayleigh(), g.rayleigh(2.0, 3), g.weibull(2), g.weibull(2.0, 3), g.pareto(1.5), g.pareto(3, 4))",
    "(g.vonmises(0, 4), g.vonmises(0.0, 4.0, 3), g.geometric(0.3), g.geometric(0.3, 5), g.geometric(p=np.array([0.1, 0.9])))",
    "(g.power(2.0), g.power(2.0, 3), g.wald(1.0, 2.0, 2), g.f(3, 4), g.triangular(0, 1, 3), g.triangular(0, 1, 3, size=2), g.random())",
    "(g.zipf(2.0), g.zipf(3.0, 4), g.logseries(0.5), g.negative_binomial(3, 0.4, 2), g.hypergeometric(5, 4, 3), g.hypergeometric(5, 4, 3, 2))",
    "(g.multinomial(5, [0.2, 0.8]), g.multinomial(5, np.array([0.5, 0.5]), size=2), g.dirichlet([1, 2, 3]), g.dirichlet((1.0, 2.0), (2, 2)))",
    "(g.multivariate_normal([0, 0], [[1, 0.5], [0.5, 1]]), g.multivariate_normal(np.zeros(2), np.eye(2), 3), g.random())",
    "(g.integers(0, 5, 3, dtype=np.int32), g.integers(200, size=(2, 2), dtype=np.uint8), g.integers(0, 2, 4, np.int64, True), g.integers(2))",
    "(g.random(3, dtype=np.float32), g.random())",
    "g.integers(5, size=2, dtype=np.uint8, endpoint=False)",
    "g.multinomial(5, [0.9, 0.8])",
    "g.gamma(-1.0)",
    "g.geometric(2.0)",
]

OF_STATES = [
    "(g.rand(), g.rand(2), g.rand(2, 3), g.randn(), g.randn(2), g.random_sample(), g.random_sample(2), g.random(), g.random((2, 2)))",
    "(g.randint(3), g.randint(1, 9, 4), g.randint(1, 9, size=(2, 2)), g.randint(a.astype(int) + 9), g.randint(0, 9, 3, dtype=np.int16))",
    "(g.normal(), g.normal(1.0, 2.0, 3), g.uniform(0, 1), g.standard_normal(2), g.exponential(2.0), g.poisson(2.0), g.binomial(3, 0.4, size=2))",
    "(g.choice(5), g.choice(a), g.choice(a, 3), g.choice([3, 4, 5], p=[0.2, 0.3, 0.5]), g.choice(6, 3, replace=False), g.rand())",
    "(g.permutation(4), g.permutation(m), g.permutation([4, 5, 6]), g.rand())",
    "(g.gamma(2.0), g.beta(1, 2, 3), g.triangular(0, 1, 3), g.zipf(2.0), g.multinomial(5, [0.2, 0.8]), g.dirichlet([1, 2]), g.rand())",
    "g.choice(m)",
    "g.choice(a[:0])",
    "g.randint(5, 2)",
]

SOURCES = [
    "(np.random.Generator(np.random.PCG64(3)).random(), np.random.default_rng(np.random.MT19937(seed=4)).normal(size=2))",
    "(np.random.Generator(np.random.Philox(5)).integers(9, size=3), np.random.RandomState(np.random.SFC64(2)).rand(2))",
    "(np.random.Generator(np.random.PCG64DXSM([1, 2])).random(), np.random.RandomState([3, 4]).randint(100), np.random.default_rng([5, 6]).random())",
    "np.random.RandomState(-1).rand()",
    "np.random.Generator(np.random.PCG64()).random() < 2",
]

OF_MODULE = [
    "(np.random.power(2.0), np.random.wald(1.0, 2.0, 3), np.random.f(3, 4), np.random.triangular(0, 1, 3), np.random.zipf(2.0, 3))",
    "(np.random.multinomial(5, [0.2, 0.8], 2), np.random.multivariate_normal([0, 0], np.eye(2)), np.random.dirichlet((1, 2)), np.random.rand())",
    "(np.random.logseries(0.5), np.random.negative_binomial(3, 0.4, 3), np.random.hypergeometric(5, 4, 3), np.random.randint(0, 9, 3, dtype=np.int8))",
    "np.random.choice(5)",
    "(np.random.choice(m[:, 0]), np.random.rand())",
    "(np.random.choice([3, 4, 5], p=[0.2, 0.3, 0.5]), np.random.rand())",
    "(np.random.choice(m), 0)",
    "(np.random.choice(m[:0, 0]), 0)",
    "(np.random.choice(m[:0, 0], 0), 0)",
    "(np.random.choice(10, 4, replace=False), np.random.choice(len(a), size=(2, 2)), np.random.rand())",
    "(np.random.choice(10, 11, replace=False), np.random.choice(len(a), size=(2, 2)), np.random.rand())",
    "np.random.choice(a, 2, p=[0.2, 0.3, 0.5])",
    "np.random.choice(a, 3, p=np.abs(a) / np.abs(a).sum())",
    "(np.random.permutation(m), np.random.rand())",
    "(np.random.gamma(2.0), np.random.gamma(2.0, 3.0, 4), np.random.gamma(a[3:6], 2), np.random.gamma(shape=1.0, scale=a[3:6]))",
    "(np.random.beta(1, 2), np.random.beta(0.5, 2.0, size=(2, 3)), np.random.beta(a[3:6], 1))",
    "(np.random.standard_gamma(2), np.random.standard_gamma(2, 5), np.random.standard_exponential(), np.random.standard_exponential(3))",
    "(np.random.chisquare(3), np.random.chisquare(3, 4), np.random.standard_t(3), np.random.standard_t(3, 4), np.random.standard_cauchy(), np.random.standard_cauchy(4))",
    "(np.random.lognormal(), np.random.lognormal(0, 1), np.random.lognormal(mean=1, sigma=0.5, size=4), np.random.lognormal(a))",
    "(np.random.laplace(), np.random.laplace(1, 2, 3), np.random.logistic(0, 1), np.random.logistic(size=3), np.random.gumbel(), np.random.gumbel(0, 1, 3))",
    "(np.random.rayleigh(), np.random.rayleigh(2.0, 3), np.random.weibull(2), np.random.weibull(2.0, 3), np.random.pareto(1.5), np.random.pareto(3, 4))",
    "(np.random.vonmises(0, 4), np.random.vonmises(0.0, 4.0, 3), np.random.geometric(0.3), np.random.geometric(0.3, 5), np.random.geometric(p=np.array([0.1, 0.9])))",
    "np.random.gamma(-1.0)",
    "np.random.geometric(2.0)",
]


@pytest.mark.parametrize("text", AT_ONCE)
def test_drawn_where_it_is_made(text):
    check(f"def f(a, m):\n    return {text}\n", [_A, _M])


@pytest.mark.parametrize("text", OF_GENERATORS)
def test_of_generators(text):
    check(f"def f(a, m):\n    g = np.random.default_rng(7)\n    return {text}\n", [_A, _M])


@pytest.mark.parametrize("text", OF_STATES)
def test_of_states(text):
    check(f"def f(a, m):\n    g = np.random.RandomState(7)\n    return {text}\n", [_A, _M])


@pytest.mark.parametrize("text", SOURCES)
def test_of_sources_of_bits(text):
    check(f"def f(a, m):\n    return {text}\n", [_A, _M])


@pytest.mark.parametrize("text", OF_MODULE)
def test_of_the_module(text):
    check(f"def f(a, m):\n    np.random.seed(3)\n    return {text}\n", [_A, _M])


def test_shuffled_rows_and_places():
    check("def f(m):\n    g = np.random.default_rng(5)\n    g.shuffle(m)\n    return m, g.random()\n", [_M.copy()])
    check("def f(n):\n    idx = np.arange(n)\n    np.random.default_rng(n).shuffle(idx)\n    return idx\n", [7])
    check("def f(n):\n    g = np.random.RandomState(n) if n > 2 else np.random.RandomState()\n    return g.rand()\n", [7])
    check("def f(n):\n    rs = np.random.RandomState(1)\n    x = rs.rand()\n    rs.seed(n)\n    rs.shuffle(m := np.arange(6))\n    return x, m, rs.rand()\n", [7])


def test_shuffled_lists():
    for make in ("default_rng", "RandomState"):
        head = f"def f(n):\n    g = np.random.{make}(n)\n"
        check(f"{head}    a = list(range(n))\n    g.shuffle(a)\n    return a, g.permutation(a), g.normal()\n", [6])
        check(f"{head}    a = ['a', 'bb', 'c', 'd'][:n]\n    g.shuffle(a)\n    return a, g.normal()\n", [3])
        check(f"{head}    a = ['a', 'bb', 'c', 'd'][:n]\n    g.shuffle(a)\n    return ''.join(a)\n", [0])
