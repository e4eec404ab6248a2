"""np.linalg.eig and eigvals of real matrices give real or complex numbers, as the numbers are: where a program cannot see which, they are
complex here. `max(abs(np.linalg.eigvals(a)))`, `np.real(vectors[:, k])` and `np.abs(values - 1)` are the same numbers of either kind.
"""

from __future__ import annotations

import ast
from types import FunctionType

from unpython._writing.calls import full_name
from unpython._writing.nodes import walk

_ABSOLUTE = frozenset(("numpy.abs", "numpy.absolute", "builtins.abs"))
_ONE_KIND = frozenset(f"numpy.{name}" for name in "abs absolute real isclose shape size ndim".split()) | {"builtins.abs", "builtins.len"}
_FIELDS = frozenset("shape size ndim".split())
_OF_RESULTS = frozenset("eigenvalues eigenvectors".split())


def is_unseen(node: ast.Call, function: FunctionType, names: frozenset[str]) -> bool:
    from unpython._writing.plainer import find_source

    return _Uses(find_source(function).node, function, names).hold(node)


class _Uses:
    def __init__(self, root: ast.AST, function: FunctionType, names: frozenset[str]):
        self._function = function
        self._own = names
        self._nodes = list(walk(root))
        self._parents = {child: n for n in self._nodes for child in ast.iter_child_nodes(n)}
        self._asked: set[str] = set()

    def hold(self, call: ast.Call) -> bool:
        place = (call.lineno, call.col_offset, call.end_lineno, call.end_col_offset)
        found = [n for n in self._nodes if isinstance(n, ast.Call) and (n.lineno, n.col_offset, n.end_lineno, n.end_col_offset) == place]
        return len(found) == 1 and self._is_unseen(found[0])

    def _is_unseen(self, node: ast.expr) -> bool:
        """Whether what is done with a value gives the same for a real and a complex one."""
        parent = self._parents[node]
        if isinstance(parent, ast.Attribute):
            if parent.attr == "imag":  # of real numbers nobody may store to it
                return self._is_only_looked_at(parent)
            if parent.attr == "real":
                return not self._is_result(parent)
            return parent.attr in _FIELDS or (parent.attr in _OF_RESULTS and self._is_unseen(parent))
        if isinstance(parent, ast.Subscript):
            return parent.value is node and isinstance(parent.ctx, ast.Load) and self._is_unseen(parent)
        if isinstance(parent, ast.BinOp):
            return isinstance(parent.op, (ast.Add, ast.Sub)) and self._is_unseen(parent)
        if isinstance(parent, ast.Call):
            called = full_name(parent.func, self._function, self._own)
            return node in parent.args and called in _ONE_KIND and not (called == "numpy.real" and self._is_result(parent))
        if isinstance(parent, (ast.For, ast.comprehension)):
            return parent.iter is node and self._is_name_unseen(parent.target)
        if isinstance(parent, ast.Assign) and parent.value is node and len(parent.targets) == 1:
            target = parent.targets[0]
            parts = target.elts if isinstance(target, ast.Tuple) else [target]
            return all(map(self._is_name_unseen, parts))
        return False

    def _is_result(self, node: ast.expr) -> bool:
        """Several results may be views of one array, which parts of complex numbers are not here."""
        parent = self._parents[node]
        return isinstance(parent, ast.Return) or (isinstance(parent, (ast.Tuple, ast.List)) and self._is_result(parent))

    def _is_only_looked_at(self, node: ast.expr) -> bool:
        parent = self._parents[node]
        is_item = isinstance(parent, ast.Subscript) and isinstance(parent.ctx, ast.Load) and not isinstance(parent.slice, ast.Slice)
        is_call = isinstance(parent, ast.Call) and full_name(parent.func, self._function, self._own) in _ABSOLUTE
        return isinstance(parent, ast.Compare) or is_call or (is_item and self._is_only_looked_at(parent))  # type: ignore[arg-type]

    def _is_name_unseen(self, target: ast.expr) -> bool:
        if not isinstance(target, ast.Name):
            return False
        uses = [n for n in self._nodes if isinstance(n, ast.Name) and n.id == target.id and n is not target]
        is_once = not any(isinstance(n, ast.arg) and n.arg == target.id for n in self._nodes)
        return is_once and all(isinstance(n.ctx, ast.Load) and self._is_unseen(n) for n in uses)
