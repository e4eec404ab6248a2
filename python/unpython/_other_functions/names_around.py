"""Functions that name lists, dicts, sets and objects around them: each such name is a parameter of another function, which is given
what the name stands for at each call.

    WEIGHTS = [0.25, 0.75]              def f(x, WEIGHTS):
    def h(x): return x * WEIGHTS[1]         def h(x): return x * WEIGHTS[1]
    def f(x): return h(x) + WEIGHTS[0]      return h(x) + WEIGHTS[0]

Problem:  a list around a function may hold other items at each call, and the function may change it.
Choice:   all of that is known of arguments (_taken_apart.py), so the list becomes one. Functions that name one too are written inside.
Rejected: lists as constants of the program, and a second way to read them.

What a name stands for is looked up when the call begins. A function that gives a name to something else (`global`), or that lets Python
run code of the user meanwhile, stays as it is.
"""

from __future__ import annotations

import array
import ast
import collections
import dis
import inspect
from collections.abc import Iterator
from types import CodeType, FunctionType, ModuleType
from typing import Any

from unpython import _bindings, _find_source, _records
from unpython._find_source import FunctionSource, SourceNotFound
from unpython._host import HostFunction
from unpython._layouts import CHANGES_COPIES
from unpython._other_functions.made_function import function_of
from unpython._writing import constants
from unpython._writing.nodes import copy_tree, walk

_CONTAINERS = (list, dict, set, frozenset, array.array, collections.OrderedDict, collections.defaultdict, collections.Counter, collections.deque)
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Yield, ast.YieldFrom, ast.Await)
_DEFAULTS = (bool, int, float, complex, str, type(None))
_MOST_FUNCTIONS = 16
OF_CLASSES = "unpython_of_classes"  # of the other function: by class and attribute, the parameters for what a class has

Path = tuple[str, ...]  # a name, and attributes


class _NotTaken(Exception):
    """A function that stays as it is."""


def taking_names(
    py_func: FunctionType, declared: tuple[Any, ...] | None, settings: tuple[dict[str, str], dict[str, Any], str], variants: dict[Any, Any]
) -> tuple[Any, tuple[_bindings.AccessPath, ...], tuple[tuple[_bindings.AccessPath, Any], ...]] | None:
    """The function that takes what names around this one stand for behind its own arguments, where that is found, and what must be the
    same object as now. None where nothing is to be taken so. Of a function that changes copies nothing is: what is around it may be what
    was copied, and who takes names first is told so (changed_holders.py)."""
    if hasattr(py_func, CHANGES_COPIES):
        return None
    try:
        around = _Around(py_func)
        if not around.taken:
            return None
        key = ("names around", *((id(access[0]), *access[1:]) for access in around.accesses()), *map(_text_of, around.nested.values()))
        if key not in variants:
            from unpython.decorators import make_function

            count = len(around.taken)
            entries = None if declared is None else (*declared[:-1], *(None,) * count, *declared[-1:])
            made = make_function(around.function(), entries, *settings)
            # What stands here is never replaced: calls of other threads are running it, and do not own it.
            variants.setdefault(key, (made, around.accesses()))
    except (_NotTaken, SourceNotFound, RecursionError):
        return None
    return variants[key][0], variants[key][1], tuple(around.guards)


class _Scope:
    """A function of the user: its `def`, and its names. `own`: those of itself and of all functions in it; `free`: the others."""

    def __init__(self, function: FunctionType):
        self.function = function
        self.source = _find_source.find_source(function)
        codes = list(_codes(function.__code__))
        self.own = {name for code in codes for name in (*code.co_varnames, *code.co_cellvars)}
        found = [i for code in codes for i in dis.get_instructions(code) if i.opname.endswith(("_GLOBAL", "_NAME"))]
        self.stored = {i.argval for i in found if not i.opname.startswith("LOAD")}
        self.free = ({i.argval for i in found if i.opname.startswith("LOAD")} | {*function.__code__.co_freevars}) - self.own - self.stored
        if not isinstance(self.source.node, ast.FunctionDef):
            raise _NotTaken

    def places(self) -> Iterator[tuple[Any, Path]]:
        """The free names, each with the attributes behind it: `a.b` of `a.b[0]`."""
        inner = set()
        for node in _nodes(self.source.node):
            if id(node) in inner or not isinstance(node, (ast.Name, ast.Attribute)):
                continue
            root, attributes = _bindings.dotted(node)
            part: Any = node
            while isinstance(part, ast.Attribute):
                part = part.value
                inner.add(id(part))
            if isinstance(root, ast.Name) and root.id in self.free:
                yield node, (root.id, *attributes)


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for value in code.co_consts:
        if isinstance(value, CodeType):
            yield from _codes(value)


def _nodes(node: Any) -> Iterator[ast.AST]:
    """What the body holds, outer nodes first."""
    return (n for statement in node.body for n in walk(statement))


class _Around:
    """What a function, and those that it calls, name around them. `taken`: what becomes a parameter, and its name; `nested`: the functions
    that are written inside, by name; `guards`: what must stay what it is."""

    def __init__(self, function: FunctionType):
        self._function = function
        self._scopes: dict[FunctionType, _Scope] = {}
        self._calls: dict[FunctionType, dict[str, FunctionType]] = {}
        self._named: dict[FunctionType, dict[Path, Path]] = {}
        self.guards: list[tuple[_bindings.AccessPath, Any]] = []
        self._look_at(function)
        paths = {path for named in self._named.values() for path in named.values()}
        whole = {path: min((p for p in paths if path[: len(p)] == p), key=len) for path in paths}
        self.taken: dict[Path, str] = dict.fromkeys(sorted({*whole.values()}), "")
        self.nested = self._functions_inside() if self.taken else {}
        if self.taken:
            self._check_names()
            for path in self.taken:
                self.taken[path] = self._parameter(path)

    # What is named.

    def _look_at(self, function: FunctionType) -> None:
        if len(self._scopes) == _MOST_FUNCTIONS:
            raise _NotTaken
        scope = self._scopes[function] = _Scope(function)
        calls: dict[str, FunctionType] = self._calls.setdefault(function, {})
        named: dict[Path, Path] = self._named.setdefault(function, {})
        for node, path in scope.places():
            value = _bindings.lookup(function, path[0])[1]
            helper = _bindings.python_function(value)
            if len(path) == 1 and helper is not None and not _bindings.library_name(value) and helper.__globals__ is self._function.__globals__:
                if getattr(value, "declared", None) is None and not helper.__code__.co_freevars:
                    calls[path[0]] = helper
                continue
            taken = _taken(value, path, node)
            if taken:
                named[path] = taken
            elif len(path) == 1 and isinstance(value, type):
                taken_before = getattr(self._function, OF_CLASSES, {})
                parts = [(*path, attribute) for attribute in _held_by_class(value, function) if (value, attribute) not in taken_before]
                named |= zip(parts, parts, strict=True)
        for helper in {*calls.values()} - self._scopes.keys():
            try:
                self._look_at(helper)
            except SourceNotFound:
                continue
            except _NotTaken:
                if helper is function or len(self._scopes) == _MOST_FUNCTIONS:
                    raise

    def _functions_inside(self) -> dict[str, FunctionType]:
        """The functions that name such a thing, or call one that does, by the names that they are called by; each after those that it
        calls."""
        concerned = {function for function, named in self._named.items() if named}
        while more := {f for f, calls in self._calls.items() if f not in concerned and concerned & {*calls.values()}}:
            concerned |= more
        found: dict[str, FunctionType] = {}
        waiting: list[FunctionType] = []

        def add(function: FunctionType) -> None:
            waiting.append(function)
            for name, helper in self._calls.get(function, {}).items():
                if helper in concerned and name not in found:
                    if helper in waiting:
                        if helper is not function:
                            raise _NotTaken  # they call each other
                    else:
                        add(helper)
                    found[name] = helper
            waiting.pop()

        add(self._function)
        for name, helper in found.items():
            container, value = _bindings.lookup(self._function, name)
            if _bindings.python_function(value) is not helper:
                raise _NotTaken
            self.guards.append(((container, name), value))
        return found

    def _check_names(self) -> None:
        """Whether names mean the same where a function is written inside this one."""
        inside = [self._scopes[f] for f in {self._function, *self.nested.values()}]
        outer = self._scopes[self._function]
        around = {path[0] for path in self.taken}
        renamed = {path[0] for path in self.taken if len(path) == 1}
        for scope in inside:
            if scope.stored & around or any(isinstance(n, _SCOPES) for n in _nodes(scope.source.node) if scope is not outer):
                raise _NotTaken
            for name in scope.free:
                value = _bindings.lookup(scope.function, name)[1]
                if type(value) is HostFunction:
                    raise _NotTaken
            held = {name: _bindings.lookup(self._function, name)[0] for name in scope.free}
            if any(_bindings.lookup(scope.function, name)[0] is not held[name] for name in scope.free):
                raise _NotTaken  # of a closure here, of the module there
            if scope is not outer and self._function not in self.nested.values() and (scope.free - renamed) & outer.own:
                raise _NotTaken

    def _parameter(self, path: Path) -> str:
        own = {name for scope in self._scopes.values() for name in scope.own}
        free = {name for scope in self._scopes.values() for name in scope.free}
        name = "_".join(path)
        while name in own or name in self.taken.values() or (name in free and (name,) != path):
            name += "_"
        return name

    def accesses(self) -> tuple[_bindings.AccessPath, ...]:
        """Where what is taken is found."""
        found = []
        for path in self.taken:
            function = next(f for f, named in self._named.items() if any(p[: len(path)] == path for p in named.values()))
            found.append((_bindings.lookup(function, path[0])[0], *path))
        return tuple(found)

    # The other function.

    def function(self) -> FunctionType:
        source = self._scopes[self._function].source
        node = self._definition(self._function, source.node.name)
        given = [a.arg for a in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)]
        if node.args.vararg is not None or node.args.kwarg is not None:
            raise _NotTaken
        held = ((_bindings.lookup(self._function, path[0])[1], path[1], name) for path, name in self.taken.items() if len(path) == 2)
        of_classes = {(value, attribute): name for value, attribute, name in held if isinstance(value, type)}
        inside = [self._definition(function, self._inner_name(name)) for name, function in self.nested.items()]
        if self._function in self.nested.values():
            names: list[ast.expr] = [ast.Name(name, ast.Load()) for name in given]
            called = next(self._inner_name(name) for name, function in self.nested.items() if function is self._function)
            body: list[ast.stmt] = [ast.copy_location(ast.Return(ast.Call(ast.Name(called, ast.Load()), names, [])), node.body[-1])]
        else:
            body = node.body
        node.args = ast.arguments([], [ast.arg(name) for name in (*given, *self.taken.values())], None, [], [], None, [])
        node.body = [*inside, *(ast.copy_location(ast.Expr(ast.Name(name, ast.Load())), body[0]) for name in of_classes.values()), *body]
        ast.fix_missing_locations(node)
        function = function_of(self._function, node, {})
        setattr(function, OF_CLASSES, of_classes)
        _find_source.keep_parsed(function, self._text(node))
        return function

    def _inner_name(self, name: str) -> str:
        """Of a function that is written inside: that of the one around it means another one."""
        return f"{name}_inside" if name == self._function.__name__ else name

    def _definition(self, function: FunctionType, name: str) -> Any:
        """The `def` of a function, with the parameters in place of what it names around it."""
        scope = self._scopes[function]
        node = copy_tree(scope.source.node)
        node.name, node.decorator_list, node.returns = name, [], None
        arguments = node.args
        for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
            argument.annotation = None
        arguments.defaults = [_default(value) for value in function.__defaults__ or ()]
        keywords = function.__kwdefaults__ or {}
        arguments.kw_defaults = [_default(keywords[a.arg]) if a.arg in keywords else None for a in arguments.kwonlyargs]
        if arguments.vararg is not None or arguments.kwarg is not None:
            raise _NotTaken
        inner: dict[Path, str] = {(name,): self._inner_name(name) for name in self.nested}
        node.body = [_Renamed({**self.taken, **inner}, scope.free).visit(statement) for statement in node.body]
        if scope.source.filename != self._scopes[self._function].source.filename:
            for n in (n for statement in node.body for n in walk(statement)):
                ast.copy_location(n, self._scopes[self._function].source.node)
        return ast.fix_missing_locations(ast.copy_location(node, scope.source.node))

    def _text(self, node: ast.FunctionDef) -> FunctionSource:
        """With the lines of all functions that are written inside, between or behind those of this one."""
        own = self._scopes[self._function].source
        sources = [own, *(self._scopes[f].source for f in self.nested.values())]
        same = [s for s in sources if s.filename == own.filename]
        first = min(s.first_line for s in same)
        lines = [""] * (max(s.first_line + len(s.lines) for s in same) - first)
        for s in same:
            lines[s.first_line - first : s.first_line - first + len(s.lines)] = s.lines
        behind = [line for s in sources if s.filename != own.filename for line in s.lines]
        if self._function in self.nested.values():  # under its own name: rewriters look for it
            behind += ast.unparse(node).splitlines()
        return FunctionSource(node, own.filename, [*lines, *behind], first)


def _text_of(function: FunctionType) -> tuple[Any, ...]:
    """A function, and what it does now: its code may be replaced."""
    return function, function.__code__, repr((function.__defaults__, function.__kwdefaults__))


def _default(value: Any) -> ast.expr:
    if type(value) not in _DEFAULTS:
        raise _NotTaken
    return ast.Constant(value)


def _taken(value: Any, path: Path, node: Any) -> Path:
    """The part of a path that becomes a parameter; empty: none does."""
    for end in range(1, len(path) + 1):
        rest = path[end:]
        if isinstance(value, _CONTAINERS) or (type(value) is tuple and constants.held(_bindings.Binding("", "unsupported", value=value)) is constants.NOTHING):
            return path[:end]
        if not isinstance(value, (ModuleType, type)):
            if type(value) is tuple or isinstance(value, FunctionType) or not _records.is_known(type(value)):
                return ()
            is_stored = len(rest) == 1 and not isinstance(node.ctx, ast.Load)
            if not rest or is_stored or rest[0] not in _records.field_names(value):
                return path[:end]
        elif not rest or (isinstance(value, ModuleType) and value.__name__.split(".")[0] in _bindings.LIBRARIES):
            return ()
        value = getattr(value, rest[0], None)
    return ()


def _held_by_class(of: type, function: FunctionType) -> list[str]:
    """The lists, dicts and sets that a class has for all its objects, and that its methods name which a function may call."""
    if of.__module__ in ("builtins", *_bindings.LIBRARIES):
        return []
    methods = {name: getattr(held, "fget", getattr(held, "__func__", held)) for base in of.__mro__[-2::-1] for name, held in vars(base).items()}
    named = {name for code in _codes(function.__code__) for name in code.co_names}
    found = {name for name in methods if name.startswith("__")}
    waiting = [*found, *(named & methods.keys())]
    while waiting:
        method = methods[waiting.pop()]
        more = {name for code in _codes(method.__code__) for name in code.co_names} if isinstance(method, FunctionType) else set()
        waiting += (more - found) & methods.keys()
        found |= more
    return sorted(name for name in found if isinstance(inspect.getattr_static(of, name, None), _CONTAINERS))


class _Renamed(ast.NodeTransformer):
    def __init__(self, taken: dict[Path, str], free: set[str]):
        self._taken = taken
        self._free = free

    def _named(self, node: Any) -> Any:
        root, attributes = _bindings.dotted(node)
        if not isinstance(root, ast.Name) or root.id not in self._free:
            return self.generic_visit(node)
        name = self._taken.get((root.id, *attributes))
        if name is None:
            return self.generic_visit(node)
        return ast.copy_location(ast.Name(name, node.ctx), node)

    visit_Name = visit_Attribute = _named
