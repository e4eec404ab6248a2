"""Given lists of short lists whose items are only read: sorted under a name, sliced, taken apart."""

import pytest
import unpython as up


def merged(spans):
    if not spans:
        return []
    spans = sorted(spans, key=lambda s: s[0])
    out = [list(spans[0])]
    for low, high in spans[1:]:
        if low <= out[-1][1]:
            out[-1][1] = max(out[-1][1], high)
        else:
            out.append([low, high])
    return [tuple(s) for s in out]


def compatible(spans):
    spans = sorted(spans, key=lambda s: s[1])
    count, end = 0, -1
    for a, b in spans:
        if a >= end:
            count += 1
            end = b
    return count


def largest_of_all(rows):
    rows = sorted(rows, reverse=True)
    best = rows[0]
    for row in rows[1:]:
        if row > best:
            best = row
    return best[0], len(rows)


def by_third(rows):
    ordered = sorted(rows, key=lambda r: -r[2])
    return [r[0] for r in ordered[:2]], [r[2] for r in ordered]


def with_neighbours(rows):
    t = 0
    ordered = sorted(rows)
    for i, (a, b) in enumerate(ordered):
        t += i * a - b
    for (a, b), (c, d) in zip(ordered, ordered[1:]):
        t = 3 * t + a * d - b * c
    return t


def crossing(rows):
    for i in range(len(rows)):
        for j in range(i + 1, len(rows)):
            (a, b), (c, d) = rows[i], rows[j]
            if a < d and c < b:
                return True
    return False


def unzipped(rows):
    xs, ys = zip(*rows)
    return sum(xs), max(ys)


def nearest(points, k):
    ordered = sorted(points, key=lambda p: p[0] ** 2 + p[1] ** 2)
    return sum(x for x, y in ordered[:k])


def of_texts(pairs):
    ordered = sorted(pairs, key=lambda p: (p[1], p[0]))
    return [a + ":" + b for a, b in ordered]


def extremes(rows):
    low = min(rows, key=lambda r: r[0])
    return low[0], max(rows, key=lambda r: r[1])[1]


def put_into_a_list(rows):
    ordered = sorted(rows)
    out = []
    for r in ordered:
        out.append(r)
    return out


def changes_one(rows):
    ordered = sorted(rows)
    ordered[0][0] = 100
    return ordered[0][0] + rows[0][0]


def returns_one(rows):
    ordered = sorted(rows)
    return ordered[0]


def compared_with_another(rows):
    ordered = sorted(rows)
    return ordered[0] == [1, 3], ordered[0] == ordered[1]


SPANS = [[5, 8], [1, 3], [2, 4], [8, 9]]
HALVES = [[5.5, 8.0], [1.0, 3.0], [2.0, 4.5]]
WIDE = [[1, 2, 3], [0, 5, 6], [4, 1, 9]]
OF_TWO = (compatible, largest_of_all, with_neighbours, crossing, unzipped, extremes)
COMPILED = [(f, given) for f in OF_TWO for given in (SPANS, HALVES)]
COMPILED += [(merged, SPANS), (by_third, WIDE), (by_third, [[1, 2, 3, 4], [0, 5, 6, 1]]), (nearest, SPANS, 2), (of_texts, [["b", "x"], ["a", "y"]])]
OTHERS = [(f, given) for f in (compatible, largest_of_all, unzipped, merged) for given in (WIDE, [[1, 2, 3], [0, 5]], [], [[], [1, 2]])]
OTHERS += [(merged, HALVES)] + [(f, SPANS) for f in (put_into_a_list, changes_one, returns_one, compared_with_another)]


def result_of(function, given):
    given = [[row[:] for row in part] if isinstance(part, list) else part for part in given]
    try:
        result = repr(function(*given))
    except Exception as error:
        result = type(error), str(error)
    return result, given


@pytest.mark.parametrize("function, given", [(f, given) for f, *given in COMPILED], ids=[f.__name__ for f, *_ in COMPILED])
def test_compiled(function, given):
    assert result_of(up.jit(strict=True)(function), given) == result_of(function, given)


@pytest.mark.parametrize("function, given", [(f, given) for f, *given in OTHERS], ids=[f.__name__ for f, *_ in OTHERS])
def test_as_in_python(function, given):
    assert result_of(up.jit(strict=False)(function), given) == result_of(function, given)


def test_whose_lists_they_are():
    for function in (put_into_a_list, changes_one):
        rows = [[5, 8], [1, 3]]
        result = up.jit(strict=False)(function)(rows)
        assert rows[1][0] == (100 if function is changes_one else 1)
        assert function is changes_one or result[0] is rows[1]
