"""Attributes that a text names, entries of a dict that is written out, and `match` of texts, in plainer words; see plainer.py."""

from __future__ import annotations

import ast
import builtins
import keyword
from collections.abc import Callable
from typing import Any

from unpython._writing.nodes import copy_tree, walk

_MOST_ENTRIES = 16
_KINDS = frozenset(("isinstance", "bool"))


def read(node: ast.Call, value: Callable[[ast.expr], Any]) -> ast.expr | None:
    """getattr(x, "name"); `value`: what a free name stands for."""
    name = _name(node, 2)
    return ast.Attribute(node.args[0], name, ast.Load()) if name and value(node.func) is getattr else None


def stored(node: ast.Call, value: Callable[[ast.expr], Any]) -> ast.stmt | None:
    """setattr(x, "name", y), where x is a name: y is computed first in the other words"""
    name = _name(node, 3)
    if not name or not isinstance(node.args[0], ast.Name) or value(node.func) is not setattr:
        return None
    return ast.Assign([ast.Attribute(node.args[0], name, ast.Store())], node.args[2])


def _name(node: ast.Call, count: int) -> str:
    """The attribute that is named."""
    if len(node.args) != count or node.keywords or not isinstance(node.func, ast.Name):
        return ""
    name = getattr(node.args[1], "value", None) if isinstance(node.args[1], ast.Constant) else None
    is_name = isinstance(name, str) and name.isidentifier() and not keyword.iskeyword(name) and not name.startswith("__")
    return str(name) if is_name else ""


def chosen(node: ast.Call) -> ast.expr | None:
    """{1: "a", 2: "b"}.get(k, "") of constants and a name"""
    table = node.func.value if isinstance(node.func, ast.Attribute) else None
    if not isinstance(table, ast.Dict) or len(node.args) != 2 or node.keywords or not isinstance(node.args[0], ast.Name):
        return None
    parts = [*table.keys, *table.values, node.args[1]]
    if not 0 < len(table.keys) <= _MOST_ENTRIES or not all(isinstance(part, ast.Constant) or _is_negative(part) for part in parts):
        return None
    keys = [ast.literal_eval(key) for key in table.keys if key is not None]
    if len({isinstance(key, str) for key in keys}) > 1 or len({*keys}) < len(keys):
        return None  # of two equal keys the last one counts
    whole: ast.expr = node.args[1]
    for key, entry in zip(reversed(table.keys), reversed(table.values), strict=True):
        test = ast.Compare(copy_tree(node.args[0]), [ast.Eq()], [key])  # type: ignore[list-item]
        whole = ast.copy_location(ast.IfExp(test, entry, whole), node)
    return whole


def _is_negative(node: Any) -> bool:
    return isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant)


def branches(node: Any, function: Any, value: Callable[[ast.expr], Any]) -> list[ast.stmt] | None:
    """`match` against values, of what is written out as a tuple as well, or of the words of a text against sequences of them, as `if` and
    `elif`; `function`: the `def`; `value`: as that of read()."""
    from unpython._writing import sugar

    patterns = [p for case in node.cases for p in walk(case.pattern)]
    is_written_out = isinstance(node.subject, ast.Tuple) and bool(node.subject.elts) and not any(isinstance(e, ast.Starred) for e in node.subject.elts)
    are_words = not is_written_out and sugar.holds_sequence(node) and _are_words(node.subject, function, value)
    if sugar.holds_sequence(node) and not is_written_out and not are_words:
        return None
    if any(isinstance(p, ast.MatchClass) and not _is_of_kind(p, value) for p in patterns) or not _are_python(sugar.names_asked(node) & _KINDS, value):
        return None
    before: list[ast.stmt] = []
    subject = node.subject
    if is_written_out:
        names = [f"_subject_{i}_of_line_{node.lineno}_" for i in range(len(subject.elts))]
        before = [ast.Assign([ast.Name(name, ast.Store())], part) for name, part in zip(names, subject.elts, strict=True)]
        subject = ast.copy_location(ast.Tuple([ast.copy_location(ast.Name(name, ast.Load()), node) for name in names], ast.Load()), subject)
    elif not isinstance(subject, ast.Name):
        name = f"_subject_of_line_{node.lineno}_"
        before = [ast.Assign([ast.Name(name, ast.Store())], subject)]
        subject = ast.copy_location(ast.Name(name, ast.Load()), subject)
    made = sugar.as_branches(node, subject, may_be_array=False)  # but a text or words
    if made is None:
        return None
    made = copy_tree(made)
    for n in walk(made) if before and are_words else ():
        if isinstance(n, ast.Assign) and isinstance(n.value, ast.Name) and n.value.id == subject.id:  # all of the words: nobody else has them
            n.value = ast.copy_location(ast.Call(ast.Name("list", ast.Load()), [n.value], []), n.value)
    return [*before, made]


def _is_of_kind(pattern: Any, value: Callable[[ast.expr], Any]) -> bool:
    """int(), float() or str()"""
    has_parts = pattern.patterns or pattern.kwd_patterns
    return not has_parts and value(pattern.cls) in (int, float, str, bool)


def _are_python(names: set[str], value: Callable[[ast.expr], Any]) -> bool:
    return all(value(ast.Name(name, ast.Load())) is getattr(builtins, name) for name in names)


def _are_words(subject: Any, function: Any, value: Callable[[ast.expr], Any]) -> bool:
    """line.split(), [w.strip() for w in line.split()], or a name that stands for nothing else, where the names of the other words stand for
    Python's functions"""
    given = [subject]
    if isinstance(subject, ast.Name):
        stored = [n for n in walk(function) if isinstance(n, ast.Name) and n.id == subject.id and not isinstance(n.ctx, ast.Load)]
        given = [n.value for n in walk(function) if isinstance(n, ast.Assign) and len(n.targets) == 1 and n.targets[0] in stored]
        if not given or len(given) < len(stored):
            return False
    return all(map(_is_split, given)) and _are_python({"isinstance", "tuple", "list", "len"}, value)


def _is_split(node: Any) -> bool:
    if isinstance(node, ast.ListComp):
        return _is_split(node.generators[0].iter)
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ("split", "rsplit", "splitlines")
