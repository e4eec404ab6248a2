"""Random programs of views: names of parts of one array, statements that read and store parts that overlap, views that change
names, copies between, and what of all that is returned."""

from __future__ import annotations

import ast
import inspect
import random
from typing import Any

import numpy as np

from fuzz.grow import Grown
from fuzz.judge_objects import check_with
from fuzz.tree import Tree

PARAMETERS = ("a", "b", "m", "k")
_PARTS = ("[1:]", "[:-1]", "[::2]", "[::-1]", "[1::2]", "[k:]", "[:k]", "[2:-1]", "[-3:]", "[...]", "[-2::-1]", "[k::2]", "[:0:-1]")
_OF_PLANES = (".T", "[0]", "[:, 1]", "[1:, :-1]", "[::-1, ::2]", "[:, ::-1]", "[k % 2]", "[:, None, 0]", ".ravel()", ".reshape(-1)",
              "[..., 1:]", "[1:2]", ".diagonal()", "[:, [1, 0]]", "[m[:, 0] > 0]", ".swapaxes(0, 1)")  # fmt: skip
_OF_LINES = (".reshape(2, -1)", "[None]", "[:, None]", "[[0, -1]]", "[{v} > 0]", ".reshape(-1, 1)", "[np.array([1, 0, 1])]")


def given(parameters: tuple[str, ...], seed: int) -> list[Any]:
    draw, generator = random.Random(seed), np.random.default_rng(seed)
    n = draw.choice([4, 6, 6, 8, 5])
    memory = generator.integers(-9, 10, 3 * n + 4).astype(draw.choice(["float64", "int64", "float64", "float32"]))
    a = memory[: 2 * n : draw.choice([1, 1, 2])][:n]
    b = draw.choice([memory[1 : n + 1], memory[n : 2 * n], memory[2 * n - 1 : n - 1 : -1], generator.integers(-9, 10, n).astype(memory.dtype)])
    m = draw.choice([memory[: 2 * (n // 2)].reshape(2, -1), generator.integers(-9, 10, (3, n // 2)).astype(memory.dtype)])
    return [{"a": a, "b": b, "m": m, "k": draw.choice([0, 1, 2, 3])}[name] for name in parameters]


class _Generator:
    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._grown = Grown(PARAMETERS, lambda: given(PARAMETERS, seed), {"np": np})

    def program(self) -> Tree:
        for _ in range(self._random.choice([2, 3, 5, 8])):
            for _ in range(10):
                if self._grown.add(self._statement(2)):
                    break
        if self._random.random() < 0.1:
            self._grown.add_last(self._statement(1))
        names = [name for name in self._grown.names if name != "i"]
        kept = self._random.sample(names, min(len(names), self._random.choice([1, 2, 3])))
        return self._grown.tree(f"({', '.join(kept)},)")

    def _array(self) -> str:
        return self._random.choice([n for n, v in self._grown.names.items() if isinstance(v, np.ndarray)])

    def _part(self) -> str:
        name = self._array()
        rank = self._grown.names[name].ndim
        forms = [*_PARTS, *(_OF_PLANES if rank == 2 else _OF_LINES if rank == 1 else ())]
        return name + self._random.choice(forms).replace("{v}", name)

    def _value(self) -> str:
        part = self._part() if self._random.random() < 0.8 else self._array()
        return self._random.choice(["{}", "{}", "{}", "{} * 2", "-{}", "{} + {o}", "{} - {o}", "{}.copy()", "np.minimum({}, {o})", "{} + k",
                                    "{}.sum()", "np.where({} > 0, {o}, 1)", "{}[::-1] + {o}", "3"]).format(part, o=self._part())  # fmt: skip

    def _statement(self, depth: int) -> str:
        pick = self._random.choice
        choice = self._random.random()
        if depth > 0 and choice < 0.12:
            return "\n".join([f"for i in range({pick(['2', '3', 'k'])}):", *self._indented(depth), *self._indented(depth)])
        if depth > 0 and choice < 0.2:
            lines = [f"if {pick(['k > 1', f'{self._array()}.size > 5', 'k == 0', f'{self._array()}.sum() > 0'])}:", *self._indented(depth)]
            return "\n".join([*lines, "else:", *self._indented(depth)] if self._random.random() < 0.5 else lines)
        if choice < 0.4:
            return f"{pick(['u', 'v', 'w', 'z'])} = {self._value()}"
        if choice < 0.45:
            first, second = self._array(), self._array()
            return f"{first}, {second} = {second}, {first}"
        if choice < 0.5:
            return f"np.{pick(['add', 'subtract', 'maximum'])}({self._part()}, {self._value()}, out={self._part()})"
        if choice < 0.56:
            return f"{self._array()} {pick(['+=', '-='])} {self._value()}"
        if choice < 0.62:
            return f"for e in {self._part()}:\n    {self._array()}[0] += {pick(['1', 'np.sum(e)', 'k'])}"
        if choice < 0.68:
            return f"{self._part()}[0] = {pick(['1', 'k', '7'])}"
        return f"{self._part()} {pick(['=', '=', '=', '+=', '-='])} {self._value()}"

    def _indented(self, depth: int) -> list[str]:
        return [f"    {line}" for line in self._statement(depth - 1).splitlines()]


def generate(seed: int) -> Tree:
    return _Generator(seed).program()


class _Copies(ast.NodeTransformer):
    def visit_Assign(self, node: ast.Assign) -> ast.Assign:
        if isinstance(node.targets[0], ast.Subscript):
            node.value = ast.Call(ast.Attribute(ast.Name("np", ast.Load()), "array", ast.Load()), [node.value], [])
        return node


def with_copies(function: Any) -> Any:
    """The function with what it stores to parts copied before: NumPy means that, and does something else where two lines of one
    memory have steps of one sign that differ (x[1::2] = x[2:6])."""
    tree = ast.fix_missing_locations(_Copies().visit(ast.parse(inspect.getsource(function))))
    scope = dict(function.__globals__)
    exec(compile(tree, "<copies>", "exec"), scope)
    return scope[function.__name__]


check = check_with({}, given, with_copies)
