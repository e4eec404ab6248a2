"""What a call on all CUDA devices asks of the driver for the halos of a stencil: run with the fake driver, whose kernels do
nothing. Prints a JSON object."""

import ctypes
import json
import os

import numpy as np
import unpython as up
from support.several_calls import sweeps


def main():
    count = ctypes.CDLL(os.environ["UNPYTHON_CUDA_LIBRARY"]).fake_cuda_calls_of
    count.restype = ctypes.c_int64
    count.argtypes = [ctypes.c_char_p]
    compiled = up.jit(device="cuda:*", strict=True)(sweeps)
    found = {}
    for turns in (1, 3):
        before = count(b"cuMemcpyPeerAsync")
        compiled(np.ones((300, 100)), np.ones((300, 100)), turns)
        found[turns] = {"copies": count(b"cuMemcpyPeerAsync") - before, "devices": compiled.last["devices"]}
    found["opened"] = count(b"cuCtxEnablePeerAccess")
    print(json.dumps(found))


if __name__ == "__main__":
    main()
