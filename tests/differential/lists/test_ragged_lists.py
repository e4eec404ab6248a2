"""Lists of lists of different lengths that grow: values, types and exceptions are CPython's, in machine code, in the interpreter and on
devices; where two names may stand for one list, Python runs it."""

import copy
import warnings

import numpy as np
import pytest
import unpython as up
from support import paths
from support.texts import function_of
from unpython import _attempts

NUMBERS = [3, 1, 4, 1, 5, 9, 2, 6]

PROGRAMS = {
    "neighbours": "near = [[] for _ in range(10)]\nfor i in range(len(v) - 1):\n    near[v[i]].append(v[i + 1])\n    near[v[i + 1]].append(v[i])\nreturn near, [len(x) for x in near], sum(len(x) for x in near)",
    "rows": "rows = []\nfor n in v:\n    row = []\n    for j in range(n % 4):\n        row.append(j * n)\n    rows.append(row)\nreturn rows, len(rows), [sum(row) for row in rows]",
    "comprehended": "rows = [[x * j for j in range(x % 3)] for x in v]\nrows.append([7])\nrows[0].append(5)\nreturn rows, rows[-1][0], rows[0][0]",
    "triangle": "rows = [[1]]\nfor _ in range(len(v)):\n    last = rows[-1]\n    rows.append([1] + [last[i] + last[i + 1] for i in range(len(last) - 1)] + [1])\nreturn rows",
    "subsets": "out = [[]]\nfor x in v[:4]:\n    out += [s + [x] for s in out]\nreturn out, len(out)",
    "items": "rows = [[1, 2], [3]]\nrows.append([])\nrows[2].append(9)\nrows[0][1] = 7\nrows[1][0] += v[0]\nrows[-1][-1] *= 2\nreturn rows, rows[0][-1], rows[1][0]",
    "stored": "rows = [[] for _ in range(3)]\nfor i, x in enumerate(v):\n    rows[i % 3] = [x] * (i % 3)\n    rows[(i + 1) % 3].append(x)\nreturn rows",
    "popped": "rows = [[x, x + 1] for x in v]\nrows.append([])\nlast = rows.pop()\nt = 0\nwhile rows:\n    t = (3 * t + rows[-1].pop()) % 1000\n    if not rows[-1]:\n        rows.pop()\nreturn t, len(last), rows",
    "outside": "rows = [[1], [2, 3]]\nrows.append([v[0]])\nreturn rows[3]",
    "item outside": "rows = [[1], [2, 3]]\nrows.append([v[0]])\nreturn rows[1][2]",
    "store outside": "rows = [[1], [2, 3]]\nrows.append([v[0]])\nrows[0][1] = 4\nreturn rows",
    "pop of nothing": "rows = [[1], []]\nrows.append([v[0]])\nreturn rows[1].pop()",
    "numbered": "rows = [[x] * (x % 3) for x in v]\nrows.append([])\nt = 0\nfor i, row in enumerate(rows):\n    for x in row:\n        t += i * x\nreturn t, max(len(row) for row in rows), [row[0] for row in rows if row]",
    "floats": "rows = []\nfor x in v:\n    rows.append([x / 2, x / 3])\nrows[0].append(0.5)\nreturn rows",
    "walk": "near = [[] for _ in range(10)]\nfor a, b in zip(v, v[1:]):\n    near[a].append(b)\nseen = [False] * 10\nstack = [v[0]]\norder = []\nwhile stack:\n    node = stack.pop()\n    if seen[node]:\n        continue\n    seen[node] = True\n    order.append(node)\n    for other in near[node]:\n        stack.append(other)\nreturn order, near",
    "groups": "groups = []\nfor x in v:\n    group = [x]\n    for y in range(x % 3):\n        group.append(y)\n    groups.append(sorted(group))\nreturn groups",
    "words": "rows = []\nfor x in v:\n    rows.append(('a,' * (x % 3) + str(x)).split(','))\nreturn rows, [len(r) for r in rows]",
    "matrix": "rows = []\nfor x in v:\n    rows.append([x, x * x, 1])\nrows.append([0, 0, 0])\nreturn np.array(rows)",
    "extended": "rows = [[] for _ in v]\nfor i, x in enumerate(v):\n    rows[i].extend([x] * (i % 3))\n    rows[0].extend(rows[i])\nreturn rows",
    "two rows": "rows = [[1], [2, 3]]\nrows.append([v[0]])\nreturn rows[0], rows[1], rows[0][0]",
    "rest of a row": "rows = []\nrow = []\nfor x in v:\n    row.append(x)\n    if x < 5:\n        rows.append(row[:])\n        row = row[1:]\nreturn rows, [len(q) for q in rows]",
    "tests": "a = [[] for _ in v]\nfor x in v[::2]:\n    a[x % 3].append(x)\nk = len(a)\nreturn [1 if a[i] else 2 for i in range(k)], [i for i in range(k) if not a[i]], 5 if not a[0] and a[1] else 6",
    "two": "a = [[] for _ in v]\nb = [[1]]\nfor i, x in enumerate(v):\n    a[i].append(x)\n    b.append([x for x in range(i)])\nreturn a, b",
}


def outcome(function, *arguments):
    try:
        result = function(*arguments)
    except Exception as error:
        return type(error), error.args
    return repr(result), type(result)


def _function(body):
    return function_of("def f(v):\n" + "".join(f"    {line}\n" for line in body.split("\n")))


@pytest.mark.parametrize("name", PROGRAMS)
def test_values(name):
    function = _function(PROGRAMS[name])
    compiled = up.jit(strict=True)(function)
    for given in (NUMBERS, [7, 3], [2] * 20):
        assert outcome(compiled, given) == outcome(function, given)
    assert compiled.ran_on == "cpu"
    for device in paths.DEVICES:
        assert outcome(up.jit(strict=False, device=device)(function), NUMBERS) == outcome(function, NUMBERS)


def test_no_lists_in_an_array():
    function = _function(PROGRAMS["matrix"].replace("rows.append([0, 0, 0])\n", ""))
    ragged = _function("rows = []\nfor x in v:\n    rows.append([1] * x)\nreturn np.array(rows)")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", up.UnpythonWarning)
        for made in (function, ragged):
            compiled = up.jit(strict=False)(made)
            for given in ([2, 2], [1, 2], [3]):
                assert outcome(compiled, given) == outcome(made, given)


ONE_LIST = {
    "changed behind": "row = [1]\nrows = []\nrows.append(row)\nrow.append(2)\nreturn rows",
    "twice": "row = [v[0]]\nrows = []\nrows.append(row)\nrows.append(row)\nrows[0].append(2)\nreturn rows",
    "in a loop": "row = []\nrows = []\nfor x in v:\n    row.append(x)\n    rows.append(row)\nreturn rows",
    "another name": "rows = [[1], [2]]\nrows.append([])\nfirst = rows[0]\nfirst.append(v[0])\nreturn rows",
    "seen change": "rows = [[1], [2]]\nrows.append([])\nfirst = rows[0]\nrows[0].append(v[0])\nreturn first",
    "of a loop": "rows = [[1], [2]]\nrows.append([])\nfor row in rows:\n    row.append(v[0])\nreturn rows",
    "gone through": "rows = [[1], [2, 3]]\nrows.append([4])\nfor x in rows[0]:\n    if len(rows[0]) < 5:\n        rows[0].append(x + 1)\nreturn rows",
    "grows": "rows = [[1], [2, 3]]\nrows.append([4])\nn = 0\nfor row in rows:\n    n += 1\n    if n < 5:\n        rows.append([n])\nreturn rows",
    "two names": "rows = [[1], [2, 3]]\nother = rows\nother.append([v[0]])\nreturn rows",
    "times": "rows = [[0]] * 3\nrows[0].append(v[0])\nreturn rows",
    "item of another": "rows = [[1], []]\nrows.append([3, 4])\nrows[1] = rows[0]\nrows[0].append(v[0])\nreturn rows",
    "same object": "rows = [[1], []]\nrows.append([3, 4])\nreturn rows, rows",
    "kept": "rows = [[1], []]\nrows.append([3, 4])\nkept = [rows[0]]\nrows[0].append(v[0])\nreturn kept",
    "sorted here": "rows = [[3, 1], [2]]\nrows.append([v[0], 0])\nrows[0].sort()\nrows.sort()\nreturn rows",
    "of a comprehension": "row = [1]\nrows = [row for _ in range(3)]\nrows.append([v[0]])\nrows[0].append(2)\nreturn rows",
    "branch": "row = [1]\nrows = []\nfor x in v:\n    if x > 3:\n        row = [x]\n    rows.append(row)\n    row.append(x)\nreturn rows",
    "next turn": "rows = []\nrow = [0]\nfor x in v:\n    if rows:\n        row.append(9)\n    row = [x]\n    rows.append(row)\nreturn rows",
    "identity": "rows = [[1], [1]]\nrows.append([v[0]])\nreturn rows[0] is rows[0], rows[0] == rows[1]",
}


@pytest.mark.parametrize("name", ONE_LIST)
def test_one_list_of_two_names(name):
    function = _function(ONE_LIST[name])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", up.UnpythonWarning)
        assert outcome(up.jit(strict=False)(function), NUMBERS) == outcome(function, NUMBERS)


SEEN_TWICE = {
    "a row and all": "rows = [[1], []]\nrows.append([v[0]])\nreturn rows[-1], rows",
    "one row twice": "rows = [[1], []]\nrows.append([v[0]])\nreturn rows[0], rows[0]",
    "perhaps one row": "rows = [[1], []]\nrows.append([v[0]])\nreturn rows[0], rows[-3]",
    "in a tuple": "rows = [[1], []]\nrows.append([v[0]])\nreturn (rows, 1), rows",
    "values of a dict": "d = {}\nfor x in v:\n    d.setdefault(x, []).append(x)\nreturn list(d.values()), d",
    "copy of a dict": "d = {}\nfor x in v:\n    d.setdefault(x, []).append(x)\nreturn dict(d), d",
}


def _objects(value, seen):
    """The value with a number for each list and dict, which is its first place: [0, [1], 1] holds one list twice."""
    if isinstance(value, (list, dict)):
        if id(value) in seen:
            return seen[id(value)]
        seen[id(value)] = len(seen)
        value = list(value.items()) if isinstance(value, dict) else value
    return [_objects(item, seen) for item in value] if isinstance(value, (list, tuple)) else repr(value)


@pytest.mark.parametrize("name", SEEN_TWICE)
def test_one_list_returned_twice(name):
    function = _function(SEEN_TWICE[name])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", up.UnpythonWarning)
        result = up.jit(strict=False)(function)(NUMBERS)
    assert _objects(result, {}) == _objects(function(NUMBERS), {})


UNEQUAL_PARTS = {
    "starred": "m = m[::-1]\na, *b = m[0]\nreturn a, b",
    "setdefault": "g = {}\nfor q in v:\n    g.setdefault(q % 3, []).append(q)\nreturn m[::-1], g",
    "items of two": "m[0][0], m[1][0] = m[1][1], 5\nreturn m[::-1]",
    "turned": "m = m[::-1]\nm[0][0], m[1][0] = m[1][1], 5\nreturn m",
}


@pytest.mark.parametrize("name", UNEQUAL_PARTS)
def test_parts_of_a_list_that_differ_in_length(name):
    """Nothing changes that the caller sees: Python makes the call again."""
    function = _function("m = [v[i:i+2] for i in range(0, len(v), 2)]\n" + UNEQUAL_PARTS[name])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", up.UnpythonWarning)
        given, kept = [3, 1, 2, 3, 5], [3, 1, 2, 3, 5]
        assert outcome(up.jit(strict=False)(function), given) == outcome(function, kept)
    assert given == [3, 1, 2, 3, 5]


SEEN_BY_THE_CALLER = {
    "parts of an array": "m = [v[i:i+2] for i in range(0, 4, 2)]\nm[0][0] += 1\nreturn m",
    "by a tuple": "m = [[1], [2]]\nm[0], k = v, 1\nm[0][0] += 1\nreturn m",
    "by a part": "m = [[1], [2]]\nm[0:1] = [v]\nm[0][0] += 1\nreturn m",
    "by another name": "m = [[1], [2]]\nh = m\nh[0] = v\nm[0][0] += 1\nreturn m",
    "by two names": "m = h = [[1], [2]]\nh[0] = v\nm[0][0] += 1\nreturn m",
    "by setdefault": "g = {}\ng.setdefault(0, v)\ng.setdefault(0, []).append(1)\nreturn g",
    "by a loop": "for v[0] in range(3):\n    pass\nreturn v",
    "another value": "v = w\nm = [v[0:2]]\nm[0][0] = 1\nreturn m",
}


@pytest.mark.parametrize("name", SEEN_BY_THE_CALLER)
def test_what_the_caller_sees_is_not_done_twice(name):
    assert not _attempts.may_run_again(_function(SEEN_BY_THE_CALLER[name]), lists=["v"] if name == "another value" else [])


LENGTHS_OF_CALLS = {
    "split": ("words = v.split(' ')\ni = 2\nparts = [w.split('a') for w in words]\nreturn parts, len(parts)", "ba x"),
    "after a change": ("v.add(1)\nreturn [w.split('a') for w in list(['b', 'a', ''])]", {2}),
}


@pytest.mark.parametrize("name", LENGTHS_OF_CALLS)
def test_lists_whose_lengths_differ_in_a_call(name):
    """Only the call shows that the lists differ in length: Python makes it again, or the step of it that changes nothing."""
    body, given = LENGTHS_OF_CALLS[name]
    function = _function(body)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", up.UnpythonWarning)
        assert outcome(up.jit(strict=False)(function), copy.copy(given)) == outcome(function, copy.copy(given))


def left_rows(n):
    x = [[i, i + 1] for i in range(n)]
    t = 0
    for i in range(n):
        for v in x[i]:
            if v == 3:
                continue
            if v == 9:
                break
            t += v * i
        else:
            t += 1000
    return t


def rows_of_rows(n):
    x = [[i] for i in range(n)]
    t = u = 0
    for u in x[2]:
        for u in x[u]:
            t += u
    for i in range(n):
        x[i].append(i * i)
        for v in x[-1 - i]:
            t = (t * 3 + v) % 1000003
    return t, u


def rows_in_parallel(n):
    x = [[1.5 * i] * (i % 3) for i in range(n)]
    out = np.zeros(n)
    for i in up.prange(n):
        s = 0.0
        for v in x[i]:
            s += v
        out[i] = s
    return out.sum()


@pytest.mark.parametrize("function", [left_rows, rows_of_rows, rows_in_parallel])
def test_rows_that_are_read_where_they_lie(function):
    compiled = up.jit(strict=True)(function)
    for n in (3, 4, 12):
        assert compiled(n) == function(n)
    assert "list_at" not in compiled.inspect("scheduled")


def test_a_row_that_is_not_there():
    def read(n):
        x = [[i] for i in range(n)]
        t = 0
        for v in x[n]:
            t += v
        return t

    with pytest.raises(IndexError, match="list index out of range"):
        up.jit(strict=True)(read)(4)


def parts_of_a_list(v):
    return [[x for x in v[:k]] for k in range(len(v))]


def equal_parts(v):
    return [[x + k for x in v[1:3]] for k in range(3)]


def named_parts(v):
    rows = [[x * k for x in v[k:]] for k in range(len(v) + 1)]
    return rows, len(rows)


@pytest.mark.parametrize("function", [parts_of_a_list, equal_parts, named_parts])
def test_rows_of_parts(function):
    """What a row goes through is no name and no call."""
    for given in ([3, 1, 2], [2.5, 1.0], []):
        assert repr(up.jit(strict=True)(function)(given)) == repr(function(given))


def test_rows_of_parts_of_an_array():
    def run(a):
        return np.array([[x + k for x in a[1:3]] for k in range(3)])

    a = np.arange(4)
    assert np.array_equal(up.jit(strict=True)(run)(a), run(a))
