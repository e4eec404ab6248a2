"""Names of the functions of a program, and which of them may be read before they have a value."""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython._writing.caught.kinds import catches_into_other_names
from unpython._writing.heap.cells import Cell, NotOnHeap
from unpython._writing.heap.emitter import Loop, Value
from unpython._writing.heap.regions import Region

_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def nodes_of(node: Any) -> list[ast.AST]:
    """What is in the body of a function, without what is in functions inside."""
    found: list[ast.AST] = []
    waiting: list[ast.AST] = list(node.body) if isinstance(node.body, list) else [node.body]
    while waiting:
        one = waiting.pop()
        found.append(one)
        if not isinstance(one, _SCOPES):
            waiting += ast.iter_child_nodes(one)
    return found


def yields(node: Any) -> bool:
    """Whether a function is a generator."""
    return any(isinstance(n, (ast.Yield, ast.YieldFrom)) for n in nodes_of(node))


def targets_of_comprehensions(nodes: list[ast.AST]) -> set[int]:
    """By id, the names that comprehensions have for themselves."""
    return {id(n) for c in nodes if isinstance(c, _COMPREHENSIONS) for g in c.generators for n in ast.walk(g.target)}


def bound_by(node: ast.AST) -> str | None:
    """The name that a part of a pattern gives a value."""
    name = node.name if isinstance(node, (ast.MatchAs, ast.MatchStar)) else None
    return node.rest if isinstance(node, ast.MatchMapping) else name


class Scope:
    """What is known of the names of a function: `own`, `stores` (how often each gets a value, more often in a loop), `unsure`."""

    def __init__(self, node: Any):
        self.node = node
        arguments = node.args
        self.parameters = [a.arg for a in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]
        self.parameters += [a.arg for a in (arguments.vararg, arguments.kwarg) if a is not None]
        nodes = nodes_of(node)
        inner = targets_of_comprehensions(nodes)
        self.outer = {name for n in nodes if isinstance(n, (ast.Nonlocal, ast.Global)) for name in n.names}
        if any(isinstance(n, (ast.Await, ast.ClassDef, ast.AsyncFunctionDef)) for n in nodes):
            raise NotOnHeap("a statement of another kind")
        if catches_into_other_names(node):
            raise NotOnHeap("a name of an exception that stands for something else outside of its handler")
        self.is_generator = yields(node)
        self.stores: dict[str, int] = {}
        in_loops = {id(n) for loop in nodes if isinstance(loop, (ast.For, ast.While)) for n in ast.walk(loop)}
        for n in nodes:
            name = n.id if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load) and id(n) not in inner else None
            name = n.name if isinstance(n, (ast.FunctionDef, ast.ExceptHandler)) else bound_by(n) or name
            if name is not None:
                self.stores[name] = self.stores.get(name, 0) + (2 if id(n) in in_loops else 1)
            if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Del):
                raise NotOnHeap("del of a name")
        self.own = ({*self.stores} | {*self.parameters}) - self.outer
        comprehensions = [n for n in nodes if isinstance(n, _COMPREHENSIONS)]
        self.set_in_comprehensions = {n.target.id for c in comprehensions for n in ast.walk(c) if isinstance(n, ast.NamedExpr)}
        self.of_module = {name for n in nodes if isinstance(n, ast.Global) for name in n.names}
        changed = {name for n in ast.walk(node) if isinstance(n, ast.Nonlocal) for name in n.names}
        for name in changed:
            self.stores[name] = self.stores.get(name, 0) + 2
        self.unsure: set[str] = set()
        if isinstance(node.body, list):
            self._follow(node.body, {*self.parameters})

    def _read(self, node: Any, known: set[str]) -> None:
        inner = targets_of_comprehensions(list(ast.walk(node)))
        own = {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and id(n) in inner}
        for n in ast.walk(node):
            if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load) and n.id in self.own - known - own:
                self.unsure.add(n.id)
            if isinstance(n, ast.AugAssign) and isinstance(n.target, ast.Name) and n.target.id in self.own - known:
                self.unsure.add(n.target.id)

    def _follow(self, body: list[Any], known: set[str]) -> bool:
        """Whether the body ends what stands around it; `known` gets the names that have a value behind it."""
        for s in body:
            if isinstance(s, ast.If):
                self._read(s.test, known)
                ways = [set(known), set(known)]
                ends = [self._follow(s.body, ways[0]), self._follow(s.orelse, ways[1])]
                left = [way for way, has_ended in zip(ways, ends, strict=True) if not has_ended]
                if not left:
                    return True
                known |= set.intersection(*left)
            elif isinstance(s, (ast.For, ast.While)):
                self._read(s.iter if isinstance(s, ast.For) else s.test, known)
                inside = set(known)
                if isinstance(s, ast.For):
                    self._note(s.target, inside)
                self._follow(s.body, inside)
                self._follow(s.orelse, set(known))
            elif isinstance(s, ast.Try):
                self._follow(s.body, set(known))
                for handler in s.handlers:
                    inside = set(known) | ({handler.name} if handler.name else set())
                    self._follow(handler.body, inside)
                self._follow(s.orelse, set(known))
                self._follow(s.finalbody, set(known))
            elif isinstance(s, ast.With):
                for item in s.items:
                    self._read(item.context_expr, known)
                self._follow(s.body, known)
            elif isinstance(s, ast.Match):
                self._read(s.subject, known)
                for case in s.cases:
                    inside = known | {name for n in ast.walk(case.pattern) if (name := bound_by(n)) is not None}
                    self._follow(case.body, inside)
            else:
                self._read(s, known)
                if isinstance(s, ast.FunctionDef):
                    known.add(s.name)
                for target in getattr(s, "targets", [getattr(s, "target", None)]):
                    if target is not None and not (isinstance(s, ast.AnnAssign) and s.value is None):
                        self._note(target, known)
                if isinstance(s, (ast.Return, ast.Raise, ast.Continue, ast.Break)):
                    return True
        return False

    @staticmethod
    def _note(target: Any, known: set[str]) -> None:
        known |= {n.id for n in ast.walk(target) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}


def what_unset_raises(name: str, is_own: bool) -> tuple[type, str]:
    """What this Python raises where a name has no value yet: one of the function itself, or one of a function around."""
    text = f"def f():\n {name}\n {name} = 1\nf()" if is_own else f"def f():\n def g():\n  {name}\n g()\n {name} = 1\nf()"
    try:
        exec(text, {})
    except NameError as error:
        return type(error), str(error)
    raise NotOnHeap("a name that has a value")


class Frame:
    """One call of a function where it is written. `values`: names that stand for a value; `around`: the frame in which it was defined."""

    def __init__(self, number: int, place: Any, scope: Scope | None, around: Frame | None, function: FunctionType):
        self.number = number
        self.place = place
        self.scope = scope
        self.around = around
        self.function = function
        self.values: dict[str, Value] = {}
        self.boxes: dict[str, Any] = {}  # names that have a place on the heap
        self.narrowed: dict[str, frozenset[int]] = {}  # the kinds of names where a test says more than their cells (known/narrowing.py)
        self.own: set[str] = set() if scope is None else scope.own
        self.result: Cell | None = None
        self.result_words: tuple[str, ...] = ()
        self.once: Loop | None = None
        self.body: Any = None  # of a generator: what is done with each item
        self.is_context = False  # whether this is done once, in a `with`
        self.tries = self.finals = 0  # of a generator: how many stand around it
        self.owner: type | None = None
        self.memo: tuple[Value, Value] | None = None  # the results that are kept, and the key of this call
        self.given_by_name: dict[str, dict[str, Value]] = {}  # of **names
        self.region: Region | None = None
        self.region_kept: dict[str, Value] = {}

    def of(self, name: str) -> Frame | None:
        """The frame whose name this is."""
        frame: Frame | None = self
        while frame is not None and name not in frame.own and name not in frame.values and name not in frame.boxes:
            frame = frame.around
        return frame


class Function:
    """A function as a value: `node` of one that is written in the program, or what else is called. `words`: what it keeps; `kept`: the
    names of that, with their cells."""

    def __init__(self, what: str, node: Any, function: Any, around: Frame | None = None):
        self.what = what  # "def", "partial", "method", "known"
        self.node = node
        self.function = function
        self.around = around
        self.kept: list[tuple[str, Cell]] = []
        self.inner: dict[str, Cell] = {}  # of the boxes that it keeps
        self.number = 0
        self.owner: type | None = None
        self.memo: str | None = None  # the dict of its results
        self.place: Any = None
        self.name = ""  # another one than that of the node; "?": nobody knows


def leaves(body: list[Any]) -> bool:
    """Whether nothing comes behind these statements."""
    if not body:
        return False
    s = body[-1]
    if isinstance(s, ast.If):
        return leaves(s.body) and leaves(s.orelse)
    if isinstance(s, ast.While):
        return isinstance(s.test, ast.Constant) and bool(s.test.value) and not any(isinstance(n, ast.Break) for n in ast.walk(s))
    if isinstance(s, ast.Match):
        last = s.cases[-1]
        is_any = isinstance(last.pattern, ast.MatchAs) and last.pattern.pattern is None and last.guard is None
        return is_any and all(leaves(case.body) for case in s.cases)
    if isinstance(s, ast.Try):
        return not s.finalbody and leaves([*s.body, *s.orelse]) and all(leaves(h.body) for h in s.handlers)
    return isinstance(s, (ast.Return, ast.Raise, ast.Break, ast.Continue))


def name_of(value: Any) -> str:
    """The module and the name of a function of Python."""
    owner = getattr(value, "__self__", None)
    module = getattr(value, "__module__", None) or getattr(owner, "__name__", "")
    if isinstance(owner, type) and owner.__module__ == "itertools":  # chain.from_iterable
        module = "itertools"
    name = getattr(value, "__qualname__", "") or getattr(value, "__name__", "")
    if module in ("_operator", "_functools", "_heapq", "_bisect", "_collections"):
        module = module[1:]
    return f"{module}.{name}"
