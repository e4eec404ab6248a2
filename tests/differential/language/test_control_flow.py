"""if, while, for in every form, break, continue, return from inside, chains of conditions."""

from support.programs import FLOATS, NUMBERS, Programs, array, out
from unpython import gpurange, prange, xrange

PROGRAMS = Programs()


@PROGRAMS.add(array("n"), out("n"), dtypes=NUMBERS)
def clamp(x, z):
    for i in prange(x.shape[0]):
        if x[i] > 5:
            z[i] = 5
        elif x[i] < 2:
            z[i] = 2
        else:
            z[i] = x[i]


@PROGRAMS.add(array("n"), out("n"), dtypes=FLOATS)
def conditional_expression(x, z):
    for i in prange(x.shape[0]):
        z[i] = x[i] if x[i] > 0 else -x[i] * 2 if x[i] < -4 else 0


@PROGRAMS.add(array("n"), array("n"), out("n", "bool"), dtypes=NUMBERS)
def comparisons(x, y, z):
    for i in prange(x.shape[0]):
        z[i] = (x[i] < y[i]) == (y[i] > x[i]) and x[i] <= y[i] or x[i] != y[i]


@PROGRAMS.add(array("n"), out("n", "bool"), dtypes=NUMBERS)
def comparison_chain(x, z):
    for i in prange(x.shape[0]):
        z[i] = 2 < x[i] <= 7 != x[0]


@PROGRAMS.add(
    array("n", values=lambda r, shape: r.choice([1.0, float("nan"), -1.0], shape)),
    out("n", "int64"),
    dtypes=FLOATS,
)
def nan_comparisons(x, z):
    for i in prange(x.shape[0]):
        z[i] = (x[i] < 0) + 2 * (x[i] >= 0) + 4 * (x[i] != x[i]) + 8 * (not x[i] > 0)


@PROGRAMS.add(array("n"), array("n"))
def and_or_values(x, y):
    return x[0] and y[0], x[0] or y[0], (x[0] > 0 and y[0]) or x[0] * 2


@PROGRAMS.add(array("n"), -3)
def short_circuit_guards(x, k):
    n = 0
    for i in range(-2, x.shape[0] + 2):
        if i >= 0 and i < x.shape[0] and x[i] > 0:
            n += 1
        if k == 0 or 12 // k < 0:
            n += 10
    return n


@PROGRAMS.add(100)
def collatz(n):
    longest = 0
    for start in range(1, n):
        steps = 0
        x = start
        while x != 1:
            if x % 2 == 0:
                x //= 2
            else:
                x = 3 * x + 1
            steps += 1
        longest = max(longest, steps)
    return longest


@PROGRAMS.add(array("n"), 4, dtypes=FLOATS)
def break_at_first(x, limit):
    at = -1
    for i in range(x.shape[0]):
        if x[i] > limit:
            at = i
            break
    return at


@PROGRAMS.add(array("n"))
def else_of_loops(x):
    found = 0
    for i in range(x.shape[0]):
        if x[i] > 1000:
            break
    else:
        found = -1
    n = 3
    while n > 0:
        n -= 1
    found -= 1
    return found


@PROGRAMS.add(array("nm"), out("n"))
def continue_and_inner_break(x, z):
    for i in range(x.shape[0]):
        s = 0.0
        for j in range(x.shape[1]):
            if x[i, j] < 0:
                continue
            if s > 12:
                break
            s += x[i, j]
        z[i] = s


@PROGRAMS.add(array("nm"), out("n"))
def inner_break_in_parallel_loop(x, z):
    for i in prange(x.shape[0]):
        s = 0.0
        for j in range(x.shape[1]):
            if x[i, j] < -4:
                continue
            if s > 12:
                break
            s += x[i, j]
        z[i] = s


@PROGRAMS.add(array("nm"), out("n"), dtypes=("float64", "int32"))
def continue_of_parallel_loops(x, z):
    for i in prange(x.shape[0]):
        if x[i, 0] < 0:
            continue
        for j in range(x.shape[1]):
            if x[i, j] > 5:
                continue
            if x[i, j] > 3:
                break
            z[i] += x[i, j]
        if z[i] > 4:
            z[i] = 4
            continue
        z[i] -= 1


@PROGRAMS.add(array("nm"), array("m"), out("nm"))
def continue_of_nested_loops(x, y, z):
    for i in prange(z.shape[0]):
        for j in prange(z.shape[1]):
            if x[i, j] < 0:
                if y[j] < 0:
                    continue
                z[i, j] = 1
            z[i, j] += y[j]
    for i in prange(z.shape[0]):
        for j in range(z.shape[1]):
            if j == i % 3:
                continue
            z[i, j] *= 2


@PROGRAMS.add(array("nm"), array("n"), out("nn"), large={"n": 90, "m": 40})
def continue_before_rows(x, y, z):
    for i in prange(z.shape[0]):
        for j in prange(z.shape[1]):
            if y[i] < 0:
                continue
            s = z[i, j]
            for k in range(x.shape[1]):
                s += x[i, k] * x[j, k]
            z[i, j] = s


@PROGRAMS.add(out("n", "int64"))
def parallel_while(z):
    for i in prange(z.shape[0]):
        x = i + 1
        steps = 0
        while x != 1 and steps < 60:
            x = x // 2 if x % 2 == 0 else 3 * x + 1
            steps += 1
        z[i] = steps


@PROGRAMS.add(array("n"))
def return_from_inside(x):
    for i in range(x.shape[0]):
        if x[i] > 3:
            return i, x[i]
    return -1, x[0]


@PROGRAMS.add(out("n", "int64"))
def ranges(z):
    n = z.shape[0]
    for i in range(2, n):
        z[i] += i
    for i in range(n - 1, -1, -1):
        z[i] += 10 * i
    for i in range(0, n, 3):
        z[i] += 100
    for i in range(n - 1, 0, -2):
        z[i] -= 7
    for i in range(5, 2):
        z[i] = 99
    for i in xrange(n):
        z[i] += 1
    for i in gpurange(n):
        z[i] *= 2


@PROGRAMS.add(out("n", "int64"))
def parallel_ranges(z):
    n = z.shape[0]
    for i in prange(1, n):
        z[i] += i
    for i in prange(n - 1, -1, -2):
        z[i] += 10 * i
    for i in prange(0, n, 3):
        z[i] = z[i] * 5 - 100


@PROGRAMS.add(9, 2)
def range_with_step_of_an_argument(n, step):
    s = 0
    last = -1
    for i in range(n, 0, -step):
        s = s * 10 + i
        last = i
    return s, last


@PROGRAMS.add(array("n"))
def counter_after_loop(x):
    i = -5
    for i in range(x.shape[0]):
        pass
    j = i
    for j in range(3):
        i = j * 10
    return i, j


@PROGRAMS.add(5)
def counter_assigned_in_loop(n):
    s = 0
    for i in range(n):
        i = i * 2
        s += i
    return s, i


@PROGRAMS.add(6)
def bounds_are_evaluated_once(n):
    s = 0
    for i in range(n):
        n = 2
        s += i
    return s, n


@PROGRAMS.add(array("nm"), out("nm"))
def nested_conditions(x, z):
    for i in prange(x.shape[0]):
        for j in prange(x.shape[1]):
            if x[i, j] > 0:
                if i > j:
                    z[i, j] = 1
                else:
                    z[i, j] = 2
            elif i == j:
                z[i, j] = 3
            else:
                pass


@PROGRAMS.add(3.0)
def newton(a):
    x = a
    n = 0
    while abs(x * x - a) > 1e-12 * a:
        x = (x + a / x) / 2
        n += 1
    return x, n


@PROGRAMS.add(True, 3, 2.5)
def statements_on_scalars(flag, k, x):
    a, b = k, x
    a, b = b, a
    c = d = a * 2
    (e, f), g = (c, d), k
    if flag:
        e += g
    else:
        f -= g
    assert e > 0
    return a, b, c, d, e, f, g


@PROGRAMS.add(array("n"), out("n"))
def last_assignment_in_parallel_loop(x, z):
    last = x[0] * 0 - 1
    for i in prange(x.shape[0]):
        t = x[i] * 2
        z[i] = t
        if t > 0:
            last = t
    return last


@PROGRAMS.add(array("n"), out("n"))
def a_different_loop_on_each_path(x, z):
    for i in prange(x.shape[0]):
        v = x[i]
        if i % 3 == 0:
            for _ in range(3):
                v = v * 0.5
                if v < 0.1:
                    break
            else:
                v = -1.0
        elif i % 3 == 1:
            while v < 4:
                v = v + 1.5
        else:
            j = 0
            while j < i % 9:
                j += 1
                if j == 5:
                    continue
                v += j
        z[i] = v


@PROGRAMS.add(array("nm"))
def a_sum_that_rows_leave_early(x):
    s = x[0, 0] * 0
    count = 0
    for i in prange(x.shape[0]):
        for j in prange(x.shape[1]):
            if x[i, j] > 4:
                break
            if x[i, j] < -4:
                continue
            s += x[i, j]
            count += 1
    return s, count


def is_all_below(row, limit):
    for j in range(row.shape[0]):
        if row[j] >= limit:
            return False
    return True


def first_above(row, limit):
    """The place and the value, or what stands for neither."""
    j = 0
    while j < row.shape[0]:
        for k in range(j, min(j + 2, row.shape[0])):
            if row[k] > limit:
                return k, row[k]
        j += 2
    return -1, row[0] * 0


@PROGRAMS.add(array("nm"), out("n"), out("n", "int64"), dtypes=("float64", "int32"), skip_layouts=("empty",))
def helpers_that_return_early(x, z, where):
    for i in prange(x.shape[0]):
        if not is_all_below(x[i], 8):
            z[i] = 9
        else:
            where[i], z[i] = first_above(x[i], 3)


test_paths = PROGRAMS.as_test()
