"""The rewriters that the `def` of a function goes through before plainer.py reads it as a whole, in their order. Most functions need
none of them: each is asked of the text, and its module is read where it is needed."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Callable
from types import FunctionType
from typing import Any, NamedTuple

from unpython import _bindings
from unpython._writing import hints

_Lines = list[str]
_HOLDS_CALLS = re.compile(r"(?:= \[|\.append\(|= \{[^}]*: |\] = )[A-Za-z_]\w*\(")
_ADDS_OBJECTS = re.compile(r"\bsum\(.*, (?:start=)?[A-Z]\w*\(")
_ATTRIBUTE = re.compile(r"^\s*\w+\.\w+ = |.*\.__name__")
_FEW_CALLS = re.compile(r"\b(?:max|min|sum)\(\[?[A-Za-z_]\w*\(.* for .* in [(\[]")
_RETURNS_CALL = re.compile(r"\breturn [A-Za-z_]\w*\(")


class _Step(NamedTuple):
    """`rewriter`: a function of (function, def) in a module beside this one. It gives the `def`, the same where it has nothing to say; or
    the `def`, names that came with it, and what free names it relies on. `makes_forms`: whether others may have something to say of what
    it writes; `follows`: those of which it does, whatever the text says."""

    rewriter: str
    may_apply: Callable[[FunctionType, _Lines], bool]
    makes_forms: bool = False
    follows: frozenset[str] = frozenset()


class Begun(NamedTuple):
    """`lines`: those of the text, and of what rewriters wrote that others may have something to say of."""

    node: Any
    lines: _Lines
    names: set[str]
    relies_on: list[_bindings.Binding]


def _has(*parts: str) -> Callable[[FunctionType, _Lines], bool]:
    return lambda function, lines: any(part in line for line in lines for part in parts)


def _of(hint: Callable[[_Lines], bool]) -> Callable[[FunctionType, _Lines], bool]:
    return lambda function, lines: hint(lines)


def _may_collect_results(function: FunctionType, lines: _Lines) -> bool:
    is_inside = sum("def " in line for line in lines) > 1
    return any("[(" in line for line in lines) and any("+" in line for line in lines) and (is_inside or hints.of_recursion(function.__name__, lines))


def _may_decorate(function: FunctionType, lines: _Lines) -> bool:
    return any(line.lstrip().startswith("@") or ("def " in line and "**" in line) for line in lines[1:])


_OF_DICTS = frozenset(f"dicts.{name}.rewritten" for name in ("listed_dicts", "nested_tables", "written_tables"))
_STEPS = (
    _Step("sugar.without_annotations", _of(hints.of_annotations)),
    _Step("functions.listed_closures.rewritten", lambda function, lines: any(map(_HOLDS_CALLS.search, lines))),
    _Step("changes.earlier_reads.of_names", _of(hints.of_changed_names)),
    _Step("text.shown_choices.rewritten", _of(hints.of_shown_choices)),
    _Step("results.ended_by_calls.rewritten", lambda function, lines: any(_RETURNS_CALL.search(line) for line in lines), True),
    _Step("nothing.tuples_apart", lambda function, lines: any("return" in line and " if " in line and "," in line for line in lines)),
    _Step("returned_items.rewritten", _has("return ")),
    _Step("objects.plain_objects.rewritten", _of(hints.of_new_objects)),
    _Step("loops.few_calls.rewritten", lambda function, lines: any(map(_FEW_CALLS.search, lines))),
    _Step("functions.collected_results.rewritten", _may_collect_results, True),
    _Step("changes.function_attributes.rewritten", lambda function, lines: sum("def " in line for line in lines) > 1 and any(map(_ATTRIBUTE.match, lines))),
    _Step("functions.decorated.rewritten", _may_decorate),
    _Step("loops.composed.rewritten", _has("reduce(")),
    _Step("loops.folded_loops.rewritten", lambda function, lines: any("reduce(" in line or _ADDS_OBJECTS.search(line) for line in lines)),
    _Step("arrays.kinds_of_types.without_dtypes", _has("dtype(")),
    _Step("numpy_words.broadcasts.rewritten", _has(".broadcast(")),
    _Step("arrays.axes_in_turn.rewritten", _of(hints.of_axes_in_turn)),
    _Step("functions.listed_lambdas.rewritten", _has(".append(lambda", "[lambda")),
    _Step("defaults.or_defaults.rewritten", _has(" or ", " else ")),
    _Step("loops.starred_extremes.rewritten", _has("max(*", "min(*")),
    _Step("loops.taken_chunks.rewritten", _has("islice(")),
    _Step("dicts.tuple_values.rewritten", _has("return {")),
    _Step("dicts.listed_dicts.rewritten", _of(hints.of_listed_dicts), True),
    _Step("dicts.nested_tables.rewritten", _of(hints.of_nested_tables), True, _OF_DICTS),
    _Step("dicts.written_tables.rewritten", _has("}[", "}.get(")),
    _Step("dicts.tuples_or_none.rewritten", _of(hints.of_tuple_entries), True, _OF_DICTS),
    _Step("dicts.tuple_entries.rewritten", _of(hints.of_tuple_entries), False, _OF_DICTS),
    _Step("loops.picked_tuples.in_comprehensions", _has("permutations(", "combinations(", "product(")),
)


def begun(function: FunctionType, node: Any, lines: _Lines) -> Begun:
    """The `def` after these rewriters."""
    names: set[str] = set()
    relies_on: list[_bindings.Binding] = []
    written: set[str] = set()
    for step in _STEPS:
        if not written & step.follows and not step.may_apply(function, lines):
            continue
        module, _, called = step.rewriter.rpartition(".")
        made = getattr(importlib.import_module(f"unpython._writing.{module}"), called)(function, node)
        made, more, used = made if isinstance(made, tuple) else (made, (), ())
        names.update(more)
        relies_on += used
        if made is not node:
            written.add(step.rewriter)
        if step.makes_forms and made is not node:
            lines = [*lines, *ast.unparse(made).splitlines()]
        node = made
    return Begun(node, lines, names, relies_on)
