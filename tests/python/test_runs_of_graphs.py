"""Runs of graphs of tasks: their threads, several at once, failures, and how they end."""

import concurrent.futures
import gc
import os
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
import unpython as up


@up.jit
def above(a):
    return a + 1.0


def threads():
    return [t for t in threading.enumerate() if t.name.startswith("unpython ") and t.is_alive()]


def wait_until(holds):
    end = time.monotonic() + 30
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.01)


def fails_at(k, problem):
    def checked(i):
        if i == k:
            raise problem
        return i

    return checked


def test_exceptions_stop_the_graph_and_name_the_task():
    def numbers():
        yield 1
        raise KeyError("no more")

    with pytest.raises(KeyError) as caught:
        (numbers >> up.task(str)).run()
    assert caught.value.__notes__ == ["in the source numbers, item 1"]
    with pytest.raises(ZeroDivisionError) as caught:
        (range(10**9) >> up.task(lambda i: 1 // (5 - i), name="divide") >> up.task(str)).run()
    assert caught.value.__notes__ == ["in task 'divide', item 5"]
    with pytest.raises(ZeroDivisionError) as caught:
        (range(10**9) >> up.task(str) >> fails_at("7", ZeroDivisionError())).run()
    assert caught.value.__notes__ == ["in task 'checked', item 7"]
    with pytest.raises(IndexError) as caught:
        (np.zeros(4) >> up.task(above) >> up.task(up.jit(lambda a: a[a.shape[0] + 1] + a))).run()
    assert caught.value.__notes__[-1] == "in task '<lambda>', item 0"
    with pytest.raises(ZeroDivisionError):
        list(range(10) >> up.task(lambda i: 1 // (5 - i)))
    wait_until(lambda: not threads())


def test_a_slow_sink_bounds_what_is_under_way():
    begun, done, most = [], [], []

    def begin(i):
        begun.append(i)
        return np.zeros(1)

    def slow(a):
        most.append(len(begun) - len(done))
        time.sleep(0.001)
        done.append(a)

    (range(100) >> up.task(begin) >> up.task(above) >> slow).run(ahead=3)
    # In three queues, and in the hands of three tasks and of the sink.
    assert max(most) <= 2 * 3 + 3
    assert len(done) == 100


def test_figures():
    graph = range(40) >> up.task(lambda i: i) >> up.task(lambda i: np.full(3, i)) >> up.task(above)
    assert graph.explain().as_dict()["state"] == "not run"
    graph.run(ahead=4)
    report = graph.explain().as_dict()
    assert report["state"] == "done"
    assert [row["name"] for row in report["tasks"]] == ["range", "<lambda>", "<lambda>", "above", "results"]
    assert all(row["items"] == 40 and row["busy"] >= 0 and row["waiting"] >= 0 for row in report["tasks"])
    assert all(1 <= row["high"] <= 4 for row in report["tasks"][1:])
    assert "above" in repr(graph.explain())


def test_progress():
    seen = []
    (range(5) >> up.task(str)).run(progress=lambda done, count: seen.append((done, count)))
    assert seen == [(i + 1, 5) for i in range(5)]
    seen.clear()
    ((i for i in range(2)) >> up.task(str)).run(progress=lambda done, count: seen.append((done, count)))
    assert seen == [(1, None), (2, None)]


def test_one_item_takes_one_thread():
    graph = np.zeros(3) >> up.task(above) >> up.task(np.sqrt)
    assert [row["name"] for row in graph.explain().as_dict()["tasks"]][1:] == ["above + sqrt + results"]
    np.testing.assert_array_equal(graph.run()[0], np.ones(3))
    with pytest.raises(ZeroDivisionError) as failed:
        (np.zeros(3) >> up.task(above) >> up.task(lambda a: 1 // 0, name="broken")).run()
    assert failed.value.__notes__ == ["in task 'broken', item 0"]
    several = np.zeros(3) >> up.task(above) >> up.task(lambda a: (yield from a))
    assert len(several.run()) == 3


def test_the_caller_of_run_does_the_last_share(monkeypatch):
    begun = []
    start = threading.Thread.start
    monkeypatch.setattr(threading.Thread, "start", lambda thread: (begun.append(thread.name.removeprefix("unpython ")), start(thread))[1])

    def shares(run):
        """The threads that a run begins, and those of the task and of the sink."""
        begun.clear()
        names.clear()
        run()
        return begun, {name.removeprefix("unpython ") for name in names}

    def noted(value):
        names.append(threading.current_thread().name)
        return value

    names = []
    here = threading.current_thread().name
    task = up.task(noted)
    assert shares((np.zeros(3) >> task).run) == ([], {here})
    assert shares((range(3) >> task).run) == (["range", "noted"], {"noted"})
    assert shares((range(3) >> task >> noted).run) == (["range", "noted", "noted"], {"noted"})
    assert shares(([1.0, 2.0] >> task).run) == (["noted"], {"noted"})
    assert shares((up.blocks(np.zeros(6), 3) >> task >> np.zeros(6)).run) == (["noted"], {"noted"})
    assert shares(lambda: (up.blocks(np.zeros(6), 3) >> task).run(ahead=1)) == (["array of 6", "noted"], {"noted"})
    assert shares((list(range(1000)) >> task).run) == (["list", "noted"], {"noted"})
    assert shares(lambda: (np.zeros(3) >> task).start().result()) == (["noted + results"], {"noted + results"})


@up.jit
def takes_days(n):
    s = 0
    for i in range(n):
        s = s * 3 + i % 7
    return s


def test_a_graph_in_a_task_of_a_graph():
    """The flag that ends calls of the outer one is looked at after the inner one has run."""

    def inner(a):
        return (a >> up.task(above)).run()[0]

    graph = up.blocks(np.zeros(9), 3) >> up.task(inner) >> up.task(above)
    np.testing.assert_array_equal(np.concatenate(graph.run()), np.full(9, 2.0))
    takes_days(10)
    begun = threading.Event()

    def long(a):
        inner(a)
        begun.set()
        return takes_days(10**15)

    run = (np.zeros(9) >> up.task(long)).start()
    assert begun.wait(30)
    run.stop()
    wait_until(lambda: not threads())


def test_options_of_the_block_hold_in_tasks():
    above_too = up.jit(lambda a: a + 1.0)
    with up.options(device="python"):
        run = (np.zeros(3) >> up.task(above_too)).start()
    run.result()
    assert above_too.ran_on == "python"


def test_two_graphs_at_once():
    graphs = [range(200) >> up.task(lambda i, k=k: i * k) >> up.task(lambda i: i + 1) for k in range(4)]
    runs = [graph.start() for graph in graphs]
    assert [run.result() for run in runs] == [[i * k + 1 for i in range(200)] for k in range(4)]


def forever():
    i = 0
    while True:
        yield i
        i += 1


def test_a_loop_over_results_may_end_early():
    results = iter(forever >> up.task(lambda i: i * 2))
    assert [next(results) for _ in range(3)] == [0, 2, 4]
    results.close()
    wait_until(lambda: not threads())
    for value in forever >> up.task(str):
        if value == "5":
            break
    del value
    gc.collect()
    wait_until(lambda: not threads())


def test_a_run_that_nobody_holds_ends():
    closed = threading.Event()

    def numbers():
        try:
            yield from forever()
        finally:
            closed.set()

    graph = numbers >> up.task(lambda i: i) >> (lambda i: time.sleep(0.001))
    run = graph.start()
    del run
    gc.collect()
    assert not closed.wait(0.05)  # the graph holds its last run
    del graph
    gc.collect()
    assert closed.wait(30)
    wait_until(lambda: not threads())


def test_stop():
    graph = forever >> up.task(str) >> (lambda text: None)
    run = graph.start()
    run.stop(wait=True)
    with pytest.raises(concurrent.futures.CancelledError):
        run.result()
    assert graph.explain().as_dict()["state"] == "stopped"


def test_a_run_can_be_awaited():
    import asyncio

    async def both():
        return await asyncio.gather((range(3) >> up.task(str)).start(), (range(2) >> up.task(float)).start())

    assert asyncio.run(both()) == [["0", "1", "2"], [0.0, 1.0]]


INTERRUPTED = """
import itertools, os, signal, threading, time
import numpy as np
import unpython as up

@up.jit
def above(a):
    return a + 1.0

def blocks():
    while True:
        yield np.zeros(1000)

graph = blocks >> up.task(above) >> up.task(lambda a: a) >> (lambda a: time.sleep(0.001))
signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever began the tests may have it ignored
threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
try:
    {waits}
except KeyboardInterrupt:
    print("interrupted", graph.explain().as_dict()["state"])
end = time.monotonic() + 30
while [t for t in threading.enumerate() if t.name.startswith("unpython ")] and time.monotonic() < end:
    time.sleep(0.01)
print([t.name for t in threading.enumerate() if t.name.startswith("unpython ")])
"""


@pytest.mark.parametrize("waits", ["graph.run()", "graph.start().result()", "[None for _ in up.task(str).__rrshift__(blocks)]"])
def test_ctrl_c(waits):
    text = INTERRUPTED.format(waits=waits)
    if "start" in waits:
        text = text.replace("end = ", "graph._last.stop()\nend = ", 1)
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, timeout=120, env=os.environ, check=False)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0] == "interrupted stopped" if waits == "graph.run()" else lines[0].startswith("interrupted")
    assert lines[1] == "[]"


INTERRUPTED_BY_ITSELF = """
import os, signal, threading
import numpy as np
import unpython as up

@up.jit
def takes_days(a):
    s = 0
    for i in range(10**15):
        s = s * 3 + i % 7
    return s

graph = {source} >> up.task(takes_days)
signal.signal(signal.SIGINT, signal.default_int_handler)
threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
try:
    graph.run()
except KeyboardInterrupt:
    print("interrupted", graph.explain().as_dict()["state"])
"""


@pytest.mark.parametrize("source", ["np.zeros(3)", "up.blocks(np.zeros(6), 3)", "range(3)"])
def test_ctrl_c_while_compiled_code_runs(source):
    text = INTERRUPTED_BY_ITSELF.format(source=source)
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "interrupted stopped\n", "")


def test_the_process_ends_while_a_graph_runs():
    text = "import unpython as up, itertools, time\nrun = (itertools.count() >> up.task(str) >> (lambda t: None)).start()\ntime.sleep(0.1)"
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stderr) == (0, "")
