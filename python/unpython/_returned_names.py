"""Which names may stand for the very object that a function gives back, or that it shows as a text.

Problem: a number of a class of its own, as a member of an IntEnum, counts as a plain number in compiled code. Python gives the object
         itself where a function returns it.
Choice:  such a number stays with Python where what a `return`, `yield`, `raise` or text is made of may be the object. Each name is
         followed to all that is ever assigned to it, or put into it: more than happens is said, never less.
"""

from __future__ import annotations

import ast
import enum
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._writing.changes.methods import PUT_IN
from unpython._writing.nodes import walk
from unpython._writing.plainer import find_source

MARK = "unpython_given_back"

_DISPLAYS = (ast.List, ast.Tuple, ast.Set, ast.Dict, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_NEW = frozenset(f"builtins.{name}" for name in "abs all any bool chr complex divmod float hash id int isinstance len ord pow range round".split())
_OF_TEXTS = frozenset(f"builtins.{name}" for name in "ascii format print repr str type".split())
_INTO_FIRST = ("heapq", "bisect", "insort")


def check(py_func: FunctionType, path: str, variants: dict[Any, Any], beginning: str, value: Any) -> None:
    """Raises TypeError where the object that a parameter, a part of one, or the path of a global stands for may be what a call gives
    back. `variants`: of the function."""
    found = _known(py_func, variants)
    if not found.isdisjoint((path, path.partition(".")[0], path.partition("[")[0])):
        error = TypeError(f"{beginning} is of class {type(value).__name__}, and may be given back, or told, as it is: compiled code has its number alone")
        setattr(error, MARK, True)
        raise error


def _known(py_func: FunctionType, variants: dict[Any, Any]) -> frozenset[str]:
    if "returned" not in variants:
        variants["returned"] = _returned(py_func, set())
    return variants["returned"]  # type: ignore[no-any-return]


def gives_members(py_func: FunctionType, variants: dict[Any, Any]) -> bool:
    """Whether check() refuses the function for a member of an enumeration that is a number: `Level.LOW`."""
    around = py_func.__globals__.items()
    classes: dict[str, Any] = {name: found for name, found in around if isinstance(found, enum.EnumMeta) and issubclass(found, int)}
    paths = [path.partition(".") for path in (_known(py_func, variants) if classes else ())]
    return any(first in classes and rest in classes[first].__members__ for first, _, rest in paths)


def _returned(py_func: FunctionType, seen: set[Any]) -> frozenset[str]:
    """Names of parameters and paths of globals, also of the functions that it calls."""
    seen.add(py_func.__code__)
    return _Flow(py_func, find_source(py_func).node, seen).found()


class _Flow:
    def __init__(self, py_func: FunctionType, node: Any, seen: set[Any]) -> None:
        self.py_func, self.seen = py_func, seen
        self.sources: dict[str, list[ast.expr]] = {}
        self.ends: list[ast.expr] = [node.body] if isinstance(node, ast.Lambda) else []
        self.names: set[str] = set()
        code = py_func.__code__
        self.own = {*code.co_varnames, *code.co_cellvars}
        self.given = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        self.own |= {n.id for n in walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
        self.own |= {n.arg for n in walk(node) if isinstance(n, ast.arg)}
        self.stored: list[tuple[ast.expr, ast.expr, ast.expr]] = []
        for n in walk(node):
            self.note(n)
        for each in self.stored:
            self.store(*each)

    def note(self, n: Any) -> None:
        if isinstance(n, ast.Assign):
            for target in n.targets:
                self.put(target, n.value)
        elif isinstance(n, (ast.AnnAssign, ast.NamedExpr)):
            if n.value is not None:
                self.put(n.target, n.value)
        elif isinstance(n, ast.AugAssign):
            self.put(n.target, ast.BinOp(n.target, n.op, n.value))
        elif isinstance(n, (ast.For, ast.comprehension)):
            self.put(n.target, n.iter)
        elif isinstance(n, (ast.Return, ast.Yield, ast.YieldFrom)):
            self.ends += [n.value] if n.value is not None else []
        elif isinstance(n, ast.Lambda):
            self.ends.append(n.body)
        elif isinstance(n, ast.Raise):
            self.ends += n.exc.args if isinstance(n.exc, ast.Call) else []
        elif isinstance(n, (ast.Global, ast.Nonlocal)):
            self.ends += [ast.Name(name, ast.Load()) for name in n.names]
        elif isinstance(n, ast.FormattedValue):
            self.ends.append(n.value)
        elif isinstance(n, ast.BinOp):
            if isinstance(n.op, ast.Mod) and isinstance(n.left, (ast.Constant, ast.JoinedStr)):
                self.ends.append(n.right)
        elif isinstance(n, ast.arguments):
            named = [*n.posonlyargs, *n.args]
            pairs = [*zip(named[len(named) - len(n.defaults) :], n.defaults, strict=True), *zip(n.kwonlyargs, n.kw_defaults, strict=True)]
            for parameter, value in pairs:
                if value is not None:
                    self.put(ast.Name(parameter.arg, ast.Store()), value)
        elif isinstance(n, ast.Call):
            self.note_call(n)

    def note_call(self, n: ast.Call) -> None:
        """What a method, or a function, may put into its object or its arguments."""
        given = [*n.args, *(k.value for k in n.keywords)]
        target = self.target_of(n.func)
        if target in _OF_TEXTS:
            self.ends += given
        elif target.startswith(_INTO_FIRST) and given:
            self.put_into(given[0], given[1:])
        elif isinstance(n.func, ast.Attribute) and not target:
            if isinstance(n.func.value, (ast.Constant, ast.JoinedStr)):
                self.ends += given
            self.put_into(n.func.value, given)
            if n.func.attr in PUT_IN and isinstance(n.func.value, ast.Name) and n.func.value.id in self.given:
                self.ends += given  # the caller sees it
        elif not target:
            for holder in given:
                self.put_into(holder, [other for other in given if other is not holder])

    def put(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Name):
            self.sources.setdefault(target.id, []).append(value)
        elif isinstance(target, (ast.Tuple, ast.List)):
            for part in target.elts:
                self.put(part, value)
        elif isinstance(target, ast.Starred):
            self.put(target.value, value)
        elif isinstance(target, ast.Subscript):
            self.stored.append((target.value, value, target.slice))
        elif isinstance(target, ast.Attribute):
            self.ends.append(value)

    def put_into(self, holder: ast.expr, values: list[ast.expr]) -> None:
        while isinstance(holder, (ast.Subscript, ast.Attribute, ast.Starred)):
            holder = holder.value
        if isinstance(holder, ast.Name) and holder.id in self.own:
            self.sources.setdefault(holder.id, []).append(ast.Tuple(values, ast.Load()))

    def store(self, holder: ast.expr, value: ast.expr, key: ast.expr) -> None:
        """An array holds what NumPy makes of it. Lists and dicts that the caller has are looked at where they are taken apart."""
        root = holder
        while isinstance(root, (ast.Subscript, ast.Attribute)):
            root = root.value
        made = self.sources.get(root.id, []) if isinstance(root, ast.Name) else []
        if not all(self.is_array(source) for source in made):
            is_list = all(isinstance(source, (ast.List, ast.ListComp, ast.BinOp)) or self.is_array(source) for source in made)
            self.put_into(holder, [value] if is_list else [value, key])

    def is_array(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Call) and self.target_of(node.func).startswith("numpy.")

    def target_of(self, node: ast.expr) -> str:
        """Of a function of a library that a name stands for."""
        binding = _bindings.of_node(self.py_func, node, self.own)
        return binding.target if binding is not None and binding.kind == "library" else ""

    def found(self) -> frozenset[str]:
        while self.ends:
            self.follow(self.ends.pop())
        return frozenset(self.names)

    def follow(self, node: Any) -> None:
        """Notes what the value of an expression may be, or hold."""
        if isinstance(node, ast.Name) and node.id in self.own:
            if node.id not in self.names:
                self.names.add(node.id)
                self.ends += self.sources.get(node.id, [])
        elif isinstance(node, (ast.Name, ast.Attribute)):
            self.follow_path(node)
        elif isinstance(node, ast.IfExp):
            self.ends += [node.body, node.orelse]
        elif isinstance(node, ast.BoolOp):
            self.ends += node.values
        elif isinstance(node, ast.BinOp):
            # Numbers give new numbers; lists and tuples give what they hold.
            sides = [node.left, node.right]
            if any(self.holds(side, set()) for side in sides):
                self.ends += sides
        elif isinstance(node, (ast.ListComp, ast.SetComp, ast.GeneratorExp)):
            self.ends.append(node.elt)
        elif isinstance(node, ast.DictComp):
            self.ends += [node.key, node.value]
        elif isinstance(node, ast.Dict):
            self.ends += [part for part in (*node.keys, *node.values) if part is not None]
        elif isinstance(node, (ast.Tuple, ast.List, ast.Set)):
            self.ends += node.elts
        elif isinstance(node, ast.Subscript):
            # The item of a dict outside the function is known by its key.
            self.names |= {str(n.value) for n in walk(node.slice) if isinstance(n, ast.Constant)}
            self.ends.append(node.value)
        elif isinstance(node, (ast.Starred, ast.NamedExpr, ast.Await)):
            self.ends.append(node.value)
        elif isinstance(node, ast.Call):
            self.follow_call(node)

    def follow_path(self, node: Any) -> None:
        """A path of globals, or a part of one of the function's own."""
        binding = _bindings.of_node(self.py_func, node, self.own)
        if binding is not None:
            self.names.add(binding.path)
        elif isinstance(node, ast.Attribute):
            self.ends.append(node.value)

    def follow_call(self, node: ast.Call) -> None:
        target = self.target_of(node.func)
        if target in _NEW or target.startswith(("numpy.", "math.")) or (target == "builtins.sum" and len(node.args) == 1):
            return
        self.ends += [*node.args, *(k.value for k in node.keywords)]
        if isinstance(node.func, ast.Attribute) and not target:
            self.ends.append(node.func.value)
        binding = _bindings.of_node(self.py_func, node.func, self.own)
        helper = _bindings.python_function(binding.value) if binding is not None else None
        if helper is not None and helper.__code__ not in self.seen:
            self.names |= _paths_around(helper, _returned(helper, self.seen))

    def holds(self, node: Any, seen: set[str]) -> bool:
        """Whether it may be a list or a tuple."""
        if isinstance(node, ast.Name):
            if node.id in seen:
                return False
            seen.add(node.id)
            return any(self.holds(source, seen) for source in self.sources.get(node.id, []))
        if isinstance(node, ast.BinOp):
            return self.holds(node.left, seen) or self.holds(node.right, seen)
        if isinstance(node, ast.IfExp):
            return self.holds(node.body, seen) or self.holds(node.orelse, seen)
        if isinstance(node, ast.Subscript):
            return isinstance(node.slice, ast.Slice) or self.holds(node.value, seen)
        is_made = isinstance(node, ast.Call) and self.target_of(node.func) in ("builtins.list", "builtins.tuple", "builtins.sorted")
        return is_made or isinstance(node, _DISPLAYS)


def _paths_around(helper: FunctionType, found: frozenset[str]) -> set[str]:
    """Without the names of its own: its arguments were followed where it is called. Defaults stand for what was not given."""
    code = helper.__code__
    return {path for path in found if path.partition(".")[0] not in (*code.co_varnames, *code.co_cellvars)}
