"""Plans of calls: what the numbers of a call decide, and that no call is judged by the numbers of another."""

import threading
import warnings

import numpy as np
import pytest
import unpython as up
from unpython import prange
from unpython._find_source import run_text


def shifted(a, b, d):
    for i in prange(8):
        a[i + d] = b[i] + 1.0


def compiled(function, **options):
    return up.jit(strict=False, **options)(function)


def agrees(function, plain, make, *numbers):
    """The compiled function does to fresh arguments what plain Python does."""
    ours, theirs = make(), make()
    function(*ours, *numbers)
    plain(*theirs, *numbers)
    for mine, expected in zip(ours, theirs):
        np.testing.assert_array_equal(mine, expected)


def verdict(function, *arguments):
    return function.explain(*arguments).as_dict()["nests"][0]["parallel"]["verdict"]


def test_overlap_of_arguments_is_judged_call_by_call():
    f = compiled(shifted)

    def parts(distance):
        def make():
            memory = np.arange(40.0)
            return memory[distance : distance + 12], memory[:12]

        return make

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for distance, expected in ((20, "proven"), (1, "conflict"), (3, "conflict"), (12, "proven"), (8, "proven")):
            assert verdict(f, *parts(distance)(), 0) == expected
            agrees(f, shifted, parts(distance), 0)
        same = np.arange(12.0)
        assert verdict(f, same, same, 0) == "proven"
        assert verdict(f, same, same, 1) == "conflict"


def test_a_changed_scalar_is_not_judged_by_an_old_proof():
    f = compiled(shifted)

    def make():
        return np.zeros(20), np.arange(20.0)

    for d in (0, 3, 12, 3, -4, 0):
        agrees(f, shifted, make, d)
    with pytest.raises(IndexError):
        f(*make(), 13)
    agrees(f, shifted, make, 12)


def test_a_changed_global_is_not_judged_by_an_old_proof():
    scope = {"up": up, "shift": 0}
    exec("def f(a):\n    for i in up.prange(a.shape[0] - 4):\n        a[i + shift] = a[i] + 1.0\n", scope)  # noqa: S102
    plain = scope["f"]
    f = compiled(_with_source(plain, scope))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for shift in (0, 2, 0, 4):
            scope["shift"] = shift
            agrees(f, plain, lambda: (np.arange(20.0),))
    assert len([w for w in caught if "conflict" in str(w.message)]) == 1


def _with_source(function, scope):
    text = "def f(a):\n    for i in up.prange(a.shape[0] - 4):\n        a[i + shift] = a[i] + 1.0\n"
    return run_text(text, "plans_global.py", scope)["f"]


def test_more_plans_than_the_table_keeps():
    @up.jit
    def fill(a, value):
        for i in prange(a.shape[0]):
            a[i] = value

    for _ in range(2):
        for n in range(1, 400):
            a = np.zeros(n)
            fill(a, float(n))
            assert (a == n).all()


def test_ever_new_numbers_end_with_a_plan_for_all():
    def put(a, k):
        for i in prange(4):
            a[k + i] = a[k + i] + k

    f = up.jit(put)
    a, b = np.zeros(300), np.zeros(300)
    for k in range(290):
        f(a, k)
        put(b, k)
    np.testing.assert_array_equal(a, b)
    with pytest.raises(IndexError):
        f(a, 298)
    assert f.explain(a, 3).as_dict()["nests"][0]["bounds"] == {"proven": 1, "checked": 0}


def test_a_conflict_is_an_error_where_asked_for_and_only_in_the_calls_that_have_it():
    f = compiled(shifted, races="error")
    memory = np.arange(40.0)
    f(memory[20:32], memory[:12], 0)
    with pytest.raises(up.RaceError, match="i = 0 writes a"):
        f(memory[1:13], memory[:12], 0)
    f(memory[20:32], memory[:12], 0)


def test_one_warning_per_loop():
    f = compiled(shifted)
    memory = np.arange(40.0)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for distance in (20, 1, 2, 3, 1):
            f(memory[distance : distance + 12], memory[:12], 0)
    assert len(caught) == 1
    assert "so it runs in order: " in str(caught[0].message)


def test_a_conflict_has_a_witness():
    f = compiled(shifted, races="ordered")
    memory = np.arange(40.0)
    with pytest.warns(up.UnpythonWarning, match="conflict"):
        report = f.explain(memory[2:14], memory[:12], 0)
    parallel = report.as_dict()["nests"][0]["parallel"]
    assert parallel["code"] == "CONFLICT"
    witness = parallel["witness"]
    assert witness["array"] == "a" and witness["element"].startswith("a[")
    first, second = witness["iterations"]
    assert abs(first - second) == 2
    assert len(str(report).splitlines()) <= 25


def test_bounds_are_counted():
    @up.jit
    def gather(a, index, out):
        for i in prange(out.shape[0]):
            out[i] = a[index[i]]

    nest = gather.explain(np.ones(5), np.zeros(3, int), np.ones(3)).as_dict()["nests"][0]
    assert nest["bounds"] == {"proven": 2, "checked": 1}


def scatter(a, index, n):
    for i in prange(index.shape[0]):
        s = 0.0
        for j in range(n):
            s += 1.0 / (s + j + 1.0)
        a[index[i]] = s + i


def test_index_arrays_are_looked_at_before_each_run():
    f = compiled(scatter)
    index = np.random.default_rng(1).permutation(3000)
    assert verdict(f, np.zeros(3000), index, 100) == "inspected"
    agrees(f, scatter, lambda: (np.zeros(3000), index), 100)
    index[17] = index[2000]
    with pytest.warns(up.UnpythonWarning, match="i = 17 and i = 2000 both write"):
        agrees(f, scatter, lambda: (np.zeros(3000), index), 100)
    (nest,) = f.explain().as_dict()["nests"]
    assert nest["parallel"]["verdict"] == nest["loops"][0]["verdict"] == "conflict"
    assert "the last call ran in order, as i = 17 and i = 2000" in nest["parallel"]["reason"]
    assert verdict(f, np.zeros(3000), index, 100) == "inspected"  # of calls like this one
    index[17] = -1
    index[2000] = 1  # may repeat others: plain Python decides
    agrees(f, scatter, lambda: (np.zeros(3000), index), 100)
    agrees(f, scatter, lambda: (np.zeros(3000), np.arange(3000)), 100)
    assert f.explain().as_dict()["nests"][0]["parallel"]["verdict"] == "inspected"


def test_an_index_outside_the_array_is_raised_by_the_loop():
    f = compiled(scatter)
    index = np.arange(3000)
    index[7] = 4000
    with pytest.raises(IndexError, match="index 4000"):
        f(np.zeros(3000), index, 100)


def test_repeated_indices_are_an_error_where_asked_for():
    f = compiled(scatter, races="error")
    index = np.arange(3000)
    f(np.zeros(3000), index, 100)
    index[5] = 9
    with pytest.raises(up.RaceError, match="holds equal values"):
        f(np.zeros(3000), index, 100)


def test_threads_share_plans():
    f = compiled(shifted)
    problems = []

    def work(seed):
        random = np.random.default_rng(seed)
        for _ in range(300):
            n = int(random.integers(8, 40))
            a, b = np.zeros(n), np.ones(n)
            f(a, b, 0)
            if a[:8].sum() != 16.0 or a[8:].any():
                problems.append(n)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not problems


def heavy(a, b):
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            a[i, j] = np.sqrt(b[i, j]) + np.exp(-b[i, j])


def test_plain_loops_run_in_parallel_where_asked_for_proven_and_large():
    f = up.jit(auto=True, threads=2)(heavy)
    b = np.random.default_rng(1).random((400, 500))
    nest = f.explain(np.empty_like(b), b).as_dict()["nests"][0]
    assert nest["parallel"]["verdict"] == "proven" and "parallel" in nest["schedule"]
    small = f.explain(np.empty((3, 4)), b[:3, :4]).as_dict()["nests"][0]
    assert small["parallel"]["verdict"] == "sequential"
    plain = up.jit(heavy).explain(np.empty_like(b), b).as_dict()["nests"][0]
    assert plain["parallel"]["verdict"] == "sequential" and "parallel" not in plain["schedule"]
    x, y = np.empty_like(b), np.empty_like(b)
    f(x, b)
    heavy(y[:20], b[:20])
    np.testing.assert_allclose(x[:20], y[:20], rtol=1e-14)


def test_plain_loops_that_carry_values_stay_in_order():
    def running(a):
        for i in range(1, a.shape[0]):
            a[i] = a[i] + a[i - 1] * 0.5

    f = up.jit(auto=True, threads=2)(running)
    a, b = np.ones(200_000), np.ones(200_000)
    f(a)
    running(b)
    np.testing.assert_array_equal(a, b)


def test_each_marked_loop_has_its_verdict():
    def program(a):
        for i in prange(1, a.shape[0]):
            for j in prange(a.shape[1]):
                a[i, j] = a[i - 1, j] + 1.0

    f = up.jit(strict=False)(program)
    with pytest.warns(up.UnpythonWarning):
        report = f.explain(np.zeros((5, 6)))
    (nest,) = report.as_dict()["nests"]
    line = program.__code__.co_firstlineno
    assert [(loop["line"], loop["verdict"]) for loop in nest["loops"]] == [
        (line + 1, "conflict"),
        (line + 2, "proven"),
    ]
    assert f"loop in line {line + 2}: proven" in str(report)


def test_a_running_sum_is_told_what_to_use():
    def program(a, x):
        for i in prange(1, a.shape[0]):
            a[i] = a[i - 1] + x[i]

    f = up.jit(strict=False)(program)
    with pytest.warns(up.UnpythonWarning, match="use np.cumsum for a running sum, or use range"):
        f(np.zeros(9), np.ones(9))
