"""Keys of dicts and items of sets: numbers, or tuples of two to six of them. Numbers are in one list, tuples in a tuple of lists,
one for each place."""

import math

from unpython._loops import _Refusal

_BITS = 61  # CPython's hash of a float is its value modulo 2 ** 61 - 1


def integer_of(key):
    """The integer that has the hash of a key."""
    if isinstance(key, float):
        return _integer_of_float(float(key))
    else:
        return int(key | 0)


def _integer_of_float(key):
    if key != key:
        raise _Refusal("NaN, which is equal to itself alone where it is one object, is a key in Python")
    size = abs(key)
    if size < 9223372036854775808.0 and size == math.floor(size):
        return int(key)
    if size == math.inf:
        return 314159 if key > 0.0 else -314159
    # size = whole * 2 ** power
    power = 0
    while size < 16777216.0:
        size *= 268435456.0
        power -= 28
    while size < 4503599627370496.0:
        size *= 256.0
        power -= 8
    while size >= 1152921504606846976.0:
        size *= 0.00390625
        power += 8
    whole = int(size)
    turn = power % _BITS
    # A number of 61 bits times two is the number turned by one bit.
    rest = (whole & ((1 << (_BITS - turn)) - 1)) << turn | whole >> (_BITS - turn)
    return rest if key > 0.0 else -rest


def _spread(number, factor):
    """Below 2 ** 63: 30 bits of the number times a factor of 33."""
    part = integer_of(number)
    return ((part ^ (part >> 30 & 0x1FFFFFFF)) & 0x3FFFFFFF) * factor


def hash_of_tuple(key):
    """Any number does: no program sees the order of such a table. Its low bits, which say the place, depend on all bits."""
    mixed = _spread(key[0], 0x19E3779B1) ^ _spread(key[1], 0x1C2B2AE3D)
    if len(key) != 2:
        mixed ^= _spread(key[2], 0x165667B19)
        if len(key) != 3:
            mixed ^= _spread(key[3], 0x185EBCA77)
            if len(key) != 4:
                mixed ^= _spread(key[4], 0x127D4EB2F)
                if len(key) != 5:
                    mixed ^= _spread(key[5], 0x1B5297A4D)
    return mixed ^ (mixed >> 31)


def count_of_keys(keys):
    if isinstance(keys, tuple):
        return len(keys[0])
    else:
        return len(keys)


def key_at(keys, number):
    if not isinstance(keys, tuple):
        return keys[number]
    elif len(keys) == 2:
        return keys[0][number], keys[1][number]
    elif len(keys) == 3:
        return keys[0][number], keys[1][number], keys[2][number]
    elif len(keys) == 4:
        return keys[0][number], keys[1][number], keys[2][number], keys[3][number]
    elif len(keys) == 5:
        return keys[0][number], keys[1][number], keys[2][number], keys[3][number], keys[4][number]
    else:
        return keys[0][number], keys[1][number], keys[2][number], keys[3][number], keys[4][number], keys[5][number]


def is_key_at(keys, number, key):
    if not isinstance(keys, tuple):
        return keys[number] == key
    elif len(key) == 2:
        return keys[0][number] == key[0] and keys[1][number] == key[1]
    elif len(key) == 3:
        return keys[0][number] == key[0] and keys[1][number] == key[1] and keys[2][number] == key[2]
    elif len(key) == 4:
        return _are_four_at(keys, number, key)
    elif len(key) == 5:
        return _are_four_at(keys, number, key) and keys[4][number] == key[4]
    else:
        return _are_four_at(keys, number, key) and keys[4][number] == key[4] and keys[5][number] == key[5]


def _are_four_at(keys, number, key):
    return keys[0][number] == key[0] and keys[1][number] == key[1] and keys[2][number] == key[2] and keys[3][number] == key[3]


def append_key(keys, key):
    if not isinstance(keys, tuple):
        keys.append(key)
    elif len(key) == 2:
        first, second = keys
        first.append(key[0])
        second.append(key[1])
    elif len(key) == 3:
        first, second, third = keys
        first.append(key[0])
        second.append(key[1])
        third.append(key[2])
    elif len(key) == 4:
        first, second, third, fourth = keys
        first.append(key[0])
        second.append(key[1])
        third.append(key[2])
        fourth.append(key[3])
    elif len(key) == 5:
        first, second, third, fourth, fifth = keys
        first.append(key[0])
        second.append(key[1])
        third.append(key[2])
        fourth.append(key[3])
        fifth.append(key[4])
    else:
        first, second, third, fourth, fifth, sixth = keys
        first.append(key[0])
        second.append(key[1])
        third.append(key[2])
        fourth.append(key[3])
        fifth.append(key[4])
        sixth.append(key[5])


def store_key(keys, number, key):
    if not isinstance(keys, tuple):
        keys[number] = key
    elif len(key) == 2:
        keys[0][number] = key[0]
        keys[1][number] = key[1]
    elif len(key) == 3:
        keys[0][number] = key[0]
        keys[1][number] = key[1]
        keys[2][number] = key[2]
    elif len(key) == 4:
        keys[0][number] = key[0]
        keys[1][number] = key[1]
        keys[2][number] = key[2]
        keys[3][number] = key[3]
    elif len(key) == 5:
        keys[0][number] = key[0]
        keys[1][number] = key[1]
        keys[2][number] = key[2]
        keys[3][number] = key[3]
        keys[4][number] = key[4]
    else:
        keys[0][number] = key[0]
        keys[1][number] = key[1]
        keys[2][number] = key[2]
        keys[3][number] = key[3]
        keys[4][number] = key[4]
        keys[5][number] = key[5]


def cut_keys(keys, count):
    if not isinstance(keys, tuple):
        del keys[count:]
    elif len(keys) == 2:
        first, second = keys
        del first[count:]
        del second[count:]
    elif len(keys) == 3:
        first, second, third = keys
        del first[count:]
        del second[count:]
        del third[count:]
    elif len(keys) == 4:
        first, second, third, fourth = keys
        del first[count:]
        del second[count:]
        del third[count:]
        del fourth[count:]
    elif len(keys) == 5:
        first, second, third, fourth, fifth = keys
        del first[count:]
        del second[count:]
        del third[count:]
        del fourth[count:]
        del fifth[count:]
    else:
        first, second, third, fourth, fifth, sixth = keys
        del first[count:]
        del second[count:]
        del third[count:]
        del fourth[count:]
        del fifth[count:]
        del sixth[count:]


def empty_table(table, size):
    """The places of a table, so many of them, with nothing there."""
    del table[size:]
    for at in range(len(table)):
        table[at] = -1
    for _ in range(len(table), size):
        table.append(-1)


def refuse_key(key):
    """The key itself is the argument of the exception, not its text."""
    if not isinstance(key, tuple):
        raise KeyError(f"\x03{key}")
    elif len(key) == 2:
        raise KeyError(f"\x03{key[0]}{key[1]}")
    elif len(key) == 3:
        raise KeyError(f"\x03{key[0]}{key[1]}{key[2]}")
    elif len(key) == 4:
        raise KeyError(f"\x03{key[0]}{key[1]}{key[2]}{key[3]}")
    else:
        raise _Refusal("a missing key of more than four parts, which the exception names")


def list_of_integers(a):
    return [int(x) for x in a]


def list_of_floats(a):
    return [float(x) for x in a]


def list_of_bools(a):
    return [bool(x) for x in a]
