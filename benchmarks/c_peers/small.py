"""Small vectors, wavefronts, dynamic programming, sorting networks and tricks with bits; small.c has each in C, by the same name."""

from __future__ import annotations

import numpy as np


def near_pairs(n, p, limit):
    count = 0
    for i in range(n):
        for j in range(i):
            r = p[j] - p[i]
            if r @ r < limit:
                count += 1
    return count


def accelerations(n, p, m, acc):
    for i in range(n):
        for j in range(n):
            if i != j:
                r = p[j] - p[i]
                d = (r * r).sum() + 1e-3
                acc[i] += r * (m[j] / (d * np.sqrt(d)))


def centres(n, p, links, out):
    for k in range(n):
        out[k] = (p[links[k, 0]] + p[links[k, 1]] + p[links[k, 2]]) / 3.0


def rotated(n, q, v, out):
    for i in range(n):
        w, x, y, z = q[i]
        u = np.array([x, y, z])
        t = 2.0 * np.cross(u, v[i])
        out[i] = v[i] + w * t + np.cross(u, t)


def small_products(n, a, b, c):
    for i in range(n):
        c[i] = a[i] @ b[i]


def medians(n, image, out):
    for i in range(1, n - 1):
        for j in range(1, n - 1):
            out[i, j] = np.median(image[i - 1 : i + 2, j - 1 : j + 2])


def smith_waterman(n, s, t, h):
    best = 0
    for i in range(1, n + 1):
        for j in range(1, n + 1):
            score = 3 if s[i - 1] == t[j - 1] else -3
            h[i, j] = max(0, h[i - 1, j - 1] + score, h[i - 1, j] - 2, h[i, j - 1] - 2)
            best = max(best, h[i, j])
    return best


def edit_distance(n, s, t, row):
    for j in range(n + 1):
        row[j] = j
    for i in range(1, n + 1):
        diagonal = row[0]
        row[0] = i
        for j in range(1, n + 1):
            above = row[j]
            row[j] = min(row[j] + 1, row[j - 1] + 1, diagonal + (0 if s[i - 1] == t[j - 1] else 1))
            diagonal = above
    return row[n]


def common_subsequence(n, s, t, table):
    for i in range(1, n + 1):
        for j in range(1, n + 1):
            if s[i - 1] == t[j - 1]:
                table[i, j] = table[i - 1, j - 1] + 1
            else:
                table[i, j] = max(table[i - 1, j], table[i, j - 1])
    return table[n, n]


def knapsack(n, capacity, weights, values, best):
    for i in range(n):
        for w in range(capacity, weights[i] - 1, -1):
            best[w] = max(best[w], best[w - weights[i]] + values[i])
    return best[capacity]


def bitonic_sort(n, a):
    k = 2
    while k <= n:
        j = k // 2
        while j > 0:
            for i in range(n):
                other = i ^ j
                if other > i:
                    if (i & k == 0) == (a[i] > a[other]):
                        a[i], a[other] = a[other], a[i]
            j //= 2
        k *= 2


def sorted_fours(n, a):
    for i in range(n):
        x, y, z, w = a[i]
        x, y = min(x, y), max(x, y)
        z, w = min(z, w), max(z, w)
        x, z = min(x, z), max(x, z)
        y, w = min(y, w), max(y, w)
        y, z = min(y, z), max(y, z)
        a[i, 0] = x
        a[i, 1] = y
        a[i, 2] = z
        a[i, 3] = w


def insertion_sort(n, a):
    for i in range(1, n):
        x = a[i]
        j = i - 1
        while j >= 0 and a[j] > x:
            a[j + 1] = a[j]
            j -= 1
        a[j + 1] = x


def bits_set(n, a):
    total = 0
    for i in range(n):
        x = a[i]
        x = x - ((x >> np.uint64(1)) & np.uint64(0x5555555555555555))
        x = (x & np.uint64(0x3333333333333333)) + ((x >> np.uint64(2)) & np.uint64(0x3333333333333333))
        x = (x + (x >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
        total += (x * np.uint64(0x0101010101010101)) >> np.uint64(56)
    return total


def xorshift(n, seed, a):
    x = seed
    for i in range(n):
        x ^= x << np.uint64(13)
        x ^= x >> np.uint64(7)
        x ^= x << np.uint64(17)
        a[i] = x


def checksum(n, data, table):
    crc = 0xFFFFFFFF
    for i in range(n):
        crc = (crc >> 8) ^ table[(crc ^ int(data[i])) & 255]
    return crc ^ 0xFFFFFFFF


def sieve(n, composite):
    count = 0
    for i in range(2, n):
        if composite[i] == 0:
            count += 1
            for j in range(i * i, n, i):
                composite[j] = 1
    return count


def longest_collatz(n):
    best = 0
    for i in range(1, n):
        x = i
        steps = 0
        while x != 1:
            x = x // 2 if x % 2 == 0 else 3 * x + 1
            steps += 1
        if steps > best:
            best = steps
    return best


def life(n, steps, a, b):
    for _ in range(steps):
        for i in range(1, n - 1):
            for j in range(1, n - 1):
                around = (
                    a[i - 1, j - 1] + a[i - 1, j] + a[i - 1, j + 1] + a[i, j - 1] + a[i, j + 1]
                    + a[i + 1, j - 1] + a[i + 1, j] + a[i + 1, j + 1]
                )  # fmt: skip
                b[i, j] = 1 if around == 3 or (around == 2 and a[i, j] == 1) else 0
        a, b = b, a


def places(n, m, sorted_values, wanted, out):
    for i in range(m):
        low = 0
        high = n
        while low < high:
            middle = (low + high) // 2
            if sorted_values[middle] < wanted[i]:
                low = middle + 1
            else:
                high = middle
        out[i] = low
