"""What NumPy says of types, the parts of floats at the ends of their range, and the axes of NumPy 2's names."""

import operator
import re

import numpy as np
import pytest
from support.texts import check

_X = np.linspace(-2.0, 3.0, 6)
_ENDS = np.array([0.0, -0.0, 1.0, -1.5, 1.7976931348623157e308, np.inf, -np.inf, np.nan, 5e-324, -3e-310])
_M = np.arange(24.0).reshape(4, 6) % 5
_T = np.arange(24.0).reshape(2, 3, 4)

CALLS = [
    *[
        ("1 if a.dtype.kind in 'fc' else 2 if a.dtype.kind == 'i' else 3, a.dtype.name == 'float64', a.dtype.str == '<i8'", a)
        for a in (_X, _X.astype(int), _X > 0, _X + 1j, _X.astype(np.float32))
    ],
    ("np.frexp(a)", _ENDS),
    ("np.ldexp(a, -1072), np.ldexp(a, 2000), np.ldexp(a, -50), np.ldexp(1.5, 3)", _ENDS),
    ("np.ldexp(a, -130), np.ldexp(a, 200), np.frexp(a)", np.array([0.75, -3.3, 1e-40], np.float32)),
    ("np.spacing(a), np.spacing(np.float32(3))", _ENDS),
    ("np.i0(a), np.i0(a * 100), np.i0(a * 1e9)", _X),
    ("a.mT, a.mT.mT, np.rollaxis(a, 1), np.rollaxis(a, 0, 2)", _M),
    ("a.mT, np.rollaxis(a, 0, 2), np.matvec(a, a[0, 0]), np.linalg.trace(a)", _T),
    ("np.clip(a, 1, 3, out=a), np.round(a * 0.3, 1, out=a), a.clip(0, out=a)", _M),
    ("np.unique(a, axis=0), np.unique(a, axis=1, return_counts=True), np.unique(a % 2, axis=0, return_index=True)", _M),
    ("np.unique(a, equal_nan=False), np.unique_counts(a).counts, np.unique(a)", np.array([np.nan, 1.0, np.nan, 1.0])),
    ("np.roots(a), np.real(np.roots([1, 2, 3])) + 1, np.roots([1, -3, 2, 0])", np.array([1.0, -6.0, 11.0, -6.0])),
    ("np.polydiv(a, [1.0, 2]), np.polydiv([1, 5, 6], [1, 2])", _X),
    ("np.can_cast(a.dtype, np.float32), np.can_cast(np.int8, np.uint8, casting='same_kind'), np.promote_types(np.int32, a.dtype) == np.float64", _X),
]


def is_there(name):
    try:
        return operator.attrgetter(name)(np) is not None
    except AttributeError:
        return False


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("text, a", CALLS)
def test_as_numpy(text, a):
    named = re.findall(r"np\.([a-z]\w*(?:\.[a-z]\w*)?)", text) + (["ndarray.mT"] if ".mT" in text else [])
    if missing := [name for name in named if not is_there(name)]:
        pytest.skip(f"this NumPy has no {missing[0]}")
    check(f"def f(a):\n    return {text}\n", [a.copy()], tolerance=1e-12)
