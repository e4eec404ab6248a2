"""A Python number that meets a NumPy number keeps its own kind on its own path: value, dtype and kind of each result.

    python -m pytest tests/differential/arithmetic/test_mixed_kinds.py                 the programs of the issue, and a sample
    UNPYTHON_MIXED=5000 python -m pytest ... -k sampled                     as many drawn programs
"""

import os
import warnings

import numpy as np
import pytest
import unpython as up
from support import paths
from support.compare import Tolerance, assert_agree
from support.mixed_kinds import MixedProgram, program, sample

COUNT = int(os.environ.get("UNPYTHON_MIXED", "192"))
SEED = int(os.environ.get("UNPYTHON_MIXED_SEED", "1"))

# Functions of numbers and sums of prange loops may differ in the last bits; kinds and types may not.
CLOSE = Tolerance(float64=1e-12, float32=2e-6)


def refused(mixed: MixedProgram, device: str | None) -> bool:
    """Compares all calls of a program with plain Python; True where it is refused with a line."""
    function = mixed.function()
    options = {"races": "ordered", "strict": False}
    compiled = up.jit(**options)(function) if device is None else up.gpu(**options, device=device)(function)
    for arguments in mixed.calls():
        expected = paths.run(function, [_copy(a) for a in arguments])
        given = [_copy(a) for a in arguments]
        try:
            found = paths.run(compiled, given)
        except up.CompileError:
            return True
        if isinstance(found.error, (NotImplementedError, OverflowError)):
            continue  # refused on this path, with the line; an int of more than 64 bits
        assert_agree(found, expected, CLOSE)
    return False


def _copy(argument):
    return argument.copy() if isinstance(argument, np.ndarray) else argument


def check(programs: list[MixedProgram], device: str | None) -> None:
    count = 0
    for mixed in programs:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                count += refused(mixed, device)
        except Exception as error:
            raise AssertionError(f"{mixed.name}: {error}\n{mixed.text}") from error
    assert count <= 0.05 * len(programs) + 1, f"{count} of {len(programs)} programs are refused"


ISSUE = [
    ("if", "times", "uint8", "100"),
    ("conditional", "times", "uint8", "100"),
    ("conditional_index", "minus", "uint8", "0"),
    ("min", "times", "uint8", "100"),
    ("max", "plus", "uint8", "250"),
    ("helper_default", "times", "uint8", "100"),
    ("last", "itself", "uint8", "255"),
    ("last", "times", "uint8", "255"),
    ("unpack_array", "times", "uint8", "255"),
    ("and", "times", "uint8", "100"),
    ("tuple_loop", "times", "uint8", "100"),
    ("max_other", "tiny", "float32", "0.0"),
    ("lowest", "itself", "uint8", "1000"),
    ("p_lowest", "itself", "uint8", "1000"),
    ("early_return", "itself", "int32", "-1"),
    ("sum", "itself", "uint8", "0"),
    ("p_sum", "itself", "float32", "0.0"),
    ("p_sum", "half", "float64", "0"),
    ("p_private", "itself", "uint8", "0"),
    ("if", "divmod", "int32", "100"),
    ("conditional", "divmod_of", "float32", "0.1"),
    ("divided", "itself", "int32", "100"),
    ("max", "returned_pair", "float64", "0.0"),
]
DEVICES = [None, *paths.DEVICES]


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("chosen", ISSUE, ids="-".join)
def test_of_the_issue(chosen, device):
    check([program(*chosen)], device)


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("part", range(8))
def test_sampled(part, device):
    check(sample(COUNT, SEED)[part::8], device)


U = np.array([200, 100], np.uint8)
F = np.array([0.1, 0.2], np.float32)


def arrays_of_numbers(u, f):
    return np.array([u[0], 2]) * 2, np.array([f[0], 16777217]), np.array([u[0], 300]), np.array([True, u[1]])


def counted(u, f):
    return np.arange(u[0]) * 2, np.arange(f[1] + 3), np.arange(u[1], u[0]), np.linspace(f[0], f[1], 5)


def clipped(u, f):
    return np.clip(u, 0, 300), np.clip(u, -5, 100), u.clip(-1, 150), np.clip(f, -1e300, 0.15)


def test_pythons_complex_takes_a_float64_as_its_own():
    def mixed(x, y, z):
        k = 1j
        return k + x, k * x, k - x, x + k, x * k, sum([k, 2, x]), k + y, k * z, (k + x) * y

    arguments = np.float64(40), np.float32(0.1), np.int8(3)
    found, expected = up.jit(mixed)(*arguments), mixed(*arguments)
    assert [type(a) for a in found] == [type(b) for b in expected]
    assert found == expected


def of_too_many_types(u, f):
    first = u[0] < 3 if len(f) > 2 else True
    k = first
    for v in (first, u[0], u[1]):
        k = k + v
    return (np.array([k]),)


def chosen_between(u, f):
    return np.where(u > 150, u, -1), np.where(u > 150, u, 300), np.select([u > 150], [u], default=-1)


def lists_of_sums(u, f):
    whole, half = f.astype(np.float64), u[:1].astype(np.int64)
    sums = [sum(whole) + 0.0 for _ in range(2)]
    shifted = [sum(half) * 2 for _ in range(2)]
    return np.array(sums), np.array(shifted), np.array([sum(whole[:k]) + 0.5 for k in range(3)])


# From 2.5 on NumPy's where raises where a Python number does not fit; before, it wraps as here.
WRAPS = [chosen_between] if np.lib.NumpyVersion(np.__version__) < "2.5.0" else []


@pytest.mark.parametrize("function", [arrays_of_numbers, counted, clipped, *WRAPS, lists_of_sums])
def test_arrays(function):
    expected, found = function(U, F), up.jit(function)(U.copy(), F.copy())
    for a, b in zip(found, expected, strict=True):
        assert a.dtype == b.dtype
        np.testing.assert_allclose(a, b, rtol=1e-6 if a.dtype.kind == "f" else 0)


def item_of_python(u, f, k=0):
    sums = [sum(u[:n]) for n in range(3)]
    return sums[k]


def test_an_item_that_is_pythons_own_is_refused_when_the_program_runs():
    with pytest.raises(NotImplementedError, match="this number is Python's own here, not a uint8"):
        up.jit(item_of_python)(U, F)


def one_way_of_too_many(u, f, n=1):
    k = 0.5
    if n > 2:
        k = u[0]
    k = k // 2
    for v in u:
        k += v
    if n > 1:
        k = n
    elif n > 0:
        k = u[1]
    return k


def test_ways_of_too_many_types_are_refused_with_a_line():
    with pytest.raises(up.CompileError, match="'k' is .* on this line and .* on others where all can meet"):
        up.jit(one_way_of_too_many, strict=True)(np.array([True, True]), F)


def test_a_number_of_too_many_types_is_refused_with_its_lines():
    with pytest.raises(up.CompileError, match="'k' is .* on line .* where both can meet"):
        up.jit(of_too_many_types, strict=True)(U, F)


@pytest.mark.parametrize("low, high", [(300, 400), (-5, -3)])
def test_bounds_that_no_element_can_reach(low, high):
    def bounded(u, low, high):
        return np.clip(u, low, high)

    with pytest.raises(OverflowError):
        up.jit(bounded)(U, low, high)


def sum_of_many_types(u, c):
    k = np.float32(u[0])
    if c:
        k = 0.5
    return sum((k, u[0]))


def test_too_many_types_are_refused_and_not_forgotten():
    """The type of the sum went wrong in every second round, and the last one was not such a round."""
    with pytest.raises(up.CompileError, match="is a Python int"):
        up.jit(strict=True)(sum_of_many_types)(np.array([200, 100], np.uint16), True)
