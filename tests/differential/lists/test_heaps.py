"""`heapq` and `bisect`: values, types, the order of what is equal, and exceptions are CPython's, on every path."""

import bisect
import copy
import heapq
from heapq import heappop, heappush

import numpy as np
import pytest
import unpython as up
from support import paths

RANDOM = np.random.default_rng(8)


def sorted_by_heap(a):
    heap = []
    for x in a:
        heapq.heappush(heap, x)
    out = []
    while heap:
        out.append(heappop(heap))
    return out


def places_in_order(a):
    heap = []
    for i in range(len(a)):
        heappush(heap, (a[i], i))
    out = []
    while heap:
        value, i = heappop(heap)
        out.append(i)
    return out


def all_of_three(n):
    heap = [(0, 1.5, 2)]
    total = 0.0
    for k in range(n):
        heappush(heap, (k * 7 % 5, k * 0.5, k))
        if k % 3 == 0:
            a, b, c = heapq.heappushpop(heap, (k % 4, 1.0, -k))
            total += a * b + c
        if k % 4 == 0:
            total += heapq.heapreplace(heap, (k % 2, 2.0, 5))[2]
    return total, heap, len(heap), heap[0]


def of_four(n):
    heap = []
    for k in range(n):
        heappush(heap, (k % 2, k % 3, -(k % 5), k))
    return heappop(heap), heap


def made_a_heap(n):
    heap = [(3, 0), (1, 1), (2, 2), (1, 0)]
    heapq.heapify(heap)
    heappush(heap, (n, n))
    return heap


def shortest(weights, source):
    n = len(weights)
    far = [float("inf")] * n
    far[source] = 0.0
    heap = [(0.0, source)]
    while heap:
        d, u = heappop(heap)
        if d > far[u]:
            continue
        for v in range(n):
            if weights[u, v] > 0 and d + weights[u, v] < far[v]:
                far[v] = float(d + weights[u, v])
                heappush(heap, (far[v], v))
    return far


def all_of_numbers(v, x):
    heap = [y for y in v]
    heapq.heapify(heap)
    first = heapq.heappushpop(heap, x)
    second = heapq.heapreplace(heap, x + 1)
    return first, second, heap


def given_a_list(v, x):
    heapq.heapify(v)
    heapq.heappush(v, x)
    return heapq.heappop(v)


def emptied(n):
    heap = [n]
    heappop(heap)
    return heappop(heap)


def replaced_in_nothing(n):
    heap = [(n, 1)]
    heappop(heap)
    return heapq.heapreplace(heap, (n, 2))


def pushed_and_popped_in_nothing(n):
    heap = [(n, 1)]
    heappop(heap)
    return heapq.heappushpop(heap, (n, 2)), len(heap)


def extremes(v, n):
    return heapq.nsmallest(n, v), heapq.nlargest(n, v)


def places(v, q):
    x = q[0]
    return bisect.bisect_left(v, x), bisect.bisect_right(v, x), bisect.bisect(v, x, 1), bisect.bisect_left(v, x, lo=1, hi=3)


def many_places(v, q):
    return [bisect.bisect(v, x) for x in q]


def to_the_end(v, x):
    return bisect.bisect_left(v, x, 0, -1)


def before_the_start(v, x):
    return bisect.bisect_left(v, x, -1)


def behind_the_end(v, x):
    return bisect.bisect_right(v, x, 0, 9)


def kept_in_order(a):
    items = []
    for x in a:
        bisect.insort(items, x)
    bisect.insort_left(items, a[0], 1)
    return items


def inserted(v, x):
    bisect.insort_right(v, x)


def increasing(a):
    tails = []
    for x in a:
        i = bisect.bisect_left(tails, x)
        if i == len(tails):
            tails.append(x)
        else:
            tails[i] = x
    return len(tails)


def extended(n):
    stack = [(0, 0)]
    total = 0
    while stack:
        y, x = stack.pop()
        if y <= n and x <= n:
            total += y * x + 1
            stack.extend([(y + 1, x), (y + 2, x + 1)])
    return total


FLOATS = [RANDOM.integers(0, 9, n) * 0.5 for n in (0, 1, 2, 7, 60)]
SORTED = [1, 3, 4, 4, 8]
CASES = [
    *((function, (a,)) for function in (sorted_by_heap, places_in_order, increasing) for a in FLOATS),
    (sorted_by_heap, (RANDOM.integers(0, 20, 40),)), (sorted_by_heap, (RANDOM.random(20).astype(np.float32),)),
    (all_of_three, (0,)), (all_of_three, (60,)), (of_four, (1,)), (of_four, (40,)), (made_a_heap, (2,)),
    (shortest, (RANDOM.integers(0, 4, (9, 9)) * 1.0, 0)), (all_of_numbers, ([5, 3, 8, 1], 4)), (all_of_numbers, ([5.5], 0.5)),
    (given_a_list, ([4, 1, 3], 2)), (given_a_list, ([1.5, 0.5], 0.0)), (emptied, (1,)),
    (replaced_in_nothing, (1,)), (pushed_and_popped_in_nothing, (1,)), (extremes, ([5, 1, 4, 1], 2)), (extremes, ([5, 1], -1)),
    (extremes, (np.array([2.0, 9.0, 4.0]), 7)), (places, (SORTED, [4])), (places, (np.array(SORTED), [9])), (many_places, (SORTED, [0, 4, 9])),
    (many_places, (np.array(SORTED) * 0.5, [0.5, 2.0])), (to_the_end, (SORTED, 9)), (before_the_start, (SORTED, 9)),
    (behind_the_end, (SORTED, 99)), (kept_in_order, (np.array([3, 1, 3, 0]),)), (kept_in_order, (np.array([2.5, -1.0]),)),
    (inserted, ([1, 5, 5, 9], 5)), (extended, (7,)),
]  # fmt: skip


def outcome(function, arguments):
    given = copy.deepcopy(arguments)
    try:
        return repr((function(*given), given))
    except Exception as error:
        return type(error), error.args, repr(given)


@pytest.mark.parametrize(("function", "arguments"), CASES, ids=lambda v: getattr(v, "__name__", ""))
def test_calls(function, arguments):
    expected = outcome(function, arguments)
    compiled = up.jit(strict=True)(function)
    assert outcome(compiled, arguments) == expected
    if not any(type(a) is list for a in arguments):
        for level in ("source", "scheduled"):
            assert outcome(paths.interpreted(compiled, level), arguments) == expected


def of_nan(x):
    heap = [(x, 1), (0.0, 2)]
    heappush(heap, (x, 0))
    return len(heap)


def of_others(n):
    heap = [(n, 1)]
    entry = (0, 2)
    heappush(heap, entry)
    return heappop(heap)


def aliased(n):
    heap = [3, 2, n]
    other = heap
    heapq.heapify(other)
    return heap, heap is other


def by_key(v):
    return heapq.nsmallest(2, v, key=lambda x: -x)


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize(("function", "argument"), [(of_nan, float("nan")), (of_others, 3), (aliased, 1), (by_key, [1, 2, 3])])
def test_what_python_runs(function, argument):
    assert outcome(up.jit(strict=False)(function), (argument,)) == outcome(function, (argument,))


def pushed_to_an_array(a):
    heapq.heapify(a)
    return a[0]


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
def test_an_array_is_no_heap():
    with pytest.raises(TypeError, match="must be.* list"):
        up.jit(strict=False)(pushed_to_an_array)(np.array([3, 1, 2]))


def changed_before_it_fails(v, a):
    heapq.heappush(v, 1)
    return a[9]


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
def test_a_list_that_is_given_changes_once():
    """What failed is made again in Python only where nobody sees what it had done."""
    arguments = ([5, 2], np.zeros(3))
    assert outcome(up.jit(strict=False)(changed_before_it_fails), arguments) == outcome(changed_before_it_fails, arguments)
