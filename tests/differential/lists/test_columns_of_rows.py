"""list(zip(*m)) and map(f, zip(*m)) of given lists of lists."""

import pytest
import unpython as up


def as_tuples(m):
    return list(zip(*m))


def turned(m):
    return list(zip(*m[::-1]))


def as_lists(m):
    return list(map(list, zip(*m)))


def turned_lists(m):
    return list(map(list, zip(*m[::-1])))


def ordered(m):
    return list(map(list, zip(*m)))[::-1]


def sums(m):
    return list(map(sum, zip(*m)))


def extremes(m):
    return list(map(max, zip(*m))), list(map(min, zip(*m)))


def means(m):
    return list(map(lambda column: sum(column) / len(column), zip(*m)))


def of_all(m):
    return sum(map(max, zip(*m))), max(map(sum, zip(*m)))


def shadowed(m):
    tuple = len
    return list(zip(*m)), tuple(m)


WHOLE, HALVES, PAIRS = [[1, 2, 3], [4, 5, 6]], [[1.5, 2.0], [3.0, 4.25], [5.0, 6.0]], [(1, 2), (3, 4), (5, 6)]
COMPILED = [(f, m) for f in (as_lists, turned_lists, ordered, sums, extremes, means, of_all) for m in (WHOLE, HALVES)]
COMPILED += [(f, m) for f in (as_tuples, turned, sums, as_lists) for m in (WHOLE, PAIRS)]
OTHERS = [(f, m) for f in (as_tuples, sums, as_lists, extremes) for m in ([], [[]], [[1, 2], [3]], [[1, 2.5], [3, 4]], [["a", "b"], ["c", "d"]])]


def result_of(function, given):
    try:
        return repr(function(given))
    except Exception as error:
        return type(error), str(error)


@pytest.mark.parametrize("function, m", COMPILED, ids=lambda v: getattr(v, "__name__", ""))
def test_compiled(function, m):
    assert result_of(up.jit(strict=True)(function), m) == result_of(function, m)


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize("function, m", [*OTHERS, (shadowed, WHOLE), (as_tuples, HALVES)], ids=lambda v: getattr(v, "__name__", ""))
def test_as_in_python(function, m):
    assert result_of(up.jit(strict=False)(function), m) == result_of(function, m)
