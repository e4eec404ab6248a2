"""Calls like those that were refused run in Python at once, and are tried again now and then."""

import ast
import warnings
from collections import Counter

import pytest
import unpython as up
from unpython import _taken_apart

pytestmark = pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")


@pytest.fixture
def asked(monkeypatch):
    """How often it was asked how the arguments of a function are built."""
    count = Counter()
    ask = _taken_apart.taken_apart

    def counted(py_func, *rest):
        count[py_func.__name__] += 1
        return ask(py_func, *rest)

    monkeypatch.setattr(_taken_apart, "taken_apart", counted)
    return count


@up.jit(strict=False)
def remembered(n, known):
    if n < 2:
        return n
    if n not in known:
        known[n] = remembered(n - 1, known) + remembered(n - 2, known)
    return known[n]


def test_a_dict_that_goes_from_call_to_call_is_looked_at_a_few_times(asked):
    assert remembered(60, {}) == 1548008755920
    assert remembered(60, {}) == 1548008755920
    assert asked["remembered"] <= 20


def test_calls_whose_items_are_refused_leave_the_others_to_compiled_code(asked):
    @up.jit(strict=False)
    def total(v):
        t = 0
        for x in v:
            if x is not None:
                t += x
        return t

    ran = []
    for _ in range(30):
        assert total([1, None, 2] * 10) == 30
        ran.append(total.ran_on)
    assert ran[-1] == "python" and asked["total"] < 20
    assert total([1.5, 2.5]) == 4.0 and total.ran_on == "cpu"
    for _ in range(40):
        assert total([1, 2, 3]) == 6


def test_texts_of_unknown_letters_run_in_python_and_the_others_do_not():
    @up.jit(strict=False)
    def capitals(s):
        n = 0
        for c in s.upper():
            if c == "E":
                n += 1
        return n

    for _ in range(6):
        assert capitals("ﬁxe") == 1 and capitals.ran_on == "python"
        assert capitals("sees") == 2 and capitals.ran_on == "cpu"


def test_what_is_tried_again_is_compiled_when_python_takes_long():
    @up.jit(strict=False)
    def total(v):
        t = 0
        for x in v:
            if x is not None:
                t += x
        return t

    for _ in range(6):
        assert total([1, None, 2] * 10) == 30
    long = list(range(1, 200_000))
    for _ in range(60):
        assert total(long) == sum(long)
    assert total.ran_on == "cpu"


def test_calls_with_names_are_known_again(asked):
    @up.jit(strict=False)
    def total(v, start=0):
        for x in v:
            if x is not None:
                start += x
        return start

    for _ in range(20):
        assert total(**{"v": [1, None, 2] * 10, "start": 1}) == 31
    assert asked["total"] < 12


def test_an_exception_of_the_program_is_no_refusal():
    @up.jit(strict=False)
    def checked(v):
        for x in v:
            if x < 0:
                raise ValueError("below zero")
        return len(v)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for _ in range(6):
            with pytest.raises(ValueError, match="below zero"):
                checked([1, -1])
        assert checked([1, 2]) == 2 and checked.ran_on == "cpu"


@up.jit(strict=False)
def determinant(m):
    if len(m) == 1:
        return m[0][0]
    total = 0.0
    for j in range(len(m)):
        minor = [row[:j] + row[j + 1 :] for row in m[1:]]
        total += (-1) ** j * m[0][j] * determinant(minor)
    return total


def test_pieces_of_few_items_run_in_python():
    assert determinant([[2.0, 1.0, 0.0], [1.0, 3.0, 1.0], [0.0, 1.0, 4.0]]) == 18.0
    assert "in Python where there are a few items" in str(determinant.explain())


def test_how_many_items_are_few():
    from unpython._other_functions.few_items import are_few, most

    def asked(text):
        return most(ast.parse(text).body, ["v", "n"])

    assert asked("r = [x * 2 for x in v[1:]]") > asked("r = [[x for x in row] for row in v]") > 0
    assert asked("for i in range(len(v) - 1):\n    t += v[i]") > 0
    for text in ["while n: n -= 1", "for i in range(n * n): t += i", "for i in range(1000): t += i", "r = [g(x) for x in v]",
                 "for i in v:\n    v = v + v", "w = v * n\nfor x in w: t += x"]:  # fmt: skip
        assert asked(text) == 0, text
    assert are_few(([[1, 2], [3]], 5, 2.5, True), 5) and not are_few(([1] * 9,), 8)
    assert not are_few((10**6,), 48) and not are_few(({},), 48) and not are_few(([[0] * 99],), 48)
