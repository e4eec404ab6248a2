"""Runs random programs for a time: `cd tests && python -m fuzz --seconds 60`."""

from __future__ import annotations

import argparse
import sys
import time
import traceback

import unpython as up

from fuzz import arrays, execute, generate, judge_arrays, judge_nests, mixed, nests
from fuzz.execute import failure_of, shrink


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m fuzz", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=None, help="first seed; default: the time")
    parser.add_argument(
        "--programs", type=int, default=None, help="how many programs; default: as many as fit"
    )
    parser.add_argument(
        "--nests", action="store_true", help="loop nests on overlapping views, verdicts judged too"
    )
    parser.add_argument("--arrays", action="store_true", help="whole arrays, against NumPy")
    parser.add_argument("--mixed", action="store_true", help="Python numbers that meet NumPy numbers")
    parser.add_argument("--device", default=None, help="run there, as in up.options(device='opencl:0')")
    parser.add_argument("--show", action="store_true", help="print each program")
    options = parser.parse_args()
    make, check = generate.generate, execute.check
    if options.nests:
        make, check = nests.generate, judge_nests.check
    if options.arrays:
        make, check = arrays.generate, judge_arrays.check
    if options.mixed:
        make, check = mixed.generate, mixed.check
    if options.device is not None:
        up.options(device=options.device, force=True)
    first = options.seed if options.seed is not None else time.time_ns() // 1000 % 2**31
    end = time.monotonic() + options.seconds
    print(f"first seed {first}", flush=True)
    seed = first
    while time.monotonic() < end and (options.programs is None or seed - first < options.programs):
        print(f"seed {seed}", flush=True)  # the last line names the program if the process dies
        tree = make(seed)
        if options.show:
            print(tree.text(), flush=True)
        failure = failure_of(tree, seed, check)
        if failure is not None:
            small = shrink(tree, seed, check)
            failure = failure_of(small, seed, check) or failure
            traceback.print_exception(failure, limit=-3, file=sys.stdout)
            print(f"seed {seed} fails; shrunk to\n{small.text()}")
            return 1
        seed += 1
    print(f"{seed - first} programs agree")
    if options.nests:
        print(", ".join(f"{verdict}: {count}" for verdict, count in judge_nests.verdicts.items()))
    return 0


sys.exit(main())
