"""Which names statements read and assign, and where they lead."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import Any

from unpython._writing.changes.methods import OF_CONTAINERS
from unpython._writing.nodes import walk


def names_in(node: Any, context: type) -> set[str]:
    """Names that are read or assigned in a node or list of nodes. `x += 1` and `del x` read too."""
    if node is None:
        return set()
    found = set()
    for n in _walk(node):
        if isinstance(n, ast.Name) and isinstance(n.ctx, context):
            found.add(n.id)
        if isinstance(n, ast.AugAssign) and isinstance(n.target, ast.Name):
            found.add(n.target.id)
    return found


def names_deleted(node: ast.AST) -> set[str]:
    """Names that may have no value behind a node: by `del`, and those of handlers, `except ValueError as error`."""
    deleted = {n.id for n in walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Del)}
    return deleted | {n.name for n in walk(node) if isinstance(n, ast.ExceptHandler) and n.name}


def bound_by_text(node: ast.AST) -> Iterator[str]:
    """The names that a handler, an import or a pattern binds, which no ast.Name says."""
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        yield from (alias.asname or alias.name.split(".")[0] for alias in node.names)
    elif isinstance(node, (ast.ExceptHandler, ast.MatchAs, ast.MatchStar, ast.MatchMapping)):
        name = node.rest if isinstance(node, ast.MatchMapping) else node.name
        if name is not None:
            yield name


def that_are_read(assignments: list[ast.stmt], body: list[ast.stmt]) -> list[ast.stmt]:
    """Without those of names that neither the body behind them nor the others read: a dict that is only gone through needs no table of
    its keys."""
    read = names_in(body, ast.Load)
    kept: list[ast.stmt] = []
    for statement in reversed(assignments):
        if names_in(statement, ast.Store) & read:
            read |= names_in(statement, ast.Load)
            kept.insert(0, statement)
    return kept


def count_of_reads(name: str, statements: list[ast.stmt]) -> int:
    """How often a name is read, without those of comprehensions that have one of their own like it."""
    return sum(isinstance(n, ast.Name) and n.id == name and isinstance(n.ctx, ast.Load) for n in _walk(statements))


def parts_of(node: ast.expr) -> Iterator[Any]:
    """What a tuple holds, tuples in it taken apart: a, b and c of `(a, b), c`; else the expression."""
    if isinstance(node, ast.Tuple):
        for part in node.elts:
            yield from parts_of(part)
    else:
        yield node


def _walk(node: Any) -> Iterator[ast.AST]:
    """Nodes of a node or list of nodes, without the names that belong to comprehensions alone."""
    left = node[::-1] if isinstance(node, list) else [node]
    while left:
        part = left.pop()
        yield part
        if isinstance(part, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
            own = {n.id for c in part.generators for n in walk(c.target) if isinstance(n, ast.Name)}
            first = part.generators[0].iter  # evaluated outside of the comprehension
            inside = [n for n in ast.iter_child_nodes(part) if n is not part.generators[0]]
            inside += [n for n in ast.iter_child_nodes(part.generators[0]) if n is not first]
            yield from (n for n in _walk(inside) if not (isinstance(n, ast.Name) and n.id in own))
            left.append(first)
        else:
            left += reversed(list(ast.iter_child_nodes(part)))


def read_first(statements: list[ast.stmt], known: set[str]) -> set[str]:
    """Names that may be read before the statements gave them a value; `known` have one before."""
    return _read_first_and_assigned(statements)[0] - known


def always_assigned(statements: list[ast.stmt]) -> set[str]:
    """Names that have a value after the statements, whichever way they took."""
    return set().union(*(_assigned_by(node) for node in statements))


def _read_first_and_assigned(statements: list[ast.stmt]) -> tuple[set[str], set[str]]:
    """Both in one turn, so that a chain of `elif` is gone through once."""
    first: set[str] = set()
    assigned: set[str] = set()
    for node in statements:
        if isinstance(node, (ast.For, ast.While, ast.If)):
            head = [node.iter, node.target] if isinstance(node, ast.For) else node.test  # for items[k] in ...
            body, orelse = _read_first_and_assigned(node.body), _read_first_and_assigned(node.orelse)
            inside = names_in(node.target, ast.Store) if isinstance(node, ast.For) else set()
            first |= (names_in(head, ast.Load) | (body[0] - inside) | orelse[0]) - assigned
            if isinstance(node, ast.If):
                assigned |= _in_all([(node.body, body[1]), (node.orelse, orelse[1])])
        else:
            first |= names_in(node, ast.Load) - assigned
            assigned |= _assigned_by(node)
    return first, assigned


def _assigned_by(node: ast.stmt) -> set[str]:
    """Names that have a value behind a statement that ends, whichever way it took."""
    if isinstance(node, ast.If):
        return _in_all([(way, always_assigned(way)) for way in (node.body, node.orelse)])
    if isinstance(node, ast.With):
        return always_assigned(node.body) | names_in([i.optional_vars for i in node.items if i.optional_vars], ast.Store)
    if isinstance(node, ast.Try):
        tried = always_assigned([*node.body, *node.orelse])
        caught = [always_assigned(h.body) for h in node.handlers if not _ends(h.body)]
        return always_assigned(node.finalbody) | tried.intersection(*caught)
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return {node.name}
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return {a.asname or a.name.split(".")[0] for a in node.names}
    if isinstance(node, (ast.For, ast.While, ast.AsyncFunctionDef)) or hasattr(node, "cases"):
        return set()
    return names_in(node, ast.Store) - {n.target.id for n in walk(node) if isinstance(n, ast.NamedExpr)}


def _in_all(ways: list[tuple[list[ast.stmt], set[str]]]) -> set[str]:
    """Names that all ways assign, of those that lead on."""
    assigned = [names for way, names in ways if not _ends(way)]
    return set.intersection(*assigned) if assigned else set()


def _ends(body: list[ast.stmt]) -> bool:
    return bool(body) and isinstance(body[-1], (ast.Return, ast.Raise, ast.Continue, ast.Break))


def breaks_loop(body: Iterable[ast.AST]) -> bool:
    """Whether a `break` among the statements ends a loop around them."""
    return _belongs_outside(body, (ast.Break,))


def leaves_loop(body: Iterable[ast.AST]) -> bool:
    """Whether a `break` or `continue` among the statements belongs to a loop around them."""
    return _belongs_outside(body, (ast.Break, ast.Continue))


def continues_loop(body: Iterable[ast.AST]) -> bool:
    """Whether a `continue` among the statements belongs to a loop around them."""
    return _belongs_outside(body, (ast.Continue,))


def _belongs_outside(body: Iterable[ast.AST], kinds: tuple[type, ...]) -> bool:
    """Whatever statement holds them: `if`, `try`, `with`, `match`."""
    for node in body:
        if isinstance(node, kinds):
            return True
        inside = node.orelse if isinstance(node, (ast.For, ast.AsyncFor, ast.While)) else _statements_in(node)
        if _belongs_outside(inside, kinds):
            return True
    return False


def _statements_in(node: ast.AST) -> Iterator[ast.AST]:
    """Those that a statement holds itself, those of handlers and cases too; an inner function has loops of its own."""
    if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        for child in ast.iter_child_nodes(node):
            if not isinstance(child, ast.expr):
                yield child


def tables_of(node: Any, of_constants: bool = False) -> dict[str, ast.Dict]:
    """Dicts that a function writes out, with constants as keys, and only reads."""
    stored = [n.id for n in walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)]
    found: dict[str, ast.Dict] = {}
    for statement in node.body if isinstance(node.body, list) else []:
        target = statement.targets[0] if isinstance(statement, ast.Assign) and len(statement.targets) == 1 else None
        if isinstance(target, ast.Name) and stored.count(target.id) == 1 and isinstance(statement.value, ast.Dict):
            parts = [*statement.value.keys, *(statement.value.values if of_constants else [])]
            if all(isinstance(part, ast.Constant) for part in parts):
                found[target.id] = statement.value
    return {name: table for name, table in found.items() if name not in changed_tables(node)}


def changed_tables(node: Any) -> set[str]:
    """The names that are used in another way than a dict is read."""
    read: set[int] = set()
    for n in walk(node):
        if isinstance(n, ast.Subscript) and isinstance(n.ctx, ast.Load):
            read.add(id(n.value))
        elif isinstance(n, ast.Compare):
            read.update(map(id, n.comparators))
        elif isinstance(n, ast.Attribute) and n.attr in ("get", "keys", "values", "items"):
            read.add(id(n.value))
    return {n.id for n in walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load) and id(n) not in read}


def of_inner_functions(node: Any) -> tuple[frozenset[str], frozenset[str]]:
    """Names that inner functions read, which a piece may not change unseen; what such functions change, and those functions."""
    inner = [n for n in walk(node) if n is not node and isinstance(n, (ast.FunctionDef, ast.Lambda))]
    changing = [n for n in inner if any(isinstance(s, ast.Nonlocal) for s in walk(n))]
    changed = {name for n in changing for s in walk(n) if isinstance(s, ast.Nonlocal) for name in s.names}
    read = {name for n in inner for name in names_in([n], ast.Load) - names_in([n], ast.Store)}
    return frozenset(read), frozenset(changed | {n.name for n in changing if isinstance(n, ast.FunctionDef)})


def read_outside_of_loops(node: Any) -> frozenset[str]:
    """The names that are read anywhere else than in the bodies of loops, and in comprehensions, that give them values."""
    found: set[str] = set()

    def see(part: ast.AST, given: frozenset[str]) -> None:
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load) and part.id not in given:
            found.add(part.id)
        if isinstance(part, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
            given |= {n.id for clause in part.generators for n in walk(clause.target) if isinstance(n, ast.Name)}
        for field, value in ast.iter_fields(part):
            inside = given
            if isinstance(part, ast.For) and field == "body":
                inside = given | {n.id for n in walk(part.target) if isinstance(n, ast.Name)}
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    see(child, inside)

    see(node, frozenset())
    return frozenset(found)


def names_stored_into(body: list[ast.stmt]) -> set[str]:
    """Names of what statements may change: x of `x[i] = 1`, `del x[i]` and `x.append(1)`."""
    found: set[str] = set()
    for node in (n for s in body for n in walk(s)):
        place: Any = node.value if isinstance(node, (ast.Subscript, ast.Attribute)) else None
        while isinstance(place, (ast.Subscript, ast.Attribute)):
            place = place.value
        is_read = isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load)
        if isinstance(place, ast.Name) and not is_read:
            found.add(place.id)
    return found


def names_changed(node: ast.AST) -> set[str]:
    """Names of lists, dicts and sets that a method changes, or a statement stores to: x of `x.append(1)`, `del x[0]` and `x += [1]`."""
    found: set[str] = set()
    for n in walk(node):
        if isinstance(n, ast.AugAssign) and isinstance(n.target, ast.Name):
            found.add(n.target.id)
        elif isinstance(n, (ast.Subscript, ast.Attribute)) and isinstance(n.value, ast.Name):
            is_changed = n.attr in OF_CONTAINERS if isinstance(n, ast.Attribute) else not isinstance(n.ctx, ast.Load)
            found |= {n.value.id} if is_changed else set()
    return found
