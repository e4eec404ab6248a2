import math
from math import sqrt as root

N = 4
FLAGS = [1, 2]


class config:
    LIMIT = 10


def helper(x, scale=2.5, *, shift=-1):
    return x * scale + shift + N


def recursive(n):
    return max(map(recursive, [n - 1])) if n else undefined


def make(captured):
    def names(a):
        s = math.pi * root(a) + math.sqrrt(a)
        s += helper(captured) + helper(N, 2) + recursive(3)
        s += config.LIMIT + FLAGS[0] + config.missing
        return max(s, a.size)

    return names


names = make(1.5)
