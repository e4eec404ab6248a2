"""Lists of lists of tuples that grow: `groups[-1].append((x, y))`, and lists of tuples that are put into one. Values, their types and which
lists are one object are CPython's."""

from collections import defaultdict

import pytest
from support.outcomes import check_machine_code, check_values, name_of


def peaks(spectrum, tolerance):
    groups = []
    for mass, intensity in sorted(spectrum):
        if groups and mass - groups[-1][-1][0] <= tolerance:
            groups[-1].append((mass, intensity))
        else:
            groups.append([(mass, intensity)])
    centers = []
    for g in groups:
        w = sum(i for _, i in g)
        centers.append((round(sum(m * i for m, i in g) / w, 5), w, len(g)))
    return centers, groups


def above(nights, horizon):
    runs = []
    run = []
    for hour, altitude in nights:
        if altitude >= horizon:
            run.append((hour, altitude))
        elif run:
            runs.append(run)
            run = []
    if run:
        runs.append(run)
    return [(r[0][0], r[-1][0], max(a for _, a in r)) for r in runs[:2]], [len(r) for r in runs[1:]]


def split(xs):
    part = [(xs[0], 0)]
    parts = []
    for i in range(1, len(xs)):
        if xs[i] - part[-1][0] > 1:
            parts.append(part)
            part = [(xs[i], i)]
        else:
            part.append((xs[i], i))
    parts.append(part)
    return parts


def clusters(points):
    found = []
    for x, y in points:
        for c in found:
            if abs(c[0][0] - x) < 2:
                c.append((x, y))
                break
        else:
            found.append([(x, y)])
    tops = []
    for k, c in enumerate(found):
        top = max(c, key=lambda p: p[1])
        tops.append((k, top[0], top[1]))
    return tops, found


def counted_before(n):
    graph = [[] for _ in range(n)]
    graph[0].append((1, len(graph[0])))
    graph[0].append((2, len(graph[0])))
    return [b for _, b in graph[0]]


def by_rest(xs):
    d = defaultdict(list)
    for i, x in enumerate(xs):
        d[x % 3].append((x, len(d[x % 3])))
        if not d[7]:
            d[7].append((i, 0))
    return {k: [b for a, b in d[k]] for k in d}, len(d), 7 in d


def exchanged(n):
    g = []
    for i in range(n):
        g.append([])
        g[i].append((i, 2))
        g[-1][0] = (g[-1][0][1], g[-1][0][0])
        a, b = g[i][-1]
        g[i].append((b, a + len(g[i])))
    x, y = g[0].pop()
    return g, x, y


def put_twice(n):
    out = []
    run = []
    for i in range(n):
        run.append((i, len(run)))
        out.append(run)
    return out


def grows_in_loop(xs):
    g = []
    for x in xs:
        g.append([(x, x)])
    for q in g:
        if len(g) < 5:
            g.append([(q[0][0], 1)])
    return len(g)


def rows_of_lists(n):
    g = [[] for _ in range(n)]
    g[0].append((1, 2))
    out = []
    for row in g:
        out.append(row[0])
    return out


NIGHTS = [(20, 10.0), (21, 31.5), (22, 40.0), (23, 20.0), (24, 35.0)]
CASES = [
    (peaks, [(100.01, 5.0), (100.0, 10.0), (150.2, 3.0)], 0.1), (peaks, [], 0.1), (above, NIGHTS, 30.0), (above, [], 30.0), (split, [1, 2, 7, 8]),
    (clusters, [(1, 2), (5, 6), (2, 9)]), (clusters, []), (counted_before, 2), (by_rest, [1, 2, 3, 4]), (exchanged, 3),
]  # fmt: skip
OTHER_WAYS = [(split, []), (put_twice, 3), (grows_in_loop, [1, 2]), (rows_of_lists, 1), (rows_of_lists, 2), (exchanged, 0)]


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_in_machine_code(case):
    check_machine_code(case)


@pytest.mark.parametrize("case", OTHER_WAYS, ids=name_of)
def test_whatever_runs_it(case):
    check_values(case)
