"""np.dtype(kind) of a type that a call gives: see arrays/kinds_of_types.py."""

from unpython._writing.arrays.kinds_of_types import without_dtypes as rewritten

__all__ = ["rewritten"]
