"""Functions of unpython: up.map, up.reduce, up.scan and their kin, up.random. A first call of one imports the module that it is in, and
no other.
"""

from __future__ import annotations

import importlib
from types import FunctionType

_NAMES = {
    "maps": "map1 map2 map3 map4 store1 store2 store3 store4 each1 each2 each3 each4 filter sort_by",
    "folds": "reduce_line reduce_add reduce_multiply reduce_max reduce_min",
    "reductions": "reduce reduce_along segment_reduce ends_in_order",
    "scans": "scan scan_along running_in_order",
    "neighbours": "stencil",
    "firings": "task1 task2 task3",
}
#: Of functions of functions.
MODULE_OF = {name: module for module, names in _NAMES.items() for name in names.split()}


def of_functions(name: str) -> FunctionType | None:
    """The function of functions of that name; None: there is none."""
    module = MODULE_OF.get(name)
    if module is None:
        return None
    found = getattr(importlib.import_module(f"{__name__}.{module}"), name)
    assert isinstance(found, FunctionType)
    return found
