"""`try` statements: results, exceptions and what is left in the arguments are CPython's, whichever way is taken."""

import copy
import math

import numpy as np
import pytest
import unpython as up

A = np.arange(5.0)


def divided(x):
    try:
        y = 1.0 / x
    except ZeroDivisionError:
        y = math.inf
    return y


def item(a, i):
    try:
        return a[i]
    except IndexError:
        return -1.0


def own_error(x):
    try:
        if x < 0:
            raise ValueError("negative")
        y = math.sqrt(x)
    except ValueError:
        y = 0.0
    else:
        y += 1
    return y


def several(x):
    y = 5.0
    try:
        z = x * 2
        y = math.log(x)
        y = 1 / (x - 1)
    except (ValueError, TypeError):
        y = -99.0 + z
    except ZeroDivisionError:
        y = y * 2 + 0.5
    return y, z


def finally_(x):
    a = np.zeros(3)
    try:
        a[0] = 1 / x
        a[2] = 3.0
    finally:
        a[1] = 5.0
    return a


def finally_and_caught(x):
    a = np.zeros(3)
    try:
        a[0] = 2.0
        a[2] = 1 / x
    except ZeroDivisionError:
        a[0] += 1
    finally:
        a[1] = 5.0
    return a


def of_numpy(m):
    try:
        return np.linalg.inv(m)
    except np.linalg.LinAlgError:
        return np.zeros((3, 3))


def any_error(x):
    try:
        return 1 // x
    except:  # noqa: E722
        return -7


def in_a_branch(x, n):
    if n > 2:
        try:
            return n // x
        except ZeroDivisionError:
            return 8
    return n // (x + 1)


def other_error(x):
    try:
        y = 1 / x
    except ValueError:
        y = 3.0
    return y


def loop_inside(a):
    total = 0.0
    try:
        for x in a:
            if x > 3:
                raise ValueError("large")
            total += x
    except ValueError:
        total = -total
    return total


COMPILED = [(divided, (x,)) for x in (2.0, 0.0, 0)] + [(item, (A, i)) for i in (2, -5, 9, -6)]
COMPILED += [(own_error, (x,)) for x in (-1.0, 4.0)] + [(several, (x,)) for x in (2.0, -1.0, 1.0)]
COMPILED += [(finally_, (2.0,)), (finally_and_caught, (2.0,)), (finally_and_caught, (0.0,))]
COMPILED += [(of_numpy, (np.eye(3) * k,)) for k in (0, 2)] + [(any_error, (x,)) for x in (0, 1)]
COMPILED += [(in_a_branch, (x, n)) for x in (0, 1) for n in (1, 3)] + [(other_error, (1.0,)), (loop_inside, (A[:3],))]


def in_a_loop(a):
    total = 0.0
    for x in a:
        try:
            total += 10 // int(x)
        except ZeroDivisionError:
            total += 100
    return total


def chained(x):
    try:
        return math.sqrt(x)
    except ValueError as e:
        raise RuntimeError("no root") from e


def named(x):
    try:
        return 1 / x
    except ZeroDivisionError as e:
        return float(len(str(e)))


def nested(x):
    try:
        try:
            y = 1 / x
        except ValueError:
            y = 1.0
    except ZeroDivisionError:
        y = 2.0
    return y


def stored_before(a, i):
    try:
        a[0] += 1
        a[i] = 2.0
    except IndexError:
        a[1] = -1.0
    return a.sum()


def stored_by_alias(a, i):
    b = a
    c = a[1:]
    try:
        b[0] += 1
        c[0] += 1
        return a[i]
    except IndexError:
        return -1.0


def changed_in_place(a, i):
    try:
        a += 1
        a.sort()
        return a[i]
    except IndexError:
        return -1.0


def returned_in_finally(x):
    try:
        return 1 / x
    finally:
        x = 3


def two_tries(x, y):
    try:
        p = 1 / x
    except ZeroDivisionError:
        p = 2.0
    try:
        q = 1 / y
    except ZeroDivisionError:
        q = 3.0
    return p, q


def taken_and_failed(k):
    v = [5, 6, 7]
    try:
        x = v.pop() // k
    except ZeroDivisionError:
        x = -1
    return x, v


def taken_and_stored(k):
    v = [5, 6, 7]
    try:
        v[k] = v.pop()
    except IndexError:
        v.append(-1)
    return v


def taken_and_returned(k):
    v = [5, 6, 7]
    try:
        return v.pop() // k
    except ZeroDivisionError:
        return len(v)


def taken_in_a_list(k):
    v = [5, 6, 7]
    w = []
    try:
        w = [v.pop() // (k - i) for i in range(3)]
    except ZeroDivisionError:
        w.append(9)
    return v, w


def extended_in_part(k):
    v = [5]
    try:
        v.extend(6 // (k - i) for i in range(3))
    except ZeroDivisionError:
        v.append(9)
    return v


def of_a_dict(k):
    d = {1: 5, 2: 6}
    x = y = -1
    try:
        x = d.pop(1) // k
    except ZeroDivisionError:
        y = len(d)
    try:
        x = d.setdefault(9, 3) // k
    except ZeroDivisionError:
        y += 10 * len(d)
    return x, y


def added_to_a_set(k):
    s = {1}
    try:
        s.update(40 // (k - i) for i in range(4))
    except ZeroDivisionError:
        s.add(99)
    return s


CHANGED = (taken_and_failed, taken_and_stored, taken_and_returned, taken_in_a_list, extended_in_part, of_a_dict, added_to_a_set)
ANYWHERE = [(in_a_loop, (A,)), (chained, (-1.0,)), (chained, (4.0,)), (named, (0,)), (named, (2,)), (nested, (0,)), (nested, (2,))]
ANYWHERE += [(stored_before, (A, i)) for i in (2, 9)] + [(stored_by_alias, (A, i)) for i in (2, 9)]
ANYWHERE += [(changed_in_place, (A[::-1], i)) for i in (2, 9)] + [(returned_in_finally, (x,)) for x in (0, 2)]
ANYWHERE += [(two_tries, (x, y)) for x in (0, 1) for y in (0, 1)] + [(other_error, (0,)), (finally_, (0,)), (loop_inside, (A,))]
ANYWHERE += [(function, (k,)) for function in CHANGED for k in (0, 1, 2, 7)]
ANYWHERE += [(item, (A, "a")), (item, ([1.5, 2.5], 7)), (item, ((1, 2), 0)), (own_error, ("x",))]


def outcome(function, arguments):
    try:
        result = repr(function(*arguments))
    except Exception as error:
        result = type(error), error.args, type(error.__cause__)
    return result, repr(arguments)


@pytest.mark.parametrize("function, arguments", COMPILED)
def test_compiled(function, arguments):
    compiled = up.jit(strict=True)(function)
    for _ in range(2):
        assert outcome(compiled, copy.deepcopy(arguments)) == outcome(function, copy.deepcopy(arguments))
        assert compiled.ran_on == "cpu"


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize("function, arguments", ANYWHERE)
def test_anywhere(function, arguments):
    compiled = up.jit(strict=False)(function)
    for _ in range(2):
        assert outcome(compiled, copy.deepcopy(arguments)) == outcome(function, copy.deepcopy(arguments))


def test_one_function_takes_both_ways_in_turn():
    compiled = up.jit(strict=True)(several)
    for x in (2.0, -1.0, 1.0, 3, -2, 1, 2.0, 1.0):
        assert compiled(x) == several(x)
