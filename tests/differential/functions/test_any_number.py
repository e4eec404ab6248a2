"""Compiled functions with `*args` and `**kwargs` of their own."""

import copy
import math
import pickle
from functools import reduce

import numpy as np
import pytest
import unpython as up
from support.outcomes import check_machine_code, name_of, outcome


def total(*values):
    result = 0
    for v in values:
        result += v
    return result


def mean(*values):
    return sum(values) / len(values) if values else 0.0


def scaled_top(first, *rest, scale=1):
    return max(first, *rest) * scale if rest else first


def added(*arrays):
    out = np.zeros_like(arrays[0])
    for a in arrays:
        out += a
    return out


def joined(*lists):
    out = []
    for v in lists:
        out.extend(v)
    return out


def sums_by_place(*lists):
    return [sum(t) for t in zip(*lists)]


def appended_to(*lists):
    for v in lists:
        v.append(len(v))
    return len(lists)


def centre(*points):
    xs = [p[0] for p in points]
    ys = [p[1] for p in points]
    return sum(xs) / len(xs), sum(ys) / len(ys)


def words(sep, *given):
    return sep.join(w.upper() for w in given)


def as_given(*values):
    return values


def polynomial(*coefficients):
    def horner(x):
        return reduce(lambda acc, c: acc * x + c, coefficients, 0)

    return [horner(x) for x in range(5)]


def by_number(*values):
    if len(values) == 1:
        return values[0]
    if len(values) == 2:
        return values[0] - values[1]
    raise ValueError("too many")


def unpacked(*values):
    a, b, *rest = values
    return a * b + len(rest)


def placed(x, *values):
    for i, v in enumerate(values):
        x[i] = v


CASES = [
    (total,), (total, 1, 2, 3), (total, 1.5, 2), (total, *range(40)), (total, *map(float, range(9))),
    (mean,), (mean, 3, 4), (mean, True, 2.5), (scaled_top, 3), (scaled_top, 3, 5, 4), (added, np.arange(3.0), np.ones(3)), (added, *[np.arange(3)] * 3),
    (joined,), (joined, [1], [2, 3], []), (joined, [1.5]), (sums_by_place, [1, 2, 3], [4, 5]), (appended_to, [1], [2, 3]),
    (centre, (1, 2), (3, 4.5)), (centre, (0, 0)), (words, "-", "a", "bc"), (as_given,), (as_given, 1, 2.5), (polynomial, 1, 0, -2),
    (by_number, 7), (by_number, 7, 2.5), (by_number, 1, 2, 3), (unpacked, 2, 3), (unpacked, 2, 3, 4, 5), (unpacked, 2), (placed, [0, 0, 0], 4, 5),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_arguments(case):
    check_machine_code(case)


def shifted(*values, **options):
    result = options.get("start", 0)
    for v in values:
        result += v
    return result


def weighted(*pairs, default=0.0, **options):
    digits = options.get("digits", 6)
    weight = sum(w for _, w in pairs)
    if weight == 0:
        return default
    return round(sum(x * w for x, w in pairs) / weight, digits)


def curve(x, /, **p):
    return p["a"] * x**2 + p["b"] * x + p.get("c", 0.5)


def doubled(**numbers):
    return {name: 2 * v for name, v in numbers.items()}


def of_all(**numbers):
    return sum(numbers.values()), len(numbers), [v + 1 for v in numbers.values()] == [2, 3]


def taken_out(**options):
    n = options.pop("n", 3)
    return n * 2, len(options)


def asked(x, *, low=0.0, high=1.0, **others):
    if "shift" in others:
        x += others["shift"]
    return low if x < low else high if x > high else x


def labelled(name, **values):
    return f"{name}: {values['a']}"


NAMED = [
    (shifted, (1, 2), {}), (shifted, (1, 2), {"start": 4}), (shifted, (), {"start": 0.5, "other": 3}), (weighted, (), {}), (weighted, (), {"default": -1.0}),
    (weighted, ((1, 2), (4.5, 3)), {}), (weighted, ((1.25, 2), (4.5, 3)), {"digits": 1}), (curve, (2.0,), {"a": 1, "b": 2.5}),
    (curve, (3,), {"b": 1, "a": 2, "c": 3}), (doubled, (), {"a": 1, "b": 2}), (doubled, (), {}), (of_all, (), {"a": 1, "b": 2}), (of_all, (), {}),
    (taken_out, (), {"n": 4, "z": 1}),
    (taken_out, (), {}), (asked, (3.0,), {"high": 2.0, "unknown": 1}), (asked, (0.5,), {"shift": -4.0}), (asked, (0.25,), {}), (labelled, ("q",), {"a": 3}),
]  # fmt: skip


@pytest.mark.parametrize("case", NAMED, ids=name_of)
def test_keywords(case):
    function, args, named = case
    compiled = up.jit(strict=True, fp="strict")(function)
    for _ in range(2):
        assert repr(compiled(*args, **named)) == repr(function(*args, **named))
        assert compiled.ran_on == "cpu"


@pytest.mark.parametrize("case", [
    (curve, (), {"x": 2, "a": 1, "b": 2}), (curve, (1, 2), {"a": 1}), (asked, (1, 2), {}), (asked, (), {}), (asked, (1,), {"x": 2}),
    (scaled_top, (), {"scale": 2}), (scaled_top, (1,), {"times": 2}), (unpacked, (1,), {}),
], ids=name_of)  # fmt: skip
def test_wrong_calls_are_worded_as_by_python(case):
    function, args, named = case
    with pytest.raises((TypeError, ValueError)) as expected:
        function(*args, **named)
    with pytest.raises(type(expected.value)) as found:
        up.jit(strict=True)(function)(*args, **named)
    assert str(found.value) == str(expected.value)


def kept(*values, **options):
    return values, options


@pytest.mark.filterwarnings("ignore")
def test_what_python_runs_gets_its_own_tuple_and_dict():
    compiled = up.jit(kept, strict=False)
    for args, named in [((), {}), (([1], [2]), {}), ((1, "a"), {"b": [2]})]:
        assert outcome(lambda args, named: compiled(*args, **named), [args, named]) == outcome(lambda args, named: kept(*args, **named), [args, named])
    assert up.jit(kept, strict=False)()[1] is not compiled()[1]


@up.jit
def shown(*values):
    """The largest."""
    return max(values)


class Scale:
    def __init__(self, by):
        self.by = by

    @up.jit
    def of(self, *values):
        return self.by * sum(values)


def test_such_a_function_is_as_others():
    assert (shown.__name__, shown.__doc__, shown.py_func(1, 2), shown(1, 2), shown.ran_on) == ("shown", "The largest.", 2, 2, "cpu")
    assert pickle.loads(pickle.dumps(shown)) is shown and copy.deepcopy(shown) is shown
    assert up.jit(strict=True)(shown).options == {"strict": True} and up.gpu(shown).device == "gpu"
    assert Scale(3).of(1, 2.5) == 10.5 and Scale(2).of() == 0 and Scale.of is vars(Scale)["of"]
    assert "def shown(values.0: int64" in shown.inspect("ir", 1, 2) and shown.start(4, 3).result() == 4
    assert up.jit(lambda *v, by=1: sum(v) * by, strict=False)(1, 2, by=3) == 9


def of_others(a, b):
    return shown(a, b) + shown(a, b, 7.0) + math.pi


def test_a_compiled_function_calls_it():
    check_machine_code((of_others, 1.0, 2.0))
