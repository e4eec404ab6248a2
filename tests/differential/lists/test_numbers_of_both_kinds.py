"""Lists of Python's numbers into which NumPy's are stored, and the other way round: an item that nothing is stored to stays what it was."""

import numpy as np
import pytest
import unpython as up
from support.outcomes import told


def of_a_range(x, i, c):
    v = list(range(3))
    v[1] = i[0]
    return v[0], v[c]


def of_an_array(x, i, c):
    v = x.tolist()
    v[0] = x[1]
    return v[c]


def of_zeros(x, i, c):
    v = np.zeros(3).tolist()
    v[1] = x[0]
    return v[c], v[0]


def joined(x, i, c):
    v = [0.5] * 2 + [1.5]
    v[1] = x[0]
    return v[c]


def of_items(x, i, c):
    v = [q for q in x]
    v[1] = 0.5
    return v[c]


def of_numpy(x, i, c):
    v = [x[0]] * 2
    v[1] = 2.5
    return v[c]


def of_bools(x, i, c):
    v = [False] * 3
    for j in range(len(x)):
        v[j] = x[j] > 1.7
    return v[2], v[c]


def second_name(x, i, c):
    v = [1.0] * 2
    z = v
    z[0] = x[0]
    return v[c], v[:2], tuple(v)


def stored_inside(x, i, c):
    v = [1.0] * 2

    def put():
        v[1] = x[0]

    put()
    return v[c]


def printed(x, i, c):
    v = [1.0] * 2
    v[1] = x[0]
    print(v, v[0], f"{v[0]!r}")


def asked(x, i, c):
    v = [1] * 2
    v[1] = i[0]
    return type(v[0]).__name__, isinstance(v[c], np.generic), v[0] == 1, v[1] == 1


def parts(x, i, c):
    v = [2] * 3
    v[1] = i[0]
    return v[::-1], [q for q in v], min(v), max(v), v.pop(c), v * 2


def greatest(x, i, c):
    dp = [0] * 4
    for j in range(1, 4):
        dp[j] = max(dp[j - 1], dp[j - 1] + i[c])
    return dp[-1], dp[0]


def rows(x, i, c):
    dp = [[0.0] * 3 for _ in range(3)]
    for j in range(1, 3):
        for k in range(1, 3):
            dp[j][k] = dp[j-1][k-1] + x[c]
    return dp[2][2], dp[0][0]


def inserted(x, i, c):
    v = [1.0] * 2
    v.insert(1, x[0])
    v[0], v[1] = v[1], v[0]
    return v[c]


def added(x, i, c):
    v = [0.0] * 2
    for j in range(2):
        v[j] += x[j]
    return v[c], sum(v)


def complex_ones(x, i, c):
    v = [0j] * 2
    v[1] = x[0] * 1j
    return v[c]


FUNCTIONS = [of_a_range, of_an_array, of_zeros, joined, of_items, of_numpy, of_bools, second_name, stored_inside, printed, asked, parts,
             greatest, rows, inserted, added, complex_ones]  # fmt: skip


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_each_item_is_what_python_has(function, capsys):
    for c in (0, 1):
        arguments = np.array([1.5, 2.0]), np.array([3, 4]), c
        expected = told(function, arguments), capsys.readouterr().out
        assert (told(up.jit(strict=False)(function), arguments), capsys.readouterr().out) == expected
        try:
            found = up.jit(strict=True)(function)(*arguments)
        except (up.CompileError, NotImplementedError):
            capsys.readouterr()
            continue
        assert (repr(found), capsys.readouterr().out) == expected
