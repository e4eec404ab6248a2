"""JG-Crypt (papers/4): IDEA encryption. A row is a block of 64 bits, four words of 16; the key has 52 words. The graph encrypts and
decrypts, one task behind the other, and passes both on: columns 0 to 3 and 4 to 7."""

import numpy as np
import unpython as up
from program import Program
from unpython import prange


def times(a, b):
    """Modulo 65537, where 0 stands for 65536."""
    if a == 0:
        a = 65536
    if b == 0:
        b = 65536
    return a * b % 65537 & 65535


def coded(words, first, key, made, to):
    for i in prange(words.shape[0]):
        a, b = int(words[i, first]), int(words[i, first + 1])
        c, d = int(words[i, first + 2]), int(words[i, first + 3])
        for r in range(8):
            a = times(a, int(key[6 * r]))
            b = b + int(key[6 * r + 1]) & 65535
            c = c + int(key[6 * r + 2]) & 65535
            d = times(d, int(key[6 * r + 3]))
            s = times(a ^ c, int(key[6 * r + 4]))
            t = times((b ^ d) + s & 65535, int(key[6 * r + 5]))
            s = s + t & 65535
            a ^= t
            d ^= s
            b, c = c ^ t, b ^ s
        made[i, to] = times(a, int(key[48]))
        made[i, to + 1] = c + int(key[49]) & 65535
        made[i, to + 2] = b + int(key[50]) & 65535
        made[i, to + 3] = times(d, int(key[51]))


def both(words, key, inverse):
    made = np.empty((words.shape[0], 8), dtype=np.uint16)
    coded(words, 0, key, made, 0)
    coded(made, 0, inverse, made, 4)
    return made


def encrypted(words, key):
    made = np.empty((words.shape[0], 8), dtype=np.uint16)
    coded(words, 0, key, made, 0)
    return made


def decrypted(made, inverse):
    coded(made, 0, inverse, made, 4)
    return made


def graph(place, words, key, inverse):
    encrypt = up.task(place.compiled(encrypted), args=(key,))
    return place.cut(words) >> encrypt >> up.task(place.compiled(decrypted), args=(inverse,))


def by_numpy(words, key, _inverse):
    """Encrypted by NumPy; what was encrypted is what decryption gives."""

    def product(x, k):
        x = np.where(x == 0, 65536, x)
        return x * (int(k) or 65536) % 65537 & 65535

    a, b, c, d = words.astype(np.int64).T
    for r in range(8):
        k = key[6 * r : 6 * r + 6].astype(np.int64)
        a, b, c, d = product(a, k[0]), b + k[1] & 65535, c + k[2] & 65535, product(d, k[3])
        s = product(a ^ c, k[4])
        t = product((b ^ d) + s & 65535, k[5])
        s = s + t & 65535
        a, b, c, d = a ^ t, c ^ t, b ^ s, d ^ s
    made = (product(a, key[48]), c + int(key[49]) & 65535, b + int(key[50]) & 65535, product(d, key[51]))
    return np.concatenate((np.stack(made, axis=1).astype(np.uint16), words), axis=1)


def inverse_of(key):
    """The key that decrypts."""

    def over(k):
        return pow(int(k) or 65536, 65535, 65537) & 65535

    def minus(k):
        return -int(k) & 65535

    made = []
    for r in range(8, -1, -1):
        k = key[6 * r : 6 * r + 4]
        middle = (k[2], k[1]) if 0 < r < 8 else (k[1], k[2])
        made += [over(k[0]), *map(minus, middle), over(k[3])]
        if r > 0:
            made += [int(key[6 * r - 2]), int(key[6 * r - 1])]
    return np.array(made, dtype=np.uint16)


def make(n):
    random = np.random.default_rng(6)
    key = random.integers(0, 65536, 52, np.uint16)
    return random.integers(0, 65536, (n, 4), np.uint16), key, inverse_of(key)


PROGRAM = Program("JG-Crypt", 4, make, both, graph, by_numpy, size=375_000, small=96)
