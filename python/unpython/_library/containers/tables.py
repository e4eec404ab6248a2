"""Dicts: the keys (keys.py) in the order in which they came, a list of their values, and a table of open addressing that says by the key
where in these lists it is (-1: nothing there, -2: it was taken out). The length of the table is a power of two. `gone` holds the
numbers of those that were taken out, whose places in the lists stay until half of them are."""

from unpython._library.containers.keys import (
    append_key,
    count_of_keys,
    cut_keys,
    empty_table,
    hash_of_tuple,
    integer_of,
    is_key_at,
    key_at,
    refuse_key,
    store_key,
)
from unpython._loops import _Refusal


def _hash(key):
    if isinstance(key, tuple):
        return hash_of_tuple(key)
    else:
        return integer_of(key) & 0x3FFFFFFFFFFFFFFF


def slot_of_key(keys, table, key):
    """Where in the table the key is, or the place where the search for it ends. The steps are those of CPython's dict."""
    mask = len(table) - 1
    rest = _hash(key)
    place = rest & mask
    while table[place] != -1 and (table[place] < 0 or not is_key_at(keys, table[place], key)):
        rest >>= 5
        place = (5 * place + rest + 1) & mask
    return place


def find_key(keys, table, key):
    """Where in the lists the key is; -1 where it is not."""
    return table[slot_of_key(keys, table, key)]


def _enter(keys, table, number):
    mask = len(table) - 1
    rest = _hash(key_at(keys, number))
    place = rest & mask
    while table[place] >= 0:
        rest >>= 5
        place = (5 * place + rest + 1) & mask
    table[place] = number


def _grow(keys, table):
    """Four times as many places for the keys that are in them."""
    numbers = []
    for number in table:
        if number >= 0:
            numbers.append(number)
    size = len(table)
    for at in range(size):
        table[at] = -1
    for _ in range(3 * size):
        table.append(-1)
    for number in numbers:
        _enter(keys, table, number)


def table_of_keys(keys):
    """Of keys of which no two are equal."""
    size = 8
    while 3 * len(keys) > 2 * size:
        size *= 4
    table = [-1] * size
    for number in range(len(keys)):
        _enter(keys, table, number)
    return table


def _add(keys, table, slot, key):
    """A key that is not there yet, at the place where the search for it has ended. At most two thirds of the table are taken."""
    count = count_of_keys(keys)
    append_key(keys, key)
    table[slot] = count
    if 3 * count + 3 > 2 * len(table):
        _grow(keys, table)


def place_of_key(keys, table, key):
    at = find_key(keys, table, key)
    if at < 0:
        refuse_key(key)
    return at


def place_of_refused(keys, table, key):
    """Of a dict that enters what is asked for."""
    at = find_key(keys, table, key)
    if at < 0:
        raise _Refusal("a dict in a defaultdict that is made where it is read runs in Python")
    return at


def place_of_cell(keys, table, key):
    """Of what a dict in a dict holds, by the number of that dict and the key, which the program knows alone."""
    at = find_key(keys, table, key)
    if at < 0:
        refuse_key(key[1])
    return at


def value_of_cell(keys, values, table, key):
    return values[place_of_cell(keys, table, key)]


def value_of_refused(keys, values, table, key):
    return values[place_of_refused(keys, table, key)]


def value_of(keys, values, table, key):
    return values[place_of_key(keys, table, key)]


def value_or(keys, values, table, key, otherwise):
    at = find_key(keys, table, key)
    if at < 0:
        return otherwise
    return values[at]


def place_or_new(keys, values, table, key, value):
    slot = slot_of_key(keys, table, key)
    at = table[slot]
    if at < 0:
        at = count_of_keys(keys)
        _add(keys, table, slot, key)
        values.append(value)
    return at


def value_or_new(keys, values, table, key, value):
    return values[place_or_new(keys, values, table, key, value)]


def store_value(keys, values, table, value, key):
    slot = slot_of_key(keys, table, key)
    at = table[slot]
    if at < 0:
        _add(keys, table, slot, key)
        values.append(value)
    else:
        values[at] = value


def store_none(keys, values, table, key):
    """None has a place in a list of several types alone (mixed_lists.py), where it is written out."""
    slot = slot_of_key(keys, table, key)
    at = table[slot]
    if at < 0:
        _add(keys, table, slot, key)
        values.append(None)
    else:
        values[at] = None


# Of dicts that lose keys.


def count_left(keys, gone):
    return count_of_keys(keys) - len(gone)


def numbers_left(keys, gone):
    """Where in the lists those are that were not taken out."""
    stays = [True for _ in range(count_of_keys(keys))]
    for number in gone:
        stays[number] = False
    return [number for number in range(len(stays)) if stays[number]]


def left_of(items, keys, gone):
    """The items of one list that belong to keys that are there."""
    return [items[number] for number in numbers_left(keys, gone)]


def _take_out(keys, values, table, gone, key):
    """The value stays in its list until the lists are packed."""
    slot = slot_of_key(keys, table, key)
    if table[slot] < 0:
        refuse_key(key)
    value = values[table[slot]]
    gone.append(table[slot])
    table[slot] = -2
    if 2 * len(gone) > count_of_keys(keys) + 16:
        count = 0
        for number in numbers_left(keys, gone):
            store_key(keys, count, key_at(keys, number))
            values[count] = values[number]
            count += 1
        cut_keys(keys, count)
        del values[count:]
        del gone[0:]
        empty_table(table, len(table))
        for number in range(count):
            _enter(keys, table, number)
    return value


def pop_value(keys, values, table, gone, key):
    return _take_out(keys, values, table, gone, key)


def pop_value_or(keys, values, table, gone, key, otherwise):
    if find_key(keys, table, key) < 0:
        return otherwise
    return _take_out(keys, values, table, gone, key)


def delete_key(keys, values, table, gone, key):
    _take_out(keys, values, table, gone, key)


def discard_key(keys, values, table, gone, key):
    if find_key(keys, table, key) >= 0:
        _take_out(keys, values, table, gone, key)


def clear_table(keys, values, table, gone):
    cut_keys(keys, 0)
    del values[0:]
    del gone[0:]
    empty_table(table, 8)
