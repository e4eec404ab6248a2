"""Functions that Python runs for compiled code: what they print, draw and raise is CPython's, in its order, and once."""

import random
import runpy
import time
import warnings
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
import unpython as up
from support.paths import DEVICES, interpreted
from support.texts import function_of
from unpython import prange

A = np.random.default_rng(4).normal(size=32)
M = np.random.default_rng(5).normal(size=(6, 8))


def prints(a):
    print("largest", a.max(), len(a), sep="; ")
    for i in range(3):
        print(f"{i}: {a[i] * 2:.3f}", "%d of %d" % (i, len(a)), end="!\n")
    print(a[:2], a > 1, "{} and {}".format(a[0], np.float32(0.1)))
    print()
    return a.sum()


def prints_tuples_and_lists(a, n):
    pair = (1, 2.5, (n, a[0]))
    grown = [n, n + 1]
    grown.append(3)
    print("shape", a.shape, pair, grown, [x for x in a[:2]], [n, 2], (), None, [[i * j for j in range(2)] for i in range(2)])
    print(f"{a.shape} {pair}", [], [a[i] > 0 for i in range(2)])
    for i in range(2):
        print((i, a[i]), end=";")
    return len(grown)


def prints_numbers_of_several_types(a, n):
    halves = [0.5 * i for i in range(n)]
    print("total", sum(halves), f"{sum(halves):.2f}", (max(n - 3, a[0]), n), sep="=")
    last = 0
    for x in a[:n]:
        if x > 0:
            last = x
        print(last, end=" ")
        if x > 1:
            last = x > 0
    return last


def chosen_by_python(a, n):
    halves = [0.5 * i for i in range(n)]
    order = list(range(n))
    random.shuffle(order)
    place = 0
    for _ in range(n):
        place += random.choice([-1, 1]) * random.choice((1, 2, 3))
    return [random.choice(halves) for _ in range(5)], order, place, random.choice(a[:n])


def complex_numbers(x):
    import cmath

    z = complex(x, 1.0)
    return cmath.exp(z), abs(cmath.sqrt(-z)), cmath.phase(z), z.conjugate().imag, cmath.polar(z), cmath.rect(2, x), cmath.log(z - 1j), \
        cmath.sin(z), cmath.cos(x), cmath.isfinite(z), cmath.isnan(x), cmath.isinf(z), cmath.pi * x


def draws_in_loops(n):
    inside = 0
    for _ in range(n):
        x = random.random()
        y = random.uniform(-1, 1)
        inside += x * x + y * y < 1
    while random.randint(1, 6) != 6:
        inside += 100
    return inside, random.uniform(0, np.float32(2.0)) if n > 3 else np.float64(0.0), [random.randint(0, n) for _ in range(n)]


def draws_from_distributions(n):
    drawn = []
    for k in range(n):
        drawn.append(random.gauss(k, 2.5))
        drawn.append(random.normalvariate(0.0, k + 1))
        drawn.append(random.expovariate(1.5))
    return drawn, random.gauss(np.float64(n), np.float32(2)), random.expovariate(n - 3), random.gauss(sigma=2, mu=n)


def draws_arrays(n):
    np.random.seed(5)
    k = np.random.randint(0, 10, n)
    u = np.random.uniform(-1, 1, (3, 2))
    a = np.random.normal(k, 0.5) + np.random.rand(n) * np.random.rand()
    np.random.shuffle(a)
    return k, u, a, np.random.permutation(5), np.random.permutation(a), np.random.choice(k, 3), np.random.choice(9, (2, 2)), \
        np.random.poisson(3.0, n), np.random.exponential(), np.random.randn(2, 3), np.random.binomial(5, 0.5), np.random.randint(7)


def draws_by_other_names(n):
    return np.random.random(n), np.random.random_sample(), np.random.standard_normal((2, n)), np.random.standard_normal() + np.random.random()


def generator_of_its_own(n):
    rng = np.random.default_rng(42)
    other = np.random.default_rng(42)
    s = 0.0
    for i in range(n):
        s += rng.uniform(-1, 1) * rng.normal(1.0, scale=2.0) + rng.integers(10) + rng.random() + rng.exponential(2.0) + rng.poisson(3.0)
    return s, rng.permutation(5), rng.integers(3, 9), rng.uniform(size=(2, 3)), rng.standard_normal(2), rng.normal(np.arange(3.0), 0.1), \
        rng.permutation(np.arange(4.0)), rng.integers(5, size=2), rng.random(n), other.random()


def generators_in_a_loop(n):
    s = 0.0
    for i in range(n):
        rng = np.random.default_rng(i)
        s += rng.random()
    return s


def generator_of_a_wrong_seed(n):
    rng = np.random.default_rng(-n)
    return rng.random()


def draws_wrongly(n):
    rng = np.random.default_rng(n)
    return rng.normal(0.0, -1.0)


def nothing_drawn(n):
    return np.random.rand(n), np.random.normal(size=(n, 3)), np.random.permutation(n)


def transforms(a, m):
    f = np.fft.rfft(a)
    f[np.fft.rfftfreq(len(a), d=0.1) > 2] = 0
    g = np.fft.fftshift(np.fft.fft2(m))
    return f, np.fft.irfft(f, n=len(a)), g, np.fft.ifft2(np.fft.ifftshift(g)).real, np.fft.fft(a[::2]), np.fft.ifft(m, 4), np.fft.fftfreq(5)


def transforms_of_axes(a, m):
    f = np.fft.rfft2(m, norm="ortho")
    whole = np.fft.fftn(m, axes=(0, 1)), np.fft.ifftn(np.fft.fftn(m)), np.fft.fft(m, axis=0, n=4), np.fft.ifft(a, norm="forward")
    real = np.fft.irfft2(f, s=(6, 8), norm="ortho"), np.fft.rfftn(m), np.fft.irfftn(f, axes=(1, 0)), np.fft.hfft(a), np.fft.ihfft(a, axis=0)
    return whole, real, np.fft.fftshift(m, axes=1), np.fft.ifftshift(m, axes=(0, 1)), np.fft.fftfreq(len(a), 0.5)


def single(a):
    return np.fft.fft(a), np.fft.rfft(a), np.fft.irfft(np.fft.rfft(a))


def between_loops(n):
    a = np.zeros(n)
    for s in range(3):
        for i in prange(n):
            a[i] += i * s
        b = np.random.normal(size=n)
        for i in prange(n):
            a[i] += b[i]
        print(s, a[0])
    return a


def stores_then_raises(a):
    for i in prange(len(a)):
        a[i] += 1
    random.randint(5, 1)
    a[0] = 9
    return a


def prints_then_raises(n):
    try:
        print("once", n)
        y = 6 // n
    except ZeroDivisionError:
        y = -1
    return y


def outcome(function, arguments, capsys):
    """What a call gives, prints and leaves in its arguments, from the same state of all generators."""
    given = [a.copy() if isinstance(a, np.ndarray) else a for a in arguments]
    np.random.seed(1)
    random.seed(1)
    try:
        result = function(*given)
    except Exception as raised:
        result = (type(raised), str(raised))
    return result, capsys.readouterr().out, given, np.random.random_sample(), random.random()


CASES = [
    (prints, (A,)), (prints_tuples_and_lists, (A, 3)), (chosen_by_python, (A, 9)), (chosen_by_python, (A, 0)),
    *((prints_numbers_of_several_types, (A, n)) for n in (0, 2, 9)),
    (complex_numbers, (2.5,)), (complex_numbers, (-1,)), (complex_numbers, (0.0,)),
    (complex_numbers, (1000.0,)), (complex_numbers, (np.inf,)), (draws_in_loops, (20,)), (draws_in_loops, (0,)), *((draws_from_distributions, (n,)) for n in (0, 3, 7)), (draws_arrays, (12,)), (draws_arrays, (1,)), (nothing_drawn, (0,)),
    (draws_by_other_names, (4,)), (generator_of_its_own, (4,)), (generators_in_a_loop, (2000,)), (generator_of_a_wrong_seed, (2,)),
    (draws_wrongly, (3,)),
    (transforms, (A, M)), (transforms_of_axes, (A[:30], M)), (single, (A.astype(np.float32),)), (between_loops, (100,)), (stores_then_raises, (np.zeros(5),)),
]  # fmt: skip


def same(got, expected):
    """Values and types; elementary functions and sums may differ in their last bits."""
    assert type(got) is type(expected)
    if isinstance(expected, (tuple, list)):
        assert len(got) == len(expected)
        for a, b in zip(got, expected):
            same(a, b)
    elif isinstance(expected, np.ndarray):
        assert got.dtype == expected.dtype and got.shape == expected.shape
        np.testing.assert_allclose(got, expected, rtol=1e-12 if got.dtype.itemsize > 4 else 1e-5, atol=1e-12)
    else:
        assert got == pytest.approx(expected, rel=1e-12) if isinstance(expected, float) else got == expected


@pytest.mark.parametrize("level", ["machine", "source", "scheduled"])
@pytest.mark.parametrize("function, arguments", CASES, ids=lambda x: getattr(x, "__name__", ""))
def test_as_python(function, arguments, level, capsys):
    compiled = up.jit(strict=True)(function)
    way = compiled if level == "machine" else interpreted(compiled, level)
    same(outcome(way, arguments, capsys), outcome(function, arguments, capsys))


@pytest.mark.parametrize("function, arguments", [(between_loops, (100,)), (stores_then_raises, (np.zeros(5),))])
@pytest.mark.parametrize("device", DEVICES)
def test_between_kernels(function, arguments, device, capsys):
    same(outcome(up.gpu(device=device)(function), arguments, capsys), outcome(function, arguments, capsys))


def test_what_was_printed_before_an_exception_is_printed_once(capsys):
    compiled = up.jit(strict=False)(prints_then_raises)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for n in (2, 0):
            same(outcome(compiled, (n,), capsys), outcome(prints_then_raises, (n,), capsys))


def draws_in_parallel(a):
    for i in prange(len(a)):
        a[i] = random.random()


def warns(a, n):
    for i in range(n):
        if a.max() > 1:
            warnings.warn(f"large values {i} {a.shape}")
            warnings.warn("old", DeprecationWarning)
    return a.max()


def warns_after_an_import(a, n):
    import warnings as w

    if n > 1:
        w.warn("imported here")
    return a.sum()


def told(function, *arguments):
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        result = function(*arguments)
    return repr(result), [(str(w.message), w.category, w.filename, w.lineno) for w in found]


@pytest.mark.parametrize("function", [warns, warns_after_an_import])
def test_warnings_are_those_of_the_line(function):
    compiled = up.jit(strict=True)(function)
    assert told(compiled, M[0] + 5, 2) == told(function, M[0] + 5, 2) and told(compiled, M[0], 0)[1] == []
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(UserWarning):
            compiled(M[0] + 5, 2)


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize("text", ["warnings.simplefilter('ignore'); warnings.warn('x')", "warnings.warn('x', stacklevel=2)"])
def test_warnings_that_stay_with_python(text):
    f = function_of(f"def f(a):\n    with warnings.catch_warnings():\n        {text}\n    return a.sum()\n", warnings=warnings)
    with pytest.raises(up.CompileError):
        up.jit(strict=True)(f)(A)
    messages = [message for message, *_ in told(up.jit(strict=False)(f), A)[1] if message == "x"]
    assert messages == [message for message, *_ in told(f, A)[1]]


def test_not_inside_a_parallel_loop():
    with pytest.raises(up.CompileError, match="'random.random' runs in Python, which is not possible inside a parallel loop"):
        up.jit(strict=True)(draws_in_parallel)(np.zeros(3))


SEEN = []
norm = up.python(lambda a: float(np.linalg.norm(a, 3)), returns=float)
count = up.python(lambda a, least: int((a > least).sum()), returns="int64")
note = up.python(SEEN.append)
wrong = up.python(lambda a: 1, returns=float)
change = up.python(lambda a: a.fill(0))


def asks_python(a, n):
    note(a)
    note(n * 2)
    total = 0.0
    for i in range(n):
        total += norm(a[i::n] * 2)
    return total + count(a, 0.0)


def asks_wrongly(a):
    return wrong(a) + 1.0


def is_changed(a):
    change(a)
    return a


def test_functions_of_the_user():
    expected = asks_python(A, 4)
    first = [np.array(SEEN[0]), SEEN[1]]
    SEEN.clear()
    same(up.jit(strict=True)(asks_python)(A, 4), expected)
    same(SEEN, first)
    SEEN.clear()


def test_functions_of_the_user_say_what_they_give():
    with pytest.raises(TypeError, match="gave int, not float"):
        up.jit(asks_wrongly)(A)
    with pytest.raises(ValueError, match="read-only"):
        up.jit(is_changed)(A.copy())
    with pytest.raises(TypeError, match="a number of Python's own"):
        up.python(len, returns="float32")
    with pytest.raises(TypeError, match="a number of Python's own"):
        up.python(np.sort, returns="ndarray[double,1]")


def test_time_goes_on():
    def elapsed():
        start = time.perf_counter()
        time.sleep(0.01)
        return time.perf_counter() - start, time.time_ns() > 0

    took, is_late = up.jit(strict=True)(elapsed)()
    assert 0.01 <= took < 60 and is_late is True


def calls_another(n):
    return inner(n) + 1.0


def test_python_may_call_compiled_functions_in_turn():
    global inner
    half = up.jit(lambda x: x * 0.5)
    inner = up.python(lambda n: half(float(n)), returns=float)
    assert up.jit(strict=True)(calls_another)(6) == 4.0


def test_threads_call_python_at_once():
    def total(n):
        s = 0.0
        for _ in range(n):
            s += one()
        return s

    one = up.python(lambda: 1.0, returns=float)
    compiled = up.jit(strict=True)(total)
    with ThreadPoolExecutor(6) as pool:
        assert list(pool.map(compiled, [200] * 24)) == [200.0] * 24


OTHER_ARGUMENTS = [
    "np.random.choice(5, 3, replace=False)", "np.random.choice(5)", "np.random.choice(a, 2, p=a / a.sum())", "np.random.randint(a, 9)",
    "np.random.randint(0, 10, size=4, dtype=np.int32)", "np.random.randint(a + 1)", "np.fft.fft(a, axis=0)", "np.fft.fft(a, norm='ortho')",
    "np.fft.fftshift(a, axes=0)", "random.uniform(a[0], a[1])", "random.gauss(a[0], 1.0)", "random.gauss(0, 1.0)", "random.uniform(0, 3)",
    "random.getrandbits(70)", "np.random.normal([0.0, 1.0], 1.0)", "np.random.binomial(10, a / 10)", "np.random.poisson(a)",
]  # fmt: skip


@pytest.mark.parametrize("text", OTHER_ARGUMENTS)
def test_what_is_not_known_here_is_python_s(text, capsys, tmp_path):
    path = tmp_path / "other_arguments.py"
    path.write_text(f"import random\nimport numpy as np\n\n\ndef drawn(a):\n    return {text}\n")
    scope = runpy.run_path(str(path))
    drawn, arguments = scope["drawn"], (np.arange(1.0, 5.0),)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        same(outcome(up.jit(strict=False)(drawn), arguments, capsys), outcome(drawn, arguments, capsys))
