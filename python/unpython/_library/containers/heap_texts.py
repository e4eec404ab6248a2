"""Texts on the heap (_writing/heap): their parts, and what is asked of their characters."""

from unpython._library.containers.heap import near, pushed, reverse, same_texts
from unpython._library.texts.letters import ends_line, is_shown, is_space, kind_of
from unpython._loops import _Refusal


def put_part(ints, floats, made, start, count):
    at = pushed(ints, floats, made, 2)
    ints[at] = start
    ints[near(at) + 1] = count


def split_words(ints, floats, made, start, count, most):
    """text.split(None, most) into a list of texts."""
    at = 0
    parts = 0
    while at < count:
        while at < count and is_space(ints[start + at]):
            at += 1
        if at < count:
            begin = at
            if most >= 0 and parts == most:
                at = count
                put_part(ints, floats, made, start + begin, count - begin)
            else:
                while at < count and not is_space(ints[start + at]):
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
        if code != 9 and code != 10 and code != 13 and not is_shown(code):
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


def split_lines(ints, floats, made, start, count):
    """text.splitlines() into a list of texts."""
    begin = 0
    at = 0
    while at < count:
        code = ints[start + at]
        at += 1
        if ends_line(code):
            put_part(ints, floats, made, start + begin, at - 1 - begin)
            if code == 13 and at < count and ints[start + at] == 10:
                at += 1
            begin = at
    if begin < count:
        put_part(ints, floats, made, start + begin, count - begin)


def split_words_behind(ints, floats, made, start, count, most):
    """text.rsplit(None, most)"""
    end = count
    parts = 0
    while end > 0:
        while end > 0 and is_space(ints[start + end - 1]):
            end -= 1
        if end > 0:
            at = end
            if most >= 0 and parts == most:
                put_part(ints, floats, made, start, end)
                end = 0
            else:
                while at > 0 and not is_space(ints[start + at - 1]):
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


def are_a_name(codes):
    """text.isidentifier()"""
    for i in range(len(codes)):
        code = codes[i]
        kind = kind_of(code)
        if kind & 1 == 0 and code > 127:
            raise _Refusal("whether a name may have such a character is known to Python")
        if kind & 1 == 0 and code != 95 and (i == 0 or kind & 8 == 0):
            return False
    return len(codes) > 0


def are_a_title(codes):
    """text.istitle()"""
    has_letter = False
    is_behind_letter = False
    for code in codes:
        kind = kind_of(code) & 6
        if kind == 2 and not is_behind_letter or kind == 4 and is_behind_letter:
            return False
        is_behind_letter = kind > 0
        has_letter = has_letter or kind > 0
    return has_letter
