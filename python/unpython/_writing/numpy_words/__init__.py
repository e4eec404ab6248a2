"""Calls of NumPy's functions in other words, by their keywords, for arrays/numpy_calls.py.

    masks.py        where=
    typed_calls.py  dtype= and casting= of functions of elements
    given_types.py  np.dtype of a type that a call gives
    making.py       astype with copy=False, np.zeros_like with shape=
    broadcasts.py   np.broadcast(a, b).shape
    numbers.py      divmod of arrays, np.average with returned=True
"""
