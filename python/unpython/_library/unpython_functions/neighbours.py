"""Neighbours of an element, of which some lie outside of the array."""


def near1(a, i, mode, outside):
    if mode == "constant":
        return a[i] if 0 <= i < a.shape[0] else outside
    return a[_inside(i, a.shape[0], mode)]


def near2(a, i, j, mode, outside):
    if mode == "constant":
        return a[i, j] if 0 <= i < a.shape[0] and 0 <= j < a.shape[1] else outside
    return a[_inside(i, a.shape[0], mode), _inside(j, a.shape[1], mode)]


def near3(a, i, j, k, mode, outside):
    if mode == "constant":
        return a[i, j, k] if 0 <= i < a.shape[0] and 0 <= j < a.shape[1] and 0 <= k < a.shape[2] else outside
    return a[_inside(i, a.shape[0], mode), _inside(j, a.shape[1], mode), _inside(k, a.shape[2], mode)]


def _inside(i, n, mode):
    if mode == "edge":
        return min(max(i, 0), n - 1)
    if mode == "wrap":
        return i % n
    if mode == "reflect":
        if n == 1:
            return 0
        around = i % (2 * n - 2)
        return around if around < n else 2 * n - 2 - around
    raise ValueError("mode is 'edge', 'wrap', 'reflect' or 'constant'")
