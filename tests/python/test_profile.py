"""`with up.profile()`: its rows add up to the time of the block, by source line, on the processor, devices and threads."""

import inspect
import json
import sys
import threading
import time

import numpy as np
import pytest
import unpython as up
from support.devices import package, require
from unpython import prange


@up.jit
def wave(a):
    for i in prange(a.shape[0]):
        a[i] = np.sin(a[i])


@up.gpu(device="opencl:0", force=True)
def two_kernels(a, b):
    for i in prange(a.shape[0]):
        b[i] = a[i] * 2.0
    for i in prange(a.shape[0]):
        a[i] = b[i] + 1.0
    for i in prange(a.shape[0]):
        b[i] = a[a.shape[0] - 1 - i]


def line_of(function, text):
    lines, first = inspect.getsourcelines(function.py_func)
    return first + next(number for number, line in enumerate(lines) if text in line)


def rows_of(found, kind, where=""):
    return [row for row in found.rows if row.kind == kind and row.where == where]


def test_rows_add_up_to_the_time_of_the_block():
    a = np.random.default_rng(1).random(300_000)
    begin = time.perf_counter()
    with up.profile() as found:
        for _ in range(5):
            wave(a)
        time.sleep(0.05)
    wall = time.perf_counter() - begin
    total = sum(row.seconds for row in found.own)
    assert total == pytest.approx(found.seconds, rel=1e-6)
    assert 0.05 <= total <= wall  # what was slept is in the table
    assert all(row.seconds >= 0 for row in found.rows)


def test_a_call_is_told_by_its_lines():
    a = np.random.default_rng(1).random(300_000)
    wave(a)
    with up.profile() as found:
        wave(a)
        wave(a)
    (run,) = rows_of(found, "run")
    assert (run.line, run.count, run.function) == (line_of(wave, "prange"), 2, "wave")
    (call,) = rows_of(found, "call")
    assert call.count == 2 and call.file == __file__
    assert not rows_of(found, "compile")


def test_stages_of_a_first_call():
    @up.jit(cache=False)
    def first(a):
        for i in prange(a.shape[0]):
            a[i] += 1.0

    with up.profile() as found:
        first(np.zeros(10))
    stages = {row.what for row in rows_of(found, "compile")}
    assert {f"compile: {stage}" for stage in ("read the source", "lower", "simplify", "schedule", "code")} <= stages
    assert {row.function for row in rows_of(found, "compile")} == {"test_stages_of_a_first_call.<locals>.first"}


def test_kernels_and_copies_of_a_device():
    require("opencl")
    a = np.random.default_rng(2).random(200_000)
    b = np.zeros_like(a)
    expected = a * 2.0 + 1.0
    two_kernels(a.copy(), b)
    with up.profile() as found:
        two_kernels(a, b)
    np.testing.assert_array_equal(a, expected)
    kernels = rows_of(found, "kernel", "opencl:0")
    assert [row.line for row in kernels] == [line_of(two_kernels, "b[i] = a[i]") - 1, line_of(two_kernels, "b[i] = a[a") - 1]
    assert all(row.count == 1 and 0 < row.seconds < found.seconds for row in kernels)
    assert [row.bytes for row in kernels] == [4 * a.nbytes, 2 * a.nbytes]  # the first runs two loops
    copies = rows_of(found, "copy")
    assert sum(row.bytes_in for row in copies) == two_kernels.last["bytes_in"] > 0
    assert sum(row.bytes_out for row in copies) == two_kernels.last["bytes_out"] > 0
    assert sum(row.seconds for row in found.own) == pytest.approx(found.seconds, rel=1e-6)


def test_other_threads_have_rows_of_their_own():
    a = np.random.default_rng(3).random(300_000)
    wave(a)

    def work():
        for _ in range(3):
            wave(a)

    with up.profile() as found:
        threads = [threading.Thread(target=work) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert not rows_of(found, "call")
    (call,) = rows_of(found, "call", "other threads")
    assert call.count == 6


def test_statements_in_python_are_host_calls():
    def told(a):
        s = 0.0
        for i in prange(a.shape[0]):
            s += a[i]
        print("sum", s, file=sys.stdout)

    compiled = up.jit(strict=False)(told)
    with up.options(strict=False), up.profile() as found:
        compiled(np.ones(1000))
        compiled(np.ones(1000))
    assert [row.count for row in rows_of(found, "python")] == [2]
    assert "host calls" in str(found)


def test_a_raise_ends_the_profile():
    with pytest.raises(IndexError), up.profile() as found:
        np.zeros(3)[5]
    assert found.seconds > 0
    with up.profile():
        pass


def test_one_profile_at_a_time():
    with up.profile(), pytest.raises(RuntimeError, match="runs already"), up.profile():
        pass


def test_nothing_is_told_before_the_end():
    with up.profile() as found:
        assert "has not ended" in str(found)
        with pytest.raises(RuntimeError, match="has not ended"):
            found.as_dict()


def test_nothing_is_kept_outside_of_the_block():
    a = np.zeros(100_000)
    with up.profile() as found:
        pass
    wave(a)
    assert not rows_of(found, "call")


def test_the_trace_is_one_event_for_each_span(tmp_path):
    a = np.zeros(100_000)
    wave(a)
    with up.profile() as found:
        wave(a)
    found.trace(tmp_path / "trace.json")
    events = json.loads((tmp_path / "trace.json").read_text())["traceEvents"]
    assert sorted(event["cat"] for event in events) == ["call", "run", "wait"]
    for event in events:
        assert event["ph"] == "X" and 0 <= event["ts"] and event["ts"] + event["dur"] <= found.seconds * 1e6 + 1


def test_the_picture_has_a_lane_for_each_thread():
    package("matplotlib").use("agg")
    a = np.zeros(100_000)
    wave(a)
    with up.profile() as found:
        wave(a)
        thread = threading.Thread(target=wave, args=(a,))
        thread.start()
        thread.join()
    axes = found.plot()
    names = [label.get_text() for label in axes.get_yticklabels()]
    assert names[0] == "this thread" and len(names) == 2
    assert axes.get_legend() is not None


def test_html_has_the_source_and_escapes_it():
    @up.jit
    def less(a):
        for i in prange(a.shape[0]):
            a[i] = 1.0 if a[i] < 0.5 else 0.0

    with up.profile() as found:
        less(np.zeros(100_000))
    page = found._repr_html_()
    assert "for i in prange(a.shape[0]):" in page and "&lt;locals&gt;" not in page
    report = less.explain()._repr_html_()
    assert "for i in prange(a.shape[0]):" in report and "<b style" in report and "proven" in report
