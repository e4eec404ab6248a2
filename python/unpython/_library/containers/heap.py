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


def put_part(ints, floats, made, start, count):
    at = pushed(ints, floats, made, 2)
    ints[at] = start
    ints[near(at) + 1] = count


def is_blank(code):
    if code > 127:
        raise _Refusal("what is said of letters is known for ASCII alone")
    return code == 32 or 9 <= code <= 13 or 28 <= code <= 31


def split_words(ints, floats, made, start, count, most):
    """text.split(None, most) into a list of texts."""
    at = 0
    parts = 0
    while at < count:
        while at < count and is_blank(ints[start + at]):
            at += 1
        if at < count:
            begin = at
            if most >= 0 and parts == most:
                at = count
                put_part(ints, floats, made, start + begin, count - begin)
            else:
                while at < count and not is_blank(ints[start + at]):
                    at += 1
                put_part(ints, floats, made, start + begin, at - begin)
            parts += 1


def split_text(ints, floats, made, start, count, separator, length, most):
    """text.split(separator, most) into a list of texts."""
    begin = 0
    at = 0
    parts = 0
    while at + length <= count:
        if (most < 0 or parts < most) and same_texts(ints, start + at, length, separator, length):
            put_part(ints, floats, made, start + begin, at - begin)
            at += length
            begin = at
            parts += 1
        else:
            at += 1
    put_part(ints, floats, made, start + begin, count - begin)


def quoted_codes(codes):
    """repr() of a text."""
    quote = 39
    for code in codes:
        if code == 39:
            quote = 34
    for code in codes:
        if code == 34:
            quote = 39
    made = codes[:0]
    made.append(quote)
    for code in codes:
        if code < 32 and code != 9 and code != 10 and code != 13 or code > 126:
            raise _Refusal("how such a character is shown is known to Python")
        elif code == quote or code == 92:
            made.append(92)
            made.append(code)
        elif code == 9 or code == 10 or code == 13:
            made.append(92)
            made.append(116 if code == 9 else 110 if code == 10 else 114)
        else:
            made.append(code)
    made.append(quote)
    return made


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


def split_lines(ints, floats, made, start, count):
    """text.splitlines() into a list of texts."""
    begin = 0
    at = 0
    while at < count:
        code = ints[start + at]
        if code > 127:
            raise _Refusal("where such a line ends is known to Python")
        at += 1
        if 10 <= code <= 13 or 28 <= code <= 30:
            put_part(ints, floats, made, start + begin, at - 1 - begin)
            if code == 13 and at < count and ints[start + at] == 10:
                at += 1
            begin = at
    if begin < count:
        put_part(ints, floats, made, start + begin, count - begin)


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


# Choices of itertools: the places that are chosen, behind each other.


def first_choice(ints, floats, count, number, is_repeated):
    """Behind the places of a permutation are those that are left, and behind them how often each place has still to change."""
    at = room(ints, floats, 2 * (count + number) + 1)
    for k in range(max(count, number)):
        ints[at + k] = 0 if is_repeated else k
    for k in range(number):
        ints[at + max(count, number) + k] = count - k
    return at


def next_combinations(ints, at, count, number):
    k = number - 1
    while k >= 0 and ints[at + k] == count - number + k:
        k -= 1
    if k < 0:
        return 0
    ints[at + k] += 1
    for i in range(k + 1, number):
        ints[at + i] = ints[at + i - 1] + 1
    return 1


def next_combinations_with_replacement(ints, at, count, number):
    k = number - 1
    while k >= 0 and ints[at + k] == count - 1:
        k -= 1
    if k < 0:
        return 0
    first = ints[at + k] + 1
    for i in range(k, number):
        ints[at + i] = first
    return 1


def next_permutations(ints, at, count, number):
    left = at + count
    k = number - 1
    while k >= 0:
        ints[left + k] -= 1
        if ints[left + k] > 0:
            other = at + count - ints[left + k]
            ints[at + k], ints[other] = ints[other], ints[at + k]
            return 1
        held = ints[at + k]
        for i in range(k, count - 1):
            ints[at + i] = ints[at + i + 1]
        ints[at + count - 1] = held
        ints[left + k] = count - k
        k -= 1
    return 0


# What is asked of texts more seldom.


def split_words_behind(ints, floats, made, start, count, most):
    """text.rsplit(None, most)"""
    end = count
    parts = 0
    while end > 0:
        while end > 0 and is_blank(ints[start + end - 1]):
            end -= 1
        if end > 0:
            at = end
            if most >= 0 and parts == most:
                put_part(ints, floats, made, start, end)
                end = 0
            else:
                while at > 0 and not is_blank(ints[start + at - 1]):
                    at -= 1
                put_part(ints, floats, made, start + at, end - at)
                end = at
            parts += 1
    reverse(ints, floats, made, 2)


def split_text_behind(ints, floats, made, start, count, separator, length, most):
    """text.rsplit(separator, most)"""
    end = count
    at = count - length
    parts = 0
    while at >= 0:
        if (most < 0 or parts < most) and same_texts(ints, start + at, length, separator, length):
            put_part(ints, floats, made, start + at + length, end - at - length)
            end = at
            at -= length
            parts += 1
        else:
            at -= 1
    put_part(ints, floats, made, start, end)
    reverse(ints, floats, made, 2)


def are_of_ascii(codes):
    for code in codes:
        if code > 127:
            return False
    return True


def is_small_or_capital(code):
    """1: a small letter; 2: a capital; 0: something else."""
    if code > 127:
        raise _Refusal("what is said of letters is known for ASCII alone")
    return 1 if 97 <= code <= 122 else 2 if 65 <= code <= 90 else 0


def are_a_name(codes):
    """text.isidentifier()"""
    for i in range(len(codes)):
        code = codes[i]
        if is_small_or_capital(code) == 0 and code != 95 and (i == 0 or code < 48 or code > 57):
            return False
    return len(codes) > 0


def are_a_title(codes):
    """text.istitle()"""
    has_letter = False
    is_behind_letter = False
    for code in codes:
        kind = is_small_or_capital(code)
        if kind == 1 and not is_behind_letter or kind == 2 and is_behind_letter:
            return False
        is_behind_letter = kind > 0
        has_letter = has_letter or kind > 0
    return has_letter
