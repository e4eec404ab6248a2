"""Lists of tuples that are put together of comprehensions, as loops that append:

    rows = [(x, 0) for x in a] + [(y, 1) for y in b]      rows = [(x, 0) for x in a]; for y in b: rows.append((y, 1))
    rows += [(y, 1) for y in b]                           for y in b: rows.append((y, 1))
    rows.extend((y, 1) for y in b)                        the same
    rows += [(x, 0), (y, 1)]                              rows.append((x, 0)); rows.append((y, 1))

Not in functions with `try`, which would see a list that is half made, and not where the list may have another name: what the
comprehension goes through would grow with it.
"""

from __future__ import annotations

import ast
from typing import Any

from unpython._writing.calls import with_names
from unpython._writing.nodes import copy_tree, walk

_READ = frozenset("len sorted sum min max list set tuple dict enumerate zip reversed any all print".split())
_OTHER_SCOPES = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.NamedExpr, ast.Await)


def rewritten(node: Any) -> Any:
    """The `def` with such loops; the same one where there is nothing to write."""
    nodes = list(walk(node))
    if not any(isinstance(n, ast.comprehension) or _adds_tuples(n) for n in nodes) or any(isinstance(n, ast.Try) for n in nodes):
        return node
    made = copy_tree(node)
    writer = _Writer(_alone(made))
    writer.visit(made)
    return ast.fix_missing_locations(made) if writer.is_changed else node


def _adds_tuples(node: Any) -> bool:
    return isinstance(node, ast.AugAssign) and isinstance(node.value, ast.List) and _gives_tuples(node.value)


def _alone(node: Any) -> set[str]:
    """Names that stand for lists of the function which have no other name, and which no function inside knows."""
    parents = {child: parent for parent in walk(node) for child in ast.iter_child_nodes(parent)}
    names = [n for n in walk(node) if isinstance(n, ast.Name)]
    inner = [n for n in walk(node) if isinstance(n, (ast.FunctionDef, ast.Lambda)) and n is not node]
    others = {n.id for i in inner for n in walk(i) if isinstance(n, ast.Name)}
    others |= {n.id for n in names if not _keeps_alone(n, parents)} | {a.arg for a in walk(node) if isinstance(a, ast.arg)}
    return {n.id for n in names if isinstance(n.ctx, ast.Store)} - others


def _keeps_alone(name: ast.Name, parents: dict[Any, Any]) -> bool:
    parent = parents[name]
    if isinstance(parent, ast.Tuple):
        return isinstance(name.ctx, ast.Load) and isinstance(parents[parent], ast.Return)
    if isinstance(name.ctx, ast.Store):
        is_list = isinstance(parent, ast.Assign) and all(isinstance(p, (ast.List, ast.ListComp)) for p in _summands(parent.value))
        return (is_list and parent.targets == [name]) or isinstance(parent, ast.AugAssign)
    if isinstance(parent, ast.Call):
        return isinstance(parent.func, ast.Name) and parent.func.id in _READ
    return isinstance(parent, (ast.Subscript, ast.Attribute, ast.Compare, ast.For, ast.comprehension, ast.Return, ast.While, ast.If, ast.UnaryOp))


class _Writer(ast.NodeTransformer):
    def __init__(self, alone: set[str]) -> None:
        self._alone = alone
        self.is_changed = False

    def visit_Assign(self, node: ast.Assign) -> Any:
        target = node.targets[0]
        parts = _summands(node.value)
        if len(node.targets) != 1 or not isinstance(target, ast.Name) or len(parts) < 2 or not all(_gives_tuples(p) for p in parts):
            return node
        return self._appended(node, target.id, parts[1:], [ast.Assign([target], parts[0])])

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        is_more = isinstance(node.op, ast.Add) and isinstance(node.target, ast.Name) and isinstance(node.value, (ast.List, ast.ListComp))
        return self._appended(node, node.target.id, [node.value], []) if is_more and _gives_tuples(node.value) else node  # type: ignore[union-attr]

    def visit_Expr(self, node: ast.Expr) -> Any:
        call: Any = node.value
        is_method = isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name)
        if not is_method or call.func.attr != "extend" or len(call.args) != 1 or call.keywords:
            return node
        more = call.args[0]
        is_made = isinstance(more, (ast.ListComp, ast.GeneratorExp)) and _gives_tuples(more)
        return self._appended(node, call.func.value.id, [more], []) if is_made else node

    def _appended(self, node: Any, name: str, parts: list[Any], before: list[Any]) -> Any:
        given = [n for part in [*parts, *(s.value for s in before)] for n in walk(part)]
        if name not in self._alone or any(isinstance(n, ast.Name) and n.id == name for n in given):
            return node
        made = list(before)
        for number, part in enumerate(parts):
            made += _appending(name, part, f"_{name}_{number}_{node.lineno}_{node.col_offset}_")
        self.is_changed = True
        return [ast.copy_location(statement, node) for statement in made]


def _summands(node: ast.expr) -> list[ast.expr]:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return [*_summands(node.left), *_summands(node.right)]
    return [node]


def _gives_tuples(node: Any) -> bool:
    """Whether a list of tuples is written out, or is a comprehension with no other scope in it."""
    if isinstance(node, ast.List):
        return bool(node.elts) and all(isinstance(e, ast.Tuple) for e in node.elts)
    if not isinstance(node, (ast.ListComp, ast.GeneratorExp)) or not isinstance(node.elt, ast.Tuple):
        return False
    inside = [node.elt, *(part for c in node.generators for part in (c.target, c.iter, *c.ifs))]
    return not any(isinstance(n, _OTHER_SCOPES) for part in inside for n in walk(part)) and not any(c.is_async for c in node.generators)


def _appending(name: str, part: Any, mark: str) -> list[ast.stmt]:
    def append(item: ast.expr) -> ast.stmt:
        return ast.Expr(ast.Call(ast.Attribute(ast.Name(name, ast.Load()), "append", ast.Load()), [item], []))

    if isinstance(part, ast.List):
        return [append(item) for item in part.elts]
    own = {n.id for c in part.generators for n in walk(c.target) if isinstance(n, ast.Name)}

    def renamed(node: Any) -> Any:
        for one in own:
            node = with_names(node, one, ast.Name(f"{mark}{one}_", ast.Load()))
        return node

    def renamed_target(target: Any) -> Any:
        target = copy_tree(target)
        for n in walk(target):
            if isinstance(n, ast.Name):
                n.id = f"{mark}{n.id}_"
        return target

    body: list[ast.stmt] = [append(renamed(part.elt))]
    for i, clause in reversed(list(enumerate(part.generators))):
        for test in reversed(clause.ifs):
            body = [ast.If(renamed(test), body, [])]
        body = [ast.For(renamed_target(clause.target), renamed(clause.iter) if i else clause.iter, body, [])]
    return body
