"""Names for sets that have none, so that tables.py finds each in a statement of its own:

    return sorted(set(x) & y)       s1 = set(x); s2 = s1 & y; return sorted(s2)
    s = s.union(t)                  s1 = s | t; s = s1 (moved)
    s.difference_update([1, 2])     s1 = set([1, 2]); s -= s1

`level = following` is a move too where nothing asks for `following` later. A set is made before its statement only where nothing stands
in front of it that may raise or change anything, or where what does gets a name too.
"""

from __future__ import annotations

import ast
import itertools
from collections import Counter
from collections.abc import Iterable, Iterator
from types import FunctionType
from typing import Any

from unpython._local_names import local_names
from unpython._writing.calls import OwnCall, full_name
from unpython._writing.dicts.set_expressions import (
    COMPARISONS,
    METHODS,
    OPERATORS,
    UPDATES,
    is_new,
    is_set,
    takes_one,
)
from unpython._writing.nodes import copy_tree, is_name, walk
from unpython._writing.rewriter import BlockRewriter

_CHANGES = frozenset(["add", "discard", "remove", "pop", "clear", "update", *UPDATES])
_IN_ANY_ORDER = frozenset(f"builtins.{name}" for name in "len sum min max any all sorted".split())


def named_sets(function: FunctionType, node: Any, given: Iterable[str] = (), names_all: bool = True) -> tuple[Any, set[str]]:
    """The `def` in which what sets are made of are names, and the names that came with them. `given`: the parameters that are sets;
    `names_all`: also sets that no operator or method takes."""
    writer = _Writer(function, node, given, names_all)
    if not writer.moves and not any(writer.is_algebra(n) or writer.is_made_of_itself(n) for n in walk(node)):
        return node, set()
    made = copy_tree(node)
    made.body = writer.statements(made.body)
    _return_operations(made, writer.sets)
    return ast.fix_missing_locations(made), writer.made


class _NotFirst(Exception):
    """Something stands in front of a set that may raise or change anything."""


class _Writer(BlockRewriter):
    def __init__(self, function: FunctionType, node: Any, given: Iterable[str], names_all: bool):
        self._function = function
        self._names_all = names_all
        self._own = local_names(function)
        self._before: list[ast.stmt] = []
        self._is_first = True
        self._taken = {n.id for n in walk(node) if isinstance(n, ast.Name)}
        self.made: set[str] = set()  # names
        assigned: dict[str, list[ast.expr]] = {}
        targets: set[int] = set()
        for n in walk(node):
            if isinstance(n, ast.Assign):
                for target in n.targets:
                    _note(assigned, target, n.value, targets)
            elif isinstance(n, ast.AugAssign):
                targets.add(id(n.target))
        others = {n.id for n in walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load) and id(n) not in targets}
        others |= {a.arg for a in walk(node) if isinstance(a, ast.arg)} - {*given}
        others |= {name for n in walk(node) if isinstance(n, (ast.Global, ast.Nonlocal)) for name in n.names}
        self.moves = set(_moves(node))
        for name, source, _ in self.moves:
            assigned[name] = [v if _name_of(v) != source else ast.BinOp(v, ast.BitOr(), v) for v in assigned[name]]
        self.sets = {*given}
        while new := {name for name, values in assigned.items() if any(map(self._is_made, values))} - self.sets - others:
            self.sets |= new
        while other := {name for name in self.sets if not all(map(self._is_made, assigned.get(name, ())))}:
            self.sets -= other

    def _library(self, node: ast.expr) -> str:
        return full_name(node, self._function, self._own)

    def _is_made(self, node: ast.expr) -> bool:
        """Whether it is a set that nothing else stands for."""
        return not isinstance(node, ast.Name) and self._is_set(node)

    def _is_set(self, node: Any) -> bool:
        return is_set(node, self.sets.__contains__, self._library)

    def is_algebra(self, node: ast.AST) -> bool:
        """Whether it is an operator or a method of sets, or goes through one that has no name."""
        if isinstance(node, ast.BinOp):
            return self._is_set(node)
        if isinstance(node, ast.AugAssign):
            return isinstance(node.op, OPERATORS) and self._is_set(node.target)
        if isinstance(node, ast.Compare):
            return all(map(self._is_set, [node.left, *node.comparators]))
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Attribute) and self._is_set(node.func.value):
                return node.func.attr in {*METHODS, *UPDATES, *COMPARISONS, "copy", "isdisjoint"}
            return is_new(node, self._library) and len(node.args) == 1 and (self._names_all or self._is_set(node.args[0]))
        return False

    def is_made_of_itself(self, node: ast.AST) -> bool:
        """s = {f(x) for x in s}"""
        if not isinstance(node, ast.Assign) or len(node.targets) != 1 or not self._is_made(node.value):
            return False
        name = _name_of(node.targets[0])
        return any(is_name(n, name) for n in walk(node.value))

    # Statements.

    def visit_Assign(self, node: ast.Assign) -> Any:
        target = node.targets[0]
        if len(node.targets) == 1 and isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
            return self._several(node, target, node.value)
        if isinstance(target, ast.Name) and (target.id, _name_of(node.value), node.lineno) in self.moves and self._is_set(node.value):
            node.value = _moved(node.value)
            return node
        if len(node.targets) > 1 or not isinstance(target, ast.Name) or not self._is_made(node.value):
            return self._statement(node, "value")
        made = self._begun(lambda: self._operation(node.value))
        if made is None:
            return node
        if isinstance(made, ast.Name) or any(is_name(n, target.id) for n in walk(made)):
            self._is_first = True
            made = _moved(self._named(made))
        node.value = made
        return [*self._before, node]

    def _several(self, node: ast.Assign, target: ast.Tuple, value: ast.Tuple) -> Any:
        """x, y = a & b, a | b as an assignment of each."""
        names = [part.id for part in target.elts if isinstance(part, ast.Name)]
        if not len(set(names)) == len(target.elts) == len(value.elts) or not any(map(self._is_made, value.elts)):
            return self._statement(node, "value")
        made = self._begun(lambda: [self._before_all(part, names) for part in value.elts])
        if made is None:
            return node
        values = [_moved(m) if self._is_made(part) else m for m, part in zip(made, value.elts, strict=True)]
        return [*self._before, *(ast.copy_location(ast.Assign([t], v), node) for t, v in zip(target.elts, values, strict=True))]

    def _before_all(self, node: ast.expr, names: list[str]) -> ast.expr:
        """A name for a value that is computed before the statement; `names`: those that it assigns."""
        made = self._operand(node) if self._is_made(node) else self._kept(self._expression(node), names)
        self._is_first = True
        return made

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        return self._statement(node, "value", self._is_set(node.target)) if isinstance(node.target, ast.Name) else node

    def visit_Expr(self, node: ast.Expr) -> Any:
        call = node.value
        method = call.func.attr if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) else ""
        owner = call.func.value if method else None  # type: ignore[attr-defined]
        is_of_set = method in (*UPDATES, "update") and len(call.args) == 1 and self._is_set(call.args[0])  # type: ignore[attr-defined]
        is_update = is_of_set or method in ("difference_update", "symmetric_difference_update")
        if not is_update or not isinstance(owner, ast.Name) or not self._is_set(owner) or not takes_one(call):
            return self._statement(node, "value")
        made = self._begun(lambda: self._operand(call.args[0]))  # type: ignore[attr-defined]
        if made is None:
            return node
        op = UPDATES.get(method, ast.BitOr)()
        return [*self._before, ast.copy_location(ast.AugAssign(ast.Name(owner.id, ast.Store()), op, made), node)]

    def visit_Return(self, node: ast.Return) -> Any:
        if node.value is None:
            return node
        changes = any(isinstance(n, ast.Attribute) and n.attr in _CHANGES for n in walk(node.value))
        made = self._begun(lambda: (self._expression if changes else self._returned)(node.value))
        if made is None:
            return node
        node.value = made
        return [*self._before, node]

    def _returned(self, node: Any) -> Any:
        """Python itself computes `a | b` when the call ends: no program could fill a set that has its order."""
        if isinstance(node, ast.Tuple):
            node.elts = self._in_order(node.elts, self._returned)
            return node
        is_operation = isinstance(node, ast.BinOp) and not isinstance(node.op, ast.BitAnd) and self._is_set(node)
        return self._operation(node) if is_operation else self._expression(node)

    def visit_If(self, node: Any) -> Any:
        found = self._statement(node, "test")
        self.generic_visit(node)
        return found

    def visit_For(self, node: ast.For) -> Any:
        found = self._statement(node, "iter", True)
        self.generic_visit(node)
        return found

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return node

    def _statement(self, node: Any, part: str, is_whole: bool = False) -> Any:
        made = self._begun(lambda: self._expression(getattr(node, part), is_whole))
        if made is None:
            return node
        setattr(node, part, made)
        return [*self._before, node]

    def _begun(self, write: Any) -> Any:
        """What `write` gives, None where a set of it cannot be made before the statement."""
        self._before, self._is_first = [], True
        try:
            return write()
        except _NotFirst:
            return None

    # Expressions, in the order in which they are computed.

    def _named(self, node: ast.expr) -> ast.expr:
        if isinstance(node, ast.Name):
            return node
        if not self._is_first:
            raise _NotFirst
        name = self._new_name("set", node)
        self.sets.add(name)
        self._before.append(ast.copy_location(ast.Assign([ast.Name(name, ast.Store())], node), node))
        return ast.copy_location(ast.Name(name, ast.Load()), node)

    def _new_name(self, what: str, at: ast.expr) -> str:
        names = (f"_{what}_{at.lineno}_{number}_" for number in itertools.count(1))
        name = next(name for name in names if name not in self._taken)
        self._taken.add(name)
        self.made.add(name)
        return name

    def _in_order(self, nodes: list[ast.expr], write: Any = None) -> list[ast.expr]:
        """What is computed one after the other, in front of a set with names of its own."""
        was_first, write = self._is_first, write or self._expression
        made: list[ast.expr] = []
        for node in nodes:
            count = len(self._before)
            try:
                made.append(write(copy_tree(node)))
            except _NotFirst:
                if not was_first:
                    raise
                del self._before[count:]
                made, self._is_first = [self._kept(m) for m in made], True
                made.append(write(node))
        return made

    def _kept(self, node: ast.expr, changed: Iterable[str] = ()) -> ast.expr:
        """A name for a value. `changed`: names that stand for something else when it is read."""
        if isinstance(node, ast.Constant) or (isinstance(node, ast.Name) and node.id not in changed):
            return node
        name = self._new_name("in_front", node)
        self._before.append(ast.copy_location(ast.Assign([ast.Name(name, ast.Store())], node), node))
        return ast.copy_location(ast.Name(name, ast.Load()), node)

    def _operation(self, node: Any) -> ast.expr:
        """A set of names: `a & b`, `set(x)`."""
        if isinstance(node, ast.BinOp):
            left = self._operand(node.left)
            return ast.copy_location(ast.BinOp(left, node.op, self._operand(node.right)), node)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            owner = self._operand(node.func.value)
            if not node.args:
                return ast.copy_location(ast.Call(ast.Name("set", ast.Load()), [owner], []), node)
            if not self._is_set(node.args[0]):
                return self._with_items(node, owner, node.func.attr)
            return ast.copy_location(ast.BinOp(owner, METHODS[node.func.attr](), self._operand(node.args[0])), node)
        if is_new(node, self._library) and node.args:
            argument = node.args[0]
            node.args = [self._operand(argument) if self._is_set(argument) else self._expression(argument)]
            self._is_first = self._is_set(argument) and self._is_first
            return node
        return node

    def _with_items(self, node: Any, owner: ast.expr, method: str) -> ast.expr:
        """s.union(x) and its kin, where x is no set: as CPython goes through it."""
        if method == "symmetric_difference":  # a set of the items, from which CPython takes, or to which it adds, each of the first
            items: Any = self._operand(node.args[0])
            self._before.append(ast.copy_location(ast.AugAssign(ast.Name(items.id, ast.Store()), ast.BitXor(), owner), node))
            return items  # type: ignore[no-any-return]
        was_first = self._is_first
        given = self._expression(node.args[0], True)
        if method == "intersection":
            item = self._new_name("item_of_set", node)
            clause = ast.comprehension(ast.Name(item, ast.Store()), given, [ast.Compare(ast.Name(item, ast.Load()), [ast.In()], [owner])], 0)
            return ast.copy_location(ast.SetComp(ast.Name(item, ast.Load()), [clause]), node)
        if any(isinstance(n, ast.Name) and n.id == getattr(owner, "id", "") for n in walk(given)):
            raise _NotFirst  # which may change before it is copied
        self._is_first = was_first
        made: Any = self._named(ast.copy_location(ast.Call(ast.Name("set", ast.Load()), [owner], []), node))
        if method == "union":
            changed: ast.stmt = ast.Expr(ast.Call(ast.Attribute(made, "update", ast.Load()), [given], []))
        else:
            self._is_first = was_first
            items = self._named(ast.copy_location(ast.Call(ast.Name("set", ast.Load()), [given], []), node))
            changed = ast.AugAssign(ast.Name(made.id, ast.Store()), ast.Sub(), items)
        self._before.append(ast.copy_location(changed, node))
        return made

    def _operand(self, node: ast.expr) -> ast.expr:
        """A name for a set, also for that of the items of a method's argument."""
        was_first = self._is_first
        if self._is_set(node):
            made = self._operation(node)
        else:
            made = ast.copy_location(ast.Call(ast.Name("set", ast.Load()), [self._expression(node)], []), node)
        self._is_first = was_first
        return self._named(made)

    def _expression(self, node: Any, is_whole: bool = False) -> Any:
        """An expression in which sets have names. `is_whole`: a set itself gets one."""
        if not isinstance(node, ast.expr):
            return node
        if self._is_made(node):
            if not is_whole and not self.is_algebra(node) and not self._names_all:
                self._is_first = False
                return node
            return self._operand(node)
        if isinstance(node, (ast.Name, ast.Constant)):
            return node
        if isinstance(node, ast.Call):
            return self._call(node)
        if isinstance(node, ast.Compare):
            return self._compared(node)
        if isinstance(node, ast.BoolOp):
            node.values[0] = self._expression(node.values[0], True)
        elif isinstance(node, ast.IfExp):
            node.test = self._expression(node.test, True)
        elif isinstance(node, (ast.ListComp, ast.GeneratorExp, ast.DictComp, ast.SetComp)):
            node.generators[0].iter = self._expression(node.generators[0].iter, True)
        elif isinstance(node, (ast.Tuple, ast.List, OwnCall)):
            node.elts = self._in_order(node.elts)
            self._is_first = self._is_first and not isinstance(node, OwnCall)
            return node
        elif isinstance(node, ast.UnaryOp):
            node.operand = self._expression(node.operand, isinstance(node.op, ast.Not))
        elif isinstance(node, ast.BinOp):
            node.left, node.right = self._in_order([node.left, node.right])
        elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
            node.value = self._expression(node.value)
        self._is_first = False
        return node

    def _call(self, node: ast.Call) -> ast.expr:
        if isinstance(node.func, ast.Attribute) and self._is_set(node.func.value) and takes_one(node):
            if node.func.attr in COMPARISONS:
                left = self._operand(node.func.value)
                compared = ast.Compare(left, [COMPARISONS[node.func.attr]()], [self._operand(node.args[0])])
                return ast.copy_location(compared, node)
            if node.func.attr == "isdisjoint":
                node.func.value = self._operand(node.func.value)
                node.args = [self._operand(node.args[0])]
                return node
        called = self._library(node.func)
        if called in _IN_ANY_ORDER and len(node.args) == 1 and not node.keywords and isinstance(node.args[0], ast.BinOp) and self._is_set(node.args[0]):
            node.args = [self._operation(node.args[0])]  # the items of an operator, without a set of them
        else:
            if isinstance(node.func, ast.Attribute) and not called:
                node.func.value = self._expression(node.func.value)
                self._is_first = self._is_first and isinstance(node.func.value, ast.Name)
            node.args = self._in_order(node.args)
        self._is_first = False
        return node

    def _compared(self, node: ast.Compare) -> ast.expr:
        among = isinstance(node.ops[0], (ast.In, ast.NotIn))
        parts = [node.left, node.comparators[0]]
        if len(node.ops) == 1 and all(map(self._is_set, parts)) and not among:
            node.left, node.comparators = self._operand(parts[0]), [self._operand(parts[1])]
        else:
            given = parts[:1] if isinstance(parts[1], ast.Set) else parts  # x in {1, 2} needs no set
            node.left, node.comparators[0] = [*self._in_order(given), parts[1]][:2]
        self._is_first = False
        return node


def _moved(name: ast.expr) -> ast.expr:
    """A set that only another name stands for from here on."""
    made = ast.copy_location(ast.Call(ast.Name("set", ast.Load()), [name], []), name)
    made.is_moved = True  # type: ignore[attr-defined]
    return made


def _name_of(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def _moves(node: Any) -> Iterator[tuple[str, str, int]]:
    """`x = y` where nothing asks for y from there on: y is assigned anew before. Both names, and the line."""
    count = Counter(n.id for n in walk(node) if isinstance(n, ast.Name))
    for block in (getattr(n, field) for n in walk(node) for field in ("body", "orelse") if isinstance(getattr(n, field, None), list)):
        for last, statement in enumerate(block):
            if not isinstance(statement, ast.Assign) or len(statement.targets) > 1:
                continue
            target, value = _name_of(statement.targets[0]), _name_of(statement.value)
            uses = [sum(1 for n in walk(s) if is_name(n, value)) for s in block[: last + 1]]
            first = next(i for i, n in enumerate(uses) if n > 0) if value else last
            is_anew = first < last and isinstance(block[first], ast.Assign) and [_name_of(t) for t in block[first].targets] == [value] and uses[first] == 1
            if target and target != value and is_anew and sum(uses) == count[value]:
                yield target, value, statement.lineno


def _return_operations(node: Any, sets: set[str]) -> None:
    """`return x` of x = a | b as `return a | b`, where none of these sets changes: see _returned()."""
    stores = Counter(n.id for n in walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load))
    changed = {_name_of(n.value) for n in walk(node) if isinstance(n, ast.Attribute) and n.attr in _CHANGES}
    lasting = {name for name in sets - changed if stores[name] == 1}
    made = {_name_of(s.targets[0]): s.value for s in node.body if isinstance(s, ast.Assign) and _name_of(s.targets[0]) in lasting}
    operations = {
        name: value for name, value in made.items()
        if isinstance(value, ast.BinOp) and not isinstance(value.op, ast.BitAnd) and {_name_of(value.left), _name_of(value.right)} <= made.keys()
    }  # fmt: skip
    for n in walk(node):
        if not isinstance(n, ast.Return) or n.value is None:
            continue
        parts = n.value.elts if isinstance(n.value, ast.Tuple) else [n.value]
        count = Counter(map(_name_of, parts))
        new = [copy_tree(operations[_name_of(p)]) if _name_of(p) in operations and count[_name_of(p)] == 1 else p for p in parts]
        if isinstance(n.value, ast.Tuple):
            n.value.elts = new
        else:
            n.value = new[0]


def _note(assigned: dict[str, list[ast.expr]], target: ast.expr, value: ast.expr, seen: set[int]) -> None:
    """x, y = set(), 0 as two assignments. `seen`: the names in targets."""
    if isinstance(target, ast.Name):
        seen.add(id(target))
        assigned.setdefault(target.id, []).append(value)
    elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
        for t, v in zip(target.elts, value.elts, strict=True):
            _note(assigned, t, v, seen)
