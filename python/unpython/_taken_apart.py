"""Calls with texts, types, functions, tuples, lists and objects among their arguments: a type, a function and a text that chooses a
way count as part of the program; a tuple, a short list of other things than numbers and an object as their items; a list of numbers as
an array, and so a text whose characters are asked for; a dict with integers as keys as two arrays.

Problem: the compiled part passes numbers and arrays.
Choice:  for each combination of texts, lengths of tuples and classes a function is compiled whose parameters are the numbers and
         arrays in them; its body begins with `mode = 'same'`, `shape = (shape.0, shape.1)` and
         `values = [float(x) for x in values]`.

Whether a list is the same object as another one is not known there: only a list that the function does nothing with but read it is
taken apart, or a list of numbers that it changes and does nothing else with (_writing/lists/changed_lists.py).
"""

from __future__ import annotations

from types import FunctionType
from typing import Any

from unpython._layout_of import NotTaken, axis_layout_of, described, has_objects, is_array, layout_of, list_layout_of, objects_layout_of, other_layout_of
from unpython._layouts import (
    ARRAYS,
    CHANGED,
    FAILING,
    IN_OTHER_WORDS,
    NUMBERS,
    RAGGED,
    RETURNS_APART,
    ROWS,
    UNREAD,
    WORDS,
    Chosen,
    Container,
    Layout,
    arrays_in_lists,
    declared_parts,
    depth_of_lists,
    has_types,
    holder_of_objects,
    holds_functions,
    holds_texts,
    is_changed,
    is_mixed_list,
    is_nothing,
    is_numbers,
    is_objects,
    is_ragged,
    is_record,
    is_rows,
    is_table,
    is_tuple_of_texts,
    kind_of_texts,
    lists_and_dicts,
    lists_of_numbers,
    rows_of,
    texts_in_objects,
)
from unpython._writing.arrays import read_as_arrays
from unpython._writing.caught import failing_calls
from unpython._writing.heap import on_heap
from unpython._writing.records import copied_dicts, empty_lists, mixed_values, rows_with_nothing
from unpython._writing.text import refused

#: Each order of types in a list has a function of its own.
_MOST_TYPES = 8
_CAUSE = "cause"  # among the variants: why the texts that a call gives have no other words
_OWN_CAUSE = "own cause"  # and why those that the function makes have none


def taken_apart(
    py_func: FunctionType,
    declared: tuple[Any, ...] | None,
    settings: tuple[dict[str, str], dict[str, Any], str],
    variants: dict[Any, Any],
    args: tuple[Any, ...],
    refusals: list[Any] | None = None,
) -> tuple[Any, tuple[Any, ...]] | None:
    """The function that takes this call, and how its arguments are built (as layout_of in taken_apart.cpp reads it); `args`: by
    parameter. None where nothing can be taken apart, or where types are declared. `refusals`: what the function was refused with as
    it is, and in other words before."""
    code = py_func.__code__
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    if len(names) != len(args):  # of a function that was made for such layouts: the rest is part of it
        return None
    given = dict(zip(names, args, strict=True))
    from unpython._writing.once import each_asked_once

    with each_asked_once():
        return on_heap.or_on_heap(_chosen, py_func, declared, settings, variants, given, refusals)


def _chosen(
    py_func: FunctionType, declared: Any, settings: Any, variants: dict[Any, Any], given: dict[str, Any], refusals: list[Any] | None
) -> tuple[Any, tuple[Any, ...]] | None:
    def of_empty(kinds: dict[str, Layout]) -> Any:
        return _found(py_func, declared, settings, variants, given, frozenset(), kinds=kinds)

    try:
        variants.pop(_CAUSE, None)
        variants.pop(_OWN_CAUSE, None)
        were_failing = variants.pop(FAILING, None)
        if refusals is None:
            found = _found(py_func, declared, settings, variants, given, None)
            found = found or _found_either(py_func, declared, settings, variants, given, frozenset())
            found = found or empty_lists.first_found(of_empty, py_func, given, [])
            if found is None and _CAUSE in variants:
                raise refused.as_error(py_func, variants[_CAUSE])
            if found is None and (problem := read_as_arrays.other_use_of_lists(py_func, given)) is not None:
                raise problem
            return found
        from unpython._writing.lists import mixed_names
        from unpython._writing.results import several_kinds

        mixed = None if empty_lists.were_tried(refusals) else mixed_names.names_to_try(refusals)
        variants[RETURNS_APART] = several_kinds.are_refused(refusals)
        if mixed is None and several_kinds.are_refused_first(refusals):
            mixed = mixed_names.names_in(refusals)
        found = None if mixed is None else _found_either(py_func, declared, settings, variants, given, mixed)
        if found is None and not were_failing and (failing := failing_calls.places(refusals, settings[1])):
            variants[FAILING] = failing
            found = _found_either(py_func, declared, settings, variants, given, frozenset())
        found = found or empty_lists.first_found(of_empty, py_func, given, refusals)
        cause = None if mixed is None else variants.get(_CAUSE) or variants.get(_OWN_CAUSE)
        if found is None and cause is not None and refused.hides_texts(refusals[0]):
            raise refused.as_error(py_func, cause)
        return found
    except RecursionError:
        return None  # nested too deeply for those who write it anew


def _note_cause(variants: dict[Any, Any], key: Any, problem: Any) -> None:
    """Keeps why the texts of a function have no other words, by the key of the attempt."""
    if problem is not None:
        variants[_CAUSE, key] = refused.refused(problem)


def _show_cause(variants: dict[Any, Any], key: Any, place: str = _CAUSE) -> None:
    """The one that was noted with this key, if there is one, is what this call is refused with."""
    if (cause := variants.get((_CAUSE, key))) is not None:
        variants[place] = cause


def _found_either(
    py_func: FunctionType, declared: Any, settings: Any, variants: dict[Any, Any], given: dict[str, Any], mixed: frozenset[Any]
) -> tuple[Any, tuple[Any, ...]] | None:
    """In other words: its lists of lists as those of any lengths, or as they are."""
    found = _found(py_func, declared, settings, variants, given, mixed)
    return found or _found(py_func, declared, settings, variants, given, mixed, as_they_are=True)


def _found(
    py_func: FunctionType, declared: Any, settings: Any, variants: dict[Any, Any], given: dict[str, Any], mixed: frozenset[Any] | None,
    as_they_are: bool = False, kinds: dict[str, Layout] | None = None,
) -> tuple[Any, tuple[Any, ...]] | None:
    """`mixed`: the lists with items of several types, of a function in other words; None for one as it is. `as_they_are`: its lists of lists
    of numbers are arrays; `kinds`: what lists and dicts that are empty are."""
    in_other_words = mixed is not None
    unread = _unread(py_func, variants, given)
    unread |= _as_mixed_numbers(py_func, variants, given)
    read = {name: value for name, value in given.items() if name not in unread}
    try:
        others: dict[str, Any] = {}
        if in_other_words:
            others = {name: found for name, value in read.items() if (found := other_layout_of(value)) is not None}
            if as_they_are:
                arrays_too = {name for name, layout in others.items() if is_ragged(layout) and is_numbers(list_layout_of(given[name], name))}
                others = {name: layout for name, layout in others.items() if name not in arrays_too}
                if not arrays_too:
                    return None
            chosen_objects = {name: kind for name, kind in (kinds or {}).items() if is_objects(kind)}
            objects = _as_objects(py_func, variants, read, chosen_objects)
            if chosen_objects.keys() - objects:
                return None
            others |= {**objects, **rows_with_nothing.layouts_of(py_func, read), **mixed_values.layouts_of(py_func, read)}
            others |= _as_axes(py_func, variants, read)
            others |= {**_as_nothing(py_func, variants, read), **(kinds or {})}
        keys = _keys_read(py_func, variants, read)
        layouts = {name: unread.get(name) or others.get(name) or layout_of(value, name, keys.get(name)) for name, value in given.items()}
    except NotTaken:
        return None
    if all(layout is None for layout in layouts.values()) and not in_other_words:
        return None
    from unpython import _argument_uses

    empty = [name for name, value in read.items() if type(value) is list and not (value or kinds)]
    layouts.update((name, Container(ROWS, (int,) * n, names=("empty",))) for name in empty if (n := _argument_uses.places_of_items(py_func, name)))
    texts = frozenset(name for name, layout in layouts.items() if isinstance(layout, str))
    held = {name: other for name, layout in layouts.items() if holds_texts(other := holder_of_objects(layout))}
    of_objects = {name: layout for name, layout in layouts.items() if is_objects(layout)}
    dimensions = {name: getattr(value, "ndim", 1) for name, value in given.items() if is_array(value)} if in_other_words else {}
    arrays = tuple(name for name, count in dimensions.items() if count > 0)
    arrays += tuple(rows_of(name) for name, count in dimensions.items() if count > 1)
    are_apart = in_other_words and variants.get(RETURNS_APART, False)
    failing = variants.get(FAILING, frozenset()) if in_other_words else frozenset()
    numbers = frozenset(name for name, layout in layouts.items() if layout is None and name not in arrays) if in_other_words else frozenset()
    tables = {name: layout for name, layout in layouts.items() if (is_record(layout) and layout.type is dict) or is_nothing(layout)} if in_other_words else {}
    tables |= {name: layout for name, layout in layouts.items() if is_tuple_of_texts(layout)} if in_other_words else {}
    keyed = _key_texts(py_func, variants, read, of_objects)
    texts = texts.difference(keyed)
    chosen = _read_as_numbers(py_func, variants, texts, held, {**of_objects, **tables, **keyed}, in_other_words, numbers)
    if chosen is None:
        return None
    if in_other_words and not (others or mixed or are_apart or failing) and not _has_other_words(py_func, variants, bool(chosen or held), layouts, numbers):
        if chosen == _read_as_numbers(py_func, variants, texts, held, {**of_objects, **tables, **keyed}, False, numbers):
            return None
    layouts.update(chosen)
    if in_other_words:
        layouts.update(changed_rows := _changed_rows(py_func, variants, layouts))
        if any(not given[name] for name in changed_rows):
            return None  # no row says what comes in
    layouts |= (changed := _changed(py_func, variants, layouts, in_other_words))
    if any(map(is_rows, layouts.values())):
        try:
            not_written = _argument_uses.rows_not_written(py_func, layouts, in_other_words)
            if kinds and not_written & kinds.keys():
                return None
            layouts.update({name: list_layout_of(value, (name,)) for name, value in given.items() if name in not_written})
        except NotTaken:
            return None
    built = tuple(layouts.values())
    how = tuple(map(described, built, given.values()))
    entries = declared_parts(declared, layouts)
    are_lost = any(map(is_changed, built)) and any(map(has_objects, how))  # the new items of the caller's lists
    if are_lost or (changed and kinds) or (declared is not None and entries is None):
        return None
    key = (IN_OTHER_WORDS, built, mixed, arrays, are_apart, failing) if in_other_words else built
    if key not in variants:
        if any(map(has_types, built)) and sum(map(_is_for_types, variants)) >= _MOST_TYPES:
            return None
        if not _argument_uses.are_known(py_func, layouts, in_other_words):
            return None
        from unpython.decorators import make_function

        # What stands here is never replaced: calls of other threads are running it, and do not own it.
        words = {**layouts, IN_OTHER_WORDS: mixed, ARRAYS: arrays, RETURNS_APART: are_apart, FAILING: failing} if in_other_words else layouts
        variants.setdefault(key, make_function(py_func, entries, *settings, layouts=words))  # type: ignore[misc]
    return variants[key], how


def _unread(py_func: FunctionType, variants: dict[Any, Any], given: dict[str, Any]) -> dict[str, Layout]:
    """The arguments that the function never reads, and that are no numbers or arrays: each is as good as any other."""
    others = [name for name, value in given.items() if not (type(value) in (bool, int, float, complex) or is_array(value))]
    if "unread" not in variants:
        from unpython import _argument_uses

        variants["unread"] = _argument_uses.unread(py_func)
    return {name: Container(UNREAD, object) for name in others if name in variants["unread"]}


def _as_mixed_numbers(py_func: FunctionType, variants: dict[Any, Any], given: dict[str, Any]) -> dict[str, Layout]:
    """The lists with numbers of several types, or with nothing in them, that only NumPy sees."""
    found = {name: layout for name, value in given.items() if (layout := read_as_arrays.layout_of_mixed(value)) is not None}
    key = ("read as arrays", frozenset(found), frozenset(name for name in found if not given[name]))
    if found and key not in variants:
        variants[key] = read_as_arrays.read_as_arrays(py_func, *key[1:])
    return {name: layout for name, layout in found.items() if name in variants[key]}


def _keys_read(py_func: FunctionType, variants: dict[Any, Any], given: dict[str, Any]) -> dict[str, frozenset[str]]:
    """The dicts of which the function reads only what is under some keys: what is under the others is as good as anything."""
    if not any(type(value) is dict for value in given.values()):
        return {}
    if "keys read" not in variants:
        from unpython import _argument_uses

        variants["keys read"] = _argument_uses.keys_read(py_func)
    return variants["keys read"]  # type: ignore[no-any-return]


def _as_nothing(py_func: FunctionType, variants: dict[Any, Any], given: dict[str, Any]) -> dict[str, Layout]:
    """The arguments that are None, if the function only asks for that, and gives each a value then."""
    names = [name for name, value in given.items() if value is None]
    if names and "nothing" not in variants:
        from unpython import _argument_uses

        variants["nothing"] = _argument_uses.asked_for_none(py_func)
    return {name: Chosen(None) for name in names if name in variants["nothing"]}


def _as_axes(py_func: FunctionType, variants: dict[Any, Any], given: dict[str, Any]) -> dict[str, Layout]:
    """The arguments that say along which axis, or whether it stays: the number of dimensions of a result follows from their values."""
    if "axes" not in variants:
        from unpython import _argument_uses

        variants["axes"] = _argument_uses.axes(py_func)
    return {name: layout for name in variants["axes"] & given.keys() if (layout := axis_layout_of(given[name])) is not None}


def _is_for_types(key: Any) -> bool:
    """Whether a function is one for lists of several types."""
    built = key[1] if isinstance(key, tuple) and key[:1] == (IN_OTHER_WORDS,) else key
    return isinstance(built, tuple) and any(map(has_types, built))


def _as_objects(py_func: FunctionType, variants: dict[Any, Any], given: dict[str, Any], chosen: dict[str, Layout]) -> dict[str, Layout]:
    """The arguments that are objects or lists of them, if all that the function does with them can be said of their numbers. `chosen`: what
    lists are that are empty."""
    found = {name: layout for name, value in given.items() if (layout := chosen.get(name) or objects_layout_of(value)) is not None}
    keyed = _key_texts(py_func, variants, given, found)
    key = ("objects", tuple(found.items()), tuple(keyed.items()))
    if found and key not in variants:
        from unpython._writing import stars
        from unpython._writing.defaults import given_values
        from unpython._writing.dicts import given_nested
        from unpython._writing.functions import inner_functions
        from unpython._writing.objects import key_texts, writer
        from unpython._writing.plainer import find_source

        texts = [name for name, value in given.items() if type(value) is str]
        try:
            node = key_texts.rewritten(py_func, find_source(py_func).node, {**found, **keyed})[0]
            for rewriter in (rows_with_nothing, copied_dicts, given_values, given_nested):
                node = rewriter.rewritten(py_func, node, found)[0]
        except given_nested.NotNested:
            variants[key] = False
        else:
            node = inner_functions.rewritten(py_func, stars.of_rows(py_func, node, found), frozenset(), bool(texts or texts_in_objects(found)))[0]
            problem = writer.why_not(py_func, node, found, texts)
            variants[key] = problem is None
            _note_cause(variants, key, problem)
    _show_cause(variants, key)
    return found if found and variants[key] else {}


def _key_texts(py_func: FunctionType, variants: dict[Any, Any], given: dict[str, Any], of_objects: dict[str, Layout]) -> dict[str, str]:
    """The texts that are keys of given dicts: they are written out, and each has a function of its own."""
    texts = {name: value for name, value in given.items() if type(value) is str}
    if not texts or not of_objects:
        return {}
    from unpython._writing.objects import key_texts

    if not key_texts.may_apply(of_objects):
        return {}
    if "key texts" not in variants:
        from unpython._writing.plainer import find_source

        variants["key texts"] = key_texts.names(find_source(py_func).node)
    return {name: text for name, text in texts.items() if name in variants["key texts"]}


def _has_other_words(
    py_func: FunctionType, variants: dict[Any, Any], has_texts: bool, layouts: dict[str, Layout], numbers: frozenset[str]
) -> bool:
    """Whether a function makes texts or lists of lists that can be written in other words. `has_texts`: its texts are."""
    lists = lists_of_numbers(layouts)
    rows = {name: layout for name, layout in layouts.items() if is_rows(layout)}
    nothing = {name: layout for name, layout in layouts.items() if is_nothing(layout)}
    known = {name: layout for name, layout in layouts.items() if is_mixed_list(layout) or type(layout) is tuple or holds_functions(layout)}
    key = (IN_OTHER_WORDS, has_texts, lists, tuple(rows.items()), numbers, tuple(nothing), tuple(known.items()))
    if key not in variants:
        from unpython._writing.arrays import array_groups, array_lists, given_lists, sums_of_rows
        from unpython._writing.first_words import first_words
        from unpython._writing.lists import ragged, tuple_items, tuple_lists
        from unpython._writing.plainer import find_source
        from unpython._writing.text import values

        node = find_source(py_func).node
        first = first_words(py_func, node, {**dict.fromkeys(lists, Container(NUMBERS, int, 1)), **rows, **nothing, **known}, has_texts)
        problem = None if has_texts else values.why_not(py_func, node, {}, numbers, lists_and_dicts(layouts))
        _note_cause(variants, key, problem)
        variants[key] = first is not node or problem is None or ragged.may_have(py_func, node, lists) or tuple_lists.may_have(node)
        variants[key] = variants[key] or any(part.may_have(py_func, node) for part in (array_groups, array_lists, sums_of_rows))
        variants[key] = variants[key] or tuple_items.may_have(py_func, node, rows) or given_lists.may_have(node, arrays_in_lists(known))
    _show_cause(variants, key, _OWN_CAUSE)
    return bool(variants[key])


def _read_as_numbers(
    py_func: FunctionType, variants: dict[Any, Any], texts: frozenset[str], held: dict[str, Layout], of_objects: dict[str, Layout],
    in_other_words: bool, numbers: frozenset[str],
) -> dict[str, Layout] | None:
    """The texts that go to a function as numbers, whichever text a call gives: those of which items, lengths, ... are asked, if all
    that the function does with them can be said of lists of numbers. None where that must be, for texts in lists (`held`), and is not."""
    fields = texts_in_objects(of_objects)
    if not texts and not held and not fields:
        return {}
    key = ("texts", texts, tuple(held.items()), tuple(of_objects.items()), in_other_words, numbers)
    if key not in variants:
        from unpython._writing.first_words import first_words
        from unpython._writing.plainer import find_source
        from unpython._writing.text import values, wider_uses
        from unpython._writing.text.kinds import TEXT

        node = find_source(py_func).node
        lists = {name: kind_of_texts(layout) for name, layout in held.items()} | fields
        if in_other_words:
            rows = {name: layout for name, layout in held.items() if is_rows(layout) or layout.kind == WORDS or (is_table(layout) and layout.depth)}
            node = first_words(py_func, node, {**rows, **of_objects, **dict.fromkeys(texts, "")}, True)
        asked = wider_uses.sequences(node, texts) | (wider_uses.kept(node, texts) if in_other_words else frozenset())
        more = asked | wider_uses.held(node, texts) if in_other_words else asked
        ways = dict.fromkeys(way for way in (more, asked, texts) if held or fields or (way and more))
        variants[key] = None if held or fields else frozenset()
        for way in ways:
            problem = values.why_not(py_func, node, {**lists, **dict.fromkeys(way, TEXT)}, numbers if in_other_words else frozenset())
            if problem is None:
                variants[key] = way
                break
            _note_cause(variants, key, problem)
    if in_other_words:
        _show_cause(variants, key)
    chosen = variants[key]
    return None if chosen is None else dict.fromkeys(chosen, Container(NUMBERS, str, 1))


def _changed_rows(py_func: FunctionType, variants: dict[Any, Any], layouts: dict[str, Layout]) -> dict[str, Layout]:
    """The lists of lists of numbers of which the function changes items or places, and what it changes beside them."""
    rows = frozenset(name for name, layout in layouts.items() if is_ragged(layout) and layout.type is not str)
    if not rows or any(map(is_objects, layouts.values())):
        return {}
    lists = frozenset(name for name, layout in layouts.items() if is_numbers(layout) and layout.depth == 1 and layout.type is not str and not layout.names)
    key = ("changed rows", rows, lists)
    if key not in variants:
        from unpython._writing.first_words import first_words
        from unpython._writing.lists import changed_lists
        from unpython._writing.plainer import find_source

        node = first_words(py_func, find_source(py_func).node, {})
        chosen = changed_lists.found_rows(py_func, rows, lists, node)
        if not chosen.keys() & rows:
            chosen = {}  # lists of numbers alone: see _changed
        variants[key] = {name: (is_whole, name in rows and changed_lists.places_change(node, name)) for name, is_whole in chosen.items()}
    found: dict[str, Layout] = {}
    for name, (is_whole, is_placed) in variants[key].items():
        kind, whole = layouts[name].type, ("list",) if is_whole else ()
        of_rows = Container(RAGGED, kind, names=("rows", *(("places",) if is_placed else ()), *whole))
        found[name] = of_rows if name in rows else Container(CHANGED, kind, 1, whole)
    return found


def _changed(py_func: FunctionType, variants: dict[Any, Any], layouts: dict[str, Layout], in_other_words: bool) -> dict[str, Layout]:
    """The lists of numbers that the function changes, if no list can hold one of these, or be in one."""
    depths = {name: depth for name, layout in layouts.items() if (depth := depth_of_lists(layout))}
    if set(depths.values()) != {1}:
        return {}
    lists = frozenset(name for name in depths if is_numbers(layouts[name]) and not layouts[name].names)
    chosen: dict[str, bool] | None = variants.get(("changed", lists, in_other_words))
    if chosen is None:
        from unpython._writing.first_words import first_words
        from unpython._writing.lists import changed_lists
        from unpython._writing.plainer import find_source

        node = first_words(py_func, find_source(py_func).node, {name: layouts[name] for name in lists}) if in_other_words else None
        chosen = variants["changed", lists, in_other_words] = changed_lists.found(py_func, lists, node)
    return {name: Container(CHANGED, layouts[name].type, 1, ("list",) if is_whole else ()) for name, is_whole in chosen.items()}
