"""Lists of what masks select of an array, of any lengths, that the function only reads: as in CPython, in machine code."""

import numpy as np
import pytest
from support.outcomes import check_machine_code, check_values, name_of

LABELS = np.array([0, 1, 0, 2, 1, 1])
VALUES = np.array([1.0, 2.5, 3.0, -4.0, 5.0, 7.5])


def variances(labels, values):
    groups = [values[labels == k] for k in np.unique(labels)]
    grand = values.mean()
    between = sum(len(g) * (g.mean() - grand) ** 2 for g in groups)
    within = sum(((g - g.mean()) ** 2).sum() for g in groups)
    return between, within, len(groups)


def in_loops(labels, values):
    groups = [values[labels == k] for k in range(3)]
    total, longest = 0.0, 0
    for i, g in enumerate(groups):
        if len(g) > longest:
            longest = len(g)
        for x in g:
            total += x * i
    return total, longest, groups[0].sum(), groups[-1].max(), groups[longest - 2][0]


def appended(labels, values):
    groups = []
    for k in range(4):
        if k != 2:
            groups.append(values[labels == k])
    return [g.sum() for g in groups], [len(g) for g in groups]


def rows(labels, points):
    groups = [points[labels == k] for k in range(3)]
    return np.array([g.mean(axis=0) for g in groups]), [g.shape[0] for g in groups], np.concatenate(groups)


def side_by_side(labels, values):
    low = [values[(labels == k) & (values < 4)] for k in range(3)]
    high = [values[~(labels != k)] for k in range(3)]
    out = []
    for (k, a), b in zip(enumerate(low), high):
        out.append(k + len(a) * 10 + len(b) * 100)
    for a, b in zip(low, high):
        out.append(len(a) - len(b))
    return out, [b.sum() - len(a) for a, b in zip(low, high) if len(a) > 0]


def changed_in_place(labels, values):
    groups = [values[labels == k] for k in range(3)]
    for g in groups:
        g -= g.mean()
    values[0] = 100.0
    return [g.sum() for g in groups], groups[0], values


def source_changes(labels, values):
    groups = [values[labels == k] for k in range(2)]
    values *= 2
    return groups[0], groups[1].sum(), values


def name_kept(labels, values):
    groups = [values[labels == k] for k in range(2)]
    for g in groups:
        pass
    return g, g.sum()


def filtered(labels, values):
    groups = [values[labels == k] for k in range(5) if k % 2 == 0]
    return max(len(g) for g in groups), [g.max() for g in groups if len(g) > 0]


def of_nested(labels, values):
    groups = [values[labels == i + j] for i in range(2) for j in range(2)]
    return [[len(a) * 10 + len(b) for a in groups] for b in groups]


def index_behind_the_end(labels, values):
    groups = [values[labels == k] for k in range(2)]
    return groups[2]


def of_whole_masks(labels, points):
    groups = [points[points > k] for k in range(3)]
    return [g.sum() for g in groups], groups[1]


def numbers_of_a_tuple(x):
    names = (3, 5)
    chosen = [names[x[i] > 2] for i in range(len(x))]
    return sum(chosen), chosen


def numbers_of_a_list(x):
    return [x[x[0] > v] for v in x], [[7, 9][v > 1] for v in x]


def returned(labels, values):
    return [values[labels == k] for k in range(2)]


def passed_on(labels, values):
    groups = [values[labels == k] for k in range(2)]
    return len(list(groups)), groups[::-1][0]


def appended_later(labels, values):
    groups = []
    for k in range(2):
        groups.append(values[labels == k])
    groups.append(values[labels == 2])
    return [len(g) for g in groups]


def added_to(labels, values):
    groups = [values[labels == k] for k in range(2)]
    groups.append(values)
    return [len(g) for g in groups], groups[2][0]


def added_from_elsewhere(labels, values):
    groups = [values[labels == k] for k in range(2)]
    other = values * 10
    groups.append(other[labels == 2])
    return [g.sum() for g in groups]


CASES = [
    (f, LABELS, v) for f in (
        variances, in_loops, appended, side_by_side, changed_in_place, source_changes, name_kept, filtered, of_nested, index_behind_the_end,
        returned, passed_on, appended_later, added_to, added_from_elsewhere,
    )
    for v in (VALUES, VALUES.astype(np.float32), VALUES.astype(int))
] + [
    (rows, LABELS, np.arange(12.0).reshape(6, 2)), (rows, LABELS, np.arange(12).reshape(6, 2)), (rows, LABELS * 0 + 7, np.arange(12.0).reshape(6, 2)),
    (variances, LABELS[:0], VALUES[:0]), (appended, LABELS + 9, VALUES), (source_changes, LABELS + 9, VALUES.astype(int)), (appended, LABELS, VALUES[:4]),
    (of_whole_masks, LABELS, np.arange(6.0).reshape(2, 3)), (of_whole_masks, LABELS, VALUES), (numbers_of_a_tuple, [1, 2, 3]), (numbers_of_a_list, [2, 1, 0]), (side_by_side, LABELS, VALUES * np.nan),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_values(case):
    check_values(case)


@pytest.mark.parametrize(
    "case",
    [(f, LABELS, VALUES) for f in (variances, in_loops, appended, changed_in_place, source_changes, filtered, of_nested)]
    + [(rows, LABELS, np.arange(12.0).reshape(6, 2))],
    ids=name_of,
)
def test_machine_code(case):
    check_machine_code(case)
