"""Lists of functions that a maker gives and that keep values, as a list for each value and a function of the place, for plainer.py:

    def make(r):                            fs_r = []; fs_x = []; fs = []
        x = 1                               for r in rates:
        def step(k):                            r_made = r; x_made = 1
            nonlocal x                          fs_r.append(r_made); fs_x.append(x_made); fs.append(len(fs))
            x = r * x + k                   def call(at, k):
            return x                            fs_x[at] = fs_r[at] * fs_x[at] + k
        return step                             return fs_x[at]
    fs = [make(r) for r in rates]
    for f in fs: y = f(2)                   for f in fs: y = call(f, 2)

    fs = []; fs.append(make(r))             the same
    fs = [make(1), make(2)]                 the same
    fs = {k: make(k) for k in keys}         a dict of numbers; fs[k] = make(r) too
    fs[k](2)                                call(fs[k], 2)

The maker stands inside of the function, or beside it. The list is gone through, counted and called by place; each function is only called.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._local_names import local_names
from unpython._writing.calls import full_name, with_own_targets
from unpython._writing.flow import read_outside_of_loops
from unpython._writing.functions import closures
from unpython._writing.nodes import copy_tree, is_item_of, is_name, is_simple, load, store, walk

_HOLDERS = (ast.List, ast.ListComp, ast.Dict, ast.DictComp)
_SCOPES = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def rewritten(function: FunctionType, node: Any) -> tuple[Any, set[str], list[_bindings.Binding]]:
    """The `def`, names that came with it, and what free names it relies on."""
    if not isinstance(node, ast.FunctionDef) or any(isinstance(n, (ast.Global, ast.NamedExpr, ast.Try)) for s in node.body for n in walk(s)):
        return node, set(), []
    names: set[str] = set()
    used: list[_bindings.Binding] = []
    for name in _lists(node):
        made = copy_tree(node)
        try:
            writer = _Writer(function, name, made)
            made.body = writer.statements(made.body)
        except _Other:
            continue
        node = ast.fix_missing_locations(made)
        names |= writer.names
        used += writer.used
    if names:  # makers that nobody calls any more
        read = {n.id for n in walk(node) if isinstance(n, ast.Name)}
        node.body = [s for s in node.body if not isinstance(s, ast.FunctionDef) or s.name in read or not closures.makes_function(s)]
    return node, names, used


class _Other(Exception):
    """The list is used in another way, or its functions do something else."""


def _lists(node: ast.FunctionDef) -> list[str]:
    """The names that one statement of the function gives a list."""
    stored = _stored(node)
    assigned = [s for s in node.body if isinstance(s, ast.Assign) and len(s.targets) == 1 and isinstance(s.targets[0], ast.Name)]
    return [s.targets[0].id for s in assigned if isinstance(s.value, _HOLDERS) and stored.count(s.targets[0].id) == 1]  # type: ignore[attr-defined]


def _stored(node: ast.FunctionDef) -> list[str]:
    """The names that the function gives values, and those inside but for makers."""
    nodes = [n for part in (node.args, *node.body) if not closures.makes_function(part) for n in walk(part)]
    return [n.id for n in nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)] + [n.arg for n in nodes if isinstance(n, ast.arg)]


class _Writer(ast.NodeTransformer):
    def __init__(self, function: FunctionType, name: str, node: ast.FunctionDef):
        self._function = function
        self._own = local_names(function)
        self._name = name
        self._makers = closures.Rewriter(function, node, {s.name: s for s in node.body if isinstance(s, ast.FunctionDef) and closures.makes_function(s)})
        self._read_outside = read_outside_of_loops(ast.Module([s for s in node.body if not closures.makes_function(s)], []))
        self._stored = _stored(node)
        self._loops: list[str] = []  # names for one of the functions
        self.names: set[str] = set()
        self._is_dict = False
        calls = self._calls(node)
        makers = {ast.dump(call.func) for call in calls}
        maker = self._makers.maker_of(calls[0].func) if len(makers) == 1 else None
        if maker is None or not isinstance(calls[0].func, ast.Name):
            raise _Other
        self.used = self._makers.used
        self._know(maker)

    def _calls(self, node: ast.FunctionDef) -> list[ast.Call]:
        """The calls of the maker for this list."""
        found: list[Any] = []
        for n in (n for s in node.body if not closures.makes_function(s) for n in walk(s)):
            if isinstance(n, ast.Assign) and is_name(n.targets[0], self._name):
                value: Any = n.value
                self._is_dict = isinstance(value, (ast.Dict, ast.DictComp))
                found += [value.elt] if isinstance(value, ast.ListComp) else [value.value] if isinstance(value, ast.DictComp) else []
                found += value.elts if isinstance(value, ast.List) else value.values if isinstance(value, ast.Dict) else []
                if isinstance(value, ast.Dict) and None in value.keys:
                    raise _Other
            elif self._stores(n):
                found.append(n.value)  # type: ignore[attr-defined]
            elif isinstance(n, ast.Call) and self._is_append(n):
                found += n.args
        if not found or not all(isinstance(call, ast.Call) for call in found):
            raise _Other
        return found

    def _stores(self, node: Any) -> bool:
        """fs[k] = make(r), of a dict"""
        return isinstance(node, ast.Assign) and len(node.targets) == 1 and is_item_of(node.targets[0], self._name) and isinstance(node.value, ast.Call)

    def _is_append(self, node: Any) -> bool:
        is_method = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "append"
        return is_method and is_name(node.func.value, self._name) and len(node.args) == 1 and not node.keywords

    def _know(self, maker: ast.FunctionDef) -> None:
        """What the maker does, and what its function keeps."""
        returned: Any = maker.body[-1].value  # type: ignore[attr-defined]
        inner = [s for s in maker.body if isinstance(s, ast.FunctionDef)]
        if isinstance(returned, ast.Lambda):
            kept_function: Any = ast.FunctionDef("", returned.args, [ast.Return(returned.body)], [], None, None)  # type: ignore[call-arg]
        else:
            kept_function = inner[0] if len(inner) == 1 and is_name(returned, inner[0].name) else None
        if kept_function is None or len(inner) != (not isinstance(returned, ast.Lambda)) or kept_function.decorator_list:
            raise _Other
        given = kept_function.args
        if given.vararg or given.kwarg or given.kwonlyargs or given.posonlyargs or not all(isinstance(d, ast.Constant) for d in given.defaults):
            raise _Other
        self._maker = maker
        self._before = [s for s in maker.body[:-1] if s is not kept_function and not closures.is_documentation(s)]
        own = closures.names_of(maker) - {kept_function.name}
        mentioned = {n.id for s in self._before for n in walk(s) if isinstance(n, ast.Name)}
        if kept_function.name in mentioned or any(is_name(n, kept_function.name) for s in kept_function.body for n in walk(s)):
            raise _Other
        self._kept = sorted(closures.free_names(kept_function) & own)
        if any(isinstance(n, (ast.Lambda, ast.FunctionDef, ast.Delete, ast.Return)) for s in self._before for n in walk(s)):
            raise _Other
        self._function_made = self._at_place(kept_function)

    def _part(self, what: str) -> str:
        self.names.add(name := f"_{self._name}_{what}_")
        return name

    def _part_of(self, kept: str) -> str:
        """The list of what the functions keep under a name."""
        return self._part(f"kept_{kept}")

    def _at_place(self, inner: Any) -> ast.FunctionDef:
        """The function of a place, and of what each function takes."""
        made = copy_tree(inner)
        scoped = [n for s in made.body for n in walk(s) if isinstance(n, (*_SCOPES, ast.Lambda, ast.FunctionDef))]
        inside = {n.id for scope in scoped for n in walk(scope) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
        inside |= {n.arg for scope in scoped for n in walk(scope) if isinstance(n, ast.arg)}
        if inside & {*self._kept} or any(isinstance(n, (ast.Delete, ast.FunctionDef)) for s in made.body for n in walk(s)):
            raise _Other
        at = self._part("at")
        made.body = [s for s in made.body if not closures.is_documentation(s)]
        for s in made.body:
            if isinstance(s, ast.Nonlocal):
                s.names = [name for name in s.names if name not in self._kept]
        made.body = [s for s in made.body if not isinstance(s, ast.Nonlocal) or s.names]
        writer = _Places({name: self._part_of(name) for name in self._kept}, at)
        made.body = [writer.visit(s) for s in made.body]
        made.name, made.args.args = self._part("call"), [ast.arg(at), *made.args.args]
        return made  # type: ignore[no-any-return]

    # The list is made.

    def statements(self, body: list[ast.stmt]) -> list[ast.stmt]:
        made: list[ast.stmt] = []
        for s in body:
            found = self.visit(s)
            made += [ast.copy_location(one, s) for one in (found if isinstance(found, list) else [found])]
        return made

    def visit_Assign(self, node: ast.Assign) -> Any:
        target: Any = node.targets[0]
        if self._is_item(node.value) and len(node.targets) == 1 and isinstance(target, ast.Name) and self._stored.count(target.id) == 1:
            self._loops.append(target.id)  # a name for one of them
            return node
        if self._stores(node) and self._is_dict:
            if not is_simple(target.slice):
                raise _Other
            return self._made(node.value, target.slice)
        if not is_name(target, self._name):
            return self.generic_visit(node)
        value: Any = node.value
        made: list[ast.stmt] = [copy_tree(self._function_made)]
        made += [store(part, ast.List([], ast.Load())) for part in map(self._part_of, self._kept)]
        made += [store(self._part("numbers"), ast.List([], ast.Load()))] if self._is_dict else []
        made.append(store(self._name, ast.Dict([], []) if self._is_dict else ast.List([], ast.Load())))
        if isinstance(value, ast.List):
            made += [s for call in value.elts for s in self._made(call)]
        elif isinstance(value, ast.Dict):
            if not all(key is not None and is_simple(key) for key in value.keys):
                raise _Other
            made += [s for key, call in zip(value.keys, value.values, strict=True) for s in self._made(call, key)]
        else:
            both = ast.Tuple([value.key, value.value] if self._is_dict else [value.elt], ast.Load())
            *key, call = with_own_targets(both, value.generators, lambda name, number: self._part(f"of_{name}_{number}")).elts
            if key and not is_simple(key[0]):
                raise _Other
            body = self._made(call, *key)
            for clause in reversed(value.generators):
                for test in reversed(clause.ifs):
                    body = [ast.If(self.visit(test), body, [])]
                body = [ast.For(clause.target, self.visit(clause.iter), body, [])]
            made += body
        for s in made:
            for n in walk(s):
                if "lineno" in n._attributes:
                    ast.copy_location(n, node)
        return made

    def visit_Expr(self, node: ast.Expr) -> Any:
        return self._made(node.value.args[0]) if self._is_append(node.value) else self.generic_visit(node)  # type: ignore[attr-defined]

    def _made(self, call: Any, key: Any = None) -> list[ast.stmt]:
        """What a call of the maker does, and what its function keeps. `key`: where the function goes, in a dict."""
        values = closures.given_to(self._maker, call)
        if values is None:
            raise _Other
        names = {name: self._part(f"made_{name}") for name in closures.names_of(self._maker)}
        made: list[ast.stmt] = [store(names[p.arg], self.visit(v)) for p, v in zip(self._maker.args.args, values, strict=True)]
        made += [closures.Renamed(names).visit(copy_tree(s)) for s in self._before]
        made += [_appended(self._part_of(name), load(names[name])) for name in self._kept]
        if not self._is_builtin(load("len"), "len"):
            raise _Other
        number = ast.Call(load("len"), [load(self._part("numbers") if self._is_dict else self._name)], [])
        if self._is_dict:
            made.append(ast.Assign([ast.Subscript(load(self._name), key, ast.Store())], number))
            made.append(_appended(self._part("numbers"), ast.Constant(0)))
        else:
            made.append(_appended(self._name, number))
        return [ast.copy_location(s, call) for s in made]

    # The list is used.

    def _is_builtin(self, node: Any, *names: str) -> bool:
        return isinstance(node, ast.Name) and full_name(node, self._function, self._own) in {f"builtins.{name}" for name in names}

    def _head(self, node: Any) -> str:
        """The name of the functions in a loop or a clause over the list."""
        over: Any = node.iter
        target: Any = node.target
        if self._is_dict:
            return self._head_of_dict(over, target)
        called: Any = getattr(over, "func", None)
        if isinstance(over, ast.Call) and not over.keywords and self._is_builtin(called, "enumerate", "reversed", "zip"):
            places = [i for i, a in enumerate(over.args) if is_name(a, self._name)]
            if len(places) != 1 or any(isinstance(a, ast.Starred) for a in over.args):
                return ""
            index = 1 if called.id == "enumerate" else places[0]
            if called.id != "reversed":
                target = target.elts[index] if isinstance(target, ast.Tuple) and index < len(target.elts) else None
            over.args = [a if i in places else self.visit(a) for i, a in enumerate(over.args)]
        elif not is_name(over, self._name):
            return ""
        if not isinstance(target, ast.Name) or target.id in self._loops or target.id in self._kept:
            raise _Other
        return target.id

    def _head_of_dict(self, over: Any, target: Any) -> str:
        """for k, f in fs.items(), for f in fs.values()"""
        if isinstance(over, ast.Call) and len(over.args) == 1 and not over.keywords and self._is_builtin(over.func, "list", "sorted"):
            over = over.args[0]  # no two keys are equal, so the numbers are not compared
        is_view = isinstance(over, ast.Call) and isinstance(over.func, ast.Attribute) and is_name(over.func.value, self._name) and not over.args
        if not is_view or over.func.attr not in ("items", "values"):
            return ""
        if over.func.attr == "items":
            target = target.elts[1] if isinstance(target, ast.Tuple) and len(target.elts) == 2 else None
        if not isinstance(target, ast.Name) or target.id in self._loops or target.id in self._kept:
            raise _Other
        return target.id

    def visit_For(self, node: ast.For) -> Any:
        name = self._head(node)
        if not name:
            node.iter = self._keys(node.iter)
        elif name in self._read_outside or any(is_name(n, name) and not isinstance(n.ctx, ast.Load) for s in node.body for n in walk(s)):
            raise _Other
        self._loops += [name] if name else []
        node.body = self.statements(node.body)
        if name:
            self._loops.remove(name)
        node.orelse = self.statements(node.orelse)
        return node

    def _block(self, node: Any) -> Any:
        node.test = self.visit(node.test)
        node.body, node.orelse = self.statements(node.body), self.statements(node.orelse)
        return node

    visit_If = visit_While = _block

    def _comprehension(self, node: Any) -> Any:
        begun: list[str] = []
        for clause in node.generators:
            name = self._head(clause)
            if name:
                self._loops.append(name)
                begun.append(name)
            else:
                clause.iter = self._keys(clause.iter)
            clause.ifs = list(map(self.visit, clause.ifs))
        for field in ("key", "value", "elt"):
            if hasattr(node, field):
                setattr(node, field, self.visit(getattr(node, field)))
        self._loops = [name for name in self._loops if name not in begun]
        return node

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _comprehension

    def _keys(self, node: Any) -> Any:
        """What else a loop goes through: also fs and sorted(fs), of a dict."""
        given = node.args[0] if isinstance(node, ast.Call) and len(node.args) == 1 and not node.keywords else node
        is_known = given is node or self._is_builtin(node.func, "sorted", "list")
        return node if self._is_dict and is_name(given, self._name) and is_known else self.visit(node)

    def visit_Compare(self, node: ast.Compare) -> Any:
        """k in fs"""
        if self._is_dict and len(node.ops) == 1 and isinstance(node.ops[0], (ast.In, ast.NotIn)) and is_name(node.comparators[0], self._name):
            node.left = self.visit(node.left)
            return node
        return self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        if closures.free_names(node) & {self._name, *self._loops}:
            raise _Other
        return node

    visit_Lambda = visit_FunctionDef  # type: ignore[assignment]

    def visit_Call(self, node: ast.Call) -> Any:
        called: Any = node.func
        place: ast.expr | None = None
        if isinstance(called, ast.Name) and called.id in self._loops:
            place = called
        elif self._is_item(called):
            place = called
        if place is not None:
            node.args = [place, *map(self.visit, node.args)]
            node.keywords = [ast.keyword(k.arg, self.visit(k.value)) for k in node.keywords]
            if any(isinstance(a, ast.Starred) for a in node.args) or any(k.arg is None for k in node.keywords):
                raise _Other
            node.func = load(self._part("call"))
            return node
        if self._is_builtin(called, "len") and len(node.args) == 1 and is_name(node.args[0], self._name):
            return node
        return self.generic_visit(node)

    def _is_item(self, node: Any) -> bool:
        return is_item_of(node, self._name) and is_simple(node.slice) and not is_name(node.slice, self._name)

    def visit_Name(self, node: ast.Name) -> Any:
        if node.id == self._name or node.id in self._loops:
            raise _Other
        return node


def _appended(name: str, item: ast.expr) -> ast.stmt:
    return ast.Expr(ast.Call(ast.Attribute(load(name), "append", ast.Load()), [item], []))


class _Places(ast.NodeTransformer):
    """What a function keeps, as items of lists."""

    def __init__(self, lists: dict[str, str], at: str):
        self._lists, self._at = lists, at

    def visit_Name(self, node: ast.Name) -> Any:
        return ast.copy_location(ast.Subscript(load(self._lists[node.id]), load(self._at), node.ctx), node) if node.id in self._lists else node
