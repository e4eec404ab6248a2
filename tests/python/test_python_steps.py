"""Programs of steps: statements that the language has not run in Python, the loops between them are compiled."""

import io
import itertools
import json
import random
import sys
import warnings
from collections import deque
from contextlib import redirect_stdout

import numpy as np
import pytest
import unpython as up
from support.texts import function_of


def both(function, *arguments, warns=False):
    """Runs plain and compiled from the same state of random numbers; gives the report."""
    found = []
    compiled = up.jit(strict=False)(function)
    for run in (function, compiled, compiled):
        random.seed(3)
        np.random.seed(3)
        given = [a.copy() if isinstance(a, np.ndarray) else a for a in arguments]
        printed = io.StringIO()
        with redirect_stdout(printed), warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            found.append((run(*given), given, printed.getvalue()))
        assert [w.category for w in caught] == [up.UnpythonWarning] * (warns and len(found) == 2)
    for value, left, text in found[1:]:
        np.testing.assert_equal((value, left, text), found[0])
        assert type(value) is type(found[0][0])
    return compiled.explain()


def test_print_between_loops():
    def run(a):
        total = 0.0
        for x in a:
            total += x
        print("sum", total, file=sys.stdout)
        for i in range(len(a)):
            a[i] = a[i] / total
        print(a, file=sys.stdout)
        return a

    report = both(run, np.arange(1.0, 6.0))
    first = run.__code__.co_firstlineno
    assert [row["line"] - first for row in report.as_dict()["in_python"]] == [4, 7]
    assert [(a - first, b - first) for a, b in report.as_dict()["compiled"]] == [(1, 3), (5, 6)]
    assert "'print' is not supported" in repr(report)


def test_a_function_of_a_library_is_named_and_not_its_text():
    def run(a):
        text = json.dumps([1, 2])
        total = 0.0
        for x in a:
            total += x
        return text, total

    report = both(run, np.arange(3.0))
    assert "in Python, for 'json.dumps' is not compiled" in repr(report)


def test_print_in_a_loop_with_a_loop_inside():
    def run(n, m):
        total = 0
        for i in range(n):
            inner = 0
            for j in range(m):
                inner += i * j
                if inner > 40:
                    break
            total += inner
            if i % 2:
                print(f"{i}: {inner}", file=sys.stdout)
                continue
            last = inner
        return total, last

    report = both(run, 5, 7, warns=True)
    assert len(report.as_dict()["compiled"]) == 1


def test_random_numbers_dicts_and_files():
    def run(n):
        values = np.random.normal(size=n)
        settings = {"scale": random.random()}
        scale = settings["scale"]
        out = np.empty(n)
        for i in range(n):
            out[i] = values[i] * scale
        buffer = io.BytesIO()
        np.save(buffer, out)
        buffer.seek(0)
        back = np.load(buffer)
        total = 0.0
        for x in back:
            total += x
        return total, settings

    assert len(both(run, 6).as_dict()["compiled"]) == 2


def test_returns_inside_and_behind():
    def run(a, limit):
        if limit < 0:
            print("negative")
            return -1
        for i in range(len(a)):
            if a[i] > limit:
                return i
        return -2

    for limit in (-1.0, 2.0, 99.0):
        both(run, np.arange(5.0), limit)


def test_names_that_may_have_no_value():
    def run(n):
        print(n, file=sys.stdout)
        for i in range(n):
            x = i
        if n > 0:
            return x + i
        return 0

    both(run, 3, warns=True)
    both(run, 0, warns=True)


def test_names_that_only_one_step_reads():
    def run(v, n):
        low = n
        kept = [x for x in v if x > low]
        print(len(kept), file=sys.stdout)
        for _ in range(n):
            print(n, file=sys.stdout)
            for i in range(len(v)):
                low = i
        return v

    both(run, np.arange(3.0), 2, warns=True)


def test_names_of_comprehensions_are_their_own():
    def run(v, n):
        try:
            v[9] = 0
        except IndexError:
            n += 1
        finally:
            v = v + [y for y in [x // 2 for x in v] + v if y > 1]
        total = 0
        for x in v:
            while total < x:
                total += n
        return total

    both(run, [1, 5, 2], 3, warns=True)


def test_wrong_calls_name_the_function():
    def run(a, *rest, **more):
        return a + len(rest) + len(more)

    compiled = up.jit(strict=False)(run)
    assert compiled(1, 2, x=3) == 3
    for call in ((), (1, 2)):
        with pytest.raises(TypeError) as expected:
            run(*call, a=5) if call else run()
        with pytest.raises(TypeError) as found:
            compiled(*call, a=5) if call else compiled()
        assert str(found.value) == str(expected.value)


def test_closures_defaults_and_exceptions():
    k = 4

    def run(n, *, step=2):
        total = 0
        try:
            for i in range(0, n, step):
                total += 10 // (k - i)
        except ZeroDivisionError as error:
            print(error)
            total = -total
        finally:
            total += 1
        return total, (lambda: total + k)()

    both(run, 3, warns=True)
    both(run, 9, warns=True)


def test_an_argument_that_no_compiled_function_takes():
    def run(values, a):
        total = 0.0
        for v in values:
            total += v
        for x in a:
            total += x
        return total

    both(run, deque([1.0, 2]), np.arange(3.0), warns=True)
    compiled = up.jit(strict=False)(run)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert compiled(deque([1.0, 0]), np.arange(3.0)) == 4.0
    assert compiled(np.arange(3.0), np.arange(3.0)) == 6.0
    assert compiled.ran_on == "cpu"


@pytest.mark.parametrize("given, words", [(np.array(["3", "4"]), "an array of <U1"), (np.longdouble(3), "a float128")])
def test_the_warning_says_what_is_not_taken_and_where(given, words):
    @up.jit(strict=False)
    def run(a):
        b = a
        for i in range(3):
            b = a
        return b

    with pytest.warns(up.UnpythonWarning, match=f"lines that use a, {words}, run in Python") as told:
        run(given)
    assert told[0].filename == __file__


def test_recursion_runs_in_python():
    both(factorial, 6, warns=True)


def factorial(n):
    return 1 if n <= 1 else n * max(map(factorial, [n - 1]))


def test_what_a_step_raises_is_raised():
    @up.jit(strict=False)
    def run(a):
        print("before")
        for i in range(len(a) + 1):
            a[i] += 1
        return a

    a = np.zeros(3)
    with redirect_stdout(io.StringIO()), pytest.raises(IndexError, match="index 3"):
        run(a)
    assert a.tolist() == [1.0, 1.0, 1.0]


def test_what_stays_refused():
    def printing(n):
        print(n, file=sys.stdout)

    def misspelled(n):
        print(n, file=sys.stdout)
        return m

    def parallel(a):
        for i in up.prange(len(a)):
            print(a[i], file=sys.stdout)

    for function, options in ((printing, {"strict": True}), (misspelled, {"strict": False}), (parallel, {"strict": False})):
        with pytest.raises(up.CompileError):
            up.jit(**options)(function)(np.zeros(2))
    typed = up.type("double", None)(printing)
    with pytest.raises(up.CompileError):
        typed(1.0)


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
def test_types_that_compiled_code_does_not_have():
    stamps = np.array(["2024-03-01T05", "2024-03-02T07"], dtype="datetime64[h]")
    for function in (lambda a: a.astype("datetime64[2000D]"), lambda a: a.astype("U20"), lambda a: np.zeros(2, dtype="U3")):
        assert np.array_equal(up.jit(strict=False)(function)(stamps), function(stamps))


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
def test_calls_and_subscripts_that_only_numpy_has():
    a = np.arange(12.0).reshape(3, 4)
    for function in (lambda a: np.repeat(a, 2.5), lambda a: np.triu(a, 1.5), lambda a: a[True], lambda a: a[None, False], lambda a: bool(a[:1, :1])):
        with pytest.raises(up.CompileError):
            up.jit(strict=True)(function)(a)
        found, expected = up.jit(strict=False)(function)(a), function(a)
        assert type(found) is type(expected) and np.array_equal(found, expected)
    with pytest.raises(ValueError, match="truth value of an array"):
        up.jit(strict=False)(lambda a: bool(a))(a)


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
def test_a_name_that_python_only_adds_to():
    """The compiled statements before the loop give `n` to the `n += i` that stays in Python."""

    def run(a):
        n = 3
        doubled = [x * 2 for x in a]
        for i in range(4):
            if i == 3:
                break
            print(i, file=sys.stdout)
            n += i
        else:
            n = -1
        return doubled

    both(run, np.arange(3), warns=True)


BEYOND = 2**70


def test_an_integer_around_the_function_that_does_not_fit_64_bits():
    def run(n):
        return n % 7 if n < BEYOND else BEYOND

    report = both(run, 10, warns=True)
    assert "does not fit 64 bits" in repr(report)


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
def test_a_name_that_only_a_compiled_piece_assigns_is_a_local_before():
    def run(a):
        best = -1.0
        at()  # noqa: F821
        for i in range(a.shape[0]):
            best = max(best, a[i])
        at = int(best) % 3
        return best, at

    with pytest.raises(UnboundLocalError) as expected:
        run(np.ones(3))
    with pytest.raises(UnboundLocalError) as found:
        up.jit(strict=False)(run)(np.ones(3))
    assert str(found.value) == str(expected.value)


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
def test_a_loop_whose_targets_are_items_reads_the_names_in_them():
    def run(b, m):
        e = {1: 2}
        for e[m] in range(3):
            pass
        for b[-m:] in ([7], [8]):
            pass
        return e

    both(run, [1, 2], 1, warns=True)


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
def test_a_list_that_is_a_default_stays_the_same_list():
    seen = []

    def run(x, kept=[]):  # noqa: B006
        kept.append(x)
        seen.append(len(kept))
        return kept

    compiled = up.jit(strict=False)(run)
    assert [compiled(1) is run.__defaults__[0], compiled(2.5)] == [True, [1, 2.5]]
    assert seen == [1, 2]


def by_question(a):
    total = 0.0
    for x in a:
        total += x
    if hasattr(np, "trapezoid"):
        return total, np.trapezoid(a)
    return total, np.trapz(a)


def by_either(a):
    found = np.trapezoid if hasattr(np, "trapezoid") else np.trapz
    return found(a)


def by_version(a):
    if int(np.__version__.split(".")[0]) < 2:
        return np.trapz(a)
    return a.sum()


def by_attempt(a):
    try:
        return np.no_such_function(a)
    except AttributeError:
        return a.sum()


def by_default(a):
    return getattr(np, "no_such_function", np.sum)(a), getattr(np, "sqrt")(a)


@pytest.mark.parametrize("function", (by_question, by_either, by_version, by_attempt, by_default))
def test_functions_that_ask_what_a_module_has(function):
    a = np.arange(5.0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        np.testing.assert_equal(up.jit(strict=False)(function)(a), function(a))


def test_what_a_module_has_is_known():
    def chosen(a):
        if hasattr(np, "no_such_function"):
            return a * 2
        return a + hasattr(np, "sum")

    np.testing.assert_equal(up.jit(strict=True)(chosen)(np.ones(3)), np.full(3, 2.0))


def test_what_compiled_functions_do_not_take_keeps_no_loop_beside_it_in_python():
    from fractions import Fraction

    def run(n):
        f = Fraction(1, n)
        s = 0
        for i in range(1000):
            s += i * i % n
        return s, f

    report = both(run, 7, warns=True)
    first = run.__code__.co_firstlineno
    assert [(a - first, b - first) for a, b in report.as_dict()["compiled"]] == [(2, 4)]
    assert report.as_dict()["not_taken"] == {"f": "an object of class 'Fraction'"}
    assert "lines that use f: in Python" in str(report)


def test_a_report_says_where_no_loop_is_compiled():
    def run(n):
        print(n, file=sys.stdout)
        found = []
        for perm in [[1, "a"], [n, "b"]]:
            found.append(perm)
        return found

    with pytest.warns(up.UnpythonWarning, match="in Python"):
        compiled = up.jit(strict=False)(run)
        assert compiled(2) == run(2)
    assert compiled.explain().as_dict()["compiled"] == [] and "in Python" in str(compiled.explain())


def test_pieces_of_which_nothing_is_compiled_are_python_soon(monkeypatch):
    """They are not looked at in each turn of the loop around them; where numbers come, they are compiled still."""
    from unpython._other_functions import split_function

    asked = []
    is_taken = split_function.is_taken
    monkeypatch.setattr(split_function, "is_taken", lambda value: asked.append(value) or is_taken(value))

    def shortest(table):
        best = (float("inf"), ())
        for order in itertools.permutations(range(1, len(table))):
            tour = (0,) + order + (0,)
            length = sum(table[a][b] for a, b in zip(tour, tour[1:]))
            if length < best[0]:
                best = (length, tour)
        return best

    table = [[abs(i - j) * (i * j % 5 + 1) for j in range(6)] for i in range(6)]
    with pytest.warns(up.UnpythonWarning):
        compiled = up.jit(strict=False)(shortest)
        assert compiled(table) == shortest(table)
    assert len(asked) < 120 * 5  # there are 120 turns
    assert compiled(table) == shortest(table)


def test_texts_are_refused_once(monkeypatch):
    import unpython._steps

    asked = []
    fall_back = unpython._steps.fall_back
    monkeypatch.setattr(unpython._steps, "fall_back", lambda *given: asked.append(given) or fall_back(*given))

    def spelled(word, words):
        found = []
        for other in words:
            found.append([c for c in other if c in set(word)])
        return found or None

    compiled = up.jit(strict=False)(spelled)
    given = ("abc", ["bad", "cat"])
    with pytest.warns(up.UnpythonWarning):
        assert compiled(*given) == spelled(*given)
    once = len(asked)  # the function, and pieces of it
    for _ in range(3):
        assert compiled(*given) == spelled(*given)
    assert 0 < len(asked) == once
    assert compiled("abc", [("a", "b"), ("c",)]) == spelled("abc", [("a", "b"), ("c",)])
    assert len(asked) > once


# Names that Python's lines and compiled ones share: who reads them behind the loop gets them.
SHARED = r"""
for i in range(3): log.append(float(a[i]))\n    for i in up.prange(len(a)): a[i] += 1
for i in range(3): log.append(float(a[i]))\n    for i in range(len(a)): a[i] += 1\n    return i
i = 7\n    for r in range(2):\n        log.append(i)\n        for i in range(len(a)): a[i] += 1
i = 7\n    for i in range(len(a)): a[i] += 1\n    log.append(3)\n    del i
t = 0\n    for r in range(3):\n        for i in up.prange(len(a)): a[i] += 1\n        log.append(t)\n        if a[0] > 1: t = 5; break\n        t = i\n    return t
n = 0\n    for i in range(len(a)): n = n + 1\n    log.append(n)\n    n += 1\n    for i in range(len(a)): n = n + i\n    return n
""".strip().splitlines()


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize("body", SHARED)
def test_names_that_lines_in_python_share(body):
    log = []
    function = function_of(f"def f(a):\n    {body}".replace(r"\n", "\n"), up=up, log=log)
    found = []
    for run in (function, up.jit(strict=False)(function)):
        a = np.arange(1.0, 6)
        log.clear()
        found.append((run(a), a.tolist(), list(log)))
    assert found[0] == found[1]


def test_a_loop_variable_that_python_used_before_is_the_loops_own():
    def shown(a):
        for i in range(2):
            print(i, file=sys.stdout)
        for i in up.prange(len(a)):
            a[i] += 1

    told = both(shown, np.zeros(4), warns=True)
    assert told.as_dict()["compiled"]
