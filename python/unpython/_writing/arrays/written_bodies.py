"""Functions that are written for one call of NumPy's, from the text of its arguments."""

from __future__ import annotations

import ast
import functools
import zlib
from collections.abc import Callable
from types import FunctionType, ModuleType
from typing import Any

from unpython._find_source import run_text

Written = tuple[Callable[..., Any], list[ast.expr]]
MOST_PARTS = 16


@functools.cache
def written_body(name: str, parameters: str, body: str, module: ModuleType | None = None) -> FunctionType:
    """One function for each text of a body, in the names of a module (`parts` if none is given); a name of its own for each."""
    from unpython._library.numpy_functions import parts

    module = module or parts
    name = f"{name}_{zlib.crc32((parameters + body).encode()):08x}"
    text = f"def {name}({parameters}):\n    {body}\n"
    found = run_text(text, f"<np.{name}>", {**vars(module), "__name__": module.__name__})[name]
    assert isinstance(found, FunctionType)
    return found


def arguments_of(node: ast.Call, *names: str) -> dict[str, ast.expr] | None:
    """By the names of the parameters; None where a call gives others."""
    given = dict(zip(names, node.args))
    given |= {str(keyword.arg): keyword.value for keyword in node.keywords}
    few = len(node.args) <= len(names) and len(given) == len(node.args) + len(node.keywords)
    return given if few and set(given) <= set(names) else None
