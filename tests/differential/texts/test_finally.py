"""`finally` in functions with texts: what it does before each way out, and before an exception that nobody catches, is CPython's."""

import pytest
import unpython as up
from support.outcomes import check_levels, check_values, name_of, told


def number(text):
    try:
        value = int(text)
    except ValueError:
        print("bad", text)
        return -1
    else:
        return value
    finally:
        print("done")


def all_numbers(lines):
    total = 0
    errors = []
    for line in lines:
        try:
            key, value = line.split("=")
            total += int(value)
        except ValueError as e:
            errors.append(f"{line}: {e}")
        finally:
            total += 100
    return total, errors


def left_alone(words):
    found = []
    for w in words:
        try:
            if w == "stop":
                break
            x = int(w)
        except ValueError:
            continue
        else:
            found.append(x)
        finally:
            found.append(-1)
        found.append(0)
    return found


def without_a_handler(text):
    n = 0
    try:
        n = int(text)
        return n + len(text)
    finally:
        n += 5
        print("end", n)


def of_another_kind(words, i):
    found = []
    try:
        found.append(words[i].upper())
    except ValueError:
        found.append("none")
    finally:
        print("over", i)
    return found


def raising_itself(text, d):
    try:
        n = int(text)
    except ValueError:
        n = 0
    finally:
        n = d[text]
    return n


def raised_by_the_handler(text):
    try:
        return int(text)
    except ValueError:
        raise RuntimeError("no") from None
    finally:
        print("over")


def caught_around(words):
    found = []
    for w in words:
        try:
            try:
                found.append(int(w))
            finally:
                found.append(-1)
        except ValueError:
            found.append(-2)
    return found


CASES = [
    (all_numbers, ["a=1", "b=x", "c", "d=4"]), (all_numbers, [""]), (left_alone, ["1", "x", "3"]), (left_alone, ["1", "stop", "3"]),
    (raising_itself, "1", {"1": 2}), (raising_itself, "x", {"x": 3}),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_ways_out(case):
    function, *arguments = case
    check_levels(function, *arguments)


PRINTS = [
    (number, "12"), (number, "x"), (without_a_handler, "12"), (without_a_handler, "x"), (of_another_kind, ["a"], 0), (of_another_kind, ["a"], 3),
    (raised_by_the_handler, "1"), (raised_by_the_handler, "x"),
]  # fmt: skip


@pytest.mark.parametrize("case", PRINTS, ids=name_of)
@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
def test_what_is_printed(case, capsys):
    function, *arguments = case
    compiled = up.jit(strict=True)(function)
    found = told(compiled, arguments), capsys.readouterr().out
    assert found == (told(function, arguments), capsys.readouterr().out)


@pytest.mark.parametrize("case", [(caught_around, ["1", "x"]), (raising_itself, "q", {"x": 3})], ids=name_of)
def test_what_python_does(case):
    check_values(case)
