"""Dicts and sets with integer keys: a list of the keys in the order in which they came, a list of their values, and a table of
open addressing that says by the key where in these lists it is (-1: nothing there). Its length is a power of two."""


def find_key(keys, table, key):
    """Where in the lists the key is; -1 where it is not. The steps are those of CPython's dict."""
    mask = len(table) - 1
    rest = int(key | 0) & 0x3FFFFFFFFFFFFFFF
    place = rest & mask
    while table[place] >= 0 and keys[table[place]] != key:
        rest >>= 5
        place = (5 * place + rest + 1) & mask
    return table[place]


def _enter(keys, table, number):
    mask = len(table) - 1
    rest = int(keys[number] | 0) & 0x3FFFFFFFFFFFFFFF
    place = rest & mask
    while table[place] >= 0:
        rest >>= 5
        place = (5 * place + rest + 1) & mask
    table[place] = number


def _add(keys, table, key):
    """A key that is not there yet. At most two thirds of the table are taken."""
    count = len(keys)
    keys.append(key)
    if 3 * count + 3 <= 2 * len(table):
        _enter(keys, table, count)
    else:
        size = 4 * len(table)
        del table[0:]
        for _ in range(size):
            table.append(-1)
        for number in range(count + 1):
            _enter(keys, table, number)


def place_of_key(keys, table, key):
    at = find_key(keys, table, key)
    if at < 0:
        raise KeyError(f"\x03{key}")  # the key itself, not its text
    return at


def value_of(keys, values, table, key):
    return values[place_of_key(keys, table, key)]


def value_or(keys, values, table, key, otherwise):
    at = find_key(keys, table, key)
    if at < 0:
        return otherwise
    return values[at]


def place_or_new(keys, values, table, key, value):
    at = find_key(keys, table, key)
    if at < 0:
        at = len(keys)
        _add(keys, table, key)
        values.append(value)
    return at


def store_value(keys, values, table, value, key):
    at = find_key(keys, table, key)
    if at < 0:
        _add(keys, table, key)
        values.append(value)
    else:
        values[at] = value


def add_key(keys, table, key):
    if find_key(keys, table, key) < 0:
        _add(keys, table, key)


def in_both(keys, table, others, other_table):
    return [key for key in keys if find_key(others, other_table, key) >= 0]


def in_first(keys, table, others, other_table):
    return [key for key in keys if find_key(others, other_table, key) < 0]


def in_either(keys, table, others, other_table):
    return keys + in_first(others, other_table, keys, table)


def in_one(keys, table, others, other_table):
    return in_first(keys, table, others, other_table) + in_first(others, other_table, keys, table)


def is_within(keys, table, others, other_table):
    for key in keys:
        if find_key(others, other_table, key) < 0:
            return False
    return True


def is_part(keys, table, others, other_table):
    return len(keys) < len(others) and is_within(keys, table, others, other_table)


def are_equal_sets(keys, table, others, other_table):
    return len(keys) == len(others) and is_within(keys, table, others, other_table)
