"""Which rewriters may have something to say of a function: asked of its text, since most functions need none, and the module of each is
read where it is needed."""

from __future__ import annotations

import _ast
import sys
from collections.abc import Callable
from types import FunctionType
from typing import Any

from unpython._layouts import (
    ARRAYS,
    FAILING,
    IN_OTHER_WORDS,
    RETURNS_APART,
    Layout,
    arrays_in_lists,
    depth_of_lists,
    has_functions,
    holder_of_objects,
    is_bytes,
    is_changed,
    is_fields,
    is_function,
    is_generator,
    is_nothing,
    is_numbers,
    is_placed,
    is_ragged,
    is_range,
    is_record,
    is_returned,
    is_rows,
    is_table,
    kind_of_texts,
    lists_and_dicts,
    lists_of_numbers,
    lists_that_numpy_takes,
    tables_among,
    texts_in_objects,
)
from unpython._local_names import values_read
from unpython._writing import hints
from unpython._writing.defaults import given_values, or_defaults
from unpython._writing.plainer import find_source, may_ask_first


def applied(
    by: Callable[..., Any], function: FunctionType, node: Any, lines: list[str], layouts: dict[str, Layout], is_entry: bool, is_inner: bool
) -> Any:
    """The `def` after the rewriters; `by(module, ...)`: what the one of that module gives."""
    arrays = layouts.get(ARRAYS, ())
    are_apart = bool(layouts.get(RETURNS_APART))
    failing = layouts.get(FAILING)
    layouts = {name: layout for name, layout in layouts.items() if name not in (ARRAYS, RETURNS_APART, FAILING)}
    if failing and is_entry:
        node = by("caught.failing_calls", function, node, failing)
    numbers = frozenset(name for name, layout in layouts.items() if layout is None and name not in arrays) if IN_OTHER_WORDS in layouts else frozenset()
    if hints.of_generators(function, lines):
        lines = [*lines, *_text_of(node)]  # what is written of those has other lines
    if hints.of_shown_parts(lines):
        node = by("changes.shown_parts", function, node)
    if hints.of_wide_integers(function, lines):
        as_bytes = frozenset(name for name, layout in layouts.items() if is_bytes(layout))
        node = by("arrays.wide_integers", function, node, as_bytes, is_entry, IN_OTHER_WORDS not in layouts)
    keys = {name: layout.names for name, layout in layouts.items() if is_record(layout) and layout.type is dict}
    if keys and any(" in " in line or ".get(" in line for line in lines):
        node = by("records.known_keys", function, node, keys)
    chosen = {name: layout for name, layout in layouts.items() if isinstance(layout, str)}
    if chosen:
        node = by("text.known_texts", function, node, chosen)
    if any("dtype(" in line for line in lines) and (types := {name: layout for name, layout in layouts.items() if type(layout).__module__ == "numpy.dtypes"}):
        node = by("numpy_words.given_types", function, node, types)
    if any(is_function(layout) or is_nothing(layout) for layout in layouts.values()):
        node = by("functions.functions_or_none", function, node, layouts)
    if any(map(has_functions, layouts.values())):
        node = by("functions.functions_in_turn", function, node, layouts)
    drawn = frozenset(name for name, layout in layouts.items() if is_generator(layout))
    if drawn and any("None" in line or " or " in line for line in lines):
        node = given_values.of_objects(node, drawn)
    if any(" or " in line for line in lines):
        node = or_defaults.settled(node, layouts)
    if hints.of_named_tuple_methods(lines):
        node = by("objects.named_tuple_methods", function, node, layouts)
    if is_entry and any("return" in line and " if " in line and "None" in line for line in lines):
        node = _ways_apart(node)
    changed = {name: is_returned(layout) for name, layout in layouts.items() if is_changed(layout)}
    if changed:
        placed = frozenset(name for name, layout in layouts.items() if is_placed(layout))
        node = by("lists.changed_lists", function, node, changed, placed)
    if isinstance(node, _ast.FunctionDef):
        node = by("unset_names", function, node)
    if isinstance(node, _ast.FunctionDef) and hints.of_stored_parts(lines):
        node = by("lists.stored_parts", function, node, lists_of_numbers(layouts))
    if lists_of_numbers(layouts) and any(" is None" in line or " is not None" in line for line in lines):
        node = by("defaults.known_values", function, node, lists_of_numbers(layouts))
    if _may_give_lists(lines):
        node = by("arrays.lists_for_numpy", function, node, lists_that_numpy_takes(layouts), _tuples_of_numbers(layouts))
    given_bytes = frozenset(name for name, layout in layouts.items() if is_bytes(layout))
    if given_bytes or any('b"' in line or "b'" in line for line in lines):
        node = by("arrays.bytes_read", function, node, given_bytes)
    records = {name: layout.names for name, layout in layouts.items() if is_fields(layout)}
    if records:
        node = by("arrays.fields", function, node, records)
    is_other, texts_of_objects = False, {}
    if IN_OTHER_WORDS not in layouts and hints.of_fields(lines):
        node = by("changes.earlier_reads", function, node)
    if IN_OTHER_WORDS not in layouts and hints.of_copied_dicts(lines):
        node = by("records.copied_dicts", function, node, layouts)
    if IN_OTHER_WORDS in layouts:
        from unpython._writing import first_words

        if is_entry and hints.of_messages(lines):  # so that nothing is made of what they show
            node = by("own_exceptions", function, node, _lists_among(layouts))
        before = node
        node = first_words.written(by, function, node, lines, layouts, bool(first_words.kinds_of_texts(layouts)))
        lines = [*lines, *getattr(node, "lines_beside", ())]  # what others ask of the text
        is_other = node is not before  # with words that its text has not
        texts_of_objects = texts_in_objects(layouts)
        layouts = {name: holder_of_objects(layout) for name, layout in layouts.items()}
    if hints.of_python_generators(function, lines):
        node = by("random_numbers.python_generators", function, node)
    if is_entry and (is_other or hints.of_messages(lines) or hints.of_members(function)):
        node = by("own_exceptions", function, node, _lists_among(layouts))
    if hints.of_type_texts(lines):
        node = by("arrays.type_texts", function, node, is_entry)
    texts = {name: kind for name, layout in layouts.items() if (kind := kind_of_texts(layout)) is not None}
    texts |= texts_of_objects
    if hints.of_shuffled_lists(lines):
        node = by("random_numbers.numpy_generators", function, node, frozenset())  # before texts, of which a list may be shuffled
    if texts or IN_OTHER_WORDS in layouts or (is_entry and _may_make_texts(lines) and not _is_only_returned(function, node)):
        node = by("text.values", function, node, texts, numbers, lists_and_dicts(layouts) if hints.of_tries(lines) else {})
    if not is_inner and may_ask_first(lines):
        from unpython._writing.text.kinds import Dict

        with_keys = {
            name for name, layout in layouts.items() if is_table(layout) or (is_record(layout) and layout.type is dict) or isinstance(texts.get(name), Dict)
        }
        node = by("caught.asked_first", function, node, frozenset(with_keys), frozenset(_parameters(node)) - with_keys)
    if chosen:
        node = by("text.chosen_texts", function, node, chosen, keys)
    if isinstance(node, _ast.FunctionDef) and hints.of_recursion(node.name, lines):
        from unpython._library.python_functions.recursion import check_depth

        node = by("functions.recursion", function, node, is_inner, frozenset(), check_depth, IN_OTHER_WORDS in layouts)
    if is_inner or isinstance(node, _ast.Lambda):
        return node
    if is_other or any("None" in line and ("=" in line or " is " in line) for line in lines):
        node = by("flag_nothing", function, node, is_entry, {name: len(layout) for name, layout in layouts.items() if isinstance(layout, tuple)})
    if hints.of_made_functions(function, lines):
        if any("def " in line and "(*" in line or ", *" in line for line in lines) or hints.of_many_functions(function):
            node = by("functions.many_functions", function, node)
        node = by("functions.closures", function, node)
        if any(isinstance(s, _ast.FunctionDef) and s.args.vararg is not None for s in node.body):
            node = by("functions.many_functions", function, node)
    if hints.of_generators(function, lines):
        node = by("loops.generator_functions", function, node, find_source)
    if keys:
        node = by("dicts.list_entries", function, node, keys)
    if keys or hints.of_unrolled_texts(lines):
        node = by("loops.unroll_texts", function, node)
    if any(isinstance(s, _ast.Assign) and isinstance(s.value, _ast.IfExp) for s in node.body):
        node = by("functions.function_choices", function, node)
    if hints.of_function_tables(lines, node.body):
        node = by("functions.function_tables", function, node)
    if any("permutations(" in line or "combinations(" in line or "repeat=" in line for line in lines):
        node = by("loops.permutations", function, by("lists.plain_tuples", function, node, lists_of_numbers(layouts), is_entry))
    elif any("tuple(" in line or "zip(*" in line for line in lines):
        node = by("lists.plain_tuples", function, node, lists_of_numbers(layouts), is_entry)
    if chosen or hints.of_name_entries(lines):
        node = by("dicts.name_entries", function, node)
    if is_other or hints.of_pick_items(lines):
        node = by("loops.pick_items", function, node, {name: layout.type for name, layout in layouts.items() if is_table(layout) and not layout.depth})
    if any("(*" in line or ", *" in line or "[*" in line for line in lines):
        node = by("stars", function, node, layouts)
    if any(map(is_range, layouts.values())) or hints.of_ranges(lines):
        node = by("loops.ranges", function, node, layouts)
    if drawn or hints.of_numpy_generators(lines) or _may_draw_from_numpy(function):
        node = by("random_numbers.numpy_generators", function, node, drawn)
    if any("poly1d(" in line for line in lines):
        node = by("arrays.polynomials", function, node)
    if IN_OTHER_WORDS in layouts and hints.of_masked_parts(lines):
        node = by("arrays.array_groups", function, node)
    if IN_OTHER_WORDS in layouts or (any(".append(" in line for line in lines) and any("concatenate(" in line for line in lines)):
        lists_given = frozenset(name for name, layout in layouts.items() if layout is not None)
        if IN_OTHER_WORDS in layouts and arrays:
            node = by("arrays.sums_of_rows", function, node, lists_given, arrays)
        if IN_OTHER_WORDS in layouts and (of_arrays := arrays_in_lists(layouts)):
            node = by("arrays.given_lists", function, node, of_arrays, lists_given, arrays)
        else:
            node = by("arrays.array_lists", function, node, IN_OTHER_WORDS in layouts, lists_given, arrays)
    if IN_OTHER_WORDS in layouts:
        node = by("lists.tuple_items", function, node, layouts)
        node = by("lists.tuple_lists", function, node)
        node = by("lists.ragged", function, node, {name: layout.type for name, layout in layouts.items() if is_ragged(layout)}, lists_of_numbers(layouts))
    if is_other or any("deque(" in line for line in lines):
        node = by("lists.queues", function, node)
    given = tables_among(layouts)
    if is_other or hints.of_list_items(lines):
        node = by("dicts.list_items", function, node, {name: kind for name, kind in given.items() if kind is not set and not layouts[name].depth})
    given_rows = {name: layout.type for name, layout in layouts.items() if is_rows(layout)}
    if given_rows or IN_OTHER_WORDS in layouts or _may_hold_rows(lines) or hints.of_list_items(lines):
        node = by("lists.rows", function, node, given_rows)
    if given or is_other or _may_hold_tables(lines):
        node = by("dicts.tables", function, node, given, frozenset(name for name in given if layouts[name].depth))
    if layouts.get(IN_OTHER_WORDS):
        node = by("lists.mixed_lists", function, node, layouts[IN_OTHER_WORDS])
    if is_entry and IN_OTHER_WORDS in layouts and any("return" in line and "[" in line for line in lines):
        node = by("lists.returned_lists", function, node)
    if is_entry and _may_return_text(lines):
        node = by("text.returned", function, node)
    if is_entry and any("return" in line for line in lines):
        node = by("records.returned_twice", function, node, True)
    flat = frozenset(name for name, layout in layouts.items() if layout is None or (is_numbers(layout) and layout.depth == 1))
    if is_entry and (are_apart or hints.of_several_kinds(lines)):
        node = by("results.several_kinds", function, node, are_apart, flat)
    if is_entry and any("return" in line for line in lines) and _returns_both(node.body):
        node = by("nothing", function, node)
    if is_entry and any("return" in line and "None" in line for line in lines):
        node = by("nothing_in_tuples", function, node, flat)
    if hints.of_updates_by_key(lines):
        node = by("loops.added_by_key", function, node, frozenset(name for name, layout in layouts.items() if layout is not None))
    if _may_draw(lines):
        node = by("random_numbers.generators", function, node, is_entry)
    return node


def _tuples_of_numbers(layouts: dict[str, Layout]) -> frozenset[str]:
    """Tuples of numbers or arrays."""
    return frozenset(name for name, layout in layouts.items() if type(layout) is tuple and {*layout} == {None})


def _text_of(node: Any) -> list[str]:
    import ast

    return ast.unparse(node).splitlines()


def _lists_among(layouts: dict[str, Layout]) -> frozenset[str]:
    return frozenset(name for name, layout in layouts.items() if depth_of_lists(layout))


def may_share_rows(lines: list[str]) -> bool:
    """Whether a function may make a list of lists, and another one of its rows."""
    return any("[[" in line or " for " in line or any(call in line for call in (".append(", "map(", "filter(")) for line in lines)


def _may_give_lists(lines: list[str]) -> bool:
    """Whether a function may give lists to NumPy."""
    return any("np." in line or "numpy." in line for line in lines)


def _returns_both(body: list[Any]) -> bool:
    from unpython._writing import nothing

    return nothing.returns_both(body)


def _ways_apart(node: Any) -> Any:
    from unpython._writing import nothing

    return nothing.ways_apart(node) if isinstance(node, _ast.FunctionDef) else node


def _parameters(node: Any) -> set[str]:
    return {a.arg for a in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)}


def _may_make_texts(lines: list[str]) -> bool:
    """Whether a function may make texts of numbers, and prints none: print() shows those of NumPy's numbers, too."""
    return any("str(" in line for line in lines) and not any("print(" in line for line in lines)


def _is_only_returned(function: FunctionType, node: Any) -> bool:
    """Whether the texts of a function are made when its call ends: those of all numbers can be."""
    from unpython._writing.text import returned

    return returned.rewritten(function, node)[0] is not node


def _may_hold_tables(lines: list[str]) -> bool:
    return any("{" in line or "set(" in line or "dict(" in line or "OrderedDict(" in line or "Counter(" in line or "fromkeys(" in line for line in lines)


def _may_return_text(lines: list[str]) -> bool:
    return any(
        "return" in line and ('"' in line or "'" in line or "str(" in line or "_repr(" in line or "2string(" in line or "format_float_" in line)
        for line in lines
    )


def _may_draw(lines: list[str]) -> bool:
    """Whether there may be generators of up.random in a function: one is made in it, or elsewhere before."""
    return "unpython._random" in sys.modules or any("random(" in line for line in lines)


def _may_draw_from_numpy(function: FunctionType) -> bool:
    """Whether a name around the function stands for a generator of NumPy."""
    return any(type(value).__name__ in ("Generator", "RandomState") for value in values_read(function))


def _may_hold_rows(lines: list[str]) -> bool:
    return any("append((" in line or "append([" in line or "[(" in line or "heappush" in line or "heapreplace(" in line for line in lines)
