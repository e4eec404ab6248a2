"""Arrays of given texts, as lists of these texts: compiled code has no arrays of texts.

    y = np.array(labels)                 y = [w.rstrip("\\0") for w in labels], as NumPy keeps no zeros at the end
    y == "x", y != c                     np.array([w == "x" for w in y], dtype=np.bool_)
    len(np.unique(y))                    len(sorted(set(y)))
    for c in np.unique(y): ...           for c in sorted(set(y)): ...
    u, n = np.unique(y, return_counts=True)      u = sorted(set(y)), and how often each one is there
    return np.unique(y), u[i], c, out    lists, texts and dicts, of which Python makes those with NumPy's texts when the call ends

NumPy's texts are others than Python's: a name that holds one counts if it is only compared, formatted, given to str(), returned, or a key of
a dict that is filled and returned.
"""

from __future__ import annotations

import ast
import sys
from collections import Counter
from collections.abc import Callable
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._layouts import Layout, is_words
from unpython._local_names import local_names
from unpython._records import Joined
from unpython._writing.nodes import copy_tree, is_name, is_text, load, store, walk
from unpython._writing.rewriter import WholeRewriter
from unpython._writing.text.results import filled, shape_of, values_of

_WORD = "_word_of_array_"
_INSIDE = (ast.FunctionDef, ast.Lambda, ast.ClassDef)
ARRAY, UNIQUE, ITEM, KEYED, LISTED = "array", "unique", "item", "keyed", "listed"


class _Other(Exception):
    """A use that has no other words."""


def rewritten(function: FunctionType, node: Any, layouts: dict[str, Layout]) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` with lists in the place of such arrays, the names that came with them, and no free names."""
    words = {name for name, layout in layouts.items() if is_words(layout)}
    if not words or "numpy" not in sys.modules or not isinstance(node, ast.FunctionDef) or any(isinstance(n, _INSIDE) for s in node.body for n in walk(s)):
        return node, frozenset(), []
    made = copy_tree(node)
    writer = _Writer(function, made, words)
    try:
        made.body = writer.statements(made.body)
        writer.refuse_others(made)
    except _Other:
        return node, frozenset(), []
    return (ast.fix_missing_locations(made) if writer.is_changed else node), frozenset({_WORD}), []


class _Writer(WholeRewriter):
    """`_kinds`: what names hold; `_fine`: the uses of them that have other words."""

    def __init__(self, function: FunctionType, node: ast.FunctionDef, words: set[str]):
        self._function = function
        self._own = local_names(function)
        self._numpy: Any = None
        self.is_changed = False
        nodes = list(walk(node))
        self._count = Counter(n.id for n in nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load))
        self._words = words - self._count.keys()
        self._kinds: dict[str, str] = {}
        self._fine: set[int] = set()
        for n in nodes:  # outer ones first, and in order
            if isinstance(n, ast.Assign) and len(n.targets) == 1:
                self._learn(n.targets[0], n.value)
            elif isinstance(n, (ast.For, ast.comprehension)):
                self._learn_items(n.target, n.iter)
        for n in nodes:
            is_entry = isinstance(n, ast.Subscript) and isinstance(n.ctx, ast.Store) and isinstance(n.value, ast.Name)
            if is_entry and self._kind(n.slice) == ITEM and self._count[n.value.id] == 1:  # type: ignore[attr-defined]
                self._kinds.setdefault(n.value.id, KEYED)  # type: ignore[attr-defined]

    def _learn(self, target: ast.expr, value: ast.expr) -> None:
        kind = self._kind(value)
        if isinstance(target, ast.Tuple) and len(target.elts) == 2 and self._unique_of(value, True) is not None:
            target, kind = target.elts[0], UNIQUE
        if isinstance(target, ast.Name) and kind and not isinstance(value, ast.Name) and self._count[target.id] == 1:
            self._kinds[target.id] = kind

    def _learn_items(self, target: ast.expr, over: Any) -> None:
        if self._is_call(over, "zip") or self._is_call(over, "enumerate"):
            place = 1 if over.func.id == "enumerate" else next((i for i, a in enumerate(over.args) if self._kind(a) == UNIQUE), 0)
            is_one = [self._kind(a) for a in over.args].count(UNIQUE) == 1 and isinstance(target, ast.Tuple) and len(target.elts) > place
            target, over = (target.elts[place], next(a for a in over.args if self._kind(a) == UNIQUE)) if is_one else (target, None)  # type: ignore[attr-defined]
        if isinstance(target, ast.Name) and self._kind(over) == UNIQUE and self._count[target.id] == 1:
            self._kinds[target.id] = ITEM

    def _is_call(self, node: Any, name: str) -> bool:
        is_named = isinstance(node, ast.Call) and is_name(node.func, name) and not node.keywords
        return is_named and name not in self._own and _bindings.resolve(self._function, name, []).target == f"builtins.{name}"

    def _of_numpy(self, node: Any, name: str) -> bool:
        """Whether it is a call of this function of NumPy with one argument."""
        binding = _bindings.of_node(self._function, node.func, self._own) if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) else None
        if binding is None or binding.target != f"numpy.{name}" or len(node.args) != 1:
            return False
        self._numpy = node.func.value
        return True

    def _kind(self, node: Any) -> str:
        if isinstance(node, ast.Name):
            return self._kinds.get(node.id, "")
        if self._made_of(node) is not None:
            return ARRAY
        if self._unique_of(node, False) is not None:
            return UNIQUE
        if self._is_call(node, "list") and len(node.args) == 1 and self._kind(node.args[0]) == UNIQUE:
            return LISTED
        zipped = node.args[0] if self._is_call(node, "dict") and len(node.args) == 1 and self._is_call(node.args[0], "zip") else None
        is_dict = isinstance(node, ast.DictComp) and self._kind(node.key) == ITEM
        if is_dict or (zipped is not None and len(zipped.args) == 2 and self._kind(zipped.args[0]) == UNIQUE != self._kind(zipped.args[1])):
            return KEYED
        is_item = isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Slice) and self._kind(node.value) in (ARRAY, UNIQUE)
        return ITEM if is_item else ""

    def _made_of(self, node: Any) -> ast.expr | None:
        """labels of np.array(labels)"""
        is_made = (self._of_numpy(node, "array") or self._of_numpy(node, "asarray")) and not node.keywords
        return node.args[0] if is_made and isinstance(node.args[0], ast.Name) and node.args[0].id in self._words else None

    def _unique_of(self, node: Any, is_counted: bool) -> ast.expr | None:
        """labels or y of np.unique(y), or of np.unique(y, return_counts=True)"""
        if not self._of_numpy(node, "unique") or len(node.keywords) != is_counted:
            return None
        if is_counted and (node.keywords[0].arg != "return_counts" or getattr(node.keywords[0].value, "value", None) is not True):
            return None
        given = node.args[0]
        is_words = isinstance(given, ast.Name) and given.id in self._words
        return given if is_words or self._kind(given) == ARRAY else None

    # What stands in the place of these.

    def _listed(self, node: Any) -> ast.expr:
        """The list of texts that an array is made of: a name that is one of an array is a list already."""
        if isinstance(node, ast.Name) and node.id not in self._words:
            return self._as_it_is(node)
        given = node if isinstance(node, ast.Name) else self._made_of(node)
        stripped = ast.Call(ast.Attribute(load(_WORD), "rstrip", ast.Load()), [ast.Constant("\0")], [])
        return self._each(stripped, given, node)

    def _each(self, item: ast.expr, over: Any, node: ast.AST) -> ast.expr:
        self.is_changed = True
        return ast.copy_location(ast.ListComp(item, [ast.comprehension(ast.Name(_WORD, ast.Store()), over, [], 0)]), node)

    def _as_it_is(self, node: ast.Name) -> ast.Name:
        made = ast.copy_location(load(node.id), node)
        self._fine.add(id(made))
        return made  # type: ignore[return-value]

    def _sorted(self, given: Any, node: ast.AST) -> ast.expr:
        if not all(_bindings.resolve(self._function, name, []).target == f"builtins.{name}" and name not in self._own for name in ("sorted", "set")):
            raise _Other
        self.is_changed = True
        return ast.copy_location(ast.Call(load("sorted"), [ast.Call(load("set"), [self._listed(given)], [])], []), node)

    def _plain(self, node: Any) -> Any:
        """The list or the text that stands for one of NumPy's."""
        if isinstance(node, ast.Name):
            return self._as_it_is(node)
        kind = self._kind(node)
        if kind == ARRAY:
            return self._listed(node)
        if kind == UNIQUE:
            return self._sorted(self._unique_of(node, False), node)
        if kind == LISTED:
            return self._plain(node.args[0])
        if isinstance(node, ast.DictComp):
            node.key = self._plain(node.key)
            return self.generic_visit(node)
        if kind == KEYED:
            node.args[0] = self._over(node.args[0])
            return node
        return ast.copy_location(ast.Subscript(self._plain(node.value), self.visit(node.slice), ast.Load()), node)

    def _array(self, items: ast.expr, dtype: str, node: ast.AST) -> ast.expr:
        made = [ast.Attribute(copy_tree(self._numpy), name, ast.Load()) for name in ("array", dtype)]
        return ast.copy_location(ast.Call(made[0], [items], [ast.keyword("dtype", made[1])]), node)

    def visit_Assign(self, node: ast.Assign) -> Any:
        target = node.targets[0]
        if isinstance(target, ast.Name) and (kind := self._kinds.get(target.id)) in (ARRAY, UNIQUE, ITEM):
            if self._kind(node.value) != kind:
                raise _Other
            node.value = self._plain(node.value)
            return node
        counted = self._unique_of(node.value, True)
        if counted is None:
            return self.generic_visit(node)
        if not isinstance(target, ast.Tuple) or self._kind(target.elts[0]) != UNIQUE or not isinstance(target.elts[1], ast.Name):
            raise _Other
        name = target.elts[0].id  # type: ignore[attr-defined]
        of = f"_{name}_of_"
        self._kinds[of] = ARRAY
        unique: Any = ast.copy_location(load(name), node)
        self._fine.add(id(unique))
        number = ast.Call(ast.Attribute(self._as_it_is(ast.copy_location(load(of), node)), "count", ast.Load()), [load(_WORD)], [])  # type: ignore[arg-type]
        made: list[ast.stmt] = [store(of, self._listed(counted)), store(name, self._sorted(ast.copy_location(load(of), node), node))]
        made.append(store(target.elts[1].id, self._array(self._each(number, unique, node), "int64", node)))
        return [ast.fix_missing_locations(ast.copy_location(s, node)) for s in made]

    def visit_Compare(self, node: ast.Compare) -> Any:
        parts = [node.left, *node.comparators]
        kinds = [self._kind(part) for part in parts]
        if len(parts) > 2 or not {ARRAY, ITEM} & {*kinds} or not isinstance(node.ops[0], (ast.Eq, ast.NotEq)):
            return self.generic_visit(node)
        other = [part for part, kind in zip(parts, kinds, strict=True) if kind != ARRAY]
        if not all(self._kind(part) == ITEM or (is_text(part) and not str(part.value).endswith("\0")) for part in other):
            raise _Other
        if len(other) == 2:
            node.left, node.comparators[0] = (part if is_text(part) else self._plain(part) for part in parts)
            return node
        if len(other) != 1:
            raise _Other
        array = parts[1] if other[0] is parts[0] else parts[0]
        compared = ast.Compare(load(_WORD), node.ops, [other[0] if is_text(other[0]) else self._plain(other[0])])
        return self._array(self._each(compared, self._plain(array), node), "bool_", node)

    def visit_Call(self, node: ast.Call) -> Any:
        asked = node.args[0] if len(node.args) == 1 else None
        kind = self._kind(asked)
        if kind in (ARRAY, UNIQUE, KEYED) and self._is_call(node, "len"):
            return ast.copy_location(ast.Call(node.func, [self._plain(asked)], []), node)
        if kind == ITEM and self._is_call(node, "str"):
            return self._plain(asked)
        if isinstance(node.func, ast.Attribute) and node.func.attr == "tolist" and not node.args and self._kind(node.func.value) in (ARRAY, UNIQUE):
            return self._plain(node.func.value)
        return self.generic_visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        if node.attr == "values" and self._kind(node.value) == KEYED and isinstance(node.value, ast.Name):
            node.value = self._plain(node.value)
            return node
        if node.attr != "size" or self._kind(node.value) not in (ARRAY, UNIQUE):
            return self.generic_visit(node)
        return ast.copy_location(ast.Call(load("len"), [self._plain(node.value)], []), node)

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        """out[c]"""
        if self._kind(node.value) == KEYED and self._kind(node.slice) == ITEM:
            node.value, node.slice = self._plain(node.value), self._plain(node.slice)
            return node
        return self.generic_visit(node)

    def visit_FormattedValue(self, node: ast.FormattedValue) -> Any:
        if self._kind(node.value) != ITEM or node.conversion not in (-1, ord("s")):
            return self.generic_visit(node)
        node.value = self._plain(node.value)
        return node

    def visit_For(self, node: Any) -> Any:
        node.iter = self._over(node.iter)
        return self.go_on(node)

    def go_on(self, node: Any) -> Any:
        over, node.iter = node.iter, ast.Constant(0)
        self.generic_visit(node)
        node.iter = over
        return node

    def visit_comprehension(self, node: ast.comprehension) -> Any:
        node.iter = self._over(node.iter)
        return self.go_on(node)

    def _over(self, node: Any) -> Any:
        if self._kind(node) == UNIQUE:
            return self._plain(node)
        if self._is_call(node, "zip") or self._is_call(node, "enumerate"):
            node.args = [self._plain(a) if self._kind(a) == UNIQUE else self.visit(a) for a in node.args]
            return node
        return self.visit(node)

    def visit_Return(self, node: ast.Return) -> Any:
        if node.value is None:
            return node
        values = values_of(node.value)
        kinds = tuple(self._kind(value) for value in values)
        if not any(kinds):
            return self.generic_visit(node)
        if any(kind and isinstance(value, ast.Name) and [getattr(v, "id", "") for v in values].count(value.id) > 1 for kind, value in zip(kinds, values)):
            raise _Other
        self.is_changed = True
        joined = Joined("text", [self._plain(value) if kind else self.visit(value) for kind, value in zip(kinds, values, strict=True)])
        joined.make = _maker(kinds, shape_of(node.value))
        node.value = ast.copy_location(joined, node.value)
        return node

    def refuse_others(self, node: ast.FunctionDef) -> None:
        for n in walk(node):
            if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load) and n.id in self._kinds and id(n) not in self._fine:
                raise _Other


def _maker(kinds: tuple[str, ...], shape: Any) -> Callable[[tuple[Any, ...]], Any]:
    import numpy as np

    of_kind: dict[str, Callable[[Any], Any]] = {
        ARRAY: np.array, UNIQUE: np.array, ITEM: np.str_, LISTED: lambda found: [*map(np.str_, found)], "": lambda value: value,
        KEYED: lambda found: {np.str_(key): value for key, value in found.items()},
    }  # fmt: skip
    return lambda values: filled(shape, iter([of_kind[kind](value) for kind, value in zip(kinds, values, strict=True)]))
