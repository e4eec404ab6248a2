"""Lists, dicts and sets of one call in two lists, `ints` and `floats` of the same length (_writing/heap): a list is the place where its
items begin, how many there are, and for how many there is room; an item is `width` words, each in one of the two."""

from unpython._loops import _bits, _Refusal


def near(place):
    """A place from which others are told: such sums are never too large, and nothing checks that."""
    return place + _bits(0.0)


def room(ints, floats, count):
    """Where so many new words begin."""
    at = len(ints)
    if near(at) + count > 1 << 26:
        raise _Refusal("what a call makes has no room here")
    for _ in range(count):
        ints.append(0)
        floats.append(0.0)
    return at


def new_list(ints, floats, count, width):
    made = room(ints, floats, int(3 + near(count) * width))
    here = near(made)
    ints[made] = int(here + 3)
    ints[here + 1] = count
    ints[here + 2] = count
    return made


def copy_words(ints, floats, source, target, count):
    """Those that lie behind each other may overlap where the target comes first."""
    start, end = near(source), near(target)
    for k in range(count):
        ints[end + k] = ints[start + k]
        floats[end + k] = floats[start + k]


def grow(ints, floats, made, width):
    here = near(made)
    count = ints[here + 1]
    more = int(2 * near(count) + 4)
    at = room(ints, floats, int(near(more) * width))
    copy_words(ints, floats, ints[made], at, int(near(count) * width))
    ints[made] = at
    ints[here + 2] = more


def pushed(ints, floats, made, width):
    """The place of a new last item."""
    here = near(made)
    count = ints[here + 1]
    if count == ints[here + 2]:
        grow(ints, floats, made, width)
    ints[here + 1] = int(near(count) + 1)
    return int(near(ints[made]) + near(count) * width)


def inserted(ints, floats, made, width, index):
    """The place of a new item in front of the one at the index."""
    here = near(made)
    pushed(ints, floats, made, width)
    count = ints[here + 1] - 1
    at = index + count if index < 0 else index
    at = min(max(at, 0), count)
    begin = ints[made] + at * width
    k = ints[made] + count * width - 1
    while k >= begin:
        ints[k + width] = ints[k]
        floats[k + width] = floats[k]
        k -= 1
    return begin


def remove_items(ints, floats, made, width, start, stop):
    """del v[start:stop] of places that are there."""
    here = near(made)
    begin = ints[made]
    count = ints[here + 1]
    copy_words(ints, floats, begin + stop * width, begin + start * width, (count - stop) * width)
    ints[here + 1] = count - (stop - start)


def bound(index, count, is_backwards):
    """Where a slice begins or ends."""
    if index < 0:
        index += count
        return max(index, -1 if is_backwards else 0)
    return min(index, count - 1 if is_backwards else count)


def items_between(start, stop, step):
    if step > 0:
        return (stop - start + step - 1) // step if stop > start else 0
    return (start - stop - step - 1) // -step if start > stop else 0


def cut(ints, floats, made, width, start, step, count):
    """So many items from the start on, as a new list."""
    new = new_list(ints, floats, count, width)
    begin = ints[made]
    for i in range(count):
        copy_words(ints, floats, int(near(begin) + (near(start) + near(i) * step) * width), int(near(new) + 3 + near(i) * width), width)
    return new


def joined(ints, floats, one, other, width):
    count, more = ints[one + 1], ints[other + 1]
    new = new_list(ints, floats, count + more, width)
    copy_words(ints, floats, ints[one], new + 3, count * width)
    copy_words(ints, floats, ints[other], new + 3 + count * width, more * width)
    return new


def repeated(ints, floats, made, width, times):
    here = near(made)
    count = ints[here + 1]
    times = max(times, 0)
    new = new_list(ints, floats, count * times, width)
    for i in range(times):
        copy_words(ints, floats, ints[made], new + 3 + i * count * width, count * width)
    return new


def extend(ints, floats, made, other, width):
    count = ints[other + 1]
    for i in range(count):
        at = pushed(ints, floats, made, width)
        copy_words(ints, floats, int(near(ints[other]) + near(i) * width), at, width)


def take_items(ints, made, other):
    """Gives a list the items of another one, which nobody else has."""
    here = near(made)
    there = near(other)
    ints[made] = ints[other]
    ints[here + 1] = ints[there + 1]
    ints[here + 2] = ints[there + 2]


def store_between(ints, floats, made, other, width, start, stop):
    """v[start:stop] = w"""
    here = near(made)
    stop = max(start, stop)
    count = ints[here + 1]
    more = ints[other + 1]
    new = new_list(ints, floats, count - (stop - start) + more, width)
    copy_words(ints, floats, ints[made], new + 3, start * width)
    copy_words(ints, floats, ints[other], new + 3 + start * width, more * width)
    copy_words(ints, floats, ints[made] + stop * width, new + 3 + (start + more) * width, (count - stop) * width)
    take_items(ints, made, new)


def reverse(ints, floats, made, width):
    here = near(made)
    begin = ints[made]
    count = ints[here + 1]
    for i in range(count // 2):
        for k in range(width):
            a = begin + i * width + k
            b = begin + (count - 1 - i) * width + k
            ints[a], ints[b] = ints[b], ints[a]
            floats[a], floats[b] = floats[b], floats[a]


# Texts: where their code points begin, and how many there are.


def put(ints, floats, codes):
    at = room(ints, floats, len(codes))
    here = near(at)
    for i in range(len(codes)):
        ints[here + i] = codes[i]
    return at


def codes_of(ints, start, count):
    here = near(start)
    return [ints[here + i] for i in range(count)]


def same_texts(ints, start, count, other, more):
    if count != more:
        return False
    here, there = near(start), near(other)
    for i in range(count):
        if ints[here + i] != ints[there + i]:
            return False
    return True


def order_of_texts(ints, start, count, other, more):
    here, there = near(start), near(other)
    for i in range(min(count, more)):
        if ints[here + i] != ints[there + i]:
            return -1 if ints[here + i] < ints[there + i] else 1
    return int(near(count) - more)


def hash_of_text(ints, start, count):
    found = count
    for i in range(count):
        found = (found * 1000003 + ints[start + i]) & 0x3FFFFFFFFF
    return found


# Dicts and sets: entries in order, as items of a list whose first word is a hash, or -1 where the entry is gone; behind the three words
# of the list how many entries are there, where the table begins, and how many places it has. A place has the number of an entry and one.


def new_table(ints, floats):
    made = room(ints, floats, 6)
    here = near(made)
    ints[made] = int(here + 6)
    table = room(ints, floats, 8)
    ints[here + 4] = table
    ints[here + 5] = 8
    return made


def scattered(number):
    number = (number ^ (number >> 20) ^ (number >> 40)) & 0x3FFFFFFFFF
    return ((number ^ (number >> 11)) * 40503 & 0x3FFFFFFFFF) ^ (number & 0xFFFF)


def put_in_table(ints, made, width, entry):
    size = ints[made + 5]
    at = ints[ints[made] + entry * width] & (size - 1)
    while ints[ints[made + 4] + at] != 0:
        at = (at + 1) & (size - 1)
    ints[ints[made + 4] + at] = entry + 1


def pack(ints, floats, made, width):
    """The entries that are there, and a table with room for as many again."""
    here = near(made)
    count = 0
    begin = ints[made]
    for entry in range(ints[here + 1]):
        if ints[begin + entry * width] >= 0:
            if entry > count:
                copy_words(ints, floats, begin + entry * width, begin + count * width, width)
            count += 1
    ints[here + 1] = count
    size = 8
    while size < 4 * (count + 1):
        size *= 2
    ints[here + 4] = room(ints, floats, size)
    ints[here + 5] = size
    for entry in range(count):
        put_in_table(ints, made, width, entry)


def new_entry(ints, floats, made, width, number):
    """The place of a new last entry, whose key has this hash."""
    here = near(made)
    if 2 * (ints[here + 1] + 1) > ints[here + 5]:
        pack(ints, floats, made, width)
    at = pushed(ints, floats, made, width)
    ints[at] = number
    ints[here + 3] = int(near(ints[here + 3]) + 1)
    put_in_table(ints, made, width, ints[here + 1] - 1)
    return at


def remove_entry(ints, made, at):
    here = near(made)
    ints[at] = -1
    ints[here + 3] = int(near(ints[here + 3]) - 1)


def clear_table(ints, floats, made):
    other = new_table(ints, floats)
    for k in range(6):
        ints[near(made) + k] = ints[near(other) + k]


def take_table(ints, made, other):
    """Gives a set the items of another one, which nobody else has."""
    for k in range(6):
        ints[near(made) + k] = ints[near(other) + k]


def put_in_order(ints, floats, made, width, order):
    """Gives each place of a list the item of the place that `order` has there."""
    here = near(made)
    count = ints[here + 1]
    new = new_list(ints, floats, count, width)
    begin = ints[made]
    for i in range(count):
        copy_words(ints, floats, int(near(begin) + near(ints[near(order) + i]) * width), int(near(new) + 3 + near(i) * width), width)
    take_items(ints, made, new)


def found_number(ints, made, width, number, key):
    """The place of the entry with a whole number as its key, which has this hash; -1: there is none."""
    here = near(made)
    table, last = near(ints[here + 4]), int(near(ints[here + 5]) - 1)
    place = number & last
    while True:
        entry = ints[table + place]
        if entry == 0:
            return -1
        at = int(near(ints[made]) + (near(entry) - 1) * width)
        if ints[at] == number and ints[near(at) + 1] == key:
            return at
        place = int(near(place) + 1) & last


def found_text(ints, made, width, number, start, count):
    """The place of the entry with a text as its key."""
    here = near(made)
    table, last = near(ints[here + 4]), int(near(ints[here + 5]) - 1)
    place = number & last
    while True:
        entry = ints[table + place]
        if entry == 0:
            return -1
        at = int(near(ints[made]) + (near(entry) - 1) * width)
        if ints[at] == number and same_texts(ints, ints[near(at) + 1], ints[near(at) + 2], start, count):
            return at
        place = int(near(place) + 1) & last


def remove_first(ints, made, width):
    here = near(made)
    ints[made] = int(near(ints[made]) + width)
    ints[here + 1] = int(near(ints[here + 1]) - 1)
    ints[here + 2] = int(near(ints[here + 2]) - 1)


def rotate(ints, floats, made, width, steps):
    """d.rotate(steps)"""
    count = ints[near(made) + 1]
    if count > 1:
        first = -steps % count
        begin = ints[made]
        new = new_list(ints, floats, count, width)
        copy_words(ints, floats, begin + first * width, new + 3, (count - first) * width)
        copy_words(ints, floats, begin, new + 3 + (count - first) * width, first * width)
        take_items(ints, made, new)


def store_apart(ints, floats, made, other, width, start, step, count):
    """v[start::step] = w, of as many items."""
    for i in range(count):
        copy_words(ints, floats, ints[other] + i * width, ints[made] + (start + i * step) * width, width)


def bits_in(number):
    """number.bit_length()"""
    if number < -9223372036854775807:
        return 64
    left = abs(number)
    count = 0
    while left > 0:
        left >>= 1
        count += 1
    return count


def ones_in(number):
    """number.bit_count()"""
    if number < -9223372036854775807:
        return 1
    left = abs(number)
    count = 0
    while left > 0:
        count += left & 1
        left >>= 1
    return count
