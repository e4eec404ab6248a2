"""Stores to the real or the imaginary parts of complex arrays."""

import numpy as np


def store_real(z, value):
    _store(z, value, True)


def store_imag(z, value):
    _store(z, value, False)


def _store(z, value, is_real):
    kind = np.asarray(value).dtype
    if (z.dtype != np.complex128 and z.dtype != np.complex64) or kind == np.complex128 or kind == np.complex64:
        int(z)  # which no array is: a real array is its real part, and NumPy warns of a complex value
    given = np.empty(z.shape, kind)
    given[...] = value
    if z.ndim == 1:
        for i in range(z.shape[0]):
            z[i] = complex(given[i], z[i].imag) if is_real else complex(z[i].real, given[i])
    elif z.ndim == 2:
        for i in range(z.shape[0]):
            for j in range(z.shape[1]):
                z[i, j] = complex(given[i, j], z[i, j].imag) if is_real else complex(z[i, j].real, given[i, j])
    else:
        int(z)  # of other dimensions, as above
