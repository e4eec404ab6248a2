"""Texts that are numbers for int() and float(), with white space, signs and exponents, and texts that are none."""

import pytest

import unpython as up

TEXTS = [
    "1", "-7", "+7", " 42", "42\n", "\t-5 ", "0012", "9223372036854775807", "-9223372036854775808", "1_000", "", " ", "-", "+", "- 1", "1 2",
    "1.5", "+.5", "-1.", " 2.25 ", "1e3", "-1.5E-7", "+1e+2", "1e", "e5", ".", "1.2.3", "0.1234567890123456789", "123456789.123456789e-5", "1e400",
    "5e-324", "1e-400", "inf", "-Infinity", "nan", "+NaN", "0x10", "abc", "12a", "1,5", "--1", "+-1", "\x1f7", "７", "1\u00a0", "i", "n1",
]  # fmt: skip


def as_float(text):
    return float(text)


def as_integer(text):
    return int(text)


def known(texts):
    found = []
    for text in texts:
        try:
            found.append(float(text))
        except ValueError:
            found.append(-1.0)
    whole = []
    for text in texts:
        try:
            whole.append(int(text))
        except ValueError:
            whole.append(-1)
    return found, whole


def written(numbers):
    return [str(n) for n in numbers] + [f"{n:>6}|" for n in numbers]


@pytest.mark.parametrize("function", [as_float, as_integer])
def test_one_text(function):
    compiled = up.jit(function)
    for text in TEXTS:
        try:
            expected = repr(function(text))
        except (ValueError, OverflowError) as error:
            with pytest.raises(type(error)) as raised:
                compiled(text)
            assert str(raised.value) == str(error)
        else:
            assert repr(compiled(text)) == expected, text


def test_many_texts():
    texts = [text for text in TEXTS if len(text) < 19]
    assert repr(up.jit(strict=True)(known)(texts)) == repr(known(texts))


def test_integers_as_texts():
    numbers = [0, 7, -7, 10, -10, 99, 100, -100, 123456789, 2**63 - 1, -(2**63), -(2**63) + 1, 10**18, -(10**18)]
    assert up.jit(strict=True)(written)(numbers) == written(numbers)
    assert up.jit(strict=True)(written)([]) == []
