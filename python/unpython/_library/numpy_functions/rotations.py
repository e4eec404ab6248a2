"""Eigenvalues of small symmetric matrices and singular values of small tall ones: reflections leave two diagonals, rotations one. Vectors
lie in rows, which are neighbours in memory."""

import numpy as np

_EPS = 2.220446049250313e-16
_MOST_TRIALS = 60  # for a value; two or three are usual


def _reflector(v, first, last):
    """Makes v[first:last] the vector of a reflection that leaves its first element alone: what that becomes, and tau (0: nothing is to do)."""
    alpha = v[first]
    size = 0 * alpha
    for i in range(first + 1, last):
        size += v[i] * v[i]
    if size == 0:
        return alpha, 0 * alpha
    length = np.sqrt(alpha * alpha + size)
    if alpha > 0:
        length = -length
    for i in range(first + 1, last):
        v[i] /= alpha - length
    v[first] = 1
    return length, (length - alpha) / length


def _reflected(v, begin, tau, rows, first):
    """rows[begin:, first:] after the reflection with v[begin:] from the left."""
    m, n = rows.shape
    total = np.zeros(n, dtype=rows.dtype)
    for i in range(begin, m):
        for j in range(first, n):
            total[j] += v[i] * rows[i, j]
    for i in range(begin, m):
        x = tau * v[i]
        for j in range(first, n):
            rows[i, j] -= x * total[j]


def _reflected_from_right(v, begin, tau, rows, first):
    """rows[first:, begin:] after the reflection with v[begin:] from the right."""
    m, n = rows.shape
    for i in range(first, m):
        total = 0 * tau
        for j in range(begin, n):
            total += rows[i, j] * v[j]
        total *= tau
        for j in range(begin, n):
            rows[i, j] -= total * v[j]


def _rotate(rows, i, j, c, s):
    for k in range(rows.shape[1]):
        x = rows[i, k]
        y = rows[j, k]
        rows[i, k] = c * x + s * y
        rows[j, k] = c * y - s * x


def _length(x, y):
    return np.sqrt(x * x + y * y)


def _tridiagonal(a, beside, vectors):
    """Leaves the diagonal of `a`, and the one `beside` it. `vectors`: what was done from the left."""
    n = a.shape[0]
    p = np.zeros(n, dtype=a.dtype)
    for k in range(n - 1):
        v = a[k]
        beside[k], tau = _reflector(v, k + 1, n)
        if tau == 0:
            continue
        for i in range(k + 1, n):
            p[i] = 0
        for j in range(k + 1, n):
            x = tau * v[j]
            for i in range(k + 1, n):
                p[i] += x * a[j, i]
        along = 0 * tau
        for i in range(k + 1, n):
            along += p[i] * v[i]
        along *= tau / 2
        for i in range(k + 1, n):
            p[i] -= along * v[i]
        for i in range(k + 1, n):
            x = v[i]
            y = p[i]
            for j in range(k + 1, n):
                a[i, j] -= x * p[j] + y * v[j]
        _reflected(v, k + 1, tau, vectors, 0)


def _ql_step(diagonal, beside, first, last, vectors):
    g = (diagonal[first + 1] - diagonal[first]) / (2 * beside[first])
    r = _length(g, 1 + 0 * g)
    g = diagonal[last] - diagonal[first] + beside[first] / (g + (r if g >= 0 else -r))
    s = 1 + 0 * g
    c = 1 + 0 * g
    moved = 0 * g
    for i in range(last - 1, first - 1, -1):
        f = s * beside[i]
        b = c * beside[i]
        r = _length(f, g)
        beside[i + 1] = r
        if r == 0:
            diagonal[i + 1] -= moved
            beside[last] = 0
            return
        s = f / r
        c = g / r
        g = diagonal[i + 1] - moved
        r = (diagonal[i] - g) * s + 2 * c * b
        moved = s * r
        diagonal[i + 1] = g + moved
        g = c * r - b
        _rotate(vectors, i + 1, i, c, s)
    diagonal[first] -= moved
    beside[first] = g
    beside[last] = 0


def _end_of_block(diagonal, beside, first, near_zero, eps):
    last = first
    while last < diagonal.shape[0] - 1:
        size = abs(beside[last])
        if size <= near_zero or size <= eps * (abs(diagonal[last]) + abs(diagonal[last + 1])):
            return last
        last += 1
    return last


def symmetric_eigen(a):
    """Eigenvalues, rising, and vectors in columns. Elements far below the rounding of the largest one count as zeros. `a` changes."""
    n = a.shape[0]
    eps = np.finfo(a.dtype).eps
    largest = 0.0
    for i in range(n):
        for j in range(n):
            largest = max(largest, abs(float(a[i, j])))
    beside = np.zeros(n, dtype=a.dtype)
    vectors = np.eye(n, dtype=a.dtype)
    _tridiagonal(a, beside, vectors)
    values = np.diagonal(a).copy()
    for first in range(n):
        for _ in range(_MOST_TRIALS):
            last = _end_of_block(values, beside, first, 0.01 * eps * largest, eps)
            if last == first:
                break
            _ql_step(values, beside, first, last, vectors)
        else:
            raise np.linalg.LinAlgError("Eigenvalues did not converge")
    order = np.argsort(values)
    return values[order], vectors[order].T


def _bidiagonal(a, diagonal, above, taus, right_taus):
    """Leaves the diagonal of `a` and the one above it; the vectors of the reflections lie in `a`."""
    m, n = a.shape
    column = np.zeros(m)
    for k in range(n):
        for i in range(k, m):
            column[i] = a[i, k]
        diagonal[k], taus[k] = _reflector(column, k, m)
        if taus[k] != 0:
            for i in range(k, m):
                a[i, k] = column[i]
            _reflected(column, k, taus[k], a, k + 1)
        if k + 1 < n:
            above[k], right_taus[k] = _reflector(a[k], k + 1, n)
            if right_taus[k] != 0:
                _reflected_from_right(a[k], k + 1, right_taus[k], a, k + 1)


def _vectors(a, taus, right_taus):
    """Of both sides."""
    m, n = a.shape
    left = np.zeros((m, n))
    right = np.zeros((n, n))
    for k in range(n - 1, -1, -1):
        left[k, k] = 1
        if taus[k] != 0:
            _reflected(a[:, k], k, taus[k], left, k)
        right[k, k] = 1
        if k + 1 < n and right_taus[k] != 0:
            _reflected_from_right(a[k], k + 1, right_taus[k], right, k + 1)
    return left.T.copy(), right


def _begin_of_block(diagonal, above, last, near_zero):
    """Where the block that ends with `last` begins, and whether the element before it is zero beside one that is not."""
    first = last
    while first > 0 and abs(above[first - 1]) > near_zero:
        if abs(diagonal[first - 1]) <= near_zero:
            return first, True
        first -= 1
    return first, False


def _clear_above(diagonal, above, first, last, near_zero, left):
    """Moves the element beside a zero of the diagonal out."""
    c = 0.0
    s = 1.0
    for i in range(first, last + 1):
        f = s * above[i - 1]
        above[i - 1] *= c
        if abs(f) <= near_zero:
            return
        g = diagonal[i]
        diagonal[i] = _length(f, g)
        c = g / diagonal[i]
        s = -f / diagonal[i]
        _rotate(left, first - 1, i, c, s)


def _qr_step(diagonal, above, first, last, left, right):
    x = diagonal[first]
    y = diagonal[last - 1]
    z = diagonal[last]
    g = above[last - 2] if last > 1 else 0.0
    h = above[last - 1]
    f = ((y - z) * (y + z) + (g - h) * (g + h)) / (2.0 * h * y)
    r = _length(f, 1.0)
    f = ((x - z) * (x + z) + h * (y / (f + (r if f >= 0 else -r)) - h)) / x
    c = 1.0
    s = 1.0
    for j in range(first, last):
        g = above[j]
        y = diagonal[j + 1]
        h = s * g
        g = c * g
        z = _length(f, h)
        if j > first:
            above[j - 1] = z
        c = f / z
        s = h / z
        f = x * c + g * s
        g = g * c - x * s
        h = y * s
        y = y * c
        _rotate(right, j, j + 1, c, s)
        z = _length(f, h)
        diagonal[j] = z
        if z != 0:
            c = f / z
            s = h / z
        f = c * g + s * y
        x = c * y - s * g
        _rotate(left, j, j + 1, c, s)
    above[last - 1] = f
    diagonal[last] = x


def svd_of_tall(a, has_vectors):
    """Vectors of the left side in columns, singular values, falling, vectors of the right side in rows; without vectors, none. `a`
    changes."""
    n = a.shape[1]
    diagonal = np.zeros(n)
    above = np.zeros(n)
    taus = np.zeros(n)
    right_taus = np.zeros(n)
    _bidiagonal(a, diagonal, above, taus, right_taus)
    if has_vectors:
        left, right = _vectors(a, taus, right_taus)
    else:
        left, right = np.zeros((n, 0)), np.zeros((n, 0))
    near_zero = _EPS * np.maximum(np.max(np.abs(diagonal), initial=0), np.max(np.abs(above), initial=0))
    for last in range(n - 1, -1, -1):
        for _ in range(_MOST_TRIALS):
            first, is_zero = _begin_of_block(diagonal, above, last, near_zero)
            if is_zero:
                _clear_above(diagonal, above, first, last, near_zero, left)
            if first == last:
                break
            _qr_step(diagonal, above, first, last, left, right)
        else:
            raise np.linalg.LinAlgError("SVD did not converge")
        if diagonal[last] < 0:
            diagonal[last] = -diagonal[last]
            right[last] = -right[last]
    order = np.argsort(-diagonal)
    return left[order].T, diagonal[order], right[order]
