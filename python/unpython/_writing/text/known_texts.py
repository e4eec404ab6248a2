"""What a function asks of a text that a call gives, each of which has code of its own:

    if kind == "add": f = operator.add           f = operator.add                  of "add"
    elif kind == "mul": f = operator.mul
    else: raise KeyError(kind)
    f = table[kind]                              raise KeyError("mod")             where the table has no such key
    f = table.get(kind, abs)                     f = table["add"], or f = abs
    if f is None: return -1                      (nothing), or return -1
    getattr(np, name)                            np.exp
    x.astype(dtype), np.zeros(n, dtype=dtype)    x.astype("float32"), np.zeros(n, dtype="float32")
    np.iinfo(dtype), np.dtype(dtype)             np.iinfo("int8"), np.dtype("int8")
    np.datetime64(start, "D")                    np.datetime64("2024-02-29", "D")
"""

from __future__ import annotations

import ast
import keyword
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._local_names import local_names
from unpython._writing.arrays import kinds_of_types
from unpython._writing.flow import changed_tables, tables_of
from unpython._writing.functions import functions_or_none
from unpython._writing.nodes import copy_tree, is_name, is_none, is_text, walk
from unpython._writing.rewriter import KnownAnswers

_OF_TYPES = frozenset("astype dtype iinfo finfo datetime64".split())
_NO_EFFECT = (ast.Constant, ast.Name, ast.Attribute, ast.Lambda)


def rewritten(function: FunctionType, node: Any, texts: dict[str, str]) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` with the answers in the place of the questions, no names, and what free names it relies on."""
    if not isinstance(node, ast.FunctionDef) or any(isinstance(n, ast.Try) for n in walk(node)):
        return node, frozenset(), []
    nodes = [n for s in node.body for n in walk(s)]
    stored = {n.id for n in nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)} | {n.arg for n in nodes if isinstance(n, ast.arg)}
    fixed = {name: text for name, text in texts.items() if text and name not in stored}  # KeyError("") is raised as KeyError()
    error = _bindings.resolve(function, "KeyError", [])
    if not fixed or "KeyError" in local_names(function) or error.value is not KeyError:
        return node, frozenset(), []
    changed = changed_tables(node)
    tables = {name: table for name, table in tables_of(node).items() if name not in changed}
    reads = _bindings.resolve(function, "getattr", []) if any(is_name(n, "getattr") for n in nodes) else None
    writer = _Writer(fixed, tables, reads is not None and reads.value is getattr and "getattr" not in local_names(function))
    made = copy_tree(node)
    made.body = writer.statements(made.body)
    if not writer.is_changed:
        return node, frozenset(), []
    relies_on = [*([error] if writer.raises else []), *([reads] if reads is not None else [])]
    if any(isinstance(n, ast.Attribute) and n.attr == "dtype" for n in nodes):
        made, _, used = kinds_of_types.without_dtypes(function, made)
        relies_on += used
    return ast.fix_missing_locations(_without_none(function, made, tables)), frozenset(), relies_on


def _without_none(function: FunctionType, node: ast.FunctionDef, tables: dict[str, ast.Dict]) -> ast.FunctionDef:
    """Without questions whether a name that is called is None, which is given None, or a function of a table, by a statement of the body."""
    for statement in list(node.body):
        if isinstance(statement, ast.Assign) and len(statement.targets) == 1 and isinstance(target := statement.targets[0], ast.Name):
            is_function = _is_function(function, statement.value, tables)
            if is_function or is_none(statement.value):
                node = functions_or_none.with_local(node, target.id, is_function) or node
    return node


def _is_function(function: FunctionType, node: Any, tables: dict[str, ast.Dict]) -> bool:
    """Whether it is table["add"], and a function."""
    table = tables.get(getattr(node.value, "id", "")) if isinstance(node, ast.Subscript) else None
    if table is None or not is_text(node.slice):
        return False
    entry = next(v for k, v in reversed([*zip(table.keys, table.values)]) if isinstance(k, ast.Constant) and k.value == node.slice.value)
    binding = None if isinstance(entry, ast.Lambda) else _bindings.of_node(function, entry, local_names(function))
    return isinstance(entry, ast.Lambda) or (binding is not None and callable(binding.value))


class _Writer(KnownAnswers):
    def __init__(self, texts: dict[str, str], tables: dict[str, ast.Dict], knows_getattr: bool):
        self._texts = texts
        self._tables = tables
        self._knows_getattr = knows_getattr
        self.is_changed = False
        self.raises = False

    def _written(self, node: Any, value: Any) -> Any:
        self.is_changed = True
        return ast.copy_location(value, node)

    def _text(self, node: Any) -> str | None:
        return self._texts.get(node.id) if isinstance(node, ast.Name) else None

    def _keys(self, node: Any) -> list[str] | None:
        """The keys of a dict that is written out."""
        table = node if isinstance(node, ast.Dict) else self._tables.get(getattr(node, "id", ""))
        is_plain = table is not None and all(is_text(key) for key in table.keys) and all(isinstance(v, _NO_EFFECT) for v in table.values)
        return [key.value for key in table.keys] if is_plain else None  # type: ignore[union-attr]

    def _answer(self, node: Any) -> bool | None:
        text = self._text(node)
        if text is not None:
            self.is_changed = True
        return None if text is None else bool(text)

    def visit_Compare(self, node: ast.Compare) -> Any:
        text, op, other = self._text(node.left), node.ops[0], node.comparators[0]
        if len(node.ops) > 1 or text is None:
            return self.generic_visit(node)
        if isinstance(op, (ast.Eq, ast.NotEq)) and is_text(other):
            return self._written(node, ast.Constant((text == other.value) is isinstance(op, ast.Eq)))
        if isinstance(op, (ast.In, ast.NotIn)):
            written = other.elts if isinstance(other, (ast.Tuple, ast.List, ast.Set)) else []
            items = [e.value for e in written if is_text(e)] if written else self._keys(other)
            if items is not None and len(items) == len(written or items):
                return self._written(node, ast.Constant((text in items) is isinstance(op, ast.In)))
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> Any:
        """table.get(kind, f)"""
        func: Any = node.func
        if (found := self._attribute(node)) is not None:
            return self._written(node, found)
        self._name_types(node)
        is_get = isinstance(func, ast.Attribute) and func.attr == "get" and isinstance(func.value, (ast.Name, ast.Dict))
        is_get = is_get and not node.keywords and 1 <= len(node.args) <= 2
        keys = self._keys(func.value) if is_get else None
        if keys is None or (text := self._text(node.args[0])) is None or not isinstance(node.args[-1], _NO_EFFECT):
            return self.generic_visit(node)
        if text in keys:
            key = node.args[0] if isinstance(func.value, ast.Dict) else ast.Constant(text)
            return self._written(node, self.visit(ast.Subscript(func.value, key, ast.Load())))
        return self._written(node, node.args[1] if len(node.args) == 2 else ast.Constant(None))

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        """{"add": add, "mul": mul}[kind]"""
        keys = self._keys(node.value) if isinstance(node.value, ast.Dict) else None
        text = self._text(node.slice) if keys is not None else None
        if keys is None or text not in keys or not isinstance(node.ctx, ast.Load):
            return self.generic_visit(node)
        place = max(i for i, key in enumerate(keys) if key == text)
        return self._written(node, node.value.values[place])  # type: ignore[attr-defined]

    def _attribute(self, node: ast.Call) -> ast.expr | None:
        """getattr(x, name)"""
        if not self._knows_getattr or not is_name(node.func, "getattr") or len(node.args) != 2 or node.keywords:
            return None
        text = self._text(node.args[1])
        is_name_of_one = text is not None and text.isidentifier() and not keyword.iskeyword(text) and not text.startswith("__")
        return ast.Attribute(self.visit(node.args[0]), text, ast.Load()) if is_name_of_one and text is not None else None

    def _name_types(self, node: ast.Call) -> None:
        for given in node.keywords:
            if given.arg == "dtype" and (text := self._text(given.value)) is not None:
                given.value = self._written(given.value, ast.Constant(text))
        is_cast = isinstance(node.func, ast.Attribute) and node.func.attr in _OF_TYPES
        is_cast = (is_cast and len(node.args) == 1) or (is_cast and node.func.attr == "datetime64" and len(node.args) == 2)  # type: ignore[attr-defined]
        is_cast = is_cast or (isinstance(node.func, ast.Name) and node.func.id in ("int", "float") and len(node.args) == 1)
        if is_cast and (text := self._text(node.args[0])) is not None:
            node.args[0] = self._written(node.args[0], ast.Constant(text))

    def _lacks(self, node: Any) -> str | None:
        """The text that a dict has no entry for: {...}[kind], or what calls it, or is given it first."""
        if isinstance(node, ast.Call):
            node = node.args[0] if isinstance(node.func, ast.Name) and node.args else node.func
        keys = self._keys(node.value) if isinstance(node, ast.Subscript) else None
        text = self._text(node.slice) if keys is not None else None
        return text if keys is not None and text is not None and text not in keys else None

    def _first(self, node: Any) -> Any:
        if (text := self._lacks(node.value)) is not None:
            self.raises = True
            return self._written(node, ast.Raise(ast.Call(ast.Name("KeyError", ast.Load()), [ast.Constant(text)], []), None))
        return self.generic_visit(node)

    visit_Assign = visit_Return = visit_Expr = _first
