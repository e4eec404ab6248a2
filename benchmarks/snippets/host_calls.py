"""Calls into what Python has and the language has not."""

import random
import time

import numpy as np
from snippets import snippet

rng = np.random.default_rng(9)
A = rng.normal(size=32)
M = rng.normal(size=(8, 8))


def gain(x):
    return np.tanh(x).sum()


@snippet(A)
def print_values(a):
    print("mean", a.mean())
    print("n =", len(a), "first:", a[0])
    return a.sum()


@snippet(5)
def print_progress(n):
    total = 0.0
    for i in range(n):
        total += i * 0.5
        if i % 2 == 0:
            print(f"step {i}: total {total:.3f}")
    return total


@snippet(A)
def print_array(a):
    print(a[:3])
    print("shape", a.shape, sep=": ")
    print()
    print("done", end="\n")


@snippet(100)
def monte_carlo_pi(n):
    inside = 0
    for _ in range(n):
        x = random.random()
        y = random.random()
        if x * x + y * y < 1:
            inside += 1
    return 4 * inside / n


@snippet(100)
def monte_carlo_numpy(n):
    np.random.seed(3)
    x = np.random.rand(n)
    y = np.random.rand(n)
    return 4 * np.mean(x * x + y * y < 1)


@snippet(50)
def random_walk(n):
    np.random.seed(1)
    pos = np.zeros(n)
    for i in range(1, n):
        pos[i] = pos[i - 1] + np.random.normal(0, 1)
    return pos


@snippet(20)
def random_choices(n):
    np.random.seed(5)
    k = np.random.randint(0, 10, n)
    p = np.random.permutation(5)
    c = np.random.choice(k, 3)
    u = np.random.uniform(-1, 1, (3, 2))
    return k, p, c, u


@snippet(20)
def generator_local(n):
    rng = np.random.default_rng(42)
    return rng.normal(size=n), rng.random(), rng.integers(0, 5, 3)


@snippet(np.random.default_rng(11), 6)
def generator_argument(rng, n):
    total = 0.0
    for _ in range(n):
        total += rng.random()
    return total


@snippet(A)
def spectrum(a):
    f = np.fft.fft(a)
    power = np.abs(f) ** 2
    return power[: len(a) // 2]


@snippet(A)
def low_pass(a):
    f = np.fft.rfft(a)
    freq = np.fft.rfftfreq(len(a), d=0.1)
    f[freq > 2] = 0
    return np.fft.irfft(f, n=len(a))


@snippet(M)
def fft_2d(m):
    f = np.fft.fftshift(np.fft.fft2(m))
    return np.abs(f), np.fft.ifft2(np.fft.ifftshift(f)).real


@snippet(1000)
def timed(n):
    start = time.perf_counter()
    total = 0.0
    for i in range(n):
        total += i
    elapsed = time.perf_counter() - start
    return total, elapsed >= 0


@snippet(A)
def plain_helper(a):
    return gain(a) + 1


@snippet(A.reshape(4, 8))
def save_and_load(m):
    import io

    buffer = io.BytesIO()
    np.save(buffer, m)
    buffer.seek(0)
    return np.load(buffer).sum()


@snippet(A)
def warn_user(a):
    import warnings

    if a.max() > 1e6:
        warnings.warn("large values")
    return a.max()


@snippet(A)
def shuffle_in_place(a):
    np.random.seed(2)
    np.random.shuffle(a)
    return a


@snippet(6)
def simulated_annealing(n):
    random.seed(4)
    x, best = 5.0, 25.0
    temperature = 1.0
    for _ in range(n * 10):
        y = x + random.uniform(-1, 1)
        if y * y < x * x or random.random() < np.exp((x * x - y * y) / temperature):
            x = y
        best = min(best, x * x)
        temperature *= 0.95
    return best
