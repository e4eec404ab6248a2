"""What a call leaves: its value or exception, its arguments, and what it has printed."""

import contextlib
import copy
import io


def shown(value):
    """A value with the types of all that it holds."""
    if isinstance(value, (list, tuple)):
        return type(value), [shown(item) for item in value]
    if isinstance(value, dict):
        return type(value), [(shown(key), shown(item)) for key, item in value.items()]
    if isinstance(value, (set, frozenset)):
        return type(value), value
    fields = getattr(value, "__dict__", None)
    return type(value), shown(fields) if fields is not None and type(value).__module__ != "builtins" else repr(value)


def left_by(function, arguments):
    given = copy.deepcopy(arguments)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        try:
            result = shown(function(*given))
        except Exception as error:
            result = type(error), error.args
    return result, shown(given), printed.getvalue()
