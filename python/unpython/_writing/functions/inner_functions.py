"""Functions inside of a function, and functions that keep their values (functools.lru_cache), written where they are called.

    def fib(k):                              calls = 0
        nonlocal calls                       ... what fib does, with names of its own, where it is called
        calls += 1
        ...

Problem:  what an inner function holds of the function around it is a number or an array for the compiler; lists of tuples, dicts, sets
          and texts are known in the function that has them only.
Choice:   its statements stand where it is called, so all that is said of lists, dicts, ... holds in them too. A function that calls
          itself is a loop before (recursion.py); one that keeps its values has a dict of them.
Rejected: dicts and texts as arguments of inner functions.

A function beside this one is written so too where it returns None on some ways and a value on others, so that names that may be None
(flag_nothing.py) hold what it gives, where there are texts, and where a `try` calls it, so that what it raises is caught (caught/statements.py).

Asked only where a function was refused as it is. A function that is used in any other way than to call it stays as it is.
"""

from __future__ import annotations

import ast
import functools
from types import FunctionType, ModuleType
from typing import Any

from unpython import _bindings
from unpython._find_source import SourceNotFound
from unpython._library.python_functions.recursion import (
    check_depth,
    check_depth_of_kept,
)
from unpython._local_names import local_names, names_read, values_read
from unpython._writing import nothing
from unpython._writing.calls import full_name
from unpython._writing.flow import names_stored_into
from unpython._writing.functions import asked_sets, call_stars, kept_lists, kept_paths, kept_values, known_parameters, passed_names, recursion
from unpython._writing.functions.inliner import Inliner
from unpython._writing.functions.inlining import (
    bound,
    inlined,
    may_be_inlined,
    may_read_no_value,
    name_before,
    numbers_of_calls,
    returned_name,
    without_text,
)
from unpython._writing.functions.own_calls import NotWritten
from unpython._writing.functions.returns import ended
from unpython._writing.names import assigned_names
from unpython._writing.nodes import copy_tree, walk
from unpython._writing.plainer import find_source
from unpython._writing.text import own_names

_KEEPS = ("functools.lru_cache", "functools.cache")
_MOST_ROUNDS = 6


def rewritten(
    function: FunctionType, node: Any, lists: frozenset[str] = frozenset(), has_texts: bool = False
) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` without inner functions, the names that came with that, and what free names it relies on. `lists`: the parameters that
    are lists of numbers; `has_texts`: others are texts, or hold some."""
    for beside in (True, False):
        try:
            return _written(function, node, lists, beside, has_texts)
        except (NotWritten, SourceNotFound):
            continue
    return node, frozenset(), []


def _written(
    function: FunctionType, node: Any, lists: frozenset[str], beside: bool, has_texts: bool
) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    made = own_names.renamed(copy_tree(node))
    known = local_names(function)
    made = kept_paths.rewritten(asked_sets.rewritten(made, lambda f: full_name(f, function, known)), lambda f: full_name(f, function, known))
    if beside:
        made = _passed_called(function, made, has_texts)
    finder = _Finder(function, made, lists)
    if beside:
        finder.look_beside(has_texts)
    if not finder.found:
        return node, frozenset(), []
    made.body = _without_definitions(made.body, finder.found)
    numbers = numbers_of_calls(node)
    own = local_names(function)
    for _ in range(_MOST_ROUNDS):
        if beside:
            finder.look_beside(has_texts)  # again for functions that were passed on
        if not any(isinstance(n, ast.Name) and n.id in finder.found for n in walk(made)):
            break
        names = own | set(assigned_names(made.body))
        made.body = _Calls(function, finder.found, frozenset(names - finder.changed), numbers).statements(made.body)
    else:
        raise NotWritten
    stored = {n.id for n in walk(made) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
    stored |= {n.arg for n in walk(made) if isinstance(n, ast.arg)}
    made.runs_again = finder.keeps or getattr(node, "runs_again", False)
    made.lines_beside = [*getattr(node, "lines_beside", ()), *finder.lines_beside]
    ast.fix_missing_locations(made)
    if finder.keeps and not _may_run_again(function, made, stored, {n for f in finder.found.values() for n in getattr(f, "copied_lists", ())}):
        raise NotWritten
    return made, frozenset(stored), finder.used


def _may_run_again(function: FunctionType, made: Any, names: set[str], copied: set[str]) -> bool:
    """`copied`: the lists of a function that calls itself, each of which is that of one call."""
    from unpython import _attempts

    parameters = function.__code__.co_varnames[: function.__code__.co_argcount + function.__code__.co_kwonlyargcount]
    is_copied = {name for name in names if name_before(name) in copied}
    return _attempts.may_run_again(function, own=(names - set(parameters) - names_stored_into(made.body)) | is_copied, node=made)


def _passed_called(function: FunctionType, node: Any, has_texts: bool) -> Any:
    """The `def` that calls functions of its own, and those beside it that are written where they are called, in place of passing them."""
    known = local_names(function)
    if has_texts:
        passed_names.define(node)
    inner = {n.name for n in walk(node) if isinstance(n, ast.FunctionDef) and n is not node}

    def is_wanted(name: str) -> bool:
        if name in known:
            return has_texts and name in inner
        passed = _bindings.python_function(_bindings.resolve(function, name, []).value)
        return passed is not None and _sees_the_same(passed, function) and (has_texts or _gives_none(passed, set()))

    return passed_names.written(node, is_wanted, lambda f: _python_name(f, function, known))


def _python_name(node: ast.expr, function: FunctionType, known: frozenset[str]) -> str:
    """Of what Python has for all, and of classes of collections."""
    binding = _bindings.of_node(function, node, known)
    if binding is None:
        return ""
    if binding.kind == "library":
        return binding.target.removeprefix("builtins.") if binding.target.startswith("builtins.") else ""
    return binding.value.__name__ if isinstance(binding.value, type) and binding.value.__module__ == "collections" else ""


class _Finder:
    """`found`: the functions by name, each a `def` that does not call itself; `keeps`: whether one of them keeps its values."""

    def __init__(self, function: FunctionType, node: Any, lists: frozenset[str]):
        self._function = function
        self._lists = lists - set(assigned_names(node.body))
        self._node = node
        self._own = local_names(function)
        self.used: list[_bindings.Binding] = []
        self.found: dict[str, Any] = {}
        self.keeps = False
        self.changed: set[str] = set()  # names that calls may change
        self.lines_beside: list[str] = []  # the text of functions beside this one
        nodes = list(walk(node))
        called = {id(n.func) for n in nodes if isinstance(n, ast.Call)}
        others = {n.id for n in nodes if isinstance(n, ast.Name) and id(n) not in called}
        inner = [n for n in nodes if isinstance(n, ast.FunctionDef) and n is not node]
        memos: list[ast.stmt] = []
        for definition in inner:
            name = definition.name
            is_alone = sum(n.name == name for n in inner) == 1 and name not in others
            if not is_alone or any(isinstance(n, (ast.FunctionDef, ast.Lambda)) for s in definition.body for n in walk(s)):
                raise NotWritten
            if may_read_no_value(definition):
                raise NotWritten
            memos += self._add(name, definition, self._is_kept(definition))
        for name in {n.func.id for n in nodes if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)} - self._own - self.found.keys():
            memos += self._kept_outside(name) if name not in others else []
        node.body = [*memos, *node.body]

    def _kept_outside(self, name: str) -> list[ast.stmt]:
        """A function beside this one that keeps its values."""
        binding = _bindings.resolve(self._function, name, [])
        if isinstance(binding.value, FunctionType):
            return self._of_lists_outside(name, binding)
        if not isinstance(binding.value, functools._lru_cache_wrapper):
            return []
        wrapped = binding.value.__wrapped__
        if not isinstance(wrapped, FunctionType) or wrapped.__globals__ is not self._function.__globals__ or wrapped.__code__.co_freevars:
            raise NotWritten
        self.used.append(binding)
        definition = copy_tree(find_source(wrapped).node)
        if not isinstance(definition, ast.FunctionDef) or definition.name != name:
            raise NotWritten
        return self._add(name, definition, True)

    def _of_lists_outside(self, name: str, binding: _bindings.Binding) -> list[ast.stmt]:
        """A function beside this one that calls itself with other lists."""
        function = binding.value
        if function.__globals__ is not self._function.__globals__ or function.__code__.co_freevars or name not in names_read(function):
            return []
        definition = copy_tree(find_source(function).node)
        if not isinstance(definition, ast.FunctionDef) or definition.name != name or definition.decorator_list:
            return []
        lists = self._given_lists(definition)
        if not lists or not getattr(recursion.rewritten(function, copy_tree(definition), True, lists)[0], "own_lists", []):
            return []
        self.used.append(binding)
        return self._add(name, definition, False)

    def look_beside(self, has_texts: bool) -> None:
        """Notes the functions beside this one that return None on some ways, and all that there are where there are texts, or that a
        `try` calls."""
        left: list[tuple[Any, bool]] = [(self._node, has_texts)]
        seen: set[str] = set()
        while left:
            node, takes_all = left.pop()
            nodes = list(walk(node))
            tried = {c.id for n in nodes if isinstance(n, ast.Try) for s in n.body for c in walk(s) if isinstance(c, ast.Name)}
            called = {id(n.func): n.func.id for n in nodes if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)}
            others = {n.id for n in nodes if isinstance(n, ast.Name) and id(n) not in called}
            for name in sorted({*called.values()} - others - self._own - self.found.keys() - seen):
                seen.add(name)
                all_of_it = takes_all or name in tried
                found = self._beside(name, all_of_it)
                left += [] if found is None else [(found, all_of_it)]

    def _beside(self, name: str, is_written: bool) -> Any:
        """The function of that name; `is_written`: also where it returns no None."""
        binding = _bindings.resolve(self._function, name, [])
        function = _bindings.python_function(binding.value)
        if function is None or not _sees_the_same(function, self._function) or function.__code__.co_freevars:
            return None
        try:
            source = find_source(function)
        except SourceNotFound:
            return None
        definition = source.node
        is_plain = isinstance(definition, ast.FunctionDef) and (not definition.decorator_list or _is_compiled(binding.value, definition))
        calls_itself = not {name, definition.name}.isdisjoint(names_read(function))
        if is_plain and calls_itself and is_written and not definition.decorator_list:
            return self._of_itself(name, binding, source)
        if not is_plain or calls_itself or not (is_written or _gives_none(function, set())):
            return None
        definition = nothing.ways_apart(definition)
        definition.is_beside = True
        definition.shown = function.__qualname__
        known_parameters.put_defaults(definition, function)
        if not may_be_inlined(definition):
            return None
        self.used += [binding, *source.relies_on]
        self.lines_beside += source.lines
        self.found[name] = definition
        return definition

    def _of_itself(self, name: str, binding: _bindings.Binding, source: Any) -> Any:
        """A function that calls itself, as a loop; None where it is none here."""
        try:
            self._add(name, copy_tree(source.node), False)
        except NotWritten:
            return None
        self.used += [binding, *source.relies_on]
        self.lines_beside += source.lines
        return self.found[name]

    def _given_lists(self, definition: ast.FunctionDef) -> frozenset[str]:
        """The parameters to which each call from outside gives a list of numbers."""
        own = {id(n) for n in walk(definition)}
        calls = [
            n for n in walk(self._node)
            if isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id == definition.name and id(n) not in own
        ]  # fmt: skip
        if not calls:
            return frozenset()
        is_list = kept_lists.ListExpressions(set(self._lists), lambda f: full_name(f, self._function, self._own) in kept_lists.MAKERS)
        if any(isinstance(a, ast.Starred) for call in calls for a in call.args):
            return frozenset()
        values = [bound(definition, call, None, is_method=False) for call in calls]
        return frozenset(name for name in values[0] if all(is_list(given[name]) for given in values))

    def _is_kept(self, definition: ast.FunctionDef) -> bool:
        """Whether its decorator is functools.cache or lru_cache."""
        if not definition.decorator_list:
            return False
        decorator = definition.decorator_list[0]
        named = decorator.func if isinstance(decorator, ast.Call) else decorator
        if len(definition.decorator_list) > 1 or full_name(named, self._function, self._own) not in _KEEPS:
            raise NotWritten
        return True

    def _add(self, name: str, definition: ast.FunctionDef, is_kept: bool) -> list[ast.stmt]:
        """Notes a function; what the function around it begins with."""
        memo: list[ast.stmt] = []
        if is_kept:
            self.keeps = True
            memo = kept_values.keep(definition, f"_kept_of_{name}_")
        check = check_depth_of_kept if is_kept else check_depth
        made, _, used = recursion.rewritten(self._function, definition, True, self._given_lists(definition), check, True)
        self.keeps |= getattr(made, "runs_again", False)
        if any(isinstance(n, ast.Name) and n.id == name for s in made.body for n in walk(s)):
            raise NotWritten
        self.used += used
        self.changed |= {name for s in made.body if isinstance(s, ast.Nonlocal) for name in s.names}
        self.found[name] = made
        return memo


def _sees_the_same(function: FunctionType, other: FunctionType) -> bool:
    """Whether what a function reads outside is the same where the other one stands: of another module, only modules and what Python has."""
    own, around = function.__globals__, other.__globals__
    read = names_read(function) & (own.keys() | around.keys())
    return own is around or all(isinstance(own.get(name), ModuleType) and own[name] is around.get(name) for name in read)


def _gives_none(function: FunctionType, seen: set[Any]) -> bool:
    """Whether a function, or one that it calls, returns None on some ways and a value on others."""
    seen.add(function)
    try:
        node = find_source(function).node
    except SourceNotFound:
        return False
    if isinstance(node, ast.FunctionDef) and nothing.returns_both(node.body):
        return True
    called = [_bindings.python_function(value) for value in values_read(function)]
    return any(f is not None and _sees_the_same(f, function) and f not in seen and _gives_none(f, seen) for f in called)


def _is_compiled(value: Any, definition: ast.FunctionDef) -> bool:
    """Whether the only decorator of a function is jit, without types."""
    decorator = definition.decorator_list[0]
    is_plain = not isinstance(decorator, ast.Call) or (not decorator.args and all(k.arg not in (None, "locals") for k in decorator.keywords))
    return is_plain and len(definition.decorator_list) == 1 and not isinstance(value, FunctionType)


def _without_definitions(body: list[ast.stmt], found: dict[str, Any]) -> list[ast.stmt]:
    if any(isinstance(n, ast.FunctionDef) for s in body if not isinstance(s, ast.FunctionDef) for n in walk(s)):
        raise NotWritten
    first_calls = [i for i, s in enumerate(body) if not isinstance(s, ast.FunctionDef) and any(isinstance(n, ast.Name) and n.id in found for n in walk(s))]
    last = max((i for i, s in enumerate(body) if isinstance(s, ast.FunctionDef)), default=-1)
    if first_calls and first_calls[0] < last:
        raise NotWritten
    return [part for s in body for part in (_defaults(s) if isinstance(s, ast.FunctionDef) else [s])]


def _defaults(definition: ast.FunctionDef) -> list[ast.stmt]:
    """What is left of a definition: its defaults are evaluated where it stands, whether or not a call needs them."""
    values = [*definition.args.defaults, *(d for d in definition.args.kw_defaults if d is not None)]
    return [ast.copy_location(ast.Expr(v), v) for v in values if not isinstance(v, ast.Constant)]


class _Calls(Inliner):
    def __init__(self, function: FunctionType, found: dict[str, Any], own: frozenset[str], numbers: Any):
        super().__init__(own, numbers)
        self._function = function
        self._found = found

    def _target(self, node: Any) -> Any:
        is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        return self._found.get(node.func.id) if is_call else None

    def _builtin(self, node: ast.expr) -> str:
        return _python_name(node, self._function, self._own)

    def _as_function(self, definition: Any, parameter: str, value: Any) -> ast.expr | None:
        """A function that is given, as one that stays what it is: a name of one beside this one, or a lambda with a name."""
        if getattr(value, "is_known", False) and {n.id for n in walk(value) if isinstance(n, ast.Name)} & (self._own | self.names):
            raise NotWritten  # the names of a default that stands elsewhere
        if isinstance(value, ast.Lambda) and known_parameters.is_only_called(definition, parameter, value, self._found.keys()):
            made: Any = ast.FunctionDef(self._new_name(), value.args, [ast.Return(value.body)], [], None)
            self._found[made.name] = ast.fix_missing_locations(ast.copy_location(made, value))
            made.is_lambda = True
            known: Any = ast.Name(made.name, ast.Load())
        elif isinstance(value, ast.Name) and value.id in self._found:
            known = ast.Name(value.id, ast.Load())
        else:
            binding = _bindings.of_node(self._function, value, self._own | self.names) if isinstance(value, (ast.Name, ast.Attribute)) else None
            if binding is None or isinstance(binding.value, type) or not callable(binding.value):
                return None
            known = copy_tree(value)
        known.is_function = True
        named: ast.expr = ast.copy_location(known, value)
        return named

    def _shown(self, definition: Any) -> str:
        name = "<lambda>" if getattr(definition, "is_lambda", False) else definition.name
        return getattr(definition, "shown", f"{self._function.__qualname__}.<locals>.{name}")

    def _called(self, node: Any, result: ast.Name | None) -> list[ast.stmt]:
        definition = self._target(node)
        first, node = call_stars.without_stars(definition, node, self._shown(definition), self._new_name)
        first = self.statements(first)
        values = bound(definition, node, None, is_method=False)
        before, parts = self._in_order(list(values.values()))
        before = [*first, *before]
        given = dict(zip(values, parts, strict=True))
        for parameter, value in given.items():
            known = self._as_function(definition, parameter, value)
            if known is not None:
                given[parameter] = known
            elif isinstance(value, ast.Name) and value.id not in self._own | self.names:
                held = self._name(node)  # the name may stand for something else when the parameter is read
                before.append(self._store(held, value, node))
                given[parameter] = held
        for parameter in getattr(definition, "own_lists", ()):
            given[parameter] = ast.copy_location(kept_lists.copied(given[parameter]), node)
        is_beside = getattr(definition, "is_beside", False)
        taken = self._own | self.names if is_beside else ()
        own = returned_name(definition) if is_beside and result is not None else None
        moved = {own: result.id} if own is not None and result is not None else {}  # d = count(s): no second name for a dict
        body = inlined(definition, without_text(definition.body), given, node, self._numbers, taken, moved)
        return [*before, *ended(body, result, node, self._numbers)]
