"""Modules that are built for callers without Python: C programs that call them, beside the same functions in Python."""

import os
import shutil
import subprocess
import sys

import numpy as np
import pytest

MODULE = '''
import math

import numpy as np
import unpython as up

SCALE = 3.0
WEIGHT = np.float32(0.5)
COUNT = 7


@up.type("ndarray[double, 2]", "ndarray[double, 2]", "ndarray[double, 2]", None)
@up.jit
def product(a, b, c):
    for i in up.prange(a.shape[0]):
        for j in range(b.shape[1]):
            s = 0.0
            for k in range(a.shape[1]):
                s += a[i, k] * b[k, j]
            c[i, j] = s * SCALE


@up.type("ndarray[double, 1]", "double")
@up.jit
def total(x):
    s = 0.0
    for i in up.prange(x.size):
        s += np.exp(x[i]) + math.gamma(x[i] + 1.5)
    return s


@up.type("ndarray[float32, 1]", "ndarray[float32, 1]", None)
@up.jit
def shifted(x, register):
    for i in up.prange(x.size - 1):
        register[i] = x[i + 1] * WEIGHT + COUNT


@up.type("ndarray[double, 1]", "int64", "double")
@up.jit
def at(x, i):
    if i == -100:
        raise ValueError("not that place")
    return x[i]


@up.type("ndarray[double, 1]", "ndarray[double, 1]", "ndarray[double, 1]")
@up.jit
def added(a, b):
    return a + b


@up.type("ndarray[int32, 2]", "ndarray[int32, 1]")
@up.jit
def column(a):
    return a[1:, 1]


@up.type("complex128", "bool", "uint8", "float32", "complex128")
@up.jit
def numbers(I, arguments, error, result):
    return I * (error + result) if arguments else I


@up.jit
def undeclared(x):
    return x
'''

PROGRAM = r"""
#include <stdio.h>
#include "calls.h"

static unpython_error error;

static void say(const char *what, int code, double value) {
  if (code == UNPYTHON_OK) printf("%s %.17g\n", what, value);
  else printf("%s %d %s: %s\n", what, code, error.exception, error.text);
}

int main(void) {
  enum { N = 1000 };
  static double x[N];
  for (int i = 0; i < N; ++i) x[i] = i / 100.0;
  int64_t all[] = {N}, half[] = {N / 2}, one[] = {1}, none[] = {0}, twice[] = {16}, back[] = {-8};
  double value = 0;
  int code;
  unpython_array made;
  code = calls_total(x, all, 0, &value, &error);
  say("dense", code, value);
  code = calls_total(x, half, twice, &value, &error);
  say("strided", code, value);
  code = calls_total(x + N - 1, all, back, &value, &error);
  say("backward", code, value);
  code = calls_total(0, none, 0, &value, &error);
  say("empty", code, value);
  code = calls_total(x + 3, one, 0, &value, &error);
  say("one", code, value);
  code = calls_total(x, all, 0, 0, 0);
  say("dropped", code, 0);
  code = calls_at(x, all, 0, -1, &value, &error);
  say("at", code, value);
  code = calls_at(x, all, 0, N, &value, &error);
  say("outside", code, value);
  code = calls_at(x, all, 0, -100, &value, &error);
  say("raised", code, value);
  code = calls_at(x, all, 0, INT64_C(1) << 61, &value, &error);
  say("large", code, value);
  code = calls_at(x, all, 0, -(INT64_C(1) << 62), &value, &error);
  say("far below", code, value);
  code = calls_total(x, 0, 0, &value, &error);
  say("no shape", code, value);
  code = calls_total(0, all, 0, &value, &error);
  say("no data", code, value);
  code = calls_total((double *)((char *)x + 1), one, 0, &value, &error);
  say("unaligned", code, value);

  code = calls_added(x, all, 0, x, all, 0, &made, &error);
  say("added", code, ((double *)made.data)[N - 1] + (double)made.shape[0]);
  calls_release(&made);
  calls_release(0);
  code = calls_added(x, all, 0, x, half, 0, &made, &error);
  say("mismatch", code, 0);
  code = calls_added(x, all, 0, x, one, 0, &made, &error);
  say("stretched", code, 0);
  int32_t table[12];
  for (int i = 0; i < 12; ++i) table[i] = i;
  int64_t shape[] = {3, 4};
  code = calls_column(table, shape, 0, &made, &error);
  say("column", code, *(int32_t *)((char *)made.data + made.strides[0]) + 100.0 * (double)made.shape[0]);
  say("lent", code, made.memory != 0);

  float f[6] = {1, 2, 3, 4, 5, 6}, g[6] = {0};
  int64_t six[] = {6}, five[] = {5};
  code = calls_shifted(f, six, 0, g, six, 0, &error);
  say("shifted", code, g[0] + 10 * g[4] + 100 * g[5]);
  code = calls_shifted(f, five, 0, f + 1, five, 0, &error);
  say("overlapping", code, f[1] + 10 * f[4]);

  double a[] = {1, 2, 3, 4}, b[] = {0, 1, 1, 0}, c[4];
  int64_t square[] = {2, 2}, turned[] = {8, 16};
  code = calls_product(a, square, 0, b, square, 0, c, square, 0, &error);
  say("product", code, c[0] + 10 * c[1] + 100 * c[2] + 1000 * c[3]);
  code = calls_product(a, square, turned, b, square, turned, c, square, turned, &error);
  say("turned", code, c[0] + 10 * c[1] + 100 * c[2] + 1000 * c[3]);
  code = calls_product(a, square, 0, a, square, 0, a, square, 0, &error);
  say("in place", code, a[0] + 10 * a[1] + 100 * a[2] + 1000 * a[3]);

  unpython_complex128 z = 0;
  code = calls_numbers(1.0 + 2.0i, true, 255, 0.5f, &z, &error);
  say("complex", code, __real__ z + 1000 * __imag__ z);
  return 0;
}
"""

THREADS = r"""
#include <pthread.h>
#include <stdio.h>
#include "calls.h"

static double x[5000];

static void *sums(void *place) {
  for (int i = 1; i <= 40; ++i) {
    int64_t shape[] = {i * 100};
    if (calls_total(x, shape, 0, (double *)place, 0) != UNPYTHON_OK) return place;
  }
  return 0;
}

int main(void) {
  pthread_t threads[4];
  double results[4];
  int failed = 0;
  for (int t = 0; t < 4; ++t) pthread_create(&threads[t], 0, sums, &results[t]);
  for (int t = 0; t < 4; ++t) {
    void *result;
    pthread_join(threads[t], &result);
    failed += result != 0 || results[t] != results[0];
  }
  printf("%d\n", failed);
  return 0;
}
"""

BUILD = [sys.executable, "-m", "unpython", "build"]


def run(command, folder, **settings):
    left_out = ("UNPYTHON_CACHE_DIR", "UNPYTHON_STRICT")
    environment = {name: value for name, value in os.environ.items() if name not in left_out} | settings
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=240, check=False)


def build(folder, text, *arguments, **settings):
    (folder / "calls.py").write_text(text)
    return run([*BUILD, "calls.py", "--c", "-o", "dist", *arguments], folder, **settings)


def run_c(folder, text, compiler="cc", **settings):
    """What a C program prints that is linked with the library, where no LLVM is."""
    source = folder / ("main.c" if compiler == "cc" else "main.cpp")
    source.write_text(text)
    link = ["-Idist", "-Ldist", "-lcalls", "-Wl,-rpath,$ORIGIN/dist", "-lpthread"]
    flags = ["-Wall", "-Wextra", "-Werror"] if compiler == "cc" else []
    done = run([compiler, *flags, "-o", "main", source.name, *link], folder)
    assert done.returncode == 0, done.stderr
    return run(["./main"], folder, **{"UNPYTHON_CPU_LIBRARY": str(folder / "absent.so"), **settings})


def program(*lines):
    return "\n".join(["#include <stdio.h>", '#include "calls.h"', "int main(void) {", *lines, "return 0;", "}", ""])


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    folder = tmp_path_factory.mktemp("built")
    done = build(folder, MODULE)
    assert done.returncode == 0, done.stderr
    return folder, done.stdout


@pytest.fixture
def copied(built, tmp_path):
    shutil.copytree(built[0] / "dist", tmp_path / "dist")
    return tmp_path


def expected():
    """The lines of PROGRAM, by Python."""
    scope = {"__name__": "calls"}
    exec(MODULE, scope)
    plain = {name: getattr(value, "py_func", value) for name, value in scope.items()}
    x = np.arange(1000) / 100.0
    f, g = np.arange(1, 7, dtype=np.float32), np.zeros(6, np.float32)
    a, b, c = np.array([[1.0, 2], [3, 4]]), np.array([[0.0, 1], [1, 0]]), np.zeros((2, 2))
    line = MODULE[: MODULE.index("return x[i]")].count("\n") + 1
    values = {
        "dense": plain["total"](x),
        "strided": plain["total"](x[::2]),
        "backward": plain["total"](x[::-1]),
        "empty": 0.0,
        "one": plain["total"](x[3:4]),
        "dropped": 0,
        "at": x[-1],
        "outside": f"1 IndexError: index 1000 is out of bounds for axis 0 with size 1000 (array 'x', calls.py, line {line})",
        "raised": "1 ValueError: not that place",
        "large": "3 : argument 2 is 2**61 or more",
        "far below": "3 : argument 2 is -2**61 or less",
        "no shape": "3 : argument 1 has no shape",
        "no data": "3 : argument 1 has no elements: its address is null",
        "unaligned": "3 : argument 1 is not aligned to its elements",
        "added": 2 * x[-1] + 1000,
        "mismatch": "1 ValueError: operands could not be broadcast together with shapes (1000,) (500,)",
        "stretched": "1 ValueError: operands could not be broadcast together with shapes (1000,) (1,)",
        "column": 9 + 200,
        "lent": 0,
    }
    plain["shifted"](f, g)
    values["shifted"] = g[0] + 10 * g[4] + 100 * g[5]
    plain["shifted"](f[:5], f[1:])
    values["overlapping"] = f[1] + 10 * f[4]
    weights = np.array([[1, 10], [100, 1000]])
    plain["product"](a, b, c)
    values["product"] = (c * weights).sum()
    plain["product"](a.T, b.T, c.T)
    values["turned"] = (c * weights).sum()
    plain["product"](a, a, a)
    values["in place"] = (a * weights).sum()
    z = (1 + 2j) * 255.5
    values["complex"] = z.real + 1000 * z.imag
    return values


def test_what_c_gets_is_what_python_gets(built, copied):
    done = run_c(copied, PROGRAM)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    values = expected()
    assert len(lines) == len(values)
    for line, (name, value) in zip(lines, values.items(), strict=True):
        assert line.startswith(f"{name} "), line
        given = line[len(name) + 1 :]
        if isinstance(value, str):
            assert given.startswith(value), line
        else:
            np.testing.assert_allclose(float(given), value, rtol=1e-13, err_msg=name)


def test_what_is_built_and_what_is_not_is_said(built):
    first, second = built[1].splitlines()
    assert first.startswith("dist/calls.h, dist/libcalls.so: product, total, shifted, at, added, column, numbers for ")
    assert second == "left out, for nothing declares their types: undeclared"


def test_the_header_says_what_is_stored_to(built):
    header = (built[0] / "dist" / "calls.h").read_text()
    assert "int calls_shifted(const float *x, " in header and "float *register_, const int64_t *register__shape" in header


def test_threads_may_call_at_once(copied):
    done = run_c(copied, THREADS)
    assert (done.stdout, done.stderr) == ("0\n", "")


AT = "double x = 1, s; int64_t n = 1; unpython_error e; calls_at(&x, &n, 0, 0, &s, &e);"


def test_the_header_is_one_of_cpp_too(copied):
    if shutil.which("g++") is None:
        pytest.skip("there is no g++")
    assert run_c(copied, program(AT, r'printf("%g\n", s);'), "g++").stdout == "1\n"


def test_neither_python_nor_llvm_is_loaded(copied):
    shown = 'FILE *f = fopen("/proc/self/maps", "r"); int c; while ((c = getc(f)) != EOF) putchar(c);'
    maps = run_c(copied, program(AT, shown), UNPYTHON_CPU_LIBRARY="").stdout
    assert "libunpython.so" in maps and "libpython" not in maps and "libunpython_cpu" not in maps


def test_a_library_for_another_processor_says_so(tmp_path):
    done = build(tmp_path, MODULE, "--cpu", "sapphirerapids")
    assert done.returncode == 0, done.stderr
    said = run_c(tmp_path, program(AT, r'printf("%d %s\n", e.code, e.text);')).stdout
    if said == "0 \n":
        pytest.skip("this processor has all that Sapphire Rapids has")
    assert said.startswith("3 the library's code is not used: it was built for sapphirerapids, and this processor has no ")


def test_where_races_are_errors_calls_that_have_some_are_refused(tmp_path):
    done = build(tmp_path, MODULE, UNPYTHON_STRICT="1")
    assert done.returncode == 0, done.stderr
    calls = (
        "float x[6] = {1}, y[6]; int64_t n = 6, m = 5;",
        r'printf("%d ", calls_shifted(x, &n, 0, y, &n, 0, 0));',
        r'printf("%d\n", calls_shifted(x, &m, 0, x + 1, &m, 0, 0));',
    )
    assert run_c(tmp_path, program(*calls)).stdout == "0 3\n"


@pytest.mark.parametrize(
    "line, reason",
    [
        ("T = np.ones(3)\n\n@up.type('int64', 'double')\n@up.jit\ndef f(i):\n    return T[i]\n", "it uses T, which is no number"),
        ("@up.type('ndarray[double, 1]', 'double')\n@up.jit\ndef f(x):\n    return x.tolist()\n", "f: "),
        ("@up.type('int64', 'double')\n@up.jit\ndef f(i):\n    return undefined(i)\n", "f: "),
        ("@up.type('ndarray[double, 1]', 'ndarray[int64, 1]')\n@up.jit\ndef f(x):\n    return np.argsort(x)\n", "a function that Python runs"),
        ("@up.jit\ndef f(i):\n    return i\n", "no function has declared types"),
    ],
)
def test_what_c_cannot_have_is_refused(tmp_path, line, reason):
    done = build(tmp_path, "import numpy as np\nimport unpython as up\n\n" + line)
    assert done.returncode == 1 and reason in done.stderr and not (tmp_path / "dist").exists(), done.stderr


def test_an_order_that_asks_nobody_is_built(tmp_path):
    line = "@up.type('ndarray[double, 1]', 'ndarray[int64, 1]')\n@up.jit\ndef f(x):\n    return np.argsort(np.sort(x), kind='stable')\n"
    done = build(tmp_path, "import numpy as np\nimport unpython as up\n\n" + line)
    assert done.returncode == 0, done.stderr
