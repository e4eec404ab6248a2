"""Lists, dicts and arrays that stand in several places of what is returned: each is one result, and Python puts it into its places when the
call ends.

    return {"a": xs}, xs                     xs, and then ({"a": ...}, ...) with one list
    d = {"a": xs}; return d, d               xs, and then one dict twice

Two names for one list are not known from the text. The compiler refuses a list that is returned twice, also in the dicts that are written out
here.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._local_names import local_names
from unpython._records import Joined
from unpython._writing import nothing
from unpython._writing.lists.named_results import Kinds
from unpython._writing.lists.shared_rows import SharedRows
from unpython._writing.nodes import copy_tree, is_none, is_text, load, walk
from unpython._writing.places import at_place_of

_MOST_PARTS = 64

#: ("value", number), ("constant", what), ("tuple" or "list", parts), ("dict", keys, parts) or ("named", name, part).
_Shape = tuple[Any, ...]


def rewritten(function: FunctionType, node: Any, is_last: bool = False) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` and no names. `is_last`: other rewriters have seen it, so that it is known what dicts by name hold."""
    values = [value for value in nothing.returned(node.body) if value is not None and not is_none(value)] if isinstance(node, ast.FunctionDef) else []
    if not any(_may_hold(value) for value in values):
        return node, frozenset(), []
    names = _Names(function, node, is_last)
    found = [_Result(names, value) for value in values]
    makers: dict[_Shape, Any] = {}
    instead: dict[int, Any] = {}
    are_alike = len({one.outline() for one in found}) == 1
    for one, value in zip(found, values, strict=True):
        if one.is_shared:
            instead[id(value)] = one.joined(makers, value)
        elif is_last and are_alike and one.has_dict_inside:
            instead[id(value)] = one.with_holders()
    instead |= _made_objects(names, node)
    instead |= _of_helpers(names, node)
    return (ast.fix_missing_locations(copy_tree(node, instead)) if instead else node), frozenset(), []


def _made_objects(names: _Names, node: ast.FunctionDef) -> dict[int, Any]:
    """Box(xs, {"a": xs}): calls of classes that are given a list, and a dict with it, which the compiler is told to refuse."""
    made: dict[int, Any] = {}
    for n in walk(node):
        given = _given(n)
        if len(given) < 2 or not any(_is_record(a) or (isinstance(a, ast.Name) and names.is_dict(names.first(a.id))) for a in given):
            continue
        whole = _Result(names, ast.copy_location(ast.Tuple(given, ast.Load()), n))
        if names.is_of_class(n) and whole.is_shared and not names.is_last:
            made[id(n)] = at_place_of(n, SharedRows())
        elif names.is_of_class(n) and whole.is_shared:
            parts: Any = whole.with_holders()
            call = ast.Call(n.func, parts.elts[: len(n.args)], [])  # type: ignore[attr-defined]
            call.keywords = [ast.keyword(k.arg, part) for k, part in zip(n.keywords, parts.elts[len(n.args) :], strict=True)]  # type: ignore[attr-defined]
            made[id(n)] = ast.copy_location(call, n)
    return made


def _given(node: Any) -> list[ast.expr]:
    """What a call gives, where it is written out."""
    if not isinstance(node, ast.Call) or any(isinstance(a, ast.Starred) for a in node.args) or any(k.arg is None for k in node.keywords):
        return []
    return [*node.args, *(k.value for k in node.keywords)]


def _of_helpers(names: _Names, node: ast.FunctionDef) -> dict[int, Any]:
    """return described(xs), xs: where that function puts what it is given into a dict, the list is refused."""
    made: dict[int, Any] = {}
    for n in walk(node):
        parts = list(_parts_of(n.value)) if isinstance(n, ast.Return) else []
        read = {names.first(part.id) for part in parts if isinstance(part, ast.Name)}
        calls = [names.value_of(part) for part in parts] if len(parts) > 1 else []
        for call in calls:
            again = {names.first(a.id) for a in _given(call) if isinstance(a, ast.Name)} & read & names.containers
            if again and _puts_into_dict(names, call):
                made[id(n)] = at_place_of(n, SharedRows())
    return made


def _puts_into_dict(names: _Names, call: Any) -> bool:
    binding = _bindings.of_node(names.function, call.func, names.own)
    helper = None if binding is None else _bindings.python_function(binding.value)
    if helper is None:
        return False
    from unpython._find_source import SourceNotFound
    from unpython._writing.plainer import find_source

    try:
        node = find_source(helper).node
    except SourceNotFound:
        return False
    given = {a.arg for a in walk(node.args) if isinstance(a, ast.arg)}
    return any(isinstance(part, ast.Name) and part.id in given for d in walk(node) if _is_record(d) for part in d.values)  # type: ignore[attr-defined]


def _may_hold(node: ast.expr) -> bool:
    return type(node) in (ast.Tuple, ast.Dict, ast.List, ast.Name, ast.Call)


class _Names:
    """What the text says of the names of a function."""

    def __init__(self, function: FunctionType, node: ast.FunctionDef, is_last: bool):
        self.is_last = is_last
        self.function = function
        nodes = list(walk(node))
        self.containers = {*Kinds(function, node).of_names}
        self.containers |= {t.id for n in nodes if isinstance(n, ast.Assign) and _is_container(n.value) for t in n.targets if isinstance(t, ast.Name)}
        inside = {id(n) for n in nodes if n is not node and isinstance(n, _AGAIN) for n in walk(n)}
        stores = [n for n in nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)]
        count = Counter(n.id for n in stores)
        given = {n.arg for n in nodes if isinstance(n, ast.arg) and id(n) not in inside}
        self._once = {n.id for n in stores if count[n.id] == 1 and id(n) not in inside} - given  # n = n gives a parameter a second value
        self._once |= given - count.keys()
        self.own = frozenset((*local_names(function), *count))
        assigned = [n for n in nodes if isinstance(n, ast.Assign) and len(n.targets) == 1 and isinstance(n.targets[0], ast.Name)]
        self._same: dict[str, str] = {}
        for n in assigned:
            if isinstance(n.value, ast.Name) and {n.value.id, n.targets[0].id} <= self._once:  # type: ignore[attr-defined]
                self._same[n.targets[0].id] = n.value.id  # type: ignore[attr-defined]
        self._values = {n.targets[0].id: n.value for n in assigned if n.targets[0].id in self._once}  # type: ignore[attr-defined]
        made: dict[str, list[ast.Dict]] = {}
        for n in assigned:
            if _is_record(n.value):
                made.setdefault(n.targets[0].id, []).append(n.value)  # type: ignore[attr-defined, arg-type]
        alike = {name: of for name, of in made.items() if len(of) == count[name] and len({tuple(map(_key, d.keys)) for d in of}) == 1}
        self._dicts = alike if is_last else {}
        entries = [n for n in nodes if isinstance(n, ast.Subscript) and isinstance(n.value, ast.Name) and is_text(n.slice)]
        self._stored = {(self.first(n.value.id), _key(n.slice)) for n in entries if not isinstance(n.ctx, ast.Load)}  # type: ignore[attr-defined]
        self._read = {(self.first(n.value.id), _key(n.slice)) for n in entries if isinstance(n.ctx, ast.Load)}  # type: ignore[attr-defined]
        fine = {id(n.value) for n in entries} | {id(n.value) for n in assigned}  # type: ignore[attr-defined]
        fine |= {id(part) for value in nothing.returned(node.body) for part in _parts_of(value)}
        fine |= {id(part) for n in nodes if self.is_of_class(n) for part in _given(n)}
        others = {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load) and id(n) not in fine}
        unknown = {n.value.id for n in entries if _key(n.slice) not in self.keys_of(self.first(n.value.id))}  # type: ignore[attr-defined]
        for name in {*map(self.first, others), *map(self.first, unknown)}:
            self._dicts.pop(name, None)

    def is_of_class(self, node: Any) -> bool:
        """Whether it makes an object of a class of the program."""
        if not isinstance(node, ast.Call) or (binding := _bindings.of_node(self.function, node.func, self.own)) is None:
            return False
        return isinstance(binding.value, type) and binding.kind != "library"

    def first(self, name: str) -> str:
        """The name that an object had first; `a = b; b = a` ends where it began."""
        seen = {name}
        while (name := self._same.get(name, name)) not in seen:
            seen.add(name)
        return name

    def value_of(self, node: Any) -> Any:
        """What a name stands for that has one value."""
        return self._values.get(self.first(node.id)) if isinstance(node, ast.Name) else node

    def keys_of(self, name: str) -> list[str]:
        return [_key(key) for key in self._dicts[name][0].keys] if name in self._dicts else []

    def entry(self, name: str, key: str) -> tuple[ast.expr, ast.Dict | None]:
        """name["key"], or the name of what was put there and still is; and the dict that was written out there."""
        of = self._dicts[name]
        place = ast.Subscript(load(name), ast.Constant(key), ast.Load())
        value = dict(zip(self.keys_of(name), of[0].values, strict=True))[key]
        if len(of) > 1 or (name, key) in self._stored:
            return place, None
        if name in self._once and isinstance(value, ast.Name) and value.id in self._once:
            return value, None
        return place, value if _is_record(value) else None  # type: ignore[return-value]

    def stays(self, name: str, key: str, value: Any) -> bool:
        """Whether what a name stands for is still in the dict that stands in another one: nobody reads that one."""
        return name in self._once and (name, key) not in self._read and isinstance(value, ast.Name) and value.id in self._once

    def is_dict(self, name: str) -> bool:
        return name in self._dicts


_KEEPERS = ("Counter", "defaultdict", "OrderedDict", "deque")
_AGAIN = (ast.For, ast.While, ast.Try, ast.FunctionDef, ast.Lambda)


def _is_container(node: ast.expr) -> bool:
    """[0.0] * n, a tuple with a list, and Counter()."""
    if isinstance(node, ast.Call):
        return getattr(node.func, "attr", getattr(node.func, "id", "")) in _KEEPERS
    if isinstance(node, ast.BinOp):
        return any(isinstance(side, (ast.List, ast.ListComp)) or _is_container(side) for side in (node.left, node.right))
    return type(node) is ast.Tuple and any(isinstance(part, (ast.List, ast.ListComp)) or _is_container(part) for part in node.elts)


def _is_record(node: Any) -> bool:
    """A dict whose keys are different texts that are written out."""
    keys = [_key(key) for key in node.keys] if isinstance(node, ast.Dict) else []
    return bool(keys) and None not in keys and len({*keys}) == len(keys)


def _key(node: Any) -> Any:
    return node.value if is_text(node) else None


def _parts_of(node: Any) -> Iterator[Any]:
    """What tuples, lists and dicts that are written out hold, at any depth."""
    if type(node) is ast.Tuple or isinstance(node, ast.List):
        for part in node.elts:
            yield from _parts_of(part)
    elif _is_record(node):
        for part in node.values:
            yield from _parts_of(part)
    elif node is not None:
        yield node


class _Result:
    """One value that is returned: `values` and the shape in which they are."""

    def __init__(self, names: _Names, node: ast.expr):
        self._names = names
        self._node = node
        self.values: list[ast.expr] = []
        self._numbers: dict[str, int] = {}
        self._named: set[str] = set()
        self._count: Counter[str] = Counter()
        self.shape = self._shape(node)
        has_depth = any(part[0] in ("tuple", "dict", "list", "named") for part in _inside(self.shape))
        is_any = names.is_last and has_depth
        twice = {name for name, count in self._count.items() if count > 1 and (is_any or name in names.containers or name in self._named)}
        self.is_shared = bool(twice) and len(self.values) <= _MOST_PARTS
        self.has_dict_inside = any(part[0] in ("dict", "named") for part in _inside(self.shape)) and len(self.values) > 1

    def _shape(self, node: Any) -> _Shape:
        if isinstance(node, ast.Constant) and (node.value is None or type(node.value) is str):
            return "constant", node.value
        if type(node) is ast.Tuple and node.elts and not any(isinstance(e, ast.Starred) for e in node.elts):
            return "tuple", tuple(map(self._shape, node.elts))
        if isinstance(node, ast.List) and self._is_of_containers(node):
            return "list", tuple(map(self._shape, node.elts))
        if _is_record(node):
            return "dict", tuple(map(_key, node.keys)), tuple(map(self._shape, node.values))
        if not isinstance(node, ast.Name):
            return self._value(node)
        name = self._names.first(node.id)
        self._count[name] += 1
        if self._names.is_dict(name):
            self._named.add(name)
            keys = tuple(self._names.keys_of(name)) if self._count[name] == 1 else ()
            entries = [(key, *self._names.entry(name, key)) for key in keys]
            parts = tuple(self._entry(ast.copy_location(place, node), value, (name, key)) for key, place, value in entries)
            return "named", name, ("dict", keys, parts)
        if name not in self._numbers:
            self._numbers[name] = self._value(node)[1]
        return "value", self._numbers[name]

    def _entry(self, place: ast.expr, value: ast.Dict | None, of: tuple[str, str]) -> _Shape:
        """Of what stands in a dict: of a dict that is written out there, its own."""
        if value is None:
            return self._shape(place)
        parts = []
        for key, inner in zip(value.keys, value.values, strict=True):
            at = ast.copy_location(ast.Subscript(copy_tree(place), ast.Constant(_key(key)), ast.Load()), place)
            if self._names.stays(*of, inner):
                parts.append(self._shape(inner))
            else:
                parts.append(self._entry(at, inner if _is_record(inner) else None, of))  # type: ignore[arg-type]
        return "dict", tuple(map(_key, value.keys)), tuple(parts)

    def _value(self, node: ast.expr) -> _Shape:
        self.values.append(node)
        return "value", len(self.values) - 1

    def _is_of_containers(self, node: ast.List) -> bool:
        return any(n.id in self._names.containers or self._names.is_dict(n.id) for n in _parts_of(node) if isinstance(n, ast.Name))

    def outline(self) -> Any:
        """The shape without its values."""
        return _outline(self.shape)

    def joined(self, makers: dict[_Shape, Any], node: ast.expr) -> ast.expr:
        made = Joined("text", self.values or [ast.Constant(0)])
        shape = self.shape
        made.make = makers.setdefault(shape, lambda values: _filled(shape, values, {}))
        return ast.copy_location(made, node)

    def with_holders(self) -> ast.expr:
        """With dicts of which the compiler knows that they hold the very lists that stand in them."""
        return _written(self.shape, self.values, self._node)


def _inside(shape: _Shape) -> list[_Shape]:
    """The parts of a shape, at any depth, without itself."""
    parts = shape[-1] if shape[0] in ("tuple", "list", "dict") else (shape[-1],) if shape[0] == "named" else ()
    return [inner for part in parts for inner in (part, *_inside(part))]


def _outline(shape: _Shape) -> Any:
    if shape[0] == "named":
        return _outline(shape[-1])
    if shape[0] in ("value", "constant"):
        return None
    return (*shape[:-1], *map(_outline, shape[-1]))


def _filled(shape: _Shape, values: tuple[Any, ...], made: dict[str, Any]) -> Any:
    kind, last = shape[0], shape[-1]
    if kind == "value":
        return values[last]
    if kind == "constant":
        return last
    if kind == "named":
        if shape[1] not in made:
            made[shape[1]] = _filled(last, values, made)
        return made[shape[1]]
    parts = [_filled(part, values, made) for part in last]
    return tuple(parts) if kind == "tuple" else parts if kind == "list" else dict(zip(shape[1], parts, strict=True))


def _written(shape: _Shape, values: list[ast.expr], node: ast.expr) -> ast.expr:
    kind, last = shape[0], shape[-1]
    made: Any
    if kind in ("value", "constant"):
        made = values[last] if kind == "value" else ast.Constant(last)
    elif kind == "named":
        made = _written(last, values, node)
    else:
        parts = [_written(part, values, node) for part in last]
        made = ast.Dict([ast.copy_location(ast.Constant(key), node) for key in shape[1]], parts) if kind == "dict" else ast.Tuple(parts, ast.Load())
        if kind == "list":
            made = ast.List(parts, ast.Load())
        made.is_holder = True
    return made if hasattr(made, "lineno") else ast.copy_location(made, node)
