"""Of which kind (kinds.py) an expression is, where those of names are known."""

from __future__ import annotations

import ast
from typing import Any

from unpython import _bindings, _host
from unpython._library.python_functions import recursion
from unpython._writing.calls import OwnCall, full_name
from unpython._writing.nodes import is_name
from unpython._writing.text.columns import is_columns
from unpython._writing.text.heaps import HEAPS, item_given
from unpython._writing.text.kinds import (
    CHARACTER,
    LITERAL,
    MIXED,
    TEXT,
    UNSET,
    WORD,
    Dict,
    Kind,
    List,
    Long,
    Match,
    NotTexts,
    Set,
    held,
    is_followed,
    is_text,
    joint,
)  # fmt: skip

TO_TEXT = frozenset(
    (
        "upper lower casefold replace strip lstrip rstrip join title capitalize swapcase zfill ljust rjust center format removeprefix "
        "removesuffix translate expandtabs"
    ).split()
)
TO_LIST = frozenset("split rsplit splitlines".split())
_SAME = frozenset("copy union intersection difference symmetric_difference".split())
_FACTORIES = {
    "builtins.int": None,
    "builtins.float": None,
    "builtins.bool": None,
    "builtins.list": List(UNSET),
    "builtins.set": Set(UNSET),
}


class ExpressionKinds:
    """The part of flows.py that knows of expressions."""

    _function: Any  # FunctionType
    own: frozenset[str]
    used: dict[str, _bindings.Binding]
    names: dict[str, Kind]
    _may_match: bool = False
    may_mix = True  # what a list or a dict holds may be a text or a number: mixed_values.py
    patterns: dict[str, Any]  # Regular by name
    has_long_tuples: bool = False  # tuple(x) is one, and no list
    _found: dict[int, Kind] | None = None  # by node, while the kind of a whole expression is looked for

    def library(self, node: ast.expr) -> str:
        """The full name of the function of a library that a name stands for."""
        root, path = _bindings.dotted(node)
        if not isinstance(root, ast.Name) or root.id in self.own or root.id in self.names:
            return ""
        found = full_name(node, self._function, self.own)
        if not found:
            value = _bindings.resolve(self._function, root.id, path).value
            if getattr(value, "__module__", "") in ("collections", "operator") and isinstance(value, type):
                found = f"{value.__module__}.{value.__name__}"
        if found.startswith(("builtins.", "collections.", "heapq.", "itertools.", "operator.")):
            self.used.setdefault(root.id, _bindings.resolve(self._function, root.id, []))
        return found

    def builtin(self, node: ast.expr) -> str:
        found = self.library(node)
        return found.removeprefix("builtins.") if found.startswith("builtins.") else ""

    def is_of_statistics(self, node: ast.expr) -> bool:
        """Whether a name stands for a function of the module `statistics`."""
        binding = _bindings.of_node(self._function, node, self.own)
        return binding is not None and bool(_host.statistics(binding.value))

    def use_of(self, node: Any) -> Any:
        """What a call does with a regular expression; None for other calls."""
        if not self._may_match:
            return None
        from unpython._writing.text import regular

        return regular.use_of(node, self._function, self.own, self.patterns, self.used)

    def is_text(self, node: ast.expr) -> bool:
        return is_text(self.of(node))

    # Expressions.

    def of(self, node: Any) -> Kind:
        """Each part of an expression is looked at once, however many ask for it: those of a long sum have a part of it each."""
        if self._found is None:
            self._found = {}
            try:
                return self.of(node)
            finally:
                self._found = None
        if id(node) not in self._found:
            method = getattr(self, f"_of_{type(node).__name__}", None)
            self._found[id(node)] = None if method is None else method(node)
        return self._found[id(node)]

    def _of_Constant(self, node: ast.Constant) -> Kind:
        if type(node.value) is not str:
            return UNSET if node.value is None else None  # flag_nothing.py knows names that are None first
        return CHARACTER if len(node.value) == 1 else LITERAL

    def _of_JoinedStr(self, node: ast.JoinedStr) -> Kind:
        return TEXT

    def _of_Name(self, node: ast.Name) -> Kind:
        return self.names.get(node.id)

    def _of_items(self, nodes: list[ast.expr], may_mix: bool = False) -> Kind:
        kind: Kind = UNSET
        for node in nodes:
            kind = joint(kind, held(self.of(node)), may_mix and self.may_mix)
        return kind

    def _of_List(self, node: ast.List) -> Kind:
        return List(self._of_items(node.elts, True))

    def _of_Set(self, node: ast.Set) -> Kind:
        return Set(self._of_items(node.elts))

    def _of_Tuple(self, node: ast.Tuple) -> Kind:
        if self.has_long_tuples and not node.elts:
            return Long(UNSET)
        return tuple(map(self.of, node.elts))

    def _of_Dict(self, node: ast.Dict) -> Kind:
        if any(key is None for key in node.keys):
            return None
        return Dict(self._of_items(node.keys), self._of_items(node.values, True))  # type: ignore[arg-type]

    def _of_ListComp(self, node: Any) -> Kind:
        return List(held(self.of(node.elt)))

    _of_GeneratorExp = _of_ListComp

    def _of_SetComp(self, node: ast.SetComp) -> Kind:
        return Set(held(self.of(node.elt)))

    def _of_DictComp(self, node: ast.DictComp) -> Kind:
        return Dict(held(self.of(node.key)), held(self.of(node.value)))

    def _of_IfExp(self, node: ast.IfExp) -> Kind:
        return joint(self.of(node.body), self.of(node.orelse), self.may_mix)

    def _of_BoolOp(self, node: ast.BoolOp) -> Kind:
        kinds = [self.of(value) for value in node.values]
        if not all(map(is_text, kinds)):
            return UNSET if UNSET in kinds else None
        kind = kinds[0]
        for other in kinds[1:]:
            kind = joint(kind, other)
        return kind

    def _of_Subscript(self, node: ast.Subscript) -> Kind:
        kind = self.of(node.value)
        if kind == MIXED:
            raise NotTexts
        if isinstance(kind, Dict):
            return kind.value
        if isinstance(kind, Match):
            return WORD
        if is_text(kind):
            return TEXT if isinstance(node.slice, ast.Slice) else CHARACTER
        if isinstance(kind, (List, Long)):
            return kind if isinstance(node.slice, ast.Slice) else kind.item
        if isinstance(kind, tuple):
            index = node.slice.value if isinstance(node.slice, ast.Constant) else None
            if isinstance(index, int) and -len(kind) <= index < len(kind):
                return kind[index]
            if not isinstance(node.slice, (ast.Constant, ast.Slice)):
                items = set(map(held, kind))
                if len(items) == 1:
                    return items.pop()
                if isinstance(node.value, ast.Tuple) and all(map(is_text, kind)):
                    return _items(kind)
            if is_followed(kind):
                raise NotTexts
            return None
        return UNSET if kind == UNSET else None

    def _of_BinOp(self, node: ast.BinOp) -> Kind:
        left, right = self.of(node.left), self.of(node.right)
        if self.has_long_tuples and (long := self._of_long(node, left, right)) is not None:
            return long
        if isinstance(node.op, ast.Mod) and is_text(left):
            return TEXT
        if isinstance(node.op, ast.Mult):
            if is_text(left) or is_text(right):
                return TEXT
            return left if isinstance(left, List) else right if isinstance(right, List) else _none(left, right)
        if isinstance(node.op, ast.Add):
            if is_text(left) or is_text(right):
                return TEXT
            return joint(left, right) if isinstance(left, List) and isinstance(right, List) else _none(left, right)
        if isinstance(left, Set) and isinstance(right, Set):
            return joint(left, right)
        return _none(left, right)

    @staticmethod
    def _of_long(node: ast.BinOp, left: Kind, right: Kind) -> Kind:
        """Tuples that are put together: key + (x,), (0,) * n"""
        if isinstance(node.op, ast.Add) and any(isinstance(k, Long) for k in (left, right)) and all(isinstance(k, (Long, tuple)) for k in (left, right)):
            return joint(left, right)
        if isinstance(node.op, ast.Mult) and isinstance(node.left, ast.Tuple) and right is None:
            return joint(Long(UNSET), left)
        return None

    # Calls.

    def _of_OwnCall(self, node: OwnCall) -> Kind:
        """What a random.Random draws from a list of texts, or what a call that calls itself keeps of one."""
        if node.function is recursion.last_of:
            return self.of(node.elts[0])
        name = drawn_by(node)
        items = self.items_of(node.elts[1]) if name in ("choice", "sample") else None
        return List(items) if name == "sample" else items

    def _of_Call(self, node: ast.Call) -> Kind:
        use = self.use_of(node)
        if use is not None:
            groups = use.pattern.groups
            if use.method in ("findall", "split"):
                return List(WORD if groups < 2 else (WORD,) * groups)
            return TEXT if use.method == "sub" else List(Match(use.pattern)) if use.method == "finditer" else Match(use.pattern)
        if isinstance(node.func, ast.Attribute):
            owner = self.of(node.func.value)
            if isinstance(owner, Match):
                count = len(node.args) if node.func.attr == "group" else owner.pattern.groups if node.func.attr == "groups" else 0
                several = node.func.attr == "groups" or count > 1
                return (WORD,) * count if several else WORD if node.func.attr == "group" else None
            if is_text(owner) and node.func.attr in ("partition", "rpartition"):
                return (WORD, WORD, WORD)
            if is_text(owner):
                return TEXT if node.func.attr in TO_TEXT else List(WORD) if node.func.attr in TO_LIST else None
            if isinstance(owner, (List, Set, Dict)):
                return self._of_method(node, owner)
            if owner == UNSET:
                return UNSET
        name = self.library(node.func)
        if name in HEAPS and node.args:
            return item_given(name, self.of(node.args[0]))
        if name.startswith("builtins."):
            return self._of_builtin(node, name.removeprefix("builtins."))
        if name == "itertools.product" and not node.keywords:
            return List(tuple(map(self.items_of, node.args)))
        if name in ("itertools.pairwise", "itertools.combinations") and node.args:
            return List((self.items_of(node.args[0]),) * 2)
        return self._of_collection(node, name.removeprefix("collections.")) if name.startswith("collections.") else None

    def _of_method(self, node: ast.Call, owner: Any) -> Kind:
        assert isinstance(node.func, ast.Attribute)
        method = node.func.attr
        if method in _SAME:
            return owner
        if isinstance(owner, Dict):
            if method == "keys":
                return List(owner.key)
            if method == "values":
                return List(owner.value)
            if method == "items":
                return List((owner.key, owner.value))
            if method == "most_common":
                return List((owner.key, None))
            if method in ("get", "pop", "setdefault"):
                return owner.value if len(node.args) < 2 else joint(owner.value, held(self.of(node.args[1])))
            return None
        return owner.item if method in ("pop", "popleft") else None

    def _of_builtin(self, node: ast.Call, name: str) -> Kind:
        if name in ("chr", "isinstance"):
            return CHARACTER if name == "chr" else None
        if name in ("str", "format", "repr", "bin", "oct", "hex"):
            return TEXT
        if name in ("dict", "set", "frozenset", "list", "tuple") and not node.args and not (name == "tuple" and self.has_long_tuples):
            return {"dict": Dict(UNSET, UNSET), "set": Set(UNSET), "frozenset": Set(UNSET)}.get(name, List(UNSET))
        if name == "map" and len(node.args) == 2:
            return List(self._mapped(node.args[0], node.args[1]))
        if name in ("min", "max") and len(node.args) > 1:
            kind = self.of(node.args[0])
            for other in node.args[1:]:
                kind = joint(kind, self.of(other))
            return kind
        items = [self.items_of(argument) for argument in node.args]
        if name == "tuple" and self.has_long_tuples:
            return Long(held(items[0]) if items else UNSET)
        if name in ("list", "sorted", "reversed", "tuple"):
            return List(items[0]) if items else None
        if name == "filter" and len(items) == 2:
            return List(items[1])
        if name in ("set", "frozenset"):
            return Set(items[0])
        if name == "enumerate" and items:
            return List((None, items[0]))
        if name == "zip" and is_columns(node):
            item = self.items_of(node.args[0].value)  # type: ignore[attr-defined]
            if not is_text(item) and item != UNSET:
                raise NotTexts
            return List(List(CHARACTER))
        if name == "zip":
            return List(tuple(items))
        if name in ("min", "max"):
            return items[0] if items else None
        if name == "dict" and len(node.args) == 1 and isinstance(kind := self.of(node.args[0]), Dict):
            return Dict(kind.key, kind.value)
        if name == "dict" and len(items) == 1 and isinstance(items[0], tuple) and len(items[0]) == 2:
            return Dict(held(items[0][0]), held(items[0][1]))
        return None

    def _mapped(self, function: ast.expr, given: ast.expr) -> Kind:
        if self.has_long_tuples and self.builtin(function) == "tuple":
            return Long(held(_items(self.items_of(given))))
        if self.builtin(function) == "str":
            return WORD
        if isinstance(function, ast.Attribute) and self.builtin(function.value) == "str":
            return WORD if function.attr in TO_TEXT else None
        if isinstance(function, ast.Lambda):
            return held(self.of(function.body))
        return None

    def _of_collection(self, node: ast.Call, name: str) -> Kind:
        if name == "Counter":
            return Dict(held(self.items_of(node.args[0])) if node.args else UNSET, None, True)
        if name == "deque":
            return List(held(self.items_of(node.args[0])) if node.args else UNSET)
        if name == "defaultdict" and len(node.args) == 1:
            made = self.library(node.args[0])
            if made in _FACTORIES:
                return Dict(UNSET, _FACTORIES[made], True)
            if isinstance(node.args[0], ast.Lambda) and _is_number(node.args[0].body):
                return Dict(UNSET, None, True)
        return None

    def items_of(self, node: ast.expr) -> Kind:
        """What a loop over this gives."""
        return _items(self.of(node))


def _is_number(node: ast.expr) -> bool:
    """-1, math.inf, float("inf")"""
    if isinstance(node, ast.UnaryOp):
        return _is_number(node.operand)
    if isinstance(node, ast.Call):
        return is_name(node.func, "float")
    return isinstance(node, ast.Attribute) or (isinstance(node, ast.Constant) and type(node.value) in (int, float))


def _items(kind: Kind) -> Kind:
    if kind == MIXED:
        raise NotTexts
    if is_text(kind):
        return CHARACTER
    if isinstance(kind, (List, Set, Long)):
        return kind.item
    if isinstance(kind, Dict):
        return kind.key
    if isinstance(kind, tuple):
        found: Kind = UNSET
        for item in kind:
            found = joint(found, held(item))
        return found
    return UNSET if kind == UNSET else None


def drawn_by(node: OwnCall) -> str:
    """The method of a random.Random (random_numbers/python_generators.py) that a function of ours stands for, or `shuffle` of a generator of
    NumPy; empty for other functions."""
    name, module = getattr(node.function, "__name__", ""), getattr(node.function, "__module__", "")
    return name if module.endswith((".python_generators", ".numpy_functions.numpy_generators")[: 2 if name == "shuffle" else 1]) else ""


def _none(left: Kind, right: Kind) -> Kind:
    return UNSET if UNSET in (left, right) else None
