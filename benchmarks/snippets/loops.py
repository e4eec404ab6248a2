"""Loops over numbers and elements."""

import math

import numpy as np
import unpython as up
from snippets import snippet

rng = np.random.default_rng(1)
A = rng.normal(size=40)
B = rng.normal(size=40)
M = rng.normal(size=(12, 9))
K = rng.integers(0, 9, 60)


@snippet(A)
def running_total(a):
    out = np.empty_like(a)
    total = 0.0
    for i in range(len(a)):
        total += a[i]
        out[i] = total
    return out


@snippet(200)
def sieve(n):
    is_prime = np.ones(n + 1, dtype=bool)
    is_prime[:2] = False
    for i in range(2, int(n**0.5) + 1):
        if is_prime[i]:
            is_prime[i * i :: i] = False
    return np.flatnonzero(is_prime)


@snippet(27)
def collatz(n):
    steps = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps


@snippet(24, 40, 50)
def mandelbrot(h, w, limit):
    out = np.zeros((h, w), dtype=np.int64)
    for i in up.prange(h):
        for j in range(w):
            c = complex(-2 + 3 * j / w, -1 + 2 * i / h)
            z = 0j
            for k in range(limit):
                if abs(z) > 2:
                    break
                z = z * z + c
                out[i, j] = k
    return out


@snippet(A, 5)
def moving_average(a, w):
    n = len(a) - w + 1
    out = np.zeros(n)
    for i in range(n):
        out[i] = a[i : i + w].mean()
    return out


@snippet(M)
def five_point(u):
    v = u.copy()
    for i in range(1, u.shape[0] - 1):
        for j in range(1, u.shape[1] - 1):
            v[i, j] = 0.25 * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1])
    return v


@snippet(48, 180)
def gcd(a, b):
    while b:
        a, b = b, a % b
    return a


@snippet(1e-12)
def pi_by_leibniz(eps):
    total, sign, k = 0.0, 1, 1
    while True:
        term = sign / k
        total += term
        if abs(term) < 1e-4:
            break
        sign, k = -sign, k + 2
    return 4 * total


@snippet(A, 0.3)
def first_above(a, limit):
    for i, x in enumerate(a):
        if x > limit:
            return i
    return -1


@snippet(A, 99.0)
def first_above_or_none(a, limit):
    for i, x in enumerate(a):
        if x > limit:
            return i
    return None


@snippet(np.sort(A), 0.2)
def bisect(a, x):
    lo, hi = 0, len(a)
    while lo < hi:
        mid = (lo + hi) // 2
        if a[mid] < x:
            lo = mid + 1
        else:
            hi = mid
    return lo


@snippet(K, 9)
def count_values(k, n):
    out = np.zeros(n, dtype=int)
    for x in k:
        out[x] += 1
    return out


@snippet(A.copy())
def bubble_sort(a):
    n = len(a)
    for i in range(n):
        swapped = False
        for j in range(n - 1 - i):
            if a[j] > a[j + 1]:
                a[j], a[j + 1] = a[j + 1], a[j]
                swapped = True
        if not swapped:
            break
    return a


@snippet(A.copy())
def insertion_sort(a):
    for i in range(1, len(a)):
        x = a[i]
        j = i - 1
        while j >= 0 and a[j] > x:
            a[j + 1] = a[j]
            j -= 1
        a[j + 1] = x
    return a


@snippet(rng.normal(size=(20, 3)))
def pairwise_distances(p):
    n = p.shape[0]
    d = np.zeros((n, n))
    for i in range(n):
        for j in range(n):
            d[i, j] = math.sqrt(((p[i] - p[j]) ** 2).sum())
    return d


@snippet(rng.normal(size=(15, 3)), rng.random(15))
def gravity(pos, mass):
    acc = np.zeros_like(pos)
    for i in range(len(pos)):
        for j in range(len(pos)):
            if i == j:
                continue
            d = pos[j] - pos[i]
            r2 = np.dot(d, d) + 1e-6
            acc[i] += mass[j] * d / r2**1.5
    return acc


@snippet(2.0)
def newton_root(x):
    guess = x
    for _ in range(50):
        new = 0.5 * (guess + x / guess)
        if abs(new - guess) < 1e-14:
            break
        guess = new
    else:
        raise RuntimeError("did not converge")
    return new


@snippet("unused", 30)
def fibonacci_numbers(kind, n):
    out = np.zeros(n, dtype=np.int64)
    a, b = 0, 1
    for i in range(n):
        out[i] = a
        a, b = b, a + b
    return out


@snippet(rng.integers(0, 2, (16, 16)))
def game_of_life(board):
    h, w = board.shape
    new = np.zeros_like(board)
    for y in range(h):
        for x in range(w):
            alive = 0
            for dy in (-1, 0, 1):
                for dx in (-1, 0, 1):
                    if dy != 0 or dx != 0:
                        alive += board[(y + dy) % h, (x + dx) % w]
            if alive == 3 or (alive == 2 and board[y, x] == 1):
                new[y, x] = 1
    return new


@snippet(A, B)
def weighted_sums(a, b):
    s = 0
    for x, y in zip(a, b):
        s += x * y
    return s


@snippet(rng.normal(size=(6, 6)))
def gauss_elimination(a):
    a = a.copy()
    n = len(a)
    for k in range(n):
        p = k + np.argmax(np.abs(a[k:, k]))
        if p != k:
            a[[k, p]] = a[[p, k]]
        for i in range(k + 1, n):
            a[i, k:] -= a[k, k:] * (a[i, k] / a[k, k])
    return np.prod(np.diag(a))


@snippet(0.1, 200)
def lorenz(dt, n):
    xyz = np.empty((n + 1, 3))
    xyz[0] = (0.0, 1.0, 1.05)
    for i in range(n):
        x, y, z = xyz[i]
        xyz[i + 1] = xyz[i] + 0.01 * np.array([10 * (y - x), x * (28 - z) - y, x * y - 2.667 * z])
    return xyz


@snippet(np.frombuffer(b"kitten in the", dtype=np.uint8), np.frombuffer(b"sitting on the", dtype=np.uint8))
def edit_distance(s, t):
    d = np.zeros((len(s) + 1, len(t) + 1), dtype=np.int64)
    d[:, 0] = np.arange(len(s) + 1)
    d[0, :] = np.arange(len(t) + 1)
    for i in range(1, len(s) + 1):
        for j in range(1, len(t) + 1):
            cost = 0 if s[i - 1] == t[j - 1] else 1
            d[i, j] = min(d[i - 1, j] + 1, d[i, j - 1] + 1, d[i - 1, j - 1] + cost)
    return d[-1, -1]


@snippet(A, B)
def linear_fit(x, y):
    n = x.size
    sx = sy = sxx = sxy = 0.0
    for i in range(n):
        sx += x[i]
        sy += y[i]
        sxx += x[i] * x[i]
        sxy += x[i] * y[i]
    slope = (n * sxy - sx * sy) / (n * sxx - sx**2)
    return slope, (sy - slope * sx) / n


@snippet(M)
def row_extremes(m):
    best = -math.inf
    where = (0, 0)
    for i in range(m.shape[0]):
        for j in range(m.shape[1]):
            if m[i, j] > best:
                best = m[i, j]
                where = (i, j)
    return best, where


@snippet(3.7, 500)
def logistic_map(r, n):
    x = 0.5
    total = 0.0
    for _ in range(n):
        x = r * x * (1 - x)
        total += x
    return total / n


@snippet(12, np.array([1.0, 2.0, 3.0]))
def integer_then_float(n, a):
    value = 0
    for i in range(n):
        value = i
    value = value + a.mean()
    return value


@snippet(np.linspace(0, 1, 50))
def trapezoid(x):
    y = np.exp(-(x**2))
    area = 0.0
    for i in range(1, len(x)):
        area += 0.5 * (y[i] + y[i - 1]) * (x[i] - x[i - 1])
    return area


@snippet(M, 3)
def iterate_rows(m, k):
    total = np.zeros(m.shape[1])
    for row in m[::k]:
        total += row
    return total


@snippet(100, 7)
def lcg(n, seed):
    x = seed
    out = []
    for _ in range(n):
        x = (1103515245 * x + 12345) % 2**31
        out.append(x / 2**31)
    return np.array(out)


@snippet(255)
def bits(n):
    count = 0
    while n:
        n &= n - 1
        count += 1
    return count, (n << 3) | 5, ~n ^ 2


@snippet(1000)
def perfect_numbers(limit):
    found = []
    for n in range(2, limit):
        if sum(d for d in range(1, n) if n % d == 0) == n:
            found.append(n)
    return found
