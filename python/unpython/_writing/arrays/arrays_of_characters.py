"""Arrays of characters, as arrays of their code points: compiled code has no arrays of texts.

    g = np.array([list(line) for line in lines])    g = np.array([[ord(c) for c in line] for line in lines])
    g = np.full((h, w), ".")                        g = np.full((h, w), 46)
    shades = np.array(list(" .#"))[levels]          shades = np.array([32, 46, 35])[levels]
    g == "#", g[i, j] in "ab", g[0] = "x"           g == 35, chr(g[i, j]) in "ab", g[0] = 120
    "".join(g[i])                                   "".join([chr(k) for k in g[i]])
    return g, g.tolist()                            code points, of which Python makes the array and the list when the call ends

Problem: what one place of such an array holds is a text of NumPy, another one than Python's.
Choice:  an array and what stands in one of its places are written in the same way, since the text does not tell them apart; what has no sense
         for one of them is refused by the compiler. Texts of more than one character, and those that NumPy cuts off, have no other words.

Asked only where a function was refused as it is, and written only where each use of these arrays is known.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._layouts import Layout, kind_of_texts
from unpython._local_names import local_names
from unpython._records import Joined
from unpython._writing.arrays.character_arrays import Arrays, arrays_in, is_character
from unpython._writing.calls import refusal
from unpython._writing.nodes import copy_tree, is_text, load, walk
from unpython._writing.rewriter import WholeRewriter
from unpython._writing.text.results import filled, shape_of, values_of

_ITEM = "_code_of_character_"
_ASKED = frozenset("size shape ndim".split())
_OF_TEXTS = frozenset("isdigit isalpha isalnum islower isupper isspace isnumeric lower upper".split())


class _Other(Exception):
    """A use that has no other words."""


def rewritten(function: FunctionType, node: Any, layouts: dict[str, Layout]) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` with code points in the place of such arrays, the name that came with them, and no free names."""
    if not isinstance(node, ast.FunctionDef):
        return node, frozenset(), []
    made = copy_tree(node)
    own = local_names(function)

    def called(name: Any) -> str:
        binding = _bindings.of_node(function, name, own)
        return binding.target if binding is not None and binding.kind == "library" else ""

    arrays = arrays_in(made, called)
    if not arrays.names and not arrays.are_written:
        return node, frozenset(), []
    writer = _Writer(arrays)
    writer.has_texts = any(isinstance(layout, str) or kind_of_texts(layout) is not None for layout in layouts.values())
    try:
        made.body = writer.statements(made.body)
        writer.refuse_others(made)
    except _Other:
        return node, frozenset(), []
    return (ast.fix_missing_locations(made), frozenset({_ITEM}), []) if writer.has_texts else (node, frozenset(), [])


class _Writer(WholeRewriter):
    """`has_texts`: whether something is done with an array that is done with texts alone; `_fine`: the uses of names that are written;
    `_asked`: arrays of given texts that a statement asks for zeros."""

    def __init__(self, arrays: Arrays):
        self._arrays = arrays
        self._fine: set[int] = set()
        self._asked: set[int] = set()
        self.has_texts = False

    def refuse_others(self, node: ast.FunctionDef) -> None:
        names = self._arrays.names | self._arrays.lists
        if any(n.id in names and id(n) not in self._fine for n in walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)):
            raise _Other

    # What stands in the place of these arrays.

    def _codes(self, node: Any) -> Any:
        """The code points of an array, or of a character."""
        made = self._codes_of(node)
        return made if made is node else ast.copy_location(made, node)

    def _codes_of(self, node: Any) -> Any:
        if is_text(node):
            self.has_texts = True
            return ast.Constant(ord(str(node.value)))
        if isinstance(node, ast.Name):
            self._fine.add(id(node))
            return node
        if (items := self._arrays.items_of(node)) is not None:
            if self._arrays.is_of_given_texts(node) and id(node) not in self._asked:
                raise _Other
            node.args[0] = self._codes_of_items(items)
            node.keywords = []
            return node
        if isinstance(node, ast.Subscript):
            node.value, node.slice = self._codes(node.value), self.visit(node.slice)
            return node
        if isinstance(node, ast.Attribute):
            node.value = self._codes(node.value)
            return node
        if isinstance(node, ast.IfExp):
            node.test, node.body, node.orelse = self.visit(node.test), self._codes(node.body), self._codes(node.orelse)
            return node
        return self._codes_of_call(node)

    def _codes_of_items(self, items: Any) -> ast.expr:
        """[list(line) for line in lines], list("abc"), ["a", "b"]"""
        if isinstance(items, ast.ListComp):
            clause = items.generators[0]
            return ast.ListComp(self._codes_of_items(items.elt), [self._clause(clause)])
        if isinstance(items, ast.Call):  # list(line)
            given = items.args[0]
            if is_text(given):
                self.has_texts = True
                return ast.List([ast.Constant(ord(c)) for c in str(given.value)], ast.Load())
            code: ast.expr = ast.Call(load("ord"), [load(_ITEM)], [])
            return ast.ListComp(code, [ast.comprehension(ast.Name(_ITEM, ast.Store()), self.visit(given), [], 0)])
        if isinstance(items, (ast.List, ast.Tuple)):
            items.elts = [self._codes_of_items(e) for e in items.elts]
            return items  # type: ignore[return-value]
        return self._codes(items)  # type: ignore[no-any-return]

    def _clause(self, clause: ast.comprehension) -> ast.comprehension:
        clause.iter = self.visit(clause.iter)
        clause.ifs = [self.visit(test) for test in clause.ifs]
        return clause

    def _codes_of_call(self, node: ast.Call) -> ast.expr:
        parts = {id(part) for part in self._arrays.parts_of(node)}

        def written(given: Any) -> Any:
            if id(given) in parts:
                return self._codes(given)
            if isinstance(given, (ast.List, ast.Tuple)) and any(id(e) in parts for e in given.elts):
                given.elts = [written(e) for e in given.elts]
                return given
            return self.visit(given)

        if isinstance(node.func, ast.Attribute) and id(node.func.value) in parts:
            node.func.value = self._codes(node.func.value)
        node.args = [written(a) for a in node.args]
        node.keywords = [ast.keyword(k.arg, written(k.value)) for k in node.keywords if k.arg != "dtype"]
        return node

    def _text(self, node: Any) -> ast.expr:
        """chr(k), of what stands in one place."""
        self.has_texts = True
        return ast.copy_location(ast.Call(load("chr"), [self._codes(node)], []), node)

    def _texts(self, node: Any) -> ast.expr:
        """[chr(k) for k in row]"""
        self.has_texts = True
        clause = ast.comprehension(ast.Name(_ITEM, ast.Store()), self._codes(node), [], 0)
        return ast.copy_location(ast.ListComp(ast.Call(load("chr"), [load(_ITEM)], []), [clause]), node)

    def _is_array(self, node: Any) -> bool:
        return self._arrays.is_one(node)

    # Statements.

    def visit_Assign(self, node: ast.Assign) -> Any:
        target = node.targets[0]
        is_one = len(node.targets) == 1
        if is_one and isinstance(target, ast.Name) and target.id in self._arrays.names:
            given = [id(n) for n in walk(node.value) if self._arrays.is_of_given_texts(n)]
            self._asked |= {*given}
            node.value = self._codes(node.value)
            return [node, self._refused_zeros(target.id, node)] if given else node
        if is_one and isinstance(target, ast.Name) and target.id in self._arrays.lists:
            call: Any = node.value
            call.func.value = self._codes(call.func.value)
            call.func.attr = "copy"
            return node
        if is_one and isinstance(target, ast.Subscript) and self._is_array(target.value):
            if not self._is_array(node.value) and not is_character(node.value):
                raise _Other
            node.targets = [self._codes(target)]
            node.value = self._codes(node.value)
            return node
        return self.generic_visit(node)

    def _refused_zeros(self, name: str, node: ast.stmt) -> ast.stmt:
        """NumPy keeps no zeros at the end of a text, and nothing without items is an array of texts."""
        array = load(name)
        self._fine |= {id(n) for n in walk(array)}
        codes = copy_tree(array)
        self._fine.add(id(codes))
        no_items = ast.Compare(ast.Attribute(array, "size", ast.Load()), [ast.Eq()], [ast.Constant(0)])
        zeros = ast.Compare(ast.Call(ast.Attribute(codes, "min", ast.Load()), [], []), [ast.Eq()], [ast.Constant(0)])
        return ast.copy_location(ast.If(ast.BoolOp(ast.Or(), [no_items, zeros]), [refusal("an array of texts without characters")], []), node)

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        if self._is_array(node.target) or (isinstance(node.target, ast.Subscript) and self._is_array(node.target.value)):
            raise _Other
        return self.generic_visit(node)

    def visit_For(self, node: Any) -> Any:
        over, node.iter = node.iter, ast.Constant(0)
        self.generic_visit(node)
        node.iter = self._over(over)
        return node

    def visit_comprehension(self, node: ast.comprehension) -> Any:
        return self.visit_For(node)

    def _over(self, node: Any) -> Any:
        if self._is_array(node):
            return self._codes(node)
        if isinstance(node, ast.Call) and self._arrays.called(node.func) in ("builtins.enumerate", "builtins.zip", "builtins.reversed"):
            node.args = [self._over(a) for a in node.args]
            return node
        return self.visit(node)

    def visit_Return(self, node: ast.Return) -> Any:
        if node.value is None:
            return node
        values = values_of(node.value)
        kinds = tuple(map(self._kind_of_returned, values))
        if not any(kinds):
            return self.generic_visit(node)
        names = [v.id for v, kind in zip(values, kinds, strict=True) if kind and isinstance(v, ast.Name)]
        if len({*names}) < len(names):
            raise _Other
        parts = [self._returned(v, kind) if kind else self.visit(v) for v, kind in zip(values, kinds, strict=True)]
        joined = Joined("text", parts)
        joined.make = _maker(kinds, shape_of(node.value))
        node.value = ast.copy_location(joined, node.value)
        return node

    def _returned(self, node: Any, kind: str) -> Any:
        is_call = isinstance(node, ast.Call) and kind == "list"
        return self._codes(node.func.value if is_call else node)

    def _kind_of_returned(self, node: Any) -> str:
        """An array, or g.tolist()"""
        is_list = isinstance(node, ast.Name) and node.id in self._arrays.lists
        return "array" if self._is_array(node) else "list" if is_list or self._arrays.is_listed(node) else ""

    # Expressions.

    def visit_Compare(self, node: ast.Compare) -> Any:
        parts = [node.left, *node.comparators]
        if not any(map(self._is_array, parts)):
            return self.generic_visit(node)
        if len(parts) > 2:
            raise _Other
        self.has_texts = self.has_texts or any(isinstance(n, ast.Constant) and type(n.value) is str for p in parts for n in walk(p))
        if isinstance(node.ops[0], (ast.Eq, ast.NotEq)):
            if not all(self._is_array(part) or is_text(part) for part in parts):
                raise _Other
            node.left, node.comparators[0] = (self._place(part) for part in parts)
            return node
        among: Any = parts[1]
        if not isinstance(node.ops[0], (ast.In, ast.NotIn)) or not self._is_array(parts[0]):
            raise _Other
        if isinstance(among, (ast.Tuple, ast.List, ast.Set)) and among.elts and all(map(is_text, among.elts)):
            node.left = self._codes(parts[0])
            among.elts = [self._place(e) for e in among.elts]
            return node
        if not is_text(among) and not isinstance(among, ast.Name):
            raise _Other
        node.left = self._text(parts[0])
        return node

    def _place(self, node: Any) -> Any:
        """The code points that one is compared with: a longer text is equal to no character."""
        if is_text(node) and not is_character(node):
            if not str(node.value).rstrip("\0"):
                raise _Other
            return ast.copy_location(ast.Constant(-1), node)
        return self._codes(node)

    def visit_Call(self, node: ast.Call) -> Any:
        asked: Any = node.args[0] if len(node.args) == 1 and not node.keywords else None
        called = self._arrays.called(node.func)
        method: Any = node.func if isinstance(node.func, ast.Attribute) else None
        if method is not None and method.attr == "join" and is_text(method.value) and asked is not None:
            if self._is_array(asked):
                node.args = [self._texts(asked)]
                return node
            if self._is_joined_rows(asked):
                row: ast.expr = ast.Name(f"{_ITEM}row_", ast.Load())
                clause = ast.comprehension(ast.Name(f"{_ITEM}row_", ast.Store()), self._codes(asked.args[1]), [], 0)
                self._arrays.names.add(f"{_ITEM}row_")
                joined = ast.Call(asked.args[0], [self._texts(ast.copy_location(row, node))], [])
                node.args = [ast.copy_location(ast.ListComp(joined, [clause]), node)]
                return node
        if method is not None and method.attr in _OF_TEXTS and not node.args and self._is_array(method.value):
            method.value = self._text(method.value)
            return node
        if method is not None and method.attr == "get" and node.args and self._is_array(node.args[0]) and isinstance(method.value, ast.Name):
            node.args = [self._text(node.args[0]), *map(self.visit, node.args[1:])]
            return node
        if called == "builtins.len" and self._is_array(asked):
            node.args = [self._codes(asked)]
            return node
        if called == "builtins.str" and self._is_array(asked):
            return self._text(asked)
        return self.generic_visit(node)

    def _is_joined_rows(self, node: Any) -> bool:
        """map("".join, g)"""
        if not isinstance(node, ast.Call) or self._arrays.called(node.func) != "builtins.map" or len(node.args) != 2:
            return False
        join = node.args[0]
        return isinstance(join, ast.Attribute) and join.attr == "join" and is_text(join.value) and self._is_array(node.args[1])

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        if node.attr in _ASKED and self._is_array(node.value):
            node.value = self._codes(node.value)
            return node
        return self.generic_visit(node)

    def visit_FormattedValue(self, node: ast.FormattedValue) -> Any:
        if not self._is_array(node.value) or node.conversion not in (-1, ord("s")):
            return self.generic_visit(node)
        node.value = self._text(node.value)
        return node


def _maker(kinds: tuple[str, ...], shape: Any) -> Any:
    import numpy as np

    def array(value: Any) -> Any:
        if not isinstance(value, np.ndarray):
            return np.str_(chr(value))
        return np.array([chr(k) for k in value.reshape(-1).tolist()], dtype="<U1").reshape(value.shape)

    def listed(value: Any) -> Any:
        return array(value).tolist()

    of_kind = {"array": array, "list": listed, "": lambda value: value}
    return lambda values: filled(shape, iter([of_kind[kind](value) for kind, value in zip(kinds, values, strict=True)]))
