"""Deep and long programs, little memory, small stacks, few threads, and Ctrl-C while functions are compiled."""

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path

import numpy as np
import pytest
import unpython as up
from support.devices import require
from support.scripts import script
from support.texts import function_of


def made(text):
    scope = {"up": up, "np": np, "prange": up.prange}
    exec(text, scope)
    return scope


def compiled(text):
    return made("@up.jit\n" + text)["f"]


def sums(n):
    return "def f(a):\n    t = 0.0\n" + "".join(
        f"    s{i} = 0.0\n    for i in prange(a.shape[0]):\n        s{i} += a[i] * {i}.0\n    t += s{i}\n" for i in range(n)
    ) + "    return t\n"


def loops(n):
    return "def f(a):\n    t = 0.0\n" + "".join(
        f"    for i in range(a.shape[0]):\n        t += a[i] * {i}.0\n" for i in range(n)
    ) + "    return t\n"


def stores(n):
    return "def f(a):\n" + "".join(
        f"    for i in range(a.shape[0]):\n        a[i] = a[i] * {i % 7}.5 + 1.0\n" for i in range(n)
    )


def terms(n):
    return "def f(a):\n    return " + " + ".join(f"a[{i % 5}] * {i}.0" for i in range(n)) + "\n"


def branches(n):
    return "def f(a):\n    t = 0.0\n" + "".join(
        f"    {'el' if i else ''}if a[0] == {i}.0:\n        t = {i}.5\n" for i in range(n)
    ) + "    return t\n"


def in_a_row(n):
    return "def f(a):\n    x = a[0]\n" + "".join(f"    x = x * 0.5 + {i}.0\n" for i in range(n)) + "    return x\n"


def items(n):
    return f"T = tuple(float(i) for i in range({n}))\n\n@up.jit\ndef f(a):\n    s = 0.0\n    for i in range(a.shape[0]):\n" \
           "        s += T[i] + T[-1 - i]\n    return s\n"  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [terms(2000), branches(1000), in_a_row(2000), sums(40), loops(300), stores(300)],
    ids=["terms", "elif", "lines", "sums", "loops", "stores"],
)
def test_long_programs(text):
    f = compiled(text)
    a, b = np.arange(5.0) + 2, np.arange(5.0) + 2
    result, expected = f(a), f.py_func(b)
    assert result is expected if expected is None else np.isclose(result, expected, rtol=1e-12)
    assert np.allclose(a, b, rtol=1e-12)


@pytest.mark.parametrize(
    "part",
    [" + ".join(f"a[{i % 3}] * {i}.0" for i in range(60)), "str(a[0])" + ".replace('1', '2')" * 40, "a" + "[0:]" * 30 + "[0]", "(" * 40 + "a[0]" + ") + 1" * 40],
    ids=["sum", "calls", "slices", "parentheses"],
)
def test_parts_of_an_expression_in_a_list_are_looked_at_once(part):
    text = f"def f(a):\n    rows = [[0.0] for _ in range(2)]\n    rows.append([1.0])\n    made = [{part}]\n    return rows, made\n"
    f, a = function_of(text), [1.0, 2.0, 3.0]
    assert up.jit(strict=False)(f)(a) == f(a)


def test_a_long_chain_of_returns():
    chain = "".join(f"    {'el' if i else ''}if k == {i}:\n        return a[0] + {i}.0\n" for i in range(1000))
    f = compiled("def f(a, k):\n" + chain + "    else:\n        return -1.0\n")
    for k in (0, 999, 5000):
        assert f(np.ones(2), k) == f.py_func(np.ones(2), k)


@pytest.mark.parametrize("line, last", [("s = 'x'", "    else:\n        s = 'no'\n    return len(s)\n"), ("return k * 2.5", "")])
def test_a_chain_too_long_for_what_writes_it_anew_is_refused(line, last):
    chain = "".join(f"    {'el' if i else ''}if k == {i}:\n        {line}\n" for i in range(600))
    f = up.jit(strict=False)(compiled("def f(a, k):\n" + chain + last).py_func)
    with pytest.raises(up.CompileError):
        f(np.ones(2), 599)


def with_everything(n):
    """A long body whose parts hand on numbers of each kind, arrays, and ways out."""
    head = """def f(a, k, z, stop):
    t = 0
    late = 0.0
    kept = np.zeros(a.shape[0])
    own = a * 2.0
    small = (1.5, 2.5, 3.5)
"""
    part = """    for i in range(a.shape[0]):
        kept[i] += a[i] * {i}.0
        t += i
    if k == {i}:
        late = kept[k % 5] + own[0]
        k = k + 2
    z = z * (0.5 + 0.25j) + small[{i} % 3]
    c = kept + own
    if stop == {i}:
        return t, late, z, c[1], k
    if stop == -{i} - 1:
        raise ValueError("stopped")
"""
    tail = "    return t, late, z + kept[2], c[1], k\n"
    return head + "".join(part.format(i=i) for i in range(n)) + tail


@pytest.mark.parametrize("stop", [1000, 0, 77, 149, -60, 2**40])
def test_a_long_body_hands_on_its_variables(stop):
    f = compiled(with_everything(150))
    arguments = (np.arange(5.0) + 2, 20, 1 - 2j, stop)
    if stop < 0:
        with pytest.raises(ValueError, match="stopped"):
            f(*arguments)
        return
    result, expected = f(*arguments), f.py_func(*arguments)
    assert [type(value) for value in result] == [type(value) for value in expected]
    assert np.allclose(result, expected, rtol=1e-12)


@pytest.mark.parametrize("count", [17, 100, 500])
def test_a_tuple_of_many_numbers_is_read_at_a_variable_index(count):
    f = made(items(count))["f"]
    for n in (0, 1, 16, 17):
        assert f(np.zeros(n)) == f.py_func(np.zeros(n))
    with pytest.raises(IndexError):
        f(np.zeros(count + 1))


@pytest.mark.parametrize("count", [64, 65, 1000, 5000])
def test_a_tuple_argument_of_many_numbers(count):
    text = """def f(a, T, k):
    s = 0.0
    for i in range(a.shape[0]):
        s += T[i] * a[i] + T[-1 - i]
    n = 0
    for x in T:
        n += x > 3.0
    return s, T[k], n
"""
    f = compiled(text)
    for numbers in (tuple(0.5 * i for i in range(count)), tuple(float(-i) for i in range(count))):
        a = np.arange(5.0)
        assert f(a, numbers, count - 1) == f.py_func(a, numbers, count - 1)
        with pytest.raises(IndexError, match="tuple index out of range"):
            f(a, numbers, count)


def test_many_numbers_of_a_tuple_on_devices():
    device = require("opencl")
    text = f"""G = tuple(range(300, 400))

@up.gpu(device={device!r})
def f(a, T):
    for i in prange(a.shape[0]):
        a[i] = T[i % 100] + G[-1 - i % 90]
"""
    f = made(text)["f"]
    numbers = tuple(1.5 * i for i in range(100))
    a, b = np.zeros(1000), np.zeros(1000)
    f(a, numbers)
    f.py_func(b, numbers)
    assert np.array_equal(a, b)


def test_a_long_sum_compiles_in_a_thread_with_a_small_stack():
    before = threading.stack_size(512 * 1024)
    try:
        found = []
        a = np.arange(5.0)
        f = compiled(terms(900))
        thread = threading.Thread(target=lambda: found.append(f(a)))
        thread.start()
        thread.join()
    finally:
        threading.stack_size(before)
    assert np.isclose(found[0], f.py_func(a))


def test_what_is_too_deep_is_refused_with_its_line():
    f = compiled("def f(a):\n    x = a\n    return " + "-" * 500 + "x\n")
    with pytest.raises(up.CompileError, match=r"<string>:4: the function is nested too deeply"):
        f(1.0)


def test_ctrl_c_stops_compiling():
    head = """
import time
import numpy as np
import unpython as up
from support.interrupts import interrupt_soon
from unpython import prange

@up.jit
def short(a):
    return a[0] + 1

@up.jit(cache=False)
"""
    tail = """
short(np.ones(3))
sent = interrupt_soon()
try:
    f(np.ones(3))
except KeyboardInterrupt:
    print("stopped", time.monotonic() - sent[0] < 1.0)
print(short(np.ones(4)))
"""
    done = script(head + sums(250) + tail)
    assert done.stdout == "stopped True\n2.0\n", done.stderr
    assert done.returncode == 0


def test_ctrl_c_stops_work_on_a_device():
    require("opencl")
    done = script(
        """
        import time
        import numpy as np
        import unpython as up
        from support.interrupts import interrupt_soon
        from unpython import prange

        @up.gpu(force=True, device="opencl")
        def steps(a, n):
            for k in range(n):
                for i in prange(a.shape[0]):
                    a[i] = a[i] * 0.5 + 1.0

        a = up.to_device(np.zeros(1000), "opencl")
        steps(a, 3)
        sent = interrupt_soon()
        try:
            steps(a, 10**9)
        except KeyboardInterrupt:
            print("stopped", time.monotonic() - sent[0] < 2.0)
        b = up.to_device(np.zeros(1000), "opencl")
        steps(b, 2)
        print(b.to_host()[0])
        """
    )
    assert done.stdout == "stopped True\n1.5\n", done.stderr
    assert done.returncode == 0


def test_a_driver_that_failed_is_asked_again():
    require("opencl")
    library = Path(__file__).parents[2] / "build/lib/libopencl_faults.so"
    if not library.exists():
        pytest.skip("the library with the faults is not built: -DUNPYTHON_TESTS=ON")
    done = script(
        """
        import ctypes, os, time
        import numpy as np
        import unpython as up
        from unpython import prange

        faults = ctypes.CDLL(os.environ["UNPYTHON_OPENCL_LIBRARY"])
        faults.opencl_faults_set.argtypes = [ctypes.c_char_p, ctypes.c_long, ctypes.c_int]
        faults.opencl_faults_set(b"clCreateContext", 1, -5)

        @up.gpu(force=True, device="opencl")
        def doubled(a, b):
            for i in prange(a.shape[0]):
                b[i] = a[i] * 2

        def ran_on():
            b = np.zeros(100)
            doubled(np.arange(100.0), b)
            assert b[99] == 198.0
            return doubled.ran_on

        print(ran_on().partition(":")[0])
        time.sleep(4.0)
        print(ran_on().partition(":")[0])
        """,
        UNPYTHON_OPENCL_LIBRARY=str(library),
        UNPYTHON_CUDA_LIBRARY="/none",
        UNPYTHON_STRICT="0",
    )
    assert done.stdout == "cpu\nopencl\n", done.stderr
    assert done.returncode == 0


def test_a_process_that_ends_at_once_waits_for_the_library_that_opens():
    for _ in range(8):
        done = script("import unpython as up\nup.jit(lambda a: a.sum())")
        assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("megabytes", [57, 66, 120, 128, 200, 300, 500, 700, 1000])
def test_little_memory_is_a_memory_error(megabytes):
    done = script(
        f"""
        import resource, sys
        import numpy as np
        import unpython as up
        used = int(open("/proc/self/statm").read().split()[0]) * 4096
        resource.setrlimit(resource.RLIMIT_AS, (used + ({megabytes} << 20),) * 2)
        @up.jit(cache=False, threads=4)
        def f(a):
            b = np.ones(a.shape[0] * 4)
            s = 0.0
            for i in up.prange(a.shape[0]):
                s += a[i] + b[i]
            return s
        try:
            print("right" if f(np.ones(1000000)) == 2000000.0 else "wrong")
        except (MemoryError, up.DeviceError) as problem:
            print("refused")
        """
    )
    assert done.stdout in ("right\n", "refused\n"), (done.returncode, done.stderr[-2000:])
    assert done.returncode == 0


def test_a_sub_interpreter_gets_an_import_error_or_works():
    done = script(
        """
        import sys
        try:
            import _xxsubinterpreters as inner
        except ImportError:
            import _interpreters as inner
        i = inner.create()
        try:
            inner.run_string(i, "import sys\\ntry:\\n    import unpython\\n    print('works')\\nexcept ImportError:\\n"
                                "    print('refused')\\n")
        except Exception as problem:
            print("refused")
        """
    )
    assert done.stdout in ("works\n", "refused\n"), (done.returncode, done.stderr[-2000:])


class Described:
    def __init__(self, **changes):
        self.__cuda_array_interface__ = {"shape": (4, 3), "typestr": "<f8", "data": (4096, False), "version": 3, **changes}


@pytest.mark.parametrize(
    "changes",
    [
        {"strides": (8,)},
        {"strides": ()},
        {"strides": (8, 8, 8)},
        {"strides": (2**62, 2**62)},
        {"shape": (-1, 3)},
        {"shape": (2**40, 2**40)},
    ],
    ids=str,
)
def test_arrays_described_wrongly_are_refused(changes):
    @up.jit
    def first(a):
        return a[0, 0]

    with pytest.raises((TypeError, up.DeviceError)):
        first(Described(**changes))


def test_a_device_array_is_made_by_to_device_alone():
    from unpython import _core

    with pytest.raises(TypeError):
        _core.DeviceArray.__new__(_core.DeviceArray)
    with pytest.raises(TypeError):
        object.__new__(_core.DeviceArray)


def test_a_function_whose_parts_do_not_match_is_refused():
    from unpython import _core, _source

    def f(a, b):
        return a + b

    parts = _source.serialize(f, None).as_tuple()
    for changed in (
        (parts[0], parts[1][:1], *parts[2:]),
        (parts[0], (*parts[1], "c"), *parts[2:]),
        (*parts[:3], (("x",),), *parts[4:]),
        (*parts[:5], 7, *parts[6:]),
        (*parts[:6], 3),
        parts[:3],
        ("unpython 1", *parts[1:]),
        (3, *parts[1:]),
    ):
        function = _core.Function(f, lambda changed=changed: changed, None, {}, {}, "cpu")
        for arguments in ((), (1,), (1, 2), (1, 2, 3)):
            with pytest.raises(Exception):
                function(*arguments)


def test_a_relative_cache_folder_is_meant_from_where_the_process_started(tmp_path):
    (tmp_path / "script").mkdir()
    path = tmp_path / "script" / "s.py"
    text = """
        import os
        import numpy as np
        import unpython as up
        os.makedirs("elsewhere")
        @up.jit
        def f(a):
            return a[0] + 1
        os.chdir("elsewhere")
        f(np.ones(3))
        print(sorted(os.listdir("..")), os.listdir("."))
        """
    path.write_text(textwrap.dedent(text))
    done = subprocess.run(
        [sys.executable, path],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        env={**os.environ, "UNPYTHON_CACHE_DIR": "kept"},
    )
    assert done.stdout == "['elsewhere', 'kept', 'script'] []\n", done.stderr


def test_an_unwritable_cache_says_so_once(tmp_path):
    (tmp_path / "file").write_text("")
    done = script(
        """
        import numpy as np
        import unpython as up
        @up.jit
        def f(a):
            return a[0] + 1
        @up.jit
        def g(a):
            return a[0] + 2
        f(np.ones(3)), g(np.ones(3)), g(np.ones((3, 3)))
        """,
        UNPYTHON_CACHE_DIR=str(tmp_path / "file" / "below"),
        UNPYTHON_LOG="warn",
    )
    assert done.stderr.count("the cache cannot be written") == 1, done.stderr


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs timers")
def test_a_signal_while_a_plan_is_made_is_not_lost():
    seen = []
    before = signal.signal(signal.SIGALRM, lambda *_: seen.append(1))
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.01)
        compiled(sums(20))(np.arange(5.0))
        time.sleep(0.02)
    finally:
        signal.signal(signal.SIGALRM, before)
    assert seen == [1]


_LEFT_BEHIND = """
import os, signal, threading, time
import numpy as np
import unpython as up
from unpython._find_source import run_text

def program(sums):
    lines = [f"    s{k} = 0.0\\n    for i in prange(len(a)):\\n        s{k} += a[i] * {k + 1}.0\\n" for k in range(sums)]
    text = "def f(a):\\n" + "".join(lines) + "    return s0\\n"
    return up.jit(run_text(text, "<left>", {"prange": up.prange})["f"])

for delay in (0.02, 0.1, 0.3, 0.8):
    timer = threading.Timer(delay, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    try:
        program(200)(np.ones(8))
        timer.join()
    except KeyboardInterrupt:
        pass
"""


def test_compiling_that_was_left_behind_ends_before_the_process(tmp_path):
    """The compiler's own data were destroyed under it."""
    environment = {**os.environ, "UNPYTHON_CACHE": "off"}
    assert subprocess.run([sys.executable, "-c", _LEFT_BEHIND], env=environment, timeout=120).returncode == 0
