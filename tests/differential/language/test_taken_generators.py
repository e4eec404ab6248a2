"""Generators inside a function that a call or a comprehension takes all of, or some items of."""

import itertools

import numpy as np
import pytest
import unpython as up


def check(function, *arguments):
    compiled = up.jit(strict=True)(function)
    for given in arguments:
        expected = function(*given)
        found = compiled(*given)
        assert found == expected and type(found) is type(expected)
    assert compiled.ran_on != "python"


def test_all_of_a_generator():
    def primes(n):
        def sieve():
            composite = set()
            for k in range(2, n):
                if k not in composite:
                    yield k
                    composite.update(range(k * k, n, k))

        return list(sieve())

    check(primes, (30,), (2,), (0,))


def test_some_items_of_an_endless_generator():
    def run(n):
        def fib():
            a, b = 0, 1
            while True:
                yield a
                a, b = b, a + b

        total = 0
        for x in itertools.islice(fib(), 5):
            total += x
        return total, sum(x for x in itertools.islice(fib(), n) if x % 2 == 0), max(itertools.islice(fib(), n + 1))

    check(run, (10,), (0,), (1,))


def test_a_negative_number_of_items():
    def run(n):
        def count():
            k = 0
            while True:
                yield k
                k += 1

        return list(itertools.islice(count(), n))

    with pytest.raises(ValueError, match="0 <= x <= sys.maxsize"):
        up.jit(strict=True)(run)(-1)


def test_arrays_that_a_comprehension_takes():
    def run(x, k):
        def windows():
            for i in range(len(x) - k + 1):
                yield x[i : i + k]

        w = 3
        return [float(w.mean()) for w in windows()], w

    check(run, (np.arange(10.0), 3), (np.arange(2.0), 3))


def test_a_generator_is_taken_in_its_turn():
    def run(n):
        def numbers(m):
            for i in range(m):
                yield i * i

        first = n
        first += sum(numbers(n)) + n
        if sum(numbers(3)) > n:
            first += 1
        return first, sorted(numbers(4))[0], len({v % 3 for v in numbers(5)}), 2 * len(list(numbers(n)))

    check(run, (4,), (7,))


def doubled(a):
    for x in a:
        yield 2 * x


def test_a_generator_function_outside():
    def run(a):
        return [x + 1 for x in doubled(a) if x > 2], sum(doubled(a))

    check(run, (np.array([1, 2, 3]),), (np.array([5]),))


def test_yield_from():
    def run(n):
        def numbers():
            yield from range(n)

        return list(numbers())

    check(run, (4,), (0,))


def test_any_asks_no_further_than_it_must():
    def run(n):
        def count():
            k = 0
            while True:
                yield k
                k += 1

        return any(k > n for k in count())

    assert up.jit(strict=False)(run)(3) is True


def test_groups_of_neighbours():
    def in_a_text(s):
        return "".join(f"{k}{len(list(g))}" for k, g in itertools.groupby(s)), [(k, len(list(g))) for k, g in itertools.groupby(s)]

    def by_sign(values):
        out = []
        for positive, group in itertools.groupby(values, key=lambda v: v > 0):
            out.append(sum(group))
            if not positive and len(out) > 3:
                break
        return out

    def by_length(words):
        found = {}
        for n, group in itertools.groupby(sorted(words, key=len), key=len):
            found[n] = len(list(group))
        return found

    def of_a_dict(d):
        return [(k, len(list(g))) for k, g in itertools.groupby(d)]

    check(in_a_text, ("aaabbc",), ("",), ("a",))
    check(by_sign, ([1, 2, -1, 3, -5, -6],), ([],))
    check(by_length, (["a", "bb", "c"],))
    assert up.jit(strict=False)(of_a_dict)({0: 5, 1: 5}) == [(0, 1), (1, 1)]


def test_a_group_that_is_gone_through_twice():
    def run(values):
        out = []
        for key, group in itertools.groupby(values):
            out.append((key, len(list(group)), len(list(group))))
        return out

    assert up.jit(strict=False)(run)([1, 1, 2]) == [(1, 2, 0), (2, 1, 0)]


def test_groups_of_nan():
    def run(values):
        return [len(list(g)) for k, g in itertools.groupby(values)]

    nan = float("nan")
    assert up.jit(strict=False)(run)([nan, nan, 1.0]) == run([nan, nan, 1.0])


def test_items_once():
    def run(values):
        return list(dict.fromkeys(values)), len(list(dict.fromkeys(values)))

    check(run, ([3, 1, 3],), ([],), (["b", "a", "b"],))


def test_combinations_of_ranges():
    def run(n):
        total = 0
        a = b = c = -1
        for a, b, c in itertools.combinations(range(1, n), 3):
            total = total * 3 + a * a + b - c
            if a == 2:
                continue
            total += 1
        pairs = 0
        for i, j in itertools.combinations(range(2, n), 2):
            pairs = pairs * 2 + i - j
        return total, a, b, c, pairs

    check(run, (6,), (3,), (0,))


def test_a_list_that_has_a_name():
    def run(values, n):
        def numbers(m):
            for i in range(m):
                yield i * m - 2

        groups = [(k, len(list(g))) for k, g in itertools.groupby(values)]
        x = [v for v in numbers(n)]
        x = [len(x) + v for v in numbers(n)]
        return groups, x

    check(run, ([1, 1, 2], 3), ([], 0))


def test_a_refusal_of_the_program():
    """Its own texts are the program's, whatever they say; a call that ends with one has run where it was asked to."""

    def run(n):
        if n < 0:
            raise NotImplementedError("less than nothing runs in Python")
        return sorted([n, 2, 1], key=lambda v: of_key(v))

    def of_key(v):
        if v > 5:
            raise NotImplementedError("a large key runs in Python")
        return -v

    compiled = up.jit(strict=False)(run)
    for n in (-1, 6):
        with pytest.raises(NotImplementedError, match=" runs in Python") as error:
            compiled(n)
        assert compiled.ran_on == "cpu" and type(error.value) is NotImplementedError
    assert compiled(3) == run(3)


def of_collatz(n):
    while n != 1:
        yield n
        n = n // 2 if n % 2 == 0 else 3 * n + 1
    yield 1


def test_several_yields():
    def run(n):
        odd = 0
        for x in of_collatz(n):
            if x % 2 == 0:
                continue
            odd += x
            x = 0
        return list(of_collatz(n)), max(of_collatz(n)), odd, {x: x % 3 for x in of_collatz(n)}

    check(run, (6,), (1,), (27,))


def test_numbers_of_a_generator():
    def run(n, most):
        def fib():
            a, b = 0, 1
            while True:
                yield a
                a, b = b, a + b

        found = []
        for i, f in enumerate(fib()):
            if f > most or i >= n:
                break
            found.append(f)
        total = 0
        for i, x in enumerate(of_collatz(n), start=3):
            total += i * x
            i = 7
        return found, total, i

    check(run, (1, 10), (6, 100), (9, 5))
