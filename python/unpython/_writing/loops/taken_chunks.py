"""What goes through an iterator some items at a time, as parts of what it goes through:

    it = iter(values)                            at = 0
    while chunk := list(islice(it, size)):       while True:
        use(chunk)                                   chunk = list(values[at : at + size])
                                                     if not chunk: break
                                                     at += size
                                                     use(chunk)

`values` is a name that the loop gives nothing else, and nothing else asks the iterator. Python says what a size below 0 is.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython._local_names import local_names
from unpython._writing.calls import full_name, refusal
from unpython._writing.nodes import copy_tree, is_name, is_simple, load, store, walk
from unpython._writing.rewriter import BlockRewriter


def rewritten(function: FunctionType, node: Any) -> Any:
    """The `def` with such loops in other words; the `def` itself where there are none."""
    if not isinstance(node, ast.FunctionDef):
        return node
    writer = _Chunks(function, node)
    made = copy_tree(node)
    made.body = writer.statements(made.body)
    return ast.fix_missing_locations(made) if writer.count else node


class _Chunks(BlockRewriter):
    def __init__(self, function: FunctionType, node: ast.FunctionDef):
        self._function = function
        self._own = local_names(function)
        self._names = [n.id for n in walk(node) if isinstance(n, ast.Name)]
        self.count = 0

    def statements(self, body: list[ast.stmt]) -> list[ast.stmt]:
        made: list[ast.stmt] = []
        for statement in super().statements(body):
            found = self._written(made[-1], statement) if made else None
            if found is None:
                made.append(statement)
            else:
                made[-1:] = [ast.copy_location(s, statement) for s in found]
        return made

    def _calls(self, node: Any, name: str, count: int) -> bool:
        is_call = isinstance(node, ast.Call) and len(node.args) == count and not node.keywords
        return is_call and full_name(node.func, self._function, self._own) == name

    def _written(self, before: Any, loop: Any) -> list[ast.stmt] | None:
        """The statements in the place of `it = iter(values)` and the loop behind it; None where they are something else."""
        if not isinstance(loop, ast.While) or loop.orelse or not isinstance(loop.test, ast.NamedExpr):
            return None
        made: Any = loop.test.value
        maker = next((kind for kind in ("list", "tuple") if self._calls(made, f"builtins.{kind}", 1)), "")
        if not maker or not self._calls(made.args[0], "itertools.islice", 2):
            return None
        iterator, size = made.args[0].args
        if not isinstance(before, ast.Assign) or not self._calls(before.value, "builtins.iter", 1) or not isinstance(iterator, ast.Name):
            return None
        values: Any = before.value.args[0]  # type: ignore[attr-defined]
        if len(before.targets) != 1 or not is_name(before.targets[0], iterator.id) or not isinstance(values, ast.Name) or not is_simple(size):
            return None
        stored = {n.id for s in loop.body for n in walk(s) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)} | {loop.test.target.id}
        if self._names.count(iterator.id) != 2 or stored & {n.id for part in (values, size) for n in walk(part) if isinstance(n, ast.Name)}:
            return None
        if any(isinstance(n, ast.Attribute) and is_name(n.value, values.id) for n in walk(loop)):
            return None  # a list that grows or shrinks
        self.count += 1
        at = f"_chunk_{loop.lineno}_{loop.col_offset}_begins_"
        part = ast.Subscript(values, ast.Slice(load(at), ast.BinOp(load(at), ast.Add(), copy_tree(size)), None), ast.Load())
        is_below = ast.Compare(copy_tree(size), [ast.Lt()], [ast.Constant(0)])
        body: list[ast.stmt] = [
            store(loop.test.target.id, ast.Call(made.func, [part], [])),
            ast.If(ast.Compare(ast.Call(load("len"), [load(loop.test.target.id)], []), [ast.Eq()], [ast.Constant(0)]), [ast.Break()], []),
            ast.AugAssign(ast.Name(at, ast.Store()), ast.Add(), copy_tree(size)),
        ]
        for s in body:
            for n in walk(s):
                ast.copy_location(n, loop.test)
        loop.test, loop.body = ast.copy_location(ast.Constant(True), loop.test), [*body, *loop.body]
        return [store(at, ast.Constant(0)), ast.If(is_below, [refusal("islice with a number below 0")], []), loop]
