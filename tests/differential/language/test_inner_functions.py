"""Functions inside of a function that call themselves, change what is around them, or keep their values, are CPython's, in machine code
and on devices."""

import ast
import copy
import functools

import pytest
from support.inner_functions import (
    acc,
    components,
    deep,
    floodfill,
    grid_paths,
    hanoi,
    helper_tuple,
    knap,
    lcs,
    listcomp,
    longest,
    memo_dict,
    memoized,
    of_floats,
    of_lists,
    passed_on,
    perms,
    printed,
    queens,
    subsets,
    texts,
    topo,
    with_counter,
)  # fmt: skip
from support.inner_functions_in_order import (
    before_it_is_there,
    chosen,
    chosen_parameter,
    compared_constants,
    in_a_counted_loop,
    kept_condition,
    keys_before_values,
    late,
    loopret,
    loopvar,
    once,
    only_where_both,
    order1,
    order2,
    order3,
    order4,
    order5,
    order6,
    order7,
    shadow,
    two,
)  # fmt: skip
from support.outcomes import check_machine_code, check_values, name_of, outcome
from unpython._find_source import find_source
from unpython._writing.functions import inner_functions
from unpython._writing.calls import OwnCall

CASES = [
    (memoized, 60), (with_counter, 10), (hanoi, 5), (topo, {3: [1], 1: [0], 2: [0, 1], 0: []}), (grid_paths, 8, 9), (memo_dict, 40),
    (longest, 200), (knap, [3, 4, 5], [4, 5, 6], 9), (lcs, "ABCBDAB", "BDCABA"), (perms, 3), (components, [(0, 1), (1, 2), (4, 5)], 6),
    (listcomp, 20), (acc, 5), (helper_tuple, [1, 2, 3]), (deep, 300), (texts, ["a", "b", "a"]),
    (floodfill, [[1, 1, 0], [0, 1, 0], [1, 0, 1]], 0, 0), (subsets, [1, 2, 4]), (late, 3), (loopret, 9),
    *((f, 4) for f in (order1, order2, order3, order4, order5, order6, order7, shadow, loopvar, two)),
    *((f, 4) for f in (only_where_both, in_a_counted_loop, once, kept_condition, chosen, chosen_parameter, keys_before_values)),
    (compared_constants, 4),
]  # fmt: skip
def counted_by_kept(n):
    calls = 0

    @functools.cache
    def grid(i, j):
        nonlocal calls
        calls += 1
        return 1 if i == 0 or j == 0 else grid(i - 1, j) + grid(i, j - 1)

    total = 0
    for k in range(n):
        total += grid(k, k)
    return total, calls


def kept_reads_what_changes(n):
    base = 0

    @functools.cache
    def above(k):
        return base + k

    total = 0
    for k in range(n):
        base += k
        total += above(k)
    return total, base


OTHERS = [(counted_by_kept, 4), (kept_reads_what_changes, 5)]
OTHERS += [(deep, 450), (queens, 5), (printed, 3), (passed_on, 4), (before_it_is_there, 2), (of_floats, 4.0), (of_lists, 3)]


@pytest.mark.parametrize("case", [c for c in CASES if len(c) == 2 and type(c[1]) is int], ids=lambda v: v[0].__name__)
def test_as_python(case):
    """What is written in the place of calls means the same to CPython."""
    function, given = case
    node = find_source(function).node
    made = copy.deepcopy(inner_functions.rewritten(function, node)[0])
    names = dict(function.__globals__)
    plain = ast.fix_missing_locations(ast.parse(ast.unparse(_Plain(names).visit(made))))
    exec(compile(plain, "<made>", "exec"), names)
    for n in range(given + 1):
        assert outcome(names[function.__name__], [n]) == outcome(function, [n])


class _Plain(ast.NodeTransformer):
    """Calls of functions without a name as calls of names."""

    def __init__(self, names):
        self._names = names

    def visit_FunctionDef(self, node):
        node.decorator_list = []
        return self.generic_visit(node)

    def visit(self, node):
        node = super().visit(node)
        if isinstance(node, OwnCall):
            name = f"own_{node.function.__name__}"
            self._names[name] = node.function
            return ast.Call(ast.Name(name, ast.Load()), [self.visit(e) for e in node.elts], [])
        return node


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_machine_code(case):
    check_machine_code(case)


@pytest.mark.parametrize("case", [*CASES, *OTHERS], ids=name_of)
def test_values(case):
    check_values(case)


def records_of_an_inner_function(x, n):
    def force(q):
        return -q - 0.1 * q**3

    history = []
    v = 0.0
    for step in range(n):
        v += 0.05 * force(x)
        x += 0.05 * v
        if step % 2 == 0:
            history.append({"t": step * 0.05, "x": x, "e": 0.5 * v * v})
    return history


def sets_of_sums(a, b):
    d = {}
    for i, x in enumerate(a):
        d.setdefault(x % 2, set()).add(x + i * b)
    return {k: sorted(v) for k, v in d.items()}


@pytest.mark.parametrize("case", [(records_of_an_inner_function, 0.5, 7), (sets_of_sums, [3, 1, 2, 3], 2)], ids=name_of)
def test_what_an_inner_function_gives_is_held(case):
    check_machine_code(case)
    check_values(case)


def kept_in_a_sum_of_terms(n):
    moves = {0: [4, 6], 1: [6, 8], 2: [7, 9], 3: [4, 8], 4: [0, 3, 9], 5: [], 6: [0, 1, 7], 7: [2, 6], 8: [1, 3], 9: [2, 4]}

    @functools.lru_cache(maxsize=None)
    def ways(key, left):
        if left == 0:
            return 1
        return sum(ways(other, left - 1) for other in moves[key])

    return sum(ways(k, n - 1) for k in range(1, 10))


def in_sums_of_terms(n):
    """Each term is computed once, in its order."""
    order = []

    def f(k):
        order.append(k)
        return f(k - 1) * 2 + 1 if k else 0.5

    return sum(f(k) for k in range(3)), sum(f(k) for k in (2, 1)), 1 + sum(f(k + j) for k in range(2) for j in (n, 0)), order


@pytest.mark.parametrize("case", [(kept_in_a_sum_of_terms, 9), (kept_in_a_sum_of_terms, 1), (in_sums_of_terms, 3)], ids=name_of)
def test_calls_in_a_sum_of_terms(case):
    check_machine_code(case)
    check_values(case)
