"""The `def` in which inner functions, and then objects, are written in other words: what all other rewriters see of a function that
was refused as it is."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable
from types import FunctionType
from typing import Any, NamedTuple

from unpython._layouts import (
    Layout,
    has_mixed_values,
    has_nothing,
    holds_dicts,
    holds_functions,
    is_function,
    is_mixed_list,
    is_nothing,
    is_objects,
    is_of_lists,
    is_rows,
    is_set,
    is_table,
    is_text,
    kind_of_texts,
    lists_of_numbers,
    texts_in_objects,
)
from unpython._writing import hints, stars
from unpython._writing.once import asked_once


class _Step(NamedTuple):
    """A rewriter; `may_apply`: asked of the lines of a function and its layouts, since most functions need none."""

    module: str
    may_apply: Callable[[list[str], dict[str, Layout]], bool]
    takes_layouts: bool = False


def _has(*parts: str) -> Callable[[list[str], dict[str, Layout]], bool]:
    return lambda lines, layouts: any(part in line for line in lines for part in parts)


def _always(lines: list[str], layouts: dict[str, Layout]) -> bool:
    return True


_MAY_BE_RESULT = re.compile(r"\[\]|\{|\bset\(|\bdict\(|\blist\(|\bor None|\bNone if|else None")
_SECOND_NAME = re.compile(r"^\s*\w+(?:: [^=]*)? = \w+\s*(#.*)?$")
_ENTRY_EXTENDS = re.compile(r"[\])]\.extend\(|\] \+= |\.setdefault\(.*, \[.*\]\)$")
_ENTRY_GROWS = re.compile(r"\[[\"']\w+[\"']\]\.append\(")

_OTHER_DIMENSIONS = (".ravel(", ".flatten(", ".reshape(", ".squeeze(", ".sum(", ".mean(", ".max(", ".min(", "None,", ", None]")
_CHANGED_DIMENSIONS = (*_OTHER_DIMENSIONS, "[None]", ".ndim", "ndim(", "stack(", "atleast_", "expand_dims(", "outer(", "_like(", "array(")

_STEPS = (
    _Step("functions.functions_or_none", lambda lines, layouts: any(is_function(layout) or is_nothing(layout) for layout in layouts.values()), True),
    _Step("records.exchanged_names", lambda lines, layouts: sum(is_table(one) or is_set(one) or has_mixed_values(one) for one in layouts.values()) > 1, True),
    _Step("records.mixed_values", lambda lines, layouts: any(map(has_mixed_values, layouts.values())), True),
    _Step("records.second_names", lambda lines, layouts: any(map(_SECOND_NAME.match, lines))),
    _Step("text.parts_of_tuples", lambda lines, layouts: any(type(layout) is tuple for layout in layouts.values()), True),
    _Step("loops.matched_items", lambda lines, layouts: _has("match ")(lines, layouts) and any(map(is_rows, layouts.values())), True),
    _Step("text.given_tuples", _always, True),
    _Step("objects.key_texts", lambda lines, layouts: any(isinstance(layout, str) for layout in layouts.values()), True),
    _Step("records.rows_with_nothing", lambda lines, layouts: any(map(has_nothing, layouts.values())), True),
    _Step("records.nothing_in_lists", _has("[None"), True),
    _Step("lists.known_kinds", _has("isinstance(", "isscalar(", "hasattr(", "tuple(", "type("), True),
    _Step("changes.given_anew", _has(" = "), True),
    _Step("records.copied_dicts", lambda lines, layouts: hints.of_copied_dicts(lines), True),
    _Step("loops.zipped_slices", _has("zip(*")),
    _Step("text.long_keys", lambda lines, layouts: any("key=lambda" in line for line in lines) and _has("int(", "int,", "len", "ord")(lines, layouts)),
    _Step("plain_forms", _always),
    _Step("arrays.splits_by_number", _has("split(")),
    _Step("arrays.rows_as_tuples", lambda lines, layouts: any("return" in line and "tuple" in line and ".tolist(" in line for line in lines)),
    _Step("arrays.rows_by_key", lambda lines, layouts: _has("max(", "min(", "sorted(", ".sort(")(lines, layouts) and _has("key=")(lines, layouts), True),
    _Step("loops.named_heads", lambda lines, layouts: any(map(hints.of_array_heads, lines)), True),
    _Step("lists.sorted_by_flag", _has("reverse=")),
    _Step("arrays.arrays_of_characters", lambda lines, layouts: _has("np.", "numpy.")(lines, layouts) and _has("'", '"')(lines, layouts), True),
    _Step("arrays.arrays_of_choices", _has("where(", "select(")),
    _Step("arrays.arrays_of_words", _has("array(", "unique("), True),
    _Step("counters.algebra", _has("Counter("), True),
    _Step("defaults.given_values", _has("None", " or ", "= {}", "= []", "()"), True),
    _Step("changes.put_last", _has(".append("), True),
    _Step("records.rows_with_lists", _has(".append((", "[("), True),
    _Step("objects.one_object", _has(".append(")),
    _Step("objects.keyed_by_builtins", _has("key=abs", "key=len")),
    _Step("objects.records_or_none", lambda lines, layouts: _has("None")(lines, layouts) and _has("{")(lines, layouts)),
    _Step("dicts.name_entries", lambda lines, layouts: any("= {" in line for line in lines) and any(_ENTRY_GROWS.search(line) for line in lines)),
    _Step("lists.filtered_lists", lambda lines, layouts: any(map(is_mixed_list, layouts.values())) and _has("None")(lines, layouts), True),
    _Step("lists.known_lists", lambda lines, layouts: any(map(is_mixed_list, layouts.values())), True),
    _Step("arrays.complex_parts", _has(".real", ".imag")),
    _Step("loops.first_turns", lambda lines, layouts: _has("for ", "while ")(lines, layouts) and _has(*_CHANGED_DIMENSIONS)(lines, layouts)),
    _Step("arrays.few_dimensions", _has(".ndim", "ndim(", ".shape)")),
    _Step("functions.rest_in_ways", _has(".ndim", ".size", ".shape", ".dtype", "isinstance(", "isscalar(", "hasattr(", "ndim(", *_OTHER_DIMENSIONS)),
    _Step("loops.picked_tuples", _has("permutations(", "combinations(", "product(")),
    _Step("loops.reversed_pairs", _has("reversed(list(")),
    _Step("functions.named_first", _has(":=")),
    _Step("functions.given_tables", lambda lines, layouts: any(map(holds_functions, layouts.values())), True),
    _Step("functions.folded_items", _has("reduce("), True),
    _Step("functions.given_keywords", _always),
    _Step("caught.numbers_of_texts", lambda lines, layouts: _has("except")(lines, layouts) and _has("= int(", "= float(")(lines, layouts)),
    _Step("changes.entries_in_ways", _has(".pop(", ", set())")),
    _Step("dicts.chained_stores", lambda lines, layouts: any(line.count(" = ") > 1 and "]" in line for line in lines)),
    _Step("records.extended_groups", lambda lines, layouts: any(map(_ENTRY_EXTENDS.search, lines))),
    _Step("records.short_rows", lambda lines, layouts: any(map(is_of_lists, layouts.values())), True),
    _Step("records.compared_gets", lambda lines, layouts: any(".get(" in line and ("==" in line or "!=" in line) for line in lines), True),
    _Step("records.sorted_neighbours", lambda lines, layouts: _has("sorted(")(lines, layouts) and sum("def " in line for line in lines) > 1, True),
    _Step("records.fixed_lists", lambda lines, layouts: any(map(hints.of_short_list, lines))),
    _Step("dicts.values_or_none", _has(".get(", "None"), True),
    _Step("functions.shared_memo", lambda lines, layouts: any("None" in line and "def " in line for line in lines), True),
    _Step("objects.named_tuple_methods", lambda lines, layouts: hints.of_named_tuple_methods(lines), True),
    _Step("dicts.given_tuples", _always, True),
    _Step("lists.named_tuples", _always, True),
    _Step("lists.star_targets", lambda lines, layouts: any("*" in line.partition(" = ")[0] for line in lines), True),
    _Step("lists.named_results", lambda lines, layouts: any("return" in line and _MAY_BE_RESULT.search(line) for line in lines)),
    _Step("records.sorted_items", lambda lines, layouts: any(map(is_table, layouts.values())) and _has("sorted(")(lines, layouts), True),
    _Step("loops.dicts_gone_through", lambda lines, layouts: any(map(is_table, layouts.values())), True),
    _Step("dicts.given_nested", lambda lines, layouts: any(map(holds_dicts, layouts.values())), True),
    _Step("lists.unique_rows", lambda lines, layouts: any(map(is_rows, layouts.values())) and _has("sorted(")(lines, layouts), True),
    _Step("dicts.largest_keys", lambda lines, layouts: _has("max(", "min(")(lines, layouts) and _has("key=")(lines, layouts)),
    _Step("counters.largest_items", lambda lines, layouts: _has("max(", "min(")(lines, layouts) and _has(".items(")(lines, layouts)),
    _Step("dicts.frozen_sets", _has("= frozenset(")),
    _Step("dicts.sets_by_place", _has("[set()")),
    _Step("dicts.sets_of_rows", _has("set(", "{"), True),
    _Step("arrays.arrays_by_key", _has("{")),
    _Step("arrays.named_parts", lambda lines, layouts: _has("concatenate(", "stack(")(lines, layouts) or _has(" if ")(lines, layouts), True),
    _Step("lists.sorted_results", _has("sorted(")),
    _Step("dicts.sorted_groups", _has(".sort(", ".reverse(")),
    _Step("loops.strict_zips", _has("strict=")),
    _Step("loops.zipped_places", _has("zip(*")),
    _Step("lists.unzipped", _has("zip(*"), True),
    _Step("records.returned_twice", _has("return")),
)


def written(by: Callable[..., Any], function: FunctionType, node: Any, lines: list[str], layouts: dict[str, Layout], has_texts: bool) -> Any:
    """The `def` after these rewriters; `by(module, ...)`: what the one of that module gives. `has_texts`: whether arguments are texts, or
    hold some."""
    if has_texts and any("datetime64" in line or "M8[" in line for line in lines):
        node = by("dates.of_texts", function, node, kinds_of_texts(layouts))
    for step in _STEPS:
        if step.may_apply(lines, layouts):
            node = by(step.module, function, node, *([layouts] if step.takes_layouts else []))
    node = stars.of_lists(function, stars.of_rows(function, node, layouts), layouts)
    lists = lists_of_numbers(layouts)
    if lists and hints.of_recursion(getattr(node, "name", ""), lines):
        node = by("functions.list_recursion", function, node, lists)
    if hints.of_made_functions(function, lines):
        if hints.of_many_functions(function):
            node = by("functions.many_functions", function, node)
        node = by("functions.closures", function, node)
    if hints.of_other_functions(function, lines):
        node = by("functions.inner_functions", function, node, lists, True)
    if any(".append(" in line for line in lines):
        node = by("lists.put_copies", function, node, layouts)
    if lists:
        node = by("lists.bound_anew", function, node, layouts)
    if any(map(is_rows, layouts.values())):
        node = by("lists.picked_rows", function, node, layouts)
    given = {name: layout for name, layout in layouts.items() if is_objects(layout)}
    made = by("objects.writer", function, node, given, texts_among(layouts))
    if made is not node or hints.of_members(function):
        made = by("enumerations.members", function, made)  # those that methods are given are names now
    return made if made is node else by("functions.inner_functions", function, made, lists, True)  # those that methods call


def first_words(function: FunctionType, node: Any, layouts: dict[str, Layout], has_texts: bool = False) -> Any:
    """`has_texts`: whether arguments are texts, or hold some, where `layouts` does not say it."""
    from unpython._writing.plainer import find_source

    def by(module: str, *given: Any) -> Any:
        return asked_once(importlib.import_module(f"unpython._writing.{module}").rewritten, *given)[0]

    lines = find_source(function).lines
    node = written(by, function, node, lines, layouts, has_texts or bool(kinds_of_texts(layouts)))
    node = by("random_numbers.python_generators", function, node) if hints.of_python_generators(function, lines) else node
    return by("random_numbers.numpy_generators", function, node, frozenset()) if hints.of_shuffled_lists(lines) else node


def texts_among(layouts: dict[str, Layout]) -> list[str]:
    return [name for name, layout in layouts.items() if isinstance(layout, str) or is_text(layout)]


def kinds_of_texts(layouts: dict[str, Layout]) -> set[str]:
    """The parameters that are texts, or hold some."""
    return {name for name, layout in layouts.items() if isinstance(layout, str) or kind_of_texts(layout) is not None} | {*texts_in_objects(layouts)}
