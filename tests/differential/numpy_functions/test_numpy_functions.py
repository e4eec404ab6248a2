"""Each function of the published table on each type, number of dimensions and layout, empty arrays too, against NumPy.

All combinations are many: here each function meets four types and half of the others (all with UNPYTHON_TEST_RARE=1), and over the
types its forms, numbers of dimensions and layouts take turns. UNPYTHON_TURN=1, 2, ... gives other combinations; UNPYTHON_ALL_CALLS=1
runs all of them (hours).
"""

import os

import pytest
from support import paths
from support.numpy_arguments import DTYPES, PLACINGS
from support.numpy_check import run
from support.numpy_differences import is_known
from support.numpy_table import GROUPS, MOST_DIMENSIONS

_ALL = bool(os.environ.get("UNPYTHON_ALL_CALLS"))
_TURN = int(os.environ.get("UNPYTHON_TURN", "0"))
_ALWAYS = ("bool", "int64", "float64", "complex128")
_OTHERS = [dtype for dtype in DTYPES if dtype not in _ALWAYS]


def _types_by_group():
    for turn, group in enumerate(GROUPS, _TURN):
        for dtype in DTYPES:
            if _ALL or paths.RARE or dtype in _ALWAYS or (turn + _OTHERS.index(dtype)) % 2 == 0:
                yield group, dtype


def _chosen(group, dtype):
    """(calls, number of dimensions, layouts): one call of each function."""
    turn = list(GROUPS).index(group) + DTYPES.index(dtype) + _TURN
    by_function = {}
    for call in GROUPS[group]:
        by_function.setdefault(call.function, []).append(call)
    by_rank = {}
    for number, forms in enumerate(by_function.values()):
        call = forms[(turn + number) % len(forms)]
        rank = call.ranks[(turn // len(forms) + number) % len(call.ranks)]
        by_rank.setdefault(rank, []).append(call)
    layout = PLACINGS[turn % len(PLACINGS)]
    return [(calls, rank, [layout]) for rank, calls in sorted(by_rank.items())]


@pytest.mark.parametrize("group, dtype", list(_types_by_group()))
def test_as_numpy(group, dtype):
    every = [(GROUPS[group], rank, PLACINGS) for rank in range(MOST_DIMENSIONS + 1)]
    parts = every if _ALL else _chosen(group, dtype)
    failures = [
        text
        for calls, rank, layouts in parts
        for text in run(calls, dtype, rank, layouts)
        if not is_known(text)
    ]
    assert not failures, "\n".join(failures)
