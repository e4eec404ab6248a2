"""What a `finally` does behind a return, where it raises, and to what is returned; names of exceptions; parts of lists that go."""

import copy

import numpy as np
import pytest
import unpython as up


def leaves_by_exception(v, d, k):
    try:
        return k
    finally:
        v.pop()
        del d[k]


def raises_in_turns(v, d, k):
    for i in range(2):
        try:
            return v[0]
        finally:
            v.append(i)
            raise ValueError(k)


def caught_around(v, d, k):
    try:
        try:
            return k
        finally:
            v.append(1)
            v[k + 9] += 1
    except IndexError:
        v.append(3)
    return 7


def changes_what_it_returned(v, d, k):
    try:
        return d[k]
    except KeyError:
        d[k] = -1
        return 0
    finally:
        d[7] = 7


def returns_names(v, d, k):
    try:
        return v, len(v), k
    finally:
        v.append(k)
        k = 9


def without_part(v, d, k):
    del v[k:-4:-1]
    del v[::-2]
    return v


FINALS = [leaves_by_exception, raises_in_turns, caught_around, changes_what_it_returned, returns_names, without_part]


def outcome(function, *given):
    given = copy.deepcopy(given)
    try:
        return function(*given), given
    except Exception as error:
        return repr(error), given


@pytest.mark.parametrize("function", FINALS, ids=lambda f: f.__name__)
@pytest.mark.parametrize("v, d, k", [([1, 2, 3], {1: 5}, 2), ([1, 2, 3, 4, 5], {}, 3), ([1], {0: 1}, 0)])
def test_outcomes(function, v, d, k):
    assert outcome(up.jit(function, strict=True), v, d, k) == outcome(function, v, d, k)


def reads_its_name(k):
    e = 5
    try:
        if k:
            raise ValueError(k)
    except ValueError as e:
        k += 1
    return e


def test_names_of_exceptions_are_left_to_python():
    with pytest.raises(up.CompileError):
        up.jit(reads_its_name, strict=True)(1)
    with pytest.raises(UnboundLocalError):
        up.jit(reads_its_name, strict=False)(1)


def changed_parts(d, places, x):
    d["a"][places] += x
    d["a"] += x
    return d


def test_parts_keep_their_type():
    for a, x in [(np.ones(3), 2), (np.ones(3, np.int64), 2.5), (np.ones(1, np.int64), np.arange(2)), (np.ones(3, np.float32), 0.5)]:
        found, expected = ({"a": a.copy(), "n": 1} for _ in range(2))
        results = []
        for function, given in ((up.jit(changed_parts), found), (changed_parts, expected)):
            try:
                results.append(str(function(given, np.array([0, 0]), x)))
            except Exception as error:
                results.append(repr(error))
        assert results[0] == results[1]
        np.testing.assert_array_equal(found["a"], expected["a"])


def joined(a, places, x):
    np.add.at(a, places, x)
    np.maximum.at(a, places, x)
    return a


@pytest.mark.parametrize("x", [300, 2.5, np.uint8(200), np.array([1, 300])], ids=repr)
@pytest.mark.parametrize("dtype", ["int8", "uint8", "float32"])
def test_ufunc_at_cuts_what_is_too_large(dtype, x):
    given = np.ones(3, dtype), np.array([0, 2]), x
    np.testing.assert_array_equal(up.jit(joined, strict=True)(given[0].copy(), *given[1:]), joined(given[0].copy(), *given[1:]))


def filled(x):
    return f"[{x:<08}]", f"[{x:>03}]", f"[{x:^07}]", f"[{x:*<5}]"


def test_zeros_as_fill():
    assert up.jit(filled, strict=True)("ab") == filled("ab")
