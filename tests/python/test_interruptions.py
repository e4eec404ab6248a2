"""Ctrl-C is not lost: not where things die while it is due, and not in Python code that a call asks something."""

import dataclasses
import signal

import pytest
import unpython as up
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
def counted(words):
    found = {}
    for word in words:
        found[word.lower()] = 1
    return len(found)


@pytest.mark.parametrize(
    "module, name, call",
    [
        (_objects, "taken", lambda: sum_of([Point(float(i)) for i in range(20)])),
        (_attempts, "may_run_again", lambda: counted(["a", "A"])),
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
