"""Lists, dicts and sets that hold texts: the same with the numbers of texts, which other rewriters and the compiler know."""

from __future__ import annotations

import ast
from typing import Any

from unpython._library.containers import sets
from unpython._library.texts import code_points, words
from unpython._writing import moved_names
from unpython._writing.calls import OwnCall
from unpython._writing.nodes import walk
from unpython._writing.text import displays, mixed_values, splits
from unpython._writing.text.heaps import HEAPS
from unpython._writing.text.kinds import (
    CHARACTER,
    CONTAINERS,
    WORD,
    Dict,
    Kind,
    List,
    Long,
    Match,
    NotTexts,
    Set,
    has_mixed,
    has_text,
    held,
    is_text,
)  # fmt: skip
from unpython._writing.text.order import Order

_WITHOUT_ORDER = frozenset("len min max sum any all set frozenset sorted".split())
_GROWS = frozenset(
    "append appendleft add insert extend update remove discard index count pop popleft clear reverse copy sort get setdefault keys values items".split()
)


class Containers(Order):
    _flows: Any
    _of: Any
    _own: Any
    visit_OwnCall: Any
    _words: Any
    _name: Any
    _length: Any
    _comprehended: Any
    _listed: Any
    _converted: Any
    runs_again: bool
    _second_names: frozenset[str]
    as_kind: Any
    text: Any
    word: Any
    character: Any
    has_text_in_lambda: Any
    _on_heap: Any
    condition: Any
    list_by_pattern: Any
    texts_of_match: Any
    item_of_long: Any
    items_of_long: Any

    @staticmethod
    def _item(kind: Kind) -> Kind:
        return kind.key if isinstance(kind, Dict) else kind.item

    def _tuple(self, node: Any, kind: tuple[Kind, ...]) -> ast.expr:
        if isinstance(node, ast.Tuple) and len(node.elts) == len(kind):
            return ast.copy_location(
                ast.Tuple([self.as_kind(e, k) for e, k in zip(node.elts, kind, strict=True)], ast.Load()), node
            )
        if self._of(node) != kind:
            raise NotTexts
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and isinstance(self._of(node.func.value), Match):
            return self.texts_of_match(node)  # type: ignore[no-any-return]
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and is_text(self._of(node.func.value)):
            if len(node.args) != 1 or node.keywords:
                raise NotTexts
            function = words.partition if node.func.attr == "partition" else words.partition_behind
            return self._own(node, function, self._words(), self.text(node.func.value), self.text(node.args[0]))
        return node if isinstance(node, ast.Name) else self.element(node)

    def container(self, node: Any, kind: Kind) -> ast.expr:
        """An expression that is a list, a dict or a set, as one of that kind."""
        mixed_values.refuse_keys(kind)
        node = self._as_display(node)
        if isinstance(node, (ast.List, ast.Set)) and isinstance(kind, List if isinstance(node, ast.List) else Set):
            node.elts = [self.as_kind(e, kind.item) for e in node.elts]
            return node
        if isinstance(node, ast.Tuple) and isinstance(kind, List):
            return ast.List([self.as_kind(e, kind.item) for e in node.elts], ast.Load())
        if isinstance(node, ast.Dict) and isinstance(kind, Dict):
            node.keys = [self.as_kind(key, kind.key) for key in node.keys]
            node.values = [self.as_kind(value, kind.value) for value in node.values]
            return node
        if isinstance(node, (ast.ListComp, ast.GeneratorExp)) and isinstance(kind, List):
            return self._comprehended(node, kind.item)
        if isinstance(node, ast.SetComp) and isinstance(kind, Set):
            return self._comprehended(node, kind.item)
        if isinstance(node, ast.DictComp) and isinstance(kind, Dict):
            self._refuse_sets(*(g.iter for g in node.generators))
            node.generators = [self.visit(clause) for clause in node.generators]
            node.key, node.value = self.as_kind(node.key, kind.key), self.as_kind(node.value, kind.value)
            return node
        if isinstance(node, ast.BinOp):
            node.left = self.as_kind(node.left, kind if isinstance(self._of(node.left), CONTAINERS) else None)
            node.right = self.as_kind(node.right, kind if isinstance(self._of(node.right), CONTAINERS) else None)
            return node
        found = self._of(node)
        if found != kind and has_mixed(kind) and not mixed_values.is_empty(self, node):
            raise NotTexts  # what is in it would have to become another thing
        made = self._as_it_is(node, found)
        if isinstance(kind, List) and isinstance(found, List) and kind.item == WORD and found.item == CHARACTER:
            return self._own(node, words.numbers_of_characters, self._words(), made)
        if found != kind and not (type(found) is type(kind) and not has_text(found) and isinstance(node, ast.Call)):
            raise NotTexts
        return made

    def _as_display(self, node: Any) -> Any:
        """set(("a", "b")) as {"a", "b"}"""
        if not isinstance(node, ast.Call) or len(node.args) != 1 or node.keywords or not isinstance(node.args[0], (ast.Tuple, ast.List)):
            return node
        name, items = self._flows.builtin(node.func), node.args[0].elts
        made: Any = ast.Set(items) if name == "set" and items else ast.List(items, ast.Load()) if name == "list" else node
        return ast.copy_location(made, node)

    def _as_it_is(self, node: Any, kind: Kind) -> ast.expr:
        if isinstance(node, ast.Name):
            return node
        if isinstance(node, ast.Subscript):
            return self.element(node)
        if isinstance(node, OwnCall):
            return self.visit_OwnCall(node)  # type: ignore[no-any-return]
        if not isinstance(node, ast.Call):
            raise NotTexts
        if (use := self._flows.use_of(node)) is not None:
            return self.list_by_pattern(node, use)  # type: ignore[no-any-return]
        if isinstance(node.func, ast.Attribute):
            owner = self._of(node.func.value)
            if self._flows.library(node.func):
                return self.function_of_container(node, "")
            return splits.written(self, node) if is_text(owner) else self.method_of_container(node)
        return self.function_of_container(node, self._flows.builtin(node.func))

    def element(self, node: Any) -> ast.expr:
        """What a list or a dict gives: by a subscript or a method."""
        if (display := displays.asked_display(node)) is not None:
            return displays.asked(self, node, display)
        if isinstance(node, ast.Call):
            return self.method_of_container(node) if isinstance(node.func, ast.Attribute) else self._extreme(node)
        if not isinstance(node, ast.Subscript):
            raise NotTexts
        owner = self._of(node.value)
        if isinstance(owner, Long):
            return self.item_of_long(node, owner)
        if isinstance(owner, Dict):
            self.runs_again |= isinstance(node.ctx, ast.Load) and has_text(owner.key)  # a KeyError names a text
            made = ast.Subscript(self.as_kind(node.value, owner), self.as_kind(node.slice, owner.key), node.ctx)
            return ast.copy_location(made, node)
        if isinstance(owner, tuple) and isinstance(node.value, ast.Tuple) and is_text(kind := self._of(node)) and not isinstance(node.slice, ast.Constant):
            owner = (kind,) * len(owner)  # ("a", "bb")[i]
        value = self.as_kind(node.value, owner)
        inside: Any = self.generic_visit(node.slice) if isinstance(node.slice, ast.Slice) else self.visit(node.slice)
        return ast.copy_location(ast.Subscript(value, inside, node.ctx), node)

    def iterable(self, node: Any, kind: Kind = None) -> ast.expr:
        """What is gone through, or given to a function that goes through it; `kind`: of the items that are asked for."""
        found = self._of(node)
        if kind is not None and has_mixed(kind) and not isinstance(node, (ast.Tuple, ast.List)):
            return self.as_kind(ast.copy_location(ast.ListComp(node.elt, node.generators), node) if isinstance(node, ast.GeneratorExp) else node, List(kind))
        if is_text(found):
            return self.text(node)
        if isinstance(found, Long):
            return self.items_of_long(node, found)
        if isinstance(node, (ast.Tuple, ast.List)) and has_text(found):
            item = kind or self._flows.items_of(node)
            made = ast.Tuple([self.as_kind(e, held(item)) for e in node.elts], ast.Load())
            return ast.copy_location(made, node)
        if isinstance(node, ast.GeneratorExp) and has_text(found):
            return self._comprehended(node, kind or found.item)
        if isinstance(node, ast.Call) and not has_text(found):
            return self.visit(node)
        return self.as_kind(node, found) if has_text(found) else self.visit(node)

    # Methods.

    def method_of_container(self, node: ast.Call) -> Any:
        assert isinstance(node.func, ast.Attribute)
        if (display := displays.asked_display(node)) is not None:
            return displays.asked(self, node, display)
        place, method, given = node.func.value, node.func.attr, node.args
        kind = self._of(place)
        if isinstance(kind, Set) and isinstance(kind.item, Long) and method == "pop":
            raise NotTexts  # in the order of what Python makes of tuples
        if not isinstance(kind, CONTAINERS) or method not in _GROWS and not isinstance(kind, (Dict, Set)):
            raise NotTexts
        if isinstance(kind, List) and method in ("count", "index", "remove") and has_mixed(kind):
            raise NotTexts  # 1 and True are equal
        if isinstance(kind, List) and method == "count" and len(given) == 1:
            return self._own(node, words.count_of, self.as_kind(place, kind), self.as_kind(given[0], kind.item))
        if isinstance(kind, List) and method == "sort":
            raise NotTexts  # see visit_Expr
        if not isinstance(place, (ast.Name, ast.Subscript)) and not self._is_entered(place):
            if not isinstance(kind, Dict) or method != "most_common":
                raise NotTexts
        node.func.value = place if isinstance(place, ast.Name) else self._made_place(place, kind)
        if isinstance(kind, Dict):
            node.args = self._of_dict(kind, method, given)
            self.runs_again |= method == "pop" and len(given) == 1
        elif method in ("extend", "update") and len(given) == 1:
            self._refuse_sets(given[0]) if method == "extend" else None
            node.args = [self.iterable(given[0], kind.item)]
        elif method in ("append", "appendleft", "add", "remove", "discard", "index", "count"):
            node.args = [self.as_kind(a, kind.item) for a in given]
            self.runs_again |= method in ("remove", "index")
        elif method == "insert" and len(given) == 2:
            node.args = [self.visit(given[0]), self.as_kind(given[1], kind.item)]
        else:
            node.args = [self.as_kind(a, kind) if has_text(self._of(a)) else self.visit(a) for a in given]
        if node.keywords:
            raise NotTexts
        return node

    def _is_entered(self, place: Any) -> bool:
        return isinstance(place, ast.Call) and isinstance(place.func, ast.Attribute) and place.func.attr == "setdefault"

    def _made_place(self, place: Any, kind: Kind) -> ast.expr:
        return (
            self.method_of_container(place)
            if isinstance(place, ast.Call) and self._is_entered(place)
            else self.as_kind(place, kind)
        )

    def _of_dict(self, kind: Dict, method: str, given: list[ast.expr]) -> list[ast.expr]:
        if method in ("get", "pop", "setdefault") and 1 <= len(given) <= 2:
            if method == "get" and len(given) == 1 and has_text(kind.value):
                raise NotTexts
            return [self.as_kind(given[0], kind.key), *(self.as_kind(a, kind.value) for a in given[1:])]
        if method == "most_common" and len(given) <= 1:
            return [self.visit(a) for a in given]
        if method == "update" and len(given) == 1:
            into = self._of(given[0])
            return [self.as_kind(given[0], kind) if isinstance(into, Dict) else self.iterable(given[0], kind.key)]
        if method in ("keys", "values", "items", "clear", "copy") and not given:
            return []
        raise NotTexts

    def visit_Expr(self, node: ast.Expr) -> Any:
        call: Any = node.value
        if isinstance(call, ast.Call) and (heap := self._flows.library(call.func)) in HEAPS and call.args and has_text(self._of(call.args[0])):
            node.value = self._on_heap(call, heap)
            return node
        is_method = isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute)
        if not is_method or not has_text(self._of(call.func.value)) or not isinstance(self._of(call.func.value), CONTAINERS):
            return self.generic_visit(node)
        kind = self._of(call.func.value)
        if call.func.attr == "sort" and isinstance(call.func.value, ast.Name) and not call.args:
            self._refuse_parameter(call.func.value)
            made = self._sorted(call, ast.copy_location(ast.Name(call.func.value.id, ast.Load()), call), kind)
            return [ast.copy_location(s, node) for s in self._put_in_place(call.func.value.id, made)]
        node.value = self.method_of_container(call)
        return node

    def _put_in_place(self, name: str, made: ast.expr) -> list[ast.stmt]:
        """The items of a list where those of another one lie: something else may hold that list."""
        held, place = self._name(), self._name()
        functions = [ast.Name(function, ast.Load()) for function in ("range", "len")]
        if [self._flows.builtin(function) for function in functions] != ["range", "len"]:
            raise NotTexts
        count = ast.Call(functions[1], [ast.Name(held, ast.Load())], [])
        item = ast.Subscript(ast.Name(held, ast.Load()), ast.Name(place, ast.Load()), ast.Load())
        stored = ast.Assign([ast.Subscript(ast.Name(name, ast.Load()), ast.Name(place, ast.Load()), ast.Store())], item)
        loop = ast.For(ast.Name(place, ast.Store()), ast.Call(functions[0], [count], []), [stored], [])
        return [ast.fix_missing_locations(ast.copy_location(s, made)) for s in (ast.Assign([ast.Name(held, ast.Store())], made), loop)]

    def visit_Delete(self, node: ast.Delete) -> Any:
        for i, target in enumerate(node.targets):
            if isinstance(target, ast.Subscript) and has_text(self._of(target.value)):
                self.runs_again |= isinstance(self._of(target.value), Dict)
                node.targets[i] = self.element(target)
            else:
                node.targets[i] = self.visit(target)
        return node

    # Python's functions.

    def function_of_container(self, node: ast.Call, name: str) -> Any:
        """list(x), sorted(x), zip(x, y) and their kin, Counter(x)."""
        library = self._flows.library(node.func)
        in_key = name in ("sorted", "min", "max") and any(isinstance(k.value, ast.Lambda) and self.has_text_in_lambda(k.value) for k in node.keywords)
        if not in_key and not any(has_text(self._of(a)) or self._has_text_inside(a) for a in node.args) and not has_text(self._of(node)):
            return self.generic_visit(node)
        if name == "sorted" and len(node.args) == 1:
            return self._sorted(node, node.args[0], List(self._flows.items_of(node.args[0])))
        if name in ("min", "max"):
            is_of_numbers = len(node.args) > 1 and not node.keywords and not any(has_text(self._of(a)) for a in node.args)
            return self.generic_visit(node) if is_of_numbers else self._extreme(node)
        if name in ("sum", "any", "all", "set", "frozenset", "enumerate", "zip", "reversed", "list", "tuple", "dict"):
            if name not in _WITHOUT_ORDER:
                self._refuse_sets(*node.args)
            if name in ("sum", "any", "all") and has_text(self._flows.items_of(node.args[0])):
                raise NotTexts  # numbers of texts are no numbers to the program
            if name == "reversed" and is_text(self._of(node.args[0])):
                return ast.copy_location(
                    ast.Subscript(
                        self.text(node.args[0]), ast.Slice(None, None, ast.UnaryOp(ast.USub(), ast.Constant(1))), ast.Load()
                    ),
                    node,
                )
            return self._over(node)
        if name in ("map", "filter") and len(node.args) == 2:
            return self._mapped(node, name)
        if library in ("collections.Counter", "collections.deque", "itertools.product", "itertools.pairwise"):
            self._refuse_sets(*node.args)
            return self._over(node)
        if (
            library == "itertools.combinations"
            and len(node.args) == 2
            and isinstance(node.args[1], ast.Constant)
            and node.args[1].value == 2
        ):
            self._refuse_sets(node.args[0])
            node.args[0] = self.iterable(node.args[0])
            return node
        if library == "collections.defaultdict":
            return node
        return self.generic_visit(node)

    def _over(self, node: ast.Call) -> ast.expr:
        if any(k.arg not in ("start", "strict") for k in node.keywords):
            raise NotTexts
        node.args = [self.iterable(a) for a in node.args]
        return node

    def _has_text_inside(self, node: Any) -> bool:
        """Whether it goes through what has texts."""
        return isinstance(node, (ast.GeneratorExp, ast.ListComp, ast.Call, ast.SetComp)) and any(
            isinstance(n, ast.expr) and has_text(self._of(n)) and not isinstance(n, ast.Constant) for n in walk(node)
        )

    def _mapped(self, node: ast.Call, name: str) -> ast.expr:
        """map(f, x) as [f(item) for item in x]"""
        function, given = node.args
        if isinstance(function, ast.Constant):
            raise NotTexts
        self._refuse_sets(given)
        item = self._name()
        self._flows.names[item] = self._flows.items_of(given)
        read = ast.copy_location(ast.Name(item, ast.Load()), node)
        if isinstance(function, ast.Attribute) and self._flows.builtin(function.value) == "str":
            made: Any = ast.Call(ast.Attribute(read, function.attr, ast.Load()), [], [])
        elif isinstance(function, ast.Lambda) and len(function.args.args) == 1:
            self._flows.names[item] = self._flows.names.get(function.args.args[0].arg)
            made = _with_name(function.body, function.args.args[0].arg, read)
        else:
            made = ast.Call(function, [read], [])
        clause = ast.comprehension(ast.Name(item, ast.Store()), given, [], 0)
        if name == "filter":
            clause.ifs, made = [made], read
        listed = ast.fix_missing_locations(ast.copy_location(ast.ListComp(made, [clause]), node))
        return self._comprehended(listed, held(self._flows.of(listed.elt)))

    def _as_list(self, made: Any, given: Any) -> ast.expr:
        if isinstance(made, ast.GeneratorExp):
            return ast.copy_location(ast.ListComp(made.elt, made.generators), made)
        if isinstance(self._of(given), Set):
            return self._own(given, sets.in_any_order, made)
        if isinstance(self._of(given), Dict) or isinstance(made, ast.Call):
            name = ast.Name("list", ast.Load())
            if self._flows.builtin(name) != "list":
                raise NotTexts
            return ast.copy_location(ast.Call(name, [made], []), made)
        return made

    def distinct(self, node: Any) -> ast.expr | None:
        """set(x) of texts where it is not kept, as a list."""
        if isinstance(node, ast.SetComp) and self._flows.items_of(node) in (WORD, CHARACTER):
            listed = ast.copy_location(ast.ListComp(node.elt, node.generators), node)
            return self._own(node, code_points.distinct, self._comprehended(listed, self._flows.items_of(node)))
        if not isinstance(node, ast.Call) or self._flows.builtin(node.func) != "set" or len(node.args) != 1:
            return None
        if self._flows.items_of(node.args[0]) not in (WORD, CHARACTER):
            return None
        made = self.iterable(node.args[0])
        return self._own(node, code_points.distinct, self._as_list(made, node.args[0]))

    # What has no other words.

    def _refuse_sets(self, *nodes: Any) -> None:
        """The order of texts in a set is another one in each process."""
        for node in nodes:
            kind = self._of(node)
            if isinstance(kind, Set) and has_text(kind):
                raise NotTexts
            if isinstance(node, ast.Call) and self._flows.builtin(node.func) in (
                "list",
                "enumerate",
                "zip",
                "tuple",
                "reversed",
                "map",
                "filter",
            ):
                self._refuse_sets(*node.args)

    def _refuse_other_name(self, target: ast.expr, value: ast.expr) -> None:
        """Two names for one list: the list may change under one of them."""
        if isinstance(value, (ast.Name, ast.Subscript)) and isinstance(self._of(value), CONTAINERS) and has_text(self._of(value)):
            if isinstance(value, ast.Subscript) and isinstance(target, ast.Name) and target.id in self._second_names:
                return
            if not (isinstance(value, ast.Subscript) and isinstance(value.slice, ast.Slice)) and not hasattr(value, moved_names.MARK):
                raise NotTexts("two names for one list, dict or set with texts are not supported")

    def _refuse_parameter(self, node: Any) -> None:
        """What is given is the caller's."""
        if (
            isinstance(node, ast.Name)
            and node.id in self._flows.parameters
            and isinstance(self._flows.parameters[node.id], CONTAINERS)
        ):
            raise NotTexts


def _with_name(node: Any, name: str, value: ast.expr) -> Any:
    from unpython._writing.calls import with_names

    return with_names(node, name, value)
