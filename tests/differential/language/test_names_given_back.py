"""Names that get each other's values, or their own."""

import pytest
import unpython as up
from support.outcomes import outcome


def own_value(n):
    n = n
    return n


def there_and_back(a):
    b = a
    a = b
    return a, b


def exchanged(x, y):
    old = x
    x = y
    y = old
    return x, y


def in_a_circle(a, b):
    c = a
    d = b
    a = d
    b = c
    return a, b, c


def before_they_are(n):
    a = b  # noqa: F821, F841
    b = a
    return b, n


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("function", [own_value, there_and_back])
@pytest.mark.parametrize("given", [2, [1, 2], (1, 2)])
def test_outcome(function, given):
    assert outcome(up.jit(strict=False)(function), [given]) == outcome(function, [given])


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("function", [exchanged, in_a_circle])
@pytest.mark.parametrize("given", [(2, 3), ([1], [2, 3]), ((1, 2), 4.5)])
def test_exchanges(function, given):
    assert outcome(up.jit(strict=False)(function), given) == outcome(function, given)


def test_before_they_are():
    with pytest.raises(up.CompileError, match="'b'"):
        up.jit(strict=True)(before_they_are)(2)
