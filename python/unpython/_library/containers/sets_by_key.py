"""Dicts whose values are sets, as dicts of lists (groups.py) into which no item comes twice: `owners` has for each item the number of its
set, `members` and `state` are a table (sets.py) of owners and items, `ids` has the number of the set of each key. The next number is the
third of `state`."""

from unpython._library.containers.groups import link
from unpython._library.containers.sets import add_item, find_item, items_in_order


def add_to_set(firsts, lasts, counts, items, nexts, owners, members, state, ids, at, item):
    while len(ids) <= at:
        _new_number(ids, state)
    number = len(items)
    add_item((owners, items), members, state, (ids[at], item))
    if len(items) > number:
        link(firsts, lasts, counts, nexts, at, number)


def _new_number(ids, state):
    ids.append(state[2])
    state[2] += 1


def make_new_set(state, ids, at):
    """The set of a key is another one, which is empty."""
    while len(ids) <= at:
        _new_number(ids, state)
    ids[at] = state[2]
    state[2] += 1


def is_in_set(item, counts, items, owners, members, ids, at):
    if at < 0 or at >= len(ids):
        return False
    return find_item((owners, items), members, (ids[at], item)) >= 0


def _table(items):
    own = items[0:0]
    table = [-1] * 8
    state = [0, 0]
    for item in items:
        add_item(own, table, state, item)
    return own, table


def in_order(items):
    """The items of a set that got them in this order, as loops over it give them."""
    own, table = _table(items)
    return items_in_order(own, table)


def of_both(one, other):
    """The items of both sets, in any order."""
    own, table = _table(other)
    return [item for item in one if find_item(own, table, item) >= 0]


def of_first(one, other):
    own, table = _table(other)
    return [item for item in one if find_item(own, table, item) < 0]


def of_either(one, other):
    return one + of_first(other, one)


def of_one_alone(one, other):
    return of_first(one, other) + of_first(other, one)


def as_they_came(items):
    """The items of a set, of which another set is made."""
    return items[0:]


#: What only reads such lists.
READS = (in_order, as_they_came, of_both, of_first, of_either, of_one_alone)
