"""What kinds of values NumPy gives for an expression: it is asked, with small arrays and numbers of the same kinds, several times."""

from __future__ import annotations

import random
import warnings
from typing import Any

from unpython._writing.heap.arrays.kinds import dimensions_of, dtype_of, is_array, is_number, is_time, sample_kind
from unpython._writing.heap.cells import BOOL, NONE, REAL, TEXT, WHOLE, NotOnHeap, is_tuple

_EXTENTS = (3, 4, 2, 1, 6)
_WHOLES = (2, 1, 3, 0)
_REALS = (1.5, 0.25, 0.5, 2.25)
_RAISES = ("raises",)
_known: dict[Any, Any] = {}


class Changed:
    """a[i] = v, where it is asked whether this may be."""

    @staticmethod
    def stored(array: Any, index: Any, value: Any) -> Any:
        array[index] = value
        return None


def result_of(template: str, kinds: tuple[Any, ...]) -> Any:
    """What an expression of a0_, a1_, ... gives where these have such kinds: a kind; ("operand", i); ("view",) of an operand; ("tuple", parts),
    ("list", parts); ("named", parts). Raises NotOnHeap where the kind depends on the values."""
    key = template, kinds
    if key not in _known:
        _known[key] = _asked(template, kinds)
    found = _known[key]
    if found is None or found == _RAISES:
        raise NotOnHeap(f"what {template} gives")
    return found


def always_raises(template: str, kinds: tuple[Any, ...]) -> bool:
    """Whether NumPy knows the expression, and raises something of all values of such kinds that are tried."""
    try:
        result_of(template, kinds)
    except NotOnHeap:
        return bool(_known.get((template, kinds)) == _RAISES)
    return False


def _asked(template: str, kinds: tuple[Any, ...]) -> Any:
    import numpy

    code = compile(template, "<sample>", "eval")
    found: set[Any] = set()
    raised: set[type] = set()
    with warnings.catch_warnings(), numpy.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        for extent in _EXTENTS:
            for whole in _WHOLES:
                operands = [_sample(kind, extent, whole, number) for number, kind in enumerate(kinds)]
                names = {f"a{number}_": value for number, value in enumerate(operands)}
                try:
                    made = eval(code, {"np": numpy, "stored_": Changed.stored, **names})
                except Exception as error:
                    raised.add(type(error))
                    continue
                found.add(_described(made, operands))
                if len(found) > 1:
                    return None
    if not found and raised and raised.isdisjoint((AttributeError, NameError, SyntaxError)):
        return _RAISES
    return found.pop() if found else None


def _described(made: Any, operands: list[Any]) -> Any:
    import numpy

    if isinstance(made, numpy.ndarray):
        for number, operand in enumerate(operands):
            if made is operand:
                return "operand", number
        if any(isinstance(operand, numpy.ndarray) and numpy.may_share_memory(made, operand) and made.size for operand in operands):
            return ("view", sample_kind(made))
        return sample_kind(made)
    if isinstance(made, numpy.generic):
        return sample_kind(made)
    if type(made) in (tuple, list):
        return ("tuple" if type(made) is tuple else "list", tuple(_described(part, operands) for part in made))
    if isinstance(made, tuple) and hasattr(made, "_fields"):
        return "named", tuple(_described(part, operands) for part in made)
    return {bool: BOOL, int: WHOLE, float: REAL, type(None): NONE}.get(type(made), -1)


def _sample(kind: Any, extent: int, whole: int, number: int) -> Any:
    import numpy

    if isinstance(kind, str):
        return random.Random(0) if kind == "random.Random" else eval(kind, {"np": numpy})(0)
    if isinstance(kind, tuple):
        return tuple(_sample(part, extent, whole, number) for part in kind)
    if is_array(kind):
        shape = (extent,) * dimensions_of(kind)
        dtype = dtype_of(kind)
        count = extent ** len(shape)
        if dtype.startswith(("float", "complex")):
            made = (numpy.arange(count) % 5 * 0.25 + 0.5 + number * 0.125).reshape(shape)
            return (made + 4 * numpy.eye(extent) if len(shape) == 2 else made).astype(dtype)
        return ((numpy.arange(count) + number) % max(extent, 2) if dtype != "bool" else numpy.arange(count) % 2).reshape(shape).astype(dtype)
    if is_number(kind):
        dtype = dtype_of(kind)
        if is_time(kind):
            return numpy.array(whole).astype(dtype)[()]
        return numpy.dtype(dtype).type(_REALS[whole] if dtype.startswith(("float", "complex")) else whole)
    if kind == REAL:
        return _REALS[whole]
    if kind == WHOLE:
        return whole
    if kind in (BOOL, NONE):
        return bool(whole) if kind == BOOL else None
    raise NotOnHeap("NumPy beside other values" if kind != TEXT and not is_tuple(kind) else "texts in NumPy")
