"""Regular expressions: a program of numbers (_writing/text/regular.py) that is run on the code points of a text, as CPython does: the first
way that leads to a match, in the order in which the expression says them.

    set             two numbers of 64 bits for the characters of ASCII; for others: 2: only Python knows, 1: all but n ranges, 0: n ranges;
                    n; the ranges, low and high
    0               a match
    1 code          this character
    2 set           one of these
    3 first second  the one way, and then the other
    4 place         go on there
    5 number        a group begins or ends
    6 to 11         beginning of the text, of a line, end of the text or before its last line end, of a line, of the text; between a word
                    and something else
    12 least most set   as many of these as there are, and then fewer; `most` -1: any number

It begins with a set: what a match may begin with.
"""

from unpython._library.texts.letters import kind_of
from unpython._library.texts.words import number_of_part
from unpython._loops import _Refusal


def _is_among(program, at, code):
    if code < 64:
        return (program[at] >> code) & 1 == 1
    if code < 128:
        return (program[at + 1] >> (code - 64)) & 1 == 1
    return _is_beyond(program, at, code)


def _is_beyond(program, at, code):
    kind = program[at + 2]
    if kind == 2:
        raise _Refusal("what is said of letters is known for ASCII alone")
    found = False
    for k in range(at + 4, at + 4 + 2 * program[at + 3], 2):
        if program[k] <= code and code <= program[k + 1]:
            found = True
    return found != (kind == 1)


def _is_of_word(text, at):
    if at < 0 or at >= len(text):
        return False
    code = text[at]
    return code == 95 or kind_of(code) & 57 != 0


def _is_place(op, text, at):
    n = len(text)
    if op == 6:
        return at == 0
    if op == 7:
        return at == 0 or text[at - 1] == 10
    if op == 8:
        return at == n or (at == n - 1 and text[at] == 10)
    if op == 9:
        return at == n or text[at] == 10
    if op == 10:
        return at == n
    return _is_of_word(text, at - 1) != _is_of_word(text, at)


def _matches(program, text, begin, is_whole, must_advance, saves, ways):
    """Whether there is a match from this place on; where it and its groups begin and end is in `saves` then. `ways`: where to go on, in
    threes: in the program, in the text, and the first place in the text that is tried there; -1 - k and what the k-th of `saves` was."""
    n = len(text)
    for k in range(len(saves)):
        saves[k] = -1
    del ways[0:]
    at = begin
    pc = 4 + 2 * program[3]
    while True:
        op = program[pc]
        goes_on = True
        if op == 1:
            goes_on = at < n and text[at] == program[pc + 1]
            at += 1
            pc += 2
        elif op == 2:
            goes_on = at < n and _is_among(program, pc + 1, text[at])
            at += 1
            pc += 5 + 2 * program[pc + 4]
        elif op == 12:
            least = at + program[pc + 1]
            most = n if program[pc + 2] < 0 else min(n, at + program[pc + 2])
            while at < most and _is_among(program, pc + 3, text[at]):
                at += 1
            goes_on = at >= least
            pc += 7 + 2 * program[pc + 6]
            if at > least:
                ways.append(pc)
                ways.append(at - 1)
                ways.append(least)
        elif op == 3:
            ways.append(program[pc + 2])
            ways.append(at)
            ways.append(at)
            pc = program[pc + 1]
        elif op == 4:
            pc = program[pc + 1]
        elif op == 5:
            number = program[pc + 1]
            ways.append(-1 - number)
            ways.append(saves[number])
            ways.append(0)
            saves[number] = at
            pc += 2
        elif op > 5:
            goes_on = _is_place(op, text, at)
            pc += 1
        else:
            goes_on = (at == n or not is_whole) and (at > begin or not must_advance)
            if goes_on:
                saves[0] = begin
                saves[1] = at
                return True
        while not goes_on:
            last = len(ways) - 3
            if last < 0:
                return False
            pc = ways[last]
            if pc >= 0:
                at = ways[last + 1]
                goes_on = True
                ways[last + 1] = at - 1
                if at <= ways[last + 2]:
                    del ways[last:]
            else:
                saves[-1 - pc] = ways[last + 1]
                del ways[last:]


def _finds(program, text, begin, must_advance, saves, ways):
    """Whether there is a match from this place on, or behind it."""
    n = len(text)
    at = begin
    while at <= n:
        while at < n and not _is_among(program, 0, text[at]):
            at += 1
        if _matches(program, text, at, False, must_advance and at == begin, saves, ways):
            return True
        at += 1
    return False


def _begun(groups):
    return [-1 for _ in range(2 * (groups + 1))]


def _part(words, text, begin, end):
    """A group that took no part is empty."""
    return number_of_part(words, text, max(begin, 0), max(end, 0))


def find_all(words, program, text, groups, number):
    """Of each match the text of a group, 0: of all."""
    saves = _begun(groups)
    ways = [number for number in [0] if number > 0]
    made = [number for number in [0] if number > 0]
    at = 0
    must_advance = False
    while _finds(program, text, at, must_advance, saves, ways):
        made.append(_part(words, text, saves[2 * number], saves[2 * number + 1]))
        at = saves[1]
        must_advance = saves[1] == saves[0]
    return made


def split(words, program, text):
    saves = _begun(0)
    ways = [number for number in [0] if number > 0]
    made = [number for number in [0] if number > 0]
    at = 0
    must_advance = False
    while _finds(program, text, at, must_advance, saves, ways):
        made.append(number_of_part(words, text, at, saves[0]))
        at = saves[1]
        must_advance = saves[1] == saves[0]
    made.append(number_of_part(words, text, at, len(text)))
    return made


def replaced(program, text, groups, by):
    """`by`: code points, and -1 - k for the k-th group."""
    saves = _begun(groups)
    ways = [number for number in [0] if number > 0]
    made = text[:0]
    at = 0
    must_advance = False
    while _finds(program, text, at, must_advance, saves, ways):
        for k in range(at, saves[0]):
            made.append(text[k])
        for code in by:
            if code >= 0:
                made.append(code)
            elif saves[-2 - 2 * code] >= 0:
                for k in range(saves[-2 - 2 * code], saves[-1 - 2 * code]):
                    made.append(text[k])
        at = saves[1]
        must_advance = saves[1] == saves[0]
    for k in range(at, len(text)):
        made.append(text[k])
    return made


def _add_match(words, text, saves, read, made):
    for k in range(0, len(saves), 2):
        made.append(saves[k])
        made.append(saves[k + 1])
        made.append(_part(words, text, saves[k], saves[k + 1]) if (read >> (k // 2)) & 1 == 1 else -1)


def one(words, program, text, groups, read, is_searched, is_whole):
    """A match: of it and each group where it begins and ends, and its text, if the bit of that group in `read` says that it is asked for.
    Empty where there is none."""
    saves = _begun(groups)
    ways = [number for number in [0] if number > 0]
    made = [number for number in [0] if number > 0]
    if (is_searched and _finds(program, text, 0, False, saves, ways)) or (not is_searched and _matches(program, text, 0, is_whole, False, saves, ways)):
        _add_match(words, text, saves, read, made)
    return made


def every(words, program, text, groups, read):
    """All matches, one behind the other."""
    saves = _begun(groups)
    ways = [number for number in [0] if number > 0]
    made = [number for number in [0] if number > 0]
    at = 0
    must_advance = False
    while _finds(program, text, at, must_advance, saves, ways):
        _add_match(words, text, saves, read, made)
        at = saves[1]
        must_advance = saves[1] == saves[0]
    return made


def group(match, number):
    """The text of a group; None is known to Python."""
    if len(match) == 0:
        raise AttributeError("'NoneType' object has no attribute 'group'")
    if match[3 * number] < 0:
        raise _Refusal("a group that took no part in a match is None")
    return match[3 * number + 2]


def place(match, number, which):
    """Where a group begins (0) or ends (1)."""
    if len(match) == 0:
        raise AttributeError("'NoneType' object has no attribute 'start'")
    return match[3 * number + which]


def places(matches, width):
    """Where in such a list each match begins."""
    return [k for k in range(0, len(matches), width)]
