"""Lists of lambdas that a function makes and calls, as lists of what each of them keeps, for plainer.py:

    fs = [lambda x, k=k: x + k for k in a]     fs = [k for k in a]
    y = [f(1) for f in fs]                     y = [1 + f for f in fs]

    fs.append(lambda v, p=p: v + p)            fs.append((0, p))
    fs.append(lambda v, p=p: v * p)            fs.append((1, p))
    for f in fs: x = f(x)                      for f_0, f_1 in fs: x = x + f_1 if f_0 == 0 else x * f_1

The first item says which lambda it is, if there are several. Such a list is only gone through, counted and called by place.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any, NamedTuple

from unpython import _bindings
from unpython._local_names import local_names
from unpython._writing.calls import WithValues, full_name
from unpython._writing.flow import read_outside_of_loops
from unpython._writing.nodes import copy_tree, is_name, is_simple, load, walk

_MOST = 8
_SCOPES = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.NamedExpr, ast.Yield, ast.Await)


class _Lambda(NamedTuple):
    given: list[str]
    kept: list[str]
    values: list[ast.expr]
    body: ast.expr


def rewritten(function: FunctionType, node: Any) -> tuple[Any, set[str], list[_bindings.Binding]]:
    """The `def`, names that came with it, and no free names; the `def` itself where it has no such list."""
    if not isinstance(node, ast.FunctionDef) or any(isinstance(n, (ast.FunctionDef, ast.Global, ast.Nonlocal)) for s in node.body for n in walk(s)):
        return node, set(), []
    names: set[str] = set()
    for name in _lists(node):
        try:
            writer = _Writer(function, name, node)
            made = writer.visit(copy_tree(node))
        except _Other:
            continue
        if not any(isinstance(n, ast.Name) and n.id == name and id(n) not in writer.seen for n in walk(made)):
            node = ast.fix_missing_locations(made)
            names |= writer.names
    return node, names, []


class _Other(Exception):
    """The list is used in another way."""


def _lists(node: ast.FunctionDef) -> list[str]:
    """The names that are given a list once, empty or of lambdas, at the beginning of it all or in a block."""
    stored = [n.id for n in walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)] + [a.arg for a in walk(node) if isinstance(a, ast.arg)]
    found = []
    for n in walk(node):
        if isinstance(n, ast.Assign) and len(n.targets) == 1 and isinstance(n.targets[0], ast.Name) and stored.count(n.targets[0].id) == 1:
            is_empty = isinstance(n.value, ast.List) and not n.value.elts
            if is_empty or (isinstance(n.value, ast.ListComp) and isinstance(n.value.elt, ast.Lambda)):
                found.append(n.targets[0].id)
    return [name for name in found if any(isinstance(n, ast.Call) and _is_append(n, name) for n in walk(node)) or not _is_empty(node, name)]


def _is_empty(node: ast.FunctionDef, name: str) -> bool:
    return any(isinstance(n, ast.Assign) and is_name(n.targets[0], name) and isinstance(n.value, ast.List) for n in walk(node))


def _is_append(node: ast.Call, name: str) -> bool:
    is_call = isinstance(node.func, ast.Attribute) and node.func.attr == "append" and is_name(node.func.value, name)
    return is_call and len(node.args) == 1 and isinstance(node.args[0], ast.Lambda)


class _Writer(ast.NodeTransformer):
    def __init__(self, function: FunctionType, name: str, node: ast.FunctionDef):
        self._function = function
        self._own = local_names(function)
        self._name = name
        self.seen: dict[int, ast.AST] = {}  # uses of the list that are known
        self.names: set[str] = set()
        self._read_outside = read_outside_of_loops(node)
        self._lambdas: list[_Lambda] = []
        inside = {m.id for n in walk(node) if isinstance(n, ast.comprehension) for m in walk(n.target) if isinstance(m, ast.Name)}
        inside |= {a.arg for n in walk(node) if isinstance(n, ast.Lambda) for a in walk(n.args) if isinstance(a, ast.arg)}
        self._numbers: dict[tuple[int, int], int] = {}  # by where a lambda stands
        for n in walk(node):
            if isinstance(n, ast.Call) and _is_append(n, name):
                self._know(n.args[0], inside)
            elif isinstance(n, ast.Assign) and is_name(n.targets[0], name) and isinstance(n.value, ast.ListComp):
                self._know(n.value.elt, inside)
        self._free = {name for one in self._lambdas for name in _free(one)}
        if name in self._free:
            raise _Other
        shapes = {(len(one.given), len(one.kept)) for one in self._lambdas}
        if len(shapes) != 1 or len(self._lambdas) > _MOST:
            raise _Other
        self._count, self._kept = shapes.pop()
        self._loops: dict[str, list[str]] = {}  # by the name of the loop: those of the parts

    def _see(self, node: Any) -> None:
        self.seen[id(node)] = node

    def _is_builtin(self, node: Any, name: str) -> bool:
        return isinstance(node, ast.Name) and full_name(node, self._function, self._own) == f"builtins.{name}"

    def _know(self, node: Any, inside: set[str]) -> None:
        if (node.lineno, node.col_offset) in self._numbers:
            raise _Other
        self._numbers[node.lineno, node.col_offset] = len(self._lambdas)
        self._lambdas.append(_known(node, inside))

    def _item(self, at: Any) -> ast.expr:
        """What stands for a lambda."""
        number = self._numbers[at.lineno, at.col_offset]
        parts = [*([ast.Constant(number)] if len(self._lambdas) > 1 else []), *self._lambdas[number].values]
        made = ast.Constant(0) if not parts else parts[0] if len(parts) == 1 else ast.Tuple(parts, ast.Load())
        return ast.copy_location(copy_tree(made), at)

    def _parts(self) -> int:
        return max(self._kept + (len(self._lambdas) > 1), 1)

    def visit_Assign(self, node: ast.Assign) -> Any:
        if is_name(node.targets[0], self._name):
            self._see(node.targets[0])
            if isinstance(node.value, ast.ListComp):
                node.value.elt = self._item(node.value.elt)
            return node
        return self.generic_visit(node)

    def visit_For(self, node: ast.For) -> Any:
        name = self._head(node)
        if name is None:
            return self.generic_visit(node)
        if name in self._read_outside:
            raise _Other
        self._begin(node, name)
        node.body = [self.visit(s) for s in node.body]
        node.orelse = [self.visit(s) for s in node.orelse]
        self._end(name)
        return node

    def _head(self, node: Any) -> str | None:
        """The name that each lambda has in a loop or a clause."""
        over, target = node.iter, node.target
        if isinstance(over, ast.Call) and len(over.args) == 1 and is_name(over.args[0], self._name) and not over.keywords:
            if self._is_builtin(over.func, "enumerate") and isinstance(target, ast.Tuple) and len(target.elts) == 2:
                target = target.elts[1]
            elif not self._is_builtin(over.func, "reversed"):
                return None
            over = over.args[0]
        if not is_name(over, self._name) or not isinstance(target, ast.Name):
            return None
        self._see(over)
        return target.id

    def _begin(self, node: Any, name: str) -> None:
        if name in self._loops or name in self._free:
            raise _Other
        parts = [name] if self._parts() == 1 else [f"_{name}_{i}_" for i in range(self._parts())]
        self._loops[name] = parts
        self.names |= {*parts} - {name}
        if len(parts) > 1:
            several = ast.Tuple([ast.Name(part, ast.Store()) for part in parts], ast.Store())
            if isinstance(node.target, ast.Tuple):
                node.target.elts[1] = several
            else:
                node.target = several

    def _end(self, name: str) -> None:
        del self._loops[name]

    def _comprehension(self, node: Any) -> Any:
        begun = []
        for clause in node.generators:
            name = self._head(clause)
            if name is not None:
                self._begin(clause, name)
                begun.append(name)
            else:
                clause.iter = self.visit(clause.iter)
            clause.ifs = [self.visit(test) for test in clause.ifs]
        for field in ("elt", "key", "value"):
            if hasattr(node, field):
                setattr(node, field, self.visit(getattr(node, field)))
        for name in begun:
            self._end(name)
        return node

    visit_ListComp = visit_SetComp = visit_GeneratorExp = visit_DictComp = _comprehension

    def visit_Lambda(self, node: ast.Lambda) -> Any:
        if any(isinstance(n, ast.Name) and (n.id == self._name or n.id in self._loops) for n in walk(node)):
            raise _Other
        return node

    def _asked(self, node: Any) -> Any:
        """if fs, not fs"""
        test = node.operand if isinstance(node, ast.UnaryOp) else node.test
        if is_name(test, self._name) and (not isinstance(node, ast.UnaryOp) or isinstance(node.op, ast.Not)):
            self._see(test)
        return self.generic_visit(node)

    visit_If = visit_IfExp = visit_While = visit_UnaryOp = _asked

    def visit_Name(self, node: ast.Name) -> Any:
        if node.id in self._loops:
            raise _Other
        return node

    def visit_Call(self, node: ast.Call) -> Any:
        if _is_append(node, self._name):
            self._see(getattr(node.func, "value", None))
            node.args = [self._item(node.args[0])]
            return node
        if self._is_builtin(node.func, "len") and len(node.args) == 1 and is_name(node.args[0], self._name):
            self._see(node.args[0])
            return node
        called: Any = node.func
        if isinstance(called, ast.Name) and called.id in self._loops:
            return self._called(node, [load(part) for part in self._loops[called.id]])
        if isinstance(called, ast.Subscript) and is_name(called.value, self._name) and is_simple(called.slice):
            item = ast.Subscript(called.value, called.slice, ast.Load())
            count = self._parts()
            return self._called(node, [item] if count == 1 else [ast.Subscript(item, ast.Constant(i), ast.Load()) for i in range(count)])
        return self.generic_visit(node)

    def _called(self, node: ast.Call, parts: list[ast.expr]) -> ast.expr:
        if node.keywords or len(node.args) != self._count or not all(map(is_simple, node.args)):
            raise _Other
        args = [self.visit(a) for a in node.args]
        which, kept = parts[0], parts[1:] if len(self._lambdas) > 1 else parts
        bodies = [WithValues(dict(zip((*one.given, *one.kept), (*args, *kept)))).visit(copy_tree(one.body)) for one in self._lambdas]
        made = bodies[-1]
        for number, body in reversed([*enumerate(bodies[:-1])]):
            made = ast.IfExp(ast.Compare(copy_tree(which), [ast.Eq()], [ast.Constant(number)]), body, made)
        for n in walk(made):
            ast.copy_location(n, node)
            self._see(n)  # in places that are known
        return made


def _free(one: _Lambda) -> set[str]:
    return {n.id for n in walk(one.body) if isinstance(n, ast.Name)} - {*one.given, *one.kept}


def _known(node: Any, inside: set[str]) -> _Lambda:
    """`inside`: names that stand for something else in comprehensions and lambdas."""
    given = node.args
    names = [a.arg for a in given.args]
    first = len(names) - len(given.defaults)
    made = _Lambda(names[:first], names[first:], given.defaults, node.body)
    if given.posonlyargs or given.kwonlyargs or given.vararg or given.kwarg or _free(made) & inside or any(isinstance(n, _SCOPES) for n in walk(node.body)):
        raise _Other
    kept = {*names[first:]}
    if any(isinstance(n, (ast.Attribute, ast.Subscript)) and isinstance(n.value, ast.Name) and n.value.id in kept for n in walk(node.body)):
        raise _Other  # it may be a list
    return made
