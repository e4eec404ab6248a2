"""Functions of elements that compute in a type that the call gives, and store into an array that it gives."""

import numpy as np

from unpython._library.numpy_functions.elementwise import number_kind, stored
from unpython._loops import _Refusal


def in_type(function, a, dtype, is_unsafe):
    return _of_type(function(_as_type(a, dtype, is_unsafe)), dtype)


def in_type2(function, a, b, dtype, is_unsafe):
    return _of_type(function(_as_type(a, dtype, is_unsafe), _as_type(b, dtype, is_unsafe)), dtype)


def in_type_into(function, a, dtype, out, is_unsafe):
    return into_of(in_type(function, a, dtype, is_unsafe), out, is_unsafe)


def in_type_into2(function, a, b, dtype, out, is_unsafe):
    return into_of(in_type2(function, a, b, dtype, is_unsafe), out, is_unsafe)


def into(function, a, out, is_unsafe):
    return into_of(function(a), out, is_unsafe)


def into2(function, a, b, out, is_unsafe):
    return into_of(function(a, b), out, is_unsafe)


def into_of(values, out, is_unsafe):
    if not is_unsafe:
        return stored(values, out)
    if np.ndim(values) > np.ndim(out):
        raise _Refusal("out= of fewer dimensions than the result")
    out[...] = values
    return out


def _as_type(a, dtype, is_unsafe):
    """As NumPy casts what a function is given, where the type holds numbers of this kind."""
    if not is_unsafe and number_kind(a) > number_kind(np.zeros(1, dtype=dtype)):
        raise _Refusal("dtype= of another kind of numbers than what is given")  # only NumPy can make its UFuncTypeError
    if np.ndim(a) == 0:
        return np.full(1, a, dtype=dtype)[0]
    return np.asarray(a).astype(dtype)


def _of_type(values, dtype):
    if np.empty_like(values).dtype != dtype:
        raise _Refusal("dtype= in which this function does not compute")
    return values
