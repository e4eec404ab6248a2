"""The matrix product of the README, decorated by us (for the CPU, or "gpu") or by Numba; a process that asks for one does not import the other."""

from collections.abc import Callable


def matrix_mult(a, b, c):
    for i in prange(a.shape[0]):  # noqa: F821 - the global that `decorated` sets
        for j in prange(b.shape[1]):  # noqa: F821
            s = 0.0
            for k in range(a.shape[1]):
                s += a[i, k] * b[k, j]
            c[i, j] = s


def decorated(compiler: str) -> Callable:
    """Not compiled yet: that happens at the first call."""
    from types import FunctionType

    if compiler == "numba":
        from numba import njit, prange

        decorate = njit(parallel=True)
    elif compiler == "gpu":
        from unpython import gpu, prange

        decorate = gpu(force=True)
    else:
        from unpython import jit as decorate
        from unpython import prange
    return decorate(FunctionType(matrix_mult.__code__, globals() | {"prange": prange}, "matrix_mult"))
