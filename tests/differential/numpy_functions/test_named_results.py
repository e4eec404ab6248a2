"""What NumPy gives as a named tuple is one of the same class, and a part of a named tuple is a plain tuple."""

from typing import NamedTuple

import numpy as np
import pytest
import unpython as up
from unpython import prange


class Point(NamedTuple):
    x: int
    y: float


MATRIX = np.random.default_rng(1).random((5, 5))
SYMMETRIC = MATRIX + MATRIX.T


def eigh(a):
    return np.linalg.eigh(a)


def svd(a):
    return np.linalg.svd(a)


def svd_of_text(a):
    return np.linalg.svd(a, compute_uv=True, full_matrices=False)


def singular_values(a):
    return np.linalg.svd(a, compute_uv=False)


def qr(a):
    return np.linalg.qr(a)


def complete_qr(a):
    return np.linalg.qr(a[:, :2], mode="complete")


def upper_triangle(a):
    return np.linalg.qr(a, "r")


def slogdet(a):
    return np.linalg.slogdet(a)


def fields(a):
    found = np.linalg.svd(a)
    return found.S, found.U @ np.diag(found.S) @ found.Vh, np.linalg.eigh(a).eigenvalues, np.linalg.slogdet(a).logabsdet


def unpacked(a):
    values, vectors = np.linalg.eigh(a)
    q, r = np.linalg.qr(a)
    return values, vectors, q @ r, np.linalg.qr(a)[1], len(np.linalg.svd(a))


def by_condition(a):
    return np.linalg.cond(a), np.linalg.norm(a, 2), np.linalg.matrix_rank(a)


@pytest.mark.parametrize("is_strict", [False, True], ids=["standard", "strict"])
@pytest.mark.parametrize(
    "function",
    [eigh, svd, svd_of_text, singular_values, qr, complete_qr, upper_triangle, slogdet, fields, unpacked, by_condition],
    ids=lambda f: f.__name__,
)
def test_results_of_numpy(function, is_strict):
    ours = up.jit(fp="strict" if is_strict else "standard")(function)(SYMMETRIC)
    expected = function(SYMMETRIC)
    assert type(ours) is type(expected)
    for mine, theirs in zip(ours, expected, strict=True) if isinstance(expected, tuple) else [(ours, expected)]:
        assert type(mine) is type(theirs) and np.shape(mine) == np.shape(theirs)
        np.testing.assert_allclose(mine, theirs, rtol=1e-10, atol=1e-12)


def in_parallel(stack, out):
    for i in prange(stack.shape[0]):
        found = np.linalg.eigh(stack[i])
        out[i, 0] = found.eigenvalues[0]
        out[i, 1] = np.linalg.slogdet(stack[i]).logabsdet
        out[i, 2] = np.linalg.qr(stack[i]).R[1, 1]


def test_fields_in_a_parallel_loop():
    stack = np.stack([SYMMETRIC * (i + 1) for i in range(7)])
    ours, expected = np.zeros((2, 7, 3))
    up.jit(in_parallel)(stack, ours)
    in_parallel(stack, expected)
    np.testing.assert_allclose(ours, expected, rtol=1e-10)


def parts(n):
    point = Point(n, 2.5)
    return point[:], point[::-1], point[1:], point[0:], point[0:2:1], point[:1] + point[1:], point


def test_parts_of_a_named_tuple_are_plain():
    ours, expected = up.jit(parts)(3), parts(3)
    assert ours == expected
    assert [type(part) for part in ours] == [type(part) for part in expected]


class Size(NamedTuple):
    x: int
    y: float


def point_or_tuple(n):
    if n > 2:
        return Point(n, 1.5)
    return n, 1.5


def point_or_size(n):
    if n > 2:
        return (Point(n, 1.5), 1)
    return (Size(n, 1.5), 1)


def dicts_of_other_keys(n):
    if n > 2:
        return {"a": n, "b": 2}, "several"
    return {"a": n, "c": 4}, "few"


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("function", [point_or_tuple, point_or_size, dicts_of_other_keys], ids=lambda f: f.__name__)
def test_the_class_is_that_of_the_way_taken(function):
    compiled = up.jit(strict=False)(function)
    for n in (1, 3):
        ours, expected = compiled(n), function(n)
        assert ours == expected and type(ours) is type(expected) and type(ours[0]) is type(expected[0])


def fields_in_a_loop(a, n):
    total = 0.0
    for i in range(n):
        found = np.linalg.eigh(a + i * np.eye(5))
        for value in found.eigenvalues:
            total += value * found.eigenvectors.shape[0]
    return total


def test_fields_in_a_loop():
    for n in (0, 1, 3):
        np.testing.assert_allclose(up.jit(fields_in_a_loop)(SYMMETRIC, n), fields_in_a_loop(SYMMETRIC, n), rtol=1e-9)
