"""itertools.compress of lists."""

from itertools import compress

import pytest
from support.outcomes import check_machine_code, check_values, name_of


def chosen(values, least):
    keep = [v >= least for v in values]
    return list(compress(values, keep)), sum(compress(values, keep))


def gone_through(values, least):
    total = 0
    for v in compress(values, [v % 2 for v in values]):
        total = total * 3 + v
    return total, [v + least for v in compress(values, [1, 0, 1])]


def other_lengths(values, least):
    return list(compress(values, [True, False])), list(compress([1, 2], values))


def changes_meanwhile(values, least):
    own, keep = list(values), [1] * len(values)
    seen = []
    for v in compress(own, keep):
        seen.append(v)
        if len(own) < 6:
            own.append(v)
            keep.append(0)
    return seen, own


@pytest.mark.parametrize("case", [(f, v, 2) for f in (chosen, gone_through, other_lengths) for v in ([1, 2, 3, 4], [7])], ids=name_of)
def test_compiled(case):
    check_machine_code(case)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("case", [(f, v, 2) for f in (chosen, other_lengths, changes_meanwhile) for v in ([], [3, 1, 2])], ids=name_of)
def test_whatever_is_left(case):
    check_values(case)
