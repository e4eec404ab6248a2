"""up.random: NumPy's Philox, the same numbers everywhere, and what they look like."""

import math
import os
import pickle
import subprocess
import sys

import numpy as np
import pytest
import unpython as up
from unpython import prange

SEEDS = (0, 1, -5, 2**63 + 7)


def philox(rng, loop, *counter):
    """NumPy's generator at the place that _random.py names."""
    key = np.array([rng.key[0], rng.key[1] + np.uint64(loop)])
    return np.random.Philox(key=key, counter=np.array([0, *counter, 0, 0, 0][:4], dtype=np.uint64))


@up.jit
def draws(rng, n):
    out = np.empty((n, 6))
    for i in prange(n):
        for k in range(6):
            out[i, k] = rng.random()
    return out


@up.jit
def draws_in_nest(rng, n):
    out = np.empty((n, n))
    for i in prange(n):
        for j in prange(n):
            out[i, j] = rng.random()
    return out


@up.jit
def in_order(rng, n):
    return np.array([rng.random() for _ in range(n)])


@pytest.mark.parametrize("run", (lambda f: f, lambda f: f.py_func), ids=("compiled", "python"))
@pytest.mark.parametrize("seed", SEEDS)
def test_numpys_philox_makes_the_same_integers(seed, run):
    rng = up.random(seed)
    expected = np.random.Generator(philox(rng, 0)).random(11)
    np.testing.assert_array_equal(run(in_order)(rng, 7), expected[:7])
    np.testing.assert_array_equal([rng.random() for _ in range(4)], expected[7:])
    for loop in (1, 2):
        expected = [np.random.Generator(philox(rng, loop, i, 0, 0)).random(6) for i in range(5)]
        np.testing.assert_array_equal(run(draws)(rng, 5), expected)
    found = run(draws_in_nest)(rng, 3)
    expected = [[np.random.Generator(philox(rng, 3, j, i, 1)).random() for j in range(3)] for i in range(3)]
    np.testing.assert_array_equal(found, expected)


def normals_of_block(key, block, *counter):
    """The four normal numbers of a block of NumPy's Philox, whose counter is one behind."""
    first = np.array([2**63 + block - 1, *counter, 0, 0, 0][:4], dtype=np.uint64)
    words = [int(w) for w in np.random.Philox(key=key, counter=first).random_raw(4)]
    numbers = []
    for a, b in (words[:2], words[2:]):
        size = math.sqrt(-2 * math.log(((a >> 11) + 1) / 2**53))
        angle = ((b >> 62) + ((b & (2**62 - 1)) >> 9) / 2**53 - 0.5) * math.pi / 2
        numbers += [size * math.cos(angle), size * math.sin(angle)]
    return numbers


@up.jit
def normals(rng, n):
    out = np.empty((n, 10))
    for i in prange(n):
        for k in range(10):
            out[i, k] = rng.normal()
    return out


@up.jit
def normals_in_nest(rng, n):
    out = np.empty((2, n))
    for i in prange(2):
        for j in prange(n):
            out[i, j] = rng.normal(1.0, 2.0)
    return out


@pytest.mark.parametrize("run", (lambda f: f, lambda f: f.py_func), ids=("compiled", "python"))
def test_normal_numbers_come_from_numpys_philox(run):
    rng = up.random(8)
    key = rng.key + np.array([0, 1], np.uint64)
    found = run(normals)(rng, 200)
    for i in range(200):
        expected = [normals_of_block(key, 0, (i >> 7) * 32 + (i & 31))[(i >> 5) & 3]]
        expected += [x for block in (1, 2, 3) for x in normals_of_block(key, block, i)]
        np.testing.assert_allclose(found[i], expected[:10], rtol=1e-12, atol=1e-14)
    key = rng.key + np.array([0, 2], np.uint64)
    found = run(normals_in_nest)(rng, 140)
    for i in range(2):
        expected = [normals_of_block(key, 0, (j >> 7) * 32 + (j & 31), i, 1)[(j >> 5) & 3] for j in range(140)]
        np.testing.assert_allclose(found[i], 1.0 + 2.0 * np.array(expected), rtol=1e-12, atol=1e-13)


@up.jit
def everything(rng, n):
    out = np.empty((n, 6))
    for i in prange(n):
        out[i, 0] = rng.random()
        out[i, 1] = rng.normal(2.0, 3.0)
        out[i, 2] = rng.exponential()
        out[i, 3] = rng.integers(-50, 50)
        out[i, 4] = rng.poisson(4.0)
        out[i, 5] = rng.poisson(400.0)
    return out


def test_threads_do_not_change_a_bit():
    n = 3000
    expected = everything.py_func(up.random(3), n)
    for threads in (1, 2, 16):
        with up.options(threads=threads):
            np.testing.assert_array_equal(everything(up.random(3), n), expected)


PROGRAM = """
import sys
import numpy as np
import unpython as up
sys.path.insert(0, {folder!r})
from test_random import everything
np.save(sys.argv[1], up.gpu(everything.py_func, device=sys.argv[2], force=True)(up.random(3), 700))
"""


@pytest.mark.parametrize("tiles", ("", "3"))
def test_devices_and_tiles_do_not_change_a_bit(tmp_path, tiles):
    from support.devices import require  # the program below imports this file without the other tests

    device = require("opencl")
    place = tmp_path / "numbers.npy"
    program = PROGRAM.format(folder=os.path.dirname(__file__))
    environment = {**os.environ, "UNPYTHON_TILES": tiles} if tiles else dict(os.environ)
    subprocess.run([sys.executable, "-c", program, str(place), device], check=True, env=environment)
    np.testing.assert_array_equal(np.load(place), everything(up.random(3), 700))


def test_a_generator_goes_on_where_it_stopped():
    compiled, plain = up.random(9), up.random(9)
    for _ in range(3):
        np.testing.assert_array_equal(draws(compiled, 4), draws.py_func(plain, 4))
        assert compiled.random() == plain.random()
        assert compiled.integers(5, 10) == plain.integers(5, 10)
        np.testing.assert_array_equal(in_order(compiled, 3), in_order.py_func(plain, 3))
    np.testing.assert_array_equal(compiled, plain)


GLOBAL = up.random(21)


@up.jit
def of_a_global(n):
    out = np.empty(n)
    for i in prange(n):
        out[i] = GLOBAL.normal()
    return out


@up.jit
def pi(seed, n):
    rng = up.random(seed)
    inside = 0
    for i in prange(n):
        x, y = rng.random(), rng.random()
        if x * x + y * y < 1.0:
            inside += 1
    return 4.0 * inside / n


def test_a_generator_of_the_function():
    assert pi(5, 5000) == pi.py_func(5, 5000)
    assert pi(np.int8(5), 5000) == pi(5, 5000) != pi(6, 5000)


def test_a_global_generator():
    GLOBAL[:] = up.random(21)
    first, second = of_a_global(5), of_a_global(5)
    GLOBAL[:] = up.random(21)
    np.testing.assert_array_equal(first, of_a_global.py_func(5))
    np.testing.assert_array_equal(second, of_a_global.py_func(5))
    assert not np.array_equal(first, second)


@up.jit
def orders(rng, a):
    return rng.permutation(a.shape[0]), rng.permutation(a), rng.permutation(0)


def test_permutations():
    a = np.arange(60.0).reshape(20, 3)
    for found, expected in zip(orders(up.random(5), a), orders.py_func(up.random(5), a)):
        np.testing.assert_array_equal(found, expected)
    rng = up.random(6)
    firsts = [rng.permutation(5)[0] for _ in range(2000)]
    assert abs(chi_square(np.bincount(firsts, minlength=5), 400)) < 4


def test_the_size_of_a_loop_changes_no_number():
    np.testing.assert_array_equal(draws(up.random(4), 100)[:30], draws(up.random(4), 30))


# What is refused.


def helper_of_a_global(x):
    return x + GLOBAL.random()


def under_another_name(rng, a):
    r = rng
    for i in prange(a.shape[0]):
        a[i] = r.random()


def under_two_other_names(rng, a):
    r, n = rng, a.shape[0]
    s = r
    for i in prange(n):
        a[i] = one_number(s)


def one_number(rng):
    return rng.random()


def test_mistakes():
    @up.jit
    def by_another_name(rng, a):
        r = rng
        for i in prange(a.shape[0]):
            a[i] = r.random()

    @up.jit
    def by_another_name_beside_it(rng, a):
        r = rng
        for i in prange(a.shape[0]):
            a[i] = r.random() + rng.random()

    @up.jit
    def helper_with_another_name(rng, a):
        under_another_name(rng, a)

    @up.jit
    def helper_with_two_other_names(rng, a):
        under_two_other_names(rng, a)

    @up.jit
    def inside(rng, a):
        add = lambda x: x + rng.random()  # noqa: E731
        for i in prange(a.shape[0]):
            a[i] = add(a[i])

    @up.jit
    def global_in_helper(a):
        for i in prange(a.shape[0]):
            a[i] = helper_of_a_global(a[i])

    @up.jit
    def of_numpy(a):
        for i in prange(a.shape[0]):
            a[i] = np.random.random()

    @up.jit
    def not_a_generator(rng, a):
        for i in prange(a.shape[0]):
            a[i] = rng.random()
        return rng.random()

    @up.jit
    def backwards(rng, a):
        for i in reversed(prange(a.shape[0])):
            a[i] = rng.random()

    @up.jit
    def listed(rng, a):
        a[:] = [rng.random() for _ in prange(3)]

    a, rng = np.zeros(3), up.random(1)
    for function, arguments, message in (
        (by_another_name, (rng, a), "'rng' is a generator"),
        (helper_with_another_name, (rng, a), "'rng' is a generator"),
        (helper_with_two_other_names, (rng, a), "'rng' is a generator"),
        (by_another_name_beside_it, (rng, a), "'rng' is a generator"),
        (inside, (rng, a), "give it as an argument"),
        (global_in_helper, (a,), "give it as an argument"),
        (backwards, (rng, a), "for i in prange"),
        (listed, (rng, a), "for i in prange"),
        (of_numpy, (a,), "rng = up.random(seed)"),
    ):
        with pytest.raises(up.CompileError) as problem:
            function(*arguments)
        assert message in str(problem.value)
        assert "test_random.py" in str(problem.value)
    with pytest.raises(TypeError):
        not_a_generator(np.zeros(9, np.uint64), a)
    with pytest.raises(ValueError, match="low >= high"):
        rng.integers(3, 3)


# What the numbers look like. Seeds are fixed: these tests find wrong formulas, and never fail by chance.


@pytest.fixture(scope="module")
def sample():
    return everything(up.random(77), 200_000)


def test_moments(sample):
    n = len(sample)
    expected = ((0.5, 1 / 12), (2.0, 9.0), (1.0, 1.0), (-0.5, (100**2 - 1) / 12), (4.0, 4.0), (400.0, 400.0))
    for values, (mean, variance) in zip(sample.T, expected):
        assert abs(values.mean() - mean) < 4 * math.sqrt(variance / n)
        assert abs(values.var() / variance - 1) < 4 * math.sqrt(8 / n)
    z = (sample[:, 1] - 2) / 3
    assert abs((z**3).mean()) < 4 * math.sqrt(15 / n)
    assert abs((z**4).mean() - 3) < 4 * math.sqrt(96 / n)


def chi_square(counts, expected):
    """How many standard deviations the sum lies from what is expected of it."""
    freedom = len(counts) - 1
    return (((counts - expected) ** 2 / expected).sum() - freedom) / math.sqrt(2 * freedom)


def test_chi_square(sample):
    n = len(sample)
    assert abs(chi_square(np.bincount((sample[:, 0] * 256).astype(int), minlength=256), n / 256)) < 4
    assert abs(chi_square(np.bincount((sample[:, 3] + 50).astype(int), minlength=100), n / 100)) < 4
    likely = np.array([math.exp(-4) * 4**k / math.factorial(k) for k in range(13)])
    counts = np.bincount(sample[:, 4].astype(int), minlength=13)[:13]
    assert abs(chi_square(counts, n * likely)) < 4
    assert abs(chi_square(np.bincount((sample[:, 0] * 2**40).astype(np.int64) % 64, minlength=64), n / 64)) < 4  # lower bits


def farthest(values, distribution):
    """Kolmogorov and Smirnov: the largest distance of the distributions, times the root of n."""
    values = np.sort(values)
    n = len(values)
    expected = np.array([distribution(v) for v in values])
    return max((np.arange(1, n + 1) / n - expected).max(), (expected - np.arange(n) / n).max()) * math.sqrt(n)


def test_distributions(sample):
    some = sample[:20_000]
    assert farthest(some[:, 0], lambda x: x) < 1.95  # beyond: one of a thousand samples
    assert farthest(some[:, 1], lambda x: 0.5 * (1 + math.erf((x - 2) / 3 / math.sqrt(2)))) < 1.95
    assert farthest(some[:, 2], lambda x: -math.expm1(-x)) < 1.95


def test_neighbours_know_nothing_of_each_other(sample):
    n = len(sample)
    for column in range(4):
        values = sample[:, column] - sample[:, column].mean()
        for distance in (1, 2, 4, 8, 512):
            together = (values[:-distance] * values[distance:]).mean() / values.var()
            assert abs(together) < 4 / math.sqrt(n)
    for a, b in ((0, 1), (0, 2), (1, 2), (2, 3)):
        assert abs(np.corrcoef(sample[:, a], sample[:, b])[0, 1]) < 4 / math.sqrt(n)
    firsts = normals(up.random(2), 128 * 200)
    for values in (firsts[:, 0].reshape(-1, 4, 32), firsts[:, :8].reshape(-1, 8, 1)):  # those of a block, of an iteration
        together = np.corrcoef(np.moveaxis(values, 1, 0).reshape(values.shape[1], -1))
        assert np.abs(together - np.eye(len(together))).max() < 4.5 / math.sqrt(values.size / len(together))
    nearby = [draws(up.random(seed), 20_000)[:, 0] for seed in range(4)]
    assert np.abs(np.corrcoef(nearby) - np.eye(4)).max() < 4 / math.sqrt(20_000)
    rows = draws_in_nest(up.random(1), 300)
    assert abs(np.corrcoef(rows[1:].ravel(), rows[:-1].ravel())[0, 1]) < 4 / 300
    assert abs(np.corrcoef(rows.ravel(), rows.T.ravel())[0, 1]) < 6 / 300


def test_runs(sample):
    above = sample[:, 0] > 0.5
    runs = 1 + np.count_nonzero(above[1:] != above[:-1])
    n = len(above)
    assert abs(runs - (n + 1) / 2) < 4 * math.sqrt((n - 1) / 4)


def test_no_number_comes_twice():
    @up.jit
    def all_places(rng):
        out = np.empty((4, 40, 40))
        for t in range(2):
            for i in prange(40):
                out[t, i, 0] = rng.random()
                for j in prange(1, 20):
                    out[t, i, j] = rng.random()
                for j in prange(20, 40):
                    out[t, i, j] = rng.random()
        for k in prange(2):
            for i in prange(40):
                for j in prange(40):
                    out[2 + k, i, j] = rng.random()
        return out

    assert len(np.unique(all_places(up.random(5)))) == 4 * 40 * 40


def test_a_generator_from_another_process_sees_parallel_loops_of_plain_python():
    program = (
        "import pickle, sys\nfrom unpython import prange\nrng = pickle.loads(bytes.fromhex(sys.argv[1]))\n"
        "print(*(rng.integers(1000) for i in prange(4) for _ in range(2)))"
    )
    rng = up.random(7)
    sent = pickle.dumps(rng).hex()
    found = subprocess.run([sys.executable, "-c", program, sent], check=True, capture_output=True, text=True).stdout
    assert found.split() == [str(rng.integers(1000)) for i in prange(4) for _ in range(2)]
