"""Loops over lists of lists beside others, such lists taken apart, and sums of their items that go into lists."""

import pytest
import unpython as up
from support.outcomes import outcome


def joined(A, b):
    return [list(map(float, row)) + [float(v)] for row, v in zip(A, b)]


def counted(A, b):
    total = 0
    for i, (row, v) in enumerate(zip(A, b)):
        for x in row:
            total += i * x * v
    return total


def two_by_two(A):
    (a, b), (c, d) = A
    return a * d - b * c


def first_of_two(A):
    row, other = A
    return row[0] + len(other)


def times(A, b):
    return [sum(x * y for x, y in zip(row, b)) for row in A]


def product(A, B):
    return [[sum(x * y for x, y in zip(row, column)) for column in zip(*B)] for row in A]


def product_by_places(A, B):
    n, m, p = len(A), len(B), len(B[0])
    C = [[0.0] * p for _ in range(n)]
    for i in range(n):
        for j in range(p):
            C[i][j] = sum(A[i][k] * B[k][j] for k in range(m))
    return C


def product_of_places(A, B):
    return [[sum(A[i][k] * B[k][j] for k in range(len(B))) for j in range(len(B[0]))] for i in range(len(A))]


def product_that_grows(A, B):
    out = []
    for row in A:
        new = []
        for column in zip(*B):
            new.append(sum(x * y for x, y in zip(row, column)))
        out.append(new)
    return out


def solved(A, b):
    n = len(A)
    M = [list(map(float, row)) + [float(v)] for row, v in zip(A, b)]
    for col in range(n):
        pivot = max(range(col, n), key=lambda r: abs(M[r][col]))
        if abs(M[pivot][col]) < 1e-12:
            raise ValueError("matrix is singular")
        M[col], M[pivot] = M[pivot], M[col]
        for r in range(col + 1, n):
            f = M[r][col] / M[col][col]
            M[r] = [x - f * y for x, y in zip(M[r], M[col])]
    x = [0.0] * n
    for i in reversed(range(n)):
        x[i] = (M[i][n] - sum(M[i][j] * x[j] for j in range(i + 1, n))) / M[i][i]
    return x


ROWS = [[[2.0, 1.0], [1.0, 3.0]], [[2, 1], [1, 3]], [[1, 2], [2, 4]], [[0.5, -0.0], [-0.0, 0.0]]]


@pytest.mark.parametrize("function", [joined, counted, times, solved])
@pytest.mark.parametrize("A", ROWS)
@pytest.mark.parametrize("b", [[1.0, 2.0], [3, 4], [5.0], [-0.0, 0.0]])
def test_rows_beside_numbers(function, A, b):
    check(function, A, b)


@pytest.mark.parametrize("function", [product, product_by_places, product_of_places, product_that_grows])
@pytest.mark.parametrize("A", ROWS)
@pytest.mark.parametrize("B", [ROWS[0], ROWS[1], ROWS[3]])
def test_products_of_rows(function, A, B):
    check(function, A, B)


@pytest.mark.parametrize("function", [two_by_two, first_of_two])
@pytest.mark.parametrize("A", [*ROWS, [[1, 2], [3, 4], [5, 6]]])
def test_rows_that_are_taken_apart(function, A):
    check(function, A)


@pytest.mark.parametrize("function", [times, product, product_that_grows, counted])
def test_sums_of_nothing(function):
    for A, b in (([[]], []), ([], []), ([[], []], [1.0]), ([[1.0]], []), ([[1.0], []], [2.0]), ([[1.5]], [[]]), ([[]], [[1.5]])):
        check(function, A, b, is_compiled=False)
        try:
            found = outcome(up.jit(strict=True)(function), (A, b))
        except NotImplementedError:
            continue
        if "NotImplementedError" not in str(found) and "Error" not in str(found):
            assert found == outcome(function, (A, b))


def changed_in_pairs(A, b):
    for pair in zip(A, b):
        pair[0].append(pair[1])
    return len(A)


def changed_in_numbered_pairs(A, b):
    for i, (row, v) in enumerate(zip(A, b)):
        row[0] = v + i
    return A


def kept_rows(A, b):
    out = []
    for pair in zip(A, b):
        out.append(pair[0])
    out[0].append(9)
    return len(out)


def kept_row(A, b):
    first, second = A
    first.append(b[0])
    return second


def kept_in_place(A, b):
    held = [[], []]
    held[0], held[1] = A
    held[0].append(b[0])
    return len(held)


@pytest.mark.parametrize("function", [changed_in_pairs, changed_in_numbered_pairs, kept_rows, kept_row, kept_in_place])
@pytest.mark.parametrize("A", ROWS[:2])
def test_rows_that_change(function, A):
    check(function, A, [7, 8], is_compiled=False)
    row = [1, 2]
    check(function, [row, row], [7, 8], is_compiled=False)


def test_refusals_name_the_line():
    with pytest.raises(up.CompileError, match="'pair', which is or may hold a list that the call gives, is used in a way that is not supported") as caught:
        up.jit(strict=True)(changed_in_pairs)([[1, 2], [3, 4]], [7, 8])
    assert "pair[0].append(pair[1])" in str(caught.value)


def check(function, *args, is_compiled=True):
    assert outcome(up.jit(strict=is_compiled)(function), args) == outcome(function, args)
