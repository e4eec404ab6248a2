"""What the names of a function hold, as far as parts.py has to know it."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable
from types import FunctionType
from typing import Any

from unpython import _bindings, _host
from unpython._writing.calls import full_name
from unpython._writing.nodes import walk

ASK = frozenset(
    "get items keys values copy strip lstrip rstrip split rsplit lower upper title capitalize startswith endswith join isdigit isalpha isalnum "
    "isspace isupper islower isdecimal isnumeric splitlines partition rpartition find rfind count replace zfill ljust rjust center swapcase casefold "
    "removeprefix removesuffix".split()
)
_LISTS = frozenset("list sorted split rsplit splitlines".split())


def catches_into_other_names(node: Any) -> bool:
    """Whether the name of an exception (`as e`) stands for something else, too: Python deletes it behind the handler."""
    handlers = [n for n in walk(node) if isinstance(n, ast.ExceptHandler) and n.name is not None]
    inside = {id(n) for h in handlers for s in h.body for n in walk(s) if isinstance(n, ast.Name) and n.id == h.name}
    named = {h.name for h in handlers}
    return any(isinstance(n, ast.Name) and n.id in named and id(n) not in inside for n in walk(node))


class Kinds:
    def __init__(
        self, function: FunctionType, node: Any, own: frozenset[str], dicts: frozenset[str], lists: frozenset[str],
        numbers: frozenset[str] = frozenset(), kind_of: Callable[[Any], str] = lambda node: "",
    ):  # fmt: skip
        self._function = function
        self._kind_of = kind_of
        self._own = own
        parameters = {a.arg for a in walk(node) if isinstance(a, ast.arg)}
        values: dict[str, list[Any]] = {}
        known: set[int] = set()
        for n in walk(node):
            if isinstance(n, (ast.Assign, ast.AnnAssign)):
                for target in n.targets if isinstance(n, ast.Assign) else [n.target]:
                    if isinstance(target, ast.Name):
                        values.setdefault(target.id, []).append(n.value)
                        known.add(id(target))
        for n in walk(node):
            if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load) and id(n) not in known:
                values.setdefault(n.id, []).append(None)
        self._dicts = {name for name, of in values.items() if name not in parameters and all(map(_is_dict, of))} | (dicts - values.keys())
        self._lists = {name for name, of in values.items() if name not in parameters and all(map(is_list, of))} | (lists - values.keys())
        self._widths = {
            name: len(of[0].elts) for name, of in values.items()
            if name not in parameters and all(isinstance(v, ast.Tuple) and len(v.elts) == len(of[0].elts) for v in of)
        }  # fmt: skip
        made = [n for n in walk(node) if isinstance(n, ast.Assign) and isinstance(n.value, (ast.Call, ast.BinOp))]
        self._arrays = {a.arg for a in walk(node.args) if isinstance(a, ast.arg)} - dicts - lists - numbers
        self._arrays |= {t.id for n in made if any(map(self._is_of_module, walk(n.value))) for t in n.targets if isinstance(t, ast.Name)}

    def _is_of_module(self, node: ast.AST) -> bool:
        """np.zeros(n), which may be an array"""
        is_method = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
        return is_method and node.func.attr not in (*ASK, "pop") and not self.of_math(node.func)  # type: ignore[attr-defined]

    def know_list(self, name: str) -> None:
        self._lists.add(name)

    def is_builtin(self, node: Any, names: frozenset[str]) -> bool:
        is_named = isinstance(node, ast.Name) and node.id in names and node.id not in self._own
        return is_named and _bindings.resolve(self._function, node.id, []).value is getattr(builtins, node.id, None)

    def kind(self, node: Any) -> str:
        """What a name or a field holds: "dict", "list", or "" """
        if not isinstance(node, ast.Name):
            return self._kind_of(node)
        return "dict" if node.id in self._dicts else "list" if node.id in self._lists else ""

    def of_math(self, node: ast.expr) -> str:
        """The name of a function of math."""
        name = full_name(node, self._function, self._own)
        return name.removeprefix("math.") if name.startswith("math.") else ""

    def of_numpy(self, node: ast.expr) -> str:
        """The full name of a function of NumPy."""
        name = full_name(node, self._function, self._own)
        return name if name.startswith("numpy.") else ""

    def of_statistics(self, node: ast.expr) -> Any:
        """A function of the module `statistics`."""
        binding = _bindings.of_node(self._function, node, self._own)
        return binding.value if binding is not None and _host.statistics(binding.value) else None

    def width(self, node: Any) -> int | None:
        """How many values a tuple has, where it is known."""
        if isinstance(node, ast.Name):
            return self._widths.get(node.id)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ("partition", "rpartition") and len(node.args) == 1:
            return 3
        return len(node.elts) if isinstance(node, ast.Tuple) and not any(isinstance(e, ast.Starred) for e in node.elts) else None

    def may_be_array(self, node: Any) -> bool:
        return isinstance(node, ast.Name) and node.id in self._arrays


def _is_dict(node: Any) -> bool:
    is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "dict"
    return isinstance(node, (ast.Dict, ast.DictComp)) or is_call


def is_list(node: Any) -> bool:
    if isinstance(node, ast.Call):
        return (node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")) in _LISTS
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        return isinstance(node.left, ast.List)
    return isinstance(node, (ast.List, ast.ListComp))
