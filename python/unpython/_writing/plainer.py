"""The `def` of a function in plainer words: what all that reads a function begins with.

plainer_steps.py says which rewriters come first. Then plain_words.py writes expressions and statements, heads.py what is gone through,
taken_generators.py what goes through a generator function at once, rows_by_place.py lists of tuples by place, joined_rows.py such lists
that are put together, first_calls.py what a statement computes first, functions/keyed_arguments.py max and min of a few values by a key,
next_items.py next() and lists that are unpacked, moved_names.py names that go to another one, enumerations members of enumerations,
tables_by_text.py dicts of functions, gone_through.py loops over functions, ordered_dicts.py OrderedDict, caught/asked_first.py `try`.
"""

from __future__ import annotations

import ast
import copy
from types import FunctionType

from unpython import _bindings, _find_source
from unpython._find_source import FunctionSource
from unpython._local_names import imported_names, without_imports
from unpython._writing import hints, plainer_steps
from unpython._writing.nodes import copy_tree
from unpython._writing.once import asked_once

_HINTS = (
    "dict(", "itemgetter(", "gcd(", "lcm(", "hypot(", "choice(", "sum(", "zip(*", "yield", "islice(", "ZeroDivisionError", "KeyError",
    "*_", "IndexError", "sorted(", "].append((", ".append([(", "groupby(", ".values()", "string.", "= set(", "hex(", "bin(", "oct(", ".get,",
    ".get)", ".items()", "fromkeys(", "] * len(", "in [(", " in [", "builtins.filter(", "zip_longest(",
    ".__getitem__", ".update(", "combinations(", "permutations(",
    "product(", "Counter(", "OrderedDict(", "] + [", "]+[", "+= [", ".extend(", " in (", "median", "mean(",
    "stdev(", "variance(", "getattr(", "setattr(", "}.get(", "match ", "prod(", "vectorize(", ", []", "= [], ", ", {}", "= {}, ",
    "map(", "operator.", "reduce(", "accumulate(", "cycle(", "format(", "lambda", "}[", "choices(", "sample(", "next(", ", *", "*_,",
    "nlargest(", "nsmallest(", "bisect", "insort", "zip(", "chain(", "from_iterable(",
)  # fmt: skip


def find_source(function: FunctionType) -> FunctionSource:
    """As _find_source.find_source(); who changes the node copies it first. Raises SourceNotFound."""
    return asked_once(_in_plainer_words, function)  # type: ignore[no-any-return]


def _in_plainer_words(function: FunctionType) -> FunctionSource:
    source = _find_source.find_source(function)
    if getattr(source.node, "decorator_list", None):  # what decorators are given is not done in the body
        undecorated = copy.copy(source.node)
        undecorated.decorator_list = []  # type: ignore[union-attr]
        source = source._replace(node=undecorated)
    if imported := imported_names(function):
        source = source._replace(node=without_imports(copy_tree(source.node), imported))
    node, lines, made_names, used = plainer_steps.begun(function, source.node, source.lines)
    if node is not source.node:
        source = source._replace(node=node, lines=lines, relies_on=tuple(used))
    is_plain = not any(map(_may_have_plainer, source.lines)) and not hints.of_moved_names(source.lines)
    has_members = hints.of_members(function)
    is_plain = is_plain and not hints.of_put_rows(source.lines) and not has_members
    has_objects = hints.of_objects(function)
    has_generators = hints.of_generators(function, source.lines)
    if is_plain and not has_objects and not has_generators:
        return source
    from unpython._writing import moved_names, plain_words
    from unpython._writing.caught import asked_first
    from unpython._writing.dicts import ordered_dicts, results_of_groups
    from unpython._writing.functions import gone_through, keyed_arguments, tables_by_text
    from unpython._writing.lists import joined_rows, rows_by_place
    from unpython._writing.loops import asked_iterators, columns_of_rows, first_calls, grouped_entries, iterated_objects, next_items, taken_generators

    writer = plain_words.Plainer(function, source.node)
    writer.know(made_names)
    begun = copy_tree(source.node)
    if has_members:
        from unpython._writing.enumerations import members

        numbered = members.written(begun, writer.value_of)
        writer.is_changed |= numbered is not None
        begun = begun if numbered is None else numbered
    rewriters = (
        columns_of_rows, keyed_arguments, grouped_entries, asked_iterators, next_items, results_of_groups, gone_through, tables_by_text,
        first_calls, moved_names,
    )  # fmt: skip
    for first in rewriters:
        is_written, names = first.rewritten(begun, writer.value_of)
        writer.is_changed |= is_written
        writer.know(names)
    begun, relied_on = ordered_dicts.rewritten(function, begun)
    writer.is_changed |= bool(relied_on)
    node = writer.visit(begun)
    iterated = iterated_objects.rewritten(function, node, writer.value_of, find_source) if has_objects else None
    node, is_taken = taken_generators.rewritten(function, node)
    is_taken |= iterated is not None
    inner_used: list[_bindings.Binding] = []
    if iterated is not None or has_generators:
        from unpython._writing.loops import generator_functions

        written, _, inner_used = generator_functions.rewritten(function, node, find_source)
        is_taken |= written is not node
        node = written
    before = node
    node = joined_rows.rewritten(node)
    is_taken |= node is not before
    node, by_place = rows_by_place.rewritten(node)
    asking, _, of_tries = asked_first.rewritten(function, node) if may_ask_first(source.lines) else (node, None, [])
    if not writer.is_changed and not is_taken and not by_place and asking is node:
        return source
    relies_on = (*writer.used.values(), *(iterated or ()), *inner_used, *relied_on, *source.relies_on, *of_tries)
    return source._replace(node=ast.fix_missing_locations(asking), relies_on=relies_on)


def _may_have_plainer(line: str) -> bool:
    if ".tolist(" in line and ("where(" in line or "select(" in line):
        return True
    if "key=" in line and ("max(" in line or "min(" in line):
        return True
    if "](" in line or ("= (" in line and " for " in line):
        return True
    targets, is_assigned, values = line.partition(" = ")
    if is_assigned and "," in targets and ("*" in targets or ("[" in values and "," in values)):
        return True
    return (" else " in line and ")." in line) or any(hint in line for hint in _HINTS) or hints.of_lazy_loops(line)


def may_ask_first(lines: list[str]) -> bool:
    """Whether `try` may be around what can be asked first."""
    return any("except" in line and ("ZeroDivision" in line or "KeyError" in line or "IndexError" in line) for line in lines)
