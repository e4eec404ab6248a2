"""np.squeeze of arrays whose run says which axes have one item, beside other values."""

import numpy as np
import pytest
from support.outcomes import check_machine_code, name_of


def named(x, label):
    y = np.squeeze(x)
    return y, label, [y.ndim, None], y.shape


def chosen(x, how):
    y = x
    if how == "mean":
        y = y.mean(axis=-1)
    elif how == "first":
        y = y[0]
    elif how == "pairs":
        return [tuple(p) for p in np.argwhere(y > y.mean()).tolist()] or None
    if isinstance(y, np.ndarray) and y.ndim > 1:
        y = y.squeeze()
    return y


def changed(x, out):
    y = np.squeeze(x)
    y += 1
    out["y"] = y.sum()
    return x, out


def listed(rows, label):
    y = np.squeeze(rows)
    return y.tolist() if y.ndim == 1 else None, label


Z = np.arange(6.0).reshape(1, 6)
CASES = [
    (named, Z, "x"),
    (named, Z.T, "x"),
    (named, np.array([[3]]), "x"),
    (named, np.ones((2, 1, 3)), "q"),
    (named, np.zeros((0, 1)), "q"),
    (chosen, Z, "mean"),
    (chosen, Z, "first"),
    (chosen, Z, "pairs"),
    (chosen, Z, ""),
    (changed, Z, {}),
    (listed, [[1, 2]], "x"),
    (listed, [[1, 2], [3, 4]], "x"),
]


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_values(case):
    check_machine_code(case)
