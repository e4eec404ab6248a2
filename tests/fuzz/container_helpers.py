"""Functions that random programs of containers call with what they hold."""


def total(v):
    s = 0
    for y in v:
        s += y
    return s


def first(v, default=-1):
    return v[0] if v else default


def last_of(v):
    return v[-1]


def put(v, x):
    v.append(x)
    return len(v)


def exchange(v, i, j):
    v[i], v[j] = v[j], v[i]


def keep(d, key):
    d[key] = d.get(key, 0) + 1


def doubled(v):
    return [y * 2 for y in v]


def same(v):
    return v


def halves(v):
    return v[: len(v) // 2], v[len(v) // 2 :]


def pairs(v, w):
    found = []
    for a, b in zip(v, w):
        found.append((a, b))
    return found


def shorten(v):
    if len(v) > 1:
        v.pop()
