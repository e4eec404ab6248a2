"""Calls and methods of what holds members, for expressions.py."""

from __future__ import annotations

import ast
import collections
from typing import Any

from unpython._writing.enumerations import classes
from unpython._writing.enumerations.kinds import (
    NONE,
    PLAIN,
    Known,
    NotWritten,
    dict_of,
    holds_items,
    holds_member,
    is_member,
    item_of,
    joined,
    list_of,
    member,
    tuple_of,
)

_COUNTS = (len, sum, any, all)
_LISTS = (list, tuple, set, frozenset, reversed, iter, collections.deque)
_IN_ORDER = (sorted, min, max)
_OF_NUMBERS = (int, float, abs, range, round, bool)
_TAKE_ITEM = frozenset("append appendleft add remove discard count index".split())
_GIVE_ITEM = frozenset("pop popleft".split())
_GIVE_SAME = frozenset("copy union intersection difference".split())
_GIVE_NOTHING = frozenset("clear reverse sort".split())


def written(writer: Any, node: ast.Call) -> tuple[Any, Known]:
    if any(isinstance(a, ast.Starred) for a in node.args) or any(k.arg is None for k in node.keywords):
        return _plain(writer, node)
    if (of := writer.class_of(node.func)) is not None:
        if len(node.args) != 1 or node.keywords:
            raise NotWritten
        made, kind = writer.of(node.args[0])
        writer.count += 1
        if kind == member(of):
            return made, kind
        if holds_member(kind):
            raise NotWritten
        return ast.copy_location(classes.of_value(of, made), node), member(of)
    if isinstance(node.func, ast.Attribute) and writer.value_of(node.func) is None:
        return _of_method(writer, node)
    called = writer.value_of(node.func) if isinstance(node.func, (ast.Name, ast.Attribute)) else None
    if isinstance(node.func, ast.Lambda):
        return _plain(writer, node)
    return _of_function(writer, node, called)


def _plain(writer: Any, node: ast.Call) -> tuple[Any, Known]:
    """A call of which nothing holds members."""
    if isinstance(node.func, ast.Attribute):
        node.func.value = writer.plain(node.func.value)
    else:
        node.func = writer.plain(node.func)
    node.args = list(map(writer.plain, node.args))
    for keyword in node.keywords:
        keyword.value = writer.plain(keyword.value)
    return node, PLAIN


def _of_function(writer: Any, node: ast.Call, called: Any) -> tuple[Any, Known]:
    if not isinstance(called, type) and not callable(called):
        return _plain(writer, node)
    is_one = len(node.args) == 1 and not node.keywords
    if called in _IN_ORDER and len(node.args) == 1:
        return _in_order(writer, node, called)
    if called in (enumerate, zip, *_LISTS, *_COUNTS, collections.Counter, *_OF_NUMBERS, str, repr) and (is_one or called in (zip, enumerate)):
        kinds = _arguments(writer, node)
        if not any(map(holds_member, kinds)):
            return node, _without_members(called, kinds)
        return _given(writer, node, called, kinds)
    if called is print:
        for i, argument in enumerate(node.args):
            made, kind = writer.of(argument)
            node.args[i] = _shown(made, kind, False) if holds_member(kind) else made
        for keyword in node.keywords:
            keyword.value = writer.plain(keyword.value)
        return node, NONE
    if called is dict and not node.args and not node.keywords:
        return node, dict_of(None, None)
    if called in (list, set, collections.deque) and not node.args:
        return node, list_of(None)
    if called is collections.Counter and not node.args and not node.keywords:
        return node, dict_of(None, PLAIN)
    if called is collections.defaultdict and is_one:
        return _defaults(writer, node)
    if getattr(called, "__name__", "") == "fromkeys" and getattr(called, "__self__", None) is dict and len(node.args) in (1, 2) and not node.keywords:
        kinds = _arguments(writer, node)
        return node, dict_of(item_of(kinds[0]), kinds[1] if len(kinds) > 1 else NONE)
    return _plain(writer, node)


def _arguments(writer: Any, node: ast.Call) -> list[Known]:
    kinds: list[Known] = []
    for i, argument in enumerate(node.args):
        node.args[i], kind = writer.of(argument)
        kinds.append(kind)
    for keyword in node.keywords:
        keyword.value = writer.plain(keyword.value)
    return kinds


def _without_members(called: Any, kinds: list[Known]) -> Known:
    """list(x) of a list that may still get members."""
    if called in _LISTS:
        return list_of(None) if kinds[0] is None or item_of(kinds[0]) is None else list_of(item_of(kinds[0]))
    return PLAIN


def _given(writer: Any, node: ast.Call, called: Any, kinds: list[Known]) -> tuple[Any, Known]:
    """What a builtin gives of what holds members."""
    if called is zip:
        return node, list_of(tuple_of(list(map(item_of, kinds))))
    if called is enumerate:
        return node, list_of(tuple_of([PLAIN, item_of(kinds[0])]))
    kind = kinds[0]
    if called in _LISTS:
        return node, list_of(item_of(kind))
    if called is collections.Counter:
        if kind is not None and kind.what == "dict":
            raise NotWritten
        return node, dict_of(item_of(kind), PLAIN)
    is_integer = kind is not None and kind.what == "member" and classes.is_of_integers(kind.of)
    if called in (str, repr):
        return _shown(node.args[0], kind, called is repr), PLAIN
    if called is sum:
        item = item_of(kind)
        if item is None or item.what != "member" or not classes.is_of_integers(item.of):
            raise NotWritten
        return node, PLAIN
    if called in _COUNTS and holds_items(kind):
        return node, PLAIN
    if (called in _OF_NUMBERS and is_integer) or (called is bool and is_member(kind)):
        return node, PLAIN
    raise NotWritten


def _shown(node: Any, kind: Known, is_repr: bool) -> Any:
    if kind is None or not is_member(kind):
        raise NotWritten
    return ast.copy_location(classes.chosen(kind.of, node, classes.shown(kind.of, is_repr)), node)


def _in_order(writer: Any, node: ast.Call, called: Any) -> tuple[Any, Known]:
    """sorted(x, key=f), min and max of members by a key, or of those of an IntEnum."""
    node.args[0], kind = writer.of(node.args[0])
    item = item_of(kind)
    has_key = any(k.arg == "key" for k in node.keywords)
    result = item
    for keyword in node.keywords:
        if keyword.arg == "key":
            keyword.value = _key(writer, keyword.value, kind, item)
        else:
            keyword.value, default = writer.of(keyword.value)
            result = joined(item, default) if keyword.arg == "default" else result
    if holds_member(item) and not has_key and not _has_order(item):
        raise NotWritten
    return node, list_of(item) if called is sorted else result


def _has_order(kind: Known) -> bool:
    if kind is None or kind is PLAIN:
        return True
    return classes.is_of_integers(kind.of) if kind.what == "member" else kind.what == "tuple" and all(map(_has_order, kind.parts))


def _key(writer: Any, key: Any, kind: Known, item: Known) -> Any:
    if isinstance(key, ast.Lambda):
        return writer.called(key, [item])
    if isinstance(key, ast.Attribute) and key.attr == "get":  # counts.get
        key.value, owner = writer.of(key.value)
        if owner is not None and owner.what == "dict" and not holds_member(owner.parts[1]):
            joined(owner.parts[0], item)
            return key
        if holds_member(owner):
            raise NotWritten
    return key if not holds_member(item) else _refused()


def _refused() -> Any:
    raise NotWritten


def _defaults(writer: Any, node: ast.Call) -> tuple[Any, Known]:
    """defaultdict(int), defaultdict(lambda: Cell.EMPTY)"""
    factory = node.args[0]
    if isinstance(factory, ast.Lambda) and not factory.args.args:
        factory.body, kind = writer.of(factory.body)
        return node, dict_of(None, kind)
    made = writer.value_of(factory) if isinstance(factory, (ast.Name, ast.Attribute)) else None
    kinds: dict[Any, Known] = {list: list_of(None), set: list_of(None), collections.deque: list_of(None), int: PLAIN, float: PLAIN}
    kinds[dict] = dict_of(None, None)
    if made in kinds:
        return node, dict_of(None, kinds[made])
    return _plain(writer, node)


# Methods.


def _of_method(writer: Any, node: ast.Call) -> tuple[Any, Known]:
    method: Any = node.func
    method.value, owner = writer.of(method.value)
    if owner is None or owner.what not in ("list", "dict"):
        if holds_member(owner):
            raise NotWritten
        node.args = list(map(writer.plain, node.args))
        for keyword in node.keywords:
            keyword.value = writer.plain(keyword.value)
        return node, None if owner is None else PLAIN
    if method.attr == "sort" and not node.args:
        item = item_of(owner)
        if not any(k.arg == "key" for k in node.keywords) and not _has_order(item) and holds_member(item):
            raise NotWritten
        for keyword in node.keywords:
            keyword.value = _key(writer, keyword.value, owner, item) if keyword.arg == "key" else writer.plain(keyword.value)
        return node, NONE
    kinds = _arguments(writer, node)
    return node, (_of_list if owner.what == "list" else _of_dict)(writer, node, method, owner, kinds)


def _of_list(writer: Any, node: ast.Call, method: ast.Attribute, owner: Any, kinds: list[Known]) -> Known:
    name, item = method.attr, owner.parts[0]
    if name in _TAKE_ITEM and kinds:
        if name in ("append", "appendleft", "add"):
            writer.grow(method.value, list_of(kinds[0]))
        else:
            joined(item, kinds[0])
        return PLAIN if name in ("count", "index") else NONE
    if name == "insert" and len(kinds) == 2 and not holds_member(kinds[0]):
        writer.grow(method.value, list_of(kinds[1]))
        return NONE
    if name in ("extend", "extendleft", "update") and len(kinds) == 1:
        writer.grow(method.value, list_of(item_of(kinds[0])))
        return NONE
    if name in _GIVE_ITEM and not any(map(holds_member, kinds)):
        return item  # type: ignore[no-any-return]
    if name in _GIVE_SAME and len(kinds) < 2:
        return list_of(joined(item, item_of(kinds[0]) if kinds else None))
    if (name in _GIVE_NOTHING and not kinds) or (name == "rotate" and not any(map(holds_member, kinds))):
        return NONE
    return _only_plain(owner, kinds)


def _of_dict(writer: Any, node: ast.Call, method: ast.Attribute, owner: Any, kinds: list[Known]) -> Known:
    name, (key, value) = method.attr, owner.parts
    if name in ("get", "pop") and len(kinds) in (1, 2):
        joined(key, kinds[0])
        return joined(value, kinds[1] if len(kinds) > 1 else NONE if name == "get" else None)
    if name == "setdefault" and len(kinds) == 2:
        writer.grow(method.value, dict_of(kinds[0], kinds[1]))
        return joined(value, kinds[1])
    if name == "items" and not kinds:
        return list_of(tuple_of([key, value]))
    if name == "keys" and not kinds:
        return list_of(key)
    if name == "values" and not kinds:
        return list_of(value)
    if name == "most_common" and not any(map(holds_member, kinds)):
        return list_of(tuple_of([key, PLAIN]))
    if name == "copy" and not kinds:
        return owner  # type: ignore[no-any-return]
    if name == "clear" and not kinds:
        return NONE
    return _only_plain(owner, kinds)


def _only_plain(owner: Known, kinds: list[Known]) -> Known:
    if holds_member(owner) or any(map(holds_member, kinds)):
        raise NotWritten
    return PLAIN
