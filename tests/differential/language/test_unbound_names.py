"""Names that are read where they may have no value yet, or no longer: UnboundLocalError, with Python's words, whatever the name would
stand for and whether or not anybody needs what was read."""

import numpy as np
import pytest
from support.outcomes import check_machine_code, check_values, name_of
from unpython import prange


def exchanged_for_nothing(b, m):
    for _ in range(3):
        e, b = b, e
    return m


def exchanged_from_the_second_iteration_on(b, m):
    for i in range(m):
        if i > 0:
            e = b * 2
        e, b = b, e
    return m


def three_exchanged(b, m):
    d = b * 3
    if m > 1:
        e = b * 2
    while m > 0:
        m -= 1
        b, d, e = e, b, d
    return b


NAMES = [(function, np.arange(3.0), m) for m in (0, 1, 2, 3) for function in (exchanged_from_the_second_iteration_on, three_exchanged)]


@pytest.mark.parametrize("case", [(exchanged_for_nothing, np.arange(3.0), 1), *NAMES], ids=name_of)
def test_an_exchange_reads_all_its_names(case):
    check_machine_code(case)


def text_that_no_iteration_gave(b, m):
    for i in range(m):
        if i < 1:
            continue
        e = b
    t = e == e
    return t


def compared_with_what_it_cannot_equal(b, m):
    for i in range(m):
        t = "a" in e
        g, *e = [b, b]
    return b


def compared_with_none(b, m):
    if m > 1:
        e = b
    t = None is e
    return m


def default_of_an_inner_function(b, m):
    if m > 1:
        e = b

    def inner(y, x=e):
        return y

    return inner(m)


def dict_of_no_iteration(b, m):
    for i in range(m - 1):
        t = {1: b}
    return t


def number_or_none(b, m):
    for i in range(m - 1):
        t = None if m > 5 else i
    return t


def list_compared_in_a_chain(b, m):
    for i in range(m):
        t = e < 1 < 2
        e = [1, 2]
    return m


FUNCTIONS = [text_that_no_iteration_gave, compared_with_what_it_cannot_equal, compared_with_none, default_of_an_inner_function,
             dict_of_no_iteration, number_or_none, list_compared_in_a_chain]  # fmt: skip


@pytest.mark.parametrize("b", [1, 1.5, "abc", (1, 2), [1, 2], np.arange(3.0), (1, np.arange(3))], ids=repr)
@pytest.mark.parametrize("function", FUNCTIONS)
def test_a_read_raises_whoever_needs_it(function, b):
    for m in (1, 2):
        check_values((function, b, m))


def number_behind_a_condition_in_a_kernel(a, k):
    for i in range(3):
        for j in prange(a.shape[0]):
            if i > 1:
                a[j] += t
        if k > 0:
            t = i
    return k


def bound_of_an_inner_loop(a, k):
    if k > 0:
        t = 2
    for i in prange(a.shape[0]):
        if a[i] > 100:
            for j in range(t):
                a[i] += j
    return k


def counter_of_no_iteration(a, k):
    for t in range(k):
        a[0] += 1
    for i in prange(a.shape[0]):
        for j in range(i):
            a[i] += t
    return k


@pytest.mark.parametrize("function", [number_behind_a_condition_in_a_kernel, bound_of_an_inner_loop, counter_of_no_iteration])
def test_a_kernel_that_does_not_read_a_name_needs_no_value_of_it(function):
    for k in (0, 2):
        for a in (np.arange(5.0), np.arange(600.0)):
            check_values((function, a, k))


def of_the_function_around(n):
    def k_times(x):
        return x * k

    if n > 3:
        k = 2
    return k_times(n)


def counted_around(n):
    def count():
        nonlocal k
        k += 1

    if n > 3:
        k = 2
    count()
    return k


def parameter_of_its_own(n):
    def twice(k):
        if n > 4:
            t = 2 * k
        return t

    k = n
    return twice(k)


@pytest.mark.parametrize("function", [of_the_function_around, counted_around, parameter_of_its_own])
def test_names_of_the_function_around(function):
    for n in (1, 4, 5):
        check_values((function, n))
