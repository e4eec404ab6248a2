"""What the text of a function changes in place: the one answer for all that ask who changes an array, a list or an object.

    __init__.py    what one statement or one call changes, and under which names
    methods.py     methods and functions of libraries by what they change
    outputs.py     which calls of NumPy's functions store into what they are given
    names.py       which names stand for one array or for a view of it
    stored_rows.py  parts of lists of tuples that others take the place of, for lists/rows.py
    row_places.py  where the lists in a list get other places
    only_reads.py  whether a function does nothing with lists but read them
    begun_again.py  which names stand for something of the function's own from a statement on, for only_reads.py
    earlier_reads.py  names and fields that are read before the same statement changes them, for plainer.py
    shown_parts.py  what is shown beside a call that changes it
    fields.py      which calls may change fields of objects
    last_uses.py   which statements are the last ones that see the value of a name
    put_last.py    lists that grow, and are put away before their names get another list
    entries_in_ways.py  entries of a dict that may not be there, or come into another one
    only_grow.py   whether all that a function changes is lists that grow
    function_attributes.py  attributes of functions, as names, for plainer.py
    given_anew.py  what a call gives and the function then makes anew under the same name

Problem: a copy in the place of a view, a list that is taken apart and a call that is made again are right only where nobody changes
         what they stand for.
Choice:  each node of the text gives the expressions that it changes; whoever asks looks at the names in them. A function that keeps
         something between its calls, as a generator of random numbers does, changes itself: the expression that is called is given.
Rejected: a list of statements that are known to be harmless for each question: these lists differed.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Container, Iterable
from types import FunctionType
from typing import Any

from unpython import _bindings, _host
from unpython._library.by_name import CHANGE_FIRST
from unpython._local_names import local_names
from unpython._writing.calls import OwnCall
from unpython._writing.changes.methods import (
    DRAWS,
    OF_ARRAYS,
    OF_CONTAINERS,
    OF_MODULES,
    OF_TEXTS,
    PUT_IN,
    READS,
    SEARCHES,
    STORES,
)
from unpython._writing.changes.names import may_be_view, mentions, names_of
from unpython._writing.changes.outputs import of_function, of_method
from unpython._writing.nodes import is_text, walk


class Changes:
    """What the nodes of one `def` change."""

    def __init__(self, function: FunctionType, node: Any, depth: int = 0):
        """`node`: the `def` or the lambda; `depth`: how many calls lead to it."""
        self._function = function
        self._depth = depth
        within = [n for n in walk(node) if n is not node]
        self.inner = {n.name: n for n in within if isinstance(n, ast.FunctionDef)}  # what they do stands among the nodes
        stored = {n.id for n in within if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
        arguments = {n.arg for n in within if isinstance(n, ast.arg)}
        named = [n for n in within if isinstance(n, ast.Assign) and isinstance(n.value, ast.Lambda) and len(n.targets) == 1]
        lambdas = {n.targets[0].id: n.value for n in named if isinstance(n.targets[0], ast.Name)}
        stores = [n.id for n in within if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
        self._known = {name for name in self.inner if name not in stored | arguments}
        self._known |= {name for name in lambdas if stores.count(name) == 1 and name not in arguments}
        self.inner |= {name: n for name, n in lambdas.items() if name not in self.inner}  # type: ignore[misc]
        self.local = frozenset((*local_names(function), *self.inner, *stored, *arguments))

    def of(self, node: ast.AST) -> list[ast.expr]:
        """What one node changes in place, without what the nodes inside it change."""
        if isinstance(node, (ast.Subscript, ast.Attribute)):
            return [] if isinstance(node.ctx, ast.Load) else [node.value]
        if isinstance(node, ast.AugAssign):
            return [node.target] if isinstance(node.target, ast.Name) else []
        if isinstance(node, OwnCall):  # what stands for rng.shuffle(x)
            return node.elts[1:] if getattr(node.function, "__name__", "") == "shuffle" else []
        return self._of_call(node) if isinstance(node, ast.Call) else []

    def name_of(self, node: ast.expr) -> str:
        """The full name of what a library gives; empty for anything else."""
        binding = _bindings.of_node(self._function, node, self.local)
        if binding is None:
            return ""
        if isinstance(binding.value, type) and issubclass(binding.value, BaseException):
            return "builtins." + binding.value.__name__
        if isinstance(binding.value, type) and binding.value.__module__ in ("collections", "datetime"):
            return f"{binding.value.__module__}.{binding.value.__name__}"
        if getattr(binding.value, "__module__", "") == "cmath":
            return f"cmath.{binding.value.__name__}"
        return binding.target if binding.kind == "library" else _host.statistics(binding.value)

    def _of_call(self, node: ast.Call) -> list[ast.expr]:
        given = [*node.args, *(k.value for k in node.keywords)]
        called = self.name_of(node.func)
        if called:
            return self._of_library(node, called, given)
        out = [k.value for k in node.keywords if k.arg == "out"]
        if isinstance(node.func, ast.Name) and node.func.id in self._known:
            return out
        binding = _bindings.of_node(self._function, node.func, self.local)
        if binding is not None and _only_searches(binding.value, node):
            return []
        helper = None if binding is None else _bindings.python_function(binding.value)
        if helper is not None:  # what it does elsewhere is not looked for
            return [node.func, *self._of_helper(node, helper, given)]
        return self._of_method(node, node.func, given) if isinstance(node.func, ast.Attribute) else [node.func, *given]

    def _of_library(self, node: ast.Call, called: str, given: list[ast.expr]) -> list[ast.expr]:
        path = set(called.split("."))
        if any(map(self._changes_items, given)):
            return [node.func, *given]
        if called.startswith("numpy.") and isinstance(node.func, ast.Attribute) and node.func.attr == "at":
            return given[:1]  # np.add.at(x, places, values)
        found = of_function(called, node)
        if called in CHANGE_FIRST or path & STORES:
            found = [*found, *(node.args[:1] or given)]
        return [*found, node.func] if path & OF_MODULES else found

    def _changes_items(self, node: ast.expr) -> bool:
        """map(fill, x): a function that changes what it is given."""
        binding = _bindings.of_node(self._function, node, self.local)
        helper = None if binding is None else _bindings.python_function(binding.value)
        return helper is not None and bool(_changed_parameters(helper, self._depth + 1))

    def _of_helper(self, node: ast.Call, helper: FunctionType, given: list[ast.expr]) -> list[ast.expr]:
        changed = _changed_parameters(helper, self._depth + 1)
        if any(isinstance(a, ast.Starred) for a in node.args) or any(k.arg is None for k in node.keywords):
            return given if changed else []
        by_place = helper.__code__.co_varnames[: helper.__code__.co_argcount]
        named = [*zip(by_place, node.args), *((k.arg, k.value) for k in node.keywords)]
        rest = node.args[len(by_place) :] if changed else []
        return [*(value for name, value in named if name in changed), *rest]

    def _of_method(self, node: ast.Call, method: ast.Attribute, given: list[ast.expr]) -> list[ast.expr]:
        if isinstance(method.value, ast.Call) and self.name_of(method.value.func) == "datetime.date":
            return []  # nothing changes a date
        if method.attr in OF_CONTAINERS or method.attr in DRAWS:
            return [method.value]
        if method.attr == "partition" and node.args and is_text(node.args[0]):
            return []  # of a text
        if method.attr in OF_ARRAYS:  # or of a class of the program: b.put(x)
            return [method.value, *(e for e in given if names_in([e]))]
        if method.attr in READS or method.attr in OF_TEXTS:
            return of_method(method.attr, node)
        helper = _bindings.python_function(getattr(self.class_of(method.value), method.attr, None))
        if helper is not None and not _changed_parameters(helper, self._depth + 1):
            return []
        return [method.value, *given]

    def class_of(self, owner: ast.expr) -> Any:
        """That of Point(x, y), and where super() looks."""
        if not isinstance(owner, ast.Call):
            return None
        if self.name_of(owner.func) == "builtins.super":
            cells = dict(zip(self._function.__code__.co_freevars, self._function.__closure__ or (), strict=True))
            own = cells["__class__"].cell_contents if "__class__" in cells and not owner.args else None
            return None if own is None else super(own, own)
        of = _bindings.of_node(self._function, owner.func, self.local)
        return of.value if of is not None and isinstance(of.value, type) else None


def stays(name: str, function: FunctionType, may_return: bool = False) -> bool:
    """Whether no statement of a function may change an array, or what is made of it, or gives that to others as it is."""
    from unpython._writing.plainer import find_source

    node = find_source(function).node
    names = names_of(node, {name})
    changed = changed_names(function, node)
    changes = Changes(function, node)
    made_anew = ("numpy.append", "numpy.insert")  # no methods: these put an array nowhere
    others = [n for n in walk(node) if not isinstance(n, ast.Call) or changes.name_of(n.func) not in made_anew]
    return changed is not None and not names & changed and not any(_gives_away(n, names, may_return) for n in others)


def _gives_away(node: ast.AST, names: set[str], may_return: bool) -> bool:
    """return x, yield x, other.held = x, held.append(x)"""
    if isinstance(node, ast.Return):
        return not may_return and node.value is not None and may_be_view(node.value, names)
    if isinstance(node, (ast.Yield, ast.YieldFrom)):
        return node.value is not None and mentions(node.value, names)
    if isinstance(node, ast.Assign):
        return any(isinstance(t, ast.Attribute) for target in node.targets for t in walk(target)) and may_be_view(node.value, names)
    is_put = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in PUT_IN
    return is_put and any(may_be_view(a, names) for a in node.args)  # type: ignore[attr-defined]


def changed_names(function: FunctionType, node: Any, lists: Container[str] = (), depth: int = 0) -> set[str] | None:
    """The names whose arrays a `def` may change in place; None where it may be any. `lists`: names of lists, which may get other
    items, but whose items stay as they are if the name is not among the found ones."""
    changes = Changes(function, node, depth)
    updated = {id(n.target) for n in walk(node) if isinstance(n, ast.AugAssign)}
    found: set[str] = set()
    for n in walk(node):
        holder = None if id(n) in updated else _holder(n)
        changed = [e for e in changes.of(n) if e is not getattr(n, "func", None)]  # what a function keeps is none of these arrays
        found |= names_in(e for e in changed if not (e is holder and isinstance(e, ast.Name) and e.id in lists))
    for part in changes.inner.values():  # what an inner function stores into may be what it is given
        if found & {a.arg for a in walk(part.args) if isinstance(a, ast.arg)}:
            return None
    return found


def _only_searches(function: Any, node: ast.Call) -> bool:
    """re.findall(p, x), and p.sub("", x) of a pattern of the module"""
    of_pattern = type(getattr(function, "__self__", None)) is re.Pattern
    name = getattr(function, "__name__", "")
    if name not in SEARCHES or not (of_pattern or (getattr(function, "__module__", "") == "re" and isinstance(function, FunctionType))):
        return False
    put = node.args[0 if of_pattern else 1 :][:1]
    return name not in ("sub", "subn") or (not node.keywords and bool(put) and is_text(put[0]))  # a function may change something


def _holder(node: Any) -> ast.expr | None:
    """x of x[i] = y and of x.append(y)"""
    place = node.func if isinstance(node, ast.Call) else node
    return place.value if isinstance(place, (ast.Attribute, ast.Subscript)) else None


def names_in(changed: Iterable[ast.expr]) -> set[str]:
    """The names whose objects are changed: x of x[i].y; all in what is computed, of which one may be given."""
    found: set[str] = set()
    for expression in changed:
        root = root_of(expression)
        found |= {n.id for n in walk(root) if isinstance(n, ast.Name)}
    return found


def root_of(node: ast.expr) -> ast.expr:
    while isinstance(node, (ast.Subscript, ast.Attribute, ast.Starred)):
        node = node.value
    return node


_MOST_CALLS = 3  # of functions in functions


def _changed_parameters(function: FunctionType, depth: int) -> set[str]:
    """The parameters into which a function may store."""
    from unpython._find_source import SourceNotFound
    from unpython._writing.plainer import find_source

    code = function.__code__
    parameters = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    try:
        node = find_source(function).node if depth <= _MOST_CALLS else None
    except SourceNotFound:
        node = None
    changed = changed_names(function, node, (), depth) if node is not None and not node.args.vararg and not node.args.kwarg else None
    return {*parameters, "*"} if changed is None else {name for name in parameters if changed & names_of(node, {name})}
