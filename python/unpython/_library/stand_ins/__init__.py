"""What stands for classes of Python's library on the heap (_writing/heap): the same fields, and methods whose text it takes.

Where a method calls only_python(), Python makes the call.

    fractions.py    fractions.Fraction
    chain_maps.py   collections.ChainMap
"""

import importlib
from typing import Any

_NAMES = {("fractions", "Fraction"): "fractions", ("collections", "ChainMap"): "chain_maps"}
_of_classes: dict[type, type] = {}
_originals: dict[type, type] = {}


def only_python(value: Any) -> Any:
    """In the text of a method: what the heap does not know of this value."""
    raise NotImplementedError


def stand_in(value: Any) -> Any:
    """The class that stands for this one; another value as it is."""
    if not isinstance(value, type):
        return value
    if value not in _of_classes:
        module = _NAMES.get((value.__module__, value.__qualname__))
        if module is None:
            return value
        made = getattr(importlib.import_module(f"{__name__}.{module}"), value.__name__)
        _of_classes[value] = made
        _originals[made] = value
    return _of_classes[value]


def original(value: Any) -> Any:
    """The class of Python's library for which this one stands; another value as it is."""
    return _originals.get(value, value) if isinstance(value, type) else value
