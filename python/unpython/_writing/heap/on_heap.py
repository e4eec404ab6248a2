"""Whether a call is taken on the heap: asked by _taken_apart.py where nothing else takes it."""

from __future__ import annotations

import collections
from collections.abc import Callable
from types import FunctionType
from typing import Any

from unpython import _options
from unpython._attempts import ON_HEAP
from unpython._core import CompileError
from unpython._layouts import HEAP, NUMBERS, OBJECTS
from unpython._library.stand_ins import stand_in
from unpython._returned_names import gives_members
from unpython._writing.heap.cells import NotOnHeap
from unpython._writing.heap.structured.kinds import is_text_array

_MOST = 8  # functions for one, each for other values
_KEY = "on the heap"
_OF_KEYS = frozenset([dict, set, frozenset, collections.OrderedDict, collections.Counter, collections.defaultdict])
_OTHERS = frozenset([list, tuple, dict, set, str, type(None)])
_PLAIN = frozenset([int, float, complex, bool, str, bytes, type(None)])
_MARK = "unpython_on_heap"  # of what a call was refused with first: it has been tried


def or_on_heap(
    ask: Callable[..., Any], py_func: FunctionType, declared: Any, settings: Any, variants: dict[Any, Any], given: dict[str, Any],
    refusals: list[Any] | None,
) -> tuple[Any, tuple[Any, ...]] | None:
    """What `ask` gives; where that is nothing, the function that takes this call on the heap, and how its arguments are built.

    Where Python may make the call it is not taken: what a call gives is put onto the heap value by value, which takes longer than Python
    needs for a function that looks at each value once."""
    if not _options.is_strict(settings[1].get("strict")):
        return ask(py_func, declared, settings, variants, given, refusals)  # type: ignore[no-any-return]
    problem: Exception | None = None
    found = None
    if hasattr(py_func, ON_HEAP):
        return _found(py_func, declared, settings, variants, given, refusals[0] if refusals else None)
    try:
        found = ask(py_func, declared, settings, variants, given, refusals)
        if found is not None and _may_fit(found[1], given) and not gives_members(py_func, variants):
            return found  # type: ignore[no-any-return]
    except (TypeError, CompileError) as error:
        problem = error
    on_heap = _found(py_func, declared, settings, variants, given, refusals[0] if refusals else None)
    if on_heap is None and problem is not None:
        raise problem
    return on_heap or found


def _may_fit(how: tuple[Any, ...], given: dict[str, Any]) -> bool:
    """Whether the lists that are taken as lists of numbers hold no others, those of dicts have values of these types, and those of
    objects have no others."""
    for layout, value in zip(how, given.values(), strict=True):
        if layout is None and type(value) in _OF_KEYS:
            return False
        if _is_for_the_heap(value):
            return False
        if layout is not None and layout[0] == OBJECTS and layout[2] == 1 and layout[3] != (HEAP,):
            of, names, types = layout[1][:3]
            if type(of) is type and type(value) is list and any(type(item) is not of for item in value):
                return False
            if of is not dict:
                continue
            if any(type(row) is dict and any(name in row and type(row[name]) is not of for name, of in zip(names, types, strict=True)) for row in value):
                return False
        if layout is not None and layout[0] == OBJECTS and layout[3] == ("lists",) and layout[1][0] is tuple:
            if not all(_has_types(row, layout[1][2]) for rows in value for row in rows):
                return False
        if layout is not None and layout[0] == NUMBERS and type(value) is list:
            rows = value if layout[2] == 2 and layout[1] is not str else [value]
            if any(type(row) is not list or not _OTHERS.isdisjoint(map(type, row)) for row in rows):
                return False
            if layout[3] == () and layout[1] in (int, float) and any(type(item) is not layout[1] for row in rows for item in row):
                return False
    return True


def _is_for_the_heap(value: Any) -> bool:
    """Whether a value, or what it holds, is an array of texts, or of a class of Python's library whose methods are compiled here alone."""
    if type(value) in (list, tuple, dict):
        items = value.values() if type(value) is dict else value
        return not {*map(type, items)} <= _PLAIN and any(map(_is_for_the_heap, items))
    return stand_in(type(value)) is not type(value) or is_text_array(value)


def _has_types(row: Any, types: tuple[type, ...]) -> bool:
    return type(row) is not tuple or len(row) != len(types) or all(type(item) is of for item, of in zip(row, types, strict=True))


def _found(
    py_func: FunctionType, declared: Any, settings: Any, variants: dict[Any, Any], given: dict[str, Any], error: Any
) -> tuple[Any, tuple[Any, ...]] | None:
    """`error`: what the call was refused with first."""
    if declared is not None or getattr(error, _MARK, False):
        return None
    from unpython._writing.heap.arguments import guards_hold

    for number in range(_MOST):
        if (_KEY, number) not in variants:
            break
        known = variants[_KEY, number]
        if _takes(known[1].plan, given):
            break
        if known[1].plan.keeps_results and not guards_hold(known[1].plan.guards, known[1].plan.guarded):
            return None  # results that were kept are Python's
    else:
        return None
    if (_KEY, number) not in variants:
        made = _made(py_func, settings, given)
        if made is None:
            return None
        variants.setdefault((_KEY, number), made)
    function, written = variants[_KEY, number]
    if error is not None:
        setattr(error, _MARK, True)
    return function, tuple((OBJECTS, (written.plan, place, len(given)), 2, (HEAP,), ()) for place in range(len(given)))


def _takes(plan: Any, given: dict[str, Any]) -> bool:
    if not given:
        from unpython._writing.heap.arguments import guards_hold

        return guards_hold(plan.guards, plan.guarded)
    return all(plan.taken(value, number) is not None for number, value in enumerate(given.values()))


def _made(py_func: FunctionType, settings: Any, given: dict[str, Any]) -> Any:
    from unpython.decorators import make_function

    try:
        from unpython._writing.heap.program import write

        written = write(py_func, given)
    except NotOnHeap:
        return None
    except Exception:  # of a form of the text that nobody has thought of: Python makes the call
        return None
    names, options, device = settings
    return make_function(written.function, None, names, {"overflow": "check", **options}, device), written
