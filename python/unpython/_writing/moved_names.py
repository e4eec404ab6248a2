"""`a = b` of a dict, a list or a set that the function made, where b is not read again before it is made anew, for plainer.py: nobody can
tell the other name from a copy.

    while ...:                              while ...:
        new = {}                                new = {}
        ...                                     ...
        old = new                               old = {key: value for key, value in new.items()}

A list and a set keep the name, with a mark: `is_last`.
"""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Callable
from typing import Any

from unpython._writing.nodes import copy_tree, is_name, load, walk
from unpython._writing.rewriter import BlockRewriter

_ASKS = frozenset("items keys values get".split())
_TAKE = (dict, sorted, len, list, max, min, sum, any, all, set)
MARK = "is_last"


def rewritten(node: Any, value_of: Callable[[Any], Any]) -> tuple[bool, set[str]]:
    """Writes the `def` anew where it stands: whether there was something to write, and the names that came with it. `value_of`: what a
    name stands for outside of the function."""
    writer = _Moves(node, value_of)
    node.body = writer.statements(node.body)
    return writer.is_changed, writer.names


class _Moves(BlockRewriter):
    def __init__(self, node: Any, value_of: Callable[[Any], Any]):
        self._node = node
        self._value_of = value_of
        self.is_changed = False
        self.names: set[str] = set()
        scopes = [n for n in walk(node) if isinstance(n, (ast.FunctionDef, ast.Lambda, ast.ClassDef)) and n is not node]
        self._shared = {n.id for s in scopes for n in walk(s) if isinstance(n, ast.Name)} | {a.arg for a in walk(node) if isinstance(a, ast.arg)}
        self._shared |= {name for n in walk(node) if isinstance(n, (ast.Global, ast.Nonlocal)) for name in n.names}
        self._mentions = Counter(n.id for n in walk(node) if isinstance(n, ast.Name))
        self._stores = Counter(n.id for n in walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load))
        self._given: dict[str, list[ast.Assign]] = defaultdict(list)  # assignments of a name alone
        for n in walk(node):
            if isinstance(n, ast.Assign) and len(n.targets) == 1 and isinstance(n.targets[0], ast.Name):
                self._given[n.targets[0].id].append(n)

    def statements(self, body: list[ast.stmt]) -> list[ast.stmt]:
        made: list[ast.stmt] = []
        knowing: dict[str, list[int]] = {}
        if any(isinstance(s, ast.Assign) and isinstance(s.value, ast.Name) for s in body):
            knowing = _places_of_names(body)
        for i, statement in enumerate(body):
            is_single = isinstance(statement, ast.Assign) and len(statement.targets) == 1 and isinstance(statement.targets[0], ast.Name)
            if is_single and isinstance(statement.value, ast.Name) and self._is_last(body, i, statement.value.id, knowing):  # type: ignore[attr-defined]
                made += self._moved(statement, statement.targets[0], statement.value)  # type: ignore
            else:
                found = self.visit(statement)
                made += found if isinstance(found, list) else [found]
        return made

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return node

    def _is_last(self, body: list[ast.stmt], at: int, name: str, knowing: dict[str, list[int]]) -> bool:
        """Whether the statements before that one make what the name stands for, and none but these know the name. `knowing`: the place of
        a statement for each time that it mentions a name."""
        if name in self._shared:
            return False
        known = knowing[name]
        begin = body[known[0]]
        makes = isinstance(begin, ast.Assign) and len(begin.targets) == 1 and is_name(begin.targets[0], name)
        if known[-1] != at or not makes or any(is_name(n, name) for n in walk(begin.value)):  # type: ignore[attr-defined]
            return False
        return self._mentions[name] == len(known)

    def _values_of(self, name: str) -> list[ast.expr]:
        """What a name is given; of any other store: the name itself."""
        given = self._given.get(name, [])
        return [n.value for n in given] + [load(name)] * (self._stores[name] - len(given))

    def _kind(self, value: ast.expr) -> Any:
        kinds: dict[type, type] = {ast.Dict: dict, ast.DictComp: dict, ast.Set: set, ast.SetComp: set, ast.List: list, ast.ListComp: list}
        if isinstance(value, ast.Call) and (made := self._value_of(value.func)) in (dict, set, list, defaultdict, Counter):
            return (made, ast.dump(value.args[0])) if made is defaultdict and value.args else made
        if isinstance(value, ast.Call) and ast.unparse(value.func) == "dict.fromkeys" and self._value_of(ast.Name("dict", ast.Load())) is dict:
            return dict
        return kinds.get(type(value))

    def _moved(self, statement: ast.Assign, target: ast.Name, given: ast.Name) -> list[ast.stmt]:
        kinds = {self._kind(value) for value in self._values_of(given.id)}
        kind = kinds.pop() if len(kinds) == 1 else None
        if kind in (list, set):
            setattr(given, MARK, True)
            self.is_changed = True
            return [statement]
        others = {self._kind(v) for v in self._values_of(target.id) if not is_name(v, given.id)}
        if kind is None or target.id == given.id:
            return [statement]
        if not others <= {kind} and (not others <= {dict, kind} or target.id in self._shared or not self._is_only_asked(target.id)):
            return [statement]
        key, value = (f"_{part}_{statement.lineno}_{statement.col_offset}_moved_" for part in ("key", "value"))
        pair = ast.Tuple([ast.Name(key, ast.Store()), ast.Name(value, ast.Store())], ast.Store())
        items = ast.Call(ast.Attribute(load(given.id), "items", ast.Load()), [], [])
        self.is_changed = True
        self.names |= {key, value}
        if kind is dict or not others <= {kind}:
            made = ast.DictComp(load(key), load(value), [ast.comprehension(pair, items, [], 0)])
            return self._instead(statement, [ast.Assign([target], made)])
        made_anew: Any = copy_tree(next(v for v in self._values_of(given.id)))
        made_anew.args = made_anew.args[:1] if kind is not Counter else []
        enter = ast.Assign([ast.Subscript(load(target.id), load(key), ast.Store())], load(value))
        parts: list[ast.stmt] = [ast.Assign([target], made_anew), ast.For(pair, items, [enter], [])]
        return self._instead(statement, parts)

    def _instead(self, statement: ast.Assign, parts: list[ast.stmt]) -> list[ast.stmt]:
        """The first of the parts assigns what the statement did."""
        given = self._given[statement.targets[0].id]  # type: ignore[attr-defined]
        given[given.index(statement)] = parts[0]  # type: ignore[call-overload]
        self._mentions.subtract(n.id for n in walk(statement) if isinstance(n, ast.Name))
        self._mentions.update(n.id for part in parts for n in walk(part) if isinstance(n, ast.Name))
        return [ast.fix_missing_locations(ast.copy_location(s, statement)) for s in parts]

    def _is_only_asked(self, name: str) -> bool:
        """Whether no use of a name tells a dict from a defaultdict or a Counter."""
        seen: set[int] = set()
        for n in walk(self._node):
            if isinstance(n, ast.Attribute) and n.attr in _ASKS:
                seen.add(id(n.value))
            elif isinstance(n, (ast.For, ast.comprehension)):
                seen.add(id(n.iter))
            elif isinstance(n, ast.Compare) and isinstance(n.ops[-1], (ast.In, ast.NotIn)):
                seen.add(id(n.comparators[-1]))
            elif isinstance(n, ast.Call) and self._value_of(n.func) in _TAKE:
                seen.update(map(id, n.args))
        return all(id(n) in seen for n in walk(self._node) if is_name(n, name) and isinstance(n.ctx, ast.Load))  # type: ignore[attr-defined]


def _places_of_names(body: list[ast.stmt]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for i, s in enumerate(body):
        for n in walk(s):
            if isinstance(n, ast.Name):
                found.setdefault(n.id, []).append(i)
    return found
