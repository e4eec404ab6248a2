"""Runs random programs for a time: `cd tests && python -m fuzz --seconds 60 --kind nests`."""

from __future__ import annotations

import argparse
import sys
import time
import traceback

import unpython as up

from fuzz import corpus, judge_devices
from fuzz.execute import failure_of, shrink
from fuzz.kinds import KINDS


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m fuzz", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=None, help="first seed; default: the time")
    parser.add_argument(
        "--programs", type=int, default=None, help="how many programs; default: as many as fit"
    )
    parser.add_argument("--kind", choices=KINDS, default="programs", help="what the programs are about")
    parser.add_argument("--device", default=None, help="run there, as in up.options(device='opencl:0')")
    parser.add_argument("--failures", type=int, default=1, help="stop after so many")
    parser.add_argument("--show", action="store_true", help="print each program")
    parser.add_argument("--corpus", metavar="NAME", help="only this program of tests/fuzz/corpus")
    options = parser.parse_args()
    case = corpus.read(options.corpus) if options.corpus is not None else None
    if case is not None:
        options.kind, options.seed, options.device, options.programs = case.kind, case.seed, case.device, 1
    make, check, counts, _ = KINDS[options.kind]
    if options.device is not None:
        up.options(device=options.device, force=True)
        judge_devices.Where.name, judge_devices.Where.share = options.device, 1
    first = options.seed if options.seed is not None else time.time_ns() // 1000 % 2**31
    end = time.monotonic() + options.seconds
    print(f"first seed {first}", flush=True)
    seed, failures = first, 0
    while time.monotonic() < end and (options.programs is None or seed - first < options.programs):
        print(f"seed {seed}", flush=True)  # the last line names the program if the process dies
        tree = make(seed) if case is None else case.tree
        if options.show:
            print(tree.text(), flush=True)
        failure = failure_of(tree, seed, check)
        if failure is not None:
            small = shrink(tree, seed, check)
            failure = failure_of(small, seed, check) or failure
            traceback.print_exception(failure, limit=-3, file=sys.stdout)
            print(f"seed {seed} fails; shrunk to\n{small.text()}", flush=True)
            failures += 1
            if failures == options.failures:
                return 1
        seed += 1
    print(f"{seed - first - failures} programs agree")
    if counts:
        print(", ".join(f"{what}: {count}" for what, count in counts.items()))
    return int(failures > 0)


sys.exit(main())
