"""Functions that call themselves: how deep, in which thread, until when, and names that have no value."""

import inspect
import signal
import sys
import threading
import time

import numpy as np
import pytest
import unpython as up
from support import paths


def made(name):
    """A function of its own for each test: the limit is the one of the time when a function is compiled."""

    def down(n):
        return 0 if n == 0 else down(n - 1) + 1

    def down_at_once(n, k):
        """The call takes the place of the one that makes it."""
        if n == 0:
            return k
        return down_at_once(n - 1, k + 1)

    def down_both_ways(n):
        if n <= 0:
            return n
        if n % 3 == 0:
            return down_both_ways(n - 1)
        return down_both_ways(n - 1) + down_both_ways(0)

    def down_in_two_ways(n, k):
        """Some calls take the place of the one that makes them, some wait."""
        if n == 0:
            return k
        if k == 0:
            t = down_in_two_ways(n - 1, 0)
            return t + 1
        return down_in_two_ways(n - 1, k - 1)

    def down_without_value(a, n):
        a[0] += 1
        if n > 0:
            down_without_value(a, n - 1)

    def down_in_a_loop(n):
        k = 0
        for _ in range(1):
            if n > 0:
                k = down_in_a_loop(n - 1) + 1
        return k

    return locals()[name]


NAMES = ("down", "down_at_once", "down_both_ways", "down_in_two_ways", "down_without_value", "down_in_a_loop")


def arguments_of(function, depth):
    return {"down_at_once": (depth, 0), "down_in_two_ways": (depth, depth // 2), "down_without_value": (np.zeros(1), depth)}.get(function.__name__, (depth,))


@pytest.mark.parametrize("name", NAMES)
def test_as_many_calls_wait_as_the_limit_says(name):
    function = made(name)
    limit = sys.getrecursionlimit()
    compiled = up.jit(strict=True)(function)
    compiled(*arguments_of(function, 5))
    for runner in (compiled, *(paths.interpreted(compiled, level) for level in ("source", "scheduled"))):
        runner(*arguments_of(function, limit))
        with pytest.raises(RecursionError, match="maximum recursion depth exceeded"):
            runner(*arguments_of(function, limit + 1))
        runner(*arguments_of(function, limit))


@pytest.mark.parametrize("name", NAMES)
def test_deep_calls_in_a_thread_with_a_small_stack(name):
    function = made(name)
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(200_000)
    try:
        compiled = up.jit(strict=True)(function)
        compiled(*arguments_of(function, 5))
    finally:
        sys.setrecursionlimit(limit)
    found = []

    def run():
        try:
            compiled(*arguments_of(function, 200_000))
            found.append("deep")
            compiled(*arguments_of(function, 200_001))
        except RecursionError:
            found.append("too deep")

    before = threading.stack_size(64 * 1024)
    try:
        threads = [threading.Thread(target=run) for _ in range(3)]
        for thread in threads:
            thread.start()
    finally:
        threading.stack_size(before)
    for thread in threads:
        thread.join()
    assert sorted(found) == ["deep"] * 3 + ["too deep"] * 3


def fibonacci(n):
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)


def goes_round(n, k):
    if n == 0:
        return k
    if n % 2:
        return goes_round(n - 1, k)
    return goes_round(n - 1, k + 1) if goes_round(n - 1, 0) >= 0 else -1


def never_ends(n):
    """A loop of the form that such functions get."""
    state = 0
    while True:
        if state < 0:
            if n < 5:
                break
            state = 1
        if state == 0:
            state = 1
        elif state == 1:
            state = -1
    return n


ENDLESS = [(fibonacci, (80,)), (goes_round, (200, 0)), (never_ends, (9,))]


@pytest.mark.parametrize(("function", "arguments"), ENDLESS, ids=["fibonacci", "goes_round", "never_ends"])
def test_a_signal_ends_a_call(function, arguments):
    compiled = up.jit(strict=True)(function)
    compiled(*(4 for _ in arguments))

    def stop(*_):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, stop)
    start = time.monotonic()
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        with pytest.raises(KeyboardInterrupt):
            compiled(*arguments)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert time.monotonic() - start < 30


def value_of_another_call(n):
    if n == 2:
        x = 1
    if n == 0:
        return x
    return value_of_another_call(n - 1)


def value_after_a_call(n):
    if n > 1:
        x = n
    k = value_after_a_call(n - 1) if n > 0 else 0
    return k + x


@pytest.mark.parametrize("function", [value_of_another_call, value_after_a_call], ids=lambda f: f.__name__)
def test_a_name_has_no_value_of_another_call(function):
    with pytest.raises(UnboundLocalError):
        function(4)
    with pytest.raises(up.CompileError, match="calls itself"):
        up.jit(strict=True)(function)(4)
    with pytest.raises(UnboundLocalError), pytest.warns(up.UnpythonWarning):
        up.jit(strict=False)(function)(4)


def overflows(n, x):
    if n == 0:
        return x
    return overflows(n - 1, x) + overflows(n - 1, x)


def divides(n, x):
    if 6 // (n - 3) > 9:
        return n
    return divides(n - 1, x) * x


def test_errors_of_a_call_that_returns_at_once():
    compiled = up.jit(strict=True, overflow="check")(overflows)
    assert compiled(3, 5) == overflows(3, 5)
    with pytest.raises(OverflowError):
        compiled(3, 2**61)
    with pytest.raises(ZeroDivisionError) as raised:
        up.jit(strict=True)(divides)(6, 2)
    assert f"line {divides.__code__.co_firstlineno + 1}" in "".join(raised.value.__notes__)


def machine(n):
    """A loop of the form that such functions get, with numbers of branches that come from outside."""
    state, left, total = 0, n, 0
    while True:
        if state < 0:
            if left <= 0:
                break
            left -= 1
            state = left % 4
        if state == 0:
            total += 1
            state = -1
        elif state == 1:
            total += 10
            state = 2
        elif state == 2:
            total += 100
            state = 0 if total % 3 else 1
        elif state == 3:
            total += 1000
            if total % 2:
                state = 2
            else:
                total += 1
                state = -1
    return total


def test_a_loop_with_branches_by_number():
    compiled = up.jit(strict=True)(machine)
    for runner in (compiled, *(paths.interpreted(compiled, level) for level in ("source", "scheduled"))):
        for n in (0, 1, 2, 3, 4, 5, 17, 100):
            assert runner(n) == machine(n)


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
def test_a_function_that_python_runs_may_go_as_deep_as_python():
    def run(n, found):
        found[n] = str(n)
        return 0 if n == 0 else run(n - 1, found)

    run = up.jit(strict=False)(run)
    run(5, {})
    free = sys.getrecursionlimit() - len(inspect.stack(0)) - 20
    assert run(free, {}) == 0
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(1_000_000)
    try:
        with pytest.raises(RecursionError, match="maximum recursion depth exceeded"):
            run(500_000, {})
    finally:
        sys.setrecursionlimit(limit)
    assert run(free, {}) == 0
