"""Lists and dicts that hold a text here and a number or None there: stored, given on, shown and returned with their types."""

import numpy as np
import pytest
import unpython as up
from support.outcomes import outcome


def config(text, sep=";"):
    found = {}
    for part in text.split(sep):
        if "=" not in part:
            continue
        key, _, raw = part.partition("=")
        key, raw = key.strip().lower(), raw.strip()
        if raw in ("true", "false"):
            found[key] = raw == "true"
        elif raw.lstrip("-").isdigit():
            found[key] = int(raw)
        else:
            found[key] = raw
    return found


def tokens(text):
    found, number = [], ""
    for c in text:
        if c.isdigit():
            number += c
        else:
            if number:
                found.append(int(number))
                number = ""
            if c != " ":
                found.append(c)
    if number:
        found.append(int(number))
    return found


def numbers_if_they_are(line):
    found = []
    for w in line.split(","):
        try:
            found.append(float(w))
        except ValueError:
            found.append(w)
    return found


def of_all_types(line):
    found = []
    for w in line.split():
        if w == "t":
            found.append(True)
        elif w == "n":
            found.append(None)
        elif w.isdigit():
            found.append(int(w))
        elif "." in w:
            found.append(float(w))
        else:
            found.append(w)
    return found, [str(v) for v in found], f"{found}"


def in_rows(line):
    rows = [[int(w) if w.isdigit() else w for w in part.split()] for part in line.split(",")]
    pairs = [(i, int(w) if w.isdigit() else w) for i, w in enumerate(line.split())]
    return rows, pairs


def by_length(line):
    found = {}
    for w in line.split():
        found.setdefault(len(w), []).append(int(w) if w.isdigit() else w)
    return found


def changed(line):
    found = [int(w) if w.isdigit() else w for w in line.split()]
    found.reverse()
    found.insert(0, "h")
    found.insert(0, 7)
    del found[1]
    last = found.pop()
    found.append(last)
    found.extend(["q", 2.5])
    return [v for v in found] + [1, "z"], found[::-1], "h" in found, last


def compared(line):
    found = [int(w) if w.isdigit() else w for w in line.split()]
    count = 0
    for v in found:
        if v == "a":
            count += 1
        if v != "12":
            count += 10
    return count, ", ".join(str(v) for v in found), [f"<{v}>" for v in found]


def first_of(line):
    found = {w: (len(w) if len(w) > 1 else w) for w in line.split()}
    return found["a"], found.get("zz", 0), list(found.items())


CALLS = [
    *((config, t) for t in ("N=10; tol = 1e-3;Verbose=true;;bias=-4", "", "a=1", "a=x")), *((tokens, t) for t in ("12+3 * x", "", "7")),
    (numbers_if_they_are, "1.5,a,inf,-0.0,1e400"), (of_all_types, "t n 1 2.5 x nan"), (of_all_types, ""), (in_rows, "1 a,b 22"), (by_length, "1 a 22 bb"),
    (changed, "1 a 22"), (compared, "a 12 b"), (first_of, "a bb"), (first_of, "bb"),
]  # fmt: skip


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call[0].__name__)
def test_mixed(call):
    function, *arguments = call
    assert outcome(up.jit(strict=True)(function), arguments) == outcome(function, arguments)


def equal_to_one(line):
    found = [int(w) if w.isdigit() else w for w in line.split()]
    return 1 in found, found.count(1), True in found


def grown_by_numbers(line):
    found = [int(w) if w.isdigit() else w for w in line.split()]
    found.extend([1, 2])
    numbers = [3, 4]
    found.extend(numbers)
    found += range(2)
    found[0] += 1
    return found


def of_a_range(line):
    row = list(range(3))
    row[0] = line.upper()
    return row


def keys(line):
    found = {}
    for w in line.split():
        found[int(w) if w.isdigit() else w] = 1
    return found, {int(w) if w.isdigit() else w for w in line.split()} == {1, "a"}


def of_an_array(a, line):
    found = []
    for i, w in enumerate(line.split()):
        found.append(w)
        found.append(a[i])
    return found


def in_order(line):
    found = {}
    for w in line.split():
        found[w] = int(w) if w.isdigit() else w
    return max(found, key=found.get)


def given(d, w):
    d[w] = w.upper()
    return d


def lists_beside(line):
    found = []
    for w in line.split():
        found.append(w)
        found.append([1, 2])
    return found


def truths(line):
    found = [int(w) if w.isdigit() else w for w in line.split()]
    return [not v for v in found], any(found), [v for v in found if v]


def equal_in_tuples(line):
    found = [(w, int(w) if w.isdigit() else w) for w in line.split()]
    one = tuple(int(w) if w.isdigit() else w for w in line.split())
    other = tuple(w == "1" if w == "1" else w for w in line.split())
    return ("1", True) in found, one == other, found[0][1] == one[0]


def equal_dicts(line):
    found = {w: (int(w) if w.isdigit() else w) for w in line.split()}
    return found == {"1": True, "a": "a", "0": 0}, {one_of: 1 for one_of in found.values()}


OTHERS = [
    (equal_in_tuples, "1 a 0"), (equal_dicts, "1 a 0"),
    *((f, "1 a 0") for f in (equal_to_one, grown_by_numbers, of_a_range, keys, lists_beside, truths)), *((in_order, t) for t in ("9 10", "b a", "9 a")),
    (of_an_array, np.array([1.5, 2.5]), "a b"), (of_an_array, [1, 2], "a b"), (given, {"a": 1}, "b"),
]  # fmt: skip


@pytest.mark.parametrize("call", OTHERS, ids=lambda call: call[0].__name__)
def test_what_python_does(call):
    function, *arguments = call
    assert outcome(up.jit(strict=False)(function), arguments) == outcome(function, arguments)


def by_their_texts(line):
    found = {}
    for w in line.split():
        found[w] = w[::-1]
    return max(found, key=found.get), min(found, key=found.get), sorted(found, key=found.get)


@pytest.mark.parametrize("line", ["9 10", "ab ba aa", ""])
def test_keys_in_the_order_of_their_texts(line):
    assert outcome(up.jit(strict=True)(by_their_texts), (line,)) == outcome(by_their_texts, (line,))
