"""A given list of numbers whose name is bound anew, where the new list is kept or returned: it gets a name of its own.

    def f(y, n):                              def f(y, n):
        out = []                                  out = []; own = y[:0]; is_given = True
        for _ in range(n):                        for _ in range(n):
            y = [v * 2 for v in y]                    own = [v * 2 for v in y]; y = own; is_given = False
            out.append(y)                             out.append(own)
        return y                                  if is_given: (refused)
                                                  return own

Problem: the list that is given is another object inside the function, so nothing may keep it or give it back.
Choice:  up to the next statement that gives the name a value, a new list is what the name stands for. At a `return` that is not known: where
         no new list was made by then, the call is refused, and Python runs it.

Asked only where a function was refused as it is, and written only where nothing but reads of the given list is left.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._find_source import SourceNotFound
from unpython._layouts import Layout, depth_of_lists, is_numbers
from unpython._local_names import local_names
from unpython._writing import nothing
from unpython._writing.calls import refusal
from unpython._writing.changes import only_reads
from unpython._writing.nodes import Renamed, copy_tree, is_name, load, store, walk
from unpython._writing.plainer import find_source
from unpython._writing.rewriter import BlockRewriter

_MAKERS = ("builtins.list", "builtins.sorted")


def rewritten(function: FunctionType, node: Any, layouts: dict[str, Layout]) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` with names for such lists, these names, and what free names it relies on."""
    lists = {name: 1 for name, layout in layouts.items() if is_numbers(layout) and layout.depth == 1 and layout.type is not str and not layout.names}
    if not lists or not isinstance(node, ast.FunctionDef) or only_reads.only_reads(function, lists, node):
        return node, frozenset(), []
    depths = {name: depth for name, layout in layouts.items() if (depth := depth_of_lists(layout))}
    made: Any = _Apart().visit(copy_tree(node))
    writer = _Writer(function, made, {*lists})
    if not writer.sources:
        return node, frozenset(), []
    made.body = writer.statements(made.body)
    made.body = [*writer.first(lists), *made.body]
    for s in made.body:
        ast.fix_missing_locations(ast.copy_location(s, s if hasattr(s, "lineno") else node.body[0]))
    return (made, frozenset(writer.names), writer.used) if only_reads.only_reads(function, depths, made) else (node, frozenset(), [])


class _Apart(BlockRewriter):
    """t, y = 0.0, y0 as a statement for each name, where no value reads one of the others."""

    def visit_Assign(self, node: ast.Assign) -> Any:
        target, value = node.targets[0], node.value
        if len(node.targets) > 1 or not isinstance(target, ast.Tuple) or not isinstance(value, ast.Tuple) or len(target.elts) != len(value.elts):
            return node
        names = [t.id for t in target.elts if isinstance(t, ast.Name)]
        read = {n.id for n in walk(value) if isinstance(n, ast.Name)}
        if len({*names}) < len(target.elts) or read & {*names} or any(isinstance(v, ast.Starred) for v in value.elts):
            return node
        return [ast.copy_location(ast.Assign([t], v), node) for t, v in zip(target.elts, value.elts, strict=True)]


class _Writer(BlockRewriter):
    """`sources`: the names that are bound anew, each with the names of given lists that it stands for at times."""

    def __init__(self, function: FunctionType, node: Any, lists: set[str]):
        self._function = function
        self._local = local_names(function)
        self._new: set[str] = set()
        self.used: list[_bindings.Binding] = []
        self.names: set[str] = set()
        stores: dict[str, list[ast.expr | None]] = {}
        values = {id(s.targets[0]): s.value for s in walk(node) if isinstance(s, ast.Assign) and len(s.targets) == 1}
        for n in walk(node):
            if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load):
                stores.setdefault(n.id, []).append(values.get(id(n)))
        within = [n for n in walk(node) if n is not node and isinstance(n, (ast.FunctionDef, ast.Lambda))]
        hidden = {n.id for inner in within for n in walk(inner) if isinstance(n, ast.Name)}
        self._given = lists - stores.keys()
        known = {*lists}
        self._new = {name for name, all_of in stores.items() if name not in hidden | lists and all(map(self._is_new, all_of))}
        while more := {n for n, all_of in stores.items() if n not in known and self._is_begun(node, n, known)}:
            known |= more
        made = {n for n, all_of in stores.items() if n in known and all(self._is_new(v) or isinstance(v, ast.Name) and v.id in known for v in all_of)}
        self.sources = {n for n in made - hidden if any(self._is_new(v) for v in stores[n])}
        held = {v.id for n in self.sources for v in stores[n] if isinstance(v, ast.Name)} - self._new
        if not held <= self._given | self.sources:
            self.sources = set()
        self._returned = {n.id for r in walk(node) if isinstance(r, ast.Return) for n in _parts(r.value) if isinstance(n, ast.Name)} & self.sources

    def _is_begun(self, node: Any, name: str, known: set[str]) -> bool:
        """Whether the first that is said of a name is `name = y`, where nothing goes around it."""
        first = next((s for s in node.body if any(is_name(n, name) for n in walk(s))), None)
        return isinstance(first, ast.Assign) and is_name(first.targets[0], name) and isinstance(first.value, ast.Name) and first.value.id in known

    def _is_new(self, value: Any) -> bool:
        """Whether an expression makes a list that nothing else stands for."""
        if isinstance(value, (ast.ListComp, ast.List)) or (isinstance(value, ast.Subscript) and isinstance(value.slice, ast.Slice)):
            return True
        if isinstance(value, ast.Name):
            return value.id in self._new
        if not isinstance(value, ast.Call):
            return False
        binding = _bindings.of_node(self._function, value.func, self._local)
        if binding is None:
            return False
        helper = _bindings.python_function(binding.value)
        if helper is None:
            return binding.kind == "library" and binding.target in _MAKERS
        try:
            written = find_source(helper).node
        except SourceNotFound:
            return False
        results = nothing.returned(written.body) if isinstance(written, ast.FunctionDef) and not written.decorator_list else []
        self.used.append(binding)
        return bool(results) and all(isinstance(r, (ast.ListComp, ast.List)) for r in results)

    def _own(self, name: str) -> str:
        return self._named(f"_own_{name}_")

    def _is_given(self, name: str) -> str:
        return self._named(f"_is_given_{name}_")

    def _named(self, name: str) -> str:
        self.names.add(name)
        return name

    def first(self, lists: dict[str, int]) -> list[ast.stmt]:
        """What holds at the beginning of the parameters that are bound anew."""
        return [s for name in lists if name in self.sources for s in self._of_given(name, name)]

    def _of_given(self, name: str, given: str) -> list[ast.stmt]:
        if given in self.sources and given != name:
            own, flag = load(self._own(given)), load(self._is_given(given)) if given in self._returned else ast.Constant(True)
        else:
            own, flag = ast.Subscript(load(given), ast.Slice(None, ast.Constant(0)), ast.Load()), ast.Constant(True)
        return [store(self._own(name), own), *([store(self._is_given(name), flag)] if name in self._returned else [])]

    def statements(self, body: list[ast.stmt]) -> list[ast.stmt]:
        made: list[ast.stmt] = []
        new: set[str] = set()  # what stands for a new list here
        for node in body:
            stored = {n.id for n in walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
            target = node.targets[0] if isinstance(node, ast.Assign) and len(node.targets) == 1 else None
            name = target.id if isinstance(target, ast.Name) and target.id in self.sources else ""
            if name and isinstance(node, ast.Assign):
                node.value = Renamed({n: self._own(n) for n in new}).visit(node.value)
                new.discard(name)
                if isinstance(node.value, ast.Name) and not self._is_new(node.value):
                    made += [node, *(_placed(s, node) for s in self._of_given(name, node.value.id))]
                    continue
                flag = [store(self._is_given(name), ast.Constant(False))] if name in self._returned else []
                made += [_placed(s, node) for s in (store(self._own(name), node.value), store(name, load(self._own(name))), *flag)]
                new.add(name)
                continue
            new -= stored
            written: Any = Renamed({n: self._own(n) for n in new}).visit(node) if new else node
            found = self.visit(written)
            made += found if isinstance(found, list) else [found]
        return made

    def visit_Return(self, node: ast.Return) -> Any:
        parts = {n.id for n in _parts(node.value) if isinstance(n, ast.Name)} & self.sources
        if not parts:
            return node
        given: list[ast.expr] = [load(self._is_given(name)) for name in sorted(parts)]
        asked = ast.If(ast.BoolOp(ast.Or(), given) if len(given) > 1 else given[0], [refusal("a list that is given is returned")], [])
        own = Renamed({name: self._own(name) for name in parts})
        value: Any = node.value
        if isinstance(value, ast.Tuple):
            value.elts = [own.visit(e) if isinstance(e, ast.Name) else e for e in value.elts]
        else:
            node.value = own.visit(value)
        return [_placed(asked, node), node]


def _parts(value: ast.expr | None) -> list[ast.expr]:
    return value.elts if isinstance(value, ast.Tuple) else [value] if value is not None else []


def _placed(made: ast.stmt, node: ast.stmt) -> ast.stmt:
    return ast.fix_missing_locations(ast.copy_location(made, node))
