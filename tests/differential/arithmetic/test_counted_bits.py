"""Bits that a loop counts by shifts and masks: the processor has an instruction for that, which a pattern that is another one
must not become."""

from pathlib import Path

import numpy as np
import pytest
import unpython as up
from support.programs import Programs, array, out
from unpython import prange

PROGRAMS = Programs()


def any_bits(generator, shape):
    return generator.integers(0, 2**64, shape, dtype=np.uint64)


BITS = array("n", "uint64", values=any_bits)


@PROGRAMS.add(BITS, out("n", "uint64"))
def counted(a, y):
    for i in prange(a.shape[0]):
        x = a[i]
        x = x - ((x >> np.uint64(1)) & np.uint64(0x5555555555555555))
        x = (x & np.uint64(0x3333333333333333)) + ((x >> np.uint64(2)) & np.uint64(0x3333333333333333))
        x = (x + (x >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
        y[i] = (x * np.uint64(0x0101010101010101)) >> np.uint64(56)


@PROGRAMS.add(BITS, out("n", "uint64"))
def counted_otherwise(a, y):
    for i in prange(a.shape[0]):
        x = a[i]
        x = x - ((x >> np.uint64(1)) & np.uint64(0x5555555555555554))
        x = (x & np.uint64(0x3333333333333333)) + ((x >> np.uint64(2)) & np.uint64(0x3333333333333331))
        x = (x + (x >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
        y[i] = (x * np.uint64(0x0101010101010101)) >> np.uint64(55)


@PROGRAMS.add(array("n", "uint32", values=any_bits), out("n", "uint32"))
def counted_in_half_words(a, y):
    for i in prange(a.shape[0]):
        x = a[i]
        x = x - ((x >> np.uint32(1)) & np.uint32(0x55555555))
        x = (x & np.uint32(0x33333333)) + ((x >> np.uint32(2)) & np.uint32(0x33333333))
        x = (x + (x >> np.uint32(4))) & np.uint32(0x0F0F0F0F)
        y[i] = (x * np.uint32(0x01010101)) >> np.uint32(24)


def test_the_processor_counts():
    if "popcnt" not in Path("/proc/cpuinfo").read_text():
        pytest.skip("the processor does not count bits")
    a = np.arange(1000, dtype=np.uint64)
    for function, counts in ((counted, True), (counted_otherwise, False)):
        compiled = up.jit(function)
        compiled(a, a.copy())
        text = compiled.inspect("asm", a, a.copy())
        # Vectors without such an instruction look the counts of half bytes up.
        assert ("popcnt" in text or "pshufb" in text) == counts


test_paths = PROGRAMS.as_test()
