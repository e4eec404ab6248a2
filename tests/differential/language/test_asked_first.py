"""`try` in loops around what can be asked first: division, keys, subscripts, numbers in texts."""

import numpy as np
import pytest
import unpython as up


def check(function, *arguments):
    """Compiled, and no call of it was made again in Python."""
    compiled = up.jit(strict=True)(function)
    for given in arguments:
        expected = function(*given)
        found = compiled(*given)
        np.testing.assert_equal(found, expected)
        assert type(found) is type(expected) and compiled.ran_on != "python"


def ratios(values):
    out = []
    bad = 0
    for v in values:
        try:
            q = 10 / v
            q += 7 % v
        except ZeroDivisionError:
            bad += 1
            out.append(-1.0)
        else:
            out.append(q)
        finally:
            bad += 10
    return out, bad


def test_division():
    def mean(values):
        try:
            return sum(values) / len(values)
        except ZeroDivisionError:
            return 0.0

    def nested(a, b, c):
        try:
            x = a / (b / c)
        except (ZeroDivisionError, TypeError):
            x = -1.0
        return x

    check(ratios, ([1, 0, 2],), ([2.0, 0.0],), ([],))
    check(mean, ([1.0, 2.0],), ([],), ([1, 2],))
    check(nested, (1.0, 2.0, 4.0), (1.0, 0.0, 4.0), (1.0, 2.0, 0.0), (1, 0, 0))


@pytest.mark.filterwarnings("ignore:divide by zero", "ignore:invalid value")
def test_numpy_divides_by_zero():
    def run(a):
        out = np.empty(len(a))
        for i in range(len(a)):
            try:
                out[i] = 1.0 / a[i]
            except ZeroDivisionError:
                out[i] = -1.0
        return out

    check(run, (np.array([1.0, 0.0, 2.0]),), (np.array([1, 0]),))


def test_division_that_is_not_asked():
    def power(values):
        out = []
        for v in values:
            try:
                out.append(v**-1)
            except ZeroDivisionError:
                out.append(0.0)
        return out

    assert up.jit(power)([2.0, 0.0]) == power([2.0, 0.0])


def test_keys():
    def known(keys):
        d = {"a": 1, "b": 2}
        total = bad = 0
        for k in keys:
            try:
                total += d[k]
            except KeyError:
                bad += 1
        return total, bad

    def counts(keys):
        found = {}
        for k in keys:
            try:
                found[k] += 1
            except KeyError:
                found[k] = 1
        return found

    def given(d, key):
        try:
            v = d[key]
        except KeyError:
            v = -1
        return v

    check(known, (["a", "z", "b"],))
    check(counts, ([1, 2, 1],), (["a", "b", "a"],))
    check(given, ({1: 5}, 1), ({1: 5}, 2), ({"a": 5}, "a"), ({"a": 5}, "b"))


def test_subscripts():
    def item(values, i):
        try:
            return values[i]
        except IndexError:
            return -1

    check(item, ([1, 2], 1), ([1, 2], 2), ([1, 2], -2), ([1, 2], -3), (np.array([4, 5]), 7))
    with pytest.raises(KeyError):
        up.jit(item)({1: 2}, 3)


def test_numbers_in_texts():
    def parsed(tokens):
        good = []
        problems = []
        for t in tokens:
            try:
                x = float(t)
                good.append(x)
            except (TypeError, ValueError) as e:
                problems.append(f"bad: {e}")
        return good, problems

    def kind(text):
        try:
            n = int(text)
        except ValueError as error:
            return str(error)
        return "even" if n % 2 == 0 else "odd"

    check(parsed, (["1.5", "x", "2e3", ""],))
    check(kind, ("12",), ("13",), ("x1",), ("",), (" 4 ",))
    assert up.jit(kind)("it's") == kind("it's")
    assert up.jit(kind)("é\n") == kind("é\n")


def test_texts_between_quotes():
    def run(words, n, x):
        return [f"{w!r} {n!r} {x!r}" for w in words], repr(n) + repr(x)

    check(run, (["a", "b c"], 3, 0.1))
    assert up.jit(run)(["a'b"], 3, 0.1) == run(["a'b"], 3, 0.1)
    with pytest.raises(up.CompileError, match="repr\\(\\) of NumPy's numbers is known to Python"):
        up.jit(strict=True)(run)(["a"], np.int64(3), np.float64(0.5))


def convert(value, unit_from, unit_to):
    factors = {"m": 1.0, "km": 1000.0}
    if unit_from not in factors or unit_to not in factors:
        raise ValueError(f"unknown unit: {unit_from!r} or {unit_to}")
    return value * factors[unit_from] / factors[unit_to]


def test_texts_that_are_keys():
    def found(name, d):
        table = {"a": 1, "b": 2}
        return table.get(name, 0), name in d, d.get(name, -1)

    check(convert, (2.0, "km", "m"), (2.0, "m", "km"))
    for wrong in ("mi", "it's"):
        with pytest.raises(ValueError) as ours:
            up.jit(strict=True)(convert)(2.0, wrong, "m")
        with pytest.raises(ValueError) as pythons:
            convert(2.0, wrong, "m")
        assert str(ours.value) == str(pythons.value)
    check(found, ("a", {"a": 5}), ("c", {"a": 5}), ("b", {"b": 1, "c": 2}))


def test_a_text_that_gets_another_value():
    def run(name):
        table = {"a": 1, "b": 2}
        if name == "x":
            name = "b"
        return table[name]

    assert up.jit(strict=False)(run)("x") == 2
    assert up.jit(strict=False)(run)("a") == 1


def test_a_dict_that_changes():
    def run(d, key):
        d["c"] = 3
        if key in d:
            return d[key]
        return -1

    assert up.jit(strict=False)(run)({"a": 5}, "c") == 3


def test_a_name_of_an_inner_function():
    def run(n):
        d = {1: 5}

        def item(d, i):
            try:
                return d[i]
            except KeyError:
                return -1

        return item([7, 8, 9], n) + len(d)

    assert up.jit(strict=False)(run)(0) == 8
