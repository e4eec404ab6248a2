"""Lists, comprehensions and iterators."""

import itertools

import numpy as np
from snippets import snippet

rng = np.random.default_rng(4)
A = rng.normal(size=20)
K = rng.integers(0, 9, 30)


@snippet(50)
def primes(n):
    found = []
    for i in range(2, n):
        for p in found:
            if i % p == 0:
                break
        else:
            found.append(i)
    return found


@snippet(A)
def positive_numbers(a):
    out = []
    for x in a:
        if x > 0:
            out.append(x)
    return np.array(out)


@snippet(10)
def squares(n):
    return [i * i for i in range(n)]


@snippet([3.0, 1.0, 2.0])
def list_sum(values):
    total = 0.0
    for v in values:
        total += v
    return total / len(values)


@snippet([5, 3, 8, 1])
def list_sorted(values):
    values = sorted(values)
    return values[0], values[-1], sorted(values, reverse=True)[0]


@snippet([[1.0, 2.0], [3.0, 4.0]])
def nested_list(rows):
    total = 0.0
    for row in rows:
        for x in row:
            total += x
    return total


@snippet([1, 2, 3])
def change_argument(values):
    values.append(4)
    values[0] = 10
    return len(values)


@snippet(8)
def stack(n):
    todo = [n]
    total = 0
    while todo:
        k = todo.pop()
        total += k
        if k > 1:
            todo.append(k // 2)
            todo.append(k // 3)
    return total


@snippet(rng.integers(0, 2, (10, 10)))
def flood_fill(grid):
    seen = np.zeros(grid.shape, dtype=bool)
    stack = [(0, 0)]
    count = 0
    while stack:
        i, j = stack.pop()
        if i < 0 or j < 0 or i >= grid.shape[0] or j >= grid.shape[1]:
            continue
        if seen[i, j] or grid[i, j] != grid[0, 0]:
            continue
        seen[i, j] = True
        count += 1
        stack.append((i + 1, j))
        stack.append((i - 1, j))
        stack.append((i, j + 1))
        stack.append((i, j - 1))
    return count


@snippet(np.array([[1, 2], [3, -1], [3, -1], [-1, -1]]))
def breadth_first(links):
    queue = [0]
    order = []
    while len(queue) > 0:
        node = queue.pop(0)
        order.append(node)
        for k in links[node]:
            if k >= 0 and k not in order:
                queue.append(k)
    return order


@snippet(5)
def insert_and_remove(n):
    items = list(range(n))
    items.insert(2, 99)
    items.remove(3)
    items.extend([7, 8])
    items.reverse()
    del items[0]
    return items, items.index(99), items.count(7)


@snippet(A)
def list_of_arrays(a):
    parts = []
    for i in range(4):
        parts.append(a[i : i + 5] * i)
    return np.concatenate(parts)


@snippet(A)
def list_of_rows(a):
    rows = []
    for k in range(3):
        rows.append(a * k)
    return np.array(rows).sum(axis=0)


@snippet(6)
def pascal(n):
    row = [1]
    for _ in range(n):
        row = [1] + [row[i] + row[i + 1] for i in range(len(row) - 1)] + [1]
    return row


@snippet([1, 2, 3, 4, 5, 6])
def slices(v):
    return v[1:4], v[::2], v[::-1], v[-2:], v[:3] + v[4:]


@snippet(4, 3)
def zeros_table(n, m):
    table = [[0] * m for _ in range(n)]
    for i in range(n):
        for j in range(m):
            table[i][j] = i * j
    return table


@snippet(5)
def pairs_product(n):
    total = 0
    for i, j in itertools.product(range(n), range(n)):
        total += i * j
    return total


@snippet(5)
def pairs_combined(n):
    out = []
    for i, j in itertools.combinations(range(n), 2):
        out.append(i * 10 + j)
    return out


@snippet(4)
def permuted(n):
    best = 0
    for p in itertools.permutations(range(n)):
        best = max(best, p[0] * 1 + p[1] * 2 + p[2] * 3 + p[3] * 4)
    return best


@snippet([1, 2, 3], [4, 5])
def chained(a, b):
    total = 0
    for x in itertools.chain(a, b):
        total = total * 10 + x
    return total


@snippet(A)
def counted_iteration(a):
    total = 0.0
    for i, (x, y) in enumerate(zip(a[:-1], a[1:])):
        total += i * (y - x)
    return total


@snippet(A)
def sums_of_generators(a):
    return sum(x * x for x in a), max(abs(x) for x in a), any(x > 2 for x in a), all(x < 9 for x in a)


@snippet([3, 1, 2])
def map_and_filter(v):
    doubled = list(map(lambda x: 2 * x, v))
    odd = list(filter(lambda x: x % 2 == 1, v))
    return doubled, odd


@snippet([(2, 0.5), (1, 0.25)])
def list_of_tuples(pairs):
    total = 0.0
    for n, w in pairs:
        total += n * w
    return total


@snippet(A)
def best_by_key(a):
    order = sorted(range(len(a)), key=lambda i: a[i])
    return order[:3], max(range(len(a)), key=lambda i: a[i])


@snippet([A[:3].copy(), A[3:7].copy()])
def list_argument_of_arrays(arrays):
    total = 0.0
    for a in arrays:
        total += a.sum() / len(a)
    return total


@snippet(7)
def unpack_star(n):
    first, *rest = [i * i for i in range(n)]
    return first, len(rest), rest[-1]


@snippet(6)
def tuple_of_generator(n):
    t = tuple(i * 2 for i in range(n))
    return t[1], len(t)


@snippet(3)
def nested_comprehension(n):
    return [[i * j for j in range(n)] for i in range(n)], [x for row in [[1, 2], [3]] for x in row]


@snippet(A)
def generator_function(a):
    def pairs(v):
        for i in range(len(v) - 1):
            yield v[i], v[i + 1]

    total = 0.0
    for x, y in pairs(a):
        total += x * y
    return total


@snippet(10)
def range_object(n):
    r = range(1, n, 3)
    total = 0
    for i in r:
        total += i
    return total + len(r), 4 in r, list(r)


@snippet(12)
def moving_list(n):
    window = []
    out = np.zeros(n)
    for i in range(n):
        window.append(float(i))
        if len(window) > 3:
            window.pop(0)
        out[i] = sum(window) / len(window)
    return out


@snippet([4, 2, 9])
def list_minmax(v):
    return min(v), max(v), sum(v), len(v), v.index(9), 2 in v, v[-1]


@snippet(K)
def append_pairs(k):
    runs = []
    start = 0
    for i in range(1, len(k)):
        if k[i] != k[i - 1]:
            runs.append((start, i - start))
            start = i
    return len(runs), runs[0], runs[-1]
