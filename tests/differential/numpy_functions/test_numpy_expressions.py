"""Expressions against NumPy: value, type, shape and kind (support/numpy_expressions.py)."""

import os

import numpy as np
import pytest
from support.numpy_expressions import DTYPES, LAYOUTS, run

ALL = os.environ.get("UNPYTHON_EXPRESSIONS") == "all"
MOST_REFUSED = {"c": 0.12}  # complex numbers have no order here; all types together: 0.05


@pytest.mark.parametrize("dtype", DTYPES)
def test_expressions(dtype):
    """Each type in one layout, in turn; in all of them where all are asked for."""
    count = run([dtype], LAYOUTS if ALL else [LAYOUTS[DTYPES.index(dtype) % len(LAYOUTS)]])
    assert not count.wrong, "\n".join(count.wrong)
    assert len(count.refused) <= MOST_REFUSED.get(np.dtype(dtype).kind, 0.05) * count.checked + 1, "\n".join(count.refused)
