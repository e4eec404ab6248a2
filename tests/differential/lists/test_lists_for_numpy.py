"""Lists that go to functions of NumPy, and that meet its numbers: lists of one type, of several types, with numbers of NumPy, and lists of
lists."""

import re

import numpy as np
import pytest
import unpython as up
from support.outcomes import outcome

ONE = """cumsum(x)
cumprod(x)
clip(x, 1, 2)
round(x, 1)
nanmean(x)
take(x, 1)
take(x, [0, 1])
argwhere(x)
linalg.norm(x)
gradient(x)
histogram(x, bins=3)[0]
percentile(x, [25, 50])
median(x)
max(x)
mean(x)
sort(x)
array(x, dtype=np.float32)
array(x, dtype=int)
array(x).tolist()
flip(np.sort(x))""".splitlines()
TWO = """corrcoef(x, y)
cov(x, y)
trapezoid(y, x)
vdot(x, y)
allclose(x, y)
array_equal(x, y)
average(x, weights=y)
interp(2, np.sort(x), y)
vstack((x, y))
vstack([x, y])
hstack((x, y))
column_stack((x, y))
concatenate((x, y))
stack([x, y])
lexsort((x, y))
polyfit(x, y, 1)
add(x, y)
dot(x, y)""".splitlines()
OF_ROWS = """linalg.inv(x)
linalg.norm(x)
cumsum(x, axis=1)
clip(x, 0, 2)
allclose(x, x)
vstack([x, x])
vstack((x, [[0, 0]]))
rot90(x)
sum(x, axis=0)
array(x, dtype=float) @ [1, 2]
array(x)[:, 0]""".splitlines()

LISTS = [[1, 2, 3], [1.0, 2.5, 0.5], [1, 2.5, 3], [2.5, True, 3]]
LISTS += [[np.float64(1.5), 2, 3.0], [np.int64(3), 2, True], [np.float64(2), np.float64(3), np.float64(1)]]
ROWS = [[[2.0, 1.0], [1.0, 3.0]], [[2, 1], [1, 3]], [[2, 1.5], [1, 3]], [[2.5, 1], [1, 3]], [[True, 1.5], [1, 3]]]


def _made(text, parameters):
    found = {}
    source = f"def made({parameters}):\n    return np.{text}\n"
    from linecache import cache

    name = f"<{text} of {parameters}>"
    cache[name] = (len(source), None, source.splitlines(True), name)
    exec(compile(source, name, "exec"), {"np": np}, found)
    return found["made"]


def rounded(value):
    if isinstance(value, (float, np.floating)):
        return type(value), round(float(value), 9)
    if isinstance(value, np.ndarray):
        return value.dtype, value.shape, np.round(value, 9).tolist()
    return tuple(map(rounded, value)) if isinstance(value, tuple) else value


def told(function, *args):
    try:
        return rounded(function(*args))
    except Exception as error:
        return type(error), error.args


@pytest.mark.parametrize("text", ONE)
def test_one_list(text):
    function = _made(text, "x")
    for x in LISTS:
        assert told(up.jit(function), x) == told(function, x), x
    long = LISTS[2] * 20
    assert told(up.jit(function), long) == told(function, long)


def test_lists_that_are_made():
    function = _made("cumsum([v * 2 for v in x])", "x")
    for x in LISTS[:2]:
        assert told(up.jit(function), x) == told(function, x), x


@pytest.mark.parametrize("text", TWO)
def test_two_lists(text):
    function = _made(text, "x, y")
    compiled = up.jit(function)
    for x in LISTS:
        for y in LISTS[::2]:
            assert told(compiled, x, y) == told(function, x, y), (x, y)
    assert told(compiled, LISTS[2], LISTS[2]) == told(function, LISTS[2], LISTS[2])


@pytest.mark.parametrize("text", OF_ROWS)
def test_lists_of_lists(text):
    function = _made(text, "x")
    for x in ROWS:
        assert told(up.jit(function), x) == told(function, x), x


def scores(x):
    mu = np.mean(x)
    sigma = np.std(x)
    return (x - mu) / sigma, x > mu, len(x)


def shifted(x, y):
    return (x - np.mean(x)) * y + 1, np.array(y) * x, np.sum(y) - x


def doubled_below(x):
    m = np.median(x)
    kept = [v for v in x if v < 100]
    return kept - m, kept


def no_numbers_of_numpy(x):
    return x - len(x)


def repeated(x):
    return x * np.max(x)


def both_lists(x, y):
    return x - y


@pytest.mark.parametrize("x", LISTS[:2])
def test_numbers_of_numpy_make_arrays_of_lists(x):
    for function in (scores, doubled_below):
        assert told(up.jit(function), x) == told(function, x)
    assert told(up.jit(shifted), x, LISTS[0]) == told(shifted, x, LISTS[0])


@pytest.mark.parametrize("x", LISTS[2:])
def test_numbers_of_several_types_meet_those_of_numpy(x):
    assert told(up.jit(scores), x) == told(scores, x)


@pytest.mark.parametrize("x", LISTS)
def test_lists_that_meet_no_array_are_lists(x):
    for function, args in ((no_numbers_of_numpy, (x,)), (repeated, (x,)), (both_lists, (x, LISTS[0]))):
        assert outcome(up.jit(strict=False)(function), args) == outcome(function, args)


def picked(a, places):
    return a[places], a[places].sum()


def stored(a, places):
    a = np.array(a, float)
    a[places] += 1
    a[places[0]] = 9
    return a


def columns(a, places):
    m = np.stack([a, a * 2])
    m[[0, 1], places] -= 1
    return m[:, places], m[np.arange(2), places]


@pytest.mark.parametrize("function", [picked, stored, columns])
@pytest.mark.parametrize("places", [[0, 2], [1, 1], [-1, 3], [7, 0]])
def test_lists_as_places(function, places):
    assert outcome(up.jit(function), (np.arange(5.0), places)) == outcome(function, (np.arange(5.0), places))


def of_a_tuple(v, w):
    (v, w)[0].append(1)
    return len(v)


@pytest.mark.parametrize("places", [[True, False, True, False, True], [], [1.0], [np.int64(2), 1], [[0, 1], [2, 3]]])
def test_other_lists_as_places(places):
    for function, args in ((picked, (np.arange(5.0), places)), (picked, ([1, 2], places)), (stored, ([1, 2, 3], places)), (of_a_tuple, ([1], places))):
        assert outcome(up.jit(strict=False)(function), args) == outcome(function, args)


def first_item(x):
    return x[0], np.mean(x)


def kept_types(x):
    return [v for v in x], np.sum(x)


def two_arrays(x):
    a = np.asarray(x)
    b = np.asarray(x)
    a[0] = 7
    return a, b


def stays(x, k):
    if x is None or not x:
        return np.zeros(1)
    x = np.array(x, float)
    x[0] = k
    return x


def of_objects(x):
    return np.array(x, dtype=object)


def of_texts(x):
    return np.array(x, dtype=str)


@pytest.mark.parametrize("function", [first_item, kept_types, two_arrays, of_objects, of_texts])
@pytest.mark.parametrize("x", [*LISTS, [2**60, 1.5], [1.5, 2**70], [1, "a"], [1.5, None]])
def test_lists_whose_items_are_seen(function, x):
    assert outcome(up.jit(strict=False)(function), (x,)) == outcome(function, (x,))


def test_layouts_follow_one_another():
    compiled = up.jit(strict=False)(stays)
    for x in (LISTS[2], [1.5], LISTS[4], [], None, [2, 3.5] * 20, [1, 2], [[1, 2.5]], [[1], [2, 3.5]], (1, 2.5), [1, 2.5, "a"], [1, 2.5, 2**80]):
        assert outcome(compiled, (x, 9)) == outcome(stays, (x, 9)), x


def beside(x, rows, k):
    rows[0].append(k)
    return np.mean(x), rows


def test_lists_that_others_change():
    row = [1.5, 2.5]
    for x, rows in (([1, 2.5], [row]), ([row, [1, 2.5]], [row, [2.0]])):
        assert outcome(up.jit(strict=False)(beside), (x, rows, 4.0)) == outcome(beside, (x, rows, 4.0))


def test_refusals_name_the_call():
    with pytest.raises(TypeError, match=re.escape("argument 'x' of")):
        up.jit(strict=True)(first_item)([1, 2.5] * 20)
