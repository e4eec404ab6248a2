"""What NumPy raises, and what catches it: messages, classes, loops that go on, `finally`, np.errstate."""

import copy
import warnings

import numpy as np
import pytest
import unpython as up
from support.outcomes import name_of, told

A, SINGULAR, B = np.array([[2.0, 1.0], [1.0, 3.0]]), np.array([[1.0, 2.0], [2.0, 4.0]]), np.array([1.0, 2.0])


class Failed(RuntimeError):
    def __init__(self, text, step):
        super().__init__(text)
        self.step = step


def inverses(matrices):
    log = []
    for i, m in enumerate(matrices):
        try:
            x = np.linalg.inv(m)
        except np.linalg.LinAlgError as e:
            log.append(f"{i}: {e}")
            continue
        else:
            log.append(f"{i}: {x[0, 0]:.3f}")
        finally:
            log.append("done")
    return log


def raised_anew(m, b):
    try:
        return np.linalg.solve(m, b)
    except np.linalg.LinAlgError as e:
        raise Failed(f"no: {e}", 3) from e
    except ValueError:
        raise TypeError("shapes") from None


def around(m, b):
    try:
        return raised_anew(m, b)
    except Failed as e:
        return str(e), e.step
    except TypeError as e:
        return "type " + str(e)


def one_after_the_other(a, b):
    out = []
    try:
        out.append((a + b).sum())
        out.append((a @ b).sum())
        out.append(np.stack([a, b]).shape)
    except ValueError as e:
        out.append(str(e))
    return out


def stores(a, b, i):
    said = ""
    try:
        a[i] = 5
        a[1:3] = b
        a += b
    except (IndexError, ValueError) as e:
        said = type(e).__name__ + str(e)
    return said, a


def columns(m, j):
    try:
        c, r, v = m[:, j], m[j], m[j, j]
    except IndexError as e:
        print("no", e)
        return np.zeros(m.shape[0])
    return c + r[0] + v


def quotient(a, b):
    try:
        with np.errstate(divide="raise", invalid="raise"):
            return a / b
    except FloatingPointError as e:
        return str(e)


def squares(x, n):
    k = 0
    with np.errstate(all="raise"):
        try:
            for k in range(n):
                x = x * x
        except FloatingPointError as e:
            return k, str(e), type(e).__name__
    return k, x


def only_inside(a):
    with np.errstate(all="ignore"):
        y = np.log(a)
        with np.errstate(divide="raise"):
            try:
                z = np.log(a)
            except FloatingPointError:
                z = y * 0
            finally:
                w = 1 / a[1]
    return y, z, w, np.log(a)


def fancy(a, places):
    try:
        b = a[places]
        a[places] = 0
    except IndexError as e:
        return str(e), a
    return b, a


def reshaped(a, n):
    try:
        b = a.reshape(n, -1)
    except ValueError as e:
        print("cannot:", e)
        b = a.reshape(1, -1)
    return b.sum(axis=1)


def again_and_again(m):
    more, tries = 0.0, 0
    while True:
        try:
            x = np.linalg.inv(m + more * np.eye(m.shape[0]))
            break
        except np.linalg.LinAlgError:
            tries += 1
            more = 1e-3 if more == 0 else more * 10
            if tries > 3:
                raise
    return x, tries


def bytes_of(v):
    try:
        return np.array(v, dtype=np.uint8)
    except OverflowError as e:
        return str(e)


def mean_of(x, w):
    try:
        return np.average(x, weights=w)
    except ZeroDivisionError as e:
        return str(e)
    except (TypeError, ValueError):
        return -1.0


def drawn_once(seed, n):
    rng = np.random.default_rng(seed)
    out = [None]
    try:
        for k in range(n):
            out.append(rng.normal(0, 1, size=3).sum())
            out.append(rng.integers(0, 5, size=2) + k)
            out.append(rng.permutation(4))
        out.append(np.arange(n).reshape(2, -1))
    except ValueError as e:
        out.append(str(e))
    return out, rng.random()


def in_place(a, k):
    out = [None]
    try:
        a.sort()
        a[0] = k
        np.fill_diagonal(a, 3)
        np.add.at(a, np.array([0, k]), 1)
    except (ValueError, IndexError) as e:
        out.append(str(e))
    return out, a


CALLS = [
    (drawn_once, 3, 2), (drawn_once, 3, 1), (in_place, np.array([[3.0, 1.0], [2.0, 0.5]]), 1), (in_place, np.array([[3.0, 1.0]]), 7),
    (in_place, np.array([3, 1, 2]), 7),
    (inverses, [A, SINGULAR, A]), (inverses, []), (inverses, [np.ones((2, 3))]), (around, A, B), (around, SINGULAR, B), (around, A, np.ones(3)),
    (raised_anew, SINGULAR, B), (raised_anew, A, np.ones(3)), (one_after_the_other, B, B), (one_after_the_other, A, B),
    (one_after_the_other, np.ones((2, 3)), np.ones((3, 3))), (stores, np.zeros(4), np.ones(2), 1), (stores, np.zeros(4), np.ones(2), 9),
    (stores, np.zeros(4), np.ones(3), 1), (stores, np.zeros(2), np.ones(2), 0), (columns, A, 1), (columns, A, 2), (columns, A, -3),
    (quotient, B, B), (quotient, B, np.zeros(2)), (quotient, np.zeros(2), np.zeros(2)), (quotient, B, 0.0), (squares, np.float64(10.0), 20),
    (squares, np.array([10.0, 2.0]), 20), (squares, np.array([1e-5]), 20), (squares, B, 3), (only_inside, B), (only_inside, np.array([0.0, 1.0])),
    (fancy, np.arange(5.0), np.array([0, 2])), (fancy, np.arange(5.0), np.array([0, 7])), (fancy, np.arange(3.0), np.array([True])),
    (reshaped, np.arange(6), 2), (reshaped, np.arange(6), 4), (again_and_again, A), (again_and_again, SINGULAR), (again_and_again, np.ones((2, 3))),
    (bytes_of, [1, 2]), (bytes_of, [300]), (mean_of, B, np.array([1.0, -1.0])), (mean_of, B, np.ones(3)),
]  # fmt: skip


@pytest.mark.parametrize("call", CALLS, ids=name_of)
def test_caught(call, capsys):
    function, *arguments = call
    given, mine = copy.deepcopy(arguments), copy.deepcopy(arguments)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        expected = told(function, given)
        printed = capsys.readouterr().out
        compiled = up.jit(strict=True, fp="strict")(function)
        assert told(compiled, mine) == expected
    assert repr(mine) == repr(given)
    assert capsys.readouterr().out == printed


def test_caught_on_the_heap():
    """Where compiled code ends in what the function catches, the call is made again on the heap, where Python would not be told of."""
    compiled = up.jit(strict=True)(reshaped)
    assert list(compiled(np.arange(6), 4)) == [15]
    assert compiled.ran_on != "python"
