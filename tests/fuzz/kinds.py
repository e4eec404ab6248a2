"""The kinds of random programs: what makes one, what judges it, and what its judge counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from fuzz import (
    arrays,
    containers,
    execute,
    functions,
    generate,
    invalid,
    judge_arrays,
    judge_devices,
    judge_nests,
    judge_objects,
    mixed,
    neighbours,
    nests,
    sizes,
    steps,
    sums,
    views,
)
from fuzz.execute import Check
from fuzz.tree import Tree


class Kind(NamedTuple):
    make: Callable[[int], Tree]
    check: Check
    counts: Counter[str]
    cost: int = 1  # of a program, beside that of the others


KINDS = {
    "programs": Kind(generate.generate, execute.check, Counter()),  # numbers, loops and conditions
    "nests": Kind(nests.generate, judge_nests.check, judge_nests.verdicts),  # on views that overlap, verdicts judged too
    "arrays": Kind(arrays.generate, judge_arrays.check, Counter()),  # whole arrays, against NumPy
    "mixed": Kind(mixed.generate, mixed.check, Counter()),  # Python numbers that meet NumPy numbers
    "steps": Kind(steps.generate, steps.check, judge_devices.counts, 5),  # time loops over stencils, on devices too
    "neighbours": Kind(neighbours.generate, neighbours.check, judge_devices.counts, 5),  # loops that may be one kernel
    "sums": Kind(sums.generate, sums.check, judge_devices.counts, 5),  # carried numbers, several stores, on devices too
    "functions": Kind(functions.generate, functions.check, functions.counts),  # NumPy's, on odd numbers of all types
    "containers": Kind(containers.generate, containers.check, judge_objects.counts),  # lists, texts, dicts, sets
    "sizes": Kind(sizes.generate, sizes.check, judge_objects.counts, 2),  # arrays made anew with other sizes
    "views": Kind(views.generate, views.check, judge_objects.counts),  # of one memory, whole and in parts
    "invalid": Kind(invalid.generate, invalid.check, judge_objects.counts),  # mistakes in all of these
}
