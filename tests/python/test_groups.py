"""Groups in explain() and the table of accesses: what would move, and why it need not be more."""

import numpy as np
import unpython as up
from unpython import prange


def product(a, b, c):
    for i in prange(a.shape[0]):
        for j in prange(b.shape[1]):
            s = 0.0
            for k in range(a.shape[1]):
                s += a[i, k] * b[k, j]
            c[i, j] = s


def groups_of(function, *arguments):
    (nest,) = up.jit(function).explain(*arguments).as_dict()["nests"]
    assert nest["no_groups"] is None
    return nest["groups"]


def test_a_matrix_product_moves_its_operands_in_and_its_result_out():
    a, b, c = np.ones((4, 6)), np.ones((6, 5)), np.ones((4, 5))
    sizes = [(g["arrays"], g["rule"], g["elements"], g["copied_in"], g["copied_out"]) for g in groups_of(product, a, b, c)]
    assert sizes == [(["a"], "single", 24, 192, 0), (["b"], "single", 30, 240, 0), (["c"], "single", 20, 0, 160)]


def test_views_that_overlap_share_a_buffer_and_views_between_each_other_are_one_block():
    def shift(a, b):
        for i in range(b.shape[0]):
            b[i] = a[i] + 1.0

    x = np.zeros(100)
    (group,) = groups_of(shift, x[:-1], x[1:])
    assert (group["arrays"], group["elements"]) == (["a", "b"], 100)
    (group,) = groups_of(shift, x[::2], x[1::2])
    assert group["elements"] == 100


def test_the_same_function_with_other_numbers_has_other_groups():
    def row(a, n):
        for i in prange(n):
            a[i, 0] = 1.0

    compiled = up.jit(row)
    for n in (3, 7):
        (nest,) = compiled.explain(np.zeros((10, 10)), n).as_dict()["nests"]
        assert nest["groups"][0]["elements"] == n


def test_a_nest_that_may_raise_keeps_what_it_does_not_reach():
    def reciprocal(a, b):
        for i in prange(a.shape[0]):
            if b[i] < 0:
                raise ValueError("negative")
            a[i] = b[i]

    assert [g["copied_in"] for g in groups_of(reciprocal, np.ones(10), np.ones(10))] == [80, 80]


def test_elements_without_a_pattern_have_no_groups_and_a_reason():
    def crossing(a):
        for i in range(400):
            a[2 * i, 9 * i] = a[3 * i, 7 * i]

    (nest,) = up.jit(crossing).explain(np.zeros((4000, 4001))).as_dict()["nests"]
    assert nest["groups"] == []
    assert nest["no_groups"]["code"] == "FOOTPRINT_SPARSE"
    assert "'a'" in nest["no_groups"]["reason"]


def test_the_report_says_what_a_device_would_get():
    a, b, c = np.ones((4, 6)), np.ones((6, 5)), np.ones((4, 5))
    text = str(up.jit(product).explain(a, b, c))
    assert "touches 592 bytes" in text
    assert "432 to be copied in, 160 out" in text


def test_inspect_accesses_prints_descriptors_and_copies():
    a, b, c = np.ones((4, 6)), np.ones((6, 10))[:, ::2], np.ones((4, 5))
    table = up.jit(product).inspect("accesses", a, b, c)
    assert "reads b: 8 bytes at 0 + 16 j + 80 k; in group 1 at 0 + 8 j + 40 k" in table
    assert "group 2: c, rule single, 20 elements, 160 bytes, written" in table
