"""Keywords and kinds of arrays that few programs give to NumPy's functions: types of results, masks, arrays without dimensions,
bools and complex numbers where an order or a product is asked for."""

import numpy as np
import pytest
from support.texts import check

_V = np.arange(5.0) + 0.5
_M = np.arange(6.0).reshape(2, 3)
_I = np.arange(5)
_Z = _V * (1 + 2j)
_W = np.array([[3.0 - 1j, 1 + 4j, 1 - 4j], [2 + 0j, 3 - 2j, 2 + 9j]])
_NAN = np.array([0.5, np.nan, 2.5, 3.5])
_BOOL = _V > 2
_BOOLS = _M % 2 == 1
_ZERO = np.array(3.0)

_CASES = [
    *[(f"np.mean(a, dtype={kind})", a) for kind in ("int", "np.int32", "np.uint8", "bool") for a in (_V, _I, -_V, _M)],
    ("a.mean(dtype=int)", _V),
    ("np.mean(a, axis=0, dtype=int)", _M),
    ("np.mean(a, axis=1, dtype=np.int16)", -_M),
    ("np.sum(a, dtype=bool)", _V),
    ("np.prod(a, dtype=bool)", _M),
    ("np.sum(a, axis=0, dtype=bool)", _M),
    ("np.cumsum(a, dtype=bool)", _I),
    ("np.cumsum(a, dtype=complex)", _I),
    *[(f"np.{name}(a, dtype=np.float32)", _NAN) for name in ("nansum", "nanprod", "nancumsum", "nancumprod", "nanmean")],
    ("np.nansum(a, dtype=int)", _NAN),
    ("np.nansum(a, dtype=np.int8)", _I),
    ("np.nanmean(a, dtype=int)", _NAN),
    ("np.nanmean(a, dtype=int)", _I),
    *[(f"np.trace(a, dtype={kind})", a) for kind in ("int", "np.float32", "complex") for a in (_M * 1.7, _M.astype(int))],
    *[("(np.nan_to_num(a, copy=False, nan=2.0), a)", a) for a in (_NAN, _I, _NAN * 1j)],
    ("(np.nan_to_num(a[1:], False), a)", _NAN),
    ("np.trace(a, 1, dtype=int)", _M * 1.7),
    ("np.trace(a, 0, 1, 2)", np.arange(24).reshape(2, 3, 4)),
    ("np.trace(a, axis1=2, axis2=0)", np.arange(24).reshape(2, 3, 4)),
    ("np.add.accumulate(a, dtype=int)", _V),
    ("np.add.accumulate(a, 0, int)", _V),
    ("np.multiply.accumulate(a, dtype=np.float32)", _I),
    ("np.maximum.accumulate(a, dtype=np.float32)", _V),
    ("np.add.reduce(a, dtype=int)", _V),
    ("np.add.reduce(a, 1, np.float32)", _M),
    ("np.add.reduce(a, where=a > 2)", _M),
    ("np.maximum.reduce(a, initial=3.0)", _M),
    *[(f"np.pad(a, {widths}, constant_values={values})", a) for widths, values, a in [
        ("1", "(1, 2)", _M), ("(2, 1)", "(1, 2)", _V), ("((1, 2), (0, 3))", "((1, 2), (3, 4))", _I.reshape(1, 5)),
        ("(0, 2)", "(7, 2.5)", _I), ("((1, 1), (2, 2))", "[8, 9]", _M), ("1", "(300, -1)", _I.astype(np.uint8)), ("1", "2.5", _BOOLS),
    ]],
    # Masks
    ("np.max(a, where=a > 2, initial=0)", _M),
    ("np.max(a, where=a > 2, initial=-1.0)", -_V),
    ("np.min(a, initial=9.0, where=a > 2)", _M),
    ("a.max(where=a > 2, initial=0)", _I),
    ("np.max(a, axis=0, where=a > 2, initial=1)", _M),
    ("np.min(a, axis=1, where=a > 1, initial=2)", _M),
    ("np.max(a, where=a > 2, initial=300)", _I.astype(np.uint8)),
    ("np.sum(a, where=a > 2, initial=4)", _I),
    ("np.sum(a, axis=0, where=a > 2)", _M),
    ("np.sum(a, axis=0, where=a > 2, keepdims=True)", _M),
    *[(f"np.{name}(a, where=a > 1)", a) for name in ("mean", "var", "std") for a in (_V, _I, _M)],
    ("np.mean(a, axis=0, where=a > 1)", _M),
    ("np.mean(a, 1, where=a > 1, keepdims=True)", _M),
    ("np.var(a, axis=0, where=a > 0, ddof=1)", _M),
    ("a.var(where=a > 2)", _V),
    ("np.var(a, where=a.real > 2)", _Z),
    ("np.mean(a, where=a > 100)", _V),
    # Arrays without dimensions
    *[(f"np.{name}(a, axis={axis})", _ZERO) for name in ("sum", "prod", "max", "any", "all", "count_nonzero") for axis in (0, -1)],
    ("np.argmax(a, axis=0)", _ZERO),
    ("a.sum(axis=0)", _ZERO),
    ("np.nansum(a, axis=0)", _ZERO),
    ("np.ptp(a, axis=0)", _ZERO),
    ("np.sum(a, axis=0)", 3.0),
    ("np.reshape(a, ())", _V[:1]),
    ("np.reshape(a, ())", _V),
    ("(a[:1] + 1).reshape(())", _V),
    ("np.outer(a, a)", _ZERO),
    # Products
    ("np.outer(a, a)", _M),
    ("np.outer(a, a[0])", _M[:, ::2]),
    ("np.outer(a, 2.0)", _V),
    ("np.outer(a, a + 1)", _M.T),
    ("np.outer(3, a)", _BOOL),
    ("np.add.outer(a, a[0])", _M),
    ("np.multiply.outer(a, a)", _M),
    ("np.subtract.outer(a, a)", _ZERO[None]),
    ("np.tensordot(a, a, 1)", _V),
    ("np.tensordot(a, a, axes=([0], [0]))", _V),
    ("np.tensordot(a, a)", _V),
    ("np.tensordot(a, a)", _M),
    *[(f"{product}", _BOOL) for product in ("a @ a", "np.dot(a, a)", "np.vdot(a, a)", "np.inner(a, ~a)", "np.tensordot(a, a, 1)", "a @ a[:0]")[:5]],
    ("a @ a.T", _BOOLS),
    ("a @ a[1]", _BOOLS),
    ("a[0] @ a.T", _BOOLS),
    ("np.matmul(a, ~a.T)", _BOOLS),
    ("np.stack((a, ~a)) @ a.T", _BOOLS),
    # Complex numbers
    *[(f"np.{name}(a)", a) for name in ("var", "std", "min", "max", "argmax", "argmin", "ptp", "nanvar", "nanstd") for a in (_Z, _W, -_W)],
    *[(f"np.{name}(a, axis={axis})", _W) for name in ("var", "max", "argmin") for axis in (0, 1)],
    ("a.max()", np.array([1 + 1j, complex(2, np.nan), 5j, complex(np.nan, 1), 9 + 9j])),
    ("np.argmax(a)", np.array([1 + 1j, complex(2, np.nan), 5j, complex(np.nan, 1), 9 + 9j])),
    ("np.argmin(a)", np.array([1 + 1j, 5j, complex(np.nan, 1), complex(2, np.nan), 9 + 9j])),
    ("np.min(a)", np.array([3 + 1j, 1 + 4j, 1 - 4j]).astype(np.complex64)),
    ("np.max(a, initial=9)", _W),
    ("np.max(a)", _Z[:0]),
    ("np.var(a, ddof=1)", _Z.astype(np.complex64)),
    # Degrees of freedom that are no whole number
    *[(f"np.{name}(a, ddof=1.5)", a) for name in ("var", "std", "nanvar") for a in (_V, _I, _Z)],
    ("a.var(axis=0, ddof=0.1)", _M.astype(np.float32)),
    ("np.var(a, axis=1, where=a > 0, ddof=0.25)", _M.astype(np.float32)),
    ("np.std(a, ddof=9.5)", _V),
]


@pytest.mark.parametrize(("text", "a"), _CASES, ids=[f"{i} {case[0]}" for i, case in enumerate(_CASES)])
def test_as_numpy(text, a):
    check(f"def f(a):\n    return {text}\n", [a], tolerance=1e-6 if np.asarray(a).dtype.itemsize == 4 or "32" in text else 1e-14, strict=True)


@pytest.mark.parametrize("text", ["np.tensordot(a, b, 1)", "np.outer(a, b)", "a @ b"])
def test_wrong_shapes(text):
    check(f"def f(a, b):\n    return {text}\n", [_V, _V[:3]], strict=True)


def test_long_products_of_bools():
    """As many as would be zero again in a type of 8 or 16 bits."""
    check("def f(a):\n    return a @ a, np.vdot(a, a), a[None, :] @ a[:, None]\n", [np.ones(65536, bool)], strict=True)
