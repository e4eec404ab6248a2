"""Comprehensions in a `try` that may raise what is caught, as loops before the statement that they stand in:

    row = [float(x) for x in line.split()]   part = []
                                             for x in line.split(): part.append(float(x))
                                             row = part
    a, b = map(int, line.split())            part = []
                                             for x in line.split():
                                                 part.append(int(x))
                                                 if len(part) > 2: break      # Python asks for one too many
                                             a, b = part
    for n in map(int, words): ...            for x in words: n = int(x); ...

A comprehension whose items raise nothing stays.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from unpython._writing.nodes import copy_tree, is_name, is_simple, load, store, walk

_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_MAY_RAISE = (ast.Call, ast.Subscript, ast.Div, ast.FloorDiv, ast.Mod)
#: What goes through all of a generator before it gives anything.
_TAKE_ALL = frozenset("list tuple sum sorted set frozenset min max dict".split())

IsBuiltin = Callable[[Any, frozenset[str]], bool]


def apart(node: Any, is_builtin: IsBuiltin, name: Callable[[str], str]) -> tuple[list[ast.stmt], list[str]] | None:
    """The statements in the place of a statement whose value begins with such a comprehension, and the names of new lists."""
    if isinstance(node, ast.For):
        return _loop(node, is_builtin, name)
    is_simple_target = not isinstance(node, ast.AugAssign) or isinstance(node.target, ast.Name)
    if not isinstance(node, (ast.Assign, ast.AugAssign, ast.Expr, ast.Return)) or node.value is None or not is_simple_target:
        return None
    finder = _First(is_builtin, name)
    if isinstance(node, ast.Expr) and (grown := _extended(node.value)) is not None:
        generator = finder.as_generator(node.value.args[0])  # type: ignore[attr-defined]
        if generator is not None:
            return _filled(generator, grown, name, None)[1:], []  # item by item, in Python too
    if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(target := node.targets[0], (ast.Tuple, ast.List)):
        most = None if any(isinstance(t, ast.Starred) for t in target.elts) else len(target.elts)
        found = finder.as_generator(node.value)
        if found is not None and not any(isinstance(n, (ast.Lambda, ast.NamedExpr)) for n in walk(found)):
            return ([*_filled(found, held := name("part"), name, most), _with_value(node, load(held))], [held])
    value = finder.put(node.value)
    if finder.found is None or value is None:
        return None
    return [*finder.found, _with_value(node, value)], finder.lists


def may_hold(node: Any) -> bool:
    """Whether apart() may have something to say of a statement."""
    if isinstance(node, ast.For):
        return isinstance(node.iter, ast.Call) and is_name(node.iter.func, "map")
    if not isinstance(node, (ast.Assign, ast.AugAssign, ast.Expr, ast.Return)) or node.value is None:
        return False
    return any(isinstance(n, _COMPREHENSIONS) or is_name(n, "map") for n in walk(node.value))


def _extended(node: ast.expr) -> str | None:
    """found of found.extend(...)"""
    is_extended = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "extend" and len(node.args) == 1
    return node.func.value.id if is_extended and isinstance(node.func.value, ast.Name) else None  # type: ignore[attr-defined]


def _with_value(node: Any, value: ast.expr) -> Any:
    made = copy_tree(node)
    made.value = value
    return made


def _loop(node: ast.For, is_builtin: IsBuiltin, name: Callable[[str], str]) -> tuple[list[ast.stmt], list[str]] | None:
    call: Any = node.iter
    if not isinstance(call, ast.Call) or not is_builtin(call.func, frozenset(["map"])) or not _is_conversion(call, is_builtin):
        return None
    item = name("item")
    value = ast.copy_location(ast.Call(call.args[0], [load(item)], []), call)
    target = ast.Name(item, ast.Store())
    begin = ast.copy_location(ast.Assign([node.target], value), node)
    return [ast.copy_location(ast.For(target, call.args[1], [begin, *node.body], node.orelse), node)], []


def _is_conversion(call: ast.Call, is_builtin: IsBuiltin) -> bool:
    """map(int, words)"""
    return len(call.args) == 2 and not call.keywords and is_builtin(call.args[0], frozenset(["int", "float"]))


class _First:
    """Puts a name in the place of what an expression computes first."""

    def __init__(self, is_builtin: IsBuiltin, name: Callable[[str], str]):
        self._is_builtin = is_builtin
        self._name = name
        self.found: list[ast.stmt] | None = None
        self.lists: list[str] = []

    def as_generator(self, node: Any) -> Any:
        """A generator, and map(int, words) as one."""
        if isinstance(node, ast.Call) and self._is_builtin(node.func, frozenset(["map"])) and _is_conversion(node, self._is_builtin):
            item = self._name("item")
            clause = ast.comprehension(ast.Name(item, ast.Store()), node.args[1], [], 0)
            return ast.copy_location(ast.GeneratorExp(ast.Call(node.args[0], [load(item)], []), [clause]), node)
        return node if isinstance(node, ast.GeneratorExp) else None

    def put(self, node: Any) -> Any:
        """The expression with the name; None where something else may come before."""
        if isinstance(node, _COMPREHENSIONS) and not isinstance(node, ast.GeneratorExp):
            return self._held(node)
        if isinstance(node, ast.Call):
            return self._call(node)
        fields = {ast.BinOp: ("left", "right"), ast.Subscript: ("value",), ast.Attribute: ("value",), ast.Compare: ("left",), ast.IfExp: ("test",)}
        for field in fields.get(type(node), ()):
            part = getattr(node, field)
            if not is_simple(part):
                return self._with(node, field, self.put(part))
        for i, part in enumerate(node.elts if isinstance(node, (ast.Tuple, ast.List)) else ()):
            if not is_simple(part):
                value = self.put(part)
                made = copy_tree(node)
                made.elts[i] = value
                return None if value is None else made
        return None

    def _with(self, node: Any, field: str, value: Any) -> Any:
        if value is None:
            return None
        made = copy_tree(node)
        setattr(made, field, value)
        return made

    def _call(self, node: ast.Call) -> Any:
        owner = node.func.value if isinstance(node.func, ast.Attribute) else None
        if owner is not None and not is_simple(owner):
            return self._with(node, "func", self._with(node.func, "value", self.put(owner)))
        at = next((i for i, part in enumerate(node.args) if not is_simple(part)), None)
        if at is None:
            return None
        part = node.args[at]
        takes_all = self._is_builtin(node.func, _TAKE_ALL) or (isinstance(node.func, ast.Attribute) and node.func.attr == "join")
        generator = self.as_generator(part) if takes_all else None
        others = [*node.args[at + 1 :], *(k.value for k in node.keywords)]
        if generator is not None and not all(is_simple(other) or isinstance(other, ast.Lambda) for other in others):
            return None  # computed before what the generator gives
        is_item = isinstance(part, ast.ListComp) and isinstance(node.func, ast.Attribute) and node.func.attr == "append"
        value = self.item(part) if is_item else self.put(part) if generator is None else self._held(generator)
        if value is None:
            return None
        if generator is not None and len(node.args) == 1 and not node.keywords and self._is_builtin(node.func, frozenset(["list"])):
            return value
        made = copy_tree(node)
        made.args[at] = value
        return made

    def _held(self, node: Any) -> Any:
        if not any(isinstance(n, _MAY_RAISE) for part in _computed(node) for n in walk(part)):
            return None
        if any(isinstance(n, (ast.Lambda, ast.NamedExpr)) for n in walk(node)) or any(clause.is_async for clause in node.generators):
            return None
        held = self._name("part")
        self.found = _filled(node, held, self._name, None)
        if isinstance(node, (ast.ListComp, ast.GeneratorExp)):
            self.lists.append(held)
        return ast.copy_location(load(held), node)

    def item(self, node: Any) -> Any:
        """A list that becomes an item of another one: who writes such lists knows new ones."""
        value = self._held(node)
        if value is None:
            return None
        clause = ast.comprehension(ast.Name(name := self._name("item"), ast.Store()), value, [], 0)
        return ast.copy_location(ast.ListComp(load(name), [clause]), node)


def _computed(node: Any) -> list[ast.expr]:
    """What a comprehension computes for each item."""
    parts = [getattr(node, field) for field in ("key", "value", "elt") if hasattr(node, field)]
    return [*parts, *(test for clause in node.generators for test in clause.ifs)]


def _filled(node: Any, held: str, name: Callable[[str], str], most: int | None) -> list[ast.stmt]:
    """The loop of a comprehension. `most`: after how many items and one more it ends."""
    node = _with_own_names(node, name)
    body: list[ast.stmt]
    if isinstance(node, ast.DictComp):
        key = name("key")
        body = [store(key, node.key), ast.Assign([ast.Subscript(load(held), load(key), ast.Store())], node.value)]
        begin: ast.expr = ast.Dict([], [])
    elif isinstance(node, ast.SetComp):
        body = [ast.Expr(ast.Call(ast.Attribute(load(held), "add", ast.Load()), [node.elt], []))]
        begin = ast.Call(load("set"), [], [])
    else:
        body = [ast.Expr(ast.Call(ast.Attribute(load(held), "append", ast.Load()), [node.elt], []))]
        begin = ast.List([], ast.Load())
    clauses = [*reversed(node.generators)]
    for i, clause in enumerate(clauses):
        for test in reversed(clause.ifs):
            body = [ast.If(test, body, [])]
        if most is not None:
            body.append(ast.If(ast.Compare(ast.Call(load("len"), [load(held)], []), [ast.Gt()], [ast.Constant(most)]), [ast.Break()], []))
        body = [ast.For(clause.target, clause.iter, body, [])]
    return [ast.fix_missing_locations(ast.copy_location(s, node)) for s in (store(held, begin), *body)]


def _with_own_names(node: Any, name: Callable[[str], str]) -> Any:
    """A comprehension whose names the function has not."""
    begin = node.generators[0].iter  # which sees those of the function
    others = {n.id: name("item") for clause in node.generators for n in walk(clause.target) if isinstance(n, ast.Name)}
    made = copy_tree(node)
    made.generators[0].iter = ast.Constant(0)
    for n in walk(made):
        if isinstance(n, ast.Name):
            n.id = others.get(n.id, n.id)
    made.generators[0].iter = begin
    return made
