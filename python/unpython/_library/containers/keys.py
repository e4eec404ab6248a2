"""Keys of dicts and items of sets: integers, or tuples of two to four of them. Integers are in one list, tuples in a tuple of lists,
one for each place."""


def _part(number):
    return int(number | 0) & 0x3FFFFFFFFFFF


def _mixed(one, other):
    return ((3 * one) ^ (one >> 7) ^ (other << 9) ^ other) & 0x3FFFFFFFFFFFFF


def hash_of_tuple(key):
    """Any number does: no program sees the order of such a table."""
    if len(key) == 2:
        return _mixed(_part(key[0]), _part(key[1]))
    elif len(key) == 3:
        return _mixed(_mixed(_part(key[0]), _part(key[1])), _part(key[2]))
    else:
        return _mixed(_mixed(_part(key[0]), _part(key[1])), _mixed(_part(key[2]), _part(key[3])))


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
    else:
        return keys[0][number], keys[1][number], keys[2][number], keys[3][number]


def is_key_at(keys, number, key):
    if not isinstance(keys, tuple):
        return keys[number] == key
    elif len(key) == 2:
        return keys[0][number] == key[0] and keys[1][number] == key[1]
    elif len(key) == 3:
        return keys[0][number] == key[0] and keys[1][number] == key[1] and keys[2][number] == key[2]
    else:
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
    else:
        first, second, third, fourth = keys
        first.append(key[0])
        second.append(key[1])
        third.append(key[2])
        fourth.append(key[3])


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
    else:
        keys[0][number] = key[0]
        keys[1][number] = key[1]
        keys[2][number] = key[2]
        keys[3][number] = key[3]


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
    else:
        first, second, third, fourth = keys
        del first[count:]
        del second[count:]
        del third[count:]
        del fourth[count:]


def refuse_key(key):
    """The key itself is the argument of the exception, not its text."""
    if not isinstance(key, tuple):
        raise KeyError(f"\x03{key}")
    elif len(key) == 2:
        raise KeyError(f"\x03{key[0]}{key[1]}")
    elif len(key) == 3:
        raise KeyError(f"\x03{key[0]}{key[1]}{key[2]}")
    else:
        raise KeyError(f"\x03{key[0]}{key[1]}{key[2]}{key[3]}")


def list_of_integers(a):
    return [int(x) for x in a]


def list_of_floats(a):
    return [float(x) for x in a]


def list_of_bools(a):
    return [bool(x) for x in a]
