"""What the host and the device take for a call of 20 small kernels on device arrays, steady state: kernels that wait for each
other and kernels that do not, beside three kernels, which are launched one by one. Bar: 25 us for 20 kernels."""

import argparse
import time

import numpy as np
import steady  # in front of unpython
import unpython as up
from unpython import prange
from unpython._find_source import run_text

N = 1000
BAR = 25.0


def chain(a, b):
    for _ in range(10):
        for i in prange(a.shape[0]):
            b[i] = a[i] * 0.5 + 1.0
        for i in prange(a.shape[0]):
            a[i] = b[i] * 0.25 + 2.0


def three(a, b):
    for i in prange(a.shape[0]):
        b[i] = a[i] * 0.5 + 1.0
    for i in prange(a.shape[0]):
        a[i] = b[i] * 0.25 + 2.0
    for i in prange(a.shape[0]):
        b[i] = a[i] * 0.5 + 1.0


def apart_text(count):
    """A function of that many loops, each on an array of its own."""
    names = [f"a{k}" for k in range(count)]
    lines = [f"def apart({', '.join(names)}):"]
    for name in names:
        lines += [f"    for i in prange({name}.shape[0]):", f"        {name}[i] = {name}[i] * 0.5 + 1.0"]
    return "\n".join(lines) + "\n"


def apart_function(count):
    return run_text(apart_text(count), "<apart>", {"prange": prange})["apart"]


def microseconds(compiled, arrays, calls=300, turns=9):
    """Of one call: until the host goes on, and in all."""
    for _ in range(5):
        compiled(*arrays)
    host, whole = [], []
    for _ in range(turns):
        arrays[0].to_host()
        start = time.perf_counter()
        for _ in range(calls):
            compiled(*arrays)
        host.append((time.perf_counter() - start) / calls)
        arrays[0].to_host()
        whole.append((time.perf_counter() - start) / calls)
    return float(np.median(host)) * 1e6, float(np.median(whole)) * 1e6


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--device", default="cuda")
    device = parser.parse_args().device
    for name, function, count, arrays in (
        ("20 kernels in a chain", chain, 20, 2),
        ("20 kernels apart", apart_function(20), 20, 20),
        ("3 kernels, one by one", three, 3, 2),
    ):
        given = [np.linspace(0.0, 1.0, N) + k for k in range(arrays)]
        compiled = up.jit(device=device, strict=True)(function)
        there = [up.to_device(a, device) for a in given]
        for _ in range(4):
            compiled(*there)
            function(*given)
        assert all(np.array_equal(x.to_host(), y) for x, y in zip(there, given, strict=True)), name
        host, whole = microseconds(compiled, there)
        one_by_one = "" if count == 20 else f"; 20 of them would take {whole / count * 20:.1f}"
        bar = "" if count != 20 else f"; bar {BAR:.0f}: {'held' if whole <= BAR else 'missed'}"
        print(f"{name}: {whole:.1f} us a call, of which the host {host:.1f}{bar}{one_by_one}", flush=True)
        print("   ", compiled.inspect("steps").splitlines()[-1], flush=True)


if __name__ == "__main__":
    main()
