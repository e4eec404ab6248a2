"""Methods of named tuples that the library gives them, by their fields:

    fit._replace(c=1.0)     Fit(slope=fit.slope, c=1.0)
    fit._asdict()           {"slope": fit.slope, "c": fit.c}
    fit._fields             ("slope", "c")

of names that stand for nothing but objects of one such class; and, of a class without defaults,

    Fit._make(row)          Fit(*row)
    map(Fit._make, rows)    (Fit(*row) for row in rows)
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._layouts import Layout, is_mixed_list, is_objects, is_record
from unpython._local_names import local_names
from unpython._records import is_known
from unpython._writing.nodes import copy_tree, is_name, load, store, walk
from unpython._writing.rewriter import WholeRewriter

_METHODS = ("_replace", "_asdict")


def rewritten(function: FunctionType, node: Any, layouts: dict[str, Layout]) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def`, the names that came with it, and what free names it relies on."""
    if not isinstance(node, ast.FunctionDef):
        return node, frozenset(), []
    if any(isinstance(n, ast.Attribute) and n.attr == "_make" for n in walk(node)):
        makes = _Makes(function)
        node = ast.fix_missing_locations(makes.visit(copy_tree(node)))
        made, names, used = _by_fields(function, node, layouts)
        return made, names, [*used, *makes.used]
    return _by_fields(function, node, layouts)


def _by_fields(function: FunctionType, node: ast.FunctionDef, layouts: dict[str, Layout]) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    if any(isinstance(n, (ast.FunctionDef, ast.Lambda)) for s in node.body for n in walk(s)):
        return node, frozenset(), []
    writer = _Writer(function, _Classes(function, node, layouts))
    made = copy_tree(node)
    made.body = writer.statements(made.body)
    if not writer.is_changed:
        return node, frozenset(), []
    return ast.fix_missing_locations(made), frozenset(writer.names), writer.classes.used


class _Makes(ast.NodeTransformer):
    """Objects that are made of what a sequence holds, as calls of their class."""

    def __init__(self, function: FunctionType):
        self._function = function
        self._own = local_names(function)
        self.used: list[_bindings.Binding] = []

    def _is_make(self, node: Any) -> bool:
        binding = _bindings.of_node(self._function, node.value, self._own) if isinstance(node, ast.Attribute) and node.attr == "_make" else None
        if binding is None or not _is_named_tuple(binding.value) or binding.value._field_defaults:
            return False
        self.used.append(binding)
        return True

    def visit_Call(self, node: ast.Call) -> Any:
        self.generic_visit(node)
        if node.keywords or any(isinstance(a, ast.Starred) for a in node.args):
            return node
        if len(node.args) == 1 and self._is_make(node.func):
            node.func, node.args = node.func.value, [ast.Starred(node.args[0], ast.Load())]  # type: ignore[attr-defined]
        elif len(node.args) == 2 and is_name(node.func, "map") and "map" not in self._own and self._is_make(node.args[0]):
            binding = _bindings.resolve(self._function, "map", [])
            if binding.value is map:
                self.used.append(binding)
                row = f"_row_{node.lineno}_{node.col_offset}_"
                made = ast.Call(node.args[0].value, [ast.Starred(load(row), ast.Load())], [])  # type: ignore[attr-defined]
                clause = ast.comprehension(ast.Name(row, ast.Store()), node.args[1], [], 0)
                return ast.copy_location(ast.GeneratorExp(made, [clause]), node)
        return node


class _Classes:
    """Which class the objects have that names stand for."""

    def __init__(self, function: FunctionType, node: ast.FunctionDef, layouts: dict[str, Layout]):
        self._function = function
        self._own = local_names(function)
        self._layouts = layouts
        self.used: list[_bindings.Binding] = []
        self._values: dict[str, list[Any]] = {}
        self._asked: set[str] = set()
        known: set[int] = set()
        for parameter in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs):
            self._values[parameter.arg] = [parameter]
        for n in walk(node):
            if isinstance(n, (ast.For, ast.comprehension)):
                pairs: list[tuple[Any, Any]] = [(n.target, ("item", n.iter))]
            else:
                pairs = [(t, n.value) for t in n.targets] if isinstance(n, ast.Assign) else []
            for target, value in pairs:
                if isinstance(target, ast.Name):
                    known.add(id(target))
                    self._values.setdefault(target.id, []).append(value)
        for n in walk(node):
            if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load) and id(n) not in known:
                self._values.setdefault(n.id, []).append(None)

    def of(self, node: Any) -> type | None:
        if isinstance(node, ast.Name):
            return self._of_name(node.id)
        if isinstance(node, ast.arg):
            return self._of_layout(node.arg, False)
        if isinstance(node, tuple):  # what a loop goes through
            return self._of_layout(node[1].id, True) if isinstance(node[1], ast.Name) and node[1].id in self._layouts else None
        if not isinstance(node, ast.Call):
            return None
        if isinstance(node.func, ast.Attribute) and node.func.attr == "_replace":
            return self.of(node.func.value)
        binding = _bindings.of_node(self._function, node.func, self._own)
        return binding.value if binding is not None and _is_named_tuple(binding.value) else None

    def _of_name(self, name: str) -> type | None:
        """What all its values are; what is asked for already says nothing else."""
        if name in self._asked:
            return None
        self._asked.add(name)
        values = self._values.get(name, [None])
        found = [self.of(v) for v in values if not self._is_replaced(v, name)]
        self._asked.discard(name)
        return found[0] if found and all(kind is found[0] for kind in found) else None

    @staticmethod
    def _is_replaced(node: Any, name: str) -> bool:
        """fit = fit._replace(...)"""
        is_method = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "_replace"
        return is_method and is_name(node.func.value, name)

    def _of_layout(self, name: str, is_item: bool) -> type | None:
        layout: Any = self._layouts.get(name)
        kinds = {item.type if is_record(item) else None for item in layout.items} if is_item and is_mixed_list(layout) else set()
        if is_record(layout) and not is_item:
            found = layout.type
        elif len(kinds) == 1:
            found = kinds.pop()
        elif is_objects(layout) and layout.depth == (1 if is_item else 0):
            found = layout.type[0]
        else:
            return None
        return found if _is_named_tuple(found) and all(len(v) == 1 for v in [self._values.get(name, [])] if is_item) else None

    def name_of(self, kind: type) -> str | None:
        """A name for a class, which the function reads."""
        binding = _bindings.resolve(self._function, kind.__name__, [])
        if kind.__name__ in self._own or binding.value is not kind:
            return None
        self.used.append(binding)
        return kind.__name__


def _is_named_tuple(kind: Any) -> bool:
    """What namedtuple() or typing.NamedTuple made, and nothing of which it is a base."""
    return isinstance(kind, type) and kind.__bases__ == (tuple,) and hasattr(kind, "_fields") and is_known(kind)


class _Writer(WholeRewriter):
    def __init__(self, function: FunctionType, classes: _Classes):
        self.classes = classes
        self.names: set[str] = set()
        self.is_changed = False

    def visit_Assign(self, node: ast.Assign) -> Any:
        """x = Fit(...)._replace(...)"""
        value: Any = node.value
        before: list[ast.stmt] = []
        is_method = isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr in _METHODS
        if is_method and isinstance(value.func.value, ast.Call) and (kind := self.classes.of(value.func.value)) is not None:
            name = f"_object_{len(self.names)}_"
            self.names.add(name)
            begun = store(name, self.visit(value.func.value))
            value.func.value = load(name)
            before.append(ast.fix_missing_locations(ast.copy_location(begun, node)))
            node.value = self._written(value, kind)
        else:
            self.generic_visit(node)
        return [*before, node] if before else node

    def visit_Return(self, node: ast.Return) -> Any:
        if node.value is None:
            return node
        made = self.visit_Assign(node)  # type: ignore[arg-type]
        return made

    def visit_Call(self, node: ast.Call) -> Any:
        self.generic_visit(node)
        is_method = isinstance(node.func, ast.Attribute) and node.func.attr in _METHODS and isinstance(node.func.value, ast.Name)
        kind = self.classes.of(node.func.value) if is_method else None  # type: ignore[attr-defined]
        return node if kind is None else self._written(node, kind)

    def _written(self, node: ast.Call, kind: Any) -> ast.expr:
        assert isinstance(node.func, ast.Attribute)
        if node.args:
            return node
        given = {k.arg: k.value for k in node.keywords}
        owner = node.func.value
        if node.func.attr == "_asdict":
            if given:
                return node
            made: ast.expr = ast.Dict([ast.Constant(field) for field in kind._fields], [_field(owner, field) for field in kind._fields])
        else:
            name = self.classes.name_of(kind) if {*given} <= {*kind._fields} else None
            if name is None:
                return node
            kept = [ast.keyword(field, _field(owner, field)) for field in kind._fields if field not in given]
            made = ast.Call(load(name), [], [*kept, *node.keywords])
        self.is_changed = True
        return ast.fix_missing_locations(ast.copy_location(made, node))

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        self.generic_visit(node)
        kind: Any = self.classes.of(node.value) if node.attr == "_fields" and isinstance(node.value, ast.Name) else None
        if kind is None:
            return node
        self.is_changed = True
        made = ast.Tuple([ast.Constant(field) for field in kind._fields], ast.Load())
        return ast.fix_missing_locations(ast.copy_location(made, node))


def _field(owner: ast.expr, field: str) -> ast.expr:
    return ast.Attribute(copy_tree(owner), field, ast.Load())
