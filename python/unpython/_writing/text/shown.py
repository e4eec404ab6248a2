"""str() and repr() of lists, dicts and tuples, which say what repr() says of the things in them:

    f"{words}"                  "[" + ", ".join([f"{w!r}" for w in words]) + "]"
    str((n, w))                 f"({n!r}, {w!r})"
    f"{counts}"                 "{" + ", ".join([f"{k!r}: {n!r}" for k, n in counts.items()]) + "}"

Not those of sets, whose order is Python's, and of dicts that are no plain ones; nor where a function has anything else that is a list
here: a tuple of any length, a deque, what zip() gives.
"""

from __future__ import annotations

import ast
from typing import Any

from unpython._library.texts import number_texts, shown_lists
from unpython._writing.nodes import copy_tree, load
from unpython._writing.text import mixed_values
from unpython._writing.text.kinds import MIXED, Dict, Kind, List, NotTexts, has_object

_OF_NUMBERS = {"shown": number_texts.shown, "represented": number_texts.represented, "in_format": number_texts.shown_in_format}
_OR_LISTS = {"shown": shown_lists.shown, "represented": shown_lists.represented, "in_format": shown_lists.shown_in_format}
_OTHERS = frozenset("zip map filter enumerate reversed range".split())
_VIEWS = frozenset("keys values items".split())
_TAKE_ALL = frozenset("list sorted dict set frozenset len sum min max any all enumerate zip".split())


def has_only_lists(flows: Any) -> bool:
    """Whether what is a list in the other words of a function is one in Python."""
    taken = {id(n.iter) for n in flows.nodes if isinstance(n, (ast.For, ast.comprehension))}
    for n in flows.nodes:
        if isinstance(n, ast.Call) and (flows.builtin(n.func) in _TAKE_ALL or flows.library(n.func) == "collections.Counter" or _is_join(n)):
            taken |= {id(a) for a in n.args}
    return not any(_is_other(n, flows, taken) for n in flows.nodes)


def _is_join(node: ast.Call) -> bool:
    return isinstance(node.func, ast.Attribute) and node.func.attr == "join"


def _is_other(node: Any, flows: Any, taken: set[int]) -> bool:
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and flows.library(node) in ("builtins.tuple", "collections.deque"):
        return True
    if isinstance(node, ast.Attribute) and flows.library(node) == "collections.deque":
        return True
    is_view = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _VIEWS
    is_lazy = isinstance(node, ast.GeneratorExp) or (isinstance(node, ast.Call) and (flows.builtin(node.func) in _OTHERS or _is_of_itertools(node, flows)))
    return (is_view or is_lazy) and id(node) not in taken


def _is_of_itertools(node: ast.Call, flows: Any) -> bool:
    return str(flows.library(node.func)).startswith("itertools.")


def number(writer: Any, node: Any, how: str) -> ast.expr:
    """The text of a number, or of a list of numbers. `how`: "shown" by str(), "represented", or "in_format"."""
    functions = _OR_LISTS if writer.has_only_lists else _OF_NUMBERS
    return writer._own(node, functions[how], writer.visit(node), again=True)  # type: ignore[no-any-return]


def container(writer: Any, node: Any, is_repr: bool = False) -> ast.expr | None:
    """The text of a list, a dict or a tuple, or of what is a text or a number; None for anything else."""
    kind = writer._of(node)
    if kind == MIXED:
        return ast.copy_location(mixed_values.shown(writer, node, is_repr), node)
    if not isinstance(kind, (List, Dict, tuple)) or has_object(kind):
        return None
    if not writer.has_only_lists:
        raise NotTexts
    return writer.text(ast.fix_missing_locations(ast.copy_location(_shown(writer, node, kind), node)))  # type: ignore[no-any-return]


def _shown(writer: Any, node: Any, kind: Kind) -> ast.expr:
    if isinstance(kind, tuple):
        return _tuple(node, kind)
    if isinstance(kind, Dict):
        if kind.makes or (isinstance(node, ast.Name) and node.id in writer._flows.parameters):
            raise NotTexts  # a Counter, a defaultdict, or what a call gives as one
        names = [_named(writer, kind.key), _named(writer, kind.value)]
        target: Any = ast.Tuple([ast.Name(name, ast.Store()) for name in names], ast.Store())
        given: ast.expr = ast.Call(ast.Attribute(node, "items", ast.Load()), [], [])
        item: ast.expr = ast.JoinedStr([_repr(load(names[0])), ast.Constant(": "), _repr(load(names[1]))])
    else:
        if kind.item is None and not isinstance(node, (ast.ListComp, ast.List)):
            raise NotTexts
        name = _named(writer, kind.item)
        target, given, item = ast.Name(name, ast.Store()), node, ast.JoinedStr([_repr(load(name))])
    listed = ast.ListComp(item, [ast.comprehension(target, given, [], 0)])
    joined = ast.Call(ast.Attribute(ast.Constant(", "), "join", ast.Load()), [listed], [])
    ends = "{}" if isinstance(kind, Dict) else "[]"
    return ast.BinOp(ast.BinOp(ast.Constant(ends[0]), ast.Add(), joined), ast.Add(), ast.Constant(ends[1]))


def _named(writer: Any, kind: Kind) -> str:
    """A new name for what is of that kind."""
    name: str = writer._name()
    writer._flows.names[name] = kind
    return name


def _tuple(node: Any, kind: tuple[Kind, ...]) -> ast.expr:
    if isinstance(node, ast.Tuple):
        parts = node.elts
    elif isinstance(node, ast.Name):
        parts = [ast.Subscript(copy_tree(node), ast.Constant(i), ast.Load()) for i in range(len(kind))]
    else:
        raise NotTexts
    values: list[ast.expr] = []
    for part in parts:
        values += [ast.Constant(", " if values else "("), _repr(part)]
    return ast.JoinedStr([*values, ast.Constant(",)" if len(parts) == 1 else ")")])


def _repr(node: ast.expr) -> ast.FormattedValue:
    return ast.FormattedValue(node, ord("r"), None)
