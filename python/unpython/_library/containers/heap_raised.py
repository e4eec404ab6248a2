"""What NumPy or math raises of an expression, for functions on the heap that catch it: the expression is computed before compiled code does.

An expression is an array of the codes of its characters: `over=raise|a0_ / a1_`, with what np.errstate says in front."""

import functools
import math
import operator
import warnings

import numpy as np

from unpython._host import HostFunction

#: The classes, each with its number in what raised() gives, from 1.
CLASSES = (
    ValueError, IndexError, TypeError, ZeroDivisionError, OverflowError, FloatingPointError, np.linalg.LinAlgError, np.exceptions.AxisError,
)  # fmt: skip
OTHER = len(CLASSES) + 1
#: raised() gives the number of a class and so many times the length of the message.
LENGTHS = 16


def _stored(array, index, value):
    array[index] = value


@functools.lru_cache(1000)
def _compiled(text):
    said, _, expression = text.partition("|")
    options = dict(pair.split("=") for pair in said.split(",")) if said else {}
    return {"all": "ignore", **options}, compile(expression, "<NumPy>", "eval")


def _error(codes, given):
    """The exception, or None."""
    options, code = _compiled("".join(map(chr, codes.tolist())))
    names = {f"a{number}_": value for number, value in enumerate(given)}
    with warnings.catch_warnings(), np.errstate(**options):
        warnings.simplefilter("ignore")
        try:
            eval(code, {"np": np, "stored_": _stored, "math": math, "operator": operator, **names})
        except Exception as error:
            return error
    return None


def _number(codes, *given):
    error = _error(codes, given)
    if error is None:
        return 0
    if type(error) not in CLASSES:
        return OTHER
    return CLASSES.index(type(error)) + 1 + LENGTHS * len(str(error))


def _fill_message(out, codes, *given):
    out[...] = [ord(character) for character in str(_error(codes, given))]


#: 0 where NumPy raises nothing.
raised = HostFunction(_number, "int64", name="NumPy")
message_raised = HostFunction(_fill_message, "array", name="NumPy", fills=True)


def codes_raised(codes):
    """The message in a list."""
    return [int(code) for code in codes]
