"""np.array of arrays, lists that grow and rows of numbers side by side: values, types and dimensions are NumPy's."""

import numpy as np
import pytest
from support.outcomes import check_machine_code, check_values, name_of

A = np.arange(12.0).reshape(3, 4)
EMPTY = np.zeros(0)


def of_two(x):
    return np.array([x, x * 2 + 1])


def of_names(x):
    y = x - 1
    z = np.array((x, y, x))
    return z.mean(axis=0), z.shape, z[1]


def of_reductions(m):
    return np.array([m.sum(axis=0), m.max(axis=0), m[0]])


def nested(x):
    return np.array([[x, x + 1], [x * x, -x]])


def rows_and_arrays(x):
    return np.array([[1, 2], x, [x[0], 3.5]])


def of_types(x, y):
    return np.array([x, y]), np.asarray([y, x, y])


def in_type(x, y):
    return np.array([x, y], dtype=np.float32), np.array([x, y], dtype=int), np.array([x > 1, y > 1], dtype=bool)


def of_lists(n):
    xs, ys = [], []
    for i in range(n):
        xs.append(i * 0.5)
        ys.append(i * i)
    return np.array([xs, ys]), np.array([ys, ys])


def of_lists_in_type(n, x):
    xs, ys = [], []
    for _ in range(n):
        xs.append(x)
        ys.append(1.5)
    return np.array([xs, ys], dtype=int), np.array([xs, ys], dtype=np.float32)


def of_mixed_lists(x, n):
    xs, ys = [], []
    for _ in range(n):
        x = max(x - 0.75, 0)
        xs.append(x)
        ys.append(x * 2.0)
    return np.array([xs, ys]).mean(axis=1)


def of_other_shapes(x):
    return np.array([x, x[1:]])


def of_other_dimensions(x, m):
    return np.array([x, m])


def of_a_number_and_an_array(x):
    return np.array([x, 1.0])


def not_shared(x):
    y = np.array([x, x])
    x[0] = 99.0
    y[1, 1] = -1.0
    return y, x


def changed_behind(n):
    xs = [float(i) for i in range(n)]
    both = np.array([xs, xs])
    xs.append(7.0)
    xs[0] = -3.0
    return both, xs


def stored(m, x):
    m[:2] = [x, x * 2]
    m[2:] = [x]
    return m


def stored_to_integers(m, x):
    m[0:2] = [x, x + 0.5]
    return m


def stored_lists(m, x):
    xs = [x, x]
    m[0:2] = [xs, xs]
    return m


def in_place(x):
    x += np.array([x, x]).sum(axis=0)
    return x


def written_behind_itself(x):
    x[...] = np.array([x[::-1], x]).max(axis=0)
    return x


def of_complex(x):
    return np.array([x, x * 1j])


def complex_into_real(x):
    return np.array([x * 1j, x], dtype=float)


def of_views(m):
    return np.array([m[0], m[:, 0][:4], m[1, ::-1]])


def in_a_loop(x, n):
    state = np.array([x, -x])
    for _ in range(n):
        state = np.array([state[1], state[0] * 0.5 - state[1]])
    return state


def of_numbers_of_numpy_and_lists(a):
    xs, ys = [], []
    for v in a:
        xs.append(v)
        ys.append(v * 2)
    return np.array([xs, ys])


def extracted(a):
    b = a.copy()
    return b, np.extract(b > 1, b), np.compress(b > 1, b), np.take(b, [0, 1])


def seen_beside(a):
    b = a.copy()
    return b, b.ravel()[[0, 1]], b.reshape(-1)[b > 0]


CASES = [
    (of_two, np.arange(3.0)), (of_two, EMPTY), (of_two, np.arange(3, dtype=np.int32)), (of_two, A), (of_names, np.arange(4.0)),
    (of_reductions, A), (of_reductions, A.T), (nested, np.arange(3.0)), (nested, A), (rows_and_arrays, np.array([1, 2])),
    (rows_and_arrays, np.array([1.5, np.nan], np.float32)), (rows_and_arrays, np.arange(3.0)),
    (of_types, np.arange(3, dtype=np.int32), np.ones(3, np.float32)), (of_types, np.array([True, False]), np.array([3, 4], np.uint8)),
    (of_types, np.arange(2.0), np.array([1j, 2])), (of_types, np.array([1], np.uint64), np.array([-1])),
    (in_type, np.array([1.5, -2.5]), np.array([3, 4])), (of_lists, 4), (of_lists, 1), (of_lists, 0), (of_lists_in_type, 3, 2.5),
    (of_lists_in_type, 3, np.nan), (of_lists_in_type, 0, 1.0), (of_mixed_lists, 2.0, 6), (of_other_shapes, np.arange(4.0)),
    (of_other_shapes, np.zeros(1)), (of_other_dimensions, np.arange(4.0), A), (of_a_number_and_an_array, np.arange(2.0)),
    (not_shared, np.arange(3.0)), (changed_behind, 3), (stored, np.zeros((3, 2)), np.array([1.0, 2.0])),
    (stored, np.zeros((3, 2)), np.arange(3.0)), (stored_to_integers, np.zeros((3, 2), int), np.array([1.7, -2.7])),
    (stored_lists, np.zeros((2, 2), int), 1.7), (stored_lists, np.zeros((2, 2), int), np.nan), (stored_lists, np.zeros((2, 2)), 1.7),
    (in_place, np.arange(3.0)), (written_behind_itself, np.arange(5.0)), (of_complex, np.arange(3.0)), (complex_into_real, np.arange(3.0)),
    (of_views, A), (of_views, A[:, ::-1]), (in_a_loop, np.arange(3.0), 4), (of_numbers_of_numpy_and_lists, np.arange(3, dtype=np.int8)),
    (of_numbers_of_numpy_and_lists, np.arange(3.0, dtype=np.float32)), (extracted, np.arange(3.0)), (seen_beside, np.arange(3.0)),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_values(case):
    check_values(case)


@pytest.mark.parametrize(
    "case",
    [
        c for c in CASES
        if c[0] in (of_two, of_names, of_reductions, nested, of_types, in_type, not_shared, changed_behind, in_place, of_complex, in_a_loop, extracted)
    ] + [(of_lists, 4), (rows_and_arrays, np.array([1, 2])), (of_mixed_lists, 2.0, 6), (stored, np.zeros((3, 2)), np.array([1.0, 2.0]))],
    ids=name_of,
)  # fmt: skip
def test_machine_code(case):
    check_machine_code(case)
