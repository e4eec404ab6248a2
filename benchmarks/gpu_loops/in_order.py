"""Programs whose outer loops run in order, with some parallel loops inside: factorisations, solvers, transforms, tables. Each
makes a new result, so that every call does the same work."""

import numpy as np
from unpython import prange


def lu(given):
    a = given.copy()
    n = a.shape[0]
    for k in range(n):
        for i in prange(k + 1, n):
            a[i, k] /= a[k, k]
            for j in range(k + 1, n):
                a[i, j] -= a[i, k] * a[k, j]
    return a


def cholesky(given):
    a = given.copy()
    n = a.shape[0]
    for j in range(n):
        d = a[j, j]
        for k in range(j):
            d -= a[j, k] * a[j, k]
        a[j, j] = np.sqrt(d)
        for i in prange(j + 1, n):
            s = a[i, j]
            for k in range(j):
                s -= a[i, k] * a[j, k]
            a[i, j] = s / a[j, j]
    return a


def triangular_solve(lower, b):
    x = np.empty_like(b)
    for i in range(lower.shape[0]):
        s = b[i]
        for j in range(i):
            s -= lower[i, j] * x[j]
        x[i] = s / lower[i, i]
    return x


def durbin(r):
    n = r.shape[0]
    y, z = np.empty_like(r), np.empty_like(r)
    y[0] = reflection = -r[0]
    error = 1.0
    for k in range(1, n):
        error *= 1.0 - reflection * reflection
        s = r[k]
        for i in range(k):
            s += r[k - i - 1] * y[i]
        reflection = -s / error
        for i in prange(k):
            z[i] = y[i] + reflection * y[k - i - 1]
        for i in prange(k):
            y[i] = z[i]
        y[k] = reflection
    return y


def gram_schmidt(given):
    a = given.copy()
    m, n = a.shape
    for k in range(n):
        norm = 0.0
        for i in range(m):
            norm += a[i, k] * a[i, k]
        norm = np.sqrt(norm)
        for i in prange(m):
            a[i, k] /= norm
        for j in prange(k + 1, n):
            s = 0.0
            for i in range(m):
                s += a[i, k] * a[i, j]
            for i in range(m):
                a[i, j] -= s * a[i, k]
    return a


def fft(given):
    """Of 2**k numbers, by k passes over them from one array to the other."""
    n = given.shape[0]
    x, y = given.copy(), np.empty_like(given)
    half, stride = n // 2, 1
    while half >= 1:
        for p in prange(half):
            turn = np.exp(-1j * np.pi * p / half)
            for q in range(stride):
                one, other = x[q + stride * p], x[q + stride * (p + half)]
                y[q + stride * 2 * p] = one + other
                y[q + stride * (2 * p + 1)] = (one - other) * turn
        for i in prange(n):
            x[i] = y[i]
        half //= 2
        stride *= 2
    return x


def common_subsequence(a, b):
    table = np.zeros((a.shape[0] + 1, b.shape[0] + 1), dtype=np.int32)
    for i in range(a.shape[0]):
        for j in range(b.shape[0]):
            if a[i] == b[j]:
                table[i + 1, j + 1] = table[i, j] + 1
            else:
                table[i + 1, j + 1] = max(table[i, j + 1], table[i + 1, j])
    return table[a.shape[0], b.shape[0]]


def knapsack(weights, values, room):
    """Each item fills a new row of the table from the row before."""
    best, next_best = np.zeros(room + 1), np.zeros(room + 1)
    for item in range(weights.shape[0]):
        for w in prange(room + 1):
            next_best[w] = best[w]
            if weights[item] <= w:
                next_best[w] = max(best[w], best[w - weights[item]] + values[item])
        for w in prange(room + 1):
            best[w] = next_best[w]
    return best


def floyd_warshall(given):
    d = given.copy()
    n = d.shape[0]
    for k in range(n):
        for i in range(n):
            through = d[i, k]  # j = k stores to it, so that the loop over j is parallel only with a copy
            for j in prange(n):
                d[i, j] = min(d[i, j], through + d[k, j])
    return d


def conjugate_gradients(a, b, steps):
    n = b.shape[0]
    x, r, p, q = np.zeros(n), b.copy(), b.copy(), np.empty(n)
    rr = 0.0
    for i in prange(n):
        rr += r[i] * r[i]
    for _ in range(steps):
        for i in prange(n):
            s = 0.0
            for k in range(n):
                s += a[i, k] * p[k]
            q[i] = s
        pq = 0.0
        for i in prange(n):
            pq += p[i] * q[i]
        alpha = rr / pq
        for i in prange(n):
            x[i] += alpha * p[i]
            r[i] -= alpha * q[i]
        before, rr = rr, 0.0
        for i in prange(n):
            rr += r[i] * r[i]
        for i in prange(n):
            p[i] = r[i] + rr / before * p[i]
    return x
