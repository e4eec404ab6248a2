"""Numbers as texts, and texts as numbers: as lists of code points. What is not known here Python is asked for."""

import numpy as np

from unpython import _core
from unpython._host import HostFunction
from unpython._library.texts.code_points import decimal
from unpython._loops import _Refusal, _text_of_time, _time_code

_SHORT = 64  # code points of most numbers


def _text(codes):
    return "".join(map(chr, codes))


def _put(out, text):
    """How many code points there are, and these; where there is no room for them, how much is needed."""
    if len(text) >= len(out):
        out[0] = -1 - len(text)
    else:
        out[0] = len(text)
        out[1 : len(text) + 1] = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)


_format = HostFunction(_core.NumberText(lambda out, value, spec: _put(out, format(value, _text(spec)))), "array", name="format", fills=True)
_show = HostFunction(_core.NumberText(lambda out, value: _put(out, str(value))), "array", name="str", fills=True)
_show_in_format = HostFunction(_core.NumberText(lambda out, value: _put(out, format(value))), "array", name="format", fills=True)
_show_complex = HostFunction(lambda out, real, imag: _put(out, str(complex(real, imag))), "array", name="str", fills=True)
_format_complex = HostFunction(lambda out, real, imag, spec: _put(out, format(complex(real, imag), _text(spec))), "array", name="format", fills=True)
_show_time = HostFunction(lambda out, count, code: _put(out, _text_of_time(count, code)), "array", name="str", fills=True)
_float = HostFunction(lambda codes: float(_text(codes)), "float64", name="float")
_float.call = _core.TextNumber(_float.call)
_float_of_nothing = HostFunction(lambda: float(""), "float64", name="float")
_int_of_nothing = HostFunction(lambda: int(""), "int64", name="int")
_int = HostFunction(lambda codes: int(_text(codes)), "int64", name="int")
_int_of_base = HostFunction(lambda codes, base: int(_text(codes), base), "int64", name="int")
_int_of_base_of_nothing = HostFunction(lambda base: int("", base), "int64", name="int")


def integer_of_base(text, base):
    """int(text, base)"""
    if len(text) == 0:
        return _int_of_base_of_nothing(base)
    if base < 2 or base > 36 or len(text) > 12:
        return _int_of_base(np.array(text), base)
    number = 0
    for code in text:
        digit = code - 48 if code < 58 else code - 87 if code > 96 else code - 55 if code > 64 else 99
        if digit < 0 or digit >= base:
            return _int_of_base(np.array(text), base)
        number = number * base + digit
    return number


def of_base(value, spec):
    """bin(value), oct(value), hex(value)"""
    if isinstance(value, (float, np.floating)):
        raise TypeError("'float' object cannot be interpreted as an integer")
    if isinstance(value, np.bool_):
        raise TypeError("'numpy.bool' object cannot be interpreted as an integer")
    return formatted(value, spec)


def shown(value):
    """str(value) of a number; Python knows what other objects are called."""
    if _time_code(value):
        return _as_list(_show_time(_SHORT, np.int64, value.astype(np.int64), _time_code(value)))
    if isinstance(value, (bool, np.bool_, float, np.floating)):
        codes = _show(_SHORT, np.int64, value)
        return _as_list(codes if codes[0] >= 0 else _show(int(-codes[0]), np.int64, value))
    return decimal(value)


def represented(value):
    """repr(value) of one of Python's own numbers"""
    if not (type(value) is int or type(value) is float or type(value) is bool):
        raise _Refusal("repr() of NumPy's numbers is known to Python")
    return shown(value)


def shown_in_format(value):
    """f"{value}" of a number, which is not always str(value)."""
    if _time_code(value):
        return shown(value)
    if isinstance(value, (bool, np.bool_, float, np.floating)):
        codes = _show_in_format(_SHORT, np.int64, value)
        return _as_list(codes if codes[0] >= 0 else _show_in_format(int(-codes[0]), np.int64, value))
    return decimal(value)


def _as_list(codes):
    return [int(codes[1 + i]) for i in range(int(codes[0]))]


def formatted(value, spec):
    """format(value, spec) of a number"""
    if not isinstance(value, (int, float, np.integer, np.floating, np.bool_)):
        raise _Refusal("the texts of other objects than numbers are known to Python")
    codes = _format(_SHORT, np.int64, value, np.array(spec))
    return _as_list(codes if codes[0] >= 0 else _format(int(-codes[0]), np.int64, value, np.array(spec)))


def shown_complex(real, imag):
    codes = _show_complex(_SHORT, np.int64, real, imag)
    return _as_list(codes if codes[0] >= 0 else _show_complex(int(-codes[0]), np.int64, real, imag))


def formatted_complex(real, imag, spec):
    codes = _format_complex(_SHORT, np.int64, real, imag, np.array(spec))
    return _as_list(codes if codes[0] >= 0 else _format_complex(int(-codes[0]), np.int64, real, imag, np.array(spec)))


def _start(text):
    """Behind the white space in front, which is ASCII"""
    at = 0
    while at < len(text) and (text[at] == 32 or 9 <= text[at] <= 13):
        at += 1
    return at


def _end(text):
    """In front of the white space behind"""
    at = len(text)
    while at > 0 and (text[at - 1] == 32 or 9 <= text[at - 1] <= 13):
        at -= 1
    return at


def _digits_end(text, start, end):
    """Behind the digits that begin there"""
    at = start
    while at < end and 48 <= text[at] <= 57:
        at += 1
    return at


def _behind_sign(text, start, end):
    return start + 1 if start < end and (text[start] == 45 or text[start] == 43) else start


def _is_plain(text, start, end):
    """Whether it is digits from there on, and not many."""
    return end > start and end - start <= 18 and _digits_end(text, start, end) == end


def _is_for_python(text, start, end):
    """Whether it has what numbers may have that are not plain: an underscore, characters that are not ASCII, nan and inf, many digits."""
    if end - start > 18:
        return True
    for i in range(start, end):
        if text[i] == 95 or text[i] >= 128 or text[i] <= 32:
            return True
    return start < end and (text[start] | 32 == 105 or text[start] | 32 == 110)


def _is_decimal(text, start, end):
    """Whether these are digits, with a point and an exponent perhaps, as in 1, 1., .5 and 1e-3."""
    whole = _digits_end(text, start, end)
    point = 1 if whole < end and text[whole] == 46 else 0
    part = _digits_end(text, whole + point, end)
    if part - start - point == 0:
        return False
    if part < end and text[part] | 32 == 101:
        first = _behind_sign(text, part + 1, end)
        return first < end and _digits_end(text, first, end) == end
    return part == end


def _is_number(kind, codes):
    try:
        kind(_text(codes))
    except ValueError:
        return False
    return True


_is_float = HostFunction(lambda codes: _is_number(float, codes), "bool", name="float")
_is_integer = HostFunction(lambda codes: _is_number(int, codes), "bool", name="int")
_is_integer_of_base = HostFunction(lambda codes, base: _is_number(lambda text: int(text, base), codes), "bool", name="int")


def is_integer(text):
    """Whether int(text) is a number."""
    end = _end(text)
    start = _behind_sign(text, _start(text), end)
    if _is_plain(text, start, end):
        return True
    return _is_for_python(text, start, end) and _is_integer(np.array(text))


def is_integer_of_base(text, base):
    return len(text) > 0 and _is_integer_of_base(np.array(text), base)


def is_float(text):
    end = _end(text)
    start = _behind_sign(text, _start(text), end)
    if _is_decimal(text, start, end):
        return True
    return _is_for_python(text, start, end) and _is_float(np.array(text))


def as_integer(text):
    """int(text)"""
    end = _end(text)
    first = _start(text)
    start = _behind_sign(text, first, end)
    if not _is_plain(text, start, end):
        return _int(np.array(text)) if len(text) > 0 else _int_of_nothing()
    number = 0
    for i in range(start, end):
        number = 10 * number + (text[i] - 48)
    return -number if text[first] == 45 else number


def as_float(text):
    """float(text): what is not rounded, here; else Python knows."""
    end = _end(text)
    first = _start(text)
    start = _behind_sign(text, first, end)
    number = 0
    behind = -1
    digits = 0
    scale = 1.0
    for i in range(start, end):
        if text[i] == 46 and behind < 0:
            behind = 0
        elif 48 <= text[i] <= 57:
            number = 10 * number + (text[i] - 48) if digits < 16 else number
            digits += 1
            if behind >= 0:
                scale *= 10.0
        else:
            digits = 99
    if digits == 0 or digits > 15:
        return _float(np.array(text)) if len(text) > 0 else _float_of_nothing()
    value = number / scale
    return -value if text[first] == 45 else value
