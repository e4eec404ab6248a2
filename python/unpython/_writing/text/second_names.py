"""Names for a list of texts that lies in another list, where nothing changes such a list, keeps it or gives it back:

    head = rows[0]
    return sum(int(row[head.index("n")]) for row in rows[1:])

It may then be a list of its own.
"""

from __future__ import annotations

import ast
from typing import Any

from unpython._writing.nodes import walk
from unpython._writing.text.flows import Flows
from unpython._writing.text.kinds import List, has_text

_LOOK = frozenset("len zip sorted enumerate min max list tuple set dict reversed any all str repr".split())
_ASK = frozenset(("index", "count"))
_READ = frozenset(("index", "count", "copy"))
_GROWS = frozenset(("append", "extend", "pop"))  # what lies in such a list stays what it is


def of_items(flows: Flows) -> frozenset[str]:
    """The names of which all is known."""
    given = {name: value for name, value in flows.given_once.items() if isinstance(value, ast.Subscript) and not isinstance(value.slice, ast.Slice)}
    for n in flows.nodes:
        if isinstance(n, ast.Assign) and len(n.targets) == 1 and isinstance(n.targets[0], ast.Tuple) and isinstance(n.value, ast.Tuple):
            given |= _apart(n.targets[0], n.value)
    stored = [n.id for n in flows.nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)]
    names = {name for name in given if stored.count(name) == 1 and name not in flows.parameters}
    names = {name for name in names if isinstance(flows.names.get(name), List) and has_text(flows.names[name])}
    if not names:
        return frozenset()
    looks = _looks(flows)
    used = {n.id for n in flows.nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load) and id(n) not in looks}
    changed = [flows.of(place) for place in _changed(flows, _READ)]
    moved = [kind.item for place in _changed(flows, _READ | _GROWS) if isinstance(kind := flows.of(place), List)]
    return frozenset(name for name in names - used if flows.names[name] not in (*changed, *moved))


def _apart(target: ast.Tuple, value: ast.Tuple) -> dict[str, Any]:
    pairs = zip(target.elts, value.elts, strict=False) if len(target.elts) == len(value.elts) else ()
    return {t.id: v for t, v in pairs if isinstance(t, ast.Name) and isinstance(v, ast.Subscript) and not isinstance(v.slice, ast.Slice)}


def _looks(flows: Flows) -> set[int]:
    """What is only looked at, by id()."""
    found: set[int] = set()
    for n in flows.nodes:
        if isinstance(n, (ast.For, ast.comprehension)):
            found.add(id(n.iter))
        elif isinstance(n, ast.Subscript) and isinstance(n.ctx, ast.Load):
            found.add(id(n.value))
        elif isinstance(n, ast.Compare):
            is_equality = isinstance(n.ops[0], (ast.Eq, ast.NotEq))
            found |= {id(c) for c in (n.left, *n.comparators) if is_equality}
            found |= {id(c) for c in n.comparators if isinstance(n.ops[0], (ast.In, ast.NotIn))}
        elif isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute):
            found |= {id(n.func.value)} if n.func.attr in _ASK else {id(a) for a in n.args} if n.func.attr == "join" else set()
        elif isinstance(n, ast.Call) and flows.builtin(n.func) in _LOOK:
            found |= {id(a) for a in n.args}
    return found


def _changed(flows: Flows, methods: frozenset[str]) -> list[ast.expr]:
    """What may get other items, also at other places. `methods`: those that count as none that do that."""
    found: list[ast.expr] = []
    for n in (m for node in flows.nodes for m in ([node] if not isinstance(node, ast.FunctionDef) else walk(node))):
        if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and n.func.attr not in methods:
            found.append(n.func.value)
        elif isinstance(n, ast.Subscript) and not isinstance(n.ctx, ast.Load):
            found.append(n.value)
        elif isinstance(n, ast.AugAssign):
            found.append(n.target)
    return found
