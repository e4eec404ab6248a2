"""Lists of numbers that a function is given and changes: the result, its type, and the lists afterwards are CPython's, also where it
raises, on every path; nothing but such changes is compiled so."""

import copy

import numpy as np
import pytest
import unpython as up
from support import paths


def grown(v):
    v.append(v[0])
    v.insert(1, v[-1])
    v.extend([v[0], v[1]])
    return v.pop(0)


def bubble_sorted(v):
    n = len(v)
    for i in range(n):
        for j in range(n - 1 - i):
            if v[j] > v[j + 1]:
                v[j], v[j + 1] = v[j + 1], v[j]
    return v


def of_nothing(v, n):
    for k in range(n):
        v[k] += v[k - 1]


def none_said(v):
    if len(v) > 2:
        v.reverse()
        return
    v.sort()
    return None


def emptied(v):
    v.clear()
    return len(v)


def shortened(v):
    del v[0]
    v.remove(v[-1])
    return sum(v), max(v)


def added(v, w):
    v += [x + x for x in w]
    return len(v) - len(w)


def both(v, w):
    for i in range(min(len(v), len(w))):
        v[i], w[i] = w[i], v[i]
    return v


def heap_pushed(heap, item):
    heap.append(item)
    at = len(heap) - 1
    while at > 0 and heap[at] < heap[(at - 1) // 2]:
        heap[at], heap[(at - 1) // 2] = heap[(at - 1) // 2], heap[at]
        at = (at - 1) // 2
    return at


def counted_beside(v):
    counts = {}
    for x in v:
        counts[x] = counts.get(x, 0) + 1
    v.sort()
    return counts


def gone_through(v):
    for x in v:
        if 0 < x < 3:
            v.append(x + 2)
    return len(v)


def raises_halfway(v, at):
    v.append(v[0])
    v[at] = v[0]
    v.append(v[0])
    return v[0]


def smaller_by_a_copy(v):
    for x in v[:]:
        if x > 1:
            v.remove(x)
    return v


def counted_through_copies(v):
    total = 0
    for x in v[::-1]:
        v[x % len(v)] += 1
        for y in v[1:][:]:
            v[(x + y) % len(v)] += y
            total = total * 3 + y
    return total


def copied_beside_a_change(v):
    before, last = v[:], v.pop()
    v[0], after = last, v[:]
    return sum(before) * 100 + after[0]


def copied_beside_an_insertion(v):
    for x in v[1:]:
        v.insert(0, x)
    return len(v)


def added_while_shortened(v, n):
    x = v[1]
    y = v.pop()
    for k in range(n):
        x += v[0]
        y -= v.pop()
    for z in v:
        z += x
        y += z
    return x, y


INTEGERS, FLOATS = [3, 1, 2, 2], [1.5, -2.0, 0.25]
CALLS = [
    (grown, (INTEGERS,)), (grown, (FLOATS,)), (grown, ([True, False],)), (bubble_sorted, (INTEGERS,)), (bubble_sorted, (FLOATS,)),
    (of_nothing, (INTEGERS, 3)), (none_said, (INTEGERS,)), (none_said, ([2, 1],)), (emptied, (FLOATS,)), (shortened, (INTEGERS,)),
    (added, (INTEGERS, [7, 8])), (both, (INTEGERS, [5, 6])), (heap_pushed, (INTEGERS, 0)), (counted_beside, (INTEGERS,)),
    (gone_through, (INTEGERS,)), (raises_halfway, (INTEGERS, 2)), (smaller_by_a_copy, (INTEGERS,)),
    (counted_through_copies, (INTEGERS,)), (copied_beside_a_change, (INTEGERS,)), (copied_beside_an_insertion, (FLOATS,)),
    (added_while_shortened, (INTEGERS, 2)), (added_while_shortened, (FLOATS, 1)),
]  # fmt: skip


@pytest.mark.parametrize("function, arguments", CALLS, ids=lambda x: getattr(x, "__name__", ""))
def test_changes_are_pythons(function, arguments):
    compiled = up.jit(strict=True)(function)
    for runner in (compiled, *(paths.interpreted(compiled, level) for level in ("source", "scheduled"))):
        expected, given = copy.deepcopy(arguments), copy.deepcopy(arguments)
        wanted, found = function(*expected), runner(*given)
        assert repr(found) == repr(wanted)
        assert repr(given) == repr(expected)
        assert (found is given[0]) == (wanted is expected[0])
    assert compiled.ran_on == "cpu"


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
def test_a_call_that_raises_leaves_what_python_leaves():
    found, expected = [1, 2, 3], [1, 2, 3]
    compiled = up.jit(raises_halfway)
    for at in (1, 9, 2, -9):
        outcomes = []
        for function, values in ((compiled, found), (raises_halfway, expected)):
            try:
                outcomes.append(function(values, at))
            except IndexError as error:
                outcomes.append(str(error))
        assert outcomes[0] == outcomes[1]
        assert found == expected


def inside_another(v, rows):
    v[0] = 9
    return rows[0][0]


def kept(v):
    v.append(1)
    return (v, 1)


def another_name(v):
    w = v
    w.append(7)
    return len(v)


def name_given_anew(v):
    v.append(1)
    v = [0, 0]
    v.append(2)
    return len(v)


def beside_an_array(v, a):
    v[0] = 5
    a[0] = 1.0
    a[v[1]] = 2.0


def another_type(v):
    v[0] = 2.5
    return v


def of_itself(v, n):
    if n > 0:
        v.append(n)
        of_itself(v, n - 1)
    return len(v)


def some_return_nothing(v):
    if v[0] > 2:
        v[0] = 0
        return v
    v[0] = 5


def in_a_lambda(v):
    add = lambda x: v.append(x)  # noqa: E731
    add(3)
    return len(v)


ODD = [
    (kept, ([1, 2],)), (another_name, ([1, 2],)), (name_given_anew, ([1, 2],)), (beside_an_array, ([1, 2], np.zeros(3))),
    (beside_an_array, ([1, 7], np.zeros(3))), (another_type, ([1, 2],)), (of_itself, ([1], 3)), (some_return_nothing, ([1, 2],)),
    (some_return_nothing, ([4, 2],)), (in_a_lambda, ([1],)), (grown, ([1, 2.5],)), (grown, (["a", "b"],)), (emptied, ([],)),
    (both, ([1, 2], [3.5])), (grown, ([2**70, 1],)),
]  # fmt: skip


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize("function, arguments", ODD, ids=lambda x: getattr(x, "__name__", ""))
def test_other_changes_are_pythons_too(function, arguments):
    expected, given = copy.deepcopy(arguments), copy.deepcopy(arguments)
    outcomes = []
    for called, values in ((up.jit(strict=False)(function), given), (function, expected)):
        try:
            outcomes.append(repr(called(*values)))
        except Exception as error:
            outcomes.append(repr(error))
    assert outcomes[0] == outcomes[1]
    assert repr(given) == repr(expected)


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
def test_one_list_twice():
    for function in (both, added):
        found, expected = [1, 2, 3], [1, 2, 3]
        compiled = up.jit(strict=False)(function)
        assert compiled(found, found) == function(expected, expected)
        assert found == expected
        compiled([1, 2], [3, 4])
        assert compiled(found, found) == function(expected, expected)
        assert found == expected
    row = [1, 2]
    assert up.jit(strict=False)(inside_another)(row, [row]) == 9


def ragged(n):
    rows = [[d for d in range(1, k + 1) if k % d == 0] for k in range(1, n + 1)]
    return rows


def test_what_compiled_code_cannot_do_other_words_do():
    """Lists of one length are an array, others are not: known when the call runs."""
    compiled = up.jit(strict=True)(ragged)
    for n in (4, 6, 4, 7):
        assert compiled(n) == ragged(n)
        assert compiled.ran_on == "cpu"


def test_a_list_that_gets_the_items_of_another_one():
    def extended(v, w):
        v.extend(w)
        return len(v), v[-1]

    def doubled(v):
        v.extend(v)
        return len(v)

    compiled = up.jit(strict=True)(extended)
    mine, other = [1, 2], [3]
    assert (compiled(mine, other), mine, other) == ((3, 3), [1, 2, 3], [3])
    mine = [1, 2]
    assert (up.jit(strict=False)(doubled)(mine), mine) == (4, [1, 2, 1, 2])
