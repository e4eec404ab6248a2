"""Lists of tuples that are put together of comprehensions, and OrderedDict where a function uses it as any dict."""

from collections import OrderedDict

import numpy as np
import pytest
from support.outcomes import check_machine_code, check_values, name_of


def three_parts(a, b):
    v = 5
    rows = [(v, 0) for v in a if v > 1] + [(v, w) for v in b for w in range(v) if w % 2] + [(7, 8)]
    return rows, v


def ranks(a, b):
    tagged = [(v, 0) for v in a] + [(v, 1) for v in b]
    tagged.sort()
    total = 0
    for rank, (_, group) in enumerate(tagged, start=1):
        if group == 0:
            total += rank
    return total


def longer_in_a_loop(a, b):
    rows = [(0, 0)]
    for k in range(3):
        rows += [(x + k, k) for x in b if x != k]
    return max(rows, key=lambda r: r[0]), rows[-1], len(rows)


def extended(a, b):
    rows = [(x, 1) for x in a]
    rows.extend((x, 2) for x in b)
    rows.extend([(x, 3) for x in a])
    return sorted(rows)


def raises_in_the_second_part(a, b):
    rows = [(1, 2)] + [(y, y // (y - 1)) for y in b]
    return rows


def counts_in_order(a, b):
    d = OrderedDict()
    for x in a + b:
        d[x] = d.get(x, 0) + 1
    return list(d.items()), list(d), len(d), 3 in d


def entered_again(a, b):
    d = OrderedDict()
    for x in a:
        d[x] = 0
    del d[3]
    d[3] = 5
    return [k for k in d], sorted(d), sum(d.values()), d.pop(1), len(d)


def moved(a, b):
    d = OrderedDict()
    for x in a:
        d[x] = x
    d.move_to_end(3)
    first = a[0] if b[0] > 2 else b[0]
    d.move_to_end(first, last=True)
    return list(d)


def least_recently_used(a, b):
    d = OrderedDict()
    gone = []
    for x in a + b + a:
        if x in d:
            d.move_to_end(x)
        else:
            d[x] = x * 2
            if len(d) > 2:
                key, value = d.popitem(last=False)
                gone.append((key, value))
    d.popitem(last=False)
    return gone, list(d.items())


def of_nothing(a, b):
    d = OrderedDict()
    for x in a:
        d[x] = x
    for x in a + b:
        d.popitem(last=False)
    return len(d)


COMPILED = [moved, least_recently_used, of_nothing, three_parts, ranks, longer_in_a_loop, extended, raises_in_the_second_part, counts_in_order, entered_again]
CASES = [(f, [3, 1, 2], b) for f in COMPILED for b in ([5, 1], [4], [2, 2, 7])]


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_compiled(case):
    check_machine_code(case)
    check_values(case)


def grows_under_another_name(a, b):
    rows = [(9, 9)]
    more = rows
    rows += [(x, 1) for x, _ in more]
    return len(rows), len(more)


def grows_in_a_function(a, b):
    rows = [(1, 2)]

    def g(x):
        rows.append((x, x))
        return x

    rows += [(g(x), 0) for x in b]
    return rows


def an_array(a, b):
    c = np.zeros((2, 2))
    c += [(x, 1) for x in b]
    return c


def half_made(a, b):
    rows = [(0, 0)]
    try:
        rows = [(1, 1)] + [(x, 5 // (x - 1)) for x in b]
    except ZeroDivisionError:
        return rows
    return rows


def moved_to_the_front(a, b):
    d = OrderedDict()
    for x in a:
        d[x] = x
    d.move_to_end(3, last=False)
    return list(d)


def given_back(a, b):
    d = OrderedDict()
    for x in a:
        d[x] = x
    return len(d), d


def compared(a, b):
    d = OrderedDict()
    e = OrderedDict()
    for x in a:
        d[x] = x
    for x in reversed(a):
        e[x] = x
    return d == e, len(d)


def shown(a, b):
    d = OrderedDict()
    for x in a:
        d[x] = 0
    return str(d), type(d) is dict


OTHERS = [grows_under_another_name, grows_in_a_function, an_array, half_made, moved_to_the_front, given_back, compared, shown]


@pytest.mark.parametrize("function", OTHERS)
def test_others(function):
    check_values((function, [3, 1, 2], [5, 1]))
