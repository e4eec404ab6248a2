"""What a call gives and what it leaves of its arguments: values with their types, and which objects are the same one."""

import copy
import functools
import warnings

import numpy as np
import unpython as up
from support import paths
from support.texts import near


def _bits(array):
    """The bytes of an array, in which each NaN is the same one: a GPU writes other bits than a processor."""
    if array.dtype.kind not in "fc":
        return array.tobytes()
    parts = array.copy(order="C").reshape(-1).view(np.finfo(array.dtype).dtype.newbyteorder(array.dtype.byteorder))
    parts[np.isnan(parts)] = np.nan
    return parts.tobytes()


def shown(value, known):
    """`known`: objects that were shown already, by number."""
    if isinstance(value, (list, dict)) or hasattr(value, "__dict__"):
        if id(value) in known:
            return known[id(value)]
        known[id(value)] = len(known)
    if isinstance(value, dict):
        return known[id(value)], [(shown(key, known), shown(item, known)) for key, item in value.items()]
    if isinstance(value, (list, tuple)):
        return type(value), known.get(id(value)), [shown(item, known) for item in value]
    if hasattr(value, "__dict__"):
        return type(value), known[id(value)], [(key, shown(item, known)) for key, item in vars(value).items()]
    if isinstance(value, np.ndarray) and not value.dtype.hasobject:
        return type(value), value.dtype, value.shape, _bits(value)
    return type(value), repr(value)


def outcome(function, given):
    mine = copy.deepcopy(given)
    try:
        result = function(*mine)
    except Exception as error:
        result = (type(error), error.args)
    return shown((list(mine), result), {})


def told(function, arguments):
    """What repr says of what a call gives: types and order are part of it."""
    try:
        return repr(function(*arguments))
    except Exception as error:
        return type(error), error.args


@functools.cache
def _made_from(function):
    compiled = up.jit(function, strict=True)
    return compiled, [paths.interpreted(compiled, level) for level in ("source", "scheduled")]


def check_levels(function, *arguments, seen=told):
    """Machine code and both levels of the interpreter, which are made once for all arguments, give what `seen` sees in Python."""
    expected = seen(function, arguments)
    compiled, interpreters = _made_from(function)
    assert seen(compiled, arguments) == expected
    assert compiled.ran_on == "cpu"
    for interpreter in interpreters:
        assert seen(interpreter, arguments) == expected


def name_of(case):
    """Of a function with its arguments, for pytest."""
    return getattr(case[0], "__name__", "") if isinstance(case, tuple) and case else ""


def check_machine_code(case):
    """The first call of a function and the next one are CPython's, in machine code."""
    function, *given = case
    compiled = up.jit(strict=True, fp="strict")(function)
    assert outcome(compiled, given) == outcome(function, given)
    assert compiled.ran_on == "cpu"
    assert outcome(compiled, given) == outcome(function, given)


def check_values(case):
    """Whatever runs the function."""
    function, *given = case
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", up.UnpythonWarning)
        for device in (None, *paths.DEVICES):
            options = {} if device is None else {"device": device}
            assert outcome(up.jit(fp="strict", strict=False, **options)(function), given) == outcome(function, given)


def check_near(function, given, tolerance):
    """Machine code of the whole function, the interpreter and devices give types and shapes of plain Python, and nearly its numbers."""
    expected = function(*copy.deepcopy(given))
    compiled = up.jit(strict=True)(function)
    runs = {"cpu": compiled, "interpreter": paths.interpreted(compiled, "source")}
    runs |= {device: up.jit(device=device, strict=False)(function) for device in paths.DEVICES}
    for name, run in runs.items():
        found = run(*copy.deepcopy(given))
        assert near(found, expected, tolerance), f"{name}: {found} not {expected}"
    assert compiled.ran_on == "cpu"
