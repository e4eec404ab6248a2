"""`%load_ext unpython`, then a cell `%%unpython`: its functions are compiled without a decorator on each."""

from __future__ import annotations

import ast
from typing import Any


def register(shell: Any) -> None:
    """Adds the cell magic to this IPython."""

    def run(line: str, cell: str) -> None:
        _run_cell(shell, line, cell)

    run.__doc__ = _run_cell.__doc__
    shell.register_magic_function(run, "cell", "unpython")


def _run_cell(shell: Any, line: str, cell: str) -> None:
    """Runs the cell with `unpython.jit` on each function that has no decorator, or `unpython.gpu` after `%%unpython gpu`;
    the rest of the line is options, as in `%%unpython gpu device='opencl:0', fp='strict'`."""
    kind, _, options = line.strip().partition(" ")
    if kind not in ("jit", "gpu"):
        kind, options = "jit", line.strip()
    decorator = f"__import__('unpython').{kind}({options})"
    try:
        ast.parse(decorator, mode="eval")
    except SyntaxError:
        from IPython.core.error import UsageError

        example = "%%unpython gpu device='opencl:0', fp='strict'"
        raise UsageError(f"options are written as in a call, {example}; not {options}") from None
    decorate = _Decorate(decorator)
    shell.ast_transformers.append(decorate)
    cache = shell.compile.cache
    number = [*shell.compile._filename_map.values()][-1]  # of the cell that runs
    shell.compile.cache = lambda text, _number=0, **more: cache(text, number, **more)
    try:
        shell.run_cell(f"# %%unpython {line}\n{cell}")  # lines keep their numbers
    finally:
        shell.compile.cache = cache
        shell.ast_transformers.remove(decorate)


class _Decorate(ast.NodeTransformer):
    def __init__(self, decorator: str) -> None:
        self._decorator = decorator

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        """Functions of the cell itself: what stands in other functions and classes is theirs."""
        if not node.decorator_list:
            decorator = ast.parse(self._decorator, mode="eval").body
            for part in ast.walk(decorator):
                if isinstance(part, ast.expr):
                    ast.copy_location(part, node)
            node.decorator_list.append(decorator)
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.ClassDef:
        return node
