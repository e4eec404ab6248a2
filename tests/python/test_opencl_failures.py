"""OpenCL's library between unpython and the driver fails, ends the process, or counts launches."""

import ctypes.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support.devices import absent

BETWEEN = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

static int limit(const char* name) { return getenv(name) ? atoi(getenv(name)) : 0; }

int clGetPlatformIDs(unsigned n, void* found, unsigned* count) {
  static int seen;
  if (getenv("ABORTS")) abort();
  if (++seen <= limit("PLATFORMS_FAIL")) return -6;
  return ((int (*)(unsigned, void*, unsigned*))dlsym(RTLD_NEXT, "clGetPlatformIDs"))(n, found, count);
}

int clGetDeviceIDs(void* platform, unsigned long kind, unsigned n, void* found, unsigned* count) {
  static int seen;
  if (++seen <= limit("DEVICES_FAIL")) return -6;
  return ((int (*)(void*, unsigned long, unsigned, void*, unsigned*))dlsym(RTLD_NEXT, "clGetDeviceIDs"))(platform, kind, n, found, count);
}

void* clCreateContext(void* a, unsigned b, void* c, void* d, void* e, int* error) {
  static int seen;
  if (++seen <= limit("CONTEXTS_FAIL")) {
    if (error) *error = -6;
    return 0;
  }
  return ((void* (*)(void*, unsigned, void*, void*, void*, int*))dlsym(RTLD_NEXT, "clCreateContext"))(a, b, c, d, e, error);
}

static int in_flight, most;

int clEnqueueNDRangeKernel(void* a, void* b, unsigned c, void* d, void* e, void* f, unsigned g, void* h, void* i) {
  if (++in_flight > most) most = in_flight;
  typedef int (*Launch)(void*, void*, unsigned, void*, void*, void*, unsigned, void*, void*);
  return ((Launch)dlsym(RTLD_NEXT, "clEnqueueNDRangeKernel"))(a, b, c, d, e, f, g, h, i);
}

int clWaitForEvents(unsigned n, void* events) {
  in_flight = 0;
  return ((int (*)(unsigned, void*))dlsym(RTLD_NEXT, "clWaitForEvents"))(n, events);
}

int clGetEventInfo(void* event, unsigned what, size_t size, void* value, size_t* given) {
  typedef int (*Ask)(void*, unsigned, size_t, void*, size_t*);
  int result = ((Ask)dlsym(RTLD_NEXT, "clGetEventInfo"))(event, what, size, value, given);
  if (what == 0x11D3 && value && *(int*)value == 0) in_flight = 0;  /* CL_EVENT_COMMAND_EXECUTION_STATUS: CL_COMPLETE */
  return result;
}

int clFinish(void* queue) {
  in_flight = 0;
  return ((int (*)(void*))dlsym(RTLD_NEXT, "clFinish"))(queue);
}

__attribute__((destructor)) static void tell(void) { if (getenv("COUNTS")) printf("most %d\n", most); }
"""

CALLS = """
import time, warnings
import numpy as np, unpython as up
from unpython import prange
warnings.simplefilter("ignore")

@up.jit(device="opencl:0")
def add(a):
    for i in prange(a.shape[0]):
        a[i] += 1.0

end = time.monotonic() + 60  # a driver that stays broken is asked in a twentieth of the time
while time.monotonic() < end:
    a = np.zeros(3)
    add(a)
    assert (a == 1).all()
    print(add.last["device"], flush=True)
    if add.last["device"] != "cpu":
        break
    time.sleep(0.1)
"""

LAUNCHES = """
import numpy as np, unpython as up
from unpython import prange

@up.jit(device="opencl:0")
def add(a):
    for i in prange(a.shape[0]):
        a[i] += 1.0

a = up.to_device(np.zeros(1000), device="opencl:0")
for _ in range(4000):
    add(a)
assert (np.asarray(a) == 4000).all()
"""


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    compiler, real = shutil.which("cc"), ctypes.util.find_library("OpenCL")
    if compiler is None or real is None:
        absent("opencl", "no C compiler, or no OpenCL")
    folder = tmp_path_factory.mktemp("between")
    source, made = folder / "between.c", folder / "between.so"
    source.write_text(BETWEEN)
    subprocess.run([compiler, "-shared", "-fPIC", "-o", made, source, "-Wl,--no-as-needed", f"-l:{real}", "-ldl"], check=True)
    return made


def run(library: Path, folder: Path, *command: str, **settings: str) -> list[str]:
    given = {name: value for name, value in os.environ.items() if name != "UNPYTHON_STRICT"}  # which refuses to run elsewhere
    environment = {**given, **settings, "UNPYTHON_OPENCL_LIBRARY": str(library), "UNPYTHON_CACHE_DIR": str(folder)}
    done = subprocess.run([sys.executable, *command], env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.splitlines()


@pytest.mark.parametrize("failing", ["PLATFORMS_FAIL", "DEVICES_FAIL", "CONTEXTS_FAIL"])
def test_a_first_failure_is_not_remembered(library, tmp_path, failing):
    program = tmp_path / "calls.py"
    program.write_text(CALLS)
    devices = run(library, tmp_path, str(program), **{failing: "1"})
    assert devices[0] == "cpu"
    assert devices[-1] == "opencl:0"


def test_launches_in_flight_are_bounded(library, tmp_path):
    program = tmp_path / "launches.py"
    program.write_text(LAUNCHES)
    most = int(run(library, tmp_path, str(program), COUNTS="1")[-1].split()[1])
    assert 0 < most <= 1000


def test_doctor_survives_a_driver_that_ends_the_process(library, tmp_path):
    lines = run(library, tmp_path, "-m", "unpython", "doctor", ABORTS="1")
    assert any("opencl" in line and "its driver ends the process (signal 6)" in line for line in lines)
