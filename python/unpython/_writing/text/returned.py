"""Texts that a function returns: the numbers in them are results, and the text is made of them when the call ends.

    return f"{n} items of {x:.2f}"                  n and x, and then f"{...} items of {...:.2f}"
    return "large" if n > 2 else "small"            0 or 1, and then "large" or "small"

Problem:  no device has texts, and what is in a text has Python's own rules (formats, repr).
Choice:   what is returned is a number for each value in the text; Python itself makes the text.
Rejected: texts as values in compiled code.

Each `return` of the function gives a text or None, and if a text holds numbers there is no other one. Texts that a function does more with than return
them stay as they are, and their statements run in Python.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._local_names import local_names
from unpython._records import Joined
from unpython._writing.arrays import type_texts
from unpython._writing.nodes import copy_tree, is_none, walk

#: Functions of NumPy that make a text of a number or an array.
_OF_NUMPY = frozenset("binary_repr base_repr array2string array_repr array_str format_float_positional format_float_scientific".split())


class _NotAText(Exception):
    pass


def rewritten(function: FunctionType, node: Any) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` that returns the values of its texts, no names, and what free names it relies on."""
    returns = [n for s in node.body for n in _own_nodes(s) if isinstance(n, ast.Return) and n.value is not None and not is_none(n.value)]
    if not returns:
        return node, frozenset(), []
    reader = Reader(function)
    try:
        made = {id(r): reader.result(r.value) for r in returns}
    except _NotAText:
        return node, frozenset(), []
    if not reader.has_text or (len(returns) > 1 and reader.has_values):
        return node, frozenset(), []
    numbered = not reader.has_values
    if numbered:
        made = {key: value.as_number(reader.texts) for key, value in made.items()}
    memo = {id(r): ast.copy_location(ast.Return(made[id(r)].node), r) for r in returns}
    return ast.fix_missing_locations(copy_tree(node, memo)), frozenset(), reader.used


def _own_nodes(node: ast.AST) -> list[ast.AST]:
    """Without those of functions inside."""
    if isinstance(node, (ast.FunctionDef, ast.Lambda, ast.ClassDef)):
        return []
    return [node, *(n for child in ast.iter_child_nodes(node) for n in _own_nodes(child))]


class _Result:
    """`node`: the expression to return; `choice`: the numbers of texts in its place, where it holds no values."""

    def __init__(self, node: ast.expr, choice: ast.expr | None = None):
        self.node = node
        self._choice = choice

    def as_number(self, texts: list[str]) -> _Result:
        assert self._choice is not None
        made = Joined("text", [self._choice])
        made.make = lambda values: texts[values[0]]
        return _Result(ast.copy_location(made, self.node))


class Reader:
    def __init__(self, function: FunctionType):
        self._function = function
        self._locals = local_names(function)
        self.used: list[_bindings.Binding] = []
        self.texts: list[str] = []  # that are written out
        self.has_text = False
        self.has_values = False

    def result(self, node: ast.expr | None) -> _Result:
        if node is None:
            raise _NotAText
        try:
            return _Result(node, self._choice(node))
        except _NotAText:
            pass
        self.has_values = True
        if isinstance(node, ast.Tuple):
            elements = [self.with_values(e) if self.is_text(e) else e for e in node.elts]
            if all(made is old for made, old in zip(elements, node.elts, strict=True)):
                raise _NotAText
            return _Result(ast.copy_location(ast.Tuple(elements, ast.Load()), node))
        if not self.is_text(node):
            raise _NotAText
        return _Result(self.with_values(node))

    def _choice(self, node: ast.expr) -> ast.expr:
        """The number of a text that is written out."""
        if isinstance(node, ast.Constant) and type(node.value) is str:
            self.has_text = True
            if node.value not in self.texts:
                self.texts.append(node.value)
            return ast.copy_location(ast.Constant(self.texts.index(node.value)), node)
        if isinstance(node, ast.IfExp):
            return ast.copy_location(ast.IfExp(node.test, self._choice(node.body), self._choice(node.orelse)), node)
        raise _NotAText

    def is_text(self, node: ast.expr) -> bool:
        if isinstance(node, ast.JoinedStr):
            return True
        if isinstance(node, ast.Constant):
            return type(node.value) is str
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            return self.is_text(node.left) and self.is_text(node.right)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
            return isinstance(node.left, ast.Constant) and type(node.left.value) is str
        if not isinstance(node, ast.Call) or node.keywords or any(isinstance(a, ast.Starred) for a in node.args):
            return False
        if self.text_of_numpy(node) and node.args:
            return True
        if isinstance(node.func, ast.Attribute) and node.func.attr == "format":
            return isinstance(node.func.value, ast.Constant) and type(node.func.value.value) is str
        return isinstance(node.func, ast.Name) and node.func.id in ("str", "repr") and self.is_builtin(node.func.id) and len(node.args) == 1

    def text_of_numpy(self, node: ast.Call) -> str:
        """The name of the function of NumPy that makes a text, if the call is of one."""
        binding = _bindings.of_node(self._function, node.func, self._locals)
        if binding is None:
            return ""
        if binding.target.removeprefix("numpy.") not in _OF_NUMPY or not binding.target.startswith("numpy."):
            return ""
        self.used.append(binding)
        return binding.target.removeprefix("numpy.")

    def is_builtin(self, name: str) -> bool:
        binding = _bindings.resolve(self._function, name, [])
        self.used.append(binding)
        return name not in self._locals and getattr(binding.value, "__module__", "") == "builtins" and binding.value.__name__ == name

    def with_values(self, node: ast.expr) -> ast.expr:
        self.has_text = True
        values: list[ast.expr] = []
        text = _Values(self, values).visit(copy_tree(node))
        if not values:
            values.append(ast.Constant(0))
        arguments = ast.arguments([], [ast.arg("values")], None, [], [], None, [])
        made = ast.fix_missing_locations(ast.Expression(ast.copy_location(ast.Lambda(arguments, text), node)))
        joined = Joined("text", values)
        names: dict[str, Any] = {}
        if any(isinstance(n, ast.Name) and n.id in _OF_NUMPY for n in walk(made)):
            import numpy

            names = {name: getattr(numpy, name) for name in _OF_NUMPY}
        joined.make = eval(compile(made, self._function.__code__.co_filename, "eval"), names)
        return ast.copy_location(joined, node)


class _Values(ast.NodeTransformer):
    """A text in which values are items of `values`."""

    def __init__(self, reader: Reader, values: list[ast.expr]):
        self._reader = reader
        self._values = values

    def _value(self, node: ast.expr) -> ast.expr:
        if isinstance(node, ast.Constant):
            return node
        if any(isinstance(n, (ast.NamedExpr, ast.Starred)) for n in walk(node)):
            raise _NotAText
        index = ast.Constant(len(self._values))
        made = ast.copy_location(ast.Subscript(ast.Name("values", ast.Load()), index, ast.Load()), node)
        of_type = type_texts.asked(node, lambda name: self._reader.is_builtin(name.id))
        self._values.append(node if of_type is None else of_type.value)
        return made if of_type is None else of_type.of(made)

    def _part(self, node: ast.expr) -> ast.expr:
        return self.visit(node) if self._reader.is_text(node) else self._value(node)

    def visit_FormattedValue(self, node: ast.FormattedValue) -> ast.AST:
        node.value = self._part(node.value)
        if node.format_spec is not None:
            node.format_spec = self.visit(node.format_spec)
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        if isinstance(node.op, ast.Add):
            node.left, node.right = self.visit(node.left), self.visit(node.right)
        elif isinstance(node.right, ast.Tuple):
            node.right.elts = [self._part(e) for e in node.right.elts]
        else:
            node.right = self._part(node.right)
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        name = self._reader.text_of_numpy(node)
        if name:
            node.func = ast.copy_location(ast.Name(name, ast.Load()), node)
        node.args = [self._part(a) for a in node.args]
        return node
