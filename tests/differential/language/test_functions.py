"""Functions as values: lambdas, functions inside functions, functions that are named, passed on, bound and given as arguments."""

import functools
import itertools
import math

import numpy as np
import pytest
import unpython as up
from support import paths
from support.programs import Programs, array

PROGRAMS = Programs(whole_arrays=True)


def adder(k):
    return lambda x: x + k


def scaled(k, m):
    t = k * 2

    def inner(x, y=1):
        k = t * m
        return x * k + y

    return inner


def made_inside(n):
    def make(n):
        return lambda x: x * n

    f = make(n + 1)
    g = make(-n)
    n = 100
    return f(2), g(3), n, sum(f(i) for i in range(3))


def made_outside(n):
    add = adder(n)
    s = scaled(n, 3)
    k = 100
    total = 0
    for i in range(n):
        h = adder(i)
        total += h(i)
    return add(k), s(2), s(2, y=5), s(1, 2), total


def counts(n):
    def counter():
        c = [0]

        def step(x):
            c[0] += x
            return c[0]

        return step

    one = counter()
    other = counter()
    one(1)
    one(n)
    return one(0), other(5)


def of_a_table(n):
    table = {0: np.sin, 3: np.cos, 5: lambda x: x * n, 7: line}
    total = 0.0
    for i in range(3):
        total += table[n](i / 2)
    return total, table[n](0.5), n in table, 4 not in table


def of_texts(op, x):
    ops = {"add": lambda a, b: a + b, "mul": lambda a, b: a * b, "atan": math.atan2}
    if op not in ops:
        return -1.0
    return ops[op](x, 2)


def sum_of_all(*values):
    total = 0.0
    for v in values:
        total += v
    return total


PAIR = (1.0, 2.5)


def stars(x):
    args = (x, 2.0, 1.0)
    p = (x, 1)
    q = (*p, 3)
    s = 0.0
    for i in range(2):
        p = (p[1], p[0] + i)
        s += sum_of_all(*p)
    r = (1, 2) if x > 0 else (2, 1)
    return sum_of_all(*args) + sum_of_all(x, 1.0), sum_of_all(*PAIR, x, *(x, 2)), (*PAIR, x), [*PAIR, 1.5], q, s, max(*r), math.hypot(*p)


def stars_of_an_argument(t):
    return sum_of_all(*t), line(*t)


@pytest.mark.parametrize(
    "function, arguments",
    [
        (made_inside, (2,)), (made_outside, (3,)), (counts, (4,)), *((of_a_table, (n,)) for n in (0, 3, 5, 7, 4)),
        *((of_texts, (op, 3.0)) for op in ("add", "mul", "atan", "none")), (stars, (3.0,)), (stars, (2,)), (stars_of_an_argument, ((1, 2.0, 3),)),
    ],
    ids=lambda v: getattr(v, "__name__", ""),
)  # fmt: skip
def test_functions_that_are_known(function, arguments):
    def outcome(run):
        try:
            return repr(run(*arguments))
        except Exception as error:
            return type(error), error.args

    compiled = up.jit(strict=True)(function)
    for run in (compiled, paths.interpreted(compiled, "source"), paths.interpreted(compiled, "scheduled")):
        assert outcome(run) == outcome(function)


def of_two_makers(n):
    def make(k):
        if k > 2:
            return lambda x: x
        return lambda x: 2 * x

    f = make(n)
    return f(3)


def of_a_length_that_is_not_known(x):
    p = (x, 1)
    if x > 1:
        p = (x, 1, 2)
    return sum_of_all(*p)


def of_a_table_with_two_names(n):
    table = {0: math.sin}
    other = table
    return other[n](1.0)


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize("function", [of_two_makers, of_a_length_that_is_not_known, of_a_table_with_two_names])
def test_functions_that_stay_with_python(function):
    argument = 0 if function is of_a_table_with_two_names else 3
    assert repr(up.jit(strict=False)(function)(argument)) == repr(function(argument))
    with pytest.raises(up.CompileError):
        up.jit(strict=True)(function)(argument)


def twice(f, x):
    return f(f(x))


def summed(f, values, start=0.0):
    total = start
    for v in values:
        total = total + f(v)
    return total


def line(x, slope=2.0, offset=0.0):
    return slope * x + offset


def among(x, *others):
    best = x
    for other in others:
        best = max(best, other)
    return best


@PROGRAMS.add(array("n"), dtypes=("float64", "float32", "int32"), skip_layouts=("empty",))
def lambdas(a):
    k = 3
    scaled = lambda x: x * k  # noqa: E731
    first = scaled(a[0])
    k = 5  # read when it is called
    kept = lambda x, k=k: x * k  # noqa: E731
    k = 7  # a default is not
    return first, scaled(a[0]), kept(a[0]), kept(a[0], 2), twice(lambda x: x + 1, a[-1]), (lambda: a.shape[0])()


@PROGRAMS.add(array("n"), dtypes=("float64", "int64"), skip_layouts=("empty",))
def inner_functions(a):
    calls = 0

    def smooth(i, width=1):
        nonlocal calls
        calls += 1
        low = max(i - width, 0)
        return a[low : i + width].sum()

    def best():
        top = smooth(0)
        for i in range(1, a.shape[0]):
            if smooth(i) > top:
                top = smooth(i)
        return top

    return best(), smooth(1, width=2), calls


@PROGRAMS.add(array("n"), dtypes=("float64",), skip_layouts=("empty",))
def names_of_comprehensions(a):
    x = 10.0
    f = lambda y: x + y  # noqa: E731
    return np.array([f(x) for x in a]), f(1.0), np.array([(lambda: x * 2)() for x in a])


@PROGRAMS.add(array("n"), dtypes=("float64", "float32"), skip_layouts=("empty",))
def passed_on(a):
    steep = functools.partial(line, slope=3.0)
    shifted = functools.partial(steep, offset=1.0)
    return summed(math.sin, a), summed(steep, a), summed(shifted, a), shifted(a[0], offset=4.0)


@PROGRAMS.add(array("n"), dtypes=("float64", "int32"), skip_layouts=("empty",))
def reduced(a):
    return functools.reduce(lambda x, y: x * 2 + y, a), functools.reduce(max, a, a[0]), among(a[0], a[-1], a[0])


@PROGRAMS.add(array("nm"), dtypes=("float64", "int32"), skip_layouts=("empty",))
def methods_of_functions(a):
    rows = np.zeros(a.shape[0], dtype=a.dtype)
    np.add.at(rows, np.arange(a.shape[0]) // 2, a[:, 0])
    return rows, np.maximum.accumulate(a), np.minimum.accumulate(a, axis=1), np.apply_along_axis(lambda r: r.max(), 1, a)


@PROGRAMS.add(array("nm"), dtypes=("float64", "float32", "int32", "int8", "uint16", "bool"), skip_layouts=("empty",))
def reduced_by_functions(a):
    sums = np.add.reduce(a), np.add.reduce(a, 1), np.add.reduce(a, axis=None), np.multiply.reduce(a, axis=-1, keepdims=True)
    best = np.maximum.reduce(a), np.minimum.reduce(a, axis=1)
    return sums, best, np.logical_or.reduce(a), np.logical_and.reduce(a, axis=1), np.add.accumulate(a), np.multiply.accumulate(a, 1)


@PROGRAMS.add(array("n"), dtypes=("float64",), skip_layouts=("empty",))
def statements_that_say_nothing(a):
    import math as m

    from math import floor

    with np.errstate(divide="ignore", invalid="ignore"):
        r = a / (a - a[0])
    match len(a):
        case 1 | 2:
            kind = 1
        case 7:
            kind = 2
        case _:
            kind = 3
    return r[1:], m.cos(a[0]), floor(a[0]), kind, np.zeros(2, dtype="float32"), a.astype("i8")


@PROGRAMS.add(array("nm"), dtypes=("float64", "int32"), skip_layouts=("empty",))
def one_loop_for_several(a):
    n, m = a.shape
    total = 0.0
    for i, j in np.ndindex(n, m):
        if a[i, j] < 0:
            continue
        total += a[i, j] * (i - j)
    for i, j in np.ndindex(*a.shape):
        total += a[i, j] * i
    for i, j in np.ndindex(a.shape):
        total -= a[i, j] * j
    out = np.zeros((n, m))
    for (i, j), x in np.ndenumerate(a):
        out[i, j] = x * i + j
    pairs = 0
    for i, j in itertools.product(range(n), range(1, m)):
        pairs += i * j
    for i, j in itertools.combinations(range(m), 2):
        pairs += (i + 1) * 3 - j
    for x in a.flat:
        total += x
    return total, out, pairs, i, j


test_paths = PROGRAMS.as_test()


def square(x):
    return x * x


@up.jit(strict=True)
def applied(f, x):
    return f(x) + f(1.0)


def test_a_function_is_an_argument():
    k = 3.0
    compiled = up.jit(square)
    for f in (square, compiled, lambda x: x + 1, lambda x: x + k, square):
        assert applied(f, 2.0) == applied.py_func(f, 2.0)


def test_names_of_functions_stand_for_one():
    @up.jit(strict=True)
    def run(x):
        f = lambda y: y  # noqa: E731
        if x > 0:
            f = square
        return f(x)

    with pytest.raises(up.CompileError, match="'f' stands for a function and is assigned more than once"):
        run(2.0)


def test_what_an_inner_function_cannot_be():
    @up.jit(strict=True)
    def returned(x):
        return lambda y: x + y

    @up.jit(strict=True)
    def recursive(n):
        def down(k):
            return 0 if k == 0 else up_again(k - 1)

        def up_again(k):
            return down(k)

        return down(n)

    with pytest.raises(up.CompileError, match="a function can only be called, named or passed on here"):
        returned(2.0)
    with pytest.raises(up.CompileError, match="'down' calls itself"):
        recursive(2)


def added_at(h, k, w):
    np.add.at(h, k, w)


@pytest.mark.parametrize(
    ("places", "values"),
    [
        ([0, 1, 1], [5.0]),  # one value for all places
        ([0, 1, 1], [1.0, 2.0, 3.0, 4.0]),
        ([0, 1, 1], [1.0, 2.0]),
        ([0, 7, 1], [1.0, 2.0, 3.0]),  # nothing is stored before the bad place
        ([0, -4, 1], 1.0),
        ([[0, 0], [1, 1]], 1.0),  # each place counts, not each row of places
        ([], 1.0),
    ],
)
def test_places_of_at_are_numpys(places, values):
    results = []
    for add in (added_at, up.jit(strict=True)(added_at)):
        h, raised = np.arange(3.0), None
        try:
            add(h, np.array(places, np.int64), np.array(values) if isinstance(values, list) else values)
        except (IndexError, ValueError) as error:
            raised = (type(error), str(error))
        results.append((h.tolist(), raised))
    assert results[0] == results[1]


def test_at_with_the_array_as_its_places():
    run = up.jit(strict=True)(added_at)
    h, e = np.array([2, 1, 0]), np.array([2, 1, 0])
    run(h, h, np.array([1, 2, 3]))
    added_at(e, e, np.array([1, 2, 3]))
    assert h.tolist() == e.tolist()


def accumulated(ufunc, a):
    return ufunc.accumulate(a)


def test_accumulate_of_small_integers_by_a_function_that_is_passed_on():
    small = np.array([-90, 80, 70, 3], dtype=np.int8)
    run = up.jit(strict=True)(lambda a: (accumulated(np.maximum, a), accumulated(np.bitwise_xor, a), accumulated(np.lcm, a)))
    for found, ufunc in zip(run(small), (np.maximum, np.bitwise_xor, np.lcm), strict=True):
        np.testing.assert_array_equal(found, ufunc.accumulate(small), strict=True)
    for widens in (lambda a: accumulated(np.add, a), lambda a: accumulated(np.multiply, a), lambda a: np.logical_or.accumulate(a)):
        with pytest.raises((up.CompileError, NotImplementedError), match="np.cumsum, np.cumprod or the loop"):
            up.jit(strict=True)(widens)(small)


def test_at_refuses_values_of_other_dimensions():
    run = up.jit(strict=True)(added_at)
    for h, k, w in ((np.zeros((3, 2)), [0, 1, 1], np.ones(2)), (np.zeros(3), [[0, 1], [1, 1]], np.ones(2))):
        with pytest.raises(up.CompileError, match="ufunc.at with indices"):
            run(h, np.array(k), w)
        assert not h.any()


@pytest.mark.parametrize("types", [("int64", "float64"), ("float64", "int64"), ("int8", "int32"), ("int32", "int32")])
def test_common_items_have_the_type_of_both_arrays(types):
    def common(a, b):
        return np.intersect1d(a, b)

    a, b = np.array([3, 1, 1, 7], types[0]), np.array([1, 2, 3], types[1])
    found, expected = up.jit(strict=True)(common)(a, b), common(a, b)
    assert (found.dtype, found.tolist()) == (expected.dtype, expected.tolist())
