"""OrderedDict() as {}, and OrderedDict(x) as dict(x), where a function uses it as any dict: all dicts of Python keep the order of their keys.

    d.move_to_end(k)                        value = d.pop(k); d[k] = value
    d.popitem(last=False)                   if len(d) == 0: raise KeyError("dictionary is empty")
                                            key = list(d)[0]; value = d.pop(key)

Stay as they are: those that are returned, compared, passed on, or whose keys are moved in other ways.
"""

from __future__ import annotations

import ast
import collections
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._local_names import local_names
from unpython._writing.nodes import copy_tree, walk

_METHODS = frozenset("get items keys values setdefault pop clear".split())
_TAKE = frozenset("len list sorted sum min max tuple enumerate dict any all".split())


def rewritten(function: FunctionType, node: Any) -> tuple[Any, list[_bindings.Binding]]:
    """The `def` with plain dicts, and what free names it relies on."""
    own = local_names(function)
    used: dict[str, _bindings.Binding] = {}

    def is_ordered(value: Any) -> bool:
        if not isinstance(value, ast.Call) or len(value.args) > 1 or value.keywords or any(isinstance(a, ast.Starred) for a in value.args):
            return False
        binding = _bindings.of_node(function, value.func, own)
        if binding is None or binding.value is not collections.OrderedDict:
            return False
        root, path = _bindings.dotted(value.func)
        used[".".join([root.id, *path])] = binding
        return True

    if not any(isinstance(n, ast.Assign) and is_ordered(n.value) for n in walk(node)):
        return node, []
    made = copy_tree(node)
    parents = {child: parent for parent in walk(made) for child in ast.iter_child_nodes(parent)}
    names = [n for n in walk(made) if isinstance(n, ast.Name)]
    given = {n: n.targets[0].id for n in walk(made) if isinstance(n, ast.Assign) and isinstance(n.targets[0], ast.Name) and is_ordered(n.value)}
    mover = _Mover(function, own, {*given.values()})
    moved = {n for n in names if mover.moves(parents, n)}
    plain = {name for name in given.values() if all(n in moved or _is_plain(n, parents, given) for n in names if n.id == name)}
    if any(statement.value.args for statement, name in given.items() if name in plain) and not mover.is_builtin("dict"):  # type: ignore[attr-defined]
        return node, []
    for statement, name in given.items():
        if name in plain:
            taken: Any = statement.value
            made_anew = ast.Call(ast.Name("dict", ast.Load()), taken.args, []) if taken.args else ast.Dict([], [])
            statement.value = ast.copy_location(made_anew, taken)
    if not plain:
        return node, []
    mover.names = plain
    return ast.fix_missing_locations(mover.visit(made)), [*used.values(), *mover.used]


class _Mover(ast.NodeTransformer):
    """Statements that move keys, of the dicts with these names, as those that take them out and put them in."""

    def __init__(self, function: FunctionType, own: frozenset[str], names: set[str]):
        self._function = function
        self._own = own
        self.names = names
        self.used: list[_bindings.Binding] = []

    def moves(self, parents: dict[Any, Any], name: ast.Name) -> bool:
        """Whether a name stands in such a statement."""
        node: Any = name
        for _ in range(3):
            node = parents.get(node)
        return isinstance(node, (ast.Expr, ast.Assign)) and self._written(node, name.id) is not None

    def visit_Expr(self, node: ast.Expr) -> Any:
        return self._written(node) or node

    visit_Assign = visit_Expr  # type: ignore[assignment]

    def _written(self, node: Any, name: str = "") -> list[ast.stmt] | None:
        """`name`: if it is this one."""
        call: Any = node.value
        owner = call.func.value if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) else None
        if not isinstance(owner, ast.Name) or owner.id not in self.names or owner.id != (name or owner.id):
            return None
        at_end = {k.arg: getattr(k.value, "value", None) for k in call.keywords}
        place = f"{call.lineno}_{call.col_offset}"
        if call.func.attr == "move_to_end" and isinstance(node, ast.Expr) and len(call.args) == 1 and at_end in ({}, {"last": True}):
            key: ast.expr = call.args[0]
            return None if not isinstance(key, (ast.Name, ast.Constant)) else self._placed(node, self._taken(owner.id, key, f"_moved_{place}_", True))
        if call.func.attr != "popitem" or call.args or at_end != {"last": False} or not self.is_builtin("list", "len", "KeyError"):
            return None
        held, value = f"_first_key_{place}_", f"_first_value_{place}_"
        begin = ast.parse(f"if len({owner.id}) == 0:\n    raise KeyError('dictionary is empty')\n{held} = list({owner.id})[0]").body
        made = [*begin, *self._taken(owner.id, ast.Name(held, ast.Load()), value, False)]
        if isinstance(node, ast.Assign):
            target: Any = node.targets[0]
            if len(node.targets) > 1 or not isinstance(target, ast.Tuple) or len(target.elts) != 2:
                return None
            parts = zip(target.elts, (held, value), strict=True)
            made += [ast.Assign([part], ast.Name(one, ast.Load())) for part, one in parts]
        return self._placed(node, made)

    @staticmethod
    def _taken(owner: str, key: ast.expr, value: str, puts_back: bool) -> list[ast.stmt]:
        pop = ast.Call(ast.Attribute(ast.Name(owner, ast.Load()), "pop", ast.Load()), [copy_tree(key)], [])
        made: list[ast.stmt] = [ast.Assign([ast.Name(value, ast.Store())], pop)]
        if puts_back:
            made.append(ast.Assign([ast.Subscript(ast.Name(owner, ast.Load()), copy_tree(key), ast.Store())], ast.Name(value, ast.Load())))
        return made

    def is_builtin(self, *names: str) -> bool:
        bindings = [_bindings.resolve(self._function, name, []) for name in names]
        self.used += bindings
        return all(name not in self._own and b.target == f"builtins.{name}" for name, b in zip(names, bindings, strict=True))

    @staticmethod
    def _placed(node: ast.stmt, made: list[ast.stmt]) -> list[ast.stmt]:
        for statement in made:
            for part in walk(statement):
                ast.copy_location(part, node)
        return made


def _is_plain(name: ast.Name, parents: dict[Any, Any], given: dict[Any, str]) -> bool:
    parent = parents[name]
    if isinstance(parent, ast.Assign):
        return parent in given and parent.targets == [name]
    if isinstance(parent, ast.Subscript):
        return parent.value is name
    if isinstance(parent, ast.Attribute):
        call = parents[parent]
        return parent.attr in _METHODS and isinstance(call, ast.Call) and call.func is parent
    if isinstance(parent, ast.Compare):
        return parent.comparators == [name] and isinstance(parent.ops[0], (ast.In, ast.NotIn))
    if isinstance(parent, (ast.For, ast.comprehension)):
        return parent.iter is name
    if isinstance(parent, ast.Call):
        return isinstance(parent.func, ast.Name) and parent.func.id in _TAKE and name in parent.args
    return isinstance(parent, (ast.While, ast.If, ast.UnaryOp)) and isinstance(name.ctx, ast.Load)
