"""Eigenvalues and singular values of small matrices in parallel loops: those of LAPACK, and vectors that give the matrix back."""

import functools

import numpy as np
import pytest
import unpython as up
from support.paths import DEVICES
from support.texts import function_of

EIGH = "def f(a, w, v):\n    for i in prange(len(a)):\n        w[i], v[i] = np.linalg.eigh(a[i])\n"
SVD = "def f(a, u, s, v):\n    for i in prange(len(a)):\n        u[i], s[i], v[i] = np.linalg.svd(a[i], full_matrices=False)\n"
VALUES = "def f(a, s):\n    for i in prange(len(a)):\n        s[i] = np.linalg.svd(a[i], compute_uv=False)\n"
SHAPES = [(1, 1), (2, 2), (4, 4), (7, 7), (12, 12), (5, 1), (30, 12), (4, 9)]
EPS = {"float64": 2e-15, "float32": 1e-6}


@functools.cache
def compiled(text, device="cpu"):
    return up.jit(strict=True, device=device)(function_of(text))


def matrices(m, n, dtype):
    """Of full rank, whole numbers, equal values, rank one, zeros, graded, with a zero in the diagonal, huge, tiny, with one pair of zeros."""
    draw = np.random.default_rng(m * 40 + n).normal
    a = draw(size=(m, n))
    triangle = np.triu(a)
    triangle[min(m, n) // 2, min(m, n) // 2] = 0
    size = 1e200 if dtype == "float64" else 1e30
    kinds = [a, np.round(a), 3 * np.eye(m, n), np.outer(a[:, 0], a[0]), 0 * a, a * np.logspace(0, -14, n), triangle, a * size, a / size]
    return np.stack([*kinds, np.eye(m, n, 1) + np.eye(m, n, -1)]).astype(dtype)


@pytest.mark.parametrize("dtype", EPS)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_singular_values_and_vectors(shape, dtype):
    stack = matrices(*shape, dtype)
    (m, n), k, count = shape, min(shape), len(stack)
    u, s, v = np.zeros((count, m, k), dtype), np.zeros((count, k), dtype), np.zeros((count, k, n), dtype)
    alone = np.zeros_like(s)
    compiled(SVD)(stack, u, s, v)
    compiled(VALUES)(stack, alone)
    for i, a in enumerate(stack):
        expected = np.linalg.svd(a, compute_uv=False).astype("float64")
        near = 10 * EPS[dtype] * max(shape) * max(expected[0], 1e-300)
        np.testing.assert_allclose(s[i], expected, rtol=0, atol=near)
        np.testing.assert_allclose(alone[i], expected, rtol=0, atol=near)
        np.testing.assert_allclose(u[i].astype("float64") * s[i] @ v[i], a, rtol=0, atol=near)
        np.testing.assert_allclose(u[i].T @ u[i], np.eye(k), rtol=0, atol=30 * EPS[dtype])
        np.testing.assert_allclose(v[i] @ v[i].T, np.eye(k), rtol=0, atol=30 * EPS[dtype])


@pytest.mark.parametrize("dtype", EPS)
@pytest.mark.parametrize("n", [1, 2, 3, 4, 7, 12])
def test_eigenvalues_and_vectors(n, dtype):
    stack = matrices(n, n, dtype)
    stack += stack.transpose(0, 2, 1)
    w, v = np.zeros((len(stack), n), dtype), np.zeros((len(stack), n, n), dtype)
    compiled(EIGH)(stack, w, v)
    for i, a in enumerate(stack):
        expected = np.linalg.eigvalsh(a).astype("float64")
        near = 10 * EPS[dtype] * n * max(np.max(np.abs(expected)), 1e-300)
        np.testing.assert_allclose(w[i], expected, rtol=0, atol=near)
        np.testing.assert_allclose(v[i].astype("float64") * w[i] @ v[i].T, a, rtol=0, atol=near)
        np.testing.assert_allclose(v[i].T @ v[i], np.eye(n), rtol=0, atol=30 * EPS[dtype])


@pytest.mark.parametrize("device", DEVICES)
def test_devices_give_what_the_processor_gives(device):
    stack = np.stack([a for a in matrices(5, 5, "float64")[:7]] * 20)
    found, expected = np.zeros((len(stack), 5)), np.zeros((len(stack), 5))
    compiled(VALUES, device)(stack, found)
    compiled(VALUES)(stack, expected)
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-13)
    symmetric = stack + stack.transpose(0, 2, 1)
    vectors, of_device = np.zeros_like(stack), np.zeros_like(stack)
    compiled(EIGH, device)(symmetric, found, of_device)
    compiled(EIGH)(symmetric, expected, vectors)
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-13)
