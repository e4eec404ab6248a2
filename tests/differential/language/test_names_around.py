"""Functions that name lists, dicts, sets and objects around them: results, exceptions and what is left in these are CPython's, as they are
at each call, in machine code."""

import copy
import threading
import warnings
from collections import namedtuple
from dataclasses import dataclass, field

import numpy as np
import pytest
import unpython as up


@dataclass
class Steps:
    rate: float
    steps: list


@dataclass
class Settings:
    rate: float
    limit: int = 3

    def scaled(self, x):
        return x * self.rate + self.limit


class Held:
    BOUNDS = [1.0, 5.0]
    NAMES = {"low": 0, "high": 1}


Pair = namedtuple("Pair", "first second")

WEIGHTS = [0.25, 0.75, 0.5]
COUNTS = [1, 2, 3]
ROWS = [[1, 2, 3], [4, 5, 6]]
RAGGED = [[1], [2, 3], [4, 5, 6]]
POINTS = [(1.0, 2), (0.5, 4), (2.5, 1)]
WORDS = ["north", "east", "south"]
CODES = {"A": 1, "B": 20, "C": -3}
PRICES = {1: 0.5, 2: 1.5, 7: 2.25}
PRIMES = {2, 3, 5, 7}
VOWELS = {"a", "e", "i", "o", "u"}
GRID = ((1, 2), (3, 4))
OFFSETS = (1, [2, 3])
SETTINGS = Settings(0.5)
STEPS = Steps(0.5, [1, 2, 4])
PAIR = Pair(2, 3.5)
TOTAL = 10
TABLE = np.arange(4.0)
START = {name: value for name, value in list(globals().items()) if name.isupper()}
STATE = (Held.BOUNDS, Held.NAMES)


def weighted(x):
    return sum(w * x for w in WEIGHTS) + WEIGHTS[-1] * len(WEIGHTS)


def at(i):
    return WEIGHTS[i]


def in_loop(a):
    s = 0.0
    for i in range(len(a)):
        s += a[i] * WEIGHTS[i % len(WEIGHTS)]
    return s


def in_parallel(a):
    out = np.zeros_like(a)
    for i in up.prange(len(a)):
        out[i] = a[i] * WEIGHTS[i % 3] + TABLE[i % 4] * TOTAL
    return out


def of_code(k):
    return CODES[k] * 2 if k in CODES else CODES.get("B", 0)


def coded(word):
    return [CODES[c] for c in word]


def priced(keys):
    t = 0.0
    for k in keys:
        t += PRICES.get(k, -1.0)
    return t, max(PRICES.values()), sorted(PRICES)


def primes(n):
    return [i for i in range(n) if i in PRIMES]


def vowels(word):
    return sum(1 for c in word if c in VOWELS)


def of_rows(i):
    return ROWS[i][1] + sum(ROWS[1]), [row[0] for row in ROWS]


def of_ragged():
    return [sum(row) for row in RAGGED], len(RAGGED[2])


def of_points():
    best = 0.0
    for x, k in POINTS:
        best = max(best, x * k)
    return best, POINTS[0]


def of_words(k):
    return WORDS[k] + "-" + WORDS[0], [len(w) for w in WORDS]


def of_grid(i):
    return GRID[1][0] + sum(row[i] for row in GRID)


def of_offsets(i):
    return OFFSETS[0] + OFFSETS[1][i]


def of_settings(x):
    return SETTINGS.scaled(x) + SETTINGS.limit


def of_fields(i):
    return STEPS.steps[i] * STEPS.rate


def of_pair(x):
    return PAIR.first * x + PAIR.second, max(PAIR)


def of_class(x):
    if x < Held.BOUNDS[0]:
        return Held.NAMES["low"]
    return Held.NAMES["high"] if x > Held.BOUNDS[1] else -1


def helper(x):
    return x * WEIGHTS[1]


def second_helper(x, scale=2):
    return helper(x) * scale + CODES["B"]


def through_helpers(x):
    return helper(x) + second_helper(x) + second_helper(x, scale=3)


def helper_in_loop(a):
    s = 0.0
    for x in a:
        s += helper(x)
    return s


def counted_down(n):
    if n == 0:
        return 0.0
    return WEIGHTS[n % len(WEIGHTS)] + counted_down(n - 1)


def by_recursion(n):
    return counted_down(n) * 2


def with_inner(x):
    def inner(y):
        return y + WEIGHTS[0]

    return inner(x) + inner(x + 1)


def shadowed(WEIGHTS):
    return helper(WEIGHTS) + WEIGHTS


def renamed(x):
    COUNTS = x * 2
    return COUNTS + summed()


def summed():
    return sum(COUNTS)


def appended(x):
    COUNTS.append(x)
    return len(COUNTS), COUNTS[-1]


def stored(i, x):
    COUNTS[i] = COUNTS[i] + x
    return COUNTS[i]


def logged(x):
    COUNTS.append(x)


def through_logger(n):
    for i in range(n):
        if i % 2:
            logged(i)
    logged(-1)
    return len(COUNTS)


def raised(x):
    COUNTS[0] = x
    if x > 3:
        raise ValueError("too large")
    COUNTS.append(x)
    return x


def also_given(v):
    COUNTS.append(5)
    return len(v) + len(COUNTS)


def out_of(i):
    return COUNTS[i] + i


def without(k):
    return CODES[k]


CASES = [
    (weighted, (2.0,)), (at, (1,)), (at, (-3,)), (at, (3,)), (in_loop, (np.arange(7.0),)), (in_parallel, (np.arange(6.0),)),
    (of_code, ("A",)), (of_code, ("Z",)), (coded, ("ABBA",)), (coded, ("AZ",)), (priced, ([1, 7, 4],)), (primes, (12,)), (vowels, ("queue",)),
    (of_rows, (0,)), (of_ragged, ()), (of_points, ()), (of_words, (1,)), (of_grid, (1,)), (of_offsets, (0,)), (of_settings, (3.0,)),
    (of_fields, (2,)), (of_pair, (3,)), (of_class, (0.5,)), (of_class, (9.0,)), (through_helpers, (1.5,)), (helper_in_loop, (np.arange(4.0),)),
    (counted_down, (5,)), (by_recursion, (4,)), (with_inner, (1.0,)), (shadowed, (4.0,)), (renamed, (7,)), (appended, (9,)),
    (stored, (1, 10)), (stored, (9, 10)), (through_logger, (5,)), (raised, (2,)), (raised, (5,)), (out_of, (2,)), (out_of, (5,)),
    (without, ("B",)), (without, ("Q",)),
]  # fmt: skip


def begin():
    globals().update(copy.deepcopy(START))
    Held.BOUNDS, Held.NAMES = copy.deepcopy(STATE)


def outcome(function, arguments):
    """The result or the exception, and what is left around the function."""
    begin()
    try:
        result = repr(function(*copy.deepcopy(arguments)))
    except Exception as error:
        result = f"{type(error).__name__}: {error}"
    return result, repr([globals()[name] for name in START])


@pytest.fixture(autouse=True)
def as_before():
    yield
    begin()


@pytest.mark.parametrize(("function", "arguments"), CASES, ids=lambda v: getattr(v, "__name__", ""))
def test_results(function, arguments):
    compiled = up.jit(strict=True)(function)
    for _ in range(2):
        assert outcome(compiled, arguments) == outcome(function, arguments)


def test_a_compiled_function_that_calls_itself():
    compiled = up.jit(strict=True)(counted_down)
    globals()["counted_down"] = compiled
    try:
        assert compiled(5) == counted_down.py_func(5) if hasattr(counted_down, "py_func") else True
    finally:
        globals()["counted_down"] = compiled.py_func


def test_changes_between_calls_are_seen():
    compiled = up.jit(strict=True)(weighted)
    for change in (lambda: WEIGHTS.append(3.5), lambda: WEIGHTS.__setitem__(0, 9.0), WEIGHTS.clear, lambda: WEIGHTS.extend([1.0, 2.0]),
                   lambda: globals().update(WEIGHTS=[4, 5, 6]), lambda: globals().update(WEIGHTS=np.array([1.5, 2.5])),
                   lambda: globals().update(WEIGHTS=(0.5, 2))):  # fmt: skip
        try:
            expected = repr(weighted(2.0))
        except IndexError as error:
            expected = repr(error)
        try:
            found = repr(compiled(2.0))
        except IndexError as error:
            found = repr(error)
        assert found == expected
        change()
    assert repr(compiled(2.0)) == repr(weighted(2.0))


def test_another_helper_is_seen():
    compiled = up.jit(strict=True)(through_helpers)
    assert compiled(1.5) == through_helpers(1.5)
    old = helper
    try:
        globals()["helper"] = lambda x: x - WEIGHTS[2]
        assert compiled(1.5) == through_helpers(1.5)
    finally:
        globals()["helper"] = old
    assert compiled(1.5) == through_helpers(1.5)


def test_a_list_that_is_an_argument_too():
    compiled = up.jit(strict=False)(also_given)
    begin()
    expected = also_given(COUNTS), list(COUNTS)
    begin()
    assert (compiled(COUNTS), list(COUNTS)) == expected
    begin()
    assert (compiled([1]), COUNTS) == (5, [1, 2, 3, 5])


def test_the_same_list_stays():
    compiled = up.jit(strict=True)(appended)
    begin()
    before = COUNTS
    compiled(4)
    assert COUNTS is before and before == [1, 2, 3, 4]


def test_closures():
    def made(weights, offset):
        @up.jit(strict=True)
        def f(x):
            return weights[0] * x + offset["at"]

        return f

    own = [2.0, 3.0]
    f, g = made(own, {"at": 1}), made([5.0], {"at": 2})
    assert (f(2.0), g(2.0)) == (5.0, 12.0)
    own[0] = 10.0
    assert f(2.0) == 21.0


def test_declared_types():
    @up.type("double", "double")
    def f(x):
        return x * WEIGHTS[0]

    up.jit(strict=True)(f)
    assert f(2) == 0.5 and up.jit(strict=True)(f)(2) == 0.5


def test_threads():
    compiled = up.jit(strict=True)(weighted)
    compiled(1.0)
    wrong = []

    def work(x):
        for _ in range(200):
            if compiled(x) != weighted(x):
                wrong.append(x)

    threads = [threading.Thread(target=work, args=(float(x),)) for x in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_what_is_said():
    compiled = up.jit(strict=True)(in_loop)
    compiled(np.arange(7.0))
    assert compiled.ran_on == "cpu"
    assert "in_loop" in str(compiled.explain(np.arange(7.0)))


def test_what_stays_with_python():
    def rebound(x):
        global COUNTS
        COUNTS = [x]
        return COUNTS[0]

    begin()
    with pytest.raises(up.CompileError):
        up.jit(strict=True)(rebound)(3)


def test_several_threads_change_one_list():
    compiled = up.jit(strict=True)(noted)
    begin()
    COUNTS[:] = [0]
    compiled(1)
    COUNTS[:] = [0]

    def work(x):
        for _ in range(100):
            compiled(x)

    threads = [threading.Thread(target=work, args=(x,)) for x in range(1, 5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(COUNTS) == sorted([0, *[1, 2, 3, 4] * 100])


def noted(x):
    s = 0.0
    for i in range(1000):
        s += i * x
    COUNTS.append(x)
    return s


def test_a_closure_and_a_name_of_the_module():
    def made(WEIGHTS, TOTAL):
        def f(x):
            return helper(x) + WEIGHTS[0] + TOTAL + of_total(x)

        return f

    function = made([100.0], 1000)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", up.UnpythonWarning)
        assert up.jit(strict=False)(function)(2.0) == function(2.0)


def of_total(x):
    return TOTAL * x + WEIGHTS[2]


@dataclass
class Watched:
    x: float
    y: int
    seen: list = field(default_factory=list)


def moved_around(d):
    WATCHED.x += d
    return WATCHED.x * WATCHED.y


def moved(d, watched):
    watched.x += d
    return watched.x * watched.y


def counted_by_number(key):
    return BY_NUMBER.get(key, -1), len(BY_NUMBER)


def counted_by_given(key, by_number):
    return by_number.get(key, -1), len(by_number)


WATCHED = Watched(1.0, 2)
BY_NUMBER = {1: 1}


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize(
    "function, arguments",
    [(moved_around, (0.5,)), (moved, (0.5, WATCHED)), (counted_by_number, ("a",)), (counted_by_given, ("a", BY_NUMBER))],
)
def test_uses_that_are_not_in_the_language(function, arguments):
    """Python runs them; strict says which they are, and not that a name has no meaning."""
    expected = function(*copy.deepcopy(arguments))
    WATCHED.x = 1.0
    assert repr(up.jit(strict=False)(function)(*copy.deepcopy(arguments))) == repr(expected)
    WATCHED.x = 1.0
    try:
        assert repr(up.jit(strict=True)(function)(*copy.deepcopy(arguments))) == repr(expected)
    except (up.CompileError, TypeError) as error:
        assert "not defined" not in str(error)
    WATCHED.x = 1.0
