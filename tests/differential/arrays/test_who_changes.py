"""Copies in the place of views, and arrays in lists, where the function changes an array in a way that is easily overlooked."""

import numpy as np
import pytest
import unpython as up
from support.texts import function_of, left_by


class Holder:
    def __init__(self):
        self.n = 0

    def put(self, x):
        x[0] = 9.0


def bumped(x):
    x[0] += 5
    return x


def looked_at(x):
    return x[0] * 2


WINDOWS = {
    "a place to store to": "y = np.add(x, 1.0, x)",
    "a method's place": "y = x.clip(0, 1, x)",
    "rows": "for i, row in enumerate(x.reshape(2, -1)):\n        row[0] = 100.0 * i",
    "rows beside others": "for row, k in zip(x.reshape(2, -1), (1, 2)):\n        row[0] = 100.0 * k",
    "one or the other": "y = len(x) > 2 and x\n    y[0] = 8.0",
    "an object": "h = Holder()\n    h.put(x)",
    "a function": "y = [bumped(x)]",
    "a function inside": "def held():\n        return x\n    held()[0] = 3.0",
    "a lambda": "held = lambda: x\n    y = held()\n    y[1] = 3.0",
    "a function given to another": "y = list(map(bumped, [x]))",
    "nobody": "y = looked_at(x)",
}
LISTS = {
    "a place to store to": "y = np.add(s[0], 1.0, s[0])",
    "rows": "for i, row in enumerate(s):\n        row[0] = i",
    "a function": "y = bumped(s[0])",
    "nobody": "y = looked_at(x)",
}
TEXTS = {f"windows: {name}": f"w = np.lib.stride_tricks.sliding_window_view(x, 3)\n    {body}\n    return w.sum()" for name, body in WINDOWS.items()}
TEXTS |= {f"lists: {name}": f"s = [x, x[1:]]\n    s.append(x * 2)\n    {body}\n    return np.concatenate(s)" for name, body in LISTS.items()}
TEXTS["bytes"] = "v = x.view(np.int64)\n    y = np.add(x, 1.0, x)\n    return v[0] + y[0]"
TEXTS["rows in order"] = "w = np.ascontiguousarray(x[1:])\n    y = np.multiply(x, 2.0, x)\n    return w.sum() + y[0]"


@pytest.mark.parametrize("name", TEXTS)
def test_no_copy_stands_for_what_changes(name):
    function = function_of(f"def f(x):\n    {TEXTS[name]}\n", Holder=Holder, bumped=bumped, looked_at=looked_at)
    arguments = [np.arange(1.0, 7.0)]
    expected, found = left_by(function, arguments), left_by(up.jit(strict=False)(function), arguments)
    assert expected.error is None and found.error is None
    np.testing.assert_array_equal(found.result, expected.result)
    np.testing.assert_array_equal(found.arguments[0], expected.arguments[0])
