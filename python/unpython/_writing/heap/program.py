"""A function as one of words: its text is written until no cell grows any more."""

from __future__ import annotations

import ast
import cmath
import math
import random
import re
import sys
from types import FunctionType
from typing import Any

from unpython import _find_source
from unpython._find_source import FunctionSource
from unpython._library.containers import (
    heap,
    heap_arrays,
    heap_choices,
    heap_columns,
    heap_dates,
    heap_lists_as_arrays,
    heap_patterns,
    heap_raised,
    heap_texts,
)
from unpython._library.python_functions import data_statistics
from unpython._library.texts import code_points, matching, number_texts, patterns, with_numbers
from unpython._loops import _bits
from unpython._other_functions.made_function import function_of
from unpython._records import Joined
from unpython._writing.heap.arguments import Plan
from unpython._writing.heap.arrays.generators import GENERATOR
from unpython._writing.heap.arrays.natives import pruned
from unpython._writing.heap.cells import FUNCTION, Cell, NotOnHeap, TooLong, Types, kinds_within
from unpython._writing.heap.classes import Class
from unpython._writing.heap.contexts import Final
from unpython._writing.heap.emitter import ZERO, Loop, Value
from unpython._writing.heap.failures import Try
from unpython._writing.heap.names import Frame, Scope
from unpython._writing.heap.places import Places
from unpython._writing.heap.regular.calls import MATCH, RegularCalls
from unpython._writing.heap.statements import UserLoop
from unpython._writing.heap.structured.arrays import StructuredCalls

_MOST_TURNS = 40
_MOST_LENGTHS = 4
_OF_TEXTS = (
    "in_capitals in_small_letters as_title as_sentence in_other_letters stripped stripped_before stripped_behind are_digits"
    " are_letters are_decimals are_numbers without_case are_letters_or_digits are_capitals are_small_letters are_spaces"
    " starts_with ends_with find find_last count stripped_of stripped_of_before stripped_of_behind aligned filled_with_zeros"
    " replaced is_in without_prefix without_suffix"
)
_LIBRARY = (heap_columns, heap_dates, heap_arrays, heap_lists_as_arrays, heap, heap_texts, heap_choices)
_OF_NUMPY = re.compile("native_|generator_")
_OF_NUMBERS = "shown shown_complex formatted formatted_complex is_integer is_float as_integer as_float is_integer_of_base integer_of_base"
_OF_STATISTICS = "mean fmean median stdev pstdev variance pvariance"


class Shared:
    """What one turn of writing leaves to the next."""

    def __init__(self) -> None:
        self.types = Types()
        self.functions: list[Any] = []
        self.known_functions: dict[Any, int] = {}
        self.factories: list[int] = []  # of defaultdicts: the numbers of the functions
        self.classes: dict[Any, Class] = {}
        self.class_list: list[Class] = []
        self.scopes: dict[Any, Scope] = {}
        self.parents: dict[Any, Any] = {}
        self.sources: dict[FunctionType, Any] = {}
        self.recursive: set[Any] = set()
        self.plan: Any = None
        self.collected: dict[Any, Any] = {}
        self.attributes: dict[Any, list[str]] = {}
        self.with_boxes: set[Any] = set()
        self.lengths: dict[Any, set[int]] = {}  # of the tuples that each sum gives
        self.of_any_length: set[Any] = set()  # the sums that give rows

    def sums_of_any_length(self, most: int) -> set[Any]:
        """The sums of tuples that give more than so many lengths."""
        return {place for place, lengths in self.lengths.items() if len(lengths) > most} - self.of_any_length


class Writer(StructuredCalls, RegularCalls):
    def __init__(self, function: FunctionType, shared: Shared):
        super().__init__(shared.types)
        self.__dict__.update({name: value for name, value in vars(shared).items() if name != "types"})
        self.changes = self.prints = False
        self.copies_names = False
        self.tries: list[Try] = []
        self.handled: list[Any] = []
        self.raised: list[Any] = []
        self.guards: list[tuple[Any, str, Any]] = []
        self.guarded: list[tuple[FunctionType, Any]] = []
        self.user_loops: list[UserLoop] = []
        self.offsets = []
        self.finals: list[Final] = []
        self.copied_views: set[int] = set()
        self.stores_into_arrays = self.has_slices = self.has_slices_of_texts = self.stores_texts = False
        self.float_errors: dict[str, str] = {}
        self.loops: list[Loop] = []
        node = self.source(function)
        if not isinstance(node, ast.FunctionDef):
            raise NotOnHeap("a function of another kind")
        self.node = node
        scope = self.scope_of(node)
        self.copies_names = any(isinstance(n, (ast.Nonlocal, ast.NamedExpr)) for n in ast.walk(node))
        if scope.is_generator:
            raise NotOnHeap("a generator")
        self.frame = Frame(0, ("main",), scope, Frame(-1, None, None, None, function), function)
        self.frame.result = self.types.at("result")
        self.frames = [self.frame]
        self.path = ("main",)

    def written(self, cells: dict[str, Cell]) -> None:
        at = 0
        given: dict[str, Value] = {}
        for name, cell in cells.items():
            words = []
            for kind in cell.words():
                words.append(f"{'F' if kind == 'f' else 'I'}_[R_ + {at}]")
                at += 1
            given[name] = Value(cell, tuple(words))
        for _, cell in self.plan.outside:
            self.offsets.append(at)
            at += len(cell.words())
        if self.node not in self.recursive:
            self.make_boxes(self.frame)
            for name, value in given.items():
                self.set_name(name, value)
            self.statements(self.node.body, True)
            return
        around = self.frame.around
        assert around is not None
        self.frame, self.frames = around, []
        made = self.inlined(self.node, around.function, None, [], {name: self.copied(value) for name, value in given.items()}, {})
        self.frame = Frame(0, ("main",), None, None, around.function)
        self.frame.result = self.types.at("result")
        self.give(made, True)


class Written:
    """`function`: of the two lists and the place of the arguments; `plan`: how a call gives them and what it gives back."""

    def __init__(self, function: FunctionType, plan: Plan):
        self.function = function
        self.plan = plan


def write(function: FunctionType, given: dict[str, Any]) -> Written:
    """For a call with these arguments. Raises NotOnHeap."""
    shared = Shared()
    shared.plan = plan = Plan(function, shared, given)
    is_long = False
    for _ in range(_MOST_TURNS):
        if sums := shared.sums_of_any_length(1 if is_long else _MOST_LENGTHS):
            known, shared = shared, Shared()
            shared.of_any_length, shared.sources, shared.collected = sums | known.of_any_length, known.sources, known.collected
            shared.plan = plan = Plan(function, shared, given)
        shared.types.changed = False
        writer = Writer(function, shared)
        try:
            writer.written(plan.cells)
        except TooLong:
            is_long = True
            if not shared.sums_of_any_length(1):
                raise
            continue
        except (IndexError, ValueError, NotOnHeap):
            if not shared.types.changed:
                raise
            continue  # of words of a cell that has grown meanwhile
        if not shared.types.changed:
            break
    else:
        raise NotOnHeap("cells that grow for ever")
    if any(kind >= FUNCTION and writer.functions[kind - FUNCTION].what != "known" for kind in shared.types.at("result").all()):
        raise NotOnHeap("a function that a call gives")
    writer.check_copied_views()
    writer.check_structured()
    left = [shared.types.at("result"), *plan.cells.values(), *(cell for _, cell in plan.outside)]
    if any(kind >= FUNCTION and writer.functions[kind - FUNCTION].what == MATCH for kind in kinds_within(left)):
        raise NotOnHeap("a match that a call gives")
    writer.lines = pruned(writer.lines)
    plan.take(writer)
    return Written(_made(function, writer, plan), plan)


def _made(function: FunctionType, writer: Writer, plan: Plan) -> FunctionType:
    if plan.count:
        begin = ["I_ = [int(k_) for k_ in ints_]", "F_ = [float(k_) for k_ in floats_]", "R_ = int(place_[0])", "P_ = [0 for k_ in range(1)]"]
    else:
        begin = [f"I_ = {writer.codes}", f"F_ = [0.0] * {len(writer.codes)}", "P_ = [0 for k_ in range(1)]"]
    begin += [f"{ZERO} = _bits(0.0)", *(f"{name} = {value}" for name, value in writer.variables.items())]
    lines = [f"def f_({'ints_, floats_, place_' if plan.count else ''}):", *(f"    {text}" for text in begin)]
    places = [0] * len(lines)
    for indent, text, line in writer.lines:
        lines.append("    " * indent + text)
        places.append(line)
    lines.append("    raise NotImplementedError('the end of a function')")
    places.append(0)
    tree: Any = ast.parse("\n".join(lines))
    first = writer.node.lineno
    own = range(first, (writer.node.end_lineno or first) + 1)
    n: Any
    for n in ast.walk(tree):
        if hasattr(n, "lineno"):
            line = places[n.lineno - 1]
            n.lineno = n.end_lineno = line if line in own else first
            n.col_offset, n.end_col_offset = writer.node.col_offset, writer.node.col_offset + 1
    made = Places().visit(_Results(plan).visit(tree.body[0]))
    made.name = writer.node.name
    ast.fix_missing_locations(made)
    made.runs_again = True
    names: dict[str, Any] = {name: found for module in _LIBRARY for name, found in vars(module).items() if isinstance(found, FunctionType)}
    names |= {name: getattr(code_points, name) for name in _OF_TEXTS.split()}
    names |= {"aligned_as": patterns.aligned_as, "with_spaces": with_numbers.with_spaces, "replaced_at_most": with_numbers.replaced_at_most}
    names |= {name: getattr(number_texts, name) for name in _OF_NUMBERS.split()}
    names |= {f"statistics_{name}": getattr(data_statistics, name) for name in _OF_STATISTICS.split()}
    names |= {name: getattr(heap_raised, name) for name in ("raised", "message_raised", "codes_raised")}
    names |= {"matched": heap_patterns.matched, "every_match": heap_patterns.every_match, "replaced_matches": matching.replaced}
    names |= {"repeated_text": code_points.repeated, "_bits": _bits, "math": math, "cmath": cmath, "int": int, "float": float, "len": len, "range": range}
    names |= {"min": min, "max": max, "abs": abs, "complex": complex, "sum": sum, "round": round, "NotImplementedError": NotImplementedError}
    if (numpy := sys.modules.get("numpy")) is not None:
        names["np"] = numpy
    if any(made.what == GENERATOR for made in writer.functions):
        names["random"] = random
    used = {n.id for n in ast.walk(made) if isinstance(n, ast.Name)}
    result = function_of(function, made, {name: value for name, value in names.items() if name in used})
    source = _find_source.find_source(function)
    shown = [""] * len(source.lines)  # what other writers ask: whether functions of NumPy stand there
    shown[0] = "; ".join(text for _, text, _ in writer.lines if _OF_NUMPY.search(text))
    _find_source.keep_parsed(result, FunctionSource(made, source.filename, shown, source.first_line))
    return result


class _Results(ast.NodeTransformer):
    def __init__(self, plan: Plan):
        self._make = plan.make

    def visit_Return(self, node: ast.Return) -> ast.Return:
        call: Any = node.value
        ints, floats, status, at = call.args
        made = Joined("text", [ints, floats, ast.Name("P_", ast.Load()), status, at])
        made.make = self._make
        node.value = ast.copy_location(made, node)
        return node
