"""Arrays in other words.

    numpy_calls.py  calls of NumPy whose text says more than their types: np.split, np.block
    either_kind.py  eigenvalues of which nobody sees whether they are real
    grids.py        np.mgrid, np.ogrid, np.c_, einsum
    fields.py       arrays of records, as an array for each field
    array_parts.py  lists of arrays that are concatenated
    array_groups.py  lists of what masks select
    polynomials.py  np.poly1d, as its coefficients
    vectorized.py   np.vectorize
"""
