"""Dicts whose values are lists that grow: the keys and their table as in tables.py; the items of all lists in one list, each with the
number of the next one of its list; and for each key the first and the last of its items, and how many there are."""

from unpython._library.containers.keys import count_of_keys
from unpython._library.containers.tables import find_key, place_of_key, place_or_new
from unpython._loops import _Refusal


def place_of_group(keys, firsts, lasts, counts, table, key):
    """Where the list of a key is; a key that is not there gets an empty one."""
    at = place_or_new(keys, firsts, table, key, -1)
    if at == len(counts):
        lasts.append(-1)
        counts.append(0)
    return at


def place_of_known_group(keys, firsts, lasts, counts, table, key):
    return place_of_key(keys, table, key)


def empty_group(firsts, lasts, counts, at):
    firsts[at] = -1
    lasts[at] = -1
    counts[at] = 0


def add_to_group(firsts, lasts, counts, items, nexts, at, item):
    items.append(item)
    link(firsts, lasts, counts, nexts, at, len(items) - 1)


def link(firsts, lasts, counts, nexts, at, number):
    """The newest of all items, of this number, becomes the last one of a list."""
    nexts.append(-1)
    if counts[at] == 0:
        firsts[at] = number
    else:
        nexts[lasts[at]] = number
    lasts[at] = number
    counts[at] += 1


def count_at(counts, at):
    return counts[at]


def group_at(firsts, counts, items, nexts, at):
    """The items of one list, as a new list."""
    made = items[0:0]
    number = firsts[at]
    for _ in range(counts[at]):
        made.append(items[number])
        number = nexts[number]
    return made


def _number_of_item(firsts, counts, nexts, at, place):
    """Which of all items the one at a place of a list is."""
    steps = place + counts[at] if place < 0 else place
    if steps < 0 or steps >= counts[at]:
        return -1
    number = firsts[at]
    for _ in range(steps):
        number = nexts[number]
    return number


def item_at(firsts, counts, items, nexts, at, place):
    number = _number_of_item(firsts, counts, nexts, at, place)
    if number < 0:
        raise IndexError("list index out of range")
    return items[number]


def store_item(firsts, counts, items, nexts, at, place, item):
    number = _number_of_item(firsts, counts, nexts, at, place)
    if number < 0:
        raise IndexError("list assignment index out of range")
    items[number] = item


def store_items(firsts, counts, items, nexts, at, made):
    """The items of one list, in another order."""
    number = firsts[at]
    for item in made:
        items[number] = item
        number = nexts[number]


def put_back(held, made):
    """`held`: a list of such a dict, which dicts/groups.py says by store_items()."""
    raise _Refusal("a list of a dict changes its order")


def group_or_empty(keys, firsts, counts, items, nexts, table, key):
    at = find_key(keys, table, key)
    made = items[0:0]
    if at >= 0:
        made = group_at(firsts, counts, items, nexts, at)
    return made


def numbers_of_groups(keys):
    return [number for number in range(count_of_keys(keys))]


def items_of_groups(firsts, counts, items, nexts):
    """Those of the first list, of the second, ..."""
    made = items[0:0]
    for at in range(len(counts)):
        number = firsts[at]
        for _ in range(counts[at]):
            made.append(items[number])
            number = nexts[number]
    return made


# Of lists that are given, whose items lie one behind the other.


def firsts_of(counts):
    start = 0
    found = [0][1:]
    for count in counts:
        found.append(start if count > 0 else -1)
        start += count
    return found


def lasts_of(counts):
    end = 0
    found = [0][1:]
    for count in counts:
        end += count
        found.append(end - 1 if count > 0 else -1)
    return found


def nexts_of(counts):
    at = 0
    found = [0][1:]
    for count in counts:
        for i in range(count):
            at += 1
            found.append(at if i + 1 < count else -1)
    return found
