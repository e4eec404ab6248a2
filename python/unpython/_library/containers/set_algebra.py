"""What operators and methods make of two sets (sets.py): the table of the new set, or of the one that is changed, is CPython's step by
step, so loops over it go in CPython's order. Each set is given as its items, its table and its state."""

from unpython._library.containers.keys import append_key, count_of_keys, key_at
from unpython._library.containers.sets import (
    add_item,
    count_of_items,
    discard_item,
    enter_number,
    find_item,
    resize,
    take_all_out,
)


def merge(items, table, state, other_items, other_table, other_state):
    """s |= other"""
    used = count_of_items(other_items, other_state)
    if used == 0:
        return
    if 5 * (count_of_keys(items) + used) >= 3 * (len(table) - 1):
        resize(items, table, state, 2 * (count_of_items(items, state) + used))
    if count_of_keys(items) > 0:
        for number in other_table:
            if number >= 0:
                add_item(items, table, state, key_at(other_items, number))
    elif len(table) == len(other_table) and other_state[0] == 0:
        for number in range(used):
            append_key(items, key_at(other_items, number))
        for slot in range(len(table)):
            table[slot] = other_table[slot]
    else:
        for number in other_table:
            if number >= 0:
                append_key(items, key_at(other_items, number))
                enter_number(items, table, count_of_keys(items) - 1)


def take_out(items, table, state, other_items, other_table, other_state):
    """s -= other"""
    for number in other_table:
        if number >= 0:
            discard_item(items, table, state, key_at(other_items, number))
    _without_gaps(items, table, state)


def _without_gaps(items, table, state):
    """A table in which many were taken out is made anew."""
    if state[0] > (len(table) - 1) // 4:
        used = count_of_items(items, state)
        resize(items, table, state, 2 * used if used > 50000 else 4 * used)


def exchange(items, table, state, other_items, other_table, other_state):
    """s ^= other"""
    for number in other_table:
        if number >= 0:
            item = key_at(other_items, number)
            if find_item(items, table, item) >= 0:
                discard_item(items, table, state, item)
            else:
                add_item(items, table, state, item)


def keep(items, table, state, other_items, other_table, other_state):
    """s &= other, of integers"""
    kept = [item for item in [0] if item > 0]
    if count_of_items(other_items, other_state) > count_of_items(items, state):
        kept += [items[number] for number in table if number >= 0 and find_item(other_items, other_table, items[number]) >= 0]
    else:
        kept += [other_items[number] for number in other_table if number >= 0 and find_item(items, table, other_items[number]) >= 0]
    take_all_out(items, table, state)
    for item in kept:
        add_item(items, table, state, item)


# Into a new set.


def both(items, table, state, a_items, a_table, a_state, b_items, b_table, b_state):
    """a & b: the smaller one is gone through."""
    if count_of_items(b_items, b_state) > count_of_items(a_items, a_state):
        _add_common(items, table, state, a_items, a_table, b_items, b_table)
    else:
        _add_common(items, table, state, b_items, b_table, a_items, a_table)


def _add_common(items, table, state, through_items, through_table, other_items, other_table):
    for number in through_table:
        if number >= 0:
            item = key_at(through_items, number)
            if find_item(other_items, other_table, item) >= 0:
                add_item(items, table, state, item)


def either(items, table, state, a_items, a_table, a_state, b_items, b_table, b_state):
    """a | b"""
    merge(items, table, state, a_items, a_table, a_state)
    merge(items, table, state, b_items, b_table, b_state)


def first_only(items, table, state, a_items, a_table, a_state, b_items, b_table, b_state):
    """a - b: a copy loses the items of a much smaller b."""
    if count_of_items(a_items, a_state) // 4 > count_of_items(b_items, b_state):
        merge(items, table, state, a_items, a_table, a_state)
        take_out(items, table, state, b_items, b_table, b_state)
    else:
        for number in a_table:
            if number >= 0:
                item = key_at(a_items, number)
                if find_item(b_items, b_table, item) < 0:
                    add_item(items, table, state, item)


def one_only(items, table, state, a_items, a_table, a_state, b_items, b_table, b_state):
    """a ^ b"""
    merge(items, table, state, b_items, b_table, b_state)
    exchange(items, table, state, a_items, a_table, a_state)


def move(items, table, state, other_items, other_table, other_state):
    """A new set that is the other one in all."""
    for number in range(count_of_keys(other_items)):
        append_key(items, key_at(other_items, number))
    del table[0:]
    for number in other_table:
        table.append(number)
    state[0] = other_state[0]
    state[1] = other_state[1]


def table_of_items(items):
    """Of items of which no two are equal, in any order."""
    size = 8
    while 5 * len(items) >= 3 * (size - 1):
        size *= 2
    table = [-1] * size
    for number in range(len(items)):
        enter_number(items, table, number)
    return table


# Comparisons, and how many items there are of a & b and its kin.


def is_within(a_items, a_table, a_state, b_items, b_table, b_state):
    return count_common(a_items, a_table, a_state, b_items, b_table, b_state) == count_of_items(a_items, a_state)


def is_part(a_items, a_table, a_state, b_items, b_table, b_state):
    is_less = count_of_items(a_items, a_state) < count_of_items(b_items, b_state)
    return is_less and is_within(a_items, a_table, a_state, b_items, b_table, b_state)


def are_equal(a_items, a_table, a_state, b_items, b_table, b_state):
    is_as_long = count_of_items(a_items, a_state) == count_of_items(b_items, b_state)
    return is_as_long and is_within(a_items, a_table, a_state, b_items, b_table, b_state)


def are_apart(a_items, a_table, a_state, b_items, b_table, b_state):
    return count_common(a_items, a_table, a_state, b_items, b_table, b_state) == 0


def count_common(a_items, a_table, a_state, b_items, b_table, b_state):
    count = 0
    for number in a_table:
        if number >= 0 and find_item(b_items, b_table, key_at(a_items, number)) >= 0:
            count += 1
    return count


def count_either(a_items, a_table, a_state, b_items, b_table, b_state):
    both = count_common(a_items, a_table, a_state, b_items, b_table, b_state)
    return count_of_items(a_items, a_state) + count_of_items(b_items, b_state) - both


def count_first_only(a_items, a_table, a_state, b_items, b_table, b_state):
    return count_of_items(a_items, a_state) - count_common(a_items, a_table, a_state, b_items, b_table, b_state)


def count_one_only(a_items, a_table, a_state, b_items, b_table, b_state):
    both = count_common(a_items, a_table, a_state, b_items, b_table, b_state)
    return count_of_items(a_items, a_state) + count_of_items(b_items, b_state) - 2 * both
