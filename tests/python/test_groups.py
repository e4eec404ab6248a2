"""Groups in explain() and the table of accesses before a call: what would move, and why it need not be more."""

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
    assert sizes == [(["a"], "whole", 24, 192, 0), (["b"], "whole", 30, 240, 0), (["c"], "whole", 20, 0, 160)]


def test_views_that_overlap_share_a_buffer_and_views_between_each_other_do_not():
    def shift(a, b):
        for i in range(b.shape[0]):
            b[i] = a[i] + 1.0

    x = np.zeros(100)
    (group,) = groups_of(shift, x[:-1], x[1:])
    assert (group["arrays"], group["elements"]) == (["a", "b"], 100)
    apart = groups_of(shift, x[::2], x[1::2])
    assert [(g["arrays"], g["elements"], g["copied_in"], g["copied_out"]) for g in apart] == [
        (["a"], 50, 400, 0),
        (["b"], 50, 0, 400),
    ]


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


def test_a_triangle_has_room_for_its_elements():
    def triangle(a):
        for i in prange(a.shape[0]):
            for j in range(i + 1):
                a[i, j] = 1.0

    (group,) = groups_of(triangle, np.zeros((20, 20)))
    assert (group["rule"], group["elements"], group["copied_out"]) == ("trapezoid", 210, 210 * 8)


def test_elements_that_are_not_packed_have_room_for_all_and_a_reason():
    def between_diagonals(a):
        for i in prange(a.shape[0]):
            for j in range(i + 1):
                a[i, j] = 1.0
            for j in range(a.shape[0] - i, a.shape[0]):
                a[i, j] = 2.0

    (group,) = groups_of(between_diagonals, np.zeros((20, 20)))
    assert group["rule"] == "whole" and "the whole of it arrives as soon" in group["reason"]


def test_an_array_of_unknown_extents_leaves_no_groups_and_a_reason():
    def counted(x):
        n = 0
        for i in range(x.shape[0]):
            n += x[i] > 0.0
        found = np.zeros(n)
        for i in prange(n):
            found[i] = 1.0
        return found

    nest = up.jit(counted).explain(np.ones(10)).as_dict()["nests"][-1]
    assert nest["groups"] == []
    assert nest["no_groups"]["code"] == "FOOTPRINT_UNKNOWN"
    assert "'found'" in nest["no_groups"]["reason"]


def test_numbers_that_the_code_around_a_loop_computes_count():
    def second_half(a):
        n = a.shape[0] // 2
        for i in prange(n):
            a[n + i] = 1.0

    (group,) = groups_of(second_half, np.zeros(100))
    assert (group["rule"], group["copied_in"], group["copied_out"]) == ("box", 0, 400)


def test_what_an_earlier_loop_left_on_the_device_is_not_brought_again():
    def in_turn(a, b, c):
        for i in prange(a.shape[0]):
            b[i] = a[i] + 1.0
        for i in prange(a.shape[0]):
            c[i] = a[i] + b[i]

    nests = up.jit(in_turn).explain(*np.ones((3, 10))).as_dict()["nests"]
    moved = [[(g["arrays"], g["copied_in"], g["copied_out"]) for g in nest["groups"]] for nest in nests]
    assert moved == [[(["a"], 80, 0), (["b"], 0, 80)], [(["a"], 0, 0), (["b"], 0, 0), (["c"], 0, 80)]]


def test_the_report_says_what_a_device_would_get():
    a, b, c = np.ones((4, 6)), np.ones((6, 5)), np.ones((4, 5))
    text = str(up.jit(product).explain(a, b, c))
    assert "touches 592 bytes" in text
    assert "432 to be copied in, 160 out" in text


def test_inspect_accesses_prints_descriptors_and_copies():
    a, b, c = np.ones((4, 6)), np.ones((6, 10))[:, ::2], np.ones((4, 5))
    table = up.jit(product).inspect("accesses", a, b, c)
    assert "reads b: 8 bytes at 0 + 16 j + 80 k\n" in table
    assert "group 1: b, whole, 30 elements, 240 bytes: 240 in, 0 out\n    b[s0, s1] is element 0 + 5 s0 + s1" in table
    assert "group 2: c, whole, 20 elements, 160 bytes: 0 in, 160 out" in table


def test_inspect_accesses_prints_where_packed_elements_lie():
    def strided(x, y):
        for i in prange(y.shape[0]):
            y[i] = x[4 * i + 3] + x[4 * i + 4]

    table = up.jit(strided).inspect("accesses", np.ones(100), np.ones(20))
    assert "group 0: x, strided, 40 elements" in table
    assert "x[s0] is element 0 + ((s0 - 3) // 4) + 20 ((s0 - 3) % 4)" in table
