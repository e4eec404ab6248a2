"""`v = v.split()`: a name that a statement of the body binds anew is another one from there on, as it may be of another kind there.

What functions inside, and generator expressions that are kept, read by a name is what it stands for when they run: such names stay."""

from __future__ import annotations

import ast
import copy

from unpython._writing.flow import bound_by_text, names_in

_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)


def with_own_names(node: ast.FunctionDef) -> ast.FunctionDef:
    """The function with another name from each such statement on; the function itself where there is none."""
    arguments = node.args
    bound = {a.arg for a in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg) if a is not None}
    staying = _staying(node)
    places: dict[int, list[str]] = {}
    for number, s in enumerate(node.body):
        again = [name for name in _bound_by(s) if name in bound and name not in staying]
        if again:
            places[number] = again
        bound |= names_in(s, ast.Store)
    if not places:
        return node
    made = copy.deepcopy(node)
    taken = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)} | bound
    names: dict[str, str] = {}
    for number, s in enumerate(made.body):
        if number not in places:
            _rename(s, names)
            continue
        assert isinstance(s, ast.Assign)
        _rename(s.value, names)
        for name in places[number]:
            names[name] = _free(name, taken)
        for target in s.targets:
            _rename(target, names)
    return made


def _bound_by(s: ast.stmt) -> list[str]:
    """The names that an assignment binds, if it does nothing else."""
    if not isinstance(s, ast.Assign) or len(s.targets) != 1:
        return []
    target = s.targets[0]
    parts = target.elts if isinstance(target, (ast.Tuple, ast.List)) else [target]
    return [part.id for part in parts if isinstance(part, ast.Name)]


def _staying(node: ast.FunctionDef) -> set[str]:
    """Names that something else binds, or that are read later than it seems."""
    found: set[str] = set()
    for n in ast.walk(node):
        found |= {*bound_by_text(n)}
        if n is not node and isinstance(n, _SCOPES):
            found |= {inner.id for inner in ast.walk(n) if isinstance(inner, ast.Name)} | {getattr(n, "name", "")}
        elif isinstance(n, (ast.Global, ast.Nonlocal)):
            found |= {*n.names}
        elif isinstance(n, ast.NamedExpr):
            found.add(n.target.id)
        elif isinstance(n, ast.Assign) and isinstance(n.value, ast.GeneratorExp):
            found |= {inner.id for inner in ast.walk(n) if isinstance(inner, ast.Name)}
        elif isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id in ("locals", "vars", "eval", "exec"):
            found |= {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)}
    return found


def _rename(node: ast.AST, names: dict[str, str]) -> None:
    for n in ast.walk(node):
        if isinstance(n, ast.Name):
            n.id = names.get(n.id, n.id)


def _free(name: str, taken: set[str]) -> str:
    number = 2
    while f"{name}_{number}" in taken:
        number += 1
    taken.add(f"{name}_{number}")
    return f"{name}_{number}"
