"""Lists of numbers that grow and shrink, and dicts and sets with integer keys that stay in their function: value, type and
exception are CPython's, in machine code and in the interpreter."""

import warnings
from collections import Counter, defaultdict

import numpy as np
import pytest
import unpython as up
from support.outcomes import check_levels, told
from support.texts import function_of

ROWS = np.array([5, 3, 8, 3, 1, 8, 8])
WIDE = np.random.default_rng(3).integers(-(10**15), 10**15, 200)


def appended(n):
    squares = []
    halves = []
    for i in range(n):
        squares.append(i * i)
        halves.append(i / 2)
    return squares, halves, len(squares), squares[-1], halves[n // 2]


def kinds(n):
    flags = []
    points = []
    numbers = []
    a = np.arange(n, dtype=np.float32)
    for i in range(n):
        flags.append(i % 3 == 0)
        points.append(complex(i, 1))
        numbers.append(a[i])
    return flags, points, numbers, flags[0], points[-1], numbers[1], sum(points), max(numbers)


def of_nothing(n):
    items = [n]
    items.append(2)
    doubled = [] if n > 5 else [i * 2 for i in items]
    return [x + 1 for x in items] if n > 2 else [], [] if n > 2 else [x for x in items], doubled, sum(doubled), len(doubled)


def of_rows_of_different_lengths(n):
    flat = [x for row in [[1, 2], [3]] for x in row]
    return flat, [x * n for row in ((1, 2), (), (3, n)) for x in row if x > 1], [x + y for row in [[1, 2], [n]] for x in row for y in row if len(row) > 1]


def concatenated(n):
    a = np.arange(9.0)
    parts = []
    for i in range(n % 8):
        parts.append(a[i : i + 3] * i)
        if i == 2:
            parts.append(np.sqrt(a))
    return np.concatenate(parts), len(parts)


def changed(n):
    items = list(range(n))
    items.insert(2, 99)
    items.insert(-1, 98)
    items.insert(1000, 97)
    items.insert(-1000, 96)
    items.remove(3)
    items.extend([7, 8])
    items.extend(range(3))
    items.extend(x * 2 for x in range(3))
    items.extend(items)
    items.reverse()
    del items[0]
    del items[-2]
    items[0] += 5
    items[-1] = 4
    last, first, inner = items.pop(), items.pop(0), items.pop(-3)
    copy = items.copy()
    del copy[5:]
    return items, items.index(99), items.count(7), last, first, inner, copy, len(copy)


def operators(n):
    one = [1, 2, 3]
    two = one + [4]
    two += one
    many = one * n
    nothing = n * []
    many.clear()
    was_empty = not many
    many += two
    same = many == two
    return two, many, nothing, was_empty, same, one != two, two[1:3], two[-2:], two[::-1], 4 in two, 9 not in two


def orders(n):
    items = [(i * 7919) % 101 - 50 for i in range(n)]
    reals = [x / 4 for x in items]
    up_ = sorted(items)
    down = sorted(reals, reverse=True)
    items.sort()
    reals.sort(reverse=True)
    return up_, down, items, reals, items == up_, list(reversed(up_)), sorted([3, 1, 2])


def zeros_keep_their_order(n):
    return sorted([0.0, -0.0, -1.0, 0.0, -0.0]), sorted([0.0, -0.0, 1.0], reverse=True)


def one_list_with_two_names(n):
    one = [1.0, 2.0]
    other = one
    other.append(3.0)
    one[0] = 5.0
    one = [9.0]
    one.append(8.0)
    return other, len(one), one[-1]


def add_to(items, x):
    items.append(x)
    return len(items)


def by_a_helper(n):
    items = []
    length = 0
    for i in range(n):
        length = add_to(items, i * 0.5)
    return items, length, np.array(items)


def goes_on_growing(n):
    items = [1]
    for x in items:
        if 0 < x < n:
            items.append(x * 2)
        if x == 1:
            continue
        if len(items) < 6:
            items.append(0)
    else:
        items.append(-1)
    return items


def shrinks_on_the_way(n):
    items = list(range(n))
    seen = []
    for x in items:
        seen.append(x)
        items.pop()
    return seen, items


def order_of_effects(n):
    items = [1, 2, 3, 4]
    return len(items) + items.pop(), items.pop() - items.pop(), items, items[0] + len(items)


def two_lists_in_turn(n):
    level = [0]
    seen = np.zeros(n, dtype=np.int64)
    sizes = []
    while level:
        below = []
        for u in level:
            for v in (2 * u + 1, 2 * u + 2):
                if v < n and seen[v] == 0:
                    seen[v] = 1
                    below.append(v)
        level = below
        sizes.append(len(level))
    return sizes, seen


def by_condition(n):
    items = [] if n > 3 else [1, 2]
    if n > 5:
        items = [4]
    for i in range(n):
        if i % 2:
            items.append(i)
    return items


def nested(n):
    return [[i * j for j in range(n)] for i in range(n)], [i for i in range(n) if i % 2]


def nothing(n):
    return [], [x for x in range(0)], list()


def pop_of_empty(n):
    items = [n]
    items.pop()
    return items.pop()


def pop_outside(n):
    items = [n]
    return items.pop(n)


def read_outside(n):
    items = [1]
    items.append(2)
    return items[n]


def store_outside(n):
    items = [1]
    items.append(2)
    items[-n] = 1
    return items


def delete_outside(n):
    items = [1]
    del items[n]
    return items


def remove_nothing(n):
    items = [1]
    items.remove(n)
    return items


def index_of_nothing(n):
    items = [1]
    return items.index(n)


def index_of_nothing_written_out(n):
    return [1, 2].index(2), (n, 2).index(n), [1.5, 2].index(n)


LISTS = [
    appended, kinds, concatenated, of_nothing, of_rows_of_different_lengths, changed, operators, orders, zeros_keep_their_order, one_list_with_two_names, by_a_helper, goes_on_growing,
    shrinks_on_the_way, order_of_effects, two_lists_in_turn, by_condition, nested, nothing, pop_of_empty, pop_outside,
    read_outside, store_outside, delete_outside, remove_nothing, index_of_nothing, index_of_nothing_written_out,
]  # fmt: skip


def counted(a):
    counts = {}
    for x in a:
        counts[x] = counts.get(x, 0) + 1
    best = -1
    which = a[0]
    for key, value in counts.items():
        if value > best:
            best = value
            which = key
    return len(counts), which, best, list(counts), list(counts.values()), sorted(counts), max(counts)


def counted_by_default(a):
    counts = defaultdict(int)
    sums = defaultdict(float)
    for i in range(len(a)):
        counts[a[i]] += 1
        sums[a[i] % 4] += i / 2
    return max(counts.values()), [k for k in counts], [v for v in sums.values()], counts[a[0]], len(counts)


def counted_by_counter(a):
    c = Counter(a)
    c[a[0]] += 2
    return len(c), c[3], c[77], len(c), sum(c.values()), c[a[0]]


def sum_of_two(a):
    seen = {}
    for i in range(len(a)):
        v = int(a[i])
        if 9 - v in seen:
            return seen[9 - v], i
        seen[v] = i
    return -1, -1


def distinct(a):
    seen = set()
    repeated = 0
    for x in a:
        if x in seen:
            repeated += 1
        seen.add(x)
    small = {2, 3, 5}
    return repeated, len(seen), sorted(seen), 3 in small, 4 not in small, sum(small)


def made_anew(a):
    total = 0
    for i in range(3):
        table = {i: 1, -i: 2}
        if not table:
            total += 100
        for k in table:
            table[k] += k
        total = total * 10 + sum(table.values()) + len(table)
    return total


def unknown_key(a):
    d = {1: 0.5}
    d[2] = 1.5
    return d[len(a)]


def unknown_key_changed(a):
    d = {1: 0.5}
    d[-len(a)] += 1.5
    return len(d)


TABLES = [counted, counted_by_default, counted_by_counter, sum_of_two, distinct, made_anew, unknown_key, unknown_key_changed]


@pytest.mark.parametrize("n", [1, 7, 40])
@pytest.mark.parametrize("function", LISTS, ids=lambda f: f.__name__)
def test_lists(function, n):
    check_levels(function, n)


@pytest.mark.parametrize("a", [ROWS, ROWS[:1], WIDE], ids=["few", "one", "wide"])
@pytest.mark.parametrize("function", TABLES, ids=lambda f: f.__name__)
def test_tables(function, a):
    check_levels(function, a)


def test_memory_of_lists_is_given_back():
    @up.jit(strict=True)
    def grown(n, at):
        items = []
        for i in range(n):
            items.append(i)
        return items[at]

    def resident():
        with open("/proc/self/statm") as status:
            return int(status.read().split()[1]) * 4096

    n = 1_000_000
    assert grown(n, -1) == n - 1
    before = resident()
    for _ in range(30):
        grown(n, -1)
        with pytest.raises(IndexError, match="list index out of range"):
            grown(n, n)
    assert resident() - before < 8 * n * 8


_ARRAYS_OF_LISTS = """
np.asarray(v) * 2
np.asarray(v) + np.asarray(v)
np.flip(v) * n
np.ravel(v) + np.flip(v)
np.transpose(v) * 2
np.atleast_1d(v) * 2
np.atleast_2d(v) * 2
np.expand_dims(v, 0) * 2
np.moveaxis(v, 0, 0) * 2
np.sort(v)
np.sort(v)[0]
np.sort(v) * 2
np.sort([[x, 2 * x] for x in v])
sum(x * 2 for x in np.flip(v))
np.max(v), np.argmin(v), np.sum(v)
""".strip().splitlines()


@pytest.mark.parametrize("start", ("[x for x in a]", "[3, 1, 2]"))
@pytest.mark.parametrize("text", _ARRAYS_OF_LISTS)
def test_numpy_makes_an_array_of_a_list(text, start):
    f = function_of(f"def f(a, n):\n    v = {start}\n    v.append(v.pop())\n    return {text}\n")
    expected, found = f(ROWS * 0.5, 2), up.jit(f)(ROWS * 0.5, 2)
    assert type(found) is type(expected) and np.asarray(found).dtype == np.asarray(expected).dtype
    np.testing.assert_array_equal(found, expected)


def test_an_array_of_a_list_keeps_its_items():
    def walked(a):
        v = [x for x in a]
        s = 0.0
        for x in np.flip(v):
            v[1] = 100.0
            s += x
        return s

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Python runs it: NumPy's array of a list is no view of the list
        assert up.jit(strict=False)(walked)(ROWS * 0.5) == walked(ROWS * 0.5)


@pytest.mark.parametrize("change", ("v *= 2", "v *= n", "v -= a", "v /= a"))
def test_updates_that_a_list_has_not(change):
    f = function_of(f"def f(a, n):\n    v = [x for x in a]\n    w = v\n    {change}\n    return v, w\n")
    with pytest.raises(up.CompileError, match="is not supported for a list"):
        up.jit(strict=True)(f)(ROWS * 0.5, 2)
    expected, found = f(ROWS * 0.5, 2), up.jit(strict=False)(f)(ROWS * 0.5, 2)
    for e, g in zip(expected, found):
        assert type(e) is type(g)
        np.testing.assert_array_equal(g, e)


def test_a_list_of_an_iteration():
    @up.jit(strict=True)
    def sums(n):
        out = np.zeros(n)
        for i in up.prange(n):
            items = []
            for j in range(i):
                items.append(j * 2)
            out[i] = sum(items)
        return out

    np.testing.assert_array_equal(sums(500), [i * (i - 1) for i in range(500)])


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
def test_what_stays_python():
    def mixed(n):
        items = [n]
        items.append(1.5)
        return items

    def compared(n):
        one = [n]
        one.append(2)
        return one < [5]

    def grown_on_the_way(n):
        table = {1: 1}
        for key in table:
            table[key + 1] = n
        return table

    def by_float(n):
        table = {}
        for i in range(n):
            table[i * 0.5] = i
        return len(table)

    for function in (mixed, compared, grown_on_the_way, by_float):
        assert told(up.jit(function, strict=False), [3]) == told(function, [3])


def appended_kinds(u, c):
    k = 100
    if c:
        k = u[0]
    items = []
    items.append(k)
    return items


def written_kinds(u, c):
    k = 100
    if c:
        k = u[0]
    return [k, k + 1]


def stored_kinds(u, c):
    items = [-1, 2]
    items[0] = sum(u)
    return items[1] if c else items[0]


@pytest.mark.parametrize("function", (appended_kinds, written_kinds, stored_kinds))
@pytest.mark.parametrize("c", (True, False))
def test_items_of_two_kinds_are_pythons_or_refused(function, c):
    u = np.array([200, 100])
    expected = function(u, c)
    try:
        found = up.jit(function)(u, c)
    except up.CompileError:
        return
    assert found == expected
    kinds = [list(map(type, x)) if isinstance(x, list) else type(x) for x in (found, expected)]
    assert kinds[0] == kinds[1]


def popped_before(v, k):
    x = v.pop(1)
    v[1] += x
    return v.pop()


def popped_on_a_way(v, k):
    x = v[2]
    if k:
        v.pop()
    return x + v[2]


def popped_in_a_loop(v, k):
    x = 0
    for _ in range(k):
        x += v[1]
        del v[0]
    return x


def length_before(v, k):
    n = len(v)
    v.pop(k)
    return n * 10 + len(v) + v[2]


def made_shorter(v, k):
    w = [x * 2 for x in v]
    s = w[2]
    w = w[k:]
    return s + w[2]


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize("k", (0, 1, 2))
@pytest.mark.parametrize("items", ([1, 2], [1, 2, 3], [1, 2, 3, 4]))
@pytest.mark.parametrize("function", (popped_before, popped_on_a_way, popped_in_a_loop, length_before, made_shorter))
def test_a_list_that_loses_items_is_checked_again(function, items, k):
    results = []
    for run in (function, up.jit(function)):
        given = list(items)
        try:
            results.append((run(given, k), given))
        except IndexError as error:
            results.append((str(error), given))
    assert results[0] == results[1]


def taken_by_the_right_side(v, i):
    v[i] += v.pop()
    v.append(5)
    return v


def taken_twice(v, i):
    v[i] *= v.pop(0) * v.pop(0)
    return v


def taken_by_both_sides(v, i):
    v[v.pop()] += v.pop()
    return v


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize("i", (0, 1, 2, -1, -3))
@pytest.mark.parametrize("items", ([1], [1, 2, 3], [0, 0, 1, 2]))
@pytest.mark.parametrize("function", (taken_by_the_right_side, taken_twice, taken_by_both_sides))
def test_the_place_is_looked_for_again_behind_a_right_side_that_takes_items(function, items, i):
    results = []
    for run in (function, up.jit(function)):
        given = list(items)
        try:
            results.append((run(given, i), given))
        except IndexError as error:
            results.append((str(error), given))
    assert results[0] == results[1]


def pops_what_it_goes_over(v):
    items = list(v)
    for y in items:
        items.pop()
        items = [x * y for x in items]
    return items


def appends_to_what_it_goes_over(v):
    items = list(v)
    for y in items:
        items.append(1)
        items = [x * y for x in items]
    return items


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize("function", [pops_what_it_goes_over, appends_to_what_it_goes_over], ids=lambda f: f.__name__)
def test_a_list_that_changes_and_gets_another_value_in_its_own_loop(function):
    """The method is written in Python: what it does is found in the call."""
    assert up.jit(strict=False)(function)([1, 2, 3, 4]) == function([1, 2, 3, 4])
    with pytest.raises(up.CompileError, match="gets a new value and is stored to"):
        up.jit(strict=True)(function)([1, 2, 3, 4])
