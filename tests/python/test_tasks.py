"""Graphs of tasks (up.task, up.split, up.join) against plain loops over the same blocks: what becomes of items."""

import re
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
import unpython as up
from support.devices import require
from unpython import prange
from unpython._tasks.sources import Cut


@up.jit
def doubled_in_place(a):
    for i in prange(a.shape[0]):
        a[i] *= 2.0
    return a


@up.jit
def above(a):
    return a + 1.0


def halves_more(a):
    a += 0.5
    return a


class Running:
    """The sum of all so far, in an array of its own."""

    def __init__(self, start=0.0):
        self.total = np.array([start])

    def __call__(self, value):
        self.total += value
        return self.total

    def finish(self):
        return self.total * 100


def first_item(a):
    return float(a[0])


@pytest.mark.parametrize("rows", [1, 7, 100, 250, 1000, 5000])
def test_blocks_go_through_in_order(rows):
    x = np.arange(1000.0)
    before = x.copy()
    graph = up.blocks(x, rows) >> up.task(doubled_in_place) >> up.task(above) >> up.task(halves_more)
    blocks = graph.run()
    assert [len(b) for b in blocks] == [len(x[i : i + rows]) for i in range(0, 1000, rows)]
    np.testing.assert_array_equal(np.concatenate(blocks), before * 2 + 1.5)
    np.testing.assert_array_equal(x, before)


@pytest.mark.parametrize("source", [[], (), np.empty(0), lambda: iter(())], ids=["list", "tuple", "array", "function"])
def test_a_source_with_nothing(source):
    assert (source >> up.task(above)).run() == []
    assert list(source >> up.task(above) >> up.task(np.sqrt)) == []


def count_to(n):
    return lambda: iter(range(n))


@pytest.mark.parametrize("source", [range(20), list(range(20)), count_to(20)])
def test_sources_and_sinks(source):
    expected = [i * i for i in range(20)]
    graph = source >> up.task(lambda i: i * i)
    taken = []
    assert graph.run() == list(graph) == graph.start().result() == expected
    assert (graph >> taken.append).run() is None
    assert (graph >> taken).run() is taken
    assert taken == expected * 2
    out = np.zeros(25, int)
    part = (graph >> out).run()
    assert part.base is out
    np.testing.assert_array_equal(part, expected)


def test_several_arrays_are_cut_together():
    a, b = np.arange(10.0), np.arange(20.0).reshape(10, 2)
    graph = up.blocks((a, b), 4) >> up.task(lambda x, y: x + y[:, 1])
    assert [len(block) for block in graph.run()] == [4, 4, 2]
    np.testing.assert_array_equal(np.concatenate(graph.run()), a + b[:, 1])
    in_place = up.blocks((a, b), 4) >> up.task(up.jit(lambda x, y: doubled_in_place(x))) >> up.task(len)
    assert in_place.run() == [4, 4, 2]
    np.testing.assert_array_equal(a, np.arange(10.0))


def test_a_generator_is_used_once_and_a_generator_function_each_time():
    def numbers():
        yield from range(3)

    once, often = numbers() >> up.task(str), numbers >> up.task(str)
    assert [once.run(), once.run()] == [["0", "1", "2"], []]
    assert [often.run(), often.run()] == [["0", "1", "2"]] * 2


def test_an_output_array_that_does_not_fit():
    graph = np.arange(10.0) >> up.task(above)
    with pytest.raises(ValueError, match="has 4 rows, and row 9 came") as caught:
        (graph >> np.zeros(4)).run()
    assert caught.value.__notes__ == ["in task 'ndarray', item 0"]
    with pytest.raises(TypeError, match="float64 cannot be stored to an output array of int64"):
        (graph >> np.zeros(10, int)).run()


def test_a_task_that_yields_gives_any_number_of_results():
    def twice_if_odd(i):
        for _ in range(2 * (i % 2)):
            yield i

    assert (range(6) >> up.task(twice_if_odd) >> up.task(lambda i: -i)).run() == [-1, -1, -3, -3, -5, -5]


def test_none_is_a_result_at_the_end_only():
    seen = []
    assert (range(3) >> up.task(seen.append)).run() == []
    assert seen == [0, 1, 2]
    with pytest.raises(TypeError, match="the task returned None, and another one follows"):
        (range(3) >> up.task(lambda i: None) >> up.task(str)).run()


def test_tuples_are_arguments():
    graph = range(4) >> up.task(lambda i: (i, i * 10)) >> up.task(lambda a, b: a + b)
    assert graph.run() == [0, 11, 22, 33]
    assert (range(2) >> up.task(lambda i: (i, i)) >> up.task(lambda pair: len(pair))).run() == [2, 2]


@pytest.mark.parametrize("task", [Running, Running(0.0), lambda: Running()])
def test_runs_and_graphs_have_state_of_their_own(task):
    if not isinstance(task, (type, Running)):
        task = task()
    shared = up.task(task)
    graphs = [range(4) >> shared >> up.task(first_item) for _ in range(2)]
    expected = [0.0, 1.0, 3.0, 6.0, 600.0]
    runs = [graph.start() for graph in graphs for _ in range(2)]
    assert [run.result() for run in runs] == [expected] * 4
    if isinstance(task, Running):
        assert task.total[0] == 0


def test_what_a_task_keeps_is_not_what_it_gave():
    blocks = (range(4) >> up.task(Running)).run()  # one array, given again and again
    assert [float(b[0]) for b in blocks] == [0, 1, 3, 6, 600]
    kept = []

    def keep(a):
        kept.append(a)
        return a

    (up.blocks(np.zeros(8), 4) >> up.task(np.copy) >> up.task(keep) >> up.task(halves_more)).run()
    assert [a.tolist() for a in kept] == [[0.0] * 4] * 2


def test_arrays_that_nobody_else_holds_are_not_copied():
    addresses = [], []

    def note(number):
        def noted(a):
            addresses[number].append(a.__array_interface__["data"][0])
            return a

        return noted

    graph = (
        up.blocks(np.arange(30.0), 10) >> up.task(above) >> up.task(note(0)) >> up.task(halves_more)
        >> up.task(doubled_in_place) >> up.task(note(1))
    )  # fmt: skip
    graph.run()
    assert addresses[0] == addresses[1]


def test_blocks_of_the_user_are_copied_only_for_what_may_store():
    def total(a):
        s = 0.0
        for i in prange(a.shape[0]):
            s += a[i]
        return s

    assert not up.task(up.jit(total)).may_store(0)
    assert all(up.task(f).may_store(0) for f in (doubled_in_place, halves_more, Running))
    x = np.ones(30)
    assert (up.blocks(x, 10) >> up.task(up.jit(total))).run() == [10.0] * 3


def test_neighbours_that_are_compiled_share_a_thread():
    graph = up.blocks(np.zeros(6), 3) >> up.task(above) >> up.task(doubled_in_place) >> up.task(np.sqrt)
    assert [row["name"] for row in graph.explain().as_dict()["tasks"]][1:3] == ["above + doubled_in_place", "sqrt"]


@pytest.mark.parametrize("count", [1, 2, 3])
def test_branches_by_turns_keep_the_order(count):
    branches = [up.task(lambda i, k=k: (time.sleep(0.0002 * k), (i, k))[1]) for k in range(count)]
    graph = range(50) >> up.split(*branches) >> up.join() >> up.task(lambda pair: pair)
    assert graph.run() == [(i, i % count) for i in range(50)]


def test_branches_by_key_keep_the_order():
    words = ["ant", "bee", "asp", "cow", "bat", "ape"]
    graph = words >> up.split(up.task(str.upper), None, up.task(str.title), by=lambda word: word[0])
    assert graph.run() == ["ANT", "bee", "ASP", "Cow", "bat", "APE"]
    graph = range(6) >> up.split(up.task(lambda i: -i), None, by=lambda i: i > 2)
    assert graph.run() == [0, -1, -2, 3, 4, 5]


def test_copies_are_apart():
    graph = up.blocks(np.arange(6.0), 3) >> up.split(up.task(doubled_in_place), up.task(halves_more), None, by="copies")
    for block, first in zip(graph.run(), (0.0, 3.0)):
        a = np.arange(first, first + 3)
        np.testing.assert_array_equal(block, [a * 2, a + 0.5, a])
    joined = graph >> up.join(lambda a, b, c: a + b + c)
    np.testing.assert_array_equal(np.concatenate(joined.run()), np.arange(6.0) * 4 + 0.5)


def test_branches_of_several_tasks_and_in_branches():
    inner = up.split(up.task(lambda i: i + 1), up.task(lambda i: i - 1), by="copies")
    graph = range(5) >> up.split(inner >> up.join(lambda a, b: a * b) >> up.task(float), None, by="copies")
    assert graph.run() == [(float((i + 1) * (i - 1)), i) for i in range(5)]


def test_branches_that_give_any_number_of_results():
    def odd(i):
        if i % 2:
            yield i

    with pytest.raises(TypeError, match=r"write up.join\(ordered=False\)"):
        (range(9) >> up.split(up.task(odd), None)).run()
    graph = range(9) >> up.split(up.task(odd), None, by="copies") >> up.join(ordered=False)
    assert sorted(graph.run()) == sorted([*range(9), 1, 3, 5, 7])


def test_device_tasks_beside_others():
    device = require("opencl")
    scaled = up.jit(device=device, strict=True)(lambda a: a * 3.0)
    x = np.arange(100.0)
    tail = up.task(np.sqrt)
    graph = up.blocks(x, 30) >> up.task(scaled) >> up.task(doubled_in_place, device=device, strict=True) >> tail
    np.testing.assert_allclose(np.concatenate(graph.run()), np.sqrt(x * 6.0), rtol=1e-15)
    np.testing.assert_array_equal(x, np.arange(100.0))
    names = [row["name"] for row in graph.explain().as_dict()["tasks"]]
    assert names[1:] == [f"copy to {device}", "<lambda> + doubled_in_place", f"copy from {device}", "sqrt", "results"]
    both = up.blocks(x, 30) >> up.split(up.task(scaled), up.task(above), by="copies") >> up.join(lambda a, b: a - b)
    np.testing.assert_array_equal(np.concatenate(both.run()), x * 3.0 - (x + 1.0))


class Longer(list):
    """Gives more than it says."""

    def __len__(self):
        return 1


def test_a_source_that_gives_more_than_one_item_after_all():
    graph = Longer(range(1000)) >> up.task(lambda i: np.full(3, i))
    assert [a[0] for a in graph.run(ahead=1)] == list(range(1000))


@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_blocks_arrive_from_a_device_where_they_belong(dtype):
    """As they are, or converted; where there is no room, the error is that of any block."""
    device = require("opencl")
    scaled = up.jit(device=device, strict=True)(lambda a: a * 3.0)
    x = np.arange(1000.0).reshape(100, 10)
    graph = up.blocks(x, 30) >> up.task(scaled)
    filled = (graph >> np.zeros((120, 10), dtype)).run()
    np.testing.assert_array_equal(filled, (x * 3.0).astype(dtype))
    assert [row["name"] for row in graph.explain().as_dict()["tasks"]][-1] == f"copy from {device} + results"
    apart = np.zeros((100, 20), dtype)[:, ::2]
    np.testing.assert_array_equal((graph >> apart).run(), filled)
    with pytest.raises(ValueError, match="has 90 rows, and row 99 came"):
        (graph >> np.zeros((90, 10), dtype)).run()
    with pytest.raises(TypeError, match="cannot be stored to an output array of int64"):
        (graph >> np.zeros((100, 10), np.int64)).run()


def test_one_block_on_a_device_is_one_call():
    """Also where the sink is what the task reads; what a large sink gets is copied there from the device."""
    device = require("opencl")

    @up.jit(device=device, strict=True)
    def turned(a):
        made = np.empty(a.shape[0])
        for i in prange(a.shape[0]):
            made[i] = a[a.shape[0] - 1 - i] * 2.0
        return made

    def names(graph):
        graph.run()
        return [row["name"] for row in graph.explain().as_dict()["tasks"]][1]

    x, large = np.arange(1000.0), np.arange(100_000.0)
    assert names(x >> up.task(turned)) == names(large >> up.task(turned)) == "turned + results"
    assert names(x >> up.task(turned) >> np.zeros(1000)) == "turned + ndarray"
    assert names(large >> up.task(turned) >> np.zeros(100_000)).startswith(f"copy to {device} + turned + copy from")
    for given in (x, large):
        expected = given[::-1] * 2.0
        out = np.full(len(given) + 7, -1.0)
        assert np.array_equal((given >> up.task(turned) >> out).run(), expected)
        assert np.array_equal(out, [*expected, *[-1.0] * 7])
        assert np.array_equal((given >> up.task(turned) >> given).run(), expected)


def test_results_of_compiled_tasks_are_not_copied():
    addresses = []

    def note(a):
        addresses.append(a.__array_interface__["data"][0])
        return a

    two = up.task(up.jit(lambda a: (a + 1.0, a[::-1] * 2.0)))
    (up.blocks(np.arange(30.0), 30) >> up.task(up.jit(lambda a: a + 1.0)) >> up.task(note) >> up.task(doubled_in_place) >> up.task(note)).run()
    assert addresses[0] == addresses[1]
    (made,) = (up.blocks(np.arange(30.0), 30) >> two).run()
    assert np.array_equal(made[0], np.arange(30.0) + 1) and np.array_equal(made[1], np.arange(30.0)[::-1] * 2)


def test_blocks_for_a_device_fill_the_device():
    pairs = np.zeros((1 << 20, 2))
    assert up.blocks(pairs).count(Cut()) == 16
    assert up.blocks(pairs).count(Cut(threads=1 << 10)) == 1
    many = np.broadcast_to(np.zeros(2), (1 << 24, 2))
    assert up.blocks(many).count(Cut(threads=1 << 10)) == 8
    assert up.blocks(many).count(Cut(threads=3 << 19)) == 6
    assert up.blocks(many).count(Cut(threads=1 << 23)) == 4
    long = np.broadcast_to(np.zeros(1), (1 << 10, 1 << 17))
    assert up.blocks(long).count(Cut(threads=1 << 4)) == 32
    assert up.blocks(long).count(Cut(threads=1 << 18)) == 16
    assert up.blocks(pairs, 7).count(Cut(threads=1 << 18)) == -(-len(pairs) // 7)


def test_a_device_that_is_not_there_is_what_a_call_says():
    missing = up.task(above, device="opencl:77", strict=True)
    with pytest.raises(up.DeviceError, match="opencl"):
        (np.zeros(3) >> missing).run()


def test_further_arguments():
    table = np.arange(10.0)
    for device in ({}, {"device": require("opencl"), "strict": True}):
        graph = up.blocks(table, 4) >> up.task(up.jit(lambda a, t, k: a * t[0] + t[2] + k), args=(table + 1.0, 5.0), **device)
        np.testing.assert_array_equal(np.concatenate(graph.run()), table + 8.0)

    def count(a, counts):
        counts[0] += len(a)
        return counts.copy()

    counts = np.zeros(1)
    graph = up.blocks(table, 4) >> up.task(count, args=(counts,))
    assert [c[0] for _ in range(2) for c in graph.run()] == [4, 8, 10] * 2
    assert counts[0] == 0


def test_the_examples_of_the_documentation(tmp_path):
    pages = Path(__file__).resolve().parents[2] / "docs" / "tasks.md"
    code = "".join(re.findall("```python\n(.*?)```", pages.read_text(), re.DOTALL))
    shown = re.findall("# (\\[.*)$", code, re.MULTILINE)
    printed = re.findall("```\n\n```\n(.*?)```", pages.read_text(), re.DOTALL)
    (tmp_path / "examples.py").write_text(code)
    done = subprocess.run([sys.executable, tmp_path / "examples.py"], capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    if np.lib.NumpyVersion(np.__version__) >= "2.0.0":
        assert done.stdout == printed[0] + "\n".join(shown) + "\n" + printed[1]


@pytest.mark.parametrize(
    "wrong, message",
    [
        (lambda: up.task(3), "up.task takes a function"),
        (lambda: up.task(abs, pop=0), "pop is a whole number"),
        (lambda: up.task(str, device="moon"), "device is one of"),
        (lambda: 3 >> up.task(str), "a source is an iterable"),
        (lambda: up.blocks(np.zeros(3)) >> above, r"behind a source stands a task, such as up.task\(f\), and not 'above'"),
        (lambda: range(3) >> up.task(str) >> 3, "a sink is a function"),
        (lambda: range(3) >> up.task(str) >> print >> up.task(str), "nothing can follow the sink"),
        (lambda: range(3) >> (range(3) >> up.task(str)), "has a source already"),
        (lambda: up.task(str).__rshift__(up.task(str)).run(), "the graph has no source"),
        (lambda: range(3) >> up.join() >> up.task(str) >> [], "stands behind up.split"),
        (lambda: up.split(), "at least one branch"),
        (lambda: up.split(up.task(str), by="chance"), "by is 'turns'"),
        (lambda: up.split(3), "a branch of up.split"),
        (lambda: up.blocks([1, 2]), "up.blocks takes a NumPy array"),
        (lambda: up.blocks(np.zeros(3), 0), "at least 1"),
        (lambda: up.blocks(np.array(3)), "without dimensions"),
        (lambda: up.blocks((np.zeros(3), np.zeros(4))), "not 3 and 4"),
    ],
)
def test_mistakes(wrong, message):
    with pytest.raises((TypeError, ValueError), match=message):
        made = wrong()
        made.run()


def test_a_branch_without_a_task_is_shown():
    graph = range(3) >> up.split(up.task(str), None) >> up.join()
    assert repr(graph) == "range >> up.split(up.task(str), None, by='turns') >> up.join()"


def test_lists_and_dicts_are_each_items_own():
    def states():
        held, seen = [], {"rows": [], "at": np.zeros(2)}
        for i in range(4):
            held.append(i)
            seen["rows"].append((i, held))
            seen["at"][0] = i
            yield held, seen

    def looked_at(held, seen):
        held.append(-1)
        return list(held), [len(part) for _, part in seen["rows"]], seen["at"][0]

    class Kept:
        def __init__(self):
            self.kept = []

        def __call__(self, i):
            self.kept.append(i)
            return self.kept

    assert (states >> up.task(looked_at)).run() == [([*range(i + 1), -1], [i + 1] * (i + 1), float(i)) for i in range(4)]
    assert (range(3) >> up.task(Kept)).run() == [[0], [0, 1], [0, 1, 2]]
    branches = up.split(up.task(lambda v: v.append(1) or v), up.task(lambda v: v.append(2) or v), by="copies")
    given = [[0], [5]]
    assert (given >> branches >> up.join()).run() == [([0, 1], [0, 2]), ([5, 1], [5, 2])]
    assert given == [[0], [5]]
