"""A pipeline of four tasks, with a device in the middle, against its slowest stage.

    python benchmarks/pipeline.py [device] [blocks] [MiB of a block]

Prints what each thread did, and the rate of the pipeline over that of its slowest stage: 1 where nothing waits for anything else.
The slowest stage is found by running each task for itself on the same blocks.
"""

from __future__ import annotations

import sys
import time
from typing import Any

import numpy as np
import steady  # in front of unpython
import unpython as up
from unpython import prange

STEPS = 40


def first(block):
    for i in prange(block.shape[0]):
        block[i] = block[i] * 0.5 + 1.0
    return block


def middle(block):
    for i in prange(block.shape[0]):
        x = block[i]
        for _ in range(STEPS):
            x = x * x * 0.25 + 0.5
        block[i] = x
    return block


def last(block):
    for i in prange(block.shape[0]):
        block[i] = np.sqrt(block[i])
    return block


def total(block):
    s = 0.0
    for i in prange(block.shape[0]):
        s += block[i]
    return s


def blocks(count: int, size: int) -> Any:
    """A generator function: each block is new, so that tasks may change it in place."""

    def made() -> Any:
        for number in range(count):
            yield np.full(size, number % 7 / 7)

    return made


def seconds(graph: Any) -> float:
    begin = time.perf_counter()
    graph.run()
    return time.perf_counter() - begin


def main(device: str, count: int, mebibytes: float) -> None:
    size = int(mebibytes * 2**17)
    tasks = [
        up.task(up.jit(threads=1)(first)),
        up.task(up.jit(device=device)(middle) if device != "cpu" else up.jit(middle)),
        up.task(up.jit(threads=1)(last)),
        up.task(up.jit(threads=1)(total)),
    ]
    source = blocks(count, size)
    graph = source >> tasks[0] >> tasks[1] >> tasks[2] >> tasks[3]
    seconds(graph)
    together = seconds(graph)
    print(graph.explain())
    alone = [seconds(source >> task) for task in tasks for _ in range(2)][1::2]
    print(f"{count} blocks of {mebibytes:g} MiB on {device}: {count * mebibytes / 1024 / together:.2f} GiB/s")
    print("each task alone, s:", " ".join(f"{s:.3f}" for s in alone))
    print(f"rate over that of the slowest task: {max(alone) / together:.2f}")


if __name__ == "__main__":
    given = sys.argv[1:]
    main(given[0] if given else "cpu", int(given[1]) if len(given) > 1 else 200, float(given[2]) if len(given) > 2 else 8)
