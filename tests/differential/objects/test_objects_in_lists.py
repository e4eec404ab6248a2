"""Objects in lists, as arguments and made in a function: values, types, exceptions, who is who and what the caller's objects hold
are CPython's, in machine code and on devices."""

import warnings

import numpy as np
import pytest
import unpython as up
from support.objects_in_lists import (
    EDGES,
    KEYS,
    POINTS,
    Person,
    add_person,
    adults,
    alias,
    anyall,
    best_row,
    birthday,
    bodies,
    by_name,
    centroid,
    comp_dict,
    del_low,
    far,
    filt,
    first_or_none,
    float_from_np,
    fmt,
    index_error,
    kruskal,
    make_people,
    mean_age,
    names_sorted,
    nbody,
    nested,
    oldest,
    one,
    path,
    people,
    pts_made,
    raises,
    rebound,
    remove_first,
    ret_two,
    rows,
    rows_change,
    rows_made,
    rows_read,
    rows_sorted,
    swap,
    total,
    twice,
    two,
)  # fmt: skip
from support.objects_made import (
    Grid,
    Particle,
    bank,
    binary,
    bst,
    cells,
    counters,
    grid,
    inorder,
    linked,
    mats,
    none_attr,
    pq,
    reversed_list,
    sorted_in_place,
    stepped,
    walked,
)  # fmt: skip
from support.objects_made_once import ONCE
from support.outcomes import check_machine_code, check_values, name_of, outcome

CASES = [
    *ONCE,
    (nbody, bodies(), 0.01, 5), (oldest, people()), (names_sorted, people()), (adults, people()), (birthday, people()), (mean_age, people()),
    (by_name, people(), "Bob"), (by_name, people(), "é"), (add_person, people(), "Zed"), (remove_first, people()), (make_people, 4),
    (centroid, POINTS), (pts_made, 3), (far, POINTS), (path, POINTS), (cells, 5), (counters, [3, 4, 5]), (bst, KEYS, 4), (bst, KEYS, 7),
    (inorder, KEYS), (bank, [10.0, 5.0]), (bank, [10.0, -5.0]), (grid, 3, 4), (kruskal, EDGES, 3), (mats, 4), (rows_read, rows()),
    (rows_change, rows(), 2.0), (rows_made, 3), (rows_sorted, rows()), (best_row, rows()), (one, Person("x", 3), 4),
    (two, Person("x", 3), Person("y", 4)), (swap, people()), (alias, people()), (alias, twice()), (birthday, twice()), (linked, 4),
    (first_or_none, people(), "Bob"), (first_or_none, people(), "Zoe"), (total, people()), (pq, 5), (float_from_np, np.array([1.5, 2.5])),
    (ret_two, people()), (comp_dict, people()), (filt, people()), (anyall, people()), (fmt, people()), (del_low, people()),
    (rebound, people()), (nested, 3), (walked, 10), (reversed_list, [1, 2, 3]), (stepped, 20, 0.1), (binary, 13), (sorted_in_place, [Particle(1.0, 2.0), Particle(3.0, 4.0)]),
]  # fmt: skip
ENDED = [(raises, people()), (index_error, people()), (none_attr, 3), (two, *twice()[::2]), (raises, twice())]


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_machine_code(case):
    check_machine_code(case)


@pytest.mark.parametrize("case", [*CASES, *ENDED], ids=name_of)
def test_values(case):
    check_values(case)


def test_a_method_that_is_set_anew():
    class Shape:
        def __init__(self, side):
            self.side = side

        def area(self):
            return self.side * self.side

    def areas(n):
        shapes = [Shape(i) for i in range(n)]
        return sum(s.area() for s in shapes)

    compiled = up.jit(strict=True)(areas)
    assert compiled(4) == 14
    Shape.area = lambda self: self.side + 1
    assert compiled(4) == 10


def sums_to_dict(given):
    for row in given:
        row["total"] = row["price"] * row["n"]
    return sum(r["price"] for r in given)


def other_type(given):
    for p in given:
        p.score = 3
    return given[0].score


def shown_as_text(given):
    return [str(p) for p in given]


def printed(given):
    for p in given:
        print(p)


def compared(given):
    return given[0] == given[1], given[0] in given


def kept(given):
    mine = given
    mine.append(Person("k", 1))
    return len(given), mine is given


def two_classes(n):
    shapes = [Grid(n, n), Particle(1.0, 2.0)]
    return [type(s).__name__ for s in shapes]


@pytest.mark.parametrize(
    "case",
    [(sums_to_dict, rows()), (other_type, people()), (shown_as_text, people()), (printed, people()), (compared, twice()),
     (kept, people()), (two_classes, 3)],
    ids=name_of,
)  # fmt: skip
def test_what_stays_with_python(case):
    function, *given = case
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", up.UnpythonWarning)
        assert outcome(up.jit(strict=False)(function), given) == outcome(function, given)


def test_lists_that_are_not_alike():
    compiled = up.jit(fp="strict", strict=False)(mean_age)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", up.UnpythonWarning)
        for given in (people(), [], people()[:1], [Person("a", 2.5)], [Person("a", 1), Person("b", 2.5)], [Person("a", 2**70)], people()):
            assert outcome(compiled, [given]) == outcome(mean_age, [given])
        other = people()
        other[1].more = 1
        assert outcome(compiled, [other]) == outcome(mean_age, [other])
