"""Dicts with texts as keys that a function is given: which keys there are is known when it is compiled, so what goes through them is
written out.

    sum(d.values())                      sum([d["a"], d["b"]])
    {k: 2 * v for k, v in d.items()}     {"a": 2 * d["a"], "b": 2 * d["b"]}
    np.array(list(d.values()))           np.array([d["a"], d["b"]])
    for k, v in d.items():               for k, v in (("a", d["a"]), ("b", d["b"])):     # see unroll_texts.py
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._local_names import local_names
from unpython._writing.calls import full_name, with_names
from unpython._writing.nodes import copy_tree, walk

_MOST_ENTRIES = 16
_TAKE_ALL = frozenset(f"builtins.{name}" for name in "sum min max any all list sorted len".split())
_END_EARLY = frozenset(("builtins.any", "builtins.all", "builtins.len"))


def rewritten(function: FunctionType, node: Any, dicts: dict[str, tuple[str, ...]]) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` in which such loops are written out, no names, and no free names. `dicts`: the parameters, with their keys."""
    made, writer = _begun(function, node, dicts)
    made.body = [writer.visit(statement) for statement in made.body]
    return (ast.fix_missing_locations(made), frozenset(), []) if writer.is_changed else (node, frozenset(), [])


def in_calls_of_numpy(function: FunctionType, node: Any, dicts: dict[str, tuple[str, ...]]) -> Any:
    """The `def` in which they are written out where a function of NumPy takes them at once."""
    made, writer = _begun(function, node, dicts)
    for call in [n for n in walk(made) if isinstance(n, ast.Call) and full_name(n.func, function, local_names(function)).startswith("numpy.")]:
        call.args = [writer.visit(given) for given in call.args]
    return ast.fix_missing_locations(made) if writer.is_changed else node


def _begun(function: FunctionType, node: Any, dicts: dict[str, tuple[str, ...]]) -> tuple[Any, _Writer]:
    stored = {n.id for n in walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
    changed = {n.value.id for n in walk(node) if isinstance(n, ast.Subscript) and isinstance(n.value, ast.Name) and not isinstance(n.ctx, ast.Load)}
    known = {name: keys for name, keys in dicts.items() if name not in stored | changed and len(keys) <= _MOST_ENTRIES}
    writer = _Writer(function, known)
    made = copy_tree(node)
    writer.know_lists(made)
    return made, writer


class _Writer(ast.NodeTransformer):
    def __init__(self, function: FunctionType, dicts: dict[str, tuple[str, ...]]):
        self._function = function
        self._own = local_names(function)
        self._dicts = dicts
        self._lists: dict[str, str] = {}
        self.is_changed = False

    def know_lists(self, node: Any) -> None:
        """names = list(d), of which nothing but comprehensions is made: `node` is changed."""
        nodes = list(walk(node))
        heads = {id(clause.iter) for n in nodes if isinstance(n, ast.ListComp) for clause in n.generators[:1] if self._can_be_written(n)}
        for made in [s for s in getattr(node, "body", []) if isinstance(s, ast.Assign) and len(s.targets) == 1 and isinstance(s.targets[0], ast.Name)]:
            call, name = made.value, getattr(made.targets[0], "id", "")
            is_list = isinstance(call, ast.Call) and len(call.args) == 1 and full_name(call.func, self._function, self._own) == "builtins.list"
            seen = self._seen(call.args[0]) if is_list and not call.keywords else None  # type: ignore[attr-defined]
            uses = [n for n in nodes if isinstance(n, ast.Name) and n.id == name and n is not made.targets[0]]
            if seen is not None and seen[1] == "keys" and uses and all(id(n) in heads for n in uses):
                self._lists[name] = seen[0]
                node.body.remove(made)

    def _can_be_written(self, node: ast.ListComp) -> bool:
        return len(node.generators) == 1 and not node.generators[0].ifs and isinstance(node.generators[0].target, ast.Name)

    def _seen(self, node: Any) -> tuple[str, str] | None:
        """d, d.keys(), d.values() or d.items()."""
        if isinstance(node, ast.Name) and node.id in self._dicts:
            return node.id, "keys"
        if isinstance(node, ast.Name) and node.id in self._lists:
            return self._lists[node.id], "keys"
        is_call = isinstance(node, ast.Call) and not node.args and not node.keywords and isinstance(node.func, ast.Attribute)
        if not is_call or not isinstance(node.func.value, ast.Name) or node.func.value.id not in self._dicts:
            return None
        return (node.func.value.id, node.func.attr) if node.func.attr in ("keys", "values", "items") else None

    def _entries(self, at: Any, name: str, what: str) -> list[ast.expr]:
        """What a loop gives in each iteration."""
        made: list[ast.expr] = []
        for key in self._dicts[name]:
            value = ast.Subscript(ast.Name(name, ast.Load()), ast.Constant(key), ast.Load())
            found = {"keys": ast.Constant(key), "values": value, "items": ast.Tuple([ast.Constant(key), value], ast.Load())}[what]
            made.append(ast.fix_missing_locations(ast.copy_location(found, at)))
        self.is_changed = True
        return made

    def visit_For(self, node: ast.For) -> Any:
        seen = self._seen(node.iter)
        if seen is not None:
            node.iter = ast.copy_location(ast.Tuple(self._entries(node.iter, *seen), ast.Load()), node.iter)
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> Any:
        if len(node.args) == 1 and isinstance(node.args[0], ast.GeneratorExp):
            return self._over_generator(node, node.args[0])
        seen = self._seen(node.args[0]) if len(node.args) == 1 else None
        called = full_name(node.func, self._function, self._own) if seen is not None else ""
        if seen is None or called not in _TAKE_ALL or (seen[1] != "values" and called != "builtins.len"):
            return self.generic_visit(node)
        if called == "builtins.len":
            self.is_changed = True
            return ast.copy_location(ast.Constant(len(self._dicts[seen[0]])), node)
        entries = ast.copy_location(ast.List(self._entries(node, *seen), ast.Load()), node)
        if called == "builtins.list":
            return entries
        node.args[0] = entries
        return node

    def _over_generator(self, node: ast.Call, given: ast.GeneratorExp) -> Any:
        """sum(f(v) for v in d.values()) and its kin, which take all that there is."""
        takes_all = full_name(node.func, self._function, self._own) in _TAKE_ALL - _END_EARLY
        found = self._parts(given, [given.elt]) if takes_all else None
        if found is None:
            return self.generic_visit(node)
        node.args = [ast.copy_location(ast.List([one for [one] in found], ast.Load()), given)]
        return node

    def _parts(self, node: Any, parts: list[ast.expr]) -> list[list[ast.expr]] | None:
        """The parts of a comprehension over a dict, for each of its entries."""
        clause = node.generators[0]
        seen = self._seen(clause.iter)
        targets: list[Any] = clause.target.elts if isinstance(clause.target, ast.Tuple) else [clause.target]
        fits = seen is not None and len(node.generators) == 1 and not clause.ifs and all(isinstance(t, ast.Name) for t in targets)
        if not fits or len(targets) != (2 if seen[1] == "items" else 1):  # type: ignore[index]
            return None
        found: list[list[ast.expr]] = []
        for entry in self._entries(node, *seen):  # type: ignore[misc]
            values = entry.elts if isinstance(entry, ast.Tuple) else [entry]
            made = parts
            for target, value in zip(targets, values, strict=True):
                made = [with_names(part, target.id, value) for part in made]
            found.append(made)
        return found

    def visit_DictComp(self, node: ast.DictComp) -> Any:
        found = self._parts(node, [node.key, node.value])
        if found is None:
            return self.generic_visit(node)
        keys = [key.value if isinstance(key, ast.Constant) else None for key, _ in found]
        if len(set(keys)) < len(keys) or None in keys:
            return node
        return ast.copy_location(ast.Dict([key for key, _ in found], [value for _, value in found]), node)

    def visit_ListComp(self, node: Any) -> Any:
        found = self._parts(node, [node.elt])
        return self.generic_visit(node) if found is None else ast.copy_location(ast.List([one for [one] in found], ast.Load()), node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return node

    visit_Lambda = visit_FunctionDef  # type: ignore[assignment]
