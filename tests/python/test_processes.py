"""Compiled functions in threads, after fork and spawn, pickled, and interrupted."""

import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import threading

import cloudpickle
import numpy as np
import pytest
import unpython as up
from unpython import prange

SCALE = 3.0


@up.jit
def scaled_sum(a):
    s = 0.0
    for i in prange(a.shape[0]):
        s += a[i] * SCALE
    return s


@up.jit
def long_loop(a, rounds):
    for i in prange(a.shape[0]):
        x = a[i]
        for _ in range(rounds):
            x = x * 0.5 + 1.0
        a[i] = x


VALUES = np.arange(10_000.0)
EXPECTED = 3.0 * VALUES.sum()


def in_child(_):
    return float(scaled_sum(VALUES))


def call(function):
    return float(function(VALUES))


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_pool(method):
    assert scaled_sum(VALUES) == EXPECTED  # the parent has used its threads before it forks
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map(in_child, range(4)) == [EXPECTED] * 4
        assert pool.map(call, [scaled_sum] * 2) == [EXPECTED] * 2
    assert scaled_sum(VALUES) == EXPECTED


def fresh_sum():
    """A function that nobody has compiled yet."""

    @up.jit(cache=False)
    def fresh(a):
        s = 0.0
        for i in prange(a.shape[0]):
            s += a[i]
        return s

    return fresh


def compile_until(stop):
    while not stop.is_set():
        fresh_sum()(VALUES)


@pytest.mark.parametrize("compiling", [False, True])
def test_fork_compiles_in_the_child(compiling):
    stop = threading.Event()
    thread = threading.Thread(target=compile_until, args=(stop,))
    if compiling:  # a thread of the parent, so that the child finds its locks in whatever state they are
        thread.start()
    for _ in range(5 if compiling else 1):
        compile_in_a_child()
    stop.set()
    if compiling:
        thread.join()


def compile_in_a_child():
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(writer, b"right" if fresh_sum()(VALUES) == VALUES.sum() else b"wrong")
        os._exit(0)
    os.close(writer)
    assert os.read(reader, 10) == b"right"
    os.close(reader)
    assert os.waitpid(child, 0)[1] == 0


def test_many_threads_call_and_compile_at_once():
    results = []

    def work(n):
        @up.jit
        def own(a):
            s = 0.0
            for i in prange(a.shape[0]):
                s += a[i] * n
            return s

        for _ in range(20):
            results.append((scaled_sum(VALUES), own(VALUES) == n * VALUES.sum()))

    threads = [threading.Thread(target=work, args=(float(n),)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [(EXPECTED, True)] * 160


def test_first_call_from_many_threads_at_once():
    @up.jit
    def shared(a):
        s = 0.0
        for i in prange(a.shape[0]):
            s += a[i]
        return s

    start = threading.Barrier(8)
    results = []

    def work():
        start.wait()
        results.append(shared(VALUES))

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [VALUES.sum()] * 8


def test_pickle_of_an_importable_function_is_the_function():
    assert pickle.loads(pickle.dumps(scaled_sum)) is scaled_sum
    assert cloudpickle.loads(cloudpickle.dumps(scaled_sum)) is scaled_sum


def test_cloudpickle_of_a_local_function():
    factor = 2.0

    @up.jit(threads=1)
    @up.type("ndarray[double,1]", "double")
    def local(a):
        return a[0] * factor

    copy = cloudpickle.loads(cloudpickle.dumps(local))
    assert copy is not local
    assert (copy.declared, copy.options, copy.device) == (local.declared, local.options, local.device)
    assert copy(np.array([4.0])) == 8.0


def test_cloudpickle_takes_the_text_along(tmp_path):
    """A function of a script, sent to a process that has no such file."""
    script = tmp_path / "script.py"
    script.write_text(
        "import sys, cloudpickle, unpython as up\n"
        "def helper(x):\n    return x + 1\n"
        "@up.jit\ndef f(a):\n    return helper(a) * 2\n"
        "sys.stdout.buffer.write(cloudpickle.dumps(f))\n"
    )
    sent = subprocess.run([sys.executable, str(script)], check=True, capture_output=True, timeout=60).stdout
    script.unlink()
    receive = "import sys, pickle; print(pickle.loads(sys.stdin.buffer.read())(20))"
    done = subprocess.run(
        [sys.executable, "-c", receive], check=False, input=sent, capture_output=True, timeout=60
    )
    assert done.stdout.decode().strip() == "42", done.stderr.decode()


def test_received_functions_of_one_name_and_line_keep_their_own_texts(tmp_path):
    """Their byte code is the same, too, and the receiver may not know the file: constants tell them apart, sets of texts among them,
    which have another order there."""
    sent = []
    for number in (2, 3):
        script = tmp_path / f"script{number}.py"
        script.write_text(
            "import sys, cloudpickle, unpython as up\n"
            f"@up.jit(strict=False)\ndef f(a):\n    return a * {number}.5\n"
            f"@up.jit(strict=False)\ndef g(a):\n    return a in {{'v', 'w', 'x', 'y', 'z'}}\n"
            "sys.stdout.buffer.write(cloudpickle.dumps((f, g)))\n"
        )
        environment = os.environ | {"PYTHONHASHSEED": str(number)}
        sent.append(subprocess.run([sys.executable, str(script)], check=True, capture_output=True, timeout=60, env=environment).stdout)
        script.unlink()
    receive = (
        f"import pickle; from unpython._find_source import find_source; (f, g), (h, _) = map(pickle.loads, {sent!r})\n"
        "print(f(2), h(2), find_source(g.py_func).filename.endswith('.py'))\n"
    )
    environment = os.environ | {"PYTHONHASHSEED": "4"}
    done = subprocess.run([sys.executable, "-c", receive], check=False, capture_output=True, timeout=60, env=environment)
    assert done.stdout.decode().split() == ["5.0", "7.0", "True"], done.stderr.decode()


def test_interrupt_stops_a_long_loop():
    a = np.ones(1 << 16)
    long_loop(a[:8], 1)
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    a[-1] = 7
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # in the background it may be ignored
    try:
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            long_loop(a, 4_000_000)  # hours, if it is not stopped
    finally:
        signal.signal(signal.SIGINT, before)
    assert a[-1] == 7
    timer.join()
    assert scaled_sum(VALUES) == EXPECTED
