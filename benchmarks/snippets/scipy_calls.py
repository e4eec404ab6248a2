"""Calls into SciPy."""

import numpy as np
import scipy.linalg
import scipy.ndimage
import scipy.special
import scipy.stats
from scipy import integrate, optimize, signal, sparse
from snippets import snippet

rng = np.random.default_rng(9)
A = rng.normal(size=32)
M = rng.normal(size=(8, 8))


@snippet(A)
def special_functions(a):
    return scipy.special.gamma(np.abs(a) + 1), scipy.special.erf(a), scipy.special.jv(0, a)


@snippet(A)
def special_loop(a):
    total = 0.0
    for x in a:
        total += scipy.special.expit(x) * scipy.special.erfc(x)
    return total


@snippet(M)
def scipy_linalg(m):
    lu, piv = scipy.linalg.lu_factor(m)
    return scipy.linalg.lu_solve((lu, piv), np.ones(8)), scipy.linalg.expm(m * 0.1)


@snippet(A)
def filtered(a):
    b, c = signal.butter(3, 0.2)
    return signal.lfilter(b, c, a), signal.savgol_filter(a, 5, 2)


@snippet(A.reshape(4, 8))
def blurred(m):
    return scipy.ndimage.gaussian_filter(m, 1.0) * 2


@snippet(2.0)
def root_by_scipy(x):
    return optimize.brentq(lambda t: t * t - x, 0.0, 4.0)


@snippet(1.0)
def quad_by_scipy(b):
    value, error = integrate.quad(lambda t: t**2, 0.0, b)
    return value


@snippet(A)
def normal_density(a):
    return scipy.stats.norm.pdf(a, 0.0, 1.0).sum(), scipy.stats.norm.cdf(0.3)


@snippet(sparse.csr_matrix(np.where(M > 0.5, M, 0)), np.arange(8.0))
def sparse_product(m, x):
    y = np.zeros(m.shape[0])
    for i in range(m.shape[0]):
        for k in range(m.indptr[i], m.indptr[i + 1]):
            y[i] += m.data[k] * x[m.indices[k]]
    return y
