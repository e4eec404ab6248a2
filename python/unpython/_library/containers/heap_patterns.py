"""Regular expressions on the heap (_writing/heap/regular): where matches and their groups begin and end."""

from unpython._library.texts.matching import _begun, _finds, _matches


def matched(program, text, groups, is_searched, is_whole):
    """Of the first match; empty: there is none."""
    saves = _begun(groups)
    ways = [number for number in [0] if number > 0]
    if (is_searched and _finds(program, text, 0, False, saves, ways)) or (not is_searched and _matches(program, text, 0, is_whole, False, saves, ways)):
        return saves
    return saves[:0]


def every_match(program, text, groups):
    """Of all matches, one behind the other."""
    saves = _begun(groups)
    ways = [number for number in [0] if number > 0]
    made = [number for number in [0] if number > 0]
    at = 0
    must_advance = False
    while _finds(program, text, at, must_advance, saves, ways):
        for place in saves:
            made.append(place)
        at = saves[1]
        must_advance = saves[1] == saves[0]
    return made
