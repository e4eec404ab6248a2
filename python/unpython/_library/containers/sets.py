"""Sets: the items (keys.py), and a table of open addressing that says by the item where among them it is (-1: nothing there, -2 - n:
the n-th was taken out). `state`: how many were taken out, and where `pop` goes on.

The table is CPython's, of 3.10 to 3.13, step by step: the order of its entries is what loops over a set show."""

from unpython._library.containers.keys import (
    append_key,
    count_of_keys,
    cut_keys,
    empty_table,
    integer_of,
    is_key_at,
    key_at,
    refuse_key,
    store_key,
)
from unpython._loops import _Refusal, _uint64

_MODULUS = 2305843009213693951
_NEIGHBOURS = 9
_HALF = 0xFFFFFFFF


def _hash_of_number(item):
    number = integer_of(item)
    rest = number
    if number >= _MODULUS:
        rest = number % _MODULUS
    elif number <= -_MODULUS:
        rest = -(-(number + _MODULUS) % _MODULUS)
    return -2 if rest == -1 else rest


def _hash_of(item):
    if isinstance(item, tuple):
        return _hash_of_tuple(item)
    else:
        return _hash_of_number(item)


def _hash_of_tuple(item):
    """CPython's: xxHash with 64 bits."""
    mixed = _mixed(_uint64(0x27D4EB2F165667C5), item[0])
    mixed = _mixed(mixed, item[1])
    if len(item) != 2:
        mixed = _mixed(mixed, item[2])
        if len(item) != 3:
            mixed = _mixed(mixed, item[3])
            if len(item) != 4:
                mixed = _mixed(mixed, item[4])
                if len(item) != 5:
                    mixed = _mixed(mixed, item[5])
    mixed += _uint64(len(item) ^ 0x27D4EB2F1663B4B6)
    high, low = int(mixed >> _uint64(32)), int(mixed & _uint64(_HALF))
    if high == _HALF and low == _HALF:
        return 1546275796
    return (high - ((high & 0x80000000) << 1)) << 32 | low


def _mixed(before, item):
    """The hash of one more item in what those before it have made."""
    hash = _hash_of_number(item)
    lane = _uint64(hash >> 32 & _HALF) << _uint64(32) | _uint64(hash & _HALF)
    mixed = before + lane * (_uint64(0xC2B2AE3D) << _uint64(32) | _uint64(0x27D4EB4F))
    mixed = mixed << _uint64(31) | mixed >> _uint64(33)
    return mixed * (_uint64(0x9E3779B1) << _uint64(32) | _uint64(0x85EBCA87))


def _slot_of_item(items, table, item, hash):
    """Where in the table the item of that hash is, or the empty place where the search for it ends."""
    mask = len(table) - 1
    place = hash & mask
    if table[place] == -1 or (table[place] >= 0 and is_key_at(items, table[place], item)):
        return place
    rest = (hash >> 5) & 0x07FFFFFFFFFFFFFF
    while True:
        last = place + _NEIGHBOURS if place + _NEIGHBOURS <= mask else place
        for at in range(place, last + 1):
            if table[at] == -1 or (table[at] >= 0 and is_key_at(items, table[at], item)):
                return at
        place = (5 * place + 1 + (rest & mask)) & mask
        rest >>= 5


def _free_slot(table, hash):
    """As CPython: the last one on the way that an item was taken out of."""
    mask = len(table) - 1
    place = hash & mask
    if table[place] == -1:
        return place
    rest = (hash >> 5) & 0x07FFFFFFFFFFFFFF
    free = -1
    while True:
        last = place + _NEIGHBOURS if place + _NEIGHBOURS <= mask else place
        for at in range(place, last + 1):
            if table[at] == -1:
                return at if free < 0 else free
            if table[at] < -1:
                free = at
        place = (5 * place + 1 + (rest & mask)) & mask
        rest >>= 5


def find_item(items, table, item):
    """Where among the items it is; negative where it is not."""
    return table[_slot_of_item(items, table, item, _hash_of(item))]


def add_item(items, table, state, item):
    hash = _hash_of(item)
    slot = _slot_of_item(items, table, item, hash)
    if table[slot] >= 0:
        return
    if state[0] > 0:
        slot = _free_slot(table, hash)
    if table[slot] < -1:
        number = -2 - table[slot]
        table[slot] = number
        store_key(items, number, item)
        state[0] -= 1
        return
    count = count_of_keys(items)
    append_key(items, item)
    table[slot] = count
    if 5 * (count + 1) >= 3 * (len(table) - 1):
        _grow(items, table, state)


def _grow(items, table, state):
    used = count_of_keys(items) - state[0]
    resize(items, table, state, 2 * used if used > 50000 else 4 * used)


def resize(items, table, state, least):
    """A new table with more than `least` places."""
    size = 8
    while size <= least:
        size *= 2
    numbers = []
    for number in table:
        if number >= 0:
            numbers.append(number)
    empty_table(table, size)
    for number in numbers:
        enter_number(items, table, number)
    if state[0] > 0:
        _pack(items, table, state)


def enter_number(items, table, number):
    """The number of an item that is in no place of the table yet."""
    table[_free_slot(table, _hash_of(key_at(items, number)))] = number


def _pack(items, table, state):
    """The items that are left, without the places of others between them."""
    at_number = [-1 for _ in range(count_of_keys(items))]
    for slot in range(len(table)):
        if table[slot] >= 0:
            at_number[table[slot]] = slot
    count = 0
    for number in range(len(at_number)):
        if at_number[number] >= 0:
            store_key(items, count, key_at(items, number))
            table[at_number[number]] = count
            count += 1
    cut_keys(items, count)
    state[0] = 0


def count_of_items(items, state):
    return count_of_keys(items) - state[0]


def items_in_order(items, table):
    """`items`: the list of all, or of one place of tuples."""
    return [items[number] for number in table if number >= 0]


def discard_item(items, table, state, item):
    slot = _slot_of_item(items, table, item, _hash_of(item))
    if table[slot] >= 0:
        table[slot] = -2 - table[slot]
        state[0] += 1


def remove_item(items, table, state, item):
    slot = _slot_of_item(items, table, item, _hash_of(item))
    if table[slot] < 0:
        refuse_key(item)
    table[slot] = -2 - table[slot]
    state[0] += 1


def pop_item(items, table, state):
    """The next one in the order of the table, as CPython finds it."""
    if count_of_keys(items) == state[0]:
        raise KeyError("pop from an empty set")
    mask = len(table) - 1
    place = state[1] & mask
    while table[place] < 0:
        place = place + 1 if place < mask else 0
    item = key_at(items, table[place])
    table[place] = -2 - table[place]
    state[0] += 1
    state[1] = place + 1
    return item


def take_all_out(items, table, state):
    """`pop` goes on where it was."""
    cut_keys(items, 0)
    empty_table(table, 8)
    state[0] = 0


# Operators of two sets: `items` are those that are left, in any order.


def in_both(items, keys, table, other_items, other_keys, other_table):
    return [item for item in items if find_item(other_keys, other_table, item) >= 0]


def in_first(items, keys, table, other_items, other_keys, other_table):
    return [item for item in items if find_item(other_keys, other_table, item) < 0]


def in_either(items, keys, table, other_items, other_keys, other_table):
    return items + in_first(other_items, other_keys, other_table, items, keys, table)


def in_one(items, keys, table, other_items, other_keys, other_table):
    first = in_first(items, keys, table, other_items, other_keys, other_table)
    return first + in_first(other_items, other_keys, other_table, items, keys, table)


def in_any_order(items):
    """The items of a set where their order does not matter: _writing/dicts/tables.py has other words for a call."""
    return items


def integers_alone(items):
    """The items of a set for a sum, where their order is not known: that of floats would show."""
    for item in items:
        if isinstance(item, float):
            raise _Refusal("the sum of floats in a set whose order is not known runs in Python")
    return items
