"""What a list or a dict may hold that is empty when a call gives it: nothing says it, so kinds of items are tried one after the other.

Problem: a function that goes through texts, tuples or lists is refused where its argument is an empty list, which is one of integers then.
Choice:  where nothing else is left, the call is compiled as one with a list of texts, of pairs, of lists, until one is not refused. No item is
         ever read, so all of these do what Python does; but NumPy makes arrays of other types and shapes of them, so a function that
         names NumPy is left as it is where it does more with them than go through them.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Callable
from types import FunctionType, ModuleType
from typing import Any

from unpython._layouts import NUMBERS, OBJECTS, RAGGED, ROWS, TABLE, WORDS, Container, Layout
from unpython._local_names import local_names, values_read
from unpython._writing.calls import full_name
from unpython._writing.nodes import walk
from unpython._writing.plainer import find_source

_OF_NUMBERS = (Container(NUMBERS, int, 1), Container(NUMBERS, float, 1))
_OF_ROWS = (Container(RAGGED, int), Container(OBJECTS, (tuple, ("0", "1"), (int, int)), 2, names=("lists",)))
_OF_DICTS = (Container(TABLE, int), Container(TABLE, int, names=("str",)), Container(TABLE, int, 1), Container(TABLE, int, 1, ("str",)))
_MOST_PLACES = 6
_MOST_TRIED = 12
#: Stands among the refusals of a call where the next kinds were tried.
_TRIED = "tried"


def first_found(found: Callable[[dict[str, Layout]], Any], function: FunctionType, given: dict[str, Any], refusals: list[Any]) -> Any:
    """What `found` gives for the next kinds of which it gives something."""
    while (kinds := _next_kinds(function, given, refusals)) is not None:
        if (made := found(kinds)) is not None:
            return made
    return None


def _next_kinds(function: FunctionType, given: dict[str, Any], refusals: list[Any]) -> dict[str, Layout] | None:
    """The layouts that were not tried for this call; notes them among its refusals. None where there are none left."""
    empty = {name: value for name, value in given.items() if type(value) in (list, dict) and not value}
    if not empty or (_names_numpy(function, set()) and not _are_gone_through(function, frozenset(empty))):
        return None
    of_lists = (Container(WORDS, str), *_of_tuples(function), *_OF_ROWS, *_OF_NUMBERS)
    chosen = itertools.product(*(of_lists if type(value) is list else _OF_DICTS for value in empty.values()))
    kinds = [tuple(zip(empty, each, strict=True)) for each in sorted(chosen, key=_count_kinds)]
    tried = sum(refusal is _TRIED for refusal in refusals)
    if tried >= min(len(kinds), _MOST_TRIED):
        return None
    refusals.append(_TRIED)
    return dict(kinds[tried])


def were_tried(refusals: list[Any]) -> bool:
    return any(refusal is _TRIED for refusal in refusals)


def _count_kinds(chosen: tuple[Layout, ...]) -> int:
    """How many kinds of lists there are: most often all are of one."""
    return len({*chosen} - {*_OF_DICTS})


def _of_tuples(function: FunctionType) -> list[Layout]:
    """Lists of tuples, of as many items as the function gives names to."""
    targets = [n.target if isinstance(n, (ast.For, ast.comprehension)) else n.targets[0] for n in walk(find_source(function).node)
               if isinstance(n, (ast.For, ast.comprehension, ast.Assign))]  # fmt: skip
    widths = {2, *(len(t.elts) for t in targets if isinstance(t, ast.Tuple) and 2 < len(t.elts) <= _MOST_PLACES)}
    return [Container(ROWS, (int,) * width, names=("empty",)) for width in sorted(widths, reverse=True)]


def _are_gone_through(function: FunctionType, names: frozenset[str]) -> bool:
    """Whether all that a function does with names is to go through them, and to ask whether there are items."""
    nodes = list(walk(find_source(function).node))
    read = {id(n) for n in nodes if isinstance(n, ast.Name) and n.id in names}
    for n in nodes:
        if isinstance(n, (ast.For, ast.comprehension)):
            calls = n.iter.args if isinstance(n.iter, ast.Call) and _builtin(n.iter.func, function) in ("enumerate", "zip") else [n.iter]
            read -= {id(part) for part in calls}
        elif isinstance(n, (ast.If, ast.While, ast.IfExp)):
            read -= {id(n.test.operand if isinstance(n.test, ast.UnaryOp) and isinstance(n.test.op, ast.Not) else n.test)}
        elif isinstance(n, ast.Call) and _builtin(n.func, function) == "len":
            read -= {id(part) for part in n.args}
    return not read


def _builtin(node: ast.expr, function: FunctionType) -> str:
    """The name of a function of Python's."""
    name = full_name(node, function, local_names(function))
    return name.removeprefix("builtins.") if name.startswith("builtins.") else ""


def _names_numpy(function: FunctionType, asked: set[Any]) -> bool:
    """Whether a function, or one that it names, names something of NumPy."""
    asked.add(function)
    values = values_read(function)
    if any(map(_is_of_numpy, values)):
        return True
    others = [getattr(value, "__wrapped__", value) for value in values]
    return any(isinstance(other, FunctionType) and other not in asked and _names_numpy(other, asked) for other in others)


def _is_of_numpy(value: Any) -> bool:
    module = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", "") or ""
    return str(module).partition(".")[0] == "numpy"
