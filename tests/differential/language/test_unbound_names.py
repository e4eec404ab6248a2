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


def counter_of_no_iteration_is_caught(a, z):
    z[0] = 1.0
    try:
        for i in range(a.shape[0]):
            z[i] = a[i]
        return i
    except NameError:
        return -1


def read_in_a_try_of_its_own(a, z):
    for i in range(a.shape[0]):
        z[i] = a[i]
    try:
        k = i + 1
    except Exception:
        k = -7
    z[1] = k
    return k


def stored_and_finally(a, z):
    if a.shape[0] > 2:
        k = 4
    try:
        z[0] = k
    except NameError:
        z[0] = 9
    finally:
        z[1] = 5
    return 3


def asked_in_a_test(a, z):
    z[2] = 7
    while a.shape[0] > 2:
        k = 3
        break
    try:
        if k > 2:
            z[0] = 5
    except UnboundLocalError:
        return -1
    return 0


def name_of_the_iteration_before(a, z):
    r = 0
    for j in range(3):
        try:
            r += k
        except NameError:
            r += 100
        k = j
        z[j] = r
    return r


def increased_before_it_has_a_value(a, z):
    z[0] = 1
    try:
        k += 1
    except NameError:
        k = 8
    return k


def deleted_in_a_branch(a, z):
    z[0] = 1
    k = 3
    if a.shape[0] > 2:
        del k
    try:
        z[1] = k
    except NameError:
        return -1
    return 2


def behind_and(a, z):
    z[0] = 1
    if a.shape[0] > 2:
        k = 3
    try:
        if a.shape[0] > 1 and k > 2:
            z[1] = 4
    except NameError:
        return -1
    return 9


def subscript_of_a_store(a, z):
    z[2] = 7
    for k in range(a.shape[0]):
        z[k] = 1
    try:
        z[k] = 2
    except NameError:
        return -1
    return 0


CAUGHT = [counter_of_no_iteration_is_caught, read_in_a_try_of_its_own, stored_and_finally, asked_in_a_test, name_of_the_iteration_before,
          increased_before_it_has_a_value, deleted_in_a_branch, behind_and, subscript_of_a_store]  # fmt: skip


@pytest.mark.parametrize("function", CAUGHT)
def test_a_read_of_no_value_is_caught_in_functions_that_store(function):
    for n in (0, 1, 3):
        check_values((function, np.arange(float(n)) + 1, np.zeros(3)))


def item_of_no_iteration(a, n):
    for x in a:
        return 1
    return x


def number_of_no_turn(a, n):
    while n > 0:
        t = n
        return t
    return t


def read_in_the_else_of_a_loop(a, n):
    s = 0.0
    for x in a:
        s += x
        break
    else:
        return x
    return s


def set_where_the_function_ends(a, n):
    if n > 2:
        z = 3
        return z
    return z + n


def set_behind_the_read(a, n):
    if n > 0:
        return z
    z = 3
    return z


def increased_in_a_branch(a, n):
    if n > 0:
        a[0] = 2
        z += 1
    return n


def deleted_and_read(a, n):
    z = n
    if n > 0:
        del z
        if z > 2:
            return 1
    return 2


def set_in_the_turn_before(a, n):
    for i in range(n):
        if i > 0:
            a[0] = t
        t = i + 1.5
    return n


def set_by_a_handler(a, n):
    if n < 5:
        try:
            a[0] = 1 // n
        except ZeroDivisionError:
            z = 4
        return z
    return 0


NEVER = [item_of_no_iteration, number_of_no_turn, read_in_the_else_of_a_loop, set_where_the_function_ends, set_behind_the_read, increased_in_a_branch,
         deleted_and_read, set_in_the_turn_before, set_by_a_handler]  # fmt: skip


@pytest.mark.parametrize("function", NEVER)
def test_a_read_that_not_every_call_comes_to_raises(function):
    for n in (0, 1, 3):
        check_values((function, np.arange(float(n)) + 1 if n != 1 else np.ones(2), n))


def _counted_twice(k):
    for i in range(k):
        yield i
    yield i + 1


def taken_at_once(a, n):
    return sum(_counted_twice(n))


def taken_in_a_loop(a, n):
    def counted(k):
        for at in range(k):
            yield at
        yield at

    s = 0
    for x in counted(n):
        s += x
    return s


@pytest.mark.parametrize("function", [taken_at_once, taken_in_a_loop])
def test_names_of_generator_functions(function):
    for n in (0, 2):
        check_values((function, np.ones(1), n))
