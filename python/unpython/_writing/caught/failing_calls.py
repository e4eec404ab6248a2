"""Calls that the compiler refuses by their types, and of which NumPy alone knows the error: Python makes them where they stand.

    return a.sum(axis=2)                    raised(a), which runs a.sum(axis=2) for its error
    if a > 0: ...                           if answered(a): ..., which is bool(a > 0): an error, but of one element
    return float(a)                         return answered(a)
    n += 0.5                                raised(n), which runs operator.iadd(n.copy(), 0.5), of an array of integers

Problem: of an axis that an array lacks, and of the truth of an array, the compiler knows the mistake, and not the error of NumPy.
Choice:  the values are NumPy's, so its error has its own text. What stands in front of a call that raises calls nothing in its statement.
Asked only where a function in other words was refused for such a mistake, and where Python would not make the call (strict=True).
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._find_source import run_text
from unpython._local_names import local_names
from unpython._writing.calls import OwnCall
from unpython._writing.nodes import walk
from unpython._writing.rewriter import BlockRewriter, by_statements

_RAISE = ("is out of bounds for array of dimension", "needs arrays of the same number of dimensions")
_TRUTH, _NUMBER = "the truth value of an array is ambiguous", "of a whole array is not supported yet"
_CAST = "cannot cast the result from"
_IN_PLACE = {ast.Add: "iadd", ast.Sub: "isub", ast.Mult: "imul", ast.Div: "itruediv", ast.FloorDiv: "ifloordiv", ast.Mod: "imod", ast.Pow: "ipow"}
_NUMBERS = {"int": "int64", "float": "float64"}
_COMPUTED = (ast.Call, ast.BinOp, ast.Subscript, ast.Await, ast.Yield, ast.YieldFrom, ast.NamedExpr)
_INSIDE = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.FunctionDef, ast.ClassDef)

Place = tuple[int, int, str]  # a line, a column, and one of these texts, or nothing for what raises


def places(refusals: Sequence[Any], options: dict[str, Any]) -> frozenset[Place]:
    """Where the last refusal says so, in front of all else that it says. `options`: of the function."""
    from unpython import _options

    if len(refusals) < 2 or not _options.is_strict(options.get("strict")):
        return frozenset()
    mistakes = getattr(refusals[-1], "diagnostics", ())
    first = min(mistakes, key=lambda m: (m["line"], m["column"]), default=None)
    message = "" if first is None else first["message"]
    kind = next((text for text in (_TRUTH, _NUMBER, _CAST) if text in message), "")
    if first is None or not (kind or any(text in message for text in _RAISE)):
        return frozenset()
    return frozenset([(first["line"], first["column"], kind)])


def rewritten(function: FunctionType, node: Any, given: frozenset[Place]) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` in which the calls at these places are Python's, no names, and no free names."""
    if function.__code__.co_freevars:
        return node, frozenset(), []
    return by_statements(_Writer(function, given), node)[0], frozenset(), []


class _Writer(BlockRewriter):
    def __init__(self, function: FunctionType, given: frozenset[Place]):
        self._function = function
        self._own = local_names(function)
        self._given = given
        self.names: set[str] = set()  # what was written, for by_statements()

    def statements(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """Up to a call that raises, since nothing comes behind it."""
        made = super().statements(body)
        end = next((i for i, s in enumerate(made) if isinstance(s, ast.Expr) and hasattr(s.value, "is_raised")), len(made))
        return made[: end + 1]

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return node

    def visit_Try(self, node: ast.Try) -> Any:
        """What Python raises comes to no handler."""
        return node

    def _statement(self, node: Any) -> Any:
        field = "test" if isinstance(node, ast.If) else "value"
        whole = getattr(node, field)
        if whole is None:
            return self.generic_visit(node)
        raised = self._cast(node) if isinstance(node, ast.AugAssign) else None
        if (raised := raised or self._raised(whole)) is not None:
            return ast.copy_location(ast.Expr(raised), node)
        setattr(node, field, _Answers(self, isinstance(node, ast.If)).written(whole))
        return self.generic_visit(node)

    visit_Return = visit_Assign = visit_Expr = visit_If = visit_AugAssign = _statement

    def is_one(self, node: ast.expr, kind: str) -> bool:
        return (node.lineno, node.col_offset, kind) in self._given

    def _raised(self, whole: ast.expr) -> Any:
        inside = {id(n) for part in walk(whole) if isinstance(part, _INSIDE) for n in walk(part)}
        calls = [n for n in walk(whole) if isinstance(n, ast.Call) and id(n) not in inside and self.is_one(n, "")]
        if not calls or not _is_first(whole, calls[-1]):
            return None
        call: Any = self.by_python(calls[-1], ast.unparse(calls[-1]), "")
        if call is not None:
            call.is_raised = True
        return call

    def _cast(self, node: ast.AugAssign) -> Any:
        called = _IN_PLACE.get(type(node.op))
        if called is None or not isinstance(node.target, ast.Name) or not self.is_one(node, _CAST):  # type: ignore[arg-type]
            return None
        read = ast.copy_location(ast.Tuple([ast.Name(node.target.id, ast.Load()), node.value], ast.Load()), node.value)
        call: Any = self.by_python(read, f"__import__('operator').{called}({node.target.id}.copy(), {ast.unparse(node.value)})", "")
        call.is_raised = True
        return call

    def by_python(self, node: ast.expr, text: str, gives: str) -> OwnCall | None:
        """The call of a function that Python runs, with what the names in it stand for. `gives`: a number of this type; nothing where it
        raises."""
        names = sorted({n.id for n in walk(node) if isinstance(n, ast.Name) and n.id in self._own})
        if not names:
            return None
        self.names.add(text)
        given = [ast.copy_location(ast.Name(name, ast.Load()), node) for name in names]
        return ast.copy_location(OwnCall(_run_by_python(text, names, gives, self._function), given), node)  # type: ignore[arg-type]


class _Answers(ast.NodeTransformer):
    """The truth of arrays, and numbers that are made of them."""

    def __init__(self, writer: _Writer, is_test: bool):
        self._writer = writer
        self._is_test = is_test

    def written(self, whole: ast.expr) -> Any:
        return self._truth(whole) if self._is_test else self.visit(whole)

    def _truth(self, node: ast.expr) -> Any:
        if self._writer.is_one(node, _TRUTH) and not isinstance(node, (ast.BoolOp, ast.IfExp)):
            return self._writer.by_python(node, f"bool({ast.unparse(node)})", "bool") or node
        return self.visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> Any:
        node.test = self._truth(node.test)
        node.body, node.orelse = self.visit(node.body), self.visit(node.orelse)
        return node

    def visit_Call(self, node: ast.Call) -> Any:
        gives = _NUMBERS.get(getattr(node.func, "id", ""), "")
        if gives and len(node.args) == 1 and not node.keywords and self._writer.is_one(node.args[0], _NUMBER):
            return self._writer.by_python(node, ast.unparse(node), gives) or node
        return self.generic_visit(node)

    def _inside(self, node: Any) -> Any:
        return node

    visit_Lambda = visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _inside


def _is_first(whole: ast.expr, part: ast.expr) -> bool:
    """Whether a part is computed whatever else is, and nothing in front of it may raise or change anything."""
    around = [n for n in walk(whole) if n is not part and any(m is part for m in walk(n))]
    if any(isinstance(n, (ast.IfExp, ast.BoolOp)) for n in around):
        return False
    others = [n for n in walk(whole) if isinstance(n, _COMPUTED) and not any(n is m for m in around)]
    return not any((n.lineno, n.col_offset) < (part.lineno, part.col_offset) for n in others)


def _run_by_python(text: str, names: list[str], gives: str, function: FunctionType) -> FunctionType:
    from unpython._host import HostFunction
    from unpython._library.numpy_functions import elementwise
    from unpython._loops import _in_parallel, _Refusal

    given = ", ".join(names)
    refused = "raise _Refusal('a call that Python makes')"
    run = eval(f"lambda {given}: {text if gives else f'({text}, True)[1]'}", function.__globals__)
    asked = f"else:\n        return _run({given})\n" if gives else f"elif _run({given}):\n        {refused}\n    raise ValueError\n"
    body = f"def by_python({given}):\n    if _in_parallel():\n        {refused}\n    {asked}"
    around = {"_run": HostFunction(run, gives or "bool", name="NumPy"), "_in_parallel": _in_parallel, "_Refusal": _Refusal, "__name__": elementwise.__name__}
    found = run_text(body, f"<{text}>", around)["by_python"]
    assert isinstance(found, FunctionType)
    return found
