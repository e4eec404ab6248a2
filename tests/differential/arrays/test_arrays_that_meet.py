"""Three arrays under one name, each on its way through the function: of one type and number of dimensions they are one array of its
own, else Python runs the function."""

import warnings

import numpy as np
import pytest
import unpython as up
from support.texts import function_of

PROGRAMS = {
    "types": "w = a\nif k > 1:\n    w = b\nelif k < 0:\n    w = a.astype(np.float32) / 3\nreturn w * 0.1",
    "bools": "w = a\nif k > 1:\n    w = b\nelif k < 0:\n    w = a > 1\nreturn w.sum()",
    "dimensions": "w = a[None]\nif k > 1:\n    w = b\nelif k < 0:\n    w = m\nreturn w",
    "exchanged": "z = b + k\nw = a[None]\nif k > 1:\n    w, z = z, w\nelif k < 0:\n    m, w = w, m\nreturn w",
    "alike": "w = a[1:]\nif k > 1:\n    w = b[1:] + k\nelif k < 0:\n    w = b\nreturn w",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_each_way_has_its_own_array(name):
    lines = "".join(f"    {line}\n" for line in PROGRAMS[name].split("\n"))
    function = function_of(f"def f(a, b, m, k):\n{lines}")
    compiled = up.jit(strict=False)(function)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", up.UnpythonWarning)
        for k in (1, 2, -1):
            given = (np.arange(4.0), np.arange(4.0) + 9, np.ones((1, 4)), k)
            found, expected = compiled(*given), function(*given)
            assert type(found) is type(expected) and found.dtype == expected.dtype
            np.testing.assert_array_equal(found, expected)
    assert (compiled.ran_on == "cpu") == (name == "alike")


LOOPS = {
    "reshaped": "for e in m.reshape(-1):\n    m[0] += e",
    "raveled": "for e in np.ravel(m):\n    m[-1] = m[0] + e",
    "turned": "for e in m.T.reshape(-1):\n    m[0] += e",
    "part": "for e in m.reshape(-1)[::-1]:\n    m[1] += e",
    "named": "x = m.reshape(-1)\nfor e in x:\n    m[0] += e",
    "of its own": "w = m * 2\nfor e in w.reshape(-1):\n    w[0] += e\nm[...] = w",
    "row": "for row in m.reshape(2, -1):\n    m[0] += row[0]",
}
LAYOUTS = {
    "c": lambda: np.arange(8.0).reshape(2, 4), "fortran": lambda: np.asfortranarray(np.arange(8.0).reshape(2, 4)),
    "part": lambda: np.arange(16.0).reshape(4, 4)[:, ::2], "long": lambda: np.arange(8.0).reshape(4, 2),
}  # fmt: skip


@pytest.mark.parametrize("name", LOOPS)
def test_loops_over_what_may_be_a_view(name):
    """NumPy goes on through elements that the loop has changed, where the reshaped array is a view."""
    lines = "".join(f"    {line}\n" for line in LOOPS[name].split("\n"))
    function = function_of(f"def f(m):\n{lines}")
    compiled = up.jit(strict=False)(function)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", up.UnpythonWarning)
        for make in LAYOUTS.values():
            found, expected = make(), make()
            compiled(found)
            function(expected)
            np.testing.assert_array_equal(found, expected)


UPDATES = {
    "rows": "for row in m[::-1]:\n    row += m[0]",
    "reshaped": "for row in m[::-1].reshape(-1, 1, m.shape[1]):\n    row += m[:1]",
    "named": "x, y = m[1:], m[:-1]\nx += y",
    "chosen": "x = m[1:] if m.size > 1 else m\nx += m[:-1]",
    "of several": "for row in (m[-1], m[1]):\n    row += m[0]",
    "by a function": "def add(x, y):\n    x += y\nadd(m[1:], m[:-1])",
    "given back": "def last():\n    return m[1:]\nx = last()\nx += m[:-1]",
    "real parts": "m[1:].real += m[:-1]",
}


@pytest.mark.parametrize("name", UPDATES)
def test_parts_updated_in_place_of_rows_that_lie_on_each_other(name):
    lines = "".join(f"    {line}\n" for line in UPDATES[name].split("\n"))
    function = function_of(f"def f(m):\n{lines}")
    compiled = up.jit(strict=False)(function)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", up.UnpythonWarning)
        for columns in (9, 40):
            given = [np.lib.stride_tricks.as_strided(np.arange(1.0, 2 * columns + 1), (columns, columns), (8, 8)) for _ in range(2)]
            function(given[0])
            compiled(given[1])
            np.testing.assert_array_equal(given[1], given[0])
