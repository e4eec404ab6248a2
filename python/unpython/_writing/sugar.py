"""Statements that say nothing to a compiled function, or that others say as well: `with np.errstate`, `import`, `match`, `x: int = 0`.

Each function but without_annotations() gives the statements that stand in the place of one; None where the language has no other words
for it.
"""

from __future__ import annotations

import _ast
import ast
from collections.abc import Iterator
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._writing.nodes import copy_tree
from unpython._writing.places import at_place_of
from unpython._writing.rewriter import WholeRewriter

#: Contexts that only say which warnings are shown: compiled code shows none.
_SILENT = ("numpy.errstate", "warnings.catch_warnings", "contextlib.nullcontext")
_MOST_GUARDS = 2  # each doubles what follows


def without_annotations(_: FunctionType, node: Any) -> Any:
    """The `def` with `x = value` in place of `x: T = value`, and nothing in place of `x: T`. Python computes no `T` of a function; that of
    a class inside is a field."""
    instead: dict[int, Any] = {}
    waiting = [node]
    while waiting:
        for n in ast.iter_child_nodes(waiting.pop()):
            if isinstance(n, _ast.AnnAssign):
                made = _ast.Pass() if n.value is None else _ast.Assign([n.target], n.value)
                instead[id(n)] = at_place_of(n, made)
            elif isinstance(n, (_ast.stmt, _ast.ExceptHandler, _ast.match_case)) and not isinstance(n, _ast.ClassDef):
                waiting.append(n)
    return copy_tree(node, instead) if instead else node


def without_context(node: _ast.With, function: FunctionType, names: frozenset[str]) -> list[Any] | None:
    """The statements of `with np.errstate(...)` without it."""
    for item in node.items:
        call = item.context_expr
        if not isinstance(call, _ast.Call) or item.optional_vars is not None:
            return None
        if _full_name(call.func, function, names) not in _SILENT or not all(map(_is_quiet, call.keywords)):
            return None
    return node.body


class WithoutErrstate(WholeRewriter):
    """Functions with the statements of `with np.errstate(...)` without it, for rewriters that know no contexts."""

    def __init__(self, function: FunctionType, names: frozenset[str]):
        self._function = function
        self._names = names

    def visit_With(self, node: _ast.With) -> Any:
        body = without_context(node, self._function, self._names)
        if body is None or catches_warnings(node):
            return self.generic_visit(node)
        return self.statements(body)


def catches_warnings(node: _ast.With) -> bool:
    """Whether a context that is left out may say which warnings are shown."""
    called = [item.context_expr.func for item in node.items if isinstance(item.context_expr, _ast.Call)]
    return any(getattr(f, "attr", getattr(f, "id", "")) not in ("errstate", "nullcontext") for f in called)


def _is_quiet(keyword: Any) -> bool:
    """Whether an option of errstate lets numbers go on as they do here."""
    return isinstance(keyword.value, _ast.Constant) and keyword.value.value in ("ignore", "warn")


def sets_warnings(node: Any, function: FunctionType, names: frozenset[str]) -> bool:
    """warnings.simplefilter(...) and its kin."""
    call = node.value
    if not isinstance(call, _ast.Call):
        return False
    return _full_name(call.func, function, names) in ("warnings.simplefilter", "warnings.filterwarnings")


def called_in_loop(node: _ast.For, function: FunctionType, names: frozenset[str]) -> str:
    """Full name of what gives the items of a loop."""
    return _full_name(node.iter.func, function, names) if isinstance(node.iter, _ast.Call) else ""


def _full_name(node: Any, function: FunctionType, names: frozenset[str]) -> str:
    node, parts = _bindings.dotted(node)
    if not isinstance(node, _ast.Name) or node.id in names:
        return ""
    value = _bindings.resolve(function, node.id, []).value
    for part in parts:
        value = getattr(value, part, None)
    return f"{getattr(value, '__module__', '')}.{getattr(value, '__name__', '')}"


def _walk(value: Any) -> Iterator[Any]:
    """Nodes of a function, without those of functions inside it."""
    for node in value if isinstance(value, list) else [value]:
        if isinstance(node, _ast.AST):
            yield node
            if not isinstance(node, (_ast.FunctionDef, _ast.Lambda, _ast.ClassDef)):
                for field in node._fields:
                    yield from _walk(getattr(node, field, None))


def _arrays_match() -> bool:
    """Whether patterns of tuples match arrays, too: from NumPy 2.5 on. Before a call nobody knows whether the subject is one."""
    import numpy  # the texts of most functions are written without it

    return bool(numpy.ndarray.__flags__ & 1 << 5)


def as_branches(node: Any, subject: _ast.Name, may_be_array: bool = True) -> Any | None:
    """`match` of a name against values and tuples of them, as `if` and `elif`; the names of a pattern get their values before its
    guard is asked."""
    if sum(case.guard is not None for case in node.cases) > _MOST_GUARDS:
        return None
    if may_be_array and holds_sequence(node) and _arrays_match():
        return None
    branches: list[Any] = []
    for case in reversed(node.cases):
        test = _test(subject, case.pattern)
        given = None if test is None else _given(subject, case.pattern)
        if test is None or given is None:
            return None
        body = [*given, *case.body]
        if case.guard is not None:
            body = [*given, at_place_of(case.pattern, _ast.If(case.guard, case.body, copy_tree(branches)))]
        branches = [at_place_of(case.pattern, _ast.If(test, body, branches))]
    return branches[0]


def _test(subject: Any, pattern: Any) -> Any:
    """What must hold of the subject; None for a pattern that looks into objects or dicts."""
    if isinstance(pattern, _ast.MatchValue):
        return at_place_of(pattern, _ast.Compare(subject, [_ast.Eq()], [pattern.value]))
    if isinstance(pattern, _ast.MatchSingleton):
        return _is_same(subject, pattern)
    if isinstance(pattern, _ast.MatchClass):
        return None if pattern.patterns or pattern.kwd_patterns else _is_of(subject, pattern.cls, pattern)
    if isinstance(pattern, _ast.MatchAs):
        return at_place_of(pattern, _ast.Constant(True)) if pattern.pattern is None else _test(subject, pattern.pattern)
    if isinstance(pattern, _ast.MatchOr):
        tests = [_test(copy_tree(subject), way) for way in pattern.patterns]  # a node in two places would be written twice
        return None if None in tests else at_place_of(pattern, _ast.BoolOp(_ast.Or(), tests))
    if not isinstance(pattern, _ast.MatchSequence):
        return None
    stars = [p for p in pattern.patterns if isinstance(p, _ast.MatchStar)]
    is_written_out = isinstance(subject, _ast.Tuple)  # whose length is known
    if is_written_out and (len(pattern.patterns) != len(subject.elts) or any(isinstance(p, (_ast.MatchStar, _ast.MatchSequence)) for p in pattern.patterns)):
        return None
    tests = [_test(item, p) for item, p in _items(subject, pattern)]
    if None in tests:
        return None
    if is_written_out:
        return tests[0] if len(tests) == 1 else at_place_of(pattern, _ast.BoolOp(_ast.And(), tests))

    def call(name: str, *arguments: Any) -> Any:
        return at_place_of(pattern, _ast.Call(at_place_of(pattern, _ast.Name(name, _ast.Load())), list(arguments), []))

    kinds = [at_place_of(pattern, _ast.Name(name, _ast.Load())) for name in ("tuple", "list")]
    is_tuple = call("isinstance", subject, at_place_of(pattern, _ast.Tuple(kinds, _ast.Load())))
    count = at_place_of(pattern, _ast.Constant(len(tests)))
    is_long = at_place_of(pattern, _ast.Compare(call("len", subject), [_ast.GtE() if stars else _ast.Eq()], [count]))
    return at_place_of(pattern, _ast.BoolOp(_ast.And(), [is_tuple, is_long, *tests]))


def _is_same(subject: Any, pattern: Any) -> Any:
    """What is None, True or False."""
    if pattern.value is None:
        return at_place_of(pattern, _ast.Compare(subject, [_ast.Is()], [at_place_of(pattern, _ast.Constant(None))]))
    is_bool = _is_of(subject, at_place_of(pattern, _ast.Name("bool", _ast.Load())), pattern)
    truth = copy_tree(subject) if pattern.value else at_place_of(pattern, _ast.UnaryOp(_ast.Not(), copy_tree(subject)))
    return at_place_of(pattern, _ast.BoolOp(_ast.And(), [is_bool, truth]))


def _is_of(subject: Any, kind: Any, pattern: Any) -> Any:
    return at_place_of(pattern, _ast.Call(at_place_of(pattern, _ast.Name("isinstance", _ast.Load())), [subject, kind], []))


def names_asked(node: Any) -> set[str]:
    """The names by which the tests of a `match` ask what something is."""
    patterns = [p for case in node.cases for p in _walk(case.pattern)]
    found = {"isinstance", "tuple", "list", "len"} if holds_sequence(node) else set()
    if any(isinstance(p, _ast.MatchClass) or (isinstance(p, _ast.MatchSingleton) and p.value is not None) for p in patterns):
        found |= {"isinstance", "bool"}
    return found | {getattr(p.cls, "id", "") for p in patterns if isinstance(p, _ast.MatchClass)}


def _given(subject: Any, pattern: Any) -> list[Any] | None:
    """Assignments of the names of a pattern; None where it depends on the way which names there are."""
    if isinstance(pattern, _ast.MatchOr):
        return None if any(_given(subject, way) != [] for way in pattern.patterns) else []
    if isinstance(pattern, _ast.MatchSequence):
        parts = [_given(item, p) for item, p in _items(subject, pattern)]
        parts += [_given_rest(subject, pattern, i) for i, p in enumerate(pattern.patterns) if isinstance(p, _ast.MatchStar) and p.name]
        return None if None in parts else [s for part in parts for s in part or []]
    made = _given(subject, pattern.pattern) if isinstance(pattern, _ast.MatchAs) and pattern.pattern is not None else []
    if made is not None and isinstance(pattern, _ast.MatchAs) and pattern.name is not None:
        target = at_place_of(pattern, _ast.Name(pattern.name, _ast.Store()))
        made = [*made, at_place_of(pattern, _ast.Assign([target], subject))]
    return made


def _items(subject: Any, pattern: Any) -> list[tuple[Any, Any]]:
    """The items of a sequence and their patterns, without those of `*rest`: behind it they are counted from the end."""
    star = next((i for i, p in enumerate(pattern.patterns) if isinstance(p, _ast.MatchStar)), len(pattern.patterns))
    numbered = [(i if i < star else i - len(pattern.patterns), p) for i, p in enumerate(pattern.patterns) if i != star]
    return [(_item(subject, i, p), p) for i, p in numbered]


def _given_rest(subject: Any, pattern: Any, star: int) -> list[Any]:
    """rest = list(subject[1:-1])"""
    behind = len(pattern.patterns) - 1 - star
    end = at_place_of(pattern, _ast.UnaryOp(_ast.USub(), at_place_of(pattern, _ast.Constant(behind)))) if behind else None
    part = at_place_of(pattern, _ast.Slice(at_place_of(pattern, _ast.Constant(star)), end, None))
    rest = at_place_of(pattern, _ast.Subscript(subject, part, _ast.Load()))
    listed = at_place_of(pattern, _ast.Call(at_place_of(pattern, _ast.Name("list", _ast.Load())), [rest], []))
    name = pattern.patterns[star].name
    return [at_place_of(pattern, _ast.Assign([at_place_of(pattern, _ast.Name(name, _ast.Store()))], listed))]


def _item(subject: Any, number: int, pattern: Any) -> Any:
    if isinstance(subject, _ast.Tuple):
        return copy_tree(subject.elts[number])
    return at_place_of(pattern, _ast.Subscript(subject, at_place_of(pattern, _ast.Constant(number)), _ast.Load()))


def holds_sequence(node: Any) -> bool:
    """Whether a `match` looks into tuples."""
    return any(isinstance(p, _ast.MatchSequence) for case in node.cases for p in _walk(case.pattern))
