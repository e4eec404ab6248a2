"""Functions of NumPy that get other dimensions than they expect: none, empty ones, more or fewer than their words say."""

import numpy as np
import pytest
import unpython as up
from support.texts import check, function_of, left_by, same_bits

_V = np.arange(3.0)
_I = np.arange(3)
_M = np.arange(6.0).reshape(2, 3)
_SQUARES = np.arange(9.0).reshape(3, 3) ** 2
_F = _V.astype(np.float32)
_ZERO_D = np.array(2.5)

_CASES = [
    # Arrays without dimensions stay arrays
    *[(f"np.where({text})", a, b) for text in ("a, b, 0", "a > 1, 1, b", "True, b, a") for a, b in ((_ZERO_D, _ZERO_D), (np.int8(3), _ZERO_D), (2, 3.5))],
    *[(text, a, 0) for text in ("a.imag", "np.imag(a)", "a.real", "a.imag + 1") for a in (_ZERO_D, np.array(3, np.uint8), np.float32(2))],
    ("np.select([a > 1], [a * 2], 5)", _ZERO_D, 0),
    # As many labels as dimensions
    *[("np.einsum('ij,jk->ik', a, b)", a, b) for a, b in ((_M, _M.T), (_V, _M.T), (_M, _V), (_M[None], _M))],
    *[("np.einsum('i,ij->j', a, b)", a, b) for a, b in ((_V[:2], _M), (_V[:1], _M), (_M, _M), (_ZERO_D, _M), (2.0, _M))],
    *[("np.einsum('i,i', a, b)", a, b) for a, b in ((_V, _M), (_M, _V), (_V, _V))],
    ("np.einsum('ij->', a), np.einsum('ij->ji', a)", _M, 0),
    # Empty axes
    *[(text, a, i) for text in ("np.take(a, b)", "a.take(b)", "np.take(a, b, axis=0)") for a in (_V[:0], _M[:0], _V) for i in (0, _I, _I[:0], 9)],
    *[("np.take(a, b)", _M[:, :0], i) for i in (0, _I, _I[:0])],
    *[("np.extract(a, b)", a, b) for a, b in ((_M > 1, _V), (_V > -1, _V[:0]), (_V > 5, _V[:0]))],
    *[("np.compress(a, b)", a, b) for a, b in ((_V > 1, _V), (_V > -1, _V[:0]), (_V > 5, _V[:0]), (_V[:2] > -1, _M))],
    *[("np.pad(a, 1, mode='edge')", a, 0) for a in (_M[:, :0], _M[:0], _V[:0], _M)],
    *[("np.average(a, axis=0)", a, 0) for a in (_M, _M[:, :0], _V)],
    *[(text, a, 0) for text in ("np.percentile(a, 30)", "np.quantile(a, 0.5, axis=0)") for a in (_V[:0], _M, _M[:, :0], _M[:0])],
    *[("np.bincount(a, b)", a, b) for a, b in ((_I, _V), (_I, _V[:2]))],
    *[("np.polyval(a, b)", a, b) for a, b in ((_V, 2), (_V[:0], _V))],
    *[("np.choose(a, b)", a, b) for a, b in ((_I, _V[:0]), (_I[:1], _V[:1]))],
    # One dimension more
    *[(text, _SQUARES, b) for text in ("np.trapezoid(a, b, axis=0)", "np.trapezoid(a, b)") for b in (np.arange(9.0).reshape(3, 3), np.array([0, 1, 5.0]))],
    *[(text, _M, b) for text in ("np.full_like(a, b)", "np.full_like(a, b, dtype=np.int8)") for b in (3, np.float32(2))],
    *[("np.insert(a, 1, b)", a, b) for a, b in ((_M, _V), (_V, 7), (_I, 2.9))],
    *[("np.take_along_axis(a, b, 0)", a, b) for a, b in ((_V, _I), (_V, _I[None]), (_M, _I[None] % 2), (_M, _I[None]))],
    *[("np.lexsort((a, b))", a, b) for a, b in ((_I, _V), (_I, _V[:2]))],
    *[("round(a, 1)", a, 0) for a in (_V, _M, 2.55, np.float32(2.55))],
    *[(f"np.packbits(a, axis={axis}{order})", a, 0)
      for order in ("", ", bitorder='little'") for axis in (0, 1, -1) for a in (np.arange(27).reshape(9, 3) % 2, np.arange(30).reshape(2, 15).T % 3 == 1, np.zeros((0, 3), bool))],
    *[(f"np.{name}(a, b, {mode})", _V, _V[:2]) for name in ("convolve", "correlate") for mode in (0, 1, 2)],
    *[("np.choose(a, [1, 2, 3])", a, 0) for a in (_V, _F, _V * 1j, np.uint64([1, 2]), np.uint8([1, 2]), _V > 1)],
    ("a.choose([1, 2, 3])", _V, 0),
    # Numbers of Python give numbers of NumPy
    *[(text, a, 0) for text in ("np.clip(a, None, None)", "np.around(a, -1)", "np.gcd(a, 4)", "np.iscomplex(a)") for a in (2, 0, -15, np.int64(3), _I)],
    ("np.iscomplex(a)", 1j, 0),
    ("np.select([a > 1], [a], 0)", -3, 0),
    *[(f"np.{name}(a)", m, 0) for name in ("hanning", "hamming", "blackman", "bartlett") for m in (3, np.uint64(3), np.uint8(2), np.int8(1))],
    # A number among operands that do not fit
    ("np.where(a, b, 0)", _V, _V[:2]),
    ("np.where(a > 1, 1, b)", _V, _V[:2]),
    # NaN is not zero
    *[(text, a, 0) for text in ("np.linalg.norm(a, 0)", "np.linalg.norm(a, 0, axis=0)") for a in (np.array([0.0, -0.0, np.nan, 2]), _F)],
    # Copies of arrays without dimensions are arrays
    *[(text, a, 0) for text in ("np.ravel(np.array(a))", "np.array(a).reshape(1, 1)", "a.copy()", "np.copy(a).reshape(-1)", "np.unravel_index(a.astype(int), (3, 3))")
      for a in (_ZERO_D, np.array(5))],
    # Numbers of what is no array
    *[(f"np.choose({text})", a, 0) for text in ("a - 4, [1, 2]", "1, [a, 3]", "np.int64(1), [True, False]") for a in (np.array(5), np.int64(5), 5)],
    *[("np.isin(a, b)", a, _I + 4) for a in (np.array(5), np.int64(5), 5)],
    *[(text, a, 0) for text in ("-np.where(a > 1, a, 2)", "np.where(a > 1, a, 2).shape") for a in (_ZERO_D, 5)],
]  # fmt: skip

# Python makes the call, or it is refused.
_OF_PYTHON = [
    *[("np.einsum('ij,jk->ik', a, b)", a, b) for a, b in ((_M, _M), (_M[:, :1], _M.T))],
    *[("np.einsum('ij->', a), np.einsum('ij->ji', a)", a, 0) for a in (_V, _M[None], _ZERO_D)],
    ("np.compress(a, b)", _M > 1, _V),
    *[("np.bincount(a, b)", _I[:0], b) for b in (_V[:0], _V)],
    ("np.polyval(a, b)", _V[:0], 2),
    *[("np.choose(a, [1, 2, 3])", a, 0) for a in (1.0, np.float32(1), 1j, np.uint64(1))],
    *[("np.polyval(a, b)", np.zeros(0, np.int16), b) for b in (np.int8([1, 2]), np.int16([1, 2]))],
    *[("np.array((a, a), dtype=np.float32)", a, 0) for a in (1j, np.complex64(1j))],
    *[(f"np.unravel_index({a!r}, (2, 3))", 0, 0) for a in (2.0, -2.5, 2)],
    *[("np.ravel_multi_index((a, 1), (5, 5))", a, 0) for a in (2.0, np.nan, 2)],
    *[(text, a, 0) for text in ("pow(a, 2, 5)", "math.isqrt(a)", "math.gcd(a, 4)", "a.bit_length()", "a.is_integer()", "round(a, 1)")
      for a in (np.int8(3), np.uint8(3), np.float32(2.5), np.float64(4), 4, 2.5, _ZERO_D)],
    *[(text, _M, b) for text in ("np.full_like(a, b)", "np.full_like(a, b, dtype=np.int8)") for b in (_V, _ZERO_D)],
    ("np.insert(a, 1, b)", _V, _M),
    ("np.take_along_axis(a, b, 0)", _M, _I),
    ("np.trapezoid(a, b, axis=0)", _SQUARES.reshape(3, 3, 1), _SQUARES),
    *[(f"np.round(a{digits})", np.array([True, False]), 0) for digits in ("", ", 1", ", -1")],
    *[("np.kron(a, b)", a, b) for a, b in ((_M[:, :, None], _M), (_M, _M[:, :, None]), (_M[None], _M[None]))],
    *[(f"np.{name}, axis={axis})", _M[None], 0) for name in ("median(a", "quantile(a, 0.3") for axis in ("()", "(0, 1, 2)")],
]


@pytest.mark.parametrize("text, a, b", _CASES)
def test_as_numpy(text, a, b):
    check(f"def f(a, b):\n    return {text}\n", [a, b], strict=True)


@pytest.mark.parametrize("text, a, b", _OF_PYTHON)
@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
def test_as_numpy_or_refused(text, a, b):
    function = function_of(f"def f(a, b):\n    return {text}\n")
    found, expected = left_by(up.jit(strict=False)(function), [a, b]), left_by(function, [a, b])
    assert "before it has a value" not in str(found.error)
    if not isinstance(found.error, (up.CompileError, NotImplementedError)):
        assert type(found.error) is type(expected.error)
        assert str(found.error) == str(expected.error)
        assert same_bits(found.result, expected.result)


_TAKEN = [("np.sum(a, axis=0, out=b)", np.zeros(3)), ("np.cumsum(a, axis=0, out=b)", np.zeros((2, 3))), ("np.max(a, 1, out=b)", np.zeros(2)),
          ("np.dot(a, a.T, out=b)", np.zeros((2, 2))), ("np.take(a, [0, 1], axis=0, out=b)", np.zeros((2, 3))), ("np.mean(a, out=b)", np.zeros(())),
          ("np.round(a, 1, out=b)", np.zeros((2, 3)))]  # fmt: skip


@pytest.mark.parametrize("text, out", _TAKEN)
def test_what_is_no_function_of_elements_is_not_stretched_to_out(text, out):
    program = f"def f(a, b):\n    {text}\n    return b\n"
    check(program, [_M, out], strict=True)
    for other in (np.zeros((2, *out.shape)), np.zeros(tuple(n + 1 for n in out.shape)) if out.ndim else np.zeros(1)):
        with pytest.raises((up.CompileError, NotImplementedError)):
            up.jit(strict=True)(function_of(program))(_M, other)


def test_functions_of_elements_are_stretched_to_out():
    for text in ("np.add(a, 1, out=b)", "np.exp(a, b)", "np.clip(a, 1, 2, out=b)", "np.fmod(a, 2, out=b)"):
        check(f"def f(a, b):\n    {text}\n    return b\n", [_V, np.zeros((2, 3))], tolerance=1e-15, strict=True)


@pytest.mark.parametrize("name", ["logaddexp", "logaddexp2"])
@pytest.mark.parametrize("a, b", [(np.float32(2), 0), (_F, 0), (_F, _V), (_F, 1.5), (2, 3.5), (_I, _F), (_F, np.array([2, 1, 1], np.uint8)), (1, 1), (2.5, np.float32(2.5))])
def test_sums_of_exponentials_have_the_type_of_their_operands(name, a, b):
    check(f"def f(a, b):\n    return (np.{name}(a, b) * 0).astype(np.float64), np.{name}(a, b).dtype == np.float32\n", [a, b], strict=True)
