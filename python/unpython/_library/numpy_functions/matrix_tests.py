"""Whether NumPy raises LinAlgError of a matrix: by the code that then computes, so that both say the same."""

import numpy as np

from unpython._host import HostFunction
from unpython._library.numpy_functions.host_matrices import is_for_lapack
from unpython._library.numpy_functions.linear_algebra import _eliminate, _factor


def _raising(name, given_to):
    """A function that stores whether NumPy's function raises LinAlgError. What else it raises comes when it is called."""

    def fill(out, *given):
        out[0] = 0
        try:
            given_to(*given)
        except np.linalg.LinAlgError:
            out[0] = 1
        except ValueError:
            pass

    return HostFunction(fill, "array", name=f"numpy.linalg.{name}", fills=True)


_inv_raises = _raising("inv", np.linalg.inv)
_solve_raises = _raising("solve", np.linalg.solve)
_cholesky_raises = _raising("cholesky", np.linalg.cholesky)


def is_not_square(a):
    return a.shape[a.ndim - 2] != a.shape[a.ndim - 1]


def is_singular(a):
    if a.ndim != 2 or is_for_lapack(a):
        return _inv_raises(1, np.ones(1).dtype, a)[0] != 0
    lu = a * 1.0
    return not _eliminate(lu, np.zeros((a.shape[0], 1), dtype=lu.dtype))


def has_no_solution(a, b):
    if a.ndim != 2 or is_for_lapack(a):
        return _solve_raises(1, np.ones(1).dtype, a, b)[0] != 0
    if a.shape[0] != b.shape[0]:
        return False
    dtype = (np.ones(1, dtype=a.dtype) * np.ones(1, dtype=b.dtype) * 1.0).dtype
    return not _eliminate(a.astype(dtype), np.zeros((a.shape[0], 1), dtype=dtype))


def is_not_positive_definite(a):
    if a.ndim != 2 or is_for_lapack(a):
        return _cholesky_raises(1, np.ones(1).dtype, a)[0] != 0
    return not _factor(np.tril(a * 1.0))
