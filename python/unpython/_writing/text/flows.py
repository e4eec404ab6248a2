"""Of which kind (kinds.py) names and expressions are: found from the text of the function, by going through it until nothing is new."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._writing.calls import full_name
from unpython._writing.text import attempts
from unpython._writing.text.kinds import (
    CHARACTER,
    LITERAL,
    TEXT,
    UNSET,
    WORD,
    Dict,
    Kind,
    List,
    NotTexts,
    Set,
    closed,
    has_text,
    held,
    is_followed,
    is_open,
    is_text,
    joint,
)  # fmt: skip

TO_TEXT = frozenset(
    "upper lower replace strip lstrip rstrip join title capitalize swapcase zfill ljust rjust center format removeprefix removesuffix".split()
)
TO_LIST = frozenset("split splitlines".split())
_REFUSED = (
    ast.AsyncFunctionDef, ast.ClassDef, ast.Try, ast.Global, ast.Nonlocal, ast.With, ast.Match, ast.Yield, ast.YieldFrom, ast.Starred,
    ast.Await, ast.AsyncFor, ast.NamedExpr,
)  # fmt: skip
_ASKS = frozenset("get pop index count remove discard".split())
_SAME = frozenset("copy union intersection difference symmetric_difference".split())
_FACTORIES = {
    "builtins.int": None,
    "builtins.float": None,
    "builtins.bool": None,
    "builtins.list": List(UNSET),
    "builtins.set": Set(UNSET),
}


class Flows:
    """`node`: the `def`, whose comprehensions have names of their own; `parameters`: what of it is a text, or holds some."""

    def __init__(self, function: FunctionType, node: Any, parameters: dict[str, Kind]):
        self._function = function
        self.own = frozenset(function.__code__.co_varnames + function.__code__.co_cellvars)
        self.used: dict[str, _bindings.Binding] = {}
        self.nodes = [n for statement in node.body for n in _walk(statement)]
        self.attempts = {id(n): attempts.asked_before(n, function, self.own) for n in self.nodes if isinstance(n, ast.Try)}
        if any(isinstance(n, _REFUSED) and self.attempts.get(id(n)) is None for n in self.nodes):
            raise NotTexts
        self.parameters = parameters
        stored = {n.id for n in self.nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
        stored |= {a.arg for n in self.nodes if isinstance(n, ast.Lambda) for a in n.args.args}
        inner = [n for n in self.nodes if isinstance(n, ast.FunctionDef)]
        self._hidden = {n.id for f in inner for n in ast.walk(f) if isinstance(n, ast.Name)} | {f.name for f in inner}
        self.names: dict[str, Kind] = {**dict.fromkeys(stored - self._hidden, UNSET), **parameters}
        self.names.update((a.handler.name, TEXT) for a in self.attempts.values() if a is not None and a.handler.name)
        for _ in range(20):
            before = dict(self.names)
            self._go_through()
            if self.names == before:
                break
        else:
            raise NotTexts
        self.names = {name: closed(kind) for name, kind in self.names.items()}
        if self._hidden & {name for name, kind in self.names.items() if has_text(kind)}:
            raise NotTexts

        # Texts that have a second name: none of them grows where it lies.
        self.aliases = {
            n.id
            for s in self.nodes
            if isinstance(s, (ast.Assign, ast.AnnAssign)) and s.value is not None
            for n in _given_on(s.value)
        }
        for statement in self.nodes:
            if isinstance(statement, ast.Assign) and any(True for _ in _given_on(statement.value)):
                self.aliases |= {n.id for t in statement.targets for n in ast.walk(t) if isinstance(n, ast.Name)}
            elif isinstance(statement, ast.For) and self.builtin(getattr(statement.iter, "func", statement.iter)) != "range":
                self.aliases |= {n.id for n in ast.walk(statement.iter) if isinstance(n, ast.Name)}  # it goes on through the old text

    def library(self, node: ast.expr) -> str:
        """The full name of the function of a library that a name stands for."""
        root = node
        while isinstance(root, ast.Attribute):
            root = root.value
        if not isinstance(root, ast.Name) or root.id in self.own or root.id in self.names:
            return ""
        found = full_name(node, self._function, self.own)
        if not found:
            value = _bindings.resolve(self._function, root.id, _path(node)).value
            if getattr(value, "__module__", "") in ("collections", "operator") and isinstance(value, type):
                found = f"{value.__module__}.{value.__name__}"
        if found.startswith(("builtins.", "collections.", "itertools.", "operator.")):
            self.used.setdefault(root.id, _bindings.resolve(self._function, root.id, []))
        return found

    def builtin(self, node: ast.expr) -> str:
        found = self.library(node)
        return found.removeprefix("builtins.") if found.startswith("builtins.") else ""

    def is_text(self, node: ast.expr) -> bool:
        return is_text(self.of(node))

    # Expressions.

    def of(self, node: Any) -> Kind:
        method = getattr(self, f"_of_{type(node).__name__}", None)
        return None if method is None else method(node)

    def _of_Constant(self, node: ast.Constant) -> Kind:
        if type(node.value) is not str:
            return UNSET if node.value is None else None  # flag_nothing.py knows names that are None first
        return CHARACTER if len(node.value) == 1 else LITERAL

    def _of_JoinedStr(self, node: ast.JoinedStr) -> Kind:
        return TEXT

    def _of_Name(self, node: ast.Name) -> Kind:
        return self.names.get(node.id)

    def _of_items(self, nodes: list[ast.expr]) -> Kind:
        kind: Kind = UNSET
        for node in nodes:
            kind = joint(kind, held(self.of(node)))
        return kind

    def _of_List(self, node: ast.List) -> Kind:
        return List(self._of_items(node.elts))

    def _of_Set(self, node: ast.Set) -> Kind:
        return Set(self._of_items(node.elts))

    def _of_Tuple(self, node: ast.Tuple) -> Kind:
        return tuple(map(self.of, node.elts))

    def _of_Dict(self, node: ast.Dict) -> Kind:
        if any(key is None for key in node.keys):
            return None
        return Dict(self._of_items(node.keys), self._of_items(node.values))  # type: ignore[arg-type]

    def _of_ListComp(self, node: Any) -> Kind:
        return List(held(self.of(node.elt)))

    _of_GeneratorExp = _of_ListComp

    def _of_SetComp(self, node: ast.SetComp) -> Kind:
        return Set(held(self.of(node.elt)))

    def _of_DictComp(self, node: ast.DictComp) -> Kind:
        return Dict(held(self.of(node.key)), held(self.of(node.value)))

    def _of_IfExp(self, node: ast.IfExp) -> Kind:
        return joint(self.of(node.body), self.of(node.orelse))

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
        if isinstance(kind, Dict):
            return kind.value
        if is_text(kind):
            return TEXT if isinstance(node.slice, ast.Slice) else CHARACTER
        if isinstance(kind, List):
            return kind if isinstance(node.slice, ast.Slice) else kind.item
        if isinstance(kind, tuple):
            index = node.slice.value if isinstance(node.slice, ast.Constant) else None
            if isinstance(index, int) and -len(kind) <= index < len(kind):
                return kind[index]
            if is_followed(kind):
                raise NotTexts
            return None
        return UNSET if kind == UNSET else None

    def _of_BinOp(self, node: ast.BinOp) -> Kind:
        left, right = self.of(node.left), self.of(node.right)
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

    # Calls.

    def _of_Call(self, node: ast.Call) -> Kind:
        if isinstance(node.func, ast.Attribute):
            owner = self.of(node.func.value)
            if is_text(owner) and node.func.attr in ("partition", "rpartition"):
                return (WORD, WORD, WORD)
            if is_text(owner):
                return TEXT if node.func.attr in TO_TEXT else List(WORD) if node.func.attr in TO_LIST else None
            if isinstance(owner, (List, Set, Dict)):
                return self._of_method(node, owner)
            if owner == UNSET:
                return UNSET
        name = self.library(node.func)
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
        if name == "chr":
            return CHARACTER
        if name in ("str", "format", "repr", "bin", "oct", "hex"):
            return TEXT
        if name in ("dict", "set", "frozenset", "list", "tuple") and not node.args:
            return {"dict": Dict(UNSET, UNSET), "set": Set(UNSET), "frozenset": Set(UNSET)}.get(name, List(UNSET))
        if name == "map" and len(node.args) == 2:
            return List(self._mapped(node.args[0]))
        if name in ("min", "max") and len(node.args) > 1:
            kind = self.of(node.args[0])
            for other in node.args[1:]:
                kind = joint(kind, self.of(other))
            return kind
        items = [self.items_of(argument) for argument in node.args]
        if name in ("list", "sorted", "reversed", "tuple"):
            return List(items[0]) if items else None
        if name == "filter" and len(items) == 2:
            return List(items[1])
        if name in ("set", "frozenset"):
            return Set(items[0])
        if name == "enumerate" and items:
            return List((None, items[0]))
        if name == "zip":
            return List(tuple(items))
        if name in ("min", "max"):
            return items[0] if items else None
        if name == "dict" and len(node.args) == 1 and isinstance(kind := self.of(node.args[0]), Dict):
            return Dict(kind.key, kind.value)
        if name == "dict" and len(items) == 1 and isinstance(items[0], tuple) and len(items[0]) == 2:
            return Dict(held(items[0][0]), held(items[0][1]))
        return None

    def _mapped(self, function: ast.expr) -> Kind:
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
        return None

    def items_of(self, node: ast.expr) -> Kind:
        """What a loop over this gives."""
        kind = self.of(node)
        if is_text(kind):
            return CHARACTER
        if isinstance(kind, (List, Set)):
            return kind.item
        if isinstance(kind, Dict):
            return kind.key
        if isinstance(kind, tuple):
            found: Kind = UNSET
            for item in kind:
                found = joint(found, held(item))
            return found
        return UNSET if kind == UNSET else None

    # Names and places.

    def _go_through(self) -> None:
        for node in self.nodes:
            if isinstance(node, ast.Assign):
                for target in node.targets:
                    self._give(target, self.of(node.value))
            elif isinstance(node, ast.AugAssign):
                self._give(node.target, self.of(ast.BinOp(read(node.target), node.op, node.value)))
            elif isinstance(node, ast.AnnAssign) and node.value is not None:
                self._give(node.target, self.of(node.value))
            elif isinstance(node, (ast.For, ast.comprehension)):
                self._give(node.target, self.items_of(node.iter))
            elif isinstance(node, ast.Subscript):
                self._asked(node.value, node.slice)
            elif isinstance(node, ast.Compare) and isinstance(node.ops[0], (ast.In, ast.NotIn)):
                self._asked(node.comparators[0], node.left)
            elif isinstance(node, ast.Call):
                self._keyed(node)
                if isinstance(node.func, ast.Attribute):
                    self._changed(node.func.value, node.func.attr, node.args)
                    if node.func.attr in _ASKS and node.args:
                        self._asked(node.func.value, node.args[0])

    def _asked(self, place: Any, node: ast.expr) -> None:
        """A text that is looked for in a list, a dict or a set is what such texts are there."""
        into, kind = self.of(place), self.of(node)
        if not is_text(kind) or not isinstance(place, ast.Name):
            return
        if isinstance(into, Dict) and is_text(into.key):
            self._name(place.id, Dict(held(kind), UNSET))
        elif isinstance(into, (List, Set)) and is_text(into.item):
            self._name(place.id, type(into)(held(kind)))

    def _keyed(self, node: ast.Call) -> None:
        """The arguments of lambdas, which are items of what is gone through."""
        name = self.builtin(node.func)
        functions = [k.value for k in node.keywords if k.arg == "key"]
        given: list[ast.expr] = node.args[:1]
        if isinstance(node.func, ast.Attribute) and node.func.attr == "sort":
            given = [node.func.value]
        elif name in ("map", "filter") and len(node.args) == 2:
            functions, given = [node.args[0]], node.args[1:]
        elif name not in ("sorted", "min", "max"):
            given = []
        for function in functions:
            if isinstance(function, ast.Lambda) and given and len(function.args.args) == 1:
                self._name(function.args.args[0].arg, self.items_of(given[0]))

    def _changed(self, place: Any, method: str, arguments: list[ast.expr]) -> None:
        """What comes into a list, a dict or a set by its methods."""
        if method in ("append", "appendleft", "add") and len(arguments) == 1:
            kind = held(self.of(arguments[0]))
            self._hold(place, Set(kind) if method == "add" else List(kind))
        elif method == "insert" and len(arguments) == 2:
            self._hold(place, List(held(self.of(arguments[1]))))
        elif method in ("extend", "update") and len(arguments) == 1:
            kind = self.items_of(arguments[0])
            into = self.of(place)
            if isinstance(into, Dict):
                self._hold(place, self.of(arguments[0]) if isinstance(self.of(arguments[0]), Dict) else Dict(held(kind), UNSET))
            else:
                self._hold(place, Set(held(kind)) if method == "update" else List(held(kind)))
        elif method == "setdefault" and len(arguments) == 2:
            self._hold(place, Dict(held(self.of(arguments[0])), held(self.of(arguments[1]))))

    def _hold(self, place: Any, kind: Kind) -> None:
        """`kind` is what a place is at least, if it is a list, a dict or a set."""
        known = self.of(place)
        if known == UNSET:
            return
        if not isinstance(known, (List, Set, Dict)):
            if is_followed(kind) and not is_text(known):
                raise NotTexts
            return
        if isinstance(place, ast.Name):
            self._name(place.id, kind)
        elif isinstance(place, ast.Subscript):
            self._give(place, kind)
        elif isinstance(place, ast.Call) and isinstance(place.func, ast.Attribute) and place.func.attr == "setdefault":
            self._hold(place.func.value, Dict(held(self.of(place.args[0])), kind))
        elif is_followed(kind):
            raise NotTexts

    def _name(self, name: str, kind: Kind) -> None:
        if name in self.names:
            self.names[name] = joint(self.names[name], kind)
        elif is_followed(kind):
            raise NotTexts

    def _give(self, target: Any, kind: Kind) -> None:
        if isinstance(target, ast.Name):
            self._name(target.id, kind)
        elif isinstance(target, (ast.Tuple, ast.List)):
            for i, part in enumerate(target.elts):
                self._give(part, self._part(kind, i, len(target.elts)))
        elif isinstance(target, ast.Subscript):
            into = self.of(target.value)
            if isinstance(into, Dict):
                self._hold(target.value, Dict(held(self.of(target.slice)), held(kind)))
            elif isinstance(into, List) and not isinstance(target.slice, ast.Slice):
                self._hold(target.value, List(held(kind)))
            elif is_followed(kind) and into != UNSET and not isinstance(into, List):
                raise NotTexts
        elif is_followed(kind):
            raise NotTexts

    def _part(self, kind: Kind, place: int, count: int) -> Kind:
        """What the name at a place gets where that is taken apart."""
        if isinstance(kind, tuple):
            if len(kind) == count:
                return kind[place]
            if is_followed(kind):
                raise NotTexts
            return None
        if is_text(kind):
            return CHARACTER
        if isinstance(kind, (List, Set)):
            return kind.item
        return UNSET if is_open(kind) else None


def _given_on(node: ast.expr) -> Iterator[ast.Name]:
    """The names of which an expression may be the very value."""
    if isinstance(node, ast.Name):
        yield node
    elif isinstance(node, ast.IfExp):
        yield from _given_on(node.body)
        yield from _given_on(node.orelse)
    elif isinstance(node, (ast.BoolOp, ast.Tuple)):
        for part in node.values if isinstance(node, ast.BoolOp) else node.elts:
            yield from _given_on(part)


def _path(node: Any) -> list[str]:
    """The attributes of a dotted name."""
    path: list[str] = []
    while isinstance(node, ast.Attribute):
        path.insert(0, node.attr)
        node = node.value
    return path


def read(target: Any) -> Any:
    """The value of a target before an assignment to it."""
    return ast.Name(target.id, ast.Load()) if isinstance(target, ast.Name) else target


def _none(left: Kind, right: Kind) -> Kind:
    return UNSET if UNSET in (left, right) else None


def _walk(node: ast.AST) -> Any:
    """Without what is inside of a function inside."""
    yield node
    if not isinstance(node, ast.FunctionDef):
        for child in ast.iter_child_nodes(node):
            yield from _walk(child)
