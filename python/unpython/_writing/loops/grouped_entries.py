"""Dicts of what groupby() gives, as loops, and iterators that are zipped with themselves, for plainer.py:

    return {k: len(list(g)) for k, g in groupby(x)}     made = {}
                                                        for k, g in groupby(x): made[k] = len(list(g))
                                                        return made
    it = iter(x)
    for a, b in zip(it, it): ...                        for a, b in zip(x[0::2], x[1::2]): ...
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Callable
from typing import Any

from unpython._writing.calls import with_own_targets
from unpython._writing.nodes import is_name, load, store, walk
from unpython._writing.rewriter import BlockRewriter

_Values = Callable[[Any], Any]
_READERS = frozenset("iter len sum max min sorted list enumerate any all".split())
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def rewritten(node: Any, value_of: _Values) -> tuple[bool, set[str]]:
    """Writes the `def` anew where it stands: whether there was something to write, and the names that came with it. `value_of`: what a name
    stands for outside of the function."""
    is_paired = _pair(node, value_of)
    writer = _Entries(value_of)
    node.body = writer.statements(node.body)
    return bool(writer.names) or is_paired, writer.names


class _Entries(BlockRewriter):
    def __init__(self, value_of: _Values):
        self._value_of = value_of
        self.names: set[str] = set()

    def visit_Return(self, node: ast.Return) -> Any:
        parts: list[Any] = node.value.elts if type(node.value) is ast.Tuple else [node.value]
        for i, part in enumerate(parts):
            if self._is_grouped(part):
                name = f"_grouped_{node.lineno}_{i}_"
                made = self._filled(part, name, node)
                parts[i] = ast.copy_location(load(name), part)
                node.value = node.value if type(node.value) is ast.Tuple else parts[0]
                return [*made, node]
            if not isinstance(part, (ast.Name, ast.Constant)):
                break
        return node

    def visit_Assign(self, node: ast.Assign) -> Any:
        target = node.targets[0]
        if len(node.targets) > 1 or not isinstance(target, ast.Name) or not self._is_grouped(node.value):
            return node
        if any(is_name(n, target.id) for n in walk(node.value)):
            return node
        return self._filled(node.value, target.id, node)

    def _is_grouped(self, node: Any) -> bool:
        over = node.generators[0].iter if isinstance(node, ast.DictComp) and len(node.generators) == 1 else None
        return isinstance(over, ast.Call) and isinstance(over.func, (ast.Name, ast.Attribute)) and self._value_of(over.func) is itertools.groupby

    def _filled(self, node: Any, name: str, at: ast.stmt) -> list[ast.stmt]:
        pair = ast.copy_location(ast.Tuple([node.key, node.value], ast.Load()), node)
        clause = node.generators[0]
        own = {n.id: f"_{n.id}_of_{name.strip('_')}_" for n in walk(clause.target) if isinstance(n, ast.Name)}
        key, value = with_own_targets(pair, [clause], lambda target, _: own[target]).elts
        self.names |= {name, *own.values()}
        body: list[ast.stmt] = [ast.Assign([ast.Subscript(load(name), key, ast.Store())], value)]
        for test in reversed(clause.ifs):
            body = [ast.If(test, body, [])]
        made = [store(name, ast.Dict([], [])), ast.For(clause.target, clause.iter, body, [])]
        return [ast.fix_missing_locations(ast.copy_location(s, at)) for s in made]


def _pair(node: Any, value_of: _Values) -> bool:
    """zip(it, it) of a name that is assigned once, by iter() of a name, and stands nowhere else."""
    if not any(isinstance(n, ast.Call) and is_name(n.func, "iter") for n in walk(node)):
        return False
    found = False
    for statement in [n for n in walk(node) if isinstance(n, ast.Assign)]:
        made: Any = statement.value
        if len(statement.targets) > 1 or not isinstance(statement.targets[0], ast.Name) or not isinstance(made, ast.Call) or value_of(made.func) is not iter:
            continue
        if len(made.args) != 1 or made.keywords or not isinstance(made.args[0], ast.Name):
            continue
        name, over = statement.targets[0].id, made.args[0].id
        uses = [n for n in walk(node) if is_name(n, name)]
        calls = [n for n in walk(node) if isinstance(n, ast.Call) and len(n.args) > 1 and not n.keywords and all(is_name(a, name) for a in n.args)]
        if len(calls) != 1 or len(uses) != len(calls[0].args) + 1 or value_of(calls[0].func) is not zip or not _stays(node, over, statement, calls[0]):
            continue
        count = len(calls[0].args)
        calls[0].args = [
            ast.copy_location(ast.Subscript(load(over), ast.Slice(ast.Constant(i), None, ast.Constant(count)), ast.Load()), calls[0]) for i in range(count)
        ]
        statement.value = ast.copy_location(ast.Constant(0), made)
        ast.fix_missing_locations(node)
        found = True
    return found


def _stays(node: Any, name: str, begin: ast.Assign, call: ast.Call) -> bool:
    """Whether a name is only read where it is a parameter or assigned once, and both statements stand in one block, one behind the other."""
    stored = [n for n in walk(node) if is_name(n, name) and not isinstance(n.ctx, ast.Load)]
    is_given = any(a.arg == name for a in walk(node.args) if isinstance(a, ast.arg))
    if len(stored) + is_given != 1:
        return False
    passed = [n for n in walk(node) if isinstance(n, ast.Call) and getattr(n.func, "id", "") not in _READERS]
    if any(is_name(part, name) for n in passed for a in (*n.args, *(k.value for k in n.keywords)) for part in walk(a)):
        return False
    changed = [n for n in walk(node) if isinstance(n, (ast.Subscript, ast.Attribute)) and is_name(n.value, name)]
    if any(isinstance(n, ast.Attribute) or not isinstance(n.ctx, ast.Load) for n in changed):
        return False
    for block in (getattr(n, field, None) for n in walk(node) for field in ("body", "orelse")):
        if isinstance(block, list) and begin in block:
            rest = block[block.index(begin) + 1 :]
            place = next((i for i, s in enumerate(rest) if any(n is call for n in walk(s))), None)
            is_quiet = place is not None and not any(is_name(n, name) or isinstance(n, ast.Call) for s in rest[:place] for n in walk(s))
            return is_quiet and _runs_once(rest[place], call)  # type: ignore[index]
    return False


def _runs_once(statement: ast.stmt, call: ast.Call) -> bool:
    """Whether a statement computes the call once: the head of a loop, or what a comprehension begins with."""
    if isinstance(statement, ast.For):
        places: list[Any] = [statement.iter]
    elif isinstance(statement, (ast.Assign, ast.AugAssign, ast.Return, ast.Expr)) and statement.value is not None:
        places = [statement.value]
    else:
        return False
    around = [n for n in walk(places[0]) if isinstance(n, (*_COMPREHENSIONS, ast.Lambda)) and any(part is call for part in walk(n))]
    if len(around) > 1 or any(isinstance(n, ast.Lambda) for n in around):
        return False
    inside = around[0].generators[0].iter if around else places[0]  # type: ignore[union-attr]
    return any(n is call for n in walk(inside))
