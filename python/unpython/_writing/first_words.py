"""The `def` in which inner functions, and then objects, are written in other words: what all other rewriters see of a function that
was refused as it is."""

from __future__ import annotations

from types import FunctionType
from typing import Any

from unpython._layouts import Layout, is_objects, is_text, kind_of_texts, lists_of_numbers, texts_in_objects
from unpython._local_names import names_read


def first_words(function: FunctionType, node: Any, layouts: dict[str, Layout], has_texts: bool = False) -> Any:
    """`has_texts`: whether arguments are texts, or hold some, where `layouts` does not say it."""
    from unpython._writing import hints, stars
    from unpython._writing.arrays import arrays_by_key
    from unpython._writing.dicts import given_nested, given_tuples, sets_of_rows, sorted_groups, values_or_none
    from unpython._writing.functions import inner_functions, list_recursion, named_first, shared_memo
    from unpython._writing.lists import empty_results, named_tuples, sorted_results, star_targets, unique_rows, unzipped
    from unpython._writing.objects import writer

    lists = lists_of_numbers(layouts)
    node = named_first.rewritten(function, node)[0]
    node = values_or_none.rewritten(function, node, layouts)[0]
    node = shared_memo.rewritten(function, node, layouts)[0]
    node = given_tuples.rewritten(function, node, layouts)[0]
    node = named_tuples.rewritten(function, node, layouts)[0]
    node = star_targets.rewritten(function, node, layouts)[0]
    node = empty_results.rewritten(function, node)[0]
    node = given_nested.rewritten(function, node, layouts)[0]
    node = unique_rows.rewritten(function, node, layouts)[0]
    node = sets_of_rows.rewritten(function, node, layouts)[0]
    node = arrays_by_key.rewritten(function, node)[0]
    node = sorted_results.rewritten(function, node)[0]
    node = sorted_groups.rewritten(function, node)[0]
    node = unzipped.rewritten(function, node, layouts)[0]
    node = list_recursion.rewritten(function, stars.of_rows(function, node, layouts), lists)[0]
    node = inner_functions.rewritten(function, node, lists, has_texts or bool(kinds_of_texts(layouts)))[0]
    given = {name: layout for name, layout in layouts.items() if is_objects(layout)}
    node = writer.rewritten(function, node, given, texts_among(layouts))[0]
    if "Random" not in names_read(function) and not hints.of_python_generators(function, []):
        return node
    from unpython._writing.random_numbers import python_generators

    return python_generators.rewritten(function, node)[0]


def texts_among(layouts: dict[str, Layout]) -> list[str]:
    return [name for name, layout in layouts.items() if isinstance(layout, str) or is_text(layout)]


def kinds_of_texts(layouts: dict[str, Layout]) -> set[str]:
    """The parameters that are texts, or hold some."""
    return {name for name, layout in layouts.items() if isinstance(layout, str) or kind_of_texts(layout) is not None} | {*texts_in_objects(layouts)}
