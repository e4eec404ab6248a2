"""List comprehensions and lists that loops fill; sum, min, max, any and all of what a loop can go through."""

import numpy as np
import pytest
import unpython as up
from support import paths
from support.outcomes import check_values
from support.programs import Programs, array

PROGRAMS = Programs(whole_arrays=True)


@PROGRAMS.add(array("n"), dtypes=("float64", "int32", "complex64"), skip_layouts=("empty",))
def lists_of_numbers(a):
    n = len(a)
    doubled = np.array([a[i] * 2 for i in range(n)])
    steps = np.array([i * i for i in range(2, n, 2)], dtype=np.float64)
    pairs = np.array([x + y for x, y in zip(a, a[::-1])])
    numbers = np.array([i for i, _ in enumerate(a)])
    return doubled, steps, pairs, numbers, np.sum([x for x in a]), a + [i for i in range(n)]


@PROGRAMS.add(array("nm"), dtypes=("float64", "int64"), skip_layouts=("empty",))
def lists_of_lists(a):
    n, m = a.shape
    table = np.array([[a[i, j] * i + j for j in range(m)] for i in range(n)])
    triangle = np.array([i * 10 + j for i in range(n) for j in range(i + 1)])
    rows = np.array([a[i] * 2 for i in range(n)])
    halves = np.array([row[::2] for row in a])
    return table, triangle, rows, halves


@PROGRAMS.add(array("n"), dtypes=("float64", "float32", "int16"), skip_layouts=("empty",))
def selected(a):
    kept = [x for x in a if x > -5 if x < 5]
    both = [x * y for x in a if x > 0 for y in a[:3] if y < x]
    total = 0.0
    for k, x in enumerate(kept):
        total += float(x) * k
    return len(kept), len(both), total


@PROGRAMS.add(array("n"), dtypes=("float64", "uint8"), skip_layouts=("empty",))
def filled_lists(a):
    n = len(a)
    values = [0.0] * n
    table = [[0] * 3 for _ in range(n)]
    for i in range(n):
        values[i] = float(a[i]) / 2
        for j in range(3):
            table[i][j] = i * j
        table[i][1] += 5
    return np.array(values), np.array(table), values[0], table[-1][2], len(table)


@PROGRAMS.add(array("n"), dtypes=("float64", "float32", "int8", "bool"), skip_layouts=("empty",))
def reductions(a):
    return sum(a), min(a), max(a), any(a), all(a), sum(a, 2), max(x + 1 for x in a), sum(1 for x in a if x)


@PROGRAMS.add(array("n"), dtypes=("float64", "int64"))
def reductions_of_numbers(a):
    n = len(a)
    found = any(i * i > 20 for i in range(n))
    every = all(x < 20 for x in a)
    largest = max((i % 3 for i in range(n)), default=-1)
    return found, every, largest, sum(a.shape), min((3, 1, 2)), sum([i * 0.5 for i in range(n)])


@PROGRAMS.add(array("nm"), dtypes=("float64", "int32"), skip_layouts=("empty",))
def sums_of_rows(a):
    early = 0
    for i in range(a.shape[0]):
        early = early + a[i]
    return early, sum(a)


test_paths = PROGRAMS.as_test()


def test_names_of_a_comprehension_are_its_own():
    @up.jit
    def run(n):
        i = 7
        values = [i * 2 for i in range(n)]
        return i, values[n - 1]

    assert run(3) == run.py_func(3)


def test_an_empty_list():
    @up.jit
    def floats(n):
        return np.array([i * 0.5 for i in range(n)])

    @up.jit
    def integers(n):
        return np.array([i for i in range(n)])

    assert floats(0).shape == (0,)
    with pytest.raises(NotImplementedError, match="an empty list"):
        integers(0)


def test_the_largest_of_nothing():
    @up.jit
    def run(a):
        return max(a)

    with pytest.raises(ValueError, match="empty"):
        run(np.zeros(0))


def test_a_sum_of_no_rows():
    @up.jit
    def run(a):
        return sum(a)

    with pytest.raises(NotImplementedError, match="one iteration"):
        run(np.zeros((0, 3)))


def test_lists_within_a_list_have_one_length():
    @up.jit
    def run(n):
        return np.array([[j for j in range(i)] for i in range(n)])

    with pytest.raises(NotImplementedError, match="one shape"):
        run(3)


def both(x):
    return [x, x * 2]


def in_order(x, y):
    if x > y:
        return [y, x]
    return [x, y]


def list_or_tuple(x):
    if x > 2:
        return [x, 1]
    return (x, 1)


def given_back(n):
    return both(n)


def named(n):
    pair = both(n)
    return pair, len(both(n)), isinstance(both(n), list)


def of_two_ways(n):
    return in_order(n, 4), in_order(4, n), in_order(n, n)[0]


def of_arrays(n):
    return both(np.arange(n))


def inner(n):
    def pair(k):
        return [k, k + 0.5]

    return pair(n), (pair(n), n)


@pytest.mark.parametrize("function", [given_back, named, of_two_ways], ids=lambda f: f.__name__)
@pytest.mark.parametrize("n", [1, 5])
def test_a_list_that_a_function_returns_is_a_list(function, n):
    found, expected = up.jit(strict=True)(function)(n), function(n)
    assert repr(found) == repr(expected)


@pytest.mark.parametrize("function", [of_arrays, inner], ids=lambda f: f.__name__)
def test_lists_of_arrays_and_of_several_types_are_returned_by_python_alone(function):
    with pytest.raises(up.CompileError, match="the function returns a list of 2"):
        up.jit(strict=True)(function)(5)
    assert repr(up.jit(strict=False)(function)(5)) == repr(function(5))


def test_a_function_that_returns_a_list_or_a_tuple_is_refused():
    with pytest.raises(up.CompileError, match="is a list of numbers on line .* and a tuple of 2"):
        up.jit(strict=True)(lambda n: list_or_tuple(n))(3)


def test_one_of_two_lists_is_a_list():
    """`+` puts lists one behind the other, and never adds their numbers."""

    def chosen(n):
        row = [c for c in (1, 2)]
        for i in range(n):
            row = row + ([k for k in (35,)] if i % 2 else [k for k in (46, 47)])
        one = ([i for i in range(n)] if n > 1 else [i for i in range(3)]) * 2
        return row, one, len([k for k in range(n)] if n > 2 else [k for k in range(5)]), ([x for x in row] if n else [n for _ in row])[-1]

    compiled = up.jit(strict=True)(chosen)
    for n in range(5):
        assert compiled(n) == chosen(n)
        assert paths.interpreted(compiled, "source")(n) == chosen(n)


def stored_to_nothing(n, m):
    [][n] = m


def stored_to_a_list_of_the_moment(n, m):
    [m, m][n] = 2
    [m, m][n] += 2
    return n


def stored_to_a_sum_of_lists(n, m):
    (list(range(n)) + list(range(m)))[3] = 4
    ([] + [])[:0]
    return m


def stored_to_an_item_of_nothing(n, m):
    [][n][0] = m


def deleted_from_nothing(n, m):
    del ([] + [])[n]


FUNCTIONS = [stored_to_nothing, stored_to_a_list_of_the_moment, stored_to_a_sum_of_lists, stored_to_an_item_of_nothing, deleted_from_nothing]


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_items_of_lists_without_a_name_are_stored_to(function):
    for n, m in ((0, 1), (1, 7), (5, 0), (-1, 2)):
        try:
            check_values((function, n, m))
        except up.CompileError:
            assert function in (stored_to_an_item_of_nothing, deleted_from_nothing)
