"""`try`: compiled as if nothing went wrong; when something does, the call is made again.

Problem: compiled code ends at an exception, and each operation may raise one.
Choice:  `try: a; b except E: c` is compiled as `a; b` in a function that changes nothing that its caller can see before it ends. Where
         it raises, the statement that did is known: the call is made again by a function in which the handler stands in the place
         of that statement, compiled too. Whenever it is not certain what that function must do, plain Python makes the call.
Rejected: handlers in compiled code (a jump from each check of each operation, out of loops that run in lanes and in threads).

An exception that is caught costs two calls, one that is not caught costs nothing. run_again.py makes the second call.
Ctrl-C comes in the middle of what takes time, and a second call knows nothing of what the first had done by then: a `try` around a loop
or a call whose handler would catch it is left to Python.
"""

from __future__ import annotations

import ast
from collections.abc import Collection
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._find_source import SourceNotFound
from unpython._local_names import local_names
from unpython._writing.calls import full_name
from unpython._writing.changes import Changes
from unpython._writing.nodes import is_item_of, is_name, walk
from unpython._writing.plainer import find_source

MARK = "__unpython_caught__"  # of a copy of a function: the line of the `try`, which statement raised, which handler runs
OF_PROGRAM = "unpython_of_program"  # of a TypeError or NotImplementedError that the program raises on the heap
ON_HEAP = "__unpython_on_heap__"  # of a copy of a function that is taken on the heap, or not at all
_MAKERS = frozenset("zeros ones empty full arange linspace array copy zeros_like ones_like empty_like full_like eye".split())
_GIVE_NEW = frozenset(f"builtins.{name}" for name in "float int len list set dict sorted sum abs round".split())
_GIVE_NEW |= {f"collections.{name}" for name in ("deque", "Counter", "defaultdict", "OrderedDict")}
TAKES_ITEMS = frozenset(["extend", "extendleft", "update"])
_TURNS = (ast.For, ast.While, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_AT_ONCE = frozenset("len int float bool str abs round ord chr append add pop get".split())  # calls that nobody waits for


def caught(function: Any) -> tuple[int, int, int] | None:
    found: tuple[int, int, int] | None = getattr(function, MARK, None)
    return found


def written_as(node: ast.Try, function: Any) -> list[ast.stmt] | None:
    """The statements in the place of a `try`; None where nothing can be said of it."""
    if node.finalbody and any(isinstance(n, (ast.Return, ast.Break, ast.Continue)) for n in walk(node)):
        return None
    if catches_ctrl_c(node, function):
        return None
    mark = caught(function)
    if mark is None or mark[0] != node.lineno:
        return [*node.body, *node.orelse, *node.finalbody]
    return [*node.body[: mark[1]], *node.handlers[mark[2]].body, *node.finalbody]


def catches_ctrl_c(node: ast.Try, function: FunctionType) -> bool:
    """Whether Ctrl-C in the body of a `try` may have to run one of its handlers."""
    own = local_names(function)
    return any(_is_waited_for(n, function, own) for s in node.body for n in walk(s)) and any(
        handler.type is None or any(_is_of_ctrl_c(part, function, own) for part in getattr(handler.type, "elts", [handler.type]))
        for handler in node.handlers
    )


def is_waited_for(node: ast.Try, function: FunctionType) -> bool:
    """Whether somebody may wait for the body of a `try` and end it by Ctrl-C. A method of a text or a list is over before that."""
    own = local_names(function)
    nodes = [n for s in node.body for n in walk(s)]
    methods = {id(n) for n in nodes if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and not full_name(n.func, function, own)}
    return any(id(n) not in methods and _is_waited_for(n, function, own) for n in nodes)


def _is_waited_for(node: ast.AST, function: FunctionType, own: frozenset[str]) -> bool:
    if not isinstance(node, ast.Call):
        return isinstance(node, _TURNS)
    name = full_name(node.func, function, own) or (node.func.attr if isinstance(node.func, ast.Attribute) else "")
    return name.removeprefix("builtins.") not in _AT_ONCE and not name.startswith("math.")


def _is_of_ctrl_c(node: ast.expr, function: FunctionType, own: frozenset[str]) -> bool:
    name, path = _bindings.dotted(node)
    found = _bindings.resolve(function, name.id, path).value if isinstance(name, ast.Name) and name.id not in own else None
    return any(isinstance(v, type) and issubclass(KeyboardInterrupt, v) for v in (found if isinstance(found, tuple) else (found,)))


#: Lines and columns of the first and the last character.
Place = tuple[int, int, Any, Any]


def place_of(node: ast.expr) -> Place:
    return node.lineno, node.col_offset, node.end_lineno, node.end_col_offset


def may_run_again(
    function: FunctionType,
    methods: Collection[Place] = (),
    own: Collection[str] = (),
    node: Any = None,
    lists: Collection[str] = (),
    holds_prints: bool = True,
    holders: Collection[str] = (),
) -> bool:
    """Whether a call that ended in an exception has changed nothing that the caller sees. `holds_prints`: what the call prints is held
    until it ends, as that of a program which runs again (_held_prints.py). `methods`: where calls of
    methods stand that change nothing else than what the function made; `own`: parameters that are copies; `node`: the `def`, if it is
    not the one of the text; `lists`: parameters that are lists of numbers or texts, whose slices are copies; `holders`: those of `own` that
    hold lists, which are copies or made in the function."""
    try:
        return _Effects(function, methods, own, node, lists, holds_prints, holders).first() is None
    except SourceNotFound:
        return False


def first_change(function: FunctionType, methods: Collection[Place], own: Collection[str], node: Any) -> ast.AST | None:
    """Where a function changes what its caller may see, as far as is known; the arguments are those of may_run_again()."""
    return _Effects(function, methods, own, node, (), True).first()


class _Effects:
    def __init__(
        self, function: FunctionType, methods: Collection[Place], own: Collection[str], node: Any, lists: Collection[str], holds_prints: bool,
        holders: Collection[str] = (),
    ):  # fmt: skip
        self._function = function
        self._holders = holders
        self._holds_prints = holds_prints
        self._lists = lists
        self._own = own
        self._methods = methods
        self._node = find_source(function).node if node is None else node
        arguments = self._node.args
        self._parameters = {a.arg for a in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)}
        self._changes = Changes(function, self._node)
        # What functions inside are given and name is neither new nor known.
        self._parameters |= {n.arg for inner in self._changes.inner.values() for n in walk(inner) if isinstance(n, ast.arg)}
        self._values: dict[str, list[ast.expr | None]] = {}
        self._asked: set[str] = set()
        for node in walk(self._node):
            if isinstance(node, ast.Assign):
                for target in node.targets:
                    self._note_all(target, node.value)
            elif isinstance(node, (ast.For, ast.comprehension)):
                is_counted = isinstance(node.iter, ast.Call) and self._changes.name_of(node.iter.func) == "builtins.range"
                is_counted |= isinstance(node.iter, ast.Name) and node.iter.id in lists
                if self._is_enumerated(node):
                    self._note(node.target.elts[0], ast.Constant(0))  # type: ignore[attr-defined]
                    self._note(node.target.elts[1], None)  # type: ignore[attr-defined]
                else:
                    self._note(node.target, ast.Constant(0) if is_counted else None)

    def _is_enumerated(self, node: Any) -> bool:
        """for i, x in enumerate(v)"""
        is_pair = isinstance(node.target, ast.Tuple) and len(node.target.elts) == 2
        return is_pair and isinstance(node.iter, ast.Call) and self._changes.name_of(node.iter.func) == "builtins.enumerate"

    def _note_all(self, target: ast.expr, value: ast.expr) -> None:
        """x, y = [], 0 as two assignments."""
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
            for t, v in zip(target.elts, value.elts, strict=True):
                self._note_all(t, v)
        else:
            self._note(target, value)

    def _note(self, target: ast.expr, value: ast.expr | None) -> None:
        for name in walk(target):
            if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store):
                self._values.setdefault(name.id, []).append(value if name is target else None)

    def first(self) -> ast.AST | None:
        """The first node that changes something; None: there is none."""
        refused = (ast.Global, ast.Nonlocal, ast.Yield, ast.YieldFrom, ast.Await, ast.AsyncFunctionDef, ast.AnnAssign, ast.NamedExpr)
        nodes = [node for statement in self._node.body for node in walk(statement)]
        return next((node for node in nodes if isinstance(node, refused) or not self._is_harmless(node)), None)

    def _is_of_errstate(self, node: ast.With) -> bool:
        from unpython._writing import sugar

        return sugar.without_context(node, self._function, local_names(self._function)) is not None and not sugar.catches_warnings(node)

    def _is_harmless(self, node: ast.AST) -> bool:
        if isinstance(node, ast.Attribute):
            return isinstance(node.ctx, ast.Load)
        if isinstance(node, ast.With):
            return self._is_of_errstate(node)
        if isinstance(node, ast.FunctionDef):  # what it does stands among the nodes, as if it were done here
            return not node.decorator_list
        if isinstance(node, ast.Call) and (place_of(node) in self._methods or self._is_held(node)):
            return True
        changed = self._changes.of(node)
        if isinstance(node, ast.AugAssign):
            return all(isinstance(e, ast.Name) and self._is_new(e.id, ()) for e in changed)
        return all(map(self._is_own_list, changed))

    def _is_held(self, node: ast.Call) -> bool:
        is_print = self._holds_prints and all(keyword.arg in ("sep", "end", "flush") for keyword in node.keywords)
        return is_print and self._changes.name_of(node.func) == "builtins.print"

    def _is_new(self, name: str, makers: Any) -> bool:
        """Whether a name stands for nothing but what this function made; without `makers` of arrays: for numbers too."""
        if name in self._own:
            return True
        values = self._values.get(name, [])
        if name in self._asked:  # x = y and y = x: what the other values say
            return True
        self._asked.add(name)
        is_new = name not in self._parameters and bool(values) and all(self._is_made(value, makers) for value in values)
        self._asked.discard(name)
        return is_new

    def _is_own_list(self, node: ast.expr) -> bool:
        """x that this function made, and x[i] and x.setdefault(i, []) where all that x holds is made by it too."""
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "setdefault":
            node = ast.Subscript(node.func.value, ast.Constant(0), ast.Load())
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
            return self._is_new(node.value.id, _MAKERS) and self._holds_new(node.value.id)
        return isinstance(node, ast.Name) and self._is_new(node.id, _MAKERS)

    def _holds_new(self, name: str) -> bool:
        """Whether each list that comes into this one is written out where it comes in."""
        if name in self._holders:
            return True
        nodes = [n for s in self._node.body for n in walk(s)]
        items: list[ast.expr] = []
        own = self._values.get(name, [])
        for value in own:
            if _is_slice(value, name) or self._is_empty(value):
                continue
            parts = _written_items(value)
            if parts is None:
                return False
            items += parts
        for other, values in self._values.items():
            if other != name and any(is_name(v, name) or (v is not None and any(v is o for o in own)) for v in values):
                return False  # what comes in by the other name is not looked for
        seen = {id(n.target) for n in nodes if isinstance(n, ast.AugAssign)}
        for n in nodes:
            if isinstance(n, ast.Assign):
                for t in n.targets:
                    if is_item_of(t, name):
                        seen.add(id(t))
                        parts = _written_items(n.value) if isinstance(t.slice, ast.Slice) else [n.value]  # type: ignore[attr-defined]
                        if parts is None:
                            return False
                        items += parts
            elif isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and is_name(n.func.value, name):
                if n.func.attr not in ("append", "pop", "get", "keys", "values", "items", "setdefault"):
                    return False
                items += n.args if n.func.attr == "append" else n.args[1:] if n.func.attr == "setdefault" else []
            elif isinstance(n, ast.AugAssign) and (is_name(n.target, name) or _is_slice(n.target, name)):
                return False
        if any(is_item_of(n, name) and isinstance(n.ctx, ast.Store) and id(n) not in seen for n in nodes):  # type: ignore[attr-defined]
            return False  # m[0], k = x, 1
        return all(map(self._is_new_item, items))

    def _is_empty(self, node: ast.expr | None) -> bool:
        """defaultdict(list), dict(): what holds nothing yet"""
        if not isinstance(node, ast.Call) or node.keywords or not all(isinstance(a, ast.Name) for a in node.args):
            return False
        return self._changes.name_of(node.func) == "collections.defaultdict" or (not node.args and self._changes.name_of(node.func) in _GIVE_NEW)

    def _is_new_item(self, node: ast.expr) -> bool:
        """[0, 1], [f(x) for x in a], [0] * n, x[i:j] of a list, list(x) and what is no list."""
        if isinstance(node, ast.BinOp):
            return isinstance(node.op, (ast.Add, ast.Mult)) and (self._is_new_item(node.left) or self._is_new_item(node.right))
        if isinstance(node, ast.Call):
            return self._changes.name_of(node.func) in _GIVE_NEW
        return isinstance(node, (ast.List, ast.ListComp, ast.Constant)) or self._is_part_of_list(node)

    def _is_part_of_list(self, node: ast.expr) -> bool:
        """x[i:j] of a parameter that is a list, which is a copy; that of an array would be a part of it."""
        if not isinstance(node, ast.Subscript) or not isinstance(node.slice, ast.Slice) or not isinstance(node.value, ast.Name):
            return False
        return node.value.id in self._lists and node.value.id not in self._values

    def _is_item_of_list(self, node: ast.expr | None) -> bool:
        """x[i] and x.pop() of a parameter that is a list of numbers or texts."""
        is_pop = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "pop"
        place = node.func if is_pop else node  # type: ignore[union-attr]
        if not isinstance(place, (ast.Attribute, ast.Subscript)) or isinstance(getattr(place, "slice", None), ast.Slice):
            return False
        is_place = isinstance(place, ast.Subscript) or is_pop
        return is_place and isinstance(place.value, ast.Name) and place.value.id in self._lists and place.value.id not in self._values

    def _is_item_of_own(self, node: ast.expr | None) -> bool:
        """x.pop() of a list of which all that it gets is made by this function."""
        is_pop = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "pop"
        name = getattr(node.func.value, "id", "") if is_pop else ""  # type: ignore[union-attr]
        values = self._values.get(name, [])
        if not values or name in self._parameters or not all(isinstance(v, ast.List) and not v.elts for v in values):
            return False
        nodes = [n for s in self._node.body for n in walk(s)]
        added = [n for n in nodes if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and is_name(n.func.value, name)]
        known = {id(n.func.value) for n in added if n.func.attr in ("append", "pop") and not n.keywords}  # type: ignore[attr-defined]
        known |= {id(n.operand) for n in nodes if isinstance(n, ast.UnaryOp)}
        if not all(id(n) in known for n in nodes if is_name(n, name) and isinstance(n.ctx, ast.Load)):
            return False
        return all(self._is_made(n.args[0], ()) for n in added if n.func.attr == "append" and n.args)  # type: ignore[attr-defined]

    def _is_made(self, value: ast.expr | None, makers: Any) -> bool:
        if isinstance(value, ast.Name):
            return self._is_new(value.id, makers)
        if not makers and (self._is_item_of_list(value) or self._is_item_of_own(value)):
            return True
        if makers and isinstance(value, ast.Subscript) and isinstance(value.slice, ast.Slice) and isinstance(value.value, ast.Name):
            return self._is_part_of_list(value) or self._is_new(value.value.id, makers)
        if isinstance(value, ast.Call):
            called = self._changes.name_of(value.func)
            if any(keyword.arg == "copy" for keyword in value.keywords):
                return False
            if not called and isinstance(value.func, ast.Attribute) and value.func.attr in ("tolist", "copy"):
                return bool(makers)
            return called.split(".")[0] == "math" or called in _GIVE_NEW or (
                called.startswith("numpy.") and called.removeprefix("numpy.") in _MAKERS
            )
        kinds = (ast.Constant, ast.BinOp, ast.UnaryOp, ast.List, ast.ListComp)
        made = (ast.List, ast.ListComp, ast.BinOp, ast.Dict, ast.DictComp, ast.Set, ast.SetComp)
        return isinstance(value, made if makers else kinds)


def _written_items(node: ast.expr | None) -> list[ast.expr] | None:
    """What a list or a dict holds that is written out."""
    if isinstance(node, (ast.ListComp, ast.DictComp)):
        return [node.value if isinstance(node, ast.DictComp) else node.elt]
    if isinstance(node, ast.List):
        return node.elts
    return node.values if isinstance(node, ast.Dict) else None


def _is_slice(node: Any, name: str) -> bool:
    return is_item_of(node, name) and isinstance(node.slice, ast.Slice)
