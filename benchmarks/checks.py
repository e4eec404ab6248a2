"""What bounds checks cost the kernels of cpu.py: one run of each with them against one without, in turns."""

from __future__ import annotations

import statistics
from collections.abc import Iterator

import numpy as np
import unpython as up
from kernels import load_pairs
from measure import Prepared, pairs
from report import Row
from unpython import prange


def bounds_checks() -> Iterator[Row]:
    ratios = []
    alike = 0
    for pair in load_pairs(prange, prange):
        arguments = pair.kernel.arguments(np.random.default_rng(1))
        checked, unchecked = up.jit(pair.ours), up.jit(check_bounds=False)(pair.ours)
        alike += checked.inspect("scheduled", *arguments) == unchecked.inspect("scheduled", *arguments)
        on, off = (Prepared(f, arguments, pair.kernel.outputs) for f in (checked, unchecked))
        for mine, reference in zip(on.results(), off.results()):
            np.testing.assert_array_equal(mine, reference)
        ratios.append(statistics.median(a / b for a, b in pairs(on.warm_call, off.warm_call, 15)))
    detail = f"{alike} of {len(ratios)} kernels make no check at all; at most {max(ratios):.2f}"
    yield Row("bounds", "checks on against off, median", statistics.median(ratios), "x", 1.02, True, detail)
