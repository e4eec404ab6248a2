"""Operations on arrays with rows of two to four elements, which lie one behind the other or not."""

import numpy as np
import pytest
from support.views import assert_same_as_python

SHAPES = [(5, 7, 3), (600, 5, 4), (40, 3), (33, 2, 2), (5, 0, 3), (0, 4, 3), (4, 2, 3, 2)]


def totals(a, b):
    return a.sum(axis=0), a.max(axis=0) if a.shape[0] > 0 else a.sum(axis=0), np.minimum(a, b).sum(axis=0)


def mixed(a, b):
    c = a * 2 + b
    c[1:] -= a[:-1]
    return c, a - a.sum(axis=0), a[::-1] + b


def in_place(a, b):
    a[...] = a + b
    a *= 2


def laid_out(shape, dtype, order):
    whole = (np.arange(4.0 * np.prod(shape) + 50) * 7 % 11).astype(dtype)
    if order == "gaps":
        wide = (*shape[:-1], 2 * shape[-1])
        return whole[: int(np.prod(wide))].reshape(wide)[..., ::2]
    made = np.array(whole[: int(np.prod(shape))].reshape(shape), order="F" if order == "columns" else "C")
    return made[::-1] if order == "backwards" else made


@pytest.mark.parametrize("order", ["rows", "columns", "gaps", "backwards"])
@pytest.mark.parametrize("function", [totals, mixed, in_place])
def test_short_rows(function, order):
    for shape in SHAPES:
        for dtype in (np.float64, np.uint8):
            assert_same_as_python(function, lambda s=shape, d=dtype: (laid_out(s, d, order), laid_out(s, d, "rows")), rtol=1e-12)
