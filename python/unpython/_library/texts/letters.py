"""What characters are: those of ASCII, of Latin, Greek and Cyrillic alphabets, of Japanese and Chinese, and signs that are common in
texts. The call is made in Python for others, and where one letter becomes two."""

from unpython._loops import _Refusal


def kind_of(code):
    """1 for a letter, 2 for a small one, 4 for a capital, 8 for a decimal digit, 16 for another digit (a superscript), 32 for another
    number (a fraction), 64 for what may be one."""
    if code < 128:
        return 3 if 97 <= code <= 122 else 5 if 65 <= code <= 90 else 8 if 48 <= code <= 57 else 0
    return _kind_beyond(code)


def _kind_beyond(code):
    kind = -1
    if code < 0xC0:
        if code == 0xAA or code == 0xB5 or code == 0xBA:
            kind = 3
        elif code == 0xB2 or code == 0xB3 or code == 0xB9:
            kind = 16
        else:
            kind = 32 if 0xBC <= code <= 0xBE else 0
    elif code < 0x180:
        if code < 0x100:
            kind = 0 if code == 0xD7 or code == 0xF7 else 5 if code < 0xDF else 3
        else:
            kind = 5 if _is_capital_of_pair(code) or code == 0x178 else 3
    elif 0x386 <= code <= 0x3CE:
        if code >= 0x3AC or code == 0x390:
            kind = 3
        elif code != 0x387 and code != 0x38B and code != 0x38D and code != 0x3A2:
            kind = 5
        elif code == 0x387:
            kind = 0
    elif 0x400 <= code <= 0x45F:
        kind = 5 if code < 0x430 else 3
    elif 0x3041 <= code <= 0x3096 or 0x30A1 <= code <= 0x30FA:
        kind = 1
    elif 0x4E00 <= code <= 0x9FA5:
        kind = 65
    elif is_space(code) or is_sign(code):
        kind = 0
    if kind < 0:
        raise _Refusal("what is said of such a letter is known to Python")
    return kind


def _is_capital_of_pair(code):
    """Of two letters beside each other from 0x100 to 0x17F, whether it is the first one."""
    is_odd = code & 1 == 1
    if 0x139 <= code <= 0x148 or 0x179 <= code <= 0x17E:
        return is_odd
    return not is_odd and (code < 0x138 or 0x14A <= code < 0x178)


def is_sign(code):
    """Punctuation, signs of money and mathematics, arrows, boxes, pictures: none is a letter, and all are shown as they are."""
    if code < 0x2700:
        return 0x2010 <= code <= 0x2027 or 0x2030 <= code <= 0x205E or 0x20A0 <= code <= 0x20BF or 0x2190 <= code <= 0x22FF or code >= 0x2500
    return 0x3001 <= code <= 0x3003 or 0x3008 <= code <= 0x3011 or 0x1F300 <= code <= 0x1F64F


def is_space(code):
    if code < 128:
        return 9 <= code <= 13 or 28 <= code <= 32
    if code < 0x2000:
        return code == 0x85 or code == 0xA0 or code == 0x1680
    return code <= 0x200A or 0x2028 <= code <= 0x2029 or code == 0x202F or code == 0x205F or code == 0x3000


def ends_line(code):
    return 10 <= code <= 13 or 28 <= code <= 30 or code == 0x85 or code == 0x2028 or code == 0x2029


def is_shown(code):
    """Whether repr() shows a character as it is."""
    if code < 127:
        return code >= 32
    return code > 0xA0 and code != 0xAD and (_kind_beyond(code) > 0 or code < 0x100 or code == 0x387 or is_sign(code))


def capital_of(code):
    if code < 128:
        return code - 32 if 97 <= code <= 122 else code
    if kind_of(code) & 2 == 0 or code == 0xAA or code == 0xBA or code == 0x138:
        return code
    return _capital_beyond(code)


def _capital_beyond(code):
    if code == 0xDF or code == 0x149 or code == 0x390 or code == 0x3B0:
        raise _Refusal("a capital of several letters")
    if code < 0x180:
        if code == 0xB5 or code == 0xFF:
            return 0x39C if code == 0xB5 else 0x178
        if code == 0x131 or code == 0x17F:
            return 73 if code == 0x131 else 83
        return code - 32 if code < 0x100 else code - 1
    if code < 0x3B1 or code > 0x3CB:
        if code == 0x3AC or code == 0x3CC:
            return code - 38 if code == 0x3AC else code - 64
        if code < 0x400:
            return code - 37 if code < 0x3B0 else code - 63
        return code - 32 if code < 0x450 else code - 80
    return code - 31 if code == 0x3C2 else code - 32


def small_of(code):
    if code < 128:
        return code + 32 if 65 <= code <= 90 else code
    if kind_of(code) & 4 == 0:
        return code
    return _small_beyond(code)


def _small_beyond(code):
    if code == 0x130 or code == 0x3A3:
        raise _Refusal("a small letter that its place decides, or of several letters")
    if code < 0x180:
        return 0xFF if code == 0x178 else code + 32 if code < 0x100 else code + 1
    if code < 0x391:
        return code + 38 if code == 0x386 else code + 64 if code == 0x38C else code + 37 if code < 0x38C else code + 63
    return code + 80 if 0x400 <= code < 0x410 else code + 32


def folded(code):
    """One letter of what casefold() gives."""
    if code < 128:
        return code + 32 if 65 <= code <= 90 else code
    if code == 0xB5 or code == 0x17F:
        return 0x3BC if code == 0xB5 else 115
    if code == 0x3A3 or code == 0x3C2:
        return 0x3C3
    if code == 0x149 or code == 0x390 or code == 0x3B0:
        raise _Refusal("several letters for one")
    return small_of(code)
