"""Functions that change dicts, lists of tuples and lists of texts that they are given, or lists and dicts that are empty when the call
begins: another function changes copies of them, and gives what these hold behind its value.

    def f(d, k):                        def f(d_given, k):
        d[k] += 1                           d = {key: value for key, value in d_given.items()}
        return len(d)                       d[k] += 1
                                            return len(d), list(d.keys()), list(d.values())

Problem:  what such a list or dict is compiled to, nobody sees who has given it.
Choice:   the caller's own list or dict gets the items when the call ends (give_back in taken_apart.cpp). An empty one has no types of
          its own: it begins as `[]` or `{}`, and its uses say them.
Rejected: a way back for each kind of layout.

A function may do so that changes nothing else that its caller sees: where it raises, the call is made again by Python. What it keeps in
such a list must be new, or numbers and texts, since it is copied. No other argument may hold the same list: take_changed_holders
(other_functions.cpp) looks for it in lists, tuples and dicts, and objects that hold any are refused (_argument_uses.py).
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _attempts, _bindings, _find_source
from unpython._find_source import FunctionSource, SourceNotFound
from unpython._layouts import CHANGES_COPIES
from unpython._library.by_name import CHANGE_FIRST
from unpython._local_names import local_names
from unpython._other_functions.made_function import function_of
from unpython._writing import nothing
from unpython._writing.changes.methods import OF_CONTAINERS
from unpython._writing.functions import inner_functions
from unpython._writing.nodes import copy_tree, is_name, load, store, walk
from unpython._writing.plainer import find_source

PASSED, DICT, LIST, EMPTY_DICT, EMPTY_LIST = range(5)  # as the compiled part reads them

_OF_DICTS = frozenset("get keys values items pop setdefault clear popitem".split())
_OF_LISTS = frozenset("append extend insert pop remove clear sort reverse index count copy".split())
_READERS = frozenset("len sum min max sorted any all list enumerate reversed zip set print".split())
_OF_LIBRARIES = CHANGE_FIRST | {"bisect.bisect_left", "bisect.bisect_right"}
_GIVE_NUMBERS = frozenset("get pop len sum min max abs round int float str bool count index bisect bisect_left bisect_right".split())
_PUT_NOTHING = frozenset("pop remove index count".split())
_MOST_PLACES = 8

Kind = tuple[int, int]  # as above; of a list of tuples: their length, of another one: 0


def giving_back(
    py_func: FunctionType, declared: tuple[Any, ...] | None, settings: tuple[dict[str, str], dict[str, Any], str], variants: dict[Any, Any],
    args: tuple[Any, ...],
) -> tuple[Any, tuple[int, ...], tuple[int, ...] | int] | None:
    """The function that gives the new items of the arguments that it changes, what each argument is, by parameter, and the places of these
    arguments in what the call returns (_Changed.places). None where there are none."""
    code = py_func.__code__
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    if declared is not None or len(names) != len(args):
        return None
    kinds = {name: kind for name, value in zip(names, args, strict=True) if (kind := _kind(value)) is not None}
    if not kinds:
        return None
    integers = frozenset(name for name, value in zip(names, args, strict=True) if type(value) is int)
    key = ("changed holders", tuple(kinds.items()), integers)
    if key not in variants:
        made: tuple[Any, ...] | None = None
        try:
            changed = _Changed(py_func, kinds, integers)
            if changed.names:
                from unpython.decorators import make_function

                roles = tuple(kinds[name][0] if name in changed.names else PASSED for name in names)
                made = make_function(changed.function(), None, *settings), roles, changed.places(names)
        except (SourceNotFound, RecursionError):
            pass
        # What stands here is never replaced: calls of other threads are running it, and do not own it.
        variants.setdefault(key, made)
    found: tuple[Any, tuple[int, ...], tuple[int, ...] | int] | None = variants[key]
    return found


def _kind(value: Any) -> Kind | None:
    if type(value) is dict:
        return (DICT, 0) if value else (EMPTY_DICT, 0)
    if type(value) is not list:
        return None
    if not value:
        return EMPTY_LIST, 0
    first = value[0]
    if type(first) is tuple:
        return (LIST, len(first)) if 0 < len(first) <= _MOST_PLACES else None
    return (LIST, 0) if type(first) in (bool, int, float, str) else None


class _Changed:
    """`names`: the parameters that the function changes or returns, in their order; empty where that is not all that it does with them."""

    def __init__(self, function: FunctionType, kinds: dict[str, Kind], integers: frozenset[str]):
        """`integers`: the other parameters that are Python's integers."""
        self._function = function
        self._kinds = kinds
        self._source = _find_source.find_source(function)
        node = inner_functions.rewritten(function, find_source(function).node)[0]
        self._parents = {child: parent for parent in walk(node) for child in ast.iter_child_nodes(parent)}
        self._nodes = list(walk(node))
        self._numbers = {n.target.id for n in self._nodes if isinstance(n, ast.AugAssign) and isinstance(n.target, ast.Name)} & integers
        changed = [name for name in kinds if any(self._changes(n) or self._is_returned(n) for n in self._uses(name))]
        is_plain = isinstance(self._source.node, ast.FunctionDef) and not nothing.returns_both(node.body)
        is_plain = is_plain and self._has_list() and not any(self._ends_otherwise(n, {*changed}) for n in self._nodes)
        if is_plain and all(map(self._is_known, changed)) and self._keeps_new(changed):
            is_plain = _attempts.may_run_again(function, own={*changed, *self._numbers}, node=node, holds_prints=False)
        else:
            is_plain = False
        self.names = changed if is_plain else []

    @staticmethod
    def _ends_otherwise(node: ast.AST, names: set[str]) -> bool:
        """Whether the `finally` behind a `return` names what would be given back with its value."""
        if not isinstance(node, ast.Try) or not any(isinstance(n, ast.Return) for n in walk(node)):
            return False
        return any(isinstance(n, ast.Name) and n.id in names for s in node.finalbody for n in walk(s))

    def _has_list(self) -> bool:
        return all(self._names_builtin(name) for name in ("list", "range"))

    def _names_builtin(self, name: str) -> bool:
        return name not in self._function.__code__.co_varnames and _bindings.resolve(self._function, name, []).target == f"builtins.{name}"

    def _uses(self, name: str) -> list[ast.Name]:
        return [n for n in self._nodes if is_name(n, name)]

    def _changes(self, name: ast.Name) -> bool:
        """d[k] = x, d[k] += x, del d[k], d[k].append(x), d.setdefault(k, []).append(x), v.append(x), v += [x], heappush(v, x)"""
        node: ast.AST = name
        parent = self._parents.get(node)
        if self._grows(name) or (isinstance(parent, ast.Call) and parent.args[:1] == [name] and self._target_of(parent) in CHANGE_FIRST):
            return True
        while isinstance(parent, (ast.Subscript, ast.Attribute, ast.Call)):
            if isinstance(parent, ast.Call):
                if parent.func is not node:
                    return False
            elif parent.value is not node:
                return False
            elif isinstance(parent, ast.Subscript):
                if not isinstance(parent.ctx, ast.Load):
                    return True
            elif parent.attr in OF_CONTAINERS:
                return True
            node, parent = parent, self._parents.get(parent)
        return False

    def _is_known(self, name: str) -> bool:
        """Whether all uses leave the object where it is."""
        if sum(isinstance(n, ast.arg) and n.arg == name for n in self._nodes) > 1:
            return False  # of a function inside
        return all(map(self._is_known_use, self._uses(name)))

    def _is_list(self, name: ast.Name) -> bool:
        return self._kinds[name.id][0] in (LIST, EMPTY_LIST)

    def _grows(self, name: ast.Name) -> bool:
        """v += [x]"""
        parent = self._parents.get(name)
        return self._is_list(name) and isinstance(parent, ast.AugAssign) and parent.target is name and isinstance(parent.op, ast.Add)

    def _target_of(self, call: ast.Call) -> str:
        """The full name of what a call names; empty where that is nothing of a library."""
        binding = _bindings.of_node(self._function, call.func, local_names(self._function))
        return binding.target if binding is not None and binding.kind in ("library", "builtin") else ""

    def _is_tested(self, node: Any) -> bool:
        """Whether only the truth of an expression is asked."""
        parent: Any = self._parents.get(node)
        if isinstance(parent, ast.BoolOp):
            return self._is_tested(parent)
        if isinstance(parent, (ast.If, ast.While, ast.IfExp)):
            return parent.test is node
        return (isinstance(parent, ast.comprehension) and node in parent.ifs) or (isinstance(parent, ast.UnaryOp) and isinstance(parent.op, ast.Not))

    def _is_known_use(self, name: ast.Name) -> bool:
        parent: Any = self._parents.get(name)
        if not isinstance(name.ctx, ast.Load):
            return self._grows(name)
        if isinstance(parent, ast.Subscript):
            return parent.value is name and (self._is_list(name) or not isinstance(parent.slice, ast.Slice))
        if isinstance(parent, ast.Attribute):
            call = self._parents.get(parent)
            known = _OF_DICTS if self._kinds[name.id][0] in (DICT, EMPTY_DICT) else _OF_LISTS
            return isinstance(call, ast.Call) and call.func is parent and parent.attr in known
        if isinstance(parent, (ast.For, ast.comprehension)):
            return parent.iter is name
        if isinstance(parent, (ast.Return, ast.Tuple)):
            return self._is_returned(name)
        if isinstance(parent, ast.Compare):
            is_whole = self._is_list(name) and all(isinstance(op, (ast.Eq, ast.NotEq)) for op in parent.ops)
            return is_whole or (parent.left is not name and all(isinstance(op, (ast.In, ast.NotIn)) for op in parent.ops))
        if isinstance(parent, ast.BinOp):  # a new list
            return self._is_list(name) and isinstance(parent.op, (ast.Add, ast.Mult))
        if isinstance(parent, ast.Call) and name in parent.args:
            target = self._target_of(parent)
            return target.removeprefix("builtins.") in _READERS or (self._is_list(name) and target in _OF_LIBRARIES and parent.args[0] is name)
        return self._is_tested(name)

    def _keeps_new(self, names: list[str]) -> bool:
        """Whether nothing that comes into these lists is another argument, or a list that is returned too."""
        returned = {
            n.id for r in self._nodes if isinstance(r, ast.Return) and r.value is not None for n in _whole(r.value) if isinstance(n, ast.Name)
        }  # fmt: skip
        others = {*self._kinds, *filter(self._may_be_list, returned)}
        for use in (n for name in names for n in self._uses(name)):
            if any(isinstance(n, ast.Name) and n.id in others for n in self._stored(use)):
                return False
        return not returned & {*names} or len({self._pattern(r, names) for r in self._returns()}) == 1

    def _is_returned(self, name: ast.Name) -> bool:
        """return v, return x, v: the caller's own list"""
        parent = self._parents.get(name)
        return (self._parents.get(parent) if isinstance(parent, ast.Tuple) else parent) in self._returns()

    def _returns(self) -> list[ast.Return]:
        inner = [n for n in self._nodes[1:] if isinstance(n, (ast.FunctionDef, ast.Lambda))]
        inside = {id(n) for i in inner for n in walk(i)}
        return [n for n in self._nodes if isinstance(n, ast.Return) and id(n) not in inside]

    @staticmethod
    def _pattern(node: ast.Return, names: list[str]) -> Any:
        """Which changed argument a `return` gives, or a tuple of them with None for other values."""
        if isinstance(node.value, ast.Tuple):
            return tuple(e.id if isinstance(e, ast.Name) and e.id in names else None for e in node.value.elts)
        return node.value.id if isinstance(node.value, ast.Name) and node.value.id in names else None

    def places(self, parameters: tuple[str, ...]) -> tuple[int, ...] | int:
        """The number of the argument that is returned; by place of the tuple that is: that of the argument there, or -1. -1: none is."""
        found = {self._pattern(r, self.names) for r in self._returns()}
        pattern = found.pop() if len(found) == 1 else None
        if isinstance(pattern, tuple) and any(pattern):
            return tuple(-1 if name is None else parameters.index(name) for name in pattern)
        return parameters.index(pattern) if isinstance(pattern, str) else -1

    def _may_be_list(self, name: str, asked: frozenset[str] = frozenset()) -> bool:
        """Whether a name may stand for a list or a dict."""
        if name in self._kinds or name in asked:
            return name in self._kinds
        values = [n.value for n in self._nodes if isinstance(n, ast.Assign) for t in n.targets if is_name(t, name)]
        return not all(self._is_number(part, asked | {name}) for value in values for part in _whole(value))

    def _is_number(self, node: ast.expr, asked: frozenset[str]) -> bool:
        """Whether an expression is no list: of operators, d[k], d.get(k), v.pop(), float(x)."""
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            return name in _GIVE_NUMBERS
        if isinstance(node, ast.BinOp):
            return self._is_number(node.left, asked) and self._is_number(node.right, asked)
        if isinstance(node, ast.Name):
            return not self._may_be_list(node.id, asked)
        if isinstance(node, ast.Subscript):
            return isinstance(node.value, ast.Name) and node.value.id in self._kinds and not isinstance(node.slice, ast.Slice)
        return isinstance(node, (ast.Constant, ast.UnaryOp, ast.Compare, ast.BoolOp, ast.JoinedStr))

    def _stored(self, name: ast.Name) -> list[ast.expr]:
        """What may come into a list there."""
        node: ast.AST = name
        parent: Any = self._parents.get(node)
        found: list[ast.expr] = []
        while isinstance(parent, (ast.Subscript, ast.Attribute, ast.Call)):
            if isinstance(parent, ast.Call) and (parent.func is node or node is name):
                given = [a for a in parent.args if a is not name]
                method = getattr(node, "attr", "")
                given = [] if method in _PUT_NOTHING else given[-1:] if method == "insert" else given
                found += [part for a in given for part in (_items if method == "extend" else _whole)(a)]
            node, parent = parent, self._parents.get(parent)
        if isinstance(parent, (ast.Assign, ast.AugAssign)):
            takes_items = self._is_list(name) and (node is name or isinstance(getattr(node, "slice", None), ast.Slice))
            found += _items(parent.value) if takes_items else _whole(parent.value)
        elif isinstance(parent, ast.Tuple) and isinstance(parent.ctx, ast.Store):
            around: Any = self._parents.get(parent)
            found += _whole(around.value) if isinstance(around, ast.Assign) else []
        return found

    # The other function.

    def function(self) -> FunctionType:
        source = self._source
        node: Any = copy_tree(source.node)
        given_names = {name: self._given_name(name) for name in self.names}
        last = node.body[-1]
        if not isinstance(last, (ast.Return, ast.Raise)) and all(map(nothing.is_none, nothing.returned(node.body))):
            node.body.append(ast.copy_location(ast.Return(None), last))
        by_parts = not any(isinstance(n, (ast.Nonlocal, ast.NamedExpr)) for n in walk(self._source.node))
        returns = _Returns([part for name in self.names for part in self._parts(name)], {*self.names}, by_parts)
        begin = [store(name, self._copied(name, given_names[name])) for name in self.names]
        begin += [part for name in sorted(self._numbers) for part in _only_integers(name)]
        node.body = [*(ast.copy_location(part, node.body[0]) for part in begin), *returns.visit(ast.Module(node.body, [])).body]
        empty = {name for name in self.names if self._kinds[name][0] in (EMPTY_DICT, EMPTY_LIST)}
        arguments = (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
        given = [ast.arg(given_names.get(a.arg, a.arg)) for a in arguments if a.arg not in empty]
        node.args = ast.arguments([], given, None, [], [], None, [])
        node.decorator_list, node.returns = [], None
        ast.fix_missing_locations(node)
        function = function_of(self._function, node, {})
        setattr(function, CHANGES_COPIES, True)
        _find_source.keep_parsed(function, FunctionSource(node, source.filename, [*source.lines, *map(ast.unparse, begin)], source.first_line))
        return function

    def _given_name(self, name: str) -> str:
        used = {n.id for n in walk(self._source.node) if isinstance(n, ast.Name)} | {n.arg for n in walk(self._source.node) if isinstance(n, ast.arg)}
        new = f"{name}_given"
        while new in used:
            new += "_"
        return new

    def _copied(self, name: str, given: str) -> ast.expr:
        kind, places = self._kinds[name]
        if kind in (EMPTY_DICT, EMPTY_LIST):
            return ast.Dict([], []) if kind == EMPTY_DICT else ast.List([], ast.Load())
        parts = [f"_{name}_{part}_" for part in (("key", "value") if kind == DICT else range(places or 1))]
        one: Any = [ast.Name(part, ast.Store()) for part in parts]
        read: Any = [ast.Name(part, ast.Load()) for part in parts]
        if kind == DICT:
            clause = ast.comprehension(ast.Tuple(one, ast.Store()), ast.Call(ast.Attribute(load(given), "items", ast.Load()), [], []), [], 0)
            return ast.DictComp(read[0], read[1], [clause])
        target = ast.Tuple(one, ast.Store()) if places else one[0]
        return ast.ListComp(ast.Tuple(read, ast.Load()) if places else read[0], [ast.comprehension(target, load(given), [], 0)])

    def _parts(self, name: str) -> list[ast.expr]:
        whole = load(name)
        if self._kinds[name][0] not in (DICT, EMPTY_DICT):
            return [whole]
        parts = (ast.Call(ast.Attribute(whole, part, ast.Load()), [], []) for part in ("keys", "values"))
        return [ast.Call(ast.Name("list", ast.Load()), [part], []) for part in parts]


def _whole(node: ast.expr) -> list[ast.expr]:
    """What an expression may be: the parts of tuples and lists, and both ways of a choice."""
    if isinstance(node, (ast.Tuple, ast.List)):
        return [part for e in node.elts for part in _whole(e)]
    if isinstance(node, ast.IfExp):
        return [*_whole(node.body), *_whole(node.orelse)]
    return [node]


def _only_integers(name: str) -> list[ast.stmt]:
    """What is compiled for an integer and for nothing that changes in place."""
    return [ast.For(ast.Name(f"_{name}_of_", ast.Store()), ast.Call(load("range"), [load(name), load(name)], []), [ast.Pass()], [])]


def _items(node: ast.expr) -> list[ast.expr]:
    """What comes into a list that takes the items of an expression, where that is written out: numbers, texts and tuples otherwise."""
    if isinstance(node, (ast.BinOp, ast.IfExp)):
        return [part for side in ast.iter_child_nodes(node) if isinstance(side, ast.expr) for part in _items(side)]
    return [] if isinstance(node, ast.Name) else _whole(node)


class _Returns(ast.NodeTransformer):
    """`parts`: what is returned behind each value; `changed`: the names of the changed arguments, which the caller has: they are left out;
    `by_parts`: whether no part of a value gives a name to something else."""

    def __init__(self, parts: list[ast.expr], changed: set[str], by_parts: bool):
        self._by_parts = by_parts
        self._parts = parts
        self._changed = changed

    def _is_changed(self, node: Any) -> bool:
        return isinstance(node, ast.Name) and node.id in self._changed

    def visit_Return(self, node: ast.Return) -> Any:
        """The value first: what it calls may change what is returned behind it."""
        before: list[ast.stmt] = []
        given = None if self._is_changed(node.value) else node.value
        if isinstance(given, ast.Tuple) and any(map(self._is_changed, given.elts)):
            rest: list[ast.expr] = [e for e in given.elts if not self._is_changed(e)]
            given = ast.copy_location(ast.Tuple(rest, ast.Load()), given) if rest else None
        if isinstance(given, ast.Tuple) and self._by_parts and any(isinstance(n, ast.Call) for n in walk(given)):
            given = copy_tree(given)
            for i, part in enumerate(given.elts):
                if not isinstance(part, (ast.Name, ast.Constant)):
                    name = f"_value_of_line_{node.lineno}_{node.col_offset}_{i}_"
                    before.append(ast.copy_location(store(name, part), node))
                    given.elts[i] = ast.copy_location(load(name), part)
        elif given is not None and any(isinstance(n, ast.Call) for n in walk(given)):
            name = f"_value_of_line_{node.lineno}_{node.col_offset}_"
            before = [ast.copy_location(ast.Assign([ast.Name(name, ast.Store())], given), node)]
            given = ast.copy_location(ast.Name(name, ast.Load()), given)
        values = [*([] if given is None or nothing.is_none(given) else [given]), *copy_tree(self._parts)]
        return [*before, ast.copy_location(ast.Return(ast.Tuple(values, ast.Load())), node)]

    def visit_FunctionDef(self, node: Any) -> Any:
        return node

    visit_Lambda = visit_FunctionDef
