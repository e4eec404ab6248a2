"""Uses of objects as uses of numbers and lists."""

from __future__ import annotations

import ast
from typing import Any

from unpython._library.containers import groups, objects
from unpython._library.python_functions import recursion
from unpython._writing.calls import OwnCall, with_names
from unpython._writing.objects.call_values import CallValues
from unpython._writing.objects.classes import ObjectClass
from unpython._writing.objects.flows import Made, ObjectFlows, Present
from unpython._writing.text.kinds import (
    CONTAINERS,
    NOTHING,
    Dict,
    Kind,
    List,
    NotTexts,
    Object,
    closed,
    has_object,
)


class Values(CallValues):
    """visit() of what holds no object; value() and as_kind() of what does."""

    def __init__(self, flows: ObjectFlows, returned: Kind):
        self._flows = flows
        self.returned = returned  # the kind of all that the function returns
        self.runs_again = False
        self.stored: set[str] = set()  # columns that get new items in their places
        self.changes_lists = False

    def _of(self, node: ast.expr) -> Kind:
        return self._flows.of(node)

    def _has_object(self, node: ast.expr) -> bool:
        return has_object(closed(self._of(node)))

    def block(self, body: list[ast.stmt]) -> list[ast.stmt]:
        made: list[ast.stmt] = []
        for statement in body:
            found = self.visit(statement)
            made += found if isinstance(found, list) else [found]
        return made

    def visit(self, node: ast.AST) -> Any:
        if isinstance(node, ast.expr) and not isinstance(getattr(node, "ctx", None), (ast.Store, ast.Del)):
            if getattr(node, "is_number", False):
                return node
            if self._is_tuple(node):
                return self._as_tuple(self._of(node).of, node)
            if self._has_object(node):
                raise NotTexts
        return super().visit(node)

    def _is_tuple(self, node: ast.expr) -> bool:
        """Whether a name stands for a tuple, which can be made anew of its items."""
        kind = self._of(node)
        return isinstance(node, ast.Name) and isinstance(kind, Object) and kind.of.type is tuple and not kind.may_be_none

    # Fields.

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        if isinstance(self._of(node.value), Object):
            return self._field(node)
        return self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        if isinstance(self._of(node.value), Object):
            return self._field(node)
        if self._has_object(node.value):
            return self._element(node)
        return self.generic_visit(node)

    def _field(self, node: Any) -> ast.expr:
        found = self._flows.field(node)
        if found is None or isinstance(node.ctx, ast.Del):
            raise NotTexts
        of, field = found
        if isinstance(node.ctx, ast.Store):
            if of.is_frozen:
                raise NotTexts
            self.stored.add(of.column(field))
        if of.is_alone:
            if not isinstance(node.value.value if isinstance(node.value, Present) else node.value, ast.Name):
                raise NotTexts
            return ast.copy_location(ast.Name(of.same.get(field, of.column(field)), node.ctx), node)
        column = ast.Name(of.column(field), ast.Load())
        asked = field if isinstance(node.ctx, ast.Load) and of.kind == "object" else ""
        return ast.copy_location(ast.Subscript(column, self._number(node.value, asked), node.ctx), node)

    def _number(self, node: ast.expr, asked: str = "") -> ast.expr:
        """Of an object that is there. `asked`: the attribute that is read."""
        kind = self._of(node)
        made = self.value(node)
        if not kind.may_be_none:
            return made
        if asked:
            message = ast.Constant(f"'NoneType' object has no attribute '{asked}'")
            return ast.copy_location(OwnCall(objects.one_with, [made, message]), node)
        self.runs_again = True  # Python knows the message
        return ast.copy_location(OwnCall(objects.one_that_is, [made]), node)

    def _element(self, node: ast.Subscript) -> ast.expr:
        kind = self._of(node.value)
        if not isinstance(kind, (List, Dict, tuple)) or self._has_object(node.slice):
            raise NotTexts
        self.changes_lists |= not isinstance(node.ctx, ast.Load)
        inside: Any = self.generic_visit(node.slice) if isinstance(node.slice, ast.Slice) else self.visit(node.slice)
        return ast.copy_location(ast.Subscript(self.value(node.value), inside, node.ctx), node)

    # What is an object, or holds some.

    def as_kind(self, node: Any, kind: Kind) -> ast.expr:
        """An expression as what holds that kind."""
        if isinstance(node, ast.Constant) and node.value is None and isinstance(kind, Object):
            return ast.copy_location(ast.UnaryOp(ast.USub(), ast.Constant(1)), node)
        if not has_object(closed(kind)):
            return self.visit(node)
        if isinstance(node, ast.IfExp):
            made: ast.expr = ast.IfExp(self.condition(node.test), self.as_kind(node.body, kind), self.as_kind(node.orelse, kind))
            return ast.copy_location(made, node)
        if isinstance(node, ast.Tuple) and isinstance(kind, tuple) and len(kind) == len(node.elts):
            node.elts = [self.as_kind(e, k) for e, k in zip(node.elts, kind, strict=True)]
            return node
        if isinstance(node, ast.List) and isinstance(kind, List):
            node.elts = [self.as_kind(e, kind.item) for e in node.elts]
            return node
        if isinstance(node, (ast.ListComp, ast.GeneratorExp)) and isinstance(kind, List):
            self._unpacked(node)
            node.generators = [self.visit_comprehension(clause) for clause in node.generators]
            node.elt = self.as_kind(node.elt, kind.item)
            return node
        if isinstance(node, ast.DictComp) and isinstance(kind, Dict):
            self._unpacked(node)
            node.generators = [self.visit_comprehension(clause) for clause in node.generators]
            node.key, node.value = self.visit(node.key), self.as_kind(node.value, kind.value)
            return node
        if isinstance(node, ast.Dict) and isinstance(kind, Dict):
            node.keys = [self.visit(key) for key in node.keys if key is not None]
            node.values = [self.as_kind(value, kind.value) for value in node.values]
            return node
        if isinstance(node, ast.BinOp) and isinstance(kind, List):
            return self._operation(node, kind)
        if isinstance(node, ast.Name):
            return node
        if isinstance(node, Present):
            return self._number(node.value, node.method)
        if isinstance(node, Made):
            return ast.copy_location(ast.BinOp(ast.Name(node.of.count, ast.Load()), ast.Sub(), ast.Constant(1)), node)
        if isinstance(node, ast.Subscript):
            return self._field(node) if isinstance(self._of(node.value), Object) else self._element(node)
        if isinstance(node, ast.Attribute):
            return self._field(node)
        if isinstance(node, ast.Call):
            is_method = isinstance(node.func, ast.Attribute) and not self._flows.library(node.func)
            return self._method(node) if is_method else self._function(node)
        raise NotTexts

    def value(self, node: Any) -> Any:
        return self.as_kind(node, self._of(node)) if self._has_object(node) else self.visit(node)

    def _operation(self, node: ast.BinOp, kind: List) -> ast.expr:
        if isinstance(node.op, ast.Add):
            node.left, node.right = self.as_kind(node.left, kind), self.as_kind(node.right, kind)
        elif isinstance(node.op, ast.Mult) and isinstance(self._of(node.left), List):
            node.left, node.right = self.as_kind(node.left, kind), self.visit(node.right)
        else:
            raise NotTexts
        return node

    # Statements.

    def visit_Return(self, node: ast.Return) -> Any:
        if isinstance(node.value, ast.Tuple) and isinstance(self.returned, tuple) and len(self.returned) == len(node.value.elts):
            node.value.elts = [self.as_kind(e, kind) for e, kind in zip(node.value.elts, self.returned, strict=True)]
        elif isinstance(self.returned, Object):
            node.value = self.as_kind(node.value or ast.copy_location(ast.Constant(None), node), self.returned)
        elif node.value is not None:
            node.value = self.as_kind(node.value, self.returned)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return node

    def visit_Lambda(self, node: ast.Lambda) -> Any:
        if any(self._has_object(ast.Name(a.arg, ast.Load())) for a in node.args.args):
            raise NotTexts
        return self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> Any:
        target = node.targets[0]
        if len(node.targets) == 1 and isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Slice) and self._has_object(target.value):
            return self._all_stored(node, target)
        kind = self._of(target) if len(node.targets) == 1 else self._of(node.value)
        if isinstance(target, ast.Tuple):
            return self._taken_apart(node, target)
        node.value = self.as_kind(node.value, kind)
        node.targets = [self._target(t) for t in node.targets]
        return node

    def _all_stored(self, node: ast.Assign, target: ast.Subscript) -> ast.stmt:
        """x[:] = y"""
        assert isinstance(target.slice, ast.Slice)
        kind = self._of(target.value)
        if target.slice.lower or target.slice.upper or target.slice.step or not isinstance(kind, List):
            raise NotTexts
        self.changes_lists = True
        items = ast.copy_location(OwnCall(objects.new_list, [self.as_kind(node.value, kind)]), node)
        call = ast.copy_location(OwnCall(objects.put_all, [self.value(target.value), items]), node)
        return ast.copy_location(ast.Expr(call), node)

    def _taken_apart(self, node: ast.Assign, target: ast.Tuple) -> Any:
        kind = self._of(node.value)
        if isinstance(kind, Object):
            if kind.may_be_none or kind.of.kind != "tuple":
                raise NotTexts
            if not isinstance(node.value, ast.Name):
                return self._named_first(node, target, kind)
            node.value = self._as_tuple(kind.of, node.value)
        elif isinstance(node.value, ast.Tuple) and len(node.value.elts) == len(target.elts):
            node.value.elts = [self.as_kind(v, self._of(t)) for v, t in zip(node.value.elts, target.elts, strict=True)]
        else:
            node.value = self.value(node.value)
        node.targets = [self._target(target)]
        return node

    def _named_first(self, node: ast.Assign, target: ast.Tuple, kind: Kind) -> list[ast.stmt]:
        """t, w = heappop(queue)"""
        name = f"_taken_{node.lineno}_{node.col_offset}_of_objects_"
        self._flows.names[name] = kind
        whole = ast.Assign([ast.Name(name, ast.Store())], node.value)
        parts = ast.Assign([target], ast.Name(name, ast.Load()))
        return [self.visit(ast.fix_missing_locations(ast.copy_location(s, node))) for s in (whole, parts)]

    def _as_tuple(self, of: ObjectClass, name: ast.expr) -> ast.expr:
        parts: list[ast.expr] = [ast.Subscript(ast.Name(column, ast.Load()), name, ast.Load()) for column in of.columns()]
        return ast.copy_location(ast.Tuple(parts, ast.Load()), name)

    def _target(self, node: Any) -> Any:
        if isinstance(node, ast.Tuple):
            node.elts = list(map(self._target, node.elts))
            return node
        return node if isinstance(node, ast.Name) else self.visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        if self._has_object(node.target):
            if not isinstance(node.op, ast.Add) or not isinstance(self._of(node.target), List):
                raise NotTexts
            self.changes_lists = True
            node.value = self.as_kind(node.value, self._of(node.target))
        else:
            node.value = self.visit(node.value)
        node.target = self._target(node.target)
        return node

    def visit_For(self, node: ast.For) -> Any:
        item = self._flows.items_of(node.iter)
        before: list[ast.stmt] = []
        if isinstance(item, Object) and isinstance(node.target, ast.Tuple):
            if item.may_be_none:
                raise NotTexts
            name = f"_item_{node.lineno}_{node.col_offset}_of_objects_"
            self._flows.names[name] = item
            parts = self._as_tuple(item.of, ast.copy_location(ast.Name(name, ast.Load()), node))
            before = [ast.fix_missing_locations(ast.copy_location(ast.Assign([node.target], parts), node))]
            node.target = ast.copy_location(ast.Name(name, ast.Store()), node.target)
        node.iter = self.value(node.iter)
        node.target = self._target(node.target)
        node.body, node.orelse = [*before, *self.block(node.body)], self.block(node.orelse)
        return node

    def visit_comprehension(self, node: ast.comprehension) -> Any:
        if isinstance(self._flows.items_of(node.iter), Object) and not isinstance(node.target, ast.Name):
            raise NotTexts
        node.iter = self.value(node.iter)
        node.ifs = list(map(self.condition, node.ifs))
        return node

    def _unpacked(self, node: Any) -> None:
        """`for v, w in x` of a comprehension, as fields of an object with a name."""
        for number, clause in enumerate(node.generators):
            item = self._flows.items_of(clause.iter)
            if not isinstance(item, Object) or not isinstance(clause.target, ast.Tuple):
                continue
            targets: list[Any] = clause.target.elts
            if item.may_be_none or len(targets) != len(item.of.fields) or not all(isinstance(t, ast.Name) for t in targets):
                raise NotTexts
            name = f"_item_{node.lineno}_{node.col_offset}_{number}_of_objects_"
            self._flows.names[name] = item
            clause.target = ast.copy_location(ast.Name(name, ast.Store()), clause.target)
            for target, column in zip(targets, item.of.columns(), strict=True):
                number_of_item: Any = ast.Name(name, ast.Load())
                number_of_item.is_number = True
                field = ast.Subscript(ast.Name(column, ast.Load()), number_of_item, ast.Load())
                field = ast.fix_missing_locations(ast.copy_location(field, clause.target))
                clause.ifs = [with_names(test, target.id, field) for test in clause.ifs]
                for later in node.generators[number + 1 :]:
                    later.iter, later.ifs = with_names(later.iter, target.id, field), [with_names(t, target.id, field) for t in later.ifs]
                for part in ("elt", "key", "value"):
                    if hasattr(node, part):
                        setattr(node, part, with_names(getattr(node, part), target.id, field))

    def _visit_comprehended(self, node: Any) -> Any:
        self._unpacked(node)
        node.generators = [self.visit_comprehension(clause) for clause in node.generators]
        for field in ("elt", "key", "value"):
            if hasattr(node, field):
                setattr(node, field, self.visit(getattr(node, field)))
        return node

    visit_ListComp = visit_GeneratorExp = visit_SetComp = visit_DictComp = _visit_comprehended

    def visit_OwnCall(self, node: OwnCall) -> Any:
        node.elts = [self.value(e) for e in node.elts] if node.function in (recursion.size, groups.put_back) else list(map(self.visit, node.elts))
        return node

    def visit_Expr(self, node: ast.Expr) -> Any:
        if isinstance(node.value, Present) and not self._of(node.value.value).may_be_none:
            return []
        node.value = self.value(node.value)
        return node

    def _tested(self, node: Any) -> Any:
        node.test = self.condition(node.test)
        node.body, node.orelse = self.block(node.body), self.block(node.orelse)
        return node

    visit_If = visit_While = _tested

    def visit_IfExp(self, node: ast.IfExp) -> Any:
        node.test, node.body, node.orelse = self.condition(node.test), self.visit(node.body), self.visit(node.orelse)
        return node

    def visit_Assert(self, node: ast.Assert) -> Any:
        node.test = self.condition(node.test)
        node.msg = None if node.msg is None else self.visit(node.msg)
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> Any:
        return self.condition(node) if isinstance(node.op, ast.Not) else self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> Any:
        """Whose value counts, which may be that of each part: condition() writes one of which only its truth does."""
        if getattr(node, "is_asked", False):
            return self.condition(node)
        if any(map(self._has_object, node.values)):
            raise NotTexts
        return self.generic_visit(node)

    def condition(self, node: Any) -> ast.expr:
        if isinstance(node, ast.BoolOp):
            return ast.copy_location(ast.BoolOp(node.op, list(map(self.condition, node.values))), node)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return ast.copy_location(ast.UnaryOp(node.op, self.condition(node.operand)), node)
        kind = self._of(node)
        if isinstance(kind, Object):
            if kind.of.has("__bool__") or (kind.of.has("__len__") and kind.of.kind == "object"):
                raise NotTexts
            return ast.copy_location(ast.Compare(self.value(node), [ast.GtE()], [ast.Constant(0)]), node)
        if self._has_object(node):
            if not isinstance(node, (ast.Name, ast.Attribute, ast.Subscript)) or not isinstance(kind, CONTAINERS):
                raise NotTexts
            return self.value(node)
        return self.visit(node)

    def visit_Compare(self, node: ast.Compare) -> Any:
        kinds = [self._of(part) for part in (node.left, *node.comparators)]
        found = [kind for kind in kinds if has_object(closed(kind))]
        if not found:
            return self.generic_visit(node)
        if len(node.ops) != 1:
            raise NotTexts
        op, left, right = node.ops[0], kinds[0], kinds[1]
        if isinstance(op, (ast.In, ast.NotIn)):
            is_item = isinstance(right, List) and isinstance(right.item, Object) and isinstance(left, Object)
            is_key = isinstance(right, Dict) and not has_object(left)
            if not is_key and not (is_item and left.of is right.item.of and left.of.is_compared_by_identity):
                raise NotTexts
            node.left, node.comparators = self.value(node.left), [self.value(node.comparators[0])]
            return node
        nothing = [kind == NOTHING for kind in (left, right)]
        objects_ = [isinstance(kind, Object) for kind in (left, right)]
        if not all(a or b for a, b in zip(nothing, objects_, strict=True)):
            raise NotTexts
        of = next(kind.of for kind in found)
        by_identity = isinstance(op, (ast.Is, ast.IsNot))
        if not by_identity and not (isinstance(op, (ast.Eq, ast.NotEq)) and of.is_compared_by_identity):
            raise NotTexts
        if not any(nothing) and left.of is not right.of:
            raise NotTexts
        sign = ast.Eq() if isinstance(op, (ast.Is, ast.Eq)) else ast.NotEq()
        parts = [self.as_kind(part, found[0]) for part in (node.left, *node.comparators)]
        return ast.copy_location(ast.Compare(parts[0], [sign], parts[1:]), node)


