"""Tasks with rates: however a stream is cut, the values are those of one long array, and those of plain Python."""

import numpy as np
import pytest
import unpython as up
from support.devices import require
from unpython._tasks.sources import Cut
from unpython._tasks.streams import batches, steady_state

X = np.random.default_rng(5).random(1000)
TAPS = np.random.default_rng(6).random(16)


def filtered(window):
    s = 0.0
    for k in range(16):
        s += window[k] * TAPS[k]
    return s


def fired(function, x, pop, peek):
    """The results of all firings, in Python."""
    made = []
    for first in range(0, len(x) - peek + 1, pop):
        results = function(x[first : first + peek] if peek > 1 else x[first])
        made += results if isinstance(results, tuple) else [results]
    return np.array(made)


def run(graph):
    blocks = graph.run()
    return np.concatenate(blocks) if blocks else np.empty(0)


def cut(x, sizes):
    """Blocks of these sizes in turn."""
    first, k = 0, 0
    while first < len(x):
        yield x[first : first + sizes[k % len(sizes)]]
        first += sizes[k % len(sizes)]
        k += 1


CASES = {
    "filter": (filtered, 1, 1, 16),
    "every fourth": (filtered, 4, 1, 16),
    "one by one": (lambda x: x * 2.0, 1, 1, 1),
    "two for one": (lambda x: (x, -x), 1, 2, 1),
    "two for three": (lambda w: (w[0] + w[1], w[2]), 3, 2, 3),
    "numbers of several types": (lambda w: (1, w[0]), 2, 2, 2),
}


@pytest.mark.parametrize("device", ["cpu", "opencl"])
@pytest.mark.parametrize("case", CASES)
def test_results_do_not_depend_on_blocks(case, device):
    function, pop, push, peek = CASES[case]
    options = {} if device == "cpu" else {"device": require(device), "strict": True}
    long = run([X] >> up.task(function, pop=pop, push=push, peek=peek, **options))
    expected = fired(function, X, pop, peek)
    assert long.dtype == expected.dtype
    np.testing.assert_allclose(long, expected, rtol=1e-13)
    for sizes in ([1000], [97], [5, 2, 50], [16], [700, 3]):
        task = up.task(function, pop=pop, push=push, peek=peek, batch=1, **options)
        np.testing.assert_array_equal(run((b for b in cut(X, sizes)) >> task), long)


def test_numbers_are_gathered():
    task = up.task(filtered, peek=16, batch=100)
    blocks = (iter(X.tolist()) >> task).run()
    assert [len(b) for b in blocks] == [100] * 9 + [85]
    np.testing.assert_allclose(np.concatenate(blocks), fired(filtered, X, 1, 16), rtol=1e-13)


def test_chains():
    second, third = (lambda w: (w[0], w[1], w[0] * w[1])), (lambda w: w[0] - w[3])
    graph = up.blocks(X, 64) >> up.task(filtered, peek=16) >> up.task(second, pop=2, push=3) >> up.task(third, pop=2, peek=4)
    expected = fired(third, fired(second, fired(filtered, X, 1, 16), 2, 2), 2, 4)
    np.testing.assert_allclose(run(graph), expected, rtol=1e-12)


def test_steady_states():
    a, b, c = up.task(abs, pop=3, push=2), up.task(abs, pop=4, push=1, peek=16), up.task(abs, pop=5)
    assert steady_state([a, b, c]) == [10, 5, 1]
    assert batches([a, b, c]) == [10 * 2184, 5 * 2184, 2184]
    assert batches([a, up.task(abs, pop=4, batch=7)]) == [2 * 10922, 7]


def test_blocks_of_an_array_suit_the_rates():
    task = up.task(lambda w: w[0] + w[6], pop=7)
    graph = np.ones(10**6) >> task
    assert all(len(block) % 7 == 0 for block in list(graph.source.items(Cut(7)))[:-1])
    assert len(run(graph)) == 10**6 // 7


def test_rates_from_the_signature():
    def fourth(window, *, pop=4, peek=8):
        return window[0] + window[7]

    task = up.task(fourth)
    assert (task.pop, task.push, task.peek) == (4, 1, 8)
    np.testing.assert_allclose(run(X >> task), fired(fourth, X, 4, 8))
    assert up.task(fourth, peek=16).peek == 16


@pytest.mark.parametrize("count", [0, 1, 15, 16, 17])
def test_short_streams(count):
    made = run(X[:count] >> up.task(filtered, peek=16))
    assert len(made) == max(0, count - 15)


class Smoothed:
    def __init__(self):
        self.last = 0.0

    def __call__(self, window):
        self.last = 0.5 * self.last + window.sum()
        return self.last

    def finish(self):
        return -1.0


def test_rates_with_state():
    made = run(up.blocks(X, 30) >> up.task(Smoothed, pop=2, peek=4, batch=1))
    plain = Smoothed()
    np.testing.assert_array_equal(made, [*fired(plain, X, 2, 4), -1.0])


def test_branches_of_streams():
    apart = up.split(up.task(filtered, peek=16, batch=50), up.task(lambda w: w[0] - w[1], peek=2), by="copies")
    joined = up.blocks(X, 130) >> apart >> up.join(lambda a, b: a + b)
    expected = fired(filtered, X, 1, 16) + (X[:-1] - X[1:])[:985]
    np.testing.assert_allclose(run(joined), expected, rtol=1e-13)


def test_a_body_that_cannot_be_compiled_runs_in_python():
    def odd(window):
        return float(str(window[0] + window[1]))

    with up.options(strict=False):
        graph = X[:20] >> up.task(odd, pop=2)
        with pytest.warns(up.UnpythonWarning, match="up.task runs in Python"):
            np.testing.assert_array_equal(run(graph), X[:20:2] + X[1:20:2])
    with pytest.raises(up.CompileError) as caught:
        run(X >> up.task(odd, pop=2, strict=True))
    assert caught.value.__notes__ == ["in task 'odd', item 0"]


def test_exceptions_of_firings():
    with pytest.raises(IndexError) as caught:
        run(X >> up.task(lambda w: w[7], pop=2))
    assert caught.value.__notes__[-1] == "in task '<lambda>', item 0"
    with pytest.raises(TypeError, match="a task with rates takes numbers and arrays"):
        ([(1, 2)] >> up.task(lambda w: w[0], pop=2)).run()
    with pytest.raises(ValueError, match="peek=1 must be at least pop=2"):
        up.task(filtered, pop=2, peek=1)
