"""Generators of up.random inside compiled functions: the same bits on all paths, and as plain Python."""

import numpy as np
import unpython as up
from support.programs import Programs, array, out
from unpython import prange

PROGRAMS = Programs(whole_arrays=True, float64=0.0, large={"n": 1003, "m": 11, "k": 5})


@PROGRAMS.add(out("n"))
def numbers(a):
    rng = up.random(5)
    for i in prange(a.shape[0]):
        a[i] = rng.random()


@PROGRAMS.add(out("n"))
def normals(a):
    rng = up.random(6)
    for i in prange(a.shape[0]):
        a[i] = rng.normal(1.5, scale=0.3)


@PROGRAMS.add(out("n"))
def several_draws(a):
    rng = up.random(7)
    for i in prange(a.shape[0]):
        x, y = rng.random(), rng.random()
        a[i] = x - y + rng.exponential(3.0)
        a[i] += rng.integers(-10, 20)


@PROGRAMS.add(out("n"))
def loops_one_after_another(a):
    rng = up.random(8)
    shift = rng.normal()
    for t in range(3):
        for i in prange(a.shape[0]):
            a[i] = rng.random() + shift
        shift += rng.random()
    for i in prange(1, a.shape[0], 2):
        a[i] += rng.random()


@PROGRAMS.add(array("n"), out("n"))
def sometimes(a, b):
    rng = up.random(9)
    for i in prange(a.shape[0]):
        b[i] = 0.0
        if a[i] > 1:
            continue
        for k in range(i % 3):
            b[i] += rng.random()
    for i in prange(a.shape[0]):
        if a[i] > 1e9:
            b[i] = rng.random()
    for i in prange(a.shape[0]):
        b[i] += rng.random()


@PROGRAMS.add(out("nm"))
def nests(a):
    rng = up.random(10)
    for i in prange(a.shape[0]):
        for j in prange(a.shape[1]):
            a[i, j] = rng.normal()


@PROGRAMS.add(out("nm"), array("n"))
def uneven_nests(a, limits):
    rng = up.random(11)
    for i in prange(a.shape[0]):
        first = rng.random()
        for j in prange(a.shape[1]):
            a[i, j] = rng.random() + first
        for j in prange(a.shape[1]):
            if j > limits[i]:
                a[i, j] += rng.random()
        for j in prange(a.shape[1]):
            a[i, j] += rng.random()


@PROGRAMS.add(out("nmk"))
def deep_nests(a):
    rng = up.random(12)
    for t in range(2):
        for i in prange(a.shape[0]):
            for j in prange(a.shape[1]):
                for k in prange(a.shape[2]):
                    a[i, j, k] = rng.random() + t


def walk(rng, x, steps):
    for _ in range(steps):
        x += rng.random() - 0.5
    return x


def fill(rng, a, shift):
    for i in prange(a.shape[0]):
        a[i] = rng.random() + shift
    return rng.random()


@PROGRAMS.add(out("n"), array("n"))
def helpers(a, b):
    rng = up.random(13)
    for i in prange(a.shape[0]):
        a[i] = walk(rng, 0.5, i % 4)


@PROGRAMS.add(out("n"))
def helpers_with_loops(a):
    rng = up.random(14)
    shift = fill(rng, a, 0.0)
    fill(rng, a, shift)


@PROGRAMS.add(out("n"))
def two_generators(a):
    left = up.random(15)
    right = up.random(seed_of(16))
    for i in prange(a.shape[0]):
        a[i] = left.random() - right.random() + left.random()


def seed_of(x):
    return x - 2**40


@PROGRAMS.add(out("n"))
def counts(a):
    rng = up.random(-17)
    for i in prange(a.shape[0]):
        a[i] = rng.poisson(2.5) + 1000 * rng.poisson(30.0 + i % 5)


@PROGRAMS.add(array("n"), out("n"), skip_layouts=("empty",))
def choices(a, b):
    rng = up.random(18)
    for i in prange(a.shape[0]):
        b[i] = rng.choice(a) + rng.choice(10)


@PROGRAMS.add(array("n"), out("n"))
def permutations(a, b):
    rng = up.random(18)
    order = rng.permutation(a.shape[0])
    mixed = rng.permutation(a)
    for i in prange(a.shape[0]):
        b[i] = mixed[order[i]]


@PROGRAMS.add(out("n", "float32"), array("n", "int8"), array("n", "float32"), skip_layouts=("empty",))
def python_numbers_beside_small_types(a, b, c):
    rng = up.random(21)
    for i in prange(a.shape[0]):
        a[i] = c[i] + rng.random() + rng.integers(b[i], 1000) + rng.normal(c[i], c[i]) + rng.exponential(c[i])
    a[:] = a + rng.random() + rng.normal()


@PROGRAMS.add(out("n"))
def below_zero(a):
    rng = up.random(19)
    for i in prange(-a.shape[0], 0):
        a[i] = rng.integers(-(2**62), 2**62) + rng.integers(1)
    for i in prange(a.shape[0] - 1, -1, -2):
        a[i] += rng.random()


@PROGRAMS.add(out("n"))
def no_numbers(a):
    rng = up.random(20)
    for i in prange(a.shape[0]):
        a[i] = rng.integers(2 - i, 3)


test_paths = PROGRAMS.as_test()
