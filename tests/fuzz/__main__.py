"""Runs random programs for a time: `cd tests && python -m fuzz --seconds 60`."""

from __future__ import annotations

import argparse
import sys
import time
import traceback

from fuzz.execute import failure_of, shrink
from fuzz.generate import generate


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m fuzz", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=None, help="first seed; default: the time")
    parser.add_argument(
        "--programs", type=int, default=None, help="how many programs; default: as many as fit"
    )
    parser.add_argument("--show", action="store_true", help="print each program")
    options = parser.parse_args()
    first = options.seed if options.seed is not None else time.time_ns() // 1000 % 2**31
    end = time.monotonic() + options.seconds
    print(f"first seed {first}", flush=True)
    seed = first
    while time.monotonic() < end and (options.programs is None or seed - first < options.programs):
        print(f"seed {seed}", flush=True)  # the last line names the program if the process dies
        tree = generate(seed)
        if options.show:
            print(tree.text(), flush=True)
        failure = failure_of(tree, seed)
        if failure is not None:
            small = shrink(tree, seed)
            failure = failure_of(small, seed) or failure
            traceback.print_exception(failure, limit=-3, file=sys.stdout)
            print(f"seed {seed} fails; shrunk to\n{small.text()}")
            return 1
        seed += 1
    print(f"{seed - first} programs agree")
    return 0


sys.exit(main())
