"""Ctrl-C is not lost: not where things die while it is due, not in Python code that a call asks something, not in loops around kernels."""

import dataclasses
import signal

import pytest
import unpython as up
from support.devices import require
from support.scripts import script
from unpython import _attempts, _objects

# From the signal to the end of what is collected no Python code runs but that of callbacks: the signal is due when they are called.
DROPPED = """
import ctypes, dataclasses, gc, itertools, signal
import numpy as np
import unpython as up

def dropped(make):
    cycle = [make()]
    cycle.append(cycle)
    del cycle
    raised = itertools.starmap(ctypes.PyDLL(None)["raise"], [(signal.SIGINT,)])
    collected = itertools.starmap(gc.collect, [()])
    try:
        list(map(next, [raised, collected]))
        for _ in range(10):
            pass
    except KeyboardInterrupt:
        return "arrived"
    return "lost"

def objects():
    @dataclasses.dataclass
    class Point:
        x: float = 1.0

    @up.jit
    def moved(point, a):
        return a + point.x

    moved(Point(), np.ones(3))
    return Point, moved

def functions():
    @up.jit
    def each(f, a):
        for i in range(a.shape[0]):
            a[i] = f(a[i])

    each(lambda x: x + 1, np.ones(3))
    return each

def texts():
    scope = {}
    exec("def f(a):\\n    return a + 1", scope)
    f = up.jit(scope["f"])
    f(np.ones(3))
    return scope, f

def graphs():
    graph = range(100) >> up.task(lambda i: np.full(3, i)) >> up.task(up.jit(lambda a: a + 1.0))
    graph.run()
    return graph

def graphs_that_run():
    run = (itertools.count() >> up.task(str) >> (lambda text: None)).start()
    return run

gc.disable()
signal.signal(signal.SIGINT, signal.default_int_handler)
print(*map(dropped, (object, objects, functions, texts, graphs, graphs_that_run)))
"""


def test_what_dies_loses_no_ctrl_c():
    done = script(DROPPED)
    assert (done.returncode, done.stdout, done.stderr) == (0, " ".join(["arrived"] * 6) + "\n", "")


LOOP = """
import dataclasses, os, random, signal, sys, threading, time
import numpy as np
import unpython as up

@up.jit
def made(a, n):
    b = a + n
    return b, b[1:]

@up.jit
def moved(point, a):
    return a * point.x

def work():
    @dataclasses.dataclass
    class Point:
        x: float = 2.0

    for k in range(20):
        b, part = made(np.ones(50), k)
        moved(Point(), part)
    (np.ones(8) >> up.task(np.sqrt)).run()

work()
signal.signal(signal.SIGINT, signal.default_int_handler)
lost = []
sys.unraisablehook = lambda raised: lost.append(repr(raised.exc_value))
rounds, arrived = 100, 0
for seed in range(rounds):
    sent = threading.Event()

    def send():
        time.sleep(random.Random(seed).random() * 0.01)
        os.kill(os.getpid(), signal.SIGINT)
        sent.set()

    try:
        threading.Thread(target=send).start()
        while not sent.is_set():
            work()
        time.sleep(0.1)
    except KeyboardInterrupt:
        arrived += 1
print(arrived == rounds, lost)
"""


def test_a_loop_of_calls_that_drop_arrays_loses_no_ctrl_c():
    done = script(LOOP)
    assert (done.returncode, done.stdout) == (0, "True []\n"), done.stderr


@pytest.fixture
def ctrl_c_raises():
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever began the tests may have it ignored
    yield
    signal.signal(signal.SIGINT, before)


@dataclasses.dataclass
class Point:
    x: float


class Asked:
    @property
    def __cuda_array_interface__(self):
        raise KeyboardInterrupt


@up.jit
def sum_of(points):
    s = 0.0
    for point in points:
        s += point.x
    return s


@up.jit
def first_of(values):
    return values[0]


@up.jit
def grown(rows):
    rows[0].append(len(rows))
    return len(rows[0])


@pytest.mark.parametrize(
    "module, name, call",
    [
        (_objects, "taken", lambda: sum_of([Point(float(i)) for i in range(20)])),
        (_attempts, "may_run_again", lambda: grown([[1, 2], [3]])),
        (None, "", lambda: first_of(Asked())),
    ],
    ids=["objects", "attempts", "attribute"],
)
def test_python_code_that_a_call_asks_loses_no_ctrl_c(module, name, call, ctrl_c_raises, monkeypatch):
    if module is not None:
        asked = getattr(module, name)

        def interrupted_once(*arguments, **keywords):
            monkeypatch.setattr(module, name, asked)
            raise KeyboardInterrupt

        monkeypatch.setattr(module, name, interrupted_once)
    with pytest.raises(KeyboardInterrupt):
        call()
        for _ in range(10):
            pass


@pytest.mark.parametrize("memory", ["host", "device"])
@pytest.mark.parametrize("call", ["settle(a, -1.0)", "[steps(a, 50) for _ in iter(int, 1)]"])
def test_ctrl_c_stops_loops_around_short_kernels(memory, call):
    require("opencl")
    done = script(
        f"""
        import time
        import numpy as np
        import unpython as up
        from support.interrupts import interrupt_soon
        from unpython import prange

        @up.gpu(force=True, device="opencl")
        def settle(a, tolerance):
            error = 1.0
            turns = 0
            while error > tolerance:
                for i in prange(a.shape[0]):
                    a[i] = a[i] * 0.5 + 1.0
                error = abs(a[0] - 2.0)
                turns += 1
            return turns

        @up.gpu(force=True, device="opencl")
        def steps(a, n):
            for k in range(n):
                for i in prange(a.shape[0]):
                    a[i] = a[i] * 0.5 + 1.0

        def given():
            return up.to_device(np.zeros(1000), "opencl") if {memory!r} == "device" else np.zeros(1000)

        a = given()
        settle(given(), 0.1), steps(given(), 3)
        sent = interrupt_soon()
        try:
            {call}
        except KeyboardInterrupt:
            print("stopped", time.monotonic() - sent[0] < 2.0)
        print(settle(given(), 0.1))
        """
    )
    assert done.stdout == "stopped True\n5\n", done.stderr


def test_handlers_catch_ctrl_c():
    done = script(
        """
        import unpython as up
        from support.interrupts import interrupt_soon

        CAUGHT = (ValueError, KeyboardInterrupt)

        @up.jit(strict=False)
        def named(n):
            s = 0
            try:
                for i in range(n):
                    s = (s * 31 + i) & 0xffff
            except CAUGHT:
                return -1
            return s

        @up.jit(strict=False)
        def bare(n):
            s = 0
            try:
                for i in range(n):
                    s = (s * 31 + i) & 0xffff
            except:
                s = -2
            return s

        @up.jit(strict=False)
        def of_text(text, n):
            s = 0
            try:
                s = int(text)
                for i in range(n):
                    s = (s * 31 + i) & 0xffff
            except BaseException:
                return -3
            return s

        for function, given in (named, ()), (bare, ()), (of_text, ("12",)):
            function(*given, 3)
            interrupt_soon(0.2)
            print(function(*given, 10**11))
        """
    )
    assert done.stdout == "-1\n-2\n-3\n", done.stderr
