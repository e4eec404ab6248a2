"""What a function returns of a dict of lists that it makes, where the call makes it of the whole dict, for plainer.py:

    return sorted(d.items())                    the dict, and then sorted(dict.items())
    return sorted(d.items(), key=lambda kv: -len(kv[1]))
    return sorted(d.values(), key=len, reverse=True)
    return list(d.items()), n
    return {k: v for k, v in sorted(d.items())}
    return sorted(x)                            x, which holds new lists, and then sorted(x)
    return {k: sorted(v) for k, v in d.items()} d2 = {k: sorted(v) for k, v in d.items()}; return d2
    for v in d.values():                        for v in d.values():
        if len(v) > 1: out.append(v)                if len(v) > 1: out.append(list(v))

Keys of an order take the key and the list, and nothing else that may change or fail. Lists are copied only of dicts that nothing asks later.
"""

from __future__ import annotations

import ast
import builtins
from collections import defaultdict
from collections.abc import Callable
from typing import Any

from unpython._records import Joined
from unpython._writing.dicts.group_uses import holds_lists
from unpython._writing.nodes import is_name, load, store, walk
from unpython._writing.records import lists_of_lists
from unpython._writing.rewriter import BlockRewriter

_IN_KEYS = ("len", "sum", "abs")


def rewritten(node: Any, value_of: Callable[[Any], Any]) -> tuple[bool, set[str]]:
    """Writes the `def` anew where it stands: whether there was something to write, and the names that came with it."""
    dicts = _dicts_of_lists(node, value_of)
    lists = lists_of_lists.names(node, value_of)
    writer = _Writer(node, dicts, lists, value_of)
    if dicts or lists or lists_of_lists.may_sort(node):
        node.body = writer.statements(node.body)
    return writer.is_changed, writer.names


def _dicts_of_lists(node: Any, value_of: Callable[[Any], Any]) -> set[str]:
    """The names that stand for one new dict of lists each, which no function inside knows."""
    nodes = list(walk(node))
    given = [n for n in nodes if isinstance(n, ast.Assign) and len(n.targets) == 1 and isinstance(n.targets[0], ast.Name)]
    stored = [n.id for n in nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)]
    other = {n.arg for n in nodes if isinstance(n, ast.arg)}
    inner = [n for n in nodes if isinstance(n, ast.FunctionDef) and n is not node]
    other |= {n.id for f in inner for n in walk(f) if isinstance(n, ast.Name)}
    found = set()
    for n in given:
        name, value = n.targets[0].id, n.value  # type: ignore[attr-defined]
        if name in other or stored.count(name) > 1:
            continue
        if isinstance(value, ast.Call) and len(value.args) == 1 and value_of(value.func) is defaultdict and value_of(value.args[0]) is list:
            found.add(name)
        elif isinstance(value, ast.Dict) and holds_lists(name, nodes, lambda v: isinstance(v, (ast.List, ast.ListComp))):
            found.add(name)
    return found


class _Writer(BlockRewriter):
    def __init__(self, function: Any, dicts: set[str], lists: set[str], value_of: Callable[[Any], Any]):
        self._function = function
        self._dicts = dicts
        self._lists = lists
        self._value_of = value_of
        self._depth = 0
        self.names: set[str] = set()
        self.is_changed = False

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return node

    def visit_Return(self, node: ast.Return) -> Any:
        before = self._named_first(node)
        found = self._returned(node)
        return [*before, *(found if isinstance(found, list) else [found])]

    def _named_first(self, node: ast.Return) -> list[ast.stmt]:
        """`return sorted([x] for x in y)`: a name for the list."""
        whole: Any = node.value
        is_call = isinstance(whole, ast.Call) and len(whole.args) == 1 and self._value_of(whole.func) is sorted
        made: Any = whole.args[0] if is_call else None
        if not isinstance(made, (ast.ListComp, ast.GeneratorExp)) or not lists_of_lists.is_list(made.elt, self._value_of):
            return []
        name = f"_lists_{node.lineno}_{node.col_offset}_in_order_"
        self.names.add(name)
        self._lists.add(name)
        whole.args[0] = ast.copy_location(load(name), made)
        return [ast.copy_location(store(name, ast.copy_location(ast.ListComp(made.elt, made.generators), made)), node)]

    def _returned(self, node: ast.Return) -> Any:
        whole: Any = node.value
        parts = whole.elts if type(whole) is ast.Tuple else [whole]
        found = [self._made_of(part) for part in parts]
        if sum(f is not None for f in found) == 1:
            name = next(f[0] for f in found if f is not None)
            if any(is_name(n, name) for part, f in zip(parts, found, strict=True) if f is None for n in walk(part)):
                return node  # one object twice
            self.is_changed = True
            joined = Joined("text", [ast.copy_location(load(f[0]), part) if f is not None else part for part, f in zip(parts, found, strict=True)])
            joined.make = _maker(tuple(f[1:] if f is not None else None for f in found), type(whole) is ast.Tuple)
            node.value = ast.copy_location(joined, node)
            return node
        if isinstance(whole, ast.DictComp) and self._is_list(whole.value) and self._goes_through_lists(whole):
            self.is_changed = True
            name = f"_lists_{node.lineno}_{node.col_offset}_by_key_"
            self.names.add(name)
            node.value = ast.copy_location(load(name), whole)
            return [ast.copy_location(store(name, whole), node), node]
        return node

    def _is_list(self, node: Any) -> bool:
        return isinstance(node, ast.ListComp) or (isinstance(node, ast.Call) and self._value_of(node.func) in (sorted, list))

    def _goes_through_lists(self, node: ast.DictComp) -> bool:
        return any(is_name(n, name) for name in self._dicts for clause in node.generators for n in walk(clause.iter))

    # What is made of a dict.

    def _made_of(self, node: Any) -> tuple[str, str, str, bool] | None:
        """The dict, what is made of its items, the key of the order, whether that is backwards."""
        if isinstance(node, (ast.ListComp, ast.DictComp)):
            return self._comprehended(node)
        if not isinstance(node, ast.Call) or len(node.args) != 1:
            return None
        called = self._value_of(node.func)
        if called is dict and not node.keywords:
            found = self._made_of(node.args[0])
            return (found[0], "dict", *found[2:]) if found is not None and found[1] == "items" else None
        if called is not sorted and (called is not list or node.keywords):
            return None
        seen = self._seen(node.args[0])
        if called is sorted and isinstance(node.args[0], ast.Name) and node.args[0].id in self._lists:
            seen = node.args[0].id, "list"
        if seen is None or seen[0] not in self._dicts | self._lists:
            return None
        name, what = seen
        options: dict[Any, Any] = {k.arg: k.value for k in node.keywords}
        key, reverse = options.pop("key", None), options.pop("reverse", ast.Constant(False))
        if what == "values" and (called is list or (key is not None and any(isinstance(n, ast.Subscript) for n in walk(key)))):
            return None  # which returns of dicts know
        if options or not isinstance(reverse, ast.Constant) or type(reverse.value) is not bool or (key is not None and not self._is_plain(key)):
            return None
        order = "" if called is list else "item" if key is None else ast.unparse(key)
        return name, what, order, reverse.value

    def _comprehended(self, node: Any) -> tuple[str, str, str, bool] | None:
        """[(k, v) for k, v in ...] and {k: v for k, v in ...}"""
        clause = node.generators[0]
        target: Any = clause.target
        names = [e.id for e in getattr(target, "elts", []) if isinstance(e, ast.Name)]
        if len(node.generators) > 1 or clause.ifs or len(names) != 2 or len(target.elts) != 2 or names[0] == names[1]:
            return None
        given: list[Any] = [node.key, node.value] if isinstance(node, ast.DictComp) else node.elt.elts if isinstance(node.elt, ast.Tuple) else []
        if len(given) != 2 or not all(map(is_name, given, names)):
            return None
        what = "dict" if isinstance(node, ast.DictComp) else "items"
        seen = self._seen(clause.iter)
        if seen is not None:
            return (seen[0], what, "", False) if seen[1] == "items" and seen[0] in self._dicts else None
        found = self._made_of(clause.iter)
        return (found[0], what, *found[2:]) if found is not None and found[1] == "items" else None

    def _seen(self, node: Any) -> tuple[str, str] | None:
        """d.items() and d.values()"""
        is_method = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Name)
        if not is_method or node.args or node.keywords or node.func.attr not in ("items", "values"):
            return None
        return node.func.value.id, node.func.attr

    def _is_plain(self, key: Any) -> bool:
        """`len`, or a lambda of which it is known what it does: of kv[0], kv[1], and their lengths and sums."""
        if isinstance(key, ast.Name):
            return self._value_of(key) is len
        arguments = key.args if isinstance(key, ast.Lambda) else None
        if arguments is None or len(arguments.args) != 1 or arguments.defaults or arguments.vararg or arguments.kwarg or arguments.kwonlyargs:
            return False
        own = arguments.args[0].arg
        allowed = (ast.Name, ast.Constant, ast.Subscript, ast.Tuple, ast.Call, ast.UnaryOp, ast.USub, ast.Load)
        for n in walk(key.body):
            if not isinstance(n, allowed) or (isinstance(n, ast.Name) and n.id != own and n.id not in _IN_KEYS):
                return False
            if isinstance(n, ast.Call) and (n.keywords or len(n.args) != 1 or self._value_of(n.func) is not getattr(builtins, getattr(n.func, "id", ""), None)):
                return False
            if isinstance(n, ast.Subscript) and not (is_name(n.value, own) and isinstance(n.slice, ast.Constant) and n.slice.value in (0, 1)):
                return False
        return True

    # Lists that come into another list.

    def visit_For(self, node: ast.For) -> Any:
        seen = self._seen(node.iter)
        if seen is not None and seen[0] in self._dicts and self._depth == 0:
            self._copied(node, *seen)
        self._depth += 1
        made = self.generic_visit(node)
        self._depth -= 1
        return made

    def visit_While(self, node: ast.While) -> Any:
        self._depth += 1
        made = self.generic_visit(node)
        self._depth -= 1
        return made

    def _copied(self, node: ast.For, name: str, what: str) -> None:
        target: Any = node.target
        held = target.elts[1] if what == "items" and isinstance(target, ast.Tuple) and len(target.elts) == 2 else target
        if not isinstance(held, ast.Name) or self._value_of(load("list")) is not list:
            return
        end = node.end_lineno, node.end_col_offset
        behind = [n for s in self._function.body for n in walk(s) if (getattr(n, "lineno", 0), getattr(n, "col_offset", 0)) > end]
        inside = [n for s in node.body for n in walk(s)]
        if any(is_name(n, name) for n in (*behind, *inside)) or any(is_name(n, held.id) for n in behind):
            return
        into = [
            n for n in inside
            if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and n.func.attr == "append" and len(n.args) == 1 and is_name(n.args[0], held.id)
        ]  # fmt: skip
        if len(into) != 1 or any(isinstance(n, (ast.For, ast.While)) and any(m is into[0] for m in walk(n)) for n in inside):
            return  # once at most
        self.is_changed = True
        into[0].args = [ast.copy_location(ast.Call(load("list"), into[0].args, []), into[0])]


_makers: dict[Any, Callable[[tuple[Any, ...]], Any]] = {}


def _maker(parts: tuple[tuple[str, str, bool] | None, ...], is_tuple: bool) -> Callable[[tuple[Any, ...]], Any]:
    """What makes the result: one function for each kind of result."""
    if (parts, is_tuple) in _makers:
        return _makers[parts, is_tuple]
    ways = [None if part is None else _way(*part) for part in parts]

    def make(values: tuple[Any, ...]) -> Any:
        made = [value if way is None else way(value) for way, value in zip(ways, values, strict=True)]
        return tuple(made) if is_tuple else made[0]

    return _makers.setdefault((parts, is_tuple), make)


def _way(what: str, order: str, is_backwards: bool) -> Callable[[Any], Any]:
    scope = {name: getattr(builtins, name) for name in _IN_KEYS}
    key = eval(compile(order, "<key>", "eval"), {"__builtins__": scope}) if order not in ("", "item") else None

    def way(held: Any) -> Any:
        items = list(held if what == "list" else held.values() if what == "values" else held.items())
        if order:
            items.sort(key=key, reverse=is_backwards)
        return dict(items) if what == "dict" else items

    return way
