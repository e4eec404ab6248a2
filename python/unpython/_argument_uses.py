"""What a function does with arguments that are taken apart: it may only do what can be said of their parts."""

from __future__ import annotations

import ast
import collections
import functools
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._find_source import SourceNotFound
from unpython._layouts import (
    CHANGES_COPIES,
    WORDS,
    Container,
    Layout,
    depth_of_lists,
    has_types,
    holder_of_objects,
    is_bytes,
    is_changed,
    is_fields,
    is_generator,
    is_mixed_numbers,
    is_numbers,
    is_objects,
    is_of_parts,
    is_ragged,
    is_range,
    is_record,
    is_rows,
    is_table,
    kind_of_texts,
    lists_in_objects,
    lists_of_numbers,
    lists_that_numpy_takes,
    may_be_within,
    parts,
    tables_among,
    texts_in_objects,
)  # fmt: skip
from unpython._local_names import local_names, values_read
from unpython._writing import hints
from unpython._writing.arrays import lists_for_numpy
from unpython._writing.calls import full_name
from unpython._writing.changes import only_reads
from unpython._writing.changes.begun_again import begun_as_array
from unpython._writing.defaults import given_values, known_values
from unpython._writing.loops import dicts_gone_through
from unpython._writing.nodes import copy_tree, is_name, is_none, is_text, walk
from unpython._writing.plainer import find_source

#: Reductions whose axis comes first of all, or after the array.
_ALONG_AXES = frozenset("all any argmax argmin cumprod cumsum max mean min prod std sum var".split())
#: Functions of NumPy alone whose axis comes after the array, or whose axes do.
_ALONG_OF_NUMPY = _ALONG_AXES | frozenset(
    "argsort average concatenate count_nonzero expand_dims flip median nanargmax nanargmin nancumprod nancumsum nanmax nanmean nanmedian nanmin"
    " nanprod nanstd nansum nanvar ptp sort squeeze stack".split()
)
_ANY = ""  # key of a dict
_MOVE_AXES = frozenset("moveaxis swapaxes".split())
_SEE_ITEMS = frozenset(f"builtins.{name}" for name in "len sum min max enumerate".split()) | frozenset(
    f"numpy.{name}" for name in "array asarray asanyarray exp log sqrt sin cos mean sum std var median cumsum diff".split()
)


def are_known(py_func: FunctionType, layouts: dict[str, Layout], in_other_words: bool) -> bool:
    """Whether all uses of the parameters are known for arguments like these. `in_other_words`: of the function in its first words."""
    if hasattr(py_func, CHANGES_COPIES) and any(map(lists_in_objects, layouts.values())):
        return False  # one of these may be what is copied
    if any(may_be_within(layout, other) for layout in layouts.values() if is_objects(layout) for other in layouts.values()):
        return False
    changed = {(layout.type[0], field) for layout in layouts.values() if is_objects(layout) for field in layout.type[1]}
    if hasattr(py_func, CHANGES_COPIES) and any(map(is_table, layouts.values())):
        changed.add((dict, _ANY))
    if changed and _reads_around(py_func, changed, set()):
        return False
    node = _node(py_func, layouts, in_other_words)
    texts_of_objects = texts_in_objects(layouts)
    layouts = {name: holder_of_objects(layout) for name, layout in layouts.items()}
    texts = {name for name, layout in layouts.items() if isinstance(layout, str)}
    if not texts <= _asked_about(py_func):
        return False
    if any(is_name(n, name) and not isinstance(n.ctx, ast.Load) for name, layout in layouts.items() if is_range(layout) for n in walk(node)):
        return False  # _writing/loops/ranges.py writes such a name as its parts
    if not dicts_gone_through.only_items_are_asked(py_func, find_source(py_func).node, layouts):
        return False
    for name in texts_of_objects:
        layouts[name] = Container(WORDS, str)
    return all(known(py_func, layouts, node) for known in (_types_read, _items_read, _tables_read, _only_read, _lists_read, _only_drawn, _by_fields))


def _reads_around(function: FunctionType, fields: set[tuple[type, str]], asked: set[FunctionType]) -> bool:
    """Whether a function, or one that it names, reads one of these fields or keys, by class, of an object around it: a call may give that one."""
    asked.add(function)
    own = local_names(function)
    try:
        nodes = list(walk(find_source(function).node))
    except SourceNotFound:
        return False
    for n in nodes:
        if isinstance(n, (ast.Attribute, ast.Subscript)):
            field = n.attr if isinstance(n, ast.Attribute) else n.slice.value if is_text(n.slice) else None
            binding = _bindings.of_node(function, n.value, own)
            if binding is not None and not fields.isdisjoint(((type(binding.value), field), (type(binding.value), _ANY))):
                return True
    others = [getattr(value, "__wrapped__", value) for value in values_read(function)]
    return any(isinstance(other, FunctionType) and other not in asked and _reads_around(other, fields, asked) for other in others)


def rows_not_written(py_func: FunctionType, layouts: dict[str, Layout], in_other_words: bool) -> set[str]:
    """The lists of tuples that cannot be said by a list for each place."""
    from unpython._writing.lists import rows

    given = {name: layout.type for name, layout in layouts.items() if is_rows(layout)}
    return given.keys() - rows.given_that_are_written(py_func, _node(py_func, layouts, in_other_words), given)


def _node(py_func: FunctionType, layouts: dict[str, Layout], in_other_words: bool) -> Any:
    from unpython._writing.first_words import first_words

    node = find_source(py_func).node
    if lists := lists_of_numbers(layouts):  # as rewriters.py does
        node = known_values.rewritten(py_func, node, lists)[0]
        node = lists_for_numpy.rewritten(py_func, node, lists_that_numpy_takes(layouts))[0]
    return first_words(py_func, node, layouts) if in_other_words else node


def places_of_items(py_func: FunctionType, name: str) -> int:
    """How many names a loop over a parameter gives each item to; 0: one, or it is not said. What an empty list would hold is not known
    otherwise."""
    found = {
        len(n.target.elts) for n in walk(find_source(py_func).node)
        if isinstance(n, (ast.For, ast.comprehension)) and isinstance(n.iter, ast.Name) and n.iter.id == name
        and isinstance(n.target, ast.Tuple) and all(isinstance(part, ast.Name) for part in n.target.elts)
    }  # fmt: skip
    return found.pop() if len(found) == 1 else 0


def unread(py_func: FunctionType) -> frozenset[str]:
    """Parameters that the function never names."""
    named = {n.id for n in walk(find_source(py_func).node) if isinstance(n, ast.Name)}
    code = py_func.__code__
    return frozenset(code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]) - named


def keys_read(py_func: FunctionType) -> dict[str, frozenset[str]]:
    """The parameters that are read under keys which the text says and used in no other way, with these keys."""
    nodes = list(walk(find_source(py_func).node))
    uses: dict[str, int] = {}
    keys: dict[str, list[str]] = {}
    for n in nodes:
        if isinstance(n, ast.Name):
            uses[n.id] = uses.get(n.id, 0) + 1
        elif isinstance(n, ast.Subscript) and isinstance(n.value, ast.Name) and isinstance(n.ctx, ast.Load) and is_text(n.slice):
            keys.setdefault(n.value.id, []).append(n.slice.value)  # type: ignore[arg-type]
    code = py_func.__code__
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    return {name: frozenset(keys[name]) for name in names if name in keys and len(keys[name]) == uses[name]}


def asked_for_none(py_func: FunctionType) -> frozenset[str]:
    """Parameters that a function reads nowhere where they are None, but for the question whether they are. Of one that calls itself,
    functions/shared_memo.py knows what it gives on."""
    from unpython._local_names import names_read
    from unpython._writing import plain_forms
    from unpython._writing.defaults import given_values
    from unpython._writing.functions import functions_or_none

    if py_func.__name__ in names_read(py_func):
        return frozenset()
    node = plain_forms.rewritten(py_func, find_source(py_func).node)[0]
    code = py_func.__code__
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    return frozenset(name for name in names if any(way.without(node, name) is not None for way in (given_values, functions_or_none)))


def axes(py_func: FunctionType, known: dict[FunctionType, frozenset[str]] | None = None) -> frozenset[str]:
    """Parameters that are given as `axis` or `keepdims`, here or in a function that is called with them, and that nothing gives another
    value. `known`: of functions that were read already, and nothing of those that call this one."""
    known = {} if known is None else known
    known[py_func] = frozenset()
    nodes = list(walk(find_source(py_func).node))
    own = local_names(py_func)
    places: list[ast.expr] = []
    for n in nodes:
        if not isinstance(n, ast.Call):
            continue
        places += [k.value for k in n.keywords if k.arg in ("axis", "keepdims")]
        binding = _bindings.of_node(py_func, n.func, own)
        if binding is not None and binding.kind == "function" and isinstance(binding.value, FunctionType):
            places += _given_as_axes(n, binding.value, known)
        elif isinstance(n.func, ast.Attribute):
            is_numpy = binding is not None and binding.target.startswith("numpy.")
            first = 1 if is_numpy else 0
            if n.func.attr in (_ALONG_OF_NUMPY if is_numpy else _ALONG_AXES):
                places += n.args[first : first + 1]
            elif n.func.attr in _MOVE_AXES:
                places += n.args[first : first + 2]
    given_for_none = {id(t) for n in nodes if isinstance(n, ast.If) for t in _given_for_none(n)}
    changed = {n.id for n in nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load) and id(n) not in given_for_none}
    known[py_func] = frozenset(n.id for n in places if isinstance(n, ast.Name)) - changed
    return known[py_func]


def _given_for_none(node: ast.If) -> list[ast.expr]:
    """axis of `if axis is None: axis = 0`, which another axis leaves as it is"""
    test = node.test
    if not isinstance(test, ast.Compare) or not isinstance(test.ops[0], ast.Is) or not is_none(test.comparators[0]) or not isinstance(test.left, ast.Name):
        return []
    stored = [t for s in node.body if isinstance(s, ast.Assign) for t in s.targets]
    return [t for t in stored if is_name(t, test.left.id)]


def _given_as_axes(call: ast.Call, called: FunctionType, known: dict[FunctionType, frozenset[str]]) -> list[ast.expr]:
    """What a call gives to parameters of a function of the program that are axes there."""
    try:
        along = known[called] if called in known else axes(called, known)
    except SourceNotFound:
        return []
    names = called.__code__.co_varnames[: called.__code__.co_argcount]
    placed = [value for name, value in zip(names, call.args, strict=False) if name in along]
    return placed + [k.value for k in call.keywords if k.arg in along]


def _asked_about(py_func: FunctionType) -> set[str]:
    """Names that are compared with something, given to functions or keys: a text makes sense for these alone."""
    nodes = list(walk(find_source(py_func).node))
    places = [[n.left, *n.comparators] for n in nodes if isinstance(n, ast.Compare)]
    places += [[n.subject] for n in nodes if isinstance(n, ast.Match)]
    places += [[n.slice] for n in nodes if isinstance(n, ast.Subscript)]
    places += [[*n.args, *(k.value for k in n.keywords)] for n in nodes if isinstance(n, ast.Call)]
    return {node.id for place in places for node in place if isinstance(node, ast.Name)}


def _items_read(py_func: FunctionType, layouts: dict[str, Layout], node: Any) -> bool:
    """Whether all that a function does with its bytes and its arrays of the module `array` is to look at their items."""
    names = {name for name, layout in layouts.items() if is_numbers(layout) and layout.names and not is_changed(layout) and not is_mixed_numbers(layout)}
    if not names:
        return True
    of_bytes = {name for name in names if is_bytes(layouts[name])}
    if of_bytes:
        from unpython._writing.arrays import bytes_read
    looks = {"len", "sum", "min", "max", "enumerate", "zip", "reversed", "sorted", "list"}
    own = local_names(py_func)
    seen: set[int] = set()
    for n in walk(node):
        if isinstance(n, (ast.For, ast.comprehension)):
            seen.add(id(_without_slice(n.iter)))
        elif isinstance(n, ast.Subscript) and isinstance(n.ctx, ast.Load) and not isinstance(n.slice, ast.Slice):
            seen.add(id(n.value))
        elif isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id in looks:
            seen.update(id(_without_slice(a)) for a in n.args)
        elif isinstance(n, ast.Call) and _folds_or_counts(n, py_func, own):
            seen.update(map(id, n.args))
        elif of_bytes and isinstance(n, ast.Call) and (read := bytes_read.read_as_array(n, py_func, own)) is not None:
            seen.update({id(read)} if isinstance(read, ast.Name) and read.id in of_bytes else ())
    return all(id(n) in seen for n in walk(node) if isinstance(n, ast.Name) and n.id in names)


def _without_slice(node: ast.expr) -> ast.expr:
    """x of x[i:j], which is gone through at once"""
    return node.value if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice) else node


def _folds_or_counts(node: ast.Call, py_func: FunctionType, own: frozenset[str]) -> bool:
    """reduce(f, x), Counter(x)"""
    binding = _bindings.of_node(py_func, node.func, own)
    return binding is not None and (binding.value is functools.reduce or binding.value is collections.Counter)


def _types_read(py_func: FunctionType, layouts: dict[str, Layout], node: Any) -> bool:
    """Whether nothing that a function does with its lists of several types tells them from tuples."""
    names = {name for name, layout in layouts.items() if has_types(layout)}
    if not names:
        return True
    own = local_names(py_func)
    seen: set[int] = set()
    called = functools.partial(full_name, function=py_func, names=own)
    for name in names:
        seen |= begun_as_array(node, name, called, names - {name})
    for n in walk(node):
        if isinstance(n, (ast.For, ast.comprehension)):
            seen.add(id(n.iter))
        elif isinstance(n, ast.Subscript) and isinstance(n.ctx, ast.Load) and not isinstance(n.slice, (ast.Slice, ast.Tuple)):
            seen.add(id(n.value))
        elif isinstance(n, ast.Compare) and isinstance(n.ops[-1], (ast.In, ast.NotIn)):
            seen.add(id(n.comparators[-1]))
        elif isinstance(n, ast.Call) and full_name(n.func, py_func, own) in _SEE_ITEMS:
            seen.update(map(id, n.args))
        elif isinstance(n, ast.Assign) and only_reads.is_stored_in_array(n, py_func, node):
            seen.add(id(n.value))
    return all(id(n) in seen for n in walk(node) if isinstance(n, ast.Name) and n.id in names)


def _tables_read(py_func: FunctionType, layouts: dict[str, Layout], node: Any) -> bool:
    """Whether all that a function does with its dicts can be said of their keys and values, and changes none."""
    names = tables_among(layouts)
    if not names:
        return True
    from unpython._writing.dicts import list_items, table_reads

    node = _without_texts(py_func, layouts, node)
    of_lists = frozenset(name for name in names if layouts[name].depth)
    node = list_items.rewritten(py_func, node, {name: kind for name, kind in names.items() if kind is not set and name not in of_lists})[0]
    return table_reads.reads(py_func, node, names, of_lists)


def _lists_read(py_func: FunctionType, layouts: dict[str, Layout], node: Any) -> bool:
    """Whether all that a function does with its lists of lists of different lengths is known."""
    names = frozenset(name for name, layout in layouts.items() if is_ragged(layout))
    if not names:
        return True
    from unpython._writing.lists import ragged
    from unpython._writing.random_numbers import numpy_generators

    node = _without_texts(py_func, layouts, node)
    if hints.of_numpy_generators(find_source(py_func).lines):
        node = numpy_generators.rewritten(py_func, node, frozenset())[0]
    return ragged.writes(py_func, node, names, lists_of_numbers(layouts))


def _without_texts(py_func: FunctionType, layouts: dict[str, Layout], node: Any) -> Any:
    """The `def` with other words for its texts."""
    from unpython._writing.text import values

    texts = {name: kind for name, layout in layouts.items() if (kind := kind_of_texts(layout)) is not None}
    return values.rewritten(py_func, node, texts)[0] if texts else node


def _only_drawn(py_func: FunctionType, layouts: dict[str, Layout], node: Any) -> bool:
    """Whether all that a function does with its generators of random numbers is to draw."""
    names = frozenset(name for name, layout in layouts.items() if is_generator(layout))
    if not names:
        return True
    from unpython._writing.random_numbers import numpy_generators

    return numpy_generators.only_draws(given_values.of_objects(node, names), names)


def _by_fields(py_func: FunctionType, layouts: dict[str, Layout], node: Any) -> bool:
    """Whether all that a function does with its arrays of records can be said of their fields."""
    given = {name: layout.names for name, layout in layouts.items() if is_fields(layout)}
    if not given:
        return True
    from unpython._writing.arrays import fields

    return fields.can_be_written(py_func, node, given)


def _only_read(py_func: FunctionType, layouts: dict[str, Layout], node: Any) -> bool:
    lists = {name: depth for name, layout in layouts.items() if (depth := depth_of_lists(layout))}
    if not lists:
        return True
    dicts = {name: layout.names for name, layout in layouts.items() if is_record(layout) and layout.type is dict}
    if dicts:
        from unpython._writing.dicts import list_entries

        node = list_entries.in_calls_of_numpy(py_func, node, dicts)
    named = {n.id for n in walk(node) if isinstance(n, ast.Name)}
    items = {part: layout for name in lists for part, layout in _items_of(name, layouts[name]) if part in named}
    if items:  # lists/known_lists.py writes these names
        node = _FieldsAsNames(items).visit(copy_tree(node))  # which adds those to the items
        lists |= {name: depth for name, layout in items.items() if (depth := depth_of_lists(layout))}
    return only_reads.only_reads(py_func, lists, node)


def _items_of(name: str, layout: Layout) -> list[tuple[str, Layout]]:
    """The names of all that is in a list or an object, in what is in it, ..."""
    inner = [(f"{name}.{end}", item) for end, item in parts(layout)] if is_of_parts(layout) else []
    return [found for part, item in inner for found in ((part, item), *_items_of(part, item))]


class _FieldsAsNames(ast.NodeTransformer):
    """xs.0.field, xs.0["key"]: each as one name, by what is known of the items."""

    def __init__(self, items: dict[str, Layout]):
        self._items = items

    def _field(self, node: Any, field: Any) -> Any:
        self.generic_visit(node)
        layout: Any = self._items.get(getattr(node.value, "id", ""))
        if not is_record(layout) or field not in layout.names or not isinstance(node.ctx, ast.Load):
            return node
        end, item = parts(layout)[layout.names.index(field)]
        part = f"{node.value.id}.{end}"
        self._items[part] = item
        return ast.copy_location(ast.Name(part, node.ctx), node)

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        return self._field(node, node.attr)

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        return self._field(node, node.slice.value if is_text(node.slice) else None)
